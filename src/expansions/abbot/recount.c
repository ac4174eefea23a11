/* SPDX-License-Identifier: MIT */
/* The recount of The Abbot. */
#include "expansions/recounts.h"
#include "recount/recount_part.h"

struct abbot {
    bool fairy; /* the fairy is also paid for an abbot who is taken back */
};

static void abbot_begin(struct recount *rc, const struct record *record,
                        const struct profile *profile)
{
    (void)record;
    struct abbot *abbot = recount_state(rc, &abbot_recount);
    abbot->fairy = profile_is(profile, ABBOT_FAIRY, YES);
}

/* Takes an abbot back and pays for him. */
static bool abbot_act(struct recount *rc, const struct line *line, const struct act *act)
{
    static struct recount_feature f;
    if (act->verb != VERB_BACK)
        return false;
    const struct abbot *abbot = recount_look(rc, &abbot_recount);
    unsigned tile = recount_tile_of(rc, line, act), segment = recount_segment_of(rc, line, act);
    rc->scores[line->seat] += (int)recount_around(rc, tile);
    recount_flood(rc, tile, segment, &f);
    if (abbot->fairy)
        FOR_EACH_RECOUNT(rc, rules, paid)
            rules->paid(rc, &f);
    recount_send_home(rc, tile, segment);
    return true;
}

const struct recount_rules abbot_recount = {
    .name = "abbot", .state_size = sizeof(struct abbot), .begin = abbot_begin, .act = abbot_act};
