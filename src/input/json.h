/* SPDX-License-Identifier: MIT */
/* Reads JSON documents from outside. A key may stand only once in an object, and the memory that a
 * document takes is limited.
 *
 * A document is an array of nodes in the order of the text. A node is a value or a key. The nodes
 * of a container follow its own node; in an object each key is followed by its value. Every text
 * ends in NUL, and holds no other NUL. All functions take NULL for a value that does not exist. */
#ifndef BASTIDE_INPUT_JSON_H
#define BASTIDE_INPUT_JSON_H

#include "base/arena.h"
#include "input/input.h"

enum {
    JSON_MEMORY_MAX = 24 << 20
}; /* bytes of memory that a document may take, estimated from its brackets, colons and commas */

enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_INTEGER, /* fits int64_t */
    JSON_REAL,    /* fits double */
    JSON_TEXT,
    JSON_LIST,
    JSON_OBJECT,
};

struct json {
    union {
        const char *text; /* JSON_TEXT, JSON_INTEGER and JSON_REAL, UTF-8; a number ends where its
                             digits end */
        size_t at;        /* while the document is read: offset of the text */
    };
    uint32_t n;    /* bytes of the text; number of items of a list, of keys of an object */
    uint32_t size; /* nodes of the value with all that it contains; while the document is read, a
                      key has the number of nodes back to the key before it */
    uint8_t kind;  /* enum json_kind */
    uint8_t form;  /* for the reader */
};

/* Why a document was refused. */
struct json_error {
    uint32_t line,
        column;     /* from 1; the column counts characters, up to the end of what is wrong */
    char text[64];  /* empty if memory ran out */
    bool too_large; /* the document takes too much memory */
};

/* Reads one document, and no byte after it. Its nodes come from the arena, its texts are valid
 * until the next byte is read. Returns NULL with an error. */
const struct json *json_read(struct input *input, struct arena *arena, struct json_error *error);

/* Reads the document in a text, which nothing except blanks may follow. All of it comes from the
 * arena. */
const struct json *json_parse(struct str text, struct arena *arena, struct json_error *error);

static inline bool json_is(const struct json *value, enum json_kind kind)
{
    return value && value->kind == kind;
}

static inline bool json_is_bool(const struct json *value)
{
    return json_is(value, JSON_TRUE) || json_is(value, JSON_FALSE);
}

static inline bool json_is_number(const struct json *value)
{
    return json_is(value, JSON_INTEGER) || json_is(value, JSON_REAL);
}

/* Returns the text, or an empty text for a value of another kind. */
static inline struct str json_str(const struct json *value)
{
    return json_is(value, JSON_TEXT) ? (struct str){value->text, value->n} : (struct str){"", 0};
}

/* Returns the text, or NULL for a value of another kind. */
static inline const char *json_cstr(const struct json *value)
{
    return json_is(value, JSON_TEXT) ? value->text : NULL;
}

/* Returns the number, or 0 for a value that is not JSON_INTEGER. */
int64_t json_int(const struct json *value);

/* Returns the number, or 0 for a value that is not a number. */
double json_real(const struct json *value);

/* Returns the number of items of a list, or of keys of an object; 0 for another value. */
static inline size_t json_count(const struct json *value)
{
    return json_is(value, JSON_LIST) || json_is(value, JSON_OBJECT) ? value->n : 0;
}

/* Returns the value of a key; NULL if the object has no such key, or is no object. */
const struct json *json_find(const struct json *object, const char *key, size_t n);
static inline const struct json *json_get(const struct json *object, const char *key)
{
    return json_find(object, key, strlen(key));
}

/* Returns item `i` of a list; NULL if the list is shorter. The time grows with `i`. */
const struct json *json_item(const struct json *list, size_t i);

/* For the loops below: the first node inside a container of a kind, and whether node `i` is in it.
 */
static inline const struct json *json_first(const struct json *value, enum json_kind kind)
{
    return json_is(value, kind) && value->n ? value + 1 : NULL;
}

static inline const struct json *json_next(const struct json *container, const struct json *value)
{
    value += value->size;
    return value < container + container->size ? value : NULL;
}

static inline size_t json_begin(const struct json **item, const struct json *list)
{
    *item = json_first(list, JSON_LIST);
    return 0;
}

/* Runs over the items of a list with their numbers. */
#define JSON_FOR_EACH(i, item, list)                                                               \
    for (size_t i = json_begin(&(item), (list)); (item); i++, (item) = json_next((list), (item)))

/* Runs over the keys of an object. The value follows its key: `key + 1`. */
#define JSON_FOR_EACH_KEY(key, object)                                                             \
    for (const struct json *key = json_first((object), JSON_OBJECT); key;                          \
         key = json_next((object), key + 1))

/* The depth of brackets in a JSON text. If a line ends at depth 0, a parser is not inside a
 * document there, wherever it began to read: a document ends with its closing bracket, and a
 * string, in which brackets do not count, ends on its line. */
struct json_nesting {
    unsigned depth;
    bool in_string, escaped;
    bool opened; /* a document has begun */
};

/* Counts the next byte. False if the byte cannot stand there. Outside documents only blanks and
 * opening brackets can stand; in a string, anything except control characters. */
bool json_nest(struct json_nesting *nesting, int byte);

#endif
