/* SPDX-License-Identifier: MIT */
/* The features that the drawings of tiles join: where a road ends at a city, at a monastery or at a
 * crossing with other roads. A wagon of the first edition goes along them. */
#include "expansions/abbey/links.h"

enum { JOINED_MAX = 4 };

/* The segments of a tile that are joined, by their names on the unturned tile. */
static const struct {
    const char *tile;
    const char *segments[JOINED_MAX];
} links[] = {
    {"a4", {"cN", "rE"}},
    {"a4", {"cW", "rS"}},
    {"a5", {"m", "rN"}},
    {"a5", {"m", "rW"}},
    {"a5", {"m", "rS"}},
    {"a5", {"m", "rE"}},
    {"a6", {"cN", "rW"}},
    {"L", {"rE", "rS", "rW"}},
    {"T", {"rS", "cN"}},
    {"S", {"rS", "cN"}},
    {"A", {"m", "rS"}},
    {"W", {"rE", "rS", "rW"}},
    {"X", {"rN", "rE", "rS", "rW"}},
    {"b2", {"cE", "rS"}},
    {"b4", {"cW", "rE"}},
    {"b4g", {"cW", "rE"}},
    {"b7", {"m", "cE"}},
    {"d9", {"rE", "rS", "rW"}},
    {"d13", {"m", "cN"}},
    {"d6", {"m", "rE"}},
    {"d6", {"m", "rS"}},
    {"d6", {"m", "rW"}},
    {"d7", {"rE", "rS", "rW"}},
    {"d8", {"rE", "rS", "rW"}},
    {"h8", {"cN", "rS"}},
    {"h11", {"m", "rS"}},
    {"h12", {"cN", "rS"}},
    {"h13", {"rN", "rS"}},
    {"h14", {"rW", "rS"}},
    {"h14g", {"rW", "rS"}},
    {"i8", {"cN", "rS"}},
    {"i5", {"cN", "cS", "rW", "rE"}},
    {"i10", {"cE", "rN"}},
    {"i10", {"cE", "rS"}},
    {"i9", {"cN", "rE"}},
    {"i2", {"m", "rW"}},
    {"i2", {"m", "rE"}},
    {"i11", {"cN", "rS"}},
    {"i14", {"rE", "rW", "rS"}},
    {"k3", {"rW", "cN"}},
    {"k4", {"rS", "cN"}},
    {"k4", {"rE", "cN"}},
    {"k2", {"rW", "cN"}},
    {"k2g", {"rW", "cN"}},
    {"w4", {"cN", "rS"}},
    {"w5", {"m", "rS"}},
    {"g16", {"cN", "rE"}},
    {"g17", {"cE", "rS"}},
    {"g18", {"cE", "rS"}},
    {"g19", {"cE", "rN"}},
    {"g19", {"cE", "rS"}},
    {"g12", {"rE", "cN"}},
    {"g11", {"cN", "rE"}},
    {"g11g", {"cN", "rE"}},
    {"g9", {"cN", "rE"}},
    {"g10", {"cN", "rE"}},
    {"g7", {"rS", "cN"}},
    {"g7", {"rE", "cN"}},
    {"g8", {"cN", "rS"}},
    {"g8", {"cN", "rE"}},
    {"g8g", {"cN", "rS"}},
    {"g8g", {"cN", "rE"}},
    {"g13", {"cN", "rS"}},
    {"g20", {"m", "rE"}},
    {"g20", {"m", "rS"}},
    {"g20", {"m", "rW"}},
    {"g22", {"rS", "cN"}},
    {"g21", {"cN", "rS"}},
    {"g23", {"cN", "rS"}},
    {"o13", {"rE", "cN"}},
    {"o16", {"rS", "cN"}},
};
enum { LINKS = sizeof links / sizeof *links };

/* Returns the index of a segment by its name; SEGMENT_NONE if the tile has no such segment. */
static unsigned segment_named(const struct design *design, const char *name)
{
    enum kind kind = kind_of_letter(*name);
    unsigned port = name[1] ? 3 * side_of_letter(name[1]) + 1 : (unsigned)PORT_NONE;
    return design_segment(design, 0, kind, port, 0);
}

/* Lists the nodes that one link of a tile joins. */
static unsigned list_nodes(const struct referee *r, unsigned tile, unsigned link,
                           uint16_t nodes[JOINED_MAX])
{
    const struct design *design = r->table.tiles[tile].design;
    unsigned count = 0;
    for (unsigned i = 0; i < JOINED_MAX && links[link].segments[i]; i++) {
        unsigned segment = segment_named(design, links[link].segments[i]);
        if (segment != SEGMENT_NONE)
            nodes[count++] = (uint16_t)(tile * NODES_PER_TILE + segment);
    }
    return count;
}

/* True if the drawing of a tile joins a feature to a node; with `exact` to the node itself,
 * otherwise to any of the feature of the node. */
static bool tile_joins(struct referee *r, unsigned tile, unsigned root, unsigned node, bool exact)
{
    const struct design *design = r->table.tiles[tile].design;
    for (unsigned link = 0; design && link < LINKS; link++) {
        if (strcmp(links[link].tile, design->name) != 0)
            continue;
        uint16_t nodes[JOINED_MAX];
        unsigned count = list_nodes(r, tile, link, nodes);
        bool from = false, to = false;
        for (unsigned i = 0; i < count; i++) {
            unsigned own = table_root(&r->table, nodes[i]);
            from |= own == root;
            to |= exact ? nodes[i] == node : own == table_root(&r->table, node);
        }
        if (from && to)
            return true;
    }
    return false;
}

/* True if a side of an abbey meets the feature of a node. */
static bool abbey_meets(struct referee *r, unsigned abbey, unsigned root, unsigned node, bool exact)
{
    struct cell cell = r->table.tiles[abbey].cell;
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned other = table_at(&r->table, cell.x + side_dx[side], cell.y + side_dy[side]);
        for (unsigned k = 0; other != TILE_NONE && r->table.tiles[other].design && k < 3; k++) {
            unsigned segment = r->table.ports[other][3 * side_opposite(side) + k];
            unsigned met = other * NODES_PER_TILE + segment;
            if (segment != SEGMENT_NONE &&
                (exact ? met == node : table_root(&r->table, met) == root))
                return true;
        }
    }
    return false;
}

static bool is_abbey(const struct referee *r, unsigned tile)
{
    const struct design *design = r->table.tiles[tile].design;
    return design && placing_fills_holes(design);
}

bool links_join(struct referee *r, unsigned root, unsigned node, bool exact)
{
    unsigned to = table_root(&r->table, node);
    for (unsigned tile = 0; tile < r->table.tile_count; tile++)
        if (is_abbey(r, tile)
                ? (to / NODES_PER_TILE == tile && abbey_meets(r, tile, root, NODE_NONE, false)) ||
                      (root / NODES_PER_TILE == tile && !exact &&
                       abbey_meets(r, tile, to, node, false))
                : tile_joins(r, tile, root, node, exact))
            return true;
    return false;
}
