/* SPDX-License-Identifier: MIT */
/* Writes saved games of JCloisterZone: the messages that its players would have sent
 * (jcz_script.h). The tiles drawn are named, because no matching seed can be computed. See
 * src/formats/jcz/jcz_read.c for the form. */
#include "base/utf8.h"
#include "formats/export.h"
#include "formats/jcz/jcz_write.h"
#include "formats/jcz/jcz_random.h"
#include "play/turns.h"

/* Writes the last random number, and what comes after it. The next number is then open. */
static void close_random(struct jcz_writer *w)
{
    if (w->initial[0])
        sink_cstr(&w->replay, w->random);
    else
        memcpy(w->initial, w->random, sizeof w->initial);
    sink_append(&w->replay, &w->tail);
    sink_clear(&w->tail);
    strcpy(w->random, "0.5");
    w->draws = 0;
}

static void message(struct jcz_writer *w, const char *type, const char *payload, unsigned seat)
{
    const char *random = strstr(payload, JCZ_RANDOM);
    if (w->messages++)
        sink_char(&w->tail, ',');
    sink_printf(&w->tail, "{\"type\":\"%s\",\"payload\":", type);
    if (random) {
        sink_verbatim(&w->tail, (struct str){payload, (size_t)(random - payload)});
        close_random(w);
        payload = random + 1;
    }
    sink_cstr(&w->tail, payload);
    sink_cstr(&w->tail, ",\"player\":");
    sink_int(&w->tail, seat);
    sink_cstr(&w->tail, ",\"clock\":");
    sink_int(&w->tail, w->clock);
    sink_char(&w->tail, '}');
}

const char *jcz_position(struct jcz_writer *w, struct cell cell)
{
    return arena_printf(w->e->arena, "[%d,%d]", cell.x, cell.y);
}

/* ---- Cells and features ---- */

static void write_sides(port_set ports, char text[24])
{
    static const char *const words[16] = {"",  "N",  "E",  "NE", "S",  "NS", "SE", "_W",
                                          "W", "NW", "WE", "_S", "SW", "_E", "_N", "NWSE"};
    unsigned sides = 0;
    for (unsigned side = 0; side < SIDES; side++)
        sides |= ports >> (3 * side + 1) & 1 ? 1u << side : 0u;
    strcpy(text, words[sides]);
}

static void write_halves(port_set ports, char text[40])
{
    static const char *const halves[2 * SIDES] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
    *text = '\0';
    for (unsigned i = 0; i < 2 * SIDES; i++) {
        unsigned port = 3 * (i / 2) + (i % 2 ? 2 : 0);
        if (!(ports >> port & 1))
            continue;
        if (*text)
            strcat(text, ".");
        strcat(text, halves[i]);
    }
}

/* Returns the node of a segment; NODE_NONE if there is no tile, or an unknown one. */
static unsigned node_of(const struct jcz_writer *w, const struct segment_ref *ref)
{
    const struct ledger *ledger = w->e->ledger;
    unsigned tile = table_at(&w->e->referee->table, ref->cell.x, ref->cell.y);
    bool known =
        ref->has_cell && tile != TILE_NONE && ledger->tiles[tile].design && ref->kind < KIND_COUNT;
    return known ? ledger_node(ledger, tile, ref) : (unsigned)NODE_NONE;
}

const char *jcz_pointer(struct jcz_writer *w, const struct segment_ref *ref)
{
    const struct ledger *ledger = w->e->ledger;
    struct referee *r = w->e->referee;
    unsigned node = node_of(w, ref);
    char location[40] = "";
    if (node == NODE_NONE) {
        export_loss(w->e, "a segment that does not exist");
        return "null";
    }
    enum kind kind = ledger_node_kind(ledger, node);
    const char *feature = "Monastery"; /* the word for kinds without a row */
    for (unsigned i = JCZ_FEATURES; i-- > 0;)
        if (jcz_features[i].now == r->table.features[table_root(&r->table, node)].kind)
            feature = jcz_features[i].word;
    if (kinds[kind].single)
        strcpy(location, "I");
    else if (kind == KIND_FIELD)
        write_halves(ledger_node_ports(ledger, node), location);
    else
        write_sides(ledger_node_ports(ledger, node), location);
    /* A segment that touches no side is inside its tile; a second one is "II". */
    if (!*location) {
        const struct design *design = ledger->tiles[node / NODES_PER_TILE].design;
        strcpy(location, segment_spot(design, 0, node % NODES_PER_TILE).index > 1 ? "II" : "I");
    }
    return arena_printf(w->e->arena, "{\"position\":%s,\"location\":\"%s\",\"feature\":\"%s\"}",
                        jcz_position(w, ref->cell), location, feature);
}

/* ---- Meeples ---- */

/* Frees the numbers of a seat's meeples of a kind that are in the supply: the next one placed takes
 * the least free number. */
static void send_home(struct jcz_writer *w, unsigned seat, unsigned kind)
{
    const struct table *table = &w->e->referee->table;
    for (unsigned i = 1; i <= table->stock[kind]; i++) {
        uint32_t *meeple = &w->meeple[seat][kind][i];
        bool stands = false;
        for (unsigned k = 0; *meeple && !stands && k < table->meeple_count; k++)
            stands = table->meeples[k].stand != STAND_HOME && table->meeples[k].serial == *meeple;
        if (!stands)
            *meeple = 0;
    }
}

static const char *meeple_name(const struct jcz_writer *w, unsigned seat, unsigned kind, unsigned k)
{
    return arena_printf(w->e->arena, "\"%u.%s.%u\"", seat, meeple_kinds[kind].name, k);
}

/* Returns the name of the meeple that a seat places now, and gives it the serial that the table is
 * about to use. */
static const char *meeple_put(struct jcz_writer *w, unsigned seat, unsigned kind)
{
    unsigned k = 1;
    send_home(w, seat, kind);
    while (k < MEEPLES - 1 && w->meeple[seat][kind][k])
        k++;
    w->meeple[seat][kind][k] = w->e->referee->table.meeples_put + 1;
    return meeple_name(w, seat, kind, k);
}

const char *jcz_meeple_name(struct jcz_writer *w, const struct meeple *meeple)
{
    unsigned k = 1;
    while (k < MEEPLES - 1 && w->meeple[meeple->seat][meeple->kind][k] != meeple->serial)
        k++;
    return meeple_name(w, meeple->seat, meeple->kind, k);
}

const char *jcz_meeple_on(struct jcz_writer *w, const struct segment_ref *ref, unsigned seat)
{
    const struct referee *r = w->e->referee;
    unsigned node = node_of(w, ref);
    const struct meeple *found = NULL;
    unsigned best = 0;
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        unsigned rank = 1u + 2u * kind_is_follower(meeple->kind) + (meeple->seat == seat);
        if (!meeple_on_segment(meeple) || meeple->node != node || rank <= best)
            continue;
        found = meeple;
        best = rank;
    }
    return found ? jcz_meeple_name(w, found) : "null";
}

/* ---- Payloads ---- */

static const char *tile_id(struct jcz_writer *w, const struct design *design)
{
    if (!design || !design->aliases[0]) {
        if (design)
            export_refuse(w->e, "tiles of other sets");
        return "null";
    }
    return arena_printf(w->e->arena, "\"%s\"", design->aliases[0]);
}

const char *jcz_write_tile(struct jcz_writer *w, const struct script_step *step)
{
    static const char *const rotations[4] = {"R0", "R90", "R180", "R270"};
    const struct line *line = step->line;
    return arena_printf(w->e->arena, "{\"tileId\":%s,\"rotation\":\"%s\",\"position\":%s}",
                        tile_id(w, line->tile.design), rotations[line->orient % 4],
                        jcz_position(w, line->cell));
}

struct segment_ref jcz_segment_of(const struct jcz_writer *w, const struct act *act)
{
    (void)w;
    return act->segment;
}

const char *jcz_write_deployed(struct jcz_writer *w, const struct script_step *step)
{
    static const struct {
        enum meeple_kind kind;
        struct segment_ref (*segment)(const struct jcz_writer *, const struct act *);
    } deployed[VERB_COUNT] = {
#define JCZ_DEPLOYS(verb, kind, segment) [VERB_##verb] = {MEEPLE_##kind, segment},
#include "rows.h"
    };
    const struct act *act = step->act;
    bool is_verb = act->kind == ACT_VERB;
    struct segment_ref ref = is_verb ? deployed[act->verb].segment(w, act) : act->segment;
    const char *pointer = jcz_pointer(w, &ref);
    return arena_printf(
        w->e->arena, "{\"pointer\":%s,\"meepleId\":%s}", pointer,
        meeple_put(w, step->seat, is_verb ? deployed[act->verb].kind : act->meeple));
}

const char *jcz_write_place(struct jcz_writer *w, const struct act *act)
{
    return jcz_pointer(w, &act->segment);
}

const char *jcz_write_token(struct jcz_writer *w, const struct script_step *step)
{
    static const struct {
        const char *token;
        const char *(*write)(struct jcz_writer *, const struct act *);
    } tokens[VERB_COUNT] = {
#define JCZ_TOKEN(token, verb, kind, wrong, place, write) [VERB_##verb] = {token, write},
#include "rows.h"
    };
    unsigned verb = step->act->verb;
    return arena_printf(w->e->arena, "{\"token\":\"%s\",\"pointer\":%s}", tokens[verb].token,
                        tokens[verb].write(w, step->act));
}

const char *jcz_write_figure(struct jcz_writer *w, const struct script_step *step)
{
    static const struct {
        const char *figure;
        const char *(*write)(struct jcz_writer *, const struct script_step *);
    } figures[MESSAGE_COUNT] = {
#define JCZ_FIGURE(id, figure, path, move, write, check) [MESSAGE_##id] = {figure, write},
#include "rows.h"
    };
    return arena_printf(w->e->arena, "{\"figureId\":\"%s\",\"to\":%s}", figures[step->kind].figure,
                        figures[step->kind].write(w, step));
}

const char *jcz_follower(struct jcz_writer *w, const struct segment_ref *ref, unsigned seat)
{
    const char *pointer = jcz_pointer(w, ref);
    return arena_printf(w->e->arena, "{\"featurePointer\":%s,\"meepleId\":%s}", pointer,
                        jcz_meeple_on(w, ref, seat));
}

const char *jcz_write_returned(struct jcz_writer *w, const struct script_step *step)
{
    static const struct {
        const char *source;
        bool own;
    } sources[VERB_COUNT] = {
#define JCZ_RETURN(source, verb, own) [VERB_##verb] = {source, own},
#include "rows.h"
    };
    const struct act *act = step->act;
    const char *pointer =
        jcz_follower(w, &act->segment, sources[act->verb].own ? step->seat : SEAT_NONE);
    return arena_printf(w->e->arena, "{\"pointer\":%s,\"source\":\"%s\"}", pointer,
                        sources[act->verb].source);
}

const char *jcz_write_pass(struct jcz_writer *w, const struct script_step *step)
{
    (void)w, (void)step;
    return "{}";
}

const char *jcz_write_commit(struct jcz_writer *w, const struct script_step *step)
{
    (void)w, (void)step;
    return "{\"random\":" JCZ_RANDOM "}";
}

/* Returns the index of the act of a line that begins at a place. If none does, returns
 * act_count. */
static uint32_t act_at(const struct line *line, const struct place *place)
{
    uint32_t i = 0;
    for (; i < line->act_count; i++) {
        const struct place *own = &line->acts[i].place;
        if (own->at == place->at && own->line == place->line && own->column == place->column)
            break;
    }
    return i;
}

static bool holds_act(const struct line *line, const struct place *place)
{
    return act_at(line, place) < line->act_count;
}

/* ---- Random numbers ---- */

/* Returns the act for the token that the record draws after the act of a step; NULL if it draws
 * none, or an unknown one. */
static const struct act *token_after(const struct jcz_writer *w, const struct script_step *step)
{
    const struct line *line = step->line, *end = record_end(w->e->record);
    while (step->act && line < end && line->turn == step->line->turn &&
           !holds_act(line, &step->place))
        line++;
    if (!step->act || line == end || line->turn != step->line->turn)
        return NULL;
    uint32_t next = act_at(line, &step->place) + 1;
    const struct act *act = next < line->act_count ? &line->acts[next] : NULL;
    bool draws = act && act_has_shape(act, SHAPE_TOKEN) && act->number != TOKEN_UNKNOWN;
    return draws ? act : NULL;
}

const char *jcz_random_for(struct jcz_writer *w, const struct script_step *step, unsigned draws)
{
    enum { NUMBERS_MAX = 1000000 };
    const struct act *token = token_after(w, step);
    const uint8_t *bag = w->e->referee->holdings.bag;
    unsigned sum = token ? token_sum(bag, token->verb) : 0;
    for (unsigned i = 0; sum && i < NUMBERS_MAX; i++) {
        double random = (double)i / NUMBERS_MAX;
        for (unsigned k = 0; k < draws; k++)
            random = jcz_random_after(random);
        if (token_at(bag, token->verb, (unsigned)(random * sum)) == token->number)
            return arena_printf(w->e->arena, "0.%06u", i);
    }
    return "0.5";
}

/* Counts the tiles that were drawn for the tile of a step: those that were revealed or discarded
 * since the last one, and the tile itself unless it was revealed before. */
static void count_draws(struct jcz_writer *w, const struct script_step *step)
{
    const struct referee *r = w->e->referee;
    const struct line *line = w->laid ? w->laid : w->e->record->lines;
    for (; line <= step->line; line++)
        for (uint32_t i = 0; i < line->act_count; i++) {
            const struct act *act = &line->acts[i];
            w->draws += act->kind == ACT_DISCARD || act->kind == ACT_PASS_TILE;
            w->draws += line < step->line && act_has_shape(act, SHAPE_TILES) ? act->count : 0u;
        }
    w->draws += !r->draw.reserved || r->turn.part;
    w->laid = step->line;
}

/* Adds the times of the lines that the seat has in the turn, up to the line of the act of a step;
 * for another step, that of the first line. */
static void add_times(struct jcz_writer *w, const struct script_step *step)
{
    const struct record *record = w->e->record;
    const struct line *last = step->line, *end = record_end(record);
    if (!record->timed || !last)
        return;
    while (step->act && last < end && last->turn == step->line->turn &&
           !holds_act(last, &step->place))
        last++;
    if (last == end || last->turn != step->line->turn)
        last = step->line;
    for (const struct line *line = step->line; line <= last; line++) {
        uint32_t index = (uint32_t)(line - record->lines);
        if (line->seat != step->seat || index < w->timed[step->seat])
            continue;
        for (uint32_t i = 0; i < line->act_count; i++)
            if (line->acts[i].kind == ACT_TOOK)
                w->clock += act_time(&line->acts[i]);
        w->timed[step->seat] = index + 1;
    }
}

static void write_step(void *context, const struct script_step *step)
{
    static const char *(*const writes[MESSAGE_COUNT])(struct jcz_writer *,
                                                      const struct script_step *) = {
#define JCZ_MESSAGE(id, type, read, write, ...) [MESSAGE_##id] = write,
#define JCZ_FIGURE(id, ...)                     [MESSAGE_##id] = jcz_write_figure,
#include "rows.h"
    };
    struct jcz_writer *w = context;
    add_times(w, step);
    if (step->kind == MESSAGE_PLACE)
        count_draws(w, step);
    if (step->kind == MESSAGE_FOLLOWER && token_after(w, step))
        strcpy(w->random, jcz_random_for(w, step, w->draws));
    message(w, jcz_message_type(step->kind), writes[step->kind](w, step), step->seat);
}

/* ---- The document ---- */

/* Returns the edition to which the sets of a record belong, NULL for the first one. */
static const struct jcz_edition *edition_of(const struct record *record)
{
    for (unsigned i = 0; i < record->set_count; i++)
        for (unsigned k = 0; k < JCZ_EDITIONS; k++)
            if (strcmp(record->sets[i]->name, jcz_editions[k].set) == 0)
                return &jcz_editions[k];
    return NULL;
}

/* Writes a key with a comma before it, except at the beginning of an object. */
static void write_key(struct sink *out, bool *first, const char *key)
{
    sink_printf(out, "%s\"%s\":", *first ? "" : ",", key);
    *first = false;
}

static void write_sets(struct exporter *e)
{
    const struct jcz_edition *other = edition_of(e->record);
    unsigned edition = other ? other->edition : 1;
    bool first = true;
    sink_cstr(e->out, "\"sets\":{");
    for (unsigned i = 0; i < e->record->set_count; i++) {
        const char *name = e->record->sets[i]->name;
        bool known = other && strcmp(name, other->set) == 0;
        for (const struct jcz_set *set = jcz_sets; set < jcz_sets + JCZ_SETS; set++)
            if (set->edition == edition && strcmp(set->set, name) == 0) {
                write_key(e->out, &first, set->key);
                sink_int(e->out, e->record->copies[i]);
                known = true;
            }
        if (!known)
            export_refuse(e, "tiles of other sets");
    }
    if (e->record->own_tiles)
        export_refuse(e, "tiles of other sets");
    sink_char(e->out, '}');
}

/* Returns the number of an element: of meeples those of each player, of everything else 1. */
static unsigned number_of(const struct referee *r, const char *rules)
{
    for (unsigned kind = 0; kind < MEEPLE_KINDS; kind++)
        if (meeple_kinds[kind].rules && strcmp(meeple_kinds[kind].rules, rules) == 0)
            return r->table.stock[kind];
    return 1;
}

static void write_elements(struct exporter *e)
{
    const struct jcz_edition *other = edition_of(e->record);
    const struct profile *profile = &e->referee->profile;
    bool first = true;
    sink_cstr(e->out, ",\"elements\":{");
    if (e->referee->table.stock[MEEPLE_SMALL]) {
        write_key(e->out, &first, "small-follower");
        sink_int(e->out, e->referee->table.stock[MEEPLE_SMALL]);
    }
    if (!profile->name || profile_is(profile, FARMERS, ON)) {
        write_key(e->out, &first, "farmers");
        sink_cstr(e->out, "true");
    }
    for (const struct jcz_element *element = jcz_elements; element < jcz_elements + JCZ_ELEMENTS;
         element++)
        if (!element->enforced && referee_in_play(e->referee, element->rules)) {
            write_key(e->out, &first, element->key);
            if (element->value != JCZ_IS_TRUTH)
                sink_int(e->out, number_of(e->referee, element->rules));
            else
                sink_cstr(e->out, "true");
        }
    if (other) {
        write_key(e->out, &first, other->element);
        sink_cstr(e->out, "true");
    }
    sink_char(e->out, '}');
}

static void write_rules(struct exporter *e)
{
    const struct profile *profile = &e->referee->profile;
    const struct jcz_rule *last = NULL;
    bool first = true;
    sink_cstr(e->out, ",\"rules\":{");
    for (const struct jcz_rule *rule = jcz_rules; profile->name && rule < jcz_rules + JCZ_RULES;
         rule++) {
        enum option_id id = rule->option ? option_find(str_of(rule->option)) : OPTION_COUNT;
        bool in_play = rule->element == JCZ_ELEMENTS ||
                       referee_in_play(e->referee, jcz_elements[rule->element].rules);
        if (id == OPTION_COUNT || profile->value[id] == VALUE_NONE || !in_play ||
            strcmp(profile_text(profile, id), rule->choice) != 0 ||
            (last && strcmp(last->key, rule->key) == 0))
            continue;
        last = rule;
        write_key(e->out, &first, rule->key);
        sink_printf(e->out, strcmp(rule->value, "true") == 0 ? "%s" : "\"%s\"", rule->value);
    }
    sink_char(e->out, '}');
}

static void write_timer(struct exporter *e)
{
    const struct game_clock *clock = &e->record->clock;
    if (clock->given)
        sink_printf(e->out, ",\"timer\":{\"initial\":%lld,\"turn\":%lld}",
                    (long long)(clock->start / 1000), (long long)(clock->added / 1000));
    else
        sink_cstr(e->out, ",\"timer\":null");
}

static void write_setup(struct jcz_writer *w)
{
    struct exporter *e = w->e;
    const struct laid_tile *start = &e->ledger->tiles[0];
    write_sets(e);
    write_elements(e);
    write_rules(e);
    write_timer(e);
    sink_cstr(e->out, ",\"start\":[");
    if (e->ledger->tile_count && !start->turn)
        sink_printf(e->out, "{\"tile\":%s,\"x\":%d,\"y\":%d,\"rotation\":%d}",
                    tile_id(w, start->named), start->cell.x, start->cell.y,
                    90 * (start->orient % 4));
    sink_cstr(e->out, "],\"options\":{}");
}

static void find_losses(struct exporter *e)
{
    static const char *const losses[VERB_COUNT] = {
#define JCZ_LOSS(verb, text) [VERB_##verb] = text,
#include "rows.h"
    };
    for (const struct line *line = e->record->lines, *end = record_end(e->record); line < end;
         line++)
        for (uint32_t i = 0; i < line->act_count; i++) {
            const struct act *act = &line->acts[i];
            if (act->kind == ACT_ASIDE)
                export_loss(e, "tiles put aside until a volcano lies: they are not drawn before");
            if (act->kind == ACT_VERB && losses[act->verb])
                export_loss(e, losses[act->verb]);
            if (act->kind == ACT_VERB && verbs[act->verb].shape == SHAPE_EDGE)
                export_loss(e, arena_printf(e->arena, "'%s'", verbs[act->verb].name));
        }
}

static void write_players(struct exporter *e)
{
    const struct record *record = e->record;
    for (unsigned i = 0; i < record->player_count && i < SEATS_MAX; i++) {
        if (utf8_bad_at(record->players[i]) < record->players[i].n)
            export_loss(e, "text that is not UTF-8");
        sink_cstr(e->out, i ? ",{\"name\":" : "{\"name\":");
        sink_json(e->out, record->players[i]);
        sink_printf(e->out, ",\"slot\":%u}", i);
    }
}

void jcz_write(struct exporter *e)
{
    static const char *const keys[] = {"players", "rules", "game",  "options", "sets", "copies",
                                       "brings",  "start", "clock", "supply",  NULL};
    const char *held[JCZ_RULES + 2] = {"farmers"};
    for (unsigned i = 0, count = 1; i < JCZ_RULES; i++)
        if (jcz_rules[i].option)
            held[count++] = jcz_rules[i].option;
    struct jcz_writer w;
    memset(&w, 0, offsetof(struct jcz_writer, replay));
    w.e = e;
    sink_open(&w.replay, -1);
    sink_open(&w.tail, -1);
    strcpy(w.random, "0.5");
    const struct design *drawn[2 * TILES_MAX];
    export_common_losses(e, keys);
    export_option_losses(e, "jcz-1", held);
    unsigned count = turns_drawn(e->record, 0, false, drawn, 2 * TILES_MAX);
    find_losses(e);
    for (unsigned id = 0; id < STOCK_COUNT; id++)
        if (e->referee->holdings.given[id] &&
            e->referee->holdings.given[id] - 1 != e->referee->holdings.in_box[id])
            export_loss(e, "other numbers of bridges and castles than in the box");
    if (e->record->clock.most)
        export_loss(e, "the most that a clock shows");
    struct findings again = {.arena = e->arena};
    jcz_script(e->referee, e->record, &again, e->ledger, NULL, write_step, &w);
    close_random(&w);
    sink_printf(e->out,
                "{\"appVersion\":\"5.7.0\",\"gameId\":\"bastide\",\"name\":\"bastide\","
                "\"initialRandom\":%s,\"created\":\"2000-01-01T00:00:00.000Z\",\"clock\":%lld,"
                "\"setup\":{",
                w.initial, (long long)w.clock);
    write_setup(&w);
    sink_cstr(e->out, "},\"players\":[");
    write_players(e);
    sink_cstr(e->out, "],\"gameAnnotations\":{\"drawOrder\":[");
    for (unsigned i = 0; i < count; i++)
        sink_printf(e->out, "%s%s", i ? "," : "", tile_id(&w, drawn[i]));
    sink_cstr(e->out, "]},\"replay\":[");
    sink_append(e->out, &w.replay);
    sink_cstr(e->out, "]}\n");
    sink_close(&w.replay);
    sink_close(&w.tail);
}
