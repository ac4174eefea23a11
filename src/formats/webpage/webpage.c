/* SPDX-License-Identifier: MIT */
/* Pages that a browser saved. A replay page of Board Game Arena has the log of the game in a
 * script: "g_gamelogs = {...};". That one JSON value is read, and nothing else of the page. */
#include "formats/container.h"

#include "input/json.h"

struct webpage {
    bool is_read;
};

static bool begins_with(struct str head, const char *prefix)
{
    for (size_t i = 0; prefix[i]; i++) {
        char c = head.p[i] >= 'A' && head.p[i] <= 'Z' ? (char)(head.p[i] + 'a' - 'A') : head.p[i];
        if (i == head.n || c != prefix[i])
            return false;
    }
    return true;
}

static enum probed probe(struct str head)
{
    static const char *const begins[] = {"<!doctype html", "<html", "<!-- saved from"};
    if (str_begins(head, "\xEF\xBB\xBF"))
        head = str_from(head, 3);
    while (head.n && char_is_in(*head.p, " \t\r\n"))
        head = str_from(head, 1);
    if (head.n && *head.p != '<')
        return PROBED_OTHER;
    for (unsigned i = 0; i < sizeof begins / sizeof *begins; i++)
        if (begins_with(head, begins[i]))
            return PROBED_KIND;
    return head.n < 16 ? PROBED_SHORT : PROBED_OTHER;
}

/* Reads up to the value that is assigned to g_gamelogs. False if there is none. */
static bool seek_value(struct container *container)
{
    static const char name[] = "g_gamelogs";
    struct input *input = container->input;
    size_t matched = 0;
    for (int byte; input_mark(input), (byte = input_byte(input)) >= 0;) {
        container->columns = byte == '\n' ? 0 : container->columns + 1;
        container->lines += byte == '\n';
        if (matched == sizeof name - 1 && (byte == '{' || byte == '[')) {
            input_rewind(input, 0);
            container->columns--;
            return true;
        }
        if (matched < sizeof name - 1)
            matched = byte == name[matched] ? matched + 1 : byte == *name;
        else if (!char_is_in(byte, " \t\r\n="))
            matched = byte == *name;
    }
    return false;
}

static struct input *next(struct container *container, struct findings *findings)
{
    struct webpage *page = container->state;
    struct input *input = container->input;
    if (page->is_read)
        return NULL;
    page->is_read = true;
    if (!seek_value(container)) {
        finding_raise(findings, FINDING_FORMAT_PAGE, (struct place){0}, NO_ARGS);
        return NULL;
    }
    struct json_nesting nesting = {0};
    int byte;
    do
        byte = input_byte(input);
    while (byte >= 0 && json_nest(&nesting, byte) && nesting.depth);
    struct str kept = input_kept(input);
    struct str text = {arena_copy(&container->arena, kept.p, kept.n), kept.n};
    struct input *member = input_text(text, 0);
    input_rename(member, input_name(input));
    return member;
}

const struct container_kind container_webpage = {
    .name = "saved page", .probe = probe, .size = sizeof(struct webpage), .next = next};
