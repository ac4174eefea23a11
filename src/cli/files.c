/* SPDX-License-Identifier: MIT */
/* Frees lists of files. */
#include "cli/files.h"

#include "base/memory.h"

void files_forget(struct listed_file *files)
{
    for (size_t i = 0; files && files[i].path.p; i++)
        memory_free_constant(files[i].path.p);
    memory_free(files);
}
