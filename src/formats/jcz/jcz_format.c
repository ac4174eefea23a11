/* SPDX-License-Identifier: MIT */
/* The format of saved games of JCloisterZone and FanCloisterZone. */
#include "formats/format.h"
#include "formats/jcz/jcz_read.h"
#include "formats/jcz/jcz_tokens.h"
#include "formats/jcz/jcz_verify.h"
#include "formats/jcz/jcz_write.h"

static bool probe(const struct json *document)
{
    return json_get(document, "replay") || json_get(document, "setup");
}

const struct format format_jcz = {.name = "jcz",
                                  .probe = probe,
                                  .read = jcz_read,
                                  .complete = jcz_draw_tokens,
                                  .verify = jcz_verify,
                                  .write = jcz_write};
