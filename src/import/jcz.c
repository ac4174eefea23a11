/* JCloisterZone's saved games (5.7 and later). See bastide(1), FORMATS.
 *
 * The tiles drawn are not written down, they follow from the random numbers: from n tiles the one at floor(r * n) is
 * drawn, then r steps; a COMMIT sets r anew. A tile drawn that is not the one placed next was set aside. So discards
 * are inferred here without any rules, and the referee proves them. Only after the last message somebody must look
 * whether what is left fits nowhere; for that the sides of what lies are kept in a small grid.
 */
#include <stdio.h>
#include <stdlib.h>

#include "import/import.h"

enum { IDS_MOST = 512, MESSAGES_MOST = 20000, SPREAD = 2 * CELL_MOST + 3 };

/* Tiles of one id that are still to be drawn. */
struct stack {
    const char *id;
    const struct design *design;
    unsigned left;
};

struct jcz {
    struct importer *im;
    unsigned seats;
    struct str names[SEATS_MOST];
    double r;                   /* the random number that the next draw uses */
    bool draws;                 /* the save tells how tiles were drawn */
    const json_t *order;        /* gameAnnotations.drawOrder, instead of r */
    size_t order_at;
    struct stack stacks[IDS_MOST];
    unsigned stack_count;
    unsigned left;
    unsigned turn, seat;
    bool placed;                /* the turn under way laid its tile */
    uint8_t (*grid)[SPREAD][SIDES];     /* side codes + 1 of what lies; 0 where nothing does */
};

/* ---- Drawing ---- */

/* The step of the generator, on the bits of the double. */
static double random_next(double r)
{
    uint64_t bits;
    memcpy(&bits, &r, sizeof bits);
    const uint64_t modulus = UINT64_C(1) << 48;
    uint64_t x = (UINT64_C(25214903917) * (bits % modulus) + 11) % modulus;
    return (double)x / (double)modulus;
}

static int stack_order(const void *a, const void *b)
{
    return strcmp(((const struct stack *)a)->id, ((const struct stack *)b)->id);
}

static struct stack *stack_named(struct jcz *z, const char *id)
{
    for (unsigned i = 0; i < z->stack_count; i++)
        if (strcmp(z->stacks[i].id, id) == 0)
            return &z->stacks[i];
    return NULL;
}

/* The next tile, taken from its stack; NULL when none is left or the save does not tell. */
static struct stack *draw(struct jcz *z)
{
    struct stack *drawn = NULL;
    if (z->order) {
        const json_t *id = json_array_get(z->order, z->order_at++);
        drawn = json_is_string(id) ? stack_named(z, json_string_value(id)) : NULL;
        if (drawn && !drawn->left)
            drawn = NULL;
    } else if (z->draws && z->left) {
        unsigned index = (unsigned)(z->r * z->left);
        z->r = random_next(z->r);
        for (unsigned i = 0; i < z->stack_count && !drawn; i++) {
            if (index < z->stacks[i].left)
                drawn = &z->stacks[i];
            else
                index -= z->stacks[i].left;
        }
    }
    if (drawn) {
        drawn->left--;
        z->left--;
    }
    return drawn;
}

static unsigned side_turned(const struct design *design, unsigned side, unsigned quarters)
{
    return design->side[quarters % 4][side];
}

static void lay(struct jcz *z, const struct design *design, struct cell cell, unsigned quarters)
{
    for (unsigned side = 0; design && side < SIDES; side++)
        z->grid[cell.y + CELL_MOST + 1][cell.x + CELL_MOST + 1][side] = (uint8_t)(side_turned(design, side, quarters) + 1);
}

static bool fits_at(const struct jcz *z, const struct design *design, int x, int y, unsigned quarters)
{
    bool touches = false;
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned other = z->grid[y + side_dy[side]][x + side_dx[side]][side_opposite(side)];
        touches |= other != 0;
        if (other && other != side_turned(design, side, quarters) + 1)
            return false;
    }
    return touches;
}

static bool fits_anywhere(const struct jcz *z, const struct design *design)
{
    for (int y = 1; y < SPREAD - 1; y++)
        for (int x = 1; x < SPREAD - 1; x++)
            for (unsigned quarters = 0; !z->grid[y][x][0] && quarters < 4; quarters++)
                if (fits_at(z, design, x, y, quarters))
                    return true;
    return false;
}

/* ---- Setup ---- */

static bool unsupported(struct jcz *z, struct place place, const char *what, const char *name)
{
    finding_raise(z->im->findings, FINDING_UNSUPPORTED, place, ARGS(arena_printf(z->im->arena, "%s '%s'", what, name)));
    return false;
}

static bool add_stacks(struct jcz *z, const struct tileset *set, unsigned edition)
{
    for (unsigned i = 0; i < set->design_count; i++) {
        const struct design *design = &set->designs[i];
        /* The second edition's twin with a garden, where it has one, replaces one of two or more tiles. */
        if (z->stack_count + 2 > IDS_MOST || !design->aliases[0])
            return false;
        unsigned twins = edition == 2 && design->aliases[1] ? 1 : 0;
        z->stacks[z->stack_count++] = (struct stack){design->aliases[0], design, design->count - twins};
        if (twins)
            z->stacks[z->stack_count++] = (struct stack){design->aliases[1], design, twins};
        z->left += design->count;
    }
    qsort(z->stacks, z->stack_count, sizeof *z->stacks, stack_order);
    return true;
}

static bool read_sets(struct jcz *z, const json_t *setup)
{
    static const struct { const char *key, *set; unsigned edition; } known[] = {{"basic:1", "base", 1}, {"basic:2", "base", 2}};
    const char *key;
    const json_t *value;
    json_object_foreach((json_t *)json_object_get(setup, "sets"), key, value) {
        struct place place = importer_at(z->im, "setup.sets.%s", key);
        unsigned i = 0;
        while (i < sizeof known / sizeof *known && strcmp(known[i].key, key) != 0)
            i++;
        if (i == sizeof known / sizeof *known)
            return unsupported(z, place, "tile set", key);
        if (json_loose_integer(value, 0) != 1)
            return unsupported(z, place, "more than one copy of tile set", key);
        const struct tileset *set = catalogue_set(z->im->catalogue, str_of(known[i].set));
        if (!set || !add_stacks(z, set, known[i].edition))
            return unsupported(z, place, "tile set", key);
        /* How many tiles of the second edition bear a garden is not known here, so neither is what was drawn. */
        z->draws &= known[i].edition == 1;
    }
    return z->left > 0 || importer_malformed(z->im, importer_at(z->im, "setup.sets"), "no tile set is named");
}

static bool read_elements(struct jcz *z, const json_t *setup, bool *farmers)
{
    const char *key;
    const json_t *value;
    *farmers = false;
    json_object_foreach((json_t *)json_object_get(setup, "elements"), key, value) {
        struct place place = importer_at(z->im, "setup.elements.%s", key);
        bool on = json_is_true(value) || (json_is_integer(value) && json_integer_value(value) != 0);
        if (strcmp(key, "farmers") == 0)
            *farmers = on;
        else if (strcmp(key, "small-follower") == 0 && json_loose_integer(value, 0) == 7)
            continue;
        else if (on)
            return unsupported(z, place, "element", key);
    }
    return true;
}

static bool read_rules(struct jcz *z, const json_t *setup, struct str keys[], struct str values[], unsigned *count)
{
    /* Rules about pieces that are not in play say nothing. */
    static const char *const idle[] = {"princess-action", "fairy-placement", "dragon-move", "bazaar-no-auction"};
    const char *key;
    const json_t *value;
    json_object_foreach((json_t *)json_object_get(setup, "rules"), key, value) {
        struct place place = importer_at(z->im, "setup.rules.%s", key);
        bool is_idle = false;
        for (unsigned i = 0; i < sizeof idle / sizeof *idle; i++)
            is_idle |= strcmp(key, idle[i]) == 0;
        if (is_idle)
            continue;
        if (strcmp(key, "tiny-city-scoring") != 0)
            return unsupported(z, place, "rule", key);
        struct str scoring = json_str(value);
        if (!str_is(scoring, "2") && !str_is(scoring, "4"))
            return unsupported(z, place, "a value of rule", key);
        if (str_is(scoring, "2")) {
            keys[*count] = str_of("small-city");
            values[(*count)++] = str_of("2");
        }
    }
    return true;
}

static long quarters_of(const json_t *rotation)
{
    if (json_is_integer(rotation))
        return (long)json_integer_value(rotation) / 90;
    struct str text = json_str(rotation);
    return str_is(text, "R0") ? 0 : str_is(text, "R90") ? 1 : str_is(text, "R180") ? 2 : str_is(text, "R270") ? 3 : -1;
}

static bool read_start(struct jcz *z, const json_t *setup)
{
    const json_t *starts = json_object_get(setup, "start"), *start = json_array_get(starts, 0);
    struct place place = importer_at(z->im, "setup.start");
    if (json_array_size(starts) > 1)
        return unsupported(z, place, "a start of", "several tiles");
    if (!start)
        return true;
    struct stack *stack = stack_named(z, json_is_string(json_object_get(start, "tile"))
                                             ? json_string_value(json_object_get(start, "tile")) : "");
    long quarters = quarters_of(json_object_get(start, "rotation"));
    struct cell cell;
    if (!stack || !stack->left || quarters < 0)
        return importer_malformed(z->im, place, "the start tile is none of the sets in play");
    if (!importer_cell(z->im, place, json_loose_integer(json_object_get(start, "x"), 9999),
                       json_loose_integer(json_object_get(start, "y"), 9999), &cell))
        return false;
    stack->left--;
    z->left--;
    lay(z, stack->design, cell, (unsigned)quarters % 4);
    struct header_entry *entry = record_entry_add(z->im->record, z->im->arena, "start");
    value_scalar(&entry->value, z->im->arena,
                 str_of(arena_printf(z->im->arena, "%s %d,%d%c", stack->design->name, cell.x, cell.y, "NESW"[quarters % 4])));
    return true;
}

static bool read_players(struct jcz *z, const json_t *document)
{
    size_t i;
    const json_t *player;
    json_array_foreach(json_object_get(document, "players"), i, player) {
        if (i >= SEATS_MOST)
            return unsupported(z, importer_at(z->im, "players"), "a game of", "more than six players");
        struct str name = json_str(json_object_get(player, "name"));
        z->names[z->seats++] = (struct str){arena_copy(z->im->arena, name.p, name.n), name.n};
    }
    return z->seats > 0 || importer_malformed(z->im, importer_at(z->im, "players"), "the save names no players");
}

static bool read_random(struct jcz *z, const json_t *value, struct place place)
{
    double r = json_is_number(value) ? json_number_value(value) : -1;
    if (!(r >= 0 && r < 1))
        return importer_malformed(z->im, place, "a random number is not from 0 to 1");
    z->r = r;
    return true;
}

static bool read_setup(struct jcz *z, const json_t *document)
{
    const json_t *setup = json_object_get(document, "setup");
    const json_t *annotations = json_object_get(document, "gameAnnotations");
    const json_t *random = json_object_get(document, "initialRandom");
    struct str keys[4], values[4];
    unsigned count = 0;
    bool farmers;
    if (!json_is_object(setup))
        return importer_malformed(z->im, importer_at(z->im, "setup"), "the save has no setup");
    z->draws = random != NULL;
    if (random && !read_random(z, random, importer_at(z->im, "initialRandom")))
        return false;
    z->order = json_object_get(annotations, "drawOrder");
    if (!z->order)
        z->order = json_object_get(json_object_get(json_object_get(annotations, "tilePack"), "params"), "drawOrder");
    if (!read_players(z, document) || !read_sets(z, setup) || !read_elements(z, setup, &farmers) ||
        !read_rules(z, setup, keys, values, &count))
        return false;
    if (!farmers) {
        keys[count] = str_of("farmers");
        values[count++] = str_of("off");
    }
    importer_header(z->im, "jcz-1", z->names, z->seats);
    if (count)
        value_map(&record_entry_add(z->im->record, z->im->arena, "options")->value, z->im->arena, keys, values, count);
    return read_start(z, setup);
}

/* ---- Messages ---- */

/* Takes a tile that was placed, though nobody knows how it was drawn. */
static void take(struct jcz *z, const char *id)
{
    struct stack *stack = stack_named(z, id);
    if (stack && stack->left)
        stack->left--;
    z->left -= z->left > 0;
}

/* Infers what was drawn before the tile placed, and writes what was set aside. */
static void add_discards(struct jcz *z, const char *id, struct place place)
{
    struct jcz before = *z;
    uint32_t lines = z->im->record->line_count;
    for (;;) {
        struct stack *drawn = draw(z);
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
    take(z, id);
}

static bool read_position(struct jcz *z, const json_t *position, struct place place, struct cell *cell)
{
    return importer_cell(z->im, place, json_loose_integer(json_array_get(position, 0), 9999),
                         json_loose_integer(json_array_get(position, 1), 9999), cell);
}

static bool place_tile(struct jcz *z, const json_t *payload, struct place place)
{
    const char *id = json_string_value(json_object_get(payload, "tileId"));
    long quarters = quarters_of(json_object_get(payload, "rotation"));
    struct cell cell;
    if (!id || quarters < 0)
        return importer_malformed(z->im, place, "PLACE_TILE without its tile or rotation");
    if (!stack_named(z, id))
        return unsupported(z, place, "tile", id);
    if (!read_position(z, json_object_get(payload, "position"), place, &cell))
        return false;
    if (z->draws || z->order)
        add_discards(z, id, place);
    else
        take(z, id);
    const struct line *line = importer_turn(z->im, place, z->turn, z->seat, id, cell, (unsigned)quarters);
    lay(z, line->tile.design, cell, (unsigned)quarters % 4);
    z->placed = true;
    return true;
}

/* A location names a port: the first side of a road or city, the first half of a field. */
static bool read_location(struct str location, struct str feature, enum kind *kind, unsigned *port)
{
    *kind = str_is(feature, "Road") ? KIND_ROAD : str_is(feature, "City") ? KIND_CITY
          : str_is(feature, "Field") ? KIND_FIELD : str_is(feature, "Monastery") ? KIND_MONASTERY : KIND_COUNT;
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

static bool deploy(struct jcz *z, const json_t *payload, struct place place)
{
    const json_t *pointer = json_object_get(payload, "pointer");
    const char *meeple = json_string_value(json_object_get(payload, "meepleId"));
    enum kind kind;
    unsigned port;
    struct cell cell;
    if (!z->placed)
        return importer_malformed(z->im, place, "a follower before any tile");
    if (meeple && !strstr(meeple, ".small."))
        return unsupported(z, place, "figure", meeple);
    if (!read_location(json_str(json_object_get(pointer, "location")), json_str(json_object_get(pointer, "feature")), &kind, &port))
        return importer_malformed(z->im, place, "DEPLOY_MEEPLE names no feature");
    if (!read_position(z, json_object_get(pointer, "position"), place, &cell))
        return false;
    struct act *act = importer_stand(z->im, place, kind, port);
    act->segment.has_cell = true;
    act->segment.cell = cell;
    return true;
}

static void begin_turn(struct jcz *z)
{
    z->turn++;
    z->placed = false;
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
    if (str_is(type, "COMMIT")) {
        const json_t *random = json_object_get(payload, "random");
        if (random && !read_random(z, random, place))
            return false;
        begin_turn(z);
        return true;
    }
    if (str_is(type, "PASS")) {
        /* Before the placement it declines the tile, which is then set aside. */
        if (!z->placed && (z->draws || z->order)) {
            struct stack *drawn = draw(z);
            if (drawn)
                importer_discard(z->im, place, z->turn, z->seat, drawn->design->name);
            if (drawn)
                z->im->record->lines[z->im->record->line_count - 1].acts[0].kind = ACT_PASS_TILE;
        }
        return true;
    }
    return unsupported(z, place, "message", arena_copy(z->im->arena, type.p, type.n));
}

/* What no message tells: tiles left after the last turn that fit nowhere; and the end. */
static void finish(struct jcz *z)
{
    struct place place = importer_at(z->im, "replay");
    z->seat = z->im->record->line_count ? (z->im->record->lines[z->im->record->line_count - 1].seat + 1) % z->seats : 0;
    while (z->left && (z->draws || z->order)) {
        struct stack *drawn = draw(z);
        if (!drawn || fits_anywhere(z, drawn->design))
            return;
        importer_discard(z->im, place, z->turn, z->seat, drawn->design->name);
    }
    if (z->left == 0)
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
    bool good = z->grid && read_setup(z, document);
    if (good) {
        crn_header_apply(im->record, im->catalogue, im->arena, im->findings);
        begin_turn(z);
        read_replay(z, replay);
        read_assertions(z, document);
    }
    free(z->grid);
    return good;
}
