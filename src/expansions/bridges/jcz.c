/* SPDX-License-Identifier: MIT */
/* Bridges and castles in saves of JCloisterZone. */
#include "formats/jcz/jcz_write.h"
#include "formats/jcz/jcz_save.h"

/* True if a bridge over a tile with these sides would end in no other land than road. */
static bool may_span(const struct jcz *z, struct cell cell, const uint8_t *sides, unsigned axis)
{
    for (unsigned side = axis; side < SIDES; side += 2) {
        unsigned land = jcz_side_beyond(z, cell, side);
        if (sides[side] != SIDE_FIELD || (land && land != SIDE_ROAD + 1))
            return false;
    }
    return true;
}

/* True if one bridge makes the tile fit: along one axis of the tile, if roads meet its fields
 * there, or over a neighbour, if that is the only one whose field meets a road of the tile. A tile
 * has one bridge at most. Rules: bridges.bridge.fits, bridges.bridge.ends, bridges.bridge.meets,
 * bridges.bridge.tile. */
bool jcz_bridge_mends(const struct jcz *z, const struct jcz_misfit *misfit)
{
    unsigned axis = misfit->own_fields & 5u ? 0 : 1, roads = misfit->own_roads;
    if (misfit->own_fields)
        return !roads && !(misfit->own_fields & ~(5u << axis)) &&
               may_span(z, misfit->cell, misfit->sides, axis);
    if (!roads || roads & (roads - 1))
        return false;
    unsigned side = (unsigned)__builtin_ctz(roads);
    struct cell beside = {(int16_t)(misfit->cell.x + side_dx[side]),
                          (int16_t)(misfit->cell.y + side_dy[side])};
    const uint8_t *codes = jcz_sides_at(z, beside);
    uint8_t theirs[SIDES];
    bool built = false;
    for (unsigned i = 0; i < SIDES; i++) {
        built |= (codes[i] & JCZ_BUILT) != 0;
        theirs[i] = (uint8_t)(codes[i] - 1);
    }
    return !built && may_span(z, beside, theirs, side_axis(side));
}

static void add_bridge(struct jcz *z, struct cell cell, unsigned axis)
{
    struct act *act = importer_verb(z->im, z->place, VERB_BRIDGE);
    act->segment = (struct segment_ref){
        .kind = KIND_ROAD, .port = axis ? 4 : 1, .has_cell = true, .cell = cell};
    uint8_t *sides = jcz_sides_to_set(z, cell);
    sides[axis] = sides[axis + 2] = (SIDE_ROAD + 1) | JCZ_BUILT;
}

/* Adds the bridge that makes a tile fit. It has no message: the sides that differ show where it
 * is. */
void jcz_force_bridge(struct jcz *z, struct cell cell, bool free)
{
    if (!free || !z->plays[JCZ_BRIDGE])
        return;
    const uint8_t *ours = jcz_sides_at(z, cell);
    for (unsigned side = 0; side < SIDES; side++) {
        struct cell beside = {(int16_t)(cell.x + side_dx[side]), (int16_t)(cell.y + side_dy[side])};
        unsigned theirs = jcz_side_beyond(z, cell, side);
        if (ours[side] == SIDE_FIELD + 1 && theirs == SIDE_ROAD + 1)
            add_bridge(z, cell, side & 1);
        else if (ours[side] == SIDE_ROAD + 1 && theirs == SIDE_FIELD + 1)
            add_bridge(z, beside, side & 1);
    }
}

/* Returns the seat that last placed a follower on the small city that becomes a castle, otherwise
 * the seat whose turn it is. */
static unsigned founder(const struct jcz *z, const struct segment_ref *ref)
{
    unsigned side = ref->port / 3;
    const struct record *record = z->im->record;
    struct cell beyond = {(int16_t)(ref->cell.x + side_dx[side]),
                          (int16_t)(ref->cell.y + side_dy[side])};
    for (uint32_t i = record->line_count; i-- > 0;)
        for (uint32_t k = record->lines[i].act_count; k-- > 0;) {
            const struct act *act = &record->lines[i].acts[k];
            const struct segment_ref *at = &act->segment;
            if (act->kind != ACT_MEEPLE || at->kind != KIND_CITY || at->port == PORT_NONE)
                continue;
            bool here =
                at->cell.x == ref->cell.x && at->cell.y == ref->cell.y && at->port / 3u == side;
            bool there = at->cell.x == beyond.x && at->cell.y == beyond.y &&
                         at->port / 3u == side_opposite(side);
            if (here || there)
                return record->lines[i].seat;
        }
    return z->turn_seat;
}

void jcz_place_bridge(struct jcz *z, const struct segment_ref *ref)
{
    jcz_begin_act(z, z->seat);
    add_bridge(z, ref->cell, ref->port / 3 & 1);
}

void jcz_place_castle(struct jcz *z, const struct segment_ref *ref)
{
    if (!z->named)
        z->seat = founder(z, ref);
    jcz_begin_act(z, z->seat);
    importer_verb(z->im, z->place, VERB_CASTLE)->segment = *ref;
}

const char *jcz_write_bridge(struct jcz_writer *w, const struct act *act)
{
    return arena_printf(w->e->arena, "{\"position\":%s,\"location\":\"%s\",\"feature\":\"Road\"}",
                        jcz_position(w, act->segment.cell), act->segment.port == 1 ? "NS" : "WE");
}
