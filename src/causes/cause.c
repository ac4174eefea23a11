/* SPDX-License-Identifier: MIT */
/* Finds causes by trial. The referee raises no findings that depend on unknown parts of a record.
 * So the subject of a finding is made unknown, and the game is judged again: the findings that are
 * gone followed from it.
 */
#include "causes/cause.h"

#include "formats/format.h"

/* Limits: the causes that are looked for, the times that the game is judged, the findings that a
 * good guess may leave unexplained, and the wrong sums of a kind that are shown. */
enum { CAUSES_MAX = 12, JUDGED_MAX = 60, UNEXPLAINED_MAX = 1, SUMS_SHOWN = 2 };

static bool is_same(const struct finding *a, const struct finding *b)
{
    if (a->kind != b->kind || a->place.line != b->place.line || a->place.column != b->place.column)
        return false;
    return a->place.at && b->place.at ? strcmp(a->place.at, b->place.at) == 0
                                      : a->place.at == b->place.at;
}

static bool is_among(const struct finding *finding, const struct findings *findings)
{
    for (const struct finding *other = findings->first; other; other = other->next)
        if (is_same(finding, other))
            return true;
    return false;
}

/* True if findings of a kind are raised when the game is played, not when it is read. */
static bool is_judged(const struct finding_kind *kind)
{
    return (kind->code >= 200 && kind->code < 800) || kind->code == FINDING_AFTER_END ||
           kind->code == FINDING_ENDED_EARLY || kind->code == FINDING_MESSAGE;
}

/* The line and the act that were made unknown, as they were before. A record may be too large to be
 * copied whole. */
struct forgotten {
    struct line *line, was;
    struct act *act, act_was; /* NULL if only the line was changed */
};

static void put_back(const struct forgotten *forgotten)
{
    if (forgotten->act)
        *forgotten->act = forgotten->act_was;
    if (forgotten->line)
        *forgotten->line = forgotten->was;
}

/* ---- Guesses ---- */

/* The parts that a guess makes unknown, from the smallest to the largest. */
enum guess { GUESS_ACT, GUESS_TILE, GUESS_CELL, GUESS_LINE, GUESS_COUNT };

static bool is_move(const struct line *line)
{
    return line && (line->kind == LINE_TURN || line->kind == LINE_STEP);
}

/* Makes a part of a line unknown; false if the line has no such part. */
static bool forget(struct forgotten *f, struct line *line, const struct act *act, enum guess guess)
{
    *f = (struct forgotten){
        .line = line, .was = *line, .act = act ? &line->acts[act - line->acts] : NULL};
    switch (guess) {
    case GUESS_ACT:
        if (!act)
            return false;
        f->act_was = *act;
        /* The follower may then have been placed anywhere. */
        *f->act = (struct act){.kind = ACT_RAW,
                               .place = act->place,
                               .number = act->kind == ACT_MEEPLE ? RAW_SEGMENT : RAW_OTHER};
        return true;
    case GUESS_TILE:
        f->act = NULL;
        line->tile = (struct tile_ref){.name = str_of("?"), .place = line->tile.place};
        return line->has_tile;
    case GUESS_CELL:
        /* The tile then lies somewhere else. */
        f->act = NULL;
        line->broken = true;
        return line->has_tile;
    default:
        f->act = NULL;
        line->raw = str_of(line->kind == LINE_STEP ? "1.1a ?" : "1a ?");
        line->kind = LINE_RAW;
        return true;
    }
}

/* ---- Search ---- */

struct cause_search {
    struct referee *referee;
    const struct record *record;
    struct ledger *ledger;
    const struct finding *cause;
    const struct line *own; /* line of the cause */
    struct arena arena;     /* memory of the findings in `left` */
    struct findings left;   /* findings that are raised with the last guess */
    unsigned judged;        /* times that the game was judged */
    unsigned found;         /* findings that are gone with the best guess */
    struct forgotten best;
};

static bool is_left_out(const struct cause_search *s, const struct finding *later)
{
    return !later->follows && is_judged(later->kind) && !is_among(later, &s->left);
}

/* Judges the game with a guess in place, and returns the number of the later findings that are
 * gone. */
static unsigned judge_again(struct cause_search *s)
{
    arena_reset(&s->arena);
    s->left = (struct findings){.arena = &s->arena};
    s->judged++;
    format_judge(s->referee, s->record, &s->left, s->ledger, format_verdict_events(s->record),
                 UINT16_MAX, false);
    unsigned gone = 0;
    /* If findings were not kept (FINDINGS_MAX), one that is missing may still have been raised. */
    for (const struct finding *later = s->cause->next; later && !s->left.unkept;
         later = later->next)
        gone += is_left_out(s, later);
    return gone;
}

/* Returns the number of findings after the cause that no guess explains yet. */
static unsigned unexplained(const struct cause_search *s)
{
    unsigned count = 0;
    for (const struct finding *later = s->cause->next; later; later = later->next)
        count += !later->follows && is_judged(later->kind);
    return count - s->found;
}

/* Tries a guess; true if it is better than the best so far. The better of the two stays in place.
 * The first guess, about the finding itself, is taken as it is. Any other guess must explain most
 * of the later findings; otherwise it would hide findings that have another cause. */
static bool try_guess(struct cause_search *s, struct line *line, const struct act *act,
                      enum guess guess)
{
    struct forgotten f;
    struct line best_now;
    struct act act_now = {.kind = ACT_RAW};
    /* The best guess is taken back first, because only one guess is tried at a time. */
    struct forgotten before = s->best;
    if (before.line) {
        best_now = *before.line;
        act_now = before.act ? *before.act : act_now;
        put_back(&before);
    }
    bool possible = forget(&f, line, act, guess);
    unsigned gone = possible ? judge_again(s) : 0;
    /* A guess on another line explains nothing unless the finding itself is gone, too. */
    if (line != s->own && is_among(s->cause, &s->left))
        gone = 0;
    unsigned rest = unexplained(s) + s->found - gone;
    bool explains = rest <= UNEXPLAINED_MAX || 2 * rest < gone;
    if (possible && (!before.line || (gone > s->found && explains))) {
        s->found = gone;
        s->best = f;
        return true;
    }
    put_back(&f);
    if (before.line) {
        *before.line = best_now;
        if (before.act)
            *before.act = act_now;
    }
    return false;
}

static bool is_near(struct cell a, struct cell b)
{
    int x = a.x - b.x, y = a.y - b.y;
    return (x ? x * x : y * y) <= 1 && (!x || !y);
}

/* Tries guesses about the line of the finding. Then tries possible causes before it: the line
 * before, and earlier lines whose tile lies beside the tile of this one. */
static void guess_all(struct cause_search *s, struct line *line, const struct act *act)
{
    enum guess first = act                                          ? GUESS_ACT
                       : s->cause->kind->code == FINDING_CELL_TAKEN ? GUESS_CELL
                                                                    : GUESS_TILE;
    try_guess(s, line, act, first);
    for (unsigned guess = GUESS_ACT;
         guess < GUESS_COUNT && unexplained(s) > UNEXPLAINED_MAX && s->judged < JUDGED_MAX; guess++)
        if (guess != first)
            try_guess(s, line, act, (enum guess)guess);
    for (struct line *other = line; other-- > s->record->lines &&
                                    unexplained(s) > UNEXPLAINED_MAX && s->judged < JUDGED_MAX;) {
        bool is_before = other + 1 == line && is_move(other);
        if (is_before || (other->kind == LINE_TURN && other->has_tile && line->has_tile &&
                          is_near(other->cell, line->cell)))
            try_guess(s, other, NULL, is_before && !other->has_tile ? GUESS_LINE : GUESS_CELL);
    }
}

/* Marks wrong sums that follow from others, and returns their number. A wrong sum stays wrong in
 * the rest of the game. If a tile was used twice, one tile too few remains. Missing points are
 * missing from all later totals, mostly those of more than one player. Play after the end follows
 * from a wrong tile count. So only the first two findings about tile counts are shown, and the
 * first two about totals on each line. */
static unsigned follow_sums(const struct findings *findings)
{
    const struct finding *last = NULL;
    unsigned count = 0, totals = 0, tiles = 0;
    for (struct finding *finding = findings->first; finding; finding = finding->next) {
        bool follows = false;
        if (finding->kind->code == FINDING_TILE_COUNT) {
            follows = tiles >= SUMS_SHOWN;
            tiles += !finding->follows;
        } else if (finding->kind->code == FINDING_AFTER_END) {
            follows = tiles > 0;
        } else if (finding->kind->code == FINDING_TOTAL || finding->kind->code == FINDING_FINAL) {
            totals = last && last->place.line == finding->place.line &&
                             last->place.at == finding->place.at
                         ? totals
                         : 0;
            last = finding;
            follows = finding->repeats || totals >= SUMS_SHOWN;
            totals += !finding->follows && !follows;
        }
        count += follows && !finding->follows;
        finding->follows |= follows;
    }
    return count;
}

unsigned cause_find(struct referee *referee, struct record *record, const struct findings *findings,
                    struct ledger *ledger)
{
    struct forgotten forgotten[CAUSES_MAX];
    struct cause_search s = {.referee = referee, .record = record, .ledger = ledger};
    unsigned count = 0, causes = 0;
    for (const struct finding *cause = findings->first;
         cause && causes < CAUSES_MAX && s.judged < JUDGED_MAX; cause = cause->next) {
        const struct act *act;
        const struct line *found = record_line_of(record, cause, &act);
        struct line *line = found ? &record->lines[found - record->lines] : NULL;
        if (cause->follows || cause->severity == SEVERITY_WARNING || cause->kind->code >= 700 ||
            !is_move(line))
            continue;
        s.cause = cause;
        s.own = line;
        s.found = 0;
        s.best = (struct forgotten){.line = NULL};
        guess_all(&s, line, act);
        if (!s.best.line)
            continue;
        forgotten[causes++] = s.best;
        judge_again(&s);
        for (struct finding *later = cause->next; later && !s.left.unkept; later = later->next) {
            bool follows = is_left_out(&s, later);
            later->follows |= follows;
            count += follows;
        }
    }
    count += follow_sums(findings);
    while (causes)
        put_back(&forgotten[--causes]);
    arena_free(&s.arena);
    return count;
}
