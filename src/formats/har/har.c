/* SPDX-License-Identifier: MIT */
/* HAR files, in which the developer tools of a browser save all that it fetched: {"log":
 * {"entries":
 * [...]}}. A response of Board Game Arena whose address contains "logs.html" is the log of a table.
 * Such a file is large, so its entries are read one by one. Nothing else of it is read; it may hold
 * cookies that should be shown to nobody. */
#include "formats/container.h"

#include <stdio.h>

#include "input/json.h"

struct har {
    bool is_begun; /* the entries have begun */
    size_t entry;  /* number of the next entry, from 0 */
    unsigned logs; /* responses that should be logs */
};

static struct str without_blanks(struct str text)
{
    while (text.n && char_is_in(*text.p, " \t\r\n"))
        text = str_from(text, 1);
    return text;
}

static enum probed probe(struct str head)
{
    static const char *const begins[] = {"{", "\"log\"", ":", "{"};
    if (str_begins(head, "\xEF\xBB\xBF"))
        head = str_from(head, 3);
    for (unsigned i = 0; i < sizeof begins / sizeof *begins; i++) {
        head = without_blanks(head);
        size_t n = strlen(begins[i]), have = head.n < n ? head.n : n;
        if (memcmp(head.p, begins[i], have) != 0)
            return PROBED_OTHER;
        if (have < n)
            return PROBED_SHORT;
        head = str_from(head, n);
    }
    return PROBED_KIND;
}

/* Reads up to the first entry. Keys of the log have depth 2. False if there are no entries. */
static bool seek_entries(struct input *input)
{
    struct json_nesting nesting = {0};
    static const char name[] = "\"entries\"";
    size_t matched = 0;
    for (int byte; input_mark(input), (byte = input_byte(input)) >= 0;) {
        bool in_string = nesting.in_string;
        if (!json_nest(&nesting, byte))
            return false;
        if (matched == sizeof name - 1 && byte == '[' && nesting.depth == 3)
            return true;
        bool is_part = nesting.depth == 2 && (in_string || nesting.in_string);
        if (matched == sizeof name - 1 && char_is_in(byte, " \t\r\n:"))
            continue;
        matched = is_part && matched < sizeof name - 1 && byte == name[matched] ? matched + 1
                  : is_part && byte == *name && !in_string                      ? 1
                                                                                : 0;
    }
    return false;
}

/* Moves to the next entry; false if there is none. */
static bool seek_entry(struct input *input)
{
    int byte;
    do {
        input_mark(input);
        byte = input_byte(input);
    } while (byte >= 0 && char_is_in(byte, " \t\r\n,"));
    if (byte != '{')
        return false;
    input_rewind(input, 0);
    return true;
}

static int sextet_of(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Decodes base64. False if a character is wrong. */
static bool decode(struct arena *arena, struct str text, struct str *decoded)
{
    char *to = arena_take(arena, text.n + 1);
    size_t n = 0;
    uint32_t bits = 0;
    unsigned have = 0;
    for (size_t i = 0; i < text.n && text.p[i] != '='; i++) {
        int sextet = sextet_of(text.p[i]);
        if (char_is_in(text.p[i], "\r\n"))
            continue;
        if (sextet < 0)
            return false;
        bits = bits << 6 | (uint32_t)sextet;
        have += 6;
        if (have >= 8) {
            have -= 8;
            to[n++] = (char)(bits >> have & 0xFF);
        }
        bits &= (1u << have) - 1;
    }
    *decoded = (struct str){to, n};
    return true;
}

/* Returns the name of a response: the number of its table, or else that of its entry. */
static const char *name_of(struct container *container, struct str address, size_t entry)
{
    for (size_t i = 0; i + 6 < address.n; i++) {
        struct str rest = str_from(address, i + 1);
        size_t n = 6;
        if (!char_is_in(address.p[i], "?&") || !str_begins(rest, "table="))
            continue;
        while (n < rest.n && n < 32 && rest.p[n] >= '0' && rest.p[n] <= '9')
            n++;
        return arena_copy(&container->arena, rest.p, n);
    }
    return arena_printf(&container->arena, "entries[%zu]", entry);
}

/* Returns the log that an entry holds; NULL, perhaps with a finding, if it holds none. */
static struct input *log_of(struct container *container, const struct json *entry,
                            struct findings *findings)
{
    struct har *har = container->state;
    struct str address = json_str(json_get(json_get(entry, "request"), "url"));
    const struct json *content = json_get(json_get(entry, "response"), "content");
    struct str text = json_str(json_get(content, "text")),
               encoding = json_str(json_get(content, "encoding"));
    if (!str_contains(address, "logs.html"))
        return NULL;
    har->logs++;
    const char *name = name_of(container, address, har->entry);
    struct place place = {.at = arena_plain(findings->arena, str_of(name))};
    if (!text.n) {
        finding_raise(findings, FINDING_IMPORT_HAR_BODY, place, NO_ARGS);
    } else if (encoding.n && !str_is(encoding, "base64")) {
        finding_raise(findings, FINDING_IMPORT_HAR_ENCODING, place,
                      ARGS(arena_brief(findings->arena, encoding)));
    } else if (encoding.n && !decode(&container->arena, text, &text)) {
        finding_raise(findings, FINDING_IMPORT_HAR_BASE64, place, NO_ARGS);
    } else {
        struct input *member = input_text(text, 0);
        input_rename(member, container_name(container, str_of(name)));
        return member;
    }
    return NULL;
}

/* Passes over an entry that could not be read. One that is too large is no log, unless its address
 * says so: scripts and pictures may be large. */
static void pass_entry(struct container *container, struct findings *findings,
                       const struct json_error *error)
{
    struct har *har = container->state;
    struct input *input = container->input;
    struct json_nesting nesting = {0};
    struct str kept = input_kept(input);
    bool is_large = error->too_large || kept.n == WHOLE_MAX,
         is_log = str_contains(kept, "logs.html");
    struct place place = {.at = arena_printf(findings->arena, "log.entries[%zu]", har->entry)};
    enum finding_id id;
    int byte;
    input_rewind(input, 0);
    do {
        byte = input_byte(input);
        input_mark(input);
    } while (byte >= 0 && json_nest(&nesting, byte) && nesting.depth);
    bool is_passed = byte >= 0 && !nesting.depth;
    if (is_large && is_log)
        finding_raise(findings, FINDING_TOO_LARGE_DOCUMENT, place, NO_ARGS);
    else if (!input_failure(input, &id) && (!is_large || !is_passed))
        finding_raise(findings, FINDING_IMPORT_NOT_JSON, place,
                      ARGS(arena_plain(findings->arena, str_of(error->text))));
    har->logs += is_log;
}

static struct input *next(struct container *container, struct findings *findings)
{
    struct har *har = container->state;
    struct input *input = container->input, *member = NULL;
    if (!har->is_begun && !seek_entries(input)) {
        finding_raise(findings, FINDING_IMPORT_HAR_ENTRIES, (struct place){0}, NO_ARGS);
        container->is_over = true;
        return NULL;
    }
    har->is_begun = true;
    while (!member && !findings->first && seek_entry(input)) {
        struct json_error error;
        arena_reset(&container->arena);
        const struct json *entry = json_read(input, &container->arena, &error);
        if (entry)
            member = log_of(container, entry, findings);
        else
            pass_entry(container, findings, &error);
        har->entry++;
    }
    if (!member && !findings->first && !har->logs) {
        finding_raise(findings, FINDING_FORMAT_HAR, (struct place){0}, NO_ARGS);
        container->is_over = true;
    }
    return member;
}

const struct container_kind container_har = {
    .name = "HAR file", .probe = probe, .size = sizeof(struct har), .next = next};
