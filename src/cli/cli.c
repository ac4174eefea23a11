/* SPDX-License-Identifier: MIT */
/* Reports wrong usage and reads the values of options. */
#include "cli/cli.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int cli_usage(const char *command, const char *format, ...)
{
    va_list args;
    static struct sink err;
    char text[2048];
    sink_open(&err, STDERR_FILENO);
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    sink_printf(&err, "bastide%s%s: ", command ? " " : "", command ? command : "");
    sink_plain(&err, str_of(text));
    sink_printf(&err, "\nTry 'bastide%s%s --help'.\n", command ? " " : "", command ? command : "");
    sink_flush(&err);
    return EXIT_TROUBLE;
}

int cli_choice(const char *word, const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0)
            return (int)i;
    return -1;
}

int cli_word(const char *const *names, unsigned count)
{
    int word = cli_choice(optarg, names, count);
    assert(word >= 0);
    return word;
}

int cli_form(void)
{
    static const char *const forms[] = {[EMIT_JSON] = "json",
                                        [EMIT_YAML] = "yaml",
                                        [EMIT_CSV] = "csv",
                                        [EMIT_CSV_RAW] = "csv-raw",
                                        [FORM_TEXT] = "text"};
    return cli_word(forms, sizeof forms / sizeof *forms);
}

bool cli_number(const char *word, long least, long most, long *number)
{
    char *end;
    errno = 0;
    if (*word != '-' && (*word < '0' || *word > '9'))
        return false;
    *number = strtol(word, &end, 10);
    bool is_minus_zero = *word == '-' && *number == 0;
    return end != word && *end == '\0' && errno == 0 && !is_minus_zero && *number >= least &&
           *number <= most;
}

bool cli_color(int fd)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fd) && !(no_color && *no_color) && !(term && strcmp(term, "dumb") == 0);
}

unsigned cli_piece(void)
{
    const char *piece = getenv("BASTIDE_PIECE");
    long most;
    return piece && cli_number(piece, 1, PIECE_MAX, &most) ? (unsigned)most : PIECE_MAX;
}
