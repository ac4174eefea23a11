/* SPDX-License-Identifier: MIT */
/* The audits by wall, guard and tower: the pieces dealt and laid in each phase; the row of each
 * guard, tile by tile, up to the empty cell where it stops; and the walls that each tower is paid
 * for. */
#include "report/report.h"

/* True if the event is in the audit of a piece. PIECE_WALL stands for everything that lengthens the
 * ring, and for dealing. */
static bool is_of(const struct event *event, enum wall_piece piece)
{
    if (event->kind != EVENT_WALL)
        return false;
    return piece == PIECE_WALL ? event->wall.piece < PIECE_GUARD : event->wall.piece == piece;
}

static struct cell cell_of(const struct ledger *ledger, const struct event *event)
{
    return ledger->tiles[event->tile].cell;
}

static struct edge edge_of(const struct ledger *ledger, const struct event *event)
{
    return (struct edge){cell_of(ledger, event), event->wall.side};
}

static const struct laid_tile *tile_on(const struct ledger *ledger, struct cell cell)
{
    for (unsigned i = 0; i < ledger->tile_count; i++)
        if (ledger->tiles[i].cell.x == cell.x && ledger->tiles[i].cell.y == cell.y)
            return &ledger->tiles[i];
    return NULL;
}

/* Returns the points that a guard is paid for the building of a tile. */
static unsigned building_points(const struct laid_tile *laid)
{
    unsigned marks_set = laid->named ? laid->named->marks : 0;
    return marks_set & MARK_PUBLIC ? 2 : marks_set & MARK_HISTORIC ? 3 : 0;
}

/* Prints a piece on a wall, or a wall of the closing, such as "a wall 0,1N". */
static void print_piece(struct sink *sink, const struct ledger *ledger, const struct event *event)
{
    if (event->seat != SEAT_NONE)
        sink_printf(sink, "%c ", report_seat_letter(event->seat));
    sink_printf(sink, "%s %s",
                event->wall.piece == PIECE_SHORT ? "short wall" : piece_names[event->wall.piece],
                report_edge_text(edge_of(ledger, event)).text);
}

/* Returns the next cell of a guard's row, inward from its wall. */
static struct cell inward(struct cell cell, unsigned side)
{
    return (struct cell){(int16_t)(cell.x - side_dx[side]), (int16_t)(cell.y - side_dy[side])};
}

static unsigned row_points(const struct ledger *ledger, const struct event *event)
{
    unsigned points = 0;
    struct cell cell = cell_of(ledger, event);
    for (const struct laid_tile *laid; (laid = tile_on(ledger, cell));
         cell = inward(cell, event->wall.side))
        points += building_points(laid);
    return points;
}

/* Prints the building of a tile, such as " public Arena 2". */
static void text_building(struct sink *sink, const struct laid_tile *laid)
{
    unsigned points = building_points(laid);
    sink_cstr(sink, points == 2 ? " public" : " historic");
    if (laid->named->title.n) {
        sink_char(sink, ' ');
        sink_plain(sink, laid->named->title);
    }
    sink_printf(sink, " %u", points);
}

static void text_guard(struct sink *sink, const struct ledger *ledger, const struct event *event)
{
    struct cell cell = cell_of(ledger, event);
    sink_printf(sink, "%6u%c guard on %s:", event->turn, report_seat_letter(event->seat),
                report_edge_text(edge_of(ledger, event)).text);
    for (const struct laid_tile *laid; (laid = tile_on(ledger, cell));
         cell = inward(cell, event->wall.side)) {
        sink_printf(sink, " %d,%d", cell.x, cell.y);
        if (building_points(laid))
            text_building(sink, laid);
        sink_cstr(sink, laid->named ? ";" : " unknown;");
    }
    sink_printf(sink, " %d,%d is empty: %u\n", cell.x, cell.y, row_points(ledger, event));
}

/* The walls that a tower is paid for, outermost first, and the piece after them: an earlier tower,
 * or the gate. */
struct counted {
    const struct event *walls[UINT8_MAX], *end;
    unsigned count;
};

static const struct event *tower_at(const struct ledger *ledger, const struct event *before,
                                    const struct event *wall)
{
    const struct event *found = NULL;
    for (const struct event *event = ledger->events; event < before; event++)
        if (event->kind == EVENT_WALL && event->wall.piece == PIECE_TOWER &&
            event->tile == wall->tile && event->wall.side == wall->wall.side)
            found = event;
    return found;
}

/* Rule: city.tower.score. */
static struct counted counted_by(const struct ledger *ledger, const struct event *tower)
{
    struct counted counted = {.count = 0};
    const struct wall_stretch *stretch = &tower->wall.stretch;
    bool closes = stretch->closes;
    unsigned seen = 0;
    for (const struct event *event = tower; event-- > ledger->events;) {
        if (event->kind != EVENT_WALL)
            continue;
        if (event->wall.piece == PIECE_GATE)
            counted.end = event;
        bool is_at_end = event->wall.end == stretch->end;
        if (event->wall.end == CHAIN_ENDS || (!closes && !is_at_end))
            continue;
        bool skipped = seen < stretch->skip;
        seen += is_at_end;
        if (closes || (!skipped && counted.count < stretch->count)) {
            counted.walls[counted.count++] = event;
            closes = false;
        } else if (!skipped) {
            counted.end = tower_at(ledger, tower, event);
            break;
        }
    }
    return counted;
}

/* Returns the direction from the tower to the walls that it counts: from the chain's clockwise end
 * it is counterclockwise. */
static const char *way_of(const struct event *tower)
{
    return tower->wall.stretch.end ? "clockwise" : "counterclockwise";
}

/* Prints a tower, such as "8 walls, clockwise 1,0N 2,0N ..., to a's tower of turn 31 on 3,0S". */
static void text_tower(struct sink *sink, const struct ledger *ledger, const struct event *event)
{
    unsigned count = event->wall.count;
    sink_printf(sink, "%6u%c tower on %s: %u wall%s", event->turn, report_seat_letter(event->seat),
                report_edge_text(edge_of(ledger, event)).text, count, count == 1 ? "" : "s");
    if (event->wall.stretch.end == CHAIN_ENDS) {
        sink_cstr(sink, ", as it stands on the closed ring\n");
        return;
    }
    struct counted counted = counted_by(ledger, event);
    if (count)
        sink_printf(sink, ", %s", way_of(event));
    for (unsigned i = 0; i < counted.count; i++)
        sink_printf(sink, " %s", report_edge_text(edge_of(ledger, counted.walls[i])).text);
    if (counted.end && counted.end->wall.piece == PIECE_GATE)
        sink_printf(sink, "%s to the gate on %s", count ? "," : "",
                    report_edge_text(edge_of(ledger, counted.end)).text);
    else if (counted.end)
        sink_printf(sink, "%s to %c's tower of turn %u on %s", count ? "," : "",
                    report_seat_letter(counted.end->seat), counted.end->turn,
                    report_edge_text(edge_of(ledger, counted.end)).text);
    sink_char(sink, '\n');
}

static void emit_tower(struct emitter *e, const struct ledger *ledger, const struct event *event)
{
    bool counts = event->wall.stretch.end != CHAIN_ENDS;
    struct counted counted = counts ? counted_by(ledger, event) : (struct counted){.count = 0};
    emit_key(e, "way");
    if (counts)
        emit_str(e, str_of(way_of(event)));
    else
        emit_null(e);
    emit_key(e, "walls");
    emit_list(e);
    for (unsigned i = 0; i < counted.count; i++)
        emit_str(e, str_of(report_edge_text(edge_of(ledger, counted.walls[i])).text));
    emit_close(e);
    emit_key(e, "to");
    if (!counted.end) {
        emit_null(e);
        return;
    }
    emit_map(e);
    emit_key_text(e, "piece", piece_names[counted.end->wall.piece]);
    emit_key_text(e, "edge", report_edge_text(edge_of(ledger, counted.end)).text);
    emit_key_int(e, "turn", counted.end->turn);
    report_seat(e, "seat", counted.end->seat);
    emit_close(e);
}

static void text_piece(struct sink *sink, const struct ledger *ledger, const struct event *event,
                       bool first)
{
    if (event->wall.piece == PIECE_DEALT) {
        if (first)
            sink_printf(sink, "%6u%c phase, dealt:", event->turn, report_seat_letter(event->seat));
        sink_printf(sink, " %c%u", report_seat_letter(event->seat), event->wall.count);
        return;
    }
    if (event->wall.piece == PIECE_GUARD) {
        text_guard(sink, ledger, event);
    } else if (event->wall.piece == PIECE_TOWER) {
        text_tower(sink, ledger, event);
    } else {
        sink_cstr(sink, "        ");
        print_piece(sink, ledger, event);
        if (event->wall.piece != PIECE_CLOSING)
            sink_printf(sink, "; %u wall%s left", event->wall.left,
                        event->wall.left == 1 ? "" : "s");
        if (event->wall.piece != PIECE_CLOSING && event->wall.gap != NUMBER_UNKNOWN)
            sink_printf(sink, ", a gap of %u", event->wall.gap);
        sink_char(sink, '\n');
    }
}

void report_by_wall(struct reporter *reporter, const struct game_view *view,
                    const struct report_key *key)
{
    const struct ledger *ledger = view->ledger;
    bool dealing = false;
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (!is_of(event, (enum wall_piece)key->detail))
            continue;
        if (reporter->text) {
            bool deals = event->wall.piece == PIECE_DEALT;
            if (dealing && !deals)
                sink_char(reporter->sink, '\n');
            text_piece(reporter->sink, ledger, event, !dealing);
            dealing = deals;
            continue;
        }
        struct emitter *e = reporter->emitter;
        report_object(e, view, piece_names[key->detail]);
        emit_key_int(e, "turn", event->turn);
        report_seat(e, "seat", event->seat);
        report_fields(e, ledger, event, NULL);
        if (key->detail == PIECE_GUARD)
            emit_key_int(e, "points", (int)row_points(ledger, event));
        if (key->detail == PIECE_TOWER)
            emit_tower(e, ledger, event);
        emit_end(e);
    }
    if (dealing && reporter->text)
        sink_char(reporter->sink, '\n');
}

/* Returns the index of the first event after a piece of the wall and the features that it
 * completed. All walls of the closing are one piece. */
static size_t piece_over(const struct ledger *ledger, size_t at)
{
    const struct event *first = &ledger->events[at++];
    for (; at < ledger->count; at++) {
        const struct event *event = &ledger->events[at];
        bool goes_on = event->kind == EVENT_WALL && event->wall.piece == PIECE_CLOSING &&
                       first->wall.piece == PIECE_CLOSING;
        if (event->kind != EVENT_COMPLETED && !goes_on)
            break;
    }
    return at;
}

/* Prints a piece below its turn, such as "a wall 2,-4N; completes road rE@0,1" or "closing 0,4E
 * 0,4S". Returns the index of the event after it. */
size_t tell_wall(struct sink *sink, const struct ledger *ledger, size_t at)
{
    const struct event *first = &ledger->events[at];
    if (first->wall.piece == PIECE_DEALT || first->wall.piece == PIECE_TOWER)
        return at;
    size_t over = piece_over(ledger, at);
    sink_cstr(sink, "        ");
    print_piece(sink, ledger, first);
    for (size_t i = at + 1; i < over; i++)
        if (ledger->events[i].kind == EVENT_WALL)
            sink_printf(sink, " %s", report_edge_text(edge_of(ledger, &ledger->events[i])).text);
    report_completed(sink, ledger, at, over);
    sink_char(sink, '\n');
    return over;
}

void share_buildings(struct tile_shares *shares, const struct event *award)
{
    for (unsigned tile = 0; tile < shares->ledger->tile_count; tile++)
        if (tile_bits_has(&award->score.tiles, tile))
            share_give(shares, tile, award, (int)building_points(&shares->ledger->tiles[tile]));
}
