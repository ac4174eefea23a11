/* SPDX-License-Identifier: MIT */
/* The format of Board Game Arena's game logs, which are only read. */
#include "formats/bga/bga_read.h"
#include "formats/format.h"

static bool probe(const struct json *document)
{
    const char *path;
    return json_get(document, "data") || bga_packets_of(document, &path);
}

const struct format format_bga = {.probe = probe, .read = bga_read, .verify = bga_verify};
