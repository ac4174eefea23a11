/* SPDX-License-Identifier: MIT */
/* Judges a game up to each of its turns, counts the tiles that are left, and tries them on all free
 * cells. */
#include "cli/outlooks.h"

#include <stdlib.h>

#include "referee/choices.h"

/* Counts the remaining tiles, and those of them that may be laid next. If the player chooses the
 * tile (choices_tiles()), each design on offer counts once. The turn must have begun. */
static void count_tiles(struct study *study, const struct referee *r, struct arena *arena)
{
    const struct design *coming[DESIGNS_IN_PLAY_MAX];
    unsigned most = 1, chosen = choices_tiles(r, coming),
             coming_count = chosen ? chosen : referee_drawable(r, coming), at = 0;
    for (unsigned i = 0; i < r->draw.set_count; i++)
        most += r->draw.sets[i]->design_count;
    study->designs = arena_alloc(arena, most * sizeof(const struct design *));
    study->left = arena_alloc(arena, most * sizeof *study->left);
    study->coming = arena_alloc(arena, most * sizeof *study->coming);
    study->hidden = r->draw.hidden;
    for (unsigned i = 0; i < r->draw.set_count; i++)
        for (unsigned k = 0; k < r->draw.sets[i]->design_count; k++) {
            const struct design *design = &r->draw.sets[i]->designs[k];
            unsigned left = referee_undrawn(r, design), next = 0;
            if (!chosen && at < coming_count && coming[at] == design) {
                next = left; /* they are in the order of the sets */
                at++;
            }
            for (unsigned n = 0; n < chosen; n++)
                next += coming[n] == design;
            if (!left && !next)
                continue;
            study->designs[study->design_count] = design;
            study->left[study->design_count] = left;
            study->coming[study->design_count++] = next;
            study->tiles += left;
            study->coming_tiles += next;
        }
}

static int by_place(const void *a, const void *b)
{
    const struct study_cell *one = a, *other = b;
    return one->cell.y != other->cell.y ? one->cell.y - other->cell.y : one->cell.x - other->cell.x;
}

static struct cell cell_beyond(struct cell cell, unsigned side)
{
    return (struct cell){(int16_t)(cell.x + side_dx[side]), (int16_t)(cell.y + side_dy[side])};
}

static bool is_free(const struct referee *r, struct cell cell)
{
    return abs(cell.x) <= CELL_MAX && abs(cell.y) <= CELL_MAX &&
           table_at(&r->table, cell.x, cell.y) == TILE_NONE;
}

static void find_cells(struct study *study, const struct referee *r, struct arena *arena)
{
    unsigned count = 0;
    study->cells = arena_alloc(arena, (r->table.tile_count * SIDES + 1) * sizeof *study->cells);
    for (unsigned tile = 0; tile < r->table.tile_count; tile++)
        for (unsigned side = 0; side < SIDES; side++) {
            struct cell cell = cell_beyond(r->table.tiles[tile].cell, side);
            if (is_free(r, cell))
                study->cells[count++] = (struct study_cell){.cell = cell};
        }
    qsort(study->cells, count, sizeof *study->cells, by_place);
    for (unsigned i = 0; i < count; i++)
        if (!i || by_place(&study->cells[i - 1], &study->cells[i]) != 0)
            study->cells[study->cell_count++] = study->cells[i];
}

static struct study_cell *cell_of(const struct study *study, struct cell cell)
{
    struct study_cell key = {.cell = cell};
    return bsearch(&key, study->cells, study->cell_count, sizeof key, by_place);
}

/* Tries the tiles. Placements that need something built count, because it may be built. */
static void try_tiles(struct study *study, struct referee *r, struct spot *spots)
{
    for (unsigned i = 0; i < study->design_count; i++) {
        bool undetermined = false;
        unsigned count = referee_spots(r, study->designs[i], spots, SPOTS_MAX, &undetermined);
        for (unsigned k = 0; k < count; k++) {
            bool is_counted = k && spots[k].cell.x == spots[k - 1].cell.x &&
                              spots[k].cell.y == spots[k - 1].cell.y;
            struct study_cell *cell = is_counted ? NULL : cell_of(study, spots[k].cell);
            if (cell) {
                cell->tiles += study->left[i];
                cell->coming += study->coming[i];
            }
        }
    }
}

/* Finds the roads and cities that are open towards a cell on which no remaining tile fits. */
static void find_dead(struct study *study, struct referee *r, struct arena *arena)
{
    unsigned most = r->table.tile_count * SIDES;
    study->dead = arena_alloc(arena, (most + 1) * sizeof *study->dead);
    for (unsigned tile = 0; tile < r->table.tile_count; tile++)
        for (unsigned side = 0; side < SIDES && r->table.tiles[tile].design; side++) {
            struct cell cell = cell_beyond(r->table.tiles[tile].cell, side);
            const struct study_cell *beyond = is_free(r, cell) ? cell_of(study, cell) : NULL;
            unsigned segment = r->table.ports[tile][3 * side + 1];
            if (!beyond || beyond->tiles || segment == SEGMENT_NONE)
                continue;
            unsigned root = table_root(&r->table, tile * NODES_PER_TILE + segment);
            const struct feature *feature = &r->table.features[root];
            if (!kinds[feature->kind].completes || feature->completed ||
                table_is_among(study->dead, study->dead_count, root))
                continue;
            study->dead[study->dead_count++] = (uint16_t)root;
        }
}

/* Studies the table after a turn was judged, and begins the next turn. `room` has SPOTS_MAX spots.
 */
static void study_make(struct study *study, struct referee *r, struct spot *room,
                       struct arena *arena)
{
    *study = (struct study){.known = !r->draw.lost && !r->draw.unnamed && !r->unknown.game};
    struct line next = referee_next_line(r);
    referee_turn(r, &next);
    count_tiles(study, r, arena);
    find_cells(study, r, arena);
    try_tiles(study, r, room);
    if (!referee_has_outside(r))
        find_dead(study, r, arena);
}

/* Begins the turn of a line, and lists the cells and orientations in which its tile could be laid.
 */
static void find_placements(struct outlook *outlook, struct referee *r, const struct line *line,
                            struct spot *room, struct arena *arena)
{
    bool undetermined = false;
    if (!line->has_tile || !line->tile.design)
        return;
    referee_turn(r, line);
    unsigned count = referee_spots(r, line->tile.design, room, SPOTS_MAX, &undetermined);
    outlook->design = line->tile.design;
    outlook->placement_count = count;
    outlook->placements = arena_alloc(arena, (count + 1) * sizeof *outlook->placements);
    for (unsigned i = 0; i < count; i++)
        outlook->placements[i] = (struct placement){room[i].cell, room[i].orient};
}

/* The page does not say what the scores would be in a game of more turns: each turn takes as long
 * as all turns before it. */
enum { OUTLOOKS_MAX = 400 };

const struct outlook *outlooks_find(struct run *run, struct ledger *ledger)
{
    const struct record *record = &run->record;
    struct findings again = {.arena = &run->arena};
    unsigned turns = 0, last = 0;
    for (const struct line *line = record->lines; line < record_end(record); line++) {
        turns += line->kind == LINE_TURN;
        last = line->turn > last ? line->turn : last;
    }
    if (turns > OUTLOOKS_MAX)
        return NULL;
    struct outlook *outlooks = arena_alloc(&run->arena, (last + 1) * sizeof *outlooks);
    struct spot *room = arena_alloc(&run->arena, SPOTS_MAX * sizeof *room);
    memset(outlooks, 0, (last + 1) * sizeof *outlooks);
    ledger->wanted = 0;
    referee_judge(&run->referee, record, &again, ledger, 0, false);
    for (const struct line *line = record->lines; line < record_end(record); line++) {
        struct outlook *outlook = &outlooks[line->turn];
        if (line->kind != LINE_TURN || outlook->known)
            continue;
        find_placements(outlook, &run->referee, line, room, &run->arena);
        ledger->wanted = EVENTS(EVENT_END);
        referee_judge(&run->referee, record, &again, ledger, line->turn, true);
        const struct end_event *end = &ledger->events[ledger->count - 1].end;
        outlook->known = !end->undetermined;
        memcpy(outlook->scores, end->scores, sizeof outlook->scores);
        study_make(&outlook->study, &run->referee, room, &run->arena);
    }
    return outlooks;
}
