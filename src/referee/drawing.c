/* SPDX-License-Identifier: MIT */
/* Counts the tiles that are drawn (201, 202, 214) and those that remain, and judges tiles that are
 * discarded (209), put aside (213) or declined (215).
 */
#include "base/word.h"
#include "referee/drawing.h"

/* Returns the index of a design in draw.counts; DESIGNS_IN_PLAY_MAX if the design is not in
 * play. */
static unsigned find_count(const struct referee *r, const struct design *design)
{
    unsigned offset = 0;
    for (unsigned i = 0; i < r->draw.set_count; i++) {
        const struct tileset *set = r->draw.sets[i];
        size_t index = tileset_index(set, design);
        if (index < set->design_count)
            return offset + (unsigned)index;
        offset += set->design_count;
    }
    return DESIGNS_IN_PLAY_MAX;
}

static const struct draw_count *count_of(const struct referee *r, const struct design *design)
{
    unsigned i = find_count(r, design);
    return i < DESIGNS_IN_PLAY_MAX ? &r->draw.counts[i] : NULL;
}

static struct draw_count *draw_count_of(struct referee *r, const struct design *design)
{
    unsigned i = find_count(r, design);
    return i < DESIGNS_IN_PLAY_MAX ? &r->draw.counts[i] : NULL;
}

/* Rules: base.setup.tiles, base.setup.copies. */
void judge_count_tiles(struct referee *r)
{
    struct draw_state *draw = &r->draw;
    bool replaces = false;
    draw->set_count = 0;
    for (unsigned i = 0; i <= r->record->set_count; i++) {
        const struct tileset *set =
            i < r->record->set_count ? r->record->sets[i] : r->record->own_tiles;
        if (!set)
            continue;
        draw->copies[draw->set_count] = i < r->record->set_count ? r->record->copies[i] : 1;
        draw->sets[draw->set_count++] = set;
        draw->kinds += set->design_count;
        replaces |= set->replaces;
    }
    struct draw_count *count = draw->counts;
    for (unsigned i = 0; i < draw->set_count; i++)
        for (unsigned k = 0; k < draw->sets[i]->design_count; k++) {
            const struct design *design = &draw->sets[i]->designs[k];
            unsigned copies =
                replaces ? tileset_copies(draw->sets, draw->copies, draw->set_count, design)
                         : design_copies(design, draw->copies[i]);
            count++->copies = (uint16_t)copies;
            draw->in_sets += copies;
        }
}

unsigned referee_undrawn(const struct referee *r, const struct design *design)
{
    const struct draw_count *count = count_of(r, design);
    return count && count->drawn < count->copies ? (unsigned)(count->copies - count->drawn) : 0;
}

bool judge_is_undrawn(const struct referee *r, const struct design *design)
{
    const struct draw_count *count = count_of(r, design);
    return count && !count->drawn;
}

void judge_take_out(struct referee *r, const struct design *design)
{
    draw_count_of(r, design)->copies--;
    r->draw.in_sets--;
}

void judge_hide(struct referee *r)
{
    if (r->draw.drawn >= r->draw.in_sets + r->draw.aside_count)
        return;
    r->draw.in_sets--;
    r->draw.hidden++;
}

enum answer referee_ends(const struct referee *r)
{
    FOR_EACH_ASKED(r, each, ends) {
        enum answer answer = each->ends(r);
        if (answer != ANSWER_NO)
            return answer;
    }
    return ANSWER_NO;
}

static struct objection deferral(const struct referee *r, const struct design *design)
{
    FOR_EACH_ASKED(r, each, defers) {
        struct objection objection = each->defers(r, design);
        if (objection.finding || objection.option != OPTION_COUNT)
            return objection;
    }
    return NO_OBJECTION;
}

bool referee_defers(const struct referee *r, const struct design *design)
{
    return deferral(r, design).finding != 0;
}

static struct objection withholding(const struct referee *r, const struct design *design)
{
    FOR_EACH_ASKED(r, each, withholds) {
        struct objection objection = each->withholds(r, design);
        if (objection.finding)
            return objection;
    }
    return NO_OBJECTION;
}

bool referee_withholds(const struct referee *r, const struct design *design)
{
    return withholding(r, design).finding != 0;
}

bool referee_withholds_any(const struct referee *r)
{
    return r->asked[EXPANSION_HOOK(withholds)];
}

/* True if a tile of a design may be drawn now and need not be put aside. The caller checks that
 * such a tile remains. */
static bool may_come(const struct referee *r, const struct design *design)
{
    return !referee_defers(r, design) && !referee_withholds(r, design);
}

bool judge_can_draw(const struct referee *r, unsigned wanted)
{
    unsigned offset = 0, drawable = 0;
    /* Any of the remaining tiles may be among those that are out of the game. */
    wanted += r->draw.hidden;
    for (unsigned i = 0; drawable < wanted && i < r->draw.set_count; i++) {
        const struct tileset *set = r->draw.sets[i];
        for (unsigned k = 0; k < set->design_count; k++) {
            unsigned drawn = r->draw.counts[offset + k].drawn,
                     count = r->draw.counts[offset + k].copies;
            if (drawn < count && may_come(r, &set->designs[k]))
                drawable += count - drawn;
        }
        offset += set->design_count;
    }
    return drawable >= wanted;
}

unsigned referee_drawable(const struct referee *r,
                          const struct design *designs[DESIGNS_IN_PLAY_MAX])
{
    unsigned offset = 0, count = 0;
    for (unsigned i = 0; i < r->draw.set_count; i++) {
        const struct tileset *set = r->draw.sets[i];
        for (unsigned k = 0; k < set->design_count; k++)
            if (r->draw.counts[offset + k].drawn < r->draw.counts[offset + k].copies &&
                may_come(r, &set->designs[k]))
                designs[count++] = &set->designs[k];
        offset += set->design_count;
    }
    return count;
}

/* Returns a suggestion for an unknown word: the name of a tile in play that was probably meant. */
static const char *name_hint(struct referee *r, const char *word)
{
    const char *names[DESIGNS_IN_PLAY_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < r->draw.set_count; i++) {
        const struct tileset *set = r->draw.sets[i];
        for (unsigned k = 0; k < set->design_count; k++)
            names[count++] = set->designs[k].name;
    }
    return word_hint(r->arena, word, names, count, NULL);
}

/* Raises a finding if a tile may not be drawn yet. Not inlined, like object_to_time(), so that
 * games that withhold and defer nothing need no stack for it. */
static __attribute__((noinline)) void object_to_draw(struct referee *r, const struct tile_ref *tile)
{
    struct objection early = withholding(r, tile->design);
    if (early.finding)
        judge_object(r, early, tile->place, ARGS(tile->design->name));
}

/* Counts a drawn tile of unknown design; raises 201 if it has another name than "?". */
static __attribute__((cold)) void draw_unnamed(struct referee *r, const struct tile_ref *tile)
{
    r->draw.drawn++;
    r->draw.unnamed++;
    judge_unknown(r, UNKNOWN_GAME);
    const char *name = arena_copy(r->arena, tile->name.p, tile->name.n);
    if (!str_is(tile->name, "?") && !r->record->sets_broken && !r->record->tiles_broken)
        judge_raise(r, FINDING_TILE_UNKNOWN, tile->place, ARGS(name, name_hint(r, name)));
}

static __attribute__((cold)) void object_to_copy(struct referee *r, const struct tile_ref *tile,
                                                 const struct draw_count *count)
{
    struct finding *finding =
        judge_raise(r, FINDING_TILE_COUNT, tile->place,
                    ARGS(tile->design->name, ORDINAL(count->drawn), (long)count->copies));
    if (count->last.line || count->last.at)
        finding_also(r->findings, finding, count->last, NOTE_DRAWN, NO_ARGS);
}

static __attribute__((cold)) void object_to_set(struct referee *r, const struct tile_ref *tile)
{
    if (!r->record->sets_broken)
        judge_raise(r, FINDING_NOT_IN_PLAY_TILE, tile->place, ARGS(tile->design->name));
}

/* Counts and checks a drawn tile whose design has no tile left, or which a rule in play may not
 * allow to be drawn yet. */
static __attribute__((noinline)) void count_doubtful(struct referee *r, const struct tile_ref *tile,
                                                     struct draw_count *count)
{
    /* After the last tile was drawn, finding 801 is raised instead. */
    bool exceeds = count->drawn >= count->copies && judge_tiles_left(r);
    r->draw.drawn++;
    if (referee_withholds_any(r))
        object_to_draw(r, tile);
    count->drawn++;
    if (exceeds)
        object_to_copy(r, tile, count);
    count->last = tile->place;
}

/* Counts a tile that was drawn; raises 201, 202 or 214. Rule: base.setup.tiles. */
static void count_drawn(struct referee *r, const struct tile_ref *tile)
{
    if (!tile->design) {
        draw_unnamed(r, tile);
        return;
    }
    struct draw_count *count = draw_count_of(r, tile->design);
    if (count && (count->drawn >= count->copies || referee_withholds_any(r))) {
        count_doubtful(r, tile, count);
        return;
    }
    r->draw.drawn++;
    if (!count) {
        object_to_set(r, tile);
        return;
    }
    count->drawn++;
    count->last = tile->place;
}

static __attribute__((noinline)) void object_to_time(struct referee *r, const struct tile_ref *tile)
{
    struct objection objection = deferral(r, tile->design);
    if (objection.finding && !r->draw.lost)
        judge_object(r, objection, tile->place, ARGS(tile->design->name));
}

/* Rule: base.draw.tile. */
void judge_draw(struct referee *r, const struct tile_ref *tile)
{
    count_drawn(r, tile);
    if (tile->design && r->asked[EXPANSION_HOOK(defers)])
        object_to_time(r, tile);
}

void judge_bring_back(struct referee *r)
{
    for (unsigned i = 0; i < r->draw.aside_count; i++)
        judge_undraw(r, r->draw.aside[i]);
    r->draw.aside_count = 0;
}

void judge_undraw(struct referee *r, const struct design *design)
{
    struct draw_count *count = design ? draw_count_of(r, design) : NULL;
    r->draw.drawn--;
    r->draw.unnamed -= !design;
    if (count)
        count->drawn--;
}

/* True if a tile certainly fits on one of the spots. A tile whose cell is unknown may lie on one
 * cell and change the four cells beside it. So at least one spot remains if the spots lie on more
 * than five cells for each such tile. */
static bool fits_for_certain(const struct referee *r, const struct spot *spots, unsigned count)
{
    unsigned cells = 0;
    for (unsigned i = 0; i < count; i++)
        cells += i == 0 || spots[i].cell.x != spots[i - 1].cell.x ||
                 spots[i].cell.y != spots[i - 1].cell.y;
    return cells > 5 * r->draw.lost;
}

static bool find_fitting(const struct referee *r, const struct design *design, struct spot spot,
                         const struct placing *placing, struct act *act)
{
    FOR_EACH_ASKED(r, each, could_fit)
        if (each->could_fit(r, r->turn.seat, design, spot, placing, act))
            return true;
    return false;
}

static bool could_fit(const void *context, const struct design *design, struct spot spot,
                      const struct placing *placing)
{
    return find_fitting(context, design, spot, placing, NULL);
}

static bool is_forbidden(const void *context, struct cell cell)
{
    const struct referee *r = context;
    FOR_EACH_ASKED(r, each, cell_objection)
        if (each->cell_objection(r, cell).finding)
            return true;
    return false;
}

static bool is_objected(const void *context, const struct design *design, struct spot spot)
{
    const struct referee *r = context;
    FOR_EACH_ASKED(r, each, spot_objection)
        if (each->spot_objection(r, design, spot).finding)
            return true;
    return false;
}

bool referee_fitting_act(const struct referee *r, const struct design *design, struct spot spot,
                         struct act *act)
{
    struct placing placing = placing_check(&r->table, design, spot.cell, spot.orient);
    return placing.differ && find_fitting(r, design, spot, &placing, act);
}

static bool can_build(const struct referee *r)
{
    FOR_EACH_ASKED(r, each, builds)
        if (each->builds(r, r->turn.seat))
            return true;
    return false;
}

/* Lists the spots where a tile may lie: with `builds`, also those where it fits only with something
 * built. */
static unsigned list_spots(struct referee *r, const struct design *design, bool builds,
                           struct spot *spots, unsigned most, bool *undetermined)
{
    struct fitter fitter = {builds && can_build(r) ? could_fit : NULL,
                            r->asked[EXPANSION_HOOK(cell_objection)] ? is_forbidden : NULL,
                            r->asked[EXPANSION_HOOK(spot_objection)] ? is_objected : NULL, r};
    return placing_list(&r->table, design, &fitter, spots, most, undetermined);
}

unsigned referee_spots(struct referee *r, const struct design *design, struct spot *spots,
                       unsigned most, bool *undetermined)
{
    return list_spots(r, design, true, spots, most, undetermined);
}

bool referee_may_decline(const struct referee *r)
{
    FOR_EACH_ASKED(r, each, may_decline)
        if (each->may_decline(r))
            return true;
    return false;
}

static void write_tile(struct referee *r, enum event_kind kind, const struct design *design)
{
    struct event *event = judge_event(r, kind, r->turn.seat);
    if (event)
        event->design = design;
}

/* Counts a tile that the record discards or puts aside, for which it is unknown whether that was
 * right. */
static void take_on_trust(struct referee *r, const struct act *act)
{
    if (!r->draw.on_trust++)
        r->draw.on_trust_place = act->place;
}

void judge_put_aside(struct referee *r, const struct act *act)
{
    const struct design *design = act->tile.design;
    count_drawn(r, &act->tile);
    write_tile(r, EVENT_ASIDE, design);
    struct objection objection = design ? deferral(r, design) : NO_OBJECTION;
    if (objection.finding && r->draw.aside_count < TILES_MAX)
        r->draw.aside[r->draw.aside_count++] = design;
    if (!design || r->draw.lost)
        take_on_trust(r, act);
    else if (!objection.finding) {
        judge_object(r, (struct objection){FINDING_ASIDE, objection.option}, act->place,
                     ARGS(design->name));
        /* Not counted, because the record draws it again later. */
        judge_undraw(r, design);
    }
}

/* Raises 215 if a declined tile may not be declined. True if 215 was raised. */
static bool refuse_to_decline(struct referee *r, const struct act *act, unsigned spots,
                              bool undetermined)
{
    const char *name = act->tile.design->name;
    if (!referee_may_decline(r))
        judge_raise(r, FINDING_PASS, act->place,
                    ARGS(name, "the rules and options in play do not allow it"));
    else if (!spots && !undetermined && !r->draw.lost)
        judge_raise(r, FINDING_PASS, act->place, ARGS(name, "it fits nowhere, whatever is built"));
    else
        return false;
    return true;
}

/* Rule: base.draw.discard. */
void judge_discard(struct referee *r, const struct act *act)
{
    if (act->kind == ACT_ASIDE) {
        judge_put_aside(r, act);
        return;
    }
    judge_draw_turn(r, &act->tile);
    write_tile(r, EVENT_DISCARDED, act->tile.design);
    if (!act->tile.design) {
        take_on_trust(r, act);
        return;
    }
    bool undetermined = false;
    struct spot spots[256];
    unsigned most = sizeof spots / sizeof *spots;
    unsigned all = referee_spots(r, act->tile.design, spots, most, &undetermined);
    if (act->kind == ACT_PASS_TILE && refuse_to_decline(r, act, all, undetermined))
        return;
    unsigned count = act->kind == ACT_PASS_TILE
                         ? list_spots(r, act->tile.design, false, spots, most, &undetermined)
                         : all;
    /* If it is unknown whether the game has ended, any cell may be forbidden. */
    if (count && referee_ends(r) != ANSWER_UNKNOWN &&
        fits_for_certain(r, spots, count < most ? count : most)) {
        struct finding *finding = judge_raise(
            r, FINDING_DISCARD_FITS, act->place,
            ARGS(act->tile.design->name, ((struct edge){spots[0].cell, (uint8_t)spots[0].orient})));
        if (finding && spots[0].needs_building)
            finding_add(r->findings, finding, referee_may_decline(r) ? TAIL_DECLINED : TAIL_BUILT,
                        NO_ARGS);
    } else if (count || undetermined) {
        judge_unknown(r, UNKNOWN_GAME);
        take_on_trust(r, act);
    }
}
