/* SPDX-License-Identifier: MIT */
/* See jcz_script.h. What is decided when, and by whom, steps.h finds. */
#include "export/jcz_script.h"

#include "play/steps.h"

enum { LOT_NONE = 0xFF };

struct script {
    struct referee *referee;
    const struct record *record;
    script_visit *visit;
    void *context;
    const struct line *line; /* of the turn under way */
    bool committed;          /* its COMMIT is sent */
    unsigned flown;          /* steps of the flight under way */
    const struct design
        *lots[SEATS_MOST];   /* of the bazaar under way, in their order; NULL for those given */
    unsigned lot_count, lot; /* lot: the one being auctioned, LOT_NONE before */
};

static void send(struct script *s, enum message_kind kind, unsigned seat, const struct act *act)
{
    s->visit(s->context, &(struct script_step){.kind = kind,
                                               .seat = seat,
                                               .line = s->line,
                                               .act = act,
                                               .place = act ? act->place : (struct place){0},
                                               .lot = s->lot});
}

static void commit(struct script *s)
{
    if (s->line && !s->committed)
        send(s, MESSAGE_COMMIT, s->line->seat, NULL);
    s->committed = true;
}

/* ---- A bazaar ---- */

static void begin_bazaar(struct script *s)
{
    s->lot_count = 0;
    s->lot = LOT_NONE;
    for (const struct line *line = s->line;
         line < record_end(s->record) && (line == s->line || line->kind != LINE_TURN); line++)
        for (uint32_t i = 0; i < line->act_count; i++)
            for (unsigned k = 0;
                 line->acts[i].kind == ACT_VERB && line->acts[i].verb == VERB_BAZAAR &&
                 k < line->acts[i].count && s->lot_count < SEATS_MOST;
                 k++)
                s->lots[s->lot_count++] = line->acts[i].tiles[k].design;
}

/* A tile is chosen: whoever had the one before has it by now. False for the last one, which is
 * nobody's choice. */
static bool open_lot(struct script *s, const struct design *design)
{
    unsigned left = 0;
    if (s->lot != LOT_NONE)
        s->lots[s->lot] = NULL;
    for (unsigned i = s->lot_count; i-- > 0;) {
        left += s->lots[i] != NULL;
        s->lot = s->lots[i] == design ? i : s->lot;
    }
    return left > 1;
}

static void bid(struct script *s, const struct offer *offer)
{
    bool opens = strcmp(offer->what, "pass") != 0;
    if (!opens || open_lot(s, offer->written->tile.design))
        send(s, MESSAGE_BID, offer->seat, offer->written);
}

/* ---- The steps of a turn ---- */

static void visit_act(struct script *s, const struct offer *offer)
{
    const struct act *act = offer->written;
    if (act->kind == ACT_FOLLOWER) {
        send(s, MESSAGE_FOLLOWER, offer->seat, act);
        return;
    }
    switch ((enum verb_id)act->verb) {
    case VERB_BRIDGE:
    case VERB_CASTLE:
        send(s, MESSAGE_TOKEN, offer->seat, act);
        break;
    case VERB_FAIRY:
        send(s, MESSAGE_FAIRY, offer->seat, act);
        break;
    case VERB_BACK:
    case VERB_PRINCESS:
        send(s, MESSAGE_RETURN, offer->seat, act);
        break;
    case VERB_BID:
    case VERB_FREE:
        bid(s, offer);
        break;
    case VERB_PASS:
        send(s, MESSAGE_PASS, offer->seat, NULL);
        break;
    case VERB_BUY:
    case VERB_SELL:
        if (offer->count > 1)
            send(s, MESSAGE_WORD, offer->seat, act);
        break;
    default:
        break;
    }
}

static void visit_flight(struct script *s, const struct offer *offer)
{
    for (unsigned i = 0; i < offer->count; i++) {
        if (offer->flown != "NESW"[offer->steps[i].side])
            continue;
        struct script_step step = {.kind = MESSAGE_DRAGON,
                                   .seat = (offer->seat + s->flown) % s->referee->seats,
                                   .line = s->line,
                                   .to = offer->steps[i].cell,
                                   .lot = s->lot};
        if (!s->flown++)
            step.place = offer->written->place;
        s->visit(s->context, &step);
    }
}

/* A record may leave out that a bazaar's last tile goes to the last seat; the engine sends nothing
 * for it either. */
static bool is_free_tile(const struct offer *offer)
{
    return offer->choices && offer->count && offer->choices[0].act.kind == ACT_VERB &&
           offer->choices[0].act.verb == VERB_FREE;
}

static void visit_offer(void *context, const struct offer *offer)
{
    struct script *s = context;
    if (offer->again)
        return; /* the engine's own */
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
    if (s->referee->turn.phase >= PHASE_SCORED && s->line && !s->committed) {
        commit(s);
        begin_bazaar(s);
    }
    if (offer->steps)
        visit_flight(s, offer);
    else if (!offer->waits && offer->written)
        visit_act(s, offer);
    else if (!offer->waits && !is_free_tile(offer))
        send(s, MESSAGE_PASS, offer->seat, NULL);
}

void jcz_script(struct referee *r, const struct record *record, struct findings *findings,
                struct ledger *ledger, script_visit *visit, void *context)
{
    struct script s = {
        .referee = r, .record = record, .visit = visit, .context = context, .lot = LOT_NONE};
    r->through = UINT16_MAX;
    referee_begin(r, record, findings, ledger);
    r->ahead_is_all = true;
    for (const struct line *line = record->lines, *end = record_end(record), *next; line < end;
         line = next) {
        next = steps_turn_end(line, end);
        if (line->kind == LINE_FINAL || line->kind == LINE_END)
            break;
        bool is_turn = line->kind == LINE_TURN && line->has_tile && !line->broken;
        s.line = is_turn ? line : s.line;
        s.committed &= !is_turn;
        s.flown = 0;
        steps_turn(r, line, next, visit_offer, &s);
        bool must;
        if (!r->turn.waits || referee_waits_for_part(r, &must))
            commit(&s);
    }
}
