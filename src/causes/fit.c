/* SPDX-License-Identifier: MIT */
/* Tries rules by judging the record under each, with the fewest changes first. */
#include "causes/fit.h"

#include "formats/format.h"

/* Limit of the rules that are tried. The values of all options are kept for each. */
enum { TRIED_MAX = 1 << 13 };

struct search {
    struct referee *referee;
    const struct record *record;
    struct ledger *ledger;
    struct arena scratch; /* memory of one game */
    bool in_play[OPTION_COUNT];
    uint8_t (*tried)[OPTION_COUNT];
    unsigned tried_count;
    uint64_t effort, each; /* effort so far, and effort to judge the record once */
    struct fits *fits;
};

/* Returns the record as --rules and --options would make it. */
static struct record ruled(struct search *s, const struct fit *fit)
{
    struct record record = *s->record;
    struct rulings rulings = {.profile = str_of(fit->profile ? fit->profile->name : ""),
                              .count = fit->count};
    for (unsigned i = 0; i < fit->count; i++) {
        rulings.names[i] = str_of(rule_options[fit->changes[i].id].name);
        rulings.values[i] = str_of(rule_options[fit->changes[i].id].values[fit->changes[i].value]);
    }
    /* record_rule() may change or add entries, so the copy has its own, with as much room as those
     * of a record have. */
    record.entries =
        arena_take(&s->scratch, (2 * record.entry_count + ARRAY_FIRST) * sizeof *record.entries);
    if (record.entry_count)
        memcpy(record.entries, s->record->entries, record.entry_count * sizeof *record.entries);
    record_rule(&record, &s->scratch, &rulings);
    record.rulings = NULL;
    return record;
}

/* True if equal rules were tried before. Options of rules that are not in play make no
 * difference. */
static bool was_tried(struct search *s, const struct profile *profile)
{
    uint8_t *values = s->tried[s->tried_count];
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        values[id] = s->in_play[id] ? profile->value[id] : VALUE_NONE;
    for (unsigned i = 0; i < s->tried_count; i++)
        if (memcmp(s->tried[i], values, OPTION_COUNT) == 0)
            return true;
    s->tried_count++;
    return false;
}

/* Returns the number of errors under these rules; UINT32_MAX if they were tried before. */
static unsigned judge(struct search *s, const struct fit *fit)
{
    arena_reset(&s->scratch);
    struct record record = ruled(s, fit);
    struct findings findings = {.arena = &s->scratch};
    unsigned errors = 0;
    s->ledger->wanted = 0;
    referee_begin(s->referee, &record, &findings, s->ledger);
    /* A profile without changes is never skipped: every profile that fits is to be named, even if
     * some are equal for this record. */
    if (was_tried(s, &s->referee->profile) && fit->count)
        return UINT32_MAX;
    findings = (struct findings){.arena = &s->scratch};
    format_judge(s->referee, &record, &findings, s->ledger, format_verdict_events(&record),
                 UINT16_MAX, false);
    for (const struct finding *finding = findings.first; finding; finding = finding->next)
        errors += finding->severity != SEVERITY_WARNING;
    return errors + findings.unkept;
}

static void try(struct search *s, const struct fit *fit)
{
    struct fits *fits = s->fits;
    /* The first trial is never skipped, whatever its effort: the errors under the record's own
     * rules are needed for comparison. */
    fits->stopped |=
        s->tried_count == TRIED_MAX - 1 || (s->effort && s->effort + s->each > RECORD_EFFORT_MAX);
    if (fits->stopped)
        return;
    s->effort += s->each;
    unsigned errors = judge(s, fit);
    if (errors < fits->errors) {
        fits->errors = errors;
        fits->count = fits->more = 0;
    }
    if (errors == UINT32_MAX || errors > fits->errors ||
        (fits->count && fits->found[0].count < fit->count))
        return;
    if (fits->count == FITS_MAX)
        fits->more++;
    else
        fits->found[fits->count++] = *fit;
}

/* Tries all ways to change `changes` more options, from option `from` on. */
static void try_changes(struct search *s, const struct fit *fit, unsigned changes, unsigned from)
{
    if (!changes) {
        try(s, fit);
        return;
    }
    for (unsigned id = from; id < OPTION_COUNT && !s->fits->stopped; id++)
        for (uint8_t value = 1; s->in_play[id] && rule_options[id].values[value]; value++) {
            struct fit more = *fit;
            more.changes[more.count].id = (enum option_id)id;
            more.changes[more.count++].value = value;
            try_changes(s, &more, changes - 1, id + 1);
        }
}

void fit_find(struct referee *referee, const struct record *record, struct ledger *ledger,
              struct arena *arena, struct fits *fits)
{
    struct search s = {.referee = referee, .record = record, .ledger = ledger, .fits = fits};
    s.each = record_effort(record, record->line_count);
    struct findings findings = {.arena = arena};
    *fits = (struct fits){.errors = UINT32_MAX};
    s.tried = arena_take(arena, TRIED_MAX * sizeof *s.tried);
    /* A record that defines tiles of its own or adjusts scores breaks a condition under any rules,
     * so conditions are not counted here. */
    bool strict = referee->strict;
    referee->strict = false;
    referee_begin(referee, record, &findings, ledger);
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        s.in_play[id] = referee_uses_option(referee, id);
    for (unsigned changes = 0; changes <= FIT_CHANGES_MAX && fits->errors && !fits->stopped;
         changes++) {
        try_changes(&s, &(struct fit){.profile = NULL}, changes, 0);
        for (unsigned i = 0; i < PROFILE_COUNT; i++)
            if (!str_is(record->rules, profiles[i].name))
                try_changes(&s, &(struct fit){.profile = &profiles[i]}, changes, 0);
    }
    referee->strict = strict;
    arena_free(&s.scratch);
}
