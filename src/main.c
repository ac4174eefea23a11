/* SPDX-License-Identifier: MIT */
/* The main function of bastide. */
#include "cli/cli.h"

int main(int argc, char **argv)
{
    return program_run(argc, argv);
}
