/* SPDX-License-Identifier: MIT */
/* Reads the assertions of tests and scenarios of JCloisterZone and FanCloisterZone about the game
 * after its last message. Points and awards become claims. The phase, the next tile and the places
 * for it are compared here with what the reader knows. */
#include <stdio.h>
#include <stdlib.h>

#include "formats/jcz/jcz_save.h"

/* ---- Claims ---- */

/* Reads an assertion such as "NAME has 12 points" or "NAME scored city for 6 points". False for any
 * other text. */
static bool read_assertion(struct jcz *z, struct str text, struct assertion *assertion)
{
    for (unsigned seat = 0; seat < z->seats; seat++) {
        struct str name = z->names[seat];
        if (text.n <= name.n || memcmp(text.p, name.p, name.n) != 0 || text.p[name.n] != ' ')
            continue;
        char word[32] = "";
        int points;
        const char *rest = text.p + name.n + 1;
        assertion->seat = (uint8_t)seat;
        assertion->is_total = sscanf(rest, "has %d point", &points) == 1;
        if (!assertion->is_total && sscanf(rest, "scored %31s for %d", word, &points) != 2)
            continue;
        assertion->points = points;
        if (z->is_old && strcmp(word, "farm") == 0)
            strcpy(word, "field");
        if (z->is_old && strcmp(word, "cloister") == 0)
            strcpy(word, "monastery");
        assertion->word = str_of(arena_copy(z->im->arena, word, strlen(word)));
        return true;
    }
    return false;
}

/* ---- State of the game ---- */

static void differs(struct jcz *z, struct place place, enum finding_id id, const struct arg *args)
{
    finding_raise(z->im->findings, id, place, args);
}

static bool may_ask(const struct jcz *z, const char *phase)
{
    for (unsigned i = 0; i < JCZ_COURSES; i++)
        if (jcz_courses[i]->may_ask && jcz_courses[i]->may_ask(z, phase))
            return true;
    return false;
}

/* True if the engine may give this name to the phase that comes next. After a tile was laid, the
 * phase depends on what may be done there. */
static bool is_phase(const struct jcz *z, struct str name)
{
    const struct record *record = z->im->record;
    bool over = record->line_count && record->lines[record->line_count - 1].kind == LINE_END;
    if (over)
        return str_is(name, "GameOverPhase");
    for (unsigned i = 0; i < JCZ_COURSES; i++)
        if (jcz_courses[i]->goes_on && jcz_courses[i]->goes_on(z))
            return str_begins(name, jcz_courses[i]->phase);
    if (may_ask(z, arena_copy(z->im->arena, name.p, name.n)))
        return true;
    if (!z->placed)
        return str_is(name, "TilePhase");
    return str_is(name, "ActionPhase") || str_is(name, "CommitActionPhase");
}

/* A cell where a scenario says that the tile fits. */
struct stated_cell {
    struct cell cell;
    unsigned turns; /* its quarter turns, as bits */
    bool is_far;    /* farther away than any tile can lie; `cell` is unset */
};

/* Reads the next option from a text such as "[-1,2] - [90,270]; ..." and moves *at to the option
 * after it. False at the end of the text. If the text has another form, *good is false, too. */
static bool next_option(struct jcz *z, const char **at, struct stated_cell *stated, bool *good)
{
    int x, y, n = 0, angle;
    if (!**at)
        return false;
    *good = sscanf(*at, "[%4d,%4d] - [%n", &x, &y, &n) == 2 && n;
    const char *rest = *at + n;
    stated->turns = 0;
    while (*good && sscanf(rest, "%3d%n", &angle, &n) == 1 && angle % 90 == 0 && angle >= 0 &&
           angle < 360) {
        stated->turns |= 1u << angle / 90;
        rest += n;
        rest += *rest == ',';
    }
    *good &= stated->turns && *rest == ']';
    if (!*good)
        return false;
    x -= z->origin.x;
    y -= z->origin.y;
    stated->is_far = abs(x) > CELL_MAX || abs(y) > CELL_MAX;
    if (!stated->is_far)
        stated->cell = (struct cell){(int16_t)x, (int16_t)y};
    rest++;
    *at = rest + strspn(rest, "; ");
    return true;
}

/* Compares the places in `options` with those where the tile fits by its sides. The importer knows
 * only the sides. False if the text has another form. */
static bool check_options(struct jcz *z, struct place place, const struct design *design,
                          const char *options)
{
    unsigned said[4] = {0}, fitting[4] = {0};
    struct stated_cell stated = {0};
    bool good = true, all_fit = true;
    for (const char *at = options; next_option(z, &at, &stated, &good);)
        for (unsigned quarters = 0; quarters < 4; quarters++)
            if (stated.turns >> quarters & 1) {
                said[quarters]++;
                all_fit &= !stated.is_far && jcz_fits_at(z, design, stated.cell, quarters);
            }
    for (int y = -CELL_MAX; y <= CELL_MAX; y++)
        for (int x = -CELL_MAX; x <= CELL_MAX; x++)
            for (unsigned quarters = 0; quarters < 4; quarters++)
                fitting[quarters] +=
                    jcz_fits_at(z, design, (struct cell){(int16_t)x, (int16_t)y}, quarters);
    if (good && (!all_fit || memcmp(said, fitting, sizeof said) != 0))
        differs(z, place, all_fit ? FINDING_SAID_FITS_ELSEWHERE : FINDING_SAID_FITS_NOT,
                ARGS(design->name));
    return good;
}

/* Compares an assertion with the state of the game. Assertions about undo are not compared, because
 * they claim nothing about the game. False if the assertion is not understood. */
static bool compare_assertion(struct jcz *z, struct str text, struct place place)
{
    static const char phase[] = "Phase is ", action[] = "Available action TilePlacement for ",
                      options[] = "TilePlacement ";
    struct arena *arena = z->im->arena;
    bool builds = jcz_may_build(z);
    if (str_begins(text, phase)) {
        if (!is_phase(z, str_from(text, strlen(phase))))
            differs(z, place, FINDING_SAID_PHASE,
                    ARGS(arena_brief(arena, str_from(text, strlen(phase)))));
        return true;
    }
    if (str_is(text, "Player can pass") || str_is(text, "Player can't pass")) {
        /* If something may be built, the tile may be one that can be declined. */
        if (!z->placed && !builds && jcz_asked(z) == NOBODY && !may_ask(z, NULL) &&
            str_is(text, "Player can pass"))
            differs(z, place, FINDING_SAID_MUST_BE_LAID, NO_ARGS);
        return true;
    }
    if (str_is(text, "Undo is allowed") || str_is(text, "Undo is not allowed"))
        return true;
    if (str_begins(text, action)) {
        struct str id = str_from(text, strlen(action));
        if (z->placed || (z->next && !str_is(id, z->next->id)))
            differs(z, place, z->placed ? FINDING_SAID_LIES_ALREADY : FINDING_SAID_NEXT_TILE,
                    z->placed ? NO_ARGS : ARGS(z->next->id, arena_brief(arena, id)));
        return true;
    }
    const char *words = str_begins(text, options) ? strstr(text.p, " options: ") : NULL;
    if (!words)
        return false;
    size_t skip = strlen(options);
    const struct stack *stack =
        jcz_stack(z, arena_copy(arena, text.p + skip, (size_t)(words - text.p) - skip));
    return stack &&
           (builds || check_options(z, place, stack->design, words + strlen(" options: ")));
}

void jcz_read_assertions(struct jcz *z, const struct json *document)
{
    static const char *const known[] = {"assertions", "description", NULL};
    const struct json *test = json_get(document, "test"), *lines, *line;
    /* Early versions of 5 have them outside `test`. */
    bool is_early = !test && z->is_old && !z->is_four;
    lines = json_get(is_early ? document : test, "assertions");
    struct record *record = z->im->record;
    jcz_check_fields(z, test, importer_at(z->im, "test"), known);
    record->assertions =
        arena_alloc(z->im->arena, (json_count(lines) + 1) * sizeof *record->assertions);
    JSON_FOR_EACH(i, line, lines) {
        struct str text = json_str(line);
        text.p = arena_copy(z->im->arena, text.p, text.n);
        struct assertion *assertion = &record->assertions[record->assertion_count];
        assertion->place = importer_at(z->im, "%sassertions[%zu]", is_early ? "" : "test.", i);
        assertion->text = text;
        if (read_assertion(z, text, assertion))
            record->assertion_count++;
        else if (!compare_assertion(z, text, assertion->place))
            finding_warn(z->im->findings, FINDING_IMPORT_ASSERTION, assertion->place,
                         ARGS(arena_brief(z->im->arena, text)));
    }
}
