/* SPDX-License-Identifier: MIT */
/* Reads tile sets from libyaml's events, not from its documents: aliases are refused instead of
 * followed, so no small text can unfold into a large one.
 */
#include "tiles/tile_yaml.h"
#include "base/memory.h"

#include <stdio.h>
#include <yaml.h>

struct reader {
    struct arena *arena;
    yaml_parser_t parser;
    yaml_event_t event;
    bool has_event;
    struct tile_yaml_error *error;
    bool failed;
    /* The place in the text that is being read, for messages. */
    const struct design *design; /* NULL outside of tiles */
    unsigned tile;               /* index of the design in the list */
    unsigned segment;            /* index of the segment in the tile; SEGMENT_NONE outside of
                                    segments */
    /* Names of touched segments, kept until all segments of the tile are known: cities that fields
     * touch, by their sides, and markets that residences touch, by one of their halves. */
    struct {
        unsigned segment;
        uint8_t kind;
        char name[NAME_BYTES_MAX + 1];
    } touches[64];
    unsigned touch_count;
    /* Names of joined segments, kept likewise: a kind, and a side of a segment that touches one. */
    struct {
        unsigned group; /* number of the list in which it stands */
        uint8_t kind, side;
    } joins[64];
    unsigned join_count;
};

/* Returns "segment 2 (field)". */
static const char *segment_words(const struct reader *r, unsigned segment)
{
    unsigned kind = r->design->segments[segment].kind;
    return kind < KIND_COUNT
               ? arena_printf(r->arena, "segment %u (%s)", segment + 1, kinds[kind].name)
               : arena_printf(r->arena, "segment %u", segment + 1);
}

/* Returns "tile D, segment 2 (field)". */
static const char *where_words(const struct reader *r)
{
    const char *tile = r->design->name[0] ? r->design->name
                                          : arena_printf(r->arena, "%u of the list", r->tile + 1);
    return r->segment == SEGMENT_NONE
               ? arena_printf(r->arena, "tile %s", tile)
               : arena_printf(r->arena, "tile %s, %s", tile, segment_words(r, r->segment));
}

static void fail_at(struct reader *r, yaml_mark_t mark, const char *why)
{
    if (r->failed)
        return;
    r->failed = true;
    r->error->why = r->design ? arena_printf(r->arena, "%s: %s", where_words(r), why) : why;
    r->error->line = (unsigned)mark.line + 1;
    r->error->column = (unsigned)mark.column + 1;
}

static void fail(struct reader *r, const char *why)
{
    fail_at(r, r->event.start_mark, why);
}

/* True for an anchor, alias or tag, which means nothing here but may mean something to another
 * reader. */
static bool is_decorated(const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor || event->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor || event->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor || event->data.mapping_start.tag;
    default:
        return event->type == YAML_ALIAS_EVENT;
    }
}

/* Goes to the next event and returns its type. After a failure it always returns the end of the
 * stream. */
static yaml_event_type_t next(struct reader *r)
{
    if (r->failed)
        return YAML_STREAM_END_EVENT;
    if (r->has_event)
        yaml_event_delete(&r->event);
    r->has_event = false;
    if (!yaml_parser_parse(&r->parser, &r->event)) {
        if (r->parser.error == YAML_MEMORY_ERROR)
            memory_out();
        memset(&r->event, 0, sizeof r->event);
        r->event.start_mark = r->parser.problem_mark;
        fail(r, arena_printf(r->arena, "%s", r->parser.problem ? r->parser.problem : "not YAML"));
        return YAML_STREAM_END_EVENT;
    }
    r->has_event = true;
    if (is_decorated(&r->event)) {
        r->error->forbidden = !r->failed;
        fail(r, "an anchor, alias or tag");
    }
    return r->failed ? YAML_STREAM_END_EVENT : r->event.type;
}

static struct str scalar(const struct reader *r)
{
    return (struct str){(const char *)r->event.data.scalar.value, r->event.data.scalar.length};
}

static bool expect(struct reader *r, yaml_event_type_t got, yaml_event_type_t wanted,
                   const char *why)
{
    if (got != wanted)
        fail(r, why);
    return !r->failed;
}

/* True if the next event begins another item of the list or another key of the mapping. Fails if
 * the next event is neither that nor the end of the list or mapping. */
static bool is_another(struct reader *r, yaml_event_type_t item)
{
    yaml_event_type_t got = next(r);
    if (got != item && got != YAML_SEQUENCE_END_EVENT && got != YAML_MAPPING_END_EVENT)
        fail(r, item == YAML_SCALAR_EVENT           ? "expected a single value"
                : item == YAML_SEQUENCE_START_EVENT ? "expected a list"
                                                    : "expected a mapping");
    return got == item;
}

static bool read_scalar(struct reader *r, struct str *value)
{
    if (!expect(r, next(r), YAML_SCALAR_EVENT, "expected a single value"))
        return false;
    *value = scalar(r);
    return true;
}

static bool read_number(struct reader *r, unsigned most, uint8_t *number)
{
    struct str value;
    if (!read_scalar(r, &value))
        return false;
    unsigned n = 0;
    for (size_t i = 0; i < value.n && n <= most; i++)
        n = value.p[i] >= '0' && value.p[i] <= '9' ? n * 10 + (unsigned)(value.p[i] - '0')
                                                   : most + 1;
    if (value.n == 0 || n > most) {
        fail(r, arena_printf(r->arena, "expected a number from 0 to %u", most));
        return false;
    }
    *number = (uint8_t)n;
    return true;
}

/* True for a name that a body can use: a letter, then letters, digits and characters of `more`. */
static bool is_name(struct str name, const char *more)
{
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && (i == 0 || !((c >= '0' && c <= '9') || char_is_in(c, more))))
            return false;
    }
    return name.n > 0 && name.n <= NAME_BYTES_MAX;
}

static bool read_name(struct reader *r, char name[NAME_BYTES_MAX + 1], const char *more)
{
    struct str value;
    if (!read_scalar(r, &value))
        return false;
    if (!is_name(value, more)) {
        fail(r,
             arena_printf(r->arena, "a name must be a letter, then up to 30 letters, digits and %s",
                          more));
        return false;
    }
    memcpy(name, value.p, value.n);
    name[value.n] = '\0';
    return true;
}

/* Skips the next value. Its depth is limited, because only a skipped value may be nested to any
 * depth. */
static void skip_value(struct reader *r)
{
    unsigned depth = 0;
    do {
        yaml_event_type_t type = next(r);
        if (type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT) {
            if (++depth > YAML_DEPTH_MAX)
                fail(r, "nested too deeply");
        } else if (type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT) {
            depth--;
        }
    } while (depth && !r->failed);
}

/* Reads sides as a set, bit 0 for north. */
static unsigned read_side_set(struct reader *r)
{
    struct str value;
    unsigned sides = 0;
    if (!read_scalar(r, &value))
        return 0;
    for (size_t i = 0; i < value.n; i++) {
        unsigned side = side_of_letter(value.p[i]);
        if (side == SIDES)
            fail(r, "sides must consist of the letters N, E, S and W");
        else
            sides |= 1u << side;
    }
    return sides;
}

static void read_sides(struct reader *r, struct segment *segment)
{
    unsigned sides = read_side_set(r);
    for (unsigned side = 0; side < SIDES; side++)
        if (sides >> side & 1)
            segment->ports |=
                kinds[segment->kind].halves ? side_ports(side) : side_ports(side) & PORTS_MIDDLE;
}

static void read_halves(struct reader *r, struct segment *segment)
{
    if (!expect(r, next(r), YAML_SEQUENCE_START_EVENT, "halves must be a list"))
        return;
    while (is_another(r, YAML_SCALAR_EVENT)) {
        if (str_is(scalar(r), "inner"))
            continue;
        unsigned port = port_named(scalar(r));
        if (port == PORT_NONE || port_is_middle(port)) {
            fail(r, "a half must be a half-wind such as NNE, or 'inner'");
            return;
        }
        segment->ports |= (port_set)(1u << port);
    }
}

/* Returns the kind of segments that a key lists as touched; KIND_COUNT for another key. */
static enum kind kind_touched(struct str key)
{
    enum kind kind = 0;
    while (kind < KIND_COUNT && !(kinds[kind].touched && str_is(key, kinds[kind].touched)))
        kind++;
    return kind;
}

static void read_touches(struct reader *r, unsigned index, enum kind kind)
{
    if (!expect(r, next(r), YAML_SEQUENCE_START_EVENT,
                "the segments that a segment touches must be a list"))
        return;
    while (is_another(r, YAML_SCALAR_EVENT)) {
        struct str name = scalar(r);
        if (r->touch_count == sizeof r->touches / sizeof *r->touches || name.n > NAME_BYTES_MAX) {
            fail(r, "a segment touches too many segments");
            return;
        }
        memcpy(r->touches[r->touch_count].name, name.p, name.n);
        r->touches[r->touch_count].name[name.n] = '\0';
        r->touches[r->touch_count].kind = (uint8_t)kind;
        r->touches[r->touch_count++].segment = index;
    }
}

/* Fails if the key stood in the mapping before. `seen` is a set of bits in the order of `keys`. */
static void once(struct reader *r, struct str key, const char *const *keys, unsigned count,
                 unsigned *seen)
{
    for (unsigned i = 0; i < count; i++) {
        if (!str_is(key, keys[i]))
            continue;
        if (*seen >> i & 1)
            fail(r, "a key is given twice");
        *seen |= 1u << i;
    }
}

/* Reads the value of a key that names a mark into the set. False if the key names no mark. */
static bool read_mark(struct reader *r, struct str key, bool on_tile, uint32_t *set)
{
    unsigned id = 0;
    while (id < MARK_COUNT && (marks[id].on_tile != on_tile || !str_is(key, marks[id].key)))
        id++;
    if (id == MARK_COUNT)
        return false;
    struct str value;
    if (!read_scalar(r, &value))
        return true;
    if (!str_is(value, "true") && !str_is(value, "false"))
        fail(r, "expected true or false");
    else if (str_is(value, "true") == marks[id].value)
        *set |= 1u << id;
    return true;
}

static void read_kind(struct reader *r, struct str name, struct segment *segment)
{
    enum kind kind = kind_named(name), last = KIND_COUNT;
    if (kind < KIND_COUNT && kinds[kind].letter) {
        segment->kind = (uint8_t)kind;
        return;
    }
    while (!kinds[--last].letter)
        ;
    const char *words = "kind must be ";
    for (kind = 0; kind <= last; kind++)
        if (kinds[kind].letter)
            words = arena_printf(r->arena, "%s%s%s", words,
                                 !kind          ? ""
                                 : kind == last ? " or "
                                                : ", ",
                                 kinds[kind].name);
    fail(r, words);
}

static void read_segment(struct reader *r, struct design *design)
{
    if (design->segment_count == SEGMENTS_MAX) {
        fail(r, "too many segments");
        return;
    }
    unsigned index = design->segment_count++;
    r->segment = index;
    struct segment *segment = &design->segments[index];
    segment->kind = KIND_COUNT;
    while (is_another(r, YAML_SCALAR_EVENT)) {
        struct str key = scalar(r), value;
        if (str_is(key, "kind")) {
            if (read_scalar(r, &value))
                read_kind(r, value, segment);
        } else if (segment->kind == KIND_COUNT) {
            fail(r, "a segment must begin with its kind");
        } else if (str_is(key, "sides")) {
            read_sides(r, segment);
        } else if (str_is(key, "halves")) {
            read_halves(r, segment);
        } else if (str_is(key, "shields")) {
            read_number(r, 9, &segment->shields);
        } else if (kind_touched(key) != KIND_COUNT) {
            read_touches(r, index, kind_touched(key));
        } else if (!read_mark(r, key, false, &segment->marks)) {
            fail(r, "unknown key of a segment");
        }
    }
    if (segment->kind == KIND_COUNT)
        fail(r, "a segment must have a kind");
    r->segment = SEGMENT_NONE;
}

/* Returns the ports of the sides that letters name; 0 if one of them names no side. */
static port_set ports_of_letters(const char *letters)
{
    port_set ports = 0;
    for (const char *c = letters; *c; c++) {
        if (side_of_letter(*c) == SIDES)
            return 0;
        ports |= side_ports(side_of_letter(*c));
    }
    return ports;
}

static void resolve_touches(struct reader *r, struct design *design, yaml_mark_t begin)
{
    for (unsigned i = 0; i < r->touch_count; i++) {
        enum kind kind = (enum kind)r->touches[i].kind;
        const char *name = r->touches[i].name;
        bool by_sides = kinds[kind].middle;
        port_set ports = by_sides ? ports_of_letters(name) : 0;
        unsigned half = by_sides ? (unsigned)PORT_NONE : port_named(str_of(name)),
                 found = SEGMENT_NONE;
        for (unsigned k = 0; k < design->segment_count; k++)
            if (design->segments[k].kind == kind &&
                (by_sides ? ports && (design->segments[k].ports & ports) == ports
                          : half != PORT_NONE && design->segments[k].ports >> half & 1))
                found = k;
        if (found == SEGMENT_NONE) {
            r->segment = r->touches[i].segment;
            fail_at(r, begin,
                    arena_printf(r->arena, "it touches what the tile has not: a %s at %s",
                                 kinds[kind].name, arena_plain(r->arena, str_of(name))));
            return;
        }
        design->segments[r->touches[i].segment].touches |= (uint16_t)(1u << found);
    }
}

/* Reads lists of segments that the drawing joins. */
static void read_joined(struct reader *r)
{
    if (!expect(r, next(r), YAML_SEQUENCE_START_EVENT, "joined must be a list of lists"))
        return;
    for (unsigned group = 0; is_another(r, YAML_SEQUENCE_START_EVENT); group++)
        while (is_another(r, YAML_SCALAR_EVENT)) {
            struct str name = scalar(r);
            enum kind kind = name.n ? kind_of_letter(name.p[0]) : KIND_COUNT;
            unsigned side = name.n == 2 ? side_of_letter(name.p[1]) : SIDES;
            if (kind == KIND_COUNT || name.n != (kinds[kind].middle ? 2u : 1u) ||
                (kinds[kind].middle && side == SIDES)) {
                fail(r, "a joined segment must be a road or city with a side, such as rN, or m");
                return;
            }
            if (r->join_count == sizeof r->joins / sizeof *r->joins) {
                fail(r, "too many segments are joined");
                return;
            }
            r->joins[r->join_count].group = group;
            r->joins[r->join_count].kind = (uint8_t)kind;
            r->joins[r->join_count++].side = (uint8_t)side;
        }
}

/* Joins each segment to the others of its list. The segments of the design are complete. */
static void resolve_joined(struct reader *r, struct design *design, yaml_mark_t begin)
{
    uint8_t found[sizeof r->joins / sizeof *r->joins];
    for (unsigned i = 0; i < r->join_count; i++) {
        unsigned side = r->joins[i].side, kind = r->joins[i].kind;
        unsigned port = side == SIDES ? (unsigned)PORT_NONE : 3 * side + 1;
        found[i] = (uint8_t)design_segment(design, 0, (enum kind)kind, port, 0);
        char name[] = {kinds[kind].letter, "NESW"[side], '\0'};
        if (found[i] == SEGMENT_NONE) {
            fail_at(r, begin, arena_printf(r->arena, "it joins what the tile has not: '%s'", name));
            return;
        }
        for (unsigned k = 0; k < i; k++) {
            if (r->joins[k].group != r->joins[i].group || found[k] == found[i])
                continue;
            design->segments[found[k]].joined |= (uint16_t)(1u << found[i]);
            design->segments[found[i]].joined |= (uint16_t)(1u << found[k]);
        }
    }
}

static void finish_design(struct reader *r, struct design *design, yaml_mark_t begin)
{
    struct design_fault fault = design_finish(design);
    if (!fault.why)
        return;
    const char *why = fault.why;
    if (fault.side != SIDES)
        why = arena_printf(r->arena, "%s: %c", why, "NESW"[fault.side]);
    if (fault.segment != SEGMENT_NONE)
        why = arena_printf(r->arena, "%s and %s: %s", segment_words(r, fault.segment),
                           segment_words(r, fault.other), why);
    fail_at(r, begin, why);
}

/* Reads a tile, whose mapping has begun. */
static void read_tile(struct reader *r, struct design *design)
{
    char sides[NAME_BYTES_MAX + 1] = "";
    static const char *const keys[] = {"name",     "count", "sides", "aliases", "max",
                                       "segments", "title", "twin",  "river",   "joined"};
    unsigned seen = 0;
    yaml_mark_t begin = r->event.start_mark;
    design->count = 1;
    r->touch_count = r->join_count = 0;
    while (is_another(r, YAML_SCALAR_EVENT)) {
        struct str key = scalar(r);
        once(r, key, keys, sizeof keys / sizeof *keys, &seen);
        if (str_is(key, "name")) {
            read_name(r, design->name, "/.+!");
        } else if (str_is(key, "count")) {
            read_number(r, 255, &design->count);
        } else if (str_is(key, "max")) {
            if (read_number(r, 255, &design->most) && !design->most)
                fail(r, "max must be at least 1");
        } else if (str_is(key, "title")) {
            struct str title;
            if (read_scalar(r, &title))
                design->title = arena_str(r->arena, title);
        } else if (str_is(key, "twin")) {
            char twin[NAME_BYTES_MAX + 1] = "";
            read_name(r, twin, "/.+!");
            design->twin = arena_copy(r->arena, twin, strlen(twin));
        } else if (str_is(key, "sides")) {
            read_name(r, sides, "");
        } else if (str_is(key, "river")) {
            design->river = (uint8_t)read_side_set(r);
        } else if (str_is(key, "joined")) {
            read_joined(r);
        } else if (str_is(key, "aliases")) {
            if (!expect(r, next(r), YAML_SEQUENCE_START_EVENT, "aliases must be a list"))
                return;
            for (unsigned n = 0; is_another(r, YAML_SCALAR_EVENT); n++) {
                if (n == ALIASES_MAX || !is_name(scalar(r), "/.+!")) {
                    fail(r, n == ALIASES_MAX ? "too many aliases"
                                             : "an alias must be a name like a tile's");
                    return;
                }
                design->aliases[n] = arena_copy(r->arena, scalar(r).p, scalar(r).n);
            }
        } else if (str_is(key, "segments")) {
            if (!expect(r, next(r), YAML_SEQUENCE_START_EVENT, "segments must be a list"))
                return;
            while (is_another(r, YAML_MAPPING_START_EVENT))
                read_segment(r, design);
        } else if (!read_mark(r, key, true, &design->marks)) {
            fail(r, "unknown key of a tile");
        }
    }
    if (r->failed)
        return;
    resolve_touches(r, design, begin);
    if (!design->name[0])
        fail_at(r, begin, "a tile must have a name");
#define MARKS_EXCLUDE(one, other, why)                                                             \
    if (design->marks & MARK_##one && design->marks & MARK_##other)                                \
        fail_at(r, begin, why);
#include "rows.h"
    if (!r->failed)
        finish_design(r, design, begin);
    if (!r->failed)
        resolve_joined(r, design, begin);
    for (unsigned side = 0; side < SIDES && sides[0]; side++)
        if (strlen(sides) != SIDES || SIDE_LETTERS[design->side[0][side]] != sides[side])
            fail_at(r, begin, "'sides' and the segments say different things");
}

static void read_tiles(struct reader *r, struct tileset *set)
{
    struct design *designs = arena_alloc(r->arena, DESIGNS_MAX * sizeof *designs);
    set->designs = designs;
    if (!expect(r, next(r), YAML_SEQUENCE_START_EVENT, "tiles must be a list"))
        return;
    while (is_another(r, YAML_MAPPING_START_EVENT)) {
        if (set->design_count == DESIGNS_MAX) {
            fail(r, "too many designs");
            return;
        }
        yaml_mark_t begin = r->event.start_mark;
        r->design = &designs[set->design_count];
        r->tile = set->design_count;
        r->segment = SEGMENT_NONE;
        read_tile(r, &designs[set->design_count]);
        set->replaces |= designs[set->design_count].twin != NULL;
        for (unsigned i = 0; i < set->design_count && !r->failed; i++)
            if (strcmp(designs[i].name, designs[set->design_count].name) == 0)
                fail_at(r, begin, "a tile with this name is defined above");
        set->design_count++;
        r->design = NULL;
    }
}

static void read_brings(struct reader *r, struct tileset *set)
{
    if (!expect(r, next(r), YAML_SEQUENCE_START_EVENT, "brings must be a list of rules"))
        return;
    for (unsigned n = 0; is_another(r, YAML_SCALAR_EVENT); n++) {
        if (n == BRINGS_MAX || !is_name(scalar(r), "-")) {
            fail(r, n == BRINGS_MAX ? "too many rules"
                                    : "a rule's name must consist of letters and -");
            return;
        }
        set->brings[n] = arena_copy(r->arena, scalar(r).p, scalar(r).n);
    }
}

static void read_piles(struct reader *r, struct tileset *set)
{
    if (!expect(r, next(r), YAML_SEQUENCE_START_EVENT, "piles must be a list of numbers"))
        return;
    for (unsigned n = 0; is_another(r, YAML_SCALAR_EVENT); n++) {
        struct str value = scalar(r);
        unsigned long count = 0;
        for (size_t i = 0; i < value.n && count < 256; i++)
            count = value.p[i] >= '0' && value.p[i] <= '9'
                        ? count * 10 + (unsigned long)(value.p[i] - '0')
                        : 256;
        if (n == PILES_MAX || !count || count > 255) {
            fail(r, n == PILES_MAX ? "too many piles" : "a pile must have 1 to 255 tiles");
            return;
        }
        set->piles[n] = (uint8_t)count;
    }
}

static void read_pieces(struct reader *r, struct tileset *set)
{
    if (!expect(r, next(r), YAML_MAPPING_START_EVENT, "pieces must be a map of names to numbers"))
        return;
    for (unsigned n = 0; is_another(r, YAML_SCALAR_EVENT); n++) {
        if (n == PIECES_MAX || !is_name(scalar(r), "-")) {
            fail(r, n == PIECES_MAX ? "too many kinds of pieces"
                                    : "a piece's name must consist of letters and -");
            return;
        }
        set->pieces[n].name = arena_copy(r->arena, scalar(r).p, scalar(r).n);
        read_number(r, 255, &set->pieces[n].count);
    }
}

/* Pieces of The City, with the least and the most of each that its rules allow. */
static const struct {
    const char *name;
    unsigned least, most;
} city_pieces[] = {{"wall", 1, 70}, {"short-wall", 0, 2}, {"gate", 1, 1}, {"tower", 0, 12}};

static const char *check_pieces(const struct tileset *set)
{
    enum { KNOWN = sizeof city_pieces / sizeof *city_pieces };
    for (unsigned i = 0; i < PIECES_MAX && set->pieces[i].name; i++) {
        unsigned k = 0;
        while (k < KNOWN && strcmp(set->pieces[i].name, city_pieces[k].name) != 0)
            k++;
        if (k == KNOWN)
            return "pieces can be wall, short-wall, gate and tower";
        if (set->pieces[i].count < city_pieces[k].least ||
            set->pieces[i].count > city_pieces[k].most)
            return "1 to 70 walls, at most 2 short ones, 1 gate, at most 12 towers";
        for (unsigned before = 0; before < i; before++)
            if (strcmp(set->pieces[before].name, set->pieces[i].name) == 0)
                return "a piece is given twice";
    }
    return NULL;
}

/* Returns what is wrong with a set as a whole, or NULL. Its piles, if it has any, must hold all its
 * tiles. */
static const char *check_set(struct reader *r, const struct tileset *set)
{
    unsigned tiles = 0, piled = 0;
    for (unsigned i = 0; i < set->design_count; i++)
        tiles += set->designs[i].count;
    for (unsigned i = 0; i < PILES_MAX; i++)
        piled += set->piles[i];
    if (piled && piled != tiles)
        return "the piles must hold as many tiles as the set";
    if (set->game != GAME_CITY)
        return tileset_brings(set, "town") || tileset_brings(set, "wall")
                   ? "rules of The City need a set with game: the-city"
                   : NULL;
    if (!tileset_brings(set, "town"))
        return "a set of The City must bring 'town'";
    if (tileset_brings(set, "wall") && !piled)
        return "walls come with the second pile, so 'piles' must say how many tiles each pile has";
    for (unsigned i = 0; i < set->design_count; i++)
        for (unsigned k = 0; k < set->designs[i].segment_count; k++) {
            unsigned kind = set->designs[i].segments[k].kind;
            if (kind != KIND_ROAD && !kinds[kind].town) {
                r->design = &set->designs[i];
                r->segment = k;
                return "a tile of The City may have only roads, markets and residences";
            }
        }
    return check_pieces(set);
}

static void read_set(struct reader *r, struct tileset *set)
{
    static const char *const keys[] = {"name",       "start", "title",  "brings", "game",
                                       "provenance", "piles", "pieces", "tiles"};
    unsigned seen = 0;
    set->game = GAME_CARCASSONNE;
    if (!expect(r, next(r), YAML_MAPPING_START_EVENT, "a tile set must be a mapping"))
        return;
    while (is_another(r, YAML_SCALAR_EVENT)) {
        struct str key = scalar(r), value;
        once(r, key, keys, sizeof keys / sizeof *keys, &seen);
        if (str_is(key, "name")) {
            read_name(r, set->name, "-._");
        } else if (str_is(key, "start")) {
            if (read_scalar(r, &value))
                set->start = arena_copy(r->arena, value.p, value.n);
        } else if (str_is(key, "title")) {
            if (read_scalar(r, &value))
                set->title = arena_str(r->arena, value);
        } else if (str_is(key, "brings")) {
            read_brings(r, set);
        } else if (str_is(key, "game")) {
            enum game game = read_scalar(r, &value) ? game_find(value) : GAME_COUNT;
            if (game == GAME_COUNT)
                fail(r, "game must be carcassonne or the-city");
            else
                set->game = (uint8_t)game;
        } else if (str_is(key, "provenance")) {
            if (read_scalar(r, &value))
                set->provenance = arena_str(r->arena, value);
        } else if (str_is(key, "piles")) {
            read_piles(r, set);
        } else if (str_is(key, "pieces")) {
            read_pieces(r, set);
        } else if (str_is(key, "tiles")) {
            read_tiles(r, set);
        } else {
            skip_value(r);
        }
    }
    if (!r->failed && !set->name[0])
        fail(r, "a tile set must have a name");
    bool start_known = !set->start;
    for (unsigned i = 0; i < set->design_count; i++)
        start_known |= set->start && strcmp(set->start, set->designs[i].name) == 0;
    if (!start_known)
        fail(r, "the start tile is not among the tiles");
    if (!set->brings[0] && set->game == GAME_CITY) {
        set->brings[0] = "town";
        set->brings[1] = "wall";
    }
    const char *why = r->failed ? NULL : check_set(r, set);
    if (why)
        fail(r, why);
}

static void release(void *reader)
{
    struct reader *r = reader;
    if (r->has_event)
        yaml_event_delete(&r->event);
    yaml_parser_delete(&r->parser);
}

static struct tileset *read_with(struct arena *arena, struct str text,
                                 struct tile_yaml_error *error,
                                 void (*read)(struct reader *, struct tileset *))
{
    struct reader r = {.arena = arena, .error = error};
    error->forbidden = false;
    struct tileset *set = arena_alloc(arena, sizeof *set);
    if (!yaml_parser_initialize(&r.parser))
        memory_out();
    struct memory_hold hold = {.release = release, .what = &r};
    memory_hold(&hold);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)(text.n ? text.p : ""), text.n);
    if (next(&r) == YAML_STREAM_START_EVENT && next(&r) == YAML_DOCUMENT_START_EVENT) {
        read(&r, set);
        if (next(&r) != YAML_DOCUMENT_END_EVENT || next(&r) != YAML_STREAM_END_EVENT)
            fail(&r, "there is more text after the tiles");
    } else {
        fail(&r, "a tile set must have tiles");
    }
    memory_let_go(&hold);
    release(&r);
    return r.failed ? NULL : set;
}

struct tileset *tile_yaml_read(struct arena *arena, struct str text, struct tile_yaml_error *error)
{
    return read_with(arena, text, error, read_set);
}

struct tileset *tile_yaml_read_list(struct arena *arena, struct str text,
                                    struct tile_yaml_error *error)
{
    return read_with(arena, text, error, read_tiles);
}
