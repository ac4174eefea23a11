/* See input.h. */
#include "input/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { BUFFER_SIZE = 256 << 10, PIECE = 16 << 10 };

struct input {
    char *name;
    gzFile gz;
    char *whole;
    const char *failure;
    enum finding_id failure_id;
    size_t begin, end;          /* what of buffer is still unread */
    size_t last_begin;          /* where the line just read began, for input_unread() */
    uint32_t lines;
    bool at_end;
    char buffer[BUFFER_SIZE + 1];
};

struct input *input_open(const char *path, const char **error)
{
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0) {
        *error = strerror(errno);
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    if (S_ISDIR(status.st_mode)) {
        *error = "is a directory";
        close(fd);
        return NULL;
    }
    struct input *input = malloc(sizeof *input);
    gzFile gz = input ? gzdopen(fd, "rb") : NULL;
    char *name = gz ? strdup(standard ? "<stdin>" : path) : NULL;
    if (!name) {
        if (gz)
            gzclose(gz);
        else
            close(fd);
        free(input);
        *error = "out of memory";
        return NULL;
    }
    gzbuffer(gz, PIECE / 2);
    input->name = name;
    input->gz = gz;
    input->whole = NULL;
    input->failure = NULL;
    input->begin = input->end = input->last_begin = 0;
    input->lines = 0;
    input->at_end = false;
    return input;
}

const char *input_name(const struct input *input)
{
    return input->name;
}

/* Reads more behind what is unread, which is first moved to the front. False when nothing came. */
static bool fill(struct input *input)
{
    if (input->at_end)
        return false;
    if (input->begin) {
        memmove(input->buffer, input->buffer + input->begin, input->end - input->begin);
        input->end -= input->begin;
        input->begin = 0;
    }
    size_t room = BUFFER_SIZE - input->end;
    if (!room)
        return false;
    /* zlib throws away what it inflated in the call in which it meets damage: ask for little at a time. */
    if (room > PIECE)
        room = PIECE;
    int got = gzread(input->gz, input->buffer + input->end, (unsigned)room);
    if (got > 0) {
        input->end += (size_t)got;
        return true;
    }
    input->at_end = true;
    int code = Z_OK;
    const char *words = gzerror(input->gz, &code);
    if (code == Z_BUF_ERROR) {
        input->failure_id = FINDING_CUT;
        input->failure = words;
    } else if (got < 0 || code < 0) {
        input->failure_id = FINDING_READ;
        /* "<fd:3>: words" */
        const char *colon = strstr(words, ": ");
        input->failure = code == Z_ERRNO ? strerror(errno) : colon ? colon + 2 : words;
    }
    return false;
}

struct str input_peek(struct input *input, size_t n)
{
    while (input->end - input->begin < n && fill(input))
        ;
    size_t have = input->end - input->begin;
    return (struct str){input->buffer + input->begin, have < n ? have : n};
}

bool input_line(struct input *input, struct input_line *line)
{
    size_t searched = 0;
    line->too_long = false;
    char *newline;
    for (;;) {
        char *from = input->buffer + input->begin;
        size_t have = input->end - input->begin;
        newline = memchr(from + searched, '\n', have - searched);
        if (newline)
            break;
        searched = have;
        /* Only a line that is longer than any buffer meets a full one. */
        if (!fill(input))
            break;
    }
    char *from = input->buffer + input->begin;
    size_t have = input->end - input->begin;
    if (!newline && have == 0)
        return false;
    size_t length = newline ? (size_t)(newline - from) : have;
    size_t taken = length;
    line->has_newline = newline != NULL;
    if (length > LINE_MOST) {
        line->too_long = true;
        length = LINE_MOST;
        if (!newline && !input->at_end) {
            /* Keep the head at the buffer's front and read the rest of the line over the tail. */
            memmove(input->buffer, from, LINE_MOST);
            input->begin = 0;
            for (;;) {
                input->end = LINE_MOST;
                input->begin = 0;
                if (!fill(input)) {
                    taken = input->end;
                    break;
                }
                newline = memchr(input->buffer + LINE_MOST, '\n', input->end - LINE_MOST);
                if (newline) {
                    taken = (size_t)(newline - input->buffer);
                    line->has_newline = true;
                    break;
                }
            }
            from = input->buffer;
        }
    }
    if (!line->too_long && length && from[length - 1] == '\r')
        length--;
    line->text = (struct str){from, length};
    input->last_begin = input->begin;
    input->begin += taken + (newline ? 1 : 0);
    if (input->lines < UINT32_MAX)
        input->lines++;
    line->number = input->lines;
    return true;
}

void input_unread(struct input *input, size_t offset)
{
    input->begin = input->last_begin + offset;
    input->lines--;
}

bool input_whole(struct input *input, struct str *text)
{
    size_t used = 0, capacity = BUFFER_SIZE;
    free(input->whole);
    input->whole = malloc(capacity + 1);
    while (input->whole) {
        size_t have = input->end - input->begin;
        if (used + have > WHOLE_MOST)
            return false;
        if (used + have > capacity) {
            capacity = (used + have) * 2;
            char *grown = realloc(input->whole, capacity + 1);
            if (!grown)
                break;
            input->whole = grown;
        }
        memcpy(input->whole + used, input->buffer + input->begin, have);
        used += have;
        input->begin = input->end;
        if (!fill(input)) {
            input->whole[used] = '\0';
            *text = (struct str){input->whole, used};
            return input->failure == NULL;
        }
    }
    fputs("bastide: out of memory\n", stderr);
    exit(2);
}

const char *input_failure(const struct input *input, enum finding_id *id)
{
    if (input->failure)
        *id = input->failure_id;
    return input->failure;
}

void input_close(struct input *input)
{
    gzclose(input->gz);
    free(input->whole);
    free(input->name);
    free(input);
}
