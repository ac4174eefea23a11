/* SPDX-License-Identifier: MIT */
/* Handles the signals that end the run. */
#include "cli/ending.h"

#ifdef __wasi__ /* there are no signals */

void ending_calls(void (*function)(void))
{
    (void)function;
}

void ending_block(void)
{
}

void ending_unblock(void)
{
}

void ending_by_itself(void)
{
}

bool ending_is_asked(void)
{
    return false;
}

void ending_obey(void)
{
}

#else

#include <assert.h>
#include <signal.h>
#include <stddef.h>

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING = sizeof ending / sizeof *ending };

static void (*functions[ENDINGS_MAX])(void);
static volatile sig_atomic_t by_itself, asked;
static sigset_t before; /* signals that were blocked before ending_block() */
static unsigned blocks;

static void on_signal(int number)
{
    if (number == SIGINT && by_itself && !asked) {
        asked = 1;
        return;
    }
    for (unsigned i = 0; i < ENDINGS_MAX && functions[i]; i++)
        functions[i]();
    signal(number, SIG_DFL);
    raise(number);
}

static sigset_t ending_set(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (unsigned i = 0; i < ENDING; i++)
        sigaddset(&set, ending[i]);
    return set;
}

static void handle_signals(void)
{
    static bool done;
    struct sigaction action = {.sa_handler = on_signal,
                               .sa_mask = ending_set(),
                               .sa_flags = SA_RESTART},
                     old;
    for (unsigned i = 0; i < ENDING && !done; i++)
        if (sigaction(ending[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(ending[i], &action, NULL);
    done = true;
}

void ending_calls(void (*function)(void))
{
    unsigned i = 0;
    while (i < ENDINGS_MAX && functions[i] && functions[i] != function)
        i++;
    assert(i < ENDINGS_MAX);
    ending_block();
    functions[i] = function;
    ending_unblock();
    handle_signals();
}

void ending_block(void)
{
    sigset_t set = ending_set();
    if (!blocks++)
        sigprocmask(SIG_BLOCK, &set, &before);
}

void ending_unblock(void)
{
    assert(blocks);
    if (!--blocks)
        sigprocmask(SIG_SETMASK, &before, NULL);
}

void ending_by_itself(void)
{
    by_itself = 1;
    handle_signals();
}

bool ending_is_asked(void)
{
    return asked;
}

void ending_obey(void)
{
    if (!asked)
        return;
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
}

#endif
