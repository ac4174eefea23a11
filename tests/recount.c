/* recount FILE...: judges every game twice, with the referee and with a slow recount, and compares them after every
 * turn and after final scoring. For games without findings. Prints a line of sums; exit 1 at the first difference. */
#include <stdio.h>
#include <stdlib.h>

#include "game.h"
#include "recheck.h"

static struct player player;
static struct recheck recheck;
static unsigned long games, turns;

/* The turn under way, and the auction in it. */
static bool settled;
static struct {
    bool open;
    struct str tile;
    unsigned chooser, bidder;
    int price;
} auction;

static int differs(const char *file, unsigned turn, const char *what)
{
    printf("%s, game %lu, turn %u: %s\n", file, games, turn, what);
    return 1;
}

static void settle(void)
{
    if (!settled)
        recheck_settle(&recheck);
    settled = true;
}

/* ---- Auctions: money alone ---- */

static void pass_money(unsigned from, int to)
{
    recheck.scores[from] -= auction.price;
    if (to >= 0)
        recheck.scores[to] += auction.price;
    auction.open = false;
}

/* A chooser whom nobody outbid pays the bank, and need not say so. */
static void close_auction(void)
{
    if (auction.open)
        pass_money(auction.chooser, auction.bidder == auction.chooser ? -1 : (int)auction.bidder);
}

static void follow_bid(unsigned seat, const struct act *act)
{
    struct str tile = act->tile.name;
    bool raises = auction.open && seat != auction.chooser && tile.n == auction.tile.n && memcmp(tile.p, auction.tile.p, tile.n) == 0;
    if (!raises) {
        close_auction();
        auction.open = true;
        auction.tile = tile;
        auction.chooser = seat;
    }
    auction.bidder = seat;
    auction.price = act->number;
}

/* ---- A turn ---- */

static void follow_placed(const struct line *line, const struct act *act, enum verb_id verb)
{
    struct cell cell = act->segment.has_cell ? act->segment.cell : line->cell;
    int tile = line->kind == LINE_STEP && !act->segment.has_cell ? (int)recheck.tile_count - 1 : recheck_tile_at(&recheck, cell.x, cell.y);
    if (verb == VERB_BRIDGE) {
        recheck_bridge(&recheck, cell.x, cell.y, act->segment.port / 3 % 2);
        return;
    }
    unsigned segment = act->segment.kind == KIND_COUNT ? 0 : recheck_segment(&recheck, (unsigned)tile, &act->segment);
    if (verb == VERB_COUNT) {
        recheck_stand(&recheck, (unsigned)tile, segment, line->seat);
    } else if (verb == VERB_PRINCESS) {
        recheck_send_home(&recheck, (unsigned)tile, segment);
    } else if (verb == VERB_FAIRY) {
        recheck_fairy(&recheck, cell.x, cell.y, segment);
    } else if (verb == VERB_CASTLE) {
        recheck_castle(&recheck, (unsigned)tile, segment, line->seat);
    } else {
        struct cell of = act->other.has_cell ? act->other.cell : (struct cell){(int16_t)recheck.tiles[recheck.tile_count - 1].x, (int16_t)recheck.tiles[recheck.tile_count - 1].y};
        unsigned source = (unsigned)recheck_tile_at(&recheck, of.x, of.y);
        recheck_take(&recheck, (unsigned)tile, segment, source, recheck_segment(&recheck, source, &act->other));
    }
}

static void follow_act(const struct line *line, const struct act *act)
{
    if (act->kind == ACT_STAND)
        follow_placed(line, act, VERB_COUNT);
    if (act->kind != ACT_VERB)
        return;
    switch ((enum verb_id)act->verb) {
    case VERB_DRAGON:
        if (profile_is(&player.referee.profile, OPTION_DRAGON_MOVE, "after-scoring"))
            settle();
        recheck_flight(&recheck, act->text);
        break;
    case VERB_BAZAAR:
    case VERB_FREE:
        settle();
        close_auction();
        break;
    case VERB_BID:
        follow_bid(line->seat, act);
        break;
    case VERB_BUY:
        close_auction();
        break;
    case VERB_SELL:
        pass_money(auction.bidder, (int)auction.chooser);
        break;
    default:
        follow_placed(line, act, (enum verb_id)act->verb);
    }
}

static void follow(const struct line *line, bool begins)
{
    if (line->kind != LINE_TURN && line->kind != LINE_STEP)
        return;
    if (begins)
        recheck_turn(&recheck, line->seat);
    if (line->has_tile) {
        settled = false;
        /* A bridge that makes the tile fit is built before it, or on it. */
        recheck_lay(&recheck, line->tile.design, line->cell.x, line->cell.y, line->orient);
    }
    for (uint32_t i = 0; i < line->act_count; i++)
        follow_act(line, &line->acts[i]);
}

static int judge(const char *file)
{
    struct referee *r = &player.referee;
    player.ledger.wanted = EVENTS(EVENT_SCORE);
    r->through = UINT16_MAX;
    referee_begin(r, &player.record, &player.arena, &player.findings, &player.ledger);
    recheck_begin(&recheck, r->seats, &r->profile);
    settled = true;
    auction.open = false;
    const struct laid_tile *start = &r->table.tiles[0];
    recheck_lay(&recheck, start->design, start->cell.x, start->cell.y, start->orient);
    const struct line *end = player.record.lines + player.record.line_count;
    for (const struct line *line = player.record.lines; line < end; line++) {
        bool was_over = r->over;
        bool begins = line->kind == LINE_TURN && line->turn != r->turn;
        r->ahead = line + 1;
        r->ahead_end = end;
        referee_line(r, line);
        if (r->over && !was_over) {
            recheck_final(&recheck);
            /* Final scoring leaves followers standing on the referee's table. */
            for (unsigned seat = 0; seat < r->seats; seat++)
                if (recheck.scores[seat] != r->scores[seat])
                    return differs(file, line->turn, "the final scores differ");
        }
        if (r->over)
            continue;
        follow(line, begins);
        if (line + 1 < end && line[1].kind == LINE_STEP)
            continue;
        settle();
        close_auction();
        const char *what = recheck_compare(&recheck, r);
        if (what)
            return differs(file, line->turn, what);
        turns++;
    }
    if (player.findings.first)
        return differs(file, r->turn, player.findings.first->message);
    return 0;
}

int main(int argc, char **argv)
{
    catalogue_init(&player.catalogue);
    int status = 0;
    for (int i = 1; i < argc && !status; i++) {
        const char *error;
        struct input *input = input_open(argv[i], &error);
        if (!input) {
            printf("%s: %s\n", argv[i], error);
            return 2;
        }
        struct source source;
        source_begin(&source, input, &player.catalogue);
        for (bool is_game; !status && player_read(&player, &source, &is_game);) {
            games++;
            status = is_game ? judge(argv[i]) : differs(argv[i], 0, "no game");
        }
        input_close(input);
    }
    printf("%lu games, %lu turns\n", games, turns);
    arena_free(&player.arena);
    ledger_free(&player.ledger);
    catalogue_free(&player.catalogue);
    return status;
}
