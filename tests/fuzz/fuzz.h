/* SPDX-License-Identifier: MIT */
/* Fuzzing: a target for each reader of what comes from outside, the same for libFuzzer, AFL++ and
 * the plain driver of fuzz.c. A target reads an input and aborts when a property of it does not
 * hold; what it must not do besides the sanitizers see.
 */
#ifndef BASTIDE_TESTS_FUZZ_H
#define BASTIDE_TESTS_FUZZ_H

#include <stdint.h>

#include "base/str.h"
#include "play/deal.h"

/* A mutator changes the `size` bytes in `data`, which has `room`, and returns how many there are
 * then. */
typedef size_t fuzz_mutator(uint8_t *data, size_t size, size_t room, struct random *random);

struct fuzz_target {
    const char *name; /* of testdata/fuzz/NAME too */
    void (*run)(struct str bytes);
    fuzz_mutator *mutate;
};

void fuzz_records(struct str bytes);  /* CRN, or any format that is imported */
void fuzz_tiles(struct str bytes);    /* a tile set in YAML, and a record's own tiles */
void fuzz_account(struct str bytes);  /* another program's account, in JSON */
void fuzz_figures(struct str bytes);  /* of bastide stats, in JSON */
void fuzz_commands(struct str bytes); /* a command line, a word a line; never returns in the process
                                         that it starts */

/* Words and lines of a text: changed, doubled, moved, exchanged for others of the text; numbers and
 * letters of directions. */
fuzz_mutator fuzz_mutate_text;
/* One JSON document: values and members, as the text's words. */
fuzz_mutator fuzz_mutate_json;
/* One document a line. */
fuzz_mutator fuzz_mutate_json_lines;

/* Says what does not hold, with the texts that show it, and aborts. */
_Noreturn void fuzz_fail(const char *what, struct str one, struct str other);

#endif
