/* recount [-t TILESET] FILE...: judges every game twice, with the referee and with a slow recount, and compares them after every
 * turn and after final scoring. For games without findings. Prints a line of sums; exit 1 at the first difference. */
#include <stdio.h>
#include <stdlib.h>

#include "game.h"
#include "spoil/recheck.h"

static struct player player;
static struct recheck recheck;
static unsigned long games, turns;

static int differs(const char *file, unsigned turn, const char *what)
{
    printf("%s, game %lu, turn %u: %s\n", file, games, turn, what);
    return 1;
}

static int judge(const char *file)
{
    struct referee *r = &player.referee;
    player.ledger.wanted = EVENTS(EVENT_SCORE);
    r->through = UINT16_MAX;
    referee_begin(r, &player.record, &player.arena, &player.findings, &player.ledger);
    recheck_begin(&recheck, &player.record, r->seats, &r->profile);
    const struct laid_tile *start = &r->table.tiles[0];
    if (r->table.tile_count)
        recheck_lay(&recheck, start->design, start->cell.x, start->cell.y, start->orient);
    const struct line *end = player.record.lines + player.record.line_count;
    for (const struct line *line = player.record.lines; line < end; line++) {
        bool was_over = r->over;
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
        recheck_line(&recheck, line, line + 1 < end ? line + 1 : NULL);
        if (line + 1 < end && line[1].kind == LINE_STEP)
            continue;
        const char *what = recheck.broken ? recheck.broken : recheck_compare(&recheck, r);
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
    player_begin(&player, &argc, &argv);
    int status = 0;
    for (int i = 1; i < argc && !status; i++) {
        const char *error;
        struct input *input = input_open(argv[i], &error);
        if (!input) {
            printf("%s: %s\n", argv[i], error);
            return 2;
        }
        struct source source;
        source_begin(&source, input, player.catalogue);
        for (bool is_game; !status && player_read(&player, &source, &is_game);) {
            games++;
            status = is_game ? judge(argv[i]) : differs(argv[i], 0, "no game");
        }
        input_close(input);
    }
    printf("%lu games, %lu turns\n", games, turns);
    player_free(&player);
    return status;
}
