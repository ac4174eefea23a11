/* See spoil.h: the base game, the order of a record, and claims. */
#include "spoil/spoil.h"

/* Would the tile of the line, turned so, show other land to a neighbour? */
static bool mismatches(const struct line *line, unsigned orient)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    for (unsigned t = 0; t + 1 < recheck.tile_count; t++)
        for (unsigned side = 0; side < 4; side++) {
            const struct recheck_tile *tile = &recheck.tiles[t];
            if (tile->x != line->cell.x + dx[side] || tile->y != line->cell.y + dy[side])
                continue;
            if (line->tile.design->side[0][(side + 4 - orient) % 4] != tile->design->side[0][(side + 6 - tile->orient) % 4])
                return true;
        }
    return false;
}

static int spoil_orient(void)
{
    unsigned i = find_turn(), orient = (dealt.lines[i].orient + 1 + random_below(rng, 3)) % 4;
    recount_to(i);
    if (!mismatches(&dealt.lines[i], orient))
        return SPOILT_NOWHERE;
    dealt.lines[i].orient = (uint8_t)orient;
    dealt.lines[i].acts[0].kind = ACT_NONE;
    return (int)i;
}

static int spoil_cell_far(void)
{
    unsigned i = find_turn();
    dealt.lines[i].cell.x = (int16_t)(dealt.lines[i].cell.x + 60);
    return (int)i;
}

static int spoil_cell_taken(void)
{
    unsigned i = find_turn();
    recount_to(i);
    unsigned t = random_below(rng, recheck.tile_count - 1);
    dealt.lines[i].cell = (struct cell){(int16_t)recheck.tiles[t].x, (int16_t)recheck.tiles[t].y};
    return (int)i;
}

static int spoil_occupied(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    recount_to(i);
    unsigned segment = random_below(rng, line->tile.design->segment_count);
    if (!is_occupied(segment) || standing(line->seat) == 7)
        return SPOILT_NOWHERE;
    set_act(line, stand_on(line, segment));
    return (int)i;
}

static int spoil_supply(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    recount_to(i);
    unsigned segment = random_below(rng, line->tile.design->segment_count);
    if (is_occupied(segment) || standing(line->seat) < 7)
        return SPOILT_NOWHERE;
    set_act(line, stand_on(line, segment));
    return (int)i;
}

static int spoil_second(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    if (line->acts[0].kind != ACT_STAND || line->act_count != 1)
        return SPOILT_NOWHERE;
    struct act *acts = arena_alloc(&dealt_arena, 2 * sizeof *acts);
    acts[0] = line->acts[0];
    acts[1] = stand_on(line, random_below(rng, line->tile.design->segment_count));
    line->acts = acts;
    line->act_count = 2;
    return (int)i;
}

static int spoil_segment(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    if (line->tile.design->monastery != SEGMENT_NONE)
        return SPOILT_NOWHERE;
    set_act(line, (struct act){.kind = ACT_STAND, .segment = {.kind = KIND_MONASTERY, .port = PORT_NONE, .index = 1}});
    return (int)i;
}

static int spoil_other_tile(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    recount_to(i);
    if (recheck.tile_count < 3)
        return SPOILT_NOWHERE;
    const struct recheck_tile *other = &recheck.tiles[1 + random_below(rng, recheck.tile_count - 2)];
    struct line there = {.tile = {.design = other->design}, .orient = (uint8_t)other->orient};
    set_act(line, stand_on(&there, random_below(rng, other->design->segment_count)));
    line->acts[0].segment.has_cell = true;
    line->acts[0].segment.cell = (struct cell){(int16_t)other->x, (int16_t)other->y};
    return (int)i;
}

static int spoil_seat(void)
{
    unsigned i = find_turn();
    dealt.lines[i].seat = (uint8_t)((dealt.lines[i].seat + 1) % dealt.player_count);
    return (int)i;
}

static int spoil_seat_range(void)
{
    unsigned i = find_turn();
    if (dealt.player_count == SEATS_MOST)
        return SPOILT_NOWHERE;
    dealt.lines[i].seat = (uint8_t)dealt.player_count;
    return (int)i;
}

static int spoil_number(void)
{
    unsigned i = find_turn();
    /* After a discard it would be the discard's turn that lacks its tile. */
    if (i && !dealt.lines[i - 1].has_tile)
        return SPOILT_NOWHERE;
    dealt.lines[i].turn = (uint16_t)(dealt.lines[i].turn + 2 + random_below(rng, 50));
    return (int)i;
}

static int spoil_dropped(void)
{
    unsigned i = find_turn();
    /* A turn that set a tile aside before would lack its tile there. */
    if (i && dealt.lines[i - 1].turn == dealt.lines[i].turn)
        return SPOILT_NOWHERE;
    if (i + 1 >= dealt.line_count || dealt.lines[i + 1].kind != LINE_TURN || dealt.lines[i + 1].turn == dealt.lines[i].turn)
        return SPOILT_NOWHERE;
    remove_line(i);
    return (int)i;
}

static int spoil_doubled(void)
{
    unsigned i = find_turn();
    insert_line(i + 1, dealt.lines[i]);
    return (int)i + 1;
}

static int spoil_count(void)
{
    unsigned i = find_turn();
    const struct tileset *set = dealt.sets[0];
    const struct design *design = &set->designs[random_below(rng, set->design_count)];
    unsigned drawn = strcmp(design->name, set->start) == 0;
    for (unsigned k = 0; k < i; k++)
        drawn += dealt.lines[k].has_tile ? dealt.lines[k].tile.design == design : dealt.lines[k].acts[0].tile.design == design;
    if (drawn < design->count)
        return SPOILT_NOWHERE;
    dealt.lines[i].tile = (struct tile_ref){str_of(design->name), design, {0}};
    dealt.lines[i].acts[0].kind = ACT_NONE;
    return (int)i;
}

static int spoil_name(void)
{
    unsigned i = find_turn();
    dealt.lines[i].tile = (struct tile_ref){str_of("Y"), NULL, {0}};
    return (int)i;
}

static struct act *totals_of(struct line *line)
{
    for (unsigned a = 0; a < line->act_count; a++)
        if (line->acts[a].kind == ACT_TOTALS)
            return &line->acts[a];
    return NULL;
}

static int spoil_total(void)
{
    unsigned i = find_turn();
    struct act *totals = totals_of(&dealt.lines[i]);
    if (!totals)
        return SPOILT_NOWHERE;
    totals->numbers[random_below(rng, totals->count)] += 1 + (int)random_below(rng, 9);
    return (int)i;
}

static int spoil_final(void)
{
    unsigned i = dealt.line_count - 1;
    struct act *totals = totals_of(&dealt.lines[i]);
    totals->numbers[random_below(rng, totals->count)] -= 1 + (int)random_below(rng, 9);
    return (int)i;
}

static int spoil_award(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    if (line->act_count != 1)
        return SPOILT_NOWHERE;
    struct act *acts = arena_alloc(&dealt_arena, 2 * sizeof *acts);
    acts[0] = line->acts[0];
    acts[1] = (struct act){.kind = ACT_CLAIM, .seat = line->seat, .number = 3, .text = str_of("road")};
    line->acts = acts;
    line->act_count = 2;
    return (int)i;
}

static int spoil_discard(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    struct act *act = arena_alloc(&dealt_arena, sizeof *act);
    *act = (struct act){.kind = ACT_DISCARD, .tile = line->tile};
    insert_line(i, (struct line){.kind = LINE_TURN, .seat = line->seat, .turn = line->turn, .acts = act, .act_count = 1});
    return (int)i;
}

static int spoil_end_early(void)
{
    unsigned last = dealt.line_count - 2;
    if (!dealt.lines[last].has_tile)
        return SPOILT_NOWHERE;
    remove_line(last);
    return (int)last;
}

static int spoil_after_end(void)
{
    unsigned i = find_turn();
    insert_line(i, dealt.lines[dealt.line_count - 1]);
    dealt.lines[i].act_count = 0;
    dealt.lines[i].reason = END_STOPPED;
    return (int)i + 1;
}

/* The turn does something with its tile instead of laying it. */
static int lay_not(enum act_kind kind)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    if (dealt.lines[i + 1].kind != LINE_TURN || dealt.lines[i + 1].turn == line->turn || (i && line[-1].turn == line->turn))
        return SPOILT_NOWHERE;
    line->has_tile = false;
    struct act *act = arena_alloc(&dealt_arena, sizeof *act);
    *act = (struct act){.kind = (uint8_t)kind, .tile = line->tile};
    line->acts = act;
    line->act_count = 1;
    return (int)i;
}

static int spoil_no_tile(void)
{
    return lay_not(ACT_DISCARD);
}

static int spoil_declined(void)
{
    return lay_not(ACT_PASS_TILE);
}

static int spoil_aside(void)
{
    int at = spoil_discard();
    dealt.lines[at].acts[0].kind = ACT_ASIDE;
    return at;
}

static int spoil_other_set(void)
{
    unsigned i = find_turn();
    dealt.lines[i].tile = (struct tile_ref){.name = str_of("d1")};
    return (int)i;
}

static int spoil_farmer(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    unsigned segment = random_below(rng, line->tile.design->segment_count);
    if (!is_option(OPTION_FARMERS, "off") || line->tile.design->segments[segment].kind != KIND_FIELD)
        return SPOILT_NOWHERE;
    set_act(line, stand_on(line, segment));
    return (int)i;
}

int spoil_none_and_one(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    if (line->acts[0].kind != ACT_STAND)
        return SPOILT_NOWHERE;
    line->acts[0].text = str_of("both");
    return (int)i;
}

const struct spoiler base_spoilers[] = {
    {"tile turned", FINDING_SIDES_DIFFER, spoil_orient, false},
    {"cell moved away", FINDING_NO_NEIGHBOUR, spoil_cell_far, false},
    {"cell moved onto a tile", FINDING_CELL_TAKEN, spoil_cell_taken, false},
    {"follower on an occupied feature", FINDING_OCCUPIED, spoil_occupied, false},
    {"eighth follower", FINDING_SUPPLY, spoil_supply, false},
    {"second follower", FINDING_SECOND_FOLLOWER, spoil_second, false},
    {"follower on no segment", FINDING_NO_SEGMENT, spoil_segment, false},
    {"follower on another tile", FINDING_NOT_THIS_TILE, spoil_other_tile, false},
    {"other seat", FINDING_TURN_ORDER, spoil_seat, false},
    {"seat that is none", FINDING_SEATS, spoil_seat_range, false},
    {"other turn number", FINDING_TURN_NUMBER, spoil_number, false},
    {"line dropped", FINDING_TURN_NUMBER, spoil_dropped, false},
    {"line doubled", FINDING_TURN_NUMBER, spoil_doubled, false},
    {"tile drawn too often", FINDING_TILE_COUNT, spoil_count, false},
    {"tile of another set", FINDING_NOT_IN_PLAY, spoil_other_set, false},
    {"farmer where there are none", FINDING_SWITCHED_OFF, spoil_farmer, false},
    {"tile of no name", FINDING_TILE_UNKNOWN, spoil_name, false},
    {"wrong total", FINDING_TOTAL, spoil_total, false},
    {"wrong final total", FINDING_FINAL, spoil_final, false},
    {"award that was none", FINDING_AWARD, spoil_award, false},
    {"discard that fits", FINDING_DISCARD_FITS, spoil_discard, false},
    {"tile put aside", FINDING_ASIDE, spoil_aside, false},
    {"turn without a tile", FINDING_NO_TILE, spoil_no_tile, false},
    {"tile declined", FINDING_PASS, spoil_declined, false},
    {"ended early", FINDING_ENDED_EARLY, spoil_end_early, false},
    {"play after the end", FINDING_AFTER_END, spoil_after_end, false},
    {"none and a follower", FINDING_ACTION_ORDER, spoil_none_and_one, false},
};
const unsigned base_spoiler_count = sizeof base_spoilers / sizeof *base_spoilers;
