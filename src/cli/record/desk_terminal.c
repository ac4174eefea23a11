/* SPDX-License-Identifier: MIT */
/* Reads typed lines, on a terminal with a line editor. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef HAVE_LIBEDIT
#include <editline/readline.h>
#endif

#include "base/memory.h"
#include "cli/record/desk.h"

#ifdef HAVE_LIBEDIT
static struct desk *editing; /* the editor's functions get no context */

static char *generate(const char *text, int state)
{
    static size_t at;
    at = state ? at : 0;
    for (; at < editing->word_count; at++)
        if (strncmp(editing->words[at], text, strlen(text)) == 0)
            return desk_copy(str_of(editing->words[at++]));
    return NULL;
}

static char **complete(const char *text, int start, int end)
{
    (void)end;
    rl_attempted_completion_over = 1;
    desk_find_words(editing, (struct str){rl_line_buffer, (size_t)start});
    return rl_completion_matches(text, generate);
}
#endif

char *desk_read(struct desk *d, const char *prompt)
{
    sink_flush(&d->run->out);
#ifdef HAVE_LIBEDIT
    if (d->asks) {
        char *line = readline(prompt);
        if (line && *line)
            add_history(line);
        return line;
    }
#endif
    struct input_line line;
    enum finding_id id;
    if (d->asks) {
        sink_cstr(&d->run->out, prompt);
        sink_flush(&d->run->out);
    }
    if (input_line(d->typed, &line)) {
        d->unfit = line.too_long || memchr(line.text.p, '\0', line.text.n);
        return desk_copy(line.text);
    }
    const char *failure = input_failure(d->typed, &id);
    if (failure)
        desk_failed(d, failure);
    return NULL;
}

/* Makes the line editor read UTF-8, which records have, also where the locale has only ASCII: it
 * would leave out other characters. */
static void use_utf8(void)
{
    if (!setlocale(LC_CTYPE, "") || MB_CUR_MAX == 1)
        setlocale(LC_CTYPE, "C.UTF-8");
}

void desk_begin_typing(struct desk *d)
{
    use_utf8();
#ifdef HAVE_LIBEDIT
    editing = d;
    rl_attempted_completion_function = complete;
    rl_basic_word_break_characters = " \t";
#else
    (void)d;
#endif
}
