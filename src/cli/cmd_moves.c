/* SPDX-License-Identifier: MIT */
/* bastide moves: lists or counts the turns that may be played. */
#include <limits.h>
#include <unistd.h>

#include "base/pool.h"
#include "cli/cli.h"
#include "notation/crn.h"
#include "play/counting.h"

static const char *const keys[] = {"turn", "step"};
enum { BY_TURNS, BY_STEPS, KEY_COUNT };

/* Limits of the effort for one game, in the units of record_effort(). Each printed byte is charged
 * as effort too: the limit is reached after LISTING_BYTES_MAX bytes, so that the listing of a game
 * stays below 8 MiB. */
enum { LISTING_EFFORT_MAX = RECORD_EFFORT_MAX, COUNTING_EFFORT_MAX = 4 * RECORD_EFFORT_MAX };
enum { LISTING_BYTES_MAX = 6500000 };

struct moves {
    struct step_finder steps;
    uint16_t at;
    bool each, counts, text;
    uint64_t printed;   /* printed bytes for which effort was charged */
    uint64_t list_most; /* limit of the acts listed for a decision and the turns listed at a point;
                           0 for no limit */
    int by;
    unsigned depth;
    const char *tiles;
    struct emitter emitter;
    struct run *run;
    struct game_view view;
    struct turns turns;
    struct pool *pool;                     /* threads that count; NULL without --jobs */
    struct findings again;                 /* findings of the second replay, which were reported
                                              before */
    bool unsure_reported;                  /* the warning that something on the table is unknown was
                                              printed */
    bool reported;                         /* a choice of this decision was printed as text */
    struct turn taken;                     /* turn that the record plays at the point; without lines
                                              if it ends there */
    const struct line *next;               /* first line of that turn */
    unsigned turn;                         /* number of that turn */
    bool trouble;                          /* trouble was reported at the point under way */
    bool is_over;                          /* no tile is left to draw */
    unsigned parts, numbered, last_number; /* for the numbers of decisions: part of the turn, last
                                              number before this part, last number so far */
};

static void charge_printed(struct moves *m)
{
    uint64_t printed = sink_written(&m->run->out);
    uint64_t most = m->counts ? COUNTING_EFFORT_MAX : LISTING_EFFORT_MAX;
    m->turns.effort += (most / LISTING_BYTES_MAX + 1) * (printed - m->printed);
    m->printed = printed;
}

/* ---- Steps ---- */

static struct sink *cleared(struct sink *word)
{
    sink_clear(word);
    return word;
}

/* Writes what was chosen in the form of the choices; "-" for nothing. If it is unknown,
 * visit_offer() does not print it. */
static void write_taken(const struct offer *offer, struct sink *word)
{
    if (offer->spots && !offer->declined)
        steps_write_spot((struct spot){.cell = offer->line->cell}, offer->line->orient % 4u, word);
    else if (offer->steps && offer->flown)
        sink_char(word, offer->flown);
    else if (offer->again && offer->goes_on)
        sink_cstr(word, offer->outside ? offer->design->name : "tile");
    else if (offer->taken)
        steps_write_act(offer->taken, NULL, offer->here, word);
    else
        sink_char(word, '-');
}

/* Emits a choice and its place. A row of CSV has only the word, which contains the place. */
static void emit_choice(struct moves *m, struct sink *word, const struct cell *cell, port_set ports)
{
    struct emitter *e = &m->emitter;
    if (e->form == EMIT_CSV) {
        emit_str(e, sink_text(word));
        return;
    }
    emit_map(e);
    emit_key(e, "act");
    emit_str(e, sink_text(word));
    if (cell)
        report_cell(e, "cell", *cell);
    if (ports) {
        emit_key(e, "ports");
        emit_list(e);
        for (unsigned port = 0; port < PORTS; port++)
            if (ports >> port & 1)
                emit_str(e, str_of(port_names[port]));
        emit_close(e);
    }
    emit_close(e);
}

static void print_choice(struct moves *m, struct sink *word, const struct cell *cell,
                         port_set ports)
{
    if (!m->text) {
        emit_choice(m, word, cell, ports);
        return;
    }
    sink_cstr(&m->run->out, m->reported ? " " : "");
    sink_append(&m->run->out, word);
    m->reported = true;
}

static void print_act(struct moves *m, const struct offer *offer, const struct choice *choice,
                      struct sink *word)
{
    const struct act *act = &choice->act;
    const struct referee *r = &m->run->referee;
    steps_write_act(act, choice, offer->here, cleared(word));
    port_set ports = 0;
    if (act->segment.has_cell && act->segment.kind != KIND_COUNT) {
        unsigned tile = table_at(&r->table, act->segment.cell.x, act->segment.cell.y);
        unsigned node =
            tile == TILE_NONE ? (unsigned)NODE_NONE : ledger_node(r->ledger, tile, &act->segment);
        ports = node == NODE_NONE ? 0 : ledger_node_ports(r->ledger, node);
    }
    print_choice(m, word, act->segment.has_cell ? &act->segment.cell : NULL, ports);
}

/* Prints the choices of a decision, up to the limit; returns how many remain. */
static unsigned print_choices(struct moves *m, const struct offer *offer, struct sink *word)
{
    unsigned most =
        m->list_most && m->list_most < offer->count ? (unsigned)m->list_most : offer->count;
    for (unsigned i = 0; i < most; i++) {
        if (offer->steps) {
            sink_char(cleared(word), "NESW"[offer->steps[i].side]);
            print_choice(m, word, &offer->steps[i].cell, 0);
        } else if (offer->choices) {
            print_act(m, offer, &offer->choices[i], word);
        }
        for (unsigned orient = offer->spots ? offer->spots[i].orient : 4u; orient < 4;
             orient += offer->design->symmetry) {
            steps_write_spot(offer->spots[i], orient, cleared(word));
            print_choice(m, word, &offer->spots[i].cell, 0);
        }
    }
    if (offer->again) {
        sink_cstr(cleared(word), offer->outside ? offer->design->name : "tile");
        print_choice(m, word, NULL, 0);
    }
    if (!offer->must) {
        sink_char(cleared(word), '-');
        print_choice(m, word, NULL, 0);
    }
    return offer->count - most;
}

/* Returns the number of a decision, counted through all parts of its turn. */
static unsigned number_in_turn(struct moves *m, const struct turn_state *turn, unsigned number)
{
    if (!turn->part)
        m->numbered = 0;
    else if (turn->parts != m->parts)
        m->numbered = m->last_number;
    m->parts = turn->parts;
    return m->last_number = m->numbered + number;
}

/* Prints a decision. As text: turn and seat, number and name of the decision, what was chosen, and
 * what could be chosen. */
static void visit_offer(void *context, const struct offer *offer)
{
    struct moves *m = context;
    struct sink word;
    if (turns_exhausted(&m->turns))
        return;
    sink_open(&word, -1);
    write_taken(offer, &word);
    bool known = m->next && !offer->waits;
    m->reported = false;
    const struct turn_state *state = &m->run->referee.turn;
    unsigned turn = state->number, number = number_in_turn(m, state, offer->number);
    if (m->text) {
        struct sink *out = &m->run->out;
        sink_printf(out, "%u%c\t%u\t%s%s%s\t", turn, 'a' + offer->seat, number, offer->what,
                    offer->spots ? " " : "", offer->design ? offer->design->name : "");
        sink_plain(out, known ? sink_text(&word) : str_of("?"));
        sink_char(out, '\t');
        unsigned more = print_choices(m, offer, &word);
        if (more)
            sink_printf(out, "\t# and %u more", more);
        sink_char(out, '\n');
    } else {
        struct emitter *e = &m->emitter;
        report_object(e, &m->view, "choice");
        emit_key_int(e, "turn", turn);
        report_part(e, state->part);
        report_seat(e, "seat", offer->seat);
        emit_key_int(e, "number", number);
        emit_key_text(e, "decision", offer->what);
        emit_key(e, "tile");
        if (offer->spots)
            emit_str(e, str_of(offer->design->name));
        else
            emit_null(e);
        emit_key(e, "taken");
        if (known)
            emit_str(e, sink_text(&word));
        else
            emit_null(e);
        emit_key(e, "choices");
        emit_list(e);
        unsigned more = print_choices(m, offer, &word);
        emit_close(e);
        if (report_has_key(e, more))
            emit_key_int(e, "more", more);
        emit_end(e);
    }
    sink_close(&word);
    charge_printed(m);
}

/* ---- Turns ---- */

static void emit_lines(struct moves *m, const struct turn *turn)
{
    struct sink text;
    sink_open(&text, -1);
    emit_key(&m->emitter, "lines");
    emit_list(&m->emitter);
    crn_print_turn(turn->lines, turn->line_count, '\n', &text);
    struct str rest = sink_text(&text);
    while (rest.n) {
        const char *end = memchr(rest.p, '\n', rest.n);
        struct str line = {rest.p, end ? (size_t)(end - rest.p) : rest.n};
        emit_str(&m->emitter, line);
        rest = str_from(rest, line.n + 1);
    }
    emit_close(&m->emitter);
    sink_close(&text);
}

static void report_trouble(struct moves *m, const char *what)
{
    sink_printf(&m->run->err, "bastide moves: %s: %s\n", run_game_name(m->run, m->view.file), what);
    sink_flush(&m->run->err);
    m->run->status = EXIT_TROUBLE;
    m->trouble = true;
}

/* Prints a turn. As text: its lines, with tabs between them, then its count or remarks. */
static void visit_turn(void *context, const struct turn *turn, uint64_t count)
{
    struct moves *m = context;
    struct sink *out = &m->run->out;
    bool taken = m->taken.line_count && turn->key.high == m->taken.key.high &&
                 turn->key.low == m->taken.key.low;
    if (m->text) {
        crn_print_turn(turn->lines, turn->line_count, '\t', out);
        if (m->counts)
            sink_printf(out, "\t%llu", (unsigned long long)count);
        sink_cstr(out, turn->open
                           ? turn->bazaar ? "\t# a bazaar follows" : "\t# a second tile follows"
                           : "");
        sink_cstr(out, taken && !m->counts ? "\t# taken\n" : "\n");
        charge_printed(m);
        return;
    }
    struct emitter *e = &m->emitter;
    report_object(e, &m->view, "turn");
    emit_key_int(e, "turn", turn->lines[0].turn);
    report_seat(e, "seat", turn->lines[0].seat);
    emit_lines(m, turn);
    emit_key_bool(e, "open", turn->open);
    if (m->counts)
        emit_key_int(e, "count", (int64_t)count);
    if (!m->counts && m->taken.line_count)
        emit_key_bool(e, "taken", taken);
    emit_end(e);
    charge_printed(m);
}

/* Prints that not all turns at the point are listed. */
static void print_more(struct moves *m)
{
    const struct turns *t = &m->turns;
    struct emitter *e = &m->emitter;
    if (m->text) {
        sink_printf(&m->run->out, "# and %s%llu more (--limit=0 lists all)\n",
                    t->more_is_all ? "" : "more than ", (unsigned long long)t->more);
    } else if (e->form == EMIT_CSV) {
        sink_printf(&m->run->err,
                    "bastide moves: %s: warning: turn %u: %s%llu more %s not listed "
                    "(--limit=0 lists all)\n",
                    run_game_name(m->run, m->view.file), m->turn,
                    t->more_is_all ? "" : "more than ", (unsigned long long)t->more,
                    t->more == 1 && t->more_is_all ? "turn is" : "turns are");
        sink_flush(&m->run->err);
    } else {
        report_object(e, &m->view, "more");
        emit_key_int(e, "turn", m->turn);
        emit_key_int(e, "count", (int64_t)t->more);
        emit_key_bool(e, "all", t->more_is_all);
        emit_end(e);
    }
}

static void print_turns(struct moves *m)
{
    struct turns *t = &m->turns;
    if (m->counts && t->order_count < m->depth) {
        /* Near its end a game has too few tiles for the depth: with --each, and if none is left,
         * that is not an error. */
        if (!m->each && !m->is_over)
            report_trouble(m, "--tiles names fewer tiles than --depth needs");
        return;
    }
    uint64_t count = 0;
    if (m->counts && m->pool && m->depth > 1)
        count = counting_count(t, m->pool, m->depth, visit_turn, m);
    else if (m->counts)
        count = turns_count(t, m->depth, visit_turn, m);
    else
        turns_list(t, visit_turn, m);
    if (t->trouble) {
        report_trouble(m, t->trouble);
        return;
    }
    if (t->more)
        print_more(m);
    if (m->counts && m->text)
        sink_printf(&m->run->out, "total\t%llu\n", (unsigned long long)count);
    if (m->text || !m->counts)
        return;
    report_object(&m->emitter, &m->view, "count");
    emit_key_int(&m->emitter, "turn", m->turn);
    emit_key_int(&m->emitter, "depth", m->depth);
    emit_key_int(&m->emitter, "count", (int64_t)count);
    emit_end(&m->emitter);
}

/* ---- Points ---- */

/* Reads the value of --tiles, such as "t34,t5". False, with a message, for a name that no set in
 * play has, or for too many tiles. */
static bool read_tiles(struct moves *m)
{
    struct turns *t = &m->turns;
    t->order_count = 0;
    struct str name;
    for (const char *at = m->tiles; str_item(&at, &name);) {
        const struct design *design = crn_design(&m->run->catalogue, &m->run->record, name);
        if (!design || t->order_count == BAG_MAX) {
            report_trouble(m, design ? "--tiles names more tiles than a game has"
                                     : arena_printf(&m->run->arena,
                                                    "unknown tile '%s': no set in play has it",
                                                    arena_brief(&m->run->arena, name)));
            return false;
        }
        t->order[t->order_count++] = design;
    }
    return true;
}

/* Prints the placements of each of the designs on the next line. Reports trouble if one of them can
 * no longer be drawn. */
static void print_placements(struct moves *m, const struct line *next,
                             const struct design **designs, unsigned count)
{
    struct referee *r = &m->run->referee;
    const struct design *drawable[DESIGNS_IN_PLAY_MAX];
    unsigned drawable_count = referee_drawable(r, drawable);
    for (unsigned i = 0; i < count; i++) {
        bool is_left = false;
        for (unsigned k = 0; k < drawable_count; k++)
            is_left |= drawable[k] == designs[i];
        if (!is_left && !r->draw.reserved) {
            report_trouble(m, arena_printf(&m->run->arena, "no tile %s remains to be drawn",
                                           designs[i]->name));
            return;
        }
    }
    struct line line = *next;
    for (unsigned i = 0; i < count; i++) {
        line.tile = (struct tile_ref){str_of(designs[i]->name), designs[i], {0}};
        steps_placements(&m->steps, &line);
    }
}

/* Lists the tiles from which the next seat must choose instead of drawing one. Begins its turn if
 * there may be any. */
static unsigned find_held(struct referee *r, const struct line *next,
                          const struct design *designs[SEATS_MAX])
{
    if (!r->draw.reserved)
        return 0;
    referee_turn(r, next);
    return choices_tiles(r, designs);
}

/* Prints one point of a record, after its first `before` lines. The lines from `before` up to `end`
 * are the next turn of the record. The run's referee must have judged the lines before the point,
 * and judges this turn. */
static void print_point(struct moves *m, uint32_t before, uint32_t end)
{
    struct run *run = m->run;
    struct record *record = &run->record;
    struct turns *t = &m->turns;
    const struct design *left[DESIGNS_IN_PLAY_MAX];
    m->next = before < end && !m->tiles ? &record->lines[before] : NULL;
    const struct line head = referee_next_line(&run->referee);
    m->turn = head.turn;
    m->trouble = false;
    if (run->referee.unknown.game && !m->unsure_reported) {
        sink_printf(&run->err,
                    "bastide moves: %s: warning: from turn %u on the record does not say all that "
                    "lies; more may be played there "
                    "than is printed\n",
                    run_game_name(run, m->view.file), m->turn);
        sink_flush(&run->err);
        m->unsure_reported = true;
    }
    m->taken = (struct turn){0};
    turns_at(t, record, before);
    t->order_count = turns_drawn(record, before, true, t->order, BAG_MAX);
    if (m->tiles && !read_tiles(m))
        return;
    const struct design *held[SEATS_MAX];
    unsigned held_count = m->next || before < end ? 0 : find_held(&run->referee, &head, held);
    bool draws = !t->order_count && !held_count && referee_ends(&run->referee) != ANSWER_YES &&
                 (before == end || !run->referee.draw.reserved);
    unsigned left_count = draws ? referee_drawable(&run->referee, left) : 0;
    m->is_over = !t->order_count && !left_count && !run->referee.draw.reserved;
    if (m->by == BY_STEPS && held_count)
        print_placements(m, &head, held, held_count);
    else if (m->by == BY_STEPS && !m->next)
        print_placements(m, &head, left_count ? left : t->order,
                         left_count ? left_count : t->order_count != 0);
    if (m->by == BY_TURNS || !m->next)
        referee_lines(&run->referee, end > before ? &record->lines[before] : NULL, end - before);
    else
        for (uint32_t i = before, next; i < end; i = next) {
            next = (uint32_t)(referee_turn_end(&record->lines[i], record->lines + end) -
                              record->lines);
            steps_turn(&m->steps, &record->lines[i], record->lines + next);
        }
    if (m->by == BY_STEPS)
        return;
    if (m->next)
        m->taken = turns_of_lines(&run->referee, &run->arena, &record->lines[before], end - before);
    t->also = m->taken.line_count ? &m->taken.key : NULL;
    if (!left_count)
        print_turns(m);
    for (unsigned i = 0; i < left_count && !m->trouble; i++) {
        t->order[0] = left[i];
        t->order_count = 1;
        print_turns(m);
    }
}

/* Returns the index of the first line after the turn that begins on line `i`. The lines of tiles
 * that the turn discarded belong to it. */
static uint32_t turn_end(const struct record *record, uint32_t i)
{
    uint16_t turn = record->lines[i].turn;
    while (++i < record->line_count) {
        const struct line *line = &record->lines[i];
        if (line->kind == LINE_TURN ? line->turn != turn
                                    : line->kind != LINE_STEP && line->kind != LINE_COMMENT)
            break;
    }
    return i;
}

/* Makes the run's referee judge the record again up to the point after turn m->at, and returns the
 * index of the first line after this point. With --each, prints each point on the way. Findings are
 * not reported again. With `breaks_off` the last turn stays open if another tile is due in it. */
static uint32_t go_there(struct moves *m, bool breaks_off)
{
    struct run *run = m->run;
    const struct record *record = &run->record;
    m->again = (struct findings){.arena = &run->arena};
    run->referee.through = UINT16_MAX;
    referee_begin(&run->referee, record, &m->again, &run->ledger);
    run->referee.lines.whole = m->turns.breaks_off = breaks_off;
    uint32_t i = 0;
    while (i < record->line_count) {
        const struct line *line = &record->lines[i];
        if (line->kind == LINE_FINAL || line->kind == LINE_END ||
            (line->kind == LINE_TURN && line->turn > m->at))
            break;
        uint32_t end = line->kind == LINE_TURN ? turn_end(record, i) : i + 1;
        if (m->each && line->kind == LINE_TURN && !turns_exhausted(&m->turns))
            print_point(m, i, end);
        else
            referee_lines(&run->referee, line, end - i);
        i = end;
    }
    run->referee.lines.whole = false;
    return i;
}

/* ---- A turn under way ---- */

/* The next step of the unfinished turn at the end of a record. */
struct due {
    struct choices choices;
    unsigned turn, step;
    struct cell here; /* cell of the turn's tile */
};

/* Prints a line that may come next. As text: the line, and how many unknown tiles it reveals. */
static void print_step(struct moves *m, const struct due *due, unsigned seat, const struct act *act)
{
    struct emitter *e = &m->emitter;
    struct sink text;
    bool reveals = act_has_shape(act, SHAPE_TILES) && !act->tiles[0].design;
    sink_open(&text, -1);
    sink_printf(&text, "%u.%u%c ", due->turn, due->step, 'a' + seat);
    crn_print_act(act, due->here, &text);
    if (m->text) {
        sink_append(&m->run->out, &text);
        if (reveals)
            sink_printf(&m->run->out, "\t# reveals %u tile%s", act->count,
                        act->count == 1 ? "" : "s");
        sink_char(&m->run->out, '\n');
    } else {
        report_object(e, &m->view, "step");
        emit_key_int(e, "turn", due->turn);
        report_seat(e, "seat", seat);
        emit_key(e, "line");
        emit_str(e, sink_text(&text));
        if (reveals)
            emit_key_int(e, "reveals", act->count);
        emit_end(e);
    }
    sink_close(&text);
    charge_printed(m);
}

/* Names the tiles that an act reveals: those of --tiles if it names as many, or unknown ones. */
static void name_revealed(struct moves *m, struct act *act)
{
    const struct turns *t = &m->turns;
    bool known = m->tiles && t->order_count == act->count;
    struct tile_ref *tiles = arena_alloc(&m->run->arena, act->count * sizeof *tiles);
    for (unsigned i = 0; i < act->count; i++)
        tiles[i] = known ? (struct tile_ref){str_of(t->order[i]->name), t->order[i], {0}}
                         : (struct tile_ref){str_of("?"), NULL, {0}};
    act->tiles = tiles;
}

/* True if an equal token is earlier in the list. */
static bool is_listed(const struct choices *choices, unsigned i)
{
    for (unsigned k = 0; k < i && choices->chance; k++)
        if (choices->list[k].act.number == choices->list[i].act.number)
            return true;
    return false;
}

/* Prints each choice as a line; a bid as a line for each number of points. */
static void print_steps(struct moves *m, const struct due *due)
{
    uint64_t printed = 0, left_out = 0;
    for (unsigned i = 0; i < due->choices.count; i++) {
        const struct choice *choice = &due->choices.list[i];
        struct act act = choice->act;
        if (is_listed(&due->choices, i))
            continue;
        if (act_has_shape(&act, SHAPE_TILES))
            name_revealed(m, &act);
        int64_t more = act_has_shape(&act, SHAPE_BID) ? choice->most - (int64_t)act.number : 0;
        for (; more >= 0 && !turns_exhausted(&m->turns); more--, printed++) {
            if (m->list_most && printed == m->list_most) {
                left_out += (uint64_t)more + 1;
                break;
            }
            print_step(m, due, choice->seat, &act);
            act.number += more > 0;
        }
    }
    m->turn = due->turn;
    m->turns.more = left_out;
    m->turns.more_is_all = true;
    if (left_out)
        print_more(m);
}

static void visit_due(void *context, const struct offer *offer)
{
    if (offer->due)
        visit_offer(context, offer);
}

/* Prints what may come next in the unfinished turn at the end of a record. Returns false if there
 * is no choice. */
static bool print_due(struct moves *m)
{
    struct run *run = m->run;
    struct referee *r = &run->referee;
    const struct record *record = &run->record;
    struct due due = {
        .choices = {.list = arena_alloc(&run->arena, CHOICES_MAX * sizeof *due.choices.list),
                    .most = CHOICES_MAX},
        .step = 1};
    uint32_t last = record->line_count;
    while (last && record->lines[--last].kind != LINE_TURN)
        ;
    for (uint32_t i = last; i < record->line_count; i++)
        due.step = record->lines[i].kind == LINE_STEP ? record->lines[i].step + 1u : due.step;
    m->turns.order_count = 0;
    m->trouble = false;
    go_there(m, true);
    steps_find_due(r, &due.choices);
    if (!due.choices.count)
        return false;
    if (m->tiles && !read_tiles(m))
        return true;
    if (m->counts) {
        report_trouble(m, "turns cannot be counted: the record ends within one");
        return true;
    }
    due.turn = r->turn.number;
    due.here = r->table.tiles[r->turn.tile].cell;
    if (m->by == BY_TURNS) {
        print_steps(m, &due);
        return true;
    }
    m->next = NULL;
    steps_begin(&m->steps, r, &run->arena, visit_due, m);
    m->steps.pauses = true;
    referee_begin(r, record, &m->again, &run->ledger);
    referee_lines(r, record->lines, last);
    steps_turn(&m->steps, &record->lines[last], record->lines + record->line_count);
    return true;
}

/* True if the record ends in a turn in which something is due before the next turn. */
static bool is_due(const struct run *run)
{
    bool must;
    return run->referee.turn.waits && !referee_waits_for_part(&run->referee, &must);
}

/* ---- The command ---- */

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    struct moves *m = context;
    const struct record *record = &run->record;
    m->run = run;
    m->unsure_reported = false;
    m->turns.effort = 0;
    m->printed = sink_written(&run->out);
    m->view = run_view(run, file);
    if (is_game && !run_has_turn(run, file, m->at))
        return;
    if (is_game)
        run_judge(run, 0, m->at < TURN_MAX ? m->at : TURN_MAX, false);
    run_complain(run, file, &run->findings);
    if (!is_game)
        return;
    if (!m->each && is_due(run) && print_due(m))
        return;
    steps_begin(&m->steps, &run->referee, &run->arena, visit_offer, m);
    m->steps.pauses = true;
    bool must = false, part_due = !m->each && referee_waits_for_part(&run->referee, &must);
    if (part_due) {
        uint32_t i = go_there(m, true);
        print_point(m, i, i);
    }
    if (must || m->trouble)
        return;
    uint32_t i = go_there(m, false);
    bool goes_on = !m->each && i < record->line_count && record->lines[i].kind == LINE_TURN;
    if (!m->each)
        print_point(m, i, goes_on ? turn_end(record, i) : i);
    if (turns_exhausted(&m->turns) && !m->trouble)
        report_trouble(m, TURNS_EXHAUSTED);
}

/* Default number of turns listed: at the only point, and at each point of --each. */
enum { LISTED_AT_ONE_MAX = 10000, LISTED_AT_EACH_MAX = 100 };

static void show_progress(void *context, uint64_t tried)
{
    run_progress_of(context, tried, "turns");
}

int cmd_moves(int argc, char **argv)
{
    struct run *run = run_begin(command_find("moves"));
    static struct moves m;
    long at = UINT16_MAX, depth = 1, limit = -1;
    int c, form = FORM_TEXT;
    bool has_jobs = false;
    run->needs_games = true;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == 'a')
            at = option_number(run, c, 0, TURN_MAX);
        if (c == 'b')
            m.by = cli_word(keys, KEY_COUNT);
        if (c == LONG_DEPTH)
            depth = option_number(run, c, 1, TURNS_DEPTH_MAX);
        if (c == 'f')
            form = cli_form();
        if (c == LONG_LIMIT)
            limit = option_number(run, c, 0, LONG_MAX);
        if (c == 'j')
            run_set_jobs(run, option_number(run, c, 0, JOBS_MAX));
        has_jobs |= c == 'j';
        m.each |= c == LONG_EACH;
        m.counts |= c == 'c';
        m.tiles = c == LONG_TILES ? option_list(run, m.tiles) : m.tiles;
    }
    if (depth > 1 && !m.counts)
        return cli_usage("moves", "--depth can be used only with --count");
    if (has_jobs && !m.counts)
        return cli_usage("moves", "--jobs can be used only with --count");
    if (m.counts && m.by == BY_STEPS)
        return cli_usage("moves",
                         "--count counts complete turns: --by=step cannot be used with it");
    if (m.each && m.tiles)
        return cli_usage("moves", "--each uses the record's tiles: --tiles cannot be used with it");
    m.at = (uint16_t)at;
    m.depth = (unsigned)depth;
    m.text = form == FORM_TEXT;
    m.turns.player.catalogue = &run->catalogue;
    if (limit >= 0)
        *(m.counts ? &m.turns.tried_most : &m.list_most) = (uint64_t)limit;
    else
        m.list_most = m.each && m.by == BY_TURNS ? LISTED_AT_EACH_MAX : LISTED_AT_ONE_MAX;
    m.turns.list_most = m.list_most;
    m.turns.effort_most = limit >= 0 ? 0 : m.counts ? COUNTING_EFFORT_MAX : LISTING_EFFORT_MAX;
    m.turns.progress = show_progress;
    m.turns.progress_context = run;
    if (!m.text)
        emit_open(&m.emitter, (enum emit_form)form, &run->out);
    if (run->jobs > 1)
        m.pool = counting_hire(run->jobs);
    games_visit(run, argv + optind, &(struct work){.visit = visit}, &m);
    if (m.pool)
        pool_dismiss(m.pool);
    if (!m.text)
        emit_finish(&m.emitter);
    turns_free(&m.turns);
    return run_end(run);
}
