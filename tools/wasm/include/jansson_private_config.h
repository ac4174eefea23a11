/* SPDX-License-Identifier: MIT */
/* Private settings of jansson, as its configure script would write them. */
#define HAVE_STDINT_H           1
#define HAVE_SYS_TYPES_H        1
#define HAVE_UNISTD_H           1
#define HAVE_FCNTL_H            1
#define HAVE_SYS_TIME_H         1
#define HAVE_GETTIMEOFDAY       1
#define HAVE_STRTOLL            1
#define USE_URANDOM             0
#define INITIAL_HASHTABLE_ORDER 3
