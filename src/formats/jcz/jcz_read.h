/* SPDX-License-Identifier: MIT */
/* The reader of JCloisterZone's saves, as src/formats/jcz/jcz_format.c uses it. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_READ_H
#define BASTIDE_FORMATS_JCZ_JCZ_READ_H

#include "formats/jcz/jcz_save.h"

bool jcz_read(struct importer *importer, const struct json *document);

/* Returns words about a save that is too old to be read. `version` is empty if it is not known. */
const char *jcz_old_version(struct arena *arena, struct str version);

#endif
