/* SPDX-License-Identifier: MIT */
/* bastide show: the table as text. */
#include <unistd.h>

#include "cli/cli.h"
#include "draw/draw.h"

struct show {
    uint16_t through;
    bool color;
};

/* "left: 12 tiles; a 3 followers, 2 bridges; b 5 followers, 1 bridge" */
static void write_left(struct run *run)
{
    const char *word = "left:";
    for (unsigned i = 0; i <= run->ledger.seat_count; i++) {
        struct pieces_left left;
        referee_left(&run->referee, i ? i - 1 : (unsigned)SEAT_NONE, &left);
        sink_cstr(&run->out, i ? "; " : word);
        if (i)
            sink_char(&run->out, (char)('a' + i - 1));
        for (unsigned k = 0; k < left.count; k++)
            sink_printf(&run->out, "%s %s", k ? "," : "", arena_count(&run->arena, (long)left.of[k].pieces, left.of[k].name));
    }
    sink_char(&run->out, '\n');
}

static void visit(struct run *run, void *context, const char *file, bool is_game)
{
    struct show *show = context;
    struct game_view view = {.file = file,
                             .game = run->games,
                             .ledger = &run->ledger,
                             .profile = run->record.rules,
                             .reconstruction = run_reconstruction(run),
                             .line = run->record.place.line};
    if (is_game)
        run_judge(run, (unsigned)DRAW_EVENTS | EVENTS(EVENT_END), show->through, false);
    run_complain(run, file, &run->findings);
    if (!is_game)
        return;
    report_title(&run->out, &view);
    draw_table(&run->ledger, show->color, &run->out);
    const struct event *end = &run->ledger.events[run->ledger.count - 1];
    sink_printf(&run->out, "after %sturn %u:", end->end.final ? "the final scoring, " : "", end->turn);
    for (unsigned seat = 0; seat < run->ledger.seat_count; seat++)
        sink_printf(&run->out, " %c %d", 'a' + seat, end->end.scores[seat]);
    sink_char(&run->out, '\n');
    write_left(run);
}

int show_run(int argc, char **argv)
{
    struct run *run = run_begin("show");
    static struct show show;
    long at = UINT16_MAX;
    int c;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == 'a')
            at = option_number(run, c, 0, TURN_MOST);
    }
    show.through = (uint16_t)at;
    show.color = cli_color(STDOUT_FILENO);
    run_files(run, argv + optind, &(struct work){.visit = visit}, &show);
    return run_end(run);
}
