/* SPDX-License-Identifier: MIT */
/* Opens files, as many as possible before the first one is read, and confines the process. */
#include "cli/inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/memory.h"
#include "cli/cli.h"

/* LATER stands for a file that is opened in its turn. It is neither a descriptor nor a negated
 * error number. DESCRIPTORS_KEPT descriptors are left for other uses. */
enum { LATER = INT_MIN, DESCRIPTORS_KEPT = 32 };

/* Opens a file that was regular when it was found. Refuses it if it has been replaced since: the
 * new one may never end, or have nothing to read. */
static struct input *open_regular(struct str path, const char **error)
{
    struct stat status;
    int fd = open(path.p, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0 && descriptor_status(fd, &status) == 0 && !S_ISREG(status.st_mode)) {
        *error = "is not a regular file";
        close(fd);
        return NULL;
    }
    return input_of(fd, path, error);
}

/* Opens a file if that takes no waiting and *most is not 0, and decrements *most. Returns the
 * descriptor, a negated error number, or LATER. */
static int open_ahead(const struct listed_file *file, size_t *most)
{
    struct stat status;
    if ((!file->in_folder && str_is(file->path, "-")) || !*most)
        return LATER;
    if (stat(file->path.p, &status) != 0)
        return -errno;
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return LATER;
    int fd = open(file->path.p, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0 && descriptor_status(fd, &status) == 0 && !S_ISREG(status.st_mode) &&
        !S_ISDIR(status.st_mode)) {
        close(fd);
        return LATER;
    }
    *most -= fd >= 0;
    return fd >= 0 ? fd : errno == EMFILE || errno == ENFILE ? LATER : -errno;
}

/* Raises the limit of open files. Returns how many files may be open in addition to the
 * DESCRIPTORS_KEPT descriptors for other uses. */
static size_t raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 && getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    return limit.rlim_cur > DESCRIPTORS_KEPT ? (size_t)limit.rlim_cur - DESCRIPTORS_KEPT : 0;
}

/* Returns the sum of the sizes of all files; 0 if one of them is not a regular file. */
static uint64_t total_size(const struct listed_file *files, const int *opened, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        struct stat status;
        bool known = opened[i] >= 0 ? descriptor_status(opened[i], &status) == 0
                                    : opened[i] == LATER && stat(files[i].path.p, &status) == 0;
        bool missing = !known && (files[i].in_folder || !str_is(files[i].path, "-"));
        if (missing)
            continue;
        if (!known || !S_ISREG(status.st_mode))
            return 0;
        sum += (uint64_t)status.st_size;
    }
    return sum;
}

void inputs_visit(struct run *run, const struct listed_file *files, input_visit *visit,
                  void *context)
{
    size_t count = 0, later = 0;
    while (files[count].path.p)
        count++;
    int *opened = memory_get(count * sizeof *opened);
    size_t most = count > 1 ? raise_limit() : 1;
    for (size_t i = 0; i < count; i++) {
        opened[i] = run->confining.off ? LATER : open_ahead(&files[i], &most);
        later += opened[i] == LATER;
    }
    if (run->progress.shown)
        run->progress.total = total_size(files, opened, count);
    if (later > 1)
        confining_to(run, CONFINE_READING);
    for (size_t i = 0; i < count; i++) {
        const char *error = NULL;
        struct input *input;
        if (opened[i] == LATER) {
            input = files[i].in_folder ? open_regular(files[i].path, &error)
                                       : input_open(files[i].path, &error);
            later--;
        } else {
            errno = -opened[i];
            input = input_of(opened[i], files[i].path, &error);
        }
        if (!later)
            confining_to(run, CONFINE_ALL);
        if (input && run->progress.shown)
            input_counted_by(input, &run->progress.bytes);
        if (error == input_directory && !run->list.recursive)
            error = "is a directory; --recursive reads the records in it";
        visit(run, context, files[i].path, input, error);
    }
    memory_free(opened);
}
