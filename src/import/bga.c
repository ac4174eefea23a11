/* Board Game Arena's game logs, in both envelopes: {status, data: {valid, data: [packet...]}} and
 * {data: {logs: [packet...], players: [...]}}. Numbers are strings or numbers, at whim; only packets of the table
 * count; a field that was scored is known by its `city_nbr`, for the words are translated in some logs.
 *
 * Tiles are counted as they are played: the k-th playTile is turn k. Its running scores and awards become claims.
 */
#include "import/import.h"

#include <stdlib.h>

enum { PHYSICAL = 72, WINNERS_MOST = 6, POINTS_MOST = 10000 };

/* What is known of a physical tile once it lies. */
struct played {
    bool lies;
    uint8_t type, quarters;     /* type from 1; turned clockwise from BGA's drawing */
    struct cell cell;
    uint8_t follower_pos;       /* 0 without */
    uint8_t follower_seat;
    uint8_t follower_kind;
};

struct bga {
    struct importer *im;
    long ids[SEATS_MOST];       /* players by seat */
    struct str names[SEATS_MOST];
    unsigned seats;
    unsigned turn;
    struct played tiles[PHYSICAL + 1];
    int32_t totals[SEATS_MOST];
    bool totals_changed;
    bool final, over;
};

static unsigned seat_of(const struct bga *b, long id)
{
    unsigned seat = 0;
    while (seat < b->seats && b->ids[seat] != id)
        seat++;
    return seat;
}

/* The segment of a spot on a tile as it lies; kind KIND_COUNT when the type has no such spot. */
static struct bga_spot spot_at(const struct played *tile, unsigned pos)
{
    struct bga_spot none = {KIND_COUNT, PORT_NONE};
    if (!tile->lies || pos < 1 || pos > 8)
        return none;
    struct bga_spot spot = bga_types[tile->type - 1].spots[pos - 1];
    if (spot.port != PORT_NONE)
        spot.port = (uint8_t)port_turned(spot.port, tile->quarters);
    return spot;
}

static struct played *physical(struct bga *b, const json_t *id, struct place place)
{
    long number = json_loose_integer(id, 0);
    if (number >= 1 && number <= PHYSICAL)
        return &b->tiles[number];
    importer_malformed(b->im, place, "a tile's number is not 1 to 72");
    return NULL;
}

/* "=..." at the end of the line that the scores belong to. */
static void flush_totals(struct bga *b, struct place place)
{
    if (!b->totals_changed)
        return;
    b->totals_changed = false;
    struct act *act = record_act_add(b->im->record, b->im->arena, ACT_TOTALS, place);
    act->numbers = arena_alloc(b->im->arena, b->seats * sizeof *act->numbers);
    memcpy(act->numbers, b->totals, b->seats * sizeof *act->numbers);
    act->count = (uint16_t)b->seats;
}

static bool play_tile(struct bga *b, const json_t *args, struct place place)
{
    struct played *tile = physical(b, json_object_get(args, "id"), place);
    long type = json_loose_integer(json_object_get(args, "type"), 0);
    long orient = json_loose_integer(json_object_get(args, "ori"), 0);
    unsigned seat = seat_of(b, json_loose_integer(json_object_get(args, "player_id"), -1));
    if (!tile)
        return false;
    if (type < 1 || type > 24)
        return importer_malformed(b->im, place, "a type of tile is not 1 to 24: an expansion?");
    if (orient < 1 || orient > 4 || seat == b->seats)
        return importer_malformed(b->im, place, "playTile without its player or orientation");
    struct cell cell;
    if (!importer_cell(b->im, place, json_loose_integer(json_object_get(args, "x"), 9999),
                       json_loose_integer(json_object_get(args, "y"), 9999), &cell))
        return false;
    flush_totals(b, place);
    *tile = (struct played){.lies = true, .type = (uint8_t)type, .quarters = (uint8_t)(orient - 1), .cell = cell};
    const struct bga_type *drawn = &bga_types[type - 1];
    importer_turn(b->im, place, ++b->turn, seat, drawn->letter, cell, (unsigned)orient - 1 + drawn->extra);
    return true;
}

static bool play_follower(struct bga *b, const json_t *args, struct place place)
{
    struct played *tile = physical(b, json_object_get(args, "id"), place);
    long pos = json_loose_integer(json_object_get(args, "pos"), 0);
    struct bga_spot spot = tile ? spot_at(tile, (unsigned)pos) : (struct bga_spot){KIND_COUNT, 0};
    if (spot.kind == KIND_COUNT || !b->turn)
        return importer_malformed(b->im, place, "a follower on a spot that its tile has not");
    tile->follower_pos = (uint8_t)pos;
    tile->follower_kind = spot.kind;
    tile->follower_seat = (uint8_t)seat_of(b, json_loose_integer(json_object_get(args, "player_id"), -1));
    struct act *act = importer_stand(b->im, place, spot.kind, spot.port);
    act->segment.has_cell = true;
    act->segment.cell = tile->cell;
    return true;
}

/* A follower of the seat that shows which feature was scored: among the log's own, else among those we saw put. */
static bool find_witness(struct bga *b, const json_t *args, enum kind kind, const struct played **witness, unsigned *pos)
{
    size_t i;
    const json_t *partisan;
    json_array_foreach(json_object_get(args, "partisans"), i, partisan) {
        long id = json_loose_integer(json_object_get(partisan, "tile"), 0);
        if (id < 1 || id > PHYSICAL)
            continue;
        *witness = &b->tiles[id];
        *pos = (unsigned)json_loose_integer(json_object_get(partisan, "pos"), 0);
        return true;
    }
    const char *key;
    const json_t *value;
    json_object_foreach((json_t *)json_object_get(args, "tile_to_value"), key, value) {
        long id = strtol(key, NULL, 10);
        if (id < 1 || id > PHYSICAL || !b->tiles[id].follower_pos || b->tiles[id].follower_kind != kind)
            continue;
        *witness = &b->tiles[id];
        *pos = b->tiles[id].follower_pos;
        return true;
    }
    return false;
}

static enum kind kind_of_type(const json_t *args)
{
    if (json_object_get(args, "city_nbr"))
        return KIND_FIELD;
    struct str type = json_str(json_object_get(args, "real_type"));
    return str_is(type, "city") ? KIND_CITY : str_is(type, "road") ? KIND_ROAD
         : str_is(type, "cloister") || str_is(type, "abbey") ? KIND_MONASTERY : KIND_COUNT;
}

static bool score(struct bga *b, const json_t *args, struct place place)
{
    enum kind kind = kind_of_type(args);
    int32_t points = (int32_t)json_loose_integer(json_object_get(args, "points"), 0);
    if (kind != KIND_FIELD) {
        points = 0;
        const char *key;
        const json_t *value;
        json_object_foreach((json_t *)json_object_get(args, "tile_to_value"), key, value) {
            long part = json_loose_integer(value, 0);
            points = part < 0 || part >= POINTS_MOST || points < 0 || points >= POINTS_MOST ? -1 : points + (int32_t)part;
        }
    }
    if (points < 0 || points >= POINTS_MOST)
        return importer_malformed(b->im, place, "a score beyond all bounds");
    const struct played *witness = NULL;
    unsigned pos = 0;
    size_t i;
    const json_t *winner;
    bool found = find_witness(b, args, kind, &witness, &pos);
    struct bga_spot spot = found ? spot_at(witness, pos) : (struct bga_spot){KIND_COUNT, 0};
    json_array_foreach(json_object_get(args, "winners"), i, winner) {
        unsigned seat = seat_of(b, json_loose_integer(winner, -1));
        if (seat == b->seats || i >= WINNERS_MOST)
            return importer_malformed(b->im, place, "a winner is no player");
        if (spot.kind == KIND_COUNT)
            continue;
        struct act *act = record_act_add(b->im->record, b->im->arena, ACT_CLAIM, place);
        act->seat = (uint8_t)seat;
        act->number = points;
        act->has_segment = true;
        act->segment = (struct segment_ref){.kind = spot.kind, .port = spot.port, .index = spot.port == PORT_NONE,
                                            .has_cell = true, .cell = witness->cell};
    }
    return true;
}

static bool win_points(struct bga *b, const json_t *args, struct place place)
{
    unsigned seat = seat_of(b, json_loose_integer(json_object_get(args, "player_id"), -1));
    long score = json_loose_integer(json_object_get(args, "score"), POINTS_MOST);
    if (!b->turn || seat == b->seats)
        return true;
    if (score <= -POINTS_MOST || score >= POINTS_MOST)
        return importer_malformed(b->im, place, "a running score that is none");
    b->totals[seat] = (int32_t)score;
    b->totals_changed = true;
    return true;
}

/* Final scoring has a line of its own: it begins with the state that ends the last turn, with fields at the latest. */
static void begin_final(struct bga *b, struct place place)
{
    if (b->final || !b->turn)
        return;
    b->final = true;
    flush_totals(b, place);
    record_line_add(b->im->record, b->im->arena, LINE_FINAL, place);
}

static void finish(struct bga *b, const json_t *args, struct place place)
{
    const json_t *results = json_object_get(json_object_get(args, "args"), "result"), *result;
    bool conceded = false;
    unsigned loser = 0;
    size_t i;
    flush_totals(b, place);
    struct line *end = record_line_add(b->im->record, b->im->arena, LINE_END, place);
    struct act *act = record_act_add(b->im->record, b->im->arena, ACT_TOTALS, place);
    act->numbers = arena_alloc(b->im->arena, SEATS_MOST * sizeof *act->numbers);
    json_array_foreach(results, i, result) {
        unsigned seat = seat_of(b, json_loose_integer(json_object_get(result, "player"), -1));
        for (unsigned k = 0; seat == b->seats && k < b->seats; k++)
            if (str_equal(json_str(json_object_get(result, "name")), b->names[k]))
                seat = k;
        if (seat == b->seats)
            continue;
        long score = json_loose_integer(json_object_get(result, "score"), 0);
        act->numbers[seat] = (int32_t)(score % POINTS_MOST);
        act->count++;
        if (json_loose_integer(json_object_get(result, "concede"), 0)) {
            conceded = true;
            loser = seat;
        }
    }
    if (conceded) {
        /* Who concedes gets no final scoring there, so its scores are nobody's claim. */
        end = &b->im->record->lines[b->im->record->line_count - 1];
        end->reason = END_RESIGNED;
        end->seat = (uint8_t)loser;
        end->act_count = 0;
    } else if (act->count != b->seats) {
        end->act_count = 0;
    }
    b->over = true;
}

static bool cannot_play(struct bga *b, const json_t *args, struct place place)
{
    static const uint8_t last[24] = {1, 3, 6, 8, 11, 13, 14, 16, 18, 21, 26, 29, 32, 35, 39, 47, 56, 60, 61, 65, 67, 68, 71, 72};
    long id = json_loose_integer(json_object_get(args, "tile_id"), 0);
    if (id < 1 || id > PHYSICAL)
        return importer_malformed(b->im, place, "a tile's number is not 1 to 72");
    unsigned type = 0;
    while (last[type] < id)
        type++;
    flush_totals(b, place);
    unsigned previous = b->im->record->line_count ? b->im->record->lines[b->im->record->line_count - 1].seat : SEAT_NONE;
    bool same_turn = b->im->record->line_count && !b->im->record->lines[b->im->record->line_count - 1].has_tile;
    unsigned seat = same_turn ? previous : previous == SEAT_NONE ? 0 : (previous + 1) % b->seats;
    importer_discard(b->im, place, b->turn + 1, seat, bga_types[type].letter);
    return true;
}

static bool read_event(struct bga *b, const json_t *event, struct place place)
{
    struct str type = json_str(json_object_get(event, "type"));
    const json_t *args = json_object_get(event, "args");
    if (str_is(type, "playTile"))
        return play_tile(b, args, place);
    if (str_is(type, "playPartisan"))
        return play_follower(b, args, place);
    if (str_is(type, "cantPlay"))
        return cannot_play(b, args, place);
    if (str_is(type, "realizationAchieved")) {
        if (json_object_get(args, "city_nbr"))
            begin_final(b, place);
        return !b->turn || score(b, args, place);
    }
    if (str_is(type, "winPoints"))
        return win_points(b, args, place);
    if (str_is(type, "gameStateChange")) {
        long id = json_loose_integer(json_object_get(args, "id"), 0);
        if (id == 99 && !b->over)
            finish(b, args, place);
        else if (id == 6)
            begin_final(b, place);
    }
    return true;
}

/* Calls visit for every event of the table's packets; false as soon as it says so. */
static bool each_event(struct bga *b, const json_t *packets, const char *path,
                       bool (*visit)(struct bga *, const json_t *, struct place))
{
    size_t i, k;
    const json_t *packet, *event;
    json_array_foreach(packets, i, packet) {
        if (!str_begins(json_str(json_object_get(packet, "channel")), "/table/"))
            continue;
        json_array_foreach(json_object_get(packet, "data"), k, event)
            if (!visit(b, event, importer_at(b->im, "%s[%zu].data[%zu]", path, i, k)))
                return false;
    }
    return true;
}

/* Seats are taken in the order in which the players play their first tiles. */
static bool find_seat(struct bga *b, const json_t *event, struct place place)
{
    const json_t *args = json_object_get(event, "args");
    if (!str_is(json_str(json_object_get(event, "type")), "playTile"))
        return true;
    long id = json_loose_integer(json_object_get(args, "player_id"), -1);
    if (id < 0)
        return importer_malformed(b->im, place, "playTile without its player");
    if (seat_of(b, id) == b->seats && b->seats < SEATS_MOST) {
        struct str name = json_str(json_object_get(args, "player_name"));
        b->ids[b->seats] = id;
        b->names[b->seats++] = (struct str){arena_copy(b->im->arena, name.p, name.n), name.n};
    }
    return true;
}

bool bga_import(struct importer *im, const json_t *document)
{
    const json_t *data = json_object_get(document, "data");
    const json_t *packets = json_object_get(data, "data");
    const char *path = "data.data";
    if (!packets) {
        packets = json_object_get(data, "logs");
        path = "data.logs";
    }
    im->record->place = importer_at(im, "%s", path);
    if (!json_is_array(packets))
        return importer_malformed(im, im->record->place, "neither data.data nor data.logs is a list of packets");
    struct bga *b = arena_alloc(im->arena, sizeof *b);
    b->im = im;
    if (!each_event(b, packets, path, find_seat))
        return false;
    if (!b->seats)
        return importer_malformed(im, im->record->place, "the log plays no tile");
    importer_header(im, "bga-1", b->names, b->seats);
    crn_header_apply(im->record, im->catalogue, im->arena, im->findings);
    b->tiles[36] = (struct played){.lies = true, .type = 15};
    each_event(b, packets, path, read_event);
    return true;
}
