/* SPDX-License-Identifier: MIT */
/* The tokens of a JCloisterZone save, as src/formats/jcz/jcz_format.c finds them. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_TOKENS_H
#define BASTIDE_FORMATS_JCZ_JCZ_TOKENS_H

#include "formats/import.h"
#include "formats/jcz/jcz_said.h"

/* Replaces unknown tokens of the record by those that the save's random numbers draw. */
void jcz_draw_tokens(struct importer *importer);

#endif
