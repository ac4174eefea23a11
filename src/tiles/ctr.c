/* SPDX-License-Identifier: MIT */
/* Reads and makes names of tiles as players say them (ctr.h). */
#include "tiles/ctr.h"

#include <stdio.h>

/* Facts that a name tells about a tile besides its sides. */
struct ctr_facts {
    bool shield, joined, separate, monastery;
};

static struct ctr_facts facts_of(const struct design *design)
{
    struct ctr_facts facts = {.monastery =
                                  design->monastic != SEGMENT_NONE &&
                                  design->segments[design->monastic].kind == KIND_MONASTERY};
    unsigned sides = 0, cities = 0;
    for (unsigned i = 0; i < design->segment_count; i++)
        facts.shield |= design->segments[i].shields > 0;
    for (unsigned side = 0; side < SIDES; side++)
        sides += design->side[0][side] == SIDE_CITY;
    for (unsigned i = 0; i < design->segment_count; i++)
        cities += design->segments[i].kind == KIND_CITY && design->segments[i].ports;
    facts.joined = sides > 1 && cities == 1;
    facts.separate = sides > 1 && cities == sides;
    return facts;
}

static char low(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* True if a name fits the design when the tile is turned. */
static bool fits_turned(const struct design *design, struct str name, unsigned quarters)
{
    if (name.n < SIDES)
        return false;
    for (unsigned side = 0; side < SIDES; side++)
        if (low(name.p[side]) != SIDE_LETTERS[design->side[quarters][side]])
            return false;
    struct ctr_facts facts = facts_of(design);
    size_t at = SIDES;
    bool shield = at < name.n && name.p[at] == '+';
    if (shield != facts.shield)
        return false;
    for (at += shield; at + 1 < name.n && name.p[at] == '-'; at += 2) {
        char letter = low(name.p[at + 1]);
        if (!(letter == 'j'   ? facts.joined
              : letter == 's' ? facts.separate
                              : letter == 'm' && facts.monastery))
            return false;
    }
    return at == name.n;
}

bool ctr_fits(const struct design *design, struct str name)
{
    return fits_turned(design, name, 0);
}

const struct design *ctr_design(const struct tileset *const *sets, unsigned count, struct str name)
{
    const struct design *found = NULL;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; sets[i] && k < sets[i]->design_count; k++) {
            const struct design *design = &sets[i]->designs[k];
            bool fits = false;
            for (unsigned quarters = 0; quarters < SIDES; quarters++)
                fits |= fits_turned(design, name, quarters);
            if (fits && found)
                return NULL;
            found = fits ? design : found;
        }
    return found && ctr_fits(found, name) ? found : NULL;
}

bool ctr_name(const struct tileset *set, const struct design *design, char name[CTR_NAME_SIZE])
{
    struct ctr_facts facts = facts_of(design);
    const char *shape = facts.joined ? "-J" : facts.separate ? "-S" : "";
    const char *monastery = facts.monastery ? "-M" : "";
    for (unsigned with = 0; with < 4; with++) {
        char sides[SIDES + 1] = "";
        for (unsigned side = 0; side < SIDES; side++)
            sides[side] = SIDE_LETTERS[design->side[0][side]];
        snprintf(name, CTR_NAME_SIZE, "%s%s%s%s", sides, facts.shield ? "+" : "",
                 with & 1 ? shape : "", with & 2 ? monastery : "");
        if (ctr_design(&set, 1, str_of(name)) == design)
            return true;
    }
    return false;
}
