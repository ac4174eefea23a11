/* SPDX-License-Identifier: MIT */
/* Reads the setup of a JCloisterZone game: sets, elements, rules, players and the start tile. Tiles
 * come from the sets, rules from the elements. One finding names everything that is not supported.
 */
#include <stdio.h>
#include <stdlib.h>

#include "formats/jcz/jcz_read.h"

/* Options of the record that stand for rules and elements of the save. */
struct options {
    struct str keys[JCZ_RULES + 1], values[JCZ_RULES + 1];
    unsigned count;
};

const char *jcz_old_version(struct arena *arena, struct str version)
{
    return arena_printf(arena,
                        "a save of version %s of JCloisterZone; those of 4.0 and later are read, "
                        "and of FanCloisterZone 6",
                        version.n ? arena_printf(arena, "'%s'", arena_brief(arena, version))
                                  : "4 or before");
}

/* Things that are not supported, collected while the setup is read. */
struct refusal {
    struct place place; /* place of the thing if there is only one; otherwise place of the setup */
    const char *text;
    unsigned count;
};

static void refuse(struct jcz *z, struct refusal *refusal, const char *part, const char *key,
                   const char *what, const char *name)
{
    const char *words = *name ? arena_printf(z->im->arena, "%s '%s'", what, name) : what;
    refusal->text =
        refusal->count ? arena_printf(z->im->arena, "%s, %s", refusal->text, words) : words;
    refusal->place = refusal->count++ ? importer_at(z->im, "setup")
                                      : importer_at(z->im, "%s%s%s", part, *key ? "." : "", key);
}

/* The tile sets in play, each with its number of copies. */
struct sets {
    struct str names[JCZ_SETS + 1];
    const struct tileset *list[JCZ_SETS + 1];
    uint8_t copies[JCZ_SETS + 1];
    unsigned count;
};

static void add_set(struct jcz *z, struct sets *sets, const char *name, unsigned copies)
{
    sets->names[sets->count] = str_of(name);
    sets->list[sets->count] = catalogue_set(z->im->catalogue, str_of(name));
    sets->copies[sets->count++] = (uint8_t)copies;
}

/* Adds the tiles of one of the sets in play. False if there is no room, or a tile has no id of
 * JCloisterZone. */
static bool add_stacks(struct jcz *z, const struct sets *sets, const struct tileset *set)
{
    for (unsigned i = 0; i < set->design_count; i++) {
        const struct design *design = &set->designs[i];
        unsigned count = tileset_copies(sets->list, sets->copies, sets->count, design);
        if (z->stack_count == IDS_MAX || !design->aliases[0])
            return false;
        /* A tile with a count of 0 is outside the pack. */
        if (!count && design->count)
            continue;
        enum draw_group group = jcz_group(z, design);
        z->stacks[z->stack_count++] = (struct stack){design->aliases[0], design, count, group};
        z->left += count;
        z->in_sets += count;
        z->groups[group] += count;
    }
    qsort(z->stacks, z->stack_count, sizeof *z->stacks, jcz_stack_order);
    return true;
}

/* Adds the tiles that players hold, of the sets that are not in play: an element may be in play
 * without the tiles of its box. */
static void add_held(struct jcz *z, const struct sets *sets)
{
    for (unsigned i = 0; i < builtin_set_count; i++) {
        const struct tileset *set = builtin_sets[i];
        bool plays = false;
        for (unsigned k = 0; k < sets->count; k++)
            plays |= sets->list[k] == set;
        for (unsigned k = 0; !plays && k < set->design_count && z->stack_count < IDS_MAX; k++)
            if (!set->designs[k].count && set->designs[k].aliases[0])
                z->stacks[z->stack_count++] =
                    (struct stack){set->designs[k].aliases[0], &set->designs[k], 0, 0};
    }
    qsort(z->stacks, z->stack_count, sizeof *z->stacks, jcz_stack_order);
}

/* Adds the header keys `sets` and `copies`. A record without them has one copy of the base set. */
static void write_sets(struct jcz *z, const struct sets *sets)
{
    struct str names[JCZ_SETS + 1], numbers[JCZ_SETS + 1];
    unsigned count = 0;
    if (sets->count > 1 || (sets->count && !str_is(sets->names[0], "base")))
        value_list(&record_entry_add(z->im->record, z->im->arena, "sets")->value, z->im->arena,
                   sets->names, sets->count);
    for (unsigned i = 0; i < sets->count; i++)
        if (sets->copies[i] > 1) {
            names[count] = sets->names[i];
            numbers[count++] = str_of(arena_printf(z->im->arena, "%u", sets->copies[i]));
        }
    if (count)
        value_map(&record_entry_add(z->im->record, z->im->arena, "copies")->value, z->im->arena,
                  names, numbers, count);
}

static void read_sets(struct jcz *z, const struct json *setup, struct refusal *refusal)
{
    struct sets sets = {.count = 0};
    unsigned editions = 0;
    JSON_FOR_EACH_KEY(key, json_get(setup, "sets")) {
        const struct json *value = key + 1;
        const struct jcz_set *known = jcz_sets;
        while (known < jcz_sets + JCZ_SETS && strcmp(known->key, key->text) != 0)
            known++;
        if (known == jcz_sets + JCZ_SETS) {
            refuse(z, refusal, "setup.sets", key->text, "tile set", key->text);
            continue;
        }
        if (!json_is(value, JSON_INTEGER) || json_int(value) < 1 || json_int(value) > COPIES_MAX) {
            refuse(z, refusal, "setup.sets", key->text,
                   arena_printf(z->im->arena, "a number of copies other than 1 to %d of tile set",
                                COPIES_MAX),
                   key->text);
            continue;
        }
        editions |= known->edition;
        add_set(z, &sets, known->set, (unsigned)json_int(value));
    }
    if (editions == 3)
        refuse(z, refusal, "setup.sets", "", "sets of both editions", "");
    for (const struct jcz_edition *other = jcz_editions; other < jcz_editions + JCZ_EDITIONS;
         other++)
        if (editions == other->edition)
            add_set(z, &sets, other->set, 1);
    for (unsigned k = 0; k < sets.count; k++)
        for (unsigned i = 0; i < JCZ_ELEMENTS; i++) {
            z->brought[i] |= tileset_brings(sets.list[k], jcz_elements[i].rules);
            z->plays[i] |= z->brought[i] && jcz_elements[i].enforced;
        }
    for (unsigned k = 0; k < sets.count; k++)
        if (!add_stacks(z, &sets, sets.list[k]))
            refuse(z, refusal, "setup.sets", "", "tile set", sets.list[k]->name);
    add_held(z, &sets);
    write_sets(z, &sets);
}

/* True for the value of an element that is not in play, and for none. */
static bool is_off(const struct json *value)
{
    return !value || json_is(value, JSON_FALSE) || json_is(value, JSON_NULL) ||
           (json_is(value, JSON_INTEGER) && json_int(value) == 0);
}

static bool is_one(const struct json *value)
{
    return json_is(value, JSON_TRUE) || (json_is(value, JSON_INTEGER) && json_int(value) == 1);
}

static bool is_among(const char *const *list, const char *key)
{
    while (*list && strcmp(*list, key) != 0)
        list++;
    return *list != NULL;
}

/* True if the element comes with the tiles of an edition. */
static bool is_edition(const char *key)
{
    for (unsigned i = 0; i < JCZ_EDITIONS; i++)
        if (strcmp(jcz_editions[i].element, key) == 0)
            return true;
    return false;
}

/* Returns the kind of meeples that an element brings; MEEPLE_KINDS for none. */
static unsigned meeple_of(const struct jcz_element *element)
{
    unsigned kind = 0;
    while (kind < MEEPLE_KINDS &&
           !(meeple_kinds[kind].rules && strcmp(meeple_kinds[kind].rules, element->rules) == 0))
        kind++;
    return kind;
}

/* Takes the number of each player's meeples of a kind. False unless it is from 1 to the most that a
 * header may give. */
static bool take_number(struct jcz *z, unsigned kind, const struct json *value)
{
    bool good = kind < MEEPLE_KINDS && json_is(value, JSON_INTEGER) && json_int(value) >= 1 &&
                json_int(value) <= SUPPLY_MAX(meeple_kinds[kind].stock);
    if (good)
        z->supply[kind] = (uint8_t)json_int(value);
    return good;
}

/* True for a number that only says that an element is in play. */
static bool is_in_play(const struct jcz_element *element, const struct json *value)
{
    return element->value == JCZ_IS_ANY && json_is(value, JSON_INTEGER) && json_int(value) > 0;
}

/* Adds the header key `supply` with the numbers that are not those of the box. */
static void write_supply(struct jcz *z)
{
    struct str names[MEEPLE_KINDS], numbers[MEEPLE_KINDS];
    unsigned count = 0;
    for (unsigned kind = 0; kind < MEEPLE_KINDS; kind++) {
        bool none = kind == MEEPLE_SMALL && z->has_no_followers;
        if (!none && (!z->supply[kind] || z->supply[kind] == meeple_kinds[kind].stock))
            continue;
        names[count] = str_of(supply_name(kind));
        numbers[count++] = str_of(arena_printf(z->im->arena, "%u", z->supply[kind]));
    }
    if (count)
        value_map(&record_entry_add(z->im->record, z->im->arena, "supply")->value, z->im->arena,
                  names, numbers, count);
}

/* Reads the elements: what is in play besides tiles. */
static void read_elements(struct jcz *z, const struct json *setup, struct options *options,
                          struct refusal *refusal)
{
    const struct json *elements = json_get(setup, "elements");
    bool farmers = false;
    z->has_no_followers = is_off(json_get(elements, "small-follower"));
    JSON_FOR_EACH_KEY(key, elements) {
        const struct json *value = key + 1;
        unsigned i = 0;
        while (i < JCZ_ELEMENTS && strcmp(jcz_elements[i].key, key->text) != 0)
            i++;
        const char *number =
            json_is(value, JSON_INTEGER)
                ? arena_printf(z->im->arena, "%s: %ld", key->text, (long)json_int(value))
                : key->text;
        if (strcmp(key->text, "small-follower") == 0) {
            if (!is_off(value) && !take_number(z, MEEPLE_SMALL, value))
                refuse(z, refusal, "setup.elements", key->text, "element", number);
        } else if (strcmp(key->text, "farmers") == 0 && (is_one(value) || is_off(value))) {
            farmers = is_one(value);
        } else if (i < JCZ_ELEMENTS && (is_one(value) || is_in_play(&jcz_elements[i], value) ||
                                        take_number(z, meeple_of(&jcz_elements[i]), value))) {
            z->plays[i] = true;
        } else if (is_among(jcz_inert_elements, key->text) ||
                   (is_edition(key->text) && is_one(value))) {
            /* The element has no effect: it only comes with tiles, or it is about other sets. */
        } else if (!is_off(value)) {
            refuse(z, refusal, "setup.elements", key->text, "element",
                   i < JCZ_ELEMENTS ? number : key->text);
        }
    }
    if (!farmers) {
        options->keys[options->count] = str_of("farmers");
        options->values[options->count++] = str_of("off");
    }
}

/* True if the rule is only about things that are not in play. */
static bool acts_on_nothing(const struct jcz *z, const char *key)
{
    bool known = false, acts = false;
    for (const struct jcz_rule *rule = jcz_rules; rule < jcz_rules + JCZ_RULES; rule++) {
        if (strcmp(rule->key, key) != 0)
            continue;
        known = true;
        acts |= rule->element == JCZ_ELEMENTS || z->plays[rule->element];
    }
    return known ? !acts : is_among(jcz_inert_rules, key);
}

/* Reads the rules, and adds the option for which each value stands. Rules about pieces that are not
 * in play have no effect. */
static void read_rules(struct jcz *z, const struct json *setup, struct options *options,
                       struct refusal *refusal)
{
    z->rules = *profile_find(str_of("jcz-1"));
    JSON_FOR_EACH_KEY(key, json_get(setup, "rules")) {
        const struct json *value = key + 1;
        struct str text = json_is_bool(value) ? str_of(json_is(value, JSON_TRUE) ? "true" : "false")
                                              : json_str(value);
        bool is_key = false, is_value = false, is_set = false;
        for (const struct jcz_rule *known = jcz_rules; known < jcz_rules + JCZ_RULES && !is_set;
             known++) {
            bool has_key = strcmp(known->key, key->text) == 0,
                 has_value = has_key && str_is(text, known->value);
            is_key |= has_key;
            is_value |= has_value;
            is_set = has_value && known->option &&
                     (known->element == JCZ_ELEMENTS || z->plays[known->element]);
            if (!is_set)
                continue;
            options->keys[options->count] = str_of(known->option);
            options->values[options->count++] = str_of(known->choice);
            enum option_id option = option_find(str_of(known->option));
            z->rules.value[option] = (uint8_t)option_value_find(option, str_of(known->choice));
        }
        if (!is_value && !acts_on_nothing(z, key->text))
            refuse(z, refusal, "setup.rules", key->text, is_key ? "the value of rule" : "rule",
                   key->text);
    }
}

/* Adds the header key `brings` with the rules in play, if the sets would bring other rules. */
static void write_brings(struct jcz *z)
{
    struct str names[JCZ_ELEMENTS];
    unsigned count = 0;
    bool differ = false;
    for (unsigned i = 0; i < JCZ_ELEMENTS; i++) {
        differ |= z->brought[i] != z->plays[i];
        if (z->plays[i])
            names[count++] = str_of(jcz_elements[i].rules);
    }
    if (differ)
        value_list(&record_entry_add(z->im->record, z->im->arena, "brings")->value, z->im->arena,
                   names, count);
}

/* Reads the start tile, from which the cells of the record are counted. */
static bool read_start(struct jcz *z, const struct json *setup)
{
    static const char *const known[] = {"tile", "x", "y", "rotation", NULL};
    const struct json *starts = json_get(setup, "start"), *start = json_item(starts, 0);
    struct place place = importer_at(z->im, "setup.start");
    if (json_count(starts) != 1) {
        finding_raise(z->im->findings, FINDING_UNSUPPORTED, place,
                      ARGS(start ? "a start of several tiles" : "a game without a start tile"));
        return false;
    }
    const char *id = json_cstr(json_get(start, "tile"));
    struct stack *stack = id ? jcz_stack(z, id) : NULL;
    long quarters = jcz_quarters(json_get(start, "rotation"));
    const struct json *x = json_get(start, "x"), *y = json_get(start, "y");
    if (!stack || !stack->left || quarters < 0)
        return importer_malformed(
            z->im, place, quarters < 0 ? FINDING_IMPORT_START_ROTATION : FINDING_IMPORT_START_TILE,
            NO_ARGS);
    if (!json_is(x, JSON_INTEGER) || !json_is(y, JSON_INTEGER))
        return importer_malformed(z->im, place, FINDING_IMPORT_START_CELL, NO_ARGS);
    if (!importer_cell(z->im, place, (long)json_int(x), (long)json_int(y), &z->origin))
        return false;
    jcz_check_fields(z, start, place, known);
    jcz_take(z, stack);
    jcz_lay(z, stack->design, (struct cell){0, 0}, (unsigned)quarters);
    struct header_entry *entry = record_entry_add(z->im->record, z->im->arena, "start");
    value_scalar(
        &entry->value, z->im->arena,
        str_of(arena_printf(z->im->arena, "%s 0,0%c", stack->design->name, "NESW"[quarters])));
    return true;
}

static bool read_players(struct jcz *z, const struct json *document)
{
    /* Fields besides the name claim nothing about the game: `slot` is a colour, `clientId` the
     * computer of a player, and `ai` marks a player who is a program. */
    static const char *const known[] = {"name", "slot", "clientId", "ai", NULL};
    const struct json *players = json_get(document, "players"), *player;
    if (json_count(players) > SEATS_MAX) {
        finding_raise(z->im->findings, FINDING_UNSUPPORTED, importer_at(z->im, "players"),
                      ARGS("a game of more than six players"));
        return false;
    }
    JSON_FOR_EACH(i, player, players) {
        struct str name = json_str(json_get(player, "name"));
        if (!json_is(json_get(player, "name"), JSON_TEXT))
            return importer_malformed(z->im, importer_at(z->im, "players[%zu]", i),
                                      FINDING_IMPORT_NO_NAME, NO_ARGS);
        jcz_check_fields(z, player, importer_at(z->im, "players[%zu]", i), known);
        z->names[z->seats++] = arena_str(z->im->arena, name);
    }
    return z->seats > 0 || importer_malformed(z->im, importer_at(z->im, "players"),
                                              FINDING_IMPORT_NO_PLAYERS, NO_ARGS);
}

/* Reads the order of the draws and the last turn, which tests of JCloisterZone may fix instead of
 * leaving them to chance. */
static bool read_annotations(struct jcz *z, const struct json *document)
{
    static const char *const known[] = {"drawOrder", "tilePack", "endTurn", NULL};
    const struct json *annotations = json_get(document, "gameAnnotations"),
                      *end = json_get(annotations, "endTurn");
    jcz_check_fields(z, annotations, importer_at(z->im, "gameAnnotations"), known);
    z->order = json_get(annotations, "drawOrder");
    if (!z->order)
        z->order = json_get(json_get(json_get(annotations, "tilePack"), "params"), "drawOrder");
    if (z->order && !json_is(z->order, JSON_LIST))
        return importer_malformed(z->im, importer_at(z->im, "gameAnnotations"),
                                  FINDING_IMPORT_DRAW_ORDER, NO_ARGS);
    if (end && (!json_is(end, JSON_INTEGER) || json_int(end) < 1 || json_int(end) > UINT16_MAX))
        return importer_malformed(z->im, importer_at(z->im, "gameAnnotations.endTurn"),
                                  FINDING_IMPORT_END_TURN, NO_ARGS);
    z->last_turn = end ? (unsigned)json_int(end) : 0;
    return true;
}

static bool check_order(struct jcz *z)
{
    const struct json *id;
    JSON_FOR_EACH(i, id, z->order)
        if (!json_is(id, JSON_TEXT) || !jcz_stack(z, json_cstr(id)))
            return importer_malformed(z->im,
                                      importer_at(z->im, "gameAnnotations.drawOrder[%zu]", i),
                                      FINDING_IMPORT_DRAW_ORDER_TILE, NO_ARGS);
    return true;
}

/* False, with a finding, for saves before 4.0, which have another form. Nothing else in them is
 * read. */
static bool check_version(struct jcz *z, const struct json *document)
{
    struct str version = json_str(json_get(document, "appVersion"));
    unsigned major = 0, minor = 0;
    bool known = version.n && sscanf(arena_copy(z->im->arena, version.p, version.n), "%3u.%3u",
                                     &major, &minor) == 2;
    bool old = known && major < 4;
    z->is_four = known ? major == 4 : json_get(document, "slots") != NULL;
    z->is_old = z->is_four || (major == 5 && minor < 7);
    if (old)
        finding_raise(z->im->findings, FINDING_UNSUPPORTED, importer_at(z->im, "appVersion"),
                      ARGS(jcz_old_version(z->im->arena, known ? version : str_of(""))));
    return !old;
}

static bool read_random(struct jcz *z, const struct json *random)
{
    return z->is_old ? jcz_read_seed(z, random, importer_at(z->im, "initialSeed"))
                     : jcz_read_random(z, random, importer_at(z->im, "initialRandom"));
}

bool jcz_read_setup(struct jcz *z, const struct json *document)
{
    /* Some fields claim nothing about the game: the program that began it, its name and number, its
     * clocks and its chat. The sets of add-ons are named among the sets. */
    static const char *const known_document[] = {
        "appVersion", "gameId",  "name",   "initialRandom",   "created", "clock", "chat",
        "setup",      "players", "replay", "gameAnnotations", "test",    NULL};
    static const char *const known_setup[] = {"sets",    "elements", "rules",  "start", "timer",
                                              "options", "ai",       "addons", NULL};
    static const char *const known_options[] = {"randomizeSeating", "puristTiles", NULL};
    const struct json *setup = json_get(document, "setup"), *random = NULL;
    struct options options = {.count = 0};
    struct refusal refusal = {.count = 0};
    if (!check_version(z, document))
        return false;
    random = json_get(document, z->is_old ? "initialSeed" : "initialRandom");
    if (!json_is(setup, JSON_OBJECT))
        return importer_malformed(z->im, importer_at(z->im, "setup"), FINDING_IMPORT_NO_SETUP,
                                  NO_ARGS);
    const struct json *whole = document;
    if (z->is_four) {
        document = jcz_four_document(z, document);
        if (!document)
            return false;
        setup = json_get(document, "setup");
    } else if (!json_get(document, "players") && !json_get(document, "replay")) {
        return importer_malformed(z->im, importer_at(z->im, "setup"), FINDING_IMPORT_SETUP_ALONE,
                                  NO_ARGS);
    }
    if (!read_annotations(z, document) || (random && !read_random(z, random)) ||
        !read_players(z, document))
        return false;
    z->draws = random || jcz_is_ordered(z);
    jcz_check_fields(z, whole, importer_at(z->im, "%s", ""), known_document);
    jcz_check_fields(z, setup, importer_at(z->im, "setup"), known_setup);
    jcz_check_fields(z, json_get(setup, "options"), importer_at(z->im, "setup.options"),
                     known_options);
    read_elements(z, setup, &options, &refusal);
    const struct jcz_element *again = jcz_double_turns(z);
    if (z->seats == 1 && again)
        refuse(z, &refusal, "players", "", "a game of one player with element", again->key);
    read_sets(z, setup, &refusal);
    read_rules(z, setup, &options, &refusal);
    z->shows_draws = z->draws;
    if (refusal.count) {
        finding_raise(z->im->findings, FINDING_UNSUPPORTED, refusal.place, ARGS(refusal.text));
        return false;
    }
    if (!z->left)
        return importer_malformed(z->im, importer_at(z->im, "setup.sets"), FINDING_IMPORT_NO_SET,
                                  NO_ARGS);
    if (!check_order(z))
        return false;
    importer_header(z->im, "jcz-1", z->names, z->seats);
    if (options.count)
        value_map(&record_entry_add(z->im->record, z->im->arena, "options")->value, z->im->arena,
                  options.keys, options.values, options.count);
    write_supply(z);
    if (!read_start(z, setup))
        return false;
    if (z->is_old && random)
        jcz_choose_generator(z, whole);
    write_brings(z);
    crn_header_apply(z->im->record, z->im->catalogue, z->im->arena, z->im->findings);
    return true;
}
