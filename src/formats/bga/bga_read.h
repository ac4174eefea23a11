/* SPDX-License-Identifier: MIT */
/* The reader of Board Game Arena's logs, and the comparison of their statements with the judged
 * game. */
#ifndef BASTIDE_FORMATS_BGA_BGA_READ_H
#define BASTIDE_FORMATS_BGA_BGA_READ_H

#include "formats/bga/bga_log.h"

struct referee;
struct ledger;

bool bga_read(struct importer *importer, const struct json *document);
void bga_verify(struct referee *referee, const struct record *record, struct findings *findings,
                struct ledger *ledger);

#endif
