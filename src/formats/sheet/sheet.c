/* SPDX-License-Identifier: MIT */
/* Reads the score sheets of sash2104's program, another validator: {info: {title, players},
 * placements}. Tiles have the letters of the rulebook and its orientation. `y` counts upwards, and
 * `rotation` in quarter turns clockwise. The segment of a follower is given by its type and an
 * index; the segments of each type are numbered from 0, clockwise from the north. Older sheets have
 * `action` with other words instead of `type`. There are no scores and no result. */
#include "formats/format.h"

enum { TILES_IN_ALL = 72, CITIES = 0, ROADS = 4, FIELDS = 8 };

/* A drawing of a tile: the index of the city, road or field at each of the four sides, and of the
 * field at each of the eight half sides, clockwise from the north. '.' means none. Our drawing,
 * turned by `extra` quarter turns clockwise, is this one. */
struct sheet_drawing {
    char indexes[17];
    uint8_t extra;
};

static const struct sheet_drawing drawings['X' - 'A' + 1] = {
    {"......0.00000000", 0}, /* A */
    {"........00000000", 0}, /* B */
    {"0000............", 0}, /* C */
    {".0..0.0.01..1000", 1}, /* D */
    {"0.........000000", 0}, /* E */
    {".0.0....00..11..", 0}, /* F */
    {"0.0.......00..11", 1}, /* G */
    {".0.1....00..00..", 1}, /* H */
    {".01.....00....00", 2}, /* I */
    {"0....00...011000", 0}, /* J */
    {".0..0..001..1110", 1}, /* K */
    {".0..0.1201..1220", 1}, /* L */
    {"0..0......0000..", 0}, /* M */
    {"0..0......0000..", 0}, /* N */
    {"0..0.00...0110..", 0}, /* O */
    {"0..0.00...0110..", 0}, /* P */
    {"00.0........00..", 0}, /* Q */
    {"00.0........00..", 0}, /* R */
    {"00.0..0.....01..", 0}, /* S */
    {"00.0..0.....01..", 0}, /* T */
    {"....0.0.01111000", 1}, /* U */
    {"......0000000110", 0}, /* V */
    {".....01200011220", 0}, /* W */
    {"....012301122330", 0}, /* X */
};

enum placement { PLACEMENT_INITIAL, PLACEMENT_REGULAR, PLACEMENT_SKIPPED, PLACEMENT_COUNT };

struct sheet {
    struct importer *im;
    struct place place;
    struct str names[SEATS_MAX];
    unsigned seats, turn, drawn;
    bool lost;
};

static void differs(struct sheet *s, enum finding_id id, const struct arg *args)
{
    if (!s->lost)
        finding_raise(s->im->findings, id, s->place, args);
}

static struct str word(const struct json *object, const char *key)
{
    return json_str(json_get(object, key));
}

static enum placement placement_of(const struct json *placement)
{
    static const char *const words[PLACEMENT_COUNT][2] = {
        {"initial", "firstPlace"}, {"regular", "playerPlace"}, {"skipped", "skip"}};
    struct str type = word(placement, "type"), action = word(placement, "action");
    unsigned found = 0;
    while (found < PLACEMENT_COUNT && !str_is(type, words[found][0]) &&
           !str_is(action, words[found][1]))
        found++;
    return (enum placement)found;
}

static void check_fields(struct sheet *s, const struct json *object, const char *const *known)
{
    JSON_FOR_EACH_KEY(key, object)
        importer_pass_over(s->im, s->place, "field", json_str(key), known);
}

static unsigned seat_of(const struct sheet *s, struct str name)
{
    unsigned seat = 0;
    while (seat < s->seats && !str_equal(s->names[seat], name))
        seat++;
    return seat;
}

/* Returns the drawing of a tile; NULL, with a finding, for another name. */
static const struct sheet_drawing *drawing_of(struct sheet *s, const struct json *placement)
{
    struct str tile = word(placement, "tile");
    if (tile.n == 1 && *tile.p >= 'A' && *tile.p <= 'X')
        return &drawings[*tile.p - 'A'];
    differs(s, FINDING_IMPORT_SHEET_TILE, ARGS(arena_brief(s->im->arena, tile)));
    return NULL;
}

static long number(const struct json *object, const char *key, long otherwise)
{
    const struct json *value = json_get(object, key);
    return value ? json_loose_integer(value, -9999) : otherwise;
}

/* Returns the number with the other sign. A number beyond all cells stays beyond them. */
static long opposite(long number)
{
    return number < -9999 ? 9999 : -number;
}

/* Returns the quarter turns of a placement; 4, with a finding, if they are wrong. */
static unsigned rotation_of(struct sheet *s, const struct json *placement)
{
    static const char *const keys[] = {"x", "y", "rotation", NULL};
    const struct json *lies = json_get(placement, "tilePlacement");
    long rotation = number(lies, "rotation", 0);
    check_fields(s, lies, keys);
    if (rotation >= 0 && rotation < SIDES)
        return (unsigned)rotation;
    differs(s, FINDING_IMPORT_SHEET_ROTATION, NO_ARGS);
    return SIDES;
}

/* Returns the port of a segment on a drawing: the first one, clockwise from the north. PORT_NONE if
 * there is no such segment. */
static unsigned port_of(const struct sheet_drawing *drawing, enum kind kind, long index)
{
    unsigned from = kind == KIND_CITY ? CITIES : kind == KIND_ROAD ? ROADS : FIELDS;
    unsigned places = kind == KIND_FIELD ? 2 * SIDES : SIDES;
    for (unsigned i = 0; i < places && index >= 0 && index < 10; i++)
        if (drawing->indexes[from + i] == '0' + index)
            return kind == KIND_FIELD ? 3 * (i / 2) + 2 * (i % 2) : 3 * i + 1;
    return PORT_NONE;
}

static void place_follower(struct sheet *s, const struct json *placement,
                           const struct sheet_drawing *drawing, unsigned rotation)
{
    static const char *const keys[] = {"segmentType", "segmentIndex", NULL};
    static const struct {
        const char *word;
        enum kind kind;
    } types[] = {{"city", KIND_CITY},
                 {"road", KIND_ROAD},
                 {"field", KIND_FIELD},
                 {"cloister", KIND_MONASTERY}};
    const struct json *meeple = json_get(placement, "meeplePlacement");
    if (!meeple)
        return;
    check_fields(s, meeple, keys);
    struct str type = word(meeple, "segmentType");
    long index = number(meeple, "segmentIndex", -1);
    unsigned i = 0, port = PORT_NONE;
    while (i < sizeof types / sizeof *types && !str_is(type, types[i].word))
        i++;
    bool is_known = i < sizeof types / sizeof *types,
         inside = is_known && types[i].kind == KIND_MONASTERY;
    if (is_known && !inside)
        port = port_of(drawing, types[i].kind, index);
    if (inside ? index != 0 : port == PORT_NONE) {
        differs(s, FINDING_IMPORT_SHEET_SEGMENT,
                ARGS(arena_brief(s->im->arena, word(placement, "tile")),
                     arena_brief(s->im->arena, type), index));
        record_act_add(s->im->record, s->im->arena, ACT_UNKNOWN, s->place);
        return;
    }
    importer_meeple(s->im, s->place, types[i].kind,
                    inside ? PORT_NONE : (unsigned)port_turned((uint8_t)port, rotation));
}

static void read_turn(struct sheet *s, const struct json *placement, enum placement is)
{
    struct str name = word(placement, "player");
    unsigned seat = seat_of(s, name), rotation = rotation_of(s, placement);
    const struct sheet_drawing *drawing = drawing_of(s, placement);
    const struct json *lies = json_get(placement, "tilePlacement");
    struct cell cell;
    if (seat == s->seats)
        differs(s, FINDING_IMPORT_SHEET_PLAYER, ARGS(arena_brief(s->im->arena, name)));
    s->drawn++;
    bool good = seat < s->seats && rotation < SIDES && drawing;
    if (good && is == PLACEMENT_SKIPPED) {
        importer_discard(s->im, s->place, s->turn + 1, seat,
                         arena_brief(s->im->arena, word(placement, "tile")));
        return;
    }
    good = good && importer_cell(s->im, s->place, number(lies, "x", 0),
                                 opposite(number(lies, "y", 0)), &cell);
    s->turn++;
    if (!good) {
        s->lost = true;
        importer_lost_tile(s->im, s->place, s->turn, seat % s->seats);
        return;
    }
    importer_turn(s->im, s->place, s->turn, seat,
                  (struct imported_tile){arena_brief(s->im->arena, word(placement, "tile")), cell,
                                         rotation + drawing->extra});
    place_follower(s, placement, drawing, rotation);
}

static void read_placement(struct sheet *s, const struct json *placement, size_t i)
{
    static const char *const keys[] = {"turn",   "type",          "action",          "tile",
                                       "player", "tilePlacement", "meeplePlacement", NULL};
    enum placement is = placement_of(placement);
    check_fields(s, placement, keys);
    if (number(placement, "turn", (long)i) != (long)i)
        differs(s, FINDING_SAID_SHEET_TURN, ARGS((long)i, number(placement, "turn", 0)));
    if (is == PLACEMENT_COUNT)
        differs(s, FINDING_IMPORT_SHEET_PLACEMENT,
                ARGS(arena_brief(s->im->arena, word(placement, "type"))));
    else if (is == PLACEMENT_INITIAL && i)
        differs(s, FINDING_SAID_SHEET_INITIAL, NO_ARGS);
    else if (is != PLACEMENT_INITIAL)
        read_turn(s, placement, is);
}

/* Adds the start tile, as the first placement has it. */
static void read_start(struct sheet *s, const struct json *placements)
{
    const struct json *first = json_item(placements, 0);
    if (placement_of(first) != PLACEMENT_INITIAL)
        return;
    s->place = importer_item(s->im, "placements", 0, NULL, 0);
    const struct sheet_drawing *drawing = drawing_of(s, first);
    unsigned rotation = rotation_of(s, first);
    const struct json *lies = json_get(first, "tilePlacement");
    struct cell cell;
    if (!drawing || rotation == SIDES ||
        !importer_cell(s->im, s->place, number(lies, "x", 0), opposite(number(lies, "y", 0)),
                       &cell))
        return;
    s->drawn++;
    value_scalar(&record_entry_add(s->im->record, s->im->arena, "start")->value, s->im->arena,
                 str_of(arena_printf(s->im->arena, "%c %d,%d%c", *word(first, "tile").p, cell.x,
                                     cell.y, "NESW"[(rotation + drawing->extra) % SIDES])));
}

/* Gives the seats to the players in the order of their first placements, then to the players
 * without one. */
static bool read_players(struct sheet *s, const struct json *players, const struct json *placements)
{
    static const char *const keys[] = {"name", "color", NULL};
    struct str listed[SEATS_MAX];
    unsigned count = 0;
    const struct json *each;
    JSON_FOR_EACH(i, each, players) {
        s->place = importer_item(s->im, "info.players", i, NULL, 0);
        check_fields(s, each, keys);
        if (count < SEATS_MAX)
            listed[count] = arena_str(s->im->arena, word(each, "name"));
        count++;
    }
    s->place = importer_at(s->im, "info.players");
    bool good = count && count <= SEATS_MAX;
    for (unsigned i = 1; good && i < count; i++)
        for (unsigned k = 0; k < i; k++)
            good &= !str_equal(listed[i], listed[k]);
    if (!good)
        return importer_malformed(s->im, s->place, FINDING_IMPORT_SHEET_PLAYERS, NO_ARGS);
    JSON_FOR_EACH(i, each, placements)
        for (unsigned k = 0; k < count; k++)
            if (str_equal(listed[k], word(each, "player")) && seat_of(s, listed[k]) == s->seats)
                s->names[s->seats++] = listed[k];
    for (unsigned k = 0; k < count; k++)
        if (seat_of(s, listed[k]) == s->seats)
            s->names[s->seats++] = listed[k];
    return true;
}

static bool read(struct importer *im, const struct json *document)
{
    static const char *const keys[] = {"info", "placements", NULL};
    static const char *const info_keys[] = {"title",    "startDate", "endDate", "date-start",
                                            "date-end", "players",   NULL};
    const struct json *info = json_get(document, "info"),
                      *placements = json_get(document, "placements"), *placement;
    struct sheet *s = arena_alloc(im->arena, sizeof *s);
    *s = (struct sheet){.im = im};
    s->place = im->record->place = importer_at(im, "%s", "");
    check_fields(s, document, keys);
    check_fields(s, info, info_keys);
    if (!read_players(s, json_get(info, "players"), placements))
        return false;
    importer_header(im, "official-1", s->names, s->seats);
    if (word(info, "title").n)
        value_scalar(&record_entry_add(im->record, im->arena, "event")->value, im->arena,
                     str_of(arena_brief(im->arena, word(info, "title"))));
    read_start(s, placements);
    crn_header_apply(im->record, im->catalogue, im->arena, im->findings);
    JSON_FOR_EACH(i, placement, placements) {
        s->place = importer_item(im, "placements", i, NULL, 0);
        read_placement(s, placement, i);
    }
    if (s->drawn == TILES_IN_ALL)
        importer_end(im, s->place);
    return true;
}

static bool probe(const struct json *document)
{
    return json_get(document, "info") && json_is(json_get(document, "placements"), JSON_LIST);
}

const struct format format_sheet = {.probe = probe, .read = read};
