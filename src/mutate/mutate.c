/* SPDX-License-Identifier: MIT */
/* Mutates a game, prints it, and checks that the referee reports the expected finding. Also holds
 * the functions with which mutators edit the game. */
#include "mutate/mutate_part.h"
#include "base/check.h"

#include <stdio.h>

#include "formats/source.h"
#include "notation/crn.h"

static const struct {
    unsigned list;
    struct mutator mutator;
} rows[] = {
#define MUTATOR(list, name, finding, function, rare)                                               \
    {MUTATE_##list, {name, finding, function, rare}},
#include "rows.h"
};
enum { ROWS = sizeof rows / sizeof *rows };

const char *const mutator_list_names[MUTATOR_LISTS] = {[MUTATE_HEADER] = "header",
                                                       [MUTATE_BASE] = "base",
                                                       [MUTATE_PIECES] = "pieces",
                                                       [MUTATE_CITY] = "city"};

const struct mutator *mutator_nth(unsigned list, unsigned nth)
{
    assert(list < MUTATOR_LISTS);
    for (unsigned i = 0; i < ROWS; i++)
        if (rows[i].list == list && nth-- == 0)
            return &rows[i].mutator;
    return NULL;
}

struct record dealt;
struct arena dealt_arena;
struct profile dealt_profile;
struct recount dealt_recount;
struct random *dealt_random;

unsigned dealt_find_turn(void)
{
    for (;;) {
        unsigned i = random_below(dealt_random, dealt.line_count);
        if (dealt.lines[i].kind == LINE_TURN && dealt.lines[i].has_tile)
            return i;
    }
}

void dealt_replay_to(unsigned i)
{
    assert(i <= dealt.line_count);
    recount_begin(&dealt_recount, &dealt, dealt.player_count, &dealt_profile);
    const struct design *start = tileset_start(dealt.sets, dealt.set_count);
    if (start)
        recount_lay(&dealt_recount, start, 0, 0, 0);
    for (unsigned k = 0; k < i; k++)
        recount_line(&dealt_recount, &dealt.lines[k], &dealt.lines[k + 1]);
    recount_line_tile(&dealt_recount, &dealt.lines[i]);
}

unsigned dealt_followers_out(unsigned seat, enum meeple_kind kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < dealt_recount.follower_count; i++)
        count += dealt_recount.followers[i].stands && dealt_recount.followers[i].seat == seat &&
                 dealt_recount.followers[i].kind == kind;
    return count;
}

bool dealt_is_occupied(unsigned segment)
{
    static struct recount_feature f;
    recount_flood(&dealt_recount, dealt_recount.tile_count - 1, segment, &f);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (f.followers[seat])
            return true;
    return false;
}

struct act dealt_follower_act(const struct line *line, unsigned segment)
{
    const struct segment *s = &line->tile.design->segments[segment];
    port_set named = kinds[s->kind].middle ? s->ports & PORTS_MIDDLE : s->ports;
    unsigned port = ports_first(ports_turned(named, line->orient));
    return (struct act){
        .kind = ACT_MEEPLE,
        .segment = {.kind = s->kind, .port = (uint8_t)port, .index = port == PORT_NONE}};
}

void dealt_set_act(struct line *line, struct act act)
{
    line->acts[0] = act;
}

void dealt_remove_act(struct line *line, const struct act *act)
{
    size_t at = (size_t)(act - line->acts);
    memmove(line->acts + at, line->acts + at + 1, (line->act_count - at - 1) * sizeof *act);
    line->act_count--;
}

void dealt_add_act(struct line *line, struct act act)
{
    struct act *acts = arena_alloc(&dealt_arena, (line->act_count + 1) * sizeof *acts);
    uint32_t at = 0;
    /* A "-" would be wrong on a line with a follower. */
    if (act.kind == ACT_MEEPLE && line->act_count && line->acts[0].kind == ACT_NONE)
        dealt_remove_act(line, &line->acts[0]);
    while (at < line->act_count && !act_is_remark(&line->acts[at]))
        at++;
    for (uint32_t i = 0; i <= line->act_count; i++)
        acts[i] = i < at ? line->acts[i] : i == at ? act : line->acts[i - 1];
    line->acts = acts;
    line->act_count++;
}

void dealt_remove_line(unsigned i)
{
    memmove(&dealt.lines[i], &dealt.lines[i + 1], (dealt.line_count - i - 1) * sizeof *dealt.lines);
    dealt.line_count--;
}

void dealt_insert_line(unsigned i, struct line line)
{
    struct line *lines = arena_alloc(&dealt_arena, (dealt.line_count + 1) * sizeof *lines);
    memcpy(lines, dealt.lines, i * sizeof *lines);
    lines[i] = line;
    memcpy(lines + i + 1, dealt.lines + i, (dealt.line_count - i) * sizeof *lines);
    dealt.lines = lines;
    dealt.line_count++;
}

struct act *dealt_find_verb(enum verb_id verb, unsigned *line)
{
    unsigned from = random_below(dealt_random, dealt.line_count);
    for (unsigned k = 0; k < dealt.line_count; k++) {
        *line = (from + k) % dealt.line_count;
        for (uint32_t a = 0; a < dealt.lines[*line].act_count; a++) {
            struct act *act = &dealt.lines[*line].acts[a];
            if (act->kind == ACT_VERB && act->verb == verb)
                return act;
        }
    }
    return NULL;
}

bool dealt_has_verb(const struct line *line, enum verb_id verb)
{
    for (uint32_t a = 0; a < line->act_count; a++)
        if (line->acts[a].kind == ACT_VERB && line->acts[a].verb == verb)
            return true;
    return false;
}

struct act dealt_verb_act(enum verb_id verb)
{
    return act_of_verb(verb);
}

int dealt_add_step(unsigned i, unsigned seat, struct act act)
{
    struct line step = {
        .kind = LINE_STEP, .turn = dealt.lines[i].turn, .step = 1, .seat = (uint8_t)seat};
    struct line *line = &dealt.lines[i];
    while (line->act_count && line->acts[line->act_count - 1].kind == ACT_TOTALS)
        line->act_count--;
    dealt_add_act(&step, act);
    dealt_insert_line(i + 1, step);
    return (int)i + 1;
}

/* ---- Mutating ---- */

static bool read_text(const struct player *player, struct str text, struct arena *arena,
                      struct findings *findings, struct record *record)
{
    bool is_game;
    struct source source;
    struct input *input = input_text(text, 0);
    source_begin(&source, input, player->catalogue);
    bool good = source_next(&source, arena, findings, record, &is_game) && is_game;
    source_end(&source);
    input_close(input);
    return good;
}

/* Returns the offset of the newline at the end of a line; lines are counted from 1. */
static size_t line_end(struct str text, uint32_t line)
{
    const char *at = text.p;
    while (--line)
        at = (const char *)memchr(at, '\n', text.n - (size_t)(at - text.p)) + 1;
    return (size_t)((const char *)memchr(at, '\n', text.n - (size_t)(at - text.p)) - text.p);
}

/* Returns the line of a field of the header, in which each field has a line of its own. */
static uint32_t field_line(struct str text, struct str key)
{
    uint32_t line = 1;
    for (const char *at = text.p; (size_t)(text.p + text.n - at) <= key.n ||
                                  memcmp(at, key.p, key.n) != 0 || at[key.n] != ':';
         line++)
        at = (const char *)memchr(at, '\n', (size_t)(text.p + text.n - at)) + 1;
    return line;
}

/* Judges a text, and returns how it was flagged: no finding may come before `line`, and one on that
 * line must have the code, perhaps after others. */
static enum mutated how_flagged(struct player *p, struct str text, uint32_t line,
                                enum finding_id code)
{
    enum mutated how = MUTATED_UNSEEN;
    bool any = false;
    arena_reset(&p->arena);
    p->findings = (struct findings){.arena = &p->arena};
    read_text(p, text, &p->arena, &p->findings, &p->record);
    p->ledger.wanted = 0;
    referee_judge(&p->referee, &p->record, &p->findings, &p->ledger, UINT16_MAX, false);
    for (const struct finding *finding = p->findings.first; finding; finding = finding->next) {
        if (finding->place.line && finding->place.line < line)
            return MUTATED_UNSEEN;
        bool here = finding->place.line == line;
        if (here && finding->kind->code == (unsigned)code && how == MUTATED_UNSEEN)
            how = any ? MUTATED_BESIDE : MUTATED;
        any |= here && finding->severity == SEVERITY_ERROR;
    }
    return how;
}

static void insert(struct sink *out, struct str text, size_t at, const char *what)
{
    sink_clear(out);
    sink_bytes(out, text.p, at);
    sink_cstr(out, what);
    sink_verbatim(out, str_from(text, at));
}

enum mutated mutate_game(struct player *player, struct random *random, struct str game,
                         const struct mutator *mutator, struct mutation *mutation)
{
    struct sink printed, *out = mutation->out;
    struct findings findings = {.arena = &dealt_arena};
    dealt_random = random;
    arena_reset(&dealt_arena);
    if (!read_text(player, game, &dealt_arena, &findings, &dealt))
        return MUTATED_NOT;
    dealt_profile = player->referee.profile;
    uint32_t header = dealt.lines[0].place.line;
    int at = mutator->mutate();
    if (at == MUTATED_NOWHERE)
        return MUTATED_NOT;
    sink_open(&printed, -1);
    crn_print(&dealt, &printed);
    struct str text = sink_text(&printed);
    mutation->line = at >= 0 ? header + (uint32_t)at
                             : field_line(text, dealt.entries[mutated_field(0) - at].key);
    sink_clear(out);
    if (mutator->mutate == mutate_none_and_one) {
        /* The "-" comes after turn, tile and cell. */
        size_t i = line_end(text, mutation->line - 1) + 1;
        for (unsigned word = 0; word < 3; word += text.p[i++] == ' ')
            ;
        insert(out, text, i, "- ");
    } else {
        sink_verbatim(out, text);
    }
    enum mutated how = how_flagged(player, sink_text(out), mutation->line, mutator->code);
    if (mutation->marked) {
        char mark[16];
        snprintf(mark, sizeof mark, " #! %u", (unsigned)mutator->code);
        sink_clear(&printed);
        sink_append(&printed, out);
        text = sink_text(&printed);
        insert(out, text, line_end(text, mutation->line), mark);
    }
    sink_close(&printed);
    return how;
}

void mutate_free(void)
{
    arena_free(&dealt_arena);
}
