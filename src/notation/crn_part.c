/* SPDX-License-Identifier: MIT */
/* Looks up designs by name, and builds texts from lines in the arena. */
#include "notation/crn_part.h"

const struct design *crn_look_up(struct crn_reader *r, struct str name, struct known_tile *known,
                                 uint32_t key)
{
    const struct design *design = crn_design(r->catalogue, r->record, name);
    if (name.n <= sizeof key)
        *known = (struct known_tile){key, design};
    return design;
}

/* Returns the room in bytes that crn_append() has given to a text of n bytes. */
static size_t room_of(size_t n)
{
    size_t room = n ? 256 : 0;
    while (room < n)
        room *= 2;
    return room;
}

void crn_append(struct crn_reader *r, struct str *to, char **bytes, struct str line)
{
    size_t needed = to->n + line.n + 1;
    if (needed > room_of(to->n)) {
        char *grown = arena_alloc(r->arena, room_of(needed));
        if (to->n)
            memcpy(grown, to->p, to->n);
        to->p = *bytes = grown;
    }
    char *end = *bytes + to->n;
    if (line.n)
        memcpy(end, line.p, line.n);
    end[line.n] = '\n';
    to->n = needed;
}
