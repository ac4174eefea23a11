/* SPDX-License-Identifier: MIT */
/* Saves of JCloisterZone 4 and 5.0 to 5.6, as far as they differ from later ones: a seed and salts
 * instead of a random number for each turn, locations without their features, and fields of the
 * network. See bastide(1), FORMATS. */
#include <errno.h>
#include <stdlib.h>

#include "formats/jcz/jcz_save.h"

/* Reads a 64-bit integer, written as a string, or in version 4 as a number. False for anything
 * else. */
static bool read_number(const struct jcz *z, const struct json *value, int64_t *number)
{
    if (z->is_four) {
        *number = json_int(value);
        return json_is(value, JSON_INTEGER);
    }
    struct str text = json_str(value);
    char *end;
    if (!text.n)
        return false;
    errno = 0;
    *number = strtoll(text.p, &end, 10);
    return !errno && end == text.p + text.n &&
           (*text.p == '-' || (*text.p >= '0' && *text.p <= '9'));
}

static bool refuse(struct jcz *z, struct place place)
{
    z->knows_random = false;
    finding_raise(z->im->findings, FINDING_IMPORT_SALT, place, NO_ARGS)->turn = (uint16_t)z->turn;
    return false;
}

bool jcz_read_seed(struct jcz *z, const struct json *value, struct place place)
{
    if (!read_number(z, value, &z->seed))
        return refuse(z, place);
    z->knows_random = true;
    return true;
}

bool jcz_read_salt(struct jcz *z, const struct json *value, struct place place)
{
    int64_t salt;
    if (!read_number(z, value, &salt))
        return refuse(z, place);
    z->random.salt = salt;
    z->r = (double)salt;
    z->knows_random = z->is_seeded;
    return true;
}

/* ---- The generator ---- */

enum { COMPARED = 6 }; /* turns by which a generator is recognised */

/* Returns how many of the first turns lay the tile that is drawn. Stops at the first that does
 * not. */
static unsigned matches(struct jcz *z, const struct json *replay)
{
    const struct json *message;
    unsigned count = 0;
    JSON_FOR_EACH(i, message, replay) {
        struct str type = json_str(json_get(message, "type"));
        const struct json *payload = json_get(message, "payload");
        if (str_is(type, "COMMIT") && !read_number(z, json_get(payload, "salt"), &z->random.salt))
            break;
        if (!str_is(type, "PLACE_TILE"))
            continue;
        const struct stack *drawn = jcz_draw(z);
        const char *id = jcz_tile_id(z, json_get(payload, "tileId"));
        if (!drawn || !id || strcmp(id, drawn->id) != 0 || ++count == COMPARED)
            break;
    }
    return count;
}

void jcz_choose_generator(struct jcz *z, const struct json *document)
{
    struct jcz_trial trial;
    enum jcz_generator best = JCZ_GENERATOR_JAVA;
    unsigned most = 0;
    jcz_begin_trial(&trial, z);
    for (enum jcz_generator generator = 0; generator < JCZ_GENERATORS; generator++) {
        jcz_random_seed(&z->random, generator, z->seed, z->im->arena, z->in_sets + 1);
        unsigned count = jcz_is_ordered(z) ? 0 : matches(z, json_get(document, "replay"));
        best = count > most ? generator : best;
        most = count > most ? count : most;
        jcz_take_back(&trial, z);
    }
    jcz_random_seed(&z->random, best, z->seed, z->im->arena, z->in_sets + 1);
    z->is_seeded = true;
}

/* ---- Locations ---- */

struct str jcz_old_feature(const struct jcz *z, struct cell cell, struct str *location)
{
    static const struct {
        const char *location, *now, *feature;
    } names[] = {{"CLOISTER", "I", "Monastery"},
                 {"MONASTERY", "AS_ABBOT", "Monastery"},
                 {"INNER_FARM", "I", "Field"},
                 {"INNER_FARM_B", "II", "Field"}};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (str_is(*location, names[i].location)) {
            *location = str_of(names[i].now);
            return str_of(names[i].feature);
        }
    if (location->n > 1 && char_is_in(location->p[1], "LR"))
        return str_of("Field");
    bool all_but = location->n == 2 && location->p[0] == '_';
    unsigned side = location->n ? side_of_letter(location->p[all_but]) : SIDES;
    if (side >= SIDES)
        return str_of("");
    side = all_but ? (side + 1) % SIDES : side;
    unsigned code = jcz_sides_at(z, cell)[side] & ~(unsigned)JCZ_BUILT;
    return str_of(code == SIDE_CITY + 1 ? "City" : code == SIDE_ROAD + 1 ? "Road" : "");
}
