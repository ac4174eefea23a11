/* SPDX-License-Identifier: MIT */
/* bastide diff: reports where two accounts of the same games differ. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "diff/compare.h"
#include "diff/side.h"

enum product { PRODUCT_TEXT, PRODUCT_JSON, PRODUCT_STAT, PRODUCT_NOTHING };
static const char *const forms[] = {"text", "json"};
enum only { ONLY_ALL, ONLY_MOVES, ONLY_PAYMENTS, ONLY_SCORES, ONLY_COUNT };
static const char *const onlys[ONLY_COUNT] = {"all", "moves", "payments", "scores"};

/* A game that waits for the game of the other side with the same key. */
struct held {
    struct held *next;
    struct side_game game;
};

enum { BUCKETS = 1 << 14 };

struct diff {
    struct run *run;
    enum product form;
    enum by by; /* key of the sums */
    bool sums;  /* --by was given: sums are printed in JSON too */
    enum only only;
    bool first;      /* only the first difference of a pair is reported */
    const char *key; /* key by which games are matched; NULL: by position */
    struct emitter emitter;
    struct comparison comparison;
    struct diff_side sides[ACCOUNTS];
    const struct account *accounts[ACCOUNTS]; /* accounts of the two games under comparison */
    uint32_t lines[ACCOUNTS];                 /* lines on which these games begin */
    struct held *buckets[BUCKETS],
        **ends[BUCKETS]; /* waiting games by the hash of their key, NULL for none; `ends`: where the
                            next game is linked, unless the bucket is empty */
    bool differs, trouble;
    unsigned pairs;
    unsigned half;       /* side of the account that comes next */
    bool open[ACCOUNTS]; /* sides of the pair whose accounts are open */
};

/* ---- Reading ---- */

static bool begin_side(struct diff *d, struct diff_side *side, struct str path, struct input *input,
                       const char *error)
{
    side->key = d->key;
    if (input) {
        side_begin(side, input, &d->run->catalogue, &d->run->rulings);
        return true;
    }
    run_cannot_open(d->run, path, error);
    d->trouble = true;
    return false;
}

/* Reads the next game of a side; with `unread` also one that could not be read. Reports the
 * findings of another program's account and of a stretch that is not a game. False at the end. */
static bool next_game(struct diff *d, struct diff_side *side, bool unread)
{
    bool found = false;
    while (!found) {
        if (!side_next(side))
            return false;
        struct side_game *game = side->game;
        found = game->is_game || (unread && game->unread);
        if (game->is_game && !side->is_account)
            break;
        for (const struct finding *finding = game->findings.first; finding; finding = finding->next)
            d->trouble |=
                finding->severity == SEVERITY_TROUBLE || side->is_account || !game->is_game;
        run_complain(d->run, source_name(&side->source), &game->findings);
    }
    d->run->games++;
    run_progress(d->run);
    return true;
}

/* ---- Reporting ---- */

static void text_place(struct sink *sink, const struct diff_side *side, uint32_t line)
{
    sink_plain(sink, source_name(&side->source));
    if (line)
        sink_printf(sink, ":%u", line);
}

static void text_what(struct sink *sink, const struct difference *difference)
{
    static const char *const texts[] = {[PART_SEATS] = "the number of seats",
                                        [PART_MOVE] = "the move",
                                        [PART_SCORES] = "the scores",
                                        [PART_RESULT] = "the result in the header",
                                        [PART_OUTCOME] = "who wins"};
    if (difference->part != PART_PAYMENT) {
        sink_cstr(sink, texts[difference->part]);
    } else {
        sink_printf(sink, "%c  %s", 'a' + difference->seat,
                    difference->kind ? difference->kind : "something");
        if (difference->feature)
            sink_printf(sink, " %s", difference->feature);
    }
}

static void text_side(struct sink *sink, const struct difference *difference, unsigned side)
{
    sink_printf(sink, "    %c ", side == LEFT ? '<' : '>');
    if (!difference->reported[side])
        sink_cstr(sink, "nothing");
    else if (difference->part == PART_PAYMENT)
        sink_printf(sink, "%+lld%s%s", (long long)difference->points[side],
                    difference->why[side] ? "  " : "",
                    difference->why[side] ? difference->why[side] : "");
    else
        sink_cstr(sink, difference->why[side]);
    sink_char(sink, '\n');
    for (const char **payment = difference->payments[side]; payment && *payment; payment++)
        sink_printf(sink, "        %s\n", *payment);
}

static void text_when(struct sink *sink, const struct difference *difference)
{
    if (difference->final)
        sink_cstr(sink, "final scoring");
    else if (difference->part == PART_SEATS)
        sink_cstr(sink, "the header");
    else
        sink_printf(sink, "turn %u", difference->turn);
}

/* Returns the first tile of a feature, "0,-1 E", or only its cell if neither account names the
 * tile. Returns NULL if `feature` is NULL or names no cell: a piece on the wall is on no tile. */
static const char *first_tile(struct diff *d, const char *feature)
{
    const char *cell = feature ? strchr(feature, '@') : NULL;
    if (!cell)
        return NULL;
    cell++;
    for (unsigned side = 0; side < ACCOUNTS; side++)
        for (size_t i = 0; i < d->accounts[side]->turn_count; i++) {
            const struct account_turn *turn = &d->accounts[side]->turns[i];
            struct arena *arena = d->comparison.arena;
            if (turn->cell && turn->tile && strcmp(turn->cell, cell) == 0)
                return arena_printf(arena, "%s %s", cell,
                                    arena_copy(arena, turn->tile, strcspn(turn->tile, " ")));
        }
    return cell;
}

/* Returns the row under which the table sums a payment that differs; NULL if the table leaves it
 * out. */
static const char *row_of(struct diff *d, const struct difference *difference)
{
    struct arena *arena = d->comparison.arena;
    if (difference->part != PART_PAYMENT || difference->seat >= SEATS_MAX)
        return NULL;
    if (d->by == BY_TURN)
        return difference->final ? "final scoring"
                                 : arena_printf(arena, "turn %u", difference->turn);
    if (d->by == BY_SEAT)
        return difference->kind ? difference->kind : "something";
    if (d->by == BY_TILE)
        return first_tile(d, difference->feature);
    if (!by_awards[d->by])
        return difference->feature && !strchr(difference->feature, '@') ? difference->feature
                                                                        : NULL;
    if (!difference->kind || strcmp(difference->kind, by_awards[d->by]) != 0)
        return NULL;
    return difference->feature ? difference->feature : difference->kind;
}

static void text_sums(struct diff *d, const char *row, const int64_t sums[ACCOUNTS][SEATS_MAX])
{
    struct sink *sink = &d->run->out;
    sink_printf(sink, "  %s:", row);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (sums[LEFT][seat] || sums[RIGHT][seat])
            sink_printf(sink, "  %c %lld < > %lld", 'a' + seat, (long long)sums[LEFT][seat],
                        (long long)sums[RIGHT][seat]);
    sink_char(sink, '\n');
}

static void json_sums(struct diff *d, const char *row, const int64_t sums[ACCOUNTS][SEATS_MAX])
{
    struct emitter *e = &d->emitter;
    emit_begin(e);
    emit_key_text(e, "event", "sums");
    emit_key_int(e, "game", d->pairs);
    emit_key_text(e, "by", by_names[d->by]);
    emit_key_text(e, "key", row);
    for (unsigned side = 0; side < ACCOUNTS; side++) {
        emit_key(e, side == LEFT ? "left" : "right");
        emit_map(e);
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            if (sums[LEFT][seat] || sums[RIGHT][seat])
                emit_key_int(e, (const char[]){(char)('a' + seat), '\0'}, sums[side][seat]);
        emit_close(e);
    }
    emit_end(e);
}

/* Prints the sums of the payments that differ, by row and seat, in the order in which the rows
 * first occur. */
static void print_sums(struct diff *d, void (*print)(struct diff *, const char *row,
                                                     const int64_t sums[ACCOUNTS][SEATS_MAX]))
{
    const struct comparison *c = &d->comparison;
    const char **rows = arena_alloc(c->arena, (c->count + 1) * sizeof *rows);
    for (size_t i = 0; i < c->count; i++)
        rows[i] = row_of(d, &c->differences[i]);
    for (size_t i = 0; i < c->count; i++) {
        if (!rows[i])
            continue;
        const char *row = rows[i];
        int64_t sums[ACCOUNTS][SEATS_MAX] = {0};
        for (size_t k = i; k < c->count; k++) {
            if (!rows[k] || strcmp(rows[k], row) != 0)
                continue;
            for (unsigned side = 0; side < ACCOUNTS; side++)
                sums[side][c->differences[k].seat] += c->differences[k].points[side];
            rows[k] = NULL;
        }
        print(d, row, sums);
    }
}

static void text_pair(struct diff *d, bool claims)
{
    struct sink *sink = &d->run->out;
    const struct comparison *c = &d->comparison;
    text_place(sink, &d->sides[LEFT], d->lines[LEFT]);
    if (!claims) {
        sink_cstr(sink, " | ");
        text_place(sink, &d->sides[RIGHT], d->lines[RIGHT]);
    }
    sink_printf(sink, ": %zu difference%s, first in ", c->count, c->count == 1 ? "" : "s");
    text_when(sink, &c->differences[0]);
    sink_cstr(sink, ": ");
    text_what(sink, &c->differences[0]);
    sink_char(sink, '\n');
    if (d->form == PRODUCT_STAT)
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
    for (unsigned i = 0; i < c->untold_count; i++)
        sink_printf(sink, "  %c says nothing of any %s: %u of the other's\n",
                    c->untold[i].side == LEFT ? '<' : '>', c->untold[i].kind,
                    c->untold[i].payments);
    print_sums(d, text_sums);
}

static void json_side(struct emitter *e, const char *key, const struct difference *difference,
                      unsigned side)
{
    emit_key(e, key);
    if (!difference->reported[side]) {
        emit_null(e);
        return;
    }
    emit_map(e);
    if (difference->part == PART_PAYMENT)
        emit_key_int(e, "points", difference->points[side]);
    if (difference->why[side])
        emit_key_text(e, "says", difference->why[side]);
    if (difference->payments[side]) {
        emit_key(e, "payments");
        emit_list(e);
        for (const char **payment = difference->payments[side]; *payment; payment++)
            emit_str(e, str_of(*payment));
        emit_close(e);
    }
    emit_close(e);
}

static void json_pair(struct diff *d)
{
    static const char *const parts[] = {"seats", "move", "payment", "scores", "result", "outcome"};
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
    if (d->sums)
        print_sums(d, json_sums);
}

/* Returns a copy of an account with only the parts that are compared (--only). */
static struct account narrowed(const struct diff *d, struct arena *arena,
                               const struct account *account)
{
    struct account narrow = *account;
    if (d->only == ONLY_ALL)
        return narrow;
    narrow.turns = arena_take(arena, (account->turn_count + 1) * sizeof *narrow.turns);
    if (account->turn_count)
        memcpy(narrow.turns, account->turns, account->turn_count * sizeof *narrow.turns);
    for (size_t i = 0; i < narrow.turn_count; i++) {
        struct account_turn *turn = &narrow.turns[i];
        turn->has_scores &= d->only == ONLY_SCORES;
        if (d->only != ONLY_MOVES)
            turn->cell = turn->tile = turn->decisions = NULL;
    }
    narrow.has_moves &= d->only == ONLY_MOVES;
    narrow.has_final &= d->only == ONLY_SCORES;
    narrow.has_result &= d->only == ONLY_SCORES;
    narrow.outcome = d->only == ONLY_SCORES ? account->outcome : NULL;
    if (d->only != ONLY_PAYMENTS) {
        narrow.payment_count = 0;
        narrow.partial = true;
    }
    return narrow;
}

static void compare(struct diff *d, struct arena *arena, const struct account *left,
                    const struct account *right, bool claims)
{
    struct account narrow[ACCOUNTS] = {narrowed(d, arena, left), narrowed(d, arena, right)};
    d->accounts[LEFT] = left;
    d->accounts[RIGHT] = right;
    compare_accounts(&d->comparison, arena, &narrow[LEFT], &narrow[RIGHT]);
    if (d->first && d->comparison.count)
        d->comparison.count = 1;
    d->pairs++;
    if (!d->comparison.count)
        return;
    d->differs = true;
    if (d->form == PRODUCT_JSON)
        json_pair(d);
    else if (d->form != PRODUCT_NOTHING)
        text_pair(d, claims);
    if (d->run->streams)
        sink_flush(&d->run->out);
}

static void print_alone(struct diff *d, unsigned side, uint32_t line)
{
    d->differs = true;
    if (d->form == PRODUCT_JSON) {
        emit_begin(&d->emitter);
        emit_key_text(&d->emitter, "event", "alone");
        emit_key_text(&d->emitter, "side", side == LEFT ? "left" : "right");
        emit_key_int(&d->emitter, "line", line);
        emit_end(&d->emitter);
    } else if (d->form != PRODUCT_NOTHING) {
        text_place(&d->run->out, &d->sides[side], line);
        sink_cstr(&d->run->out, ": no game matches this one\n");
    }
}

/* ---- The ways of comparing ---- */

/* Compares the game of a side with another account of it. If only one side was judged, it must be
 * this one, because its features are known. */
static void compare_games(struct diff *d, unsigned side, struct side_game *other)
{
    struct side_game *own = d->sides[side].game;
    account_resolve(&other->account, &own->account.board);
    d->lines[side] = own->line;
    d->lines[!side] = other->line;
    const struct account *accounts[ACCOUNTS];
    accounts[side] = &own->account;
    accounts[!side] = &other->account;
    compare(d, &own->arena, accounts[LEFT], accounts[RIGHT], false);
}

/* Returns the side whose features are known, if only one side was judged; otherwise LEFT. */
static unsigned judged_side(const struct diff *d)
{
    return d->sides[LEFT].is_account && !d->sides[RIGHT].is_account ? RIGHT : LEFT;
}

static void compare_by_position(struct diff *d)
{
    struct diff_side *left = &d->sides[LEFT], *right = &d->sides[RIGHT];
    for (;;) {
        bool has_left = next_game(d, left, true), has_right = next_game(d, right, true);
        if (!has_left && !has_right)
            return;
        unsigned side = judged_side(d);
        if ((has_left && left->game->unread) || (has_right && right->game->unread))
            d->pairs++; /* next_game() has reported the unread game */
        else if (has_left && has_right)
            compare_games(d, side, d->sides[!side].game);
        else
            print_alone(d, has_left ? LEFT : RIGHT,
                        has_left ? left->game->line : right->game->line);
    }
}

static unsigned bucket_of(const char *key)
{
    return str_hash(str_of(key ? key : "")) % BUCKETS;
}

/* Keeps the game of a side until its key comes on the other side. */
static void hold(struct diff *d, struct diff_side *side)
{
    struct held *held = memory_zeroed(1, sizeof *held);
    side_game_move(&held->game, side->game);
    /* Games are kept in the order of the stream, so that those with the same key are matched in
     * order. */
    unsigned bucket = bucket_of(held->game.account.key);
    *(d->buckets[bucket] ? d->ends[bucket] : &d->buckets[bucket]) = held;
    d->ends[bucket] = &held->next;
}

/* Takes out the first game that waits under the key; NULL if none does. */
static struct held *take_held(struct diff *d, const char *key)
{
    unsigned bucket = bucket_of(key);
    for (struct held **link = &d->buckets[bucket]; key && *link; link = &(*link)->next) {
        struct held *held = *link;
        if (!held->game.account.key || strcmp(held->game.account.key, key) != 0)
            continue;
        *link = held->next;
        if (!held->next)
            d->ends[bucket] = link;
        return held;
    }
    return NULL;
}

static void free_held(struct held *held)
{
    side_game_free(&held->game);
    memory_free(held);
}

static int by_line(const void *a, const void *b)
{
    const struct held *x = *(struct held *const *)a, *y = *(struct held *const *)b;
    return x->game.line < y->game.line ? -1 : x->game.line > y->game.line;
}

/* Reports the games that were never matched, in the order of the stream, and frees all. */
static void release(struct diff *d, unsigned side)
{
    size_t count = 0;
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct held *held = d->buckets[i]; held; held = held->next)
            count++;
    struct held **all = memory_zeroed(count + 1, sizeof(struct held *));
    count = 0;
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct held *held = d->buckets[i]; held; held = held->next)
            all[count++] = held;
    qsort(all, count, sizeof(struct held *), by_line);
    for (size_t i = 0; i < count; i++) {
        print_alone(d, side, all[i]->game.line);
        free_held(all[i]);
    }
    memory_free(all);
}

/* Keeps all games of one side in memory, then streams the other side. If only one side is judged,
 * that side is streamed. */
static void compare_by_key(struct diff *d)
{
    unsigned streams = judged_side(d);
    struct diff_side *side = &d->sides[streams];
    bool keyed = false;
    while (next_game(d, &d->sides[!streams], false)) {
        keyed |= d->sides[!streams].game->account.key != NULL;
        hold(d, &d->sides[!streams]);
    }
    while (next_game(d, side, false)) {
        keyed |= side->game->account.key != NULL;
        struct held *held = take_held(d, side->game->account.key);
        if (!held) {
            print_alone(d, streams, side->game->line);
            continue;
        }
        compare_games(d, streams, &held->game);
        free_held(held);
    }
    release(d, !streams);
    if (!keyed) {
        sink_printf(&d->run->err, "bastide diff: no game has a text or number under '%s'\n",
                    d->key);
        d->trouble = true;
    }
}

/* Takes the accounts of a list one after the other: the first and the second are compared, then the
 * third and the fourth. */
static void compare_pair(struct run *run, void *context, struct str path, struct input *input,
                         const char *error)
{
    struct diff *d = context;
    unsigned side = d->half;
    (void)run;
    d->open[side] = begin_side(d, &d->sides[side], path, input, error);
    d->half = !side;
    if (side == LEFT)
        return;
    if (d->open[LEFT] && d->open[RIGHT] && d->key)
        compare_by_key(d);
    else if (d->open[LEFT] && d->open[RIGHT])
        compare_by_position(d);
    for (unsigned i = 0; i < ACCOUNTS; i++)
        if (d->open[i])
            side_close(&d->sides[i]);
}

/* Returns the accounts that are to be compared in pairs. Ends the program if one has no partner, or
 * if standard input is to be read twice. */
static const struct listed_file *find_pairs(struct run *run, char **operands, int given)
{
    if (run->list.recursive)
        exit(cli_usage("diff", "--recursive can be used only with --claims"));
    if (!run->list.from && given != 2)
        exit(cli_usage("diff", "two accounts are needed, not %d", given));
    const struct listed_file *files = listing_find(run, operands);
    unsigned count = 0, inputs = 0;
    for (; files[count].path.p; count++) {
        struct stat status;
        inputs += str_is(files[count].path, "-");
        if (stat(files[count].path.p, &status) == 0 && S_ISDIR(status.st_mode))
            exit(cli_usage("diff", "'%s' is a folder: folders need --claims", files[count].path.p));
    }
    if (count % 2)
        exit(cli_usage("diff", "accounts are compared in pairs, and %u is an odd number", count));
    if (inputs > 1)
        exit(cli_usage("diff", "standard input cannot be both accounts"));
    return files;
}

static void compare_claims(struct run *run, void *context, struct str path, struct input *input,
                           const char *error)
{
    struct diff *d = context;
    struct diff_side *side = &d->sides[LEFT];
    struct account claims = {0};
    if (!begin_side(d, side, path, input, error))
        return;
    while (next_game(d, side, false)) {
        if (side->is_account) {
            sink_printf(&run->err,
                        "%s:%u: error: the account of another program; --claims is for records\n",
                        arena_plain(&run->arena, source_name(&side->source)), side->game->line);
            d->trouble = true;
            continue;
        }
        struct side_game *game = side->game;
        account_begin(&claims, &game->arena);
        account_of_claims(&claims, &game->record);
        account_resolve(&claims, &game->account.board);
        d->lines[LEFT] = game->line;
        compare(d, &game->arena, &claims, &game->account, true);
    }
    account_free(&claims);
    side_close(side);
}

int cmd_diff(int argc, char **argv)
{
    static struct diff d;
    struct run *run = run_begin(command_find("diff"));
    bool claims = false, quiet = false, stat = false;
    int c, status;
    d.run = run;
    d.by = BY_TURN;
    run->needs_games = true;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == 'b') {
            d.by = (enum by)cli_word(by_names, BY_COUNT);
            d.sums = true;
        }
        claims |= c == LONG_CLAIMS;
        if (c == 'k')
            d.key = optarg;
        if (c == 'f')
            d.form = (enum product)cli_word(forms, 2);
        if (c == LONG_ONLY)
            d.only = (enum only)cli_word(onlys, ONLY_COUNT);
        d.first |= c == '1';
        quiet |= c == 'q';
        stat |= c == LONG_STAT;
        if (c == 'j')
            run_set_jobs(run, option_number(run, c, 0, JOBS_MAX));
    }
    if (stat && d.form == PRODUCT_JSON)
        return cli_usage("diff", "--stat prints text: --format=json cannot be used with it");
    if (quiet || stat)
        d.form = quiet ? PRODUCT_NOTHING : PRODUCT_STAT;
    if (claims && d.key)
        return cli_usage("diff", "--claims compares each record with itself: --key cannot be used");
    const struct listed_file *pairs = claims ? NULL : find_pairs(run, argv + optind, argc - optind);
    emit_open(&d.emitter, EMIT_JSON, &run->out);
    for (unsigned i = 0; run->jobs > 1 && i < (claims ? 1 : ACCOUNTS); i++)
        side_hire(&d.sides[i], run->jobs, cli_piece() * 1024ul);
    if (claims)
        inputs_visit(run, listing_find(run, argv + optind), compare_claims, &d);
    else
        inputs_visit(run, pairs, compare_pair, &d);
    emit_finish(&d.emitter);
    for (unsigned i = 0; i < ACCOUNTS; i++)
        side_free(&d.sides[i]);
    compare_free(&d.comparison);
    status = run_end(run);
    return status == EXIT_TROUBLE || d.trouble ? EXIT_TROUBLE
           : d.differs                         ? EXIT_FINDINGS
                                               : EXIT_CLEAN;
}
