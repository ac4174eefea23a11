/* SPDX-License-Identifier: MIT */
/* The conditions of a verdict: statements of the record that change how it is judged and that no
 * rulebook makes. A reader of the verdict must know them, because a record could otherwise acquit
 * itself.
 */
#ifndef BASTIDE_REFEREE_CONDITIONS_H
#define BASTIDE_REFEREE_CONDITIONS_H

struct referee;
struct end_event;

/* Fills the conditions of the END event, in the order of enum condition_kind. They live in the
 * arena of the findings. With referee->strict each one also raises finding 119. */
void conditions_find(struct referee *referee, struct end_event *end);

#endif
