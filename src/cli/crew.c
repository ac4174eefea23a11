/* SPDX-License-Identifier: MIT */
/* See crew.h. Batches of games go round in a ring: the reader fills those behind `filled`, workers take those up to it, the writer
 * empties the first. So there are never more games in memory than the ring has room for, however long the input is and however slow
 * one of them.
 *
 * A game's text is kept apart from that of the game before it: what a format writes between games, and the columns of CSV, depend
 * on what was written last, which the writer alone knows.
 */
#include "cli/crew.h"

#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"

enum { PARTS_MOST = 64, LINES_MOST = 8192 };

/* A game, or a stretch of input that is none. */
struct part {
    const char *file;
    bool is_game;
    unsigned games, told; /* so many were there, with it: run->games, run->told */
    struct record record;
    struct findings findings;
    /* What came of it: */
    enum exit_status status;
    struct tally tally;
    size_t out_end, err_end; /* in the batch's text */
    struct str columns;      /* CSV: those that were written last */
    alignas(max_align_t) unsigned char result[RESULT_MOST];
};

struct batch {
    struct arena arena; /* of its records and findings */
    unsigned count, lines;
    struct part parts[PARTS_MOST];
    struct sink out, err;
    bool visited;
};

struct worker {
    pthread_t thread;
    struct run *run;
    void *own;
};

struct crew {
    struct run *run;
    char **files;
    const struct work *work;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* one of the numbers below, or a batch was visited */
    struct worker *workers;
    struct batch *batches;
    size_t room; /* of the ring; the numbers below count on for ever */
    size_t written, taken, filled;
    bool all_read, stopped;
    unsigned hired; /* workers that have begun */
    unsigned parts_most;
    /* The reader's: */
    struct batch *open; /* the one that it fills, NULL for none */
    unsigned games, told;
    /* The writer's: */
    struct sink columns_text; /* CSV: those that were written last */
    bool anything;            /* something was written */
};

/* ---- The reader ---- */

/* Hands on what was read so far. */
static void hand_on(struct crew *crew)
{
    if (!crew->open || !crew->open->count)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->open = NULL;
    crew->filled++;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

/* Room for the next game; NULL when nobody wants it any more. */
static struct part *next_part(struct crew *crew)
{
    if (crew->open && (crew->open->count == crew->parts_most || crew->open->lines > LINES_MOST))
        hand_on(crew);
    pthread_mutex_lock(&crew->lock);
    while (!crew->stopped && crew->filled - crew->written == crew->room)
        pthread_cond_wait(&crew->changed, &crew->lock);
    bool stopped = crew->stopped;
    pthread_mutex_unlock(&crew->lock);
    if (stopped)
        return NULL;
    if (!crew->open) {
        struct batch *batch = crew->open = &crew->batches[crew->filled % crew->room];
        arena_reset(&batch->arena);
        batch->count = batch->lines = 0;
        batch->visited = false;
    }
    struct part *part = &crew->open->parts[crew->open->count];
    part->findings = (struct findings){.arena = &crew->open->arena};
    for (unsigned i = 0; i < crew->run->disabled_count; i++)
        finding_disable(&part->findings, crew->run->disabled[i], 0);
    return part;
}

static void add_part(struct crew *crew, struct part *part, const char *file)
{
    part->file = arena_copy(&crew->open->arena, file, strlen(file));
    part->games = crew->games += part->is_game;
    part->told = crew->told += part->is_game || part->findings.first;
    part->columns.n = 0;
    crew->open->lines += part->record.line_count;
    crew->open->count++;
}

static void read_input(struct run *run, void *context, const char *path, struct input *input, const char *error)
{
    struct crew *crew = context;
    struct part *part;
    if (!input) {
        if (!(part = next_part(crew)))
            return;
        part->record = (struct record){0};
        part->is_game = false;
        finding_raise(&part->findings, FINDING_OPEN, (struct place){0}, ARGS(error));
        add_part(crew, part, path);
        return;
    }
    struct source source;
    source_begin(&source, input, &run->catalogue);
    source.rulings = &run->rulings;
    source.live = !run->prints_records;
    for (;;) {
        /* What is there is not kept back until more comes. */
        if (input_waits(input))
            hand_on(crew);
        part = next_part(crew);
        if (!part || !source_next(&source, &crew->open->arena, &part->findings, &part->record, &part->is_game))
            break;
        add_part(crew, part, input_name(input));
    }
    hand_on(crew);
    input_close(input);
}

static void *read_all(void *context)
{
    struct crew *crew = context;
    run_inputs(crew->run, crew->files, read_input, crew);
    hand_on(crew);
    pthread_mutex_lock(&crew->lock);
    crew->all_read = true;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* ---- Workers ---- */

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
    run_count_findings(worker);
    part->status = worker->status;
    part->tally = worker->tally;
}

static void visit_batch(struct run *worker, const struct work *work, void *own, struct batch *batch)
{
    sink_clear(&worker->out);
    sink_clear(&worker->err);
    for (unsigned i = 0; i < batch->count; i++) {
        struct part *part = &batch->parts[i];
        struct emitter *emitter = work->emitter ? work->emitter(own) : NULL;
        visit_part(worker, work, own, part);
        if (work->result)
            memcpy(part->result, work->result(own), work->result_size);
        if (emitter) {
            struct str columns = emit_columns(emitter);
            part->columns = (struct str){arena_copy(&batch->arena, columns.p, columns.n), columns.n};
            emit_piece(emitter);
        }
        part->out_end = sink_text(&worker->out).n;
        part->err_end = sink_text(&worker->err).n;
        if (worker->fail_fast && part->status != EXIT_CLEAN)
            batch->count = i + 1;
    }
    sink_clear(&batch->out);
    sink_clear(&batch->err);
    sink_str(&batch->out, sink_text(&worker->out));
    sink_str(&batch->err, sink_text(&worker->err));
}

static void *work_all(void *context)
{
    struct crew *crew = context;
    pthread_mutex_lock(&crew->lock);
    struct worker *self = &crew->workers[crew->hired++];
    pthread_cond_broadcast(&crew->changed);
    for (;;) {
        while (!crew->stopped && crew->taken == crew->filled && !crew->all_read)
            pthread_cond_wait(&crew->changed, &crew->lock);
        if (crew->stopped || crew->taken == crew->filled)
            break;
        struct batch *batch = &crew->batches[crew->taken++ % crew->room];
        pthread_mutex_unlock(&crew->lock);
        visit_batch(self->run, crew->work, self->own, batch);
        pthread_mutex_lock(&crew->lock);
        batch->visited = true;
        pthread_cond_broadcast(&crew->changed);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* ---- The writer ---- */

/* A game's text, in its place behind the others'. */
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
        sink_str(&crew->columns_text, part->columns);
    }
    sink_str(out, text);
}

static void write_batch(struct crew *crew, struct batch *batch)
{
    struct run *run = crew->run;
    struct str out = sink_text(&batch->out), err = sink_text(&batch->err);
    size_t out_at = 0, err_at = 0;
    for (unsigned i = 0; i < batch->count; i++) {
        const struct part *part = &batch->parts[i];
        if (run->out.failure || (run->fail_fast && run->status))
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

/* Writes until all was read and visited; false when nobody reads what is written, or it is to end behind the first bad game. */
static bool write_all(struct crew *crew)
{
    struct run *run = crew->run;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        struct batch *first = &crew->batches[crew->written % crew->room];
        bool is_first = crew->written < crew->taken && first->visited;
        bool is_over = crew->all_read && crew->written == crew->filled;
        if (is_over || run->out.failure || (run->fail_fast && run->status))
            break;
        if (!is_first) {
            pthread_cond_wait(&crew->changed, &crew->lock);
            continue;
        }
        pthread_mutex_unlock(&crew->lock);
        write_batch(crew, first);
        pthread_mutex_lock(&crew->lock);
        crew->written++;
        pthread_cond_broadcast(&crew->changed);
    }
    bool complete = crew->all_read && crew->written == crew->filled;
    crew->stopped = !complete;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
    return complete;
}

static unsigned parts_most(void)
{
    const char *piece = getenv("BASTIDE_PIECE");
    long most;
    return piece && cli_number(piece, 1, PARTS_MOST, &most) ? (unsigned)most : PARTS_MOST;
}

static void start(pthread_t *thread, void *(*does)(void *), struct crew *crew)
{
    if (pthread_create(thread, NULL, does, crew) != 0)
        memory_out();
}

void crew_files(struct run *run, char **files, const struct work *work, void *context)
{
    struct crew *crew = memory_zeroed(1, sizeof *crew);
    *crew = (struct crew){.run = run, .files = files, .work = work, .context = context, .parts_most = parts_most()};
    crew->room = 2 * run->jobs + 2;
    crew->batches = memory_zeroed(crew->room, sizeof *crew->batches);
    for (size_t i = 0; i < crew->room; i++) {
        sink_open(&crew->batches[i].out, -1);
        sink_open(&crew->batches[i].err, -1);
    }
    sink_open(&crew->columns_text, -1);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->changed, NULL);
    crew->workers = memory_zeroed(run->jobs, sizeof *crew->workers);
    for (unsigned i = 0; i < run->jobs; i++) {
        crew->workers[i].run = run_worker(run);
        crew->workers[i].own = work->hire(crew->workers[i].run, context);
    }
    for (unsigned i = 0; i < run->jobs; i++)
        start(&crew->workers[i].thread, work_all, crew);
    /* What a thread needs to begin the reader gives up. */
    pthread_mutex_lock(&crew->lock);
    while (crew->hired < run->jobs)
        pthread_cond_wait(&crew->changed, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    pthread_t reader;
    start(&reader, read_all, crew);
    if (!write_all(crew)) {
        /* The reader may wait for what never comes: it and what it holds end with the process. */
        run->abandoned = true;
        pthread_detach(reader);
        for (unsigned i = 0; i < run->jobs; i++)
            pthread_detach(crew->workers[i].thread);
        return;
    }
    pthread_join(reader, NULL);
    for (unsigned i = 0; i < run->jobs; i++) {
        pthread_join(crew->workers[i].thread, NULL);
        work->dismiss(context, crew->workers[i].own);
        run_worker_end(crew->workers[i].run);
    }
    free(crew->workers);
    for (size_t i = 0; i < crew->room; i++) {
        arena_free(&crew->batches[i].arena);
        sink_close(&crew->batches[i].out);
        sink_close(&crew->batches[i].err);
    }
    sink_close(&crew->columns_text);
    pthread_cond_destroy(&crew->changed);
    pthread_mutex_destroy(&crew->lock);
    free(crew->batches);
    free(crew);
}
