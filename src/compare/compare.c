/* SPDX-License-Identifier: MIT */
/* See compare.h. */
#include "compare/compare.h"

void compare_record(struct referee *referee, const struct record *record, struct arena *arena, struct findings *findings,
                    struct ledger *ledger)
{
    unsigned wanted = ledger->wanted;
    if (record->message_count)
        compare_messages(referee, record, arena, findings, ledger);
    if (record->statement_count)
        compare_statements(referee, record, arena, findings, ledger);
    ledger->wanted = wanted;
    findings_sort(findings);
}
