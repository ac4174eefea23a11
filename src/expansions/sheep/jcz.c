/* SPDX-License-Identifier: MIT */
/* Hills and sheep in saves of JCloisterZone. The tokens are drawn by random numbers; see
 * formats/jcz/jcz_tokens.c. FanCloisterZone has a message of its own for each shepherd. */
#include "expansions/pieces.h"
#include "formats/jcz/jcz_save.h"
#include "formats/jcz/jcz_verify.h"
#include "formats/jcz/jcz_write.h"

/* Puts a tile of the pack under a hill. Rules: sheep.hill.tile, sheep.hill.empty. */
void jcz_lay_hill(struct jcz *z, struct cell cell, bool free)
{
    (void)cell, (void)free;
    if (z->plays[JCZ_HILL] && z->tile && z->tile->marks & MARK_HILL && !jcz_pack_is_empty(z))
        z->hidden++;
}

/* Returns the act of the turn under way that has just placed a shepherd, whose token is not in the
 * record yet; NULL if the last act is another one. */
static const struct act *new_shepherd(const struct jcz *z)
{
    const struct record *record = z->im->record;
    const struct line *line = record->line_count ? &record->lines[record->line_count - 1] : NULL;
    const struct act *act = line && line->act_count ? &line->acts[line->act_count - 1] : NULL;
    bool is_one = act && act->kind == ACT_MEEPLE && act->meeple == MEEPLE_SHEPHERD;
    return z->placed && is_one ? act : NULL;
}

/* Adds the token of a shepherd that was just placed. */
static void before_message(struct jcz *z, enum message_kind kind)
{
    const struct act *shepherd = new_shepherd(z);
    struct place place = z->place;
    if (!shepherd || kind == MESSAGE_SHEPHERD)
        return;
    z->place = shepherd->place;
    jcz_add_token(z, VERB_SHEEP);
    z->place = place;
}

const struct jcz_course sheep_jcz = {.before = before_message};

/* Reads the random number that draws the token of the shepherd just placed. */
enum outcome jcz_confirm_shepherd(struct jcz *z, const struct json *payload,
                                  struct message *message)
{
    const struct json *random = json_get(payload, "random");
    (void)message;
    if (!new_shepherd(z))
        return jcz_nonsense(z, FINDING_IMPORT_SHEPHERD, NO_ARGS);
    bool good = !random || jcz_read_random(z, random, z->place);
    before_message(z, MESSAGE_COUNT);
    return good ? READ : NONSENSE;
}

enum outcome jcz_flock(struct jcz *z, const struct json *payload, struct message *message)
{
    struct str value = json_str(json_get(payload, "value"));
    bool grows = str_is(value, "EXPAND");
    (void)message;
    if (!jcz_needs_tile(z))
        return NONSENSE;
    if (!grows && !str_is(value, "SCORE"))
        return jcz_nonsense(z, FINDING_IMPORT_FLOCK, NO_ARGS);
    bool good = jcz_read_random(z, json_get(payload, "random"), z->place);
    jcz_begin_act(z, z->seat);
    importer_verb(z->im, z->place, grows ? VERB_GROW : VERB_GATHER);
    if (grows)
        jcz_add_token(z, VERB_SHEEP);
    return good ? READ : NONSENSE;
}

const char *jcz_write_flock(struct jcz_writer *w, const struct script_step *step)
{
    return arena_printf(w->e->arena, "{\"value\":\"%s\",\"random\":%s}",
                        step->act->verb == VERB_GROW ? "EXPAND" : "SCORE",
                        jcz_random_for(w, step, 0));
}
