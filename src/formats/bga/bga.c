/* SPDX-License-Identifier: MIT */
/* The format of Board Game Arena's game logs, which are only read. */
#include "formats/bga/bga_read.h"
#include "formats/format.h"

static bool probe(const struct json *document)
{
    return json_get(document, "data");
}

const struct format format_bga = {.probe = probe, .read = bga_read, .verify = bga_verify};
