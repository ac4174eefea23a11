/* SPDX-License-Identifier: MIT */
/* Limits of resources, which WebAssembly's system interface does not have: each call fails. */
#ifndef BASTIDE_WASM_RESOURCE_H
#define BASTIDE_WASM_RESOURCE_H

struct rlimit {
    unsigned long long rlim_cur, rlim_max;
};
enum { RLIMIT_NOFILE };

static inline int getrlimit(int resource, struct rlimit *limit)
{
    (void)resource, (void)limit;
    return -1;
}

static inline int setrlimit(int resource, const struct rlimit *limit)
{
    (void)resource, (void)limit;
    return -1;
}

#endif
