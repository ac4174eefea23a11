/* SPDX-License-Identifier: MIT */
/* Lines printed below a finding: the line of the record with a caret, the legal choices at that
 * point, and the table around the place. */
#ifndef BASTIDE_CLI_CONTEXT_H
#define BASTIDE_CLI_CONTEXT_H

struct run;
struct finding;

struct context;
struct context *context_open(struct run *run);
void context_close(struct context *context);
void context_tell(void *context, const struct finding *finding);

#endif
