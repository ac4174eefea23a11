/* SPDX-License-Identifier: MIT */
/* Inflates gzipped files in threads. The reader cuts the bytes where a member seems to begin;
 * threads inflate the slots that seem to hold whole members.
 */
#include "input/gzip.h"

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "base/memory.h"

/* GZIP_WINDOW is the largest window of zlib, in the gzip format. A slot is read in steps of STEP
 * bytes. A slot that begins with a member ends where another member begins; if none is found, it
 * ends after about RAW_MAX bytes. The text of a slot may be TIMES as long as the slot, because gzip
 * packs games to a fifth of their size. A member is recognised by its first MARK bytes. */
enum { GZIP_WINDOW = 15 + 16, STEP = 128 << 10, RAW_MAX = 512 << 10, TIMES = 8, MARK = 4 };

struct slot {
    unsigned char *raw;
    size_t count, raw_room;
    bool to_inflate, whole; /* seems to hold whole members; does hold them, inflated as text */
    char *text;
    size_t text_count, text_room;
};

struct inflater {
    z_stream stream;
    bool begun, works;
};

struct gzip_crew {
    struct pool *pool;
    gzip_read *read;
    void *context;
    unsigned char *rest; /* bytes that were read for the next slot */
    size_t rest_count, rest_room;
    bool any, at_end, has_piece;
};

static void *zlib_get(void *context, unsigned count, unsigned size)
{
    (void)context;
    return memory_zeroed(count, size);
}

static void zlib_free(void *context, void *memory)
{
    (void)context;
    memory_free(memory);
}

bool gzip_begin(z_stream *z)
{
    z->zalloc = zlib_get;
    z->zfree = zlib_free;
    return inflateInit2(z, GZIP_WINDOW) == Z_OK;
}

/* ---- Threads ---- */

static void inflate_slot(void *own, void *at, size_t number)
{
    (void)number;
    struct inflater *inflater = own;
    struct slot *slot = at;
    z_stream *z = &inflater->stream;
    size_t most = slot->count * TIMES;
    slot->whole = false;
    if (!slot->to_inflate)
        return;
    if (!inflater->begun)
        inflater->works = gzip_begin(z);
    inflater->begun = true;
    if (slot->text_room < most) {
        memory_free(slot->text);
        slot->text = memory_get(slot->text_room = most);
    }
    z->next_in = slot->raw;
    z->avail_in = (unsigned)slot->count;
    z->next_out = (unsigned char *)slot->text;
    z->avail_out = (unsigned)most;
    slot->whole = inflater->works;
    while (slot->whole && z->avail_in)
        slot->whole = inflateReset(z) == Z_OK && inflate(z, Z_FINISH) == Z_STREAM_END;
    slot->text_count = most - z->avail_out;
}

static void end_inflater(void *own)
{
    struct inflater *inflater = own;
    if (inflater->works)
        inflateEnd(&inflater->stream);
}

static void end_slot(void *at)
{
    struct slot *slot = at;
    memory_free(slot->raw);
    memory_free(slot->text);
}

struct gzip_crew *gzip_hire(unsigned threads)
{
    static const struct pool_kind kind = {.own_size = sizeof(struct inflater),
                                          .slot_size = sizeof(struct slot),
                                          .task = inflate_slot,
                                          .end_slot = end_slot,
                                          .end_own = end_inflater};
    struct gzip_crew *crew = memory_zeroed(1, sizeof *crew);
    crew->pool = pool_hire(threads, threads + 2, &kind);
    return crew;
}

void gzip_dismiss(struct gzip_crew *crew)
{
    pool_dismiss(crew->pool);
    memory_free(crew->rest);
    memory_free(crew);
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

/* Returns where the last member after the first byte seems to begin; 0 for none. */
static size_t last_member(const unsigned char *bytes, size_t n)
{
    for (size_t at = n < MARK ? 0 : n - MARK; at; at--)
        if (begins_member(bytes + at, n - at))
            return at;
    return 0;
}

/* Returns where the first member from `at` on seems to begin; 0 for none. */
static size_t first_member(const unsigned char *bytes, size_t at, size_t n)
{
    for (; at + MARK <= n; at++)
        if (begins_member(bytes + at, MARK))
            return at;
    return 0;
}

/* Returns where to cut the bytes; 0 if more bytes must be read first. Earlier calls have searched
 * the bytes before `known`. */
static size_t cut_at(const struct slot *slot, size_t known)
{
    bool begins = begins_member(slot->raw, slot->count);
    size_t at = begins ? last_member(slot->raw, slot->count)
                       : first_member(slot->raw, known < MARK ? 1 : known - MARK + 1, slot->count);
    bool is_enough = !begins || slot->count >= RAW_MAX;
    /* The last MARK - 1 bytes may be the beginning of a member: they go to the next slot. */
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

/* Fills a slot; false at the end of the file. */
static bool fill_slot(struct gzip_crew *crew, struct slot *slot)
{
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
    /* For a file that fits one slot it is not worth waking a thread. */
    slot->to_inflate = begins_member(slot->raw, slot->count) &&
                       (cut ? begins_member(crew->rest, crew->rest_count) : crew->any);
    crew->any = true;
    return slot->count > 0;
}

void gzip_crew_begin(struct gzip_crew *crew, gzip_read *read, void *context,
                     const unsigned char *first, size_t n)
{
    crew->read = read;
    crew->context = context;
    crew->any = crew->at_end = crew->has_piece = false;
    crew->rest = with_room(crew->rest, &crew->rest_room, n);
    memcpy(crew->rest, first, crew->rest_count = n);
}

bool gzip_next(struct gzip_crew *crew, struct gzip_piece *piece)
{
    if (crew->has_piece)
        pool_let_go(crew->pool);
    for (struct slot *slot; (slot = pool_empty(crew->pool)) && fill_slot(crew, slot);)
        pool_hand_on(crew->pool);
    const struct slot *slot = pool_first(crew->pool);
    crew->has_piece = slot != NULL;
    if (slot)
        *piece = (struct gzip_piece){
            slot->raw, slot->count, slot->whole, {slot->text, slot->text_count}};
    return slot != NULL;
}

void gzip_crew_end(struct gzip_crew *crew)
{
    pool_forget(crew->pool);
    crew->has_piece = false;
}
