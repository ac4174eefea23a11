/* The setup of a game of JCloisterZone: what is in play, who plays. What is not supported is named. */
#include <stdlib.h>

#include "import/jcz.h"
#include "import/jcz_terms.h"

bool jcz_unsupported(struct jcz *z, struct place place, const char *what, const char *name)
{
    finding_raise(z->im->findings, FINDING_UNSUPPORTED, place, ARGS(arena_printf(z->im->arena, "%s '%s'", what, name)));
    return false;
}

static bool add_stacks(struct jcz *z, const struct tileset *set, unsigned edition)
{
    for (unsigned i = 0; i < set->design_count; i++) {
        const struct design *design = &set->designs[i];
        /* The second edition's twin with a garden, where it has one, replaces one of two or more tiles. */
        if (z->stack_count + 2 > IDS_MOST || !design->aliases[0])
            return false;
        unsigned twins = edition == 2 && design->aliases[1] ? 1 : 0;
        z->stacks[z->stack_count++] = (struct stack){design->aliases[0], design, design->count - twins};
        if (twins)
            z->stacks[z->stack_count++] = (struct stack){design->aliases[1], design, twins};
        z->left += design->count;
        z->in_sets += design->count;
        z->withheld += design->marks & MARK_DRAGON ? design->count : 0;
    }
    qsort(z->stacks, z->stack_count, sizeof *z->stacks, jcz_stack_order);
    return true;
}

static bool read_sets(struct jcz *z, const json_t *setup)
{
    struct str names[JCZ_SETS];
    unsigned count = 0;
    const char *key;
    const json_t *value;
    json_object_foreach((json_t *)json_object_get(setup, "sets"), key, value) {
        struct place place = importer_at(z->im, "setup.sets.%s", key);
        unsigned i = 0;
        while (i < JCZ_SETS && strcmp(jcz_sets[i].key, key) != 0)
            i++;
        if (i == JCZ_SETS)
            return jcz_unsupported(z, place, "tile set", key);
        const struct jcz_set *known = &jcz_sets[i];
        if (json_loose_integer(value, 0) != 1)
            return jcz_unsupported(z, place, "more than one copy of tile set", key);
        const struct tileset *set = catalogue_set(z->im->catalogue, str_of(known->set));
        if (!set || !add_stacks(z, set, known->edition))
            return jcz_unsupported(z, place, "tile set", key);
        /* How many tiles of the second edition bear a garden is not known here, so neither is what was drawn. */
        z->draws &= known->edition == 1;
        names[count++] = str_of(known->set);
    }
    if (count > 1)
        value_list(&record_entry_add(z->im->record, z->im->arena, "sets")->value, z->im->arena, names, count);
    return z->left > 0 || importer_malformed(z->im, importer_at(z->im, "setup.sets"), "no tile set is named");
}

/* Is one of our sets in play, in any edition? */
static bool has_set(const json_t *setup, const char *set)
{
    for (unsigned i = 0; i < JCZ_SETS; i++)
        if (strcmp(jcz_sets[i].set, set) == 0 && json_object_get(json_object_get(setup, "sets"), jcz_sets[i].key))
            return true;
    return false;
}

static bool is_on(const json_t *value)
{
    return json_is_true(value) || (json_is_integer(value) && json_integer_value(value) != 0);
}

/* What is in play besides tiles. An element whose set is missing would be a game of its own; so would be a set without
 * those of its elements that need no decision to take effect. */
static bool read_elements(struct jcz *z, const json_t *setup, bool *farmers)
{
    const json_t *elements = json_object_get(setup, "elements"), *value;
    const char *key;
    *farmers = is_on(json_object_get(elements, "farmers"));
    z->bridges = is_on(json_object_get(elements, "bridge"));
    json_object_foreach((json_t *)elements, key, value) {
        unsigned i = 0;
        while (i < JCZ_ELEMENTS && strcmp(jcz_elements[i].key, key) != 0)
            i++;
        bool is_base = strcmp(key, "farmers") == 0 || (strcmp(key, "small-follower") == 0 && json_loose_integer(value, 0) == 7);
        if (is_on(value) && !is_base && (i == JCZ_ELEMENTS || !has_set(setup, jcz_elements[i].set)))
            return jcz_unsupported(z, importer_at(z->im, "setup.elements.%s", key), "element", key);
    }
    for (const struct jcz_element *known = jcz_elements; known < jcz_elements + JCZ_ELEMENTS; known++)
        if (known->needed && has_set(setup, known->set) && !is_on(json_object_get(elements, known->key)))
            return jcz_unsupported(z, importer_at(z->im, "setup.elements"), "tiles without element", known->key);
    return true;
}

/* Rules as JCloisterZone names them, with the option that a value is; those of pieces that are not in play say nothing. */
static bool read_rules(struct jcz *z, const json_t *setup, struct str keys[], struct str values[], unsigned *count)
{
    const char *key;
    const json_t *value;
    z->auctions = true;
    json_object_foreach((json_t *)json_object_get(setup, "rules"), key, value) {
        struct place place = importer_at(z->im, "setup.rules.%s", key);
        struct str text = json_is_boolean(value) ? str_of(json_is_true(value) ? "true" : "false") : json_str(value);
        bool is_key = false, is_value = false;
        for (const struct jcz_rule *known = jcz_rules; known < jcz_rules + JCZ_RULES && !is_value; known++) {
            is_key |= strcmp(known->key, key) == 0;
            is_value = strcmp(known->key, key) == 0 && str_is(text, known->value);
            if (!is_value || !known->option || (known->set && !has_set(setup, known->set)))
                continue;
            keys[*count] = str_of(known->option);
            values[(*count)++] = str_of(known->choice);
            z->auctions &= strcmp(known->option, "bazaar") != 0;
        }
        if (!is_value)
            return jcz_unsupported(z, place, is_key ? "a value of rule" : "rule", key);
    }
    return true;
}

long jcz_quarters(const json_t *rotation)
{
    if (json_is_integer(rotation))
        return (long)json_integer_value(rotation) / 90;
    struct str text = json_str(rotation);
    return str_is(text, "R0") ? 0 : str_is(text, "R90") ? 1 : str_is(text, "R180") ? 2 : str_is(text, "R270") ? 3 : -1;
}

static bool read_start(struct jcz *z, const json_t *setup)
{
    const json_t *starts = json_object_get(setup, "start"), *start = json_array_get(starts, 0);
    struct place place = importer_at(z->im, "setup.start");
    if (json_array_size(starts) > 1)
        return jcz_unsupported(z, place, "a start of", "several tiles");
    if (!start)
        return true;
    struct stack *stack = jcz_stack(z, json_is_string(json_object_get(start, "tile"))
                                             ? json_string_value(json_object_get(start, "tile")) : "");
    long quarters = jcz_quarters(json_object_get(start, "rotation"));
    struct cell cell;
    if (!stack || !stack->left || quarters < 0)
        return importer_malformed(z->im, place, "the start tile is none of the sets in play");
    if (!importer_cell(z->im, place, json_loose_integer(json_object_get(start, "x"), 9999),
                       json_loose_integer(json_object_get(start, "y"), 9999), &cell))
        return false;
    jcz_take(z, stack);
    jcz_lay(z, stack->design, cell, (unsigned)quarters % 4);
    struct header_entry *entry = record_entry_add(z->im->record, z->im->arena, "start");
    value_scalar(&entry->value, z->im->arena,
                 str_of(arena_printf(z->im->arena, "%s %d,%d%c", stack->design->name, cell.x, cell.y, "NESW"[quarters % 4])));
    return true;
}

static bool read_players(struct jcz *z, const json_t *document)
{
    size_t i;
    const json_t *player;
    json_array_foreach(json_object_get(document, "players"), i, player) {
        if (i >= SEATS_MOST)
            return jcz_unsupported(z, importer_at(z->im, "players"), "a game of", "more than six players");
        struct str name = json_str(json_object_get(player, "name"));
        z->names[z->seats++] = (struct str){arena_copy(z->im->arena, name.p, name.n), name.n};
    }
    return z->seats > 0 || importer_malformed(z->im, importer_at(z->im, "players"), "the save names no players");
}

bool jcz_read_random(struct jcz *z, const json_t *value, struct place place)
{
    double r = json_is_number(value) ? json_number_value(value) : -1;
    if (!(r >= 0 && r < 1))
        return importer_malformed(z->im, place, "a random number is not from 0 to 1");
    z->r = r;
    return true;
}

bool jcz_read_setup(struct jcz *z, const json_t *document)
{
    const json_t *setup = json_object_get(document, "setup");
    const json_t *annotations = json_object_get(document, "gameAnnotations");
    const json_t *random = json_object_get(document, "initialRandom");
    struct str keys[8], values[8];
    unsigned count = 0;
    bool farmers;
    if (!json_is_object(setup))
        return importer_malformed(z->im, importer_at(z->im, "setup"), "the save has no setup");
    z->draws = random != NULL;
    if (random && !jcz_read_random(z, random, importer_at(z->im, "initialRandom")))
        return false;
    z->order = json_object_get(annotations, "drawOrder");
    if (!z->order)
        z->order = json_object_get(json_object_get(json_object_get(annotations, "tilePack"), "params"), "drawOrder");
    if (!read_players(z, document) || !read_sets(z, setup) || !read_elements(z, setup, &farmers) ||
        !read_rules(z, setup, keys, values, &count))
        return false;
    if (!farmers) {
        keys[count] = str_of("farmers");
        values[count++] = str_of("off");
    }
    importer_header(z->im, "jcz-1", z->names, z->seats);
    if (count)
        value_map(&record_entry_add(z->im->record, z->im->arena, "options")->value, z->im->arena, keys, values, count);
    return read_start(z, setup);
}
