/* SPDX-License-Identifier: MIT */
/* See cause.h. The referee raises nothing that depends on what a record does not say: so a cause is found by taking away what it is
 * about, and looking what is left.
 */
#include "compare/cause.h"

#include "compare/compare.h"

enum { CAUSES_MOST = 12 }; /* as often is the game judged */

static bool is_same(const struct finding *a, const struct finding *b)
{
    if (a->kind != b->kind || a->place.line != b->place.line || a->place.column != b->place.column)
        return false;
    return a->place.at && b->place.at ? strcmp(a->place.at, b->place.at) == 0 : a->place.at == b->place.at;
}

static bool is_among(const struct finding *finding, const struct findings *findings)
{
    for (const struct finding *other = findings->first; other; other = other->next)
        if (is_same(finding, other))
            return true;
    return false;
}

/* Was it raised when the game was played, not when it was read? */
static bool is_judged(const struct finding_kind *kind)
{
    return (kind->code >= 200 && kind->code < 800) || kind->code == FINDING_AFTER_END || kind->code == FINDING_ENDED_EARLY ||
           kind->code == FINDING_MESSAGE;
}

/* What was forgotten, to be put back: lines and acts of a record may be too many to be copied. */
struct forgotten {
    struct line *line;
    struct act *act; /* NULL: the line's tile */
    struct act was;
    struct tile_ref tile;
    bool broken;
};

/* Makes unknown what a finding is about; false where it is about no decision. */
static bool forget(const struct record *record, const struct finding *finding, struct forgotten *forgotten)
{
    const struct act *act;
    struct line *line = (struct line *)record_line_of(record, finding, &act);
    if (!line || (line->kind != LINE_TURN && line->kind != LINE_STEP))
        return false;
    *forgotten = (struct forgotten){.line = line, .tile = line->tile, .broken = line->broken};
    if (act) {
        forgotten->act = &line->acts[act - line->acts];
        forgotten->was = *act;
        /* A follower may have stood anywhere. */
        *forgotten->act = (struct act){.kind = ACT_RAW, .place = act->place, .number = act->kind == ACT_FOLLOWER};
        return true;
    }
    /* What cannot lie there lies somewhere else. */
    if (finding->kind->code == FINDING_CELL_TAKEN)
        line->broken = true;
    else
        line->tile = (struct tile_ref){.name = str_of("?"), .place = line->tile.place};
    return true;
}

static void put_back(const struct forgotten *forgotten)
{
    if (forgotten->act)
        *forgotten->act = forgotten->was;
    forgotten->line->tile = forgotten->tile;
    forgotten->line->broken = forgotten->broken;
}

unsigned cause_find(struct referee *referee, const struct record *record, const struct findings *findings, struct ledger *ledger,
                    unsigned least)
{
    struct forgotten forgotten[CAUSES_MOST];
    struct arena arena = {.first = NULL};
    unsigned count = 0, causes = 0;
    for (const struct finding *cause = findings->first; cause && causes < CAUSES_MOST; cause = cause->next) {
        if (cause->follows || cause->severity == SEVERITY_WARNING || !finding_is_about_play(cause->kind) ||
            !forget(record, cause, &forgotten[causes]))
            continue;
        causes++;
        arena_reset(&arena);
        struct findings left = {.arena = &arena};
        compare_judge(referee, record, &left, ledger, compare_verdict_events(record), UINT16_MAX, false);
        /* Of a flood not all are there to be looked for. */
        if (left.unkept)
            continue;
        for (struct finding *later = cause->next; later; later = later->next) {
            bool follows = !later->follows && is_judged(later->kind) && !is_among(later, &left);
            later->follows |= follows;
            count += follows;
        }
    }
    while (causes)
        put_back(&forgotten[--causes]);
    arena_free(&arena);
    if (count >= least)
        return count;
    for (struct finding *finding = findings->first; finding; finding = finding->next)
        finding->follows = false;
    return 0;
}
