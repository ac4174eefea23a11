/* See spoil.h: spoiling a game, and what the spoilers share. */
#include "spoil/spoil.h"

#include <stdio.h>

#include "import/source.h"
#include "notation/crn.h"

const struct spoiler_list spoiler_lists[SPOILER_LISTS] = {
    [SPOIL_HEADER] = {"header", header_spoilers, &header_spoiler_count},
    [SPOIL_BASE] = {"base", base_spoilers, &base_spoiler_count},
    [SPOIL_PIECES] = {"pieces", piece_spoilers, &piece_spoiler_count},
    [SPOIL_CITY] = {"city", city_spoilers, &city_spoiler_count},
};

struct record dealt;
struct arena dealt_arena;
struct profile dealt_profile;
struct recheck recheck;
struct random *rng;

unsigned find_turn(void)
{
    for (;;) {
        unsigned i = random_below(rng, dealt.line_count);
        if (dealt.lines[i].kind == LINE_TURN && dealt.lines[i].has_tile)
            return i;
    }
}

/* Plays the recount up to line i, its tile laid, its acts not done. */
void recount_to(unsigned i)
{
    recheck_begin(&recheck, &dealt, dealt.player_count, &dealt_profile);
    for (unsigned k = 0; dealt.sets[0]->start && k < dealt.sets[0]->design_count; k++)
        if (strcmp(dealt.sets[0]->designs[k].name, dealt.sets[0]->start) == 0)
            recheck_lay(&recheck, &dealt.sets[0]->designs[k], 0, 0, 0);
    for (unsigned k = 0; k < i; k++)
        recheck_line(&recheck, &dealt.lines[k], &dealt.lines[k + 1]);
    recheck_line_tile(&recheck, &dealt.lines[i]);
}

unsigned standing(unsigned seat)
{
    unsigned count = 0;
    for (unsigned i = 0; i < recheck.follower_count; i++)
        count += recheck.followers[i].stands && recheck.followers[i].seat == seat;
    return count;
}

bool is_occupied(unsigned segment)
{
    static struct recheck_feature f;
    recheck_flood(&recheck, recheck.tile_count - 1, segment, &f);
    for (unsigned seat = 0; seat < SEATS_MOST; seat++)
        if (f.followers[seat])
            return true;
    return false;
}

struct act stand_on(const struct line *line, unsigned segment)
{
    const struct segment *s = &line->tile.design->segments[segment];
    port_set named = kinds[s->kind].middle ? s->ports & PORTS_MIDDLE : s->ports;
    unsigned port = ports_first(ports_turned(named, line->orient));
    return (struct act){.kind = ACT_STAND, .segment = {.kind = s->kind, .port = (uint8_t)port, .index = port == PORT_NONE}};
}

void set_act(struct line *line, struct act act)
{
    line->acts[0] = act;
}

void remove_act(struct line *line, const struct act *act)
{
    size_t at = (size_t)(act - line->acts);
    memmove(line->acts + at, line->acts + at + 1, (line->act_count - at - 1) * sizeof *act);
    line->act_count--;
}

void add_act(struct line *line, struct act act)
{
    struct act *acts = arena_alloc(&dealt_arena, (line->act_count + 1) * sizeof *acts);
    uint32_t at = 0;
    /* Who puts a follower does not do nothing. */
    if (act.kind == ACT_STAND && line->act_count && line->acts[0].kind == ACT_NONE)
        remove_act(line, &line->acts[0]);
    while (at < line->act_count && !act_is_remark(&line->acts[at]))
        at++;
    for (uint32_t i = 0; i <= line->act_count; i++)
        acts[i] = i < at ? line->acts[i] : i == at ? act : line->acts[i - 1];
    line->acts = acts;
    line->act_count++;
}

void remove_line(unsigned i)
{
    memmove(&dealt.lines[i], &dealt.lines[i + 1], (dealt.line_count - i - 1) * sizeof *dealt.lines);
    dealt.line_count--;
}

void insert_line(unsigned i, struct line line)
{
    struct line *lines = arena_alloc(&dealt_arena, (dealt.line_count + 1) * sizeof *lines);
    memcpy(lines, dealt.lines, i * sizeof *lines);
    lines[i] = line;
    memcpy(lines + i + 1, dealt.lines + i, (dealt.line_count - i) * sizeof *lines);
    dealt.lines = lines;
    dealt.line_count++;
}

struct act *find_verb(enum verb_id verb, unsigned *line)
{
    unsigned from = random_below(rng, dealt.line_count);
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

bool has_verb(const struct line *line, enum verb_id verb)
{
    for (uint32_t a = 0; a < line->act_count; a++)
        if (line->acts[a].kind == ACT_VERB && line->acts[a].verb == verb)
            return true;
    return false;
}

struct act verb_act(enum verb_id verb)
{
    return (struct act){.kind = ACT_VERB, .verb = (uint8_t)verb};
}

bool is_option(enum option_id id, const char *value)
{
    return profile_is(&dealt_profile, id, value);
}

int add_step(unsigned i, unsigned seat, struct act act)
{
    struct line step = {.kind = LINE_STEP, .turn = dealt.lines[i].turn, .step = 1, .seat = (uint8_t)seat};
    struct line *line = &dealt.lines[i];
    while (line->act_count && line->acts[line->act_count - 1].kind == ACT_TOTALS)
        line->act_count--;
    add_act(&step, act);
    insert_line(i + 1, step);
    return (int)i + 1;
}

/* ---- Spoiling ---- */

static bool read_text(const struct player *player, struct str text, struct arena *arena, struct findings *findings, struct record *record)
{
    bool is_game;
    struct source source;
    struct input *input = input_text(text);
    source_begin(&source, input, player->catalogue);
    bool good = source_next(&source, arena, findings, record, &is_game) && is_game;
    input_close(input);
    return good;
}

/* The first byte behind a line, counted from 1, without its end. */
static size_t line_end(struct str text, uint32_t line)
{
    const char *at = text.p;
    while (--line)
        at = (const char *)memchr(at, '\n', text.n - (size_t)(at - text.p)) + 1;
    return (size_t)((const char *)memchr(at, '\n', text.n - (size_t)(at - text.p)) - text.p);
}

/* The line of a field in the header, where each has one. */
static uint32_t field_line(struct str text, struct str key)
{
    uint32_t line = 1;
    for (const char *at = text.p; (size_t)(text.p + text.n - at) <= key.n || memcmp(at, key.p, key.n) != 0 || at[key.n] != ':'; line++)
        at = (const char *)memchr(at, '\n', (size_t)(text.p + text.n - at)) + 1;
    return line;
}

/* Is the first finding on that line of the text, and one of the code there too? It may stand behind others of the line. */
static enum spoilt how_flagged(struct player *p, struct str text, uint32_t line, enum finding_id code)
{
    enum spoilt how = SPOILT_UNSEEN;
    bool any = false;
    arena_reset(&p->arena);
    p->findings = (struct findings){.arena = &p->arena};
    read_text(p, text, &p->arena, &p->findings, &p->record);
    p->ledger.wanted = 0;
    referee_judge(&p->referee, &p->record, &p->arena, &p->findings, &p->ledger, UINT16_MAX, false);
    for (const struct finding *finding = p->findings.first; finding; finding = finding->next) {
        if (finding->place.line && finding->place.line < line)
            return SPOILT_UNSEEN;
        bool here = finding->place.line == line;
        if (here && finding->kind->code == (unsigned)code && how == SPOILT_UNSEEN)
            how = any ? SPOILT_BESIDE : SPOILT;
        any |= here && finding->severity == SEVERITY_ERROR;
    }
    return how;
}

static void insert(struct sink *out, struct str text, size_t at, const char *what)
{
    sink_clear(out);
    sink_bytes(out, text.p, at);
    sink_cstr(out, what);
    sink_str(out, str_from(text, at));
}

enum spoilt spoil_game(struct player *player, struct random *random, struct str game, const struct spoiler *spoiler, bool told,
                       struct sink *out, uint32_t *line)
{
    struct sink printed;
    struct findings findings = {.arena = &dealt_arena};
    rng = random;
    arena_reset(&dealt_arena);
    if (!read_text(player, game, &dealt_arena, &findings, &dealt))
        return SPOILT_NOT;
    dealt_profile = player->referee.profile;
    uint32_t header = dealt.lines[0].place.line;
    int at = spoiler->spoil();
    if (at == SPOILT_NOWHERE)
        return SPOILT_NOT;
    sink_open(&printed, -1);
    crn_print(&dealt, &printed);
    struct str text = sink_text(&printed);
    *line = at >= 0 ? header + (uint32_t)at : field_line(text, dealt.entries[spoilt_field(0) - at].key);
    sink_clear(out);
    if (spoiler->spoil == spoil_none_and_one) {
        /* Behind turn, tile and cell. */
        size_t i = line_end(text, *line - 1) + 1;
        for (unsigned word = 0; word < 3; word += text.p[i++] == ' ')
            ;
        insert(out, text, i, "- ");
    } else {
        sink_str(out, text);
    }
    enum spoilt how = how_flagged(player, sink_text(out), *line, spoiler->code);
    if (told) {
        char mark[16];
        snprintf(mark, sizeof mark, " #! %u", (unsigned)spoiler->code);
        sink_clear(&printed);
        sink_str(&printed, sink_text(out));
        text = sink_text(&printed);
        insert(out, text, line_end(text, *line), mark);
    }
    sink_close(&printed);
    return how;
}
