/* SPDX-License-Identifier: MIT */
/* Finds the words that may be typed next, for completion and lists. */
#include "base/memory.h"
#include "cli/record/desk.h"
#include "cli/record/slips.h"
#include "draw/draw.h"

static void add_word(struct desk *d, struct str word)
{
    if (d->word_count == d->word_room)
        d->words = memory_grown(d->words, &d->word_room, sizeof *d->words);
    d->words[d->word_count++] = desk_copy(word);
}

void desk_forget_words(struct desk *d)
{
    while (d->word_count)
        memory_free(d->words[--d->word_count]);
}

/* Adds a word for each possible bid, up to BIDS_MAX; one word such as bid:V,20..99 stands for the
 * rest. */
static void add_bids(struct desk *d, const struct choice *choice)
{
    enum { BIDS_MAX = 20 };
    for (int64_t points = choice->act.number; points <= choice->most; points++) {
        if (points == choice->act.number + BIDS_MAX) {
            add_word(d, str_of(arena_printf(&d->run->arena, "bid:%s,%lld..%d",
                                            choice->act.tile.design->name, (long long)points,
                                            choice->most)));
            return;
        }
        add_word(d, str_of(arena_printf(&d->run->arena, "bid:%s,%lld",
                                        choice->act.tile.design->name, (long long)points)));
    }
}

/* Adds the words of a seat's choices. The tiles of a bazaar are drawn, not chosen: the word ends
 * with the colon. */
static void add_choices(struct desk *d, const struct choice *choices, unsigned count, unsigned seat,
                        struct cell here)
{
    struct sink word;
    sink_open(&word, -1);
    for (unsigned i = 0; i < count; i++) {
        const struct act *act = &choices[i].act;
        if (choices[i].seat != seat)
            continue;
        if (act_has_shape(act, SHAPE_BID) && act->tile.design) {
            add_bids(d, &choices[i]);
            continue;
        }
        if (act_has_shape(act, SHAPE_TILES)) {
            d->reveals = act->count;
            sink_printf(&word, "%s:", verbs[act->verb].name);
        } else {
            steps_write_act(act, NULL, here, &word);
        }
        add_word(d, sink_text(&word));
        sink_clear(&word);
    }
    sink_close(&word);
}

static void visit_spots(void *context, const struct offer *offer)
{
    struct desk *d = context;
    struct sink word;
    sink_open(&word, -1);
    for (unsigned i = 0; i < offer->count; i++)
        for (unsigned orient = offer->spots[i].orient; orient < 4;
             orient += offer->design->symmetry) {
            steps_write_spot(offer->spots[i], orient, &word);
            add_word(d, sink_text(&word));
            sink_clear(&word);
        }
    sink_close(&word);
}

/* Adds the acts that the seat may still do after those that are typed. */
static void visit_acts(void *context, const struct offer *offer)
{
    struct desk *d = context;
    if (offer->choices && !offer->taken && !offer->waits &&
        offer->seat == d->run->referee.turn.seat)
        add_choices(d, offer->choices, offer->count, offer->seat, offer->here);
}

const struct design *desk_design(const struct desk *d, struct str word)
{
    return slips_design(&d->run->catalogue, &d->run->record, word);
}

void desk_find_words(struct desk *d, struct str before)
{
    struct run *run = d->run;
    struct referee *r = &run->referee;
    struct str rest = before, word = desk_word(&rest);
    desk_forget_words(d);
    d->reveals = 0;
    desk_judge(d, str_of(""));
    desk_find_next(d);
    if (d->waits || (desk_is_seat(word) && before.n > 1)) {
        unsigned seat = desk_is_seat(word) ? (unsigned)(word.p[0] - 'a') : d->seat;
        add_choices(d, d->choices.list, d->choices.count, seat, r->table.tiles[r->turn.tile].cell);
        return;
    }
    struct line line = referee_next_line(r);
    line.turn = (uint16_t)d->turn;
    line.seat = (uint8_t)d->seat;
    if (!word.n) {
        const struct design *designs[DESIGNS_IN_PLAY_MAX];
        referee_turn(r, &line);
        unsigned count = choices_tiles(r, designs);
        count = count ? count : referee_drawable(r, designs);
        for (unsigned i = 0; i < count; i++)
            add_word(d, str_of(designs[i]->name));
        return;
    }
    line.tile = (struct tile_ref){word, crn_design(&run->catalogue, &run->record, word), {0}};
    if (!desk_word(&rest).n) {
        struct step_finder steps;
        steps_begin(&steps, r, &run->arena, visit_spots, d);
        if (line.tile.design)
            steps_placements(&steps, &line);
        return;
    }
    struct sink typed;
    sink_open(&typed, -1);
    desk_write_line(d, before, &typed);
    desk_judge(d, sink_text(&typed));
    struct findings again = {.arena = &run->arena};
    const struct record *record = &run->record;
    run->ledger.wanted = 0;
    referee_begin(r, record, &again, &run->ledger);
    uint32_t last = record->line_count;
    while (last && record->lines[last - 1].kind != LINE_TURN)
        last--;
    if (last) {
        struct step_finder steps;
        steps_begin(&steps, r, &run->arena, visit_acts, d);
        referee_lines(r, record->lines, last - 1);
        steps_turn(&steps, &record->lines[last - 1], record_end(record));
    }
    sink_close(&typed);
}

/* ---- Numbered placements ---- */

enum { PLACEMENTS_MAX = 400, LIST_COLUMNS = 76 };

void desk_forget_listed(struct desk *d)
{
    while (d->listed_count)
        memory_free(d->listed[--d->listed_count]);
}

/* Prints the placements with one orientation, whose words end in its letter, beside a drawing of
 * the tile. `first` is the number of the first of them. */
static void list_orientation(struct desk *d, const struct design *design, unsigned orient,
                             unsigned first)
{
    struct sink *out = &d->run->out;
    struct drawing drawing;
    unsigned row = 0, column = LIST_COLUMNS;
    draw_design(design, orient, &drawing);
    for (unsigned i = first; i < d->listed_count || row < DRAW_ROWS;) {
        bool ends = i >= d->listed_count;
        const char *word = ends ? "" : strchr(d->listed[i], ' ') + 1,
                   *text = arena_printf(&d->run->arena, "%u: %s", i + 1, word);
        unsigned width = (unsigned)strlen(text) + 3;
        if (column + width > LIST_COLUMNS || ends) {
            sink_cstr(out, row || column < LIST_COLUMNS ? "\n  " : "  ");
            if (row < DRAW_ROWS)
                sink_bytes(out, drawing.at[row], DRAW_COLUMNS);
            else
                sink_cstr(out, "     ");
            row++;
            column = 2 + DRAW_COLUMNS;
        }
        if (ends)
            continue;
        sink_printf(out, "   %s", text);
        column += width;
        i++;
    }
    sink_char(out, '\n');
}

void desk_list_placements(struct desk *d, const struct design *design)
{
    struct sink *out = &d->run->out;
    bool any = false;
    desk_forget_listed(d);
    desk_find_words(d, str_of(design->name));
    for (unsigned orient = 0; orient < SIDES; orient++) {
        unsigned first = (unsigned)d->listed_count;
        for (size_t i = 0; i < d->word_count && d->listed_count < PLACEMENTS_MAX; i++) {
            const char *word = d->words[i];
            if (word[strlen(word) - 1] != "NESW"[orient])
                continue;
            if (d->listed_count == d->listed_room)
                d->listed = memory_grown(d->listed, &d->listed_room, sizeof *d->listed);
            d->listed[d->listed_count++] =
                desk_copy(str_of(arena_printf(&d->run->arena, "%s %s", design->name, word)));
        }
        if (d->listed_count == first)
            continue;
        list_orientation(d, design, orient, first);
        any = true;
    }
    if (!any) {
        struct drawing drawing;
        draw_design(design, 0, &drawing);
        for (unsigned row = 0; row < DRAW_ROWS; row++) {
            sink_cstr(out, "  ");
            sink_bytes(out, drawing.at[row], DRAW_COLUMNS);
            sink_char(out, '\n');
        }
        sink_printf(out, "it fits nowhere: 'discard:%s' lays it aside\n", design->name);
        return;
    }
    sink_cstr(out, "it fits on these cells; a number chooses one, as in '1 -' for no follower\n");
}
