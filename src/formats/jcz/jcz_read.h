/* SPDX-License-Identifier: MIT */
/* The reader of JCloisterZone's saves: the order of its parts. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_READ_H
#define BASTIDE_FORMATS_JCZ_JCZ_READ_H

#include "formats/jcz/jcz_save.h"

bool jcz_read(struct importer *importer, const json_t *document);

/* Words about a save that is too old to be read; version: empty where it is not known. */
const char *jcz_old_version(struct arena *arena, struct str version);

#endif
