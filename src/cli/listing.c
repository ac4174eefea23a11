/* SPDX-License-Identifier: MIT */
/* Finds the files to read: operands, names in a list, records in folders. A folder may belong to
 * anybody, so only regular files and links to regular files are taken from it. A link to a folder
 * is not followed, so that the walk always ends.
 */
#include "cli/listing.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "cli/cli.h"

/* Highest number of bytes in a list of --files-from. */
enum { LIST_BYTES_MAX = 256 << 20 };

struct names {
    struct listed_file *list;
    size_t count, room;
};

static void add_name(struct names *names, struct str path, bool in_folder)
{
    if (names->count == names->room)
        names->list = memory_grown(names->list, &names->room, sizeof *names->list);
    names->list[names->count++] = (struct listed_file){path, in_folder};
}

static struct str copy_of(const char *text)
{
    size_t n = strlen(text);
    return (struct str){memcpy(memory_get(n + 1), text, n + 1), n};
}

/* ---- Lists ---- */

/* Reads the next name of a list. False at the end of the list, or with *why set if a name or the
 * list is too long. */
static bool next_name(FILE *file, int end, size_t *bytes, char name[PATH_MAX], const char **why)
{
    size_t n = 0;
    int c;
    while ((c = getc(file)) != EOF && c != end) {
        if (n == PATH_MAX - 1) {
            *why = "a name in the list is longer than a path can be";
            return false;
        }
        name[n++] = (char)c;
    }
    name[n] = '\0';
    *bytes += n + 1;
    if (*bytes > LIST_BYTES_MAX) {
        *why = "the list is longer than 256 MiB";
        return false;
    }
    return n || c != EOF;
}

/* Adds the names in the list of --files-from. Each ends in a line feed, or with --null in a NUL.
 * Names before one that is too long are added. */
static void add_listed(struct run *run, struct names *names)
{
    bool is_standard = strcmp(run->list.from, "-") == 0;
    FILE *file = is_standard ? stdin : fopen(run->list.from, "r");
    if (!file) {
        run_cannot_open(run, str_of(run->list.from), strerror(errno));
        return;
    }
    char name[PATH_MAX];
    const char *why = NULL;
    size_t bytes = 0;
    while (next_name(file, run->list.null_ends ? '\0' : '\n', &bytes, name, &why))
        if (*name)
            add_name(names, copy_of(name), false);
    if (ferror(file))
        why = strerror(errno);
    if (why)
        run_cannot_open(run, str_of(run->list.from), why);
    if (!is_standard)
        fclose(file);
}

/* ---- Folders ---- */

/* True if the name ends like the name of a file with records. A folder may hold other files too. */
static bool is_records(const char *name)
{
    static const char *const ends[] = {".crn", ".jcz", ".json", ".zip", ".har"};
    size_t n = strlen(name);
    n -= n > 3 && memcmp(name + n - 3, ".gz", 3) == 0 ? 3u : 0u;
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t length = strlen(ends[i]);
        if (n > length && memcmp(name + n - length, ends[i], length) == 0)
            return true;
    }
    return false;
}

static int by_bytes(const void *a, const void *b)
{
    const struct listed_file *x = a, *y = b;
    return strcmp(x->path.p, y->path.p);
}

/* Adds all names in a folder, sorted, each with the folder's path before it. Hidden names are left
 * out. False if the folder cannot be read. */
static bool read_folder(struct str path, struct names *found)
{
    DIR *folder = opendir(path.p);
    if (!folder)
        return false;
    const char *between = path.n && path.p[path.n - 1] == '/' ? "" : "/";
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (*entry->d_name == '.')
            continue;
        size_t size = path.n + strlen(entry->d_name) + 2;
        char *name = memory_get(size);
        int n = snprintf(name, size, "%s%s%s", path.p, between, entry->d_name);
        add_name(found, (struct str){name, (size_t)n}, true);
    }
    closedir(folder);
    if (found->count)
        qsort(found->list, found->count, sizeof *found->list, by_bytes);
    return true;
}

/* True for a regular file, and for a file that vanished or a link that leads nowhere: it stays in
 * the list, and opening it reports why. */
static bool is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

/* Adds the records in a folder and below it. Frees the path. */
static void add_tree(struct run *run, struct names *names, struct str path)
{
    struct names found = {NULL, 0, 0};
    struct stat status;
    if (!read_folder(path, &found))
        run_cannot_open(run, path, strerror(errno));
    memory_free_constant(path.p);
    for (size_t i = 0; i < found.count; i++) {
        struct str name = found.list[i].path;
        if (lstat(name.p, &status) == 0 && S_ISDIR(status.st_mode))
            add_tree(run, names, name);
        else if (is_records(name.p) && is_regular(name.p))
            add_name(names, name, true);
        else
            memory_free_constant(name.p);
    }
    memory_free(found.list);
}

/* ---- The whole list ---- */

struct listed_file *listing_find(struct run *run, char **operands)
{
    struct names asked = {NULL, 0, 0}, names = {NULL, 0, 0};
    struct stat status;
    if (run->list.null_ends && !run->list.from)
        exit(cli_usage(run->command->name, "--null can be used only with --files-from"));
    for (; *operands; operands++)
        add_name(&asked, copy_of(*operands), false);
    if (run->list.from)
        add_listed(run, &asked);
    else if (!asked.count)
        add_name(&asked, copy_of(run->list.recursive ? "." : "-"), false);
    for (size_t i = 0; i < asked.count; i++) {
        struct str path = asked.list[i].path;
        if (run->list.recursive && stat(path.p, &status) == 0 && S_ISDIR(status.st_mode))
            add_tree(run, &names, path);
        else
            add_name(&names, path, false);
    }
    memory_free(asked.list);
    /* A list that a failed search left empty must not pass for games without errors. */
    if (!names.count && run->needs_games) {
        sink_printf(&run->err, "bastide %s: there is no file to read\n", run->command->name);
        sink_flush(&run->err);
        run->status = EXIT_TROUBLE;
    }
    add_name(&names, (struct str){NULL, 0}, false);
    return run->list.files = names.list;
}
