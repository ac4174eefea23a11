/* SPDX-License-Identifier: MIT */
/* The format of saved games of JCloisterZone and FanCloisterZone. */
#include "formats/format.h"
#include "formats/jcz/jcz_read.h"
#include "formats/jcz/jcz_verify.h"
#include "formats/jcz/jcz_write.h"

static bool probe(const struct json *document)
{
    return json_get(document, "replay") || json_get(document, "setup");
}

/* Returns a refusal for saves of version 4 and older, which are XML; NULL for any other text. */
static const char *refuse(struct arena *arena, struct str head)
{
    bool old = str_begins(head, "<?xml") && str_contains(head, "<game ") &&
               str_contains(head, "expansion");
    return old ? jcz_old_version(arena, str_of("")) : NULL;
}

const struct format format_jcz = {.name = "jcz",
                                  .probe = probe,
                                  .read = jcz_read,
                                  .refuse = refuse,
                                  .verify = jcz_verify,
                                  .write = jcz_write};
