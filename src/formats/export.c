/* SPDX-License-Identifier: MIT */
/* Collects what a format cannot hold. */
#include "formats/export.h"

static void add_loss(struct exporter *e, const char *what, bool refuses)
{
    e->refused |= refuses;
    for (unsigned i = 0; i < e->loss_count; i++)
        if (strcmp(e->losses[i].what, what) == 0)
            return;
    if (e->loss_count < LOSSES_MAX)
        e->losses[e->loss_count++] = (struct loss){what, refuses};
}

void export_loss(struct exporter *e, const char *what)
{
    add_loss(e, what, false);
}

void export_refuse(struct exporter *e, const char *what)
{
    add_loss(e, what, true);
}

static void lose_header(struct exporter *e, const char *const *keys)
{
    const struct record *record = e->record;
    for (uint32_t i = 0; i < record->entry_count; i++) {
        const struct header_entry *entry = &record->entries[i];
        bool held = false;
        for (unsigned k = 0; keys[k]; k++)
            held |= str_is(entry->key, keys[k]);
        if (!held)
            export_loss(e, entry->key.n ? arena_printf(e->arena, "header field '%s'",
                                                       arena_brief(e->arena, entry->key))
                                        : "header lines that could not be read");
        if (entry->comment.n || entry->comments.n)
            export_loss(e, "comments");
    }
    if (record->header_comments.n)
        export_loss(e, "comments");
}

static void lose_remarks(struct exporter *e, const struct line *line, bool has_times)
{
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        if (act->kind == ACT_CLAIM || act->kind == ACT_TOTALS)
            export_loss(e, "claimed scores");
        if (act->kind == ACT_CLOCK || (act->kind == ACT_TOOK && !has_times))
            export_loss(e, act->kind == ACT_CLOCK ? "clocks" : "times");
        if (act->kind == ACT_ADJUST)
            export_loss(e, "a judge's corrections");
        if (act->kind == ACT_EXTENSION)
            export_loss(e, "extensions");
        if (act->kind == ACT_RAW || act->kind == ACT_UNKNOWN)
            export_loss(e, "what could not be read, or is not known");
    }
}

void export_common_losses(struct exporter *e, const char *const *keys)
{
    const struct record *record = e->record;
    bool has_times = false;
    for (unsigned k = 0; keys[k]; k++)
        has_times |= strcmp(keys[k], "clock") == 0;
    lose_header(e, keys);
    for (uint32_t i = 0; i < record->line_count; i++) {
        const struct line *line = &record->lines[i];
        lose_remarks(e, line, has_times);
        if (line->comment.n)
            export_loss(e, "comments");
        if (line->kind == LINE_RAW || line->broken ||
            (line->has_tile && (!line->tile.design || line->orient == ORIENT_UNKNOWN)))
            export_loss(e, "what could not be read, or is not known");
        if (line->kind == LINE_END && line->reason != END_NORMAL)
            export_loss(e, "why the game ended");
    }
    if (record->assertion_count)
        export_loss(e, "claimed scores");
    for (const struct finding *finding = e->findings->first; finding; finding = finding->next)
        if (finding->severity != SEVERITY_WARNING && finding_is_about_play(finding->kind))
            export_loss(e, arena_printf(e->arena, "an illegal move: %u %s", finding->kind->code,
                                        finding->kind->name));
}

void export_option_losses(struct exporter *e, const char *name, const char *const *held)
{
    const struct profile *theirs = profile_find(str_of(name)), *ours = &e->referee->profile;
    for (unsigned i = 0; ours->name && i < OPTION_COUNT; i++) {
        bool is_held = ours->value[i] == theirs->value[i] || ours->value[i] == VALUE_NONE ||
                       theirs->value[i] == VALUE_NONE;
        for (unsigned k = 0; held[k]; k++)
            is_held |= strcmp(rule_options[i].name, held[k]) == 0;
        /* Options of rules that are not in play do not matter. */
        if (!is_held && referee_uses_option(e->referee, i))
            export_loss(e, arena_printf(e->arena, "option %s: %s", rule_options[i].name,
                                        rule_options[i].values[ours->value[i]]));
    }
}
