/* SPDX-License-Identifier: MIT */
/* Addresses of CarcassonneLab. */
#include "formats/lab/lab.h"

static bool probe(struct str line)
{
    return str_contains(line, "carcassonnelab.com/#/");
}

const struct format format_lab = {
    .name = "carcassonnelab", .probe_line = probe, .read_line = lab_read, .write = lab_write};
