/* SPDX-License-Identifier: MIT */
/* The dragon and the fairy in the saves of JCloisterZone. */
#include "import/jcz.h"

void jcz_note_volcano(struct jcz *z, struct cell cell, bool free)
{
    (void)free;
    if (!(z->tile->marks & MARK_VOLCANO))
        return;
    z->volcano = true;
    z->dragon = cell;
}

static bool is_visited(const struct jcz *z, struct cell cell)
{
    struct cell at = z->dragon;
    size_t n = z->flight ? strlen(z->flight) : 0;
    for (;; n--) {
        if (at.x == cell.x && at.y == cell.y)
            return true;
        if (!n)
            return false;
        unsigned side = side_of_letter(z->flight[n - 1]);
        at = (struct cell){(int16_t)(at.x - side_dx[side]), (int16_t)(at.y - side_dy[side])};
    }
}

bool jcz_flies_on(const struct jcz *z)
{
    bool due = z->flies_late && z->volcano && z->tile && z->tile->marks & MARK_DRAGON && !z->placed;
    if (!due || (z->flight && strlen(z->flight) >= 6))
        return false;
    for (unsigned side = 0; side < SIDES; side++) {
        struct cell next = {(int16_t)(z->dragon.x + side_dx[side]),
                            (int16_t)(z->dragon.y + side_dy[side])};
        bool lies = *z->grid[next.y + CELL_MOST + 1][next.x + CELL_MOST + 1] != 0;
        bool barred = z->fairy_out && next.x == z->fairy.x && next.y == z->fairy.y;
        if (lies && !barred && !is_visited(z, next))
            return true;
    }
    return false;
}

/* Does the last line end with a bazaar that the COMMIT opened? The flight of its turn, which comes
 * after, was made before. */
static bool has_opened(const struct jcz *z)
{
    const struct line *line = &z->im->record->lines[z->im->record->line_count - 1];
    const struct act *last = line->act_count ? &line->acts[line->act_count - 1] : NULL;
    return !z->placed && last && last->kind == ACT_VERB && last->verb == VERB_BAZAAR;
}

/* The last act that does not open such a bazaar; NULL without one. */
static struct act *last_act(const struct jcz *z)
{
    struct line *line = &z->im->record->lines[z->im->record->line_count - 1];
    uint32_t count = line->act_count - has_opened(z);
    return count ? &line->acts[count - 1] : NULL;
}

static void begin_flight(struct jcz *z)
{
    bool opened = has_opened(z);
    if (z->placed)
        jcz_begin_act(z, z->turn_seat);
    else if (z->step_before && !opened)
        importer_step(z->im, z->place, z->turn_before, z->step_before + 1, z->turn_seat);
    z->flight = arena_alloc(z->im->arena, FLIGHT_MOST + 1);
    struct act *flight = importer_verb(z->im, z->place, VERB_DRAGON), made = *flight;
    if (opened) {
        *flight = flight[-1];
        flight[-1] = made;
    }
}

/* One step of the dragon: a flight is one act, though seats take turns. */
enum outcome jcz_move_dragon(struct jcz *z, const json_t *to, struct message *message)
{
    (void)message;
    /* By option dragon-move: after-scoring it flies after the COMMIT of the turn. */
    if (!z->tile || !z->volcano)
        return jcz_nonsense(z, "the dragon flies, and no volcano lies");
    struct cell cell;
    z->flying = true;
    if (!jcz_read_position(z, to, &cell))
        return NONSENSE;
    unsigned side = 0;
    while (side < SIDES &&
           (cell.x != z->dragon.x + side_dx[side] || cell.y != z->dragon.y + side_dy[side]))
        side++;
    struct cell from = z->dragon;
    z->dragon = cell;
    if (z->lost_flight == z->turn)
        return READ;
    if (side == SIDES) {
        z->lost_flight = z->turn;
        if (!z->placed) {
            importer_step(z->im, z->place, z->turn_before, ++z->step_before, z->turn_seat);
            record_act_add(z->im->record, z->im->arena, ACT_UNKNOWN, z->place);
        }
        return jcz_nonsense(z, arena_printf(z->im->arena,
                                            "the dragon does not step from %d,%d to a neighbour",
                                            from.x, from.y));
    }
    /* Another act between two steps ends the flight. */
    if (!last_act(z) || last_act(z)->text.p != z->flight)
        z->flight = NULL;
    size_t length = z->flight ? strlen(z->flight) : 0;
    if (length == FLIGHT_MOST)
        return jcz_nonsense(z, "the dragon flies too far");
    if (!z->flight)
        begin_flight(z);
    z->flight[length++] = "NESW"[side];
    last_act(z)->text = (struct str){z->flight, length};
    return READ;
}

enum outcome jcz_move_fairy(struct jcz *z, const json_t *to, struct message *message)
{
    if (!jcz_needs_tile(z))
        return NONSENSE;
    struct segment_ref ref = {.kind = KIND_COUNT, .has_cell = true};
    static const char *const known[] = {"featurePointer", "meepleId", NULL};
    message->on_cell = json_is_array(to);
    bool good = message->on_cell ? jcz_read_position(z, to, &ref.cell)
                                 : jcz_read_pointer(z, json_object_get(to, "featurePointer"), &ref);
    if (!good)
        return NONSENSE;
    if (!message->on_cell) {
        jcz_read_follower(z, json_object_get(to, "meepleId"), message);
        jcz_check_fields(z, to, z->place, known);
    }
    z->fairy = ref.cell;
    z->fairy_out = true;
    jcz_begin_act(z, z->seat);
    importer_verb(z->im, z->place, VERB_FAIRY)->segment = ref;
    return READ;
}
