/* SPDX-License-Identifier: MIT */
/* Digests that keep texts apart, and sets of them: SHA-256 cut to 128 bits, so that nobody can
 * construct two texts with one digest.
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

/* The same of a text that comes in parts. */
struct digester {
    SHA2_CTX context;
};
void digest_begin(struct digester *digester);
void digest_add(struct digester *digester, struct str part);
struct digest digest_end(struct digester *digester);

/* Open addressing, at most three quarters full; zeroed it is empty. A digest of zeros alone is
 * never in it. */
struct digest_set {
    struct digest *slots;
    size_t count, room;
};

/* True when it was not there before; it is now. */
bool digest_set_add(struct digest_set *set, struct digest digest);
void digest_set_clear(struct digest_set *set);
void digest_set_free(struct digest_set *set);

#endif
