/* SPDX-License-Identifier: MIT */
/* bastide select: prints the records for which every condition holds. All conditions are in one
 * list. Games are judged only if a condition needs the verdict. */
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "cli/cli.h"
#include "cli/splitting.h"
#include "cli/where.h"
#include "formats/format.h"

enum state {
    STATE_VALID,
    STATE_LEGAL,
    STATE_ILLEGAL,
    STATE_COMPLETE,
    STATE_UNFINISHED,
    STATE_DETERMINED,
    STATE_UNDETERMINED,
    STATE_COUNT
};
static const char *const state_names[STATE_COUNT] = {
    "valid", "legal", "illegal", "complete", "unfinished", "determined", "undetermined"};

struct criterion {
    int option;       /* key of the option */
    struct str key;   /* header field, for --header */
    const char *word; /* pattern or name */
    struct range range;
    int choice; /* enum state */
    const struct finding_kind *finding;
    struct where where;
};

enum { CRITERIA_MAX = 64 };

/* The result of a visit. */
struct text_match {
    bool is_one;
    struct digest digest; /* digest of the moves, with --unique */
};

struct selection {
    struct criterion criteria[CRITERIA_MAX];
    unsigned count;
    uint64_t events; /* kinds of events that criteria need */
    bool judges, unique, invert, counts;
    struct digest_set seen;
    unsigned long kept;
    const char *folder;      /* folder of --split; NULL without it */
    struct text_match match; /* result for the game under way */
    bool is_worker;
};

/* ---- Reading options ---- */

/* The options that are criteria. */
static const struct criterion_kind {
    int key;
    bool judges; /* the game must be judged */
} criterion_kinds[] = {{LONG_HEADER, false}, {LONG_PLAYER, false}, {LONG_SET, false},
                       {LONG_SEATS, false},  {LONG_TURNS, false},  {LONG_NUMBER, false},
                       {LONG_RESULT, true},  {LONG_WINNER, true},  {LONG_IS, true},
                       {LONG_FINDING, true}, {LONG_WHERE, true}};

/* Returns the kind of criterion with that key, NULL for another option. */
static const struct criterion_kind *criterion_kind_of(int key)
{
    for (unsigned i = 0; i < sizeof criterion_kinds / sizeof *criterion_kinds; i++)
        if (criterion_kinds[i].key == key)
            return &criterion_kinds[i];
    return NULL;
}

/* Adds the criterion of an option. Returns NULL, or a message if it makes no sense. */
static const char *add_criterion(struct run *run, struct selection *s, int option, const char *word)
{
    if (s->count == CRITERIA_MAX)
        return "too many conditions";
    struct criterion *criterion = &s->criteria[s->count++];
    *criterion = (struct criterion){.option = option, .word = word};
    const char *equals = strchr(word, '=');
    switch (option) {
    case LONG_HEADER:
        if (!equals || equals == word)
            return "this is not KEY=PATTERN";
        criterion->key = (struct str){word, (size_t)(equals - word)};
        criterion->word = equals + 1;
        break;
    case LONG_SEATS:
    case LONG_TURNS:
    case LONG_NUMBER:
        if (!range_read(str_of(word), &criterion->range))
            return "this is not a range";
        break;
    case LONG_WHERE: {
        const char *wrong = where_read(&criterion->where, &run->catalogue.arena, word);
        if (wrong)
            return wrong;
        s->events |= where_events(&criterion->where);
        break;
    }
    case LONG_IS:
        criterion->choice = cli_word(state_names, STATE_COUNT);
        break;
    case LONG_FINDING:
        criterion->finding = finding_find(str_of(word));
        if (!criterion->finding)
            return "unknown finding";
        break;
    default:
        break;
    }
    s->judges |= criterion_kind_of(option)->judges;
    return NULL;
}

/* ---- Conditions ---- */

static bool is_like(struct arena *arena, struct str text, const char *pattern)
{
    int outcome = fnmatch(pattern, arena_copy(arena, text.p, text.n), 0);
    if (outcome != 0 && outcome != FNM_NOMATCH)
        memory_out();
    return outcome == 0;
}

static bool has_header(struct run *run, const struct criterion *criterion)
{
    for (uint32_t i = 0; i < run->record.entry_count; i++) {
        const struct header_entry *entry = &run->record.entries[i];
        if (!str_equal(entry->key, criterion->key))
            continue;
        if (entry->value.kind == VALUE_SCALAR &&
            is_like(&run->arena, entry->value.text, criterion->word))
            return true;
        for (uint32_t k = 0; k < entry->value.count; k++)
            if (is_like(&run->arena, entry->value.items[k].text, criterion->word))
                return true;
    }
    return false;
}

static bool has_player(struct run *run, const char *pattern)
{
    for (uint32_t i = 0; i < run->record.player_count && i < SEATS_MAX; i++)
        if (is_like(&run->arena, run->record.players[i], pattern))
            return true;
    return false;
}

static bool has_set(const struct record *record, const char *name)
{
    for (uint32_t i = 0; i < record->set_count; i++)
        if (strcmp(record->sets[i]->name, name) == 0)
            return true;
    return false;
}

static bool has_winner(struct run *run, const struct end_event *end, const char *pattern)
{
    for (unsigned seat = 0; seat < run->ledger.seat_count; seat++)
        if (end->winners >> seat & 1 && is_like(&run->arena, run->ledger.players[seat], pattern))
            return true;
    return false;
}

static bool has_result(struct run *run, const struct end_event *end, const char *pattern)
{
    struct sink text;
    sink_open(&text, -1);
    verdicts_scores(&text, end->scores, run->ledger.seat_count);
    bool like = is_like(&run->arena, sink_text(&text), pattern);
    sink_close(&text);
    return like;
}

static bool is_state(const struct end_event *end, enum state state)
{
    switch (state) {
    case STATE_VALID:
        return end->valid;
    case STATE_LEGAL:
        return end->legal;
    case STATE_ILLEGAL:
        return !end->legal;
    case STATE_COMPLETE:
        return end->complete;
    case STATE_UNFINISHED:
        return !end->complete;
    case STATE_DETERMINED:
        return !end->undetermined;
    case STATE_UNDETERMINED:
        return end->undetermined;
    case STATE_COUNT:
        break;
    }
    return false;
}

static bool has_finding(const struct findings *findings, const struct finding_kind *kind)
{
    for (const struct finding *finding = findings->first; finding; finding = finding->next)
        if (finding->kind == kind)
            return true;
    return false;
}

/* Returns the number of the last turn, so that turns that the record leaves out count. */
static long turns_of(const struct record *record)
{
    long turns = 0;
    for (uint32_t i = 0; i < record->line_count; i++)
        if (record->lines[i].kind == LINE_TURN)
            turns = record->lines[i].turn;
    return turns;
}

/* True if the game meets the criterion. `end` is NULL if no criterion needs it. */
static bool holds(struct run *run, struct criterion *criterion, const struct game_view *view,
                  const struct end_event *end)
{
    long number = criterion->option == LONG_SEATS    ? (long)run->record.player_count
                  : criterion->option == LONG_NUMBER ? (long)run->games
                                                     : turns_of(&run->record);
    switch (criterion->option) {
    case LONG_HEADER:
        return has_header(run, criterion);
    case LONG_PLAYER:
        return has_player(run, criterion->word);
    case LONG_SET:
        return has_set(&run->record, criterion->word);
    case LONG_SEATS:
    case LONG_TURNS:
    case LONG_NUMBER:
        return range_has(&criterion->range, (double)number);
    case LONG_RESULT:
        return has_result(run, end, criterion->word);
    case LONG_WINNER:
        return has_winner(run, end, criterion->word);
    case LONG_IS:
        return is_state(end, (enum state)criterion->choice);
    case LONG_FINDING:
        return has_finding(&run->findings, criterion->finding);
    case LONG_WHERE:
        return where_holds(&criterion->where, view, &run->arena);
    default:
        return true;
    }
}

/* Writes the kept game to a file of its own. */
static void write_file(struct run *run, const struct selection *s)
{
    struct sink file;
    const char *name = arena_printf(&run->arena, "%06lu.crn", s->kept);
    if (!splitting_create(run, &file, s->folder, name))
        return;
    crn_print(&run->record, &file);
    splitting_finish(run, &file, s->folder, name);
}

/* ---- The command ---- */

/* True if the game is kept. With --unique, later games with the same moves are not. */
static bool take(void *context, const void *result)
{
    struct selection *s = context;
    const struct text_match *match = result;
    if (!match->is_one || (s->unique && !digest_set_add(&s->seen, match->digest)))
        return false;
    s->kept++;
    return true;
}

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    struct selection *s = context;
    s->match.is_one = false;
    if (!is_game) {
        run_complain(run, file, &run->findings);
        run_unread(run);
        return;
    }
    const struct end_event *end = NULL;
    if (s->judges) {
        run_judge(run, format_verdict_events(&run->record) | s->events, UINT16_MAX, false);
        end = &run->ledger.events[run->ledger.count - 1].end;
    }
    struct game_view view = run_view(run, file);
    bool all = true;
    for (unsigned i = 0; all && i < s->count; i++)
        all = holds(run, &s->criteria[i], &view, end);
    s->match.is_one = all != s->invert;
    if (s->match.is_one && s->unique)
        s->match.digest = crn_digest(&run->record);
    if (!(s->is_worker ? s->match.is_one : take(s, &s->match)))
        return;
    if (s->folder)
        write_file(run, s);
    else if (!s->counts)
        crn_print(&run->record, &run->out);
}

/* ---- Workers ---- */

static void *hire(struct run *worker, const void *context)
{
    struct selection *own = memory_get(sizeof *own);
    (void)worker;
    *own = *(const struct selection *)context;
    own->is_worker = true;
    return own;
}

static void dismiss(void *context, void *own)
{
    struct selection *boss = context, *s = own;
    for (unsigned i = 0; i < s->count; i++)
        where_join(&boss->criteria[i].where, &s->criteria[i].where);
    memory_free(own);
}

static const void *result_of(const void *own)
{
    return &((const struct selection *)own)->match;
}

/* Reports columns that no row has. */
static void check_columns(struct run *run, const struct selection *s)
{
    for (unsigned i = 0; i < s->count; i++) {
        const struct where *where = &s->criteria[i].where;
        struct str column = where_unknown(where);
        if (!column.n)
            continue;
        cli_usage("select",
                  "rows of %s have no column '%s'; 'bastide audit --by=%s --format=csv' shows "
                  "their columns",
                  by_names[where->by], arena_copy(&run->arena, column.p, column.n),
                  by_names[where->by]);
        run->status = EXIT_TROUBLE;
    }
}

int cmd_select(int argc, char **argv)
{
    struct run *run = run_begin(command_find("select"));
    static struct selection s;
    int c, status;
    run->prints_records = true;
    run->confining.writing = (struct writing){.key = LONG_SPLIT, .begin = splitting_begin};
    while ((c = option_next(run, argc, argv)) != -1) {
        s.unique |= c == 'u';
        s.invert |= c == 'v';
        s.counts |= c == 'c';
        if (c == 'j')
            run_set_jobs(run, option_number(run, c, 0, JOBS_MAX));
        if (c == LONG_SPLIT)
            s.folder = optarg;
        if (!criterion_kind_of(c))
            continue;
        if (c == LONG_SET && !catalogue_set(&run->catalogue, str_of(optarg)))
            return cli_usage("select", "unknown tile set '%s'%s", optarg,
                             run_set_hint(run, optarg));
        const char *wrong = add_criterion(run, &s, c, optarg);
        if (wrong)
            return cli_usage("select", "%s: '%s'%s", wrong, optarg,
                             c == LONG_FINDING ? run_finding_hint(run, optarg) : "");
    }
    if (s.folder && run->jobs > 1)
        return cli_usage(
            "select",
            "--split numbers its files one after the other: --jobs cannot be used with it");
    if (s.folder && s.counts)
        return cli_usage("select", "--split and --count cannot be used together");
    if (s.folder)
        confining_begin_writing(run, s.folder, NULL);
    games_visit(run, argv + optind,
                &(struct work){.visit = visit,
                               .hire = hire,
                               .dismiss = dismiss,
                               .take = take,
                               .result = result_of,
                               .result_size = sizeof s.match},
                &s);
    if (s.counts)
        sink_printf(&run->out, "%lu\n", s.kept);
    check_columns(run, &s);
    digest_set_free(&s.seen);
    /* Findings do not make the run fail: they are what is looked for. */
    status = run_end(run);
    return status == EXIT_TROUBLE ? status : s.kept ? EXIT_CLEAN : EXIT_FINDINGS;
}
