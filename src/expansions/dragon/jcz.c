/* SPDX-License-Identifier: MIT */
/* The dragon and the fairy in saves of JCloisterZone: reading, writing and comparing their
 * moves. */
#include "formats/jcz/jcz_verify.h"
#include "formats/jcz/jcz_write.h"
#include "formats/jcz/jcz_save.h"

enum { FLIGHT_MAX = 64 };

struct dragon_course {
    bool volcano; /* a volcano lies */
    struct cell dragon, fairy;
    bool fairy_out;
    char *flight;         /* letters of the flight under way; NULL for none */
    unsigned lost_flight; /* turn of the last flight that made no sense */
};

static struct dragon_course *course_of(const struct jcz *z)
{
    return z->block[JCZ_COURSE_dragon];
}

bool jcz_is_dragon(const struct design *design)
{
    return design->marks & MARK_DRAGON;
}

bool jcz_has_volcano(const struct jcz *z)
{
    return course_of(z)->volcano;
}

void jcz_note_volcano(struct jcz *z, struct cell cell, bool free)
{
    (void)free;
    struct dragon_course *course = course_of(z);
    if (!(z->tile->marks & MARK_VOLCANO))
        return;
    course->volcano = true;
    course->dragon = cell;
}

static bool is_visited(const struct dragon_course *course, struct cell cell)
{
    struct cell at = course->dragon;
    size_t n = course->flight ? strlen(course->flight) : 0;
    for (;; n--) {
        if (at.x == cell.x && at.y == cell.y)
            return true;
        if (!n)
            return false;
        unsigned side = side_of_letter(course->flight[n - 1]);
        at = (struct cell){(int16_t)(at.x - side_dx[side]), (int16_t)(at.y - side_dy[side])};
    }
}

/* True if the dragon could make another step of a flight after the last COMMIT. */
static bool flies_on(const struct jcz *z)
{
    const struct dragon_course *course = course_of(z);
    bool due = profile_is(&z->rules, DRAGON_MOVE, AFTER_SCORING) && course->volcano && z->tile &&
               z->tile->marks & MARK_DRAGON && !z->placed;
    if (!due || (course->flight && strlen(course->flight) >= 6))
        return false;
    for (unsigned side = 0; side < SIDES; side++) {
        struct cell next = {(int16_t)(course->dragon.x + side_dx[side]),
                            (int16_t)(course->dragon.y + side_dy[side])};
        bool lies = *jcz_sides_at(z, next) != 0;
        bool barred = course->fairy_out && next.x == course->fairy.x && next.y == course->fairy.y;
        if (lies && !barred && !is_visited(course, next))
            return true;
    }
    return false;
}

static void end_turn(struct jcz *z)
{
    course_of(z)->flight = NULL;
}

/* The dragon flies before scoring if the player has done everything else. */
static bool may_ask(const struct jcz *z, const char *phase)
{
    return z->placed && course_of(z)->volcano && z->tile && z->tile->marks & MARK_DRAGON &&
           (!phase || strcmp(phase, "DragonMovePhase") == 0);
}

const struct jcz_course dragon_jcz = {.size = sizeof(struct dragon_course),
                                      .goes_on = flies_on,
                                      .phase = "DragonMovePhase",
                                      .may_ask = may_ask,
                                      .commit = end_turn};

/* Returns the last act of the record; NULL if the last line has none. */
static struct act *last_act(const struct jcz *z)
{
    struct line *line = &z->im->record->lines[z->im->record->line_count - 1];
    return line->act_count ? &line->acts[line->act_count - 1] : NULL;
}

static void begin_flight(struct jcz *z)
{
    if (z->placed)
        jcz_begin_act(z, z->turn_seat);
    else if (z->step_before)
        importer_step(z->im, z->place, z->turn_before, ++z->step_before, z->turn_seat);
    struct dragon_course *course = course_of(z);
    course->flight = arena_alloc(z->im->arena, FLIGHT_MAX + 1);
    importer_verb(z->im, z->place, VERB_DRAGON);
}

/* Reads one step of the dragon. All steps of a flight become one act, though players take turns to
 * move it. */
enum outcome jcz_move_dragon(struct jcz *z, const struct json *to, struct message *message)
{
    (void)message;
    struct dragon_course *course = course_of(z);
    /* With option dragon-move at after-scoring, the dragon flies after the COMMIT of the turn. */
    if (!z->tile || !course->volcano)
        return jcz_nonsense(z, FINDING_IMPORT_NO_VOLCANO, NO_ARGS);
    struct cell cell;
    z->is_late = true;
    if (!jcz_read_position(z, to, &cell))
        return NONSENSE;
    unsigned side = 0;
    while (side < SIDES && (cell.x != course->dragon.x + side_dx[side] ||
                            cell.y != course->dragon.y + side_dy[side]))
        side++;
    struct cell from = course->dragon;
    course->dragon = cell;
    if (course->lost_flight == z->turn)
        return READ;
    if (side == SIDES) {
        course->lost_flight = z->turn;
        if (!z->placed) {
            importer_step(z->im, z->place, z->turn_before, ++z->step_before, z->turn_seat);
            record_act_add(z->im->record, z->im->arena, ACT_UNKNOWN, z->place);
        }
        return jcz_nonsense(z, FINDING_IMPORT_DRAGON_STEP, ARGS(from));
    }
    /* Another act between two steps ends the flight. */
    if (!last_act(z) || last_act(z)->text.p != course->flight)
        course->flight = NULL;
    size_t length = course->flight ? strlen(course->flight) : 0;
    if (length == FLIGHT_MAX)
        return jcz_nonsense(z, FINDING_IMPORT_DRAGON_FAR, NO_ARGS);
    if (!course->flight)
        begin_flight(z);
    course->flight[length++] = "NESW"[side];
    last_act(z)->text = (struct str){course->flight, length};
    return READ;
}

enum outcome jcz_move_fairy(struct jcz *z, const struct json *to, struct message *message)
{
    if (!jcz_needs_tile(z))
        return NONSENSE;
    struct segment_ref ref = ref_to_cell((struct cell){0, 0});
    static const char *const known[] = {"featurePointer", "meepleId", NULL};
    message->on_cell = json_is(to, JSON_LIST);
    bool good = message->on_cell ? jcz_read_position(z, to, &ref.cell)
                                 : jcz_read_pointer(z, json_get(to, "featurePointer"), &ref);
    if (!good)
        return NONSENSE;
    if (!message->on_cell) {
        jcz_read_meeple(z, json_get(to, "meepleId"), message);
        jcz_check_fields(z, to, z->place, known);
    }
    struct dragon_course *course = course_of(z);
    course->fairy = ref.cell;
    course->fairy_out = true;
    jcz_begin_act(z, z->seat);
    importer_verb(z->im, z->place, VERB_FAIRY)->segment = ref;
    return READ;
}

/* ---- Writing ---- */

const char *jcz_write_step(struct jcz_writer *w, const struct script_step *step)
{
    return jcz_position(w, step->to);
}

const char *jcz_write_fairy(struct jcz_writer *w, const struct script_step *step)
{
    const struct segment_ref *ref = &step->act->segment;
    return ref->kind == REF_CELL ? jcz_position(w, ref->cell) : jcz_follower(w, ref, step->seat);
}

/* ---- Comparing ---- */

void jcz_check_fairy(struct jcz_comparison *c, const struct message *message,
                     const struct script_step *step)
{
    bool beside = profile_is(&c->referee->profile, FAIRY, FOLLOWER);
    if (!message->on_cell && beside)
        jcz_check_met(c, message, step);
    else if (message->on_cell == beside && !c->told[MESSAGE_FAIRY])
        jcz_differs(c, beside ? FINDING_NAMED_FAIRY_TILE : FINDING_NAMED_FAIRY_FOLLOWER, message,
                    NO_ARGS);
    c->told[MESSAGE_FAIRY] |= message->on_cell == beside;
}
