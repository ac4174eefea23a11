/* SPDX-License-Identifier: MIT */
/* Writes the files of --split. A file is whole, or does not exist. */
#include "cli/splitting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/replacing.h"

static void report_trouble(struct run *run, const char *path)
{
    sink_printf(&run->err, "bastide %s: cannot write '", run->command->name);
    sink_plain(&run->err, str_of(path));
    sink_printf(&run->err, "': %s\n", strerror(errno));
    sink_flush(&run->err);
    run->status = EXIT_TROUBLE;
    run->fail_fast = true;
}

/* Makes the folder, unless it exists. False, with errno set, if it cannot be made or is not a
 * folder. */
static bool make_folder(const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0)
        return true;
    bool is_there = errno == EEXIST && stat(path, &status) == 0;
    errno = is_there ? ENOTDIR : errno;
    return is_there && S_ISDIR(status.st_mode);
}

void splitting_begin(struct run *run, const char *folder, char **operands)
{
    (void)operands;
    if (!make_folder(folder)) {
        report_trouble(run, folder);
        exit(run_end(run));
    }
    confining_to_folders(run, &folder, 1);
}

static const char *path_of(struct run *run, const char *folder, const char *name)
{
    return arena_printf(&run->arena, "%s/%s", folder, name);
}

bool splitting_create(struct run *run, struct sink *file, const char *folder, const char *name)
{
    bool good = file_create(file, path_of(run, folder, name));
    if (!good)
        report_trouble(run, path_of(run, folder, name));
    return good;
}

bool splitting_finish(struct run *run, struct sink *file, const char *folder, const char *name)
{
    bool good = file_finish(file);
    if (!good)
        report_trouble(run, path_of(run, folder, name));
    return good;
}
