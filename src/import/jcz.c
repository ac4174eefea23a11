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

enum { IDS_MOST = 512, MESSAGES_MOST = 20000, SPREAD = 2 * CELL_MOST + 3, FLIGHT_MOST = 64, NOBODY = SEATS_MOST };

/* Tiles of one id that are still to be drawn. */
struct stack {
    const char *id;
    const struct design *design;
    unsigned left;
};

/* A tile of the bazaar under way. */
struct lot {
    struct stack *stack;
    unsigned owner;             /* NOBODY before it is given */
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
    unsigned left, withheld;    /* tiles to be drawn, all; and of these what is out of reach before a volcano */
    unsigned turn, seat;
    unsigned turn_seat, step;   /* who laid the last tile; step lines of the turn so far */
    unsigned step_before;       /* and of the turn before */
    bool placed;                /* the turn under way laid its tile */
    const struct design *tile;  /* that tile */
    bool volcano;               /* one lies */
    struct cell dragon;
    char *flight;               /* the path of the flight under way */
    bool auctions;              /* bazaars are auctioned */
    struct lot lots[SEATS_MOST];
    unsigned lot_count, given, turns_left;  /* of the bazaar under way: turns_left that place its tiles */
    unsigned lot, chooser, bidder, answers; /* of the auction under way; lot is lot_count without one */
    uint8_t (*grid)[SPREAD][SIDES];     /* side codes + 1 of what lies, bridges included; 0 where nothing does */
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

static bool is_late(const struct stack *stack)
{
    return stack->design->marks & MARK_DRAGON;
}

static unsigned drawable(const struct jcz *z)
{
    return z->volcano ? z->left : z->left - z->withheld;
}

static void take(struct jcz *z, struct stack *stack)
{
    if (!stack->left)
        return;
    stack->left--;
    z->left--;
    z->withheld -= is_late(stack);
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
    } else if (z->draws && drawable(z)) {
        unsigned index = (unsigned)(z->r * drawable(z));
        z->r = random_next(z->r);
        /* Dragon tiles are a group of their own, behind the others. */
        for (unsigned i = 0; i < 2 * z->stack_count && !drawn; i++) {
            struct stack *stack = &z->stacks[i % z->stack_count];
            if (is_late(stack) != (i >= z->stack_count))
                continue;
            if (index < stack->left)
                drawn = stack;
            else
                index -= stack->left;
        }
    }
    if (drawn)
        take(z, drawn);
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
        z->withheld += design->marks & MARK_DRAGON ? design->count : 0;
    }
    qsort(z->stacks, z->stack_count, sizeof *z->stacks, stack_order);
    return true;
}

static bool read_sets(struct jcz *z, const json_t *setup)
{
    static const struct { const char *key, *set; unsigned edition; } known[] = {
        {"basic:1", "base", 1}, {"basic:2", "base", 2},
        {"princess-and-dragon:1", "princess-dragon", 1}, {"princess-and-dragon:2", "princess-dragon", 2},
        {"bridges-castles-and-bazaars:1", "bridges", 1}, {"bridges-castles-and-bazaars:2", "bridges", 2}};
    struct str names[sizeof known / sizeof *known];
    unsigned count = 0;
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
        names[count++] = str_of(known[i].set);
    }
    if (count > 1)
        value_list(&record_entry_add(z->im->record, z->im->arena, "sets")->value, z->im->arena, names, count);
    return z->left > 0 || importer_malformed(z->im, importer_at(z->im, "setup.sets"), "no tile set is named");
}

static bool has_set(const json_t *setup, const char *begin)
{
    const char *key;
    const json_t *value;
    json_object_foreach((json_t *)json_object_get(setup, "sets"), key, value)
        if (strncmp(key, begin, strlen(begin)) == 0)
            return true;
    return false;
}

static bool is_on(const json_t *value)
{
    return json_is_true(value) || (json_is_integer(value) && json_integer_value(value) != 0);
}

/* What is in play besides tiles. An element whose set is missing would be a game of its own; so would be a set without
 * those of its elements that need no decision to take effect. */
static bool read_elements(struct jcz *z, const json_t *setup, bool *farmers)
{
    static const struct { const char *key, *set; bool needed; } known[] = {
        {"dragon", "princess-and-dragon:", true}, {"fairy", "princess-and-dragon:", false},
        {"princess", "princess-and-dragon:", false}, {"portal", "princess-and-dragon:", false},
        {"bridge", "bridges-castles-and-bazaars:", false}, {"castle", "bridges-castles-and-bazaars:", false},
        {"bazaar", "bridges-castles-and-bazaars:", true}};
    const json_t *elements = json_object_get(setup, "elements"), *value;
    const char *key;
    *farmers = is_on(json_object_get(elements, "farmers"));
    json_object_foreach((json_t *)elements, key, value) {
        unsigned i = 0;
        while (i < sizeof known / sizeof *known && strcmp(known[i].key, key) != 0)
            i++;
        bool is_base = strcmp(key, "farmers") == 0 || (strcmp(key, "small-follower") == 0 && json_loose_integer(value, 0) == 7);
        if (is_on(value) && !is_base && (i == sizeof known / sizeof *known || !has_set(setup, known[i].set)))
            return unsupported(z, importer_at(z->im, "setup.elements.%s", key), "element", key);
    }
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].needed && has_set(setup, known[i].set) && !is_on(json_object_get(elements, known[i].key)))
            return unsupported(z, importer_at(z->im, "setup.elements"), "tiles without element", known[i].key);
    return true;
}

/* Rules as JCloisterZone names them, with the option that a value is; those of pieces that are not in play say nothing. */
static bool read_rules(struct jcz *z, const json_t *setup, struct str keys[], struct str values[], unsigned *count)
{
    static const struct { const char *key, *value, *set, *option, *choice; } known[] = {
        {"tiny-city-scoring", "4", "", NULL, NULL},
        {"tiny-city-scoring", "2", "", "small-city", "2"},
        {"princess-action", "may", "princess", NULL, NULL},
        {"princess-action", "must", "princess", "princess", "must"},
        {"fairy-placement", "next-follower", "princess", NULL, NULL},
        {"fairy-placement", "on-tile", "princess", "fairy", "tile"},
        {"dragon-move", "before-scoring", "princess", NULL, NULL},
        {"dragon-move", "after-scoring", "princess", "dragon-move", "after-scoring"},
        {"bazaar-no-auction", "false", "bridges", NULL, NULL},
        {"bazaar-no-auction", "true", "bridges", "bazaar", "variant"}};
    const char *key;
    const json_t *value;
    z->auctions = true;
    json_object_foreach((json_t *)json_object_get(setup, "rules"), key, value) {
        struct place place = importer_at(z->im, "setup.rules.%s", key);
        struct str text = json_is_boolean(value) ? str_of(json_is_true(value) ? "true" : "false") : json_str(value);
        bool is_key = false, is_value = false;
        for (unsigned i = 0; i < sizeof known / sizeof *known && !is_value; i++) {
            is_key |= strcmp(known[i].key, key) == 0;
            is_value = strcmp(known[i].key, key) == 0 && str_is(text, known[i].value);
            if (!is_value || !known[i].option || !has_set(setup, known[i].set))
                continue;
            keys[*count] = str_of(known[i].option);
            values[(*count)++] = str_of(known[i].choice);
            z->auctions &= strcmp(known[i].option, "bazaar") != 0;
        }
        if (!is_value)
            return unsupported(z, place, is_key ? "a value of rule" : "rule", key);
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
    take(z, stack);
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
    struct str keys[8], values[8];
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

/* The tile that the seat got from a bazaar, to be placed now; NULL without one. */
static struct stack *acquired(struct jcz *z)
{
    for (unsigned i = 0; z->turns_left && i < z->lot_count; i++)
        if (z->lots[i].owner == z->seat && z->lots[i].stack) {
            struct stack *stack = z->lots[i].stack;
            z->lots[i].stack = NULL;
            return stack;
        }
    return NULL;
}

/* Infers what was drawn before the tile placed, and writes what was set aside. */
static void add_discards(struct jcz *z, const char *id, struct place place)
{
    struct stack *own = acquired(z);
    if (own && strcmp(own->id, id) == 0)
        return;
    struct jcz before = *z;
    uint32_t lines = z->im->record->line_count;
    for (;;) {
        struct stack *drawn = own ? own : draw(z);
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
    struct stack *stack = stack_named(z, id);
    if (stack)
        take(z, stack);
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
static void begin_act(struct jcz *z, struct place place, unsigned seat)
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
    else if (!acquired(z))
        take(z, stack_named(z, id));
    const struct line *line = importer_turn(z->im, place, z->turn, z->seat, id, cell, (unsigned)quarters);
    z->tile = line->tile.design;
    z->placed = true;
    z->turn_seat = z->seat;
    z->step = 0;
    lay(z, z->tile, cell, (unsigned)quarters % 4);
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
        return unsupported(z, place, "figure", meeple);
    if (!read_pointer(z, json_object_get(payload, "pointer"), place, &ref))
        return false;
    begin_act(z, place, z->seat);
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
        return unsupported(z, place, "token", arena_copy(z->im->arena, token.p, token.n));
    if (ref.port == PORT_NONE)
        return importer_malformed(z->im, place, "a token lies on a side");
    begin_act(z, place, z->seat);
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
    size_t length = z->flight ? strlen(z->flight) : 0;
    if (length == FLIGHT_MOST)
        return importer_malformed(z->im, place, "the dragon flies too far");
    if (!z->flight) {
        if (z->placed)
            begin_act(z, place, z->turn_seat);
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
    begin_act(z, place, z->seat);
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
    return unsupported(z, place, "figure", arena_copy(z->im->arena, figure.p, figure.n));
}

static bool return_meeple(struct jcz *z, const json_t *payload, struct place place)
{
    struct str source = json_str(json_object_get(payload, "source"));
    struct segment_ref ref;
    if (!needs_tile(z, place))
        return false;
    if (!str_is(source, "PRINCESS"))
        return unsupported(z, place, "a follower sent home by", arena_copy(z->im->arena, source.p, source.n));
    if (!read_pointer(z, json_object_get(json_object_get(payload, "pointer"), "featurePointer"), place, &ref))
        return false;
    begin_act(z, place, z->seat);
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

/* ---- Bazaars ---- */

/* The turn that opened the bazaar goes on, although its COMMIT has come. */
static void add_step(struct jcz *z, struct place place, unsigned seat)
{
    importer_step(z->im, place, z->turn - 1, ++z->step, seat);
}

/* The COMMIT that ends a bazaar tile's turn draws a tile a seat, if there are as many. */
static void open_bazaar(struct jcz *z, struct place place)
{
    struct stack *drawn[SEATS_MOST];
    if ((!z->draws && !z->order) || drawable(z) < z->seats)
        return;
    for (unsigned i = 0; i < z->seats; i++)
        if (!(drawn[i] = draw(z)))
            return;
    begin_act(z, place, z->turn_seat);
    struct act *act = importer_verb(z->im, place, VERB_BAZAAR);
    act->tiles = arena_alloc(z->im->arena, z->seats * sizeof *act->tiles);
    for (z->lot_count = 0; z->lot_count < z->seats; z->lot_count++) {
        z->lots[z->lot_count] = (struct lot){drawn[z->lot_count], NOBODY};
        act->tiles[act->count++] = importer_tile(z->im, drawn[z->lot_count]->design->name, place);
    }
    z->given = 0;
    z->lot = z->lot_count;
    z->turns_left = z->seats + 1;
}

static bool in_bazaar(const struct jcz *z)
{
    return z->turns_left && z->given < z->lot_count;
}

static bool owns_lot(const struct jcz *z, unsigned seat)
{
    for (unsigned i = 0; i < z->lot_count; i++)
        if (z->lots[i].owner == seat)
            return true;
    return false;
}

static void add_free(struct jcz *z, unsigned lot, unsigned seat, struct place place)
{
    add_step(z, place, seat);
    struct act *act = importer_verb(z->im, place, VERB_FREE);
    act->tile = importer_tile(z->im, z->lots[lot].stack->design->name, place);
}

/* A tile has got its owner; so has the last one then, which no message tells. */
static void give_lot(struct jcz *z, unsigned lot, unsigned owner, struct place place)
{
    z->lots[lot].owner = owner;
    z->lot = z->lot_count;
    if (++z->given + 1 != z->lot_count)
        return;
    for (unsigned seat = 0; seat < z->seats; seat++)
        for (unsigned i = 0; i < z->lot_count && !owns_lot(z, seat); i++)
            if (z->lots[i].owner == NOBODY) {
                add_free(z, i, seat, place);
                z->lots[i].owner = seat;
                z->given++;
            }
}

/* Is another tile like this one still to be had? */
static bool is_twice(const struct jcz *z, unsigned lot)
{
    for (unsigned i = 0; i < z->lot_count; i++)
        if (i != lot && z->lots[i].owner == NOBODY && z->lots[i].stack == z->lots[lot].stack)
            return true;
    return false;
}

/* Everybody without a tile has answered, and nobody outbid the chooser: it has the tile without a word, unless the next
 * bid for one like it would be read as a raise. */
static void answer(struct jcz *z, struct place place)
{
    unsigned others = z->seats - z->given - 1;
    if (++z->answers < others || z->bidder != z->chooser)
        return;
    if (is_twice(z, z->lot)) {
        add_step(z, place, z->chooser);
        importer_verb(z->im, place, VERB_BUY);
    }
    give_lot(z, z->lot, z->chooser, place);
}

static bool bid(struct jcz *z, const json_t *payload, struct place place)
{
    long index = json_loose_integer(json_object_get(payload, "supplyIndex"), -1);
    long price = json_loose_integer(json_object_get(payload, "price"), 0);
    if (!in_bazaar(z) || index < 0 || index >= (long)z->lot_count || !z->lots[index].stack || price < 0 || price > INT32_MAX)
        return importer_malformed(z->im, place, "a bid for no tile of a bazaar");
    unsigned lot = (unsigned)index;
    if (!z->auctions) {
        add_free(z, lot, z->seat, place);
        give_lot(z, lot, z->seat, place);
        return true;
    }
    add_step(z, place, z->seat);
    struct act *act = importer_verb(z->im, place, VERB_BID);
    act->tile = importer_tile(z->im, z->lots[lot].stack->design->name, place);
    act->number = (int32_t)price;
    z->bidder = z->seat;
    if (z->lot != z->lot_count) {
        answer(z, place);
        return true;
    }
    z->lot = lot;
    z->chooser = z->seat;
    z->answers = 0;
    return true;
}

static bool buy_or_sell(struct jcz *z, const json_t *payload, struct place place)
{
    struct str value = json_str(json_object_get(payload, "value"));
    bool buys = str_is(value, "BUY");
    if (!in_bazaar(z) || z->lot == z->lot_count || (!buys && !str_is(value, "SELL")))
        return importer_malformed(z->im, place, "BAZAAR_BUY_OR_SELL without an auction");
    add_step(z, place, z->chooser);
    importer_verb(z->im, place, buys ? VERB_BUY : VERB_SELL);
    give_lot(z, z->lot, buys ? z->chooser : z->bidder, place);
    return true;
}

/* Passing before the placement declines the tile, which is then set aside; elsewhere it says nothing. */
static void pass(struct jcz *z, struct place place)
{
    if (in_bazaar(z)) {
        if (z->lot != z->lot_count)
            answer(z, place);
        return;
    }
    if (z->placed || (!z->draws && !z->order))
        return;
    struct stack *drawn = acquired(z);
    if (!drawn)
        drawn = draw(z);
    if (drawn)
        importer_discard(z->im, place, z->turn, z->seat, drawn->design->name)->kind = ACT_PASS_TILE;
}

static bool commit(struct jcz *z, const json_t *payload, struct place place)
{
    const json_t *random = json_object_get(payload, "random");
    if (random && !read_random(z, random, place))
        return false;
    bool opens = z->placed && z->tile->marks & MARK_BAZAAR && !z->turns_left;
    if (opens)
        open_bazaar(z, place);
    unsigned step = z->step;
    begin_turn(z);
    /* The auction's lines go on counting. */
    if (in_bazaar(z))
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
        return bid(z, payload, place);
    if (str_is(type, "BAZAAR_BUY_OR_SELL"))
        return buy_or_sell(z, payload, place);
    if (str_is(type, "PASS")) {
        pass(z, place);
        return true;
    }
    return unsupported(z, place, "message", arena_copy(z->im->arena, type.p, type.n));
}

/* What no message tells: tiles left after the last turn that fit nowhere; and the end. */
static void finish(struct jcz *z)
{
    struct place place = importer_at(z->im, "replay");
    z->seat = z->tile ? (z->turn_seat + 1) % z->seats : 0;
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
