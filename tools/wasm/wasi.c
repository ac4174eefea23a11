/* SPDX-License-Identifier: MIT */
/* What WebAssembly's system interface lacks. */
#include <errno.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/replacing.h"

/* Standard input is duplicated so that it can be closed like any other file; here nothing reads it
 * afterwards. */
int dup(int fd)
{
    return fd;
}

/* Files are not written there, which these say: cmd_record.c and replacing.c are left out. */
void file_outgrowing_fails(void)
{
}

const char *file_folder(struct arena *arena, const char *path)
{
    (void)arena;
    return path;
}

bool file_create(struct sink *sink, const char *path)
{
    (void)sink, (void)path;
    errno = ENOSYS;
    return false;
}

bool file_finish(struct sink *sink)
{
    (void)sink;
    return false;
}

const char *replacement_begin(struct replacement *replacement, const char *path)
{
    (void)replacement, (void)path;
    return strerror(ENOSYS);
}

const char *replacement_finish(struct replacement *replacement, struct digest read)
{
    (void)replacement, (void)read;
    return strerror(ENOSYS);
}

void replacement_drop(struct replacement *replacement)
{
    (void)replacement;
}

int cmd_record(int argc, char **argv)
{
    (void)argc, (void)argv;
    return cli_usage("record", "files are not written in a browser");
}

/* One at a time: there are no threads, and no order sorts anything itself. */
static int (*sorting_order)(const void *, const void *, void *);
static void *sorting_context;

static int sorting(const void *a, const void *b)
{
    return sorting_order(a, b, sorting_context);
}

void qsort_r(void *items, size_t count, size_t size,
             int (*order)(const void *, const void *, void *), void *context)
{
    sorting_order = order;
    sorting_context = context;
    qsort(items, count, size, sorting);
}
