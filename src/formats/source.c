/* SPDX-License-Identifier: MIT */
/* Detects the syntax of an input, reads its games one after the other, and cuts stretches off it.
 */
#include "formats/source.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "formats/container.h"
#include "formats/format.h"
#include "formats/strangers.h"

enum { PEEK = 4096, WINDOW = 256 << 10, READ_AGAIN_MAX = 4 * WHOLE_MAX };

void source_begin(struct source *source, struct input *input, const struct catalogue *catalogue)
{
    *source = (struct source){.input = input, .catalogue = catalogue, .syntax = SYNTAX_NONE};
}

/* True if the text resembles a record whose first line is missing: a line begins as a header or the
 * first move does, or "%CRN" stands somewhere. */
static bool resembles_crn(struct str head)
{
    bool at_line = true;
    for (size_t i = 0; i < head.n; i++) {
        struct str rest = str_from(head, i);
        if (at_line &&
            (str_begins(rest, "---\n") || str_begins(rest, "---\r") || str_begins(rest, "1a ") ||
             str_begins(rest, "players:") || str_begins(rest, "rules:")))
            return true;
        at_line = head.p[i] == '\n';
    }
    return str_contains(head, "%CRN");
}

/* "[key" and "{\rtf" begin other files (strangers.def). */
static bool is_json(struct str head)
{
    return head.n && (head.p[0] == '{' || head.p[0] == '[') && !str_begins(head, "[key") &&
           !str_begins(head, "{\\rt");
}

static enum syntax detect(struct source *source)
{
    struct input *input = source->input;
    source->kind = container_of(input);
    if (source->kind)
        return SYNTAX_CONTAINER;
    /* The first bytes are mostly enough. To read no more avoids waiting for a slow writer. */
    struct str head = str_without_blanks(input_peek(input, 4));
    if (!is_json(head))
        head = str_without_blanks(input_peek_line(input, PEEK));
    if (!is_json(head) && !str_begins(head, "%CRN"))
        head = str_without_blanks(input_peek(input, PEEK));
    if (is_json(head))
        return SYNTAX_JSON;
    if (str_begins(head, "%CRN") || head.n == 0)
        return SYNTAX_CRN;
    const char *end = memchr(head.p, '\n', head.n);
    source->lines = format_of_line((struct str){head.p, end ? (size_t)(end - head.p) : head.n});
    if (source->lines)
        return SYNTAX_LINES;
    return resembles_crn(head) ? SYNTAX_CRN : SYNTAX_NONE;
}

static const struct stranger account = {
    "an account of another program",
    "'bastide diff' compares accounts, which have an 'event' in each line",
};

/* True if the document looks like an account of what happened in a game. An account has an object
 * on each line; a list of such objects is recognised, too. */
static bool resembles_account(const struct json *document)
{
    static const char *const keys[] = {"event", "turn", "seat", "points", "scores"};
    const struct json *object = json_is(document, JSON_LIST) ? json_item(document, 0) : document;
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_get(object, keys[i]))
            return true;
    return false;
}

/* Reports an input, or a document in it, that cannot be read. `why` is added to the message if it
 * is unknown what the file is. A file in a container that may hold other files is only passed
 * over. */
static void raise_format(const struct source *source, struct findings *findings, struct place place,
                         const struct stranger *stranger, const char *why)
{
    static const char list[] =
        "bastide(1), FORMATS, lists what can be read, and bastide-bga(7) says how to get a log";
    bool is_member = source->outer && source->outer->kind->holds_others;
    if (is_member && stranger)
        finding_warn(findings, FINDING_UNSUPPORTED_STRANGER, place, ARGS(stranger->words));
    else if (is_member)
        finding_warn(findings, FINDING_UNSUPPORTED_MEMBER, place, ARGS(why));
    else if (stranger)
        finding_raise(findings, FINDING_FORMAT_STRANGER, place,
                      ARGS(stranger->words, *stranger->advice ? stranger->advice : list));
    else
        finding_raise(findings, FINDING_FORMAT, place, ARGS(why, list));
}

static void raise_text(const struct source *source, struct findings *findings)
{
    struct str head = input_peek(source->input, PEEK);
    const char *why = "";
    if (memchr(head.p, '\0', head.n))
        why = " (it holds NUL bytes)";
    else if (utf8_bad_at(head) + 4 < head.n)
        why = " (it is not UTF-8 text)";
    raise_format(source, findings, (struct place){NULL, 1, 1, 1},
                 stranger_of(str_without_blanks(head), NULL), why);
}

static uint32_t newlines(struct str text)
{
    uint32_t count = 0;
    const char *end = text.p + text.n;
    for (const char *at = text.p; (at = memchr(at, '\n', (size_t)(end - at))); at++)
        count++;
    return count;
}

/* Skips the blanks before the next document; false at the end of the input. */
static bool skip_blanks(struct source *source)
{
    for (int byte;;) {
        input_mark(source->input);
        if ((byte = input_byte(source->input)) < 0)
            return false;
        /* A byte order mark is blank too. */
        if (!char_is_in(byte, " \t\r\n\xEF\xBB\xBF")) {
            input_rewind(source->input, 0);
            return true;
        }
        source->line += byte == '\n';
    }
}

/* Skips to the next line that begins with '{', as a document does. `before` is the byte before the
 * next one. `seeking` remains set if the input ends first. */
static void seek_document(struct source *source, int before)
{
    source->seeking = true;
    for (int byte = 0; byte >= 0; before = byte) {
        input_mark(source->input);
        byte = input_byte(source->input);
        if (before == '\n' && byte == '{') {
            input_rewind(source->input, 0);
            source->seeking = false;
            return;
        }
        source->line += byte == '\n';
    }
}

/* True if no byte follows those taken since the mark. input_failure() does not show this: the input
 * is read ahead, so that reading may fail while bytes remain. */
static bool is_at_end(struct input *input)
{
    size_t length = input_kept(input).n;
    if (input_byte(input) < 0)
        return true;
    input_rewind(input, length);
    return false;
}

/* Moves on after a document that was read up to here. After a broken one, searches its bytes for
 * the next document. */
static void pass_document(struct source *source, bool broken)
{
    if (broken) {
        input_rewind(source->input, 0);
        seek_document(source, 0);
        return;
    }
    source->line += newlines(input_kept(source->input));
}

/* Reads the next JSON document; false at the end of the input. Text that is not a game document is
 * reported once, up to the next game document. */
static bool read_json(struct source *source, struct arena *arena, struct findings *findings,
                      struct record *record, bool *is_game)
{
    struct importer im = {
        .catalogue = source->catalogue, .arena = arena, .findings = findings, .record = record};
    /* A stretch begins at the beginning of a line. */
    if (source->seeking)
        seek_document(source, '\n');
    while (!source->ended && skip_blanks(source)) {
        struct json_error error;
        struct place place = {NULL, source->line + 1, 1, 1};
        im.line = source->anything ? source->line + 1 : 0;
        struct arena_mark mark = arena_mark(arena);
        const struct json *document = json_read(source->input, arena, &error);
        enum finding_id id;
        size_t length = input_kept(source->input).n;
        bool reported = source->astray;
        bool cut = !document && length < WHOLE_MAX && is_at_end(source->input) &&
                   input_failure(source->input, &id);
        bool too_large = !document && (error.too_large || length == WHOLE_MAX);
        const struct format *format = format_of_document(document);
        source->astray = !format;
        pass_document(source, !document);
        source->read_again += document ? 0 : length;
        source->ended = source->read_again > READ_AGAIN_MAX;
        if (cut)
            return false;
        if (source->astray && reported) {
            arena_rewind(arena, mark);
            continue;
        }
        if (format) {
            record->format = format;
            *is_game = format->read(&im, document);
            if (*is_game && format->complete)
                format->complete(&im);
        } else if (document) {
            raise_format(source, findings, importer_at(&im, "%s", ""),
                         resembles_account(document) ? &account
                                                     : stranger_of((struct str){"", 0}, document),
                         "");
        } else if (too_large) {
            finding_raise(findings, FINDING_TOO_LARGE_DOCUMENT, importer_at(&im, "%s", ""),
                          NO_ARGS);
        } else {
            place.line += error.line > 0 ? (uint32_t)error.line - 1 : 0;
            if (error.line == 1)
                error.column += source->columns;
            if (error.column > 0 && error.column < UINT16_MAX)
                place.column = place.end = (uint16_t)error.column;
            importer_malformed(&im, place, FINDING_IMPORT_NOT_JSON,
                               ARGS(arena_plain(arena, str_of(error.text))));
        }
        return true;
    }
    return false;
}

static bool read_lines(struct source *source, struct arena *arena, struct findings *findings,
                       struct record *record, bool *is_game)
{
    struct input_line line;
    struct importer im = {
        .catalogue = source->catalogue, .arena = arena, .findings = findings, .record = record};
    while (input_line(source->input, &line)) {
        struct str text = str_without_blanks(line.text);
        if (text.n == 0)
            continue;
        struct place place = {NULL, line.number, 1, 1};
        const struct format *format = source->lines;
        if (line.too_long)
            finding_raise(findings, FINDING_TOO_LARGE_LINE, place, NO_ARGS);
        else
            *is_game = format->read_line(&im, arena_str(arena, text), line.number);
        return true;
    }
    return false;
}

/* Reports why reading the input failed; false if it did not fail. */
static bool raise_failure(struct source *source, struct findings *findings)
{
    enum finding_id id;
    const char *words = input_failure(source->input, &id);
    if (!words)
        return false;
    if (id == FINDING_CUT)
        finding_raise(findings, id, (struct place){0}, NO_ARGS);
    else
        finding_raise(findings, id, (struct place){0}, ARGS(words));
    return true;
}

static void know_format(struct source *source)
{
    if (!source->known)
        source->syntax = detect(source);
    source->known = true;
}

static void close_member(struct source *source)
{
    if (!source->member)
        return;
    struct input *input = source->member->input;
    source_end(source->member);
    input_close(input);
    memory_free(source->member);
    source->member = NULL;
}

void source_end(struct source *source)
{
    close_member(source);
    if (source->container)
        container_free(source->container);
    source->container = NULL;
}

struct str source_name(const struct source *source)
{
    return source->member ? source_name(source->member) : input_name(source->input);
}

/* Opens the next member of a container. False at its end, or with a finding. A member that is a
 * container itself is refused, unless it is another kind of file in an archive. */
static bool open_member(struct source *source, struct findings *findings)
{
    struct input *input = container_next(source->container, findings);
    if (!input)
        return false;
    struct source *member = memory_get(sizeof *member);
    source_begin(member, input, source->catalogue);
    member->outer = source->container;
    member->rulings = source->rulings;
    member->live = source->live;
    member->line = source->container->lines;
    member->columns = source->container->columns;
    source->member = member;
    know_format(member);
    bool is_nested = member->syntax == SYNTAX_CONTAINER &&
                     (!source->container->kind->holds_containers || member->kind == source->kind);
    if (is_nested)
        finding_raise(findings, FINDING_UNSUPPORTED_NESTED, (struct place){0},
                      ARGS(member->kind->name, source->kind->name));
    member->ended = is_nested;
    return true;
}

static bool is_serious(const struct findings *findings)
{
    for (const struct finding *finding = findings->first; finding; finding = finding->next)
        if (finding->severity != SEVERITY_WARNING)
            return true;
    return false;
}

/* Reads the next game of a container. Reports at its end if it held none. */
static bool read_member(struct source *source, struct arena *arena, struct findings *findings,
                        struct record *record, bool *is_game)
{
    if (!source->container)
        source->container = container_new(source->kind, source->input);
    for (;;) {
        if (source->member && source_next(source->member, arena, findings, record, is_game)) {
            source->is_told |= *is_game || is_serious(findings);
            return true;
        }
        close_member(source);
        bool is_open = open_member(source, findings);
        source->is_told |= is_serious(findings);
        if (findings->first)
            return true;
        if (!is_open)
            break;
    }
    enum finding_id id;
    if (source->is_told || input_failure(source->input, &id))
        return false;
    source->is_told = true;
    finding_raise(findings, FINDING_FORMAT_EMPTY_CONTAINER, (struct place){0},
                  ARGS(source->kind->name));
    return true;
}

bool source_next(struct source *source, struct arena *arena, struct findings *findings,
                 struct record *record, bool *is_game)
{
    *record = (struct record){0};
    *is_game = false;
    if (source->ended)
        return false;
    know_format(source);
    if (source->syntax == SYNTAX_NONE) {
        source->ended = true;
        raise_text(source, findings);
        return true;
    }
    bool more = false;
    switch (source->syntax) {
    case SYNTAX_CRN:
        more = crn_read(source->input, source->catalogue, arena, findings, record,
                        source->live ? &source->early : NULL, &source->tiles);
        *is_game = more && record->place.line;
        break;
    case SYNTAX_LINES:
        more = read_lines(source, arena, findings, record, is_game);
        break;
    case SYNTAX_CONTAINER:
        more = read_member(source, arena, findings, record, is_game);
        break;
    case SYNTAX_JSON:
    case SYNTAX_NONE:
        more = read_json(source, arena, findings, record, is_game);
        break;
    }
    source->anything |= more;
    if (*is_game && source->rulings)
        record_rule(record, arena, source->rulings);
    if (more)
        return true;
    /* The games before a failure of reading are judged; the failure is reported last. */
    bool broke = !source->failure_told && raise_failure(source, findings);
    source->failure_told |= broke;
    if (!broke && !source->anything && !source->failure_told) {
        source->anything = true;
        struct finding *finding =
            finding_raise(findings, FINDING_EMPTY, (struct place){NULL, 1, 1, 1}, NO_ARGS);
        if (source->needs_games)
            finding->severity = SEVERITY_TROUBLE;
        return true;
    }
    return broke;
}

/* ---- Stretches ---- */

/* Returns where the last record of a text begins; 0 if that is the first record of the text, or if
 * there is no record. Only a complete "%CRN 1" line counts: a line whose end is not there yet may
 * become too long. */
static size_t last_record(struct str text)
{
    static const char *const heads[] = {"%CRN 1\n", "%CRN 1\r\n"};
    for (size_t n = text.n; n;) {
        const char *at = memrchr(text.p, '%', n);
        if (!at || at == text.p)
            return 0;
        n = (size_t)(at - text.p);
        struct str rest = str_from(text, n);
        if (at[-1] == '\n' && (str_begins(rest, heads[0]) || str_begins(rest, heads[1])))
            return n;
    }
    return 0;
}

static size_t last_line(struct str text)
{
    const char *newline = text.n ? memrchr(text.p, '\n', text.n) : NULL;
    return newline ? (size_t)(newline - text.p) + 1 : 0;
}

static bool cut_lines(struct source *source, size_t most, struct stretch *stretch)
{
    bool is_lines = source->syntax == SYNTAX_LINES;
    for (size_t n = most;; n = WINDOW) {
        struct str text = input_ready(source->input, n, &stretch->is_last);
        if (!stretch->is_last)
            text.n = is_lines ? last_line(text) : last_record(text);
        struct str head = str_without_blanks(text);
        /* A stretch must hold something; otherwise nobody would notice that the whole input holds
         * nothing. */
        if (text.n && (stretch->is_last || source->anything ||
                       (is_lines ? head.n > 0 : str_begins(head, "%CRN")))) {
            stretch->text = text;
            stretch->lines = input_take(source->input, text.n);
            return true;
        }
        if (n >= WINDOW)
            return false;
    }
}

static bool cut_documents(struct source *source, size_t most, struct stretch *stretch)
{
    struct json_nesting nesting = {0};
    struct input *input = source->input;
    enum finding_id id;
    int byte;
    size_t length = 0;
    input_mark(input);
    while ((byte = input_byte(input)) >= 0 && json_nest(&nesting, byte)) {
        length++;
        if (!nesting.depth && byte == '\n' && (length >= most || input_waits(input)))
            break;
    }
    stretch->is_last = byte < 0 && length < WHOLE_MAX && !input_failure(input, &id);
    bool is_end = byte == '\n' || stretch->is_last;
    if (!length || !is_end || nesting.depth || (!source->anything && !nesting.opened)) {
        source->uncut += length;
        input_rewind(input, 0);
        return false;
    }
    stretch->text = input_kept(input);
    source->line += newlines(stretch->text);
    return true;
}

bool source_cut(struct source *source, size_t most, struct stretch *stretch)
{
    if (source->ended || source->uncut > WHOLE_MAX)
        return false;
    know_format(source);
    stretch->source = *source;
    if (source->syntax == SYNTAX_NONE || source->syntax == SYNTAX_CONTAINER ||
        !(source->syntax == SYNTAX_JSON ? cut_documents : cut_lines)(source, most, stretch))
        return false;
    source->anything = true;
    source->early = source->astray = source->seeking = false;
    return true;
}

void source_resume(struct source *source, const struct source *before)
{
    source->anything = before->anything;
    source->early = before->early;
    source->astray = before->astray;
    source->seeking = before->seeking;
    source->read_again = before->read_again;
    source->ended = before->ended;
}

bool source_follows(struct source *source, const struct stretch *stretch,
                    const struct source *before)
{
    const struct source *from = &stretch->source;
    if (before->ended || from->anything != before->anything || from->early != before->early ||
        from->astray != before->astray || from->seeking != before->seeking ||
        before->read_again + source->read_again - from->read_again > READ_AGAIN_MAX)
        return false;
    source->read_again += before->read_again - from->read_again;
    return true;
}
