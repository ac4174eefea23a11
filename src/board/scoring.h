/* SPDX-License-Identifier: MIT */
/* What a feature is worth, and to whom. Pure; the referee pays. */
#ifndef BASTIDE_BOARD_SCORING_H
#define BASTIDE_BOARD_SCORING_H

#include "profiles/profile.h"
#include "board/table.h"

/* `name` is the feature's canonical node, table_name(). Begins an award for a feature, as completed
 * or, when `final`, as it is at the end of the game: kind, rule, name, tiles and owners. */
void scoring_begin(const struct table *table, unsigned root, unsigned name, bool final,
                   struct score_event *score);

/* What it is worth in the countryside: points, terms, options. */
void scoring_value(struct table *table, const struct profile *profile, unsigned root,
                   struct score_event *score);

/* Seats with the most followers, by what those of each seat count for; bit 0 for seat a; none when
 * nobody has any. */
unsigned scoring_winners(const uint8_t followers[SEATS_MAX]);

/* Each term counts for so many points instead, because of a mark. */
void scoring_mark(struct score_event *score, enum mark_id mark, int each);

/* Adds a term with its points, or an option of which another value would have changed the award. */
void scoring_add_term(struct score_event *score, enum term_name name, unsigned count, int each);
void scoring_add_option(struct score_event *score, const struct profile *profile,
                        enum option_id id);

/* How many different features that count a field's segments touch, and their roots; undetermined
 * when an unknown tile may have completed another. */
unsigned scoring_touched(struct table *table, unsigned root, bool (*counts)(const struct feature *),
                         uint16_t roots[TILES_MAX], bool *undetermined);

/* Adds a term of features that count alike, whose names the score notes where they are wanted. */
void scoring_add_counted(struct score_event *score, struct table *table, enum term_name name,
                         const uint16_t *roots, unsigned count, int each);

#endif
