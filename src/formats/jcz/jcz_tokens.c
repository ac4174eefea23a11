/* SPDX-License-Identifier: MIT */
/* Finds the tokens that a save of JCloisterZone draws from a bag. A save holds only random numbers.
 * Which token a number draws depends on those still in the bag, and so on the rules. Therefore the
 * game is judged turn by turn, and the tokens of each turn are found before the turn is judged. */
#include "formats/jcz/jcz_tokens.h"

#include "referee/referee.h"

/* Finds the tokens drawn before a line, from the one at index *at on. The tokens of one turn leave
 * the bag one after the other. */
static void find_tokens(const struct referee *r, const struct jcz_said *said, uint32_t *at,
                        const struct line *end)
{
    struct line *lines = r->record->lines;
    uint8_t left[TOKEN_KINDS_MAX];
    memcpy(left, r->holdings.bag, sizeof left);
    for (; *at < said->drawn_count && lines + said->drawn[*at].line < end; ++*at) {
        const struct jcz_drawn *drawn = &said->drawn[*at];
        struct act *act = &lines[drawn->line].acts[drawn->act];
        unsigned sum = token_sum(left, act->verb);
        act->number = token_at(left, act->verb, (unsigned)(drawn->random * sum));
        if (act->number != TOKEN_UNKNOWN)
            left[act->number]--;
    }
}

void jcz_draw_tokens(struct importer *im)
{
    const struct record *record = im->record;
    const struct jcz_said *said = record->said;
    if (!said || !said->drawn_count)
        return;
    struct findings findings = {.arena = im->arena};
    struct referee *r = arena_alloc(im->arena, sizeof *r);
    struct ledger *ledger = arena_alloc(im->arena, sizeof *ledger);
    uint32_t at = 0;
    r->through = UINT16_MAX;
    referee_begin(r, record, &findings, ledger);
    r->lines.whole = true;
    for (struct line *line = record->lines; at < said->drawn_count;) {
        const struct line *end = referee_turn_end(line, record_end(record));
        find_tokens(r, said, &at, end);
        referee_lines(r, line, (uint32_t)(end - line));
        line += end - line;
    }
    ledger_free(ledger);
}
