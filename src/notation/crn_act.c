/* SPDX-License-Identifier: MIT */
/* The words of a line behind its head, one by one: acts, claims, clock, extensions. See crn_part.h. Rule: crn(5), Lines. */
#include "notation/crn_part.h"

#include <stdlib.h>

#include "notation/token.h"

enum { REVEALED_MOST = 255 };

void crn_read_tile(struct crn_reader *r, struct tile_ref *tile, struct str name, struct place place)
{
    tile->name = name;
    tile->place = place;
    tile->design = str_is(name, "?") ? NULL : crn_design(r->catalogue, r->record, name);
}

bool crn_read_integers(struct arena *arena, struct str rest, int32_t **numbers, uint16_t *count)
{
    int32_t found[64];
    uint16_t n = 0;
    do {
        if (n == 64 || !token_integer(&rest, &found[n]))
            return false;
        n++;
    } while (token_take(&rest, ','));
    if (rest.n)
        return false;
    *numbers = arena_alloc(arena, n * sizeof **numbers);
    memcpy(*numbers, found, n * sizeof **numbers);
    *count = n;
    return true;
}

static bool read_edge(struct str *rest, struct segment_ref *edge)
{
    bool far = false;
    uint8_t side;
    *edge = (struct segment_ref){.kind = KIND_COUNT, .has_cell = true};
    if (!token_cell(rest, &edge->cell, &far) || !token_side(rest, &side))
        return false;
    edge->port = (uint8_t)(3 * side + 1);
    return true;
}

/* "+b12:cS@0,-1", "+a9:guard:3,4W", "+b3:fairy" */
static bool read_claim(struct str rest, struct act *act)
{
    if (!token_take(&rest, '+') || !token_seat(&rest, &act->seat) || !token_integer(&rest, &act->number) || !token_take(&rest, ':'))
        return false;
    struct str segment = rest;
    if (token_segment_at(&segment, &act->segment) && segment.n == 0) {
        act->has_segment = true;
        return true;
    }
    size_t n = 0;
    while (n < rest.n && rest.p[n] >= 'a' && rest.p[n] <= 'z')
        n++;
    act->text = (struct str){rest.p, n};
    rest = str_from(rest, n);
    if (n == 0 || rest.n == 0)
        return n > 0;
    if (!token_take(&rest, ':'))
        return false;
    act->has_segment = true;
    segment = rest;
    if (token_segment_at(&segment, &act->segment) && segment.n == 0)
        return true;
    return read_edge(&rest, &act->segment) && rest.n == 0;
}

static bool read_clock(struct str rest, struct act *act)
{
    rest = str_from(rest, 2);
    int64_t value = 0;
    size_t n = 0;
    while (n < rest.n && char_is_digit(rest.p[n]) && n < 10)
        value = value * 10 + (rest.p[n++] - '0');
    act->number = (int32_t)value;
    return n > 0 && n < 10 && n == rest.n;
}

bool crn_read_extension(struct str text)
{
    size_t n = 2;
    while (n < text.n && ((text.p[n] >= 'a' && text.p[n] <= 'z') || char_is_digit(text.p[n]) || text.p[n] == '-'))
        n++;
    bool good = n > 2 && n + 1 < text.n && text.p[n] == ':';
    for (; good && n < text.n; n++)
        good = text.p[n] > ' ' && text.p[n] < 0x7F && text.p[n] != '#' && text.p[n] != '%';
    return good;
}

static bool read_tiles(struct crn_reader *r, struct str rest, struct act *act)
{
    struct tile_ref found[REVEALED_MOST];
    uint16_t n = 0;
    struct str name;
    do {
        if (n == REVEALED_MOST || !token_tile(&rest, &name))
            return false;
        crn_read_tile(r, &found[n++], name, act->place);
    } while (token_take(&rest, ','));
    act->tiles = arena_alloc(r->arena, n * sizeof *found);
    memcpy(act->tiles, found, n * sizeof *found);
    act->count = n;
    return rest.n == 0 && n >= 2;
}

/* What stands behind a verb's colon. */
static bool read_verb(struct crn_reader *r, enum verb_shape shape, struct str rest, struct act *act)
{
    struct str name, cell;
    bool far = false;
    switch (shape) {
    case SHAPE_WORD:
        return rest.n == 0;
    case SHAPE_BRIDGE:
        if (!str_begins(rest, "NS") && !str_begins(rest, "EW"))
            return false;
        act->segment = (struct segment_ref){.kind = KIND_ROAD, .port = rest.p[0] == 'N' ? 1 : 4};
        rest = str_from(rest, 2);
        act->segment.has_cell = token_take(&rest, '@');
        return (!act->segment.has_cell || token_cell(&rest, &act->segment.cell, &far)) && rest.n == 0;
    case SHAPE_PLACE:
        cell = rest;
        if (token_cell(&cell, &act->segment.cell, &far)) {
            act->segment.kind = KIND_COUNT;
            act->segment.has_cell = true;
            return cell.n == 0;
        }
        return token_segment_at(&rest, &act->segment) && rest.n == 0;
    case SHAPE_SEGMENT:
        return token_segment_at(&rest, &act->segment) && rest.n == 0;
    case SHAPE_PATH:
        act->text = rest;
        for (size_t i = 0; i < rest.n; i++)
            if (side_of_letter(rest.p[i]) == SIDES)
                return false;
        return rest.n >= 1 && rest.n <= 64;
    case SHAPE_TAKE:
        return token_segment_at(&rest, &act->segment) && token_take(&rest, '=') && token_segment_at(&rest, &act->other) &&
               rest.n == 0;
    case SHAPE_TILES:
        return read_tiles(r, rest, act);
    case SHAPE_BID:
    case SHAPE_TILE:
        if (!token_tile(&rest, &name))
            return false;
        crn_read_tile(r, &act->tile, name, act->place);
        if (shape == SHAPE_BID && (!token_take(&rest, ',') || !token_number(&rest, &act->number)))
            return false;
        return rest.n == 0;
    case SHAPE_EDGE:
        return read_edge(&rest, &act->segment) && rest.n == 0;
    }
    return false;
}

/* A token with a word in front, before a colon or alone: a verb, or a tile that is not laid. As crn_read_act(). */
static const char *read_word(struct crn_reader *r, struct str text, struct act *act, enum finding_id *id)
{
    const char *colon = memchr(text.p, ':', text.n);
    struct str word = {text.p, colon ? (size_t)(colon - text.p) : text.n};
    struct str rest = str_from(text, word.n + (colon ? 1 : 0));
    if (colon) {
        act->kind = str_is(word, "discard")  ? ACT_DISCARD
                    : str_is(word, "aside")  ? ACT_ASIDE
                    : str_is(word, "pass")   ? ACT_PASS_TILE
                    : str_is(word, "adjust") ? ACT_ADJUST
                                             : ACT_VERB;
        if (act->kind == ACT_ADJUST) {
            *id = FINDING_NUMBER;
            return token_integer(&rest, &act->number) && rest.n == 0 ? NULL : "a correction is a number, as in adjust:-5";
        }
        if (act->kind != ACT_VERB) {
            struct str name;
            bool unknown = str_is(rest, "?");
            if (!unknown && (!token_tile(&rest, &name) || rest.n))
                return "";
            crn_read_tile(r, &act->tile, unknown ? rest : name, act->place);
            return NULL;
        }
    }
    for (unsigned i = 0; i < VERB_COUNT; i++)
        if (word.n == verbs[i].length && memcmp(word.p, verbs[i].name, word.n) == 0 && (verbs[i].shape == SHAPE_WORD) == !colon) {
            act->kind = ACT_VERB;
            act->verb = (uint8_t)i;
            act->text = rest;
            return read_verb(r, verbs[i].shape, rest, act) ? NULL : "";
        }
    if (colon)
        return "";
    if (kind_of_letter(text.p[0]) < KIND_COUNT && text.n <= 16) {
        *id = FINDING_SEGMENT;
        return "names no segment; expected its kind and a side or half, as in cN or fNNW";
    }
    return "";
}

const char *crn_read_act(struct crn_reader *r, struct str text, struct act *act, enum finding_id *id)
{
    *id = FINDING_TOKEN;
    if (str_is(text, "-") || str_is(text, "?")) {
        act->kind = text.p[0] == '-' ? ACT_NONE : ACT_UNKNOWN;
        return NULL;
    }
    if (text.p[0] == '=') {
        act->kind = ACT_TOTALS;
        *id = FINDING_NUMBER;
        return crn_read_integers(r->arena, str_from(text, 1), &act->numbers, &act->count)
                   ? NULL
                   : "totals are whole numbers with commas between them, as in =12,9";
    }
    if (text.p[0] == '+') {
        act->kind = ACT_CLAIM;
        return read_claim(text, act) ? NULL : "";
    }
    act->text = text;
    if (str_begins(text, "t:")) {
        act->kind = ACT_CLOCK;
        *id = FINDING_NUMBER;
        return read_clock(text, act) ? NULL : "seconds on the clock are a number, as in t:812";
    }
    if (str_begins(text, "x-")) {
        act->kind = ACT_EXTENSION;
        return crn_read_extension(text) ? NULL : "";
    }
    /* Most tokens are followers, and no verb looks like one. */
    struct str segment = text;
    act->kind = ACT_FOLLOWER;
    if (token_segment_at(&segment, &act->segment) && segment.n == 0)
        return NULL;
    return read_word(r, text, act, id);
}
