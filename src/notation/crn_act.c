/* SPDX-License-Identifier: MIT */
/* Reads the tokens of a line after its head: acts, claims, clock and extensions (crn_part.h). Rule:
 * crn(5), Lines. */
#include "notation/crn_part.h"

#include <stdlib.h>

enum { REVEALED_MAX = 255 };

bool crn_read_integers(struct arena *arena, const char *at, int32_t **numbers, uint16_t *count)
{
    int32_t found[64];
    uint16_t n = 0;
    do {
        if (n == 64 || !token_integer(&at, &found[n]))
            return false;
        n++;
    } while (token_take(&at, ','));
    if (!token_is_over(at))
        return false;
    *numbers = arena_take(arena, n * sizeof **numbers);
    memcpy(*numbers, found, n * sizeof **numbers);
    *count = n;
    return true;
}

static bool read_segment(const char *at, struct segment_ref *segment)
{
    return token_segment_at(&at, segment) && token_is_over(at);
}

static bool read_edge(const char *at, struct segment_ref *edge)
{
    bool far = false;
    uint8_t side;
    struct cell cell = {0, 0};
    if (!token_cell(&at, &cell, &far) || !token_side(&at, &side))
        return false;
    *edge = ref_to_edge((struct edge){cell, side});
    return token_is_over(at);
}

/* Reads a claim of an award: "+b12:cS@0,-1", "+a9:guard:3,4W", "+b3:fairy". */
static bool read_claim(const char *at, struct act *act)
{
    if (!token_take(&at, '+') || !token_seat(&at, &act->seat) ||
        !token_integer(&at, &act->number) || !token_take(&at, ':'))
        return false;
    if (read_segment(at, &act->segment))
        return true;
    const char *word = at;
    act->segment.kind = REF_NOTHING;
    while (*at >= 'a' && *at <= 'z')
        at++;
    act->text = (struct str){word, (size_t)(at - word)};
    if (at == word || token_is_over(at))
        return at > word;
    if (!token_take(&at, ':'))
        return false;
    return read_segment(at, &act->segment) || read_edge(at, &act->segment);
}

/* Reads an item and its number, which is 1 for an item that is not counted. Returns ITEM_COUNT if
 * the text is no item. */
static unsigned read_item(const char **at, int32_t *number)
{
    *number = 0;
    bool counted = token_number(at, number);
    const char *word = *at;
    while (**at >= 'a' && **at <= 'z')
        ++*at;
    struct str text = {word, (size_t)(*at - word)};
    unsigned item = 0;
    while (item < ITEM_COUNT &&
           !(item_facts[item].counted == counted && str_is(text, item_facts[item].text)))
        item++;
    *number = counted ? *number : 1;
    return *number ? item : ITEM_COUNT;
}

/* Reads a claim of items: "+b:2w,1g", "+a:king". */
static bool read_items(struct arena *arena, const char *at, struct act *act)
{
    int32_t numbers[ITEM_KINDS_MAX] = {0}, number;
    if (!token_take(&at, '+') || !token_seat(&at, &act->seat) || !token_take(&at, ':'))
        return false;
    do {
        unsigned item = read_item(&at, &number);
        if (item == ITEM_COUNT || numbers[item])
            return false;
        numbers[item] = number;
    } while (token_take(&at, ','));
    act->numbers = arena_take(arena, sizeof numbers);
    memcpy(act->numbers, numbers, sizeof numbers);
    act->count = ITEM_COUNT;
    return token_is_over(at);
}

/* Reads seconds, with up to three decimals: "812", "23.5". Only a clock may be below zero. */
static bool read_seconds(const char *at, struct act *act)
{
    int64_t time = 0;
    bool negative = act->kind == ACT_CLOCK && token_take(&at, '-');
    const char *from = at;
    while (char_is_digit(*at) && at < from + 9)
        time = time * 10 + (*at++ - '0');
    bool good = at > from && !char_is_digit(*at);
    time *= 1000;
    if (good && token_take(&at, '.')) {
        good = char_is_digit(*at);
        for (int each = 100; char_is_digit(*at) && each; each /= 10)
            time += (*at++ - '0') * each;
    }
    act_set_time(act, negative ? -time : time);
    return good && token_is_over(at);
}

bool crn_read_extension(struct str text)
{
    size_t n = 2;
    while (n < text.n &&
           ((text.p[n] >= 'a' && text.p[n] <= 'z') || char_is_digit(text.p[n]) || text.p[n] == '-'))
        n++;
    bool good = n > 2 && n + 1 < text.n && text.p[n] == ':';
    for (; good && n < text.n; n++)
        good = text.p[n] > ' ' && text.p[n] < 0x7F && text.p[n] != '#' && text.p[n] != '%';
    return good;
}

static bool read_tiles(struct crn_reader *r, const char *at, struct act *act)
{
    struct tile_ref found[REVEALED_MAX];
    uint16_t n = 0;
    struct str name;
    do {
        if (n == REVEALED_MAX || !token_tile(&at, &name))
            return false;
        crn_read_tile(r, &found[n++], name, act->place);
    } while (token_take(&at, ','));
    act->tiles = arena_take(r->arena, n * sizeof *found);
    memcpy(act->tiles, found, n * sizeof *found);
    act->count = n;
    return token_is_over(at) && n >= 2;
}

/* Reads the name of a kind of meeple, up to the end of the token. */
static bool read_meeple(const char *at, uint8_t *meeple)
{
    const char *end = at;
    while (!token_is_over(end))
        end++;
    struct str name = {at, (size_t)(end - at)};
    for (*meeple = 0; *meeple < MEEPLE_KINDS; ++*meeple)
        if (str_is(name, meeple_kinds[*meeple].name))
            return true;
    return false;
}

/* Reads the text of a token of the verb, or "?". */
static bool read_token(struct act *act, struct str text)
{
    act->number = TOKEN_UNKNOWN;
    for (int token = 0; token < (int)TOKEN_COUNT; token++)
        if (token_facts[token].verb == act->verb && str_is(text, token_facts[token].text))
            act->number = token;
    return act->number != TOKEN_UNKNOWN || str_is(text, "?");
}

/* True if a verb of this shape may have this text, which is empty, or has a colon before it. */
static bool takes_text(enum verb_shape shape, bool colon, struct str text)
{
    return shape == SHAPE_MAY_NAME ? colon == (text.n > 0) : (shape != SHAPE_WORD) == colon;
}

/* Reads the text after the colon of a verb into the members that belong to its shape. */
static bool read_verb(struct crn_reader *r, enum verb_shape shape, struct str rest, struct act *act)
{
    const char *at = rest.p;
    struct str name;
    bool far = false;
    switch (shape) {
    case SHAPE_WORD:
        return rest.n == 0;
    case SHAPE_BRIDGE:
        if (!str_begins(rest, "NS") && !str_begins(rest, "EW"))
            return false;
        act->segment = (struct segment_ref){.kind = KIND_ROAD, .port = *at == 'N' ? 1 : 4};
        at += 2;
        act->segment.has_cell = token_take(&at, '@');
        return (!act->segment.has_cell || token_cell(&at, &act->segment.cell, &far)) &&
               token_is_over(at);
    case SHAPE_PLACE:
        if (token_cell(&at, &act->segment.cell, &far)) {
            act->segment = ref_to_cell(act->segment.cell);
            return token_is_over(at);
        }
        return read_segment(rest.p, &act->segment);
    case SHAPE_SEGMENT:
        return read_segment(at, &act->segment);
    case SHAPE_PATH:
        act->text = rest;
        for (size_t i = 0; i < rest.n; i++)
            if (side_of_letter(rest.p[i]) == SIDES)
                return false;
        return rest.n >= 1 && rest.n <= 64;
    case SHAPE_TAKE:
        return token_segment_at(&at, &act->segment) && token_take(&at, '=') &&
               read_segment(at, &act->other);
    case SHAPE_TILES:
        return read_tiles(r, at, act);
    case SHAPE_BID:
    case SHAPE_TILE:
        if (!token_tile(&at, &name))
            return false;
        crn_read_tile(r, &act->tile, name, act->place);
        if (shape == SHAPE_BID && (!token_take(&at, ',') || !token_number(&at, &act->number)))
            return false;
        return token_is_over(at);
    case SHAPE_EDGE:
        return read_edge(at, &act->segment);
    case SHAPE_CELL:
        act->segment = ref_to_cell((struct cell){0, 0});
        return token_cell(&at, &act->segment.cell, &far) && token_is_over(at);
    case SHAPE_MEEPLE:
        return read_meeple(at, &act->meeple);
    case SHAPE_MAY_NAME:
        act->segment = (struct segment_ref){.kind = REF_NOTHING};
        return rest.n == 0 || read_segment(at, &act->segment);
    case SHAPE_TOKEN:
        return read_token(act, rest);
    case SHAPE_CORNER:
        for (act->number = 0; act->number < CORNERS && !str_is(rest, corner_names[act->number]);)
            act->number++;
        return act->number < CORNERS;
    case SHAPE_HELD:
        act->meeple = MEEPLE_KINDS;
        return token_seat(&at, &act->seat) &&
               (token_take(&at, '=') ? read_meeple(at, &act->meeple) : token_is_over(at));
    }
    return false;
}

/* Returns the kind of an act that begins with "WORD:"; ACT_VERB if the word is not one of those
 * below. */
static enum act_kind kind_of_word(struct str word)
{
    static const struct {
        const char *word;
        enum act_kind kind;
    } words[] = {{"discard", ACT_DISCARD},
                 {"aside", ACT_ASIDE},
                 {"pass", ACT_PASS_TILE},
                 {"adjust", ACT_ADJUST},
                 {NULL, ACT_VERB}};
    unsigned i = 0;
    while (words[i].word && !str_is(word, words[i].word))
        i++;
    return words[i].kind;
}

/* Returns FINDING_NONE if a token was read well, otherwise the finding for it. */
static enum finding_id unless(bool good, enum finding_id id)
{
    return good ? FINDING_NONE : id;
}

/* Reads a token that is a word, or begins with a word and a colon: a meeple of another kind, a
 * verb, a correction, or a tile that is not laid. Returns the same as crn_read_act(). */
static enum finding_id read_word(struct crn_reader *r, struct str text, struct act *act)
{
    const char *colon = memchr(text.p, ':', text.n);
    struct str word = {text.p, colon ? (size_t)(colon - text.p) : text.n};
    struct str rest = str_from(text, word.n + (colon ? 1 : 0));
    const char *at = rest.p;
    for (unsigned i = 0; i < VERB_COUNT; i++)
        if (word.n == verbs[i].length && memcmp(word.p, verbs[i].name, word.n) == 0 &&
            takes_text(verbs[i].shape, colon != NULL, rest)) {
            act->kind = ACT_VERB;
            act->verb = (uint8_t)i;
            act->text = rest;
            return unless(read_verb(r, verbs[i].shape, rest, act), FINDING_TOKEN);
        }
    for (unsigned kind = 0; colon && kind < MEEPLE_KINDS; kind++)
        if (meeple_kinds[kind].rules && str_is(word, meeple_kinds[kind].name)) {
            act->kind = ACT_MEEPLE;
            act->meeple = (uint8_t)kind;
            return unless(read_segment(rest.p, &act->segment), FINDING_SEGMENT);
        }
    if (colon) {
        act->kind = (uint8_t)kind_of_word(word);
        if (act->kind == ACT_ADJUST)
            return unless(token_integer(&at, &act->number) && token_is_over(at),
                          FINDING_NUMBER_ADJUST);
        if (act->kind != ACT_VERB) {
            struct str name;
            bool unknown = str_is(rest, "?");
            if (!unknown && (!token_tile(&at, &name) || !token_is_over(at)))
                return FINDING_TOKEN;
            crn_read_tile(r, &act->tile, unknown ? rest : name, act->place);
            return FINDING_NONE;
        }
        return FINDING_TOKEN;
    }
    return kind_of_letter(text.p[0]) < KIND_COUNT && text.n <= 16 ? FINDING_SEGMENT : FINDING_TOKEN;
}

/* Reads a token that is neither a follower nor a lone sign. */
static enum finding_id read_other(struct crn_reader *r, struct str text, struct act *act)
{
    if (text.p[0] == '=') {
        act->kind = ACT_TOTALS;
        return unless(crn_read_integers(r->arena, text.p + 1, &act->numbers, &act->count),
                      FINDING_NUMBER_TOTAL);
    }
    if (text.p[0] == '+') {
        act->kind = memchr(text.p, ':', text.n) == text.p + 2 ? ACT_ITEMS : ACT_CLAIM;
        r->record->claims = true;
        return unless(act->kind == ACT_ITEMS ? read_items(r->arena, text.p, act)
                                             : read_claim(text.p, act),
                      FINDING_TOKEN);
    }
    act->text = text;
    if (str_begins(text, "t:") || str_begins(text, "took:")) {
        bool is_clock = text.p[1] == ':';
        act->kind = is_clock ? ACT_CLOCK : ACT_TOOK;
        bool good = read_seconds(text.p + (is_clock ? 2 : 5), act);
        r->record->timed |= good;
        return unless(good, is_clock ? FINDING_NUMBER_CLOCK : FINDING_NUMBER_TOOK);
    }
    if (str_begins(text, "x-")) {
        act->kind = ACT_EXTENSION;
        return unless(crn_read_extension(text), FINDING_TOKEN);
    }
    return read_word(r, text, act);
}

/* Not inlined, so that followers and signs are read without the stack space that longer tokens
 * need. */
static __attribute__((noinline)) enum finding_id read_longer(struct crn_reader *r, const char **at,
                                                             struct act *act)
{
    struct str token = crn_token(*at);
    enum finding_id id = read_other(r, token, act);
    if (id == FINDING_NONE)
        *at = token.p + token.n;
    return id;
}

enum finding_id crn_read_act(struct crn_reader *r, const char **at, struct act *act)
{
    const char *text = *at;
    if ((*text == '-' || *text == '?') && token_is_over(text + 1)) {
        act->kind = *text == '-' ? ACT_NONE : ACT_UNKNOWN;
        *at = text + 1;
        return FINDING_NONE;
    }
    /* Most tokens are followers, and nothing else looks like one. */
    act->kind = ACT_MEEPLE;
    const char *end = text;
    if (token_segment_at(&end, &act->segment) && token_is_over(end)) {
        *at = end;
        return FINDING_NONE;
    }
    return read_longer(r, at, act);
}
