/* SPDX-License-Identifier: MIT */
/* Lists the choices before each decision of a recorded turn, while the turn is judged. */
#include "play/steps.h"

#include "base/arena.h"
#include "notation/crn.h"
#include "play/turns.h"

/* The lines of a turn, and the position of the next act on them. */
struct turn_script {
    struct step_finder *steps;
    struct referee *referee;
    const struct line *line, *end;
    uint32_t next;
    unsigned number;
    struct cell here;
    bool breaks_off;           /* the record ends before the decision (struct offer, due) */
    struct act plain, written; /* acts to which `taken` and `written` of the current offer point */
};

static void make_offer(const struct turn_script *s, const struct offer *offer)
{
    s->steps->visit(s->steps->context, offer);
}

/* Returns the phase of a turn to which an act belongs; PHASE_OVER if it belongs to none. */
static enum phase phase_of(const struct referee *r, const struct act *act)
{
    switch (act->kind) {
    case ACT_MEEPLE:
        return PHASE_MOVE;
    case ACT_ASIDE:
        return (enum phase)r->draw_phase;
    case ACT_VERB:
        return (enum phase)r->move_phase[act->verb];
    default:
        return PHASE_OVER;
    }
}

/* Returns the phase in which the next act is done, if it may come in every phase. On the line of
 * the act before it, that is the current phase. On a line of its own it is the phase of the first
 * act after it that belongs to a phase, or PHASE_OVER. */
static enum phase phase_by_place(const struct turn_script *s)
{
    const struct referee *r = s->referee;
    if (s->next || s->line->kind == LINE_TURN)
        return (enum phase)r->turn.phase;
    for (const struct line *line = s->line; line < s->end; line++)
        for (uint32_t i = 0; i < line->act_count; i++) {
            const struct act *act = &line->acts[i];
            if (phase_of(r, act) != PHASE_OVER && !referee_is_anytime(r, act))
                return phase_of(r, act);
        }
    return PHASE_OVER;
}

/* Returns the next act of the turn, with its seat, if it belongs to the current phase. NULL if it
 * belongs to another one, or if there is none. */
static const struct act *next_act(struct turn_script *s, unsigned *seat)
{
    const struct referee *r = s->referee;
    for (; s->line < s->end; s->line++, s->next = 0)
        for (; s->next < s->line->act_count; s->next++) {
            const struct act *act = &s->line->acts[s->next];
            bool anytime = referee_is_anytime(r, act);
            enum phase phase = anytime ? phase_by_place(s) : phase_of(r, act);
            *seat = s->line->seat;
            if (act->kind == ACT_ADJUST)
                referee_do(s->referee, *seat, act); /* a judge's correction, possible at any time */
            if (phase != PHASE_OVER || anytime)
                return (unsigned)phase == r->turn.phase ? act : NULL;
        }
    return NULL;
}

/* Offers the placements of a tile. A tile that fits only with something built may be declined if
 * the rules allow that. */
static void offer_placements(struct turn_script *s, const struct design *design,
                             const struct act *declined)
{
    struct spot *spots = s->steps->room->spots;
    bool undetermined;
    struct offer offer = {.what = "place",
                          .seat = s->line->seat,
                          .number = ++s->number,
                          .here = s->here,
                          .line = s->line,
                          .design = design,
                          .spots = spots,
                          .must = true,
                          .declined = declined != NULL,
                          .written = declined};
    if (!s->steps->unplaced)
        offer.count = referee_spots(s->referee, design, spots, SPOTS_MAX, &undetermined);
    bool fits = false;
    for (unsigned i = 0; i < offer.count && i < SPOTS_MAX; i++)
        fits |= !spots[i].needs_building;
    offer.must = fits || !referee_may_decline(s->referee);
    make_offer(s, &offer);
}

/* Offers the path of a figure, step by step. */
static void offer_path(struct turn_script *s, const struct act *act)
{
    for (size_t flown = 0; flown <= act->text.n; flown++) {
        struct edge steps[SIDES];
        struct offer offer = {.what = verbs[act->verb].name,
                              .seat = s->line->seat,
                              .here = s->here,
                              .steps = steps,
                              .must = true,
                              .written = act,
                              .flown = flown < act->text.n ? act->text.p[flown] : (char)0};
        offer.count = referee_steps(s->referee, (struct str){act->text.p, flown}, steps);
        if (!offer.count)
            return;
        offer.number = ++s->number;
        make_offer(s, &offer);
    }
}

/* Offers to lay a tile outside the pack instead of drawing one, once in each part of a turn. */
static void offer_outside(struct turn_script *s)
{
    struct referee *r = s->referee;
    const struct design *held[SEATS_MAX];
    if (s->steps->asked == r->turn.parts || referee_pack_is_empty(r))
        return;
    unsigned count = referee_holds(r, held);
    s->steps->asked = r->turn.parts;
    for (unsigned i = 0; i < count; i++)
        make_offer(
            s, &(struct offer){.what = "outside",
                               .seat = s->line->seat,
                               .number = ++s->number,
                               .here = s->here,
                               .line = s->line,
                               .design = held[i],
                               .again = true,
                               .outside = true,
                               .goes_on = s->line->has_tile && s->line->tile.design == held[i]});
}

static const char *what_is_chosen(const struct referee *r, const struct act *act)
{
    return r->turn.phase == PHASE_MOVE ? "move" : verbs[act->verb].name;
}

/* Makes an offer for each seat that may choose now. `act` is the act that one of them, the `taker`,
 * does; NULL for none. `original` is that act in the record; NULL if it is not written. */
static void offer_choices(struct turn_script *s, struct choices *choices, const struct act *act,
                          const struct act *original, unsigned taker)
{
    s->number++;
    for (unsigned seat = 0, at = 0; seat < s->referee->seats; seat++) {
        unsigned count = 0;
        for (unsigned i = at; i < choices->count; i++)
            if (choices->list[i].seat == seat) {
                struct choice mine = choices->list[i];
                choices->list[i] = choices->list[at + count];
                choices->list[at + count++] = mine;
            }
        if (!count)
            continue;
        struct offer offer = {.what = what_is_chosen(s->referee, &choices->list[at].act),
                              .seat = seat,
                              .number = s->number,
                              .here = s->here,
                              .choices = &choices->list[at],
                              .count = count,
                              .must = choices->must,
                              .waits = s->breaks_off || (act && taker != seat),
                              .due = s->breaks_off};
        if (act && taker == seat) {
            s->plain = turns_plain_act(s->referee, act, s->here, true);
            s->written = turns_plain_act(s->referee, act, s->here, false);
            offer.original = original;
            offer.taken = &s->plain;
            offer.written = &s->written;
        }
        make_offer(s, &offer);
        at += count;
    }
}

static bool is_pass(const struct act *act)
{
    return act_has_trait(act, TRAIT_PASSES);
}

/* True if a seat may do an act with the verb of this one. */
static bool is_offered(const struct choices *choices, const struct act *act, unsigned seat)
{
    for (unsigned i = 0; i < choices->count; i++)
        if (choices->list[i].seat == seat && choices->list[i].act.kind == ACT_VERB &&
            choices->list[i].act.verb == act->verb)
            return true;
    return false;
}

/* True if all that may be done is a purchase that is not written. */
static bool is_only_purchase(const struct choices *choices)
{
    return choices->count == 1 && act_has_trait(&choices->list[0].act, TRAIT_CONFIRMS);
}

/* True if the first choice is done although the record does not write it. Passing is not written.
 * If nobody outbid the chooser of a tile, the purchase by the chooser is not written either. */
static bool is_silent(const struct choices *choices, const struct act *act, unsigned seat)
{
    const struct choice *first = &choices->list[0];
    if (first->act.kind != ACT_VERB)
        return false;
    if (act_has_trait(&first->act, TRAIT_PASSES) && act && !act_has_shape(act, SHAPE_BID) &&
        is_offered(choices, act, seat))
        return false;
    if (act_has_trait(&first->act, TRAIT_PASSES))
        return !(
            act && (is_pass(act) || act_has_shape(act, SHAPE_BID)) && seat == first->seat &&
            (is_pass(act) || (choices->count > 1 && act->number >= choices->list[1].act.number &&
                              act->tile.design == choices->list[1].act.tile.design)));
    return is_only_purchase(choices) && !(act && act_has_trait(act, TRAIT_CONFIRMS));
}

/* True if the act is a bridge that stands already because it made the tile fit. */
static bool is_done(const struct referee *r, const struct act *act)
{
    if (!act || !act_has_trait(act, TRAIT_BUILDS_ROAD))
        return false;
    struct cell cell =
        act->segment.has_cell ? act->segment.cell : r->table.tiles[r->turn.tile].cell;
    unsigned tile = table_at(&r->table, cell.x, cell.y);
    return tile != TILE_NONE && r->table.tiles[tile].built >> side_axis(act->segment.port / 3u) & 1;
}

/* True if the turn has acts after the next one. */
static bool has_more_acts(const struct turn_script *s)
{
    const struct line *line = s->line + 1;
    if (line_acts_after(s->line, s->next))
        return true;
    while (line < s->end && line->kind == LINE_COMMENT)
        line++;
    return line < s->end;
}

/* True if chance decides: tiles are revealed, or a token is drawn. */
static bool is_chance(const struct choices *choices)
{
    return choices->chance || (choices->count && act_has_shape(&choices->list[0].act, SHAPE_TILES));
}

/* Offers an act that is legal but not among the choices at its place in the turn. It is the only
 * choice that is offered. */
static void offer_alone(struct turn_script *s, const struct act *act, unsigned seat)
{
    struct choices choices = {.list = s->steps->room->list, .most = 1};
    struct act plain = turns_plain_act(s->referee, act, s->here, true);
    if (choices_offer(s->referee, &choices, seat, plain))
        offer_choices(s, &choices, act, act, seat);
}

static void play_phase(struct turn_script *s)
{
    struct referee *r = s->referee;
    struct choice *list = s->steps->room->list;
    for (;;) {
        struct choices choices = {.list = list, .most = CHOICES_MAX};
        unsigned seat = SEAT_NONE;
        const struct act *act = next_act(s, &seat);
        choices_find(r, &choices);
        struct choice first = list[0];
        bool silent =
            choices.count && !(act && referee_is_anytime(r, act)) && is_silent(&choices, act, seat);
        bool flies = act && act_has_shape(act, SHAPE_PATH);
        bool by_chance = is_chance(&choices);
        if (flies)
            offer_path(s, act);
        else if (act && referee_is_anytime(r, act) && !is_offered(&choices, act, seat))
            offer_alone(s, act, seat);
        else if (choices.count && !is_done(r, act) && !by_chance &&
                 !(silent && choices.count == 1)) {
            s->breaks_off =
                s->steps->pauses && !act && s->end == r->lines.all_end && (silent || choices.must);
            if (silent && !s->breaks_off)
                offer_choices(s, &choices, &first.act, NULL, first.seat);
            else
                offer_choices(s, &choices, act && act_is_choice(act) ? act : NULL, act, seat);
        }
        if (silent && !s->breaks_off)
            referee_do(r, first.seat, &first.act);
        else if (act) {
            r->lines.acts_left = has_more_acts(s);
            referee_do(r, seat, act);
            s->next++;
        } else
            return;
    }
}

/* Does the acts that may come at any time and stand after everything else in the turn. */
static void play_rest(struct turn_script *s)
{
    struct referee *r = s->referee;
    for (; s->line < s->end; s->line++, s->next = 0)
        for (; s->next < s->line->act_count; s->next++) {
            const struct act *act = &s->line->acts[s->next];
            if (!referee_is_anytime(r, act))
                continue;
            offer_alone(s, act, s->line->seat);
            r->lines.acts_left = has_more_acts(s);
            referee_do(r, s->line->seat, act);
        }
}

/* Offers to lay another tile if that is allowed but not required. The tile belongs to this turn, or
 * to an earlier turn after this turn is over. For an earlier turn, the next line shows whether the
 * tile is laid. Rules: traders.second.decline, traders.second.bazaar. */
static void offer_again(struct turn_script *s, bool goes_on)
{
    const struct referee *r = s->referee;
    const struct line *next = s->end < r->lines.all_end ? s->end : NULL;
    bool must, late = r->late.ready;
    if (late)
        goes_on = next && next->kind == LINE_TURN && next->turn == r->late.number &&
                  next->seat == r->late.seat;
    if ((late || r->turn.phase == PHASE_SEQUEL) && referee_owes_part(r, &must) && !must)
        make_offer(s, &(struct offer){.what = "again",
                                      .seat = late ? r->late.seat : r->turn.seat,
                                      .number = ++s->number,
                                      .here = s->here,
                                      .line = s->line,
                                      .again = true,
                                      .goes_on = goes_on,
                                      .waits = r->turn.waits || s->end == r->lines.all_end});
}

void steps_begin(struct step_finder *steps, struct referee *referee, struct arena *arena,
                 void (*visit)(void *, const struct offer *), void *context)
{
    *steps = (struct step_finder){.referee = referee,
                                  .visit = visit,
                                  .context = context,
                                  .room = arena_take(arena, sizeof *steps->room)};
}

void steps_placements(struct step_finder *steps, const struct line *line)
{
    struct turn_script s = {.steps = steps,
                            .referee = steps->referee,
                            .line = line,
                            .end = line + 1,
                            .here = line->cell};
    referee_turn(s.referee, line);
    offer_placements(&s, line->tile.design, NULL);
}

void steps_turn(struct step_finder *steps, const struct line *line, const struct line *end)
{
    struct referee *r = steps->referee;
    struct turn_script s = {
        .steps = steps, .referee = r, .line = line, .end = end, .here = line->cell};
    const struct act *first = line->act_count ? &line->acts[0] : NULL;
    bool draws = line->kind == LINE_TURN && !line->has_tile && !line->broken;
    if (draws) {
        referee_turn(r, line);
        offer_outside(&s);
    }
    if (draws && first && first->kind == ACT_PASS_TILE && first->tile.design) {
        offer_placements(&s, first->tile.design, first);
    }
    if (line->kind != LINE_TURN || !line->has_tile || line->broken) {
        referee_lines(r, line, (uint32_t)(end - line));
        return;
    }
    /* The acts are done one by one below, so the referee must not find any on the lines itself. */
    r->lines.line = end - 1;
    r->lines.end = r->lines.decides = end;
    r->lines.all_end = record_end(r->record);
    referee_turn(r, line);
    offer_outside(&s);
    if (line->tile.design)
        offer_placements(&s, line->tile.design, NULL);
    unsigned tile = referee_lay(r, line);
    if (tile == TILE_NONE) {
        /* There are no decisions about a tile that does not lie. */
        referee_act(r, line, tile);
        referee_lines(r, line + 1, (uint32_t)(end - line - 1));
        return;
    }
    bool more;
    do {
        play_phase(&s);
        more = referee_go_on(r);
        offer_again(&s, !more && !r->turn.waits);
    } while (more);
    play_rest(&s);
}

bool steps_find_due(struct referee *r, struct choices *choices)
{
    bool bought = false;
    choices->count = 0;
    choices_find(r, choices);
    while (is_only_purchase(choices)) {
        struct choice only = choices->list[0];
        referee_do(r, only.seat, &only.act);
        bought = true;
        choices->count = 0;
        choices_find(r, choices);
    }
    return bought;
}

void steps_write_act(const struct act *act, const struct choice *choice, struct cell here,
                     struct sink *word)
{
    /* The tiles of a bazaar are drawn by chance, so they are not part of the choice. */
    if (act_has_shape(act, SHAPE_TILES) && !act->tiles)
        sink_cstr(word, verbs[act->verb].name);
    else
        crn_print_act(act, here, word);
    if (choice && act_has_shape(act, SHAPE_BID) && choice->most > act->number)
        sink_printf(word, "..%d", choice->most);
}

void steps_write_spot(struct spot spot, unsigned orient, struct sink *word)
{
    sink_int(word, spot.cell.x);
    sink_char(word, ',');
    sink_int(word, spot.cell.y);
    sink_char(word, "NESW"[orient]);
}
