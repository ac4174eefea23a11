/* SPDX-License-Identifier: MIT */
/* Judges the lines of a record that is written down, and finds out what comes next. */
#include "cli/record/desk.h"

#include <ctype.h>
#include <string.h>

#include "base/memory.h"
#include "draw/draw.h"

char *desk_copy(struct str text)
{
    char *copy = memory_get(text.n + 1);
    memcpy(copy, text.p, text.n);
    copy[text.n] = '\0';
    return copy;
}

/* ---- The record ---- */

void desk_judge(struct desk *d, struct str line)
{
    growing_read(&d->growing, line);
    run_judge(d->run, DRAW_EVENTS | EVENTS(EVENT_CLOCK) | EVENTS(EVENT_END), UINT16_MAX, false);
}

/* Collects the acts that were not taken in the last turn and may still be added to it. */
static void visit_open(void *context, const struct offer *offer)
{
    struct desk *d = context;
    for (unsigned i = 0; !offer->taken && !offer->waits && offer->choices && i < offer->count; i++)
        if (offer->choices[i].act.kind == ACT_VERB && strcmp(offer->what, "move") != 0 &&
            d->choices.count < CHOICES_MAX)
            d->choices.list[d->choices.count++] = offer->choices[i];
}

static void find_open(struct desk *d, const struct line *turn)
{
    struct run *run = d->run;
    struct findings again = {.arena = &run->arena};
    d->choices.count = 0;
    referee_begin(&run->referee, &run->record, &again, &run->ledger);
    referee_lines(&run->referee, run->record.lines, (uint32_t)(turn - run->record.lines));
    struct step_finder steps;
    steps_begin(&steps, &run->referee, &run->arena, visit_open, d);
    steps_turn(&steps, turn, record_end(&run->record));
}

void desk_find_next(struct desk *d)
{
    struct run *run = d->run;
    struct referee *r = &run->referee;
    struct findings again = {.arena = &run->arena};
    const struct line *last = NULL, *turn = NULL;
    run->ledger.wanted = 0;
    r->through = UINT16_MAX;
    referee_begin(r, &run->record, &again, &run->ledger);
    r->lines.whole = true;
    d->ended = false;
    for (struct line *line = run->record.lines; line < record_end(&run->record); line++) {
        d->ended |= line->kind == LINE_END;
        turn = line->kind == LINE_TURN ? line : turn;
        last = line->kind == LINE_TURN || line->kind == LINE_STEP ? line : last;
    }
    referee_lines(r, run->record.lines, run->record.line_count);
    d->choices = (struct choices){.list = d->list, .most = CHOICES_MAX};
    bool must;
    /* After a purchase that need not be written the turn may be over. */
    if (r->turn.waits && !referee_waits_for_part(r, &must)) {
        if (steps_find_due(r, &d->choices) && !d->choices.count) {
            r->turn.waits = false;
            while (referee_go_on(r))
                ;
        }
    } else {
        choices_find(r, &d->choices);
    }
    /* The seat draws another tile if it set the last one aside, but not if that tile could not be
     * laid; or if its turn has another part. */
    bool draws_again =
        (r->turn.open && r->turn.tile == TILE_NONE && !r->turn.lost && r->turn.number) ||
        referee_waits_for_part(r, &must);
    d->waits = r->turn.waits && !d->ended && !draws_again;
    struct line next = referee_next_line(r);
    d->turn = d->waits || draws_again ? r->turn.number : next.turn;
    d->step = last && last->kind == LINE_STEP ? last->step + 1u : 1u;
    /* A seat that may still do something, such as guard a wall, comes before the seat of the next
     * turn. */
    d->seat = r->turn.seat;
    if (!draws_again && !d->waits)
        d->seat = next.seat;
    else if (!draws_again && d->choices.count)
        d->seat = d->choices.list[d->choices.count - 1].seat;
    r->lines.whole = false;
    if (turn && !d->waits && !d->ended)
        find_open(d, turn);
}

/* ---- Typed lines ---- */

struct str desk_trim(struct str text)
{
    while (text.n && isspace((unsigned char)text.p[0]))
        text = str_from(text, 1);
    while (text.n && isspace((unsigned char)text.p[text.n - 1]))
        text.n--;
    return text;
}

struct str desk_word(struct str *rest)
{
    while (rest->n && isblank((unsigned char)rest->p[0]))
        *rest = str_from(*rest, 1);
    size_t n = 0;
    while (n < rest->n && !isblank((unsigned char)rest->p[n]))
        n++;
    struct str word = {rest->p, n};
    *rest = str_from(*rest, n);
    return word;
}

bool desk_is_seat(struct str word)
{
    return word.n == 1 && word.p[0] >= 'a' && word.p[0] <= 'f';
}

/* True if the line is kept as typed: it begins with a number, `end` or `final`, or is a comment. */
static bool is_whole(struct str line)
{
    struct str rest = line, word = desk_word(&rest);
    return isdigit((unsigned char)line.p[0]) || line.p[0] == '#' || str_is(word, "end") ||
           str_is(word, "final");
}

/* Returns the seat that may do the act that the first word names: d->seat if it may, otherwise
 * another seat. Returns SEAT_NONE if no seat may. */
static unsigned seat_of(const struct desk *d, struct str word)
{
    const char *colon = memchr(word.p, ':', word.n);
    word.n = colon ? (size_t)(colon - word.p) : word.n;
    unsigned other = SEAT_NONE;
    for (unsigned i = 0; i < d->choices.count; i++) {
        const struct choice *choice = &d->choices.list[i];
        if (choice->act.kind != ACT_VERB || !str_is(word, verbs[choice->act.verb].name))
            continue;
        if (choice->seat == d->seat)
            return d->seat;
        other = choice->seat;
    }
    return other;
}

/* Returns the milliseconds since the prompt for the line was shown first. */
static int64_t time_since(const struct timespec *since)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)(now.tv_sec - since->tv_sec) * 1000 + (now.tv_nsec - since->tv_nsec) / 1000000;
}

/* Writes the time that the line took, in tenths of a second. A line that ends the game, or that has
 * a time or a clock already, gets none. */
static void write_time(const struct desk *d, struct str typed, struct sink *to)
{
    struct str rest = typed, word = desk_word(&rest);
    bool is_move = !str_is(word, "end") && !str_is(word, "final");
    for (; word.n && word.p[0] != '#'; word = desk_word(&rest))
        is_move &= !str_begins(word, "took:") && !str_begins(word, "t:");
    if (is_move)
        sink_printf(to, " took:%s", seconds_text((time_since(&d->since) + 50) / 100 * 100).text);
}

void desk_write_line(const struct desk *d, struct str typed, struct sink *to)
{
    struct str rest = typed, word = desk_word(&rest);
    bool by_seat = desk_is_seat(word) && rest.n;
    unsigned seat = seat_of(d, word);
    if (by_seat)
        sink_printf(to, "%u.%u%c", d->run->referee.turn.number, d->step, word.p[0]);
    else if (!is_whole(typed) && (d->waits || seat != SEAT_NONE))
        sink_printf(to, "%u.%u%s ", d->run->referee.turn.number, d->step,
                    seat_name(seat != SEAT_NONE ? seat : d->seat));
    else if (!is_whole(typed))
        sink_printf(to, "%u%s ", d->turn, seat_name(d->seat));
    struct str said = by_seat ? rest : typed;
    /* Extensions and a comment come after the time. */
    static const char *const after[] = {" #", " x-"};
    size_t n = said.n;
    for (unsigned i = 0; i < 2; i++) {
        const char *at = memmem(said.p, n, after[i], strlen(after[i]));
        n = at ? (size_t)(at - said.p) : n;
    }
    sink_verbatim(to, (struct str){said.p, n});
    if (d->is_timed)
        write_time(d, typed, to);
    sink_verbatim(to, str_from(said, n));
    sink_char(to, '\n');
}
