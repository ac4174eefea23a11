/* SPDX-License-Identifier: MIT */
/* Opens a game before its first turn: reads the profile with its options and the seats, and lays
 * the start tile. */
#include "base/rule.h"
#include "referee/judge.h"

bool referee_in_play(const struct referee *r, const char *rules)
{
    for (unsigned i = 0; i < r->in_play_count; i++)
        if (strcmp(r->in_play[i]->name, rules) == 0)
            return true;
    return false;
}

bool referee_uses_option(const struct referee *r, enum option_id id)
{
    struct str name;
    bool in_play = !*rule_options[id].rules;
    for (const char *at = rule_options[id].rules; !in_play && str_item(&at, &name);)
        for (unsigned i = 0; i < r->in_play_count; i++)
            in_play |= str_is(name, r->in_play[i]->name);
    return in_play;
}

uint32_t referee_books(const struct referee *r)
{
    uint32_t books = rule_books_of("");
    for (unsigned i = 0; i < r->in_play_count; i++)
        books |= rule_books_of(r->in_play[i]->name);
    return books;
}

/* Raises that neither the profile nor the record sets some options of rules in play. They get their
 * first value. */
static void check_options(struct referee *r)
{
    static_assert((int)OPTION_COUNT <= (int)LISTED_MAX, "all may be missing");
    if (!memchr(r->profile.value, VALUE_NONE, sizeof r->profile.value))
        return;
    struct arg_list missing = {0};
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        if (r->profile.value[id] != VALUE_NONE)
            continue;
        r->profile.value[id] = 1;
        if (referee_uses_option(r, id))
            arg_list_add(&missing, ARG(rule_options[id].name));
    }
    if (!missing.count)
        return;
    judge_raise(r, FINDING_OPTION_MISSING, r->record->rules_place,
                ARGS(r->profile.name, arg_of_list(&missing, JOIN_COMMA, NULL)));
    judge_unknown(r, UNKNOWN_SCORES);
}

void judge_read_profile(struct referee *r)
{
    const struct record *record = r->record;
    const struct profile *profile = profile_find(record->rules);
    r->profile = (struct profile){.name = NULL};
    if (profile) {
        r->profile = *profile;
    } else {
        struct arg_list list = {0};
        for (unsigned i = 0; i < PROFILE_COUNT; i++)
            arg_list_add(&list, ARG(profiles[i].name));
        struct arg known = arg_of_list(&list, JOIN_COMMA, NULL);
        if (!record->rules_reported && record->rules.n)
            judge_raise(r, FINDING_HEADER_VALUE_PROFILE, record->rules_place,
                        ARGS(arena_brief(r->arena, record->rules), known));
        else if (!record->rules_reported)
            judge_raise(r, FINDING_HEADER_VALUE_NO_PROFILE, record->rules_place, ARGS(known));
        judge_unknown(r, UNKNOWN_SCORES);
        /* Nothing is scored. Other code that asks for an option gets its first value. */
        memset(r->profile.value, 1, sizeof r->profile.value);
    }
    for (uint32_t i = 0; record->options && i < record->options->count; i++) {
        struct str name = record->options->keys[i];
        const struct value *value = &record->options->items[i];
        enum option_id id = option_find(name);
        int found = id < OPTION_COUNT ? option_value_find(id, value->text) : -1;
        if (found >= 0)
            r->profile.value[id] = (uint8_t)found;
        else
            judge_raise(r, FINDING_OPTION, value->place,
                        ARGS(option_wrong(r->arena, name, value->text)));
    }
    check_options(r);
}

/* Rule: base.setup.seats. */
void judge_read_seats(struct referee *r)
{
    const struct record *record = r->record;
    r->seats = record->player_count;
    if (r->seats > SEATS_MAX) {
        judge_raise(r, FINDING_SEATS_MANY, record->players_place, ARGS(r->seats));
        r->seats = SEATS_MAX;
    } else if (r->seats == 1) {
        judge_raise(r, FINDING_SEATS_ALONE, record->players_place, NO_ARGS)->severity =
            SEVERITY_WARNING;
    } else if (r->seats == 0) {
        /* The reader has reported that the record has no valid list of players. Every seat that is
         * named in the turns plays. */
        r->seats = 2;
        for (uint32_t i = 0; i < record->line_count; i++)
            if (record->lines[i].kind == LINE_TURN && record->lines[i].seat >= r->seats &&
                record->lines[i].seat < SEATS_MAX)
                r->seats = record->lines[i].seat + 1u;
    }
}

/* Rule: base.setup.start. */
void judge_lay_start(struct referee *r)
{
    const struct record *record = r->record;
    const struct design *proper = tileset_start(record->sets, record->set_count);
    struct tile_ref tile = record->start;
    struct laid_tile *laid = table_next(&r->table);
    *laid = (struct laid_tile){.cell = record->start_cell,
                               .orient = record->start_orient,
                               .seat = SEAT_NONE,
                               .place = record->has_start ? record->start_place : record->place};
    if (!record->has_start) {
        /* If no set is known, an unknown start tile is laid, provided that the game has start
         * tiles. */
        if (!proper && (record->set_count || !games[record->game].has_start))
            return;
        if (!proper) {
            r->draw.drawn++;
            table_place(&r->table, r->ledger);
            return;
        }
        tile = (struct tile_ref){str_of(proper->name), proper, record->place};
    } else {
        if (record->start_cell.x || record->start_cell.y)
            judge_raise(r, FINDING_START_CELL, record->start_place, NO_ARGS);
        if (!proper && !record->own_tiles && !record->sets_broken)
            judge_raise(r, FINDING_START_NONE, record->start_place, NO_ARGS);
        r->start_on_trust = !proper;
        if (proper && tile.design && tile.design != proper)
            judge_raise(r, FINDING_START, record->start_place,
                        ARGS(proper->name, tile.design->name));
    }
    judge_draw(r, &tile);
    laid->design = tile.design;
    table_place(&r->table, r->ledger);
}
