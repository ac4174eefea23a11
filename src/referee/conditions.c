/* SPDX-License-Identifier: MIT */
/* Collects the conditions of a verdict from the header and from the counts that the referee kept.
 * Options that the user set on the command line are the judge's own choice and no condition.
 */
#include "referee/conditions.h"

#include "referee/judge.h"
#include "referee/supply.h"

struct collector {
    struct referee *referee;
    struct end_event *end;
    struct condition *conditions;
};

enum {
    CONDITIONS_MAX =
        CONDITION_KIND_COUNT + SETS_MAX + OPTION_COUNT + MEEPLE_KINDS + STOCK_COUNT + SEATS_MAX
};

/* Adds a condition, and the finding that --strict makes of it. */
static void add(struct collector *c, struct condition condition, struct place place,
                enum finding_id id, const struct arg *args)
{
    c->conditions[c->end->condition_count++] = condition;
    if (c->referee->strict)
        judge_raise(c->referee, id, place, args);
}

static void add_own_tiles(struct collector *c)
{
    const struct record *record = c->referee->record;
    if (!record->own_tiles)
        return;
    unsigned count = record->own_tiles->design_count;
    add(c, (struct condition){.kind = CONDITION_OWN_TILES, .number = (int32_t)count},
        record_key_place(record, "tiles"), FINDING_CONDITION, ARGS(COUNT(count, "tile")));
}

static bool sets_bring(const struct referee *r, const struct expansion *expansion)
{
    for (unsigned i = 0; i < r->draw.set_count; i++)
        if (tileset_brings(r->draw.sets[i], expansion->name))
            return true;
    return false;
}

/* Returns the names of the expansions in play if 'brings' makes them differ from those of the sets,
 * otherwise NULL. */
static const char *brought_otherwise(struct referee *r)
{
    const char *names = "";
    bool differs = false;
    for (unsigned i = 0; i < r->in_play_count; i++) {
        names = arena_printf(r->arena, "%s%s%s", names, *names ? ", " : "", r->in_play[i]->name);
        differs |= !sets_bring(r, r->in_play[i]);
    }
    for (unsigned i = 0; i < r->draw.set_count; i++)
        for (unsigned k = 0; k < BRINGS_MAX && r->draw.sets[i]->brings[k]; k++)
            differs |= !referee_in_play(r, r->draw.sets[i]->brings[k]);
    return !differs ? NULL : *names ? names : "none";
}

static void add_brings(struct collector *c)
{
    struct referee *r = c->referee;
    const char *names = r->record->brings ? brought_otherwise(r) : NULL;
    if (names)
        add(c, (struct condition){.kind = CONDITION_BRINGS, .name = names},
            record_key_place(r->record, "brings"), FINDING_CONDITION_BRINGS, ARGS(names));
}

static void add_copies(struct collector *c)
{
    struct referee *r = c->referee;
    for (unsigned i = 0; i < r->draw.set_count && !r->record->sets_broken; i++)
        if (r->draw.copies[i] > 1)
            add(c,
                (struct condition){.kind = CONDITION_COPIES,
                                   .name = r->draw.sets[i]->name,
                                   .value = arena_printf(r->arena, "%u", r->draw.copies[i])},
                record_key_place(r->record, "copies"), FINDING_CONDITION_COPIES,
                ARGS(r->draw.copies[i], r->draw.sets[i]->name));
}

/* Adds meeples or pieces of which the header gives another number than the box. */
static void add_number(struct collector *c, const char *name, const char *words, unsigned number,
                       unsigned in_box)
{
    struct referee *r = c->referee;
    if (number != in_box)
        add(c,
            (struct condition){.kind = CONDITION_SUPPLY,
                               .name = name,
                               .value = arena_printf(r->arena, "%u", number)},
            record_key_place(r->record, "supply"), FINDING_CONDITION_SUPPLY,
            ARGS(COUNT(number, words), in_box));
}

static void add_supply(struct collector *c)
{
    struct referee *r = c->referee;
    if (!r->record->supply || r->is_supply_unknown)
        return;
    FOR_EACH_BIT(kind, r->followers)
        add_number(c, supply_name(kind), meeple_kinds[kind].words, r->table.stock[kind],
                   meeple_kinds[kind].stock);
    FOR_EACH_BIT(id, r->holdings.in_play)
        if (r->holdings.given[id])
            add_number(c, stock_facts[id].name, stock_facts[id].name, r->holdings.given[id] - 1u,
                       r->holdings.in_box[id]);
}

/* True if the option belongs to rules in play and the record itself sets it to another value than
 * that of its profile. */
static bool is_own_option(const struct referee *r, const struct profile *profile, enum option_id id)
{
    return (!profile || profile->value[id] != r->profile.value[id]) && referee_uses_option(r, id);
}

static void add_options(struct collector *c)
{
    struct referee *r = c->referee;
    const struct value *options = r->record->options;
    const struct profile *profile = profile_find(r->record->rules);
    for (uint32_t i = 0; options && i < options->count; i++) {
        enum option_id id = option_find(options->keys[i]);
        if (id == OPTION_COUNT || option_value_find(id, options->items[i].text) < 0 ||
            !is_own_option(r, profile, id) || record_is_ruled(r->record, options->keys[i]))
            continue;
        const char *name = rule_options[id].name, *value = profile_text(&r->profile, id);
        bool has_usual = profile && profile->value[id] != VALUE_NONE;
        add(c, (struct condition){.kind = CONDITION_OPTION, .name = name, .value = value},
            options->items[i].place,
            has_usual ? FINDING_CONDITION_OPTION : FINDING_CONDITION_NEW_OPTION,
            has_usual ? ARGS(name, value, profile->name, profile_text(profile, id))
                      : ARGS(name, value));
    }
}

static void add_start(struct collector *c)
{
    struct referee *r = c->referee;
    if (!r->start_on_trust)
        return;
    const char *name = arena_copy(r->arena, r->record->start.name.p, r->record->start.name.n);
    add(c, (struct condition){.kind = CONDITION_START, .name = name}, r->record->start_place,
        FINDING_CONDITION_START, ARGS(name));
}

static void add_discards(struct collector *c)
{
    struct referee *r = c->referee;
    unsigned count = r->draw.on_trust;
    if (count)
        add(c, (struct condition){.kind = CONDITION_DISCARDS, .number = (int32_t)count},
            r->draw.on_trust_place,
            count == 1 ? FINDING_CONDITION_DISCARD : FINDING_CONDITION_DISCARDS,
            count == 1 ? NO_ARGS : ARGS(count));
}

static void add_adjustments(struct collector *c)
{
    struct referee *r = c->referee;
    for (unsigned seat = 0; seat < r->seats; seat++)
        if (r->adjusted[seat].count)
            add(c,
                (struct condition){.kind = CONDITION_ADJUSTED,
                                   .seat = (uint8_t)seat,
                                   .number = r->adjusted[seat].points},
                r->adjusted[seat].place, FINDING_CONDITION_ADJUSTED,
                ARGS(SEAT(seat), CHANGE(r->adjusted[seat].points)));
}

void conditions_find(struct referee *r, struct end_event *end)
{
    struct condition conditions[CONDITIONS_MAX];
    struct collector c = {r, end, conditions};
    end->condition_count = 0;
    add_own_tiles(&c);
    add_brings(&c);
    add_copies(&c);
    add_supply(&c);
    add_options(&c);
    add_start(&c);
    add_discards(&c);
    add_adjustments(&c);
    if (!end->condition_count)
        return;
    size_t size = end->condition_count * sizeof *conditions;
    end->conditions = memcpy(arena_take(r->arena, size), conditions, size);
}
