/* SPDX-License-Identifier: MIT */
/* Reads games of carcassonne.gg, the hub of organised play: a list of events, each with `seq` and
 * `type`. Tiles have the types, orientations and spots of Board Game Arena, where the games were
 * played. There are no scores and no result.
 *
 * `pickTile` does not say whose tile it is. Each player draws one tile in advance, so the tiles are
 * drawn in the order of the turns that play them. If another tile is played in a turn, the drawn
 * one was discarded, and the one played was drawn later. */
#include "formats/bga/bga_log.h"
#include "formats/format.h"

enum { PICKS_MAX = 256 };

struct pick {
    long type;
    struct place place;
    bool used;
};

struct gg {
    struct importer *im;
    struct place place;
    long ids[SEATS_MAX];
    struct str names[SEATS_MAX];
    unsigned seats;
    unsigned turn, seat;
    long event, tile_event; /* `seq` of the last event, and of the last tile; -1 for none */
    const struct bga_type *type;
    unsigned quarters;
    struct pick picks[PICKS_MAX];
    unsigned pick_count, next_pick;
    unsigned undrawn; /* turns at the beginning whose tiles were drawn before the first event */
    unsigned drawn;
    bool picked[PHYSICAL + 1]; /* tiles that were drawn, by their numbers */
    bool lost;
};

static struct finding *at_turn(const struct gg *g, struct finding *finding)
{
    finding->turn = (uint16_t)g->turn;
    finding->seat = g->seat < g->seats ? (uint8_t)g->seat : (uint8_t)NO_SEAT;
    return finding;
}

static void differs(struct gg *g, enum finding_id id, const struct arg *args)
{
    if (!g->lost)
        at_turn(g, finding_raise(g->im->findings, id, g->place, args));
}

static void malformed(struct gg *g, enum finding_id id, const struct arg *args)
{
    differs(g, id, args);
    g->lost = true;
}

static long number(const struct json *event, const char *key)
{
    return json_loose_integer(json_get(event, key), -1);
}

static bool is_type(const struct json *event, const char *type)
{
    return str_is(json_str(json_get(event, "type")), type);
}

static unsigned seat_of(const struct gg *g, long id)
{
    unsigned seat = 0;
    while (seat < g->seats && g->ids[seat] != id)
        seat++;
    return seat;
}

/* Compares the name of a player with the first one that this player had. */
static void check_name(struct gg *g, const struct json *event)
{
    unsigned seat = seat_of(g, number(event, "player_id"));
    const struct json *name = json_get(event, "player_name");
    if (seat < g->seats && name && !str_equal(json_str(name), g->names[seat]))
        differs(g, FINDING_SAID_PLAYER_NAME,
                ARGS(g->ids[seat], arena_brief(g->im->arena, g->names[seat]),
                     arena_brief(g->im->arena, json_str(name))));
}

static void check_fields(struct gg *g, const struct json *event, const char *const *known)
{
    JSON_FOR_EACH_KEY(key, event)
        importer_pass_over(g->im, g->place, "field", json_str(key), known);
}

/* Gives the seats to the players in the order of their first tiles, and lists the tiles that are
 * drawn. */
static void look_ahead(struct gg *g, const struct json *events)
{
    const struct json *event;
    unsigned before = 0;
    JSON_FOR_EACH(i, event, events) {
        long id = number(event, "player_id");
        if (is_type(event, "playTile") && seat_of(g, id) == g->seats && g->seats < SEATS_MAX) {
            g->ids[g->seats] = id;
            g->names[g->seats++] =
                arena_str(g->im->arena, json_str(json_get(event, "player_name")));
        }
        if (!is_type(event, "pickTile") || g->pick_count == PICKS_MAX)
            continue;
        before += !g->seats;
        g->picks[g->pick_count++] = (struct pick){
            .type = number(event, "tile_type"),
            .place = importer_item(g->im, "", i, NULL, 0),
        };
    }
    g->undrawn = g->seats > before ? g->seats - before : 0;
}

/* Compares the tile that is played with the one that was drawn for the turn, and writes that the
 * drawn one was discarded if another was drawn later. */
static void take_drawn(struct gg *g, long type, unsigned seat)
{
    while (g->next_pick < g->pick_count && g->picks[g->next_pick].used)
        g->next_pick++;
    if (g->turn < g->undrawn || g->next_pick == g->pick_count)
        return;
    struct pick *pick = &g->picks[g->next_pick++];
    unsigned later = g->next_pick;
    if (pick->type == type)
        return;
    while (later < g->pick_count && (g->picks[later].used || g->picks[later].type != type))
        later++;
    if (later == g->pick_count || pick->type < 1 || pick->type > TYPES) {
        differs(g, FINDING_SAID_GG_DRAWN, ARGS(pick->type, type));
        return;
    }
    g->picks[later].used = true;
    g->drawn++;
    importer_discard(g->im, pick->place, g->turn + 1, seat, bga_types[pick->type - 1].letter);
}

static void play_tile(struct gg *g, const struct json *event)
{
    static const char *const keys[] = {"seq", "type", "player_id",   "player_name", "tile_type",
                                       "x",   "y",    "orientation", "rotation",    NULL};
    long type = number(event, "tile_type"), orient = number(event, "orientation");
    const struct json *rotation = json_get(event, "rotation");
    unsigned seat = seat_of(g, number(event, "player_id"));
    struct cell cell;
    check_fields(g, event, keys);
    g->tile_event = g->event;
    g->drawn++;
    bool good = seat < g->seats && type >= 1 && type <= TYPES && orient >= 1 && orient <= 4;
    if (!good)
        malformed(g, FINDING_IMPORT_GG_TILE, NO_ARGS);
    if (good && rotation && json_loose_integer(rotation, -1) != orient - 1)
        differs(g, FINDING_SAID_GG_ROTATION,
                ARGS(orient, orient - 1, json_loose_integer(rotation, -1)));
    if (!good || !importer_cell(g->im, g->place, json_loose_integer(json_get(event, "x"), 9999),
                                json_loose_integer(json_get(event, "y"), 9999), &cell)) {
        g->lost = true;
        g->type = NULL;
        g->seat = seat < g->seats ? seat : (g->seat + 1) % g->seats;
        importer_lost_tile(g->im, g->place, ++g->turn, g->seat);
        return;
    }
    check_name(g, event);
    take_drawn(g, type, seat);
    g->turn++;
    g->seat = seat;
    g->type = &bga_types[type - 1];
    g->quarters = (unsigned)orient - 1;
    importer_turn(g->im, g->place, g->turn, seat,
                  (struct imported_tile){g->type->letter, cell, g->quarters + g->type->extra});
}

static void play_follower(struct gg *g, const struct json *event)
{
    static const char *const keys[] = {"seq",      "type",           "player_id", "player_name",
                                       "position", "tile_event_seq", NULL};
    long position = number(event, "position"), of = number(event, "tile_event_seq"),
         player = number(event, "player_id");
    check_fields(g, event, keys);
    if (!g->turn || (!g->type && g->lost))
        return;
    if (position < 1 || position > 8 || !g->type ||
        g->type->spots[position - 1].kind == KIND_COUNT) {
        malformed(g, FINDING_IMPORT_GG_FOLLOWER, NO_ARGS);
        record_act_add(g->im->record, g->im->arena, ACT_UNKNOWN, g->place);
        return;
    }
    check_name(g, event);
    if (player != g->ids[g->seat])
        differs(g, FINDING_SAID_GG_PLAYER,
                ARGS(arena_brief(g->im->arena, g->names[g->seat]), player));
    if (of != g->tile_event)
        differs(g, FINDING_SAID_GG_OF_EVENT, ARGS(g->tile_event, of));
    struct bga_spot spot = g->type->spots[position - 1];
    importer_meeple(g->im, g->place, spot.kind,
                    spot.port == PORT_NONE ? PORT_NONE : port_turned(spot.port, g->quarters));
}

static void pick_tile(struct gg *g, const struct json *event)
{
    static const char *const keys[] = {"seq", "type", "player_id", "tile_id", "tile_type", NULL};
    const struct json *player = json_get(event, "player_id");
    long tile = number(event, "tile_id"), type = number(event, "tile_type");
    check_fields(g, event, keys);
    if (tile < 1 || tile > PHYSICAL)
        differs(g, FINDING_IMPORT_TILE_NUMBER, NO_ARGS);
    else if (bga_type_of(tile) != (unsigned)type)
        differs(g, FINDING_SAID_TILE_TYPE, ARGS(tile, bga_type_of(tile), type));
    else if (g->picked[tile])
        differs(g, FINDING_SAID_GG_TWICE, ARGS(tile));
    else
        g->picked[tile] = true;
    if (player && !json_is(player, JSON_NULL) && seat_of(g, number(event, "player_id")) == g->seats)
        differs(g, FINDING_SAID_GG_PICKED_BY, ARGS(number(event, "player_id")));
}

static void read_event(struct gg *g, const struct json *event)
{
    long before = g->event;
    g->event = number(event, "seq");
    if (g->event <= before)
        differs(g, FINDING_SAID_GG_ORDER, ARGS(g->event, before));
    if (is_type(event, "playTile"))
        play_tile(g, event);
    else if (is_type(event, "playPartisan"))
        play_follower(g, event);
    else if (is_type(event, "pickTile"))
        pick_tile(g, event);
    else
        differs(g, FINDING_IMPORT_GG_EVENT,
                ARGS(arena_brief(g->im->arena, json_str(json_get(event, "type")))));
}

static bool read(struct importer *im, const struct json *document)
{
    const struct json *event;
    struct gg *g = arena_alloc(im->arena, sizeof *g);
    *g = (struct gg){.im = im, .event = -1, .tile_event = -1};
    im->record->place = importer_at(im, "%s", "");
    look_ahead(g, document);
    if (!g->seats)
        return importer_malformed(im, im->record->place, FINDING_IMPORT_NO_TILE, NO_ARGS);
    importer_header(im, "bga-1", g->names, g->seats);
    crn_header_apply(im->record, im->catalogue, im->arena, im->findings);
    JSON_FOR_EACH(i, event, document) {
        g->place = importer_item(im, "", i, NULL, 0);
        read_event(g, event);
    }
    if (g->drawn == PHYSICAL - 1) /* all but the start tile */
        importer_end(im, g->place);
    return true;
}

static bool probe(const struct json *document)
{
    const struct json *first = json_is(document, JSON_LIST) ? json_item(document, 0) : NULL;
    return json_get(first, "seq") && json_get(first, "type");
}

const struct format format_gg = {.probe = probe, .read = read};
