/* SPDX-License-Identifier: MIT */
/* Floors, prisoners and ransoms in saves of JCloisterZone. A ransom names only the prisoner, so
 * this file keeps track of the players who hold prisoners. */
#include "expansions/tower/floor.h"
#include "formats/jcz/jcz_save.h"
#include "formats/jcz/jcz_verify.h"
#include "formats/jcz/jcz_write.h"

enum { RANSOMS_MAX = 16 };

/* A follower by its name: "1.small.3". */
struct named {
    uint8_t seat, kind, number;
};

struct waiting {
    struct place place;
    uint8_t payer, jailer, kind;
    bool is_late; /* paid during a flight after the COMMIT: it belongs to the turn before */
};

struct tower_course {
    uint8_t holder[SEATS_MAX][MEEPLE_KINDS][NUMBERS];   /* seat that holds a follower, plus 1; 0 for
                                                           none */
    uint32_t held_at[SEATS_MAX][MEEPLE_KINDS][NUMBERS]; /* number of its capture */
    uint32_t captures;
    struct named taken; /* follower that was taken last */
    /* Ransoms that are not in the record yet: those paid before the tile is laid, and those paid
     * during the flight of a dragon, which is one act. */
    struct waiting waiting[RANSOMS_MAX];
    unsigned waiting_count;
};

static struct tower_course *course_of(const struct jcz *z)
{
    return z->block[JCZ_COURSE_tower];
}

static uint8_t *holder_of(const struct jcz *z, struct named meeple)
{
    return &course_of(z)->holder[meeple.seat][meeple.kind][meeple.number];
}

/* Reads the name of a follower. False, with a finding, if it is not one of the players'. */
static bool read_named(struct jcz *z, const struct json *id, struct message *message,
                       struct named *meeple)
{
    jcz_read_meeple(z, id, message);
    if (message->named != NAMED_WELL || message->meeple_seat >= z->seats ||
        message->meeple_number >= NUMBERS) {
        jcz_nonsense(z, FINDING_IMPORT_PRISONER, NO_ARGS);
        return false;
    }
    *meeple = (struct named){message->meeple_seat, message->meeple_kind, message->meeple_number};
    return true;
}

/* ---- Floors and prisoners ---- */

void jcz_place_floor(struct jcz *z, const struct segment_ref *ref)
{
    jcz_begin_act(z, z->seat);
    importer_verb(z->im, z->place, VERB_FLOOR)->segment = ref_to_cell(ref->cell);
}

/* Returns the set of kinds of followers of a seat that another one holds, and sets *first to the
 * one that was captured first. */
static unsigned kinds_held(const struct jcz *z, unsigned holder, unsigned seat, struct named *first)
{
    const struct tower_course *course = course_of(z);
    unsigned held = 0;
    uint32_t since = UINT32_MAX;
    for (unsigned kind = 0; kind < MEEPLE_KINDS; kind++)
        for (unsigned number = 0; number < NUMBERS; number++) {
            if (course->holder[seat][kind][number] != holder + 1)
                continue;
            held |= 1u << kind;
            if (course->held_at[seat][kind][number] >= since)
                continue;
            since = course->held_at[seat][kind][number];
            *first = (struct named){(uint8_t)seat, (uint8_t)kind, (uint8_t)number};
        }
    return held;
}

/* Reads the capture of a follower. If its owner holds prisoners of one kind of the player, they are
 * exchanged without a message. */
enum outcome jcz_capture(struct jcz *z, const struct json *payload, struct message *message)
{
    static const char *const known[] = {"featurePointer", "meepleId", NULL};
    const struct json *pointer = json_get(payload, "pointer");
    struct segment_ref ref;
    if (!jcz_needs_tile(z) || !jcz_read_pointer(z, json_get(pointer, "featurePointer"), &ref))
        return NONSENSE;
    jcz_read_meeple(z, json_get(pointer, "meepleId"), message);
    jcz_check_fields(z, pointer, z->place, known);
    jcz_begin_act(z, z->seat);
    importer_verb(z->im, z->place, VERB_CATCH)->segment = ref;
    if (message->named != NAMED_WELL || message->meeple_seat >= z->seats ||
        message->meeple_number >= NUMBERS || message->meeple_seat == z->seat)
        return READ;
    struct named taken = {message->meeple_seat, message->meeple_kind, message->meeple_number},
                 own = taken;
    unsigned held = kinds_held(z, taken.seat, z->seat, &own);
    course_of(z)->taken = taken;
    *holder_of(z, taken) = (uint8_t)(z->seat + 1);
    course_of(z)->held_at[taken.seat][taken.kind][taken.number] = ++course_of(z)->captures;
    if (__builtin_popcount(held) == 1)
        *holder_of(z, own) = *holder_of(z, taken) = 0;
    return READ;
}

/* Reads the choice of a prisoner who is exchanged for the follower taken last. */
enum outcome jcz_exchange(struct jcz *z, const struct json *payload, struct message *message)
{
    struct named own;
    if (!jcz_needs_tile(z) || !read_named(z, json_get(payload, "meepleId"), message, &own))
        return NONSENSE;
    jcz_begin_act(z, z->seat);
    importer_verb(z->im, z->place, VERB_SWAP)->meeple = own.kind;
    *holder_of(z, own) = *holder_of(z, course_of(z)->taken) = 0;
    return READ;
}

/* ---- Ransoms ---- */

static void add_ransom(struct jcz *z, const struct waiting *ransom)
{
    struct act *act = importer_verb(z->im, ransom->place, VERB_RANSOM);
    act->seat = ransom->jailer;
    act->meeple = ransom->kind;
}

/* Adds the ransoms that wait, on the line of the turn or on step lines; with `late`, only those
 * that belong to the turn before. */
static void add_waiting(struct jcz *z, bool late)
{
    struct tower_course *course = course_of(z);
    struct place place = z->place;
    unsigned kept = 0;
    for (unsigned i = 0; i < course->waiting_count; i++) {
        struct waiting ransom = course->waiting[i];
        z->place = ransom.place;
        if (late && !ransom.is_late) {
            course->waiting[kept++] = ransom;
            continue;
        }
        if (z->placed)
            jcz_begin_act(z, ransom.payer);
        else
            importer_step(z->im, z->place, z->turn_before, ++z->step_before, ransom.payer);
        add_ransom(z, &ransom);
    }
    z->place = place;
    course->waiting_count = kept;
}

void jcz_add_ransoms(struct jcz *z, struct cell cell, bool free)
{
    (void)cell, (void)free;
    add_waiting(z, false);
}

static bool is_path_act(const struct jcz *z)
{
    const struct record *record = z->im->record;
    const struct line *line = record->line_count ? &record->lines[record->line_count - 1] : NULL;
    return line && line->act_count && act_has_shape(&line->acts[line->act_count - 1], SHAPE_PATH);
}

/* Reads a ransom. It names the prisoner; the record names the jailer, and the kind of the prisoner
 * if the jailer holds other kinds too. */
enum outcome jcz_pay_ransom(struct jcz *z, const struct json *payload, struct message *message)
{
    struct tower_course *course = course_of(z);
    struct named meeple, first;
    if (!read_named(z, json_get(payload, "meepleId"), message, &meeple))
        return NONSENSE;
    /* Only its own player buys a follower back. */
    if (!z->named)
        z->seat = meeple.seat;
    unsigned jailer = *holder_of(z, meeple);
    /* Nobody holds it: the referee reports that another seat does not. */
    jailer = jailer ? jailer - 1 : (z->seat + 1) % z->seats;
    unsigned held = kinds_held(z, jailer, meeple.seat, &first);
    struct waiting ransom = {z->place, (uint8_t)z->seat, (uint8_t)jailer,
                             __builtin_popcount(held) != 1 ? meeple.kind : (uint8_t)MEEPLE_KINDS,
                             false};
    *holder_of(z, meeple) = 0;
    bool is_asked = !z->placed && jcz_asked(z) != NOBODY;
    /* Before the tile only its player pays; another one pays while the turn before goes on. */
    bool goes_on = jcz_goes_on(z) || z->asks == MESSAGE_FIGURE || z->asks == MESSAGE_FOLLOWER;
    bool is_next = z->seat == z->next_seat || z->seat == jcz_next_player(z);
    ransom.is_late = !z->placed && !is_asked && (goes_on || (z->turn_before && !is_next));
    if (course->waiting_count < RANSOMS_MAX && !is_asked && (!z->placed || is_path_act(z))) {
        course->waiting[course->waiting_count++] = ransom;
        return READ;
    }
    if (is_asked || !z->placed)
        importer_step(z->im, z->place, z->turn_before, ++z->step, z->seat);
    else
        jcz_begin_act(z, z->seat);
    add_ransom(z, &ransom);
    return READ;
}

/* Adds the ransoms paid during a flight once its steps are over. A ransom before a tile that the
 * save does not have any more belongs to no line. */
static void before_message(struct jcz *z, enum message_kind kind)
{
    struct tower_course *course = course_of(z);
    if (!course->waiting_count || kind == MESSAGE_FIGURE || kind == MESSAGE_RANSOM)
        return;
    add_waiting(z, !z->placed);
    if (kind == MESSAGE_COUNT && course->waiting_count) {
        z->place = course->waiting[0].place;
        jcz_raise(z, FINDING_UNFINISHED_RANSOM, NO_ARGS);
    }
}

const struct jcz_course tower_jcz = {.size = sizeof(struct tower_course), .before = before_message};

/* ---- Writing ---- */

const char *jcz_write_floor(struct jcz_writer *w, const struct act *act)
{
    struct segment_ref tower = {.kind = KIND_TOWER,
                                .port = PORT_NONE,
                                .index = 1,
                                .has_cell = true,
                                .cell = act->segment.cell};
    return jcz_pointer(w, &tower);
}

const char *jcz_write_capture(struct jcz_writer *w, const struct script_step *step)
{
    return arena_printf(w->e->arena, "{\"pointer\":%s}",
                        jcz_follower(w, &step->act->segment, SEAT_NONE));
}

/* Returns the prisoner that a step frees, or NULL. */
static const struct meeple *freed_by(struct referee *r, const struct script_step *step)
{
    const struct act *act = step->act;
    if (!tower_of(r))
        return NULL;
    unsigned holder = act->verb == VERB_SWAP ? tower_of(r)->owner : act->seat;
    const struct meeple *found = NULL;
    for (unsigned kind = 0; kind < MEEPLE_KINDS && !found; kind++)
        if (act->meeple == MEEPLE_KINDS || act->meeple == kind)
            found = table_held(&r->table, holder, step->seat, (enum meeple_kind)kind);
    return found;
}

const char *jcz_write_prisoner(struct jcz_writer *w, const struct script_step *step)
{
    const struct meeple *prisoner = freed_by(w->e->referee, step);
    return arena_printf(w->e->arena, "{\"meepleId\":%s}",
                        prisoner ? jcz_meeple_name(w, prisoner) : "null");
}

/* ---- Comparing ---- */

/* Checks that the follower which a message names is a prisoner who may be freed by the step. */
void jcz_check_prisoner(struct jcz_comparison *c, const struct message *message,
                        const struct script_step *step)
{
    const struct meeple *freed = freed_by(c->referee, step);
    if (!jcz_check_name(c, message) || !freed)
        return;
    const struct meeple *named = jcz_named(c, message);
    if (message->meeple_seat != step->seat)
        jcz_differs(c, FINDING_NAMED_OTHER, message,
                    ARGS(message->meeple, SEAT(message->meeple_seat), SEAT(step->seat)));
    else if (!named || named->stand != STAND_HELD || named->holder != freed->holder)
        jcz_differs(c, FINDING_NAMED_FREE, message, ARGS(message->meeple));
    else if (named->kind == freed->kind)
        jcz_rename(c, message, freed);
}
