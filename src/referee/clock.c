/* SPDX-License-Identifier: MIT */
/* The players' clocks. A line says how long its player took (ACT_TOOK), or what the player's clock
 * then shows (ACT_CLOCK); with a clock in the header either can be computed from the other. This
 * costs little compared with judging moves, so it is one pass at the end.
 * Rules: base.clock.used, base.clock.out. */
#include "referee/clock.h"

#include "referee/judge.h"

#include <stdlib.h>

/* Claimed clocks may differ by one second, in milliseconds, because most programs write whole
 * seconds. */
enum { CLOCK_PRECISION = 1000 };

/* The clock of a player, in milliseconds. */
struct player_clock {
    int64_t left, used;
    bool known;     /* it is known what is left */
    int64_t offset; /* last claimed time minus the computed one */
    bool is_out;
    int64_t out_at;         /* time used by all players when this clock reached zero */
    const struct line *out; /* first line of the turn in which that happened */
};

struct time_account {
    struct referee *referee;
    const struct game_clock *clock;
    struct player_clock of[SEATS_MAX];
    int64_t total;        /* time since the beginning, over all players */
    int64_t precision;    /* two moments no further apart than this are equal */
    unsigned turn, turns; /* turn under way, and number of turns so far */
    unsigned next;        /* seat whose turn is next */
    const struct line *head;
    unsigned missing; /* turns without a time */
    bool any_took;    /* some line says how long it took */
    bool is_told;     /* a finding said whether the clock decides the game */
    const struct line *first_missing;
};

static const struct act *act_of(const struct line *line, enum act_kind kind)
{
    for (uint32_t i = 0; i < line->act_count; i++)
        if (line->acts[i].kind == kind)
            return &line->acts[i];
    return NULL;
}

/* Raises a finding at a line. In imported documents places do not lead to lines, so the turn and
 * the seat are set here. */
static struct finding *raise_at(struct time_account *a, enum finding_id id, const struct line *line,
                                struct place place, const struct arg *args)
{
    struct finding *finding = judge_raise(a->referee, id, place, args);
    const struct ledger *ledger = a->referee->ledger;
    struct event *event = ledger->count ? &ledger->events[ledger->count - 1] : NULL;
    finding->turn = line->turn;
    finding->seat = line->seat;
    if (event && event->kind == EVENT_FINDING && event->finding == finding) {
        event->turn = line->turn;
        event->seat = line->seat;
    }
    return finding;
}

/* Reports the players who have nothing left when a turn is over. Rule: base.clock.out. */
static void close_turn(struct time_account *a)
{
    for (unsigned seat = 0; a->head && seat < a->referee->seats; seat++) {
        struct player_clock *own = &a->of[seat];
        if (own->is_out || !own->known || own->left > 0)
            continue;
        own->is_out = true;
        own->out_at = a->total + own->left;
        own->out = a->head;
        struct finding *finding = own->left < 0
                                      ? raise_at(a, FINDING_OUT_OF_TIME, own->out, own->out->head,
                                                 ARGS(SEAT(seat), time_text(-own->left).text))
                                      : raise_at(a, FINDING_OUT_OF_TIME_EXACTLY, own->out,
                                                 own->out->head, ARGS(SEAT(seat)));
        bool decides =
            a->referee->record->clock_ruled || a->referee->end_reason == END_TIMEOUT || a->is_told;
        if (!decides)
            finding_add(a->referee->findings, finding, TAIL_CLOCK, NO_ARGS);
        a->is_told = true;
    }
}

static void begin_turn(struct time_account *a, const struct line *line)
{
    close_turn(a);
    struct player_clock *own = &a->of[line->seat];
    a->turn = line->turn;
    a->head = line;
    a->next = (line->seat + 1) % a->referee->seats;
    if (a->turns++ == 0 || !a->clock->given)
        return;
    own->left += a->clock->added;
    if (a->clock->most && own->left > a->clock->most)
        own->left = a->clock->most;
}

/* Compares the clock that a line shows with the computed time left. Afterwards the same difference
 * is not reported again. */
static void compare(struct time_account *a, const struct line *line, const struct act *shown)
{
    struct player_clock *own = &a->of[line->seat];
    int64_t time = act_time(shown), difference = time - own->left;
    if (llabs(difference) > CLOCK_PRECISION && llabs(difference - own->offset) > CLOCK_PRECISION) {
        a->referee->claims.differ = true;
        raise_at(a, FINDING_CLOCK, line, shown->place,
                 ARGS(SEAT(line->seat), time_text(own->left).text, time_text(time).text));
    }
    own->offset = difference;
}

static void write_event(struct time_account *a, const struct line *line, int64_t used)
{
    const struct player_clock *own = &a->of[line->seat];
    struct event *event = ledger_add(a->referee->ledger, EVENT_CLOCK);
    if (!event)
        return;
    event->seat = line->seat;
    event->turn = line->turn;
    event->clock = (struct clock_event){used, own->known ? own->left : TIME_UNKNOWN, own->used};
}

static void account_line(struct time_account *a, const struct line *line)
{
    struct player_clock *own = &a->of[line->seat];
    const struct act *took = act_of(line, ACT_TOOK), *shown = act_of(line, ACT_CLOCK);
    int64_t used = TIME_UNKNOWN;
    if ((took && took->count) || (shown && shown->count))
        a->precision = 1;
    a->any_took |= took != NULL;
    if (took)
        used = act_time(took);
    else if (shown && own->known && a->clock->given)
        used = own->left - act_time(shown);
    if (!took && used != TIME_UNKNOWN && used < 0) {
        if (used < -CLOCK_PRECISION)
            judge_raise(
                a->referee, FINDING_TIME_BACKWARDS, shown->place,
                ARGS(SEAT(line->seat), time_text(own->left).text, time_text(act_time(shown)).text));
        used = TIME_UNKNOWN;
    }
    if (!took && !shown) {
        if (line->kind == LINE_TURN && line->has_tile) {
            own->known = false;
            a->first_missing = a->first_missing ? a->first_missing : line;
            a->missing++;
        }
        return;
    }
    if (used != TIME_UNKNOWN) {
        own->left -= used;
        own->used += used;
        a->total += used;
    }
    if (shown && own->known && took)
        compare(a, line, shown);
    else if (shown)
        own->left = act_time(shown);
    own->known |= shown != NULL;
    write_event(a, line, used);
}

/* Returns the player who ran out of time first, SEAT_NONE if nobody did. If two did so within the
 * precision of the times, raises that and sets *equal. */
static unsigned first_out(struct time_account *a, bool *equal)
{
    unsigned first = SEAT_NONE, second = SEAT_NONE;
    for (unsigned seat = 0; seat < a->referee->seats; seat++)
        if (a->of[seat].is_out && (first == SEAT_NONE || a->of[seat].out_at < a->of[first].out_at))
            first = seat;
    for (unsigned seat = 0; first != SEAT_NONE && seat < a->referee->seats; seat++)
        if (seat != first && a->of[seat].is_out &&
            a->of[seat].out_at - a->of[first].out_at <= a->precision)
            second = seat;
    *equal = second != SEAT_NONE;
    if (*equal)
        raise_at(a, FINDING_OUT_OF_TIME_EQUAL, a->of[second].out, a->of[second].out->head,
                 ARGS(SEAT(first), SEAT(second)));
    return first;
}

/* Compares the timeout of the 'end' line with the times. The player whose turn is next may have run
 * out of time in it, which no line shows. */
static void check_timeout(struct time_account *a, unsigned first, bool equal)
{
    struct referee *r = a->referee;
    unsigned seat = r->end_seat;
    if (r->end_reason != END_TIMEOUT || seat >= r->seats)
        return;
    const struct player_clock *own = &a->of[seat];
    if (first == seat || (equal && own->is_out))
        return;
    if (first != SEAT_NONE)
        judge_raise(r, FINDING_TIMEOUT_FIRST, r->end_place,
                    ARGS(SEAT(first), SEAT(seat), a->of[first].out->turn));
    else if (!own->known || seat == a->next)
        judge_raise(r, FINDING_TIME_MISSING_TIMEOUT, r->end_place, ARGS(SEAT(seat)));
    else
        judge_raise(r, FINDING_TIMEOUT, r->end_place, ARGS(SEAT(seat), time_text(own->left).text));
}

void clock_account(struct referee *r)
{
    const struct record *record = r->record;
    if ((!record->timed && !record->clock_ruled) || !r->seats)
        return;
    struct time_account a = {.referee = r, .clock = &record->clock, .precision = CLOCK_PRECISION};
    for (unsigned seat = 0; seat < r->seats; seat++)
        a.of[seat] = (struct player_clock){.left = a.clock->start, .known = a.clock->given};
    for (const struct line *line = record->lines; line < record_end(record); line++) {
        if ((line->kind != LINE_TURN && line->kind != LINE_STEP) || line->seat >= r->seats)
            continue;
        if (line->turn > r->through)
            break;
        if (line->kind == LINE_TURN && (!a.head || line->turn != a.turn))
            begin_turn(&a, line);
        account_line(&a, line);
    }
    close_turn(&a);
    /* Without times taken and a clock in the header, clocks on some turns are only remarks, so a
     * missing one is not reported. */
    if (a.missing && (a.any_took || a.clock->given))
        raise_at(&a, record->timed ? FINDING_TIME_MISSING : FINDING_TIME_MISSING_ALL,
                 a.first_missing, a.first_missing->head,
                 ARGS(COUNT(a.missing, "turn"), a.first_missing->turn));
    bool equal;
    unsigned first = first_out(&a, &equal);
    if (r->through == UINT16_MAX)
        check_timeout(&a, first, equal);
    r->first_out = (uint8_t)first;
    r->out_equal = equal;
}
