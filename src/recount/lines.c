/* SPDX-License-Identifier: MIT */
/* See recount.h: the lines of a record as the recount reads them. */
#include "recount/recount.h"

static void settle(struct recount *rc)
{
    if (!rc->settled)
        recount_settle(rc);
    rc->settled = true;
}

/* ---- Auctions: money alone ---- */

static void pass_money(struct recount *rc, unsigned from, int to)
{
    rc->scores[from] -= rc->auction.price;
    if (to >= 0)
        rc->scores[to] += rc->auction.price;
    rc->auction.open = false;
}

/* A chooser whom nobody outbid pays the bank, and need not say so. */
static void close_auction(struct recount *rc)
{
    if (rc->auction.open)
        pass_money(rc, rc->auction.chooser,
                   rc->auction.bidder == rc->auction.chooser ? -1 : (int)rc->auction.bidder);
}

static void follow_bid(struct recount *rc, unsigned seat, const struct act *act)
{
    struct str tile = act->tile.name;
    bool raises = rc->auction.open && seat != rc->auction.chooser && tile.n == rc->auction.tile.n &&
                  memcmp(tile.p, rc->auction.tile.p, tile.n) == 0;
    if (!raises) {
        close_auction(rc);
        rc->auction.open = true;
        rc->auction.tile = tile;
        rc->auction.chooser = seat;
    }
    rc->auction.bidder = seat;
    rc->auction.price = act->number;
    if (raises && rc->auction.unbid)
        pass_money(rc, seat, (int)rc->auction.chooser);
    rc->auction.unbid = false;
}

/* By an option who has no points opens so, and the first bid has the tile. */
static void follow_free(struct recount *rc, unsigned seat, const struct act *act)
{
    close_auction(rc);
    if (!rc->bid_needs_points || rc->scores[seat] > 0)
        return;
    rc->auction.open = rc->auction.unbid = true;
    rc->auction.tile = act->tile.name;
    rc->auction.chooser = rc->auction.bidder = seat;
    rc->auction.price = 0;
}

/* ---- A turn ---- */

static void follow_placed(struct recount *rc, const struct line *line, const struct act *act,
                          enum verb_id verb)
{
    struct cell cell = act->segment.has_cell ? act->segment.cell : line->cell;
    int tile = line->kind == LINE_STEP && !act->segment.has_cell
                   ? (int)rc->tile_count - 1
                   : recount_tile_at(rc, cell.x, cell.y);
    if (verb == VERB_BRIDGE) {
        recount_bridge(rc, cell.x, cell.y, act->segment.port / 3 % 2);
        return;
    }
    unsigned segment =
        act->segment.kind == KIND_COUNT ? 0 : recount_segment(rc, (unsigned)tile, &act->segment);
    if (verb == VERB_COUNT) {
        recount_place_follower(rc, (unsigned)tile, segment, line->seat, act->follower);
    } else if (verb == VERB_PRINCESS) {
        recount_send_home(rc, (unsigned)tile, segment);
    } else if (verb == VERB_BACK) {
        recount_back(rc, (unsigned)tile, segment, line->seat);
    } else if (verb == VERB_FAIRY) {
        recount_fairy(rc, cell.x, cell.y, segment);
    } else if (verb == VERB_CASTLE) {
        recount_castle(rc, (unsigned)tile, segment, line->seat);
    } else {
        struct cell of = act->other.has_cell
                             ? act->other.cell
                             : (struct cell){(int16_t)rc->tiles[rc->tile_count - 1].x,
                                             (int16_t)rc->tiles[rc->tile_count - 1].y};
        unsigned source = (unsigned)recount_tile_at(rc, of.x, of.y);
        recount_take(rc, (unsigned)tile, segment, source, recount_segment(rc, source, &act->other));
    }
}

static void follow_act(struct recount *rc, const struct line *line, const struct act *act)
{
    if (act->kind == ACT_FOLLOWER)
        follow_placed(rc, line, act, VERB_COUNT);
    if (act->kind != ACT_VERB)
        return;
    switch ((enum verb_id)act->verb) {
    case VERB_DRAGON:
        if (rc->dragon_late)
            settle(rc);
        recount_flight(rc, act->text);
        break;
    case VERB_BAZAAR:
        settle(rc);
        close_auction(rc);
        break;
    case VERB_FREE:
        settle(rc);
        follow_free(rc, line->seat, act);
        break;
    case VERB_GATE:
    case VERB_WALL:
    case VERB_SHORT:
        settle(rc);
        recount_wall(rc, act->segment.cell.x, act->segment.cell.y, act->segment.port / 3,
                     line->seat, act->verb == VERB_GATE);
        break;
    case VERB_GUARD:
        recount_guard(rc, 0, 0, 4, line->seat);
        break;
    case VERB_GUARD_ON:
        recount_guard(rc, act->segment.cell.x, act->segment.cell.y, act->segment.port / 3,
                      line->seat);
        break;
    case VERB_TOWER:
        recount_tower(rc, act->segment.cell.x, act->segment.cell.y, act->segment.port / 3,
                      line->seat);
        break;
    case VERB_BID:
        follow_bid(rc, line->seat, act);
        break;
    case VERB_BUY:
        close_auction(rc);
        break;
    case VERB_SELL:
        pass_money(rc, rc->auction.bidder, (int)rc->auction.chooser);
        break;
    default:
        follow_placed(rc, line, act, (enum verb_id)act->verb);
    }
}

void recount_line_tile(struct recount *rc, const struct line *line)
{
    if (line->kind == LINE_TURN && line->turn < rc->number) {
        if (line->turn != rc->late && !rc->owed[line->turn % 2048])
            rc->broken = "a tile of an earlier turn that brought none";
        if (line->turn != rc->late)
            recount_late_part(rc, line->seat);
        rc->late = line->turn;
    } else if (line->kind == LINE_TURN && line->turn != rc->number) {
        rc->owed[rc->number % 2048] = rc->grew && !rc->part;
        rc->number = line->turn;
        recount_turn(rc, line->seat);
    } else if (rc->two_tiles && line->kind == LINE_TURN && rc->laid) {
        recount_part(rc);
    }
    rc->drawn += line->kind == LINE_TURN;
    rc->laid = line->kind == LINE_STEP ? rc->laid : line->has_tile;
    if (line->kind != LINE_TURN || !line->has_tile)
        return;
    rc->settled = false;
    recount_lay(rc, line->tile.design, line->cell.x, line->cell.y, line->orient);
}

void recount_line(struct recount *rc, const struct line *line, const struct line *next)
{
    recount_line_tile(rc, line);
    for (uint32_t i = 0; i < line->act_count; i++)
        follow_act(rc, line, &line->acts[i]);
    if (next && next->kind == LINE_STEP)
        return;
    settle(rc);
    close_auction(rc);
    recount_turn_over(rc);
}
