/* SPDX-License-Identifier: MIT */
/* A ring of batches of games: the reader fills batches after `filled`, workers take batches up to
 * it, the writer empties the first. The ring limits the games in memory, however long the input is
 * and however slow one game.
 *
 * The reader cuts its input into stretches of text, which workers read; where it sees no place to
 * cut, as in a stream of which little has come yet or in what is broken, it reads a game itself.
 * What a stretch begins with may depend on how the one before ended, and games are numbered: so
 * batches are joined in their order when they were read, before they are visited, and one that was
 * read from a wrong beginning is read again.
 *
 * A game's text is kept apart from that of the game before it: what a format writes between games,
 * and the columns of CSV, depend on what was written last, which the writer alone knows.
 */
#include "cli/crew.h"

#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"
#include "input/gzip.h"

/* What the reader reads itself has so many lines in a batch, and so many threads inflate. */
enum { LINES_MAX = 8192, INFLATERS_MAX = 8 };

/* A game, or a stretch of input that is none. */
struct part {
    struct part *next;
    struct str file;
    bool is_game;
    unsigned games, told; /* so many were there, with it: run->games, run->told */
    struct record record;
    struct findings findings;
    /* What came of it: */
    enum exit_status status;
    struct tally tally;
    size_t out_end, err_end; /* in the batch's text */
    struct str columns;      /* CSV: those that were written last */
    alignas(max_align_t) unsigned char result[RESULT_MAX];
};

struct batch {
    struct arena arena;     /* of its texts, records and findings */
    bool is_text, is_first; /* to be read by a worker; of its file */
    struct stretch stretch;
    struct str file;
    struct source source; /* where reading it ended */
    struct part *first, **last;
    unsigned count, lines;
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
    const struct listed_file *files;
    const struct work *work;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* one of the numbers below, or a batch was visited */
    struct worker *workers;
    struct batch *batches;
    struct gzip_crew *inflaters;
    size_t room; /* of the ring; the numbers below count on for ever */
    size_t written, joined, taken, filled;
    bool all_read, stopped;
    unsigned hired; /* workers that have begun */
    unsigned piece; /* games that the reader reads for a batch, and KiB of a stretch */
    /* Of what was joined: */
    struct source source;
    unsigned games, told;
    /* The reader's: */
    struct batch *open; /* the one that it fills, NULL for none */
    bool is_ahead;      /* it does not know how the stretches that it cut have ended */
    /* The writer's: */
    struct sink columns_text; /* CSV: those that were written last */
    bool anything;            /* something was written */
};

/* ---- Games of a batch ---- */

static void batch_begin(struct batch *batch)
{
    arena_reset(&batch->arena);
    batch->is_text = batch->is_first = batch->visited = false;
    batch->first = NULL;
    batch->last = &batch->first;
    batch->count = batch->lines = 0;
}

/* Room for the next game. */
static struct part *batch_room(struct batch *batch, const struct run *run)
{
    struct part *part = arena_alloc(&batch->arena, sizeof *part);
    part->findings = (struct findings){.arena = &batch->arena, .disabled = run->disabled};
    return part;
}

/* Adds what was read into that room. */
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

static bool batch_read(struct batch *batch, const struct run *run, struct source *source)
{
    struct part *part = batch_room(batch, run);
    if (!source_next(source, &batch->arena, &part->findings, &part->record, &part->is_game))
        return false;
    batch_add(batch, part, batch->file);
    return true;
}

/* ---- The reader ---- */

/* Hands on what was read so far. */
static void hand_on(struct crew *crew)
{
    if (!crew->open || (!crew->open->is_text && !crew->open->count))
        return;
    pthread_mutex_lock(&crew->lock);
    crew->open = NULL;
    crew->filled++;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

static bool is_stopped(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    bool stopped = crew->stopped;
    pthread_mutex_unlock(&crew->lock);
    return stopped;
}

/* A batch with room; NULL when nobody wants it any more. */
static struct batch *open_batch(struct crew *crew)
{
    if (crew->open && (crew->open->count == crew->piece || crew->open->lines > LINES_MAX))
        hand_on(crew);
    pthread_mutex_lock(&crew->lock);
    while (!crew->stopped && crew->filled - crew->written == crew->room)
        pthread_cond_wait(&crew->changed, &crew->lock);
    bool stopped = crew->stopped;
    pthread_mutex_unlock(&crew->lock);
    if (stopped)
        return NULL;
    if (!crew->open) {
        crew->open = &crew->batches[crew->filled % crew->room];
        batch_begin(crew->open);
    }
    return crew->open;
}

/* Hands on a stretch that was cut off. */
static void hand_on_stretch(struct crew *crew, const struct stretch *stretch, struct str file,
                            bool is_first)
{
    hand_on(crew);
    struct batch *batch = open_batch(crew);
    if (!batch)
        return;
    batch->is_text = true;
    batch->is_first = is_first;
    batch->stretch = *stretch;
    batch->stretch.text.p = arena_copy(&batch->arena, stretch->text.p, stretch->text.n);
    batch->file = arena_str(&batch->arena, file);
    crew->is_ahead = true;
    hand_on(crew);
}

/* Waits until it is known how the stretches before ended. */
static void catch_up(struct crew *crew, struct source *source)
{
    if (!crew->is_ahead)
        return;
    pthread_mutex_lock(&crew->lock);
    while (!crew->stopped && crew->joined < crew->filled)
        pthread_cond_wait(&crew->changed, &crew->lock);
    source_resume(source, &crew->source);
    pthread_mutex_unlock(&crew->lock);
    crew->is_ahead = false;
}

static bool read_game(struct crew *crew, struct source *source)
{
    catch_up(crew, source);
    struct batch *batch = open_batch(crew);
    if (!batch)
        return false;
    batch->file = input_name(source->input);
    if (!batch_read(batch, crew->run, source))
        return false;
    batch->source = *source;
    return true;
}

static void read_input(struct run *run, void *context, struct str path, struct input *input,
                       const char *error)
{
    struct crew *crew = context;
    if (!input) {
        struct batch *batch = open_batch(crew);
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
    while (!is_over && !is_stopped(crew)) {
        struct stretch stretch;
        /* What is there is not kept back until more comes. */
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

static void read_stretch(struct batch *batch, const struct run *run, struct source *source)
{
    source->input = input_text(batch->stretch.text, batch->stretch.lines);
    while (batch_read(batch, run, source))
        ;
    input_close(source->input);
    batch->source = *source;
}

/* Reads a batch's stretch; once all before it were read, numbers its games. False when nobody wants
 * it any more. */
static bool join_batch(struct crew *crew, size_t number)
{
    struct batch *batch = &crew->batches[number % crew->room];
    struct source source = batch->stretch.source;
    if (batch->is_text)
        read_stretch(batch, crew->run, &source);
    pthread_mutex_lock(&crew->lock);
    while (!crew->stopped && crew->joined < number)
        pthread_cond_wait(&crew->changed, &crew->lock);
    bool stopped = crew->stopped;
    pthread_mutex_unlock(&crew->lock);
    if (stopped)
        return false;
    /* Nobody else joins now. */
    if (batch->is_text && !batch->is_first &&
        !source_follows(&batch->source, &batch->stretch, &crew->source)) {
        batch->first = NULL;
        batch->last = &batch->first;
        source = batch->stretch.source;
        source_resume(&source, &crew->source);
        read_stretch(batch, crew->run, &source);
    }
    pthread_mutex_lock(&crew->lock);
    crew->source = batch->source;
    for (struct part *part = batch->first; part; part = part->next) {
        part->games = crew->games += part->games;
        part->told = crew->told += part->told;
    }
    crew->joined++;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
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
        size_t number = crew->taken++;
        struct batch *batch = &crew->batches[number % crew->room];
        pthread_mutex_unlock(&crew->lock);
        bool wanted = join_batch(crew, number);
        if (wanted)
            visit_batch(self->run, crew->work, self->own, batch);
        pthread_mutex_lock(&crew->lock);
        batch->visited = wanted;
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

/* Writes the output of all batches in order. Returns false if the output is closed, or if the run
 * ends after the first bad game. */
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

static void start(pthread_t *thread, void *(*does)(void *), struct crew *crew)
{
    if (pthread_create(thread, NULL, does, crew) != 0)
        memory_out();
}

void crew_files(struct run *run, const struct listed_file *files, const struct work *work,
                void *context)
{
    struct crew *crew = memory_zeroed(1, sizeof *crew);
    *crew = (struct crew){
        .run = run, .files = files, .work = work, .context = context, .piece = cli_piece()};
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
    crew->inflaters = gzip_hire(run->jobs < INFLATERS_MAX ? run->jobs : INFLATERS_MAX);
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
    gzip_dismiss(crew->inflaters);
    for (unsigned i = 0; i < run->jobs; i++) {
        pthread_join(crew->workers[i].thread, NULL);
        work->dismiss(context, crew->workers[i].own);
        run_worker_end(crew->workers[i].run);
    }
    memory_free(crew->workers);
    for (size_t i = 0; i < crew->room; i++) {
        arena_free(&crew->batches[i].arena);
        sink_close(&crew->batches[i].out);
        sink_close(&crew->batches[i].err);
    }
    sink_close(&crew->columns_text);
    pthread_cond_destroy(&crew->changed);
    pthread_mutex_destroy(&crew->lock);
    memory_free(crew->batches);
    memory_free(crew);
}
