/* SPDX-License-Identifier: MIT */
/* Functions and data that the parts of the CRN reader share. Only src/notation/crn_*.c includes
 * this file. */
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
    size_t bytes;  /* bytes of the record so far */
    unsigned seen; /* uncommon bytes in the current line: a set of enum byte_class */
    /* Lines taken from the input together: the part not read yet, and the number of the last line
     * that was read. */
    const char *at, *end;
    uint32_t number;
    struct known_tiles *known; /* cache of designs, for the sets of the record */
    /* Hash table of the keys of the header so far. A slot holds the index of an entry plus 1, or 0
     * if it is free. The number of slots, key_room, is 0 or a power of two. */
    uint32_t *keys;
    uint32_t key_room, key_count;
    /* Bytes of header_comments of the record, and of its block of tiles: see crn_append(). */
    char *comment_bytes, *block_bytes;
};

enum byte_class { BYTE_HIGH = 1, BYTE_CONTROL = 2, BYTE_PERCENT = 4, BYTE_HASH = 8 };

/* Appends a line and a newline to a text in the arena. *bytes points to the bytes of the text and
 * can be used to write to them. The caller keeps *bytes between calls. crn_append() sets *bytes
 * when the text is empty or must move. */
void crn_append(struct crn_reader *reader, struct str *to, char **bytes, struct str line);

/* Reads a header line, which must be in the arena and be neither empty nor "---". `tiles:` opens a
 * block: the caller appends its lines to value.text of the last entry. */
void crn_header_line(struct crn_reader *reader, struct str text, uint32_t number);

/* True if a line in the header looks like a line of the body. */
bool crn_looks_like_body(struct str text);

/* Reads a body line; true if it is the `end` line. The line must not be empty, must be in the arena
 * with a byte after it that is part of no token, and must be UTF-8 without control bytes. */
bool crn_body_line(struct crn_reader *reader, struct str text, uint32_t number);

/* Reads the line at *at if it is plain: a turn or step without findings, except perhaps one about
 * the order of its acts. If the line is plain, returns true and moves *at past its newline.
 * Otherwise returns false; crn_body_line() must then read the line. The line need not be checked
 * before: it may have any bytes, and reading stops at a NUL. */
bool crn_plain_line(struct crn_reader *reader, const char **at, uint32_t number);

/* Returns crn_design() of a name, and keeps it in the slot `known` if the name has a key. */
const struct design *crn_look_up(struct crn_reader *r, struct str name, struct known_tile *known,
                                 uint32_t key);

/* Returns crn_design() of a name, mostly from the cache. */
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

/* Sets *tile to the tile that the record means by a name. A name that begins with "?" is the
 * unknown tile. */
static inline void crn_read_tile(struct crn_reader *r, struct tile_ref *tile, struct str name,
                                 struct place place)
{
    *tile = (struct tile_ref){name, name.p[0] == '?' ? NULL : crn_known_design(r, name), place};
}

/* Returns the token that begins at `at`. */
static inline struct str crn_token(const char *at)
{
    const char *end = at;
    while (!token_is_over(end))
        end++;
    return (struct str){at, (size_t)(end - at)};
}
bool crn_read_extension(struct str text);
/* Returns the place of a key in a canonical header, counted from 0. Keys that come after these,
 * known or not, have CRN_KEYS. */
enum { CRN_KEYS = 17 };
unsigned crn_key_rank(struct str key);
/* Reads whole numbers with commas between them, which must be a whole token; false if they are
 * not. */
bool crn_read_integers(struct arena *arena, const char *at, int32_t **numbers, uint16_t *count);
/* Reads the token at *at into act, moves *at to its end and returns FINDING_NONE. If the token is
 * wrong, leaves *at and returns a finding whose one argument is the token. */
enum finding_id crn_read_act(struct crn_reader *r, const char **at, struct act *act);

/* Returns the place of the bytes of a line from `from` to `to`; the byte at `to` is excluded. The
 * place has at least one byte. */
static inline struct place place_of(uint32_t number, size_t from, size_t to)
{
    return (struct place){NULL, number, (uint16_t)(from + 1),
                          (uint16_t)(to > from ? to : from + 1)};
}

#endif
