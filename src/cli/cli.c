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

bool cli_means(struct str typed, struct str name)
{
    if (str_equal(typed, name))
        return true;
    static const struct {
        const char *one, *many;
    } endings[] = {{"y", "ies"}, {"ss", "sses"}, {"", "s"}};
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t one = strlen(endings[i].one), many = strlen(endings[i].many);
        if (name.n > one && memcmp(name.p + name.n - one, endings[i].one, one) == 0)
            return typed.n == name.n - one + many && memcmp(typed.p, name.p, name.n - one) == 0 &&
                   memcmp(typed.p + name.n - one, endings[i].many, many) == 0;
    }
    return false;
}

int cli_choice(struct str word, const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (cli_means(word, str_of(names[i])))
            return (int)i;
    return -1;
}

int cli_word(const char *const *names, unsigned count)
{
    int word = cli_choice(str_of(optarg), names, count);
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

static enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_when;

void cli_set_color(const char *word)
{
    static const char *const words[] = {"auto", "always", "never"};
    int when = cli_choice(str_of(word), words, 3);
    color_when = when < 0 ? COLOR_AUTO : (enum color_when)when;
}

bool cli_color(int fd)
{
    if (color_when != COLOR_AUTO)
        return color_when == COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fd) && !(no_color && *no_color) && !(term && strcmp(term, "dumb") == 0);
}

unsigned cli_piece(void)
{
    const char *piece = getenv("BASTIDE_PIECE");
    long most;
    return piece && cli_number(piece, 1, PIECE_MAX, &most) ? (unsigned)most : PIECE_MAX;
}
