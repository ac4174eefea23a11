/* SPDX-License-Identifier: MIT */
/* Context of a finding: its line with a caret, the legal choices at that decision, and the table
 * around it after that turn.
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "cli/context.h"

#include "cli/cli.h"
#include "draw/draw.h"
#include "notation/crn.h"

/* Context is shown for the first findings of a game only, because each costs a second replay. */
enum { AROUND = 2, WORDS_MAX = 16, SPOTS_TOLD = 6, FINDINGS_TOLD_MAX = 20 };

/* A finding whose context is printed. */
struct telling {
    struct context *context;
    struct run *run;
    struct sink *out;
    const struct finding *finding;
    const struct line *line, *turn; /* line of the finding, and first line of its turn */
    const struct act *act;          /* act of the finding; NULL: the tile and its cell */
    unsigned words;
    bool told;
};

/* A second replay of the game. It is apart from the run's replay, which the verdict still needs. */
struct context {
    struct run *run;
    struct referee referee;
    struct ledger ledger;
    struct arena arena;
    struct findings findings;
};

struct context *context_open(struct run *run)
{
    struct context *context = memory_zeroed(1, sizeof *context);
    context->run = run;
    return context;
}

void context_close(struct context *context)
{
    if (!context)
        return;
    arena_free(&context->arena);
    ledger_free(&context->ledger);
    memory_free(context);
}

static void begin(struct context *c, uint64_t wanted)
{
    arena_reset(&c->arena);
    c->findings = (struct findings){.arena = &c->arena};
    c->ledger.wanted = wanted;
}

/* ---- The line ---- */

static void tell_line(struct telling *t)
{
    const struct place *place = &t->finding->place;
    struct sink *out = t->out;
    struct str raw = t->line->raw;
    if (!raw.n || place->at) {
        /* An imported document has no lines: the line is printed as CRN. */
        sink_cstr(out, "      | ");
        crn_print_turn(t->line, 1, '\n', out);
        sink_char(out, '\n');
        return;
    }
    sink_printf(out, "%5u | ", place->line);
    sink_plain(out, raw);
    sink_cstr(out, "\n      | ");
    for (size_t i = 0, n; i < raw.n && i < place->end; i += n) {
        bool plain;
        n = utf8_plain(raw.p + i, raw.n - i, &plain);
        sink_char(out, i + 1 < place->column ? ' ' : i + 1 == place->column ? '^' : '~');
    }
    sink_char(out, '\n');
}

/* ---- Legal choices ---- */

/* True if the finding reports a tile that was laid where it may not lie. */
static bool is_about_place(const struct finding *finding)
{
    static const enum finding_id codes[] = {
#define ABOUT_PLACE(id) FINDING_##id,
#include "rows.h"
    };
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++)
        if (finding->kind->code == codes[i])
            return true;
    return false;
}

/* True if the finding is about this decision: the placement of the tile on the line of the finding,
 * or the decision that the seat of that line makes with the act of the finding. */
static bool concerns(const struct telling *t, const struct offer *offer)
{
    if (offer->spots)
        return !t->act && !offer->declined && offer->line == t->line && is_about_place(t->finding);
    return t->act && offer->original == t->act && offer->seat == t->line->seat && !offer->steps;
}

/* Returns the verb that stands for the whole decision to which a verb belongs. */
static unsigned decision_of(unsigned verb)
{
    static const uint8_t others[VERB_COUNT + 1] = {
#define SAME_DECISION(verb, other) [VERB_##verb] = VERB_##other + 1,
#include "rows.h"
    };
    return others[verb] ? others[verb] - 1u : verb;
}

/* True if the other act could be done instead of the act: both belong to the same decision. */
static bool is_alternative(const struct telling *t, const struct act *act, const struct act *other)
{
    const uint8_t *phase = t->context->referee.move_phase;
    if (act->kind == ACT_MEEPLE || other->kind == ACT_MEEPLE)
        return (act->kind == ACT_MEEPLE || phase[act->verb] == PHASE_MOVE) &&
               (other->kind == ACT_MEEPLE || phase[other->verb] == PHASE_MOVE);
    return decision_of(act->verb) == decision_of(other->verb) ||
           (phase[act->verb] == PHASE_MOVE && phase[other->verb] == PHASE_MOVE);
}

/* True if the refused act is among the legal choices: the finding is then about something else,
 * such as an act that is missing. */
static bool is_refused(const struct telling *t, const struct offer *offer,
                       const struct choice *choice)
{
    const struct act *act = offer->written;
    struct sink word, refused;
    bool is_bid = act_has_shape(act, SHAPE_BID) && act_has_shape(&choice->act, SHAPE_BID);
    if (is_bid)
        return act->tile.design == choice->act.tile.design && act->number >= choice->act.number &&
               act->number <= (int32_t)choice->most;
    sink_open(&word, -1);
    sink_open(&refused, -1);
    steps_write_act(&choice->act, choice, offer->here, &word);
    steps_write_act(offer->taken ? offer->taken : t->act, NULL, offer->here, &refused);
    bool same = str_equal(sink_text(&word), sink_text(&refused));
    sink_close(&word);
    sink_close(&refused);
    return same;
}

static void tell_word(struct telling *t, struct sink *word, const char *between)
{
    if (t->words++ < WORDS_MAX) {
        sink_cstr(t->out, t->words == 1 ? " " : between);
        sink_append(t->out, word);
    }
    sink_clear(word);
}

/* Writes a placement and what must be built for it: "0,1N", "1,0W with bridge:NS". */
static void write_spot(const struct telling *t, const struct offer *offer, struct spot spot,
                       struct sink *word)
{
    struct act act = {.kind = ACT_NONE};
    steps_write_spot(spot, spot.orient, word);
    if (!spot.needs_building ||
        !referee_fitting_act(&t->context->referee, offer->design, spot, &act))
        return;
    sink_cstr(word, " with ");
    steps_write_act(&act, NULL, spot.cell, word);
}

/* Prints where the tile fits, first on the cell of the line: its orientation may be the error.
 * Orientations that look the same count as one. */
static void tell_spots(struct telling *t, const struct offer *offer)
{
    struct sink word;
    unsigned all = 0, told = 0;
    for (unsigned i = 0; i < offer->count; i++)
        all +=
            (4u - offer->spots[i].orient + offer->design->symmetry - 1u) / offer->design->symmetry;
    bool only = all <= SPOTS_TOLD;
    sink_printf(t->out, "      = %s fits", offer->design->name);
    if (!all)
        sink_cstr(t->out, " nowhere");
    else if (only)
        sink_cstr(t->out, " only on");
    else
        sink_printf(t->out, " on %u places, for example", all);
    sink_open(&word, -1);
    for (unsigned pass = 0; pass < 2; pass++) /* first the cell of the line, then the others */
        for (unsigned i = 0; i < offer->count; i++) {
            struct spot spot = offer->spots[i];
            bool here = spot.cell.x == t->turn->cell.x && spot.cell.y == t->turn->cell.y;
            for (unsigned orient = spot.orient; here == !pass && orient < 4 && told < SPOTS_TOLD;
                 orient += offer->design->symmetry, told++) {
                spot.orient = (uint8_t)orient;
                write_spot(t, offer, spot, &word);
                tell_word(t, &word, only && told + 1 == all ? " and " : ", ");
            }
        }
    sink_char(t->out, '\n');
    sink_close(&word);
}

/* True if the act is a bid, and all bids among the choices are for other tiles: the bid was read as
 * a pass, and another lot follows. */
static bool is_for_other_lot(const struct act *act, const struct offer *offer)
{
    bool bids = false;
    for (unsigned i = 0; act_has_shape(act, SHAPE_BID) && i < offer->count; i++) {
        if (!act_has_shape(&offer->choices[i].act, SHAPE_BID))
            continue;
        if (offer->choices[i].act.tile.design == act->tile.design)
            return false;
        bids = true;
    }
    return bids;
}

static void tell_acts(struct telling *t, const struct offer *offer)
{
    struct sink word;
    bool is_other = true;
    if (is_for_other_lot(t->act, offer))
        return;
    for (unsigned i = 0; i < offer->count; i++) {
        if (is_refused(t, offer, &offer->choices[i]))
            return;
        is_other &= !is_alternative(t, t->act, &offer->choices[i].act);
    }
    if (is_other)
        return;
    sink_open(&word, -1);
    sink_printf(t->out, "      = %s could %sdo",
                record_player_text(&t->context->run->record, &t->context->arena, offer->seat),
                offer->must ? "only " : "");
    for (unsigned i = 0; i < offer->count; i++) {
        steps_write_act(&offer->choices[i].act, &offer->choices[i], offer->here, &word);
        tell_word(t, &word, " ");
    }
    if (t->words > WORDS_MAX)
        sink_printf(t->out, ", and %u more", t->words - WORDS_MAX);
    sink_cstr(t->out, offer->must ? "\n" : ", or nothing\n");
    sink_close(&word);
}

static void visit_offer(void *context, const struct offer *offer)
{
    struct telling *t = context;
    if (t->told || !concerns(t, offer))
        return;
    t->told = true;
    if (offer->spots)
        tell_spots(t, offer);
    else
        tell_acts(t, offer);
}

static void tell_choices(struct telling *t)
{
    const struct record *record = &t->run->record;
    struct context *c = t->context;
    struct step_finder steps;
    begin(c, 0);
    steps_begin(&steps, &c->referee, c->findings.arena, visit_offer, t);
    c->referee.through = UINT16_MAX;
    referee_begin(&c->referee, record, &c->findings, &c->ledger);
    for (const struct line *line = record->lines, *end = record_end(record), *next; line <= t->turn;
         line = next) {
        next = referee_turn_end(line, end);
        if (t->turn >= line && t->turn < next && line->kind == LINE_TURN)
            steps_turn(&steps, line, next);
        else
            referee_lines(&c->referee, line, (uint32_t)(next - line));
    }
}

/* ---- The table ---- */

/* Returns the act that the finding is about, if it names a cell. If it is an act that follows a
 * wall, returns the nearest act before it on its line that names a cell. NULL for none. */
static const struct act *act_with_cell(const struct telling *t)
{
    const struct act *act = t->act;
    bool follows_wall =
        act && act->kind == ACT_VERB && t->context->referee.move_phase[act->verb] == PHASE_SEQUEL;
    while (follows_wall && act > t->line->acts && !act->segment.has_cell)
        act--;
    return act && act->segment.has_cell ? act : NULL;
}

static void tell_table(struct telling *t)
{
    struct cell cell = t->turn->cell;
    const struct act *act = act_with_cell(t);
    if (act)
        cell = act->segment.cell;
    else if (!t->turn->has_tile || t->turn->broken)
        return;
    struct context *c = t->context;
    begin(c, DRAW_EVENTS);
    referee_judge(&c->referee, &t->run->record, &c->findings, &c->ledger, t->turn->turn, false);
    draw_part(&c->ledger, cell, AROUND, c->run->color, t->out);
}

/* True if the finding is one of the first that are shown with their context. */
static bool is_told(const struct findings *of_game, const struct finding *finding)
{
    unsigned before = 0;
    for (const struct finding *each = of_game->first; each != finding && before < FINDINGS_TOLD_MAX;
         each = each->next)
        before += !each->follows && !each->told;
    return before < FINDINGS_TOLD_MAX;
}

void context_tell(void *context, const struct finding *finding)
{
    struct run *run = ((struct context *)context)->run;
    if (!is_told(&run->findings, finding))
        return;
    struct telling t = {.context = context, .run = run, .out = &run->out, .finding = finding};
    t.line = record_line_of(&t.run->record, finding, &t.act);
    if (!t.line || (t.line->kind != LINE_TURN && t.line->kind != LINE_STEP)) {
        if (t.line)
            tell_line(&t);
        return;
    }
    for (t.turn = t.line; t.turn > t.run->record.lines && t.turn->kind != LINE_TURN;)
        t.turn--;
    tell_line(&t);
    /* Findings about the order of turns, or about a missing end, are not about a choice that the
     * table would explain. */
    bool is_order = finding->kind->code / 100 == 6 && finding->kind->code != FINDING_ACTION_ORDER;
    if (t.turn->kind != LINE_TURN || !finding_is_about_play(finding->kind) || is_order ||
        finding->kind->code == FINDING_UNFINISHED)
        return;
    tell_choices(&t);
    /* If a turn has several findings, the table is shown after the last one. */
    if (!finding->next || finding->next->turn != finding->turn)
        tell_table(&t);
}
