/* SPDX-License-Identifier: MIT */
/* What WebAssembly's system interface lacks. */
#include <errno.h>
#include <stdlib.h>

/* Standard input is duplicated so that it can be closed like any other file; here nothing reads it afterwards. */
int dup(int fd)
{
    return fd;
}

/* Files are not written there: fmt --in-place says that it cannot. */
int fchmod(int fd, mode_t mode)
{
    (void)fd, (void)mode;
    errno = ENOSYS;
    return -1;
}

char *realpath(const char *path, char *resolved)
{
    (void)path, (void)resolved;
    errno = ENOSYS;
    return NULL;
}

int mkstemp(char *name)
{
    (void)name;
    errno = ENOSYS;
    return -1;
}

/* One at a time: there are no threads, and no order sorts anything itself. */
static int (*sorting_order)(const void *, const void *, void *);
static void *sorting_context;

static int sorting(const void *a, const void *b)
{
    return sorting_order(a, b, sorting_context);
}

void qsort_r(void *items, size_t count, size_t size, int (*order)(const void *, const void *, void *), void *context)
{
    sorting_order = order;
    sorting_context = context;
    qsort(items, count, size, sorting);
}
