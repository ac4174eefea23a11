/* SPDX-License-Identifier: MIT */
/* What stands below a finding of a run's game: the line with a caret, what could have been done,
 * the table around.
 */
#ifndef BASTIDE_CLI_CONTEXT_H
#define BASTIDE_CLI_CONTEXT_H

struct run;
struct finding;

struct context;
struct context *context_open(struct run *run);
void context_close(struct context *context);
void context_tell(void *context, const struct finding *finding);

#endif
