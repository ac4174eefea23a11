/* SPDX-License-Identifier: MIT */
/* The audits by seat and by award. The audit by seat sums up each player's points by award, and
 * counts tiles laid and followers placed and returned.
 */
#include "report/report.h"

struct seat_sum {
    int32_t points[AWARD_COUNT];
    unsigned awards[AWARD_COUNT];
    unsigned put, returned, tiles;
    int32_t score;
};

static void fold_events(const struct ledger *ledger, struct seat_sum sums[SEATS_MAX])
{
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->seat >= SEATS_MAX)
            continue;
        struct seat_sum *sum = &sums[event->seat];
        if (event->kind == EVENT_SCORE) {
            sum->points[event->score.award] += event->score.points;
            sum->awards[event->score.award]++;
            sum->score += event->score.points;
        }
        sum->put += event_is_put(event);
        sum->returned += event_is_back(event);
        sum->tiles += event->kind == EVENT_LAID;
    }
}

/* Prints the turn of an award, with a plus in the final scoring, and the award. */
static void text_award(struct sink *sink, const struct ledger *ledger, const struct event *event)
{
    sink_printf(sink, "%6u%s ", event->turn, event->score.final ? "+" : " ");
    report_award_text(sink, ledger, event);
}

static void text_seat(struct sink *sink, const struct ledger *ledger, unsigned seat,
                      const struct seat_sum *sum)
{
    sink_printf(sink, "%c ", report_seat_letter(seat));
    sink_plain(sink, ledger->players[seat]);
    sink_printf(sink, ": %d point%s", sum->score, sum->score == 1 ? "" : "s");
    for (unsigned award = 0, any = 0; award < AWARD_COUNT; award++)
        if (sum->awards[award])
            sink_printf(sink, "%s%s %d (%u)", any++ ? ", " : " = ", award_names[award],
                        sum->points[award], sum->awards[award]);
    sink_printf(sink, "; %u tile%s laid, %u follower%s placed, %u returned\n", sum->tiles,
                sum->tiles == 1 ? "" : "s", sum->put, sum->put == 1 ? "" : "s", sum->returned);
    for (size_t i = 0; i < ledger->count; i++)
        if (ledger->events[i].kind == EVENT_SCORE && ledger->events[i].seat == seat)
            text_award(sink, ledger, &ledger->events[i]);
}

static void emit_seat(struct emitter *e, const struct game_view *view, unsigned seat,
                      const struct seat_sum *sum)
{
    report_object(e, view, "seat");
    report_seat(e, "seat", seat);
    emit_key(e, "player");
    emit_str(e, view->ledger->players[seat]);
    emit_key_int(e, "score", sum->score);
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        if (award_names[award])
            emit_key_int(e, award_names[award], sum->points[award]);
    emit_key_int(e, "tiles", sum->tiles);
    emit_key_int(e, "put", sum->put);
    emit_key_int(e, "returned", sum->returned);
    emit_end(e);
}

void report_by_seat(struct reporter *reporter, const struct game_view *view,
                    const struct report_key *key)
{
    (void)key;
    struct seat_sum sums[SEATS_MAX] = {0};
    fold_events(view->ledger, sums);
    for (unsigned seat = 0; seat < view->ledger->seat_count; seat++) {
        if (reporter->text)
            text_seat(reporter->sink, view->ledger, seat, &sums[seat]);
        else
            emit_seat(reporter->emitter, view, seat, &sums[seat]);
    }
}

void report_by_award(struct reporter *reporter, const struct game_view *view,
                     const struct report_key *key)
{
    (void)key;
    for (size_t i = 0; i < view->ledger->count; i++) {
        const struct event *event = &view->ledger->events[i];
        if (event->kind != EVENT_SCORE)
            continue;
        if (reporter->text)
            text_award(reporter->sink, view->ledger, event);
        else
            report_score(reporter->emitter, view, event);
    }
}
