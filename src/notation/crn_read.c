/* SPDX-License-Identifier: MIT */
/* Reads CRN: cuts a stream into records, and a record into header and body (crn.h, crn(5)).
 *
 * The string "%CRN" begins a record wherever it stands, even in the middle of a line. That happens
 * in concatenated files if the first one lacks its last newline. It also allows streams to be cut
 * blindly.
 *
 * The lines of a body are taken together, up to the next '%'. A plain line, that is a turn or step
 * without findings, is read in one pass over its bytes (crn_plain_line). Any other line is cut out,
 * its uncommon bytes are looked for, and it is read by the same functions, which now mend and
 * report (crn_body_line).
 */
#include "notation/crn_part.h"

#include <limits.h>
#include <stdio.h>

#include "base/utf8.h"

static const char magic[] = "%CRN";
static const char bom[] = "\xEF\xBB\xBF";

/* True if one of eight bytes may have a class (enum byte_class). The test for '#' and '%' also
 * finds '!' and the apostrophe, which have no class. Common text is thus skipped eight bytes at a
 * time; the rest is looked at byte by byte. */
static inline bool is_uncommon(const char *bytes)
{
    static const uint64_t each = 0x0101010101010101u;
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    uint64_t beyond = (word - each * ' ') | word | (word + each),
             odd = (word | each * 6) ^ each * '\'';
    return (beyond | ((odd - each) & ~odd)) & each * 0x80;
}

/* Returns the classes of the uncommon bytes in a line; most lines have none. */
static inline unsigned byte_classes(struct str text)
{
    static const unsigned char classes[256] = {
        [0 ... 8] = BYTE_CONTROL, [10 ... 31] = BYTE_CONTROL, ['%'] = BYTE_PERCENT,
        ['#'] = BYTE_HASH,        [127] = BYTE_CONTROL,       [128 ... 255] = BYTE_HIGH,
    };
    unsigned seen = 0;
    size_t eight = sizeof(uint64_t), at = 0;
    while (at + eight <= text.n && !is_uncommon(text.p + at))
        at += eight;
    if (text.n >= eight && at + eight > text.n && !is_uncommon(text.p + text.n - eight))
        return 0;
    for (size_t i = 0; i < text.n; i++)
        seen |= classes[(unsigned char)text.p[i]];
    return seen;
}

static size_t find_magic(struct str text)
{
    for (size_t i = 0; i + sizeof magic - 1 <= text.n; i++)
        if (text.p[i] == '%' && memcmp(text.p + i, magic, sizeof magic - 1) == 0)
            return i;
    return text.n;
}

static bool is_blank(struct str text)
{
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] != ' ' && text.p[i] != '\t')
            return false;
    return true;
}

static bool is_comment(struct str text)
{
    while (text.n && is_blank((struct str){text.p, 1}))
        text = str_from(text, 1);
    return text.n && text.p[0] == '#';
}

/* Reports bytes that no record may have. False if there are any, which makes the line
 * unreadable. */
static bool check_bytes(struct crn_reader *r, struct str text, uint32_t number, unsigned seen)
{
    if (seen & BYTE_HIGH) {
        size_t bad = utf8_bad_at(text);
        if (bad < text.n) {
            finding_raise(r->findings, FINDING_NOT_TEXT_UTF8, place_of(number, bad, bad + 1),
                          NO_ARGS);
            return false;
        }
    }
    if (seen & BYTE_CONTROL)
        for (size_t i = 0; i < text.n; i++)
            if (((unsigned char)text.p[i] < 0x20 && text.p[i] != '\t') || text.p[i] == 0x7F) {
                finding_raise(r->findings,
                              text.p[i] ? FINDING_NOT_TEXT_CONTROL : FINDING_NOT_TEXT_NUL,
                              place_of(number, i, i + 1), NO_ARGS);
                return false;
            }
    return true;
}

static void read_magic_line(struct crn_reader *r, struct str text, uint32_t number)
{
    r->record->place = place_of(number, 0, text.n);
    r->record->magic = text;
    struct str version = str_from(text, sizeof magic - 1);
    size_t end = version.n;
    while (end && (version.p[end - 1] == ' ' || version.p[end - 1] == '\t'))
        end--;
    version.n = end;
    if (str_is(version, " 1")) {
        r->record->magic = str_of("%CRN 1");
        return;
    }
    finding_raise(r->findings, FINDING_VERSION, r->record->place,
                  ARGS(arena_copy(r->arena, text.p, text.n)));
}

enum part { IN_HEADER, IN_TILES, IN_BODY };

static bool is_separator(struct crn_reader *r, struct str text, uint32_t number)
{
    if (!str_begins(text, "---"))
        return false;
    if (is_blank(str_from(text, 3)))
        return true;
    finding_raise(r->findings, FINDING_HEADER_LINE_SEPARATOR, place_of(number, 0, text.n), NO_ARGS);
    /* The rest of the line is kept as a comment. */
    struct str tail = str_from(text, 3);
    const char *hash = memchr(tail.p, '#', tail.n);
    if (hash) {
        tail = str_from(tail, (size_t)(hash - tail.p));
    } else {
        char *comment = arena_copy(r->arena, text.p + 2, text.n - 2);
        comment[0] = '#';
        tail = (struct str){comment, text.n - 2};
    }
    crn_append(r, &r->record->header_comments, &r->comment_bytes, tail);
    return true;
}

/* Empties the cache of designs if it was filled for other sets, or if the record defines tiles of
 * its own. Such tiles must not be found for the next record. */
static void know_sets(struct known_tiles *known, const struct record *record)
{
    size_t size = record->set_count * sizeof *known->sets;
    if (!record->own_tiles && record->set_count == known->set_count &&
        memcmp(known->sets, record->sets, size) == 0)
        return;
    memset(known, 0, sizeof *known);
    memcpy(known->sets, record->sets, size);
    known->set_count = record->own_tiles ? UINT_MAX : record->set_count;
}

/* Begins the body: the values of the header are applied, so that tiles can be looked up by name,
 * including those that the header defines. */
static void begin_body(struct crn_reader *r, enum part *part)
{
    *part = IN_BODY;
    crn_header_apply(r->record, r->catalogue, r->arena, r->findings);
    know_sets(r->known, r->record);
}

/* Reads a line of the header, or of the block under `tiles:`. False if the line begins the body. */
static bool header_line(struct crn_reader *r, struct str text, uint32_t number, enum part *part)
{
    if (*part == IN_TILES) {
        if (is_blank(text) || char_is_in(text.p[0], " #") || str_begins(text, "- ") ||
            str_is(text, "-")) {
            /* header_comments may have unreadable lines, which are printed after the tiles. A
             * comment after such a line stays after it. */
            bool behind = r->record->header_comments.n && text.n && text.p[0] == '#';
            struct header_entry *block = &r->record->entries[r->record->entry_count - 1];
            if (behind)
                crn_append(r, &r->record->header_comments, &r->comment_bytes, text);
            else
                crn_append(r, &block->value.text, &r->block_bytes, text);
            return true;
        }
        *part = IN_HEADER;
    }
    if (crn_looks_like_body(text))
        return false;
    crn_header_line(r, arena_str(r->arena, text), number);
    uint32_t count = r->record->entry_count;
    if (count && r->record->entries[count - 1].value.kind == VALUE_BLOCK &&
        r->record->entries[count - 1].value.place.line == number)
        *part = IN_TILES;
    return true;
}

/* Keeps a body line that cannot be read at all. The printer prints the line, and the referee must
 * know that there was one. With `passed`, the line is too long: it was passed over and is not
 * printed. */
static void keep_unreadable(struct crn_reader *r, struct str text, uint32_t number, bool passed)
{
    struct line *line =
        record_line_add(r->record, r->arena, LINE_RAW, place_of(number, 0, passed ? 1 : text.n));
    line->raw = arena_str(r->arena, (struct str){text.p, passed && text.n > 16 ? 16 : text.n});
    line->broken = passed;
}

/* Cuts a line before a "%CRN", which begins the next record and is given back to the input. False
 * if nothing comes before it. If the line is cut, it has no newline. */
static bool cut_at_next(struct crn_reader *r, struct str *text, bool *newline)
{
    size_t at = find_magic(*text), front = at;
    if (at == text->n)
        return true;
    if (front >= 3 && memcmp(text->p + front - 3, bom, 3) == 0)
        front -= 3;
    input_unread(r->input, at);
    if (is_blank((struct str){text->p, front}))
        return false;
    text->n = front;
    *newline = false;
    return true;
}

/* Reads a line before the body; false if it is the first of the body. */
static bool read_front_line(struct crn_reader *r, struct str text, uint32_t number, enum part *part)
{
    if (is_separator(r, text, number)) {
        begin_body(r, part);
        return true;
    }
    r->header_lines++;
    if (header_line(r, text, number, part))
        return true;
    finding_raise(r->findings, FINDING_NO_SEPARATOR, place_of(number, 0, text.n), NO_ARGS);
    begin_body(r, part);
    return false;
}

/* True if the record has reached a limit. The rest is then skipped, up to the next record. */
static bool is_full(struct crn_reader *r, uint32_t number)
{
    const struct record *record = r->record;
    const char *why = NULL;
    if (record->line_count + r->header_lines >= RECORD_LINES_MAX)
        why = "20000 lines";
    else if (r->bytes > RECORD_BYTES_MAX)
        why = "1 MiB of text";
    else if (record->act_count > RECORD_ACTS_MAX)
        why = "50000 acts and claims";
    if (why)
        finding_raise(r->findings, FINDING_TOO_LARGE_RECORD, place_of(number, 0, 1), ARGS(why));
    return why != NULL;
}

/* Takes the whole lines that are at hand, up to the next '%'. Most records are taken at once. */
static void take_lines(struct crn_reader *r)
{
    enum { TAKEN_MAX = 8 << 10 };
    static_assert((int)TAKEN_MAX <= (int)LINE_BYTES_MAX, "no line among them is too long");
    struct str text = input_at_hand(r->input);
    text.n = text.n < TAKEN_MAX ? text.n : TAKEN_MAX;
    const char *percent = text.n ? memchr(text.p, '%', text.n) : NULL;
    text.n = percent ? (size_t)(percent - text.p) : text.n;
    const char *newline = text.n ? memrchr(text.p, '\n', text.n) : NULL;
    if (!newline)
        return;
    text.n = (size_t)(newline - text.p) + 1;
    r->at = arena_copy(r->arena, text.p, text.n);
    r->end = r->at + text.n;
    r->number = input_take(r->input, text.n);
}

/* Reads the plain lines among those taken, up to the first that is not plain. Reads none if the
 * lines could exceed a limit of the record. */
static void read_plain_lines(struct crn_reader *r)
{
    const struct record *record = r->record;
    const char *from = r->at;
    size_t left = (size_t)(r->end - from); /* bytes, at least as many as lines or acts */
    if (r->bytes + left > RECORD_BYTES_MAX ||
        record->line_count + r->header_lines + left >= RECORD_LINES_MAX ||
        record->act_count + left > RECORD_ACTS_MAX || r->number + left >= UINT32_MAX)
        return;
    uint32_t before = record->line_count;
    while (r->at < r->end && crn_plain_line(r, &r->at, r->number + 1))
        r->number++;
    r->bytes += (size_t)(r->at - from) - (record->line_count - before);
}

/* Reads the next line: one of the lines already taken, otherwise one from the input. */
static bool next_line(struct crn_reader *r, struct input_line *line)
{
    if (r->at == r->end)
        return input_line(r->input, line);
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->number += r->number < UINT32_MAX;
    *line = (struct input_line){
        .text = {r->at, (size_t)(newline - r->at)}, .has_newline = true, .number = r->number};
    while (line->text.n && line->text.p[line->text.n - 1] == '\r')
        line->text.n--;
    r->at = newline + 1;
    return true;
}

/* Reads the lines of a record after its first, up to the next record or the end of the input. With
 * `live` it also stops after the end line if nothing has arrived after that yet; then it returns
 * true. */
static bool read_lines(struct crn_reader *r, bool live)
{
    enum part part = IN_HEADER;
    struct input_line line;
    bool newline = true, full = false;
    uint32_t last = r->record->place.line;
    for (;;) {
        if (part == IN_BODY && !full) {
            if (r->at == r->end)
                take_lines(r);
            read_plain_lines(r);
            last = r->number > last ? r->number : last;
        }
        bool taken = r->at < r->end;
        if (!next_line(r, &line))
            break;
        struct str text = line.text;
        newline = line.has_newline;
        r->bytes += text.n;
        if (line.too_long && !full) {
            finding_raise(r->findings, FINDING_TOO_LARGE_LINE, place_of(line.number, 0, 1),
                          NO_ARGS);
            if (part == IN_BODY)
                keep_unreadable(r, text, line.number, true);
            last = line.number;
            continue;
        }
        unsigned seen = byte_classes(text);
        if (seen & BYTE_PERCENT) {
            if (!cut_at_next(r, &text, &newline))
                break;
            seen = byte_classes(text);
        }
        last = line.number;
        if (full || is_full(r, line.number)) {
            full = true;
            continue;
        }
        /* Blanks at the end of a line have no meaning. Carriage returns there have none either;
         * they would become part of the newline when the line is printed. */
        while (text.n && (text.p[text.n - 1] == ' ' || text.p[text.n - 1] == '\t' ||
                          text.p[text.n - 1] == '\r'))
            text.n--;
        if (is_blank(text) && part != IN_TILES)
            continue;
        if (!check_bytes(r, text, line.number, seen)) {
            if (part == IN_BODY)
                keep_unreadable(r, text, line.number, false);
            else
                crn_append(r, &r->record->header_comments, &r->comment_bytes, text);
            continue;
        }
        if (part != IN_BODY && read_front_line(r, text, line.number, &part))
            continue;
        r->seen = seen;
        bool is_end = crn_body_line(r, taken ? text : arena_str(r->arena, text), line.number);
        if (!newline)
            break;
        if (is_end && live && r->at == r->end && input_waits(r->input))
            return true;
    }
    if (part != IN_BODY) {
        finding_raise(r->findings, FINDING_NO_SEPARATOR, place_of(last, 0, 1), NO_ARGS);
        begin_body(r, &part);
    }
    if (!newline)
        finding_raise(r->findings, FINDING_NO_NEWLINE, place_of(last, 0, 1), NO_ARGS);
    return false;
}

bool crn_read(struct input *input, const struct catalogue *catalogue, struct arena *arena,
              struct findings *findings, struct record *record, bool *early,
              struct known_tiles *known)
{
    *record = (struct record){0};
    struct crn_reader reader = {.input = input,
                                .catalogue = catalogue,
                                .arena = arena,
                                .findings = findings,
                                .record = record};
    reader.known = known ? known : arena_alloc(arena, sizeof *known);
    struct input_line line;
    bool stray = false;
    while (input_line(input, &line)) {
        struct str text = line.text;
        size_t skip = text.n >= 3 && memcmp(text.p, bom, 3) == 0 ? 3 : 0;
        size_t at = find_magic(text);
        if (!line.too_long && at < text.n && is_blank((struct str){text.p + skip, at - skip})) {
            read_magic_line(&reader, arena_str(reader.arena, str_from(text, at)), line.number);
            bool is_early = read_lines(&reader, early != NULL);
            if (early)
                *early = is_early;
            return true;
        }
        if (is_blank(str_from(text, skip)) || (early && *early && is_comment(text)))
            continue;
        if (!stray)
            finding_raise(findings, FINDING_NO_MAGIC, place_of(line.number, 0, text.n), ARGS(""));
        stray = true;
        if (at < text.n && !line.too_long)
            input_unread(input, at);
    }
    return stray;
}
