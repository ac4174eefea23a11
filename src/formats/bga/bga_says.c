/* SPDX-License-Identifier: MIT */
/* Reads the statements of Board Game Arena's logs besides moves and running scores. What the log
 * itself shows to be wrong is reported here (705); what depends on rules becomes a statement
 * (bga_said.h). */
#include <stdio.h>
#include <stdlib.h>

#include "formats/bga/bga_log.h"

enum { WINNERS_MAX = 6 };

void bga_check_name(struct bga *b, const struct json *args)
{
    unsigned seat = bga_seat(b, json_loose_integer(json_get(args, "player_id"), -1));
    const struct json *name = json_get(args, "player_name");
    if (!name || seat == b->seats || b->names_reported || str_equal(json_str(name), b->names[seat]))
        return;
    b->names_reported = true;
    bga_differs(b, FINDING_SAID_PLAYER_NAME,
                ARGS(b->ids[seat], arena_brief(b->im->arena, b->names[seat]),
                     arena_brief(b->im->arena, json_str(name))));
}

/* ---- States ---- */

void bga_deck_size(struct bga *b, const struct json *args)
{
    long size = json_loose_integer(json_get(args, "deck_size"), -1);
    /* Before the first tile is laid, the start tile and that tile are missing from the bag. */
    bool known = b->decks++ || !b->turn, possible = size >= 0 && size < PHYSICAL;
    if (b->decks == 1)
        b->deck[0] = b->deck[1] = PHYSICAL - 1;
    if (!possible && b->is_deck_told)
        return;
    b->is_deck_told |= !possible;
    if (!possible || (known && size != b->deck[0] - 1 && size != b->deck[1] - 1))
        bga_differs(b, FINDING_SAID_TILES_LEFT_BAG, ARGS(b->deck[0] - 1, size));
    /* A wrong number is reported only once. The next numbers may continue from it or from the right
     * one. */
    b->deck[1] = known ? b->deck[0] - 1 : size;
    b->deck[0] = size;
}

void bga_draw(struct bga *b, const struct json *args)
{
    struct bga_draws *draws = &b->draws[b->reader];
    long tile = json_loose_integer(json_get(args, "id"), 0),
         type = json_loose_integer(json_get(args, "type"), 0);
    /* At the end of the game no tile is left to draw. */
    if (!args || json_is(args, JSON_NULL) || draws->count == PHYSICAL)
        return;
    draws->tiles[draws->count++] = (uint8_t)(tile >= 1 && tile <= PHYSICAL ? tile : 0);
    if (tile < 1 || tile > PHYSICAL)
        bga_differs(b, FINDING_SAID_NO_TILE, ARGS(tile));
    else if (bga_type_of(tile) != (unsigned)type)
        bga_differs(b, FINDING_SAID_TILE_TYPE, ARGS(tile, bga_type_of(tile), type));
}

void bga_check_drawn(struct bga *b, unsigned seat, long tile)
{
    struct bga_draws *draws = &b->draws[seat];
    unsigned turn = draws->turns++;
    /* The log does not show the draw of the first tile. A missing draw shifts all later ones, so
     * only the first difference is reported. */
    if (!turn || turn > draws->count || draws->tiles[turn - 1] == tile || draws->reported)
        return;
    draws->reported = true;
    bga_differs(b, FINDING_SAID_SEAT_DREW_TILE, ARGS(SEAT(seat), draws->tiles[turn - 1], tile));
}

static void announce_tile(struct bga *b, const struct json *args)
{
    const struct json *tile = json_get(args, "args");
    b->announced = true;
    b->announced_at = b->place;
    b->announced_tile = json_loose_integer(json_get(tile, "tile_id"), 0);
    b->announced_type = json_loose_integer(json_get(tile, "tile_type"), 0);
    b->announced_player = json_loose_integer(json_get(args, "active_player"), -1);
}

static void read_spots(struct bga *b, const struct json *list)
{
    struct statement *said = bga_say(b, SAID_SPOTS);
    const struct json *entry;
    said->turn = (uint16_t)b->turn;
    said->seat = (uint8_t)b->seat;
    said->spots = arena_alloc(b->im->arena, (json_count(list) + 1) * sizeof *said->spots);
    JSON_FOR_EACH(i, entry, list) {
        long number = json_loose_integer(json_get(entry, "tile"), 0),
             pos = json_loose_int(json_get(entry, "pos"), 0);
        struct bga_spot spot = bga_spot_at(&b->tiles[b->tile], (unsigned)pos);
        if (number != b->tile || spot.kind == KIND_COUNT) {
            if (number != b->tile)
                bga_differs(b, FINDING_SAID_FOLLOWER_MAY_PLACED, ARGS(b->tile, number));
            else
                bga_differs(b, FINDING_SAID_TILE_NO_SPOT, ARGS(number, pos));
            b->said->count--;
            return;
        }
        said->spots[said->count++] = (struct segment_ref){.kind = spot.kind,
                                                          .port = spot.port,
                                                          .index = spot.port == PORT_NONE,
                                                          .has_cell = true,
                                                          .cell = b->tiles[b->tile].cell};
    }
}

/* True if state `id` may follow state `before`. Any other order is reported as a warning. */
static bool follows(long before, long id)
{
    static const struct {
        int8_t before, id;
    } order[] = {{10, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 10}, {5, 6}, {6, 7}, {7, 99}};
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
        if (order[i].before == before && order[i].id == id)
            return true;
    return before < 0;
}

/* Checks the type of a state, and the percentage of the game that is over, which is given before
 * each turn. */
static void check_machine(struct bga *b, long state, const struct json *args)
{
    const struct json *type = json_get(args, "type"),
                      *progress = json_get(args, "updateGameProgression");
    const char *known = state == 2 || state == 3 ? "activeplayer"
                        : state == 99            ? "manager"
                                                 : "game";
    long percent = (100 * ((long)b->turn + 1) + PHYSICAL - 1) / PHYSICAL;
    if (type && !str_is(json_str(type), known))
        bga_warn(b, FINDING_SAID_STATE_TYPE,
                 ARGS(state, known, arena_brief(b->im->arena, json_str(type))));
    if (progress && json_loose_integer(progress, -1) != percent)
        bga_differs(b, FINDING_SAID_PERCENT, ARGS(percent, json_loose_integer(progress, -1)));
}

void bga_state(struct bga *b, const struct json *args)
{
    const struct json *id = json_get(args, "id"), *player = json_get(args, "active_player");
    /* A state of the setup has a name instead of a number. */
    if (!id)
        return;
    long state = json_loose_integer(id, -1);
    check_machine(b, state, args);
    if (!follows(b->state, state))
        bga_warn(b, FINDING_SAID_STATE_ORDER, ARGS(state, b->state));
    b->state = state;
    if (state == 2)
        announce_tile(b, args);
    else if (b->turn && player && json_loose_integer(player, -1) != b->ids[b->seat])
        bga_warn(b, FINDING_SAID_ACTIVE_PLAYER,
                 ARGS(b->ids[b->seat], json_loose_integer(player, -1)));
    if (state == 3 && b->turn)
        read_spots(b, json_get(json_get(args, "args"), "spots"));
}

/* ---- Scored features ---- */

static enum kind kind_of_type(const struct json *args)
{
    return json_get(args, "city_nbr") ? KIND_FIELD
                                      : bga_kind(json_str(json_get(args, "real_type")));
}

/* True if the word is known, and its kind is not a field. In some logs the word for a field is
 * translated, and thus unknown. */
static bool is_other_kind(struct str word)
{
    enum kind kind = bga_kind(word);
    return kind != KIND_COUNT && kind != KIND_FIELD;
}

/* Reads the tiles of the feature, and what each is worth. Returns the sum, -1 if a number is out of
 * bounds. */
static int read_tiles(struct bga *b, const struct json *args, struct statement *said)
{
    const struct json *list = json_get(args, "tile_to_value");
    int sum = 0;
    said->tiles = arena_alloc(b->im->arena, (json_count(list) + 1) * sizeof *said->tiles);
    JSON_FOR_EACH_KEY(key, list) {
        const struct json *value = key + 1;
        long number = json_loose_integer(key, 0), points = json_loose_integer(value, -1);
        if (points < 0 || points >= POINTS_MAX || sum >= POINTS_MAX)
            return -1;
        sum += (int)points;
        if (number < 1 || number > PHYSICAL || !b->tiles[number].lies)
            bga_differs(b, FINDING_SAID_TILE_SCORED, ARGS(key->text));
        else
            said->tiles[said->count++] = (struct said_tile){b->tiles[number].cell, (int)points};
    }
    return sum;
}

/* Reads the followers in the feature, which the log must have placed before. False, with a finding,
 * if some are wrong. */
static bool read_followers(struct bga *b, const struct json *args, struct statement *said)
{
    const struct json *partisan, *home = json_get(args, "part_to_remove"),
                                 *counts = json_get(args, "part_to_recover");
    const struct json *sent = json_first(home, JSON_LIST);
    size_t k = 0;
    JSON_FOR_EACH(i, partisan, json_get(args, "partisans")) {
        k++;
        long number = json_loose_integer(json_get(partisan, "tile"), 0),
             pos = json_loose_integer(json_get(partisan, "pos"), 0);
        unsigned seat = bga_seat(b, json_loose_integer(json_get(partisan, "player"), -1));
        bool lies = number >= 1 && number <= PHYSICAL && b->tiles[number].lies;
        const struct played *tile = &b->tiles[lies ? number : 0];
        long lifted = json_loose_integer(sent, 0);
        sent = home && sent ? json_next(home, sent) : NULL;
        if (!lies || tile->meeple_pos != pos || !pos || tile->meeple_seat != seat)
            bga_differs(b, FINDING_SAID_SPOT_TILE_HOLDS,
                        ARGS(pos, number, seat < b->seats ? SEAT(seat) : ARG("that player")));
        else if (!str_is(json_str(json_get(partisan, "type")), "normal"))
            bga_differs(b, FINDING_SAID_FOLLOWER_TILE_NORMAL, ARGS(number));
        else if (home && lifted != number)
            bga_differs(b, FINDING_SAID_FOLLOWER_TILE_COMES, ARGS(number, lifted));
        else {
            said->followers[seat]++;
            continue;
        }
        return false;
    }
    if (home && json_count(home) != k) {
        bga_differs(b, FINDING_SAID_FOLLOWERS_COME_HOME,
                    ARGS((long long)k, (long long)json_count(home)));
        return false;
    }
    for (unsigned seat = 0; counts && seat < b->seats; seat++) {
        char id[24];
        snprintf(id, sizeof id, "%ld", b->ids[seat]);
        if (said->followers[seat] && !json_get(json_get(counts, id), "normal")) {
            bga_differs(b, FINDING_SAID_SEAT_GETS_BACK, ARGS(SEAT(seat), said->followers[seat]));
            return false;
        }
    }
    JSON_FOR_EACH_KEY(key, counts) {
        const struct json *count = key + 1;
        unsigned seat = bga_seat(b, json_loose_integer(key, -1));
        JSON_FOR_EACH_KEY(kind, count) {
            const struct json *number = kind + 1;
            unsigned own =
                seat < b->seats && strcmp(kind->text, "normal") == 0 ? said->followers[seat] : 0;
            if (seat < b->seats && json_loose_integer(number, -1) == (long)own)
                continue;
            bga_differs(b, FINDING_SAID_GETS_BACK,
                        ARGS(seat < b->seats ? SEAT(seat) : ARG(key->text), own, kind->text,
                             json_loose_integer(number, -1)));
            return false;
        }
    }
    return true;
}

/* Returns a spot in the feature, and writes its tile to *on. It is the spot of the first follower
 * in the list. Without a list, it is the spot of a follower of this kind that the log placed on a
 * tile of the feature. The kind of the spot is KIND_COUNT if there is none. */
static struct bga_spot find_spot(struct bga *b, const struct json *args, enum kind kind,
                                 const struct played **on)
{
    const struct json *partisan = json_item(json_get(args, "partisans"), 0);
    long number = json_loose_integer(json_get(partisan, "tile"), 0);
    if (number >= 1 && number <= PHYSICAL) {
        *on = &b->tiles[number];
        return bga_spot_at(*on, (unsigned)json_loose_int(json_get(partisan, "pos"), 0));
    }
    JSON_FOR_EACH_KEY(key, json_get(args, "tile_to_value")) {
        number = strtol(key->text, NULL, 10);
        if (number < 1 || number > PHYSICAL || !b->tiles[number].meeple_pos ||
            b->tiles[number].meeple_kind != kind)
            continue;
        *on = &b->tiles[number];
        return bga_spot_at(*on, b->tiles[number].meeple_pos);
    }
    return (struct bga_spot){KIND_COUNT, PORT_NONE};
}

static void lift_followers(struct bga *b, const struct json *args)
{
    const struct json *id;
    const struct json *list = json_get(args, "partisans");
    JSON_FOR_EACH(i, id, list) {
        long number = json_loose_integer(json_get(id, "tile"), 0);
        if (number >= 1 && number <= PHYSICAL)
            b->tiles[number].meeple_pos = 0;
    }
}

bool bga_scored(struct bga *b, const struct json *args)
{
    if (b->lost)
        return true;
    enum kind kind = kind_of_type(args);
    struct statement said = *bga_say(b, SAID_FEATURE);
    const struct played *on = NULL;
    struct bga_spot spot = find_spot(b, args, kind, &on);
    const struct json *winner;
    int sum = read_tiles(b, args, &said);
    int points = kind == KIND_FIELD ? json_loose_int(json_get(args, "points"), -1) : sum;
    if (points < 0 || points >= POINTS_MAX || sum < 0) {
        bga_raise(b, FINDING_IMPORT_SCORE, NO_ARGS);
        return false;
    }
    struct str word = json_str(json_get(args, "real_type"));
    if (kind == KIND_FIELD ? is_other_kind(word) : kind == KIND_COUNT)
        bga_warn(b, FINDING_SAID_WORD,
                 ARGS(arena_brief(b->im->arena, word),
                      kind == KIND_FIELD ? "a field" : "what is scored here"));
    if (kind == KIND_FIELD && sum != points)
        bga_differs(b, FINDING_SAID_FIELD_TILES_WORTH, ARGS(sum, points));
    if (kind != KIND_COUNT && spot.kind != KIND_COUNT && spot.kind != kind)
        bga_differs(b, FINDING_SAID_ITS_FOLLOWER_STANDS,
                    ARGS(kinds[spot.kind].name, kinds[kind].name));
    if (json_get(args, "player_id") &&
        json_loose_integer(json_get(args, "player_id"), -1) != b->ids[b->seat])
        bga_differs(b, FINDING_SAID_PLAYER_ACHIEVES,
                    ARGS(b->ids[b->seat], json_loose_integer(json_get(args, "player_id"), -1)));
    bga_check_name(b, args);
    /* For a field the log does not list the followers; winPoints has the number of followers of a
     * winner. */
    bool named = json_get(args, "partisans") || json_get(args, "part_to_remove") ||
                 json_get(args, "part_to_recover");
    if (named && read_followers(b, args, &said) && kind != KIND_FIELD)
        said.counts = UINT8_MAX;
    JSON_FOR_EACH(i, winner, json_get(args, "winners")) {
        unsigned seat = bga_seat(b, json_loose_integer(winner, -1));
        if (seat == b->seats || i >= WINNERS_MAX) {
            bga_raise(b, FINDING_IMPORT_WINNER, NO_ARGS);
            break;
        }
        said.winners |= (uint8_t)(1u << seat);
        if (spot.kind == KIND_COUNT)
            continue;
        said.claimed = true;
        struct act *act = record_act_add(b->im->record, b->im->arena, ACT_CLAIM, b->place);
        act->seat = (uint8_t)seat;
        act->number = points;
        act->segment = (struct segment_ref){.kind = spot.kind,
                                            .port = spot.port,
                                            .index = spot.port == PORT_NONE,
                                            .has_cell = true,
                                            .cell = on->cell};
    }
    lift_followers(b, args);
    said.turn = (uint16_t)b->turn;
    said.final = b->final;
    said.feature = (uint8_t)kind;
    said.number = points;
    said.cities =
        kind == KIND_FIELD ? json_loose_int(json_get(args, "city_nbr"), -2) : CITIES_UNSAID;
    b->said->statements[b->said->count - 1] = said;
    return true;
}

void bga_majority(struct bga *b, unsigned seat, long count)
{
    struct statement *said = b->said->count ? &b->said->statements[b->said->count - 1] : NULL;
    if (!said || said->kind != SAID_FEATURE || said->feature != KIND_FIELD ||
        said->turn != b->turn) {
        bga_differs(b, FINDING_SAID_COUNTED_WHERE, NO_ARGS);
        return;
    }
    said->counts |= (uint8_t)(1u << seat);
    said->followers[seat] = (uint8_t)(count >= 0 && count < UINT8_MAX ? count : UINT8_MAX);
}

/* ---- The result ---- */

static struct statement *say(struct bga *b, enum statement_kind kind, unsigned seat,
                             const struct json *number)
{
    struct statement *said = bga_say(b, kind);
    said->turn = (uint16_t)b->turn;
    said->final = true;
    said->seat = (uint8_t)(seat < b->seats ? seat : SEAT_NONE);
    said->number = json_loose_int(number, -1);
    return said;
}

/* Reads the statistics whose meaning is known: points by kind, followers, tiles, the best and the
 * mean result. */
static void read_statistics(struct bga *b, const struct json *statistics, unsigned seat)
{
    static const struct {
        const char *key;
        uint8_t kind;
    } points[] = {{"10", KIND_ROAD}, {"11", KIND_CITY}, {"12", KIND_MONASTERY}, {"13", KIND_FIELD}};
    for (unsigned i = 0; i < 4; i++)
        if (json_get(statistics, points[i].key))
            say(b, SAID_POINTS, seat, json_get(statistics, points[i].key))->feature =
                points[i].kind;
    if (seat < b->seats && json_get(statistics, "14"))
        say(b, SAID_PUT, seat, json_get(statistics, "14"));
    if (seat < b->seats)
        return;
    const struct json *mean = json_get(statistics, "2");
    if (json_get(statistics, "4"))
        say(b, SAID_LAID, SEAT_NONE, json_get(statistics, "4"));
    if (json_get(statistics, "3"))
        say(b, SAID_MOST, SEAT_NONE, json_get(statistics, "3"));
    if (b->seats == 2 && mean) {
        double twice = json_is_number(mean) ? 2 * json_real(mean) : INT32_MAX;
        bool is_whole = twice > -INT32_MAX && twice < INT32_MAX && twice == (double)(int)twice;
        say(b, SAID_TWICE_MEAN, SEAT_NONE, NULL)->number = is_whole ? (int)twice : -1;
    }
    if (json_get(statistics, "1") &&
        json_loose_integer(json_get(statistics, "1"), -1) != (long)b->seats)
        bga_differs(b, FINDING_SAID_PLAYER_COUNT,
                    ARGS(b->seats, json_loose_integer(json_get(statistics, "1"), -1)));
}

bool bga_is_set(const struct json *args, const char *key)
{
    const struct json *value = json_get(args, key);
    return value && !json_is(value, JSON_NULL) && !json_is(value, JSON_FALSE) &&
           json_loose_integer(value, 1) != 0;
}

/* The same. Warns of a value that is neither a number nor a truth value. */
static bool read_flag(struct bga *b, const struct json *args, const char *key)
{
    const struct json *value = json_get(args, key);
    bool is_set = bga_is_set(args, key);
    if (is_set && !json_is(value, JSON_TRUE) && json_loose_integer(value, 0) == 0)
        bga_warn(b, FINDING_SAID_WORD, ARGS(arena_brief(b->im->arena, json_str(value)), key));
    return is_set;
}

void bga_check_winner(struct bga *b, struct str name)
{
    bool is_first = !b->first;
    for (unsigned seat = 0; seat < b->seats; seat++)
        is_first |= b->first >> seat & 1 && str_equal(b->names[seat], name);
    if (!is_first)
        bga_differs(b, FINDING_SAID_WINNER, ARGS(arena_brief(b->im->arena, name)));
}

void bga_result(struct bga *b, const struct json *args)
{
    const struct json *end = json_get(args, "args"), *table = json_get(end, "table"), *result;
    bool conceded = false;
    JSON_FOR_EACH(i, result, json_get(end, "result")) {
        unsigned seat = bga_seat(b, json_loose_integer(json_get(result, "player"), -1));
        const struct json *name = json_get(result, "name");
        bool concedes = read_flag(b, result, "concede");
        if (concedes && conceded)
            bga_differs(b, FINDING_SAID_CONCEDED_BOTH, NO_ARGS);
        conceded |= concedes;
        if (read_flag(b, result, "zombie"))
            bga_warn(b, FINDING_UNSUPPORTED, ARGS("a player who left the table (zombie)"));
        if (read_flag(b, result, "score_aux"))
            bga_differs(b, FINDING_SAID_SECOND_RANKING,
                        ARGS(json_loose_integer(json_get(result, "score_aux"), -1)));
        if (seat == b->seats)
            continue;
        if (name && !str_equal(json_str(name), b->names[seat]))
            bga_differs(b, FINDING_SAID_PLAYER_NAME,
                        ARGS(b->ids[seat], arena_brief(b->im->arena, b->names[seat]),
                             arena_brief(b->im->arena, json_str(name))));
        if (json_loose_integer(json_get(result, "rank"), 0) == 1)
            b->first |= 1u << seat;
        if (concedes && b->first >> seat & 1)
            bga_differs(b, FINDING_SAID_CONCEDED_FIRST, ARGS(SEAT(seat)));
        if (json_get(result, "rank"))
            say(b, SAID_RANK, seat, json_get(result, "rank"))->shared =
                json_is(json_get(result, "tie"), JSON_TRUE);
        read_statistics(b, json_get(result, "stats"), seat);
    }
    if (table && json_is_bool(json_get(table, "concede")) &&
        json_is(json_get(table, "concede"), JSON_TRUE) != conceded)
        bga_differs(b, conceded ? FINDING_SAID_CONCEDED : FINDING_SAID_NOT_CONCEDED, NO_ARGS);
    read_statistics(b, json_get(table, "stats"), b->seats);
}
