/* See player.h. */
#include "play/player.h"

#include "notation/crn.h"
#include "rules/choices.h"

enum { BAG_MOST = TILES_MOST, CHOICES_MOST = 2048, SPOTS_MOST = 4096 };

/* Tiles not drawn yet, and those put aside until they come back. */
struct bag {
    const struct design *tiles[BAG_MOST], *aside[BAG_MOST];
    unsigned count, aside_count;
};

uint64_t random_next64(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

unsigned random_below(struct random *random, unsigned n)
{
    return (unsigned)(random_next64(random) % n);
}

/* ---- The bag ---- */

static void fill_bag(struct bag *bag, const struct record *record)
{
    bag->count = bag->aside_count = 0;
    for (unsigned s = 0; s < record->set_count; s++) {
        const struct tileset *set = record->sets[s];
        for (unsigned i = 0; i < set->design_count; i++)
            for (unsigned k = set->start && strcmp(set->designs[i].name, set->start) == 0; k < set->designs[i].count; k++)
                bag->tiles[bag->count++] = &set->designs[i];
    }
}

static const struct design *draw(struct bag *bag, struct random *random)
{
    unsigned drawn = random_below(random, bag->count);
    const struct design *design = bag->tiles[drawn];
    bag->tiles[drawn] = bag->tiles[--bag->count];
    return design;
}

static void bring_back(const struct referee *r, struct bag *bag)
{
    while (r->aside_count < bag->aside_count)
        bag->tiles[bag->count++] = bag->aside[--bag->aside_count];
}

static struct tile_ref ref_of(const struct design *design)
{
    return (struct tile_ref){str_of(design->name), design, {0}};
}

/* ---- The record ---- */

static struct line *write_line(struct player *p, enum line_kind kind, unsigned seat)
{
    struct line *line = record_line_add(&p->record, &p->arena, kind, (struct place){0});
    line->seat = (uint8_t)seat;
    line->turn = p->referee.turn;
    return line;
}

static struct act *write_act(struct player *p, struct act act)
{
    struct act *written = record_act_add(&p->record, &p->arena, (enum act_kind)act.kind, (struct place){0});
    *written = act;
    return written;
}

static void write_totals(struct player *p)
{
    const struct referee *r = &p->referee;
    struct act act = {.kind = ACT_TOTALS, .count = (uint16_t)r->seats};
    act.numbers = arena_alloc(&p->arena, r->seats * sizeof *act.numbers);
    memcpy(act.numbers, r->scores, r->seats * sizeof *act.numbers);
    write_act(p, act);
}

/* An act goes onto the last line if it is the same seat's; what another seat decides, and all after that, onto step lines. */
static void write_choice(struct player *p, const struct choice *choice, const struct act *act)
{
    const struct line *last = &p->record.lines[p->record.line_count - 1];
    if (choice->seat != last->seat) {
        uint16_t step = last->kind == LINE_STEP ? (uint16_t)(last->step + 1) : 1;
        write_line(p, LINE_STEP, choice->seat)->step = step;
    }
    write_act(p, *act);
}

/* ---- Play ---- */

/* Of several legal spots the one that touches most tiles, so that features meet. */
static struct spot choose_spot(struct player *p, struct random *random, const struct spot *spots, unsigned count)
{
    if (p->policy == POLICY_UNIFORM)
        return spots[random_below(random, count)];
    struct spot best = spots[random_below(random, count)];
    unsigned most = 0;
    for (unsigned i = 0; i < 3; i++) {
        struct spot spot = spots[random_below(random, count)];
        unsigned touching = 0;
        for (unsigned side = 0; side < SIDES; side++)
            touching += table_at(&p->referee.table, spot.cell.x + side_dx[side], spot.cell.y + side_dy[side]) != TILE_NONE;
        if (touching > most) {
            most = touching;
            best = spot;
        }
    }
    return best;
}

/* In how many of a hundred cases an act that may be done is. */
static unsigned eagerness(const struct act *act)
{
    /* Who settles in a residence stays there: few do, so that markets and roads are scored and walls are built. */
    if (act->kind == ACT_STAND)
        return act->segment.kind == KIND_RESIDENCE ? 6 : act->segment.kind == KIND_MARKET ? 85 : 45;
    switch ((enum verb_id)act->verb) {
    case VERB_BRIDGE:
        return 20;
    case VERB_FAIRY:
    case VERB_GUARD:
    case VERB_GUARD_ON:
        return 25;
    case VERB_TOWER:
        return 50;
    case VERB_SHORT:
        return 5;
    case VERB_PRINCESS:
        return 60;
    case VERB_CASTLE:
    case VERB_TAKE:
        return 75;
    default:
        return 100;
    }
}

/* Any of what may be done, or nothing where nothing has to be. */
static const struct choice *choose_any(struct random *random, const struct choices *choices)
{
    unsigned i = random_below(random, choices->count + !choices->must);
    return i < choices->count ? &choices->list[i] : NULL;
}

/* One of a kind of act, so that the many spots of one kind do not drown the few of another: first the kind, then one of it.
 * NULL for none. */
static const struct choice *choose(struct random *random, const struct choices *choices, unsigned *refused)
{
    unsigned from = random_below(random, choices->count), kinds_seen = 0, kept = 0;
    const struct choice *kind[VERB_COUNT + 3];
    for (unsigned i = 0; i < choices->count; i++) {
        const struct choice *choice = &choices->list[(from + i) % choices->count];
        unsigned of = choice->act.verb;
        if (choice->act.kind == ACT_STAND)
            of = VERB_COUNT + (choice->act.segment.kind == KIND_RESIDENCE ? 2u : choice->act.segment.kind == KIND_MARKET);
        if (kinds_seen >> of & 1)
            continue;
        kinds_seen |= 1u << of;
        bool refuses = *refused >> of & 1 || random_below(random, 100) >= eagerness(&choice->act);
        if (refuses && !(choices->must && eagerness(&choice->act) >= 60)) {
            *refused |= 1u << of;
            continue;
        }
        kind[kept++] = choice;
    }
    return kept ? kind[random_below(random, kept)] : NULL;
}

/* The tiles of a bazaar, revealed by chance. */
static void reveal(struct player *p, struct random *random, struct bag *bag, struct act *act)
{
    act->tiles = arena_alloc(&p->arena, act->count * sizeof *act->tiles);
    for (unsigned i = 0; i < act->count;) {
        const struct design *design = draw(bag, random);
        if (referee_withholds(&p->referee, design)) {
            bag->aside[bag->aside_count++] = design;
            struct choice aside = {.seat = p->referee.seat, .act = {.kind = ACT_ASIDE, .tile = ref_of(design)}};
            write_choice(p, &aside, &aside.act);
            referee_do(&p->referee, aside.seat, &aside.act);
            continue;
        }
        act->tiles[i++] = ref_of(design);
    }
}

static void bid(struct random *random, const struct choice *choice, struct act *act)
{
    unsigned room = (unsigned)(choice->most - act->number);
    act->number += (int32_t)random_below(random, (room < 4 ? room : 4) + 1);
}

/* Passing is silent, and so is a chooser whom nobody outbid, unless a tile of the same name is left: a bid for that one would
 * be read as a raise. */
static bool is_silent(struct player *p, struct choices *next, const struct act *act, bool outbid)
{
    if (act->kind != ACT_VERB || act->verb == VERB_PASS)
        return act->kind == ACT_VERB;
    if (act->verb != VERB_BUY || outbid)
        return false;
    const struct line *last = &p->record.lines[p->record.line_count - 1];
    const struct design *bought = last->acts[last->act_count - 1].tile.design;
    choices_find(&p->referee, next);
    for (unsigned i = 0; i < next->count && i < next->most; i++)
        if (next->list[i].act.tile.design == bought)
            return false;
    return true;
}

/* What is decided once the turn's tile lies. */
static void play_acts(struct player *p, struct random *random, struct bag *bag)
{
    static struct choice list[CHOICES_MOST];
    struct referee *r = &p->referee;
    bool more = true;
    for (unsigned refused = 0; more;) {
        struct choices choices = {.list = list, .most = CHOICES_MOST};
        choices_find(r, &choices);
        if (choices.count > CHOICES_MOST)
            choices.count = CHOICES_MOST;
        const struct choice *chosen = !choices.count                        ? NULL
                                      : p->policy == POLICY_UNIFORM ? choose_any(random, &choices)
                                                                    : choose(random, &choices, &refused);
        if (!chosen) {
            more = referee_go_on(r);
            refused = 0;
            continue;
        }
        struct act act = chosen->act;
        if (act.kind == ACT_VERB && act.verb == VERB_BAZAAR)
            reveal(p, random, bag, &act);
        if (act.kind == ACT_VERB && act.verb == VERB_BID)
            bid(random, chosen, &act);
        struct choice done = *chosen;
        /* Each wall brings new occasions. */
        if (act.kind == ACT_VERB && (act.verb == VERB_WALL || act.verb == VERB_GATE))
            refused = 0;
        bool outbid = choices.count > 1;
        referee_do(r, done.seat, &act);
        if (!is_silent(p, &choices, &act, outbid))
            write_choice(p, &done, &act);
    }
}

/* A tile that fits nowhere is set aside; one that fits with a bridge alone may be declined. True when it was. */
static bool set_aside(struct player *p, struct random *random, const struct design *design, const struct spot *spots, unsigned count)
{
    struct referee *r = &p->referee;
    bool plain = false;
    for (unsigned i = 0; i < count; i++)
        plain |= !spots[i].mended;
    if (count && (plain || !referee_may_decline(r) || random_below(random, 3)))
        return false;
    struct line *line = write_line(p, LINE_TURN, r->seat);
    write_act(p, (struct act){.kind = count ? ACT_PASS_TILE : ACT_DISCARD, .tile = ref_of(design)});
    referee_act(r, line, referee_lay(r, line));
    return true;
}

/* Lays a tile of the turn that has begun; false when it comes to nothing. */
static bool play_tile(struct player *p, struct random *random, struct bag *bag, const struct design *design)
{
    static struct spot spots[SPOTS_MOST];
    struct referee *r = &p->referee;
    bool undetermined;
    unsigned count = referee_spots(r, design, spots, SPOTS_MOST, &undetermined);
    if (set_aside(p, random, design, spots, count))
        return false;
    struct spot spot = choose_spot(p, random, spots, count);
    struct line *line = write_line(p, LINE_TURN, r->seat);
    struct act bridge;
    line->has_tile = true;
    line->tile = ref_of(design);
    line->cell = spot.cell;
    line->orient = (uint8_t)(spot.orient + design->symmetry * random_below(random, 4 / design->symmetry));
    if (spot.mended && referee_mending(r, design, spot, &bridge))
        write_act(p, bridge);
    referee_lay(r, line);
    bring_back(r, bag);
    play_acts(p, random, bag);
    return true;
}

/* A tile that is of no use now; it is back in the bag when the referee has taken it back. */
static void put_aside(struct player *p, struct bag *bag, const struct design *design)
{
    bag->aside[bag->aside_count++] = design;
    struct line *line = write_line(p, LINE_TURN, p->referee.seat);
    write_act(p, (struct act){.kind = ACT_ASIDE, .tile = ref_of(design)});
    referee_act(&p->referee, line, referee_lay(&p->referee, line));
}

/* A whole turn; false when no tile was left for it. */
static bool play_turn(struct player *p, struct random *random, struct bag *bag, unsigned turn, unsigned seat)
{
    struct referee *r = &p->referee;
    const struct design *held[SEATS_MOST];
    int32_t before[SEATS_MOST];
    struct line begins = {.kind = LINE_TURN, .seat = (uint8_t)seat, .turn = (uint16_t)turn, .has_tile = true};
    memcpy(before, r->scores, sizeof before);
    if ((!bag->count && !r->held) || referee_ends(r) == ANSWER_YES)
        return false;
    unsigned first_line = p->record.line_count;
    bool laid = false;
    referee_turn(r, &begins);
    while (!laid) {
        unsigned count = choices_tiles(r, held);
        if (!count && !bag->count)
            break;
        const struct design *design = count ? held[random_below(random, count)] : draw(bag, random);
        if (!count && referee_withholds(r, design))
            put_aside(p, bag, design);
        else
            laid = play_tile(p, random, bag, design);
    }
    if (laid) {
        struct line *line = &p->record.lines[p->record.line_count - 1];
        if (line->kind == LINE_TURN && !line->act_count)
            write_act(p, (struct act){.kind = ACT_NONE});
    }
    if (laid && p->claims && memcmp(before, r->scores, sizeof before) != 0)
        write_totals(p);
    return p->record.line_count > first_line;
}

/* ---- Games ---- */

/* "a=b,c=d" as a map of the header. */
static void write_options(struct player *p, const char *options)
{
    struct str keys[32], items[32];
    unsigned count = 0;
    for (const char *at = options; *at && count < 32; count++) {
        const char *end = strchrnul(at, ','), *equals = memchr(at, '=', (size_t)(end - at));
        keys[count] = (struct str){at, (size_t)((equals ? equals : end) - at)};
        items[count] = equals ? (struct str){equals + 1, (size_t)(end - equals) - 1} : (struct str){end, 0};
        at = *end ? end + 1 : end;
    }
    value_map(&record_entry_add(&p->record, &p->arena, "options")->value, &p->arena, keys, items, count);
}

bool player_is_city(const struct player *p, const char *sets)
{
    const struct tileset *set = catalogue_set(p->catalogue, str_of(sets));
    return set && set->game && strcmp(set->game, "the-city") == 0;
}

static void write_sets(struct player *p, const char *sets)
{
    if (player_is_city(p, sets)) {
        value_scalar(&record_entry_add(&p->record, &p->arena, "game")->value, &p->arena, str_of("the-city"));
        if (strcmp(sets, "the-city-r1") == 0)
            return;
    }
    struct str items[RECORD_SETS_MOST];
    unsigned count = 0;
    for (const char *at = sets; *at && count < RECORD_SETS_MOST;) {
        const char *end = strchrnul(at, ',');
        items[count++] = (struct str){at, (size_t)(end - at)};
        at = *end ? end + 1 : end;
    }
    if (strcmp(sets, "base") != 0)
        value_list(&record_entry_add(&p->record, &p->arena, "sets")->value, &p->arena, items, count);
}

static void begin_game(struct player *p, const struct deal *deal)
{
    static const struct str names[SEATS_MOST] = {{"Ada", 3}, {"Ben", 3}, {"Cid", 3}, {"Dora", 4}, {"Emil", 4}, {"Fay", 3}};
    arena_reset(&p->arena);
    p->findings = (struct findings){.arena = &p->arena};
    p->record = (struct record){.magic = str_of("%CRN 1")};
    write_sets(p, deal->sets);
    value_scalar(&record_entry_add(&p->record, &p->arena, "rules")->value, &p->arena, str_of(deal->profile));
    if (deal->options)
        write_options(p, deal->options);
    value_list(&record_entry_add(&p->record, &p->arena, "players")->value, &p->arena, names, deal->seats);
    crn_header_apply(&p->record, p->catalogue, &p->arena, &p->findings);
    p->ledger.wanted = 0;
    p->referee.through = UINT16_MAX;
    referee_begin(&p->referee, &p->record, &p->arena, &p->findings, &p->ledger);
}

bool player_game(struct player *p, struct random *random, const struct deal *deal, struct sink *out)
{
    static struct bag bag;
    begin_game(p, deal);
    if (p->referee.in_sets > BAG_MOST)
        finding_raise(&p->findings, FINDING_TOO_LARGE, (struct place){0}, ARGS("the table holds 255 tiles"));
    if (p->findings.first)
        return false;
    fill_bag(&bag, &p->record);
    unsigned turn = 1, seat = 0;
    for (; play_turn(p, random, &bag, turn, seat); turn++)
        seat = (seat + 1) % deal->seats;
    struct line *end = record_line_add(&p->record, &p->arena, LINE_END, (struct place){0});
    referee_line(&p->referee, end);
    if (p->claims)
        write_totals(p);
    if (p->findings.first)
        return false;
    crn_print(&p->record, out);
    return true;
}
