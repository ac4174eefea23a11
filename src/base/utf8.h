/* SPDX-License-Identifier: MIT */
/* UTF-8 as input is held to it: RFC 3629, no overlong forms, no surrogates, nothing beyond
 * U+10FFFF. */
#ifndef BASTIDE_BASE_UTF8_H
#define BASTIDE_BASE_UTF8_H

#include <stdint.h>

#include "base/str.h"

/* Decodes the character at s (n >= 1): its length in bytes, 1 to 4, and *point; 0 where the bytes
 * are not UTF-8. */
unsigned utf8_decode(const char *s, size_t n, uint32_t *point);

/* Offset of the first byte that is not UTF-8, or s.n. */
size_t utf8_bad_at(struct str s);

/* Characters that could make a record read otherwise than it looks, or cut a line for another
 * reader: control characters but tab, U+0085, U+2028, U+2029, and those that set the writing
 * direction (notation: the header). */
bool utf8_is_deceptive(uint32_t point);

/* The character at s (n >= 1), for a text that must read as it looks: its length, 1 to 4, and
 * whether it may stand there; what is deceptive, a tab and a byte that is not UTF-8 may not. */
unsigned utf8_plain(const char *s, size_t n, bool *plain);

/* True if all of them may. */
bool utf8_is_plain(struct str s);

/* The first characters of a text, or all of it if it has fewer. */
struct str utf8_first(struct str s, unsigned characters);

#endif
