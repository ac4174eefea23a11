/* SPDX-License-Identifier: MIT */
/* Functions that WebAssembly's system interface lacks, and those of files that are left out. */
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

/* A browser has no files to write. These functions fail; they take the place of those in
 * src/cli/record and replacing.c, which are left out. */
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

/* The comparison function of the current call of qsort_r(). One variable is enough: there are no
 * threads, and no comparison function calls qsort_r() itself. */
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
