/* See judge.h: findings raised into findings and ledger, and the words that they are made of. */
#include "referee/judge.h"

struct finding *judge_raise(struct referee *r, enum finding_id id, struct place place, const char *const *args)
{
    struct finding *finding = finding_raise(r->findings, id, place, args);
    finding->turn = r->turn.number;
    finding->seat = r->turn.seat;
    struct event *event = judge_event(r, EVENT_FINDING, r->turn.seat);
    if (event)
        event->finding = finding;
    return finding;
}

void judge_hangs_on(struct referee *r, struct finding *finding, enum option_id id)
{
    if (finding)
        finding->message = arena_printf(r->arena, "%s (option %s: %s)", finding->message, rule_options[id].name, profile_text(&r->profile, id));
}

void judge_bar(struct referee *r, struct bar bar, struct place place, const char *const *args)
{
    struct finding *finding = bar.finding ? judge_raise(r, (enum finding_id)bar.finding, place, args) : NULL;
    if (bar.option != OPTION_COUNT)
        judge_hangs_on(r, finding, (enum option_id)bar.option);
}

void judge_end_hangs(struct referee *r, struct finding *finding)
{
    for (unsigned i = 0; i < r->in_play_count; i++) {
        enum option_id id = r->in_play[i]->end_option ? r->in_play[i]->end_option(r) : OPTION_COUNT;
        if (id < OPTION_COUNT)
            judge_hangs_on(r, finding, id);
    }
}

const char *judge_cell(struct referee *r, struct cell cell)
{
    return arena_printf(r->arena, "%d,%d", cell.x, cell.y);
}

const char *judge_number(struct referee *r, long number)
{
    return arena_printf(r->arena, "%ld", number);
}

const char *judge_tile(struct referee *r, const struct laid_tile *tile)
{
    const char *name = tile->named ? tile->named->name : "an unknown tile";
    if (tile->seat == SEAT_NONE)
        return arena_printf(r->arena, "the start tile, %s", name);
    return arena_printf(r->arena, "%s, laid in turn %u", name, tile->turn);
}
