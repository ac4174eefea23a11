/* SPDX-License-Identifier: MIT */
/* The reader of Board Game Arena's logs, and the comparison of their statements with the judged
 * game. */
#ifndef BASTIDE_FORMATS_BGA_BGA_READ_H
#define BASTIDE_FORMATS_BGA_BGA_READ_H

#include "formats/bga/bga_log.h"

struct referee;
struct ledger;

/* Returns the packets of a document and their path. They are a list, or an object with a number for
 * each packet. Returns NULL if the document has no packets. */
const struct json *bga_packets_of(const struct json *document, const char **path);
bool bga_read(struct importer *importer, const struct json *document);
void bga_verify(struct referee *referee, const struct record *record, struct findings *findings,
                struct ledger *ledger);

#endif
