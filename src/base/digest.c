/* SPDX-License-Identifier: MIT */
/* Computes digests with SHA-256, and keeps sets of them in hash tables. */
#include "base/digest.h"

#include <stdlib.h>

#include "base/memory.h"

enum { ROOM_FIRST = 1024 };

static uint64_t big_endian(const uint8_t bytes[8])
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 8; i++)
        value = value << 8 | bytes[i];
    return value;
}

void digest_begin(struct digester *digester)
{
    SHA256Init(&digester->context);
}

void digest_add(struct digester *digester, struct str part)
{
    SHA256Update(&digester->context, (const uint8_t *)part.p, part.n);
}

struct digest digest_end(struct digester *digester)
{
    uint8_t bytes[SHA256_DIGEST_LENGTH] = {0};
    SHA256Final(bytes, &digester->context);
    return (struct digest){big_endian(bytes), big_endian(bytes + 8)};
}

struct digest digest_of(struct str text)
{
    struct digester digester;
    digest_begin(&digester);
    digest_add(&digester, text);
    return digest_end(&digester);
}

static bool is_free(const struct digest *slot)
{
    return !slot->high && !slot->low;
}

static struct digest *slot_of(const struct digest_set *set, struct digest digest)
{
    size_t i = (size_t)(digest.low % set->room);
    while (!is_free(&set->slots[i]) && !digest_equal(set->slots[i], digest))
        i = (i + 1) % set->room;
    return &set->slots[i];
}

bool digest_set_add(struct digest_set *set, struct digest digest)
{
    if (4 * (set->count + 1) > 3 * set->room) {
        struct digest_set larger = {.room = set->room ? set->room * 2 : ROOM_FIRST,
                                    .count = set->count};
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
