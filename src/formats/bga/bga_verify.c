/* SPDX-License-Identifier: MIT */
/* Compares the statements of a Board Game Arena log with the game: spots for followers, followers
 * left in the supply, scored features, ranks and figures. See bastide(1), FORMATS. */
#include "formats/bga/bga_read.h"
#include "formats/format.h"
#include "play/steps.h"
#include "board/scoring.h"

#include <stdio.h>

struct bga_comparison {
    struct referee *referee;
    struct step_finder steps;
    const struct bga_said *said;
    struct arena *arena;
    struct findings *findings,
        *play;   /* findings of the comparison; findings of the referee that replays the game */
    uint32_t at; /* index of the next statement */
    const struct statement
        *spots; /* spots of the turn that are still to be compared; NULL for none */
    int standing[SEATS_MAX], put[SEATS_MAX];
    int points[SEATS_MAX][AWARD_COUNT];
    unsigned laid;
};

static void differs(struct bga_comparison *c, const struct statement *said, enum finding_id id,
                    const struct arg *args)
{
    struct finding *finding = finding_raise(c->findings, id, said->place, args);
    finding->turn = said->turn;
    finding->seat = said->seat;
}

/* True if nothing illegal or unknown has happened. Once it has, statements are no longer
 * compared. */
static bool is_clear(const struct bga_comparison *c)
{
    return !c->play->first && !c->referee->unknown.game && !c->referee->unknown.gap;
}

/* ---- Spots ---- */

static const char *segment_words(struct bga_comparison *c, const struct segment_ref *ref)
{
    char text[SEGMENT_TEXT_SIZE];
    struct segment_ref plain = *ref;
    segment_text(&plain, text);
    return arena_printf(c->arena, "%s", text);
}

/* Returns the segments of the turn's tile where a follower may be placed, as a set of their numbers
 * on the tile. */
static unsigned offered(const struct referee *r, const struct choice *choices, unsigned count)
{
    unsigned nodes = 0;
    for (unsigned i = 0; i < count; i++)
        if (choices[i].act.kind == ACT_MEEPLE)
            nodes |= 1u << ledger_node(r->ledger, r->turn.tile, &choices[i].act.segment) %
                               NODES_PER_TILE;
    return nodes;
}

static void check_spots(struct bga_comparison *c, const struct statement *said, unsigned nodes)
{
    const struct referee *r = c->referee;
    unsigned reported = 0;
    for (unsigned i = 0; i < said->count; i++) {
        unsigned node = ledger_node(r->ledger, r->turn.tile, &said->spots[i]);
        unsigned bit = node == NODE_NONE ? 0u : 1u << node % NODES_PER_TILE;
        if (reported & bit)
            differs(c, said, FINDING_SAID_OFFERED_TWICE, ARGS(segment_words(c, &said->spots[i])));
        else if (!(nodes & bit))
            differs(c, said, FINDING_SAID_OFFERED, ARGS(segment_words(c, &said->spots[i])));
        if (reported & bit || !(nodes & bit))
            return;
        reported |= bit;
    }
    if (nodes & ~reported) {
        struct segment_ref missing = ledger_segment(
            r->ledger, r->turn.tile * NODES_PER_TILE + (unsigned)__builtin_ctz(nodes & ~reported));
        differs(c, said, FINDING_SAID_NOT_OFFERED, ARGS(segment_words(c, &missing)));
    }
}

static void visit_offer(void *context, const struct offer *offer)
{
    struct bga_comparison *c = context;
    if (offer->spots || offer->steps || offer->again || !c->spots || !is_clear(c))
        return;
    check_spots(c, c->spots, offered(c->referee, offer->choices, offer->count));
    c->spots = NULL;
}

/* ---- Scored features ---- */

/* Returns the number of shields on a tile that belong to a feature. */
static int shields_on(const struct referee *r, unsigned tile, unsigned root)
{
    const struct design *design = r->table.tiles[tile].design;
    int shields = 0;
    for (unsigned i = 0; design && i < design->segment_count; i++)
        if (design->segments[i].shields && table_find(&r->table, tile * NODES_PER_TILE + i) == root)
            shields += design->segments[i].shields;
    return shields;
}

/* Returns the points that a tile brings to an award, as the log divides them. The one tile that it
 * names for a monastery or a field brings all points. */
static int share_of(const struct bga_comparison *c, const struct score_event *score, unsigned tile)
{
    unsigned root = table_find(&c->referee->table, score->name);
    if (score->kind == KIND_MONASTERY || score->kind == KIND_FIELD)
        return score->points;
    int share = 0;
    for (unsigned i = 0; i < score->term_count; i++)
        share += score->terms[i].each *
                 (score->terms[i].name == TERM_SHIELDS ? shields_on(c->referee, tile, root) : 1);
    return share;
}

/* Returns how well a scored feature of the log matches an award: tiles that both have raise the
 * number, tiles that one of them lacks lower it. Returns 0 for an award of another kind, or without
 * a tile in common. */
static int likeness(const struct bga_comparison *c, const struct statement *said,
                    const struct event *event)
{
    const struct score_event *score = &event->score;
    int shared = 0;
    if (event->kind != EVENT_SCORE ||
        (said->feature != KIND_COUNT && said->feature != score->kind) ||
        score->kind >= KIND_COUNT || score->final != said->final)
        return 0;
    for (unsigned i = 0; i < said->count; i++) {
        unsigned tile = table_at(&c->referee->table, said->tiles[i].cell.x, said->tiles[i].cell.y);
        shared += tile != TILE_NONE && tile_bits_has(&score->tiles, tile);
    }
    return shared
               ? 4 * TILES_MAX + 2 * shared - (int)said->count - (int)tile_bits_count(&score->tiles)
               : 0;
}

static void check_tiles(struct bga_comparison *c, const struct statement *said,
                        const struct score_event *score)
{
    const struct table *table = &c->referee->table;
    struct tile_bits reported = {{0}};
    for (unsigned i = 0; i < said->count; i++) {
        struct cell cell = said->tiles[i].cell;
        unsigned tile = table_at(table, cell.x, cell.y);
        bool other = score->kind == KIND_MONASTERY && tile != score->name / NODES_PER_TILE;
        if (tile == TILE_NONE || !tile_bits_has(&score->tiles, tile) || other) {
            differs(c, said, FINDING_SAID_TILE_NO_PART, ARGS(cell, kinds[score->kind].name));
            return;
        }
        tile_bits_add(&reported, tile);
        if (share_of(c, score, tile) != said->tiles[i].points) {
            differs(c, said, FINDING_SAID_TILE_BRINGS,
                    ARGS(cell, COUNT(share_of(c, score, tile), "point"), kinds[score->kind].name,
                         said->tiles[i].points));
            return;
        }
    }
    /* For a field or a monastery the log names one tile only. */
    bool one = score->kind == KIND_FIELD || score->kind == KIND_MONASTERY;
    for (unsigned tile = 0; tile < table->tile_count && !one; tile++)
        if (tile_bits_has(&score->tiles, tile) && !tile_bits_has(&reported, tile)) {
            differs(c, said, FINDING_SAID_TILE_BELONGS,
                    ARGS(table->tiles[tile].cell, kinds[score->kind].name));
            return;
        }
}

static void check_feature(struct bga_comparison *c, const struct statement *said, size_t from)
{
    const struct ledger *ledger = c->referee->ledger;
    const struct score_event *score = NULL;
    unsigned winners = 0;
    int best = 0;
    for (size_t i = from; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        int like = likeness(c, said, event);
        if (like > best) {
            best = like;
            score = &event->score;
            winners = 0;
        }
        if (like && event->score.name == score->name)
            winners |= 1u << event->seat;
    }
    /* If its points are claimed, the check of that claim reports a feature that was not scored, or
     * wrong points. */
    if (!score) {
        if (!said->claimed)
            differs(c, said, FINDING_SAID_NOT_SCORED, NO_ARGS);
        return;
    }
    if (said->number == score->points)
        check_tiles(c, said, score);
    for (unsigned seat = 0; seat < c->referee->seats; seat++)
        if (winners >> seat & 1 && !(said->winners >> seat & 1) && !(said->winners & ~winners))
            differs(c, said, FINDING_SAID_SEAT_PAID, ARGS(SEAT(seat), kinds[score->kind].name));
    for (unsigned seat = 0; seat < c->referee->seats; seat++)
        if (said->counts >> seat & 1 && said->followers[seat] != score->owners[seat]) {
            differs(c, said, FINDING_SAID_SEAT_FOLLOWERS,
                    ARGS(SEAT(seat), COUNT(score->owners[seat], "follower"),
                         kinds[score->kind].name, said->followers[seat]));
            break;
        }
    if (said->cities != CITIES_UNSAID && score->term_count && said->cities != score->terms[0].count)
        differs(c, said, score->terms[0].count == 1 ? FINDING_SAID_CITY : FINDING_SAID_CITIES,
                ARGS(score->terms[0].count, said->cities));
}

/* ---- Figures ---- */

static void check_rank(struct bga_comparison *c, const struct statement *said)
{
    const struct referee *r = c->referee;
    int rank = 1;
    bool shared = false;
    for (unsigned seat = 0; seat < r->seats; seat++) {
        rank += r->scores[seat] > r->scores[said->seat];
        shared |= seat != said->seat && r->scores[seat] == r->scores[said->seat];
    }
    if (said->number != rank)
        differs(c, said, FINDING_SAID_RANK, ARGS(SEAT(said->seat), rank, said->number));
    if (said->shared != shared)
        differs(c, said, shared ? FINDING_SAID_TIE : FINDING_SAID_NO_TIE, ARGS(SEAT(said->seat)));
}

static void check_points(struct bga_comparison *c, const struct statement *said)
{
    int points = 0;
    for (unsigned seat = 0; seat < c->referee->seats; seat++)
        points += said->seat >= c->referee->seats || said->seat == seat
                      ? c->points[seat][kind_awards[said->feature].award]
                      : 0;
    struct arg has = COUNT(points, "point");
    if (points != said->number && said->seat < SEATS_MAX)
        differs(c, said, FINDING_SAID_SEAT_POINTS,
                ARGS(SEAT(said->seat), has, kinds[said->feature].name, said->number));
    else if (points != said->number)
        differs(c, said, FINDING_SAID_ALL_POINTS,
                ARGS(has, kinds[said->feature].name, said->number));
}

static void check_results(struct bga_comparison *c, const struct statement *said)
{
    const struct referee *r = c->referee;
    int most = r->scores[0], sum = 0;
    for (unsigned seat = 0; seat < r->seats; seat++) {
        most = r->scores[seat] > most ? r->scores[seat] : most;
        sum += r->scores[seat];
    }
    if (said->kind == SAID_MOST && said->number != most)
        differs(c, said, FINDING_SAID_BEST_RESULT, ARGS(most, said->number));
    if (said->kind == SAID_TWICE_MEAN && said->number != sum)
        differs(c, said, FINDING_SAID_MEAN_RESULT, ARGS(HALVES(sum), HALVES(said->number)));
}

/* ---- The course of the game ---- */

static void check_statement(struct bga_comparison *c, const struct statement *said, size_t from)
{
    switch ((enum statement_kind)said->kind) {
    case SAID_SPOTS:
        /* visit_offer() has not compared these spots: the seat could place no follower. */
        if (said == c->spots && c->referee->turn.tile != TILE_NONE)
            check_spots(c, said, 0);
        break;
    case SAID_LEFT:
        break;
    case SAID_FEATURE:
        check_feature(c, said, from);
        break;
    case SAID_RANK:
        check_rank(c, said);
        break;
    case SAID_POINTS:
        check_points(c, said);
        break;
    case SAID_PUT:
        if (said->number != c->put[said->seat])
            differs(c, said, FINDING_SAID_SEAT_PLACES,
                    ARGS(SEAT(said->seat), COUNT(c->put[said->seat], "follower"), said->number));
        break;
    case SAID_LAID:
        if (said->number != (int)c->laid)
            differs(c, said, FINDING_SAID_TILES_LAID,
                    ARGS(COUNT((long)c->laid, "tile"), said->number));
        break;
    case SAID_MOST:
    case SAID_TWICE_MEAN:
        check_results(c, said);
        break;
    }
}

/* Follows the events of the ledger: followers placed and returned, and points. When a follower is
 * placed, compares the number of those left with the statement `left`. */
static void follow_events(struct bga_comparison *c, size_t from, const struct statement *left)
{
    const struct ledger *ledger = c->referee->ledger;
    for (size_t i = from; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind == EVENT_FOLLOWER) {
            c->standing[event->seat]++;
            c->put[event->seat]++;
            int own = meeple_kinds[MEEPLE_SMALL].stock - c->standing[event->seat];
            if (left && left->seat == event->seat && left->number != own && is_clear(c))
                differs(c, left, FINDING_SAID_SEAT_LEFT,
                        ARGS(SEAT(event->seat), COUNT(own, "follower"), left->number));
            left = NULL;
        } else if (event->kind == EVENT_RETURNED) {
            c->standing[event->seat]--;
        } else if (event->kind == EVENT_SCORE) {
            c->points[event->seat][event->score.award] += event->score.points;
        }
    }
}

/* Checks the statements of a turn, or those after the last turn, once it has been played. */
static void check_stretch(struct bga_comparison *c, uint32_t from, size_t events)
{
    const struct statement *left = NULL;
    for (uint32_t i = from; i < c->at; i++)
        if (c->said->statements[i].kind == SAID_LEFT)
            left = &c->said->statements[i];
    follow_events(c, events, left);
    for (uint32_t i = from; i < c->at && is_clear(c); i++)
        check_statement(c, &c->said->statements[i], events);
}

static void play_turn(struct bga_comparison *c, const struct line *line, const struct line *next)
{
    const struct statement *statements = c->said->statements;
    uint32_t from = c->at;
    size_t events = c->referee->ledger->count;
    c->spots = NULL;
    for (; line->kind == LINE_TURN && c->at < c->said->count &&
           statements[c->at].turn <= line->turn && !statements[c->at].final;
         c->at++)
        if (statements[c->at].kind == SAID_SPOTS && statements[c->at].turn == line->turn)
            c->spots = &statements[c->at];
    steps_turn(&c->steps, line, next);
    c->laid += line->kind == LINE_TURN && line->has_tile;
    check_stretch(c, from, events);
}

static void play(struct bga_comparison *c, const struct record *record, struct ledger *ledger)
{
    struct referee *r = c->referee;
    const struct line *line = record->lines, *end = record_end(record);
    for (const struct line *next; line < end && line->kind != LINE_FINAL && line->kind != LINE_END;
         line = next) {
        next = referee_turn_end(line, end);
        play_turn(c, line, next);
    }
    uint32_t from = c->at;
    size_t events = ledger->count;
    /* A game without a normal end, such as one that a player resigned, has no final scoring. */
    if (line == end || end[-1].kind != LINE_END || end[-1].reason != END_NORMAL)
        return;
    referee_lines(r, line, (uint32_t)(end - line));
    c->at = c->said->count;
    check_stretch(c, from, events);
}

void bga_verify(struct referee *r, const struct record *record, struct findings *findings,
                struct ledger *ledger)
{
    struct findings found = {.arena = findings->arena};
    struct bga_comparison c = {.referee = r,
                               .said = record->said,
                               .arena = findings->arena,
                               .findings = findings,
                               .play = &found};
    r->through = UINT16_MAX;
    ledger->wanted = EVENTS(EVENT_SCORE) | EVENTS(EVENT_FOLLOWER) | EVENTS(EVENT_RETURNED);
    referee_begin(r, record, &found, ledger);
    steps_begin(&c.steps, r, findings->arena, visit_offer, &c);
    c.steps.unplaced = true;
    play(&c, record, ledger);
}
