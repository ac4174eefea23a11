/* SPDX-License-Identifier: MIT */
/* The features that the drawings of tiles join. */
#ifndef BASTIDE_EXPANSIONS_ABBEY_LINKS_H
#define BASTIDE_EXPANSIONS_ABBEY_LINKS_H

#include "referee/judge.h"

/* True if the drawing of a tile joins a feature to the feature of a node, or an abbey lies beside
 * it. With `exact` the joined segment must be the node itself, and nothing leads away from an
 * abbey. */
bool links_join(struct referee *referee, unsigned root, unsigned node, bool exact);

#endif
