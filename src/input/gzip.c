/* SPDX-License-Identifier: MIT */
/* See gzip.h. Slots go round in a ring: the reader fills them with bytes, threads inflate those that hold whole members as far as
 * can be seen, the reader empties them in their order.
 */
#include "input/gzip.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A slot has at least STEP bytes where the file does; one that began with a member at most RAW_MOST, until another begins. Text is
 * not made of it beyond TIMES as many: games are packed to a fifth. */
enum { GZIP_WINDOW = 15 + 16, STEP = 128 << 10, RAW_MOST = 512 << 10, TIMES = 8, MARK = 4 };

struct slot {
    unsigned char *raw;
    size_t count, raw_room;
    char *text;
    size_t text_count, text_room;
    bool to_inflate, inflated; /* to be by a thread; it has done what it could */
    bool whole;
};

struct gzip_crew {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t *threads;
    unsigned count, begun;
    bool over;
    struct slot *slots;
    size_t room;                         /* of the ring; the numbers below count on for ever */
    size_t emptied, taken, done, filled; /* slots */
    /* The reader's: */
    gzip_read *read;
    void *context;
    unsigned char *rest; /* read, for the next slot */
    size_t rest_count, rest_room;
    bool at_end, has_piece;
};

static void *zlib_get(void *context, unsigned count, unsigned size)
{
    (void)context;
    return memory_zeroed(count, size);
}

static void zlib_free(void *context, void *memory)
{
    (void)context;
    free(memory);
}

bool gzip_begin(z_stream *z)
{
    z->zalloc = zlib_get;
    z->zfree = zlib_free;
    return inflateInit2(z, GZIP_WINDOW) == Z_OK;
}

/* ---- Threads ---- */

static void inflate_slot(z_stream *z, struct slot *slot)
{
    size_t most = slot->count * TIMES;
    if (slot->text_room < most) {
        free(slot->text);
        slot->text = memory_get(slot->text_room = most);
    }
    z->next_in = slot->raw;
    z->avail_in = (unsigned)slot->count;
    z->next_out = (unsigned char *)slot->text;
    z->avail_out = (unsigned)most;
    slot->whole = true;
    while (slot->whole && z->avail_in)
        slot->whole = inflateReset(z) == Z_OK && inflate(z, Z_FINISH) == Z_STREAM_END;
    slot->text_count = most - z->avail_out;
}

static void *inflate_all(void *context)
{
    struct gzip_crew *crew = context;
    z_stream z = {0};
    bool works = gzip_begin(&z);
    pthread_mutex_lock(&crew->lock);
    crew->begun++;
    pthread_cond_broadcast(&crew->changed);
    for (;;) {
        while (!crew->over && crew->taken == crew->filled)
            pthread_cond_wait(&crew->changed, &crew->lock);
        if (crew->over)
            break;
        struct slot *slot = &crew->slots[crew->taken++ % crew->room];
        if (slot->to_inflate && works) {
            pthread_mutex_unlock(&crew->lock);
            inflate_slot(&z, slot);
            pthread_mutex_lock(&crew->lock);
        }
        slot->inflated = true;
        crew->done++;
        pthread_cond_broadcast(&crew->changed);
    }
    pthread_mutex_unlock(&crew->lock);
    if (works)
        inflateEnd(&z);
    return NULL;
}

struct gzip_crew *gzip_hire(unsigned threads)
{
    struct gzip_crew *crew = memory_zeroed(1, sizeof *crew);
    crew->count = threads;
    crew->room = threads + 2;
    crew->slots = memory_zeroed(crew->room, sizeof *crew->slots);
    crew->threads = memory_zeroed(threads, sizeof *crew->threads);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->changed, NULL);
    for (unsigned i = 0; i < threads; i++)
        if (pthread_create(&crew->threads[i], NULL, inflate_all, crew) != 0)
            memory_out();
    pthread_mutex_lock(&crew->lock);
    while (crew->begun < threads)
        pthread_cond_wait(&crew->changed, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    return crew;
}

void gzip_dismiss(struct gzip_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->over = true;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 0; i < crew->count; i++)
        pthread_join(crew->threads[i], NULL);
    for (size_t i = 0; i < crew->room; i++) {
        free(crew->slots[i].raw);
        free(crew->slots[i].text);
    }
    pthread_cond_destroy(&crew->changed);
    pthread_mutex_destroy(&crew->lock);
    free(crew->rest);
    free(crew->slots);
    free(crew->threads);
    free(crew);
}

/* ---- The reader ---- */

static unsigned char *with_room(unsigned char *bytes, size_t *room, size_t n)
{
    if (*room >= n)
        return bytes;
    *room = n;
    return memory_resized(bytes, n);
}

static bool begins_member(const unsigned char *at, size_t n)
{
    /* The flags' upper bits are 0. */
    return n >= MARK && at[0] == 0x1F && at[1] == 0x8B && at[2] == Z_DEFLATED && at[3] < 0x20;
}

/* Where the last member behind the first byte seems to begin; 0 for none. */
static size_t last_member(const unsigned char *bytes, size_t n)
{
    for (size_t at = n < MARK ? 0 : n - MARK; at; at--)
        if (begins_member(bytes + at, n - at))
            return at;
    return 0;
}

/* The same of the first one, from `at` on; 0 for none. */
static size_t first_member(const unsigned char *bytes, size_t at, size_t n)
{
    for (; at + MARK <= n; at++)
        if (begins_member(bytes + at, MARK))
            return at;
    return 0;
}

/* Where bytes are cut, of which those up to `known` were searched already; 0 for not yet. */
static size_t cut_at(const struct slot *slot, size_t known)
{
    bool begins = begins_member(slot->raw, slot->count);
    size_t at =
        begins ? last_member(slot->raw, slot->count) : first_member(slot->raw, known < MARK ? 1 : known - MARK + 1, slot->count);
    bool is_enough = !begins || slot->count >= RAW_MOST;
    /* What a member may begin with is not cut through. */
    return at || !is_enough ? at : slot->count - MARK + 1;
}

static void read_step(struct gzip_crew *crew, struct slot *slot)
{
    size_t most = slot->count + STEP;
    slot->raw = with_room(slot->raw, &slot->raw_room, most);
    while (slot->count < most && !crew->at_end) {
        size_t got = crew->read(crew->context, slot->raw + slot->count, most - slot->count);
        slot->count += got;
        crew->at_end = got == 0;
    }
}

static void keep_rest(struct gzip_crew *crew, struct slot *slot, size_t from)
{
    crew->rest_count = slot->count - from;
    crew->rest = with_room(crew->rest, &crew->rest_room, crew->rest_count);
    memcpy(crew->rest, slot->raw + from, crew->rest_count);
    slot->count = from;
}

/* False at the end. */
static bool fill_slot(struct gzip_crew *crew, struct slot *slot)
{
    bool is_only = !crew->filled;
    size_t cut = 0;
    slot->raw = with_room(slot->raw, &slot->raw_room, crew->rest_count + STEP);
    memcpy(slot->raw, crew->rest, slot->count = crew->rest_count);
    crew->rest_count = 0;
    while (!cut && !crew->at_end) {
        size_t known = slot->count;
        read_step(crew, slot);
        if (!crew->at_end)
            cut = cut_at(slot, known);
    }
    if (cut)
        keep_rest(crew, slot, cut);
    slot->inflated = slot->whole = false;
    slot->to_inflate = begins_member(slot->raw, slot->count) && (cut ? begins_member(crew->rest, crew->rest_count) : !is_only);
    return slot->count > 0;
}

/* Fills all slots that are empty. */
static void fill_slots(struct gzip_crew *crew)
{
    while (crew->filled - crew->emptied < crew->room && fill_slot(crew, &crew->slots[crew->filled % crew->room])) {
        pthread_mutex_lock(&crew->lock);
        crew->filled++;
        pthread_cond_broadcast(&crew->changed);
        pthread_mutex_unlock(&crew->lock);
    }
}

void gzip_crew_begin(struct gzip_crew *crew, gzip_read *read, void *context, const unsigned char *first, size_t n)
{
    crew->read = read;
    crew->context = context;
    crew->at_end = crew->has_piece = false;
    crew->rest = with_room(crew->rest, &crew->rest_room, n);
    memcpy(crew->rest, first, crew->rest_count = n);
}

bool gzip_next(struct gzip_crew *crew, struct gzip_piece *piece)
{
    crew->emptied += crew->has_piece;
    fill_slots(crew);
    crew->has_piece = crew->emptied < crew->filled;
    if (!crew->has_piece)
        return false;
    struct slot *slot = &crew->slots[crew->emptied % crew->room];
    pthread_mutex_lock(&crew->lock);
    while (!slot->inflated)
        pthread_cond_wait(&crew->changed, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    *piece = (struct gzip_piece){slot->raw, slot->count, slot->whole, {slot->text, slot->text_count}};
    return true;
}

void gzip_crew_end(struct gzip_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    /* The numbers begin anew with the next file. */
    while (crew->done < crew->filled)
        pthread_cond_wait(&crew->changed, &crew->lock);
    crew->emptied = crew->taken = crew->done = crew->filled = 0;
    pthread_mutex_unlock(&crew->lock);
}
