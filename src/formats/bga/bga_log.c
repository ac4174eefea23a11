/* SPDX-License-Identifier: MIT */
/* Helpers of the reader of Board Game Arena's logs: findings, statements, and the meaning of
 * numbers and words. */
#include "formats/bga/bga_log.h"

enum { STATEMENTS_FIRST = 8 };

struct finding *bga_at_turn(const struct bga *b, struct finding *finding)
{
    finding->turn = (uint16_t)b->turn;
    finding->seat = b->seat < b->seats ? (uint8_t)b->seat : (uint8_t)NO_SEAT;
    return finding;
}

struct finding *bga_raise(struct bga *b, enum finding_id id, const struct arg *args)
{
    return bga_at_turn(b, finding_raise(b->im->findings, id, b->place, args));
}

struct finding *bga_warn(struct bga *b, enum finding_id id, const struct arg *args)
{
    return bga_at_turn(b, finding_warn(b->im->findings, id, b->place, args));
}

void bga_differs(struct bga *b, enum finding_id id, const struct arg *args)
{
    if (!b->lost)
        bga_raise(b, id, args);
}

unsigned bga_seat(const struct bga *b, long id)
{
    unsigned seat = 0;
    while (seat < b->seats && b->ids[seat] != id)
        seat++;
    return seat;
}

unsigned bga_type_of(long number)
{
    static const uint8_t last[24] = {1,  3,  6,  8,  11, 13, 14, 16, 18, 21, 26, 29,
                                     32, 35, 39, 47, 56, 60, 61, 65, 67, 68, 71, 72};
    unsigned type = 0;
    while (last[type] < number)
        type++;
    return type + 1;
}

struct bga_spot bga_spot_at(const struct played *tile, unsigned pos)
{
    struct bga_spot none = {KIND_COUNT, PORT_NONE};
    if (!tile->lies || pos < 1 || pos > 8)
        return none;
    struct bga_spot spot = bga_types[tile->type - 1].spots[pos - 1];
    if (spot.port != PORT_NONE)
        spot.port = (uint8_t)port_turned(spot.port, tile->quarters);
    return spot;
}

enum kind bga_kind(struct str word)
{
    static const struct {
        const char *word;
        enum kind kind;
    } words[] = {{"city", KIND_CITY},          {"road", KIND_ROAD},       {"field", KIND_FIELD},
                 {"cloister", KIND_MONASTERY}, {"abbey", KIND_MONASTERY}, {NULL, KIND_COUNT}};
    unsigned i = 0;
    while (words[i].word && !str_is(word, words[i].word))
        i++;
    return words[i].kind;
}

struct statement *bga_say(struct bga *b, enum statement_kind kind)
{
    struct bga_said *said = b->said;
    if (arena_is_full(said->count, STATEMENTS_FIRST))
        said->statements = arena_grow(b->im->arena, said->statements, sizeof *said->statements,
                                      said->count, STATEMENTS_FIRST);
    struct statement *statement = &said->statements[said->count++];
    *statement = (struct statement){.place = b->place,
                                    .kind = (uint8_t)kind,
                                    .seat = SEAT_NONE,
                                    .feature = KIND_COUNT,
                                    .cities = -1};
    return statement;
}
