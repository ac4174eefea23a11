/* SPDX-License-Identifier: MIT */
/* The fields of events, composed from the rows EVENT. See field.h. */
#include "ledger/field.h"
#include "base/check.h"

#include <stddef.h>

#define MEMBER_OF(slot) (((struct event *)NULL)->slot)
#define IS_SIGNED(slot) ((__typeof__(MEMBER_OF(slot)))-1 < (__typeof__(MEMBER_OF(slot)))1)

#define SLOT(slot) sizeof MEMBER_OF(slot), IS_SIGNED(slot), offsetof(struct event, slot)

#define FIELD(type, slot, key, member)       {FIELD_##type, MEMBER_##member, SLOT(slot), key, NULL},
#define WORD_FIELD(names, slot, key, member) {FIELD_WORD, MEMBER_##member, SLOT(slot), key, names},
#define EVENT(id, name, unasked, about, fields)                                                    \
    static const struct field fields_##id[] = {fields{0, 0, 0, false, 0, NULL, NULL}};
#include "rows.h"

static const struct {
    const struct field *fields;
    unsigned count;
    bool unasked;
} facts[EVENT_KINDS] = {
#define EVENT(id, name, unasked, about, fields)                                                    \
    {fields_##id, sizeof fields_##id / sizeof *fields_##id - 1, unasked},
#include "rows.h"
};

const struct field *event_fields(enum event_kind kind, unsigned *count)
{
    assert(kind < EVENT_KINDS);
    *count = facts[kind].count;
    return facts[kind].fields;
}

bool event_is_unasked(enum event_kind kind)
{
    assert(kind < EVENT_KINDS);
    return facts[kind].unasked;
}

/* A pattern that fits events of a kind in which a member has a value. */
struct match {
    uint8_t kind;
    struct field member;
    int64_t value;
};
#define MATCH(event, slot, value)                                                                  \
    {                                                                                              \
        EVENT_##event, {FIELD_NUMBER, MEMBER_NONE, SLOT(slot), NULL, NULL}, value                  \
    }

static const struct match puttings[] = {
#define PUT(event, slot, value) MATCH(event, slot, value),
#include "rows.h"
};

static const struct {
    struct match match;
    const char *text;
} texts[] = {
#define TEXT(event, slot, value, text) {MATCH(event, slot, value), text},
#include "rows.h"
};

static bool fits(const struct match *match, const struct event *event)
{
    return match->kind == event->kind && field_number(event, &match->member) == match->value;
}

enum kind event_becomes(const struct event *event)
{
    static const uint8_t becomes[EVENT_KINDS] = {
#define BECOMES(event, kind) [EVENT_##event] = KIND_##kind,
#include "rows.h"
    };
    return (enum kind)becomes[event->kind];
}

bool event_puts_follower(const struct event *event)
{
    for (unsigned i = 0; i < sizeof puttings / sizeof *puttings; i++)
        if (fits(&puttings[i], event))
            return kind_is_follower(event->meeple);
    return false;
}

const char *event_text(const struct event *event)
{
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        if (fits(&texts[i].match, event))
            return texts[i].text;
    return NULL;
}

int64_t field_number(const struct event *event, const struct field *field)
{
    assert(field->type != FIELD_DESIGN);
    const unsigned char *at = (const unsigned char *)event + field->offset;
    union {
        uint8_t one;
        uint16_t two;
        uint32_t four;
        int64_t eight;
    } value;
    memcpy(&value, at, field->size);
    switch (field->size) {
    case sizeof value.one:
        return field->is_signed ? (int8_t)value.one : value.one;
    case sizeof value.two:
        return field->is_signed ? (int16_t)value.two : value.two;
    case sizeof value.four:
        return field->is_signed ? (int32_t)value.four : (int64_t)value.four;
    default:
        assert(field->size == sizeof value.eight);
        return value.eight;
    }
}

const struct design *field_design(const struct event *event, const struct field *field)
{
    assert(field->type == FIELD_DESIGN);
    const struct design *design;
    memcpy(&design, (const unsigned char *)event + field->offset, sizeof design);
    return design;
}
