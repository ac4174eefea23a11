/* SPDX-License-Identifier: MIT */
/* Reads the figures of other runs: one JSON object on each line, as bastide stats prints them. */
#include "input/json.h"
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
    struct json_error error;
    arena_reset(&stats->line);
    const struct json *object = json_parse(line, &stats->line, &error);
    const char *event = json_cstr(json_get(object, "event")),
               *name = json_cstr(json_get(object, "table"));
    const struct json *key = json_get(object, "key");
    int table = table_of(name);
    const char *wrong = NULL;
    if (!object)
        wrong = "not JSON";
    else if (!event || strcmp(event, "stats") != 0 || table < 0 || !json_is(key, JSON_TEXT))
        wrong = "no figures of bastide stats";
    else if (table == STATS_GAMES && strcmp(json_cstr(key), "all") != 0)
        wrong = "the games have one row, 'all'";
    int64_t values[STATS_COLUMNS_MAX] = {0};
    for (unsigned i = 0; !wrong && stats_columns((enum stats_table)table)[i].name; i++) {
        const struct stats_column *column = &stats_columns((enum stats_table)table)[i];
        const struct json *value = json_get(object, column->name);
        bool none = json_is(value, JSON_NULL) && column->fold != STATS_SUM;
        if (!none && !json_is(value, JSON_INTEGER))
            wrong = "a figure is missing, or no whole number";
        else if (!none && (json_int(value) > FIGURE_MAX ||
                           json_int(value) < (column->is_signed ? -FIGURE_MAX : 0)))
            wrong = "a figure is beyond bounds";
        values[i] = !none ? json_int(value) : column->fold == STATS_LEAST ? INT64_MAX : INT64_MIN;
    }
    if (!wrong)
        stats_add(stats, (enum stats_table)table, json_str(key), values);
    return wrong;
}
