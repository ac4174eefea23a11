/* SPDX-License-Identifier: MIT */
/* Reads CarcassonneLab's addresses, one a line. An address holds a whole game of two players with
 * the base set.
 *
 *   .../#/0/0[.i...]/TILES/MOVES?players=A,B&colors=red,blue
 *
 * TILES are the types (BGA's numbers, less 1) of all tiles drawn, the start tile and discards
 * included. They are the digits of one number in base 24, most significant first, which is written
 * in base 64 without leading zeros. `.i` means that a tile was discarded when i tiles lay, the
 * start tile included. MOVES are four characters for each tile: |x|, |y| and flags (quarter turns
 * clockwise, +16 if x < 0, +32 if y < 0), each a digit in base 58, and the follower's spot as a
 * decimal digit, 0 for none. */
#include <stdio.h>

#include "formats/bga/bga_types.h"
#include "formats/lab/lab.h"
#include "notation/token.h"

enum { TILES_DRAWN_MAX = 128, DISCARDS_MAX = 72 };

const char lab_base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const char lab_base58[] = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

static int digit_of(const char *digits, char c)
{
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* Takes the text before the first of the stops (or the end) from the front of `rest`, which then
 * begins with the stop. */
static struct str take_until(struct str *rest, const char *stops)
{
    size_t n = 0;
    while (n < rest->n && !char_is_in(rest->p[n], stops))
        n++;
    struct str part = {rest->p, n};
    *rest = str_from(*rest, n);
    return part;
}

/* Converts a base-64 number to its base-24 digits, which are the types less 1, by repeated
 * multiplication in little-endian base 24. False for an invalid character or too many digits. */
static bool unpack_types(struct str packed, uint8_t *types, unsigned *count)
{
    uint8_t digits[TILES_DRAWN_MAX];
    unsigned n = 0;
    for (size_t i = 0; i < packed.n; i++) {
        int carry = digit_of(lab_base64, packed.p[i]);
        if (carry < 0)
            return false;
        for (unsigned k = 0; k < n; k++) {
            int value = digits[k] * 64 + carry;
            digits[k] = (uint8_t)(value % 24);
            carry = value / 24;
        }
        for (; carry; carry /= 24) {
            if (n == TILES_DRAWN_MAX)
                return false;
            digits[n++] = (uint8_t)(carry % 24);
        }
    }
    for (unsigned k = 0; k < n; k++)
        types[k] = (uint8_t)(digits[n - 1 - k] + 1);
    *count = n;
    return true;
}

/* Decodes "%41" and "+" as in addresses. */
static struct str decode_name(struct arena *arena, struct str text)
{
    char *name = arena_alloc(arena, text.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '%' && i + 2 < text.n && char_hex(text.p[i + 1]) >= 0 &&
            char_hex(text.p[i + 2]) >= 0) {
            name[n++] = (char)(char_hex(text.p[i + 1]) * 16 + char_hex(text.p[i + 2]));
            i += 2;
        } else {
            name[n++] = text.p[i] == '+' ? ' ' : text.p[i];
        }
    }
    return (struct str){name, n};
}

static void read_players(struct importer *im, struct str query, struct str names[2])
{
    names[0] = str_of("A");
    names[1] = str_of("B");
    while (query.n) {
        struct str pair = take_until(&query, "&");
        query = str_from(query, 1);
        if (!str_begins(pair, "players="))
            continue;
        pair = str_from(pair, 8);
        for (unsigned i = 0; i < 2 && pair.n; i++) {
            struct str name = decode_name(im->arena, take_until(&pair, ","));
            pair = str_from(pair, 1);
            if (name.n)
                names[i] = name;
        }
    }
}

struct lab {
    struct importer *im;
    struct place place;
    uint8_t types[TILES_DRAWN_MAX];
    unsigned type_count, drawn;
    unsigned discards[DISCARDS_MAX], discard_count;
};

static bool read_discards(struct lab *lab, struct str list)
{
    take_until(&list, ".");
    while (list.n) {
        list = str_from(list, 1);
        struct str number = take_until(&list, ".");
        unsigned value = 0;
        for (size_t i = 0; i < number.n; i++) {
            if (number.p[i] < '0' || number.p[i] > '9' || value > 999)
                return false;
            value = value * 10 + (unsigned)(number.p[i] - '0');
        }
        if (number.n == 0 || lab->discard_count == DISCARDS_MAX)
            return false;
        lab->discards[lab->discard_count++] = value;
    }
    return true;
}

/* Adds the tiles that were discarded when `placed` tiles lay. False if one of them was not drawn.
 */
static bool add_discards(struct lab *lab, unsigned placed, unsigned turn, unsigned seat)
{
    for (unsigned i = 0; i < lab->discard_count; i++) {
        if (lab->discards[i] != placed)
            continue;
        if (lab->drawn >= lab->type_count)
            return false;
        importer_discard(lab->im, lab->place, turn, seat,
                         bga_types[lab->types[lab->drawn++] - 1].letter);
    }
    return true;
}

/* Adds a move. The tile of a move that cannot be read was drawn nevertheless, and lies somewhere on
 * the table. False, with a finding, if no tile is drawn for this move; later moves have no tile
 * then, either. */
static bool add_move(struct lab *lab, const char *move, unsigned turn)
{
    int value[4];
    bool good = true;
    unsigned seat = (turn + 1) % 2;
    if (!add_discards(lab, turn, turn, seat) || lab->drawn >= lab->type_count)
        return importer_malformed(lab->im, lab->place, FINDING_IMPORT_MOVES_MORE, NO_ARGS);
    const struct bga_type *type = &bga_types[lab->types[lab->drawn++] - 1];
    for (unsigned i = 0; i < 4; i++) {
        value[i] = digit_of(i < 3 ? lab_base58 : "012345678", move[i]);
        good &= value[i] >= 0;
    }
    struct cell cell;
    if (!good)
        importer_malformed(lab->im, lab->place, FINDING_IMPORT_MOVES_CHARACTER, NO_ARGS);
    if (!good || !importer_cell(lab->im, lab->place, value[2] & 16 ? -value[0] : value[0],
                                value[2] & 32 ? -value[1] : value[1], &cell)) {
        importer_lost_tile(lab->im, lab->place, turn, seat);
        return true;
    }
    unsigned quarters = (unsigned)value[2] & 3;
    importer_turn(lab->im, lab->place, turn, seat,
                  (struct imported_tile){type->letter, cell, quarters + type->extra});
    if (value[3] == 0)
        return true;
    struct bga_spot spot = type->spots[value[3] - 1];
    if (spot.kind == KIND_COUNT) {
        importer_malformed(lab->im, lab->place, FINDING_IMPORT_NO_SPOT, NO_ARGS);
        record_act_add(lab->im->record, lab->im->arena, ACT_UNKNOWN, lab->place);
        return true;
    }
    importer_meeple(lab->im, lab->place, spot.kind,
                    spot.port == PORT_NONE ? PORT_NONE : port_turned(spot.port, quarters));
    return true;
}

bool lab_read(struct importer *im, struct str line, uint32_t number)
{
    struct lab lab = {.im = im, .place = {NULL, number, 1, (uint16_t)(line.n ? line.n : 1)}};
    struct str names[2], rest = line;
    im->record->place = lab.place;
    while (rest.n && !str_begins(rest, "#/"))
        rest = str_from(rest, 1);
    rest = str_from(rest, 2);
    struct str version = take_until(&rest, "/");
    rest = str_from(rest, 1);
    struct str discards = take_until(&rest, "/");
    rest = str_from(rest, 1);
    struct str types = take_until(&rest, "/");
    rest = str_from(rest, 1);
    struct str moves = take_until(&rest, "? \t\r");
    struct str query = str_begins(rest, "?") ? str_from(rest, 1) : (struct str){"", 0};
    read_players(im, query, names);
    for (size_t i = query.n ? rest.n : 0; i < rest.n; i++)
        if (!char_is_in(rest.p[i], " \t\r"))
            return importer_malformed(im, lab.place, FINDING_IMPORT_AFTER_ADDRESS, NO_ARGS);
    if (!str_is(version, "0") || !str_begins(discards, "0"))
        return importer_malformed(im, lab.place, FINDING_IMPORT_ADDRESS, NO_ARGS);
    if (!read_discards(&lab, discards) || !unpack_types(types, lab.types, &lab.type_count) ||
        lab.type_count == 0)
        return importer_malformed(im, lab.place, FINDING_IMPORT_TILES, NO_ARGS);
    if (moves.n % 4)
        return importer_malformed(im, lab.place, FINDING_IMPORT_MOVES_CUT, NO_ARGS);
    importer_header(im, "bga-1", names, 2);
    struct header_entry *start = record_entry_add(im->record, im->arena, "start");
    value_scalar(
        &start->value, im->arena,
        str_of(arena_printf(im->arena, "%s 0,0N", bga_types[lab.types[lab.drawn++] - 1].letter)));
    crn_header_apply(im->record, im->catalogue, im->arena, im->findings);
    for (unsigned turn = 1; turn <= moves.n / 4; turn++) {
        const char *move = moves.p + 4 * (turn - 1);
        size_t column = (size_t)(move - line.p) + 1;
        lab.place = (struct place){NULL, number, (uint16_t)column, (uint16_t)(column + 3)};
        if (!add_move(&lab, move, turn))
            return im->record->line_count > 0;
    }
    lab.place = im->record->place;
    unsigned turns = (unsigned)(moves.n / 4);
    if (!add_discards(&lab, turns + 1, turns + 1, turns % 2))
        importer_malformed(im, lab.place, FINDING_IMPORT_SET_ASIDE_MORE, NO_ARGS);
    for (unsigned i = 0; i < lab.discard_count; i++)
        if (lab.discards[i] < 1 || lab.discards[i] > turns + 1)
            importer_malformed(im, lab.place, FINDING_IMPORT_SET_ASIDE_LATE, NO_ARGS);
    if (lab.type_count == 72 && lab.drawn == 72)
        importer_end(im, lab.place);
    return true;
}
