/* SPDX-License-Identifier: MIT */
/* Mutators for the header of any game. */
#include "mutate/mutate_part.h"

#include "notation/crn.h"

/* Adds a field after those of the header. Returns mutated_field() for it, or MUTATED_NOWHERE if the
 * game has a field of this name already. */
static int add_field(struct value **value, const char *key)
{
    for (uint32_t i = 0; i < dealt.entry_count; i++)
        if (str_is(dealt.entries[i].key, key))
            return MUTATED_NOWHERE;
    *value = &record_entry_add(&dealt, &dealt_arena, key)->value;
    return mutated_field(dealt.entry_count - 1);
}

int mutate_start(void)
{
    struct value *value;
    const struct tileset *set = dealt.sets[0];
    const struct design *design = &set->designs[random_below(dealt_random, set->design_count)];
    if (set->start && strcmp(set->start, design->name) == 0)
        return MUTATED_NOWHERE;
    int at = add_field(&value, "start");
    if (at != MUTATED_NOWHERE)
        value_scalar(value, &dealt_arena,
                     str_of(arena_printf(&dealt_arena, "%s 0,0N", design->name)));
    return at;
}

int mutate_result(void)
{
    struct value *value;
    struct str items[SEATS_MAX] = {{NULL, 0}};
    int32_t scores[SEATS_MAX];
    unsigned count = record_claimed_result(&dealt, scores),
             seat = random_below(dealt_random, dealt.player_count);
    if (count != dealt.player_count)
        return MUTATED_NOWHERE;
    scores[seat] += 1 + (int32_t)random_below(dealt_random, 9);
    for (unsigned i = 0; i < count; i++)
        items[i] = str_of(arena_printf(&dealt_arena, "%d", scores[i]));
    int at = add_field(&value, "result");
    if (at == MUTATED_NOWHERE)
        return at;
    value_list(value, &dealt_arena, items, count);
    for (unsigned i = 0; i < count; i++)
        value->items[i].quoted = false;
    return at;
}

int mutate_option(void)
{
    struct value *value;
    enum option_id id = (enum option_id)random_below(dealt_random, OPTION_COUNT);
    struct str key = str_of(rule_options[id].name), item = str_of("perhaps");
    int at = add_field(&value, "options");
    if (at != MUTATED_NOWHERE)
        value_map(value, &dealt_arena, &key, &item, 1);
    return at;
}
