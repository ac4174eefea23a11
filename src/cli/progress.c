/* SPDX-License-Identifier: MIT */
/* Writes the line of progress on standard error and wipes it out. */
#include "cli/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifndef __wasi__
#include <sys/ioctl.h>
#endif

#include "cli/ending.h"

static const char wipe[] = "\r\033[K";

static void wipe_now(void)
{
    /* The process ends whether or not this can be written. */
    ssize_t n = write(STDERR_FILENO, wipe, sizeof wipe - 1);
    (void)n;
}

static unsigned width(void)
{
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
        return size.ws_col;
#endif
    return 80;
}

void progress_begin(struct progress *progress, bool mixes)
{
    progress->shown = isatty(STDERR_FILENO) && !mixes;
    progress->began = progress->told = time(NULL);
    if (!progress->shown)
        return;
    progress->columns = width();
    ending_calls(wipe_now);
}

bool progress_is_due(struct progress *progress)
{
    time_t now = progress->shown ? time(NULL) : progress->told;
    bool due = now != progress->told;
    progress->told = now;
    return due;
}

/* Writes a number of bytes: "340 kB", "1.2 GB". */
static void write_bytes(char *to, size_t size, uint64_t bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    unsigned unit = 0;
    double number = (double)bytes;
    for (; number >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++)
        number /= 1000;
    snprintf(to, size, number < 9.95 && unit ? "%.1f %s" : "%.0f %s", number, units[unit]);
}

/* Writes a time: "40 s", "3 min", "2 h 10 min". */
static void write_time(char *to, size_t size, double seconds)
{
    long minutes = (long)(seconds / 60 + .5);
    if (seconds < 90)
        snprintf(to, size, "%.0f s", seconds);
    else if (minutes < 90)
        snprintf(to, size, "%ld min", minutes);
    else
        snprintf(to, size, "%ld h %ld min", minutes / 60, minutes % 60);
}

/* Writes as much of a line as fits. */
static void write_line(const struct progress *progress, char *line)
{
    size_t n = strlen(line), most = progress->columns - 1;
    line[n < most ? n : most] = '\0';
    fprintf(stderr, "\r%s\033[K", line);
}

void progress_tell(const struct progress *progress, const char *words)
{
    char time[32], line[256];
    write_time(time, sizeof time, (double)(progress->told - progress->began));
    snprintf(line, sizeof line, "%s, %s", words, time);
    write_line(progress, line);
}

void progress_tell_bytes(const struct progress *progress, const char *words)
{
    char size[32], time[32], line[256];
    uint64_t bytes = __atomic_load_n(&progress->bytes, __ATOMIC_RELAXED);
    double seconds = (double)(progress->told - progress->began), part = 1;
    if (!bytes) {
        progress_tell(progress, words);
        return;
    }
    /* A file may have grown since its size was asked for. */
    if (bytes < progress->total)
        part = (double)bytes / (double)progress->total;
    write_bytes(size, sizeof size, progress->total ? progress->total : bytes);
    write_time(time, sizeof time, progress->total ? seconds / part - seconds : seconds);
    if (progress->total)
        snprintf(line, sizeof line, "%.0f %% of %s, %s left; %s", 100 * part, size, time, words);
    else
        snprintf(line, sizeof line, "%s, %s; %s", size, time, words);
    write_line(progress, line);
}

void progress_wipe(struct progress *progress)
{
    if (progress->told != progress->began)
        fputs(wipe, stderr);
    progress->told = progress->began;
}
