/* The tiles that were drawn: how often each (202, 214, 201), what is left, and whether what was set aside fitted
 * nowhere (209). See judge.h.
 */
#include "rules/judge.h"

static const char *ordinal(struct referee *r, unsigned n)
{
    const char *tail = n % 100 / 10 == 1 ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
    return arena_printf(r->arena, "%u%s", n, tail);
}

const struct tileset *judge_set_in_play(const struct referee *r, unsigned i)
{
    const struct record *record = r->record;
    return i < record->set_count ? record->sets[i] : i == record->set_count ? record->own_tiles : NULL;
}

static struct draw_count *draw_count_of(struct referee *r, const struct design *design)
{
    unsigned offset = 0;
    for (unsigned i = 0; i <= r->record->set_count; i++) {
        const struct tileset *set = judge_set_in_play(r, i);
        if (!set)
            continue;
        if (tileset_has(set, design))
            return &r->draws[offset + (unsigned)(design - set->designs)];
        offset += set->design_count;
    }
    return NULL;
}

bool judge_tiles_left(const struct referee *r)
{
    return r->drawn < r->in_sets || r->record->sets_broken || r->record->tiles_broken;
}

/* Counts a tile that was drawn: 201, 214, 202. */
void judge_draw(struct referee *r, const struct tile_ref *tile)
{
    bool was_last = !judge_tiles_left(r);
    r->drawn++;
    if (!tile->design) {
        r->undetermined = true;
        if (!str_is(tile->name, "?") && !r->record->sets_broken && !r->record->tiles_broken)
            judge_raise(r, FINDING_TILE_UNKNOWN, tile->place, ARGS(arena_copy(r->arena, tile->name.p, tile->name.n)));
        return;
    }
    struct draw_count *count = draw_count_of(r, tile->design);
    if (!count && r->record->sets_broken)
        return;
    if (!count) {
        judge_raise(r, FINDING_NOT_IN_PLAY, tile->place, ARGS(arena_printf(r->arena, "tile %s", tile->design->name)));
        return;
    }
    /* Beyond the last tile of all, 801 says what there is to say. */
    if (++count->drawn > tile->design->count && !was_last) {
        struct finding *finding =
            judge_raise(r, FINDING_TILE_COUNT, tile->place,
                        ARGS(tile->design->name, ordinal(r, count->drawn), judge_number(r, tile->design->count)));
        if (count->last.line || count->last.at)
            finding_also(finding, count->last, "the one before was drawn here");
    }
    count->last = tile->place;
}

/* A turn that was written twice drew its tile once. */
void judge_undraw(struct referee *r, const struct design *design)
{
    struct draw_count *count = design ? draw_count_of(r, design) : NULL;
    r->drawn--;
    if (count)
        count->drawn--;
}

/* A tile that lies nobody knows where may lie on one of the cells, or beside up to four of them: with more cells than
 * that one remains. */
static bool fits_for_certain(const struct referee *r, const struct spot *spots, unsigned count)
{
    unsigned cells = 0;
    for (unsigned i = 0; i < count && i < 256; i++)
        cells += i == 0 || spots[i].cell.x != spots[i - 1].cell.x || spots[i].cell.y != spots[i - 1].cell.y;
    return cells > 5 * r->lost_tiles;
}

/* A tile set aside must fit nowhere (209). */
void judge_discard(struct referee *r, const struct act *act)
{
    judge_draw(r, &act->tile);
    struct event *event = ledger_add(r->ledger, EVENT_DISCARDED);
    if (event) {
        event->turn = r->turn;
        event->seat = r->seat;
        event->design = act->tile.design;
    }
    if (act->kind == ACT_ASIDE) {
        judge_raise(r, FINDING_ASIDE, act->place, ARGS(arena_copy(r->arena, act->tile.name.p, act->tile.name.n)));
        return;
    }
    bool undetermined = false;
    struct spot spots[256];
    if (!act->tile.design)
        return;
    unsigned count = placing_list(&r->table, act->tile.design, spots, sizeof spots / sizeof *spots, &undetermined);
    if (count && fits_for_certain(r, spots, count))
        judge_raise(r, FINDING_DISCARD_FITS, act->place,
                    ARGS(act->tile.design->name,
                         arena_printf(r->arena, "%s%c", judge_cell(r, spots[0].cell), "NESW"[spots[0].orient])));
    else if (count || undetermined)
        r->undetermined = true;
}
