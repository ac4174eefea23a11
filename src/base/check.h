/* SPDX-License-Identifier: MIT */
/* Checks of stated preconditions. assert() is for functions that run a few times in each game,
 * CHECK() for those that run for each tile. CHECK() is compiled only with --enable-checks. No input
 * makes either of them fail. The library is compiled without both, because it must not abort its
 * caller.
 */
#ifndef BASTIDE_BASE_CHECK_H
#define BASTIDE_BASE_CHECK_H

#include <assert.h>

#ifdef BASTIDE_CHECKS
#define CHECK(condition) assert(condition)
#else
#define CHECK(condition) ((void)0)
#endif

#endif
