/* SPDX-License-Identifier: MIT */
/* Draws one tile in letters. */
#include "draw/draw.h"

struct tile_spot {
    uint8_t row, column;
};

static const struct tile_spot side_spots[SIDES] = {{0, 2}, {1, 4}, {2, 2}, {1, 0}};

static bool touches(port_set ports, unsigned side)
{
    return ports & side_ports(side);
}

static unsigned sides_touched(port_set ports)
{
    unsigned count = 0;
    for (unsigned side = 0; side < SIDES; side++)
        count += touches(ports, side);
    return count;
}

static void fill(struct drawing *d, unsigned row, unsigned from, unsigned to, char c)
{
    for (unsigned column = from; column <= to; column++)
        d->at[row][column] = c;
}

static void draw_city(struct drawing *d, port_set ports)
{
    static const struct tile_spot corners[SIDES] = {
        {0, 4}, {2, 4}, {2, 0}, {0, 0}}; /* the corner clockwise of each side */
    for (unsigned side = 0; side < SIDES; side++) {
        if (!touches(ports, side))
            continue;
        if (side == SIDE_N || side == SIDE_S)
            fill(d, side_spots[side].row, 1, 3, '#');
        else
            d->at[1][side_spots[side].column] = '#';
        if (touches(ports, (side + 1) % SIDES))
            d->at[corners[side].row][corners[side].column] = '#';
    }
    if (sides_touched(ports) > 2 || ports == (side_ports(SIDE_E) | side_ports(SIDE_W)) ||
        ports == (side_ports(SIDE_N) | side_ports(SIDE_S)))
        fill(d, 1, 1, 3, '#');
    else if (sides_touched(ports) == 2)
        d->at[1][touches(ports, SIDE_W) ? 1 : 3] = '#';
}

static void draw_road(struct drawing *d, port_set ports)
{
    if (touches(ports, SIDE_N))
        d->at[0][2] = '|';
    if (touches(ports, SIDE_S))
        d->at[2][2] = '|';
    if (touches(ports, SIDE_W))
        fill(d, 1, 0, 1, '-');
    if (touches(ports, SIDE_E))
        fill(d, 1, 3, 4, '-');
    if (sides_touched(ports) == 2)
        d->at[1][2] = ports == 0x082 ? '|' : ports == 0x410 ? '-' : '+';
}

static void draw_river(struct drawing *d, unsigned sides)
{
    for (unsigned side = 0; side < SIDES; side++)
        if (sides >> side & 1)
            d->at[side_spots[side].row][side_spots[side].column] = '~';
    if (sides & 1u << SIDE_E)
        d->at[1][3] = '~';
    if (sides & 1u << SIDE_W)
        d->at[1][1] = '~';
    if (sides)
        d->at[1][2] = '~';
}

/* Returns the letter of the first mark in a set that has one; `otherwise` if none has. */
static char letter_of(uint32_t set, char otherwise)
{
    static const struct {
        uint32_t mark;
        char letter;
    } letters[] = {
#define MARK_LETTER(mark, letter) {MARK_##mark, letter},
#include "rows.h"
        {0, 0}};
    for (unsigned i = 0; letters[i].mark; i++)
        if (set & letters[i].mark)
            return letters[i].letter;
    return otherwise;
}

/* Draws a segment of town. The twelve characters of the border stand for the ports, in the same
 * order clockwise: the halves and the middle of each side. A market is drawn with the letter of its
 * goods, a residence with ':'. */
static void draw_town(struct drawing *d, const struct segment *segment, port_set ports)
{
    static const struct tile_spot border[PORTS] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 4}, {2, 4},
                                                   {2, 3}, {2, 2}, {2, 1}, {2, 0}, {1, 0}, {0, 0}};
    char c = letter_of(segment->marks, ':');
    for (unsigned side = 0; side < SIDES; side++) {
        bool left = ports >> 3 * side & 1, right = ports >> (3 * side + 2) & 1;
        for (unsigned k = 0; k < 3; k++)
            if (k == 0 ? left : k == 2 ? right : left && right)
                d->at[border[3 * side + k].row][border[3 * side + k].column] = c;
    }
    if (sides_touched(ports) > 2 || ports == 0x0C3 || ports == 0x618 || ports == 0x145 ||
        ports == 0xA28)
        fill(d, 1, 1, 3, c);
}

bool draw_is_town(const struct design *design)
{
    bool town = false;
    for (unsigned i = 0; i < design->segment_count; i++)
        town |= kinds[design->segments[i].kind].town;
    return town;
}

static void draw_shield(struct drawing *d)
{
    if (d->at[1][2] == '#') {
        d->at[1][2] = '@';
        return;
    }
    for (unsigned row = 0; row < DRAW_ROWS; row++)
        for (unsigned column = 0; column < DRAW_COLUMNS; column++)
            if (d->at[row][column] == '#') {
                d->at[row][column] = '@';
                return;
            }
}

void draw_design(const struct design *design, unsigned quarters, struct drawing *d)
{
    memset(d, !design ? '?' : draw_is_town(design) ? ':' : '.', sizeof *d);
    unsigned ends = 0;
    for (unsigned i = 0; design && i < design->segment_count; i++) {
        port_set ports = ports_turned(design->segments[i].ports, quarters);
        if (design->segments[i].kind == KIND_CITY)
            draw_city(d, ports);
        if (kinds[design->segments[i].kind].town)
            draw_town(d, &design->segments[i], ports);
        ends += design->segments[i].kind == KIND_ROAD && sides_touched(ports) == 1;
    }
    if (design)
        draw_river(d, design_river(design, quarters));
    for (unsigned i = 0; design && i < design->segment_count; i++)
        if (design->segments[i].kind == KIND_ROAD)
            draw_road(d, ports_turned(design->segments[i].ports, quarters));
    if (ends > 2)
        d->at[1][2] = '*';
    for (unsigned i = 0; design && i < design->segment_count; i++) {
        if (design->segments[i].shields)
            draw_shield(d);
        if (design->segments[i].kind == KIND_MONASTERY)
            d->at[1][2] = 'M';
        if (design->segments[i].kind == KIND_GARDEN)
            d->at[2][2] = 'G';
        if (kinds[design->segments[i].kind].stacks)
            d->at[1][3] = kinds[design->segments[i].kind].letter;
    }
    if (design)
        d->at[1][1] = letter_of(design->marks, d->at[1][1]);
}
