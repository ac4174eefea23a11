/* SPDX-License-Identifier: MIT */
/* The state of The Tower, and the functions that floor.c and prison.c share. */
#ifndef BASTIDE_EXPANSIONS_TOWER_FLOOR_H
#define BASTIDE_EXPANSIONS_TOWER_FLOOR_H

#include "expansions/pieces.h"

/* The last ransom of the turn. */
struct ransom {
    uint8_t paid;   /* set of the seats that paid one (bits by seat) */
    uint8_t jailer; /* seat that was paid */
    uint8_t meeple; /* kind of the prisoner (enum meeple_kind); MEEPLE_KINDS if the jailer held no
                       other kind */
};

struct tower {
    uint16_t raised;    /* tile of the tower on which a floor was built in this part; TILE_NONE for
                           none */
    bool has_taken;     /* a follower was taken with that floor */
    uint8_t owner;      /* owner of that follower while a prisoner must be chosen for it; otherwise
                           SEAT_NONE */
    uint32_t taken;     /* serial of that follower */
    uint8_t swapped;    /* kind of the prisoner who was exchanged for it without a choice;
                           MEEPLE_KINDS for none */
    struct place place; /* place where it was taken */
    struct ransom ransom;
};

static inline struct tower *tower_of(const struct referee *referee)
{
    return referee_state(referee, &tower_rules);
}

/* Returns the node of the tower on a cell; NODE_NONE if no foundation is known to be there. */
static inline unsigned tower_node(const struct referee *referee, struct cell cell)
{
    unsigned tile = table_at(&referee->table, cell.x, cell.y);
    const struct design *design = tile == TILE_NONE ? NULL : referee->table.tiles[tile].design;
    for (unsigned i = 0; design && i < design->segment_count; i++)
        if (design->segments[i].kind == KIND_TOWER)
            return tile * NODES_PER_TILE + i;
    return NODE_NONE;
}

/* ---- prison.c ---- */
unsigned catch_check(struct referee *referee, unsigned seat, const struct act *act);
void catch_judge(struct referee *referee, unsigned seat, const struct act *act);
unsigned swap_check(struct referee *referee, unsigned seat, const struct act *act);
void swap_judge(struct referee *referee, unsigned seat, const struct act *act);
unsigned ransom_check(struct referee *referee, unsigned seat, const struct act *act);
void ransom_judge(struct referee *referee, unsigned seat, const struct act *act);
void prison_choices(struct referee *referee, struct choices *choices);
void prison_plain(struct referee *referee, struct act *act);
bool prison_leave(struct referee *referee, enum phase phase);

#endif
