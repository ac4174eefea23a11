/* SPDX-License-Identifier: MIT */
/* See compare.h. */
#include "compare/compare.h"

void compare_record(struct referee *referee, const struct record *record, struct findings *findings, struct ledger *ledger)
{
    unsigned wanted = ledger->wanted;
    if (record->message_count)
        compare_messages(referee, record, findings, ledger);
    if (record->statement_count)
        compare_statements(referee, record, findings, ledger);
    ledger->wanted = wanted;
    findings_sort(findings);
}
