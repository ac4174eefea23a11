/* SPDX-License-Identifier: MIT */
/* Version of libyaml, as its configure script would write it. */
#define YAML_VERSION_STRING "0.2.5"
#define YAML_VERSION_MAJOR  0
#define YAML_VERSION_MINOR  2
#define YAML_VERSION_PATCH  5
