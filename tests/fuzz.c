/* SPDX-License-Identifier: MIT */
/* A fuzzer's entry: one input of any format is read, printed, judged, reported, exported and walked in every form. With clang's
 * -fsanitize=fuzzer (and FUZZER defined) libFuzzer drives it; built plainly it runs over the files that it is given,
 * each cut and mutated in many ways by chance: fuzz SEED ROUNDS FILE...
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "compare/compare.h"
#include "draw/draw.h"
#include "export/export.h"
#include "import/source.h"
#include "report/stats.h"
#include "report/verdicts.h"
#include "referee/referee.h"

static struct catalogue catalogue;
static struct arena arena;
static struct referee referee;
static struct ledger ledger;

static void report(const struct record *record, const struct findings *findings)
{
    static struct sink out;
    struct emitter emitter;
    char identity[33];
    crn_identity(record, identity);
    struct game_view view = {.file = "fuzz", .game = 1, .ledger = &ledger, .profile = record->rules, .identity = identity};
    sink_open(&out, -1);
    for (unsigned form = 0; form < 4; form++) {
        bool text = form == 3;
        if (!text)
            emit_open(&emitter, (enum emit_form)form, &out);
        struct reporter reporter = {text, !text && form != EMIT_CSV, &out, &emitter};
        for (enum by by = 0; by < BY_COUNT; by++)
            report_game(&reporter, by, &view);
        if (!text)
            emit_finish(&emitter);
        sink_clear(&out);
    }
    for (enum verdict_form form = 0; form < VERDICT_FORM_COUNT; form++) {
        static struct verdicts verdicts;
        verdicts_open(&verdicts, form, &out);
        verdicts_game(&verdicts, "fuzz", findings, &view);
        verdicts_close(&verdicts);
        sink_clear(&out);
    }
    draw_table(&ledger, false, &out);
    sink_close(&out);
}

/* Figures, other programs' formats, and each decision with what it offered. */
static void convert(const struct record *record, struct findings *findings)
{
    struct sink out;
    struct stats stats = {0};
    struct game_view view = {.file = "fuzz", .game = 1, .ledger = &ledger, .profile = record->rules};
    struct exporter exporter = {
        .record = record, .referee = &referee, .ledger = &ledger, .findings = findings, .arena = &arena, .out = &out};
    stats_game(&stats, &view, findings, str_of("sets"));
    stats_free(&stats);
    sink_open(&out, -1);
    lab_export(&exporter);
    sink_clear(&out);
    jcz_export(&exporter); /* which walks its steps */
    sink_close(&out);
}

/* Reads all games of the bytes, judges and reports them where `judge`, and prints them all. */
static void run(struct str bytes, bool judge, struct sink *printed)
{
    struct input *input = input_text(bytes);
    struct source source;
    source_begin(&source, input, &catalogue);
    for (;;) {
        bool is_game;
        struct record record;
        arena_reset(&arena);
        struct findings findings = {.arena = &arena};
        if (!source_next(&source, &arena, &findings, &record, &is_game))
            break;
        if (!is_game)
            continue;
        ledger.wanted = EVENTS_ALL;
        if (judge) {
            compare_record(&referee, &record, &findings, &ledger);
            referee_judge(&referee, &record, &findings, &ledger, UINT16_MAX, true);
            report(&record, &findings);
            convert(&record, &findings);
        }
        crn_print(&record, printed);
    }
    input_close(input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sink once, twice;
    if (!catalogue.set_count)
        catalogue_init(&catalogue);
    sink_open(&once, -1);
    sink_open(&twice, -1);
    run((struct str){(const char *)data, size}, true, &once);
    /* The canonical text is a fixed point, whatever was read. */
    run(sink_text(&once), false, &twice);
    if (!str_equal(sink_text(&once), sink_text(&twice))) {
        fprintf(stderr, "printed\n%.*s\nprinted again\n%.*s\n", STR_ARGS(sink_text(&once)), STR_ARGS(sink_text(&twice)));
        abort();
    }
    sink_close(&once);
    sink_close(&twice);
    return 0;
}

#ifndef FUZZER
static uint64_t state;

static unsigned below(unsigned n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state % n);
}

/* A copy with a few changes: a byte, a word of the notation, a piece doubled, moved or cut. */
static size_t mutate(uint8_t *to, const uint8_t *from, size_t size, size_t room)
{
    static const char *const words[] = {"%CRN 1\n", "---\n", "1a ",          " rN", "=",        "+a4:", "fNNE",      "@0,0",
                                        "end",      "final", "discard:",     "? ",  "\"",       "[",    "{",         ": ",
                                        "#",        "\r\n",  "\xEF\xBB\xBF", "-1",  "255,255N", "0.1",  "bridge:NS", "tiles:\n  - ",
                                        "\xff",     "9999",  "players: []\n"};
    memcpy(to, from, size);
    for (unsigned changes = 1 + below(6); changes && size; changes--) {
        size_t at = below((unsigned)size), n = 1 + below(24);
        const char *word = words[below(sizeof words / sizeof *words)];
        switch (below(5)) {
        case 0:
            to[at] = (uint8_t)below(256);
            break;
        case 1:
            n = strlen(word);
            if (size + n > room)
                break;
            memmove(to + at + n, to + at, size - at);
            memcpy(to + at, word, n);
            size += n;
            break;
        case 2:
            n = n > size - at ? size - at : n;
            memmove(to + at, to + at + n, size - at - n);
            size -= n;
            break;
        case 3:
            n = n > size - at ? size - at : n;
            memmove(to + below((unsigned)(size - n + 1)), to + at, n);
            break;
        case 4:
            if (below(8) == 0)
                size = at;
            break;
        }
    }
    return size;
}

int main(int argc, char **argv)
{
    enum { ROOM = 1 << 20 };
    static uint8_t original[ROOM], mutated[ROOM];
    if (argc < 4) {
        fputs("usage: fuzz SEED ROUNDS FILE...\n", stderr);
        return 2;
    }
    state = strtoull(argv[1], NULL, 10) * 2 + 1;
    for (unsigned long round = strtoul(argv[2], NULL, 10); round; round--)
        for (int i = 3; i < argc; i++) {
            FILE *file = fopen(argv[i], "rb");
            if (!file)
                return 2;
            size_t size = fread(original, 1, ROOM / 2, file);
            fclose(file);
            LLVMFuzzerTestOneInput(mutated, mutate(mutated, original, size, ROOM));
        }
    arena_free(&arena);
    ledger_free(&ledger);
    return 0;
}
#endif
