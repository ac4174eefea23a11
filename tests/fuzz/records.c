/* SPDX-License-Identifier: MIT */
/* Fuzz target for records of any format: reads, judges, reports, exports and walks them. These
 * properties must hold for each game:
 *
 * - Its canonical text is a fixed point. The text and the game agree in whether they are
 *   legal, complete and undetermined, and in the scores after each turn. There are two
 *   exceptions. An import may also record facts besides its moves, and record them wrongly. Its
 *   text does not have these facts, so it may be legal although the import is not. An import with
 *   parts that cannot be read is not compared.
 * - The awards of each seat add up to its score.
 * - Each placement and act of a legal game is among those offered before it.
 * - The first finding is a cause. */
#include <stdio.h>

#include "causes/cause.h"
#include "formats/format.h"
#include "draw/draw.h"
#include "formats/export.h"
#include "fuzz.h"
#include "formats/source.h"
#include "play/steps.h"
#include "play/turns.h"
#include "report/stats.h"
#include "report/verdicts.h"

/* One judged game. */
struct judged {
    struct arena arena;
    struct findings findings;
    struct record record;
    struct ledger ledger;
    bool clean; /* no findings except warnings, and none disabled */
};

static struct catalogue catalogue;
static struct referee referee;
static struct judged first, again;
static struct sink text, retold;

static const struct end_event *end_of(const struct judged *game)
{
    return &game->ledger.events[game->ledger.count - 1].end;
}

static bool is_clean(const struct judged *game)
{
    bool clean = !game->findings.disabled_count;
    for (const struct finding *finding = game->findings.first; finding; finding = finding->next)
        clean &= finding->severity == SEVERITY_WARNING;
    return clean;
}

static void judge(struct judged *game)
{
    format_judge(&referee, &game->record, &game->findings, &game->ledger, EVENTS_ALL, UINT16_MAX,
                 false);
    game->clean = is_clean(game);
}

/* Reads the next game of a source into an emptied arena. False at the end. */
static bool read(struct judged *game, struct source *source, bool *is_game)
{
    arena_reset(&game->arena);
    game->findings = (struct findings){.arena = &game->arena};
    return source_next(source, &game->arena, &game->findings, &game->record, is_game);
}

/* ---- Properties ---- */

static void check_sums(const struct judged *game)
{
    int32_t sums[SEATS_MAX] = {0};
    for (size_t i = 0; i < game->ledger.count; i++)
        if (game->ledger.events[i].kind == EVENT_SCORE)
            sums[game->ledger.events[i].seat] += game->ledger.events[i].score.points;
    for (unsigned seat = 0; seat < game->ledger.seat_count; seat++)
        if (sums[seat] != end_of(game)->scores[seat])
            fuzz_fail("the awards do not add up to the score", sink_text(&text), str_of(""));
}

static const struct event *next_turn(const struct judged *game, size_t *at)
{
    while (*at < game->ledger.count)
        if (game->ledger.events[(*at)++].kind == EVENT_TURN)
            return &game->ledger.events[*at - 1];
    return NULL;
}

/* Compares the verdicts and scores of a game and of its canonical text. */
static void check_verdicts(bool imported)
{
    const struct end_event *one = end_of(&first), *other = end_of(&again);
    bool as_legal = one->legal == other->legal || (imported && other->legal);
    if (!as_legal || one->complete != other->complete || one->undetermined != other->undetermined) {
        fprintf(stderr, "legal %d %d, complete %d %d, undetermined %d %d\n", one->legal,
                other->legal, one->complete, other->complete, one->undetermined,
                other->undetermined);
        fuzz_fail("the canonical text is judged otherwise", sink_text(&text), str_of(""));
    }
    size_t i = 0, k = 0;
    for (const struct event *turn; (turn = next_turn(&first, &i)) != NULL;) {
        const struct event *same = next_turn(&again, &k);
        if (!same || same->turn != turn->turn ||
            memcmp(same->scores, turn->scores, sizeof turn->scores) != 0)
            fuzz_fail("the canonical text scores otherwise", sink_text(&text), str_of(""));
    }
}

/* Prints an act, with features named by their first segments. */
static void print_plain(const struct act *act, struct cell here, struct sink *out)
{
    struct act plain = turns_plain_act(&referee, act, here, true);
    crn_print_act(&plain, here, out);
}

static void visit_offer(void *context, const struct offer *offer)
{
    static struct sink taken, choice;
    (void)context;
    bool found = !offer->taken && !(offer->spots && !offer->declined);
    sink_open(&taken, -1);
    if (offer->taken)
        print_plain(offer->taken, offer->here, &taken);
    for (unsigned i = 0; i < offer->count && !found; i++) {
        if (offer->spots && !offer->declined) {
            const struct spot *spot = &offer->spots[i];
            found = spot->cell.x == offer->line->cell.x && spot->cell.y == offer->line->cell.y &&
                    (offer->line->orient == ORIENT_UNKNOWN ||
                     spot->orient % offer->design->symmetry ==
                         offer->line->orient % offer->design->symmetry);
        } else if (offer->choices) {
            const struct act *act = &offer->choices[i].act, *done = offer->taken;
            sink_open(&choice, -1);
            print_plain(act, offer->here, &choice);
            found = str_equal(sink_text(&choice), sink_text(&taken)) ||
                    (act->kind == ACT_VERB && done->kind == ACT_VERB && act->verb == done->verb &&
                     (act->verb == VERB_BAZAAR ||
                      (act->verb == VERB_BID && done->number >= act->number &&
                       done->number <= offer->choices[i].most)));
            sink_close(&choice);
        } else {
            found = true; /* the steps of a figure are letters of one act, so they are not
                             compared */
        }
    }
    if (!found)
        fuzz_fail("what was done in a legal game was not offered", sink_text(&text),
                  sink_text(&taken));
    sink_close(&taken);
}

static void check_offers(const struct judged *game)
{
    static struct ledger ledger;
    static struct arena arena;
    arena_reset(&arena);
    struct findings findings = {.arena = &arena};
    const struct line *line = game->record.lines, *end = record_end(&game->record);
    ledger.wanted = 0;
    referee.through = UINT16_MAX;
    struct step_finder steps;
    referee_begin(&referee, &game->record, &findings, &ledger);
    steps_begin(&steps, &referee, &arena, visit_offer, NULL);
    while (line < end) {
        const struct line *next = referee_turn_end(line, end);
        if (line->kind == LINE_TURN)
            steps_turn(&steps, line, next);
        else
            referee_lines(&referee, line, (uint32_t)(next - line));
        line = next;
    }
}

/* Checks that the first finding does not follow from another one, and that the number of marked
 * findings is the number that cause_find() returned. */
static void check_causes(struct judged *game)
{
    static struct ledger ledger;
    record_situate(&game->record, &game->findings);
    unsigned count = cause_find(&referee, &game->record, &game->findings, &ledger), marked = 0;
    for (const struct finding *finding = game->findings.first; finding; finding = finding->next)
        marked += finding->follows;
    if (marked != count || (game->findings.first && game->findings.first->follows))
        fuzz_fail("what follows from others", sink_text(&text), str_of(""));
}

/* ---- Output, which must not crash ---- */

/* Reports a game in one of several ways: all of them for each input would take most of the time. */
static void report(const struct judged *game, unsigned which)
{
    static struct sink out;
    static struct emitter emitter;
    char identity[33];
    crn_identity(&game->record, identity);
    struct game_view view = {.file = {"fuzz", 4},
                             .game = 1,
                             .ledger = &game->ledger,
                             .profile = game->record.rules,
                             .identity = identity};
    sink_open(&out, -1);
    unsigned form = which % (EMIT_FORM_COUNT + 1), by = which / 8 % BY_COUNT;
    struct reporter reporter = {form == EMIT_FORM_COUNT,
                                form != EMIT_FORM_COUNT && form != EMIT_CSV, &out, &emitter};
    if (form < EMIT_FORM_COUNT)
        emit_open(&emitter, (enum emit_form)form, &out);
    struct by_list keys = {0};
    by_list_add(&keys, (enum by)by);
    report_game(&reporter, &keys, &view);
    if (form < EMIT_FORM_COUNT)
        emit_finish(&emitter);
    sink_clear(&out);
    if (which / 512 % 16 == 0) {
        static struct verdicts verdicts;
        verdicts_open(&verdicts, (enum verdict_form)(which / 8192 % VERDICT_FORM_COUNT), &out);
        verdicts_game(&verdicts, view.file, &game->findings, &view);
        verdicts_close(&verdicts);
    }
    sink_close(&out);
}

static void convert(struct judged *game, unsigned which)
{
    static struct sink out;
    struct game_view view = {
        .file = {"fuzz", 4}, .game = 1, .ledger = &game->ledger, .profile = game->record.rules};
    sink_open(&out, -1);
    if (which % 4 == 0) {
        struct stats stats = {0};
        stats_game(&stats, &view, &game->findings, str_of("sets"));
        stats_print(&stats, STATS_COUNT, &out);
        stats_free(&stats);
    } else if (which % 4 == 1) {
        draw_table(&game->ledger, false, &out);
    } else {
        struct exporter exporter = {.record = &game->record,
                                    .referee = &referee,
                                    .ledger = &again.ledger,
                                    .findings = &game->findings,
                                    .arena = &game->arena,
                                    .out = &out};
        const struct format *format = which % 4 == 2 ? &format_lab : &format_jcz;
        format->write(&exporter);
    }
    sink_close(&out);
}

/* Returns the source that read the last record: that of a member, in a container. */
static const struct source *source_of_record(const struct source *source)
{
    while (source->member)
        source = source->member;
    return source;
}

void fuzz_records(struct str bytes)
{
    if (!catalogue.set_count)
        catalogue_init(&catalogue);
    unsigned which = (unsigned)digest_of(bytes).low;
    struct input *input = input_text(bytes, 0);
    struct source source, canonical;
    source_begin(&source, input, &catalogue);
    for (bool is_game; read(&first, &source, &is_game);) {
        if (!is_game)
            continue;
        bool imported = source_of_record(&source)->syntax != SYNTAX_CRN,
             whole = !imported || is_clean(&first);
        judge(&first);
        sink_open(&text, -1);
        crn_print(&first.record, &text);
        check_sums(&first);
        if (which % 2 == 0)
            report(&first, which / 2);

        struct input *printed = input_text(sink_text(&text), 0);
        source_begin(&canonical, printed, &catalogue);
        if (!read(&again, &canonical, &is_game) || !is_game)
            fuzz_fail("the canonical text is no game", sink_text(&text), str_of(""));
        sink_open(&retold, -1);
        crn_print(&again.record, &retold);
        if (!str_equal(sink_text(&text), sink_text(&retold)))
            fuzz_fail("the canonical text is no fixed point", sink_text(&text), sink_text(&retold));
        sink_close(&retold);
        judge(&again);
        if (whole)
            check_verdicts(imported);
        input_close(printed);

        which /= 2;
        if (first.clean && !end_of(&first)->undetermined && which % 4 == 0)
            check_offers(&first);
        else if (which % 2 == 0)
            convert(&first, which / 4);
        else if (which % 8 == 1)
            check_causes(&first);
        sink_close(&text);
    }
    source_end(&source);
    input_close(input);
}
