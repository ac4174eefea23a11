/* SPDX-License-Identifier: MIT */
/* Looks up formats, and judges records together with the other statements of their documents. */
#include "formats/format.h"

const struct format *const formats[FORMAT_COUNT] = {
#define KNOWN_FORMAT(id) &format_##id,
#include "formats/formats.def"
#undef KNOWN_FORMAT
};

const struct format *format_named(const char *name)
{
    for (unsigned i = 0; i < FORMAT_COUNT; i++)
        if (formats[i]->name && strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

const struct format *format_of_document(const struct json *document)
{
    for (unsigned i = 0; document && i < FORMAT_COUNT; i++)
        if (formats[i]->probe && formats[i]->probe(document))
            return formats[i];
    return NULL;
}

const struct format *format_of_line(struct str line)
{
    for (unsigned i = 0; i < FORMAT_COUNT; i++)
        if (formats[i]->probe_line && formats[i]->probe_line(line))
            return formats[i];
    return NULL;
}

uint64_t format_verdict_events(const struct record *record)
{
    return EVENTS(EVENT_END) |
           (record->assertion_count ? EVENTS(EVENT_SCORE) | EVENTS(EVENT_RETURNED) : 0u);
}

void format_judge(struct referee *referee, const struct record *record, struct findings *findings,
                  struct ledger *ledger, uint64_t wanted, uint16_t through, bool final)
{
    if (record->said && record->format->verify)
        record->format->verify(referee, record, findings, ledger);
    findings_sort(findings);
    ledger->wanted = wanted;
    referee_judge(referee, record, findings, ledger, through, final);
}
