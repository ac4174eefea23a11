/* SPDX-License-Identifier: MIT */
/* Scoring: what a feature is worth, and who owns it. These functions change only the award that
 * they fill in; the referee pays it (referee/paying.c). */
#ifndef BASTIDE_BOARD_SCORING_H
#define BASTIDE_BOARD_SCORING_H

#include "profiles/profile.h"
#include "board/table.h"

/* Begins an award for a feature: award, kind, rule, name and owners. `name` is the canonical node
 * of the feature, table_name(). `final` is true at the end of the game. */
void scoring_begin(const struct table *table, unsigned root, unsigned name, bool final,
                   struct score_event *score);

/* Adds the worth of a feature in the countryside to its award: points, terms, options. */
void scoring_value(struct table *table, const struct profile *profile, unsigned root,
                   struct score_event *score);

/* Returns the set of seats whose followers have the greatest total weight, bit 0 for seat a; 0 if
 * no seat has any. */
unsigned scoring_winners(const uint8_t followers[SEATS_MAX]);

/* Notes a mark on an award, because of which each tile, shield and so on of its terms now counts
 * `each` points. */
void scoring_mark(struct score_event *score, enum mark_id mark, int each);

/* scoring_add_term() adds a term with its points. scoring_add_option() adds an option on whose
 * value the award depends. */
void scoring_add_term(struct score_event *score, enum term_name name, unsigned count, int each);
void scoring_add_option(struct score_event *score, const struct profile *profile,
                        enum option_id id);

/* Lists the roots of the features that the segments of a field touch and for which counts() is
 * true. Lists each root once, and returns their number. Sets *undetermined if a feature that is not
 * counted is unknown: an unknown tile may have completed it. */
unsigned scoring_touched(struct table *table, unsigned root, bool (*counts)(const struct feature *),
                         uint16_t roots[TILES_MAX], bool *undetermined);

/* Adds a term for features that count `each` points. Notes their names if `counted` has room for
 * them. */
void scoring_add_counted(struct score_event *score, struct table *table, enum term_name name,
                         const uint16_t *roots, unsigned count, int each);

#endif
