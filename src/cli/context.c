/* SPDX-License-Identifier: MIT */
/* What a judge looks at next: below a finding the line with a caret, what could have been done instead, and the table around it as
 * it was after that turn.
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "draw/draw.h"
#include "notation/crn.h"

/* Each finding that is told of has its game played twice: of a flood of them the first ones will do. */
enum { AROUND = 2, WORDS_MOST = 16, FINDINGS_TOLD_MOST = 20 };

/* One finding that is told of. */
struct telling {
    struct context *context;
    struct run *run;
    struct sink *out;
    const struct finding *finding;
    const struct line *line, *turn; /* of the finding, and its turn's first */
    const struct act *act;          /* NULL: the tile and its cell */
    unsigned words;
    bool told;
};

/* The game is played again apart from the run's, which the verdict is still made of. */
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

static void begin(struct context *c, unsigned wanted)
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
        /* An import has no lines: as a record says it. */
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

/* ---- What could have been done ---- */

static bool is_of_walls(unsigned verb)
{
    return verb == VERB_GATE || verb == VERB_WALL || verb == VERB_SHORT;
}

/* Is that the decision which the finding is about? */
static bool concerns(const struct telling *t, const struct offer *offer)
{
    const struct act *act = t->act;
    /* A second follower was chosen when there was nothing more to choose. */
    for (const struct act *before = t->line->acts; act && before < act; before++)
        if (before->kind == ACT_FOLLOWER && act->kind == ACT_FOLLOWER)
            return false;
    if (!act || offer->spots)
        return !act && offer->spots;
    if (offer->seat != t->line->seat || offer->steps)
        return false;
    bool moves = strcmp(offer->what, "move") == 0;
    if (act->kind == ACT_FOLLOWER || (act->kind == ACT_VERB && t->context->referee.move_phase[act->verb] == PHASE_MOVE))
        return moves;
    for (unsigned i = 0; act->kind == ACT_VERB && !moves && i < offer->count; i++) {
        unsigned verb = offer->choices[i].act.verb;
        if (verb == act->verb || (is_of_walls(verb) && is_of_walls(act->verb)))
            return true;
    }
    return false;
}

static void tell_word(struct telling *t, struct sink *word)
{
    if (t->words++ < WORDS_MOST) {
        sink_char(t->out, ' ');
        sink_append(t->out, word);
    }
    sink_clear(word);
}

static void visit_offer(void *context, const struct offer *offer)
{
    struct telling *t = context;
    if (t->told || !concerns(t, offer))
        return;
    struct sink word;
    sink_open(&word, -1);
    t->told = true;
    if (offer->spots)
        sink_printf(t->out, "      = %s fits%s", offer->design->name, offer->count ? "" : " nowhere");
    else
        sink_printf(t->out, "      = %s could do", seat_name(offer->seat));
    for (unsigned i = 0; i < offer->count; i++) {
        if (offer->spots) {
            for (unsigned orient = offer->spots[i].orient; orient < 4; orient += offer->design->symmetry) {
                steps_write_spot(offer->spots[i], orient, &word);
                tell_word(t, &word);
            }
        } else {
            steps_write_act(&offer->choices[i].act, &offer->choices[i], offer->here, &word);
            tell_word(t, &word);
        }
    }
    if (t->words > WORDS_MOST)
        sink_printf(t->out, ", and %u more", t->words - WORDS_MOST);
    sink_printf(t->out, "%s\n", !offer->must && !offer->spots ? ", or nothing" : t->words ? "; nothing else" : "");
    sink_close(&word);
}

static void tell_choices(struct telling *t)
{
    const struct record *record = &t->run->record;
    struct context *c = t->context;
    begin(c, 0);
    c->referee.through = UINT16_MAX;
    referee_begin(&c->referee, record, &c->findings, &c->ledger);
    for (const struct line *line = record->lines, *end = record_end(record), *next; line <= t->turn; line = next) {
        next = steps_turn_end(line, end);
        if (t->turn >= line && t->turn < next && line->kind == LINE_TURN)
            steps_turn(&c->referee, line, next, visit_offer, t);
        else
            referee_lines(&c->referee, line, (uint32_t)(next - line));
    }
}

/* ---- The table ---- */

/* The act that the finding is about, or, where it names no cell, the wall that was laid before it on its line; NULL without one. */
static const struct act *act_with_cell(const struct telling *t)
{
    const struct act *act = t->act;
    bool follows_wall = act && act->kind == ACT_VERB && t->context->referee.move_phase[act->verb] == PHASE_SEQUEL;
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
    draw_part(&c->ledger, cell, AROUND, cli_color(STDOUT_FILENO), t->out);
}

/* Is it one of the first that are shown? */
static bool is_told(const struct findings *of_game, const struct finding *finding)
{
    unsigned before = 0;
    for (const struct finding *each = of_game->first; each != finding && before < FINDINGS_TOLD_MOST; each = each->next)
        before += !each->follows && !each->told;
    return before < FINDINGS_TOLD_MOST;
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
    /* Whose turn it is, and what is missing, is no choice that the table would explain. */
    bool is_order = finding->kind->code / 100 == 6 && finding->kind->code != FINDING_ACTION_ORDER;
    if (t.turn->kind != LINE_TURN || !finding_is_about_play(finding->kind) || is_order || finding->kind->code == FINDING_UNFINISHED)
        return;
    tell_choices(&t);
    /* Of several findings of a turn the last one shows it. */
    if (!finding->next || finding->next->turn != finding->turn)
        tell_table(&t);
}
