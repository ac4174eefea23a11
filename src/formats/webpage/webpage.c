/* SPDX-License-Identifier: MIT */
/* Pages that a browser saved. A replay page of Board Game Arena has the log of the game in a
 * script: "g_gamelogs = {...};". That one JSON value is read, and nothing else of the page. */
#include <ctype.h>

#include "formats/container.h"
#include "formats/format.h"
#include "input/json.h"

struct webpage {
    bool is_read;
    bool is_named; /* the name g_gamelogs was seen */
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

static bool is_log(struct container *container, struct str text)
{
    struct json_error error;
    struct arena_mark mark = arena_mark(&container->arena);
    const struct json *document = json_parse(text, &container->arena, &error);
    bool good = format_of_document(document);
    arena_rewind(&container->arena, mark);
    return good;
}

/* Returns the first value that is a log; otherwise the first value, which will be reported. */
static struct input *next(struct container *container, struct findings *findings)
{
    enum { VALUES_MAX = 8 };
    struct webpage *page = container->state;
    struct webpage_value first = {.text = {NULL, 0}}, value = first;
    bool is_found = false;
    if (page->is_read)
        return NULL;
    page->is_read = true;
    for (unsigned i = 0; i < VALUES_MAX && !is_found && seek_value(container); i++) {
        value = take_value(container);
        is_found = is_log(container, value.text);
        first = i ? first : value;
    }
    value = is_found ? value : first;
    if (!value.text.p) {
        finding_raise(findings, page->is_named ? FINDING_FORMAT_PAGE_FORM : FINDING_FORMAT_PAGE,
                      (struct place){0}, NO_ARGS);
        return NULL;
    }
    container->lines = value.lines;
    container->columns = value.columns;
    struct input *member = input_text(value.text, 0);
    input_rename(member, input_name(container->input));
    return member;
}

const struct container_kind container_webpage = {
    .name = "saved page", .probe = probe, .size = sizeof(struct webpage), .next = next};
