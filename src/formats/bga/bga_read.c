/* SPDX-License-Identifier: MIT */
/* Reads Board Game Arena's game logs, in the envelopes that bga_packets_of() knows. A number may be
 * written as a string. Moves are read from packets to the table only. A scored field is recognised
 * by its `city_nbr`, because words are translated in some logs.
 *
 * Turns are counted by tiles: the k-th playTile is turn k. Running scores and awards become claims.
 * Other statements (bga_said.h) are compared with the game by src/formats/bga/bga_verify.c. */
#include "formats/bga/bga_read.h"

#include <ctype.h>
#include <stdio.h>

static bool malformed(struct bga *b, enum finding_id id, const struct arg *args)
{
    if (!b->lost)
        bga_raise(b, id, args);
    return false;
}

/* Returns the number of a tile, 1 to 72; 0, with a finding, for any other value. */
static long physical(struct bga *b, const struct json *id)
{
    long number = json_loose_integer(id, 0);
    if (number >= 1 && number <= PHYSICAL)
        return number;
    malformed(b, FINDING_IMPORT_TILE_NUMBER, NO_ARGS);
    return 0;
}

/* Returns the number of a tile that is played. Some programs leave all numbers out and keep the
 * types: then it is the first number of the type whose tile is not on the table yet. 0, with a
 * finding, for a wrong value. */
static long played_number(struct bga *b, const struct json *args, long type)
{
    if (b->has_numbers || type < 1)
        return physical(b, json_get(args, "id"));
    long number = 0, last = 0;
    for (long i = 1; i <= PHYSICAL && !number; i++)
        if (bga_type_of(i) == (unsigned)type) {
            last = i;
            number = b->tiles[i].lies ? 0 : i;
        }
    return number ? number : last;
}

/* Adds the scores, if they changed, as "=..." to the line to which they belong. */
static void flush_totals(struct bga *b)
{
    if (!b->totals_changed || b->lost)
        return;
    b->totals_changed = false;
    struct act *act = record_act_add(b->im->record, b->im->arena, ACT_TOTALS, b->place);
    act->numbers = arena_alloc(b->im->arena, b->seats * sizeof *act->numbers);
    memcpy(act->numbers, b->totals, b->seats * sizeof *act->numbers);
    act->count = (uint16_t)b->seats;
}

/* ---- Moves ---- */

/* Compares the tile, when it is laid, with the one that was announced. */
static void check_announced(struct bga *b, long number, long type, long player)
{
    struct place here = b->place;
    if (!b->announced || b->lost)
        return;
    b->place = b->announced_at;
    if (b->announced_tile != number || b->announced_type != type)
        bga_differs(b, FINDING_SAID_TILE_TYPE_DRAWN,
                    ARGS(b->announced_tile, b->announced_type, number, type));
    if (b->announced_player != player)
        bga_differs(b, FINDING_SAID_PLAYER_TO_PLAY, ARGS(b->announced_player, player));
    b->announced = false;
    b->place = here;
}

static bool play_tile(struct bga *b, const struct json *args)
{
    long type = json_loose_integer(json_get(args, "type"), 0);
    if (type > TYPES) {
        unsigned seat = bga_seat(b, json_loose_integer(json_get(args, "player_id"), -1));
        struct finding *finding =
            bga_raise(b, FINDING_UNSUPPORTED,
                      ARGS(arena_printf(b->im->arena, "tile type '%ld', of an expansion", type)));
        finding->turn = (uint16_t)(b->turn + 1);
        finding->seat = seat < b->seats ? (uint8_t)seat : (uint8_t)NO_SEAT;
        return false;
    }
    long number = played_number(b, args, type);
    long orient = json_loose_integer(json_get(args, "ori"), 0);
    long player = json_loose_integer(json_get(args, "player_id"), -1);
    unsigned seat = bga_seat(b, player);
    if (!number)
        return false;
    if (type < 1)
        return malformed(b, FINDING_IMPORT_TILE_TYPE, NO_ARGS);
    if (orient < 1 || orient > 4 || seat == b->seats)
        return malformed(b, FINDING_IMPORT_PLAYTILE_ORIENTATION, NO_ARGS);
    struct cell cell;
    if (!importer_cell(b->im, b->place, json_loose_integer(json_get(args, "x"), 9999),
                       json_loose_integer(json_get(args, "y"), 9999), &cell))
        return false;
    if (b->turn && number == b->tile) {
        bga_differs(b, FINDING_SAID_TILE_ALREADY_TABLE, ARGS(number));
        return true;
    }
    flush_totals(b);
    b->turn++;
    b->seat = seat;
    b->tile = number;
    check_announced(b, number, type, player);
    bga_check_drawn(b, seat, number);
    bga_check_name(b, args);
    if (b->tiles[number].lies)
        bga_differs(b, FINDING_SAID_TILE_ALREADY_TABLE, ARGS(number));
    if (bga_type_of(number) != (unsigned)type)
        bga_differs(b, FINDING_SAID_TILE_TYPE, ARGS(number, bga_type_of(number), type));
    b->tiles[number] = (struct played){
        .lies = true, .type = (uint8_t)type, .quarters = (uint8_t)(orient - 1), .cell = cell};
    const struct bga_type *drawn = &bga_types[type - 1];
    importer_turn(b->im, b->place, b->turn, seat,
                  (struct imported_tile){drawn->letter, cell, (unsigned)orient - 1 + drawn->extra});
    bga_clock_turn(b);
    return true;
}

/* Compares the tile that a follower's event repeats with the tile as it was laid. */
static void check_tile_again(struct bga *b, const struct json *args, const struct played *tile)
{
    static const char *const keys[] = {"x", "y", "ori", "portal_ori"};
    long values[] = {tile->cell.x, tile->cell.y, tile->quarters + 1, tile->quarters + 1};
    for (unsigned i = 0; i < 4; i++) {
        const struct json *value = json_get(args, keys[i]);
        if (value && json_loose_integer(value, 9999) != values[i])
            bga_differs(b, FINDING_SAID_FOLLOWER_TILE,
                        ARGS(keys[i], values[i], json_loose_integer(value, 9999)));
    }
}

/* False, with a finding, for meeples and portals of expansions. */
static bool check_piece(struct bga *b, const struct json *args)
{
    struct str piece = json_str(json_get(args, "ptype"));
    bool portal = json_loose_integer(json_get(args, "portal"), 0) ||
                  json_loose_integer(json_get(args, "portal_zone"), 0);
    if (portal || (json_get(args, "ptype") && !str_is(piece, "normal"))) {
        bga_raise(b, FINDING_UNSUPPORTED,
                  ARGS(portal ? "a follower placed by a portal"
                              : arena_printf(b->im->arena, "figure '%s'",
                                             arena_brief(b->im->arena, piece))));
        return false;
    }
    struct str word = json_str(json_get(args, "piece"));
    if (json_get(args, "piece") && !str_is(word, "partisan"))
        bga_differs(b, FINDING_SAID_PARTISAN, ARGS(arena_brief(b->im->arena, word)));
    return true;
}

static bool play_meeple(struct bga *b, const struct json *args)
{
    long number = b->has_numbers ? physical(b, json_get(args, "id")) : b->tile;
    int pos = json_loose_int(json_get(args, "pos"), 0);
    struct played *tile = &b->tiles[number];
    struct bga_spot spot = bga_spot_at(tile, (unsigned)pos);
    if (!number)
        return false;
    if (spot.kind == KIND_COUNT || !b->turn)
        return malformed(b, FINDING_IMPORT_NO_SPOT, NO_ARGS);
    if (!check_piece(b, args))
        return false;
    unsigned seat = bga_seat(b, json_loose_integer(json_get(args, "player_id"), -1));
    if (seat != b->seat)
        bga_raise(b, FINDING_TURN_ORDER, ARGS(SEAT(b->seat), SEAT(seat)));
    bga_check_name(b, args);
    check_tile_again(b, args, tile);
    struct str word = json_str(json_get(args, "type"));
    if (bga_kind(word) != (enum kind)spot.kind)
        bga_differs(b, FINDING_SAID_FOLLOWER_STANDS,
                    ARGS(kinds[spot.kind].name, arena_brief(b->im->arena, word)));
    tile->meeple_pos = (uint8_t)pos;
    tile->meeple_kind = spot.kind;
    tile->meeple_seat = (uint8_t)b->seat;
    struct act *act = importer_meeple(b->im, b->place, spot.kind, spot.port);
    act->segment.has_cell = true;
    act->segment.cell = tile->cell;
    if (json_get(args, "part_number")) {
        struct statement *left = bga_say(b, SAID_LEFT);
        left->turn = (uint16_t)b->turn;
        left->seat = (uint8_t)b->seat;
        left->number = json_loose_int(json_get(args, "part_number"), -1);
    }
    return true;
}

static bool cannot_play(struct bga *b, const struct json *args)
{
    long id = physical(b, json_get(args, "tile_id"));
    if (!id)
        return false;
    flush_totals(b);
    b->announced = false;
    const struct record *record = b->im->record;
    unsigned previous = record->line_count ? record->lines[record->line_count - 1].seat : SEAT_NONE;
    bool same_turn = record->line_count && !record->lines[record->line_count - 1].has_tile;
    unsigned seat = same_turn ? previous : previous == SEAT_NONE ? 0 : (previous + 1) % b->seats;
    bga_check_drawn(b, seat, id);
    if (json_get(args, "player_id") &&
        json_loose_integer(json_get(args, "player_id"), -1) != b->ids[seat])
        bga_differs(b, FINDING_SAID_PLAYER_SETS_TILE,
                    ARGS(b->ids[seat], json_loose_integer(json_get(args, "player_id"), -1)));
    bga_check_name(b, args);
    importer_discard(b->im, b->place, b->turn + 1, seat, bga_types[bga_type_of(id) - 1].letter);
    return true;
}

/* ---- Scores ---- */

static bool win_points(struct bga *b, const struct json *args)
{
    unsigned seat = bga_seat(b, json_loose_integer(json_get(args, "player_id"), -1));
    long score = json_loose_integer(json_get(args, "score"), POINTS_MAX),
         points = json_loose_integer(json_get(args, "points"), POINTS_MAX);
    if (!b->turn)
        return true;
    if (seat == b->seats)
        return malformed(b, FINDING_IMPORT_WINPOINTS_PLAYER, NO_ARGS);
    if (score <= -POINTS_MAX || score >= POINTS_MAX)
        return malformed(b, FINDING_IMPORT_WINPOINTS_SCORE, NO_ARGS);
    bga_check_name(b, args);
    if (points != score - b->totals[seat] && points != score - b->expected[seat])
        bga_differs(b, FINDING_SAID_SEAT_WINS_POINTS,
                    ARGS(SEAT(seat), score - b->totals[seat], points, b->totals[seat], score));
    if (json_get(args, "nbr"))
        bga_majority(b, seat, json_loose_integer(json_get(args, "nbr"), -1));
    b->expected[seat] =
        b->totals[seat] + (int32_t)(points < POINTS_MAX && points > -POINTS_MAX ? points : 0);
    b->totals[seat] = (int32_t)score;
    b->totals_changed = true;
    return true;
}

/* Begins the line of the final scoring, at the state that ends the last turn, or at the first
 * scored field if that state is missing. */
static void begin_final(struct bga *b)
{
    if (b->final || !b->turn)
        return;
    b->final = true;
    flush_totals(b);
    record_line_add(b->im->record, b->im->arena, LINE_FINAL, b->place);
}

static void finish(struct bga *b, const struct json *args)
{
    const struct json *results = json_get(json_get(args, "args"), "result"), *result;
    bool conceded = false, all_small = true;
    unsigned loser = 0;
    flush_totals(b);
    struct line *end = record_line_add(b->im->record, b->im->arena, LINE_END, b->place);
    struct act *act = record_act_add(b->im->record, b->im->arena, ACT_TOTALS, b->place);
    act->numbers = arena_alloc(b->im->arena, SEATS_MAX * sizeof *act->numbers);
    JSON_FOR_EACH(i, result, results) {
        unsigned seat = bga_seat(b, json_loose_integer(json_get(result, "player"), -1));
        for (unsigned k = 0; seat == b->seats && k < b->seats; k++)
            if (str_equal(json_str(json_get(result, "name")), b->names[k])) {
                bga_differs(b, FINDING_SAID_RESULT_PLAYER_WHO,
                            ARGS(json_loose_integer(json_get(result, "player"), -1),
                                 arena_brief(b->im->arena, b->names[k])));
                seat = k;
            }
        if (seat == b->seats)
            continue;
        int score = json_loose_int(json_get(result, "score"), POINTS_MAX);
        bool is_small = score > -POINTS_MAX && score < POINTS_MAX;
        if (!is_small)
            bga_raise(b, FINDING_IMPORT_SCORE, NO_ARGS);
        all_small &= is_small;
        act->numbers[seat] = score;
        act->count++;
        if (bga_is_set(result, "concede")) {
            conceded = true;
            loser = seat;
        }
    }
    if (conceded) {
        /* BGA has no final scoring after a concession, so the result's scores are not taken as
         * claims. */
        end->reason = END_RESIGNED;
        end->seat = (uint8_t)loser;
        end->act_count = 0;
    } else if (act->count != b->seats) {
        malformed(b, FINDING_IMPORT_RESULT_PLAYERS, NO_ARGS);
        end->act_count = 0;
    } else if (!all_small) {
        end->act_count = 0;
    }
    bga_result(b, args);
    b->over = true;
}

/* ---- Events ---- */

/* Skips an event that may belong to an expansion or to BGA itself. Each unknown type is reported
 * once. */
static void pass_over(struct bga *b, struct str type)
{
    static const char *const known[] = {"simpleNote", "simpleNode", "chatmessage",
                                        "history_history", NULL};
    struct finding *finding = importer_pass_over(b->im, b->place, "event", type, known);
    if (finding)
        bga_at_turn(b, finding);
}

/* The kind of an event that made no sense, so that its effect is lost. After LOST_TILE the table
 * has one more tile, at an unknown place. */
enum lost { LOST_TILE, LOST_FOLLOWER, LOST_SCORE };

static bool lose(struct bga *b, enum lost what)
{
    struct record *record = b->im->record;
    b->lost = true;
    record->claims_all = false;
    if (what == LOST_TILE) {
        b->seat = b->seat < b->seats ? (b->seat + 1) % b->seats : 0;
        importer_lost_tile(b->im, b->place, ++b->turn, b->seat);
    } else if (what == LOST_FOLLOWER && record->line_count &&
               !record->lines[record->line_count - 1].act_count) {
        record_act_add(record, b->im->arena, ACT_UNKNOWN, b->place);
    }
    return true;
}

/* True for an event whose fields are listed one by one. */
static bool is_known(struct str type)
{
    static const char *const types[] = {
        "playTile",  "playPartisan", "cantPlay",        "realizationAchieved",
        "winPoints", "deck_size",    "gameStateChange", "updateReflexionTime"};
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
        if (str_is(type, types[i]))
            return true;
    return false;
}

/* Reads an event that was sent to one player alone. */
static void read_private(struct bga *b, struct str type, const struct json *event,
                         const struct json *args)
{
    if (!str_is(type, "pickTile")) {
        pass_over(b, type);
        return;
    }
    bga_check_fields(b, event, type);
    bga_draw(b, args);
}

static bool read_event(struct bga *b, const struct json *event)
{
    struct str type = json_str(json_get(event, "type"));
    const struct json *args = json_get(event, "args");
    if (b->reader < b->seats) {
        read_private(b, type, event, args);
        return true;
    }
    if (is_known(type))
        bga_check_fields(b, event, type);
    if (str_is(type, "playTile"))
        return play_tile(b, args) || lose(b, LOST_TILE);
    if (str_is(type, "playPartisan"))
        return play_meeple(b, args) || lose(b, LOST_FOLLOWER);
    if (str_is(type, "cantPlay"))
        return cannot_play(b, args) || lose(b, LOST_SCORE);
    if (str_is(type, "realizationAchieved")) {
        if (json_get(args, "city_nbr"))
            begin_final(b);
        return !b->turn || bga_scored(b, args) || lose(b, LOST_SCORE);
    }
    if (str_is(type, "winPoints"))
        return win_points(b, args) || lose(b, LOST_SCORE);
    if (str_is(type, "deck_size")) {
        bga_deck_size(b, args);
        return true;
    }
    if (str_is(type, "simpleNode") && json_get(args, "player_name"))
        bga_check_winner(b, json_str(json_get(args, "player_name")));
    if (str_is(type, "updateReflexionTime")) {
        bga_clock_added(b, args);
        return true;
    }
    if (!str_is(type, "gameStateChange")) {
        pass_over(b, type);
        return true;
    }
    long id = json_loose_integer(json_get(args, "id"), -1);
    bga_clock_state(b, args);
    bga_state(b, args);
    if (id == 99 && !b->over)
        finish(b, args);
    else if (id == 6)
        begin_final(b);
    return true;
}

/* Calls visit() for each event of the packets that open_packet() accepts. Stops, and returns false,
 * if visit() returns false. */
static bool each_event(struct bga *b, const struct json *packets, const char *path,
                       bool (*open_packet)(struct bga *, const struct json *),
                       bool (*visit)(struct bga *, const struct json *))
{
    bool numbered = json_is(packets, JSON_OBJECT);
    const struct json *event, *packet = json_first(packets, numbered ? JSON_OBJECT : JSON_LIST);
    for (size_t i = 0; packet; i++, packet = json_next(packets, packet)) {
        packet += numbered; /* the value after its key */
        b->place = importer_item(b->im, path, i, NULL, 0);
        if (!open_packet(b, packet))
            continue;
        JSON_FOR_EACH(k, event, json_get(packet, "data")) {
            b->place = importer_item(b->im, path, i, "data", k);
            if (!visit(b, event))
                return false;
        }
    }
    return true;
}

static bool is_of_table(struct bga *b, const struct json *packet)
{
    (void)b;
    const struct json *channel = json_get(packet, "channel");
    return !channel || str_begins(json_str(channel), "/table/");
}

static bool read_packet(struct bga *b, const struct json *packet)
{
    if (!bga_packet(b, packet))
        return false;
    bga_clock_packet(b, packet);
    return true;
}

/* Gives the seats to the players in the order of their first tiles, and finds out whether tiles
 * have numbers. False, with a finding, for a tile without its player. */
static bool find_seat(struct bga *b, const struct json *event)
{
    const struct json *args = json_get(event, "args");
    if (!str_is(json_str(json_get(event, "type")), "playTile"))
        return true;
    long id = json_loose_integer(json_get(args, "player_id"), -1);
    b->has_numbers |= json_get(args, "id") != NULL;
    if (id < 0)
        return malformed(b, FINDING_IMPORT_PLAYTILE_PLAYER, NO_ARGS);
    if (bga_seat(b, id) == b->seats && b->seats < SEATS_MAX) {
        struct str name = json_str(json_get(args, "player_name"));
        b->ids[b->seats] = id;
        b->names[b->seats++] = arena_str(b->im->arena, name);
    }
    return true;
}

/* Checks `status` and `valid`, which show that the request for the log succeeded. Either may be
 * missing. */
static void check_envelope(struct bga *b, const struct json *document, const struct json *packets)
{
    const struct json *data = json_get(document, "data");
    const struct json *status = json_get(document, "status"), *valid = json_get(data, "valid");
    b->place = b->im->record->place;
    if (document != packets)
        bga_check_fields(b, document, str_of(""));
    if (data != packets)
        bga_check_fields(b, data, str_of("data"));
    if (status && json_loose_integer(status, -1) != 1)
        bga_differs(b, FINDING_SAID_STATUS, ARGS(json_loose_integer(status, -1)));
    if (valid && json_loose_integer(valid, -1) != 1)
        bga_differs(b, FINDING_SAID_VALID, ARGS(json_loose_integer(valid, -1)));
}

/* True if the value holds packets: a list of them, or an object whose keys are numbers. A list may
 * be empty. */
static bool holds_packets(const struct json *value)
{
    const struct json *first = json_first(value, JSON_LIST), *key = json_first(value, JSON_OBJECT);
    if (key && isdigit((unsigned char)*json_str(key).p))
        first = key + 1;
    return json_is(json_get(first, "data"), JSON_LIST);
}

/* The paths to the packets of a document. The answer of the server is one of the first two; people
 * and programs keep parts of it. */
const struct json *bga_packets_of(const struct json *document, const char **path)
{
    static const struct {
        const char *path, *outer, *inner;
    } ways[] = {{"data.data", "data", "data"},
                {"data.logs", "data", "logs"},
                {"data", "data", NULL},
                {"logs", "logs", NULL},
                {"", NULL, NULL}};
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        const struct json *value = document;
        if (ways[i].outer)
            value = json_get(value, ways[i].outer);
        if (ways[i].inner)
            value = json_get(value, ways[i].inner);
        *path = ways[i].path;
        if (holds_packets(value) || (ways[i].inner && json_is(value, JSON_LIST)))
            return value;
    }
    return NULL;
}

bool bga_read(struct importer *im, const struct json *document)
{
    const char *path;
    const struct json *packets = bga_packets_of(document, &path);
    im->record->place = importer_at(im, "%s", packets ? path : "data.data");
    if (!packets)
        return importer_malformed(im, im->record->place, FINDING_IMPORT_NO_PACKETS, NO_ARGS);
    struct bga *b = arena_alloc(im->arena, sizeof *b);
    b->im = im;
    im->record->said = b->said = arena_alloc(im->arena, sizeof *b->said);
    b->state = -1;
    if (!each_event(b, packets, path, is_of_table, find_seat))
        return false;
    if (!b->seats)
        return importer_malformed(im, im->record->place, FINDING_IMPORT_NO_TILE, NO_ARGS);
    importer_header(im, "bga-1", b->names, b->seats);
    crn_header_apply(im->record, im->catalogue, im->arena, im->findings);
    b->tiles[36] = (struct played){.lies = true, .type = 15};
    b->seat = b->seats;
    im->record->claims_all = true;
    check_envelope(b, document, packets);
    each_event(b, packets, path, read_packet, read_event);
    bga_clock_end(b);
    if (b->lost)
        b->said->count = 0;
    return true;
}
