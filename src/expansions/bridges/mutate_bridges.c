/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of bridges. */
#include <stdlib.h>

#include "mutate/mutate_part.h"

/* ---- Bridges ---- */

static bool field_end(const struct recount_tile *tile, unsigned side)
{
    return !tile->bridge[side % 2] &&
           tile->design->side[0][(side + 4 - tile->orient) % 4] == SIDE_FIELD;
}

/* Returns what an end of a bridge meets: 0 for nothing, 1 for a road, 2 for other land. */
static int end_meets(const struct recount_tile *tile, unsigned side)
{
    int other = recount_tile_at(&dealt_recount, tile->x + side_dx[side], tile->y + side_dy[side]);
    if (other < 0)
        return 0;
    const struct recount_tile *there = &dealt_recount.tiles[other];
    unsigned facing = (side + 2) % 4;
    return there->bridge[side % 2] ||
                   there->design->side[0][(facing + 4 - there->orient) % 4] == SIDE_ROAD
               ? 1
               : 2;
}

/* Kinds of sites for a bridge over a tile along an axis. */
enum { SITE_LEGAL, SITE_ALONE, SITE_NO_FIELD, SITE_MEETS, SITE_THERE };
static int site_is(unsigned tile, unsigned axis)
{
    const struct recount_tile *at = &dealt_recount.tiles[tile];
    if (at->bridge[0] || at->bridge[1])
        return SITE_THERE;
    if (!field_end(at, axis) || !field_end(at, axis + 2))
        return SITE_NO_FIELD;
    int a = end_meets(at, axis), b = end_meets(at, axis + 2);
    return a == 2 || b == 2 ? SITE_MEETS : a || b ? SITE_LEGAL : SITE_ALONE;
}

static unsigned built_by(unsigned seat, unsigned before)
{
    unsigned count = 0;
    for (unsigned i = 0; i < before; i++)
        for (uint32_t a = 0; dealt.lines[i].seat == seat && a < dealt.lines[i].act_count; a++)
            count += dealt.lines[i].acts[a].kind == ACT_VERB &&
                     dealt.lines[i].acts[a].verb == VERB_BRIDGE;
    return count;
}

/* Adds a bridge to line i, on a site of the kind `site`. With `far` the site is at least two cells
 * from the line's tile; otherwise it is that tile or one beside it. The site is never on the cell
 * `but` (may be NULL). */
static int add_bridge_but(unsigned i, int site, bool far, const struct cell *but)
{
    dealt_replay_to(i);
    const struct recount_tile *last = &dealt_recount.tiles[dealt_recount.tile_count - 1];
    struct act act = dealt_verb_act(VERB_BRIDGE);
    unsigned from = random_below(dealt_random, dealt_recount.tile_count);
    for (unsigned k = 0; k < dealt_recount.tile_count; k++)
        for (unsigned axis = 0; axis < 2; axis++) {
            unsigned t = (from + k) % dealt_recount.tile_count;
            const struct recount_tile *tile = &dealt_recount.tiles[t];
            int away = abs(tile->x - last->x) + abs(tile->y - last->y), is = site_is(t, axis);
            bool fits = is == site || (site == SITE_LEGAL && is == SITE_ALONE &&
                                       profile_is(&dealt_profile, BRIDGE_JOINS, FREE));
            if (!fits || (far ? away < 2 : away > 1) ||
                (but && tile->x == but->x && tile->y == but->y))
                continue;
            act.segment = dealt_ref_of(t, SEGMENTS_MAX + axis);
            dealt_add_act(&dealt.lines[i], act);
            return (int)i;
        }
    return MUTATED_NOWHERE;
}

static int add_bridge(unsigned i, int site, bool far)
{
    return add_bridge_but(i, site, far, NULL);
}

int mutate_bridge_stock(void)
{
    unsigned i = dealt_find_turn();
    return dealt_is_idle(i) && built_by(dealt.lines[i].seat, i) == (dealt.player_count > 4 ? 2 : 3)
               ? add_bridge(i, SITE_LEGAL, false)
               : -1;
}

static bool may_bridge(unsigned i)
{
    return dealt_is_idle(i) && built_by(dealt.lines[i].seat, i) < 2;
}

int mutate_bridge_end(void)
{
    unsigned i = dealt_find_turn();
    return may_bridge(i) ? add_bridge(i, SITE_NO_FIELD, false) : -1;
}

int mutate_bridge_far(void)
{
    unsigned i = dealt_find_turn();
    return may_bridge(i) ? add_bridge(i, SITE_LEGAL, true) : -1;
}

int mutate_bridge_meets(void)
{
    unsigned i = dealt_find_turn();
    return may_bridge(i) ? add_bridge(i, SITE_MEETS, false) : -1;
}

int mutate_bridge_there(void)
{
    unsigned i = dealt_find_turn();
    return may_bridge(i) ? add_bridge(i, SITE_THERE, false) : -1;
}

int mutate_bridge_alone(void)
{
    unsigned i = dealt_find_turn();
    return may_bridge(i) && profile_is(&dealt_profile, BRIDGE_JOINS, ROAD)
               ? add_bridge(i, SITE_ALONE, false)
               : -1;
}

int mutate_bridge_second(void)
{
    unsigned i;
    struct act *bridge = dealt_find_verb(VERB_BRIDGE, &i);
    if (!bridge || dealt_goes_on(&dealt.lines[i]))
        return MUTATED_NOWHERE;
    struct cell first = bridge->segment.has_cell ? bridge->segment.cell : dealt.lines[i].cell;
    return add_bridge_but(i, SITE_LEGAL, false, &first);
}
