/* SPDX-License-Identifier: MIT */
/* See side.h. */
#include "diff/side.h"

#include "compare/compare.h"

enum { WRONG_LINES_MOST = 20 }; /* of a game's account that are reported */

/* An account's first line is an object with an "event". */
static bool is_account(struct input *input)
{
    struct str head = input_peek(input, 4096);
    const char *end = memchr(head.p, '\n', head.n);
    struct str line = {head.p, end ? (size_t)(end - head.p) : head.n};
    return line.n && line.p[0] == '{' && memmem(line.p, line.n, "\"event\"", 7);
}

void side_begin(struct side *side, struct input *input, const struct catalogue *catalogue)
{
    side->input = input;
    side->is_account = is_account(input);
    source_begin(&side->source, input, catalogue);
}

void side_close(struct side *side)
{
    if (side->input)
        input_close(side->input);
    side->input = NULL;
}

void side_free(struct side *side)
{
    side_close(side);
    account_free(&side->account);
    arena_free(&side->arena);
    ledger_free(&side->ledger);
}

/* Why the input broke off, once. */
static bool raise_failure(struct side *side)
{
    enum finding_id id;
    const char *failure = input_failure(side->input, &id);
    if (!failure || side->failure_told)
        return false;
    finding_raise(&side->findings, id, (struct place){0}, id == FINDING_CUT ? NO_ARGS : ARGS(failure));
    return side->failure_told = true;
}

static bool next_account(struct side *side, bool *is_game)
{
    struct input_line line;
    unsigned lines = 0, wrongs = 0;
    bool over = false;
    while (!over && input_line(side->input, &line)) {
        if (!line.text.n)
            continue;
        side->line = lines++ ? side->line : line.number;
        bool too_large = lines > ACCOUNT_LINES_MOST || side->account.text > ACCOUNT_TEXT_MOST;
        const char *wrong = line.too_long ? "a line is longer than 65000 bytes"
                            : too_large   ? "the account of one game has more than 20000 lines, or 8 MiB of text"
                                          : account_line(&side->account, line.text, side->key, &over);
        over |= too_large;
        if (wrong && wrongs++ < WRONG_LINES_MOST)
            finding_raise(&side->findings, FINDING_IMPORT, (struct place){NULL, line.number, 1, 1}, ARGS(wrong));
    }
    bool broke = !over && raise_failure(side);
    if (lines && !over && !broke)
        finding_raise(&side->findings, FINDING_IMPORT, (struct place){NULL, line.number, 1, 1},
                      ARGS("the account is cut: no 'end' comes behind it"));
    /* One without any payment has scores alone. */
    side->account.partial = !side->account.payment_count;
    *is_game = lines > 0;
    return lines || broke;
}

static const char *key_of(struct side *side)
{
    if (!side->key)
        return NULL;
    if (strcmp(side->key, "identity") == 0) {
        char *identity = arena_alloc(&side->arena, 33);
        crn_identity(&side->record, identity);
        return identity;
    }
    for (uint32_t i = 0; i < side->record.entry_count; i++) {
        const struct header_entry *entry = &side->record.entries[i];
        if (str_is(entry->key, side->key) && entry->value.kind == VALUE_SCALAR)
            return arena_copy(&side->arena, entry->value.text.p, entry->value.text.n);
    }
    return NULL;
}

bool side_next(struct side *side, bool *is_game)
{
    arena_reset(&side->arena);
    side->findings = (struct findings){.arena = &side->arena};
    account_begin(&side->account, &side->arena);
    *is_game = true;
    if (side->is_account)
        return next_account(side, is_game);
    if (!source_next(&side->source, &side->arena, &side->findings, &side->record, is_game))
        return false;
    side->line = side->record.place.line;
    side->unread = !*is_game && (side->source.format == FORMAT_LAB || side->source.format == FORMAT_JSON);
    if (!*is_game)
        return true;
    compare_judge(&side->referee, &side->record, &side->findings, &side->ledger,
                  EVENTS(EVENT_SCORE) | EVENTS(EVENT_TURN) | EVENTS(EVENT_END), UINT16_MAX, false);
    account_of_ledger(&side->account, &side->ledger);
    account_of_moves(&side->account, &side->record);
    account_resolve(&side->account, &side->referee);
    side->account.key = key_of(side);
    return true;
}
