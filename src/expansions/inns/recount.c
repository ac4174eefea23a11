/* SPDX-License-Identifier: MIT */
/* The recount of Inns & Cathedrals. */
#include "expansions/recounts.h"
#include "recount/recount_part.h"

static bool inn_worth(const struct recount *rc, enum kind kind, const struct recount_feature *f,
                      int *points)
{
    unsigned length = rc->bridge_own ? f->parts : f->tiles;
    *points = f->completed ? 2 * (int)length : 0;
    return kind == KIND_ROAD && recount_bears(rc, f, MARK_INN);
}

static bool cathedral_worth(const struct recount *rc, enum kind kind,
                            const struct recount_feature *f, int *points)
{
    *points = f->completed ? 3 * (int)(f->tiles + f->shields) : 0;
    return kind == KIND_CITY && recount_bears(rc, f, MARK_CATHEDRAL);
}

const struct recount_rules inn_recount = {.name = "inn", .worth = inn_worth};
const struct recount_rules cathedral_recount = {.name = "cathedral", .worth = cathedral_worth};
