/* SPDX-License-Identifier: MIT */
/* Calls of the library, and its own implementation of base/memory.h. Memory belongs to the judge
 * whose call is under way in this thread. All blocks of a judge are in a list: when a call gives up
 * for lack of memory, the blocks that it allocated are still freed with the judge. */
#include "lib/session.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"

struct block {
    struct block *next, **at;
    _Alignas(max_align_t) unsigned char bytes[];
};

static _Thread_local struct bastide *current;

/* ---- Memory ---- */

static void *allocate_by_default(void *context, void *memory, size_t size)
{
    (void)context;
    if (size)
        return realloc(memory, size);
    free(memory);
    return NULL;
}

_Noreturn void memory_out(void)
{
    struct bastide *judge = current;
    for (; judge->holds; judge->holds = judge->holds->outer)
        judge->holds->release(judge->holds->what);
    longjmp(judge->out, 1);
}

static void link_block(struct block *block)
{
    block->next = current->blocks;
    block->at = &current->blocks;
    if (block->next)
        block->next->at = &block->next;
    current->blocks = block;
}

static void unlink_block(struct block *block)
{
    *block->at = block->next;
    if (block->next)
        block->next->at = block->at;
}

static void *get(struct block *block, size_t size)
{
    void *made = size > SIZE_MAX - sizeof *block
                     ? NULL
                     : current->allocate(current->allocate_context, block, sizeof *block + size);
    if (!made) {
        if (block)
            link_block(block);
        memory_out();
    }
    link_block(made);
    return ((struct block *)made)->bytes;
}

void *memory_get(size_t size)
{
    return get(NULL, size);
}

void *memory_zeroed(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        memory_out();
    return memset(get(NULL, count * size), 0, count * size);
}

static struct block *block_of(void *memory)
{
    return (struct block *)((unsigned char *)memory - offsetof(struct block, bytes));
}

void *memory_resized(void *memory, size_t size)
{
    if (memory)
        unlink_block(block_of(memory));
    return get(memory ? block_of(memory) : NULL, size);
}

void memory_free(void *memory)
{
    if (!memory)
        return;
    unlink_block(block_of(memory));
    current->allocate(current->allocate_context, block_of(memory), 0);
}

void memory_hold(struct memory_hold *hold)
{
    hold->outer = current->holds;
    current->holds = hold;
}

void memory_let_go(const struct memory_hold *hold)
{
    current->holds = hold->outer;
}

/* ---- Calls ---- */

int session_call(struct bastide *judge, int (*body)(struct bastide *, void *), void *argument)
{
    if (judge->dead)
        return BASTIDE_NO_MEMORY;
    /* An allocator may call the library for another judge. */
    struct bastide *const before = current;
    volatile int status = BASTIDE_NO_MEMORY;
    current = judge;
    judge->why = NULL;
    if (setjmp(judge->out) == 0) {
        status = body(judge, argument);
    } else {
        judge->dead = true;
        judge->has_game = judge->is_judged = judge->asked = false;
        judge->why = "out of memory";
    }
    current = before;
    return status;
}

int session_refuse(struct bastide *judge, const char *why)
{
    judge->why = why;
    return BASTIDE_REFUSED;
}

const char *bastide_version(void)
{
    return PACKAGE_VERSION;
}

static int begin(struct bastide *judge, void *argument)
{
    (void)argument;
    catalogue_init(&judge->catalogue);
    judge->player.catalogue = &judge->catalogue;
    sink_open(&judge->crn, -1);
    sink_open(&judge->words, -1);
    return BASTIDE_OK;
}

struct bastide *bastide_new(bastide_allocate *allocate, void *context)
{
    allocate = allocate ? allocate : allocate_by_default;
    struct bastide *judge = allocate(context, NULL, sizeof *judge);
    if (!judge)
        return NULL;
    memset(judge, 0, sizeof *judge);
    judge->allocate = allocate;
    judge->allocate_context = context;
    judge->fd = -1;
    if (session_call(judge, begin, NULL) == BASTIDE_OK)
        return judge;
    bastide_free(judge);
    return NULL;
}

void bastide_free(struct bastide *judge)
{
    if (!judge)
        return;
    if (judge->fd >= 0)
        close(judge->fd);
    for (struct block *block = judge->blocks, *next; block; block = next) {
        next = block->next;
        judge->allocate(judge->allocate_context, block, 0);
    }
    judge->allocate(judge->allocate_context, judge, 0);
}

const char *bastide_why(const struct bastide *judge)
{
    return !judge ? "out of memory" : judge->why ? judge->why : "";
}
