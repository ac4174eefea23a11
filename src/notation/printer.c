/* SPDX-License-Identifier: MIT */
/* Prints the heads and acts of lines, and follows which tile lies where (printer.h). */
#include "notation/printer.h"

#include <stdio.h>

static bool is_here(const struct printer *p, struct cell cell)
{
    return cell.x == p->here.x && cell.y == p->here.y;
}

static struct laid *grid_at(struct printer *p, struct cell cell)
{
    if (!p->used)
        return &p->nothing;
    unsigned i = ((unsigned)cell.x * 73u + (unsigned)cell.y * 1009u) % GRID_SIZE;
    while (p->grid[i].design && (p->grid[i].cell.x != cell.x || p->grid[i].cell.y != cell.y))
        i = (i + 1) % GRID_SIZE;
    return &p->grid[i];
}

/* Puts a tile into the grid, which is cleared before the first. A tile on a taken cell is left
 * out. */
static void grid_put(struct printer *p, struct cell cell, uint8_t orient,
                     const struct design *design)
{
    if (!design || orient == ORIENT_UNKNOWN || p->used == GRID_SIZE / 2)
        return;
    if (!p->used++)
        memset(p->grid, 0, sizeof p->grid);
    struct laid *laid = grid_at(p, cell);
    if (laid->design)
        p->used--;
    else
        *laid = (struct laid){.cell = cell, .orient = orient, .design = design};
}

/* Builds a road over a tile between two opposite sides if both are field. Otherwise changes
 * nothing, because no road can be built there. */
static void build(struct laid *laid, unsigned axis)
{
    if (laid->design && laid->design->side[laid->orient][axis] == SIDE_FIELD &&
        laid->design->side[laid->orient][axis + 2] == SIDE_FIELD)
        laid->built |= (uint8_t)(1u << axis);
}

/* Builds the bridges of a line. This is done before its acts are printed, because a segment in any
 * act may be on a bridge, even if the act that builds the bridge comes later. */
static void build_bridges(struct printer *p, const struct line *line)
{
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        if (!act_has_trait(act, TRAIT_BUILDS_ROAD))
            continue;
        struct cell cell = act->segment.has_cell ? act->segment.cell : p->here;
        build(grid_at(p, cell), act->segment.port / 3 & 1);
        if (is_here(p, cell))
            build(&p->own, act->segment.port / 3 & 1);
    }
}

struct laid printer_start(const struct record *record)
{
    if (record->has_start)
        return (struct laid){.cell = record->start_cell,
                             .orient = record->start_orient,
                             .design = record->start.design};
    return (struct laid){.design = tileset_start(record->sets, record->set_count)};
}

void printer_begin(struct printer *p, struct sink *sink, const struct record *record)
{
    p->sink = sink;
    p->here = CELL_NOWHERE;
    p->own = p->nothing = (struct laid){.design = NULL};
    p->used = 0;
    struct laid start = record ? printer_start(record) : (struct laid){.design = NULL};
    grid_put(p, start.cell, start.orient, start.design);
}

void printer_cell(struct printer *p, struct cell cell)
{
    sink_int(p->sink, cell.x);
    sink_char(p->sink, ',');
    sink_int(p->sink, cell.y);
}

static void print_segment(struct printer *p, const struct segment_ref *ref)
{
    struct cell cell = ref->has_cell ? ref->cell : p->here;
    const struct laid *laid = p->own.design && is_here(p, cell) ? &p->own : grid_at(p, cell);
    unsigned segment = SEGMENT_NONE;
    unsigned axis = segment_axis(ref, laid->design, laid->built);
    if (laid->design && axis == AXIS_NONE)
        segment = design_segment_of(laid->design, laid->orient, ref->kind, ref->port, ref->index,
                                    ref->by_side);
    char name[SEGMENT_TEXT_SIZE];
    if (axis < AXIS_NONE)
        snprintf(name, sizeof name, "r%s", axis ? "E" : "N");
    else if (segment != SEGMENT_NONE)
        segment_name(laid->design, laid->orient, segment, name);
    else
        segment_text(ref, name);
    sink_cstr(p->sink, name);
    if (ref->has_cell && !is_here(p, cell)) {
        sink_char(p->sink, '@');
        printer_cell(p, cell);
    }
}

void printer_tile(struct printer *p, const struct tile_ref *tile)
{
    if (tile->design)
        sink_cstr(p->sink, tile->design->name);
    else
        sink_verbatim(p->sink, tile->name);
}

static void print_edge(struct printer *p, const struct segment_ref *edge)
{
    printer_cell(p, edge->cell);
    sink_char(p->sink, "NESW"[edge->side]);
}

void printer_numbers(struct sink *sink, const int32_t *numbers, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (i)
            sink_char(sink, ',');
        sink_int(sink, numbers[i]);
    }
}

static void print_verb(struct printer *p, const struct act *act)
{
    const struct verb *verb = &verbs[act->verb];
    sink_cstr(p->sink, verb->name);
    if (verb->shape != SHAPE_WORD &&
        !(verb->shape == SHAPE_MAY_NAME && act->segment.kind == REF_NOTHING))
        sink_char(p->sink, ':');
    switch ((enum verb_shape)verb->shape) {
    case SHAPE_WORD:
        break;
    case SHAPE_BRIDGE:
        sink_cstr(p->sink, act->segment.port == 1 ? "NS" : "EW");
        if (act->segment.has_cell && !is_here(p, act->segment.cell)) {
            sink_char(p->sink, '@');
            printer_cell(p, act->segment.cell);
        }
        break;
    case SHAPE_PLACE:
        if (act->segment.kind == REF_CELL) {
            printer_cell(p, act->segment.cell);
            break;
        }
        print_segment(p, &act->segment);
        break;
    case SHAPE_MAY_NAME:
        if (act->segment.kind != REF_NOTHING)
            print_segment(p, &act->segment);
        break;
    case SHAPE_CORNER:
        sink_cstr(p->sink, corner_names[act->number]);
        break;
    case SHAPE_TOKEN:
        sink_cstr(p->sink, act->number == TOKEN_UNKNOWN ? "?" : token_facts[act->number].text);
        break;
    case SHAPE_SEGMENT:
        print_segment(p, &act->segment);
        break;
    case SHAPE_PATH:
        sink_verbatim(p->sink, act->text);
        break;
    case SHAPE_TAKE:
        print_segment(p, &act->segment);
        sink_char(p->sink, '=');
        print_segment(p, &act->other);
        break;
    case SHAPE_TILES:
        for (unsigned i = 0; i < act->count; i++) {
            if (i)
                sink_char(p->sink, ',');
            printer_tile(p, &act->tiles[i]);
        }
        break;
    case SHAPE_BID:
        printer_tile(p, &act->tile);
        sink_char(p->sink, ',');
        sink_int(p->sink, act->number);
        break;
    case SHAPE_TILE:
        printer_tile(p, &act->tile);
        break;
    case SHAPE_EDGE:
        print_edge(p, &act->segment);
        break;
    case SHAPE_CELL:
        printer_cell(p, act->segment.cell);
        break;
    case SHAPE_MEEPLE:
        sink_cstr(p->sink, meeple_kinds[act->meeple].name);
        break;
    case SHAPE_HELD:
        sink_char(p->sink, (char)('a' + act->seat));
        if (act->meeple < MEEPLE_KINDS)
            sink_printf(p->sink, "=%s", meeple_kinds[act->meeple].name);
        break;
    }
}

static void print_claim(struct printer *p, const struct act *act)
{
    sink_char(p->sink, '+');
    sink_char(p->sink, (char)('a' + act->seat));
    sink_int(p->sink, act->number);
    sink_char(p->sink, ':');
    sink_verbatim(p->sink, act->text);
    if (act->segment.kind == REF_NOTHING)
        return;
    if (act->text.n)
        sink_char(p->sink, ':');
    if (act->segment.kind == REF_EDGE)
        print_edge(p, &act->segment);
    else
        print_segment(p, &act->segment);
}

static void print_items(struct printer *p, const struct act *act)
{
    bool any = false;
    sink_printf(p->sink, "+%c:", 'a' + act->seat);
    for (unsigned item = 0; item < ITEM_COUNT; item++) {
        if (!act->numbers[item])
            continue;
        if (any)
            sink_char(p->sink, ',');
        if (item_facts[item].counted)
            sink_int(p->sink, act->numbers[item]);
        sink_cstr(p->sink, item_facts[item].text);
        any = true;
    }
}

void printer_act(struct printer *p, const struct act *act)
{
    static const char *const words[] = {
        [ACT_DISCARD] = "discard:", [ACT_ASIDE] = "aside:", [ACT_PASS_TILE] = "pass:"};
    switch ((enum act_kind)act->kind) {
    case ACT_MEEPLE:
        if (meeple_kinds[act->meeple].rules)
            sink_printf(p->sink, "%s:", meeple_kinds[act->meeple].name);
        print_segment(p, &act->segment);
        break;
    case ACT_NONE:
        sink_char(p->sink, '-');
        break;
    case ACT_UNKNOWN:
        sink_char(p->sink, '?');
        break;
    case ACT_DISCARD:
    case ACT_ASIDE:
    case ACT_PASS_TILE:
        sink_cstr(p->sink, words[act->kind]);
        printer_tile(p, &act->tile);
        break;
    case ACT_ADJUST:
        sink_cstr(p->sink, "adjust:");
        sink_int(p->sink, act->number);
        break;
    case ACT_VERB:
        print_verb(p, act);
        break;
    case ACT_CLAIM:
        print_claim(p, act);
        break;
    case ACT_ITEMS:
        print_items(p, act);
        break;
    case ACT_TOTALS:
        sink_char(p->sink, '=');
        printer_numbers(p->sink, act->numbers, act->count);
        break;
    case ACT_TOOK:
    case ACT_CLOCK:
        sink_cstr(p->sink, act->kind == ACT_CLOCK ? "t:" : "took:");
        sink_cstr(p->sink, seconds_text(act_time(act)).text);
        break;
    case ACT_EXTENSION:
    case ACT_RAW:
        sink_verbatim(p->sink, act->text);
        break;
    }
}

void printer_head(struct printer *p, const struct line *line, unsigned step, unsigned orient)
{
    sink_int(p->sink, line->turn);
    if (line->kind == LINE_STEP) {
        sink_char(p->sink, '.');
        sink_int(p->sink, step);
    }
    sink_char(p->sink, (char)('a' + line->seat));
    if (line->has_tile) {
        sink_char(p->sink, ' ');
        printer_tile(p, &line->tile);
        p->here = line->cell;
        p->own = (struct laid){.cell = line->cell,
                               .orient = line->orient,
                               .design = line->orient == ORIENT_UNKNOWN ? NULL : line->tile.design};
        grid_put(p, line->cell, line->orient, line->tile.design);
        sink_char(p->sink, ' ');
        printer_cell(p, line->cell);
        sink_char(p->sink, orient == ORIENT_UNKNOWN ? '?' : "NESW"[orient]);
    }
    build_bridges(p, line);
}

void printer_close(struct printer *p)
{
    p->own.design = NULL;
}

void printer_reason(struct printer *p, const struct line *line)
{
    static const char *const reasons[] = {NULL, " stopped", " resigned:", " timeout:", " forfeit:"};
    if (!line->reason || line->reason == END_UNREAD)
        return;
    sink_cstr(p->sink, reasons[line->reason]);
    if (line->reason != END_STOPPED)
        sink_char(p->sink, (char)('a' + line->seat));
}
