/* SPDX-License-Identifier: MIT */
/* Reports the fields of an event as keys of an object. */
#include "ledger/field.h"
#include "base/check.h"
#include "report/report.h"

static void emit_number(struct emitter *e, const char *key, int64_t number)
{
    if (number == NUMBER_NONE)
        return;
    emit_key(e, key);
    if (number == NUMBER_UNKNOWN)
        emit_null(e);
    else
        emit_int(e, number);
}

static void emit_edge(struct emitter *e, const char *key, const struct ledger *ledger,
                      const struct event *event, unsigned side)
{
    emit_key(e, key);
    if (event->tile == TILE_NONE) {
        emit_null(e);
        return;
    }
    struct edge edge = {ledger->tiles[event->tile].cell, (uint8_t)side};
    emit_str(e, str_of(report_edge_text(edge).text));
}

/* Reports the name of a feature at the end of the game, if it differs from the present one. */
static void emit_later(struct emitter *e, const char *key, struct feature_names *names,
                       unsigned node)
{
    unsigned last = namer_name(&names->last, node);
    if (last != namer_name(&names->now, node))
        report_node(e, key, names->now.ledger, last);
}

static void emit_field(struct emitter *e, const struct ledger *ledger, const struct event *event,
                       const struct field *field, struct feature_names *names)
{
    if (field->type == FIELD_DESIGN) {
        const struct design *design = field_design(event, field);
        emit_key_text(e, field->key, design ? design->name : "?");
        return;
    }
    int64_t number = field_number(event, field);
    switch ((enum field_type)field->type) {
    case FIELD_DESIGN:
        break;
    case FIELD_LAID:
        report_laid(e, ledger, (unsigned)number);
        break;
    case FIELD_CELL:
        report_cell(e, field->key, ledger->tiles[number].cell);
        break;
    case FIELD_EDGE:
        emit_edge(e, field->key, ledger, event, (unsigned)number);
        break;
    case FIELD_FEATURE:
        report_node(e, field->key, ledger, namer_name(&names->now, (unsigned)number));
        break;
    case FIELD_STAND:
        report_stand(e, &names->now, (unsigned)number);
        break;
    case FIELD_LATER:
        emit_later(e, field->key, names, (unsigned)number);
        break;
    case FIELD_NODE:
        report_node(e, field->key, ledger, (unsigned)number);
        break;
    case FIELD_KIND:
        emit_key_text(e, field->key, kinds[number].name);
        break;
    case FIELD_MEEPLE:
        report_meeple(e, (unsigned)number);
        break;
    case FIELD_SEAT:
        report_seat(e, field->key, (unsigned)number);
        break;
    case FIELD_WORD:
        emit_key_text(e, field->key, field->words[number]);
        break;
    case FIELD_TRUTH:
        emit_key_bool(e, field->key, number);
        break;
    case FIELD_NUMBER:
        emit_key_int(e, field->key, number);
        break;
    case FIELD_TIME:
        emit_key_time(e, field->key, number);
        break;
    case FIELD_NUMBER_IF_ANY:
        emit_number(e, field->key, number);
        break;
    }
}

void report_fields(struct emitter *e, const struct ledger *ledger, const struct event *event,
                   struct feature_names *names)
{
    assert(event->kind < EVENT_KINDS);
    unsigned count;
    const struct field *fields = event_fields(event->kind, &count);
    for (unsigned i = 0; i < count; i++)
        emit_field(e, ledger, event, &fields[i], names);
}
