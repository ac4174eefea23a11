/* SPDX-License-Identifier: MIT */
/* Keys of `audit --by` and `diff --by`, as a list of words for commands.def. */
#ifndef BASTIDE_CLI_KEYS_H
#define BASTIDE_CLI_KEYS_H

static const char audit_keys[] = "*"
#define BY(id, name, nothing, events, print, detail, marks) name " "
#include "rows.h"
    ;
static const char diff_keys[] = "*"
#define SUM(id, name, award) name " "
#include "rows.h"
    ;

#endif
