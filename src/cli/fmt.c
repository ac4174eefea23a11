/* SPDX-License-Identifier: MIT */
/* bastide fmt: the canonical text. */
#include <unistd.h>

#include "cli/cli.h"

static void visit(struct run *run, void *context, const char *file, bool is_game)
{
    (void)context;
    run_complain(run, file, &run->findings);
    if (is_game)
        crn_print(&run->record, &run->out);
}

int fmt_run(int argc, char **argv)
{
    struct run *run = run_begin("fmt");
    while (option_next(run, argc, argv) != -1)
        ;
    run_files(run, argv + optind, visit, NULL);
    return run_end(run);
}
