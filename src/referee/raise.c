/* SPDX-License-Identifier: MIT */
/* Raises findings and writes them into the ledger; gives the words for sides and land. */
#include "referee/judge.h"
#include "base/check.h"

struct finding *judge_raise(struct referee *r, enum finding_id id, struct place place,
                            const struct arg *args)
{
    struct finding *finding = finding_raise(r->findings, id, place, args);
    finding->turn = r->turn.number;
    finding->seat = r->turn.seat;
    struct event *event =
        finding_is_kept(r->findings, finding) ? judge_event(r, EVENT_FINDING, r->turn.seat) : NULL;
    if (event)
        event->finding = finding;
    return finding;
}

void judge_note_option(struct referee *r, struct finding *finding, enum option_id id)
{
    assert(!finding || id < OPTION_COUNT);
    if (finding)
        finding_add(r->findings, finding, TAIL_OPTION,
                    ARGS(rule_options[id].name, profile_text(&r->profile, id)));
}

const char *const judge_sides[SIDES] = {"north", "east", "south", "west"};
const char *const judge_lands[] = {
    "field", "road", "city", "town", "river", [SIDE_ANY] = "closed side", [SIDE_UNKNOWN] = "land"};

void judge_object(struct referee *r, struct objection objection, struct place place,
                  const struct arg *args)
{
    struct finding *finding =
        objection.finding ? judge_raise(r, objection.finding, place, args) : NULL;
    if (objection.option != OPTION_COUNT)
        judge_note_option(r, finding, (enum option_id)objection.option);
}

void judge_note_end(struct referee *r, struct finding *finding)
{
    FOR_EACH_ASKED(r, each, end_option) {
        enum option_id id = each->end_option(r);
        if (id < OPTION_COUNT)
            judge_note_option(r, finding, id);
    }
}
