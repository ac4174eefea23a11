/* SPDX-License-Identifier: MIT */
/* Saved games of JCloisterZone: the messages that its players would have sent. What is decided
 * when, and by whom, the steps of a turn are steps.h's; the tiles drawn are named, because no
 * matching seed can be computed. See src/import/jcz.c.
 */
#include <jansson.h>

#include "base/memory.h"
#include "export/export.h"
#include "export/jcz_script.h"
#include "import/jcz_terms.h"
#include "play/turns.h"

enum { MEEPLES = 8 }; /* one more than the stock of small followers */

struct writer {
    struct exporter *e;
    struct sink replay; /* the messages as JSON, with commas between: as values they would take a
                           kilobyte each */
    json_t *order;
    unsigned messages;
    /* Serial of the follower that a seat's K-th meeple of a kind is; 0 for one at home. */
    uint32_t meeple[SEATS_MOST][FOLLOWER_KINDS][MEEPLES];
};

static int write_json(const char *bytes, size_t n, void *sink)
{
    sink_bytes(sink, bytes, n);
    return 0;
}

static void message(struct writer *w, const char *type, json_t *payload, unsigned seat)
{
    json_t *said = json_pack("{s:s, s:o, s:i, s:i}", "type", type, "payload", payload, "player",
                             (int)seat, "clock", (int)((w->messages + 1) * 1000));
    if (w->messages++)
        sink_char(&w->replay, ',');
    if (!said || json_dump_callback(said, write_json, &w->replay, JSON_COMPACT) != 0)
        memory_out();
    json_decref(said);
}

static json_t *position_of(struct cell cell)
{
    return json_pack("[ii]", cell.x, cell.y);
}

/* ---- Where ---- */

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

/* The node that a segment names; NODE_NONE for one on no tile, or on an unknown tile. */
static unsigned node_of(const struct writer *w, const struct segment_ref *ref)
{
    const struct ledger *ledger = w->e->ledger;
    unsigned tile = table_at(&w->e->referee->table, ref->cell.x, ref->cell.y);
    bool known =
        ref->has_cell && tile != TILE_NONE && ledger->tiles[tile].design && ref->kind != KIND_COUNT;
    return known ? ledger_node(ledger, tile, ref) : (unsigned)NODE_NONE;
}

/* A segment on a laid tile; a castle's is one of its feature. */
static json_t *pointer_of(struct writer *w, const struct segment_ref *ref)
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
    const char *feature = "Monastery"; /* as it stands for all that lie around a tile */
    for (unsigned i = JCZ_FEATURES; i-- > 0;)
        if (jcz_features[i].kind == kind)
            feature = jcz_features[i].word;
    if (kind == KIND_CITY && r->table.features[table_root(&r->table, node)].kind == KIND_CASTLE)
        feature = "Castle";
    if (kinds[kind].around)
        strcpy(location, "I");
    else if (kind == KIND_FIELD)
        write_halves(ledger_node_ports(ledger, node), location);
    else
        write_sides(ledger_node_ports(ledger, node), location);
    /* A side with no road or city is inside its tile, as a city that touches none is. */
    return json_pack("{s:o, s:s, s:s}", "position", position_of(ref->cell), "location",
                     *location ? location : "I", "feature", feature);
}

/* ---- Who ---- */

/* Frees the numbers of meeples that no longer stand: the next one placed takes the least free
 * number. */
static void send_home(struct writer *w)
{
    const struct table *table = &w->e->referee->table;
    for (unsigned i = 0; i < SEATS_MOST * FOLLOWER_KINDS * MEEPLES; i++) {
        uint32_t *meeple =
            &w->meeple[i / MEEPLES / FOLLOWER_KINDS][i / MEEPLES % FOLLOWER_KINDS][i % MEEPLES];
        bool stands = false;
        for (unsigned k = 0; k < table->follower_count; k++)
            stands |= table->followers[k].stands && table->followers[k].serial == *meeple;
        if (!stands)
            *meeple = 0;
    }
}

static json_t *meeple_name(const struct writer *w, unsigned seat, unsigned kind, unsigned k)
{
    return json_string(arena_printf(w->e->arena, "%u.%s.%u", seat, follower_kinds[kind].name, k));
}

/* The meeple that a seat puts now, as the follower that the table is about to number. */
static json_t *meeple_put(struct writer *w, unsigned seat, unsigned kind)
{
    unsigned k = 1;
    send_home(w);
    while (k < MEEPLES - 1 && w->meeple[seat][kind][k])
        k++;
    w->meeple[seat][kind][k] = w->e->referee->table.followers_put + 1;
    return meeple_name(w, seat, kind, k);
}

/* One that stands on a segment, of a seat if it has one there. */
static json_t *meeple_on(struct writer *w, const struct segment_ref *ref, unsigned seat)
{
    const struct referee *r = w->e->referee;
    unsigned node = node_of(w, ref);
    const struct follower *found = NULL;
    for (unsigned i = 0; i < r->table.follower_count; i++) {
        const struct follower *follower = &r->table.followers[i];
        if (follower->stands && follower->node == node &&
            (!found || (follower->seat == seat && found->seat != seat)))
            found = follower;
    }
    if (!found)
        return json_null();
    unsigned k = 1;
    while (k < MEEPLES - 1 && w->meeple[found->seat][found->kind][k] != found->serial)
        k++;
    return meeple_name(w, found->seat, found->kind, k);
}

/* ---- What ---- */

static json_t *tile_id(struct writer *w, const struct design *design)
{
    if (!design || !design->aliases[0]) {
        if (design)
            export_refuse(w->e, "tiles of other sets");
        return json_null();
    }
    return json_string(design->aliases[0]);
}

static void place(struct writer *w, const struct line *line)
{
    static const char *const rotations[4] = {"R0", "R90", "R180", "R270"};
    message(w, "PLACE_TILE",
            json_pack("{s:o, s:s, s:o}", "tileId", tile_id(w, line->tile.design), "rotation",
                      rotations[line->orient % 4], "position", position_of(line->cell)),
            line->seat);
}

static void token(struct writer *w, const char *name, const struct act *act, unsigned seat)
{
    json_t *pointer;
    if (act->verb == VERB_BRIDGE)
        pointer = json_pack("{s:o, s:s, s:s}", "position", position_of(act->segment.cell),
                            "location", act->segment.port == 1 ? "NS" : "WE", "feature", "Road");
    else
        pointer = pointer_of(w, &act->segment);
    message(w, "PLACE_TOKEN", json_pack("{s:s, s:o}", "token", name, "pointer", pointer), seat);
}

static void move_fairy(struct writer *w, const struct act *act, unsigned seat)
{
    json_t *to = act->segment.kind == KIND_COUNT
                     ? position_of(act->segment.cell)
                     : json_pack("{s:o, s:o}", "featurePointer", pointer_of(w, &act->segment),
                                 "meepleId", meeple_on(w, &act->segment, seat));
    message(w, "MOVE_NEUTRAL_FIGURE", json_pack("{s:s, s:o}", "figureId", "fairy.1", "to", to),
            seat);
}

static void send_home_by(struct writer *w, const struct act *act, unsigned seat)
{
    json_t *pointer =
        json_pack("{s:o, s:o}", "featurePointer", pointer_of(w, &act->segment), "meepleId",
                  meeple_on(w, &act->segment, act->verb == VERB_BACK ? seat : SEAT_NONE));
    message(w, "RETURN_MEEPLE",
            json_pack("{s:o, s:s}", "pointer", pointer, "source",
                      act->verb == VERB_BACK ? "ABBOT_RETURN" : "PRINCESS"),
            seat);
}

static void step(void *context, const struct script_step *step)
{
    struct writer *w = context;
    const struct act *act = step->act;
    json_t *pointer;
    switch (step->kind) {
    case MESSAGE_PLACE:
        place(w, step->line);
        break;
    case MESSAGE_FOLLOWER:
        pointer = pointer_of(w, &act->segment);
        message(w, "DEPLOY_MEEPLE",
                json_pack("{s:o, s:o}", "pointer", pointer, "meepleId",
                          meeple_put(w, step->seat, act->follower)),
                step->seat);
        break;
    case MESSAGE_TOKEN:
        token(w, act->verb == VERB_BRIDGE ? "BRIDGE" : "CASTLE", act, step->seat);
        break;
    case MESSAGE_FAIRY:
        move_fairy(w, act, step->seat);
        break;
    case MESSAGE_DRAGON:
        message(w, "MOVE_NEUTRAL_FIGURE",
                json_pack("{s:s, s:o}", "figureId", "dragon.1", "to", position_of(step->to)),
                step->seat);
        break;
    case MESSAGE_RETURN:
        send_home_by(w, act, step->seat);
        break;
    case MESSAGE_BID:
        message(w, "BAZAAR_BID",
                json_pack("{s:i, s:i}", "supplyIndex", (int)step->lot, "price",
                          act->verb == VERB_BID ? (int)act->number : 0),
                step->seat);
        break;
    case MESSAGE_WORD:
        message(w, "BAZAAR_BUY_OR_SELL",
                json_pack("{s:s}", "value", act->verb == VERB_BUY ? "BUY" : "SELL"), step->seat);
        break;
    case MESSAGE_PASS:
        message(w, "PASS", json_object(), step->seat);
        break;
    case MESSAGE_COMMIT:
        message(w, "COMMIT", json_pack("{s:f}", "random", 0.5), step->seat);
        break;
    case MESSAGE_FIGURE: /* has the kind of its figure */
        break;
    }
}

/* ---- The document ---- */

static void write_sets(struct exporter *e, json_t *sets, json_t *elements)
{
    unsigned edition = 1;
    for (unsigned i = 0; i < e->record->set_count; i++)
        edition = strcmp(e->record->sets[i]->name, "abbot") == 0 ? 2 : edition;
    for (unsigned i = 0; i < e->record->set_count; i++) {
        const char *name = e->record->sets[i]->name;
        bool known = strcmp(name, "abbot") == 0;
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
    if (edition == 2)
        json_object_set_new(elements, "garden", json_true());
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

static json_t *setup_of(struct writer *w)
{
    struct exporter *e = w->e;
    json_t *sets = json_object(),
           *elements =
               json_pack("{s:i}", "small-follower", (int)follower_kinds[FOLLOWER_SMALL].stock),
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
    for (const struct line *line = e->record->lines, *end = record_end(e->record); line < end;
         line++)
        for (uint32_t i = 0; i < line->act_count; i++) {
            const struct act *act = &line->acts[i];
            if (act->kind == ACT_ASIDE)
                export_loss(e, "tiles put aside until a volcano lies: they are not drawn before");
            if (act->kind == ACT_VERB && act->verb == VERB_TAKE)
                export_loss(e, "what a castle takes: it takes the most");
            if (act->kind == ACT_VERB && verbs[act->verb].shape == SHAPE_EDGE)
                export_loss(e, arena_printf(e->arena, "'%s'", verbs[act->verb].name));
        }
}

static json_t *players_of(const struct record *record)
{
    json_t *players = json_array();
    for (unsigned i = 0; i < record->player_count && i < SEATS_MOST; i++)
        json_array_append_new(players, json_pack("{s:s%, s:i}", "name", record->players[i].p,
                                                 record->players[i].n, "slot", (int)i));
    return players;
}

void jcz_export(struct exporter *e)
{
    static const char *const keys[] = {"players", "rules",  "game",  "options",
                                       "sets",    "brings", "start", NULL};
    static const char *const held[] = {"small-city", "princess", "fairy", "dragon-move",
                                       "bazaar",     "farmers",  NULL};
    struct writer w = {.e = e, .order = json_array()};
    sink_open(&w.replay, -1);
    const struct design *drawn[2 * TILES_MOST];
    export_common_losses(e, keys);
    export_option_losses(e, "jcz-1", held);
    unsigned count = turns_drawn(e->record, 0, false, drawn, 2 * TILES_MOST);
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(w.order, tile_id(&w, drawn[i]));
    json_t *setup = setup_of(&w);
    find_losses(e);
    struct findings again = {.arena = e->arena};
    jcz_script(e->referee, e->record, &again, e->ledger, step, &w);
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
        export_loss(e, "text that is no UTF-8");
    }
    sink_close(&w.replay);
    json_decref(document);
}
