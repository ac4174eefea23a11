/* SPDX-License-Identifier: MIT */
/* The clocks of Board Game Arena. The time between two packets is charged to the active player.
 * States say what is left for each player, which is compared with the times of the packets.
 * bastide(1), FORMATS, explains the fields. */
#include "formats/bga/bga_log.h"

#include <stdlib.h>

enum { STATE_FOLLOWER = 3 }; /* the player may place a follower; the tile lies */

void bga_clock_packet(struct bga *b, const struct json *packet)
{
    struct bga_clock *c = &b->clock;
    long time = json_loose_integer(json_get(packet, "time"), -1), before = c->time;
    c->time = time >= 0 ? time : c->time;
    if (time < 0 || !before || time <= before)
        return;
    int64_t used = time - before < TIME_SECONDS_MAX ? time - before : TIME_SECONDS_MAX;
    c->left[c->active] -= used;
    if (b->state == STATE_FOLLOWER && b->turn)
        importer_time(b->im, c->line, used * 1000);
    else
        c->pending += used;
}

void bga_clock_turn(struct bga *b)
{
    struct bga_clock *c = &b->clock;
    c->line = b->im->record->line_count - 1;
    if (c->time)
        importer_time(b->im, c->line, c->pending * 1000);
    c->pending = 0;
}

/* Takes the time at the start from the first remaining time that a state gives for a waiting
 * player, or for any player before the first tile. */
static void begin(struct bga *b, const struct json *totals)
{
    struct bga_clock *c = &b->clock;
    JSON_FOR_EACH_KEY(key, totals) {
        unsigned seat = bga_seat(b, json_loose_integer(key, -1));
        int64_t left = json_loose_integer(key + 1, INT32_MIN);
        if (seat == b->seats || (b->turn && seat == c->active) || left == INT32_MIN ||
            llabs(left) > TIME_SECONDS_MAX)
            continue;
        c->game.given = true;
        c->game.start = left * 1000;
        for (unsigned of = 0; of < b->seats; of++)
            c->left[of] += left;
        return;
    }
}

/* True if `left` agrees, within one second, with the time computed from the packets. */
static bool is_left(const struct bga_clock *c, unsigned seat, int64_t left)
{
    return llabs(left - c->left[seat]) <= 1;
}

void bga_clock_state(struct bga *b, const struct json *args)
{
    struct bga_clock *c = &b->clock;
    const struct json *totals = json_get(json_get(args, "reflexion"), "total");
    unsigned active = bga_seat(b, json_loose_integer(json_get(args, "active_player"), -1));
    if (!c->game.given)
        begin(b, totals);
    if (c->game.given && !c->time) {
        if (!c->are_times_missed)
            bga_warn(b, FINDING_SAID_NO_TIMES, NO_ARGS);
        c->are_times_missed = true;
        return;
    }
    JSON_FOR_EACH_KEY(key, totals) {
        unsigned seat = bga_seat(b, json_loose_integer(key, -1));
        long left = json_loose_integer(key + 1, INT32_MIN);
        if (seat == b->seats) {
            bga_differs(b, FINDING_SAID_CLOCK_PLAYER,
                        ARGS(arena_brief(b->im->arena, json_str(key))));
        } else if (json_is(key + 1, JSON_NULL)) {
            /* The clock of this player is not told. */
        } else if (left == INT32_MIN && !c->is_told[seat]) {
            bga_warn(b, FINDING_SAID_WORD,
                     ARGS(arena_brief(b->im->arena, json_str(key + 1)), "a clock"));
            c->is_told[seat] = true;
        } else if (c->game.given && !c->is_told[seat] && !is_left(c, seat, left)) {
            bga_differs(
                b, FINDING_SAID_CLOCK,
                ARGS(SEAT(seat), COUNT(c->left[seat], "second"), json_loose_integer(key + 1, -1)));
            c->is_told[seat] = true;
        }
    }
    c->active = active < b->seats ? active : c->active;
}

void bga_clock_added(struct bga *b, const struct json *args)
{
    struct bga_clock *c = &b->clock;
    unsigned seat = bga_seat(b, json_loose_integer(json_get(args, "player_id"), -1));
    int64_t delta = json_loose_integer(json_get(args, "delta"), -1),
            most = json_loose_integer(json_get(args, "max"), 0);
    if (seat != c->active) {
        bga_differs(b, FINDING_SAID_CLOCK_ADDED_PLAYER, NO_ARGS);
        return;
    }
    if (delta < 0 || delta > TIME_SECONDS_MAX || most < 0 || most > TIME_SECONDS_MAX ||
        (c->is_added && (delta * 1000 != c->game.added || most * 1000 != c->game.most))) {
        bga_differs(b, FINDING_SAID_CLOCK_ADDED,
                    ARGS(delta, most, c->game.added / 1000, c->game.most / 1000));
        c->varies = true;
        return;
    }
    c->is_added = true;
    c->game.added = delta * 1000;
    c->game.most = most * 1000;
    c->left[seat] += delta;
    if (most && c->game.given && c->left[seat] > most)
        c->left[seat] = most;
}

void bga_clock_end(struct bga *b)
{
    const struct game_clock *clock = &b->clock.game;
    importer_write_times(b->im);
    if (clock->given && clock->start >= 0 && b->clock.time && !b->clock.varies &&
        (!clock->most || clock->most >= clock->start))
        importer_clock(b->im, clock, b->im->record->place);
}
