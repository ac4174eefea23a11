/* SPDX-License-Identifier: MIT */
/* ALONG marks functions through which nearly every line of a record goes: they are inlined into
 * their caller, with one stack frame. */
#ifndef BASTIDE_BASE_ALONG_H
#define BASTIDE_BASE_ALONG_H

#define ALONG static inline __attribute__((always_inline))

#endif
