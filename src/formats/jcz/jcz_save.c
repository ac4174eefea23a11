/* SPDX-License-Identifier: MIT */
/* Helpers of the reader of JCloisterZone's saves: findings, the course of the game, and values. */
#include "formats/jcz/jcz_save.h"

struct finding *jcz_raise(struct jcz *z, enum finding_id id, const struct arg *args)
{
    struct finding *finding = finding_raise(z->im->findings, id, z->place, args);
    /* Some messages come after the COMMIT of their turn. */
    bool is_late = !z->placed && z->is_late;
    finding->turn = (uint16_t)(is_late ? z->turn_before : z->turn);
    finding->seat = (uint8_t)(z->placed || is_late ? z->turn_seat : z->next_seat);
    return finding;
}

enum outcome jcz_nonsense(struct jcz *z, enum finding_id id, const struct arg *args)
{
    /* The rest of a turn may depend on what was lost in it. */
    if (z->reported_turn != z->turn)
        jcz_raise(z, id, args);
    z->reported_turn = z->turn;
    return NONSENSE;
}

enum outcome jcz_unsupported(struct jcz *z, const char *what, const char *name)
{
    jcz_raise(z, FINDING_UNSUPPORTED_NAMED, ARGS(what, name));
    return STOPPED;
}

bool jcz_goes_on(const struct jcz *z)
{
    for (unsigned i = 0; i < JCZ_COURSES; i++)
        if (jcz_courses[i]->goes_on && jcz_courses[i]->goes_on(z))
            return true;
    return false;
}

unsigned jcz_asked(const struct jcz *z)
{
    for (unsigned i = 0; i < JCZ_COURSES; i++)
        if (jcz_courses[i]->asked && jcz_courses[i]->goes_on(z))
            return jcz_courses[i]->asked(z);
    return NOBODY;
}

unsigned jcz_next_player(const struct jcz *z)
{
    const struct json *player = json_get(z->lays, "player");
    bool named = json_is(player, JSON_INTEGER) && json_int(player) >= 0 &&
                 json_int(player) < (int64_t)z->seats;
    return named ? (unsigned)json_int(player) : NOBODY;
}

const struct jcz_element *jcz_double_turns(const struct jcz *z)
{
    static const enum jcz_element_id again[] = {
#define JCZ_AGAIN(element) JCZ_##element,
#include "rows.h"
    };
    for (unsigned i = 0; i < sizeof again / sizeof *again; i++)
        if (z->plays[again[i]])
            return &jcz_elements[again[i]];
    return NULL;
}

long jcz_quarters(const struct json *rotation)
{
    if (json_is(rotation, JSON_INTEGER)) {
        int64_t angle = json_int(rotation);
        return angle % 90 == 0 && angle >= 0 && angle < 360 ? (long)angle / 90 : -1;
    }
    struct str text = json_str(rotation);
    static const char *const turns[SIDES] = {"R0", "R90", "R180", "R270"};
    for (int i = 0; i < SIDES; i++)
        if (str_is(text, turns[i]))
            return i;
    return -1;
}

bool jcz_read_random(struct jcz *z, const struct json *value, struct place place)
{
    double r = json_is_number(value) ? json_real(value) : -1;
    z->knows_random = r >= 0 && r < 1;
    if (!z->knows_random) {
        struct finding *finding =
            finding_raise(z->im->findings, FINDING_IMPORT_RANDOM, place, NO_ARGS);
        finding->turn = (uint16_t)z->turn;
        return false;
    }
    z->r = r;
    return true;
}

/* True for a field that only old saves have. */
static bool is_old_field(const struct jcz *z, struct str key)
{
    static const char *const five[] = {"initialSeed", "salt",       "gameId",      "id",
                                       "seq",         "assertions", "description", NULL};
    static const char *const four[] = {"initialSeed", "salt",  "slots",    "clocks",
                                       "annotations", "clock", "parentId", NULL};
    for (const char *const *known = z->is_four ? four : five; *known; known++)
        if (str_is(key, *known))
            return true;
    return false;
}

void jcz_check_fields(struct jcz *z, const struct json *object, struct place place,
                      const char *const *known)
{
    JSON_FOR_EACH_KEY(key, object) {
        if (z->is_old && is_old_field(z, json_str(key)))
            continue;
        struct finding *finding =
            importer_pass_over(z->im, place, "field", str_of(key->text), known);
        if (finding)
            finding->turn = (uint16_t)z->turn;
    }
}
