/* SPDX-License-Identifier: MIT */
/* Writes new files, replaces old ones, and removes what is unfinished. */
#include "cli/replacing.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>
#ifdef HAVE_SYS_XATTR_H
#include <sys/xattr.h>
#endif

#include "base/descriptor.h"
#include "base/memory.h"
#include "cli/ending.h"

const char *file_folder(struct arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    const char *from = real ? real : path, *slash = strrchr(from, '/');
    const char *folder = slash ? arena_copy(arena, from, (size_t)(slash - from) + 1) : ".";
    free(real);
    return folder;
}

/* ---- The unfinished file ---- */

/* Path of the unfinished file, which a signal removes; "" for none. Signals are blocked while a
 * path is written to it. */
static char unfinished[PATH_MAX + 16];

static void unlink_unfinished(void)
{
    if (*unfinished)
        unlink(unfinished);
}

static void remove_unfinished(void)
{
    ending_block();
    unlink_unfinished();
    *unfinished = '\0';
    ending_unblock();
}

/* Creates a file with this name, or with the name that mkstemp() makes of a template. Returns a
 * descriptor, or -1 with errno set. */
static int begin_unfinished(const char *name, bool is_template)
{
    if (strlen(name) >= sizeof unfinished) {
        errno = ENAMETOOLONG;
        return -1;
    }
    ending_calls(unlink_unfinished);
    ending_block();
    char path[sizeof unfinished];
    strcpy(path, name);
    int fd =
        is_template ? mkstemp(path) : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    int error = errno;
    if (fd >= 0)
        strcpy(unfinished, path);
    ending_unblock();
    errno = error;
    return fd;
}

/* ---- New files ---- */

void file_outgrowing_fails(void)
{
    signal(SIGXFSZ, SIG_IGN);
}

bool file_create(struct sink *sink, const char *path)
{
    sink_open(sink, begin_unfinished(path, false));
    return sink->fd >= 0;
}

bool file_finish(struct sink *sink)
{
    sink_flush(sink);
    int failure = sink->failure;
    if (close(sink->fd) != 0 && !failure)
        failure = errno;
    if (failure)
        remove_unfinished();
    *unfinished = '\0';
    errno = failure;
    return !failure;
}

/* ---- Replacements ---- */

#ifdef HAVE_SYS_XATTR_H
static const char access_list[] = "system.posix_acl_access";

static bool copy_attribute(int from, int to, const char *name)
{
    ssize_t size = fgetxattr(from, name, NULL, 0);
    if (size < 0)
        return false;
    char *value = memory_get((size_t)size + 1);
    size = fgetxattr(from, name, value, (size_t)size);
    bool good = size >= 0 && fsetxattr(to, name, value, (size_t)size, 0) == 0;
    memory_free(value);
    return good;
}

/* Copies the attributes user.* and the access control list. Other attributes, security.* and
 * trusted.*, are managed by the system. */
static bool copy_attributes(int from, int to)
{
    ssize_t size = flistxattr(from, NULL, 0);
    if (size < 0)
        return errno == ENOTSUP || errno == ENOSYS;
    char *names = memory_get((size_t)size + 1);
    size = flistxattr(from, names, (size_t)size);
    bool good = size >= 0, has_list = false;
    for (const char *name = names; good && name < names + size; name += strlen(name) + 1) {
        has_list |= strcmp(name, access_list) == 0;
        if (strncmp(name, "user.", 5) == 0 || strcmp(name, access_list) == 0)
            good = copy_attribute(from, to, name);
    }
    memory_free(names);
    /* The folder may have given the new file an access control list, but the old one has none. */
    if (good && !has_list && fremovexattr(to, access_list) != 0)
        good = errno == ENODATA || errno == ENOTSUP || errno == ENOSYS;
    return good;
}
#else
static bool copy_attributes(int from, int to)
{
    (void)from, (void)to;
    return true;
}
#endif

static const char *copy_looks(int from, int to, const struct stat *old)
{
    struct stat new;
    if (descriptor_status(to, &new) != 0)
        return strerror(errno);
    if ((new.st_uid != old->st_uid || new.st_gid != old->st_gid) &&
        fchown(to, old->st_uid, old->st_gid) != 0)
        return "its owner and group could not be kept";
    if (!copy_attributes(from, to))
        return "its access control list or attributes could not be kept";
    /* The permissions are copied after the access control list, because they restore its mask. */
    return fchmod(to, old->st_mode & 01777) != 0 ? "its permissions could not be kept" : NULL;
}

/* Returns the reason why a file must not be replaced, or NULL. Called before anything is written.
 * Tries to lock the file. Fills *status. */
static const char *reason_against(int fd, const char *path, struct stat *status)
{
    if (fd < 0)
        return strerror(errno);
    if (descriptor_status(fd, status) != 0)
        return strerror(errno);
    if (!S_ISREG(status->st_mode))
        return "it is not a regular file";
    if (!(status->st_mode & 0222) || access(path, W_OK) != 0)
        return "it is read-only";
    if (status->st_nlink > 1)
        return "it has other names (hard links), which would keep the old text";
    return flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
               ? "another program is writing it"
               : NULL;
}

/* Creates the unfinished file beside r->path, into which the text is written. */
static const char *begin_beside(struct replacement *r)
{
    size_t size = strlen(r->path) + sizeof ".XXXXXX";
    char *template = memory_get(size);
    snprintf(template, size, "%s.XXXXXX", r->path);
    sink_open(&r->sink, begin_unfinished(template, true));
    memory_free(template);
    return r->sink.fd < 0 ? strerror(errno) : NULL;
}

const char *replacement_begin_new(struct replacement *r, const char *path)
{
    *r = (struct replacement){.old = -1, .path = strdup(path)};
    if (!r->path)
        memory_out();
    const char *why = begin_beside(r);
    mode_t mask = umask(0);
    umask(mask);
    if (!why && fchmod(r->sink.fd, 0666 & ~mask) != 0)
        why = strerror(errno);
    if (why)
        replacement_drop(r);
    return why;
}

const char *replacement_begin(struct replacement *r, const char *path)
{
    struct stat status;
    *r = (struct replacement){.old = -1, .path = realpath(path, NULL)};
    if (!r->path)
        return strerror(errno);
    r->old = open(r->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const char *why = reason_against(r->old, r->path, &status);
    why = why ? why : begin_beside(r);
    why = why ? why : copy_looks(r->old, r->sink.fd, &status);
    if (why)
        replacement_drop(r);
    return why;
}

void replacement_drop(struct replacement *r)
{
    remove_unfinished();
    if (r->sink.fd > 0)
        close(r->sink.fd);
    if (r->old >= 0)
        close(r->old);
    free(r->path);
}

int replacement_put(struct replacement *r)
{
    ending_block();
    int error = fsync(r->sink.fd) != 0 || rename(unfinished, r->path) != 0 ? errno : 0;
    if (!error)
        *unfinished = '\0';
    ending_unblock();
    replacement_drop(r);
    return error;
}

/* True if the name leads to the old file and its bytes are those that were read. */
static bool is_as_read(const struct replacement *r, const char *name, struct digest read)
{
    struct stat here, there;
    struct digester digester;
    static char part[64 << 10];
    ssize_t n;
    if (descriptor_status(r->old, &here) != 0 || stat(name, &there) != 0 ||
        here.st_dev != there.st_dev || here.st_ino != there.st_ino)
        return false;
    digest_begin(&digester);
    for (off_t at = 0; (n = pread(r->old, part, sizeof part, at)) > 0; at += n)
        digest_add(&digester, (struct str){part, (size_t)n});
    return n == 0 && digest_equal(digest_end(&digester), read);
}

static const char changed[] = "it was changed by another program meanwhile, and is left as it is";

/* Puts the new file in the place of the old one. Returns NULL, or the reason why not. If the system
 * can exchange two files, the old file is checked after the exchange: no program finds it by its
 * name any more, so no change is missed. Otherwise it is checked before the new file is renamed. */
static const char *take_place(const struct replacement *r, struct digest read)
{
#ifdef RENAME_EXCHANGE
    if (renameat2(AT_FDCWD, unfinished, AT_FDCWD, r->path, RENAME_EXCHANGE) == 0) {
        if (is_as_read(r, unfinished, read))
            return NULL;
        return renameat2(AT_FDCWD, unfinished, AT_FDCWD, r->path, RENAME_EXCHANGE) == 0
                   ? changed
                   : strerror(errno);
    }
#endif
    if (!is_as_read(r, r->path, read))
        return changed;
    return rename(unfinished, r->path) == 0 ? NULL : strerror(errno);
}

const char *replacement_finish(struct replacement *r, struct digest read)
{
    sink_flush(&r->sink);
    const char *why = r->sink.failure          ? strerror(r->sink.failure)
                      : fsync(r->sink.fd) != 0 ? strerror(errno)
                                               : NULL;
    if (!why) {
        ending_block();
        why = take_place(r, read);
        ending_unblock();
    }
    replacement_drop(r);
    return why;
}
