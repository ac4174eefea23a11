/* SPDX-License-Identifier: MIT */
/* Checks texts by YAML 1.2, section 7.3.3 (plain style), and by the types of YAML 1.1, which users
 * of libyaml resolve. */
#include "base/scalar.h"

#include <strings.h>

#include "base/utf8.h"

/* True for the punctuation of lists and maps on one line (flow style). */
static inline bool is_flow(char c)
{
    return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

/* True for a letter, then letters, digits, '-' and '_'. */
static bool is_word(struct str text)
{
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
        if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '-' || c == '_')))
            return false;
    }
    return text.n > 0;
}

bool scalar_is_plain(struct str text, bool flow)
{
    if (is_word(text))
        return true;
    if (text.n == 0 || text.p[0] == ' ' || text.p[text.n - 1] == ' ' || text.p[text.n - 1] == ':')
        return false;
    if (char_is_in(text.p[0], ",[]{}#&*!|>'\"%@`"))
        return false;
    if (char_is_in(text.p[0], "-?:") &&
        (text.n == 1 || text.p[1] == ' ' || (flow && is_flow(text.p[1]))))
        return false;
    if (str_begins(text, "---") || str_begins(text, "..."))
        return false;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (c == '\t' ||
            (c == ':' && i + 1 < text.n &&
             (text.p[i + 1] == ' ' || (flow && is_flow(text.p[i + 1])))) ||
            (c == '#' && i && text.p[i - 1] == ' ') || (flow && is_flow(c)))
            return false;
    }
    for (size_t i = 0; i < text.n;) {
        uint32_t point;
        unsigned length = utf8_decode(text.p + i, text.n - i, &point);
        if (!length || utf8_is_deceptive(point))
            return false;
        i += length;
    }
    return true;
}

bool scalar_is_typed(struct str text)
{
    static const char *const words[] = {"null", "~", "true", "false", "yes",   "no",   "on", "off",
                                        "y",    "n", ".inf", "-.inf", "+.inf", ".nan", "=",  "<<"};
    if (text.n == 0)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text.n == strlen(words[i]) && strncasecmp(text.p, words[i], text.n) == 0)
            return true;
    /* A text with a digit is typed if it has only characters of numbers, dates and times. */
    bool digit = false;
    for (size_t i = 0; i < text.n; i++) {
        digit |= text.p[i] >= '0' && text.p[i] <= '9';
        if (!char_is_in(text.p[i], "0123456789+-._:eExXoOabcdefABCDEFTZtz "))
            return false;
    }
    return digit;
}
