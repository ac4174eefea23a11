/* SPDX-License-Identifier: MIT */
/* Shared parts of the reader and the writer of CarcassonneLab's addresses. */
#ifndef BASTIDE_FORMATS_LAB_LAB_H
#define BASTIDE_FORMATS_LAB_LAB_H

#include "formats/format.h"

extern const char lab_base58[], lab_base64[]; /* digits in the order of their values */

bool lab_read(struct importer *importer, struct str line, uint32_t number);
void lab_write(struct exporter *exporter);

#endif
