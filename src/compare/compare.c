/* SPDX-License-Identifier: MIT */
/* See compare.h. */
#include "compare/compare.h"

unsigned compare_verdict_events(const struct record *record)
{
    return EVENTS(EVENT_END) | (record->assertion_count ? EVENTS(EVENT_SCORE) : 0u);
}

void compare_judge(struct referee *referee, const struct record *record, struct findings *findings,
                   struct ledger *ledger, unsigned wanted, uint16_t through, bool final)
{
    if (record->message_count)
        compare_messages(referee, record, findings, ledger);
    if (record->statement_count)
        compare_statements(referee, record, findings, ledger);
    findings_sort(findings);
    ledger->wanted = wanted;
    referee_judge(referee, record, findings, ledger, through, final);
}
