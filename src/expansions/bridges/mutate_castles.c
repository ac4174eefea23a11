/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of castles. */
#include "expansions/bridges/recount.h"
#include "mutate/mutate_part.h"

/* ---- Castles ---- */

int mutate_castle_of_none(void)
{
    static struct recount_feature f;
    unsigned i = dealt_find_turn();
    if (!dealt_is_idle(i))
        return MUTATED_NOWHERE;
    dealt_replay_to(i);
    unsigned segment = random_below(dealt_random, dealt.lines[i].tile.design->segment_count),
             tile = dealt_recount.tile_count - 1;
    recount_flood(&dealt_recount, tile, segment, &f);
    if (dealt.lines[i].tile.design->segments[segment].kind != KIND_CITY ||
        (f.completed && f.tiles == 2))
        return MUTATED_NOWHERE;
    struct act castle = dealt_verb_act(VERB_CASTLE);
    castle.segment = dealt_ref_of(tile, segment);
    return dealt_add_step(i, dealt.lines[i].seat, castle);
}

/* True if a turn has one line, with no verb except for the fairy and bridges: nobody is sent
 * home. */
static bool is_plain(unsigned i)
{
    const struct line *line = &dealt.lines[i];
    for (uint32_t a = 0; a < line->act_count; a++)
        if (line->acts[a].kind == ACT_VERB && line->acts[a].verb != VERB_FAIRY &&
            line->acts[a].verb != VERB_BRIDGE)
            return false;
    return line->kind == LINE_TURN && line->has_tile && dealt.lines[i + 1].kind != LINE_STEP;
}

/* True if a feature is a small city: two city segments with one open side each, without wedges,
 * that close each other. */
static bool is_small_city(const struct recount_feature *f)
{
    unsigned count = 0;
    for (unsigned tile = 0; tile < dealt_recount.tile_count; tile++)
        for (unsigned i = 0; i < dealt_recount.tiles[tile].design->segment_count; i++) {
            const struct segment *segment = &dealt_recount.tiles[tile].design->segments[i];
            if (!f->in[tile][i])
                continue;
            if (segment->kind != KIND_CITY || segment->open != 1 || segment->marks & MARK_WEDGE)
                return false;
            count++;
        }
    return f->completed && count == 2;
}

/* True if the tile of line i has a city segment with one open side, and lays it against another
 * one. */
static bool meets_half_moon(unsigned i)
{
    const struct line *line = &dealt.lines[i];
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned own = design_segment_of(line->tile.design, line->orient, KIND_CITY,
                                         (uint8_t)(3 * side + 1), 0, false);
        if (own == SEGMENT_NONE || line->tile.design->segments[own].open != 1)
            continue;
        for (const struct line *other = dealt.lines; other < line; other++) {
            if (!other->has_tile || other->cell.x != line->cell.x + side_dx[side] ||
                other->cell.y != line->cell.y + side_dy[side])
                continue;
            unsigned its = design_segment_of(other->tile.design, other->orient, KIND_CITY,
                                             (uint8_t)(3 * ((side + 2) % 4) + 1), 0, false);
            if (its != SEGMENT_NONE && other->tile.design->segments[its].open == 1)
                return true;
        }
    }
    return false;
}

/* Returns the seat that owns the small city completed by the tile of line i, if followers of no
 * other seat stand in it; otherwise SEAT_NONE. Writes the city to *city. */
static unsigned small_city_of(unsigned i, struct segment_ref *city)
{
    static struct recount_feature f;
    dealt_replay_to(i);
    unsigned tile = dealt_recount.tile_count - 1;
    for (unsigned segment = 0; segment < dealt.lines[i].tile.design->segment_count; segment++) {
        unsigned owner = SEAT_NONE, owners = 0;
        recount_flood(&dealt_recount, tile, segment, &f);
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            if (f.followers[seat]) {
                owner = seat;
                owners++;
            }
        if (owners != 1 || !is_small_city(&f))
            continue;
        *city = dealt_ref_of(tile, segment);
        return owner;
    }
    return SEAT_NONE;
}

int mutate_castle_too_many(void)
{
    unsigned founded[SEATS_MAX] = {0}, most = dealt.player_count > 4 ? 2 : 3;
    bool any = false;
    for (unsigned i = 0; i + 1 < dealt.line_count; i++) {
        const struct line *line = &dealt.lines[i];
        struct act castle = dealt_verb_act(VERB_CASTLE);
        unsigned seat = any && is_plain(i) && meets_half_moon(i) ? small_city_of(i, &castle.segment)
                                                                 : SEAT_NONE;
        if (seat != SEAT_NONE && founded[seat] == most)
            return dealt_add_step(i, seat, castle);
        founded[line->seat % SEATS_MAX] += dealt_has_verb(line, VERB_CASTLE);
        any |= founded[line->seat % SEATS_MAX] == most;
    }
    return MUTATED_NOWHERE;
}

/* Returns the act of a step line that founds a castle and does nothing else, except for claims;
 * otherwise NULL. */
static const struct act *only_castle(const struct line *line)
{
    const struct act *act = line->acts;
    bool alone = line->act_count == 1 || (line->act_count > 1 && act_is_remark(&act[1]));
    return line->kind == LINE_STEP && alone && act->kind == ACT_VERB && act->verb == VERB_CASTLE
               ? act
               : NULL;
}

/* Exchanges two foundings of different seats, one after the other. */
int mutate_founding_order(void)
{
    for (unsigned i = 0; i + 2 < dealt.line_count && profile_is(&dealt_profile, CASTLE_ASK, ALL);
         i++) {
        struct line *line = &dealt.lines[i], *next = line + 1;
        const struct act *last = line->act_count ? &line->acts[line->act_count - 1] : NULL;
        if (!only_castle(next) || next->seat == line->seat || !last || last->kind != ACT_VERB ||
            last->verb != VERB_CASTLE)
            continue;
        struct line later = *next;
        later.seat = line->seat;
        later.acts = arena_alloc(&dealt_arena, later.act_count * sizeof *later.acts);
        memcpy(later.acts, next->acts, later.act_count * sizeof *later.acts);
        later.acts[0] = *last;
        if (only_castle(line)) {
            line->seat = next->seat;
            line->acts[0] = next->acts[0];
            *next = later;
            return (int)i + 1;
        }
        if (line->kind != LINE_TURN || line[2].kind == LINE_STEP)
            continue;
        line->act_count--;
        next->act_count = 1;
        later.step++;
        dealt_insert_line(i + 2, later);
        return (int)i + 2;
    }
    return MUTATED_NOWHERE;
}

int mutate_castle_of_other(void)
{
    unsigned i;
    struct act *castle = dealt_find_verb(VERB_CASTLE, &i);
    if (!castle || dealt.lines[i].kind != LINE_TURN || dealt.lines[i + 1].kind == LINE_STEP ||
        castle != &dealt.lines[i].acts[dealt.lines[i].act_count - 1])
        return MUTATED_NOWHERE;
    struct act act = *castle;
    dealt_remove_act(&dealt.lines[i], castle);
    act.segment.has_cell = true;
    act.segment.cell = castle->segment.has_cell ? castle->segment.cell : dealt.lines[i].cell;
    static struct recount_feature f;
    dealt_replay_to(i);
    for (uint32_t a = 0; a < dealt.lines[i].act_count; a++)
        if (dealt.lines[i].acts[a].kind == ACT_VERB)
            return MUTATED_NOWHERE;
    unsigned tile =
        (unsigned)recount_tile_at(&dealt_recount, act.segment.cell.x, act.segment.cell.y);
    recount_flood(&dealt_recount, tile, recount_segment(&dealt_recount, tile, &act.segment), &f);
    unsigned other =
        (dealt.lines[i].seat + 1 + random_below(dealt_random, dealt.player_count - 1)) %
        dealt.player_count;
    return f.followers[other] ? -1 : dealt_add_step(i, other, act);
}

int mutate_take(void)
{
    static struct recount_feature f;
    unsigned i = dealt_find_turn(), tile, segment;
    if (!dealt_is_idle(i))
        return MUTATED_NOWHERE;
    dealt_replay_to(i);
    const struct recount_castles *castles = recount_look(&dealt_recount, &castle_recount);
    if (!castles->count)
        return MUTATED_NOWHERE;
    const struct recount_castle *castle =
        &castles->castles[random_below(dealt_random, castles->count)];
    dealt_hit_segment(&tile, &segment);
    recount_flood(&dealt_recount, tile, segment, &f);
    if (f.completed || recount_is_endless(&dealt_recount, &f))
        return MUTATED_NOWHERE;
    struct act take = dealt_verb_act(VERB_TAKE);
    take.segment = dealt_ref_of(castle->tile, castle->segment);
    take.other = dealt_ref_of(tile, segment);
    return dealt_add_step(i, castle->seat, take);
}
