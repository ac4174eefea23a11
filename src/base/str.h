/* SPDX-License-Identifier: MIT */
/* A string that need not end in NUL: a view into a line, a file or an arena, valid as long as that
 * line, file or arena.
 *
 * A `struct str` may hold foreign text. A `const char *` that is printed holds the program's own
 * words, or text that went through a gate: arena_plain(), arena_brief(), sink_plain() or
 * sink_json(). So foreign text is not printed by mistake: "%s" with a `struct str` does not
 * compile, and "%.*s" is not used. Names of files are foreign too: each is a `struct str` that ends
 * in NUL. */
#ifndef BASTIDE_BASE_STR_H
#define BASTIDE_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct str {
    const char *p;
    size_t n;
};

static inline struct str str_of(const char *text)
{
    return (struct str){text, strlen(text)};
}

static inline bool str_equal(struct str a, struct str b)
{
    /* Most strings differ in their first byte, and many have only one. */
    return a.n == b.n &&
           (a.n == 0 || (a.p[0] == b.p[0] && (a.n == 1 || memcmp(a.p, b.p, a.n) == 0)));
}

/* Most texts that are compared differ in their first byte. */
static inline bool str_is(struct str s, const char *text)
{
    if (s.n == 0 || s.p[0] != text[0])
        return s.n == 0 && text[0] == '\0';
    return str_equal(s, str_of(text));
}

static inline bool str_begins(struct str s, const char *prefix)
{
    size_t n = strlen(prefix);
    return s.n >= n && (n == 0 || (s.p[0] == prefix[0] && memcmp(s.p, prefix, n) == 0));
}

/* True if `c` is one of the bytes of `set`; false for NUL, which strchr() would find. */
static inline bool char_is_in(int c, const char *set)
{
    return c && strchr(set, c);
}

static inline bool str_contains(struct str s, const char *needle)
{
    size_t n = strlen(needle);
    for (size_t i = 0; i + n <= s.n; i++)
        if (memcmp(s.p + i, needle, n) == 0)
            return true;
    return false;
}

static inline struct str str_from(struct str s, size_t skip)
{
    return skip > s.n ? (struct str){s.p + s.n, 0} : (struct str){s.p + skip, s.n - skip};
}

/* Returns the text without a byte order mark and blanks before it. */
static inline struct str str_without_blanks(struct str text)
{
    if (str_begins(text, "\xEF\xBB\xBF"))
        text = str_from(text, 3);
    while (text.n && char_is_in(text.p[0], " \t\r\n"))
        text = str_from(text, 1);
    return text;
}

/* Takes the next item of a text such as "Ada, Ben", without the blanks around it. Moves `at` after
 * the comma that follows, or sets it to NULL after the last item. Returns false if `at` is NULL. */
static inline bool str_item(const char **at, struct str *item)
{
    if (!*at)
        return false;
    const char *p = *at + strspn(*at, " \t");
    size_t n = strcspn(p, ",");
    *at = p[n] ? p + n + 1 : NULL;
    while (n && (p[n - 1] == ' ' || p[n - 1] == '\t'))
        n--;
    *item = (struct str){p, n};
    return true;
}

/* FNV-1a, 32 bits: for tables that live in memory. */
static inline uint32_t str_hash(struct str s)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < s.n; i++)
        hash = (hash ^ (unsigned char)s.p[i]) * 16777619u;
    return hash;
}

/* Compares two strings by their bytes, as memcmp() does; a string comes before those that begin
 * with it. */
static inline int str_compare(struct str a, struct str b)
{
    int order = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);
    return order ? order : (a.n > b.n) - (a.n < b.n);
}

#endif
