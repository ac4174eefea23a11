/* SPDX-License-Identifier: MIT */
/* The audit by tile: the points that each tile earned, and for whom. The points of every award are
 * shared out among tiles so that nothing is lost or counted twice:
 *
 * - road, city: each tile has its own points, with those of its shields and bridges;
 * - monastery, garden: a point goes to each neighbour, the rest to its own tile;
 * - market: each tile has as many points as there are kinds of goods;
 * - field, residence: all points go to the tile of the owner's follower that was placed first;
 * - guard: each building has its own points;
 * - castle, the fairy's points for a feature: all points go to the first tile.
 *
 * All other points, such as the fairy's point at the beginning of a turn or those for a bazaar, a
 * tower or a correction, belong to no tile.
 */
#include <stdio.h>
#include <stdlib.h>

#include "report/report.h"

static unsigned root_of(struct tile_shares *f, unsigned node)
{
    while (f->parent[node] != node)
        node = f->parent[node] = f->parent[f->parent[node]];
    return node;
}

void share_give(struct tile_shares *f, unsigned tile, const struct event *event, int points)
{
    f->of[tile].points[event->seat] += points;
    f->of[tile].by_award[event->score.award] += points;
}

/* Returns the shields of a tile's segments that belong to a feature. */
static unsigned shields_on(struct tile_shares *f, unsigned tile, unsigned root)
{
    unsigned shields = 0;
    const struct design *design = f->ledger->tiles[tile].design;
    for (unsigned i = 0; design && i < design->segment_count; i++)
        if (design->segments[i].shields && root_of(f, tile * NODES_PER_TILE + i) == root)
            shields += design->segments[i].shields;
    return shields;
}

/* Returns the points of one of the award's terms for a tile. */
static int share_of(struct tile_shares *f, const struct term *term, unsigned tile, unsigned root)
{
    const struct laid_tile *laid = &f->ledger->tiles[tile];
    int count = 1;
    if (term->name == TERM_SHIELDS)
        count = (int)shields_on(f, tile, root);
    /* Count the bridges of the road on the tile. If no printed segment of the tile belongs to the
     * road, one bridge is not counted: the point for the tile itself already stands for it. */
    if (term->name == TERM_BRIDGES) {
        bool printed = false;
        for (unsigned i = 0; laid->design && i < laid->design->segment_count; i++)
            printed |= root_of(f, tile * NODES_PER_TILE + i) == root;
        count = printed ? 0 : -1;
        for (unsigned axis = 0; axis < 2; axis++)
            count += laid->built >> axis & 1 && root_of(f, node_built(tile, axis)) == root;
    }
    return term->each * count;
}

void share_tiles(struct tile_shares *f, const struct event *event)
{
    const struct score_event *score = &event->score;
    unsigned root = root_of(f, score->name);
    for (unsigned tile = 0; tile < f->ledger->tile_count; tile++) {
        if (!tile_bits_has(&score->tiles, tile))
            continue;
        for (unsigned i = 0; i < score->term_count; i++)
            share_give(f, tile, event, share_of(f, &score->terms[i], tile, root));
    }
}

void share_alike(struct tile_shares *f, const struct event *event)
{
    for (unsigned tile = 0; tile < f->ledger->tile_count; tile++)
        if (tile_bits_has(&event->score.tiles, tile))
            share_give(f, tile, event, event->score.terms[0].count);
}

void share_first_tile(struct tile_shares *f, const struct event *event)
{
    if (event->score.name != NODE_NONE)
        share_give(f, event->score.name / NODES_PER_TILE, event, event->score.points);
}

void share_nothing(struct tile_shares *f, const struct event *event)
{
    (void)f, (void)event;
}

void share_around(struct tile_shares *f, const struct event *event)
{
    unsigned own = event->score.name / NODES_PER_TILE;
    struct cell cell = f->ledger->tiles[own].cell;
    int left = event->score.points;
    for (unsigned tile = 0; tile < f->ledger->tile_count; tile++) {
        const struct laid_tile *laid = &f->ledger->tiles[tile];
        /* The order of laying decides, because turn numbers may be wrong. */
        if (tile <= event->tile && abs(laid->cell.x - cell.x) <= 1 &&
            abs(laid->cell.y - cell.y) <= 1) {
            share_give(f, tile, event, 1);
            left--;
        }
    }
    share_give(f, own, event, left);
}

void share_first_stander(struct tile_shares *f, const struct event *event)
{
    unsigned root = root_of(f, event->score.name);
    for (size_t i = 0; i < f->ledger->count; i++) {
        const struct event *stood = &f->ledger->events[i];
        if (stood->kind == EVENT_FOLLOWER && stood->seat == event->seat &&
            root_of(f, stood->node) == root) {
            share_give(f, stood->tile, event, event->score.points);
            return;
        }
    }
}

static void fold_events(struct tile_shares *f)
{
    static void (*const ways[AWARD_COUNT])(struct tile_shares *, const struct event *) = {
#define AWARD(number, id, name, color, share) [number] = share,
#include "rows.h"
    };
    for (size_t i = 0; i < f->ledger->count; i++) {
        const struct event *event = &f->ledger->events[i];
        if (event->kind == EVENT_FOUNDED)
            f->parent[event->node] = event->node;
        else if (event->kind == EVENT_JOINED)
            f->parent[root_of(f, event->other)] = (uint16_t)root_of(f, event->node);
        else if (event->kind == EVENT_SCORE && event->score.points)
            ways[event->score.award](f, event);
    }
}

static void text_tile(struct sink *sink, const struct ledger *ledger, unsigned tile,
                      const struct tile_share *share)
{
    const struct laid_tile *laid = &ledger->tiles[tile];
    char head[64];
    int n = laid->seat != SEAT_NONE
                ? snprintf(head, sizeof head, "%4u%c ", laid->turn, report_seat_letter(laid->seat))
                : snprintf(head, sizeof head, "start ");
    snprintf(head + n, sizeof head - (size_t)n, "%s %d,%d%c", laid->named ? laid->named->name : "?",
             laid->cell.x, laid->cell.y, "NESW?"[laid->orient]);
    sink_column(sink, str_of(head), 28);
    for (unsigned seat = 0; seat < ledger->seat_count; seat++)
        sink_printf(sink, " %5d", share->points[seat]);
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        if (share->by_award[award])
            sink_printf(sink, "  %s %d", award_names[award], share->by_award[award]);
    sink_char(sink, '\n');
}

static void emit_tile(struct emitter *e, const struct game_view *view, unsigned tile,
                      const struct tile_share *share)
{
    const struct laid_tile *laid = &view->ledger->tiles[tile];
    report_object(e, view, "tile");
    emit_key_int(e, "turn", laid->turn);
    report_seat(e, "seat", laid->seat);
    report_laid(e, view->ledger, tile);
    emit_key(e, "points");
    emit_list(e);
    for (unsigned seat = 0; seat < view->ledger->seat_count; seat++)
        emit_int(e, share->points[seat]);
    emit_close(e);
    emit_key(e, "kinds");
    emit_map(e);
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        if (share->by_award[award])
            if (award_names[award])
                emit_key_int(e, award_names[award], share->by_award[award]);
    emit_close(e);
    emit_end(e);
}

void report_by_tile(struct reporter *reporter, const struct game_view *view,
                    const struct report_key *key)
{
    (void)key;
    struct tile_shares f = {.ledger = view->ledger};
    for (unsigned node = 0; node < NODES_MAX; node++)
        f.parent[node] = (uint16_t)node;
    fold_events(&f);
    if (reporter->text) {
        sink_column(reporter->sink, str_of("turn tile"), 28);
        for (unsigned seat = 0; seat < view->ledger->seat_count; seat++)
            sink_printf(reporter->sink, "     %c", report_seat_letter(seat));
        sink_char(reporter->sink, '\n');
    }
    for (unsigned tile = 0; tile < view->ledger->tile_count; tile++) {
        if (reporter->text)
            text_tile(reporter->sink, view->ledger, tile, &f.of[tile]);
        else
            emit_tile(reporter->emitter, view, tile, &f.of[tile]);
    }
}
