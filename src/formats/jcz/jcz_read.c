/* SPDX-License-Identifier: MIT */
/* Reads saved games of JCloisterZone (4.0 and later): the document, and the frame of its messages.
 * See jcz_save.h and bastide(1), FORMATS. */
#include <stdio.h>
#include <stdlib.h>

#include "formats/jcz/jcz_read.h"

/* ---- Courses of the rooms ---- */

const struct jcz_course *const jcz_courses[JCZ_COURSES] = {
#define JCZ_COURSE(name) &name##_jcz,
#include "rows.h"
};

/* ---- A message ---- */

enum { FIELDS_MAX = 5 };
static const struct kind_of_message {
    const char *type;
    uint8_t kind; /* enum message_kind */
    enum outcome (*read)(struct jcz *, const struct json *payload, struct message *);
    const char *fields[FIELDS_MAX + 1]; /* fields of its payload; NULL after the last one */
} kinds_of_messages[] = {
#define JCZ_MESSAGE(id, type, read, write, check, by_course, ...)                                  \
    {type, MESSAGE_##id, read, {__VA_ARGS__}},
#include "rows.h"
};
enum { KINDS_OF_MESSAGES = sizeof kinds_of_messages / sizeof *kinds_of_messages };

/* Returns the index of a type of message, KINDS_OF_MESSAGES if it is unknown. */
static unsigned row_of(struct str type)
{
    unsigned i = 0;
    while (i < KINDS_OF_MESSAGES && !str_is(type, kinds_of_messages[i].type))
        i++;
    return i;
}

/* Returns the seat that JCloisterZone asks, which acts if the message names no player. */
static unsigned seat_by_course(const struct jcz *z)
{
    unsigned asked = jcz_asked(z);
    if (asked != NOBODY)
        return asked;
    return z->placed ? z->turn_seat : z->next_seat;
}

/* Reads the player of a message, or takes the seat that is asked. False if the player does not
 * exist. */
static bool read_player(struct jcz *z, const struct json *player)
{
    z->seat = seat_by_course(z);
    z->named = false;
    if (!player || json_is(player, JSON_NULL))
        return true;
    if (!json_is(player, JSON_INTEGER) || json_int(player) < 0 ||
        json_int(player) >= (int64_t)z->seats)
        return false;
    z->named = true;
    z->seat = (unsigned)json_int(player);
    return true;
}

/* Adds an unknown tile or act for a message that makes no sense but may have done something. What
 * depends on that tile or act is undetermined. */
static void lose(struct jcz *z, enum message_kind kind)
{
    if (kind == MESSAGE_PLACE && !z->placed)
        jcz_lose_tile(z);
    else if (kind == MESSAGE_PLACE)
        return;
    else if (kind != MESSAGE_COMMIT && kind != MESSAGE_PASS)
        jcz_lose_act(z);
}

/* True if nothing more of the turn that was committed last comes before the message under way: no
 * flight, and no follower that moves on or stays. */
static bool is_turn_over(const struct jcz *z)
{
    switch (z->asks) {
    case MESSAGE_FIGURE:
        return false;
    case MESSAGE_PASS:
        return !z->moves_on || z->follows == MESSAGE_COMMIT;
    case MESSAGE_FOLLOWER:
    case MESSAGE_COMMIT:
    case MESSAGE_COUNT:
        return !z->moves_on;
    default:
        return true;
    }
}

/* Tells the rooms that a message of a kind is to be read; MESSAGE_COUNT: that no more follow. */
static void note_message(struct jcz *z, enum message_kind kind)
{
    bool over = !z->placed && is_turn_over(z);
#define JCZ_COURSE(name)                                                                           \
    if (name##_jcz.before)                                                                         \
        name##_jcz.before(z, kind);
#include "rows.h"
    if (!over)
        return;
#define JCZ_COURSE(name)                                                                           \
    if (name##_jcz.after_turn)                                                                     \
        name##_jcz.after_turn(z);
#include "rows.h"
}

/* Reads a message, whose type has index `i`. */
static enum outcome read_message(struct jcz *z, const struct json *json, unsigned i,
                                 struct message *message)
{
    static const char *const known[] = {"type", "payload", "player", "clock", NULL};
    struct str type = json_str(json_get(json, "type"));
    const struct json *payload = json_get(json, "payload");
    *message = (struct message){.place = z->place, .turn = (uint16_t)z->turn};
    if (i < KINDS_OF_MESSAGES)
        note_message(z, (enum message_kind)kinds_of_messages[i].kind);
    bool is_sender = read_player(z, json_get(json, "player"));
    message->seat = z->named ? (uint8_t)z->seat : SEAT_NONE;
    if (!json_is(json, JSON_OBJECT) || !type.n)
        return jcz_nonsense(z, FINDING_IMPORT_MESSAGE, NO_ARGS);
    if (i == KINDS_OF_MESSAGES)
        return jcz_unsupported(z, "message", arena_copy(z->im->arena, type.p, type.n));
    message->kind = kinds_of_messages[i].kind;
    jcz_check_fields(z, json, z->place, known);
    jcz_check_fields(z, payload, z->place, kinds_of_messages[i].fields);
    enum outcome outcome = kinds_of_messages[i].read(z, payload, message);
    z->is_late = false;
    if (outcome == READ && !is_sender)
        jcz_nonsense(z, FINDING_IMPORT_MESSAGE_PLAYER, NO_ARGS);
    if (outcome == NONSENSE)
        lose(z, (enum message_kind)message->kind);
    return outcome;
}

/* ---- The document ---- */

/* Adds the discards of tiles that were drawn after the last turn and fit nowhere, and the end of
 * the game. No message reports these. */
static void finish(struct jcz *z)
{
    z->place = importer_at(z->im, "replay");
    z->seat = z->next_seat;
    bool shows_draws = z->draws && (jcz_is_ordered(z) || z->knows_random);
    while (!z->placed && !z->turns_left && !z->ended && shows_draws && jcz_drawable(z)) {
        struct stack *drawn = jcz_draw(z);
        z->next = drawn;
        if (!drawn || jcz_fits_anywhere(z, drawn->design, true))
            return;
        importer_discard(z->im, z->place, z->turn, z->seat, drawn->design->name);
    }
    z->im->record->turn_open = z->placed || jcz_goes_on(z);
    bool over = jcz_pack_is_empty(z) || z->laid + z->hidden == z->in_sets;
    if (z->im->record->turn_open || !(over || z->ended))
        return;
    importer_end(z->im, z->place);
    if (!over)
        z->im->record->lines[z->im->record->line_count - 1].reason = END_STOPPED;
}

/* A message that UNDO did not take back. */
struct kept {
    const struct json *message;
    const struct json *lays; /* the next message that lays or declines a tile; NULL for none */
    size_t i;                /* index in the save */
    uint8_t row;             /* index of its type; KINDS_OF_MESSAGES if it is unknown */
    uint8_t follows;         /* kind of the next message, leaving out those that may come at any
                                moment; MESSAGE_COUNT for none */
};

static enum message_kind kind_of(const struct kept *kept)
{
    return kept->row < KINDS_OF_MESSAGES ? (enum message_kind)kinds_of_messages[kept->row].kind
                                         : MESSAGE_COUNT;
}

/* Finds out what comes after each message. Messages between the COMMIT of a turn and the next tile
 * do not hide who lays it: those that move a figure, those that may come at any moment, those of
 * followers that move on, and a PASS after which no COMMIT follows. Any other message before the
 * tile belongs to a bazaar. */
static void look_ahead(const struct jcz *z, struct kept *kept, size_t count)
{
    enum message_kind follows = MESSAGE_COUNT;
    const struct json *lays = NULL;
    for (struct kept *each = kept + count; each > kept;) {
        enum message_kind kind = kind_of(--each);
        each->follows = (uint8_t)follows;
        each->lays = lays;
        if (jcz_is_anytime(kind))
            continue;
        bool moves_on = z->moves_on && (kind == MESSAGE_FOLLOWER || kind == MESSAGE_COMMIT ||
                                        (kind == MESSAGE_PASS && follows != MESSAGE_COMMIT));
        if (kind != MESSAGE_FIGURE && !moves_on)
            lays = kind == MESSAGE_PLACE || kind == MESSAGE_PASS ? each->message : NULL;
        follows = kind;
    }
}

/* ---- Times ---- */

enum { NO_LINE = UINT32_MAX };

/* In place of the time of a message that has none, or a value that is wrong. */
enum { NO_TIME = -1, WRONG_TIME = -2 };

/* The times of the messages, in milliseconds since the beginning. */
struct message_times {
    bool are_known; /* some message has a time above 0 */
    bool is_missing_told, is_wrong_told;
    int64_t last;
    int64_t pending[SEATS_MAX]; /* times of players who have no line in the turn yet */
    uint32_t line[SEATS_MAX];   /* index of the last line of each player; NO_LINE for none */
};

/* Returns the time of a message, NO_TIME or WRONG_TIME. */
static int64_t time_of(const struct json *message)
{
    const struct json *clock = json_get(message, "clock");
    if (!clock)
        clock = json_get(json_get(message, "payload"), "clock");
    if (!clock || json_is(clock, JSON_NULL))
        return NO_TIME;
    bool good = json_is(clock, JSON_INTEGER) && json_int(clock) >= 0 &&
                json_int(clock) <= (int64_t)TIME_SECONDS_MAX * 1000;
    return good ? json_int(clock) : WRONG_TIME;
}

/* True if a line has a seat, and more than tiles that were discarded without a message. */
static bool is_work_of(const struct line *line, unsigned seat)
{
    bool discards = !line->has_tile && line->act_count;
    for (uint32_t i = 0; i < line->act_count; i++)
        discards &= line->acts[i].kind == ACT_DISCARD;
    return line->seat == seat && !discards;
}

/* Returns the index of the line in which a message of a seat says what it did: the first line that
 * the message added for the seat, otherwise the seat's last line in the turn under way, otherwise
 * NO_LINE. The record had `before` lines before the message. */
static uint32_t line_of_message(const struct record *record, uint32_t before, unsigned seat)
{
    for (uint32_t i = before; i < record->line_count; i++)
        if (is_work_of(&record->lines[i], seat))
            return i;
    for (uint32_t i = before; i > 0; i--) {
        if (record->lines[i - 1].turn != record->lines[record->line_count - 1].turn)
            break;
        if (is_work_of(&record->lines[i - 1], seat))
            return i - 1;
    }
    return NO_LINE;
}

/* Charges the player who sent a message with the time since the message before it. A message that
 * declines or confirms belongs to the line that the player's message before it has in the turn. */
static void take_time(struct jcz *z, struct message_times *times, const struct json *message,
                      enum message_kind kind, uint32_t before)
{
    int64_t time = time_of(message);
    if (time == WRONG_TIME) {
        if (!times->is_wrong_told)
            finding_raise(z->im->findings, FINDING_IMPORT_MESSAGE_CLOCK, z->place, NO_ARGS);
        times->is_wrong_told = true;
        return;
    }
    if (!times->are_known)
        return;
    if (time == NO_TIME) {
        if (!times->is_missing_told)
            finding_raise(z->im->findings, FINDING_TIME_MISSING_MESSAGE, z->place, NO_ARGS);
        times->is_missing_told = true;
        return;
    }
    if (time < times->last)
        finding_raise(z->im->findings, FINDING_TIME_BACKWARDS_MESSAGE, z->place,
                      ARGS(time_text(times->last).text, time_text(time).text));
    else
        times->pending[z->seat] += time - times->last;
    times->last = time;
    const struct record *record = z->im->record;
    bool is_idle = kind == MESSAGE_PASS || kind == MESSAGE_COMMIT;
    uint32_t line = is_idle ? times->line[z->seat] : line_of_message(record, before, z->seat);
    if (line != NO_LINE && record->lines[line].turn != record->lines[record->line_count - 1].turn)
        line = NO_LINE;
    times->line[z->seat] = line == NO_LINE ? times->line[z->seat] : line;
    if (line == NO_LINE)
        return;
    importer_time(z->im, line, times->pending[z->seat]);
    times->pending[z->seat] = 0;
}

/* Charges what is left to the last line of each player, and writes all times. */
static void write_times(struct jcz *z, struct message_times *times)
{
    for (unsigned seat = 0; seat < z->seats; seat++) {
        uint32_t line = times->line[seat];
        if (times->pending[seat] && line != NO_LINE)
            importer_time(z->im, line, times->pending[seat]);
    }
    importer_write_times(z->im);
}

/* Reads the timer of the setup: seconds at the start, and seconds added in each turn. */
static void read_timer(struct jcz *z, const struct json *timer)
{
    const struct json *start = json_get(timer, "initial"), *turn = json_get(timer, "turn");
    struct place place = importer_at(z->im, "setup.timer");
    static const char *const known[] = {"initial", "turn", NULL};
    if (!timer || json_is(timer, JSON_NULL))
        return;
    jcz_check_fields(z, timer, place, known);
    bool good =
        json_is(start, JSON_INTEGER) && json_int(start) >= 0 && json_int(start) < TIME_SECONDS_MAX;
    bool adds = turn && !json_is(turn, JSON_NULL);
    if (adds)
        good &=
            json_is(turn, JSON_INTEGER) && json_int(turn) >= 0 && json_int(turn) < TIME_SECONDS_MAX;
    if (!good) {
        importer_malformed(z->im, place, FINDING_IMPORT_TIMER, NO_ARGS);
        return;
    }
    struct game_clock clock = {.given = true, .start = json_int(start) * 1000};
    clock.added = adds ? json_int(turn) * 1000 : 0;
    importer_clock(z->im, &clock, place);
}

/* Reads all messages except those that UNDO took back. */
static void read_replay(struct jcz *z, const struct json *replay)
{
    struct kept *kept = arena_take(z->im->arena, (json_count(replay) + 1) * sizeof *kept);
    size_t count = 0;
    const struct json *message;
    JSON_FOR_EACH(i, message, replay) {
        struct str type = json_str(json_get(message, "type"));
        /* It does nothing: the game is over when the tiles are drawn, or at the last turn. */
        if (z->is_four && str_is(type, "GAME_OVER"))
            continue;
        if (!str_is(type, "UNDO"))
            kept[count++] = (struct kept){message, NULL, i, (uint8_t)row_of(type), MESSAGE_COUNT};
        else if (count)
            count--;
    }
    struct message_times times = {.last = 0};
    memset(times.line, 0xFF, sizeof times.line);
    for (unsigned i = 0; i < JCZ_COURSES; i++)
        z->moves_on |= jcz_courses[i]->moves_on && jcz_courses[i]->moves_on(z);
    look_ahead(z, kept, count);
    for (size_t k = 0; k < count; k++)
        times.are_known |= time_of(kept[k].message) > 0;
    struct message *messages = arena_alloc(z->im->arena, (count + 1) * sizeof *messages);
    struct jcz_said *said = arena_alloc(z->im->arena, sizeof *said);
    said->messages = messages;
    z->im->record->said = said;
    said->passes_idly = z->is_four;
    for (size_t k = 0; k < count; k++) {
        z->place = importer_item(z->im, "replay", kept[k].i, NULL, 0);
        z->follows = (enum message_kind)kept[k].follows;
        z->asks = jcz_is_anytime(kind_of(&kept[k])) ? z->follows : kind_of(&kept[k]);
        z->lays = kept[k].lays;
        if (z->ended && is_turn_over(z)) {
            importer_end(z->im, z->place);
            z->im->record->lines[z->im->record->line_count - 1].reason = END_STOPPED;
            z->ended = false;
        }
        uint32_t before = z->im->record->line_count;
        struct message *own = &messages[said->count++];
        enum outcome outcome = read_message(z, kept[k].message, kept[k].row, own);
        take_time(z, &times, kept[k].message, (enum message_kind)own->kind, before);
        if (outcome == STOPPED) {
            finding_add(z->im->findings, z->im->findings->last, TAIL_STOPPED,
                        ARGS((long long)kept[k].i + 1, (long long)json_count(replay)));
            break;
        }
    }
    z->asks = MESSAGE_COUNT;
    note_message(z, MESSAGE_COUNT);
    said->drawn = z->tokens;
    said->drawn_count = z->token_count;
    if (said->count == count)
        finish(z);
    write_times(z, &times);
}

bool jcz_read(struct importer *im, const struct json *document)
{
    const struct json *replay = json_get(document, "replay");
    im->record->place = importer_at(im, "replay");
    struct jcz *z = arena_alloc(im->arena, sizeof *z);
    z->rows = arena_alloc(im->arena, SPREAD * sizeof *z->rows);
    z->stacks = arena_take(im->arena, IDS_MAX * sizeof *z->stacks);
    z->im = im;
    for (unsigned i = 0; i < JCZ_COURSES; i++)
        z->block[i] = arena_alloc(im->arena, jcz_courses[i]->size);
    bool good = jcz_read_setup(z, document);
    if (good && (!json_is(replay, JSON_LIST) || json_count(replay) > MESSAGES_MAX))
        good = importer_malformed(im, im->record->place, FINDING_IMPORT_NO_REPLAY, NO_ARGS);
    if (good) {
        z->turn = 1;
        read_timer(z, json_get(json_get(document, "setup"), "timer"));
        read_replay(z, replay);
        jcz_read_assertions(z, document);
    }
    return good;
}
