/* SPDX-License-Identifier: MIT */
/* Finds the tokens that a save of JCloisterZone draws from a bag. A save holds only random numbers.
 * Which token a number draws depends on those in the bag at that moment, and so on the rules.
 * Therefore the game is judged, and the referee asks for each token. */
#include "formats/jcz/jcz_tokens.h"

#include "referee/referee.h"

struct finder {
    const struct record *record;
    const struct jcz_said *said;
    uint32_t at; /* index of the next token */
};

/* Returns the token that an act of the record draws, and writes it there. */
static int find_token(void *context, const struct referee *r, const struct act *act)
{
    struct finder *finder = context;
    if (finder->at == finder->said->drawn_count)
        return TOKEN_UNKNOWN;
    const struct jcz_drawn *drawn = &finder->said->drawn[finder->at];
    struct act *own = &finder->record->lines[drawn->line].acts[drawn->act];
    if (own != act)
        return TOKEN_UNKNOWN;
    finder->at++;
    unsigned sum = token_sum(r->holdings.bag, (enum verb_id)act->verb);
    own->number =
        token_at(r->holdings.bag, (enum verb_id)act->verb, (unsigned)(drawn->random * sum));
    return own->number;
}

void jcz_draw_tokens(struct importer *im)
{
    struct finder finder = {im->record, im->record->said, 0};
    if (!finder.said || !finder.said->drawn_count)
        return;
    struct findings findings = {.arena = im->arena};
    struct referee *r = arena_alloc(im->arena, sizeof *r);
    struct ledger *ledger = arena_alloc(im->arena, sizeof *ledger);
    r->find_token = find_token;
    r->find_context = &finder;
    referee_judge(r, im->record, &findings, ledger, UINT16_MAX, false);
    ledger_free(ledger);
}
