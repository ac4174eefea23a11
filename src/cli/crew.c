/* SPDX-License-Identifier: MIT */
/* Visits games in parallel. The slots of the pool are batches of games. The reader cuts its input
 * into stretches of text, which workers read; small files share a batch. Where it sees no place to
 * cut, because little of a stream has come yet or the input is broken, it reads a game itself.
 *
 * The meaning of a stretch may depend on how the stretch before it ended, and games are numbered.
 * So batches are joined in their order, after they were read and before their games are visited. A
 * batch that was read from a wrong state is read again.
 *
 * The text of a game is kept apart from that of the game before it: the text that a format puts
 * between games, and the columns of CSV, depend on what was written last, which only the writer
 * knows. */
#include "cli/crew.h"

#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/pool.h"
#include "input/gzip.h"

/* Highest number of lines in a batch that the reader reads itself, and of threads that inflate. */
enum { LINES_MAX = 8192, INFLATERS_MAX = 8 };

/* A game, or a stretch of input that is not a game. */
struct part {
    struct part *next;
    struct str file;
    bool is_game;
    unsigned games, told; /* run->games and run->told after this part */
    struct record record;
    struct findings findings;
    /* Results of the visit: */
    enum exit_status status;
    struct tally tally;
    size_t out_end, err_end; /* ends of its texts in `out` and `err` of the batch */
    struct str columns;      /* CSV: columns that were written last */
    alignas(max_align_t) unsigned char result[RESULT_MAX];
};

/* A text that a worker reads. */
struct text {
    struct text *next;
    struct stretch stretch;
    struct str file;
    bool is_first; /* it begins its file */
};

struct batch {
    struct arena arena; /* memory of its texts, records and findings */
    struct text *texts; /* texts of which its parts are read; NULL if the reader reads them. If they
                           are more than one, each is a whole file */
    struct text **last_text;
    size_t bytes;         /* of all texts */
    struct source source; /* state after the batch was read */
    struct part *first, **last;
    unsigned count, lines;
    struct sink out, err;
};

struct worker {
    struct crew *crew;
    struct run *run;
    void *own;
};

struct crew {
    struct run *run;
    const struct listed_file *files;
    const struct work *work;
    void *context;
    struct pool *pool;
    struct gzip_crew *inflaters;
    unsigned piece; /* size of a batch: games if the reader reads it, KiB if a worker does */
    /* State after the last batch that had its turn. Only a batch in its turn changes it: */
    struct source source;
    unsigned games, told;
    /* Used by the reader alone: */
    struct batch *open; /* batch that is being filled; NULL for none */
    bool is_ahead;      /* stretches were cut, and the state at their end is not known yet */
    /* Used by the writer alone: */
    struct sink columns_text; /* CSV: columns that were written last */
    bool anything;            /* something was written */
};

/* ---- Games of a batch ---- */

static void open_sinks(void *slot)
{
    struct batch *batch = slot;
    sink_open(&batch->out, -1);
    sink_open(&batch->err, -1);
}

static void end_batch(void *slot)
{
    struct batch *batch = slot;
    arena_free(&batch->arena);
    sink_close(&batch->out);
    sink_close(&batch->err);
}

static void batch_begin(struct batch *batch)
{
    arena_reset(&batch->arena);
    batch->texts = NULL;
    batch->last_text = &batch->texts;
    batch->bytes = 0;
    batch->first = NULL;
    batch->last = &batch->first;
    batch->count = batch->lines = 0;
}

/* Returns a new part for the next game, to be added with batch_add(). */
static struct part *batch_room(struct batch *batch, const struct run *run)
{
    struct part *part = arena_alloc(&batch->arena, sizeof *part);
    part->findings = (struct findings){.arena = &batch->arena, .disabled = run->disabled};
    return part;
}

/* Adds a part to the batch, after its game was read. */
static void batch_add(struct batch *batch, struct part *part, struct str file)
{
    part->file = arena_str(&batch->arena, file);
    part->games = part->is_game;
    part->told = part->is_game || part->findings.first;
    *batch->last = part;
    batch->last = &part->next;
    batch->lines += part->record.line_count;
    batch->count++;
}

static bool batch_read(struct batch *batch, const struct run *run, struct source *source,
                       const struct str *file)
{
    struct part *part = batch_room(batch, run);
    if (!source_next(source, &batch->arena, &part->findings, &part->record, &part->is_game))
        return false;
    batch_add(batch, part, file ? *file : source_name(source));
    return true;
}

/* ---- The reader ---- */

/* Hands the open batch on to the workers, if something is in it. */
static void hand_on(struct crew *crew)
{
    if (!crew->open || (!crew->open->texts && !crew->open->count))
        return;
    crew->open = NULL;
    pool_hand_on(crew->pool);
}

/* Returns a batch that has room, after handing on the open one if `is_full`; NULL if the pool was
 * stopped. */
static struct batch *open_batch(struct crew *crew, bool is_full)
{
    if (is_full)
        hand_on(crew);
    struct batch *batch = pool_await_empty(crew->pool);
    if (batch && !crew->open)
        batch_begin(crew->open = batch);
    return batch;
}

/* Returns a batch for one more game that the reader reads. */
static struct batch *open_games(struct crew *crew)
{
    const struct batch *open = crew->open;
    return open_batch(
        crew, open && (open->texts || open->count == crew->piece || open->lines > LINES_MAX));
}

/* Hands a stretch on to the workers. Whole files share a batch while there is room. */
static void hand_on_stretch(struct crew *crew, const struct stretch *stretch, struct str file,
                            bool is_first)
{
    const struct batch *open = crew->open;
    bool is_whole = is_first && stretch->is_last;
    bool has_room = open && open->texts && open->bytes + stretch->text.n <= crew->piece * 1024ul;
    struct batch *batch = open_batch(crew, !is_whole || !has_room);
    if (!batch)
        return;
    struct text *text = arena_take(&batch->arena, sizeof *text);
    *text = (struct text){
        .stretch = *stretch, .file = arena_str(&batch->arena, file), .is_first = is_first};
    text->stretch.text.p = arena_copy(&batch->arena, stretch->text.p, stretch->text.n);
    *batch->last_text = text;
    batch->last_text = &text->next;
    batch->bytes += stretch->text.n;
    crew->is_ahead = true;
    if (!is_whole)
        hand_on(crew);
}

/* Waits until the stretches cut before have been read. Gives the source the state in which they
 * ended. */
static void catch_up(struct crew *crew, struct source *source)
{
    if (!crew->is_ahead)
        return;
    if (pool_await_turns(crew->pool))
        source_resume(source, &crew->source);
    crew->is_ahead = false;
}

static bool read_game(struct crew *crew, struct source *source)
{
    catch_up(crew, source);
    struct batch *batch = open_games(crew);
    if (!batch || !batch_read(batch, crew->run, source, NULL))
        return false;
    batch->source = *source;
    return true;
}

static void read_input(struct run *run, void *context, struct str path, struct input *input,
                       const char *error)
{
    struct crew *crew = context;
    if (!input) {
        struct batch *batch = open_games(crew);
        if (!batch)
            return;
        struct part *part = batch_room(batch, run);
        finding_raise(&part->findings, FINDING_OPEN, (struct place){0}, ARGS(error));
        batch_add(batch, part, path);
        return;
    }
    struct source source;
    input_inflated_by(input, crew->inflaters);
    source_begin(&source, input, &run->catalogue);
    source.rulings = &run->rulings;
    source.needs_games = run->needs_games;
    source.live = !run->prints_records;
    crew->is_ahead = false;
    bool is_first = true, is_over = false;
    while (!is_over && !pool_is_stopped(crew->pool)) {
        struct stretch stretch;
        /* Hands on the games that were read, instead of letting them wait for more input. */
        if (input_waits(input))
            hand_on(crew);
        if (source_cut(&source, crew->piece * 1024ul, &stretch)) {
            hand_on_stretch(crew, &stretch, input_name(input), is_first);
            is_over = stretch.is_last;
        } else {
            is_over = !read_game(crew, &source);
        }
        is_first = false;
    }
    if (!crew->open || !crew->open->texts)
        hand_on(crew);
    source_end(&source);
    input_close(input);
}

static void *read_all(void *context)
{
    struct crew *crew = context;
    inputs_visit(crew->run, crew->files, read_input, crew);
    hand_on(crew);
    pool_close(crew->pool);
    return NULL;
}

/* ---- Workers ---- */

static void read_text(struct batch *batch, const struct run *run, const struct text *text,
                      struct source *source)
{
    source->input = input_text(text->stretch.text, text->stretch.lines);
    while (batch_read(batch, run, source, &text->file))
        ;
    input_close(source->input);
    batch->source = *source;
}

/* Reads the texts of a batch, if it has any, and waits until the batches before it were read. If a
 * text was read from a wrong state, reads it again. Numbers the games of the batch. False if the
 * pool was stopped. */
static bool join_batch(struct crew *crew, struct batch *batch, size_t number)
{
    struct source source;
    for (const struct text *text = batch->texts; text; text = text->next) {
        source = text->stretch.source;
        read_text(batch, crew->run, text, &source);
    }
    if (!pool_await_turn(crew->pool, number))
        return false;
    const struct text *text = batch->texts;
    if (text && !text->is_first && !source_follows(&batch->source, &text->stretch, &crew->source)) {
        batch->first = NULL;
        batch->last = &batch->first;
        source = text->stretch.source;
        source_resume(&source, &crew->source);
        read_text(batch, crew->run, text, &source);
    }
    crew->source = batch->source;
    for (struct part *part = batch->first; part; part = part->next) {
        part->games = crew->games += part->games;
        part->told = crew->told += part->told;
    }
    pool_end_turn(crew->pool);
    return true;
}

static void visit_part(struct run *worker, const struct work *work, void *own, struct part *part)
{
    arena_reset(&worker->arena);
    worker->record = part->record;
    worker->findings = part->findings;
    worker->games = part->games;
    worker->told = part->told;
    worker->status = EXIT_CLEAN;
    worker->tally = (struct tally){0};
    work->visit(worker, own, part->file, part->is_game);
    run_count_findings(worker, part->is_game);
    part->status = worker->status;
    part->tally = worker->tally;
}

static void visit_batch(struct run *worker, const struct work *work, void *own, struct batch *batch)
{
    sink_clear(&worker->out);
    sink_clear(&worker->err);
    for (struct part *part = batch->first; part; part = part->next) {
        struct emitter *emitter = work->emitter ? work->emitter(own) : NULL;
        visit_part(worker, work, own, part);
        if (work->result)
            memcpy(part->result, work->result(own), work->result_size);
        if (emitter) {
            struct str columns = emit_columns(emitter);
            part->columns = arena_str(&batch->arena, columns);
            emit_piece(emitter);
        }
        part->out_end = sink_text(&worker->out).n;
        part->err_end = sink_text(&worker->err).n;
        if (worker->fail_fast && part->status != EXIT_CLEAN)
            part->next = NULL;
    }
    sink_clear(&batch->out);
    sink_clear(&batch->err);
    sink_append(&batch->out, &worker->out);
    sink_append(&batch->err, &worker->err);
}

static void work_on(void *own, void *slot, size_t number)
{
    struct worker *self = own;
    struct crew *crew = self->crew;
    if (join_batch(crew, slot, number))
        visit_batch(self->run, crew->work, self->own, slot);
}

/* ---- The writer ---- */

/* Writes the text of a game, in the order of the games. Leaves out its first line if that line only
 * repeats the columns of CSV. */
static void write_out(struct crew *crew, const struct part *part, struct str text)
{
    struct sink *out = &crew->run->out;
    if (!text.n)
        return;
    if (crew->anything && crew->work->between)
        sink_cstr(out, crew->work->between);
    crew->anything = true;
    if (part->columns.n) {
        struct str written = sink_text(&crew->columns_text);
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t)(end - text.p) : text.n;
        if (str_equal(written, (struct str){text.p, n}))
            text = str_from(text, n + 1);
        sink_clear(&crew->columns_text);
        sink_verbatim(&crew->columns_text, part->columns);
    }
    sink_verbatim(out, text);
}

static void write_batch(struct crew *crew, struct batch *batch)
{
    struct run *run = crew->run;
    struct str out = sink_text(&batch->out), err = sink_text(&batch->err);
    size_t out_at = 0, err_at = 0;
    for (const struct part *part = batch->first; part; part = part->next) {
        if (run_is_over(run))
            return;
        run->games = part->games;
        run->told = part->told;
        run_progress(run);
        if (part->err_end > err_at) {
            sink_bytes(&run->err, err.p + err_at, part->err_end - err_at);
            sink_flush(&run->err);
        }
        if (!crew->work->take || crew->work->take(crew->context, part->result))
            write_out(crew, part, (struct str){out.p + out_at, part->out_end - out_at});
        if (run->streams)
            sink_flush(&run->out);
        run_take(run, part->status, &part->tally);
        out_at = part->out_end;
        err_at = part->err_end;
    }
}

/* Writes the output of all batches in order. Returns false if the output is closed, or if the run
 * ends after the first bad game. */
static bool write_all(struct crew *crew)
{
    struct run *run = crew->run;
    for (struct batch *first; (first = pool_await_first(crew->pool)); pool_let_go(crew->pool)) {
        write_batch(crew, first);
        if (run_is_over(run))
            return false;
    }
    return true;
}

static struct pool *hire(struct crew *crew)
{
    static const struct pool_kind kind = {.own_size = sizeof(struct worker),
                                          .slot_size = sizeof(struct batch),
                                          .task = work_on,
                                          .begin_slot = open_sinks,
                                          .end_slot = end_batch};
    unsigned jobs = crew->run->jobs;
    struct pool *pool = pool_hire(jobs, 2 * jobs + 2, &kind);
    for (unsigned i = 0; i < jobs; i++) {
        struct worker *worker = pool_own(pool, i);
        worker->crew = crew;
        worker->run = run_worker(crew->run);
        worker->own = crew->work->hire(worker->run, crew->context);
    }
    return pool;
}

static void dismiss(struct crew *crew)
{
    for (unsigned i = 0; i < crew->run->jobs; i++) {
        struct worker *worker = pool_own(crew->pool, i);
        crew->work->dismiss(crew->context, worker->own);
        run_worker_end(worker->run);
    }
    pool_dismiss(crew->pool);
    gzip_dismiss(crew->inflaters);
}

void crew_files(struct run *run, const struct listed_file *files, const struct work *work,
                void *context)
{
    struct crew *crew = memory_zeroed(1, sizeof *crew);
    pthread_t reader;
    *crew = (struct crew){
        .run = run, .files = files, .work = work, .context = context, .piece = cli_piece()};
    sink_open(&crew->columns_text, -1);
    crew->pool = hire(crew);
    crew->inflaters = gzip_hire(run->jobs < INFLATERS_MAX ? run->jobs : INFLATERS_MAX);
    /* The reader gives up the right to begin threads, so all other threads begin before it. */
    if (pthread_create(&reader, NULL, read_all, crew) != 0)
        memory_out();
    if (!write_all(crew)) {
        /* The reader may wait for input for ever: it and its memory end with the process. */
        run->abandoned = true;
        pool_abandon(crew->pool);
        pthread_detach(reader);
        return;
    }
    pthread_join(reader, NULL);
    dismiss(crew);
    sink_close(&crew->columns_text);
    memory_free(crew);
}
