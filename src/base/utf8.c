/* SPDX-License-Identifier: MIT */
/* Decodes UTF-8, and finds characters that could deceive a reader. */
#include "base/utf8.h"

unsigned utf8_decode(const char *s, size_t n, uint32_t *point)
{
    const unsigned char *u = (const unsigned char *)s;
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned length = 1;
    if (u[0] >= 0x80) {
        if (u[0] < 0xC2 || u[0] >= 0xF5)
            return 0;
        length = 2u + (u[0] >= 0xE0) + (u[0] >= 0xF0);
    }
    if (length > n)
        return 0;
    uint32_t value = length == 1 ? u[0] : u[0] & (0x7Fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if ((u[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (u[i] & 0x3F);
    }
    if (value < least[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *point = value;
    return length;
}

size_t utf8_bad_at(struct str s)
{
    size_t i = 0;
    while (i < s.n) {
        if ((unsigned char)s.p[i] < 0x80) {
            i++;
            continue;
        }
        uint32_t point;
        unsigned length = utf8_decode(s.p + i, s.n - i, &point);
        if (!length)
            return i;
        i += length;
    }
    return s.n;
}

bool utf8_is_deceptive(uint32_t point)
{
    if (point >= ' ' && point <= '~')
        return false;
    return (point < 0x20 && point != '\t') || (point >= 0x7F && point <= 0x9F) || point == 0x061C ||
           point == 0x200E || point == 0x200F || (point >= 0x2028 && point <= 0x202E) ||
           (point >= 0x2066 && point <= 0x2069) || point == 0xFEFF || (point & 0xFFFE) == 0xFFFE;
}

unsigned utf8_plain(const char *s, size_t n, bool *plain)
{
    uint32_t point;
    unsigned length = utf8_decode(s, n, &point);
    *plain = length && point != '\t' && !utf8_is_deceptive(point);
    return length ? length : 1;
}

bool utf8_is_plain(struct str s)
{
    bool plain = true;
    for (size_t i = 0; plain && i < s.n;)
        i += utf8_plain(s.p + i, s.n - i, &plain);
    return plain;
}

struct str utf8_first(struct str s, unsigned characters)
{
    size_t n = 0;
    for (bool plain; n < s.n && characters; characters--)
        n += utf8_plain(s.p + n, s.n - n, &plain);
    return (struct str){s.p, n};
}
