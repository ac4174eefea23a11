/* SPDX-License-Identifier: MIT */
/* Finds the winners of a game: by points, by a tie rule, or because another player gave up.
 * Rules: base.end.winner, base.end.tie. */
#include "referee/winner.h"

#include "referee/judge.h"

/* Returns the seat that makes the first turn. */
static unsigned first_seat(const struct referee *r)
{
    const struct record *record = r->record;
    for (uint32_t i = 0; i < record->line_count; i++)
        if (record->lines[i].kind == LINE_TURN)
            return record->lines[i].seat;
    return 0;
}

/* Returns the set of seats with the most points among all except `except`, bit 0 for seat a. */
static unsigned best_seats(const struct referee *r, unsigned except)
{
    unsigned best = 0;
    int32_t most = INT32_MIN;
    for (unsigned seat = 0; seat < r->seats; seat++) {
        if (seat == except || r->scores[seat] < most)
            continue;
        best = r->scores[seat] > most ? 0 : best;
        best |= 1u << seat;
        most = r->scores[seat];
    }
    return best;
}

/* True if the end line says, or may say, that a player lost, but names none of this game. */
static bool is_loser_unknown(const struct referee *r)
{
    return r->end_reason >= END_RESIGNED && r->end_seat >= r->seats;
}

void winner_find(const struct referee *r, bool complete, struct end_event *end)
{
    static const uint8_t by_reason[] = {
        [END_NORMAL] = WON_BY_POINTS,        [END_STOPPED] = WON_BY_NOBODY,
        [END_RESIGNED] = WON_BY_RESIGNATION, [END_TIMEOUT] = WON_BY_CLOCK,
        [END_FORFEIT] = WON_BY_FORFEIT,      [END_UNREAD] = WON_BY_NOBODY};
    end->winners = 0;
    end->won_by = WON_BY_NOBODY;
    end->stopped = r->end_reason == END_STOPPED;
    end->lost = r->end_reason >= END_RESIGNED && r->end_seat < r->seats ? r->end_seat : SEAT_NONE;
    end->loser_unknown = is_loser_unknown(r);
    bool by_clock = r->record->clock_ruled && r->first_out != SEAT_NONE;
    if (by_clock) {
        end->lost = r->first_out;
        end->stopped = false;
    }
    bool known = (!referee_scores_unknown(r) && !end->loser_unknown) ||
                 (end->lost != SEAT_NONE && r->seats == 2);
    /* In a game of two the other player has won; more than two go on. */
    bool is_over = complete || (by_clock && r->seats == 2);
    if (!is_over || end->stopped || r->seats < 2 || !known || (by_clock && r->out_equal))
        return;
    unsigned best = best_seats(r, end->lost);
    end->won_by = by_clock ? WON_BY_CLOCK : by_reason[r->end_reason];
    if (best == 3 && r->seats == 2 && r->record->tie > TIE_SHARED) {
        unsigned first = first_seat(r) & 1;
        best = 1u << (r->record->tie == TIE_FIRST ? first : 1 - first);
        end->won_by = WON_BY_TIE;
    }
    if ((best & (best - 1)) && r->record->tie_broken && !r->record->tie) {
        end->won_by = WON_BY_NOBODY;
        return;
    }
    end->winners = (uint8_t)best;
}

/* Returns seats in words: "Ada", "Ada and Ben". */
static struct arg seats_text(struct arg_list *list, unsigned seats)
{
    FOR_EACH_BIT(seat, seats)
        arg_list_add(list, SEAT(seat));
    return arg_of_list(list, JOIN_AND, "nobody");
}

void winner_check(struct referee *r, bool complete)
{
    const struct record *record = r->record;
    struct end_event end;
    if (!record->declared)
        return;
    winner_find(r, complete, &end);
    bool is_unknown = referee_scores_unknown(r) || record->tie_broken || is_loser_unknown(r);
    if (!end.winners && (!complete || is_unknown))
        return;
    if (end.winners == record->declared)
        return;
    r->claims.differ = true;
    struct arg_list declared = {0}, winners = {0};
    struct arg says = seats_text(&declared, record->declared),
               wins = seats_text(&winners, end.winners);
    if (!end.winners)
        judge_raise(r, FINDING_WINNER_NOBODY, record->declared_place, ARGS(says));
    else
        judge_raise(r, (end.winners & (end.winners - 1)) ? FINDING_WINNER_SHARED : FINDING_WINNER,
                    record->declared_place, ARGS(says, wins));
}
