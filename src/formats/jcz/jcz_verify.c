/* SPDX-License-Identifier: MIT */
/* Compares the messages of a JCloisterZone save with those that its players would send in the
 * recorded game: the sender of each, the follower that it names, and whether messages are missing
 * or not expected. See bastide(1), FORMATS.
 *
 * The record holds the decisions, so that the message of a decision is found by its place in the
 * record. Only PASS and COMMIT leave no place there. */
#include "formats/format.h"
#include "formats/jcz/jcz_verify.h"

static const struct message *next_message(const struct jcz_comparison *c)
{
    return c->at < c->said->count ? &c->said->messages[c->at] : NULL;
}

void jcz_differs(struct jcz_comparison *c, enum finding_id id, const struct message *message,
                 const struct arg *args)
{
    struct finding *finding = finding_raise(c->findings, id, message->place, args);
    finding->turn = message->turn;
    finding->seat = c->referee->turn.seat;
}

static bool is_at(const struct message *message, struct place place)
{
    return message->place.at == place.at;
}

/* ---- Missing and needless messages ---- */

/* True if nothing illegal or unknown was done in the turn. JCloisterZone would not go on after an
 * illegal move, so what it asks then is unknown. */
static bool is_clear(const struct jcz_comparison *c)
{
    return c->play->last == c->before && !c->referee->turn.unsure && !c->referee->unknown.game &&
           !c->referee->unknown.gap;
}

/* True if a message in the turn of the line could not be read. It may be the one that seems to be
 * missing. */
static bool is_partly_read(const struct jcz_comparison *c, const struct line *of)
{
    for (uint32_t i = 0; i < c->record->line_count; i++) {
        const struct line *line = &c->record->lines[i];
        for (uint32_t k = 0; of && line->turn == of->turn && k < line->act_count; k++)
            if (line->acts[k].kind == ACT_UNKNOWN)
                return true;
    }
    return false;
}

static void raise_missing(struct jcz_comparison *c, const struct message *message)
{
    if (c->lacks && !c->reported && is_clear(c) && !is_partly_read(c, c->missing.line)) {
        jcz_differs(
            c,
            c->missing.kind == MESSAGE_PASS ? FINDING_MESSAGE_MOVE_MISSING
                                            : FINDING_MESSAGE_COMMIT_MISSING,
            message,
            ARGS(SEAT(c->missing.seat), jcz_message_type((enum message_kind)message->kind)));
        c->reported = true;
    }
    c->lacks = false;
}

static void raise_needless(struct jcz_comparison *c, const struct message *message)
{
    bool silent =
        message->kind == MESSAGE_COMMIT || (message->kind == MESSAGE_PASS && !c->said->passes_idly);
    if (silent && !c->reported && is_clear(c)) {
        jcz_differs(c, FINDING_MESSAGE_NOT_EXPECTED, message,
                    ARGS(jcz_message_type((enum message_kind)message->kind)));
        c->reported = true;
    }
}

/* Returns the message of an act that may come at any moment of the turn: it may stand before or
 * after the next message. */
static const struct message *find_anytime(const struct jcz_comparison *c, struct place place)
{
    for (uint32_t i = c->at; i > 0; i--)
        if (is_at(&c->said->messages[i - 1], place))
            return &c->said->messages[i - 1];
    for (uint32_t i = c->at; i < c->said->count; i++)
        if (is_at(&c->said->messages[i], place))
            return &c->said->messages[i];
    return NULL;
}

/* Moves on over messages that may come at any moment of the turn. */
static void skip_anytime(struct jcz_comparison *c)
{
    while (next_message(c) && jcz_is_anytime((enum message_kind)next_message(c)->kind))
        c->at++;
}

/* Returns the message of the step, NULL if the save has none. */
static const struct message *find_message(struct jcz_comparison *c, const struct script_step *step)
{
    if (jcz_is_anytime(step->kind))
        return find_anytime(c, step->place);
    skip_anytime(c);
    const struct message *message = next_message(c);
    if (!step->place.at && step->is_path) {
        bool goes_on = message && message->kind == step->kind;
        c->at += goes_on;
        return goes_on ? message : NULL;
    }
    if (!step->place.at) {
        /* Other messages of the turn before its COMMIT were not expected. The path of a figure is
         * not skipped, because it may follow the COMMIT that is missing. */
        while (message && step->kind == MESSAGE_COMMIT && message->kind != MESSAGE_COMMIT &&
               !jcz_is_path((enum message_kind)message->kind) && step->line &&
               message->turn == step->line->turn) {
            raise_needless(c, message);
            c->at++;
            message = next_message(c);
        }
        if (message && message->kind == step->kind) {
            raise_missing(c, message);
            c->at++;
            return message;
        }
        if (!c->lacks)
            c->missing = *step;
        c->lacks = true;
        return NULL;
    }
    uint32_t at = c->at;
    while (at < c->said->count && !is_at(&c->said->messages[at], step->place))
        at++;
    if (at == c->said->count)
        return NULL;
    for (; c->at < at; c->at++)
        raise_needless(c, &c->said->messages[c->at]);
    message = next_message(c);
    raise_missing(c, message);
    c->at++;
    return message;
}

/* ---- Senders and followers ---- */

static uint32_t *serial_of(struct jcz_comparison *c, const struct message *message)
{
    return &c->serial[message->meeple_seat][message->meeple_kind][message->meeple_number];
}

const struct meeple *jcz_named(struct jcz_comparison *c, const struct message *message)
{
    const struct table *table = &c->referee->table;
    uint32_t serial = *serial_of(c, message);
    for (unsigned i = 0; serial && i < table->meeple_count; i++)
        if (table->meeples[i].stand != STAND_HOME && table->meeples[i].serial == serial)
            return &table->meeples[i];
    return NULL;
}

/* Checks the sender of a message, if the record does not hold it. A move on a line of the wrong
 * seat is reported by the referee. */
static void check_seat(struct jcz_comparison *c, const struct message *message,
                       const struct script_step *step)
{
    bool wrong =
        jcz_is_by_course(step->kind) && message->seat != SEAT_NONE && message->seat != step->seat;
    /* After a missing step, all later steps come from the wrong seats. */
    if (wrong && !(step->is_path && c->path_reported == message->turn))
        jcz_differs(c, FINDING_TURN_ORDER, message, ARGS(SEAT(step->seat), SEAT(message->seat)));
    if (wrong && step->is_path)
        c->path_reported = message->turn;
}

void jcz_rename(struct jcz_comparison *c, const struct message *message,
                const struct meeple *meeple)
{
    uint32_t *own = serial_of(c, message);
    for (unsigned k = 0; k < NUMBERS; k++) {
        uint32_t *other = &c->serial[meeple->seat][meeple->kind][k];
        if (*other == meeple->serial)
            *other = *own;
    }
    *own = meeple->serial;
}

bool jcz_check_name(struct jcz_comparison *c, const struct message *message)
{
    bool known = message->named == NAMED_WELL && message->meeple_seat < c->referee->seats &&
                 message->meeple_number &&
                 message->meeple_number <= c->referee->table.stock[message->meeple_kind];
    if (message->named == NAMED_NOBODY)
        jcz_differs(c, FINDING_NAMED_NOBODY, message, NO_ARGS);
    else if (!known)
        jcz_differs(c, FINDING_NAMED_UNKNOWN, message, ARGS(message->meeple));
    return known;
}

void jcz_check_put(struct jcz_comparison *c, const struct message *message,
                   const struct script_step *step)
{
    if (!jcz_check_name(c, message))
        return;
    if (message->meeple_seat != step->seat)
        jcz_differs(c, FINDING_NAMED_OTHER, message,
                    ARGS(message->meeple, SEAT(message->meeple_seat), SEAT(step->seat)));
    else if (jcz_named(c, message))
        jcz_differs(c, FINDING_NAMED_PLACED, message, ARGS(message->meeple));
    *serial_of(c, message) = c->referee->table.meeples_put + 1;
}

/* Checks that the follower which a message names stands where the message points. If nobody stands
 * there, the referee reports it. */
void jcz_check_met(struct jcz_comparison *c, const struct message *message,
                   const struct script_step *step)
{
    bool known = jcz_check_name(c, message);
    const struct table *table = &c->referee->table;
    const struct segment_ref *ref = &step->act->segment;
    unsigned tile = ref->has_cell ? table_at(table, ref->cell.x, ref->cell.y) : (unsigned)TILE_NONE;
    unsigned node = tile == TILE_NONE || !table->tiles[tile].design
                        ? (unsigned)NODE_NONE
                        : ledger_node(c->referee->ledger, tile, ref);
    bool anybody = false;
    for (unsigned i = 0; node != NODE_NONE && i < table->meeple_count; i++)
        anybody |= table_stands_on(table, &table->meeples[i], node);
    const struct meeple *named = known ? jcz_named(c, message) : NULL;
    if (named && !meeple_on_segment(named))
        named = NULL;
    if (known && anybody && !named) {
        jcz_differs(c, FINDING_NAMED_NOT_PLACED, message, ARGS(message->meeple));
    } else if (known && anybody && !table_stands_on(table, named, node)) {
        char name[NODE_NAME_SIZE];
        ledger_node_name(c->referee->ledger, named->node, name);
        jcz_differs(c, FINDING_NAMED_ELSEWHERE, message, ARGS(message->meeple, name));
    }
}

void jcz_check_nothing(struct jcz_comparison *c, const struct message *message,
                       const struct script_step *step)
{
    (void)c, (void)message, (void)step;
}

static void visit(void *context, const struct script_step *step)
{
    static void (*const checks[MESSAGE_COUNT])(struct jcz_comparison *, const struct message *,
                                               const struct script_step *) = {
#define JCZ_MESSAGE(id, type, read, write, check, ...)   [MESSAGE_##id] = check,
#define JCZ_FIGURE(id, figure, path, move, write, check) [MESSAGE_##id] = check,
#include "rows.h"
    };
    struct jcz_comparison *c = context;
    const struct message *message = find_message(c, step);
    if (step->kind == MESSAGE_PLACE)
        c->before = c->play->last;
    if (!message)
        return;
    check_seat(c, message, step);
    checks[step->kind](c, message, step);
}

void jcz_verify(struct referee *referee, const struct record *record, struct findings *findings,
                struct ledger *ledger)
{
    struct findings play = {.arena = findings->arena};
    struct jcz_comparison c = {.referee = referee,
                               .record = record,
                               .said = record->said,
                               .arena = findings->arena,
                               .findings = findings,
                               .play = &play};
    ledger->wanted = 0;
    jcz_script(referee, record, &play, ledger, c.said, visit, &c);
    for (; c.at < c.said->count; c.at++)
        raise_needless(&c, &c.said->messages[c.at]);
}
