/* SPDX-License-Identifier: MIT */
/* The entry of the program: picks the command and runs it. */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/replacing.h"

static int help(void)
{
    struct run *run = run_begin(NULL);
    sink_cstr(&run->out, "Usage: bastide COMMAND [OPTION]... [FILE]...\n"
                         "Referee and scorer for recorded games of Carcassonne.\n\n");
    for (unsigned i = 0; i < command_count; i++)
        sink_printf(&run->out, "  %-8s  %s\n", commands[i].name, commands[i].about);
    sink_cstr(&run->out, "\n  --help    this text; 'bastide COMMAND --help' for a command's\n"
                         "  --version the version\n");
    sink_cstr(&run->out, "\nNo FILE, or -, is standard input. A FILE may be gzipped or a zip "
                         "archive, and hold CRN or records of\n"
                         "other programs (bastide(1), FORMATS). bastide-bga(7) explains how to get "
                         "a record. See also 'bastide\n"
                         "COMMAND --help', crn(5), bastide-rules(7), bastide-options(7) and "
                         "bastide-findings(7).\n");
    return run_end(run);
}

static int help_on(const char *name)
{
    const struct command *command = command_find(name);
    if (!command)
        return cli_usage(NULL, "unknown command '%s'", name);
    struct run *run = run_begin(command_find(name));
    command_help(run, command);
    return run_end(run);
}

static int version(void)
{
    struct run *run = run_begin(NULL);
    sink_cstr(&run->out, "bastide " PACKAGE_VERSION "\n");
    return run_end(run);
}

/* Opens /dev/null for standard descriptors that are closed, so that no file of the run becomes one
 * of them. Reading or writing there fails. */
static void hold_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(EXIT_TROUBLE);
}

int program_run(int argc, char **argv)
{
    hold_descriptors();
    file_outgrowing_fails();
    if (argc < 2)
        return cli_usage(NULL, "a command is missing");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return argc > 2 && strcmp(argv[1], "help") == 0 ? help_on(argv[2]) : help();
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return version();
    if (strcmp(argv[1], "__complete") == 0)
        return complete_run(argc - 1, argv + 1);
    opterr = 0; /* the commands report wrong options themselves */
    const struct command *command = command_find(argv[1]);
    if (command)
        return command->run(argc - 1, argv + 1);
    if (argv[1][0] == '-')
        return cli_usage(NULL, "unknown option '%s'", argv[1]);
    const char *names[32];
    assert(command_count <= sizeof names / sizeof *names);
    for (unsigned i = 0; i < command_count; i++)
        names[i] = commands[i].name;
    struct run *run = run_begin(NULL);
    cli_usage(NULL, "unknown command '%s'%s", argv[1],
              word_hint(&run->arena, argv[1], names, command_count, NULL));
    run->status = EXIT_TROUBLE;
    return run_end(run);
}
