/* SPDX-License-Identifier: MIT */
/* Writes CarcassonneLab's addresses, whose parts src/formats/lab/lab_read.c explains. */
#include "formats/bga/bga_types.h"
#include "formats/lab/lab.h"

enum { TYPES_MAX = 72, REACH = 57 }; /* |x| and |y| are one digit each */

struct lab_writer {
    struct exporter *e;
    uint8_t types[TYPES_MAX];
    unsigned type_count, placed;
    struct cell start; /* cell of the start tile, which an address has at 0,0 with its top to the
                          north; so the whole table is moved, and turned by `quarters` */
    unsigned quarters;
    struct sink discards, moves; /* large */
};

/* Returns BGA's type of a tile of the base set, 0 for any other tile. */
static unsigned type_of(const struct design *design)
{
    for (unsigned i = 0; design && i < 24; i++)
        if (strcmp(bga_types[i].letter, design->name) == 0)
            return i + 1;
    return 0;
}

static void draw(struct lab_writer *lab, const struct design *design)
{
    unsigned type = type_of(design);
    if (design && (!type || lab->type_count == TYPES_MAX))
        export_refuse(lab->e, "tiles of other sets");
    else if (type)
        lab->types[lab->type_count++] = (uint8_t)type;
}

/* Returns the cell in the address for a cell of the record: moved, then turned clockwise by
 * `quarters`. */
static struct cell cell_of(const struct lab_writer *lab, struct cell cell)
{
    int x = cell.x - lab->start.x, y = cell.y - lab->start.y;
    for (unsigned i = 0; i < lab->quarters; i++) {
        int east = x;
        x = -y;
        y = east;
    }
    return (struct cell){(int16_t)x, (int16_t)y};
}

/* Returns the spot of the tile's type on which a follower stands, 0 if it stands on none of them.
 */
static unsigned spot_of(const struct line *line, const struct act *act)
{
    const struct bga_type *type = &bga_types[type_of(line->tile.design) - 1];
    const struct segment_ref *ref = &act->segment;
    unsigned quarters = (line->orient + 4u - type->extra) % 4;
    if (ref->has_cell && (ref->cell.x != line->cell.x || ref->cell.y != line->cell.y))
        return 0;
    unsigned segment = design_segment_of(line->tile.design, line->orient, ref->kind, ref->port,
                                         ref->index, ref->by_side);
    for (unsigned i = 0; segment != SEGMENT_NONE && i < 8; i++) {
        struct bga_spot spot = type->spots[i];
        if (spot.kind == KIND_COUNT)
            continue;
        unsigned port =
            spot.port == PORT_NONE ? (unsigned)PORT_NONE : port_turned(spot.port, quarters);
        if (design_segment_of(line->tile.design, line->orient, spot.kind, (uint8_t)port,
                              port == PORT_NONE, false) == segment)
            return i + 1;
    }
    return 0;
}

static void add_turn(struct lab_writer *lab, const struct line *line)
{
    unsigned spot = 0, type = type_of(line->tile.design);
    struct cell cell = cell_of(lab, line->cell);
    int x = cell.x, y = cell.y;
    draw(lab, line->tile.design);
    if (!type)
        return;
    if (line->seat != (lab->placed + 1) % 2 || line->turn != lab->placed)
        export_refuse(lab->e, "turns that do not go round");
    if (x > REACH || -x > REACH || y > REACH || -y > REACH) {
        export_refuse(lab->e, "cells that far away");
        x = y = 0;
    }
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        if (act->kind == ACT_MEEPLE && spot)
            export_loss(lab->e, "a second follower");
        else if (act->kind == ACT_MEEPLE && !(spot = spot_of(line, act)))
            export_loss(lab->e, "a follower on no spot of its tile");
        if (act->kind == ACT_VERB)
            export_loss(lab->e, "pieces of expansions");
    }
    unsigned quarters = (line->orient + lab->quarters + 4u - bga_types[type - 1].extra) % 4;
    unsigned flags = quarters + (x < 0 ? 16 : 0) + (y < 0 ? 32 : 0);
    sink_printf(&lab->moves, "%c%c%c%u", lab_base58[x < 0 ? -x : x], lab_base58[y < 0 ? -y : y],
                lab_base58[flags], spot);
    lab->placed++;
}

static void add_lines(struct lab_writer *lab)
{
    const struct record *record = lab->e->record;
    for (uint32_t i = 0; i < record->line_count; i++) {
        const struct line *line = &record->lines[i];
        if (line->kind == LINE_STEP && line->act_count)
            export_loss(lab->e, "what is decided on step lines");
        if (line->kind != LINE_TURN)
            continue;
        if (line->has_tile && !line->broken && line->orient != ORIENT_UNKNOWN)
            add_turn(lab, line);
        for (uint32_t k = 0; k < line->act_count; k++)
            if (line->acts[k].kind == ACT_DISCARD) {
                draw(lab, line->acts[k].tile.design);
                sink_printf(&lab->discards, ".%u", lab->placed);
            }
    }
}

/* Writes the types in base 64. They are the digits of one number in base 24, most significant
 * first. */
static void write_types(const struct lab_writer *lab, struct sink *out)
{
    uint8_t digits[TYPES_MAX] = {0}; /* base 64, least significant first */
    unsigned count = 0;
    for (unsigned i = 0; i < lab->type_count; i++) {
        unsigned carry = lab->types[i] - 1u;
        for (unsigned k = 0; k < count; k++) {
            carry += digits[k] * 24u;
            digits[k] = (uint8_t)(carry % 64);
            carry /= 64;
        }
        if (carry)
            digits[count++] = (uint8_t)carry;
    }
    while (count)
        sink_char(out, lab_base64[digits[--count]]);
}

static void write_name(struct sink *out, struct str name)
{
    for (size_t i = 0; i < name.n; i++) {
        unsigned char c = (unsigned char)name.p[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '-' || c == '_' || c == '.';
        if (plain)
            sink_char(out, (char)c);
        else
            sink_printf(out, "%%%02X", c);
    }
}

void lab_write(struct exporter *e)
{
    static const char *const keys[] = {"players", "rules", "game", "options",
                                       "sets",    "start", NULL},
                             *const held[] = {NULL};
    struct lab_writer lab;
    const struct record *record = e->record;
    const struct laid_tile *start = &e->ledger->tiles[0];
    export_common_losses(e, keys);
    export_option_losses(e, "bga-1", held);
    if (record->player_count != 2)
        export_refuse(
            e, arena_printf(e->arena, "%u players: an address has two", record->player_count));
    if (record->set_count != 1 || strcmp(record->sets[0]->name, "base") != 0 || record->own_tiles)
        export_refuse(e, "tiles of other sets");
    if (record->copies[0] > 1)
        export_refuse(e, "several copies of a set");
    /* A start tile of type 1 would be a leading zero, which is lost. */
    if (start->turn || type_of(start->named) == 1)
        export_refuse(e, "this start tile");
    if (start->cell.x || start->cell.y || start->orient)
        export_loss(e, "a start tile that lies elsewhere or turned");
    memset(&lab, 0, offsetof(struct lab_writer, discards));
    lab.e = e;
    lab.start = start->cell;
    lab.quarters = (4u - start->orient) % 4;
    lab.placed = 1;
    sink_open(&lab.discards, -1);
    sink_open(&lab.moves, -1);
    draw(&lab, start->named);
    add_lines(&lab);
    sink_cstr(e->out, "https://www.carcassonnelab.com/#/0/0");
    sink_append(e->out, &lab.discards);
    sink_char(e->out, '/');
    write_types(&lab, e->out);
    sink_char(e->out, '/');
    sink_append(e->out, &lab.moves);
    for (unsigned i = 0; i < 2 && i < record->player_count; i++) {
        sink_cstr(e->out, i ? "," : "?players=");
        write_name(e->out, record->players[i]);
    }
    sink_char(e->out, '\n');
    sink_close(&lab.discards);
    sink_close(&lab.moves);
}
