/* SPDX-License-Identifier: MIT */
/* Pages that a browser saved. A replay page of Board Game Arena has the log of the game in a
 * script: "g_gamelogs = {...};". Such JSON values are read, and nothing else of the page. */
#include <ctype.h>

#include "formats/container.h"
#include "formats/format.h"
#include "input/json.h"

struct webpage {
    bool is_named; /* the name g_gamelogs was seen */
    unsigned logs; /* logs found so far */
};

/* Compares without regard to case. `prefix` is in lower case. */
static bool begins_with(struct str head, const char *prefix)
{
    size_t i = 0;
    while (i < head.n && prefix[i] && tolower((unsigned char)head.p[i]) == prefix[i])
        i++;
    return !prefix[i];
}

static enum probed probe(struct str head)
{
    static const char *const begins[] = {"<!doctype html", "<html", "<!-- saved from"};
    if (head.n && *head.p != '<')
        return PROBED_OTHER;
    for (unsigned i = 0; i < sizeof begins / sizeof *begins; i++)
        if (begins_with(head, begins[i]))
            return PROBED_KIND;
    return head.n < 16 ? PROBED_SHORT : PROBED_OTHER;
}

/* Reads up to the next value that is assigned to g_gamelogs: a list or an object. False if there is
 * none. */
static bool seek_value(struct container *container)
{
    static const char name[] = "g_gamelogs";
    enum { NAME = sizeof name - 1, EQUALS };
    struct webpage *page = container->state;
    struct input *input = container->input;
    size_t matched = 0; /* bytes of the name; then NAME, and EQUALS after the '=' */
    for (int byte; input_mark(input), (byte = input_byte(input)) >= 0;) {
        container->columns = byte == '\n' ? 0 : container->columns + 1;
        container->lines += byte == '\n';
        if (matched == EQUALS && (byte == '{' || byte == '[')) {
            input_rewind(input, 0);
            container->columns--;
            return true;
        }
        if (matched < NAME)
            matched = byte == name[matched] ? matched + 1 : byte == *name;
        else if (matched == NAME && byte == '=')
            matched = EQUALS;
        else if (!char_is_in(byte, matched == NAME ? " \t\r\n\"']" : " \t\r\n"))
            matched = byte == *name;
        page->is_named |= matched == NAME;
    }
    return false;
}

/* A value that is assigned to g_gamelogs. */
struct webpage_value {
    struct str text;
    uint32_t lines, columns; /* before it in the page */
};

/* Takes the value that comes next. Its brackets end it. */
static struct webpage_value take_value(struct container *container)
{
    struct json_nesting nesting = {0};
    struct input *input = container->input;
    int byte;
    do
        byte = input_byte(input);
    while (byte >= 0 && json_nest(&nesting, byte) && nesting.depth);
    struct str kept = input_kept(input);
    struct webpage_value value = {.text = {arena_copy(&container->arena, kept.p, kept.n), kept.n},
                                  .lines = container->lines,
                                  .columns = container->columns};
    for (size_t i = 0; i < kept.n; i++) {
        container->columns = kept.p[i] == '\n' ? 0 : container->columns + 1;
        container->lines += kept.p[i] == '\n';
    }
    return value;
}

static bool is_log(struct str text)
{
    struct json_error error;
    struct arena arena = {0};
    bool good = format_of_document(json_parse(text, &arena, &error));
    arena_free(&arena);
    return good;
}

/* Returns the next log. On a page without logs, returns the first value, which will be reported. */
static struct input *next(struct container *container, struct findings *findings)
{
    struct webpage *page = container->state;
    struct webpage_value kept = {.text = {NULL, 0}};
    bool is_found = false;
    arena_reset(&container->arena);
    while (!is_found && seek_value(container)) {
        struct arena_mark mark = arena_mark(&container->arena);
        struct webpage_value value = take_value(container);
        is_found = is_log(value.text);
        if (is_found || !kept.text.p)
            kept = value;
        else
            arena_rewind(&container->arena, mark);
    }
    if (!is_found && page->logs)
        return NULL;
    page->logs++;
    if (!kept.text.p) {
        finding_raise(findings, page->is_named ? FINDING_FORMAT_PAGE_FORM : FINDING_FORMAT_PAGE,
                      (struct place){0}, NO_ARGS);
        return NULL;
    }
    container->lines = kept.lines;
    container->columns = kept.columns;
    struct input *member = input_text(kept.text, 0);
    const char *which = arena_printf(&container->arena, "log=%u", page->logs);
    input_rename(member, page->logs == 1 ? input_name(container->input)
                                         : container_name(container, str_of(which)));
    return member;
}

const struct container_kind container_webpage = {
    .name = "saved page", .probe = probe, .size = sizeof(struct webpage), .next = next};
