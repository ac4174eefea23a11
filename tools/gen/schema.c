/* SPDX-License-Identifier: MIT */
/* Prints a schema of the output in JSON. It is made of a template and of the rows of all rooms. */
#include "schema.h"

#include <stdio.h>
#include <string.h>

#include "ledger/field.h"
#include "notation/record.h"

/* A list of quoted names that is printed with commas between them. */
struct list {
    unsigned count;
};

static void add(struct list *list, const char *name)
{
    printf("%s\"%s\"", list->count++ ? ", " : "", name);
}

static void print_awards(void)
{
    struct list list = {0};
    for (unsigned i = 0; i < AWARD_COUNT; i++)
        add(&list, award_names[i]);
}

static void print_award_properties(void)
{
    for (unsigned i = 0; i < AWARD_COUNT; i++)
        printf("%s\"%s\": {\"type\": \"integer\"}", i ? ", " : "", award_names[i]);
}

static void print_terms(void)
{
    struct list list = {0};
    for (unsigned i = 0; i < TERM_COUNT; i++)
        add(&list, term_words[i].name);
}

/* True if an award may name the mark. */
static bool is_earning(unsigned mark)
{
    static const uint8_t earning[] = {
#define EARNS(mark) MARK_ID_##mark,
#include "rows.h"
    };
    return memchr(earning, (int)mark, sizeof earning);
}

static void print_marks(void)
{
    struct list list = {0};
    for (unsigned i = 0; i < MARK_COUNT; i++)
        if (is_earning(i))
            add(&list, marks[i].key);
}

/* Prints the kinds of features that segments belong to: all except castles. */
static void print_kinds(void)
{
    struct list list = {0};
    for (unsigned i = 0; i < KIND_COUNT; i++)
        if (kinds[i].letter)
            add(&list, kinds[i].name);
}

static void print_followers(void)
{
    struct list list = {0};
    for (unsigned i = 0; i < MEEPLE_KINDS; i++)
        if (i != MEEPLE_SMALL)
            add(&list, meeple_kinds[i].name);
}

static void print_items(void)
{
    struct list list = {0};
    for (unsigned i = 0; i < ITEM_COUNT; i++)
        add(&list, item_names[i]);
}

static void print_whys(void)
{
    struct list list = {0};
    for (unsigned i = 0; i < WHY_COUNT; i++)
        add(&list, why_names[i]);
}

static void print_things(void)
{
#define BUILDING(event, name, ...) printf("\"%s\", ", name);
#include "rows.h"
#define EDGE_WALL(piece, ...)   printf("\"%s\", ", piece_names[PIECE_##piece]);
#define EDGE_FIGURE(piece, ...) printf("\"%s\", ", piece_names[PIECE_##piece]);
#include "rows.h"
#define NEUTRAL(event, name, ...) printf("\"%s\", ", name);
#define STACK(event, name, glyph) printf("\"%s\", ", name);
#include "rows.h"
}

static const struct {
    const char *token;
    void (*print)(void);
} lists[] = {
    {"@awards@", print_awards}, {"@award-properties@", print_award_properties},
    {"@terms@", print_terms},   {"@marks@", print_marks},
    {"@items@", print_items},   {"@things@", print_things},
    {"@kinds@", print_kinds},   {"@followers@", print_followers},
    {"@whys@", print_whys},
};

/* ---- Events ---- */

static const char *const about[EVENT_KINDS] = {
#define EVENT(id, name, unasked, about, fields) about,
#include "rows.h"
};

static void print_reference(const char *key, const char *definition)
{
    printf(",\n        \"%s\": {\"$ref\": \"#/definitions/%s\"}", key, definition);
}

static void print_or_null(const char *key, const char *definition)
{
    printf(
        ",\n        \"%s\": {\"anyOf\": [{\"$ref\": \"#/definitions/%s\"}, {\"type\": \"null\"}]}",
        key, definition);
}

/* Prints the keys of a field with their types, as report/fields.c prints them in an event. */
static void print_field(const struct field *field)
{
    const char *least = field->is_signed ? "" : ", \"minimum\": 0";
    struct list list = {0};
    switch ((enum field_type)field->type) {
    case FIELD_LAID:
        printf(",\n        \"tile\": {\"anyOf\": [{\"type\": \"string\"}, {\"type\": \"null\"}]}");
        print_reference("cell", "cell");
        print_or_null("orient", "orient");
        return;
    case FIELD_DESIGN:
        printf(",\n        \"%s\": {\"type\": \"string\"}", field->key);
        return;
    case FIELD_CELL:
        print_reference(field->key, "cell");
        return;
    case FIELD_EDGE:
        print_or_null(field->key, "edge");
        return;
    case FIELD_FEATURE:
    case FIELD_LATER:
    case FIELD_NODE:
        print_reference(field->key, "segment");
        return;
    case FIELD_STAND:
        print_reference("feature", "segment");
        print_reference("segment", "segment");
        return;
    case FIELD_KIND:
        printf(",\n        \"%s\": {\"enum\": [", field->key);
        print_kinds();
        printf(", \"castle\"]}");
        return;
    case FIELD_MEEPLE:
        print_reference("follower", "follower");
        return;
    case FIELD_SEAT:
        print_or_null(field->key, "seat");
        return;
    case FIELD_WORD:
        printf(",\n        \"%s\": {\"enum\": [", field->key);
        for (const char *const *word = field->words; *word; word++)
            add(&list, *word);
        printf("]}");
        return;
    case FIELD_TRUTH:
        printf(",\n        \"%s\": {\"type\": \"boolean\"}", field->key);
        return;
    case FIELD_NUMBER:
        printf(",\n        \"%s\": {\"type\": \"integer\"%s}", field->key, least);
        return;
    case FIELD_TIME:
        printf(",\n        \"%s\": {\"type\": [\"number\", \"null\"]}", field->key);
        return;
    case FIELD_NUMBER_IF_ANY:
        printf(",\n        \"%s\": {\"type\": [\"integer\", \"null\"], \"minimum\": 0}",
               field->key);
        return;
    }
}

/* Adds the keys of a field that are always there. */
static void add_required(struct list *list, const struct field *field)
{
    switch ((enum field_type)field->type) {
    case FIELD_LATER:
    case FIELD_MEEPLE:
    case FIELD_NUMBER_IF_ANY:
        return;
    case FIELD_LAID:
        add(list, "tile");
        add(list, "cell");
        add(list, "orient");
        return;
    case FIELD_STAND:
        add(list, "feature");
        return;
    default:
        add(list, field->key);
    }
}

static void print_event(enum event_kind kind)
{
    unsigned count;
    struct list required = {0};
    const struct field *fields = event_fields(kind, &count);
    printf("    {\n      \"type\": \"object\",\n      \"properties\": {\n"
           "        \"event\": {\"const\": \"%s\"},\n        \"file\": {\"type\": \"string\"},\n"
           "        \"game\": {\"type\": \"integer\", \"minimum\": 0},\n"
           "        \"turn\": {\"type\": \"integer\", \"minimum\": 0}",
           event_names[kind]);
    print_reference("seat", "seat");
    for (unsigned i = 0; i < count; i++)
        print_field(&fields[i]);
    printf("\n      },\n      \"required\": [");
    add(&required, "event");
    add(&required, "file");
    add(&required, "game");
    add(&required, "turn");
    for (unsigned i = 0; i < count; i++)
        add_required(&required, &fields[i]);
    printf("],\n      \"additionalProperties\": false,\n      \"title\": \"%s\"\n    }",
           about[kind]);
}

/* Prints the list that a token at *at stands for, and moves *at past the token; false if there is
 * none. */
static bool print_list(const char **at)
{
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strncmp(*at, lists[i].token, strlen(lists[i].token)) == 0) {
            lists[i].print();
            *at += strlen(lists[i].token);
            return true;
        }
    return false;
}

/* Prints the objects of the rooms, then those of the events that neither a room nor the template
 * describes. */
static void print_objects(const char *template, const struct str *rooms, unsigned count)
{
    const char *between = "";
    for (unsigned i = 0; i < count; i++) {
        /* The text of a room is a list: "[\n", objects, "\n]\n". */
        printf("%s", between);
        for (const char *at = rooms[i].p + 2; at < rooms[i].p + rooms[i].n - 3;)
            if (!print_list(&at))
                putchar(*at++);
        between = ",\n";
    }
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++) {
        char named[64];
        snprintf(named, sizeof named, "\"event\": {\"const\": \"%s\"}", event_names[kind]);
        bool printed = strstr(template, named);
        for (unsigned i = 0; i < count; i++)
            printed |= strstr(rooms[i].p, named) != NULL;
        if (printed)
            continue;
        printf("%s", between);
        print_event(kind);
        between = ",\n";
    }
    printf("\n");
}

void schema_print(const char *template, const struct str *rooms, unsigned count)
{
    for (const char *at = template; *at;) {
        if (print_list(&at))
            continue;
        if (strncmp(at, "@objects@\n", 10) == 0) {
            print_objects(template, rooms, count);
            at += 10;
        } else {
            putchar(*at++);
        }
    }
}
