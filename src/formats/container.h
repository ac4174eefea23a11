/* SPDX-License-Identifier: MIT */
/* Inputs that hold other inputs: a zip archive, a HAR file of a browser, a saved page. Each kind
 * has a folder of its own, src/formats/NAME, and a row in containers.def. Each member is read as an
 * input with a name of its own, "a.zip/b.jcz". See bastide(1), FORMATS. */
#ifndef BASTIDE_FORMATS_CONTAINER_H
#define BASTIDE_FORMATS_CONTAINER_H

#include "base/arena.h"
#include "base/finding.h"
#include "input/input.h"

/* Result of a look at the first bytes of an input. */
enum probed { PROBED_OTHER, PROBED_KIND, PROBED_SHORT /* more bytes are needed */ };

struct container;

struct container_kind {
    const char *name;                      /* for messages */
    enum probed (*probe)(struct str head); /* `head` has no blanks before it */
    size_t size; /* bytes of the kind's own state, which begins as zeros */
    /* Called once, before next(). False if there is no member to read. Then a finding is raised,
     * except for an empty container and for a read error, which the caller reports. May be NULL. */
    bool (*open)(struct container *container, struct findings *findings);
    /* Returns the next member; NULL at the end, or after it has raised a finding. */
    struct input *(*next)(struct container *container, struct findings *findings);
    void (*close)(struct container *container); /* may be NULL */
    bool holds_containers;                      /* a member may be a container of another kind */
    bool holds_others;                          /* members may be files other than records */
};

struct container {
    const struct container_kind *kind;
    struct input *input; /* the input that holds the members */
    struct arena arena;  /* memory of the container */
    void *state;         /* the kind's own state */
    bool is_open, is_over;
    uint32_t lines;   /* lines of the input before the member */
    uint32_t columns; /* bytes of its line before the member */
};

/* Returns the kind of container that an input is, or NULL. Looks at few bytes, so that it does not
 * wait for a slow writer. */
const struct container_kind *container_of(struct input *input);

struct container *container_new(const struct container_kind *kind, struct input *input);

/* Returns the next member, to be closed before the next call; NULL at the end, or if a finding was
 * raised instead. */
struct input *container_next(struct container *container, struct findings *findings);

void container_free(struct container *container);

/* Returns the name of a member for messages: the name of the container, a slash, and `name`. */
struct str container_name(struct container *container, struct str name);

#endif
