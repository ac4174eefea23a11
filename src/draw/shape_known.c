/* SPDX-License-Identifier: MIT */
/* Finds the shape of a built-in design in the table, and that of another design anew. */
#include "draw/shape.h"
#include "tiles/catalogue.h"

void shape_of(const struct design *design, struct shape *shape)
{
    for (unsigned i = 0; i < builtin_set_count; i++) {
        const struct tileset *set = builtin_sets[i];
        uintptr_t first = (uintptr_t)set->designs, at = (uintptr_t)design;
        if (at < first || at >= (uintptr_t)(set->designs + set->design_count))
            continue;
        shape_read(shape, design->segment_count, builtin_shapes[i][design - set->designs]);
        return;
    }
    shape_find(design, shape);
}
