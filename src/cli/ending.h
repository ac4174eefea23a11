/* SPDX-License-Identifier: MIT */
/* Actions for the moment in which SIGINT, SIGTERM or SIGHUP ends the run. A signal that is ignored
 * when the program begins stays ignored, as nohup wants it. */
#ifndef BASTIDE_CLI_ENDING_H
#define BASTIDE_CLI_ENDING_H

#include <stdbool.h>

/* Has the function called when such a signal ends the run. It may do only what is safe in a signal
 * handler. At most ENDINGS_MAX functions are registered; a second call with the same function
 * changes nothing. */
enum { ENDINGS_MAX = 4 };
void ending_calls(void (*function)(void));

/* ending_block() keeps such signals waiting until ending_unblock(), and may be called again in
 * between. */
void ending_block(void);
void ending_unblock(void);

/* From now on the first SIGINT does not end the run, but asks it to end by itself; a second one
 * ends it. The run tests ending_is_asked() between games, and ends with ending_obey(), which does
 * not return if a SIGINT has come. */
void ending_by_itself(void);
bool ending_is_asked(void);
void ending_obey(void);

#endif
