/* See referee.h. This file knows the course of a game: who is to move, which tile was drawn, what a line may hold.
 * What a placement, a follower or a feature is worth is asked of the files beside it.
 */
#include "rules/referee.h"

#include "rules/follower.h"
#include "rules/judge.h"
#include "rules/scoring.h"

/* ---- Words ---- */

struct finding *judge_raise(struct referee *r, enum finding_id id, struct place place, const char *const *args)
{
    struct finding *finding = finding_raise(r->findings, id, place, args);
    struct event *event = ledger_add(r->ledger, EVENT_FINDING);
    if (event) {
        event->turn = r->turn;
        event->seat = r->seat;
        event->finding = finding;
    }
    return finding;
}

const char *judge_seat(unsigned seat)
{
    static const char names[SEATS_MOST][2] = {"a", "b", "c", "d", "e", "f"};
    return seat < SEATS_MOST ? names[seat] : "?";
}

const char *judge_cell(struct referee *r, struct cell cell)
{
    return arena_printf(r->arena, "%d,%d", cell.x, cell.y);
}

const char *judge_number(struct referee *r, long number)
{
    return arena_printf(r->arena, "%ld", number);
}

static const char *ordinal(struct referee *r, unsigned n)
{
    const char *tail = n % 100 / 10 == 1 ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
    return arena_printf(r->arena, "%u%s", n, tail);
}

static const char *tile_words(struct referee *r, const struct laid_tile *tile)
{
    const char *name = tile->named ? tile->named->name : "an unknown tile";
    if (tile->seat == SEAT_NONE)
        return arena_printf(r->arena, "the start tile, %s", name);
    return arena_printf(r->arena, "%s, laid in turn %u", name, tile->turn);
}

/* ---- Tiles drawn ---- */

static const struct tileset *set_in_play(const struct referee *r, unsigned i)
{
    const struct record *record = r->record;
    return i < record->set_count ? record->sets[i] : i == record->set_count ? record->own_tiles : NULL;
}

static struct draw_count *draw_count_of(struct referee *r, const struct design *design)
{
    unsigned offset = 0;
    for (unsigned i = 0; i <= r->record->set_count; i++) {
        const struct tileset *set = set_in_play(r, i);
        if (!set)
            continue;
        if (tileset_has(set, design)) {
            unsigned index = offset + (unsigned)(design - set->designs);
            return index < DESIGNS_IN_PLAY_MOST ? &r->draws[index] : NULL;
        }
        offset += set->design_count;
    }
    return NULL;
}

unsigned referee_copies(const struct referee *r, const struct design *design)
{
    return draw_count_of((struct referee *)r, design) ? design->count : 0;
}

static bool tiles_left(const struct referee *r)
{
    return r->drawn < r->in_sets || r->record->sets_broken || r->record->tiles_broken;
}

/* Counts a tile that was drawn: 201, 214, 202. */
static void draw(struct referee *r, const struct tile_ref *tile)
{
    bool was_last = !tiles_left(r);
    r->drawn++;
    if (!tile->design) {
        r->undetermined = true;
        if (!str_is(tile->name, "?") && !r->record->sets_broken && !r->record->tiles_broken)
            judge_raise(r, FINDING_TILE_UNKNOWN, tile->place, ARGS(arena_copy(r->arena, tile->name.p, tile->name.n)));
        return;
    }
    struct draw_count *count = draw_count_of(r, tile->design);
    if (!count && r->record->sets_broken)
        return;
    if (!count) {
        judge_raise(r, FINDING_NOT_IN_PLAY, tile->place, ARGS(arena_printf(r->arena, "tile %s", tile->design->name)));
        return;
    }
    /* Beyond the last tile of all, 801 says what there is to say. */
    if (++count->drawn > tile->design->count && !was_last) {
        struct finding *finding =
            judge_raise(r, FINDING_TILE_COUNT, tile->place,
                        ARGS(tile->design->name, ordinal(r, count->drawn), judge_number(r, tile->design->count)));
        if (count->last.line || count->last.at)
            finding_also(finding, count->last, "the one before was drawn here");
    }
    count->last = tile->place;
}

/* A turn that was written twice drew its tile once. */
static void undraw(struct referee *r, const struct design *design)
{
    struct draw_count *count = design ? draw_count_of(r, design) : NULL;
    r->drawn--;
    if (count)
        count->drawn--;
}

/* A tile that lies nobody knows where may lie on one of the cells, or beside up to four of them: with more cells than
 * that one remains. */
static bool fits_for_certain(const struct referee *r, const struct spot *spots, unsigned count)
{
    unsigned cells = 0;
    for (unsigned i = 0; i < count && i < 256; i++)
        cells += i == 0 || spots[i].cell.x != spots[i - 1].cell.x || spots[i].cell.y != spots[i - 1].cell.y;
    return cells > 5 * r->lost_tiles;
}

/* A tile set aside must fit nowhere (209). */
static void judge_discard(struct referee *r, const struct act *act)
{
    draw(r, &act->tile);
    struct event *event = ledger_add(r->ledger, EVENT_DISCARDED);
    if (event) {
        event->turn = r->turn;
        event->seat = r->seat;
        event->design = act->tile.design;
    }
    if (act->kind == ACT_ASIDE) {
        judge_raise(r, FINDING_ASIDE, act->place, ARGS(arena_copy(r->arena, act->tile.name.p, act->tile.name.n)));
        return;
    }
    bool undetermined = false;
    struct spot spots[256];
    if (!act->tile.design)
        return;
    unsigned count = placing_list(&r->table, act->tile.design, spots, sizeof spots / sizeof *spots, &undetermined);
    if (count && fits_for_certain(r, spots, count))
        judge_raise(r, FINDING_DISCARD_FITS, act->place,
                    ARGS(act->tile.design->name,
                         arena_printf(r->arena, "%s%c", judge_cell(r, spots[0].cell), "NESW"[spots[0].orient])));
    else if (count || undetermined)
        r->undetermined = true;
}

/* ---- Paying ---- */

static void pay(struct referee *r, unsigned seat, const struct score_event *score, unsigned root)
{
    r->scores[seat] += score->points;
    claims_paid(&r->claims, seat, score, root);
    struct event *event = ledger_add(r->ledger, EVENT_SCORE);
    if (event) {
        event->turn = r->turn;
        event->seat = (uint8_t)seat;
        event->tile = r->turn_tile;
        event->node = score->name;
        event->score = *score;
    }
}

static void pay_feature(struct referee *r, unsigned root, unsigned name, bool final)
{
    const struct feature *feature = &r->table.features[root];
    if (feature->tainted)
        r->scores_unknown = r->undetermined = true;
    unsigned winners = scoring_winners(feature);
    if (!winners || !r->profile.name)
        return;
    struct score_event score = {0};
    scoring_value(&r->table, &r->profile, root, name, final, &score);
    if (score.undetermined)
        r->scores_unknown = r->undetermined = true;
    for (unsigned seat = 0; seat < r->seats; seat++)
        if (winners >> seat & 1)
            pay(r, seat, &score, root);
}

/* Finds the roots' names and sorts both by kind and then by the names' place: reports tell features in an order that no internals show through. */
static void sort_roots(const struct table *table, uint16_t *roots, uint16_t *names, unsigned count)
{
    uint64_t keys[FOLLOWERS_MOST + COMPLETED_MOST];
    for (unsigned i = 0; i < count; i++) {
        unsigned name = table_name(table, roots[i]);
        struct cell cell = table->tiles[name / NODES_PER_TILE].cell;
        uint64_t key = (uint64_t)table->features[roots[i]].kind << 48 | (uint64_t)(cell.y + GRID) << 32 |
                       (uint64_t)(cell.x + GRID) << 16 | (uint64_t)table_node_port(table, name) << 8 | name % NODES_PER_TILE;
        unsigned k = i;
        uint16_t root = roots[i];
        for (; k && keys[k - 1] > key; k--) {
            keys[k] = keys[k - 1];
            roots[k] = roots[k - 1];
            names[k] = names[k - 1];
        }
        keys[k] = key;
        roots[k] = root;
        names[k] = (uint16_t)name;
    }
}

/* Pays what the last tile completed, on one state of the table; followers return after all of it. */
static void score_completed(struct referee *r)
{
    struct table *table = &r->table;
    uint16_t roots[COMPLETED_MOST], names[COMPLETED_MOST];
    unsigned count = 0;
    for (unsigned i = 0; i < table->completed_count; i++) {
        const struct feature *feature = &table->features[table->completed[i]];
        if (feature->follower_count || feature->tainted)
            roots[count++] = table->completed[i];
    }
    table->completed_count = 0;
    sort_roots(table, roots, names, count);
    for (unsigned i = 0; i < count; i++)
        pay_feature(r, roots[i], names[i], false);
    for (unsigned i = 0; i < count; i++)
        table_return(table, r->ledger, roots[i], r->turn);
}

/* Everything that followers still stand on, once. */
static void score_final(struct referee *r)
{
    struct table *table = &r->table;
    uint16_t roots[FOLLOWERS_MOST], names[FOLLOWERS_MOST];
    unsigned count = 0;
    for (unsigned i = 0; i < table->follower_count; i++) {
        if (!table->followers[i].stands)
            continue;
        unsigned root = table_root(table, table->followers[i].node), k = 0;
        /* What is completed was paid for; nobody can stand there but against the rules. */
        if (table->features[root].completed)
            continue;
        while (k < count && roots[k] != root)
            k++;
        if (k == count)
            roots[count++] = (uint16_t)root;
    }
    sort_roots(table, roots, names, count);
    bool farmers = r->profile.name && strcmp(profile_text(&r->profile, OPTION_FARMERS), "on") == 0;
    for (unsigned i = 0; i < count; i++)
        if (farmers || table->features[roots[i]].kind != KIND_FIELD)
            pay_feature(r, roots[i], names[i], true);
    /* Followers that a "?" may have put somewhere are paid for too, nobody knows what. */
    for (unsigned seat = 0; seat < r->seats; seat++)
        if (r->maybe_out[seat])
            r->scores_unknown = r->undetermined = true;
}

/* ---- Followers ---- */

static void taint_tile(struct referee *r, unsigned tile, unsigned seat)
{
    const struct design *design = r->table.tiles[tile].design;
    r->undetermined = true;
    r->maybe_out[seat] = true;
    for (unsigned i = 0; design && i < design->segment_count; i++)
        r->table.features[table_root(&r->table, tile * NODES_PER_TILE + i)].tainted = true;
}

static const char *segment_words(struct referee *r, const struct segment_ref *ref)
{
    const char *kind = kinds[ref->kind].name;
    if (ref->kind == KIND_MONASTERY)
        return kind;
    if (ref->port == PORT_NONE)
        return arena_printf(r->arena, "%s %u inside it", kind, ref->index);
    return arena_printf(r->arena, "%s at %s", kind, port_names[ref->port + ref->by_side]);
}

/* The node that a segment names on a tile; NODE_NONE with a finding (301). */
static unsigned find_node(struct referee *r, unsigned tile, const struct segment_ref *ref, struct place place)
{
    const struct laid_tile *laid = &r->table.tiles[tile];
    unsigned segment = design_segment(laid->design, laid->orient, ref->kind, ref->port, ref->index);
    if (segment != SEGMENT_NONE && ref->by_side &&
        segment != design_segment(laid->design, laid->orient, ref->kind, ref->port + 2u, 0))
        segment = SEGMENT_NONE;
    if (segment != SEGMENT_NONE)
        return tile * NODES_PER_TILE + segment;
    judge_raise(r, FINDING_NO_SEGMENT, place,
                ARGS(laid->design->name, judge_cell(r, laid->cell), segment_words(r, ref)));
    return NODE_NONE;
}

/* Is it certain that the seat has no follower in hand? A follower on a feature that hangs on something unknown, or
 * next to a tile that lies nobody knows where, may have come home. */
static bool supply_is_known(struct referee *r, unsigned seat)
{
    if (r->lost_tiles)
        return false;
    for (unsigned i = 0; r->undetermined && i < r->table.follower_count; i++) {
        const struct follower *follower = &r->table.followers[i];
        if (follower->stands && follower->seat == seat &&
            r->table.features[table_root(&r->table, follower->node)].tainted)
            return false;
    }
    return true;
}

static void raise_occupied(struct referee *r, unsigned node, struct place place)
{
    unsigned root = table_root(&r->table, node);
    const struct follower *follower = table_follower(&r->table, root);
    const struct feature *feature = &r->table.features[root];
    const char *whom = feature->follower_count == 1
                           ? arena_printf(r->arena, "a follower of %s", judge_seat(follower->seat))
                           : arena_printf(r->arena, "%u followers", feature->follower_count);
    struct finding *finding = judge_raise(r, FINDING_OCCUPIED, place, ARGS(kinds[feature->kind].name, whom));
    finding_also(finding, follower->place,
                 arena_printf(r->arena, "%s has stood here since turn %u", judge_seat(follower->seat), follower->turn));
}

static void judge_follower(struct referee *r, const struct line *line, unsigned tile, const struct act *act)
{
    const struct segment_ref *ref = &act->segment;
    unsigned seat = r->seat;
    if (ref->has_cell && (ref->cell.x != line->cell.x || ref->cell.y != line->cell.y)) {
        judge_raise(r, FINDING_NOT_THIS_TILE, act->place, ARGS(judge_cell(r, ref->cell)));
        tile = table_at(&r->table, ref->cell.x, ref->cell.y);
        if (tile == TILE_NONE) {
            judge_raise(r, FINDING_NO_SEGMENT, act->place, ARGS("?", judge_cell(r, ref->cell), "tile at all"));
            return;
        }
    }
    if (r->turn_stood)
        finding_also(judge_raise(r, FINDING_SECOND_FOLLOWER, act->place, ARGS(judge_number(r, r->turn))),
                     r->follower_place, "the first one");
    if (!r->table.tiles[tile].design) {
        taint_tile(r, tile, seat);
        r->turn_stood = true;
        r->follower_place = act->place;
        return;
    }
    unsigned node = find_node(r, tile, ref, act->place);
    if (node == NODE_NONE)
        return;
    struct standing standing = follower_check(&r->table, &r->profile, node, seat);
    if (standing.switched_off && r->profile.name)
        judge_raise(r, FINDING_SWITCHED_OFF, act->place, ARGS(kinds[ref->kind].name, "farmers"));
    if (standing.occupied)
        raise_occupied(r, node, act->place);
    r->turn_stood = true;
    r->follower_place = act->place;
    if (!standing.supply_empty) {
        table_stand(&r->table, r->ledger, node, (uint8_t)seat, r->turn, act->place);
        return;
    }
    if (supply_is_known(r, seat))
        judge_raise(r, FINDING_SUPPLY, act->place, ARGS(judge_seat(seat)));
    else
        taint_tile(r, tile, seat);
}

/* ---- The course of turns ---- */

/* `another`: because another turn begins, which the game's end is not. */
static void close_turn(struct referee *r, bool another)
{
    if (!r->turn_open)
        return;
    r->turn_open = false;
    if (another && r->turn_tile == TILE_NONE && tiles_left(r) && !r->turn_lost)
        judge_raise(r, FINDING_NO_TILE, r->turn_head, ARGS(judge_number(r, r->turn)));
    struct event *event = ledger_add(r->ledger, EVENT_TURN);
    if (event) {
        event->turn = r->turn;
        event->seat = r->seat;
        event->tile = r->turn_tile;
        memcpy(event->scores, r->scores, sizeof event->scores);
    }
}

/* What came before the turn that begins, for findings about the order. */
struct before {
    uint16_t turn;
    struct place head;
};

static void also_before(const struct before *before, struct finding *finding)
{
    if (before->turn)
        finding_also(finding, before->head, "the turn before");
}

static void raise_number(struct referee *r, const struct line *line, unsigned expected, const struct before *before)
{
    also_before(before, judge_raise(r, FINDING_TURN_NUMBER, line->head,
                                    ARGS(judge_number(r, (long)expected), judge_number(r, line->turn))));
}

/* A number that leaves some out means turns that are missing, unless the next one goes on as if none were: then it
 * was a slip. Until then both may be. */
static void check_number(struct referee *r, const struct line *line, const struct before *before)
{
    unsigned expected = before->turn + 1u;
    if (r->order_unknown) {
        r->turns_counted = (uint16_t)(line->turn - 1u);
        return;
    }
    if (line->turn == r->turns_counted + 1u) {
        r->lost_tiles -= r->gap;
        r->drawn -= r->gap;
        r->gap = 0;
        return;
    }
    if (r->gap)
        r->undetermined = r->scores_unknown = true;
    r->gap = 0;
    if (line->turn == expected)
        return;
    raise_number(r, line, expected, before);
    if (line->turn > expected) {
        r->gap = line->turn - expected;
        r->lost_tiles += r->gap;
        r->drawn += r->gap;
    }
}

/* The seat that moves, and the findings about it; an impossible seat is read as the one whose turn it is. */
static void check_seat(struct referee *r, const struct line *line, unsigned expected, const struct before *before)
{
    r->seat = line->seat < r->seats ? line->seat : (uint8_t)expected;
    if (line->seat >= r->seats)
        finding_also(judge_raise(r, FINDING_SEATS, line->head,
                                 ARGS(arena_printf(r->arena, "there is no seat %s among %u", judge_seat(line->seat), r->seats))),
                     r->record->players_place, "the seats are named here");
    else if (line->seat != expected && !r->order_unknown)
        also_before(before, judge_raise(r, FINDING_TURN_ORDER, line->head, ARGS(judge_seat(expected), judge_seat(line->seat))));
}

static void begin_turn(struct referee *r, const struct line *line)
{
    unsigned expected = r->seat == SEAT_NONE ? 0 : (r->seat + 1u) % r->seats;
    struct before before = {r->turn, r->turn_head};
    if (r->turn_open && r->turn_tile == TILE_NONE && !r->turn_lost && line->turn == r->turn) {
        /* The turn goes on after a tile that was set aside. */
        check_seat(r, line, r->seat, &before);
        return;
    }
    close_turn(r, !r->order_unknown);
    r->turn = line->turn;
    r->turn_repeats = line->turn <= before.turn;
    check_number(r, line, &before);
    check_seat(r, line, expected, &before);
    r->turns_counted++;
    r->turn_tile = TILE_NONE;
    r->turn_open = true;
    r->turn_stood = r->turn_lost = r->order_unknown = false;
    r->turn_head = line->head;
}

static bool refuse_after_end(struct referee *r, const struct line *line)
{
    if (!r->over)
        return false;
    if (!r->over_told) {
        struct finding *finding = judge_raise(r, FINDING_AFTER_END, line->place, ARGS("the game is over"));
        finding_also(finding, r->end_place, "it ended here");
    }
    r->over_told = true;
    return true;
}

static const char side_words[SIDES][6] = {"north", "east", "south", "west"};

static void raise_differences(struct referee *r, const struct line *line, unsigned differ)
{
    static const char *const lands[] = {"field", "road", "city", "land"};
    const struct design *design = line->tile.design;
    for (unsigned side = 0; side < SIDES; side++) {
        if (!(differ >> side & 1))
            continue;
        unsigned other = table_at(&r->table, line->cell.x + side_dx[side], line->cell.y + side_dy[side]);
        unsigned theirs = r->table.side[other][side_opposite(side)];
        unsigned ours = design->side[line->orient][side];
        struct finding *finding =
            judge_raise(r, FINDING_SIDES_DIFFER, line->cell_place,
                        ARGS(arena_printf(r->arena, "the %s", lands[ours]), arena_printf(r->arena, "in the %s", side_words[side]),
                             arena_printf(r->arena, "a %s", lands[theirs]), judge_cell(r, r->table.tiles[other].cell)));
        if (r->table.tiles[other].seat != SEAT_NONE)
            finding_also(finding, r->table.tiles[other].place,
                         arena_printf(r->arena, "%s lies there", tile_words(r, &r->table.tiles[other])));
    }
}

/* Lays the line's tile if it can lie there; TILE_NONE when it cannot. */
static unsigned judge_placing(struct referee *r, const struct line *line)
{
    struct placing placing = placing_check(&r->table, line->tile.design, line->cell, line->orient);
    if (placing.taken_by != TILE_NONE) {
        const struct laid_tile *there = &r->table.tiles[placing.taken_by];
        struct finding *finding = judge_raise(r, FINDING_CELL_TAKEN, line->cell_place,
                                              ARGS(judge_cell(r, line->cell), tile_words(r, there)));
        if (there->seat != SEAT_NONE)
            finding_also(finding, there->place, "it was laid here");
        r->turn_lost = true;
        if (r->turn_repeats && there->design == line->tile.design)
            undraw(r, line->tile.design);
        else
            r->lost_tiles++;
        return TILE_NONE;
    }
    if (placing.no_neighbour && !r->lost_tiles)
        judge_raise(r, FINDING_NO_NEIGHBOUR, line->cell_place, ARGS(judge_cell(r, line->cell)));
    if (placing.differ)
        raise_differences(r, line, placing.differ);
    if (r->table.tile_count >= TILES_MOST) {
        judge_raise(r, FINDING_TOO_LARGE, line->cell_place, ARGS("the table holds 255 tiles; no more are laid"));
        r->lost_tiles++;
        r->turn_lost = true;
        return TILE_NONE;
    }
    /* It may complete what nobody can see. */
    if (placing.unknown || !line->tile.design || line->orient == ORIENT_UNKNOWN)
        r->undetermined = r->scores_unknown = true;
    struct laid_tile tile = {.design = line->tile.design, .cell = line->cell, .orient = line->orient,
                             .seat = r->seat, .turn = r->turn, .place = line->cell_place};
    return table_place(&r->table, r->ledger, &tile);
}

static void refuse_act(struct referee *r, const struct act *act, const char *why)
{
    judge_raise(r, FINDING_ACTION_ORDER, act->place, ARGS(why));
}

static bool is_remark(const struct act *act)
{
    return act->kind == ACT_CLAIM || act->kind == ACT_TOTALS || act->kind == ACT_CLOCK || act->kind == ACT_EXTENSION;
}

/* Acts of a line that lays no tile: tiles set aside. */
static void judge_draws(struct referee *r, const struct line *line)
{
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        if (act->kind == ACT_DISCARD || act->kind == ACT_ASIDE || act->kind == ACT_PASS_TILE)
            judge_discard(r, act);
        else if (act->kind != ACT_RAW && !is_remark(act))
            refuse_act(r, act, "only a line that lays a tile goes on with it");
    }
}

static void judge_acts(struct referee *r, const struct line *line, unsigned tile)
{
    const struct act *none = NULL, *unknown = NULL;
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        switch ((enum act_kind)act->kind) {
        case ACT_STAND:
            if (none || unknown)
                refuse_act(r, none ? none : unknown, "'-' and '?' stand where no follower is named");
            none = unknown = NULL;
            if (tile != TILE_NONE)
                judge_follower(r, line, tile, act);
            break;
        case ACT_NONE:
            if (r->turn_stood || none || unknown)
                refuse_act(r, act, "'-' and '?' stand where no follower is named");
            none = act;
            break;
        case ACT_RAW:
            /* Only what was meant as a segment may have been a follower. */
            if (!act->number)
                break;
            /* fall through */
        case ACT_UNKNOWN:
            if (act->kind == ACT_UNKNOWN && (r->turn_stood || none || unknown))
                refuse_act(r, act, "'-' and '?' stand where no follower is named");
            unknown = act->kind == ACT_UNKNOWN ? act : unknown;
            r->undetermined = true;
            if (tile != TILE_NONE)
                taint_tile(r, tile, r->seat);
            break;
        case ACT_VERB:
            judge_raise(r, FINDING_NOT_IN_PLAY, act->place, ARGS(arena_printf(r->arena, "'%s'", verbs[act->verb].name)));
            break;
        case ACT_DISCARD:
        case ACT_ASIDE:
        case ACT_PASS_TILE:
            refuse_act(r, act, "a tile is set aside before another is laid, on a line of its own");
            judge_discard(r, act);
            break;
        case ACT_ADJUST:
            refuse_act(r, act, "a judge's correction stands on a step line");
            break;
        case ACT_CLAIM:
        case ACT_TOTALS:
        case ACT_CLOCK:
        case ACT_EXTENSION:
            break;
        }
    }
}

unsigned referee_lay(struct referee *r, const struct line *line)
{
    begin_turn(r, line);
    claims_line_begin(&r->claims);
    unsigned tile = TILE_NONE;
    if (!tiles_left(r) && !r->gap && !r->over_told) {
        judge_raise(r, FINDING_AFTER_END, line->place,
                    ARGS(arena_printf(r->arena, "all %u tiles have been drawn", r->in_sets)));
        r->over_told = true;
    }
    if (!line->has_tile)
        return tile;
    if (line->broken) {
        /* Its tile, if it could be read, was drawn; it lies nobody knows where. */
        if (line->tile.design)
            draw(r, &line->tile);
        else
            r->drawn++;
        r->lost_tiles++;
        r->turn_lost = r->undetermined = r->scores_unknown = true;
    } else {
        draw(r, &line->tile);
        tile = judge_placing(r, line);
    }
    r->turn_tile = (uint16_t)tile;
    return tile;
}

void referee_act(struct referee *r, const struct line *line, unsigned tile)
{
    if (!line->has_tile)
        judge_draws(r, line);
    else
        judge_acts(r, line, tile);
    if (tile != TILE_NONE)
        score_completed(r);
    claims_check_line(r, line);
}

static void judge_turn(struct referee *r, const struct line *line)
{
    if (refuse_after_end(r, line))
        return;
    referee_act(r, line, referee_lay(r, line));
}

static void judge_adjustment(struct referee *r, const struct line *line, const struct act *act)
{
    if (line->seat >= r->seats)
        return;
    struct score_event score = {.award = AWARD_ADJUST, .kind = KIND_COUNT, .points = (int16_t)act->number,
                                .name = NODE_NONE, .rule = "adjust", .final = r->over};
    pay(r, line->seat, &score, NODE_NONE);
}

static void judge_step(struct referee *r, const struct line *line)
{
    bool adjusts = line->act_count && line->acts[0].kind == ACT_ADJUST;
    if (!adjusts && refuse_after_end(r, line))
        return;
    if (line->turn != r->turn && !r->order_unknown) {
        struct before before = {r->turn, r->turn_head};
        raise_number(r, line, r->turn, &before);
    }
    if (line->seat >= r->seats)
        finding_also(judge_raise(r, FINDING_SEATS, line->head,
                                 ARGS(arena_printf(r->arena, "there is no seat %s among %u", judge_seat(line->seat), r->seats))),
                     r->record->players_place, "the seats are named here");
    claims_line_begin(&r->claims);
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        if (act->kind == ACT_ADJUST)
            judge_adjustment(r, line, act);
        else if (act->kind == ACT_VERB)
            judge_raise(r, FINDING_NOT_IN_PLAY, act->place, ARGS(arena_printf(r->arena, "'%s'", verbs[act->verb].name)));
        else if (act->kind != ACT_RAW && !is_remark(act))
            refuse_act(r, act, "nobody decides that after a turn's tile");
    }
    claims_check_line(r, line);
}

/* Final scoring, once. */
static void finish_game(struct referee *r, struct place place)
{
    if (r->over)
        return;
    close_turn(r, false);
    r->over = true;
    r->end_place = place;
    claims_line_begin(&r->claims);
    score_final(r);
}

static void judge_end(struct referee *r, const struct line *line)
{
    if (r->ended) {
        refuse_after_end(r, line);
        return;
    }
    r->ended = true;
    if (line->reason == END_NORMAL && r->drawn < r->in_sets && !r->record->sets_broken)
        judge_raise(r, FINDING_ENDED_EARLY, line->place, ARGS(judge_number(r, (long)(r->in_sets - r->drawn))));
    if (line->reason >= END_RESIGNED && line->seat >= r->seats)
        judge_raise(r, FINDING_SEATS, line->place,
                    ARGS(arena_printf(r->arena, "there is no seat %s among %u", judge_seat(line->seat), r->seats)));
    finish_game(r, line->place);
    claims_check_line(r, line);
}

/* What begins like a turn was one: its tile lies somewhere, and nobody knows who is next. A step lays no tile. */
static void judge_unreadable(struct referee *r, const struct line *line)
{
    size_t n = 0;
    while (n < line->raw.n && line->raw.p[n] >= '0' && line->raw.p[n] <= '9')
        n++;
    if (n == 0)
        return;
    r->undetermined = r->scores_unknown = true;
    if (n < line->raw.n && line->raw.p[n] == '.')
        return;
    r->lost_tiles++;
    r->drawn++;
    r->order_unknown = true;
}

void referee_line(struct referee *r, const struct line *line)
{
    switch ((enum line_kind)line->kind) {
    case LINE_TURN:
        judge_turn(r, line);
        break;
    case LINE_STEP:
        judge_step(r, line);
        break;
    case LINE_FINAL:
        if (r->ended && refuse_after_end(r, line))
            break;
        finish_game(r, line->place);
        claims_check_line(r, line);
        break;
    case LINE_END:
        judge_end(r, line);
        break;
    case LINE_RAW:
        judge_unreadable(r, line);
        break;
    case LINE_COMMENT:
        break;
    }
}

/* ---- Before and after ---- */

static void read_profile(struct referee *r)
{
    const struct record *record = r->record;
    const struct profile *profile = profile_find(record->rules);
    r->profile = (struct profile){.name = NULL};
    if (profile) {
        r->profile = *profile;
    } else {
        const char *known = "";
        for (unsigned i = 0; i < profile_count; i++)
            known = arena_printf(r->arena, "%s%s%s", known, i ? ", " : "", profiles[i].name);
        if (!record->rules_told)
            judge_raise(r, FINDING_HEADER_VALUE, record->rules_place,
                    ARGS(record->rules.n ? arena_printf(r->arena, "'rules: %.*s' is no profile; the profiles are %s",
                                                        STR_ARGS(record->rules), known)
                                         : arena_printf(r->arena, "the header has no 'rules'; the profiles are %s", known)));
        r->undetermined = r->scores_unknown = true;
    }
    for (uint32_t i = 0; record->options && i < record->options->count; i++) {
        struct str name = record->options->keys[i];
        const struct value *value = &record->options->items[i];
        enum option_id id = option_find(name);
        int found = id < OPTION_COUNT ? option_value_find(id, value->text) : -1;
        if (found >= 0) {
            r->profile.value[id] = (uint8_t)found;
            continue;
        }
        const char *known = "";
        for (unsigned k = 0; id < OPTION_COUNT && rule_options[id].values[k]; k++)
            known = arena_printf(r->arena, "%s%s%s", known, k ? ", " : "", rule_options[id].values[k]);
        judge_raise(r, FINDING_OPTION, value->place,
                    ARGS(id < OPTION_COUNT ? arena_printf(r->arena, "option %s has no value '%.*s'; its values are %s",
                                                          rule_options[id].name, STR_ARGS(value->text), known)
                                           : arena_printf(r->arena, "there is no option '%.*s'", STR_ARGS(name))));
    }
}

static void read_seats(struct referee *r)
{
    const struct record *record = r->record;
    r->seats = record->player_count;
    if (r->seats > SEATS_MOST) {
        judge_raise(r, FINDING_SEATS, record->players_place,
                    ARGS(arena_printf(r->arena, "%u players; there are 6 seats at most", r->seats)));
        r->seats = SEATS_MOST;
    } else if (r->seats == 1) {
        judge_raise(r, FINDING_SEATS, record->players_place, ARGS("one player alone"))->severity = SEVERITY_WARNING;
    } else if (r->seats == 0) {
        /* The reader has told; whoever is named in the turns sits at the table. */
        r->seats = 2;
        for (uint32_t i = 0; i < record->line_count; i++)
            if (record->lines[i].kind == LINE_TURN && record->lines[i].seat >= r->seats && record->lines[i].seat < SEATS_MOST)
                r->seats = record->lines[i].seat + 1u;
    }
}

/* The start tile of the sets in play, NULL when none has one. */
static const struct design *start_of_sets(const struct referee *r)
{
    for (unsigned i = 0; i < r->record->set_count; i++) {
        const struct tileset *set = r->record->sets[i];
        for (unsigned k = 0; set->start && k < set->design_count; k++)
            if (strcmp(set->designs[k].name, set->start) == 0)
                return &set->designs[k];
    }
    return NULL;
}

static void lay_start(struct referee *r)
{
    const struct record *record = r->record;
    const struct design *proper = start_of_sets(r);
    struct tile_ref tile = record->start;
    struct laid_tile laid = {.cell = record->start_cell, .orient = record->start_orient, .seat = SEAT_NONE,
                             .place = record->has_start ? record->start_place : record->place};
    if (!record->has_start) {
        /* Of a set that is not known the start tile lies there all the same. */
        if (!proper && record->set_count)
            return;
        if (!proper) {
            r->drawn++;
            table_place(&r->table, r->ledger, &laid);
            return;
        }
        tile = (struct tile_ref){str_of(proper->name), proper, record->place};
    } else {
        if (record->start_cell.x || record->start_cell.y)
            judge_raise(r, FINDING_START, record->start_place, ARGS("the start tile lies on 0,0: cells are counted from it"));
        if (proper && tile.design && tile.design != proper)
            judge_raise(r, FINDING_START, record->start_place,
                        ARGS(arena_printf(r->arena, "the start tile is %s, not %s", proper->name, tile.design->name)));
    }
    draw(r, &tile);
    laid.design = tile.design;
    table_place(&r->table, r->ledger, &laid);
}

void referee_begin(struct referee *r, const struct record *record, const struct catalogue *catalogue,
                   struct arena *arena, struct findings *findings, struct ledger *ledger)
{
    ledger_reset(ledger);
    table_reset(&r->table, ledger);
    memset(r->draws, 0, r->draw_kinds * sizeof *r->draws);
    r->record = record;
    r->catalogue = catalogue;
    r->arena = arena;
    r->findings = findings;
    r->ledger = ledger;
    memset(r->scores, 0, sizeof r->scores);
    memset(r->maybe_out, 0, sizeof r->maybe_out);
    r->drawn = r->in_sets = r->draw_kinds = r->lost_tiles = r->gap = 0;
    r->turn = r->turns_counted = 0;
    r->seat = SEAT_NONE;
    r->turn_tile = TILE_NONE;
    r->turn_open = r->turn_stood = r->turn_lost = r->turn_repeats = r->order_unknown = r->over = r->over_told = r->ended = false;
    r->undetermined = r->scores_unknown = false;
    memset(&r->claims, 0, offsetof(struct claim_book, paid));
    r->claims.paid_count = 0;

    for (unsigned i = 0; i <= record->set_count; i++) {
        const struct tileset *set = set_in_play(r, i);
        for (unsigned k = 0; set && k < set->design_count; k++)
            r->in_sets += set->designs[k].count;
        r->draw_kinds += set ? set->design_count : 0;
    }
    if (r->draw_kinds > DESIGNS_IN_PLAY_MOST)
        r->draw_kinds = DESIGNS_IN_PLAY_MOST;
    read_profile(r);
    read_seats(r);
    ledger->seat_count = r->seats;
    memcpy(ledger->players, record->players, sizeof ledger->players);
    lay_start(r);
}

void referee_end_event(struct referee *r, bool complete)
{
    struct event *event = ledger_add(r->ledger, EVENT_END);
    if (!event)
        return;
    struct end_event *end = &event->end;
    event->turn = r->turn;
    memcpy(end->scores, r->scores, sizeof end->scores);
    end->legal = end->valid = true;
    for (const struct finding *finding = r->findings->first; finding; finding = finding->next) {
        if (finding->severity == SEVERITY_WARNING)
            continue;
        end->valid = false;
        end->legal &= !finding_is_about_play(finding->kind);
    }
    end->complete = complete;
    end->undetermined = r->undetermined || r->gap;
    end->claims = !r->claims.any ? CLAIMS_NONE : r->claims.differ ? CLAIMS_DIFFER : CLAIMS_EQUAL;
}

/* What became of every feature, for reports by feature. */
static void write_features(struct referee *r)
{
    struct table *table = &r->table;
    if (!(r->ledger->wanted & EVENTS(EVENT_FEATURE)))
        return;
    for (unsigned tile = 0; tile < table->tile_count; tile++)
        for (unsigned i = 0; table->tiles[tile].design && i < table->tiles[tile].design->segment_count; i++) {
            unsigned node = tile * NODES_PER_TILE + i;
            if (table_root(table, node) != node)
                continue;
            const struct feature *feature = &table->features[node];
            struct score_event score = {0};
            unsigned name = table_name(table, node);
            if (r->profile.name)
                scoring_value(table, &r->profile, node, name, true, &score);
            struct event *event = ledger_add(r->ledger, EVENT_FEATURE);
            event->turn = r->turn;
            event->node = (uint16_t)node;
            event->feature = (struct feature_event){
                .kind = feature->kind, .completed = feature->completed, .shields = feature->shields,
                .name = (uint16_t)name, .completed_turn = feature->completed_turn,
                .value = score.points, .tiles = feature->tiles,
                .cities = feature->kind == KIND_FIELD && score.term_count ? score.terms[0].count : 0};
            memcpy(event->feature.followers, feature->followers, sizeof feature->followers);
        }
}

void referee_finish(struct referee *r, bool final)
{
    bool all_drawn = !tiles_left(r);
    if (!r->ended && r->through == UINT16_MAX)
        judge_raise(r, FINDING_UNFINISHED, r->turn_open || r->turn ? r->turn_head : r->record->place,
                    ARGS(all_drawn ? " although all tiles are drawn" : "; it is unfinished, or was cut"));
    if (final || all_drawn)
        finish_game(r, r->record->place);
    close_turn(r, false);
    if (r->through == UINT16_MAX)
        claims_check_record(r, r->over);
    write_features(r);
}

void referee_judge(struct referee *r, const struct record *record, const struct catalogue *catalogue,
                   struct arena *arena, struct findings *findings, struct ledger *ledger, uint16_t through, bool final)
{
    const struct finding *read = findings->first, *last_read = findings->last;
    r->through = through;
    referee_begin(r, record, catalogue, arena, findings, ledger);
    /* What the reader found is told among the lines, where it stands. */
    bool beyond = false;
    for (uint32_t i = 0; i <= record->line_count; i++) {
        const struct line *line = i < record->line_count ? &record->lines[i] : NULL;
        bool in_turn = line && (line->kind == LINE_TURN || line->kind == LINE_STEP);
        beyond |= through != UINT16_MAX && line && (in_turn ? line->turn > through : line->kind == LINE_FINAL || line->kind == LINE_END);
        while (read && (!line || read->place.line <= line->place.line)) {
            struct event *event = ledger_add(ledger, EVENT_FINDING);
            if (event) {
                event->turn = line && line->kind == LINE_TURN ? line->turn : r->turn;
                event->finding = read;
            }
            read = read == last_read ? NULL : read->next;
        }
        if (line && !beyond)
            referee_line(r, line);
    }
    bool complete = r->ended || !tiles_left(r);
    referee_finish(r, final);
    referee_end_event(r, complete);
}
