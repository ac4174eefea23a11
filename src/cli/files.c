/* SPDX-License-Identifier: MIT */
/* See files.h. */
#include "cli/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/memory.h"

struct names {
    char **list;
    size_t count, room;
};

static void add_name(struct names *names, char *name)
{
    if (names->count == names->room)
        names->list = memory_grown(names->list, &names->room, sizeof *names->list);
    names->list[names->count++] = name;
}

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_get(size), text, size);
}

/* ---- Lists ---- */

/* A line feed, or with --null a NUL, ends a name. */
static void add_listed(struct run *run, struct names *names)
{
    int end = run->null_ends ? '\0' : '\n';
    bool is_standard = strcmp(run->files_from, "-") == 0;
    FILE *file = is_standard ? stdin : fopen(run->files_from, "r");
    if (!file) {
        run_cannot_open(run, run->files_from, strerror(errno));
        return;
    }
    char *name = NULL;
    size_t room = 0;
    for (ssize_t n; (n = getdelim(&name, &room, end, file)) > 0;) {
        name[n - 1] = name[n - 1] == end ? '\0' : name[n - 1];
        if (*name)
            add_name(names, copy_of(name));
    }
    if (ferror(file))
        run_cannot_open(run, run->files_from, strerror(errno));
    free(name);
    if (!is_standard)
        fclose(file);
}

/* ---- Folders ---- */

/* Is it a name that records have? A folder holds other files besides. */
static bool is_records(const char *name)
{
    static const char *const ends[] = {".crn", ".jcz", ".json"};
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
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What a folder holds, with its path before each name; hidden names are left out. False when it cannot be read. */
static bool read_folder(const char *path, struct names *found)
{
    DIR *folder = opendir(path);
    if (!folder)
        return false;
    size_t n = strlen(path);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (*entry->d_name == '.')
            continue;
        char *name = memory_get(n + strlen(entry->d_name) + 2);
        sprintf(name, "%s%s%s", path, n && path[n - 1] == '/' ? "" : "/", entry->d_name);
        add_name(found, name);
    }
    closedir(folder);
    if (found->count)
        qsort(found->list, found->count, sizeof *found->list, by_bytes);
    return true;
}

/* Takes the path. Links to folders are not followed, so the way is never round. */
static void add_tree(struct run *run, struct names *names, char *path)
{
    struct names found = {NULL, 0, 0};
    struct stat status;
    if (!read_folder(path, &found))
        run_cannot_open(run, path, strerror(errno));
    memory_free(path);
    for (size_t i = 0; i < found.count; i++) {
        char *name = found.list[i];
        if (lstat(name, &status) == 0 && S_ISDIR(status.st_mode))
            add_tree(run, names, name);
        else if (is_records(name))
            add_name(names, name);
        else
            memory_free(name);
    }
    memory_free(found.list);
}

/* ---- All of them ---- */

char **files_find(struct run *run, char **operands)
{
    struct names asked = {NULL, 0, 0}, names = {NULL, 0, 0};
    struct stat status;
    if (run->null_ends && !run->files_from)
        exit(cli_usage(run->command->name, "--null is about the names in --files-from"));
    for (; *operands; operands++)
        add_name(&asked, copy_of(*operands));
    if (run->files_from)
        add_listed(run, &asked);
    else if (!asked.count)
        add_name(&asked, copy_of(run->recursive ? "." : "-"));
    for (size_t i = 0; i < asked.count; i++) {
        if (run->recursive && stat(asked.list[i], &status) == 0 && S_ISDIR(status.st_mode))
            add_tree(run, &names, asked.list[i]);
        else
            add_name(&names, asked.list[i]);
    }
    memory_free(asked.list);
    add_name(&names, NULL);
    return run->files = names.list;
}

void files_forget(char **names)
{
    for (size_t i = 0; names && names[i]; i++)
        memory_free(names[i]);
    memory_free(names);
}
