/* SPDX-License-Identifier: MIT */
/* The format of CarcassonneLab, in which a game is an address (URL). */
#include "formats/lab/lab.h"

static bool probe(struct str line)
{
    return str_contains(line, "carcassonnelab.com/#/");
}

const struct format format_lab = {
    .name = "carcassonnelab", .probe_line = probe, .read_line = lab_read, .write = lab_write};
