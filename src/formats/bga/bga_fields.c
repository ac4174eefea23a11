/* SPDX-License-Identifier: MIT */
/* Checks the fields of Board Game Arena's logs (bga_fields.def), and the order, table and reader of
 * packets. */
#include "formats/bga/bga_log.h"

#include <ctype.h>
#include <limits.h>

/* ---- Names of fields ---- */

enum { SLOTS = 512 };
_Static_assert((SLOTS & (SLOTS - 1)) == 0, "a power of two");

/* A hash table of the names, so that the long list is not searched for each field of a long log. An
 * empty slot is 0. */
static const uint64_t no_hash = 14695981039346656037u;
struct bga_names {
    uint64_t slots[SLOTS];
};

/* Continues the hash of a name with `text`. */
static uint64_t hash_on(uint64_t hash, struct str text)
{
    for (size_t i = 0; i < text.n; i++)
        hash = (hash ^ (unsigned char)text.p[i]) * 1099511628211u;
    return hash;
}

static uint64_t *slot_of(struct bga_names *names, uint64_t hash)
{
    size_t i = hash % SLOTS;
    while (names->slots[i] && names->slots[i] != hash)
        i = (i + 1) % SLOTS;
    return &names->slots[i];
}

static struct bga_names *names_new(struct arena *arena)
{
    static const char *const fields[] = {
#define COMPARED(name)      name,
#define NO_CLAIM(name, why) name,
#include "formats/bga/bga_fields.def"
#undef COMPARED
#undef NO_CLAIM
    };
    _Static_assert(sizeof fields / sizeof *fields < SLOTS / 2, "room for the names");
    struct bga_names *names = arena_alloc(arena, sizeof *names);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        uint64_t hash = hash_on(no_hash, str_of(fields[i]));
        *slot_of(names, hash) = hash;
    }
    return names;
}

static void unknown(struct bga *b, struct str name)
{
    static const char *const none[] = {NULL};
    importer_pass_over(b->im, b->place, "field", name, none);
}

/* True if the key is a number, such as the number of a player. */
static bool is_number(struct str key)
{
    if (key.n && *key.p == '-')
        key = str_from(key, 1);
    for (size_t i = 0; i < key.n; i++)
        if (key.p[i] < '0' || key.p[i] > '9')
            return false;
    return key.n > 0;
}

/* Reports the unknown fields of a value. `name` is its last key, and `hash` is the hash of its
 * whole name. For a key that is a number, a row may have # (`hash`) or that number (`other`).
 * `other` is 0 for other keys. */
static void check_value(struct bga *b, const struct json *value, uint64_t hash, uint64_t other,
                        struct str name)
{
    const struct json *item;
    bool is_leaf = json_count(value) == 0;
    if (json_is(value, JSON_OBJECT)) {
        uint64_t dot = hash_on(hash, str_of("."));
        JSON_FOR_EACH_KEY(key, value) {
            struct str text = json_str(key);
            uint64_t whole = hash_on(dot, text);
            if (is_number(text))
                check_value(b, key + 1, hash_on(dot, str_of("#")), whole, text);
            else
                check_value(b, key + 1, whole, 0, text);
        }
    } else if (!is_leaf) {
        uint64_t whole = hash_on(hash, str_of("[]"));
        JSON_FOR_EACH(i, item, value)
            check_value(b, item, whole, 0, name);
    }
    if (is_leaf && !*slot_of(b->names_of_fields, hash) &&
        !(other && *slot_of(b->names_of_fields, other)))
        unknown(b, name);
}

void bga_check_fields(struct bga *b, const struct json *value, struct str part)
{
    if (!b->names_of_fields)
        b->names_of_fields = names_new(b->im->arena);
    uint64_t hash = hash_on(hash_on(no_hash, part), str_of(part.n ? "." : ""));
    JSON_FOR_EACH_KEY(key, value) {
        struct str text = json_str(key);
        /* Skip the type of an event, its sentence, which the other fields fill in, and parts that
         * are checked on their own. */
        bool apart = str_is(text, "data") || str_is(text, "logs") || str_is(text, "players") ||
                     str_is(text, "type") || str_is(text, "log");
        if (!apart)
            check_value(b, key + 1, hash_on(hash, text), 0, text);
    }
}

/* ---- Packets ---- */

/* Returns the number after the prefix of a channel; -1 for another channel. */
static long channel_number(struct str channel, const char *prefix)
{
    if (!str_begins(channel, prefix))
        return -1;
    struct str digits = str_from(channel, strlen(prefix));
    long number = 0;
    for (size_t i = 0; i < digits.n; i++) {
        if (!isdigit((unsigned char)digits.p[i]) || number > (LONG_MAX - 9) / 10)
            return -1;
        number = 10 * number + digits.p[i] - '0';
    }
    return digits.n ? number : -1;
}

/* Returns a number of a packet; -1 if it is missing, -2 if it is not a number. */
static long number_of(const struct json *packet, const char *key)
{
    const struct json *value = json_get(packet, key);
    return value ? json_loose_integer(value, -2) : -1;
}

/* True the first time only: one wrong number may make many packets differ. */
static bool is_first(bool *reported)
{
    bool first = !*reported;
    *reported = true;
    return first;
}

static void check_table(struct bga *b, long channel, long id)
{
    struct bga_packets *p = &b->packets;
    long table = channel >= 0 ? channel : id;
    if (table < 0)
        return;
    p->table = p->table ? p->table : table;
    if ((table != p->table || (id != -1 && id != table)) && is_first(&p->table_reported))
        bga_differs(b, FINDING_SAID_PACKET_TABLE, ARGS(table != p->table ? table : id, p->table));
}

/* Checks that the numbers of packets and moves, and the times, are in order. Each packet to the
 * table is a move; a packet to a player is part of the next move. */
static void check_order(struct bga *b, long number, long move, long time, bool is_private)
{
    struct bga_packets *p = &b->packets;
    if (number != -1 && number <= p->number && is_first(&p->number_reported))
        bga_differs(b, FINDING_SAID_PACKET_ORDER, ARGS(number, p->number));
    if (move != -1 && p->move && move != p->move + 1 && is_first(&p->move_reported))
        bga_differs(b, FINDING_SAID_MOVE_ORDER, ARGS(move, p->move));
    if (time != -1 && time < p->time && is_first(&p->time_reported))
        bga_differs(b, FINDING_SAID_TIME_ORDER, ARGS(time, p->time));
    p->number = number != -1 ? number : p->number;
    p->time = time != -1 ? time : p->time;
    if (move != -1 && !is_private)
        p->move = move;
}

bool bga_packet(struct bga *b, const struct json *packet)
{
    struct str channel = json_str(json_get(packet, "channel"));
    long table = channel_number(channel, "/table/t"), player = channel_number(channel, "/player/p");
    bool is_private = player >= 0 && bga_seat(b, player) < b->seats;
    bga_check_fields(b, packet, str_of("packet"));
    if (json_get(packet, "channel") && table < 0 && !is_private) {
        bga_warn(b, FINDING_SAID_CHANNEL, ARGS(arena_brief(b->im->arena, channel)));
        return false;
    }
    check_table(b, table, number_of(packet, "table_id"));
    check_order(b, number_of(packet, "packet_id"), number_of(packet, "move_id"),
                number_of(packet, "time"), is_private);
    b->reader = is_private ? bga_seat(b, player) : b->seats;
    return true;
}
