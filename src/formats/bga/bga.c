/* SPDX-License-Identifier: MIT */
/* The format of Board Game Arena's game logs, which are only read. */
#include "formats/bga/bga_read.h"
#include "formats/format.h"

/* Answers of the server that are no logs, with what to do. A part of their words tells them
 * apart. */
static const struct {
    const char *part, *advice;
} answers[] = {
    {"Cannot find gamenotifs", ": open the page of the table and request the archive first"},
    {"limit", ": the site limits the replays of a day; try again tomorrow"},
    {"log in", ": log in first"},
    {"logged", ": log in first"},
    {"not finished", ": the log can be fetched when the game is over"},
};

static struct str words_of(const struct json *document)
{
    struct str error = json_str(json_get(document, "error"));
    return error.n ? error : json_str(json_get(document, "exception"));
}

static bool is_answer(const struct json *document)
{
    return json_get(document, "status") && !json_get(document, "data") && words_of(document).n;
}

static bool probe(const struct json *document)
{
    const char *path;
    return json_get(document, "data") || is_answer(document) || bga_packets_of(document, &path);
}

static bool read(struct importer *im, const struct json *document)
{
    const char *advice = "";
    if (!is_answer(document))
        return bga_read(im, document);
    for (unsigned i = 0; i < sizeof answers / sizeof *answers && !*advice; i++)
        if (str_contains(words_of(document), answers[i].part))
            advice = answers[i].advice;
    return importer_malformed(im, importer_at(im, "%s", ""), FINDING_IMPORT_BGA_ANSWER,
                              ARGS(arena_brief(im->arena, words_of(document)), advice));
}

const struct format format_bga = {.probe = probe, .read = read, .verify = bga_verify};
