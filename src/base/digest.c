/* SPDX-License-Identifier: MIT */
/* See digest.h. */
#include "base/digest.h"

#include <stdlib.h>

#include "base/memory.h"

enum { ROOM_FIRST = 1024 };

struct digest digest_of(struct str text)
{
    /* The prime is 2^88 + 0x13B: a shift and a product by a small number, in halves that every machine has. */
    enum { PRIME_LOW = 0x13B, PRIME_SHIFT = 88 - 64 };
    uint64_t high = 0x6C62272E07BB0142u, low = 0x62B821756295C58Du;
    for (size_t i = 0; i < text.n; i++) {
        low ^= (unsigned char)text.p[i];
        uint64_t product = (low & 0xFFFFFFFF) * PRIME_LOW, upper = (low >> 32) * PRIME_LOW + (product >> 32);
        high = high * PRIME_LOW + (upper >> 32) + (low << PRIME_SHIFT);
        low = upper << 32 | (product & 0xFFFFFFFF);
    }
    return (struct digest){high, low};
}

static bool is_free(const struct digest *slot)
{
    return !slot->high && !slot->low;
}

static struct digest *slot_of(const struct digest_set *set, struct digest digest)
{
    size_t i = (size_t)(digest.low % set->room);
    while (!is_free(&set->slots[i]) && (set->slots[i].high != digest.high || set->slots[i].low != digest.low))
        i = (i + 1) % set->room;
    return &set->slots[i];
}

bool digest_set_add(struct digest_set *set, struct digest digest)
{
    if (4 * (set->count + 1) > 3 * set->room) {
        struct digest_set larger = {.room = set->room ? set->room * 2 : ROOM_FIRST, .count = set->count};
        larger.slots = memory_zeroed(larger.room, sizeof *larger.slots);
        for (size_t i = 0; i < set->room; i++)
            if (!is_free(&set->slots[i]))
                *slot_of(&larger, set->slots[i]) = set->slots[i];
        memory_free(set->slots);
        *set = larger;
    }
    struct digest *slot = slot_of(set, digest);
    bool is_new = is_free(slot);
    *slot = digest;
    set->count += is_new;
    return is_new;
}

void digest_set_clear(struct digest_set *set)
{
    if (set->count)
        memset(set->slots, 0, set->room * sizeof *set->slots);
    set->count = 0;
}

void digest_set_free(struct digest_set *set)
{
    memory_free(set->slots);
    *set = (struct digest_set){0};
}
