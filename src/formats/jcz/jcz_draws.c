/* SPDX-License-Identifier: MIT */
/* Infers the tiles that a game of JCloisterZone drew. A save does not list them; they follow from
 * its random numbers. Of n tiles, the tile at floor(r * n) is drawn. Then r becomes the next number
 * of the generator. A COMMIT sets r to a new value. If the tile drawn is not the tile placed next,
 * it was discarded. So discards are inferred here without any rules, and the referee checks them. A
 * small grid holds the sides of the tiles that lie: a tile that fits was not discarded, and after
 * the last message the remaining tiles must be tested, because they may fit nowhere. */
#include "formats/jcz/jcz_save.h"

#include <stdlib.h>

int jcz_stack_order(const void *a, const void *b)
{
    return strcmp(((const struct stack *)a)->id, ((const struct stack *)b)->id);
}

struct stack *jcz_stack(struct jcz *z, const char *id)
{
    for (unsigned i = 0; i < z->stack_count; i++)
        if (strcmp(z->stacks[i].id, id) == 0)
            return &z->stacks[i];
    return NULL;
}

const uint8_t *jcz_sides_at(const struct jcz *z, struct cell cell)
{
    static const uint8_t none[SIDES];
    const uint8_t(*row)[SIDES] = z->rows[cell.y + CELL_MAX + 1];
    return row ? row[cell.x + CELL_MAX + 1] : none;
}

uint8_t *jcz_sides_to_set(struct jcz *z, struct cell cell)
{
    uint8_t(**row)[SIDES] = &z->rows[cell.y + CELL_MAX + 1];
    if (!*row)
        *row = arena_alloc(z->im->arena, SPREAD * sizeof **row);
    return (*row)[cell.x + CELL_MAX + 1];
}

static struct cell beyond(struct cell cell, unsigned side)
{
    return (struct cell){(int16_t)(cell.x + side_dx[side]), (int16_t)(cell.y + side_dy[side])};
}

unsigned jcz_side_beyond(const struct jcz *z, struct cell cell, unsigned side)
{
    return jcz_sides_at(z, beyond(cell, side))[side_opposite(side)] & ~(unsigned)JCZ_BUILT;
}

/* Groups of tiles. Tiles are drawn from the ready groups of the highest stage that has tiles
 * left. */
static const struct {
    enum jcz_element_id element; /* JCZ_ELEMENTS for any game */
    unsigned stage;
    bool (*holds)(const struct design *);
    bool (*ready)(const struct jcz *);
} groups[DRAW_GROUPS] = {
#define JCZ_GROUP(id, element, stage, holds, ready) {JCZ_##element, stage, holds, ready},
#include "rows.h"
};

bool jcz_holds_any(const struct design *design)
{
    (void)design;
    return true;
}

bool jcz_ready(const struct jcz *z)
{
    (void)z;
    return true;
}

enum draw_group jcz_group(const struct jcz *z, const struct design *design)
{
    enum draw_group group = DRAW_GROUPS;
    bool holds;
    do {
        group--;
        holds = groups[group].holds(design) &&
                (groups[group].element == JCZ_ELEMENTS || z->plays[groups[group].element]);
    } while (group && !holds);
    return group;
}

static bool is_active(const struct jcz *z, enum draw_group group)
{
    unsigned stage = 0;
    for (unsigned i = 0; i < DRAW_GROUPS; i++)
        if (z->groups[i] && groups[i].stage > stage)
            stage = groups[i].stage;
    return groups[group].stage == stage && groups[group].ready(z);
}

bool jcz_is_ordered(const struct jcz *z)
{
    return z->order && z->order_at < json_count(z->order);
}

/* Returns the number of tiles in the groups from which tiles are drawn now. Random numbers also
 * count those that are out of the game. */
static unsigned counted(const struct jcz *z)
{
    unsigned count = 0;
    for (enum draw_group group = 0; group < DRAW_GROUPS; group++)
        count += is_active(z, group) ? z->groups[group] : 0;
    return count;
}

unsigned jcz_drawable(const struct jcz *z)
{
    unsigned count = counted(z), left = jcz_pack_is_empty(z) ? 0 : z->left - z->hidden;
    return count < left ? count : left;
}

void jcz_take(struct jcz *z, struct stack *stack)
{
    if (!stack->left)
        return;
    stack->left--;
    z->left--;
    z->groups[stack->group]--;
}

struct stack *jcz_draw(struct jcz *z)
{
    struct stack *drawn = NULL;
    if (!z->draws || !jcz_drawable(z) || (!jcz_is_ordered(z) && !z->knows_random))
        return NULL;
    unsigned index = 0;
    if (z->is_old && !jcz_is_ordered(z)) {
        index = jcz_random_index(&z->random, counted(z));
    } else if (!z->is_old) {
        index = (unsigned)(z->r * counted(z));
        z->r = jcz_random_after(z->r);
    }
    if (jcz_is_ordered(z)) {
        drawn = jcz_stack(z, json_cstr(json_item(z->order, z->order_at++)));
        drawn = drawn->left ? drawn : NULL;
    } else {
        for (unsigned i = 0; i < DRAW_GROUPS * z->stack_count && !drawn; i++) {
            struct stack *stack = &z->stacks[i % z->stack_count];
            if (stack->group != i / z->stack_count || !is_active(z, stack->group))
                continue;
            if (index < stack->left)
                drawn = stack;
            else
                index -= stack->left;
        }
    }
    if (drawn)
        jcz_take(z, drawn);
    return drawn;
}

void jcz_begin_trial(struct jcz_trial *trial, const struct jcz *z)
{
    trial->jcz = *z;
    memcpy(trial->stacks, z->stacks, z->stack_count * sizeof *z->stacks);
    trial->lines = z->im->record->line_count;
    trial->acts = z->im->record->act_count;
}

void jcz_take_back(const struct jcz_trial *trial, struct jcz *z)
{
    *z = trial->jcz;
    memcpy(z->stacks, trial->stacks, z->stack_count * sizeof *z->stacks);
    z->im->record->line_count = trial->lines;
    z->im->record->act_count = trial->acts;
}

enum { CELLS_FIRST = 128 };

void jcz_lay(struct jcz *z, const struct design *design, struct cell cell, unsigned quarters)
{
    if (arena_is_full(z->laid, CELLS_FIRST))
        z->cells = arena_grow(z->im->arena, z->cells, sizeof *z->cells, z->laid, CELLS_FIRST);
    z->cells[z->laid++] = cell;
    uint8_t *sides = jcz_sides_to_set(z, cell);
    for (unsigned side = 0; design && side < SIDES; side++)
        sides[side] = (uint8_t)(design->side[quarters % 4][side] + 1);
}

static const struct {
    enum jcz_element_id element;
    bool (*mends)(const struct jcz *, const struct jcz_misfit *);
} fits[] = {
#define JCZ_FITS(element, mends) {JCZ_##element, mends},
#include "rows.h"
};
enum { FITS = sizeof fits / sizeof *fits };

bool jcz_may_build(const struct jcz *z)
{
    for (unsigned i = 0; i < FITS; i++)
        if (z->plays[fits[i].element])
            return true;
    return false;
}

/* True if something that may be built could make the tile fit. Whether a player still has it is not
 * known here. */
static bool is_mendable(const struct jcz *z, const struct jcz_misfit *misfit)
{
    for (unsigned i = 0; i < FITS; i++)
        if (z->plays[fits[i].element] && fits[i].mends(z, misfit))
            return true;
    return false;
}

static bool fits_at(const struct jcz *z, const struct design *design, struct cell cell,
                    unsigned quarters, bool with_building)
{
    bool touches = false;
    struct jcz_misfit misfit = {.cell = cell, .sides = design->side[quarters % 4]};
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned other = jcz_side_beyond(z, cell, side), own = misfit.sides[side] + 1u;
        touches |= other != 0;
        if (!other || other == own)
            continue;
        if (!with_building || own > SIDE_ROAD + 1 || other > SIDE_ROAD + 1)
            return false;
        *(own == SIDE_FIELD + 1 ? &misfit.own_fields : &misfit.own_roads) |= 1u << side;
    }
    return touches && ((!misfit.own_fields && !misfit.own_roads) || is_mendable(z, &misfit));
}

bool jcz_fits_at(const struct jcz *z, const struct design *design, struct cell cell,
                 unsigned quarters)
{
    return !*jcz_sides_at(z, cell) && fits_at(z, design, cell, quarters, false);
}

bool jcz_fits_anywhere(const struct jcz *z, const struct design *design, bool with_building)
{
    for (unsigned i = 0; i < z->laid; i++)
        for (unsigned side = 0; side < SIDES; side++) {
            struct cell cell = beyond(z->cells[i], side);
            bool is_free =
                abs(cell.x) <= CELL_MAX && abs(cell.y) <= CELL_MAX && !*jcz_sides_at(z, cell);
            for (unsigned quarters = 0; is_free && quarters < 4; quarters++)
                if (fits_at(z, design, cell, quarters, with_building))
                    return true;
        }
    return false;
}

/* ---- Tiles drawn ahead ---- */

static struct tile_ref tile_of(struct jcz *z, const struct jcz_lot *lot)
{
    return importer_tile(z->im, lot->stack->design->name, z->place);
}

void jcz_name_lot(struct jcz *z, struct tile_ref *named, struct jcz_lot *lot)
{
    *named = tile_of(z, lot);
    if (lot->named_count < NAMED_MAX)
        lot->named[lot->named_count++] = named;
}

struct jcz_lot *jcz_acquired(struct jcz *z)
{
    for (unsigned i = 0; z->turns_left && i < z->lot_count; i++)
        if (z->lots[i].owner == z->seat && !z->lots[i].placed) {
            z->lots[i].placed = true;
            return &z->lots[i];
        }
    return NULL;
}

bool jcz_swap_lots(struct jcz *z, struct jcz_lot *own, const struct design *laid)
{
    for (unsigned i = 0; i < z->lot_count; i++) {
        struct jcz_lot *other = &z->lots[i];
        if (other->placed || other->stack->design != laid)
            continue;
        own->owner = other->owner;
        own->placed = false;
        other->placed = true;
        return true;
    }
    return false;
}

void jcz_rename_lot(struct jcz *z, struct jcz_lot *lot, struct stack *stack)
{
    lot->stack = stack;
    for (unsigned i = 0; i < lot->named_count; i++) {
        struct place place = lot->named[i]->place;
        *lot->named[i] = tile_of(z, lot);
        lot->named[i]->place = place;
    }
}
