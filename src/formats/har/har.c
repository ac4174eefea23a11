/* SPDX-License-Identifier: MIT */
/* HAR files, in which the developer tools of a browser save everything that it fetched: an object
 * whose `log` has a list `entries`. A response of Board Game Arena whose address contains
 * "logs.html" is the log of a table. Such a file is large, so its entries are read one by one.
 * Nothing else of it is read; it may hold cookies that nobody else should see. */
#include "formats/container.h"

#include "input/json.h"

struct har {
    bool is_begun; /* the entries have begun */
    bool is_ended; /* the list of entries has ended */
    bool is_cut;   /* the input ended in an entry, which was reported */
    bool odd_told; /* reported that an entry is not an object */
    size_t entry;  /* number of the next entry, from 0; at the end that of the last one */
    unsigned logs; /* responses that should be logs */
};

static enum probed probe(struct str head)
{
    static const char *const begins[] = {"{", "\"log\"", ":", "{"};
    for (unsigned i = 0; i < sizeof begins / sizeof *begins; i++) {
        head = str_without_blanks(head);
        size_t n = strlen(begins[i]), have = head.n < n ? head.n : n;
        if (memcmp(head.p, begins[i], have) != 0)
            return PROBED_OTHER;
        if (have < n)
            return PROBED_SHORT;
        head = str_from(head, n);
    }
    return PROBED_KIND;
}

/* Finds a key in JSON that is read byte by byte. */
struct key_finder {
    const char *key; /* with quotation marks */
    unsigned depth;  /* brackets around it */
    size_t matched;  /* bytes of it read so far */
};

/* True at the colon after the key. `nesting` has read the byte; `in_string` is its member before
 * that. */
static bool finds_key(struct key_finder *finder, const struct json_nesting *nesting, bool in_string,
                      int byte)
{
    bool is_read = !finder->key[finder->matched];
    if (is_read && char_is_in(byte, " \t\r\n"))
        return false;
    if (!in_string && nesting->in_string && nesting->depth == finder->depth)
        finder->matched = 1;
    else if (finder->matched && !is_read && byte == finder->key[finder->matched])
        finder->matched++;
    else
        finder->matched = 0;
    return is_read && byte == ':';
}

enum { LOG_DEPTH = 1, ENTRIES_DEPTH = 2 };

/* Reads up to the first entry. False if there is no list of entries in HAR's `log`. */
static bool seek_entries(struct input *input)
{
    struct json_nesting nesting = {0};
    struct key_finder entries = {"\"entries\"", ENTRIES_DEPTH, 0};
    bool in_log = false, is_next = false;
    for (int byte; input_mark(input), (byte = input_byte(input)) >= 0;) {
        bool in_string = nesting.in_string;
        json_nest(&nesting, byte);
        if (in_log && nesting.depth < ENTRIES_DEPTH)
            return false;
        in_log |= nesting.depth == ENTRIES_DEPTH;
        if (is_next && byte == '[')
            return true;
        if (finds_key(&entries, &nesting, in_string, byte))
            is_next = true;
        else if (!char_is_in(byte, " \t\r\n"))
            is_next = false;
    }
    return false;
}

static int sextet_of(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Decodes base64. False if a character is wrong. */
static bool decode(struct arena *arena, struct str text, struct str *decoded)
{
    char *to = arena_take(arena, text.n + 1);
    size_t n = 0;
    uint32_t bits = 0;
    unsigned have = 0;
    for (size_t i = 0; i < text.n && text.p[i] != '='; i++) {
        int sextet = sextet_of(text.p[i]);
        if (char_is_in(text.p[i], "\r\n"))
            continue;
        if (sextet < 0)
            return false;
        bits = bits << 6 | (uint32_t)sextet;
        have += 6;
        if (have >= 8) {
            have -= 8;
            to[n++] = (char)(bits >> have & 0xFF);
        }
        bits &= (1u << have) - 1;
    }
    *decoded = (struct str){to, n};
    return true;
}

/* Returns the name of a response: the number of its table, or else that of its entry. */
static const char *name_of(struct container *container, struct str address, size_t entry)
{
    for (size_t i = 0; i + 6 < address.n; i++) {
        struct str rest = str_from(address, i + 1);
        size_t n = 6;
        if (!char_is_in(address.p[i], "?&") || !str_begins(rest, "table="))
            continue;
        while (n < rest.n && n < 32 && rest.p[n] >= '0' && rest.p[n] <= '9')
            n++;
        return arena_copy(&container->arena, rest.p, n);
    }
    return arena_printf(&container->arena, "log.entries[%zu]", entry);
}

/* Returns the log that an entry holds; NULL, perhaps with a finding, if it holds none. */
static struct input *log_of(struct container *container, const struct json *entry,
                            struct findings *findings)
{
    struct har *har = container->state;
    struct str address = json_str(json_get(json_get(entry, "request"), "url"));
    const struct json *content = json_get(json_get(entry, "response"), "content");
    struct str text = json_str(json_get(content, "text")),
               encoding = json_str(json_get(content, "encoding"));
    if (!str_contains(address, "logs.html"))
        return NULL;
    har->logs++;
    const char *name = name_of(container, address, har->entry);
    struct place place = {.at = arena_plain(findings->arena, str_of(name))};
    if (!text.n) {
        finding_raise(findings, FINDING_IMPORT_HAR_BODY, place, NO_ARGS);
    } else if (encoding.n && !str_is(encoding, "base64")) {
        finding_raise(findings, FINDING_IMPORT_HAR_ENCODING, place,
                      ARGS(arena_brief(findings->arena, encoding)));
    } else if (encoding.n && !decode(&container->arena, text, &text)) {
        finding_raise(findings, FINDING_IMPORT_HAR_BASE64, place, NO_ARGS);
    } else {
        struct input *member = input_text(text, 0);
        input_rename(member, container_name(container, str_of(name)));
        return member;
    }
    return NULL;
}

static struct place place_of(const struct har *har, struct findings *findings)
{
    return (struct place){.at = arena_printf(findings->arena, "log.entries[%zu]", har->entry)};
}

/* Passes over the value that begins at the mark. Control characters in strings are let through.
 * Returns the byte after it, a comma or a closing bracket; -1 if the input ends first. Sets *is_log
 * if the value contains "logs.html". */
static int pass_value(struct input *input, bool *is_log)
{
    static const char name[] = "logs.html";
    struct json_nesting nesting = {.depth = 1}; /* in the list of entries */
    size_t matched = 0;
    int byte;
    do {
        input_mark(input);
        byte = input_byte(input);
        matched = matched < sizeof name - 1 && byte == name[matched] ? matched + 1 : byte == *name;
        *is_log |= matched == sizeof name - 1;
        if (byte == ',' && nesting.depth == 1 && !nesting.in_string)
            return byte;
        if (byte >= 0)
            json_nest(&nesting, byte);
    } while (byte >= 0 && nesting.depth);
    return byte;
}

/* Passes over an entry that could not be read. Only a log is reported: scripts and pictures may be
 * large, and may hold text that this program does not read. */
static void pass_entry(struct container *container, struct findings *findings,
                       const struct json_error *error)
{
    struct har *har = container->state;
    struct input *input = container->input;
    bool is_large = error->too_large || input_kept(input).n == WHOLE_MAX, is_log = false;
    enum finding_id id;
    input_rewind(input, 0);
    int last = pass_value(input, &is_log);
    har->is_ended = last != ',';
    if (input_failure(input, &id))
        return;
    if (is_large && is_log)
        finding_raise(findings, FINDING_TOO_LARGE_DOCUMENT, place_of(har, findings), NO_ARGS);
    else if (is_log || last < 0)
        finding_raise(findings, FINDING_IMPORT_NOT_JSON, place_of(har, findings),
                      ARGS(arena_plain(findings->arena, str_of(error->text))));
    har->is_cut = last < 0;
    har->logs += is_log;
}

/* Reports anything but the ends of the list, the log and the document. */
static void check_rest(struct container *container, struct findings *findings)
{
    struct json_nesting nesting = {.depth = 2};
    struct input *input = container->input;
    struct har *har = container->state;
    enum finding_id id;
    int byte;
    bool is_good = true;
    struct key_finder keys[] = {{"\"entries\"", ENTRIES_DEPTH, 0}, {"\"log\"", LOG_DEPTH, 0}};
    const char *twice = NULL;
    while (nesting.depth && (input_mark(input), byte = input_byte(input)) >= 0) {
        bool in_string = nesting.in_string;
        is_good &= json_nest(&nesting, byte);
        for (unsigned i = 0; i < 2; i++)
            if (finds_key(&keys[i], &nesting, in_string, byte))
                twice = i ? "log" : "entries";
    }
    if (twice)
        finding_raise(findings, FINDING_IMPORT_HAR_TWICE, (struct place){0}, ARGS(twice));
    is_good &= !nesting.depth;
    while ((input_mark(input), byte = input_byte(input)) >= 0)
        is_good &= char_is_in(byte, " \t\r\n");
    if (!is_good && !input_failure(input, &id))
        finding_raise(findings, FINDING_IMPORT_HAR_REST, place_of(har, findings), NO_ARGS);
}

/* Reads the next value of the list of entries: an entry with a log is returned. */
static struct input *read_entry(struct container *container, struct findings *findings)
{
    struct har *har = container->state;
    struct input *input = container->input, *member = NULL;
    struct json_error error;
    bool is_log = false;
    int byte;
    do {
        input_mark(input);
        byte = input_byte(input);
    } while (byte >= 0 && char_is_in(byte, " \t\r\n,"));
    har->is_ended = byte < 0 || byte == ']';
    if (har->is_ended) {
        har->entry -= har->entry > 0;
        return NULL;
    }
    input_rewind(input, 0);
    arena_reset(&container->arena);
    if (byte != '{') {
        if (!har->odd_told)
            finding_raise(findings, FINDING_IMPORT_HAR_ENTRY, place_of(har, findings), NO_ARGS);
        har->odd_told = true;
        har->is_ended = pass_value(input, &is_log) != ',';
    } else {
        const struct json *entry = json_read(input, &container->arena, &error);
        if (entry)
            member = log_of(container, entry, findings);
        else
            pass_entry(container, findings, &error);
    }
    har->entry++;
    return member;
}

static struct input *next(struct container *container, struct findings *findings)
{
    struct har *har = container->state;
    struct input *member = NULL;
    if (!har->is_begun && !seek_entries(container->input)) {
        finding_raise(findings, FINDING_IMPORT_HAR_ENTRIES, (struct place){0}, NO_ARGS);
        container->is_over = true;
        return NULL;
    }
    har->is_begun = true;
    while (!member && !findings->first && !har->is_ended)
        member = read_entry(container, findings);
    if (member || findings->first)
        return member;
    container->is_over = true;
    if (!har->is_cut)
        check_rest(container, findings);
    if (!findings->first && !har->logs)
        finding_raise(findings, FINDING_FORMAT_HAR, (struct place){0}, NO_ARGS);
    return NULL;
}

const struct container_kind container_har = {
    .name = "HAR file", .probe = probe, .size = sizeof(struct har), .next = next};
