/* SPDX-License-Identifier: MIT */
/* The words of `audit --by` and `diff --by`, as commands.def lists words. */
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
