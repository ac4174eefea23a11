/* SPDX-License-Identifier: MIT */
/* Confines a run and reports when that fails. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static void tell_unconfined(struct run *run, bool ends, const char *what, int error)
{
    sink_printf(&run->err, "bastide: %s: %s: %s; --no-sandbox works without\n",
                ends ? "error" : "warning", what, strerror(error));
    sink_flush(&run->err);
    if (ends)
        exit(EXIT_TROUBLE);
}

void confining_to(struct run *run, enum confinement to)
{
    to = run->confining.writes && to != CONFINE_NOT ? CONFINE_WRITING : to;
    if (run->confining.off || to <= run->confining.done)
        return;
    int error = confine(to);
    run->confining.done = to;
    if (!error)
        return;
    tell_unconfined(run, run->confining.required, "the sandbox cannot be set up", error);
    run->confining.off = true;
}

void confining_begin_writing(struct run *run, const char *value, char **operands)
{
    if (!run->confining.writing.begun)
        run->confining.writing.begin(run, value, operands);
    run->confining.writing.begun = true;
}

void confining_to_folders(struct run *run, const char *const *folders, size_t count)
{
    if (run->confining.off)
        return;
    confining_to(run, CONFINE_ALL);
    int error = run->confining.off ? 0 : confine_folders(folders, count);
    /* Kernels before 5.13 have no Landlock, and some are built without it. That is an error only if
     * the user requires the sandbox. */
    if (error && (run->confining.required || (error != ENOSYS && error != EOPNOTSUPP)))
        tell_unconfined(run, true, "writing cannot be confined to a folder", error);
}
