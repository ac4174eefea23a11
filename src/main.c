/* SPDX-License-Identifier: MIT */
/* Picks the verb. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static int help(void)
{
    static const char head[] = "Usage: bastide VERB [OPTION]... [FILE]...\n"
                               "Referee and scorer for recorded games of Carcassonne.\n\n";
    static const char tail[] = "\nNo FILE, or -, is standard input; a FILE may be gzipped, and in CRN, or a JCloisterZone save, a\n"
                               "Board Game Arena log or CarcassonneLab addresses. 'bastide VERB --help' tells more; so do\n"
                               "bastide(1), crn(5), bastide-rules(7), bastide-options(7) and bastide-findings(7).\n";
    char text[2048];
    size_t n = (size_t)snprintf(text, sizeof text, "%s", head);
    for (unsigned i = 0; i < cli_verb_count; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "  %-8s  %s\n", cli_verbs[i].name, cli_verbs[i].about);
    snprintf(text + n, sizeof text - n, "%s", tail);
    return cli_help(text);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return cli_usage(NULL, "a command is missing");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return help();
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return cli_help("bastide " PACKAGE_VERSION "\n");
    if (strcmp(argv[1], "__complete") == 0)
        return complete_run(argc - 1, argv + 1);
    opterr = 0; /* the verbs tell of wrong options themselves */
    for (unsigned i = 0; i < cli_verb_count; i++)
        if (strcmp(argv[1], cli_verbs[i].name) == 0)
            return cli_verbs[i].run(argc - 1, argv + 1);
    const char *names[32];
    for (unsigned i = 0; i < cli_verb_count; i++)
        names[i] = cli_verbs[i].name;
    const char *nearest = cli_nearest(argv[1], names, cli_verb_count);
    return nearest ? cli_usage(NULL, "unknown command '%s'; did you mean '%s'?", argv[1], nearest)
                   : cli_usage(NULL, "unknown command '%s'", argv[1]);
}
