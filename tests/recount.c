/* SPDX-License-Identifier: MIT */
/* recount [-t TILESET] FILE...: judges every game twice, with the referee and with a slow recount,
 * and compares both after every turn and after the final scoring. The games must have no findings.
 * Prints the numbers of games and turns. Exits with 1 at the first difference. */
#include <stdio.h>
#include <stdlib.h>

#include "game.h"
#include "recount/recount.h"

static struct player player;
static struct recount recount;
static unsigned long games_read, turns;

static int differs(const char *file, unsigned turn, const char *what)
{
    printf("%s, game %lu, turn %u: %s\n", file, games_read, turn, what);
    return 1;
}

static bool same_tiles(const struct recount *rc, const struct recount_feature *f,
                       const struct table *table, unsigned root)
{
    for (unsigned t = 0; t < rc->tile_count; t++) {
        bool any = false;
        for (unsigned s = 0; s < RECOUNT_NODES; s++)
            any |= f->in[t][s];
        if (any != table_has_tile(table, root, t))
            return false;
    }
    return true;
}

/* Returns NULL if the referee's table and the recount agree on every feature, follower and score;
 * otherwise a description of the difference. */
static const char *compare(const struct recount *rc, struct referee *r)
{
    static struct recount_feature f;
    static bool seen[TILES_MAX][RECOUNT_NODES];
    static char text[256];
    memset(seen, 0, sizeof seen);
    for (unsigned seat = 0; seat < rc->seats; seat++)
        if (rc->scores[seat] != r->scores[seat]) {
            snprintf(text, sizeof text, "seat %c has %d, recounted %d", 'a' + seat, r->scores[seat],
                     rc->scores[seat]);
            return text;
        }
    /* Builders and pigs have no strength, so no feature shows them. Compare whether each one is on
     * the table. */
    for (unsigned seat = 0; seat < rc->seats; seat++)
        for (unsigned kind = MEEPLE_BUILDER; kind <= MEEPLE_PIG; kind++) {
            unsigned standing = r->followers >> kind & 1
                                    ? (unsigned)r->table.stock[kind] - r->table.supply[seat][kind]
                                    : 0u;
            for (unsigned i = 0; i < rc->follower_count; i++)
                standing -= rc->followers[i].stands && rc->followers[i].seat == seat &&
                            rc->followers[i].kind == kind;
            if (standing) {
                snprintf(text, sizeof text, "the %s of seat %c is not where it is",
                         meeple_kinds[kind].words, 'a' + seat);
                return text;
            }
        }
    unsigned held[SEATS_MAX][SEATS_MAX][MEEPLE_KINDS] = {{{0}}};
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (rc->followers[i].held)
            held[rc->followers[i].held - 1][rc->followers[i].seat][rc->followers[i].kind]++;
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (meeple->stand == STAND_HELD && !held[meeple->holder][meeple->seat][meeple->kind]--)
            return "somebody is a prisoner who should not be";
    }
    for (unsigned holder = 0; holder < rc->seats; holder++)
        for (unsigned i = 0; i < rc->seats * MEEPLE_KINDS; i++)
            if (held[holder][i / MEEPLE_KINDS][i % MEEPLE_KINDS])
                return "somebody should be a prisoner";
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < RECOUNT_NODES; s++) {
            if (seen[t][s] || !recount_is_there(rc, t, s))
                continue;
            recount_flood(rc, t, s, &f);
            unsigned root = table_root(&r->table, t * NODES_PER_TILE + s);
            const struct feature *theirs = &r->table.features[root];
            bool stacks = kinds[theirs->kind].stacks;
            bool same = same_tiles(rc, &f, &r->table, root) &&
                        theirs->shields == (stacks ? rc->height[t] : f.shields) &&
                        theirs->completed == f.completed;
            for (unsigned seat = 0; seat < SEATS_MAX; seat++)
                same &= theirs->followers[seat] == f.followers[seat];
            for (unsigned i = 0; i < rc->tile_count; i++)
                for (unsigned k = 0; k < RECOUNT_NODES; k++) {
                    if (!recount_is_there(rc, i, k))
                        continue;
                    bool together = table_root(&r->table, i * NODES_PER_TILE + k) == root;
                    same &= together == f.in[i][k];
                    seen[i][k] |= f.in[i][k];
                }
            if (!same) {
                snprintf(text, sizeof text, "the %s of segment %u of the tile on %d,%d differs",
                         kinds[recount_kind(rc, t, s)].name, s, rc->tiles[t].x, rc->tiles[t].y);
                return text;
            }
        }
    return NULL;
}

static int judge(const char *file)
{
    struct referee *r = &player.referee;
    player.ledger.wanted = EVENTS(EVENT_SCORE);
    r->through = UINT16_MAX;
    referee_begin(r, &player.record, &player.findings, &player.ledger);
    recount_begin(&recount, &player.record, r->seats, &r->profile);
    const struct laid_tile *start = &r->table.tiles[0];
    if (r->table.tile_count)
        recount_lay(&recount, start->design, start->cell.x, start->cell.y, start->orient);
    const struct line *end = player.record.lines + player.record.line_count;
    r->lines.whole = true;
    for (const struct line *line = player.record.lines, *next; line < end; line = next) {
        bool was_over = r->over;
        next = referee_turn_end(line, end);
        referee_lines(r, line, (uint32_t)(next - line));
        if (r->over && !was_over) {
            recount_final(&recount);
            /* Final scoring leaves followers standing on the referee's table, so only the scores
             * are compared. */
            for (unsigned seat = 0; seat < r->seats; seat++)
                if (recount.scores[seat] != r->scores[seat])
                    return differs(file, line->turn, "the final scores differ");
        }
        if (r->over)
            continue;
        for (const struct line *each = line; each < next; each++)
            recount_line(&recount, each, each + 1 < end ? each + 1 : NULL);
        const char *what = recount.broken ? recount.broken : compare(&recount, r);
        if (what)
            return differs(file, line->turn, what);
        turns++;
    }
    if (player.findings.first)
        return differs(file, r->turn.number, player.findings.first->message);
    return 0;
}

int main(int argc, char **argv)
{
    player_begin(&player, &argc, &argv);
    int status = 0;
    for (int i = 1; i < argc && !status; i++) {
        const char *error;
        struct input *input = input_open(str_of(argv[i]), &error);
        if (!input) {
            printf("%s: %s\n", argv[i], error);
            return 2;
        }
        struct source source;
        source_begin(&source, input, player.catalogue);
        for (bool is_game; !status && player_read(&player, &source, &is_game);) {
            games_read++;
            status = is_game ? judge(argv[i]) : differs(argv[i], 0, "no game");
        }
        source_end(&source);
        input_close(input);
    }
    printf("%lu games, %lu turns\n", games_read, turns);
    player_free(&player);
    return status;
}
