/* SPDX-License-Identifier: MIT */
/* Writes saved games of JCloisterZone: the messages that its players would have sent
 * (jcz_script.h). The tiles drawn are named, because no matching seed can be computed. See
 * src/formats/jcz/jcz_read.c for the form. */
#include "base/memory.h"
#include "formats/export.h"
#include "formats/jcz/jcz_write.h"
#include "play/turns.h"

static int write_json(const char *bytes, size_t n, void *sink)
{
    sink_bytes(sink, bytes, n);
    return 0;
}

static void message(struct jcz_writer *w, const char *type, json_t *payload, unsigned seat)
{
    json_t *said = json_pack("{s:s, s:o, s:i, s:i}", "type", type, "payload", payload, "player",
                             (int)seat, "clock", (int)((w->messages + 1) * 1000));
    if (w->messages++)
        sink_char(&w->replay, ',');
    if (!said || json_dump_callback(said, write_json, &w->replay, JSON_COMPACT) != 0)
        memory_out();
    json_decref(said);
}

json_t *jcz_position(struct cell cell)
{
    return json_pack("[ii]", cell.x, cell.y);
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

json_t *jcz_pointer(struct jcz_writer *w, const struct segment_ref *ref)
{
    const struct ledger *ledger = w->e->ledger;
    struct referee *r = w->e->referee;
    unsigned node = node_of(w, ref);
    char location[40] = "";
    if (node == NODE_NONE) {
        export_loss(w->e, "a segment that does not exist");
        return json_null();
    }
    enum kind kind = ledger_node_kind(ledger, node);
    const char *feature = "Monastery"; /* the word for kinds without a row */
    for (unsigned i = JCZ_FEATURES; i-- > 0;)
        if (jcz_features[i].now == r->table.features[table_root(&r->table, node)].kind)
            feature = jcz_features[i].word;
    if (kinds[kind].around)
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
    return json_pack("{s:o, s:s, s:s}", "position", jcz_position(ref->cell), "location", location,
                     "feature", feature);
}

/* ---- Meeples ---- */

/* Frees the numbers of meeples that no longer stand: the next one placed takes the least free
 * number. */
static void send_home(struct jcz_writer *w)
{
    const struct table *table = &w->e->referee->table;
    for (unsigned i = 0; i < SEATS_MAX * MEEPLE_KINDS * MEEPLES; i++) {
        uint32_t *meeple =
            &w->meeple[i / MEEPLES / MEEPLE_KINDS][i / MEEPLES % MEEPLE_KINDS][i % MEEPLES];
        bool stands = false;
        for (unsigned k = 0; k < table->meeple_count; k++)
            stands |= meeple_on_segment(&table->meeples[k]) && table->meeples[k].serial == *meeple;
        if (!stands)
            *meeple = 0;
    }
}

static json_t *meeple_name(const struct jcz_writer *w, unsigned seat, unsigned kind, unsigned k)
{
    return json_string(arena_printf(w->e->arena, "%u.%s.%u", seat, meeple_kinds[kind].name, k));
}

/* Returns the name of the meeple that a seat places now, and gives it the serial that the table is
 * about to use. */
static json_t *meeple_put(struct jcz_writer *w, unsigned seat, unsigned kind)
{
    unsigned k = 1;
    send_home(w);
    while (k < MEEPLES - 1 && w->meeple[seat][kind][k])
        k++;
    w->meeple[seat][kind][k] = w->e->referee->table.meeples_put + 1;
    return meeple_name(w, seat, kind, k);
}

json_t *jcz_meeple_on(struct jcz_writer *w, const struct segment_ref *ref, unsigned seat)
{
    const struct referee *r = w->e->referee;
    unsigned node = node_of(w, ref);
    const struct meeple *found = NULL;
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (meeple_on_segment(meeple) && meeple->node == node &&
            (!found || (meeple->seat == seat && found->seat != seat)))
            found = meeple;
    }
    if (!found)
        return json_null();
    unsigned k = 1;
    while (k < MEEPLES - 1 && w->meeple[found->seat][found->kind][k] != found->serial)
        k++;
    return meeple_name(w, found->seat, found->kind, k);
}

/* ---- Payloads ---- */

static json_t *tile_id(struct jcz_writer *w, const struct design *design)
{
    if (!design || !design->aliases[0]) {
        if (design)
            export_refuse(w->e, "tiles of other sets");
        return json_null();
    }
    return json_string(design->aliases[0]);
}

json_t *jcz_write_tile(struct jcz_writer *w, const struct script_step *step)
{
    static const char *const rotations[4] = {"R0", "R90", "R180", "R270"};
    const struct line *line = step->line;
    return json_pack("{s:o, s:s, s:o}", "tileId", tile_id(w, line->tile.design), "rotation",
                     rotations[line->orient % 4], "position", jcz_position(line->cell));
}

json_t *jcz_write_deployed(struct jcz_writer *w, const struct script_step *step)
{
    json_t *pointer = jcz_pointer(w, &step->act->segment);
    return json_pack("{s:o, s:o}", "pointer", pointer, "meepleId",
                     meeple_put(w, step->seat, step->act->meeple));
}

json_t *jcz_write_place(struct jcz_writer *w, const struct act *act)
{
    return jcz_pointer(w, &act->segment);
}

json_t *jcz_write_token(struct jcz_writer *w, const struct script_step *step)
{
    static const struct {
        const char *token;
        json_t *(*write)(struct jcz_writer *, const struct act *);
    } tokens[VERB_COUNT] = {
#define JCZ_TOKEN(token, verb, kind, wrong, place, write) [VERB_##verb] = {token, write},
#include "rows.h"
    };
    unsigned verb = step->act->verb;
    return json_pack("{s:s, s:o}", "token", tokens[verb].token, "pointer",
                     tokens[verb].write(w, step->act));
}

json_t *jcz_write_figure(struct jcz_writer *w, const struct script_step *step)
{
    static const struct {
        const char *figure;
        json_t *(*write)(struct jcz_writer *, const struct script_step *);
    } figures[MESSAGE_COUNT] = {
#define JCZ_FIGURE(id, figure, path, move, write, check) [MESSAGE_##id] = {figure, write},
#include "rows.h"
    };
    return json_pack("{s:s, s:o}", "figureId", figures[step->kind].figure, "to",
                     figures[step->kind].write(w, step));
}

json_t *jcz_write_returned(struct jcz_writer *w, const struct script_step *step)
{
    static const struct {
        const char *source;
        bool own;
    } sources[VERB_COUNT] = {
#define JCZ_RETURN(source, verb, own) [VERB_##verb] = {source, own},
#include "rows.h"
    };
    const struct act *act = step->act;
    json_t *pointer =
        json_pack("{s:o, s:o}", "featurePointer", jcz_pointer(w, &act->segment), "meepleId",
                  jcz_meeple_on(w, &act->segment, sources[act->verb].own ? step->seat : SEAT_NONE));
    return json_pack("{s:o, s:s}", "pointer", pointer, "source", sources[act->verb].source);
}

json_t *jcz_write_pass(struct jcz_writer *w, const struct script_step *step)
{
    (void)w, (void)step;
    return json_object();
}

json_t *jcz_write_commit(struct jcz_writer *w, const struct script_step *step)
{
    (void)w, (void)step;
    return json_pack("{s:f}", "random", 0.5);
}

static void write_step(void *context, const struct script_step *step)
{
    static json_t *(*const writes[MESSAGE_COUNT])(struct jcz_writer *,
                                                  const struct script_step *) = {
#define JCZ_MESSAGE(id, type, read, write, ...) [MESSAGE_##id] = write,
#define JCZ_FIGURE(id, ...)                     [MESSAGE_##id] = jcz_write_figure,
#include "rows.h"
    };
    struct jcz_writer *w = context;
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

static void write_sets(struct exporter *e, json_t *sets, json_t *elements)
{
    const struct jcz_edition *other = edition_of(e->record);
    unsigned edition = other ? other->edition : 1;
    for (unsigned i = 0; i < e->record->set_count; i++) {
        const char *name = e->record->sets[i]->name;
        bool known = other && strcmp(name, other->set) == 0;
        for (const struct jcz_set *set = jcz_sets; set < jcz_sets + JCZ_SETS; set++)
            if (set->edition == edition && strcmp(set->set, name) == 0)
                known = !json_object_set_new(sets, set->key, json_integer(1));
        if (!known)
            export_refuse(e, "tiles of other sets");
    }
    for (const struct jcz_element *element = jcz_elements; element < jcz_elements + JCZ_ELEMENTS;
         element++)
        if (!element->enforced && referee_in_play(e->referee, element->rules))
            json_object_set_new(elements, element->key,
                                element->counted ? json_integer(1) : json_true());
    if (other)
        json_object_set_new(elements, other->element, json_true());
    if (e->record->own_tiles)
        export_refuse(e, "tiles of other sets");
}

static void write_rules(const struct profile *profile, json_t *rules)
{
    for (const struct jcz_rule *rule = jcz_rules; profile->name && rule < jcz_rules + JCZ_RULES;
         rule++) {
        enum option_id id = rule->option ? option_find(str_of(rule->option)) : OPTION_COUNT;
        if (id < OPTION_COUNT && profile->value[id] != VALUE_NONE &&
            strcmp(profile_text(profile, id), rule->choice) == 0)
            json_object_set_new(rules, rule->key,
                                strcmp(rule->value, "true") == 0 ? json_true()
                                                                 : json_string(rule->value));
    }
}

static json_t *setup_of(struct jcz_writer *w)
{
    struct exporter *e = w->e;
    json_t *sets = json_object(),
           *elements = json_pack("{s:i}", "small-follower", (int)meeple_kinds[MEEPLE_SMALL].stock),
           *rules = json_object();
    const struct profile *profile = &e->referee->profile;
    if (!profile->name || profile_is(profile, FARMERS, ON))
        json_object_set_new(elements, "farmers", json_true());
    write_sets(e, sets, elements);
    write_rules(profile, rules);
    const struct laid_tile *start = &e->ledger->tiles[0];
    json_t *starts = json_array();
    if (e->ledger->tile_count && !start->turn)
        json_array_append_new(starts,
                              json_pack("{s:o, s:i, s:i, s:i}", "tile", tile_id(w, start->named),
                                        "x", start->cell.x, "y", start->cell.y, "rotation",
                                        90 * (start->orient % 4)));
    return json_pack("{s:o, s:o, s:o, s:n, s:o, s:{}}", "sets", sets, "elements", elements, "rules",
                     rules, "timer", "start", starts, "options");
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

static json_t *players_of(const struct record *record)
{
    json_t *players = json_array();
    for (unsigned i = 0; i < record->player_count && i < SEATS_MAX; i++)
        json_array_append_new(players, json_pack("{s:s%, s:i}", "name", record->players[i].p,
                                                 record->players[i].n, "slot", (int)i));
    return players;
}

void jcz_write(struct exporter *e)
{
    static const char *const keys[] = {"players", "rules",  "game",  "options",
                                       "sets",    "brings", "start", NULL};
    const char *held[JCZ_RULES + 2] = {"farmers"};
    for (unsigned i = 0, count = 1; i < JCZ_RULES; i++)
        if (jcz_rules[i].option)
            held[count++] = jcz_rules[i].option;
    struct jcz_writer w = {.e = e, .order = json_array()};
    sink_open(&w.replay, -1);
    const struct design *drawn[2 * TILES_MAX];
    export_common_losses(e, keys);
    export_option_losses(e, "jcz-1", held);
    unsigned count = turns_drawn(e->record, 0, false, drawn, 2 * TILES_MAX);
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(w.order, tile_id(&w, drawn[i]));
    json_t *setup = setup_of(&w);
    find_losses(e);
    struct findings again = {.arena = e->arena};
    jcz_script(e->referee, e->record, &again, e->ledger, write_step, &w);
    json_t *document =
        json_pack("{s:s, s:s, s:s, s:f, s:s, s:i, s:o, s:o, s:{s:o}}", "appVersion", "5.7.0",
                  "gameId", "bastide", "name", "bastide", "initialRandom", 0.5, "created",
                  "2000-01-01T00:00:00.000Z", "clock", (int)(w.messages * 1000), "setup", setup,
                  "players", players_of(e->record), "gameAnnotations", "drawOrder", w.order);
    if (document) {
        sink_char(e->out, '{');
        if (json_dump_callback(document, write_json, e->out, JSON_COMPACT | JSON_EMBED) != 0)
            memory_out();
        sink_cstr(e->out, ",\"replay\":[");
        sink_append(e->out, &w.replay);
        sink_cstr(e->out, "]}\n");
    } else {
        export_loss(e, "text that is not UTF-8");
    }
    sink_close(&w.replay);
    json_decref(document);
}
