/* SPDX-License-Identifier: MIT */
/* The audit by clock: the time that each line used, what was left, the slowest turns, and the time
 * of each player. */
#include "report/report.h"

enum { SLOWEST = 3 };

/* The time of a player, in milliseconds. A turn may have several lines, whose times are added up.
 */
struct clock_sum {
    int64_t used, left;
    unsigned turns;
    struct slow {
        unsigned turn;
        int64_t used;
    } last, slowest[SLOWEST];
};

/* Adds the turn under way to the slowest ones if it belongs there. */
static void end_turn(struct clock_sum *sum)
{
    struct slow slow = sum->last;
    for (unsigned i = 0; i < SLOWEST; i++)
        if (slow.used > sum->slowest[i].used) {
            struct slow other = sum->slowest[i];
            sum->slowest[i] = slow;
            slow = other;
        }
    sum->last = (struct slow){0, 0};
}

static void add_time(struct clock_sum *sum, const struct event *event)
{
    sum->left = event->clock.left;
    if (event->turn != sum->last.turn) {
        end_turn(sum);
        sum->last.turn = event->turn;
        sum->turns++;
    }
    if (event->clock.used == TIME_UNKNOWN)
        return;
    sum->used += event->clock.used;
    sum->last.used += event->clock.used;
}

static void text_time(struct sink *sink, int64_t time)
{
    sink_printf(sink, " %10s", time == TIME_UNKNOWN ? "?" : time_text(time).text);
}

static void text_line(struct sink *sink, const struct event *event)
{
    sink_printf(sink, "%4u%c", event->turn, report_seat_letter(event->seat));
    text_time(sink, event->clock.used);
    text_time(sink, event->clock.total);
    text_time(sink, event->clock.left);
    sink_char(sink, '\n');
}

static void emit_line(struct emitter *e, const struct game_view *view, const struct event *event)
{
    report_object(e, view, "clock");
    emit_key_int(e, "turn", event->turn);
    report_seat(e, "seat", event->seat);
    report_fields(e, view->ledger, event, NULL);
    emit_end(e);
}

/* Returns the mean, rounded to whole seconds. */
static int64_t mean_of(const struct clock_sum *sum)
{
    return (sum->used / sum->turns + 500) / 1000 * 1000;
}

static void text_sum(struct sink *sink, const struct ledger *ledger, unsigned seat,
                     const struct clock_sum *sum)
{
    report_player(sink, ledger, seat);
    sink_printf(sink, ": %s in %u turn%s", time_text(sum->used).text, sum->turns,
                sum->turns == 1 ? "" : "s");
    sink_printf(sink, ", %s a turn", time_text(mean_of(sum)).text);
    if (sum->left != TIME_UNKNOWN)
        sink_printf(sink, ", %s left", time_text(sum->left).text);
    for (unsigned i = 0; i < SLOWEST && sum->slowest[i].used; i++)
        sink_printf(sink, "%s %u (%s)", i ? "," : "; slowest turns:", sum->slowest[i].turn,
                    time_text(sum->slowest[i].used).text);
    sink_char(sink, '\n');
}

static void emit_sum(struct emitter *e, const struct game_view *view, unsigned seat,
                     const struct clock_sum *sum)
{
    report_object(e, view, "time");
    report_seat(e, "seat", seat);
    emit_key_str(e, "player", view->ledger->players[seat]);
    emit_key_int(e, "turns", sum->turns);
    emit_key_time(e, "used", sum->used);
    emit_key_time(e, "left", sum->left);
    emit_key(e, "slowest");
    emit_list(e);
    for (unsigned i = 0; i < SLOWEST && sum->slowest[i].used; i++) {
        emit_map(e);
        emit_key_int(e, "turn", sum->slowest[i].turn);
        emit_key_time(e, "used", sum->slowest[i].used);
        emit_close(e);
    }
    emit_close(e);
    emit_end(e);
}

void report_by_clock(struct reporter *reporter, const struct game_view *view,
                     const struct report_key *key)
{
    struct clock_sum sums[SEATS_MAX] = {{0}};
    bool any = false;
    (void)key;
    for (size_t i = 0; i < view->ledger->count; i++) {
        const struct event *event = &view->ledger->events[i];
        if (event->kind != EVENT_CLOCK)
            continue;
        add_time(&sums[event->seat], event);
        if (reporter->text && !any)
            sink_cstr(reporter->sink, "turn        used      total       left\n");
        any = true;
        if (reporter->text)
            text_line(reporter->sink, event);
        else
            emit_line(reporter->emitter, view, event);
    }
    /* In CSV all rows are of one kind. */
    for (unsigned seat = 0; seat < view->ledger->seat_count; seat++) {
        end_turn(&sums[seat]);
        if (!sums[seat].turns)
            continue;
        if (reporter->text)
            text_sum(reporter->sink, view->ledger, seat, &sums[seat]);
        else if (reporter->emitter->form == EMIT_JSON || reporter->emitter->form == EMIT_YAML)
            emit_sum(reporter->emitter, view, seat, &sums[seat]);
    }
}
