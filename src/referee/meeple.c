/* SPDX-License-Identifier: MIT */
/* Decides where followers may be placed, and judges those that a line places. */
#include "referee/meeple.h"

#include "referee/judge.h"

uint16_t meeple_roams(const struct referee *r)
{
    unsigned lands = 0;
    FOR_EACH_ASKED(r, each, roams)
        lands |= each->roams(r);
    return (uint16_t)lands;
}

/* Rule: base.follower.tile. */
bool meeple_reaches(const struct referee *r, unsigned node)
{
    return node / NODES_PER_TILE == r->turn.tile ||
           meeple_roams(r) >> table_segment(&r->table, node)->kind & 1;
}

static struct objection find_objection(const struct referee *r, unsigned seat, unsigned node,
                                       enum meeple_kind kind)
{
    if (r->turn.acted)
        return (struct objection){judge_excluded(r, 0), OPTION_COUNT};
    FOR_EACH_ASKED(r, each, meeple_objection) {
        struct objection objection = each->meeple_objection(r, seat, node, kind);
        if (objection.finding)
            return objection;
    }
    return NO_OBJECTION;
}

/* Rules: base.follower.free, base.follower.completes, base.follower.supply, base.follower.farmers,
 * traders.setup.pieces. */
struct meeple_check meeple_check(struct referee *r, unsigned node, unsigned seat,
                                 enum meeple_kind kind)
{
    const struct feature *feature = &r->table.features[table_root(&r->table, node)];
    return (struct meeple_check){
        .gone = feature->kind != ledger_node_kind(r->ledger, node),
        .occupied = feature->follower_count > 0 && kind_is_follower(kind),
        .supply_empty = r->table.supply[seat][kind] == 0,
        .switched_off = feature->kind == KIND_FIELD && profile_is(&r->profile, FARMERS, OFF),
        .out_of_reach = !meeple_reaches(r, node),
        .objection = find_objection(r, seat, node, kind),
        .misplaced = !((meeple_kinds[kind].lands & r->lands) >> feature->kind & 1),
    };
}

unsigned meeple_list(struct referee *r, unsigned tile, unsigned seat, enum meeple_kind kind,
                     unsigned lands, uint16_t *nodes)
{
    unsigned count = 0;
    const struct laid_tile *laid = &r->table.tiles[tile];
    if (!r->table.supply[seat][kind])
        return 0;
    for (unsigned i = 0; laid->design && i < NODES_PER_TILE; i++) {
        unsigned node = tile * NODES_PER_TILE + i;
        if (!table_is_node(&r->table, node) || !(lands >> table_segment(&r->table, node)->kind & 1))
            continue;
        struct meeple_check check = meeple_check(r, node, seat, kind);
        if (meeple_is_legal(&check))
            nodes[count++] = (uint16_t)node;
    }
    return count;
}

void judge_send_home(struct referee *r, struct meeple *meeple, enum why why)
{
    table_send_home(&r->table, r->ledger, meeple, r->turn.number, why);
    FOR_EACH_ASKED(r, each, left)
        each->left(r, meeple, why);
}

void judge_hold(struct referee *r, struct meeple *meeple, unsigned holder, enum why why)
{
    table_hold(&r->table, meeple, holder);
    FOR_EACH_ASKED(r, each, left)
        each->left(r, meeple, why);
}

/* ---- Judging a follower ---- */

void judge_meeple_unknown(struct referee *r, unsigned tile, unsigned seat)
{
    const struct design *design = r->table.tiles[tile].design;
    judge_unknown(r, UNKNOWN_GAME);
    r->unknown.out[seat] = true;
    for (unsigned i = 0; design && i < design->segment_count; i++)
        table_mark_unknown(&r->table, tile * NODES_PER_TILE + i);
}

/* Returns a segment in words; `items` is room for the arguments of a part of a message. */
static struct arg segment_words(const struct segment_ref *ref, struct arg items[3])
{
    const char *kind = kinds[ref->kind].name;
    if (kinds[ref->kind].single || (ref->port == PORT_NONE && !ref->index))
        return ARG(kind);
    bool inside = ref->port == PORT_NONE;
    items[0] = ARG(kind);
    items[1] = inside ? ARG(ref->index) : ARG(port_names[ref->port + ref->by_side]);
    items[2] = (struct arg){.kind = ARG_END};
    return finding_part(inside ? PART_SEGMENT_INSIDE : PART_SEGMENT_AT, items);
}

/* Lists the segments of a tile of one kind, or of all (KIND_COUNT): "cS, fNNW and fENE". */
static struct arg_list segment_list(const struct laid_tile *laid, enum kind kind)
{
    struct arg_list list = {0};
    for (unsigned i = 0; i < laid->design->segment_count + 2u; i++) {
        bool built = i >= laid->design->segment_count;
        char name[8] = "rN";
        if (built && !(laid->built >> (i - laid->design->segment_count) & 1))
            continue;
        if (kind != KIND_COUNT &&
            kind != (built ? KIND_ROAD : (enum kind)laid->design->segments[i].kind))
            continue;
        if (built)
            name[1] = i == laid->design->segment_count ? 'N' : 'E';
        else
            segment_name(laid->design, laid->orient, i, name);
        arg_list_add(&list, arg_word(name));
    }
    return list;
}

static void raise_no_segment(struct referee *r, const struct laid_tile *laid,
                             const struct segment_ref *ref, struct place place)
{
    struct arg_list list = {0};
    struct arg items[3];
    struct edge lies = {laid->cell, laid->orient};
    if (ref->port == PORT_NONE && !ref->index)
        list = segment_list(laid, (enum kind)ref->kind);
    if (list.count) {
        judge_raise(r, FINDING_NO_SEGMENT_SEVERAL, place,
                    ARGS(laid->design->name, lies, kinds[ref->kind].name,
                         arg_of_list(&list, JOIN_AND, NULL)));
        return;
    }
    list = segment_list(laid, KIND_COUNT);
    judge_raise(r, FINDING_NO_SEGMENT, place,
                ARGS(laid->design->name, lies, segment_words(ref, items),
                     arg_of_list(&list, JOIN_AND, "")));
}

/* Returns the node that a segment names on a tile of known design. Raises 301 and returns NODE_NONE
 * if there is none. Rule: base.follower.segment. */
static unsigned find_node(struct referee *r, unsigned tile, const struct segment_ref *ref,
                          struct place place)
{
    unsigned node = ledger_node(r->ledger, tile, ref);
    if (node == NODE_NONE)
        raise_no_segment(r, &r->table.tiles[tile], ref, place);
    return node;
}

unsigned judge_find_node(const struct referee *r, const struct segment_ref *ref)
{
    unsigned tile = ref->has_cell ? table_at(&r->table, ref->cell.x, ref->cell.y) : r->turn.tile;
    return tile == TILE_NONE || !r->table.tiles[tile].design ? (unsigned)NODE_NONE
                                                             : ledger_node(r->ledger, tile, ref);
}

unsigned judge_node(struct referee *r, const struct segment_ref *ref, struct place place)
{
    unsigned tile = ref->has_cell ? table_at(&r->table, ref->cell.x, ref->cell.y) : r->turn.tile;
    if (tile == TILE_NONE) {
        if (!r->draw.lost)
            judge_raise(r, FINDING_NO_SEGMENT_TILE, place, ARGS(ref->cell));
        judge_unknown(r, UNKNOWN_TURN);
        return NODE_NONE;
    }
    if (r->table.tiles[tile].design)
        return find_node(r, tile, ref, place);
    judge_unknown(r, UNKNOWN_GAME | UNKNOWN_TURN);
    return NODE_NONE;
}

/* True if it is certain that the supply of the seat is empty. A follower may have come home if its
 * feature depends on something unknown, or if there is a tile whose cell is unknown. */
static bool supply_is_known(struct referee *r, unsigned seat, enum meeple_kind kind)
{
    /* Something unknown that may have ended the game may have completed features too. */
    if (r->draw.lost || referee_ends(r) == ANSWER_UNKNOWN)
        return false;
    for (unsigned i = 0; r->unknown.game && i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (meeple_on_segment(meeple) && meeple->seat == seat && meeple->kind == kind &&
            r->table.features[table_root(&r->table, meeple->node)].unknown)
            return false;
    }
    return true;
}

/* Rule: base.follower.free. */
static void raise_occupied(struct referee *r, unsigned node, struct place place)
{
    unsigned root = table_root(&r->table, node);
    const struct meeple *meeple = table_follower(&r->table, root);
    const struct feature *feature = &r->table.features[root];
    struct arg land = ARG(kinds[feature->kind].name);
    struct finding *finding =
        feature->follower_count == 1
            ? judge_raise(r, FINDING_OCCUPIED, place, ARGS(SEAT(meeple->seat), land))
            : judge_raise(r, FINDING_OCCUPIED_SEVERAL, place,
                          ARGS(land, COUNT(feature->follower_count, "follower")));
    finding_also(r->findings, finding, meeple->place, NOTE_STANDS,
                 ARGS(SEAT(meeple->seat), meeple->turn));
}

/* True if a feature may be free although followers stand on it: a tile whose cell is unknown may
 * have completed it. A feature that the tile just laid extends was not completed, so there only the
 * rules of an expansion may have removed its followers. */
static bool may_be_free(struct referee *r, unsigned node)
{
    const struct feature *feature = &r->table.features[table_root(&r->table, node)];
    bool is_extended = node / NODES_PER_TILE == r->turn.tile;
    return r->draw.lost && feature->open && feature->kind != KIND_FIELD &&
           (!is_extended || r->in_play_count);
}

/* Returns the word for a piece placed in a turn: "meeple" if some kinds in play are not
 * followers. */
static const char *meeple_word(const struct referee *r)
{
    bool others = false;
    FOR_EACH_BIT(kind, r->followers)
        others |= !kind_is_follower((enum meeple_kind)kind);
    return others ? "meeple" : "follower";
}

/* Rules: base.follower.one, base.follower.tile, base.follower.supply, base.follower.farmers,
 * inns.big.place, abbot.abbot.where, abbot.garden.abbot. */
void judge_meeple(struct referee *r, const struct act *act)
{
    const struct segment_ref *ref = &act->segment;
    const struct meeple_facts *facts = &meeple_kinds[act->meeple];
    unsigned seat = r->turn.seat, tile = r->turn.tile;
    if (!(r->followers >> act->meeple & 1)) {
        judge_raise(r, FINDING_NOT_IN_PLAY, act->place, ARGS(facts->name));
        return;
    }
    struct cell here = r->table.tiles[tile].cell;
    bool elsewhere = ref->has_cell && (ref->cell.x != here.x || ref->cell.y != here.y);
    if (elsewhere)
        tile = table_at(&r->table, ref->cell.x, ref->cell.y);
    if (tile == TILE_NONE) {
        if (r->table.tile_count == 1 || !(meeple_roams(r) >> ref->kind & 1))
            judge_raise(r, FINDING_NOT_THIS_TILE, act->place,
                        ARGS(kinds[ref->kind].name, ref->cell));
        judge_raise(r, FINDING_NO_SEGMENT_TILE, act->place, ARGS(ref->cell));
        return;
    }
    if (r->turn.placed)
        finding_also(r->findings,
                     judge_raise(r, FINDING_SECOND_FOLLOWER, act->place,
                                 ARGS(meeple_word(r), r->turn.number)),
                     r->turn.meeple_place, NOTE_FIRST, NO_ARGS);
    if (!r->table.tiles[tile].design) {
        judge_meeple_unknown(r, tile, seat);
        r->turn.placed = true;
        r->turn.meeple_place = act->place;
        return;
    }
    unsigned node = find_node(r, tile, ref, act->place);
    if (node == NODE_NONE) {
        if (elsewhere && !(meeple_roams(r) >> ref->kind & 1))
            judge_raise(r, FINDING_NOT_THIS_TILE, act->place,
                        ARGS(kinds[ref->kind].name, ref->cell));
        return;
    }
    struct meeple_check check = meeple_check(r, node, seat, (enum meeple_kind)act->meeple);
    if (check.out_of_reach && r->table.tiles[r->turn.tile].design)
        judge_raise(r, FINDING_NOT_THIS_TILE, act->place,
                    ARGS(kinds[ref->kind].name, r->table.tiles[tile].cell));
    if (check.gone) {
        struct arg items[3];
        const char *now = kinds[r->table.features[table_root(&r->table, node)].kind].name;
        judge_raise(r, FINDING_NO_SEGMENT_NOW, act->place,
                    ARGS(segment_words(ref, items), r->table.tiles[tile].cell, now));
        return;
    }
    if (check.objection.finding)
        judge_object(r, check.objection, act->place,
                     ARGS(kinds[ref->kind].name, r->table.tiles[tile].cell));
    if (check.misplaced)
        judge_raise(r, FINDING_WRONG_LAND, act->place, ARGS(facts->words, kinds[ref->kind].name));
    if (check.switched_off && r->profile.name)
        judge_raise(r, FINDING_SWITCHED_OFF, act->place,
                    ARGS(facts->words, kinds[ref->kind].name, "farmers"));
    if (check.occupied && !may_be_free(r, node))
        raise_occupied(r, node, act->place);
    r->turn.placed = true;
    r->turn.meeple_place = act->place;
    if (!check.supply_empty) {
        table_place_meeple(&r->table, r->ledger, node,
                           (struct meeple){.seat = (uint8_t)seat,
                                           .kind = act->meeple,
                                           .turn = r->turn.number,
                                           .place = act->place});
        return;
    }
    if (supply_is_known(r, seat, (enum meeple_kind)act->meeple))
        judge_raise(r, facts->rules ? FINDING_PIECE_OUT : FINDING_SUPPLY, act->place,
                    facts->rules ? ARGS(SEAT(seat), facts->words) : ARGS(SEAT(seat)));
    else
        judge_meeple_unknown(r, tile, seat);
}
