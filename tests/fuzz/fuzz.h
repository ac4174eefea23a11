/* SPDX-License-Identifier: MIT */
/* Fuzzing: one target for each reader of outside input, for libFuzzer, AFL++ and the plain driver
 * in fuzz.c. A target reads an input and aborts if one of its properties does not hold. Sanitizers
 * detect errors of memory and undefined behaviour. */
#ifndef BASTIDE_TESTS_FUZZ_H
#define BASTIDE_TESTS_FUZZ_H

#include <stdint.h>

#include "base/str.h"
#include "play/deal.h"

/* Mutates the `size` bytes in `data`, which has room for `room` bytes. Returns the new size. */
typedef size_t fuzz_mutator(uint8_t *data, size_t size, size_t room, struct random *random);

struct fuzz_target {
    const char *name; /* name of the target, and of its folder testdata/fuzz/NAME */
    void (*run)(struct str bytes);
    fuzz_mutator *mutate;
};

void fuzz_records(struct str bytes);  /* CRN, or any format that is imported */
void fuzz_tiles(struct str bytes);    /* a tile set in YAML, and a record's own tiles */
void fuzz_account(struct str bytes);  /* another program's account, in JSON */
void fuzz_figures(struct str bytes);  /* figures of bastide stats, in JSON */
void fuzz_commands(struct str bytes); /* command line with a word on each line; does not return in
                                         the process that it starts */

/* Mutates a text: changes, doubles, moves or exchanges words and lines; changes numbers and
 * letters. */
fuzz_mutator fuzz_mutate_text;
/* Mutates one JSON document: its values and members, like the words of a text. */
fuzz_mutator fuzz_mutate_json;
/* Mutates a text that has one JSON document on each line. */
fuzz_mutator fuzz_mutate_json_lines;

/* Prints the property that does not hold and two texts that show it, and aborts. */
_Noreturn void fuzz_fail(const char *what, struct str one, struct str other);

#endif
