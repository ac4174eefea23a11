/* SPDX-License-Identifier: MIT */
/* Declarations of functions that WebAssembly's system interface lacks (wasi.c). Included before
 * everything else. */
#ifndef BASTIDE_WASM_WASI_H
#define BASTIDE_WASM_WASI_H

#include <sys/types.h>

int dup(int fd);
void qsort_r(void *items, size_t count, size_t size,
             int (*order)(const void *, const void *, void *), void *context);

#endif
