/* SPDX-License-Identifier: MIT */
/* Of libyaml: its version. */
#define YAML_VERSION_STRING "0.2.5"
#define YAML_VERSION_MAJOR  0
#define YAML_VERSION_MINOR  2
#define YAML_VERSION_PATCH  5
