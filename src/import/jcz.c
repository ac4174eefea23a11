/* JCloisterZone's saved games (5.7 and later): the messages, one after the other. See bastide(1), FORMATS. */
#include <stdio.h>
#include <stdlib.h>

#include "import/jcz.h"

/* Infers what was drawn before the tile placed, and writes what was set aside. */
static void add_discards(struct jcz *z, const char *id, struct place place)
{
    struct stack *own = jcz_acquired(z);
    if (own && strcmp(own->id, id) == 0)
        return;
    struct jcz before = *z;
    uint32_t lines = z->im->record->line_count;
    for (;;) {
        struct stack *drawn = own ? own : jcz_draw(z);
        own = NULL;
        if (drawn && strcmp(drawn->id, id) == 0)
            return;
        if (!drawn)
            break;
        importer_discard(z->im, place, z->turn, z->seat, drawn->design->name);
    }
    /* The random numbers do not lead to this tile: nothing can be said of draws any more. */
    *z = before;
    z->im->record->line_count = lines;
    z->draws = false;
    z->order = NULL;
    struct stack *stack = jcz_stack(z, id);
    if (stack)
        jcz_take(z, stack);
}

static bool read_position(struct jcz *z, const json_t *position, struct place place, struct cell *cell)
{
    return importer_cell(z->im, place, json_loose_integer(json_array_get(position, 0), 9999),
                         json_loose_integer(json_array_get(position, 1), 9999), cell);
}

static uint8_t *sides_at(struct jcz *z, int x, int y)
{
    return z->grid[y + CELL_MOST + 1][x + CELL_MOST + 1];
}

/* The line that a decision of a seat stands on: the turn's own, until somebody else has decided something. */
void jcz_begin_act(struct jcz *z, struct place place, unsigned seat)
{
    if (z->step || seat != z->turn_seat)
        importer_step(z->im, place, z->turn, ++z->step, seat);
}

static void add_bridge(struct jcz *z, struct cell cell, unsigned axis, struct place place)
{
    struct act *act = importer_verb(z->im, place, VERB_BRIDGE);
    act->segment = (struct segment_ref){.kind = KIND_ROAD, .port = axis ? 4 : 1, .has_cell = true, .cell = cell};
    sides_at(z, cell.x, cell.y)[axis] = sides_at(z, cell.x, cell.y)[axis + 2] = SIDE_ROAD + 1;
}

/* A bridge that makes the tile fit has no message: the mismatch names it. */
static void add_forced_bridge(struct jcz *z, struct cell cell, struct place place)
{
    const uint8_t *ours = sides_at(z, cell.x, cell.y);
    for (unsigned side = 0; side < SIDES; side++) {
        struct cell beside = {(int16_t)(cell.x + side_dx[side]), (int16_t)(cell.y + side_dy[side])};
        unsigned theirs = sides_at(z, beside.x, beside.y)[side_opposite(side)];
        if (ours[side] == SIDE_FIELD + 1 && theirs == SIDE_ROAD + 1)
            add_bridge(z, cell, side & 1, place);
        else if (ours[side] == SIDE_ROAD + 1 && theirs == SIDE_FIELD + 1)
            add_bridge(z, beside, side & 1, place);
    }
}

static bool place_tile(struct jcz *z, const json_t *payload, struct place place)
{
    const char *id = json_string_value(json_object_get(payload, "tileId"));
    long quarters = jcz_quarters(json_object_get(payload, "rotation"));
    struct cell cell;
    if (!id || quarters < 0)
        return importer_malformed(z->im, place, "PLACE_TILE without its tile or rotation");
    if (!jcz_stack(z, id))
        return jcz_unsupported(z, place, "tile", id);
    if (!read_position(z, json_object_get(payload, "position"), place, &cell))
        return false;
    if (z->draws || z->order)
        add_discards(z, id, place);
    else if (!jcz_acquired(z))
        jcz_take(z, jcz_stack(z, id));
    const struct line *line = importer_turn(z->im, place, z->turn, z->seat, id, cell, (unsigned)quarters);
    z->tile = line->tile.design;
    z->placed = true;
    z->turn_seat = z->seat;
    z->step = 0;
    jcz_lay(z, z->tile, cell, (unsigned)quarters % 4);
    add_forced_bridge(z, cell, place);
    if (z->tile->marks & MARK_VOLCANO) {
        z->volcano = true;
        z->dragon = cell;
    }
    return true;
}

/* A location names a port: the first side of a road or city, the first half of a field. */
static bool read_location(struct str location, struct str feature, enum kind *kind, unsigned *port)
{
    *kind = str_is(feature, "Road") ? KIND_ROAD : str_is(feature, "City") ? KIND_CITY
          : str_is(feature, "Castle") ? KIND_CITY : str_is(feature, "Field") ? KIND_FIELD : str_is(feature, "Monastery") ? KIND_MONASTERY : KIND_COUNT;
    *port = PORT_NONE;
    if (*kind == KIND_COUNT || location.n == 0)
        return false;
    if (str_is(location, "I"))
        return true;
    unsigned side = side_of_letter(location.p[0]);
    if (location.p[0] == '_' && location.n == 2)
        side = (side_of_letter(location.p[1]) + 1) % SIDES;
    if (side >= SIDES)
        return false;
    *port = 3 * side + 1;
    if (*kind == KIND_FIELD) {
        if (location.n < 2 || (location.p[1] != 'L' && location.p[1] != 'R'))
            return false;
        *port = 3 * side + (location.p[1] == 'L' ? 0 : 2);
    }
    return true;
}

/* A pointer to a feature on a tile. */
static bool read_pointer(struct jcz *z, const json_t *pointer, struct place place, struct segment_ref *ref)
{
    enum kind kind;
    unsigned port;
    if (!read_location(json_str(json_object_get(pointer, "location")), json_str(json_object_get(pointer, "feature")), &kind, &port))
        return importer_malformed(z->im, place, "a pointer names no feature");
    *ref = (struct segment_ref){.kind = (uint8_t)kind, .port = (uint8_t)port, .index = port == PORT_NONE, .has_cell = true};
    return read_position(z, json_object_get(pointer, "position"), place, &ref->cell);
}

static bool needs_tile(struct jcz *z, struct place place)
{
    return z->placed || importer_malformed(z->im, place, "a decision before any tile");
}

static bool deploy(struct jcz *z, const json_t *payload, struct place place)
{
    const char *meeple = json_string_value(json_object_get(payload, "meepleId"));
    struct segment_ref ref;
    if (!needs_tile(z, place))
        return false;
    if (meeple && !strstr(meeple, ".small."))
        return jcz_unsupported(z, place, "figure", meeple);
    if (!read_pointer(z, json_object_get(payload, "pointer"), place, &ref))
        return false;
    jcz_begin_act(z, place, z->seat);
    importer_stand(z->im, place, (enum kind)ref.kind, ref.port)->segment = ref;
    return true;
}

static bool place_token(struct jcz *z, const json_t *payload, struct place place)
{
    struct str token = json_str(json_object_get(payload, "token"));
    struct segment_ref ref;
    if (!needs_tile(z, place) || !read_pointer(z, json_object_get(payload, "pointer"), place, &ref))
        return false;
    bool bridge = str_is(token, "BRIDGE"), castle = str_is(token, "CASTLE");
    if (!bridge && !castle)
        return jcz_unsupported(z, place, "token", arena_copy(z->im->arena, token.p, token.n));
    if (ref.port == PORT_NONE)
        return importer_malformed(z->im, place, "a token lies on a side");
    jcz_begin_act(z, place, z->seat);
    if (bridge)
        add_bridge(z, ref.cell, ref.port / 3 & 1, place);
    else
        importer_verb(z->im, place, VERB_CASTLE)->segment = ref;
    return true;
}

/* One step of the dragon: a flight is one act, though seats take turns. */
static bool move_dragon(struct jcz *z, const json_t *to, struct place place)
{
    struct cell cell;
    if (!read_position(z, to, place, &cell))
        return false;
    unsigned side = 0;
    while (side < SIDES && (cell.x != z->dragon.x + side_dx[side] || cell.y != z->dragon.y + side_dy[side]))
        side++;
    if (side == SIDES)
        return importer_malformed(z->im, place, "the dragon does not step to a neighbour");
    /* What stands between two steps ends the flight. */
    const struct line *last = &z->im->record->lines[z->im->record->line_count - 1];
    if (!last->act_count || last->acts[last->act_count - 1].text.p != z->flight)
        z->flight = NULL;
    size_t length = z->flight ? strlen(z->flight) : 0;
    if (length == FLIGHT_MOST)
        return importer_malformed(z->im, place, "the dragon flies too far");
    if (!z->flight) {
        if (z->placed)
            jcz_begin_act(z, place, z->turn_seat);
        else if (z->step_before)
            importer_step(z->im, place, z->turn - 1, z->step_before + 1, z->turn_seat);
        z->flight = arena_alloc(z->im->arena, FLIGHT_MOST + 1);
        importer_verb(z->im, place, VERB_DRAGON);
    }
    z->flight[length++] = "NESW"[side];
    struct line *line = &z->im->record->lines[z->im->record->line_count - 1];
    line->acts[line->act_count - 1].text = (struct str){z->flight, length};
    z->dragon = cell;
    return true;
}

static bool move_fairy(struct jcz *z, const json_t *to, struct place place)
{
    struct segment_ref ref = {.kind = KIND_COUNT, .has_cell = true};
    bool good = json_is_array(to) ? read_position(z, to, place, &ref.cell)
                                  : read_pointer(z, json_object_get(to, "featurePointer"), place, &ref);
    if (!good)
        return false;
    jcz_begin_act(z, place, z->seat);
    importer_verb(z->im, place, VERB_FAIRY)->segment = ref;
    return true;
}

static bool move_figure(struct jcz *z, const json_t *payload, struct place place)
{
    struct str figure = json_str(json_object_get(payload, "figureId"));
    const json_t *to = json_object_get(payload, "to");
    /* With the flight after scoring it comes behind the turn's COMMIT. */
    if (str_begins(figure, "dragon.") && z->tile)
        return move_dragon(z, to, place);
    if (!needs_tile(z, place))
        return false;
    if (str_begins(figure, "fairy."))
        return move_fairy(z, to, place);
    return jcz_unsupported(z, place, "figure", arena_copy(z->im->arena, figure.p, figure.n));
}

static bool return_meeple(struct jcz *z, const json_t *payload, struct place place)
{
    struct str source = json_str(json_object_get(payload, "source"));
    struct segment_ref ref;
    if (!needs_tile(z, place))
        return false;
    if (!str_is(source, "PRINCESS"))
        return jcz_unsupported(z, place, "a follower sent home by", arena_copy(z->im->arena, source.p, source.n));
    if (!read_pointer(z, json_object_get(json_object_get(payload, "pointer"), "featurePointer"), place, &ref))
        return false;
    jcz_begin_act(z, place, z->seat);
    importer_verb(z->im, place, VERB_PRINCESS)->segment = ref;
    return true;
}

static void begin_turn(struct jcz *z)
{
    z->turn++;
    z->step_before = z->step;
    z->step = 0;
    z->placed = false;
    z->flight = NULL;
    z->turns_left -= z->turns_left > 0;
}

/* Passing before the placement declines the tile, which is then set aside; elsewhere it says nothing. */
static void pass(struct jcz *z, struct place place)
{
    if (jcz_in_bazaar(z)) {
        if (z->lot != z->lot_count)
            jcz_answer(z, place);
        return;
    }
    if (z->placed || (!z->draws && !z->order))
        return;
    struct stack *drawn = jcz_acquired(z);
    if (!drawn)
        drawn = jcz_draw(z);
    if (drawn)
        importer_discard(z->im, place, z->turn, z->seat, drawn->design->name)->kind = ACT_PASS_TILE;
}

static bool commit(struct jcz *z, const json_t *payload, struct place place)
{
    const json_t *random = json_object_get(payload, "random");
    if (random && !jcz_read_random(z, random, place))
        return false;
    bool opens = z->placed && z->tile->marks & MARK_BAZAAR && !z->turns_left;
    if (opens)
        jcz_open_bazaar(z, place);
    unsigned step = z->step;
    begin_turn(z);
    /* The auction's lines go on counting. */
    if (jcz_in_bazaar(z))
        z->step = step;
    return true;
}

static bool read_message(struct jcz *z, const json_t *message, struct place place)
{
    struct str type = json_str(json_object_get(message, "type"));
    const json_t *payload = json_object_get(message, "payload");
    const json_t *player = json_object_get(message, "player");
    if (json_is_integer(player)) {
        json_int_t seat = json_integer_value(player);
        if (seat < 0 || seat >= (json_int_t)z->seats)
            return importer_malformed(z->im, place, "a message of a player who is none");
        z->seat = (unsigned)seat;
    }
    if (str_is(type, "PLACE_TILE"))
        return place_tile(z, payload, place);
    if (str_is(type, "DEPLOY_MEEPLE"))
        return deploy(z, payload, place);
    if (str_is(type, "COMMIT"))
        return commit(z, payload, place);
    if (str_is(type, "PLACE_TOKEN"))
        return place_token(z, payload, place);
    if (str_is(type, "MOVE_NEUTRAL_FIGURE"))
        return move_figure(z, payload, place);
    if (str_is(type, "RETURN_MEEPLE"))
        return return_meeple(z, payload, place);
    if (str_is(type, "BAZAAR_BID"))
        return jcz_bid(z, payload, place);
    if (str_is(type, "BAZAAR_BUY_OR_SELL"))
        return jcz_buy_or_sell(z, payload, place);
    if (str_is(type, "PASS")) {
        pass(z, place);
        return true;
    }
    return jcz_unsupported(z, place, "message", arena_copy(z->im->arena, type.p, type.n));
}

/* What no message tells: tiles left after the last turn that fit nowhere; and the end. */
static void finish(struct jcz *z)
{
    struct place place = importer_at(z->im, "replay");
    z->seat = z->tile ? (z->turn_seat + 1) % z->seats : 0;
    while (jcz_drawable(z) && (z->draws || z->order)) {
        struct stack *drawn = jcz_draw(z);
        if (!drawn || jcz_fits_anywhere(z, drawn->design))
            return;
        importer_discard(z->im, place, z->turn, z->seat, drawn->design->name);
    }
    if (z->left == 0 || z->laid == z->in_sets)
        importer_end(z->im, place);
}

/* "NAME has 12 points", "NAME scored city for 6 points" */
static bool read_assertion(struct jcz *z, struct str text, struct assertion *assertion)
{
    for (unsigned seat = 0; seat < z->seats; seat++) {
        struct str name = z->names[seat];
        if (text.n <= name.n || memcmp(text.p, name.p, name.n) != 0 || text.p[name.n] != ' ')
            continue;
        char word[32] = "";
        int points;
        const char *rest = text.p + name.n + 1;
        assertion->seat = (uint8_t)seat;
        assertion->is_total = sscanf(rest, "has %d point", &points) == 1;
        if (!assertion->is_total && sscanf(rest, "scored %31s for %d", word, &points) != 2)
            continue;
        assertion->points = points;
        assertion->word = str_of(arena_copy(z->im->arena, word, strlen(word)));
        return true;
    }
    return false;
}

static void read_assertions(struct jcz *z, const json_t *document)
{
    const json_t *lines = json_object_get(json_object_get(document, "test"), "assertions"), *line;
    struct record *record = z->im->record;
    size_t i;
    record->assertions = arena_alloc(z->im->arena, (json_array_size(lines) + 1) * sizeof *record->assertions);
    json_array_foreach(lines, i, line) {
        struct str text = json_str(line);
        text.p = arena_copy(z->im->arena, text.p, text.n);
        struct assertion *assertion = &record->assertions[record->assertion_count];
        assertion->place = importer_at(z->im, "test.assertions[%zu]", i);
        assertion->text = text;
        if (read_assertion(z, text, assertion))
            record->assertion_count++;
        else
            finding_raise(z->im->findings, FINDING_IMPORT, assertion->place,
                          ARGS(arena_printf(z->im->arena, "assertion not understood: %.*s", STR_ARGS(text))))
                ->severity = SEVERITY_WARNING;
    }
}

/* Messages that UNDO took back are dropped first. */
static void read_replay(struct jcz *z, const json_t *replay)
{
    size_t *kept = arena_alloc(z->im->arena, (json_array_size(replay) + 1) * sizeof *kept), count = 0, i;
    const json_t *message;
    json_array_foreach(replay, i, message) {
        if (!str_is(json_str(json_object_get(message, "type")), "UNDO"))
            kept[count++] = i;
        else if (count)
            count--;
    }
    for (size_t k = 0; k < count; k++)
        if (!read_message(z, json_array_get(replay, kept[k]), importer_at(z->im, "replay[%zu]", kept[k])))
            return;
    finish(z);
}

bool jcz_import(struct importer *im, const json_t *document)
{
    const json_t *replay = json_object_get(document, "replay");
    im->record->place = importer_at(im, "replay");
    if (!json_is_array(replay) || json_array_size(replay) > MESSAGES_MOST)
        return importer_malformed(im, im->record->place, "the save has no list 'replay' of at most 20000 messages");
    struct jcz *z = arena_alloc(im->arena, sizeof *z);
    z->grid = calloc(SPREAD, sizeof *z->grid);
    z->im = im;
    bool good = z->grid && jcz_read_setup(z, document);
    if (good) {
        crn_header_apply(im->record, im->catalogue, im->arena, im->findings);
        begin_turn(z);
        read_replay(z, replay);
        read_assertions(z, document);
    }
    free(z->grid);
    return good;
}
