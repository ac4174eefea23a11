/* SPDX-License-Identifier: MIT */
/* Turns the decisions of a recorded game into messages. play/steps.h finds the decisions and the
 * seats that make them. */
#include "formats/jcz/jcz_script.h"

struct script {
    struct referee *referee;
    const struct record *record;
    script_visit *visit;
    void *context;
    const struct line *line; /* line of the turn under way */
    bool committed;          /* the COMMIT of that turn is sent */
    bool acted;              /* an own meeple was taken back: the engine asks nothing more before
                                the COMMIT, even if the referee refused the act */
    unsigned steps;          /* steps that a figure has made on its path */
};

static void send(struct script *s, enum message_kind kind, unsigned seat, const struct act *act)
{
    s->visit(s->context, &(struct script_step){.kind = kind,
                                               .seat = seat,
                                               .line = s->line,
                                               .act = act,
                                               .place = act ? act->place : (struct place){0}});
}

static void commit(struct script *s)
{
    if (s->line && !s->committed)
        send(s, MESSAGE_COMMIT, s->line->seat, NULL);
    s->committed = true;
}

/* ---- The steps of a turn ---- */

bool jcz_sends(const struct referee *referee, const struct offer *offer, struct script_step *step)
{
    (void)referee, (void)offer, (void)step;
    return true;
}

static const struct sends {
    bool (*sends)(const struct referee *, const struct offer *, struct script_step *);
    enum message_kind kind;
} sent[VERB_COUNT] = {
#define JCZ_SENDS(verb, kind, sends) [VERB_##verb] = {sends, MESSAGE_##kind},
#include "rows.h"
};

/* Verbs that take a meeple of the player back. */
static const bool takes_back[VERB_COUNT] = {
#define JCZ_RETURN(source, verb, own) [VERB_##verb] = (own),
#include "rows.h"
};

static void visit_act(struct script *s, const struct offer *offer)
{
    const struct act *act = offer->written;
    if (act->kind == ACT_MEEPLE) {
        send(s, MESSAGE_FOLLOWER, offer->seat, act);
        return;
    }
    struct script_step step = {.kind = sent[act->verb].kind,
                               .seat = offer->seat,
                               .line = s->line,
                               .act = act,
                               .place = act->place};
    if (sent[act->verb].sends && sent[act->verb].sends(s->referee, offer, &step))
        s->visit(s->context, &step);
    s->acted |= takes_back[act->verb];
}

/* Visits the steps of a figure, which the seats make in turn. */
static void visit_path(struct script *s, const struct offer *offer)
{
    for (unsigned i = 0; i < offer->count && sent[offer->written->verb].sends; i++) {
        if (offer->flown != "NESW"[offer->steps[i].side])
            continue;
        struct script_step step = {.kind = sent[offer->written->verb].kind,
                                   .seat = (offer->seat + s->steps) % s->referee->seats,
                                   .line = s->line,
                                   .is_path = true,
                                   .to = offer->steps[i].cell};
        if (!s->steps++)
            step.place = offer->written->place;
        s->visit(s->context, &step);
    }
}

static bool is_unsaid(const struct offer *offer)
{
    static const bool unsaid[VERB_COUNT] = {
#define JCZ_UNSAID(verb) [VERB_##verb] = true,
#include "rows.h"
    };
    return offer->choices && offer->count && offer->choices[0].act.kind == ACT_VERB &&
           unsaid[offer->choices[0].act.verb];
}

static void visit_offer(void *context, const struct offer *offer)
{
    struct script *s = context;
    if (offer->again)
        return; /* no player sends a message for it */
    if (offer->declined) {
        send(s, MESSAGE_PASS, offer->seat, offer->written);
        return;
    }
    if (offer->spots) {
        s->visit(s->context, &(struct script_step){.kind = MESSAGE_PLACE,
                                                   .seat = offer->line->seat,
                                                   .line = offer->line,
                                                   .place = offer->line->place});
        return;
    }
    if (s->referee->turn.phase >= PHASE_SCORED)
        commit(s);
    if (offer->steps)
        visit_path(s, offer);
    else if (!offer->waits && offer->written)
        visit_act(s, offer);
    else if (!offer->waits && !is_unsaid(offer) && (!s->acted || s->committed))
        send(s, MESSAGE_PASS, offer->seat, NULL);
}

void jcz_script(struct referee *r, const struct record *record, struct findings *findings,
                struct ledger *ledger, script_visit *visit, void *context)
{
    struct script s = {.referee = r, .record = record, .visit = visit, .context = context};
    struct step_finder steps;
    r->through = UINT16_MAX;
    steps_begin(&steps, r, findings->arena, visit_offer, &s);
    steps.unplaced = true;
    referee_begin(r, record, findings, ledger);
    r->lines.whole = true;
    for (const struct line *line = record->lines, *end = record_end(record), *next; line < end;
         line = next) {
        next = referee_turn_end(line, end);
        if (line->kind == LINE_FINAL || line->kind == LINE_END)
            break;
        bool is_turn = line->kind == LINE_TURN && line->has_tile && !line->broken;
        s.line = is_turn ? line : s.line;
        s.committed &= !is_turn;
        s.acted = false;
        s.steps = 0;
        steps_turn(&steps, line, next);
        bool must;
        if (!r->turn.waits || referee_waits_for_part(r, &must))
            commit(&s);
    }
}
