/* SPDX-License-Identifier: MIT */
/* Reads the accounts of other programs: one JSON object on each line, as bastide-audit(5) describes
 * it. */
#include "diff/account.h"
#include "input/json.h"

enum { POINTS_MAX = 1000000, TURN_MAX = 9999 };

/* Reads a text; a missing or null value gives NULL. False for a value of another type. */
static bool read_text(struct account *account, const struct json *value, const char **text)
{
    *text = NULL;
    if (json_is(value, JSON_TEXT))
        *text = account_plain(account, json_str(value));
    return *text || !value || json_is(value, JSON_NULL);
}

/* Reads a whole number, also one that is written as 4.0. False for another value, or a number out
 * of bounds. */
static bool read_integer(const struct json *value, long least, long most, int32_t *number)
{
    double real = json_real(value);
    if (!json_is_number(value) || !(real >= (double)least && real <= (double)most))
        return false;
    *number = (int32_t)real;
    return (double)*number == real;
}

static bool seat_of(const struct json *value, uint8_t *seat)
{
    const char *text = json_cstr(value);
    if (!text || text[0] < 'a' || text[0] >= 'a' + SEATS_MAX || text[1])
        return false;
    *seat = (uint8_t)(text[0] - 'a');
    return true;
}

/* Reads a list of scores, one for each seat, and sets *seats to their number. False if the list is
 * malformed, or if *seats was a different number before; *seats is 0 if the number was unknown. */
static bool read_scores(const struct json *list, int32_t scores[SEATS_MAX], unsigned *seats)
{
    size_t count = json_count(list);
    if (!count || count > SEATS_MAX)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!read_integer(json_item(list, i), -POINTS_MAX, POINTS_MAX, &scores[i]))
            return false;
    bool fits = !*seats || *seats == count;
    *seats = (unsigned)count;
    return fits;
}

static bool is_list_or_none(const struct json *value)
{
    return !value || json_is(value, JSON_NULL) || json_is(value, JSON_LIST);
}

/* Prints the arithmetic of a score, "4 tiles × 2 + 1 shields × 2 = 10; tiles 0,0 0,1", from its
 * members `terms` and `tiles`, which are both optional. Returns NULL, or what is wrong with
 * them. */
static const char *print_arithmetic(const struct json *event, int32_t points, struct sink *text)
{
    const struct json *terms = json_get(event, "terms"), *tiles = json_get(event, "tiles"), *item;
    if (!is_list_or_none(terms) || !is_list_or_none(tiles))
        return "'terms' and 'tiles' must be lists";
    JSON_FOR_EACH(i, item, terms) {
        const struct json *name = json_get(item, "name"), *count = json_get(item, "count"),
                          *each = json_get(item, "each");
        int32_t counted, paid;
        if (!json_is(name, JSON_TEXT) || !read_integer(count, INT32_MIN, INT32_MAX, &counted) ||
            !read_integer(each, INT32_MIN, INT32_MAX, &paid))
            return "a term must have a 'name', and whole numbers 'count' and 'each'";
        sink_printf(text, "%s%d ", i ? " + " : "", counted);
        sink_plain(text, json_str(name));
        sink_printf(text, " × %d", paid);
    }
    if (json_count(terms))
        sink_printf(text, " = %d", points);
    JSON_FOR_EACH(i, item, tiles) {
        if (!json_is(item, JSON_TEXT))
            return "a tile must be a text";
        sink_cstr(text, i ? " " : json_count(terms) ? "; tiles " : "tiles ");
        sink_plain(text, json_str(item));
    }
    return NULL;
}

static const char *read_score(struct account *account, const struct json *event, unsigned turn)
{
    const struct json *points = json_get(event, "points"), *final = json_get(event, "final");
    uint8_t seat;
    if (!seat_of(json_get(event, "seat"), &seat))
        return json_get(event, "seat") || !json_get(event, "player")
                   ? "'seat' must be a letter from a to f"
                   : "'player' is not read: 'seat', a letter from a to f, says who is paid";
    int32_t paid;
    if (!read_integer(points, -POINTS_MAX, POINTS_MAX, &paid))
        return "'points' must be a whole number from -1000000 to 1000000";
    if (final && !json_is_bool(final))
        return "'final' must be true or false";
    struct payment *payment = account_payment(account);
    payment->turn = (uint16_t)turn;
    payment->seat = seat;
    payment->points = paid;
    payment->final = json_is(final, JSON_TRUE);
    const char *edge;
    if (!read_text(account, json_get(event, "kind"), &payment->kind) ||
        !read_text(account, json_get(event, "feature"), &payment->feature) ||
        !read_text(account, json_get(event, "edge"), &edge))
        return "'kind', 'feature' and 'edge' must be texts";
    payment->feature = payment->feature ? payment->feature : edge;
    struct sink why;
    sink_open(&why, -1);
    const char *wrong = print_arithmetic(event, payment->points, &why);
    payment->why = account_copy(account, &why);
    return wrong;
}

static const char not_scores[] = "unknown key 'score': 'scores' lists the score of each player";

static const char *read_turn(struct account *account, const struct json *event, unsigned number)
{
    struct account_turn *turn = account_turn(account, number);
    const struct json *scores = json_get(event, "scores");
    unsigned seats = account->seats;
    if (!scores && json_get(event, "score"))
        return not_scores;
    if (scores && !json_is(scores, JSON_NULL) &&
        !(turn->has_scores = read_scores(scores, turn->scores, &seats)))
        return "'scores' must be a list of numbers, one for each player, and as many in every line";
    account->seats = seats;
    return read_text(account, json_get(event, "cell"), &turn->cell) ? NULL
                                                                    : "'cell' must be a text";
}

static const char not_winners[] =
    "'winners' must be a list of letters from a to f, and 'reason' a text";

/* Reads who wins, and by what. A game that is not complete, or depends on something unknown, has no
 * outcome. */
static const char *read_outcome(struct account *account, const struct json *event)
{
    const struct json *winners = json_get(event, "winners"), *reason = json_get(event, "reason"),
                      *item;
    unsigned seats = 0;
    if ((winners && !json_is(winners, JSON_LIST)) || (reason && !json_is(reason, JSON_TEXT)))
        return not_winners;
    if (!winners)
        return NULL;
    JSON_FOR_EACH(i, item, winners) {
        uint8_t seat;
        if (!seat_of(item, &seat))
            return not_winners;
        seats |= 1u << seat;
    }
    if (account->complete != INCOMPLETE && !json_is(json_get(event, "undetermined"), JSON_TRUE))
        account_outcome(account, seats, reason ? account_plain(account, json_str(reason)) : NULL);
    return NULL;
}

static const char *read_event(struct account *account, const struct json *event, bool *over)
{
    const char *kind = json_cstr(json_get(event, "event"));
    const struct json *turn = json_get(event, "turn"), *scores = json_get(event, "scores"),
                      *complete = json_get(event, "complete");
    if (!kind)
        return "an object has its 'event'";
    if (strcmp(kind, "record") == 0)
        return "a record as JSON stands among the lines of an account";
    bool numbered = strcmp(kind, "score") == 0 || strcmp(kind, "turn") == 0;
    int32_t number = 0;
    if (numbered && !read_integer(turn, 0, TURN_MAX, &number))
        return "'turn' must be a whole number from 0 to 9999";
    if (strcmp(kind, "score") == 0)
        return read_score(account, event, (unsigned)number);
    if (strcmp(kind, "turn") == 0)
        return read_turn(account, event, (unsigned)number);
    if (strcmp(kind, "end") != 0)
        return NULL;
    *over = true;
    if (complete && !json_is_bool(complete))
        return "'complete' must be true or false";
    if (complete)
        account->complete = json_is(complete, JSON_TRUE) ? COMPLETE : INCOMPLETE;
    const char *wrong = read_outcome(account, event);
    if (wrong)
        return wrong;
    if (!scores && json_get(event, "score"))
        return not_scores;
    if (!scores || json_is(scores, JSON_NULL))
        return NULL;
    if (!read_scores(scores, account->final, &account->seats))
        return "'scores' must be a list of numbers, one for each player, and as many in every line";
    account->has_final = true;
    return NULL;
}

static const char *read_key(struct account *account, const struct json *value)
{
    if (json_is(value, JSON_INTEGER))
        account->key = arena_printf(account->arena, "%lld", (long long)json_int(value));
    else if (!read_text(account, value, &account->key))
        return "the value by which games are matched must be a text or a whole number";
    return NULL;
}

bool account_ends(struct str line)
{
    if (!memmem(line.p, line.n, "\"end\"", 5))
        return false;
    struct json_error error;
    struct arena arena = {0};
    const char *kind = json_cstr(json_get(json_parse(line, &arena, &error), "event"));
    bool ends = kind && strcmp(kind, "end") == 0;
    arena_free(&arena);
    return ends;
}

const char *account_line(struct account *account, struct str line, const char *key, bool *over)
{
    struct json_error error;
    arena_reset(&account->line);
    const struct json *event = json_parse(line, &account->line, &error);
    *over = false;
    if (!event)
        return arena_printf(account->arena, "not JSON: %s", error.text);
    const char *wrong = json_is(event, JSON_OBJECT) ? read_event(account, event, over)
                                                    : "a line of an account must be an object";
    if (!wrong && key && !account->key)
        wrong = read_key(account, json_get(event, key));
    return wrong;
}
