/* SPDX-License-Identifier: MIT */
/* bastide fmt: the canonical text. */
#include <unistd.h>

#include "cli/cli.h"

const char fmt_help[] = "Usage: bastide fmt [OPTION]... [FILE]...\n"
                        "Print records in their canonical text; imported formats become records.\n\n"
                        "  -t, --tileset=FILE  know the tiles of a YAML file too\n"
                        "  -w, --werror        warnings count as errors\n"
                        "      --help          this text\n\n"
                        "Exit status: 0 all read, 1 something was not understood, 2 trouble. See bastide-fmt(1), crn(5).\n";

static void visit(struct run *run, void *context, const char *file, bool is_game)
{
    (void)context;
    run_complain(run, file, &run->findings);
    if (is_game)
        crn_print(&run->record, &run->out);
}

int fmt_run(int argc, char **argv)
{
    static const struct option longs[] = {
        {"tileset", required_argument, NULL, 't'},
        {"werror", no_argument, NULL, 'w'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct run *run = run_begin("fmt");
    int c, status;
    while ((c = getopt_long(argc, argv, ":t:w", longs, NULL)) != -1) {
        if ((status = cli_shared(run, c, fmt_help, argv)) >= 0)
            return status;
    }
    run_files(run, argv + optind, visit, NULL);
    return run_end(run);
}
