/* See outline.h. */
#include "rules/outline.h"

#include <string.h>

static struct cell beside(struct cell cell, unsigned side)
{
    return (struct cell){(int16_t)(cell.x + side_dx[side]), (int16_t)(cell.y + side_dy[side])};
}

static bool has_tile(const struct table *table, struct cell cell)
{
    return table_at(table, cell.x, cell.y) != TILE_NONE;
}

struct edge outline_next(const struct table *table, struct edge edge, bool clockwise)
{
    unsigned way = (edge.side + (clockwise ? 1u : 3u)) % SIDES;
    struct cell ahead = beside(edge.cell, way), corner = beside(ahead, edge.side);
    if (has_tile(table, corner))
        return (struct edge){corner, (uint8_t)side_opposite(way)};
    if (has_tile(table, ahead))
        return (struct edge){ahead, edge.side};
    return (struct edge){edge.cell, (uint8_t)way};
}

bool outline_is_diagonal(const struct table *table, struct edge edge, bool clockwise, struct edge *around)
{
    unsigned way = (edge.side + (clockwise ? 1u : 3u)) % SIDES;
    struct cell ahead = beside(edge.cell, way), corner = beside(ahead, edge.side);
    *around = (struct edge){edge.cell, (uint8_t)way};
    return has_tile(table, corner) && !has_tile(table, ahead);
}

static bool is_marked(const struct outside *o, int x, int y)
{
    return o->rows[y - o->top][(x - o->left) / 32] >> ((x - o->left) % 32) & 1;
}

static void mark(struct outside *o, int x, int y)
{
    o->rows[y - o->top][(x - o->left) / 32] |= (uint32_t)1 << ((x - o->left) % 32);
}

/* Row by row, back and forth, until nothing changes: few passes, no stack. */
void outline_outside(const struct table *table, const struct cell *taken, struct outside *o)
{
    *o = (struct outside){.left = 0, .top = 0, .right = 0, .bottom = 0};
    for (unsigned i = 0; i < table->tile_count; i++) {
        struct cell cell = table->tiles[i].cell;
        o->left = cell.x < o->left ? cell.x : o->left;
        o->right = cell.x > o->right ? cell.x : o->right;
        o->top = cell.y < o->top ? cell.y : o->top;
        o->bottom = cell.y > o->bottom ? cell.y : o->bottom;
    }
    o->left -= 2;
    o->right += 2;
    o->top -= 2;
    o->bottom += 2;
    mark(o, o->left, o->top);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned pass = 0; pass < 2; pass++)
            for (int row = o->top; row <= o->bottom; row++)
                for (int column = o->left; column <= o->right; column++) {
                    int y = pass ? o->bottom + o->top - row : row, x = pass ? o->right + o->left - column : column;
                    if (is_marked(o, x, y) || table_at(table, x, y) != TILE_NONE || (taken && taken->x == x && taken->y == y))
                        continue;
                    bool reached = (x > o->left && is_marked(o, x - 1, y)) || (x < o->right && is_marked(o, x + 1, y)) ||
                                   (y > o->top && is_marked(o, x, y - 1)) || (y < o->bottom && is_marked(o, x, y + 1));
                    if (reached) {
                        mark(o, x, y);
                        changed = true;
                    }
                }
    }
}

bool outline_is_outside(const struct outside *o, struct cell cell)
{
    if (cell.x < o->left || cell.x > o->right || cell.y < o->top || cell.y > o->bottom)
        return true;
    return is_marked(o, cell.x, cell.y);
}
