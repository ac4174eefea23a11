/* SPDX-License-Identifier: MIT */
/* Recognises containers, and opens their members one after the other. */
#include "formats/container.h"

#include "base/memory.h"

enum { HEAD_MAX = 4096 };

#define CONTAINER(name) extern const struct container_kind container_##name;
#include "formats/containers.def"
#undef CONTAINER

static const struct container_kind *const kinds_of_containers[] = {
#define CONTAINER(name) &container_##name,
#include "formats/containers.def"
#undef CONTAINER
};

static enum probed probe(const struct container_kind *kind, struct input *input)
{
    enum probed probed = PROBED_SHORT;
    for (size_t n = 4; probed == PROBED_SHORT && n <= HEAD_MAX; n *= 2) {
        struct str head = input_peek(input, n);
        probed = kind->probe(str_without_blanks(head));
        if (head.n < n && probed == PROBED_SHORT)
            return PROBED_OTHER;
    }
    return probed;
}

const struct container_kind *container_of(struct input *input)
{
    for (unsigned i = 0; i < sizeof kinds_of_containers / sizeof *kinds_of_containers; i++)
        if (probe(kinds_of_containers[i], input) == PROBED_KIND)
            return kinds_of_containers[i];
    return NULL;
}

struct container *container_new(const struct container_kind *kind, struct input *input)
{
    struct container *container = memory_zeroed(1, sizeof *container);
    container->kind = kind;
    container->input = input;
    container->state = memory_zeroed(1, kind->size);
    input_set_packed(input);
    return container;
}

struct input *container_next(struct container *container, struct findings *findings)
{
    if (!container->is_open && container->kind->open && !container->kind->open(container, findings))
        container->is_over = true;
    container->is_open = true;
    if (container->is_over)
        return NULL;
    struct input *member = container->kind->next(container, findings);
    container->is_over |= !member && !findings->first;
    return member;
}

void container_free(struct container *container)
{
    if (container->kind->close)
        container->kind->close(container);
    arena_free(&container->arena);
    memory_free(container->state);
    memory_free(container);
}

struct str container_name(struct container *container, struct str name)
{
    struct str outer = input_name(container->input);
    char *text = arena_take(&container->arena, outer.n + name.n + 2);
    memcpy(text, outer.p, outer.n);
    text[outer.n] = '/';
    memcpy(text + outer.n + 1, name.p, name.n);
    text[outer.n + 1 + name.n] = '\0';
    return (struct str){text, outer.n + 1 + name.n};
}
