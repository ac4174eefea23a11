/* SPDX-License-Identifier: MIT */
/* Abbeys, wagons and barns in saves of JCloisterZone. A player who may lay an abbey and does not
 * sends PASS and COMMIT before the tile is drawn; one whose wagon may move and does not sends
 * PASS. */
#include "expansions/pieces.h"
#include "formats/jcz/jcz_save.h"
#include "formats/jcz/jcz_verify.h"
#include "formats/jcz/jcz_write.h"

struct abbey_course {
    bool declined; /* the COMMIT of a declined abbey follows */
    bool moved;    /* the COMMIT of a wagon follows */
};

static struct abbey_course *course_of(const struct jcz *z)
{
    return z->block[JCZ_COURSE_abbey];
}

/* True if the tile that is drawn next fits without anything built, so that nobody may decline
 * it. */
static bool next_fits(struct jcz *z)
{
    struct jcz_trial trial;
    if (!jcz_may_build(z))
        return true;
    jcz_begin_trial(&trial, z);
    const struct jcz_lot *own = jcz_acquired(z);
    const struct stack *drawn = own ? own->stack : jcz_draw(z);
    bool fits = !drawn || jcz_fits_anywhere(z, drawn->design, false);
    jcz_take_back(&trial, z);
    return fits;
}

/* A PASS before the tile is for an abbey if its COMMIT follows, or if the pack is empty, and
 * otherwise for a wagon. */
static bool takes_pass(struct jcz *z)
{
    if (z->plays[JCZ_ABBEY] && z->follows == MESSAGE_COMMIT) {
        course_of(z)->declined = true;
        return true;
    }
    if (z->plays[JCZ_ABBEY] && jcz_pack_is_empty(z)) {
        z->next_seat = (z->seat + 1) % z->seats;
        return true;
    }
    return z->plays[JCZ_WAGON] && (z->lots_due || next_fits(z));
}

/* Whether an abbey or a wagon is asked about depends on the table. */
static bool may_ask(const struct jcz *z, const char *phase)
{
    if (z->placed)
        return false;
    return (z->plays[JCZ_WAGON] && (!phase || strcmp(phase, "WagonPhase") == 0)) ||
           (z->plays[JCZ_ABBEY] && (!phase || strcmp(phase, "AbbeyPhase") == 0));
}

static bool moves_on(const struct jcz *z)
{
    return z->plays[JCZ_WAGON];
}

static bool takes_commit(struct jcz *z)
{
    struct abbey_course *course = course_of(z);
    bool takes = course->declined || course->moved;
    course->declined = course->moved = false;
    return takes;
}

/* The cells that begin at the corners of a cell at 0,0. A barn is recorded at such a cell. */
static const struct cell cells_at[CORNERS] = {
    [CORNER_NE] = {1, 0}, [CORNER_SE] = {1, 1}, [CORNER_SW] = {0, 1}, [CORNER_NW] = {0, 0}};

/* Returns the corner of the last tile at which a cell begins; CORNERS for another cell. */
static unsigned corner_of(const struct jcz *z, struct cell cell)
{
    struct cell last = z->laid ? z->cells[z->laid - 1] : (struct cell){0, 0};
    unsigned corner = 0;
    while (corner < CORNERS &&
           (cell.x != last.x + cells_at[corner].x || cell.y != last.y + cells_at[corner].y))
        corner++;
    return corner;
}

static bool deploy(struct jcz *z, const struct segment_ref *ref, struct message *message)
{
    if (message->meeple_kind == MEEPLE_BARN && z->placed) {
        unsigned corner = corner_of(z, ref->cell);
        if (corner == CORNERS)
            return false;
        jcz_begin_act(z, z->seat);
        importer_verb(z->im, z->place, VERB_BARN)->number = (int32_t)corner;
        return true;
    }
    if (message->meeple_kind != MEEPLE_WAGON || z->placed)
        return false;
    importer_step(z->im, z->place, z->turn_before, ++z->step_before, z->seat);
    importer_verb(z->im, z->place, VERB_GO)->segment = *ref;
    course_of(z)->moved = true;
    return true;
}

struct segment_ref jcz_barn_segment(const struct jcz_writer *w, const struct act *act)
{
    const struct referee *r = w->e->referee;
    if (r->turn.tile == TILE_NONE)
        return (struct segment_ref){.kind = REF_NOTHING};
    struct cell cell = r->table.tiles[r->turn.tile].cell, step = cells_at[act->number];
    return (struct segment_ref){.kind = KIND_FIELD,
                                .port = 0, /* the western half of the north side */
                                .has_cell = true,
                                .cell = {(int16_t)(cell.x + step.x), (int16_t)(cell.y + step.y)}};
}

const struct jcz_course abbey_jcz = {.size = sizeof(struct abbey_course),
                                     .takes_pass = takes_pass,
                                     .takes_commit = takes_commit,
                                     .may_ask = may_ask,
                                     .moves_on = moves_on,
                                     .deploy = deploy};
