/* SPDX-License-Identifier: MIT */
#ifndef BASTIDE_TOOLS_GEN_SCHEMA_H
#define BASTIDE_TOOLS_GEN_SCHEMA_H

#include "base/str.h"

/* Prints a schema: the template, in which @LIST@ stands for names of rows, and @objects@ for the
 * objects in the texts of the rooms and those of all other events. */
void schema_print(const char *template, const struct str *rooms, unsigned count);

#endif
