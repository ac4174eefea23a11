/* SPDX-License-Identifier: MIT */
/* Reads the figures of other runs: one JSON object on each line, as bastide stats prints them. */
#include <jansson.h>

#include "report/stats.h"

/* Limit of a figure: larger than any that games lead to, and small enough that a sum of a thousand
 * fits 64 bits. */
#define FIGURE_MAX (INT64_C(1) << 53)

/* Returns the table of this name; -1 if there is none. */
static int table_of(const char *name)
{
    for (int table = 0; name && table < STATS_COUNT; table++)
        if (strcmp(name, stats_names[table]) == 0)
            return table;
    return -1;
}

const char *stats_line(struct stats *stats, struct str line)
{
    json_error_t error;
    json_t *object = json_loadb(line.p, line.n, JSON_REJECT_DUPLICATES, &error);
    const char *event = json_string_value(json_object_get(object, "event")),
               *name = json_string_value(json_object_get(object, "table"));
    const json_t *key = json_object_get(object, "key");
    int table = table_of(name);
    const char *wrong = NULL;
    if (!object)
        wrong = "not JSON";
    else if (!event || strcmp(event, "stats") != 0 || table < 0 || !json_is_string(key))
        wrong = "no figures of bastide stats";
    else if (table == STATS_GAMES && strcmp(json_string_value(key), "all") != 0)
        wrong = "the games have one row, 'all'";
    int64_t values[STATS_COLUMNS_MAX] = {0};
    for (unsigned i = 0; !wrong && stats_columns((enum stats_table)table)[i].name; i++) {
        const struct stats_column *column = &stats_columns((enum stats_table)table)[i];
        const json_t *value = json_object_get(object, column->name);
        bool none = json_is_null(value) && column->fold != STATS_SUM;
        if (!none && !json_is_integer(value))
            wrong = "a figure is missing, or no whole number";
        else if (!none && (json_integer_value(value) > FIGURE_MAX ||
                           json_integer_value(value) < -FIGURE_MAX))
            wrong = "a figure is beyond bounds";
        values[i] = !none                         ? json_integer_value(value)
                    : column->fold == STATS_LEAST ? INT64_MAX
                                                  : INT64_MIN;
    }
    if (!wrong)
        stats_add(stats, (enum stats_table)table,
                  (struct str){json_string_value(key), json_string_length(key)}, values);
    json_decref(object);
    return wrong;
}
