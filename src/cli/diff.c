/* bastide diff: where two accounts of games part. */
#include <unistd.h>

#include "cli/cli.h"
#include "diff/compare.h"

static const char help[] =
    "Usage: bastide diff [OPTION]... A B\n"
    "       bastide diff --claims [OPTION]... [FILE]...\n"
    "Compare two accounts of the same games, records of any format or audits in JSON, and tell where they part.\n\n"
    "  -c, --claims        what records say of their own scores, and what the rules give\n"
    "  -b, --by=KEY        what the table is by: turn (default), seat, road, city, monastery, field, market,\n"
    "                      residence, castle, fairy, bazaar, guard, tower\n"
    "  -f, --format=FORM   text (default), json\n"
    "  -q, --quiet         print nothing; the exit status tells\n"
    "  -s, --stat          a line a pair of games\n"
    "  -t, --tileset=FILE  know the tiles of a YAML file too\n"
    "      --help          this text\n\n"
    "Exit status: 0 equal, 1 different, 2 trouble. See bastide-diff(1).\n";

enum form { FORM_TEXT, FORM_JSON, FORM_STAT, FORM_QUIET };
static const char *const forms[] = {"text", "json"};

/* One stream of games, whatever tells them. */
struct side {
    struct input *input;
    struct source source;
    bool is_account;            /* JSON, a line an event */
    struct arena arena;         /* of one game */
    struct findings findings;
    struct record record;
    struct referee referee;
    struct ledger ledger;
    struct account account;
    bool judged;                /* the referee has played the game: it knows its features */
    uint32_t line;              /* where the game begins */
};

struct diff {
    struct run *run;
    enum form form;
    enum by by;                 /* what the table is by */
    struct verdicts complaints;
    struct emitter emitter;
    struct comparison comparison;
    struct side sides[ACCOUNTS];
    bool differs, trouble;
    unsigned pairs;
};

/* ---- Reading ---- */

/* An account's first line is an object with an "event". */
static bool is_account(struct input *input)
{
    struct str head = input_peek(input, 4096);
    const char *end = memchr(head.p, '\n', head.n);
    struct str line = {head.p, end ? (size_t)(end - head.p) : head.n};
    return line.n && line.p[0] == '{' && memmem(line.p, line.n, "\"event\"", 7);
}

static bool side_open(struct diff *d, struct side *side, const char *path)
{
    const char *error = NULL;
    side->input = input_open(path, &error);
    if (!side->input) {
        sink_printf(&d->run->err, "%s: error: cannot open: %s [%d cannot-open]\n", path, error, FINDING_OPEN);
        d->trouble = true;
        return false;
    }
    side->is_account = is_account(side->input);
    source_begin(&side->source, side->input, &d->run->catalogue);
    return true;
}

static void complain(struct diff *d, struct side *side)
{
    for (const struct finding *finding = side->findings.first; finding; finding = finding->next)
        d->trouble |= finding->severity == SEVERITY_TROUBLE;
    verdicts_game(&d->complaints, input_name(side->input), &side->findings, NULL);
    sink_flush(&d->run->err);
}

static void judge(struct side *side)
{
    side->ledger.wanted = EVENTS(EVENT_SCORE) | EVENTS(EVENT_TURN) | EVENTS(EVENT_END);
    referee_judge(&side->referee, &side->record, &side->arena, &side->findings, &side->ledger, UINT16_MAX, false);
    side->judged = true;
}

enum { WRONG_LINES_MOST = 20 };     /* of a game that are told */

static bool next_account(struct diff *d, struct side *side)
{
    struct input_line line;
    unsigned lines = 0, wrongs = 0;
    bool over = false;
    while (!over && input_line(side->input, &line)) {
        if (!line.text.n)
            continue;
        side->line = lines++ ? side->line : line.number;
        const char *wrong = line.too_long                 ? "a line is longer than 65000 bytes"
                            : lines <= ACCOUNT_LINES_MOST ? account_line(&side->account, line.text, &over)
                                                          : "the account of one game has more than 20000 lines";
        over |= lines > ACCOUNT_LINES_MOST;
        if (!wrong || wrongs++ >= WRONG_LINES_MOST)
            continue;
        finding_raise(&side->findings, FINDING_IMPORT, (struct place){NULL, line.number, 1, 1}, ARGS(wrong));
        d->trouble = true;
    }
    /* One that tells no payment at all tells scores alone. */
    side->account.partial = !side->account.payment_count;
    complain(d, side);
    return lines > 0;
}

/* The next game of a side, its account of it; false when there is none. */
static bool side_next(struct diff *d, struct side *side)
{
    for (;;) {
        arena_reset(&side->arena);
        side->findings = (struct findings){.arena = &side->arena};
        side->judged = false;
        account_begin(&side->account, &side->arena);
        if (side->is_account)
            return next_account(d, side);
        bool is_game;
        if (!source_next(&side->source, &side->arena, &side->findings, &side->record, &is_game))
            return false;
        if (is_game) {
            judge(side);
            side->line = side->record.place.line;
            return true;
        }
        complain(d, side);
    }
}

/* ---- Telling ---- */

static void text_place(struct sink *sink, const struct side *side)
{
    sink_cstr(sink, input_name(side->input));
    if (side->line)
        sink_printf(sink, ":%u", side->line);
}

static void text_what(struct sink *sink, const struct difference *difference)
{
    if (difference->part == PART_MOVE)
        sink_cstr(sink, "the tile laid");
    else if (difference->part == PART_SCORES)
        sink_cstr(sink, "the scores");
    else
        sink_printf(sink, "%c  %s%s%s", 'a' + difference->seat, difference->kind ? difference->kind : "something", difference->feature ? " " : "",
                    difference->feature ? difference->feature : "");
}

static void text_side(struct sink *sink, const struct difference *difference, unsigned side)
{
    sink_printf(sink, "    %c ", side == LEFT ? '<' : '>');
    if (!difference->told[side])
        sink_cstr(sink, "nothing");
    else if (difference->part == PART_PAYMENT)
        sink_printf(sink, "%+d%s%s", difference->points[side], difference->why[side] ? "  " : "", difference->why[side] ? difference->why[side] : "");
    else
        sink_cstr(sink, difference->why[side]);
    sink_char(sink, '\n');
}

static void text_when(struct sink *sink, const struct difference *difference)
{
    if (difference->final)
        sink_cstr(sink, "final scoring");
    else
        sink_printf(sink, "turn %u", difference->turn);
}

/* What a payment that differs is summed under; NULL for one that the table leaves out. */
static const char *row_of(struct diff *d, const struct difference *difference)
{
    struct arena *arena = &d->sides[LEFT].arena;
    if (difference->part != PART_PAYMENT || difference->seat >= SEATS_MOST)
        return NULL;
    if (d->by == BY_TURN)
        return difference->final ? "final scoring" : arena_printf(arena, "turn %u", difference->turn);
    if (d->by == BY_SEAT)
        return difference->kind ? difference->kind : "something";
    if (!difference->kind || strcmp(difference->kind, by_names[d->by]) != 0)
        return NULL;
    return difference->feature ? difference->feature : difference->kind;
}

/* Sums of the payments that differ, by seat, in the order in which their rows come about. */
static void text_table(struct diff *d)
{
    struct sink *sink = &d->run->out;
    const struct comparison *c = &d->comparison;
    const char **rows = arena_alloc(&d->sides[LEFT].arena, (c->count + 1) * sizeof *rows);
    for (size_t i = 0; i < c->count; i++)
        rows[i] = row_of(d, &c->differences[i]);
    for (size_t i = 0; i < c->count; i++) {
        if (!rows[i])
            continue;
        const char *row = rows[i];
        int64_t sums[ACCOUNTS][SEATS_MOST] = {0};
        for (size_t k = i; k < c->count; k++) {
            if (!rows[k] || strcmp(rows[k], row) != 0)
                continue;
            for (unsigned side = 0; side < ACCOUNTS; side++)
                sums[side][c->differences[k].seat] += c->differences[k].points[side];
            rows[k] = NULL;
        }
        sink_printf(sink, "  %s:", row);
        for (unsigned seat = 0; seat < SEATS_MOST; seat++)
            if (sums[LEFT][seat] || sums[RIGHT][seat])
                sink_printf(sink, "  %c %lld < > %lld", 'a' + seat, (long long)sums[LEFT][seat], (long long)sums[RIGHT][seat]);
        sink_char(sink, '\n');
    }
}

static void text_pair(struct diff *d, bool claims)
{
    struct sink *sink = &d->run->out;
    const struct comparison *c = &d->comparison;
    text_place(sink, &d->sides[LEFT]);
    if (!claims) {
        sink_cstr(sink, " | ");
        text_place(sink, &d->sides[RIGHT]);
    }
    sink_printf(sink, ": %zu difference%s, first in ", c->count, c->count == 1 ? "" : "s");
    text_when(sink, &c->differences[0]);
    sink_cstr(sink, ": ");
    text_what(sink, &c->differences[0]);
    sink_char(sink, '\n');
    if (d->form == FORM_STAT)
        return;
    for (size_t i = 0; i < c->count; i++) {
        sink_cstr(sink, "  ");
        text_when(sink, &c->differences[i]);
        sink_cstr(sink, "  ");
        text_what(sink, &c->differences[i]);
        sink_char(sink, '\n');
        text_side(sink, &c->differences[i], LEFT);
        text_side(sink, &c->differences[i], RIGHT);
    }
    text_table(d);
}

static void json_side(struct emitter *e, const char *key, const struct difference *difference, unsigned side)
{
    emit_key(e, key);
    if (!difference->told[side]) {
        emit_null(e);
        return;
    }
    emit_map(e);
    if (difference->part == PART_PAYMENT)
        emit_key_int(e, "points", difference->points[side]);
    if (difference->why[side])
        emit_key_text(e, "says", difference->why[side]);
    emit_close(e);
}

static void json_pair(struct diff *d)
{
    static const char *const parts[] = {"move", "payment", "scores"};
    struct emitter *e = &d->emitter;
    for (size_t i = 0; i < d->comparison.count; i++) {
        const struct difference *difference = &d->comparison.differences[i];
        emit_begin(e);
        emit_key_text(e, "event", "difference");
        emit_key_int(e, "game", d->pairs);
        emit_key_text(e, "part", parts[difference->part]);
        emit_key(e, "turn");
        if (difference->final)
            emit_null(e);
        else
            emit_int(e, difference->turn);
        emit_key_bool(e, "final", difference->final);
        report_seat(e, "seat", difference->seat);
        emit_key(e, "kind");
        if (difference->kind)
            emit_str(e, str_of(difference->kind));
        else
            emit_null(e);
        emit_key(e, "feature");
        if (difference->feature)
            emit_str(e, str_of(difference->feature));
        else
            emit_null(e);
        json_side(e, "left", difference, LEFT);
        json_side(e, "right", difference, RIGHT);
        emit_end(e);
    }
}

static void tell(struct diff *d, bool claims)
{
    d->pairs++;
    if (!d->comparison.count)
        return;
    d->differs = true;
    if (d->form == FORM_JSON)
        json_pair(d);
    else if (d->form != FORM_QUIET)
        text_pair(d, claims);
    if (d->run->streams)
        sink_flush(&d->run->out);
}

/* ---- The two ways of comparing ---- */

static void tell_alone(struct diff *d, struct side *side)
{
    d->differs = true;
    if (d->form == FORM_TEXT || d->form == FORM_STAT) {
        text_place(&d->run->out, side);
        sink_cstr(&d->run->out, ": no game stands against this one\n");
    }
}

static void compare_streams(struct diff *d)
{
    struct side *left = &d->sides[LEFT], *right = &d->sides[RIGHT];
    for (;;) {
        bool has_left = side_next(d, left), has_right = side_next(d, right);
        if (!has_left && !has_right)
            return;
        if (!has_left || !has_right) {
            tell_alone(d, has_left ? left : right);
            continue;
        }
        for (unsigned i = 0; i < ACCOUNTS; i++)
            if (d->sides[i].judged)
                account_of_ledger(&d->sides[i].account, &d->sides[i].ledger);
        /* Features are known by one table, the left one's when both have one. */
        struct side *knows = left->judged ? left : right->judged ? right : NULL;
        for (unsigned i = 0; knows && i < ACCOUNTS; i++)
            account_resolve(&d->sides[i].account, &knows->referee);
        compare_accounts(&d->comparison, &left->arena, &left->account, &right->account);
        tell(d, false);
    }
}

static void compare_claims(struct diff *d, struct side *side)
{
    struct account rules = {0};
    while (side_next(d, side)) {
        if (!side->judged)
            continue;
        account_of_claims(&side->account, &side->record);
        account_resolve(&side->account, &side->referee);
        account_begin(&rules, &side->arena);
        account_of_ledger(&rules, &side->ledger);
        account_resolve(&rules, &side->referee);
        compare_accounts(&d->comparison, &side->arena, &side->account, &rules);
        tell(d, true);
    }
    account_free(&rules);
}

static void side_close(struct side *side)
{
    if (side->input)
        input_close(side->input);
    side->input = NULL;
}

static void side_free(struct side *side)
{
    side_close(side);
    account_free(&side->account);
    arena_free(&side->arena);
    ledger_free(&side->ledger);
}

/* Accounts tell payments by turn, seat and kind; what a tile earned, or what walls stand, they do not. */
static bool is_told(const char *by)
{
    return strcmp(by, "turn") == 0 || strcmp(by, "seat") == 0 || cli_choice(by, award_names, AWARD_COUNT) >= 0;
}

int diff_run(int argc, char **argv)
{
    static const struct option longs[] = {
        {"by", required_argument, NULL, 'b'}, {"claims", no_argument, NULL, 'c'}, {"format", required_argument, NULL, 'f'},  {"quiet", no_argument, NULL, 'q'},
        {"stat", no_argument, NULL, 's'},   {"tileset", required_argument, NULL, 't'}, {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    static struct diff d;
    static char standard_input[] = "-";
    static char *none[] = {standard_input, NULL};
    struct run *run = run_begin("diff");
    bool claims = false;
    int c, form = FORM_TEXT, by = BY_TURN;
    d.run = run;
    d.by = BY_TURN;
    while ((c = getopt_long(argc, argv, "b:cf:qst:", longs, NULL)) != -1) {
        if (c == 'f' && (form = cli_choice(optarg, forms, 2)) < 0)
            return cli_usage("diff", "unknown format '%s'", optarg);
        if (c == 'b') {
            if ((by = cli_choice(optarg, by_names, BY_COUNT)) < 0 || !is_told(optarg))
                return cli_usage("diff", "no table is by '%s'", optarg);
            d.by = (enum by)by;
        }
        if (c == 't' && !run_tileset(run, optarg))
            return EXIT_TROUBLE;
        if (c == 'h')
            return cli_help(help);
        if (c == '?')
            return cli_usage("diff", "unknown option, or no value for it: %s", argv[optind - 1]);
        claims |= c == 'c';
        if (c == 'f')
            d.form = (enum form)form;
        if (c == 'q' || c == 's')
            d.form = c == 'q' ? FORM_QUIET : FORM_STAT;
    }
    if (!claims && argc - optind != 2)
        return cli_usage("diff", "two accounts are compared, not %d", argc - optind);
    verdicts_open(&d.complaints, VERDICT_TEXT, &run->err);
    d.complaints.color = cli_color(STDERR_FILENO);
    emit_open(&d.emitter, EMIT_JSON, &run->out);
    if (claims) {
        for (char **file = argv[optind] ? argv + optind : none; *file; file++)
            if (side_open(&d, &d.sides[LEFT], *file)) {
                compare_claims(&d, &d.sides[LEFT]);
                side_close(&d.sides[LEFT]);
            }
    } else if (side_open(&d, &d.sides[LEFT], argv[optind]) && side_open(&d, &d.sides[RIGHT], argv[optind + 1])) {
        compare_streams(&d);
    }
    verdicts_close(&d.complaints);
    emit_finish(&d.emitter);
    for (unsigned i = 0; i < ACCOUNTS; i++)
        side_free(&d.sides[i]);
    compare_free(&d.comparison);
    int status = run_end(run);
    return status == EXIT_TROUBLE || d.trouble ? EXIT_TROUBLE : d.differs ? EXIT_FINDINGS : EXIT_CLEAN;
}
