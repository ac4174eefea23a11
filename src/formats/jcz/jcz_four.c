/* SPDX-License-Identifier: MIT */
/* Saves of JCloisterZone 4. Their setup has other words: expansions, capabilities and rules in the
 * style of Java's constants. It is written anew in the form of version 5 and read as that. Messages
 * have the form of version 5.0, except for the ids of tiles. See bastide(1), FORMATS. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/sink.h"
#include "formats/jcz/jcz_save.h"

/* Writes a name such as TRADERS_AND_BUILDERS as "traders-and-builders". */
static void write_set(struct sink *out, struct str name)
{
    if (str_is(name, "KING_AND_ROBBER_BARON"))
        name = str_of("KING_AND_ROBBER");
    for (size_t i = 0; i < name.n; i++)
        sink_char(out, name.p[i] == '_' ? '-' : (char)tolower((unsigned char)name.p[i]));
}

/* Writes the elements of a capability: "big-follower":1 for BigFollower. */
static void write_elements(struct sink *out, struct str name)
{
    static const struct {
        const char *name, *elements;
    } others[] = {{"StandardGame", ""},
                  {"TradeGoods", ",\"traders\":1"},
                  {"KingAndRobberBaron", ",\"king\":1,\"robber\":1"}};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        if (str_is(name, others[i].name)) {
            sink_cstr(out, others[i].elements);
            return;
        }
    sink_cstr(out, ",\"");
    for (size_t i = 0; i < name.n && i < 40; i++) {
        unsigned char c = (unsigned char)name.p[i];
        if (isupper(c) && i)
            sink_char(out, '-');
        sink_char(out, isalnum(c) ? (char)tolower(c) : '?');
    }
    sink_cstr(out, "\":1");
}

/* The rules in both forms. Those without a key are about other sets, or do not change the game. A
 * rule that is missing is off. */
static const struct {
    const char *name, *key, *value;
} rules[] = {
    {"PRINCESS_MUST_REMOVE_KNIGHT", "princess-action", "must"},
    {"DRAGON_MOVE_AFTER_SCORING", "dragon-move", "after-scoring"},
    {"FAIRY_ON_TILE", "fairy-placement", "on-tile"},
    {"BAZAAR_NO_AUCTION", "bazaar-no-auction", "true"},
    {"TINY_CITY_2_POINTS", "tiny-city-scoring", "2"},
    {"FARMERS", NULL, NULL},
    {"MULTI_BARN_ALLOWED", NULL, NULL},
    {"ON_HILL_NUMBER_TIEBREAKER", NULL, NULL},
    {"ESCAPE_RGG", NULL, NULL},
    {"PIG_HERD_ON_GQ_FARM", NULL, NULL},
    {"USE_PIG_HERDS_INDEPENDENTLY", NULL, NULL},
    {"TUNNELIZE_ALL_EXPANSIONS", NULL, NULL},
    {"MORE_TUNNEL_TOKENS", NULL, NULL},
    {"FESTIVAL_FOLLOWER_ONLY", NULL, NULL},
    {"KEEP_CLOISTERS", NULL, NULL},
    {"BULDINGS_DIFFERENT_VALUE", NULL, NULL},
    {"ADVANCED_LABYRINTH", NULL, NULL},
    {"RANDOM_SEATING_ORDER", NULL, NULL},
    {"CLOCK_PLAYER_TIME", NULL, NULL},
};
enum { RULES = sizeof rules / sizeof *rules };

static void write_rules(struct sink *out, const struct json *setup)
{
    const char *between = "";
    JSON_FOR_EACH_KEY(key, json_get(setup, "rules")) {
        unsigned i = 0;
        while (i < RULES && !str_is(json_str(key), rules[i].name))
            i++;
        bool is_odd = str_is(json_str(key), "FARMERS") && !json_is_bool(key + 1);
        if (json_is(key + 1, JSON_FALSE) || (i < RULES && !rules[i].key && !is_odd))
            continue;
        bool is_good = i < RULES && json_is(key + 1, JSON_TRUE);
        sink_cstr(out, between);
        sink_json(out, i < RULES && rules[i].key ? str_of(rules[i].key) : json_str(key));
        sink_char(out, ':');
        sink_json(out, str_of(is_good ? rules[i].value : "?"));
        between = ",";
    }
}

static int by_serial(const void *a, const void *b)
{
    int64_t x = json_int(json_get(*(const struct json *const *)a, "serial")),
            y = json_int(json_get(*(const struct json *const *)b, "serial"));
    return (x > y) - (x < y);
}

/* Players have seats in the order of their serial numbers. */
static void write_players(struct jcz *z, struct sink *out, const struct json *slots)
{
    static const char *const known[] = {"number",   "serial",      "clientId",
                                        "nickname", "aiClassName", NULL};
    const struct json *slot,
        **players = arena_alloc(z->im->arena, (json_count(slots) + 1) * sizeof *players);
    size_t count = 0;
    JSON_FOR_EACH(i, slot, slots) {
        jcz_check_fields(z, slot, importer_at(z->im, "slots[%zu]", i), known);
        players[count++] = slot;
    }
    if (count)
        qsort(players, count, sizeof *players, by_serial);
    for (size_t i = 0; i < count; i++) {
        sink_cstr(out, i ? ",{\"name\":" : "{\"name\":");
        sink_json(out, json_str(json_get(players[i], "nickname")));
        sink_char(out, '}');
    }
}

/* "#END" ends the order of draws, and with it the game. */
static void write_annotations(struct jcz *z, struct sink *out, const struct json *annotations)
{
    static const char *const known[] = {"tilePack", NULL};
    static const char *const known_pack[] = {"className", "params", NULL};
    static const char *const known_params[] = {"drawOrder", "drawLimit", NULL};
    const struct json *pack = json_get(annotations, "tilePack"), *params = json_get(pack, "params"),
                      *order = json_get(params, "drawOrder"),
                      *limit = json_get(params, "drawLimit"), *id;
    struct place place = importer_at(z->im, "annotations");
    int64_t last = limit && !json_is(limit, JSON_INTEGER) ? -1 : json_int(limit);
    bool is_list = json_is(order, JSON_LIST);
    const char *between = "";
    jcz_check_fields(z, annotations, place, known);
    jcz_check_fields(z, pack, place, known_pack);
    jcz_check_fields(z, params, place, known_params);
    if (order)
        sink_cstr(out, is_list ? "\"drawOrder\":[" : "\"drawOrder\":0");
    JSON_FOR_EACH(i, id, order) {
        if (str_is(json_str(id), "#END")) {
            last = last ? last : (int64_t)i;
            break;
        }
        sink_cstr(out, between);
        sink_json(out, str_of(json_cstr(id) ? jcz_tile_id(z, id) : "?"));
        between = ",";
    }
    if (is_list)
        sink_char(out, ']');
    if (limit || last)
        sink_printf(out, "%s\"endTurn\":%lld", order ? "," : "", (long long)last);
}

const struct json *jcz_four_document(struct jcz *z, const struct json *document)
{
    static const char *const known[] = {"expansions", "rules", "capabilities", NULL};
    const struct json *setup = json_get(document, "setup"), *each,
                      *farmers = json_get(json_get(setup, "rules"), "FARMERS");
    struct json_error error;
    struct sink out;
    unsigned minor = 0;
    struct str version = json_str(json_get(document, "appVersion"));
    sscanf(arena_copy(z->im->arena, version.p, version.n), "4.%2u", &minor);
    jcz_check_fields(z, setup, importer_at(z->im, "setup"), known);
    sink_open(&out, -1);
    sink_cstr(&out, "{\"setup\":{\"sets\":{");
    const char *between = "";
    JSON_FOR_EACH_KEY(key, json_get(setup, "expansions")) {
        struct sink name;
        sink_open(&name, -1);
        write_set(&name, json_str(key));
        sink_cstr(&name, ":1");
        sink_cstr(&out, between);
        sink_json(&out, sink_text(&name));
        sink_printf(&out, ":%lld",
                    json_is(key + 1, JSON_INTEGER) ? (long long)json_int(key + 1) : -1);
        sink_close(&name);
        between = ",";
    }
    /* Before 4.6 there was no game without fields. */
    bool has_fields = json_is(farmers, JSON_TRUE) || (!farmers && minor < 6);
    sink_printf(&out, "},\"elements\":{\"small-follower\":7,\"farmers\":%d", has_fields);
    JSON_FOR_EACH(i, each, json_get(setup, "capabilities"))
        write_elements(&out, json_str(each));
    sink_cstr(&out, "},\"rules\":{");
    write_rules(&out, setup);
    sink_cstr(&out, "},\"start\":[{\"tile\":\"BA/RCr\",\"x\":0,\"y\":0,\"rotation\":0}]},"
                    "\"players\":[");
    write_players(z, &out, json_get(document, "slots"));
    sink_cstr(&out, "],\"gameAnnotations\":{");
    write_annotations(z, &out, json_get(document, "annotations"));
    sink_cstr(&out, "}}");
    const struct json *written = json_parse(sink_text(&out), z->im->arena, &error);
    sink_close(&out);
    if (!written)
        importer_malformed(z->im, importer_at(z->im, "setup"), FINDING_IMPORT_NOT_JSON,
                           ARGS(arena_plain(z->im->arena, str_of(error.text))));
    return written;
}

const char *jcz_tile_id(struct jcz *z, const struct json *value)
{
    struct str id = json_str(value);
    if (!z->is_four || !json_is(value, JSON_TEXT))
        return json_cstr(value);
    char *now = arena_copy(z->im->arena, id.p, id.n), *dot = memchr(now, '.', id.n);
    if (dot)
        *dot = '/';
    return now;
}
