/* SPDX-License-Identifier: MIT */
/* Stated preconditions. assert() stands where a function is called some times for each game,
 * CHECK() where it is called for each tile; that is compiled with --enable-checks alone. No input
 * makes one of them fail. The library is compiled without both, because it may not abort its
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
