/* SPDX-License-Identifier: MIT */
/* Reads records as JSON, as `bastide convert --to=json` prints them. Their text is put together
 * again and read like any other text, so that places are those of that text. The other fields of a
 * line must agree with its text. */
#include <stdio.h>

#include "base/sink.h"
#include "formats/format.h"

static const char *const keys[] = {"event", "file", "game", "identity", "header", "lines", NULL};
static const char *const line_keys[] = {"kind", "turn",        "step", "seat", "tile",
                                        "cell", "orientation", "text", NULL};

static bool is_record(const struct json *document)
{
    return str_is(json_str(json_get(document, "event")), "record");
}

/* True if a text of several lines can stand below its key, as the own tiles of a record do. */
static bool is_block(struct str text)
{
    bool good = text.p[text.n - 1] == '\n' && !memmem(text.p, text.n, "%CRN", 4);
    for (size_t i = 0; good && i < text.n; i += strcspn(text.p + i, "\n") + 1)
        good = text.p[i] == ' ' || (text.p[i] == '-' && text.p[i + 1] == ' ');
    return good;
}

static bool is_key(const char *key)
{
    return *key &&
           key[strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ ")] ==
               '\0';
}

/* Reads the value of a header key. A text with line ends becomes a block. */
static bool read_value(struct importer *im, const char *key, const struct json *json,
                       struct value *value)
{
    struct str text = json_str(json), items[64], names[64];
    unsigned count = 0;
    const struct json *item;
    if (!is_key(key))
        return importer_malformed(im, importer_at(im, "header"), FINDING_IMPORT_KEY, NO_ARGS);
    if (json_is(json, JSON_TEXT) && memchr(text.p, '\n', text.n)) {
        if (!is_block(text))
            return importer_malformed(im, importer_at(im, "header.%s", key), FINDING_IMPORT_BLOCK,
                                      NO_ARGS);
        *value = (struct value){.kind = VALUE_BLOCK,
                                .text = {arena_copy(im->arena, text.p, text.n), text.n}};
        return true;
    }
    if (json_is(json, JSON_TEXT)) {
        value_scalar(value, im->arena, text);
        return true;
    }
    bool good = json_count(json) <= 64 && (json_is(json, JSON_LIST) || json_is(json, JSON_OBJECT));
    JSON_FOR_EACH(i, item, json) {
        good &= json_is(item, JSON_TEXT);
        if (good)
            items[count++] = json_str(item);
    }
    JSON_FOR_EACH_KEY(name, json) {
        good &= json_is(name + 1, JSON_TEXT);
        if (good) {
            names[count] = json_str(name);
            items[count++] = json_str(name + 1);
        }
    }
    if (!good)
        return importer_malformed(im, importer_at(im, "header.%s", key), FINDING_IMPORT_VALUE,
                                  NO_ARGS);
    if (json_is(json, JSON_OBJECT)) {
        value_map(value, im->arena, names, items, count);
        return true;
    }
    value_list(value, im->arena, items, count);
    /* Scores are numbers, which a header has without quotes. */
    for (unsigned n = 0; n < count && strcmp(key, "result") == 0; n++)
        value->items[n].quoted = false;
    return true;
}

/* Writes the header as text, with "---". */
static void write_header(struct importer *im, const struct json *header, struct sink *text)
{
    struct record record = {.magic = str_of("%CRN 1")};
    JSON_FOR_EACH_KEY(key, header) {
        const struct json *value = key + 1;
        struct value read;
        if (read_value(im, key->text, value, &read))
            record_entry_add(&record, im->arena,
                             arena_copy(im->arena, key->text, strlen(key->text)))
                ->value = read;
    }
    crn_print(&record, text);
}

/* Reports a key of a line if its value is not `said`, the value in the text of the line. */
static void compare(struct importer *im, size_t i, const struct json *json, const char *key,
                    const char *said)
{
    const struct json *value = json_get(json, key);
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)json_int(value));
    struct str text = json_is(value, JSON_INTEGER) ? str_of(number) : json_str(value);
    if (value && !str_is(text, said))
        importer_malformed(im, importer_at(im, "lines[%zu].%s", i, key), FINDING_IMPORT_LINE_SAYS,
                           ARGS(said));
}

static void compare_line(struct importer *im, size_t i, const struct json *json,
                         const struct line *line)
{
    static const char *const words[] = {"turn", "step", "final", "end", "comment", "raw"};
    bool in_turn = line->kind == LINE_TURN || line->kind == LINE_STEP;
    bool lies = line->has_tile && !line->broken;
    compare(im, i, json, "kind", words[line->kind]);
    compare(im, i, json, "turn", in_turn ? arena_printf(im->arena, "%u", line->turn) : "");
    compare(im, i, json, "step",
            line->kind == LINE_STEP ? arena_printf(im->arena, "%u", line->step) : "");
    compare(im, i, json, "seat", in_turn && line->seat < SEATS_MAX ? seat_name(line->seat) : "");
    compare(im, i, json, "tile",
            !lies               ? ""
            : line->tile.design ? line->tile.design->name
                                : arena_copy(im->arena, line->tile.name.p, line->tile.name.n));
    compare(im, i, json, "cell",
            lies ? arena_printf(im->arena, "%d,%d", line->cell.x, line->cell.y) : "");
    compare(im, i, json, "orientation",
            lies && line->orient < ORIENT_UNKNOWN
                ? arena_printf(im->arena, "%c", "NESW"[line->orient])
                : "");
    JSON_FOR_EACH_KEY(key, json) {
        importer_pass_over(im, importer_at(im, "lines[%zu].%s", i, key->text), "field",
                           str_of(key->text), line_keys);
    }
}

static void compare_lines(struct importer *im, const struct json *lines)
{
    const struct json *line;
    JSON_FOR_EACH(i, line, lines)
        if (i < im->record->line_count)
            compare_line(im, i, line, &im->record->lines[i]);
}

static bool json_record_read(struct importer *im, const struct json *document)
{
    const struct json *header = json_get(document, "header"), *lines = json_get(document, "lines"),
                      *json, *value;
    if (!json_is(header, JSON_OBJECT) || !json_is(lines, JSON_LIST))
        return importer_malformed(im, importer_at(im, "%s", ""), FINDING_IMPORT_RECORD, NO_ARGS);
    struct sink text;
    sink_open(&text, -1);
    write_header(im, header, &text);
    JSON_FOR_EACH(i, value, lines) {
        struct str line = json_str(json_get(value, "text"));
        if (!line.n || memchr(line.p, '\n', line.n) || memmem(line.p, line.n, "%CRN", 4))
            importer_malformed(im, importer_at(im, "lines[%zu].text", i), FINDING_IMPORT_LINE_TEXT,
                               NO_ARGS);
        else {
            sink_verbatim(&text, line);
            sink_char(&text, '\n');
        }
    }
    struct str whole = sink_text(&text);
    bool early = false;
    struct input *input = input_text(arena_str(im->arena, whole), 0);
    crn_read(input, im->catalogue, im->arena, im->findings, im->record, &early, NULL);
    input_close(input);
    sink_close(&text);
    compare_lines(im, lines);
    char identity[33];
    crn_identity(im->record, identity);
    json = json_get(document, "identity");
    if (json && !str_is(json_str(json), identity))
        importer_malformed(im, importer_at(im, "identity"), FINDING_IMPORT_IDENTITY,
                           ARGS(identity));
    JSON_FOR_EACH_KEY(key, document) {
        importer_pass_over(im, importer_at(im, "%s", key->text), "field", str_of(key->text), keys);
    }
    return im->record->place.line != 0;
}

const struct format format_json = {.probe = is_record, .read = json_record_read};
