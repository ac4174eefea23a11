/* SPDX-License-Identifier: MIT */
/* Turns the decisions of a recorded game into messages. play/steps.h finds the decisions and the
 * seats that make them. */
#include "formats/jcz/jcz_script.h"

struct script {
    struct referee *referee;
    const struct record *record;
    const struct jcz_said *said;
    script_visit *visit;
    void *context;
    const struct line *line; /* line of the turn under way */
    bool committed;          /* the COMMIT of that turn is sent */
    bool acted;              /* an own meeple was taken back, or an act came when nothing else could
                                be done: the engine asks for no other move, even if the referee
                                refused the act */
    unsigned steps;          /* steps that a figure has made on its path */
    bool commit_due; /* a COMMIT of `commit_seat` follows, unless it does another act of the kind
                        before */
    unsigned commit_seat;
    const struct line *begin, *end;     /* lines of the turn */
    const struct act *early[SEATS_MAX]; /* acts that were sent before they are visited */
    unsigned early_count;
};

static void send_early(struct script *s, unsigned seat);

/* Sends a message. The engine lets a player do an act that may come at any time only when the
 * player is asked something, so acts of other seats are sent before the seat's next message. */
static void send_step(struct script *s, const struct script_step *step)
{
    if (step->kind != MESSAGE_PLACE && s->line && step->seat != s->line->seat)
        send_early(s, step->seat);
    s->visit(s->context, step);
}

static void send(struct script *s, enum message_kind kind, unsigned seat, const struct act *act)
{
    send_step(s, &(struct script_step){.kind = kind,
                                       .seat = seat,
                                       .line = s->line,
                                       .act = act,
                                       .place = act ? act->place : (struct place){0}});
}

static void commit(struct script *s)
{
    if (s->line && !s->committed) {
        for (unsigned seat = 0; seat < s->referee->seats; seat++)
            send_early(s, seat);
        send(s, MESSAGE_COMMIT, s->line->seat, NULL);
    }
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

/* Verbs whose messages are followed by a COMMIT of their own. */
static const bool commits[VERB_COUNT + 1] = {
#define JCZ_COMMITS(verb) [VERB_##verb] = true,
#include "rows.h"
};

/* Verbs that take a meeple of the player back. */
static const bool takes_back[VERB_COUNT] = {
#define JCZ_RETURN(source, verb, own) [VERB_##verb] = (own),
#include "rows.h"
};

static bool was_sent(const struct script *s, const struct act *act)
{
    for (unsigned i = 0; i < s->early_count; i++)
        if (s->early[i] == act)
            return true;
    return false;
}

static void send_now(struct script *s, unsigned seat, const struct act *act)
{
    if (was_sent(s, act) || s->early_count == SEATS_MAX || !sent[act->verb].sends)
        return;
    s->early[s->early_count++] = act;
    s->visit(s->context, &(struct script_step){.kind = sent[act->verb].kind,
                                               .seat = seat,
                                               .line = s->line,
                                               .act = act,
                                               .place = act->place});
}

/* Sends the acts of a seat that may come at any time and stand on step lines before scoring, unless
 * they were sent already. */
static void send_early(struct script *s, unsigned seat)
{
    const struct referee *r = s->referee;
    for (const struct line *line = s->begin; line < s->end; line++)
        for (uint32_t i = 0; line->kind == LINE_STEP && i < line->act_count; i++) {
            const struct act *act = &line->acts[i];
            if (referee_is_anytime(r, act) && line->seat == seat)
                send_now(s, seat, act);
            else if (act->kind == ACT_VERB && r->moves[act->verb] && !referee_is_anytime(r, act) &&
                     r->move_phase[act->verb] >= PHASE_SCORED)
                return;
        }
}

/* Sends the acts that may come at any time and stand before all others on the line of a turn. They
 * are sent before the tile, so that the engine can ask for all other acts after it. */
static void send_first(struct script *s, const struct line *line)
{
    for (uint32_t i = 0; i < line->act_count; i++)
        if (referee_is_anytime(s->referee, &line->acts[i]))
            send_now(s, line->seat, &line->acts[i]);
        else if (!act_has_trait(&line->acts[i], TRAIT_BUILDS_ROAD))
            return;
}

/* Returns the index of the message at a place. If none is there, returns the number of messages. */
static uint32_t index_of(const struct jcz_said *said, struct place place)
{
    uint32_t i = 0;
    while (i < said->count && said->messages[i].place.at != place.at)
        i++;
    return i;
}

/* True if the message of an act came after the tile, when the player could do nothing else. Then
 * the engine asks the player for no other move. */
static bool came_too_late(const struct script *s, const struct offer *offer)
{
    if (!s->said || !offer->original || !referee_is_anytime(s->referee, offer->original))
        return false;
    for (unsigned i = 0; i < offer->count; i++)
        if (!referee_is_anytime(s->referee, &offer->choices[i].act))
            return false;
    return index_of(s->said, offer->original->place) > index_of(s->said, s->line->place);
}

static void visit_act(struct script *s, const struct offer *offer)
{
    const struct act *act = offer->written;
    s->acted |= came_too_late(s, offer);
    if (offer->original && referee_is_anytime(s->referee, offer->original)) {
        send_now(s, offer->seat, offer->original);
        return;
    }
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
        send_step(s, &step);
    if (commits[act->verb]) {
        s->commit_due = true;
        s->commit_seat = offer->seat;
    }
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
        send_step(s, &step);
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

/* Sends the COMMIT of the acts that have one of their own, if one is due. */
static void commit_acts(struct script *s)
{
    if (s->commit_due)
        send(s, MESSAGE_COMMIT, s->commit_seat, NULL);
    s->commit_due = false;
}

/* True if the seat decides once more about an act that has a COMMIT of its own. */
static bool decides_again(const struct script *s, const struct offer *offer)
{
    bool again = false;
    for (unsigned i = 0; offer->choices && offer->seat == s->commit_seat && i < offer->count; i++)
        again |= offer->choices[i].act.kind == ACT_VERB && commits[offer->choices[i].act.verb];
    return again;
}

static void visit_offer(void *context, const struct offer *offer)
{
    struct script *s = context;
    if (!decides_again(s, offer))
        commit_acts(s);
    if (offer->outside && !offer->goes_on) {
        send(s, MESSAGE_PASS, offer->seat, NULL);
        s->visit(s->context, &(struct script_step){
                                 .kind = MESSAGE_COMMIT, .seat = offer->seat, .line = offer->line});
    }
    if (offer->again)
        return; /* no player sends another message for it */
    if (offer->declined) {
        send(s, MESSAGE_PASS, offer->seat, offer->written);
        return;
    }
    if (offer->spots) {
        send_first(s, offer->line);
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
    else if (!offer->waits && !is_unsaid(offer) &&
             (!s->acted || s->referee->turn.phase != PHASE_MOVE))
        send(s, MESSAGE_PASS, offer->seat, NULL);
}

/* Sends a PASS for each seat that may lay a tile of its own before this line although the pack is
 * empty, and does not. */
static void pass_round(struct script *s, const struct line *line)
{
    struct referee *r = s->referee;
    if (!r->turn.number || r->turn.waits || !referee_pack_is_empty(r))
        return;
    bool lays = line->kind == LINE_TURN && line->has_tile;
    unsigned seat = r->turn.seat;
    for (unsigned i = 0; i < r->seats; i++) {
        seat = referee_lays_on(r, seat);
        if (seat == SEAT_NONE || (lays && seat == line->seat))
            return;
        s->visit(s->context,
                 &(struct script_step){.kind = MESSAGE_PASS, .seat = seat, .line = s->line});
    }
}

void jcz_script(struct referee *r, const struct record *record, struct findings *findings,
                struct ledger *ledger, const struct jcz_said *said, script_visit *visit,
                void *context)
{
    struct script s = {
        .referee = r, .record = record, .said = said, .visit = visit, .context = context};
    struct step_finder steps;
    r->through = UINT16_MAX;
    steps_begin(&steps, r, findings->arena, visit_offer, &s);
    steps.unplaced = true;
    referee_begin(r, record, findings, ledger);
    r->lines.whole = true;
    for (const struct line *line = record->lines, *end = record_end(record), *next; line < end;
         line = next) {
        next = referee_turn_end(line, end);
        if (line->kind != LINE_COMMENT)
            pass_round(&s, line);
        if (line->kind == LINE_FINAL || line->kind == LINE_END)
            break;
        bool is_turn = line->kind == LINE_TURN && line->has_tile && !line->broken;
        s.line = is_turn ? line : s.line;
        s.committed &= !is_turn;
        s.acted = false;
        s.steps = s.early_count = 0;
        s.begin = line;
        s.end = next;
        steps_turn(&steps, line, next);
        commit_acts(&s);
        bool must;
        if (!r->turn.waits || referee_waits_for_part(r, &must))
            commit(&s);
    }
}
