/* The canonical text of a record, and the identity that is made from it. See crn.h; man 5 crn, The canonical text.
 *
 * To name segments by their first port the printer must know which tile lies where, so it follows the placements
 * in a small grid of its own. Of the rules it knows nothing: what lies twice on a cell is simply replaced.
 */
#include <stdio.h>
#include <stdlib.h>

#include "notation/crn.h"
#include "base/scalar.h"

enum { GRID_SIZE = 1024 };      /* slots of an open table, twice the tiles a game may have and more */

struct laid {
    struct cell cell;
    uint8_t orient;
    uint8_t built;              /* roads built over it: bit 0 from north to south, bit 1 from east to west */
    const struct design *design;
};

struct printer {
    struct sink *sink;
    bool reduced;               /* for the identity: symmetric turns, names, claims and comments apart */
    bool joined;                /* reduced: the line goes on with what its seat does on the one before */
    struct edge wall;           /* reduced: where the wall stands that was laid last */
    struct cell here;           /* cell of the turn's own tile, NOWHERE where it has none */
    struct laid own;            /* that tile, though another may lie on its cell; design NULL between turns */
    struct laid grid[GRID_SIZE];
    unsigned used;
};

static const struct cell nowhere = {INT16_MAX, INT16_MAX};

static bool is_here(const struct printer *p, struct cell cell)
{
    return cell.x == p->here.x && cell.y == p->here.y;
}

static struct laid *grid_at(struct printer *p, struct cell cell)
{
    unsigned i = ((unsigned)cell.x * 73u + (unsigned)cell.y * 1009u) % GRID_SIZE;
    while (p->grid[i].design && (p->grid[i].cell.x != cell.x || p->grid[i].cell.y != cell.y))
        i = (i + 1) % GRID_SIZE;
    return &p->grid[i];
}

static void grid_put(struct printer *p, struct cell cell, uint8_t orient, const struct design *design)
{
    struct laid *laid = grid_at(p, cell);
    /* What is written onto a taken cell does not lie there. */
    if (!design || orient == ORIENT_UNKNOWN || laid->design || ++p->used > GRID_SIZE / 2)
        return;
    *laid = (struct laid){.cell = cell, .orient = orient, .design = design};
}

/* A road built over a tile between two sides that are field; what could not be built there is no road. */
static void build(struct laid *laid, unsigned axis)
{
    if (laid->design && laid->design->side[laid->orient][axis] == SIDE_FIELD && laid->design->side[laid->orient][axis + 2] == SIDE_FIELD)
        laid->built |= (uint8_t)(1u << axis);
}

/* The bridges of a line are there for all of its segments, wherever among them they are told. */
static void build_bridges(struct printer *p, const struct line *line)
{
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        if (act->kind != ACT_VERB || act->verb != VERB_BRIDGE)
            continue;
        struct cell cell = act->segment.has_cell ? act->segment.cell : p->here;
        build(grid_at(p, cell), act->segment.port / 3 & 1);
        if (is_here(p, cell))
            build(&p->own, act->segment.port / 3 & 1);
    }
}

static void print_cell(struct printer *p, struct cell cell)
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
    bool bridge = ref->kind == KIND_ROAD && ref->port != PORT_NONE && laid->built >> (ref->port / 3 & 1) & 1;
    if (laid->design && !bridge)
        segment = design_segment_of(laid->design, laid->orient, ref->kind, ref->port, ref->index, ref->by_side);
    char name[SEGMENT_TEXT_SIZE];
    if (bridge)
        snprintf(name, sizeof name, "r%s", ref->port / 3 & 1 ? "E" : "N");
    else if (segment != SEGMENT_NONE)
        segment_name(laid->design, laid->orient, segment, name);
    else
        segment_text(ref, name);
    sink_cstr(p->sink, name);
    if (ref->has_cell && !is_here(p, cell)) {
        sink_char(p->sink, '@');
        print_cell(p, cell);
    }
}

static void print_tile(struct printer *p, const struct tile_ref *tile)
{
    if (tile->design)
        sink_cstr(p->sink, tile->design->name);
    else
        sink_str(p->sink, tile->name);
}

static void print_edge(struct printer *p, const struct segment_ref *edge)
{
    print_cell(p, edge->cell);
    sink_cstr(p->sink, port_names[edge->port]);
}

static void print_numbers(struct sink *sink, const int32_t *numbers, unsigned count)
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
    if (verb->shape != SHAPE_WORD)
        sink_char(p->sink, ':');
    switch ((enum verb_shape)verb->shape) {
    case SHAPE_WORD:
        break;
    case SHAPE_BRIDGE:
        sink_cstr(p->sink, act->segment.port == 1 ? "NS" : "EW");
        if (act->segment.has_cell && !is_here(p, act->segment.cell)) {
            sink_char(p->sink, '@');
            print_cell(p, act->segment.cell);
        }
        break;
    case SHAPE_PLACE:
        if (act->segment.kind == KIND_COUNT) {
            print_cell(p, act->segment.cell);
            break;
        }
        print_segment(p, &act->segment);
        break;
    case SHAPE_SEGMENT:
        print_segment(p, &act->segment);
        break;
    case SHAPE_PATH:
        sink_str(p->sink, act->text);
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
            print_tile(p, &act->tiles[i]);
        }
        break;
    case SHAPE_BID:
        print_tile(p, &act->tile);
        sink_char(p->sink, ',');
        sink_int(p->sink, act->number);
        break;
    case SHAPE_TILE:
        print_tile(p, &act->tile);
        break;
    case SHAPE_EDGE:
        print_edge(p, &act->segment);
        break;
    }
}

static void print_claim(struct printer *p, const struct act *act)
{
    sink_char(p->sink, '+');
    sink_char(p->sink, (char)('a' + act->seat));
    sink_int(p->sink, act->number);
    sink_char(p->sink, ':');
    sink_str(p->sink, act->text);
    if (!act->has_segment)
        return;
    if (act->text.n)
        sink_char(p->sink, ':');
    if (act->segment.kind == KIND_COUNT)
        print_edge(p, &act->segment);
    else
        print_segment(p, &act->segment);
}

static void print_act(struct printer *p, const struct act *act)
{
    static const char *const words[] = {[ACT_DISCARD] = "discard:", [ACT_ASIDE] = "aside:", [ACT_PASS_TILE] = "pass:"};
    switch ((enum act_kind)act->kind) {
    case ACT_STAND:
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
        print_tile(p, &act->tile);
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
    case ACT_TOTALS:
        sink_char(p->sink, '=');
        print_numbers(p->sink, act->numbers, act->count);
        break;
    case ACT_CLOCK:
        sink_cstr(p->sink, "t:");
        sink_int(p->sink, act->number);
        break;
    case ACT_EXTENSION:
    case ACT_RAW:
        sink_str(p->sink, act->text);
        break;
    }
}

/* An act for the identity: claims, "-" and the closing of a ring are no decisions; a guard on the wall just laid needs no edge. */
static void reduce_act(struct printer *p, const struct act *act)
{
    if (act_is_remark(act) || act->kind == ACT_NONE || (act->kind == ACT_VERB && act->verb == VERB_CLOSE))
        return;
    sink_char(p->sink, ' ');
    if (act->kind == ACT_VERB && act->verb == VERB_GUARD_ON && edge_is(p->wall, segment_edge(&act->segment)))
        sink_cstr(p->sink, verbs[VERB_GUARD].name);
    else
        print_act(p, act);
    if (act->kind == ACT_VERB && (act->verb == VERB_WALL || act->verb == VERB_SHORT))
        p->wall = segment_edge(&act->segment);
}

static void print_acts(struct printer *p, const struct line *line)
{
    if (p->reduced) {
        for (unsigned i = 0; i < line->act_count; i++)
            reduce_act(p, &line->acts[i]);
        return;
    }
    bool anything = !line->has_tile, contradicted = false;
    unsigned nones = 0;
    for (unsigned i = 0; i < line->act_count; i++) {
        anything |= line->acts[i].kind != ACT_NONE && !act_is_remark(&line->acts[i]);
        nones += line->acts[i].kind == ACT_NONE;
        contradicted |= line->acts[i].kind == ACT_STAND || line->acts[i].kind == ACT_UNKNOWN;
    }
    contradicted |= nones > 1;
    if (!anything && !contradicted)
        sink_cstr(p->sink, " -");
    for (unsigned i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        /* A "-" beside a follower is an error that must not vanish. */
        bool idle = act->kind == ACT_NONE && line->kind == LINE_TURN && line->has_tile && !contradicted;
        if (idle)
            continue;
        sink_char(p->sink, ' ');
        print_act(p, act);
    }
}

static void print_end(struct printer *p, const struct line *line)
{
    static const char *const reasons[] = {NULL, " stopped", " resigned:", " timeout:", " forfeit:"};
    sink_cstr(p->sink, "end");
    for (unsigned i = 0; i < line->act_count; i++)
        if (line->acts[i].kind == ACT_TOTALS && !p->reduced) {
            sink_char(p->sink, ' ');
            print_numbers(p->sink, line->acts[i].numbers, line->acts[i].count);
        }
    if (line->reason) {
        sink_cstr(p->sink, reasons[line->reason]);
        if (line->reason != END_STOPPED)
            sink_char(p->sink, (char)('a' + line->seat));
    }
    for (unsigned i = 0; i < line->act_count; i++)
        if (line->acts[i].kind != ACT_TOTALS && !p->reduced) {
            sink_char(p->sink, ' ');
            print_act(p, &line->acts[i]);
        }
}

/* The least orientation that looks the same, for the identity. */
static unsigned orient_reduced(const struct design *design, unsigned orient)
{
    return design ? orient % design->symmetry : orient;
}

static void print_turn(struct printer *p, const struct line *line, unsigned turn, unsigned step)
{
    sink_int(p->sink, turn);
    if (line->kind == LINE_STEP) {
        sink_char(p->sink, '.');
        sink_int(p->sink, step);
    }
    sink_char(p->sink, (char)('a' + line->seat));
    if (line->has_tile) {
        sink_char(p->sink, ' ');
        print_tile(p, &line->tile);
        p->here = line->cell;
        p->own = (struct laid){.cell = line->cell, .orient = line->orient, .design = line->orient == ORIENT_UNKNOWN ? NULL : line->tile.design};
        grid_put(p, line->cell, line->orient, line->tile.design);
        sink_char(p->sink, ' ');
        print_cell(p, line->cell);
        unsigned orient = p->reduced ? orient_reduced(line->tile.design, line->orient) : line->orient;
        sink_char(p->sink, orient == ORIENT_UNKNOWN ? '?' : "NESW"[orient]);
    }
    build_bridges(p, line);
    print_acts(p, line);
    p->own.design = NULL;
}

static void print_line(struct printer *p, const struct line *line, unsigned step)
{
    switch ((enum line_kind)line->kind) {
    case LINE_TURN:
    case LINE_STEP:
        if (line->kind == LINE_TURN)
            p->here = nowhere;
        if (line->broken) {
            sink_str(p->sink, line->raw);
            break;
        }
        if (p->joined)
            print_acts(p, line);
        else
            print_turn(p, line, line->turn, step);
        break;
    case LINE_FINAL:
        sink_cstr(p->sink, "final");
        p->here = nowhere;
        for (unsigned i = 0; i < line->act_count; i++) {
            sink_char(p->sink, ' ');
            print_act(p, &line->acts[i]);
        }
        break;
    case LINE_END:
        print_end(p, line);
        break;
    case LINE_COMMENT:
        break;
    case LINE_RAW:
        sink_str(p->sink, line->raw);
        break;
    }
}

void crn_print_turn(const struct line *lines, unsigned count, char between, struct sink *sink)
{
    struct printer p = {.sink = sink, .here = nowhere};
    unsigned step = 0;
    for (unsigned i = 0; i < count; i++) {
        if (i)
            sink_char(sink, between);
        step = lines[i].kind == LINE_STEP ? step + 1 : 0;
        print_line(&p, &lines[i], step);
    }
}

void crn_print_act(const struct act *act, struct cell here, struct sink *sink)
{
    struct printer p = {.sink = sink, .here = here};
    print_act(&p, act);
}

/* ---- The header ---- */

/* "%CRN" stands nowhere but where a record begins, so in a value it is escaped. */
static void print_without_magic(struct sink *sink, struct str text)
{
    struct sink json;
    sink_open(&json, -1);
    sink_json(&json, text);
    struct str rest = sink_text(&json);
    while (rest.n) {
        bool magic = str_begins(rest, "%CRN");
        sink_str(sink, magic ? str_of("\\u0025") : (struct str){rest.p, 1});
        rest = str_from(rest, 1);
    }
    sink_close(&json);
}

static void print_scalar(struct sink *sink, const struct value *value, bool flow)
{
    bool plain = scalar_is_plain(value->text, flow) && !(value->quoted && scalar_is_typed(value->text));
    if (value->text.n && memchr(value->text.p, '%', value->text.n))
        print_without_magic(sink, value->text);
    else if (plain || (value->text.n == 0 && !value->quoted))
        sink_str(sink, value->text);
    else
        sink_json(sink, value->text);
}

static void print_value(struct sink *sink, const struct value *value)
{
    if (value->kind == VALUE_SCALAR) {
        if (value->text.n || value->quoted)
            sink_char(sink, ' ');
        print_scalar(sink, value, false);
        return;
    }
    if (value->kind == VALUE_BLOCK)
        return;
    sink_cstr(sink, value->kind == VALUE_MAP ? " {" : " [");
    for (uint32_t i = 0; i < value->count; i++) {
        if (i)
            sink_cstr(sink, ", ");
        if (value->kind == VALUE_MAP) {
            struct value key = {.kind = VALUE_SCALAR, .text = value->keys[i], .quoted = true};
            print_scalar(sink, &key, true);
            sink_cstr(sink, ": ");
        }
        print_scalar(sink, &value->items[i], true);
    }
    sink_char(sink, value->kind == VALUE_MAP ? '}' : ']');
}

static int key_rank(const struct header_entry *entry)
{
    struct str key = entry->key;
    static const char *const order[] = {"event", "site", "round", "table", "date", "game", "sets", "brings", "tiles", "piles",
                                        "rules", "options", "start", "players", "teams"};
    enum { KNOWN = sizeof order / sizeof *order };
    for (int i = 0; i < KNOWN; i++)
        if (str_is(key, order[i]))
            return i;
    /* Of lines that could not be read those with a key come last, where a key stays the second of its name; the others
     * first, where no block stands above them. */
    if (key.n == 0)
        return entry->broken_key.n ? KNOWN + 2 : -1;
    return str_is(key, "result") ? KNOWN + 1 : KNOWN;
}

static int entry_order(const void *a, const void *b)
{
    const struct header_entry *const *x = a, *const *y = b;
    int rank = key_rank(*x) - key_rank(*y);
    if (rank == 0 && (*x)->key.n)
        rank = str_compare((*x)->key, (*y)->key);
    return rank ? rank : (*x > *y) - (*x < *y);
}

/* Lines of a block, without blank ones. */
static void print_block(struct sink *sink, struct str text)
{
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = (size_t)(end - text.p) + 1, blank = 0;
        while (blank < n && (text.p[blank] == ' ' || text.p[blank] == '\t' || text.p[blank] == '\n'))
            blank++;
        if (blank < n)
            sink_bytes(sink, text.p, n);
        text = str_from(text, n);
    }
}

static void print_entry(struct sink *sink, const struct header_entry *entry)
{
    sink_str(sink, entry->comments);
    if (entry->key.n == 0) {
        sink_str(sink, entry->value.text);
        sink_char(sink, '\n');
        return;
    }
    sink_str(sink, entry->key);
    sink_char(sink, ':');
    print_value(sink, &entry->value);
    if (entry->comment.n) {
        sink_char(sink, ' ');
        sink_str(sink, entry->comment);
    }
    sink_char(sink, '\n');
    if (entry->value.kind == VALUE_BLOCK)
        print_block(sink, entry->value.text);
}

static void print_header(const struct record *record, struct sink *sink)
{
    const struct header_entry **sorted = malloc((record->entry_count + 1) * sizeof *sorted);
    if (!sorted)
        return;
    for (uint32_t i = 0; i < record->entry_count; i++)
        sorted[i] = &record->entries[i];
    qsort(sorted, record->entry_count, sizeof *sorted, entry_order);
    for (uint32_t i = 0; i < record->entry_count; i++)
        print_entry(sink, sorted[i]);
    free(sorted);
    sink_str(sink, record->header_comments);
}

/* The start tile as the header says or the first set has it. */
static struct laid start_of(const struct record *record)
{
    if (record->has_start)
        return (struct laid){.cell = record->start_cell, .orient = record->start_orient, .design = record->start.design};
    const struct tileset *set = record->set_count ? record->sets[0] : NULL;
    for (unsigned i = 0; set && set->start && i < set->design_count; i++)
        if (strcmp(set->designs[i].name, set->start) == 0)
            return (struct laid){.design = &set->designs[i]};
    return (struct laid){.design = NULL};
}

static void lay_start(struct printer *p, const struct record *record)
{
    struct laid start = start_of(record);
    grid_put(p, start.cell, start.orient, start.design);
}

/* Steps are numbered from 1 within their turn, as they stand. */
static unsigned step_number(const struct record *record, uint32_t i)
{
    unsigned step = 1;
    while (i-- > 0) {
        if (record->lines[i].kind == LINE_STEP)
            step++;
        else if (record->lines[i].kind != LINE_COMMENT)
            break;
    }
    return step;
}

void crn_print(const struct record *record, struct sink *sink)
{
    struct printer p = {.sink = sink, .here = nowhere};
    lay_start(&p, record);
    sink_str(sink, record->magic.n ? record->magic : str_of("%CRN 1"));
    sink_char(sink, '\n');
    print_header(record, sink);
    sink_cstr(sink, "---\n");
    for (uint32_t i = 0; i < record->line_count; i++) {
        const struct line *line = &record->lines[i];
        if (line->kind == LINE_RAW && line->broken)
            continue;
        print_line(&p, line, line->kind == LINE_STEP ? step_number(record, i) : 0);
        if (line->comment.n && line->kind != LINE_COMMENT)
            sink_char(sink, ' ');
        sink_str(sink, line->comment);
        sink_char(sink, '\n');
    }
    for (uint32_t i = 0; i < record->assertion_count; i++)
        sink_printf(sink, "# claimed: %.*s\n", STR_ARGS(record->assertions[i].text));
}

/* A judge's correction is no move, nor is a step that decides nothing. */
static bool is_move(const struct line *line)
{
    if (line->kind == LINE_END)
        return line->reason != END_NORMAL;
    bool decides = false;
    for (uint32_t i = 0; i < line->act_count; i++)
        decides |= !act_is_remark(&line->acts[i]) && line->acts[i].kind != ACT_ADJUST && !(line->acts[i].kind == ACT_VERB && line->acts[i].verb == VERB_CLOSE);
    return line->kind == LINE_TURN || (line->kind == LINE_STEP && decides);
}

void crn_decisions(const struct record *record, void (*visit)(void *, const struct line *, bool joined, struct str), void *context)
{
    struct sink text;
    sink_open(&text, -1);
    struct printer p = {.sink = &text, .reduced = true, .here = nowhere, .wall = {.cell = nowhere}};
    lay_start(&p, record);
    const struct line *before = NULL;
    for (uint32_t i = 0; i < record->line_count; i++) {
        const struct line *line = &record->lines[i];
        if (!is_move(line))
            continue;
        p.joined = before && line->kind == LINE_STEP && line->seat == before->seat && line->turn == before->turn;
        sink_clear(&text);
        /* Steps are not numbered: those that only claim something may come and go. */
        print_line(&p, line, 0);
        visit(context, line, p.joined, sink_text(&text));
        before = line;
    }
    sink_close(&text);
}

struct decisions {
    struct sink text;
    bool any;
};

static void add_decision(void *context, const struct line *line, bool joined, struct str text)
{
    struct decisions *all = context;
    (void)line;
    sink_cstr(&all->text, all->any && !joined ? "\n" : "");
    sink_str(&all->text, text);
    all->any = true;
}

struct digest crn_digest(const struct record *record)
{
    struct decisions all = {.any = false};
    sink_open(&all.text, -1);
    sink_printf(&all.text, "%u\n", record->player_count);
    for (unsigned i = 0; i < record->set_count; i++)
        sink_printf(&all.text, "%s\n", record->sets[i]->name);
    struct laid start = start_of(record);
    if (start.design)
        sink_printf(&all.text, "%s %d,%d%u\n", start.design->name, start.cell.x, start.cell.y,
                    orient_reduced(start.design, start.orient));
    crn_decisions(record, add_decision, &all);
    struct digest digest = digest_of(sink_text(&all.text));
    sink_close(&all.text);
    return digest;
}

void crn_identity(const struct record *record, char identity[33])
{
    struct digest digest = crn_digest(record);
    snprintf(identity, 33, "%016llx%016llx", (unsigned long long)digest.high, (unsigned long long)digest.low);
}
