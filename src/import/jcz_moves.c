/* SPDX-License-Identifier: MIT */
/* What the messages of JCloisterZone's saves do, one function a kind. */
#include "import/jcz.h"

/* Limits a number to what importer_cell() still refuses as too far; what is no number counts as too
 * far. */
static long coordinate(const json_t *number, long origin)
{
    const json_int_t far = 4 * CELL_MOST;
    json_int_t value = json_is_integer(number) ? json_integer_value(number) : far;
    return (long)(value < -far ? -far : value > far ? far : value) - origin;
}

static bool read_position(struct jcz *z, const json_t *position, struct cell *cell)
{
    const json_t *x = json_array_get(position, 0), *y = json_array_get(position, 1);
    if (!json_is_array(position) || json_array_size(position) != 2 || !json_is_integer(x) ||
        !json_is_integer(y)) {
        jcz_nonsense(z, "a position is two whole numbers");
        return false;
    }
    if (importer_cell(z->im, z->place, coordinate(x, z->origin.x), coordinate(y, z->origin.y),
                      cell))
        return true;
    struct finding *finding = z->im->findings->last;
    finding->turn = (uint16_t)z->turn;
    finding->seat = (uint8_t)z->turn_seat;
    return false;
}

static uint8_t *sides_at(struct jcz *z, int x, int y)
{
    return z->grid[y + CELL_MOST + 1][x + CELL_MOST + 1];
}

void jcz_begin_act(struct jcz *z, unsigned seat)
{
    if (z->step || seat != z->turn_seat)
        importer_step(z->im, z->place, z->turn, ++z->step, seat);
}

void jcz_lose_act(struct jcz *z)
{
    struct record *record = z->im->record;
    bool goes_on = jcz_in_bazaar(z);
    if (!z->placed && !goes_on)
        return;
    const struct line *own = z->step || goes_on ? NULL : &record->lines[record->line_count - 1];
    bool alone = own && own->act_count == 0;
    if (!alone)
        importer_step(z->im, z->place, goes_on ? z->turn_before : z->turn, ++z->step, z->turn_seat);
    record_act_add(record, z->im->arena, ACT_UNKNOWN, z->place);
}

static void begin_placed(struct jcz *z)
{
    z->placed = true;
    z->turn_seat = z->seat;
    z->step = 0;
}

void jcz_lose_tile(struct jcz *z)
{
    struct line *line = record_line_add(z->im->record, z->im->arena, LINE_TURN, z->place);
    line->has_tile = line->broken = true;
    line->turn = (uint16_t)z->turn;
    line->seat = (uint8_t)z->seat;
    line->tile.place = z->place;
    line->raw = str_of(arena_printf(z->im->arena, "%u%c ?", z->turn, 'a' + z->seat));
    begin_placed(z);
    z->tile = NULL;
    /* What is left to be drawn is unknown. */
    z->draws = false;
}

/* ---- The tile ---- */

static void raise_draw(struct jcz *z, const struct stack *drawn, const struct design *laid)
{
    if (!z->draw_told)
        jcz_raise(z, FINDING_NOT_DRAWN,
                  ARGS(jcz_is_ordered(z) ? "drawOrder has" : "the random numbers draw",
                       drawn ? drawn->design->name : "nothing", laid->name));
    z->draw_told = true;
}

/* Infers what was drawn before the tile placed, and writes what was set aside. A tile drawn that
 * fits as it is was not set aside: the draws are others. */
static void add_discards(struct jcz *z, struct stack *placed)
{
    struct lot *own = jcz_acquired(z);
    if (own && own->stack->design == placed->design)
        return;
    bool fits = own && jcz_fits_anywhere(z, own->stack->design, false);
    if (fits && jcz_swap_lots(z, own, placed->design))
        return;
    if (fits) {
        raise_draw(z, own->stack, placed->design);
        jcz_take(z, placed);
        jcz_rename_lot(z, own, placed);
        return;
    }
    struct jcz before = *z;
    uint32_t lines = z->im->record->line_count;
    struct stack *first = NULL;
    for (struct stack *drawn = own ? own->stack : jcz_draw(z);; drawn = jcz_draw(z)) {
        if (drawn == placed)
            return;
        first = first ? first : drawn;
        /* Whether a tile of the river fits is more than its sides say. */
        if (!drawn || (!drawn->design->river && jcz_fits_anywhere(z, drawn->design, false)))
            break;
        importer_discard(z->im, z->place, z->turn, z->seat, drawn->design->name);
    }
    *z = before;
    z->im->record->line_count = lines;
    if (own && jcz_swap_lots(z, own, placed->design))
        return;
    raise_draw(z, first, placed->design);
    jcz_take(z, placed);
}

static void add_bridge(struct jcz *z, struct cell cell, unsigned axis)
{
    struct act *act = importer_verb(z->im, z->place, VERB_BRIDGE);
    act->segment = (struct segment_ref){
        .kind = KIND_ROAD, .port = axis ? 4 : 1, .has_cell = true, .cell = cell};
    sides_at(z, cell.x, cell.y)[axis] = sides_at(z, cell.x, cell.y)[axis + 2] = SIDE_ROAD + 1;
}

/* A bridge that makes the tile fit has no message: the mismatch names it. */
static void add_forced_bridge(struct jcz *z, struct cell cell)
{
    const uint8_t *ours = sides_at(z, cell.x, cell.y);
    for (unsigned side = 0; side < SIDES; side++) {
        struct cell beside = {(int16_t)(cell.x + side_dx[side]), (int16_t)(cell.y + side_dy[side])};
        unsigned theirs = sides_at(z, beside.x, beside.y)[side_opposite(side)];
        if (ours[side] == SIDE_FIELD + 1 && theirs == SIDE_ROAD + 1)
            add_bridge(z, cell, side & 1);
        else if (ours[side] == SIDE_ROAD + 1 && theirs == SIDE_FIELD + 1)
            add_bridge(z, beside, side & 1);
    }
}

bool jcz_plays_again(const struct jcz *z, unsigned player)
{
    return z->plays[JCZ_BUILDER] && player == z->turn_seat;
}

/* A tile that is laid in a turn that has one begins the next: its COMMIT is missing, and with it
 * the random number. */
static void begin_lost_turn(struct jcz *z)
{
    z->again = jcz_plays_again(z, z->named ? z->seat : NOBODY);
    z->next_seat = z->again ? z->turn_seat : (z->turn_seat + 1) % z->seats;
    z->seat = z->named ? z->seat : z->next_seat;
    z->turn += !z->again;
    z->step_before = z->step = 0;
    z->placed = false;
    z->flight = NULL;
    z->turns_left -= z->turns_left > 0 && !z->again;
    z->knows_random = false;
}

static const struct line *last_tile(const struct jcz *z)
{
    const struct record *record = z->im->record;
    for (uint32_t i = record->line_count; i-- > 0;)
        if (record->lines[i].kind == LINE_TURN && record->lines[i].has_tile)
            return &record->lines[i];
    return NULL;
}

enum outcome jcz_place_tile(struct jcz *z, const json_t *payload, struct message *message)
{
    const char *id = json_string_value(json_object_get(payload, "tileId"));
    long quarters = jcz_quarters(json_object_get(payload, "rotation"));
    struct cell cell;
    if (!id || quarters < 0)
        return jcz_nonsense(z, !id ? "PLACE_TILE without its tileId"
                                   : "a rotation is R0, R90, R180 or R270");
    struct stack *stack = jcz_stack(z, id);
    if (!stack)
        return jcz_unsupported(z, "tile", id);
    if (!read_position(z, json_object_get(payload, "position"), &cell))
        return NONSENSE;
    const struct line *last = z->placed ? last_tile(z) : NULL;
    if (last && last->tile.design == stack->design && last->cell.x == cell.x &&
        last->cell.y == cell.y)
        return jcz_nonsense(z, "the tile of this turn is already laid");
    if (z->placed)
        begin_lost_turn(z);
    message->turn = (uint16_t)z->turn;
    if (z->plays[JCZ_BUILDER] && !z->named && !z->player_told) {
        jcz_raise(
            z, FINDING_IMPORT,
            ARGS("PLACE_TILE without its player: with builders in play it may be one of two"));
        z->player_told = true;
    }
    if (z->draws && (jcz_is_ordered(z) || z->knows_random))
        add_discards(z, stack);
    else if (!jcz_acquired(z))
        jcz_take(z, stack);
    const struct line *line = importer_turn(z->im, z->place, z->turn, z->seat,
                                            (struct imported_tile){id, cell, (unsigned)quarters});
    begin_placed(z);
    z->tile = line->tile.design;
    bool free = !*sides_at(z, cell.x, cell.y);
    if (free)
        jcz_lay(z, z->tile, cell, (unsigned)quarters % 4);
    if (free && z->plays[JCZ_BRIDGE])
        add_forced_bridge(z, cell);
    if (z->tile->marks & MARK_VOLCANO) {
        z->volcano = true;
        z->dragon = cell;
    }
    return READ;
}

/* ---- Followers and pieces ---- */

/* A location names a port: the first side of a road or city, the first half of a field. All of it
 * must be sides and halves. */
static bool read_location(struct str location, struct str feature, enum kind *kind, unsigned *port)
{
    *kind = KIND_COUNT;
    for (unsigned i = 0; i < JCZ_FEATURES; i++)
        if (str_is(feature, jcz_features[i].word))
            *kind = jcz_features[i].kind;
    *port = PORT_NONE;
    if (*kind == KIND_COUNT || location.n == 0)
        return false;
    if (str_is(location, "I"))
        return true;
    if (kinds[*kind].around)
        return false;
    if (*kind == KIND_FIELD) {
        for (size_t i = 0; i < location.n; i += 3) {
            unsigned side = side_of_letter(location.p[i]);
            bool half =
                i + 1 < location.n && (location.p[i + 1] == 'L' || location.p[i + 1] == 'R');
            if (side >= SIDES || !half ||
                (i + 2 < location.n && (location.p[i + 2] != '.' || i + 3 == location.n)))
                return false;
            if (*port == PORT_NONE)
                *port = 3 * side + (location.p[i + 1] == 'L' ? 0 : 2);
        }
        return true;
    }
    bool all_but = location.p[0] == '_';
    for (size_t i = all_but; i < location.n; i++)
        if (side_of_letter(location.p[i]) >= SIDES || (all_but && location.n != 2))
            return false;
    if (all_but && location.n != 2)
        return false;
    *port = 3 * (all_but ? (side_of_letter(location.p[1]) + 1) % SIDES
                         : side_of_letter(location.p[0])) +
            1;
    return true;
}

/* A pointer to a feature on a tile. */
static bool read_pointer(struct jcz *z, const json_t *pointer, struct segment_ref *ref)
{
    static const char *const known[] = {"position", "feature", "location", NULL};
    enum kind kind;
    unsigned port;
    if (!read_location(json_str(json_object_get(pointer, "location")),
                       json_str(json_object_get(pointer, "feature")), &kind, &port)) {
        jcz_nonsense(z, "a pointer names no feature");
        return false;
    }
    jcz_check_fields(z, pointer, z->place, known);
    *ref = (struct segment_ref){
        .kind = (uint8_t)kind, .port = (uint8_t)port, .index = port == PORT_NONE, .has_cell = true};
    return read_position(z, json_object_get(pointer, "position"), &ref->cell);
}

/* The kind of a follower that is named "1.small.5"; FOLLOWER_KINDS for what is none. */
static enum follower_kind kind_named_in(struct str name)
{
    const char *dot = name.n ? memchr(name.p, '.', name.n) : NULL;
    unsigned kind = 0;
    for (struct str rest = {"", 0}; kind < FOLLOWER_KINDS; kind++) {
        size_t n = strlen(follower_kinds[kind].name);
        rest = dot ? str_from(name, (size_t)(dot + 1 - name.p)) : rest;
        if (str_begins(rest, follower_kinds[kind].name) && rest.n > n && rest.p[n] == '.')
            break;
    }
    return (enum follower_kind)kind;
}

/* "1.small.5": whose, of which kind, and its number. */
static void read_follower(struct jcz *z, const json_t *id, struct message *message)
{
    struct str text = json_str(id), rest = text;
    enum follower_kind kind = kind_named_in(text);
    unsigned numbers[2] = {0, 0};
    bool good = json_is_string(id) && kind < FOLLOWER_KINDS;
    for (unsigned i = 0; good && i < 2; i++) {
        size_t n = 0;
        for (; n < rest.n && n < 4 && rest.p[n] >= '0' && rest.p[n] <= '9'; n++)
            numbers[i] = numbers[i] * 10 + (unsigned)(rest.p[n] - '0');
        rest = str_from(rest, n);
        good = n > 0 && (i ? rest.n == 0 : rest.n && *rest.p == '.');
        rest = good && !i ? str_from(rest, strlen(follower_kinds[kind].name) + 2) : rest;
    }
    message->follower = arena_copy(z->im->arena, text.p, text.n);
    message->named = !id                                                          ? NAMED_NOBODY
                     : good && numbers[0] < SEATS_MOST && numbers[1] <= UINT8_MAX ? NAMED_WELL
                                                                                  : NAMED_BADLY;
    message->follower_seat = (uint8_t)numbers[0];
    message->follower_kind = (uint8_t)kind;
    message->follower_number = (uint8_t)numbers[1];
}

/* A decision is about a tile that lies; where none does its message is lost. */
static bool needs_tile(struct jcz *z)
{
    if (z->placed)
        return true;
    jcz_nonsense(z, "a decision before a tile is laid");
    if (!jcz_in_bazaar(z) && !z->tile_follows)
        jcz_lose_tile(z);
    return false;
}

/* A figure that is no follower that we know belongs to other sets. */
static const char *other_figure(const json_t *id)
{
    const char *name = json_string_value(id), *dot = name ? strchr(name, '.') : NULL,
               *end = dot ? strchr(dot + 1, '.') : NULL;
    return end && kind_named_in(str_of(name)) == FOLLOWER_KINDS ? name : NULL;
}

enum outcome jcz_deploy(struct jcz *z, const json_t *payload, struct message *message)
{
    const json_t *id = json_object_get(payload, "meepleId");
    struct segment_ref ref;
    if (other_figure(id))
        return jcz_unsupported(z, "figure", other_figure(id));
    if (!needs_tile(z) || !read_pointer(z, json_object_get(payload, "pointer"), &ref))
        return NONSENSE;
    read_follower(z, id, message);
    jcz_begin_act(z, z->seat);
    struct act *act = importer_follower(z->im, z->place, (enum kind)ref.kind, ref.port);
    act->segment = ref;
    if (message->named == NAMED_WELL)
        act->follower = message->follower_kind;
    return READ;
}

/* The seat that last placed a follower on the small city that becomes a castle; else the turn's
 * seat. */
static unsigned founder(const struct jcz *z, const struct segment_ref *ref)
{
    unsigned side = ref->port / 3;
    const struct record *record = z->im->record;
    struct cell beyond = {(int16_t)(ref->cell.x + side_dx[side]),
                          (int16_t)(ref->cell.y + side_dy[side])};
    for (uint32_t i = record->line_count; i-- > 0;)
        for (uint32_t k = record->lines[i].act_count; k-- > 0;) {
            const struct act *act = &record->lines[i].acts[k];
            const struct segment_ref *at = &act->segment;
            if (act->kind != ACT_FOLLOWER || at->kind != KIND_CITY || at->port == PORT_NONE)
                continue;
            bool here =
                at->cell.x == ref->cell.x && at->cell.y == ref->cell.y && at->port / 3u == side;
            bool there = at->cell.x == beyond.x && at->cell.y == beyond.y &&
                         at->port / 3u == side_opposite(side);
            if (here || there)
                return record->lines[i].seat;
        }
    return z->turn_seat;
}

enum outcome jcz_place_token(struct jcz *z, const json_t *payload)
{
    struct str token = json_str(json_object_get(payload, "token"));
    struct segment_ref ref;
    bool bridge = str_is(token, "BRIDGE"), castle = str_is(token, "CASTLE");
    if (!bridge && !castle)
        return jcz_unsupported(z, "token", arena_copy(z->im->arena, token.p, token.n));
    if (!needs_tile(z) || !read_pointer(z, json_object_get(payload, "pointer"), &ref))
        return NONSENSE;
    if (ref.port == PORT_NONE || ref.kind != (bridge ? KIND_ROAD : KIND_CITY))
        return jcz_nonsense(z, bridge ? "a bridge is a Road from side to side"
                                      : "a castle is founded on a City, on a side");
    if (!bridge && !z->named)
        z->seat = founder(z, &ref);
    jcz_begin_act(z, z->seat);
    if (bridge)
        add_bridge(z, ref.cell, ref.port / 3 & 1);
    else
        importer_verb(z->im, z->place, VERB_CASTLE)->segment = ref;
    return READ;
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

/* The last act but for such a bazaar; NULL for none. */
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
static enum outcome move_dragon(struct jcz *z, const json_t *to)
{
    struct cell cell;
    z->flying = true;
    if (!read_position(z, to, &cell))
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
    /* What stands between two steps ends the flight. */
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

static enum outcome move_fairy(struct jcz *z, const json_t *to, struct message *message)
{
    struct segment_ref ref = {.kind = KIND_COUNT, .has_cell = true};
    static const char *const known[] = {"featurePointer", "meepleId", NULL};
    message->on_cell = json_is_array(to);
    bool good = message->on_cell ? read_position(z, to, &ref.cell)
                                 : read_pointer(z, json_object_get(to, "featurePointer"), &ref);
    if (!good)
        return NONSENSE;
    if (!message->on_cell) {
        read_follower(z, json_object_get(to, "meepleId"), message);
        jcz_check_fields(z, to, z->place, known);
    }
    z->fairy = ref.cell;
    z->fairy_out = true;
    jcz_begin_act(z, z->seat);
    importer_verb(z->im, z->place, VERB_FAIRY)->segment = ref;
    return READ;
}

enum outcome jcz_move_figure(struct jcz *z, const json_t *payload, struct message *message)
{
    struct str figure = json_str(json_object_get(payload, "figureId"));
    const json_t *to = json_object_get(payload, "to");
    /* With the flight after scoring it comes behind the turn's COMMIT. */
    if (str_is(figure, "dragon.1")) {
        message->kind = MESSAGE_DRAGON;
        return z->tile && z->volcano ? move_dragon(z, to)
                                     : jcz_nonsense(z, "the dragon flies, and no volcano lies");
    }
    if (str_is(figure, "fairy.1"))
        return needs_tile(z) ? move_fairy(z, to, message) : NONSENSE;
    return jcz_unsupported(z, "figure", arena_copy(z->im->arena, figure.p, figure.n));
}

enum outcome jcz_return_meeple(struct jcz *z, const json_t *payload, struct message *message)
{
    static const char *const known[] = {"featurePointer", "meepleId", NULL};
    struct str source = json_str(json_object_get(payload, "source"));
    const json_t *pointer = json_object_get(payload, "pointer");
    struct segment_ref ref;
    bool back = str_is(source, "ABBOT_RETURN");
    if (!back && !str_is(source, "PRINCESS"))
        return jcz_unsupported(z, "a follower sent home by",
                               arena_copy(z->im->arena, source.p, source.n));
    if (!needs_tile(z) || !read_pointer(z, json_object_get(pointer, "featurePointer"), &ref))
        return NONSENSE;
    read_follower(z, json_object_get(pointer, "meepleId"), message);
    jcz_check_fields(z, pointer, z->place, known);
    jcz_begin_act(z, z->seat);
    importer_verb(z->im, z->place, back ? VERB_BACK : VERB_PRINCESS)->segment = ref;
    return READ;
}

/* ---- Nothing more ---- */

/* Passing before the placement declines the tile, which is then set aside; elsewhere a seat does no
 * more. */
enum outcome jcz_pass(struct jcz *z)
{
    if (jcz_in_bazaar(z)) {
        if (z->lot == LOT_NONE)
            return jcz_nonsense(z, "PASS, and no tile is auctioned");
        jcz_answer(z);
        return READ;
    }
    if (z->placed)
        return READ;
    const struct lot *own = jcz_acquired(z);
    const struct stack *drawn = own ? own->stack : jcz_draw(z);
    importer_discard(z->im, z->place, z->turn, z->seat, drawn ? drawn->design->name : "?")->kind =
        ACT_PASS_TILE;
    return READ;
}

enum outcome jcz_commit(struct jcz *z, const json_t *payload)
{
    const json_t *random = json_object_get(payload, "random");
    bool good = jcz_read_random(z, random, z->place);
    if (!good)
        z->draws &= jcz_is_ordered(z);
    /* A COMMIT sent twice is reported by src/compare/jcz.c. */
    if (!z->placed && (jcz_in_bazaar(z) || !good || z->r == z->committed))
        return good ? READ : NONSENSE;
    z->committed = z->r;
    if (!z->placed) {
        jcz_nonsense(z, "a turn ends, and no tile was laid");
        jcz_lose_tile(z);
    }
    z->bazaar_due |=
        z->plays[JCZ_BAZAAR] && z->tile && z->tile->marks & MARK_BAZAAR && !z->turns_left;
    z->again = jcz_plays_again(z, z->next_player);
    if (z->bazaar_due && !z->again)
        jcz_open_bazaar(z);
    unsigned step = z->step;
    z->next_seat = z->again ? z->turn_seat : (z->turn_seat + 1) % z->seats;
    z->ended = !z->again && z->turn == z->last_turn;
    z->turn_before = z->turn;
    z->turn += !z->again;
    z->step_before = z->step;
    z->step = 0;
    z->placed = false;
    z->flight = NULL;
    z->bazaar_due &= z->again;
    z->turns_left -= z->turns_left > 0 && !z->again;
    /* The auction's lines go on counting. */
    if (jcz_in_bazaar(z))
        z->step = step;
    return good ? READ : NONSENSE;
}
