/* SPDX-License-Identifier: MIT */
/* Reads the accounts of other programs: one JSON object on each line, as bastide-audit(5) describes
 * it. */
#include <jansson.h>

#include "diff/account.h"
#include "formats/json.h"

/* Reads a text; a missing or null value gives NULL. False for a value of another type. */
static bool read_text(struct account *account, const json_t *value, const char **text)
{
    *text = NULL;
    if (json_is_string(value))
        *text = account_plain(account, json_str(value));
    return *text || !value || json_is_null(value);
}

static bool seat_of(const json_t *value, uint8_t *seat)
{
    const char *text = json_string_value(value);
    if (!text || text[0] < 'a' || text[0] >= 'a' + SEATS_MAX || text[1])
        return false;
    *seat = (uint8_t)(text[0] - 'a');
    return true;
}

/* Reads a list of scores, one for each seat, and sets *seats to their number. False if the list is
 * malformed, or if *seats was a different number before; *seats is 0 if the number was unknown. */
static bool read_scores(const json_t *list, int32_t scores[SEATS_MAX], unsigned *seats)
{
    size_t count = json_array_size(list);
    if (!count || count > SEATS_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *score = json_array_get(list, i);
        if (!json_is_integer(score) || json_integer_value(score) > 1000000 ||
            json_integer_value(score) < -1000000)
            return false;
        scores[i] = (int32_t)json_integer_value(score);
    }
    bool fits = !*seats || *seats == count;
    *seats = (unsigned)count;
    return fits;
}

static bool is_list_or_none(const json_t *value)
{
    return !value || json_is_null(value) || json_is_array(value);
}

/* Prints the arithmetic of a score, "4 tiles × 2 + 1 shields × 2 = 10; tiles 0,0 0,1", from its
 * members `terms` and `tiles`, which are both optional. Returns NULL, or what is wrong with
 * them. */
static const char *print_arithmetic(const json_t *event, int32_t points, struct sink *text)
{
    const json_t *terms = json_object_get(event, "terms"), *tiles = json_object_get(event, "tiles"),
                 *item;
    size_t i;
    if (!is_list_or_none(terms) || !is_list_or_none(tiles))
        return "'terms' and 'tiles' must be lists";
    json_array_foreach(terms, i, item) {
        const json_t *name = json_object_get(item, "name"), *count = json_object_get(item, "count"),
                     *each = json_object_get(item, "each");
        if (!json_is_string(name) || !json_is_integer(count) || !json_is_integer(each))
            return "a term has a 'name', and numbers 'count' and 'each'";
        sink_printf(text, "%s%lld ", i ? " + " : "", (long long)json_integer_value(count));
        sink_plain(text, json_str(name));
        sink_printf(text, " × %lld", (long long)json_integer_value(each));
    }
    if (json_array_size(terms))
        sink_printf(text, " = %d", points);
    json_array_foreach(tiles, i, item) {
        if (!json_is_string(item))
            return "a tile must be a text";
        sink_cstr(text, i ? " " : json_array_size(terms) ? "; tiles " : "tiles ");
        sink_plain(text, json_str(item));
    }
    return NULL;
}

static const char *read_score(struct account *account, const json_t *event, unsigned turn)
{
    const json_t *points = json_object_get(event, "points"),
                 *final = json_object_get(event, "final");
    uint8_t seat;
    if (!seat_of(json_object_get(event, "seat"), &seat))
        return "'seat' must be a letter from a to f";
    if (!json_is_integer(points) || json_integer_value(points) > 1000000 ||
        json_integer_value(points) < -1000000)
        return "'points' is a number";
    if (final && !json_is_boolean(final))
        return "'final' must be true or false";
    struct payment *payment = account_payment(account);
    payment->turn = (uint16_t)turn;
    payment->seat = seat;
    payment->points = (int32_t)json_integer_value(points);
    payment->final = json_is_true(final);
    const char *edge;
    if (!read_text(account, json_object_get(event, "kind"), &payment->kind) ||
        !read_text(account, json_object_get(event, "feature"), &payment->feature) ||
        !read_text(account, json_object_get(event, "edge"), &edge))
        return "'kind', 'feature' and 'edge' must be texts";
    payment->feature = payment->feature ? payment->feature : edge;
    struct sink why;
    sink_open(&why, -1);
    const char *wrong = print_arithmetic(event, payment->points, &why);
    payment->why = account_copy(account, &why);
    return wrong;
}

static const char *read_turn(struct account *account, const json_t *event, unsigned number)
{
    struct account_turn *turn = account_turn(account, number);
    const json_t *scores = json_object_get(event, "scores");
    unsigned seats = account->seats;
    if (scores && !json_is_null(scores) &&
        !(turn->has_scores = read_scores(scores, turn->scores, &seats)))
        return "'scores' must be a list of numbers, one for each player, and as many in every line";
    account->seats = seats;
    return read_text(account, json_object_get(event, "cell"), &turn->cell)
               ? NULL
               : "'cell' must be a text";
}

static const char *read_event(struct account *account, const json_t *event, bool *over)
{
    const char *kind = json_string_value(json_object_get(event, "event"));
    const json_t *turn = json_object_get(event, "turn"), *scores = json_object_get(event, "scores"),
                 *complete = json_object_get(event, "complete");
    if (!kind)
        return "an object has its 'event'";
    bool numbered = strcmp(kind, "score") == 0 || strcmp(kind, "turn") == 0;
    if (numbered &&
        (!json_is_integer(turn) || json_integer_value(turn) < 0 || json_integer_value(turn) > 9999))
        return "'turn' must be a number from 0 to 9999";
    if (strcmp(kind, "score") == 0)
        return read_score(account, event, (unsigned)json_integer_value(turn));
    if (strcmp(kind, "turn") == 0)
        return read_turn(account, event, (unsigned)json_integer_value(turn));
    if (strcmp(kind, "end") != 0)
        return NULL;
    *over = true;
    if (complete && !json_is_boolean(complete))
        return "'complete' must be true or false";
    if (!scores || json_is_null(scores))
        return NULL;
    if (!read_scores(scores, account->final, &account->seats))
        return "'scores' must be a list of numbers, one for each player, and as many in every line";
    account->has_final = !json_is_false(complete);
    return NULL;
}

static const char *read_key(struct account *account, const json_t *value)
{
    if (json_is_integer(value))
        account->key = arena_printf(account->arena, "%lld", (long long)json_integer_value(value));
    else if (!read_text(account, value, &account->key))
        return "the value by which games are matched must be a text or a whole number";
    return NULL;
}

bool account_ends(struct str line)
{
    if (!memmem(line.p, line.n, "\"end\"", 5))
        return false;
    json_error_t error;
    json_t *event = json_loadb(line.p, line.n, JSON_REJECT_DUPLICATES, &error);
    const char *kind = json_string_value(json_object_get(event, "event"));
    bool ends = kind && strcmp(kind, "end") == 0;
    json_decref(event);
    return ends;
}

const char *account_line(struct account *account, struct str line, const char *key, bool *over)
{
    json_error_t error;
    json_t *event = json_loadb(line.p, line.n, JSON_REJECT_DUPLICATES, &error);
    *over = false;
    if (!event)
        return arena_printf(account->arena, "not JSON: %s", error.text);
    const char *wrong = json_is_object(event) ? read_event(account, event, over)
                                              : "a line of an account must be an object";
    if (!wrong && key && !account->key)
        wrong = read_key(account, json_object_get(event, key));
    json_decref(event);
    return wrong;
}
