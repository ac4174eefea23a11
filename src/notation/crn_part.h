/* SPDX-License-Identifier: MIT */
/* What the parts of the CRN reader share; for src/notation/crn_*.c alone. */
#ifndef BASTIDE_NOTATION_CRN_PART_H
#define BASTIDE_NOTATION_CRN_PART_H

#include "notation/crn.h"
#include "notation/token.h"

struct crn_reader {
    struct input *input;
    const struct catalogue *catalogue;
    struct arena *arena;
    struct findings *findings;
    struct record *record;
    uint32_t header_lines;
    size_t bytes;  /* of the record so far */
    unsigned seen; /* which uncommon bytes the line under way holds: a set of enum byte_class */
    /* Lines that were taken from the input together: what of them is unread, the number of the last
     * one read. */
    const char *at, *end;
    uint32_t number;
    struct known_tiles *known; /* among the record's sets */
    /* Keys of the header so far: slots of a hash table, entry + 1 or 0; their number is 0 or a
     * power of two. */
    uint32_t *keys;
    uint32_t key_room, key_count;
    /* The bytes of the record's header comments, and of its block of tiles: see crn_append(). */
    char *comment_bytes, *block_bytes;
};

enum byte_class { BYTE_HIGH = 1, BYTE_CONTROL = 2, BYTE_PERCENT = 4, BYTE_HASH = 8 };

/* Adds a line and its end to a text in the arena. The caller keeps a pointer to its bytes, which is
 * set here whenever the text is empty or must move. */
void crn_append(struct crn_reader *reader, struct str *to, char **bytes, struct str line);

/* One header line (not "---", not empty), in the arena. `tiles:` opens a block, whose lines the
 * caller appends to the last entry's value.text. */
void crn_header_line(struct crn_reader *reader, struct str text, uint32_t number);

/* Does a line that stands in the header look like a move? */
bool crn_looks_like_body(struct str text);

/* One body line (not empty), in the arena, a byte behind it that no token holds, and without
 * control bytes and bytes that are not UTF-8. Is it the `end`? */
bool crn_body_line(struct crn_reader *reader, struct str text, uint32_t number);

/* The same of the line at *at, if it is a turn or step of which nothing need be said but, perhaps,
 * that what it holds is in a wrong order; then *at moves behind its newline. Nothing was looked at
 * before: any bytes may stand there, up to a NUL. */
bool crn_plain_line(struct crn_reader *reader, const char **at, uint32_t number);

/* What crn_design() says, which is kept. */
const struct design *crn_look_up(struct crn_reader *r, struct str name, struct known_tile *known,
                                 uint32_t key);

/* The same, asked once for most names. */
static inline const struct design *crn_known_design(struct crn_reader *r, struct str name)
{
    uint32_t key = 0;
    for (size_t i = 0; i < name.n && i < sizeof key; i++)
        key = key << 8 | (unsigned char)name.p[i];
    static_assert(KNOWN_TILES == 1 << (32 - 25),
                  "the key's hash has as many bits as there are slots");
    struct known_tile *known = &r->known->tiles[key * 0x9E3779B1u >> 25];
    return known->key == key && name.n <= sizeof key ? known->design
                                                     : crn_look_up(r, name, known, key);
}

/* A tile by its name, as the record knows it. */
static inline void crn_read_tile(struct crn_reader *r, struct tile_ref *tile, struct str name,
                                 struct place place)
{
    *tile = (struct tile_ref){name, name.p[0] == '?' ? NULL : crn_known_design(r, name), place};
}

/* The token that begins there. */
static inline struct str crn_token(const char *at)
{
    const char *end = at;
    while (!token_is_over(end))
        end++;
    return (struct str){at, (size_t)(end - at)};
}
bool crn_read_extension(struct str text);
/* Whole numbers with commas between them, a whole token; false when that is something else. */
bool crn_read_integers(struct arena *arena, const char *at, int32_t **numbers, uint16_t *count);
/* Reads the token at *at into act, and moves *at to its end: FINDING_NONE. Otherwise what is wrong
 * with the token, a finding whose one argument it is; *at stays. */
enum finding_id crn_read_act(struct crn_reader *r, const char **at, struct act *act);

/* The place of bytes from..to (to not included) of a line. */
static inline struct place place_of(uint32_t number, size_t from, size_t to)
{
    return (struct place){NULL, number, (uint16_t)(from + 1),
                          (uint16_t)(to > from ? to : from + 1)};
}

#endif
