/* SPDX-License-Identifier: MIT */
/* Reads the messages of JCloisterZone's saves, with one function for each kind. */
#include "formats/jcz/jcz_save.h"

/* Returns a coordinate counted from `origin`. Limits large numbers to 4 * CELL_MAX, which
 * importer_cell() refuses as too far. Treats a value that is not an integer as too far, too. */
static long coordinate(const struct json *number, long origin)
{
    const int64_t far = 4 * CELL_MAX;
    int64_t value = json_is(number, JSON_INTEGER) ? json_int(number) : far;
    return (long)(value < -far ? -far : value > far ? far : value) - origin;
}

bool jcz_read_position(struct jcz *z, const struct json *position, struct cell *cell)
{
    const struct json *x = json_item(position, 0), *y = json_item(position, 1);
    if (!json_is(position, JSON_LIST) || json_count(position) != 2 || !json_is(x, JSON_INTEGER) ||
        !json_is(y, JSON_INTEGER)) {
        jcz_nonsense(z, FINDING_IMPORT_POSITION, NO_ARGS);
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

void jcz_begin_act(struct jcz *z, unsigned seat)
{
    if (z->step || seat != z->turn_seat)
        importer_step(z->im, z->place, z->turn, ++z->step, seat);
}

void jcz_lose_act(struct jcz *z)
{
    struct record *record = z->im->record;
    bool goes_on = jcz_asked(z) != NOBODY;
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
    importer_lost_tile(z->im, z->place, z->turn, z->seat);
    begin_placed(z);
    z->tile = NULL;
    /* The tiles still to be drawn are unknown from here on. */
    z->draws = false;
}

enum { TOKENS_FIRST = 32 };

void jcz_add_token(struct jcz *z, enum verb_id verb)
{
    importer_verb(z->im, z->place, verb)->number = TOKEN_UNKNOWN;
    if (!z->knows_random || z->is_old)
        return;
    const struct record *record = z->im->record;
    if (arena_is_full(z->token_count, TOKENS_FIRST))
        z->tokens =
            arena_grow(z->im->arena, z->tokens, sizeof *z->tokens, z->token_count, TOKENS_FIRST);
    uint32_t line = record->line_count - 1;
    z->tokens[z->token_count++] = (struct jcz_drawn){line, record->lines[line].act_count - 1, z->r};
    z->r = jcz_random_after(z->r);
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

/* Infers the tiles drawn before the tile placed, and adds them as discards. A drawn tile that fits
 * as it is cannot have been discarded. If one does fit, the game drew other tiles than those
 * inferred, and this is reported. */
static void add_discards(struct jcz *z, struct stack *placed)
{
    struct jcz_lot *own = jcz_acquired(z);
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
    struct jcz_trial trial;
    jcz_begin_trial(&trial, z);
    struct stack *first = NULL;
    for (struct stack *drawn = own ? own->stack : jcz_draw(z);; drawn = jcz_draw(z)) {
        if (drawn == placed)
            return;
        first = first ? first : drawn;
        /* Sides alone do not decide whether a tile of the river fits. */
        if (!drawn || (!drawn->design->river && jcz_fits_anywhere(z, drawn->design, false)))
            break;
        importer_discard(z->im, z->place, z->turn, z->seat, drawn->design->name);
    }
    jcz_take_back(&trial, z);
    if (own && jcz_swap_lots(z, own, placed->design))
        return;
    raise_draw(z, first, placed->design);
    jcz_take(z, placed);
}

bool jcz_plays_again(const struct jcz *z, unsigned player)
{
    return jcz_double_turns(z) && player == z->turn_seat;
}

/* Begins the next turn, because a tile is laid although the turn under way has one already. The
 * COMMIT of that turn is missing, and with it the next random number. */
static void begin_lost_turn(struct jcz *z)
{
    z->again = jcz_plays_again(z, z->named ? z->seat : NOBODY);
    z->next_seat = z->again ? z->turn_seat : (z->turn_seat + 1) % z->seats;
    z->seat = z->named ? z->seat : z->next_seat;
    z->turn += !z->again;
    z->step_before = z->step = 0;
    z->placed = false;
    z->turns_left -= z->turns_left > 0 && !z->again;
    z->knows_random = false;
    /* Without its salt, the generator of an old save cannot go on. */
    if (z->is_old)
        z->draws &= jcz_is_ordered(z);
}

static const struct line *last_tile(const struct jcz *z)
{
    const struct record *record = z->im->record;
    for (uint32_t i = record->line_count; i-- > 0;)
        if (record->lines[i].kind == LINE_TURN && record->lines[i].has_tile)
            return &record->lines[i];
    return NULL;
}

enum outcome jcz_place_tile(struct jcz *z, const struct json *payload, struct message *message)
{
    const char *id = jcz_tile_id(z, json_get(payload, "tileId"));
    long quarters = jcz_quarters(json_get(payload, "rotation"));
    struct cell cell;
    if (!id || quarters < 0)
        return jcz_nonsense(z, !id ? FINDING_IMPORT_PLACE_TILE_ID : FINDING_IMPORT_ROTATION,
                            NO_ARGS);
    struct stack *stack = jcz_stack(z, id);
    if (!stack)
        return jcz_unsupported(z, "tile", id);
    if (!jcz_read_position(z, json_get(payload, "position"), &cell))
        return NONSENSE;
    const struct line *last = z->placed ? last_tile(z) : NULL;
    if (last && last->tile.design == stack->design && last->cell.x == cell.x &&
        last->cell.y == cell.y)
        return jcz_nonsense(z, FINDING_IMPORT_TILE_TWICE, NO_ARGS);
    if (z->placed)
        begin_lost_turn(z);
    message->turn = (uint16_t)z->turn;
    if (jcz_double_turns(z) && !z->named && !z->player_told) {
        jcz_raise(z, FINDING_IMPORT_PLACE_TILE_PLAYER, NO_ARGS);
        z->player_told = true;
    }
    bool outside = !stack->design->count;
    if (!outside && z->draws && (jcz_is_ordered(z) || z->knows_random))
        add_discards(z, stack);
    else if (!outside && !jcz_acquired(z))
        jcz_take(z, stack);
    const struct line *line = importer_turn(z->im, z->place, z->turn, z->seat,
                                            (struct imported_tile){id, cell, (unsigned)quarters});
    begin_placed(z);
    z->tile = line->tile.design;
    bool free = !*jcz_sides_at(z, cell);
    if (free)
        jcz_lay(z, z->tile, cell, (unsigned)quarters % 4);
    static void (*const laid[])(struct jcz *, struct cell, bool free) = {
#define JCZ_LAID(function) function,
#include "rows.h"
    };
    for (unsigned i = 0; i < sizeof laid / sizeof *laid; i++)
        laid[i](z, cell, free);
    return READ;
}

/* ---- Followers and pieces ---- */

/* Reads a location as a port: the first side of a road or city, the first half of a field,
 * PORT_NONE for land inside the tile. Such land has a number: "I" is the first, "II" the second
 * field that touches no side. "_N" stands for all sides except N. False if any part is not a side
 * or a half. */
static bool read_location(struct str location, struct str feature, enum kind *kind, unsigned *port,
                          unsigned *inside)
{
    *inside = str_is(location, "I") ? 1 : str_is(location, "II") ? 2 : 0;
    *kind = KIND_COUNT;
    for (unsigned i = 0; i < JCZ_FEATURES; i++)
        if (str_is(feature, jcz_features[i].word))
            *kind = (enum kind)jcz_features[i].kind;
    *port = PORT_NONE;
    if (*kind == KIND_COUNT || location.n == 0)
        return false;
    if (*inside)
        return *inside == 1 || *kind == KIND_FIELD;
    if (kinds[*kind].single)
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

bool jcz_read_pointer(struct jcz *z, const struct json *pointer, struct segment_ref *ref)
{
    static const char *const known[] = {"position", "feature", "location", NULL};
    enum kind kind;
    unsigned port, inside;
    struct str location = json_str(json_get(pointer, "location")),
               feature = json_str(json_get(pointer, "feature"));
    struct cell cell;
    if (z->is_old && !feature.n) {
        if (!jcz_read_position(z, json_get(pointer, "position"), &cell))
            return false;
        feature = jcz_old_feature(z, cell, &location);
    }
    if (!read_location(location, feature, &kind, &port, &inside)) {
        jcz_nonsense(z, FINDING_IMPORT_POINTER, NO_ARGS);
        return false;
    }
    jcz_check_fields(z, pointer, z->place, known);
    *ref = (struct segment_ref){
        .kind = (uint8_t)kind, .port = (uint8_t)port, .index = (uint8_t)inside, .has_cell = true};
    return jcz_read_position(z, json_get(pointer, "position"), &ref->cell);
}

/* Returns the kind of meeple in a name such as "1.small.5"; MEEPLE_KINDS for other names. */
static enum meeple_kind kind_named_in(struct str name)
{
    const char *dot = name.n ? memchr(name.p, '.', name.n) : NULL;
    unsigned kind = 0;
    for (struct str rest = {"", 0}; kind < MEEPLE_KINDS; kind++) {
        size_t n = strlen(meeple_kinds[kind].name);
        rest = dot ? str_from(name, (size_t)(dot + 1 - name.p)) : rest;
        if (str_begins(rest, meeple_kinds[kind].name) && rest.n > n && rest.p[n] == '.')
            break;
    }
    return (enum meeple_kind)kind;
}

void jcz_read_meeple(struct jcz *z, const struct json *id, struct message *message)
{
    struct str text = json_str(id), rest = text;
    enum meeple_kind kind = kind_named_in(text);
    unsigned numbers[2] = {0, 0};
    bool good = json_is(id, JSON_TEXT) && kind < MEEPLE_KINDS;
    for (unsigned i = 0; good && i < 2; i++) {
        size_t n = 0;
        for (; n < rest.n && n < 4 && rest.p[n] >= '0' && rest.p[n] <= '9'; n++)
            numbers[i] = numbers[i] * 10 + (unsigned)(rest.p[n] - '0');
        rest = str_from(rest, n);
        good = n > 0 && (i ? rest.n == 0 : rest.n && *rest.p == '.');
        rest = good && !i ? str_from(rest, strlen(meeple_kinds[kind].name) + 2) : rest;
    }
    message->meeple = arena_copy(z->im->arena, text.p, text.n);
    message->named = !id                                                         ? NAMED_NOBODY
                     : good && numbers[0] < SEATS_MAX && numbers[1] <= UINT8_MAX ? NAMED_WELL
                                                                                 : NAMED_BADLY;
    message->meeple_seat = (uint8_t)numbers[0];
    message->meeple_kind = (uint8_t)kind;
    message->meeple_number = (uint8_t)numbers[1];
}

bool jcz_needs_tile(struct jcz *z)
{
    if (z->placed)
        return true;
    jcz_nonsense(z, FINDING_IMPORT_DECISION_BEFORE_TILE, NO_ARGS);
    if (jcz_asked(z) == NOBODY && z->follows != MESSAGE_PLACE)
        jcz_lose_tile(z);
    return false;
}

/* Returns the name of a figure of other sets, whose kind is unknown here; NULL for any other text.
 */
static const char *other_figure(const struct json *id)
{
    const char *name = json_cstr(id), *dot = name ? strchr(name, '.') : NULL,
               *end = dot ? strchr(dot + 1, '.') : NULL;
    return end && kind_named_in(str_of(name)) == MEEPLE_KINDS ? name : NULL;
}

enum outcome jcz_deploy(struct jcz *z, const struct json *payload, struct message *message)
{
    const struct json *id = json_get(payload, "meepleId");
    struct segment_ref ref;
    if (other_figure(id))
        return jcz_unsupported(z, "figure", other_figure(id));
    jcz_read_meeple(z, id, message);
    bool pointed =
        (z->placed || z->moves_on) && jcz_read_pointer(z, json_get(payload, "pointer"), &ref);
    for (unsigned i = 0; pointed && message->named == NAMED_WELL && i < JCZ_COURSES; i++)
        if (jcz_courses[i]->deploy && jcz_courses[i]->deploy(z, &ref, message))
            return READ;
    if (!jcz_needs_tile(z) || !pointed)
        return NONSENSE;
    jcz_begin_act(z, z->seat);
    struct act *act = importer_meeple(z->im, z->place, (enum kind)ref.kind, ref.port);
    act->segment = ref;
    if (message->named == NAMED_WELL)
        act->meeple = message->meeple_kind;
    return READ;
}

enum outcome jcz_place_token(struct jcz *z, const struct json *payload, struct message *message)
{
    static const struct {
        const char *token;
        enum kind kind;
        enum finding_id wrong;
        void (*place)(struct jcz *, const struct segment_ref *);
    } tokens[] = {
#define JCZ_TOKEN(token, verb, kind, wrong, place, ...)                                            \
    {token, KIND_##kind, FINDING_IMPORT_##wrong, place},
#include "rows.h"
    };
    struct str token = json_str(json_get(payload, "token"));
    struct segment_ref ref;
    unsigned i = 0, count = sizeof tokens / sizeof *tokens;
    (void)message;
    while (i < count && !str_is(token, tokens[i].token))
        i++;
    if (i == count)
        return jcz_unsupported(z, "token", arena_copy(z->im->arena, token.p, token.n));
    if (!jcz_needs_tile(z) || !jcz_read_pointer(z, json_get(payload, "pointer"), &ref))
        return NONSENSE;
    if ((ref.port == PORT_NONE && !kinds[ref.kind].single) || ref.kind != tokens[i].kind)
        return jcz_nonsense(z, tokens[i].wrong, NO_ARGS);
    tokens[i].place(z, &ref);
    return READ;
}

enum outcome jcz_move_figure(struct jcz *z, const struct json *payload, struct message *message)
{
    static const struct {
        const char *figure;
        enum message_kind kind;
        enum outcome (*move)(struct jcz *, const struct json *to, struct message *);
    } figures[] = {
#define JCZ_FIGURE(id, figure, path, move, ...) {figure, MESSAGE_##id, move},
#include "rows.h"
    };
    struct str figure = json_str(json_get(payload, "figureId"));
    for (unsigned i = 0; i < sizeof figures / sizeof *figures; i++)
        if (str_is(figure, figures[i].figure)) {
            message->kind = (uint8_t)figures[i].kind;
            return figures[i].move(z, json_get(payload, "to"), message);
        }
    return jcz_unsupported(z, "figure", arena_copy(z->im->arena, figure.p, figure.n));
}

enum outcome jcz_return_meeple(struct jcz *z, const struct json *payload, struct message *message)
{
    static const char *const known[] = {"featurePointer", "meepleId", NULL};
    struct str source = json_str(json_get(payload, "source"));
    const struct json *pointer = json_get(payload, "pointer");
    struct segment_ref ref;
    static const struct {
        const char *source;
        enum verb_id verb;
    } sources[] = {
#define JCZ_RETURN(source, verb, own) {source, VERB_##verb},
#include "rows.h"
    };
    unsigned i = 0, count = sizeof sources / sizeof *sources;
    while (i < count && !str_is(source, sources[i].source))
        i++;
    if (i == count)
        return jcz_unsupported(z, "a follower sent home by",
                               arena_copy(z->im->arena, source.p, source.n));
    if (!jcz_needs_tile(z) || !jcz_read_pointer(z, json_get(pointer, "featurePointer"), &ref))
        return NONSENSE;
    jcz_read_meeple(z, json_get(pointer, "meepleId"), message);
    jcz_check_fields(z, pointer, z->place, known);
    jcz_begin_act(z, z->seat);
    importer_verb(z->im, z->place, sources[i].verb)->segment = ref;
    return READ;
}

/* ---- Passing and committing ---- */

/* Draws the tile that a seat declines. Tiles drawn before it that fit nowhere, whatever is built,
 * are added as discards, because they cannot be declined. If no tile fits, the first one drawn is
 * the declined one. */
static const struct stack *draw_declined(struct jcz *z)
{
    struct jcz_trial trial;
    jcz_begin_trial(&trial, z);
    const struct stack *drawn;
    while ((drawn = jcz_draw(z)) != NULL) {
        /* Sides alone do not decide whether a tile of the river fits. */
        if (drawn->design->river || jcz_fits_anywhere(z, drawn->design, true))
            return drawn;
        importer_discard(z->im, z->place, z->turn, z->seat, drawn->design->name);
    }
    jcz_take_back(&trial, z);
    return jcz_draw(z);
}

/* Reads a PASS. Before the placement, the seat declines the tile, which is discarded; elsewhere the
 * seat does nothing more. */
enum outcome jcz_pass(struct jcz *z, const struct json *payload, struct message *message)
{
    (void)payload, (void)message;
    for (unsigned i = 0; i < JCZ_COURSES; i++)
        if (jcz_courses[i]->pass && jcz_courses[i]->goes_on(z))
            return jcz_courses[i]->pass(z);
    if (z->placed)
        return READ;
    for (unsigned i = 0; i < JCZ_COURSES; i++)
        if (jcz_courses[i]->takes_pass && jcz_courses[i]->takes_pass(z))
            return READ;
    const struct jcz_lot *own = jcz_acquired(z);
    const struct stack *drawn = own ? own->stack : draw_declined(z);
    importer_discard(z->im, z->place, z->turn, z->seat, drawn ? drawn->design->name : "?")->kind =
        ACT_PASS_TILE;
    return READ;
}

enum outcome jcz_commit(struct jcz *z, const struct json *payload, struct message *message)
{
    (void)message;
    bool good = z->is_old ? jcz_read_salt(z, json_get(payload, "salt"), z->place)
                          : jcz_read_random(z, json_get(payload, "random"), z->place);
    if (!good)
        z->draws &= jcz_is_ordered(z);
    for (unsigned i = 0; i < JCZ_COURSES; i++)
        if (jcz_courses[i]->takes_commit && jcz_courses[i]->takes_commit(z))
            return good ? READ : NONSENSE;
    /* A COMMIT sent twice is reported by src/formats/jcz/jcz_verify.c. */
    if (!z->placed && (jcz_asked(z) != NOBODY || !good || z->r == z->committed))
        return good ? READ : NONSENSE;
    z->committed = z->r;
    z->commit_place = z->place;
    if (!z->placed) {
        jcz_nonsense(z, FINDING_IMPORT_TURN_WITHOUT_TILE, NO_ARGS);
        jcz_lose_tile(z);
    }
    z->again = jcz_double_turns(z) && jcz_plays_again(z, jcz_next_player(z));
    for (unsigned i = 0; i < JCZ_COURSES; i++)
        if (jcz_courses[i]->commit)
            jcz_courses[i]->commit(z);
    z->next_seat = z->again ? z->turn_seat : (z->turn_seat + 1) % z->seats;
    z->ended = !z->again && z->turn == z->last_turn;
    z->turn_before = z->turn;
    z->turn += !z->again;
    z->step_before = z->step;
    z->placed = false;
    z->turns_left -= z->turns_left > 0 && !z->again;
    z->step = 0;
    return good ? READ : NONSENSE;
}
