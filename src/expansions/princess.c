/* The princess (Princess & Dragon): sends a knight of the city that her tile joins home. Rule: rules, Princess & Dragon;
 * rulebook, La princesse. */
#include "expansions/pieces.h"

struct princess {
    bool knights;               /* her city held some when the tile was laid */
    bool sent;
    bool tried;                 /* somebody was named who is no knight of hers */
    uint16_t node;              /* her segment, NODE_NONE without one */
};

static struct princess *state(const struct referee *r)
{
    return referee_state(r, &princess_rules);
}

bool princess_sent(const struct referee *r)
{
    const struct princess *princess = state(r);
    return princess && princess->sent;
}

static void princess_turn(struct referee *r)
{
    *state(r) = (struct princess){.node = NODE_NONE};
}

static void princess_placed(struct referee *r, unsigned tile)
{
    const struct design *design = r->table.tiles[tile].design;
    struct princess *princess = state(r);
    for (unsigned i = 0; design && i < design->segment_count; i++)
        if (design->segments[i].marks & MARK_PRINCESS) {
            princess->node = (uint16_t)(tile * NODES_PER_TILE + i);
            princess->knights = r->table.features[table_root(&r->table, princess->node)].follower_count > 0;
        }
}

/* The follower on a node, if it stands in her city. */
static struct follower *knight_on(struct referee *r, unsigned node)
{
    const struct princess *princess = state(r);
    if (princess->node == NODE_NONE || table_root(&r->table, node) != table_root(&r->table, princess->node))
        return NULL;
    for (unsigned i = 0; i < r->table.follower_count; i++)
        if (r->table.followers[i].stands && r->table.followers[i].node == node)
            return &r->table.followers[i];
    return NULL;
}

static unsigned princess_list(struct referee *r, uint8_t *slots)
{
    const struct princess *princess = state(r);
    unsigned count = 0;
    if (!princess || !princess->knights || princess->sent || r->turn.placed || fairy_moved(r))
        return 0;
    for (unsigned i = 0; i < r->table.follower_count; i++)
        if (r->table.followers[i].stands && knight_on(r, r->table.followers[i].node) == &r->table.followers[i])
            slots[count++] = (uint8_t)i;
    return count;
}

static void princess_choices(struct referee *r, struct choices *choices)
{
    uint8_t slots[FOLLOWERS_MOST];
    unsigned count = r->turn.phase == PHASE_MOVE ? princess_list(r, slots) : 0;
    for (unsigned i = 0; i < count; i++)
        choices_add(choices, r->turn.seat, choices_verb_on(r, VERB_PRINCESS, r->table.followers[slots[i]].node));
    choices->must |= count && princess_must(r);
}

bool princess_must(const struct referee *r)
{
    const struct princess *princess = state(r);
    return princess && princess->knights && !princess->sent && profile_is(&r->profile, OPTION_PRINCESS, "must");
}

/* Whoever sent a knight home, or must do so, puts no follower. */
static struct objection princess_objection(const struct referee *r, unsigned seat, unsigned node)
{
    (void)seat, (void)node;
    return (struct objection){state(r)->sent ? FINDING_AFTER_PRINCESS : princess_must(r) ? FINDING_PRINCESS_IGNORED : 0, OPTION_COUNT};
}

static void judge_princess(struct referee *r, unsigned seat, const struct act *act)
{
    struct princess *princess = state(r);
    (void)seat;
    unsigned node = judge_node(r, &act->segment, act->place);
    if (node == NODE_NONE)
        return;
    struct follower *knight = knight_on(r, node);
    princess->tried = true;
    if (!knight || princess->sent) {
        if (r->table.tiles[r->turn.tile].design && !r->table.features[table_root(&r->table, node)].unknown)
            judge_raise(r, FINDING_NOT_A_KNIGHT, act->place,
                        ARGS(princess->sent ? "a knight was sent home already"
                             : princess->node == NODE_NONE ? "this turn's tile has no princess"
                             : table_root(&r->table, node) != table_root(&r->table, princess->node) ? "that is not the princess's city"
                                                                                                     : "no knight stands there"));
        return;
    }
    if (r->turn.placed)
        finding_also(judge_raise(r, FINDING_AFTER_PRINCESS, act->place, ARGS("follower", "this turn's tile")), r->turn.follower_place,
                     "the follower was put here");
    if (fairy_moved(r))
        judge_raise(r, FINDING_FAIRY_AFTER_PRINCESS, act->place, ARGS("a knight is sent home in a turn that moved the fairy"));
    princess->sent = true;
    table_send_home(&r->table, r->ledger, knight, r->turn.number, WHY_PRINCESS);
}

static bool princess_leave(struct referee *r, enum phase phase)
{
    const struct princess *princess = state(r);
    /* A follower put in spite of it has been told. */
    (void)phase;
    if (!princess_must(r) || princess->tried || r->turn.placed || r->turn.unsure ||
        r->table.features[table_root(&r->table, princess->node)].unknown)
        return true;
    if (judge_breaks_off(r))
        return false;
    judge_raise(r, FINDING_PRINCESS_IGNORED, r->turn.place, ARGS("city", judge_cell(r, r->table.tiles[r->turn.tile].cell)));
    return true;
}

static const struct move moves[] = {{VERB_PRINCESS, PHASE_MOVE, false, false, judge_princess}};

const struct expansion princess_rules = {
    .id = EXPANSION_princess, .name = "princess", .state_size = sizeof(struct princess), .moves = moves, .move_count = 1,
    .choices = princess_choices,
    .turn = princess_turn, .placed = princess_placed, .follower_objection = princess_objection, .leave = princess_leave, .leaves = 1u << PHASE_MOVE,
};
