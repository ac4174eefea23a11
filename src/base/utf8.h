/* SPDX-License-Identifier: MIT */
/* UTF-8 as the input must have it (RFC 3629): no overlong forms, no surrogates, nothing above
 * U+10FFFF. */
#ifndef BASTIDE_BASE_UTF8_H
#define BASTIDE_BASE_UTF8_H

#include <stdint.h>

#include "base/str.h"

/* Decodes the character at s (n >= 1) into *point. Returns its length, 1 to 4 bytes; 0 if the bytes
 * are not UTF-8. */
unsigned utf8_decode(const char *s, size_t n, uint32_t *point);

/* Returns the offset of the first byte that is not UTF-8, or s.n. */
size_t utf8_bad_at(struct str s);

/* True for a character that could make a record look different from what it says, or that ends a
 * line for another reader: control characters except tab (also U+0085), U+2028, U+2029, characters
 * that set the writing direction, U+FEFF, and the noncharacters U+nFFFE and U+nFFFF of every plane
 * (crn(5), The header). XML forbids two of these, U+FFFE and U+FFFF. */
bool utf8_is_deceptive(uint32_t point);

/* Checks the character at s (n >= 1) of a text that must not deceive. Returns its length, 1 to 4
 * bytes; 1 for a byte that is not UTF-8. Sets *plain to whether the text may contain it: deceptive
 * characters, tabs and bytes that are not UTF-8 are not allowed. */
unsigned utf8_plain(const char *s, size_t n, bool *plain);

/* True if utf8_plain() allows all characters of the text. */
bool utf8_is_plain(struct str s);

/* Returns the first characters of a text, or all of it if it has fewer. */
struct str utf8_first(struct str s, unsigned characters);

#endif
