/* SPDX-License-Identifier: MIT */
/* Prints the schemas of the output in JSON. */
#ifndef BASTIDE_TOOLS_GEN_SCHEMA_H
#define BASTIDE_TOOLS_GEN_SCHEMA_H

#include "base/str.h"

/* Prints a schema: the template, with @LIST@ replaced by the names of rows, and @objects@ by the
 * objects in the texts of the rooms and those of all other events. */
void schema_print(const char *template, const struct str *rooms, unsigned count);

#endif
