/* SPDX-License-Identifier: MIT */
/* Digests that identify texts, and sets of digests. A digest is SHA-256 cut to 128 bits, so that
 * nobody can construct two texts with the same digest.
 */
#ifndef BASTIDE_BASE_DIGEST_H
#define BASTIDE_BASE_DIGEST_H

#include <sha2.h>
#include <sys/types.h>

#include "base/str.h"

struct digest {
    uint64_t high, low;
};

struct digest digest_of(struct str text);

static inline bool digest_equal(struct digest a, struct digest b)
{
    return a.high == b.high && a.low == b.low;
}

/* The state while the digest of a text is computed from the parts of the text. */
struct digester {
    SHA2_CTX context;
};
void digest_begin(struct digester *digester);
void digest_add(struct digester *digester, struct str part);
struct digest digest_end(struct digester *digester);

/* A hash table with open addressing, at most three quarters full. A zeroed one is empty. A digest
 * of zeros marks a free slot, so it cannot be a member. */
struct digest_set {
    struct digest *slots;
    size_t count, room;
};

/* Adds a digest to the set. True if it was not there before. */
bool digest_set_add(struct digest_set *set, struct digest digest);
void digest_set_clear(struct digest_set *set);
void digest_set_free(struct digest_set *set);

#endif
