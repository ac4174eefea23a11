/* SPDX-License-Identifier: MIT */
/* Looks up kinds of findings, raises findings, and keeps and sorts those of a game. */
#include "base/finding.h"
#include "base/check.h"

#include "base/rule.h"

#define WARNING SEVERITY_WARNING
#define ERROR   SEVERITY_ERROR
#define TROUBLE SEVERITY_TROUBLE

enum { CODE_MASK = (1 << WORDING_SHIFT) - 1 };
static_assert((int)FINDING_CODES <= (int)CODE_MASK, "a wording stands above the code");

/* If two rows have the same code, this does not compile. */
enum {
#define FINDING(code, ...)   CODE_TAKEN_##code,
#define RESERVED(code, what) CODE_TAKEN_##code,
#include "rows.h"
};

/* Kinds by code. A code without a kind has no name. */
static const struct finding_kind kinds[FINDING_CODES] = {
#define FINDING(code, id, name, severity, message, rule, page, example, fix)                       \
    [code] = {code, severity, name, message, rule, page, example, fix},
#include "rows.h"
};

const struct finding_kind *finding_kind(unsigned code)
{
    return code < FINDING_CODES && kinds[code].name ? &kinds[code] : NULL;
}

const struct finding_kind *finding_next(const struct finding_kind *kind)
{
    for (unsigned code = kind ? kind->code + 1u : 0; code < FINDING_CODES; code++)
        if (kinds[code].name)
            return &kinds[code];
    return NULL;
}

const struct finding_kind *finding_find(struct str word)
{
    unsigned code = 0;
    size_t digits = 0;
    for (; digits < word.n && digits < 3 && word.p[digits] >= '0' && word.p[digits] <= '9';
         digits++)
        code = code * 10 + (unsigned)(word.p[digits] - '0');
    if (digits == 3 && word.n == 3)
        return finding_kind(code);
    const struct finding_kind *kind = NULL;
    while ((kind = finding_next(kind)) && !str_is(word, kind->name))
        ;
    return kind;
}

struct str finding_rule(const struct finding_kind *kind)
{
    if (kind->page)
        return str_of(kind->rule);
    struct rule_list list = rule_list(kind->rule, RULE_BOOKS_ALL);
    struct str text = str_of(rule_next(&list)->text);
    const char *end = strstr(text.p, ". ");
    return end ? (struct str){text.p, (size_t)(end - text.p) + 1} : text;
}

static const char *const wordings[WORDING_COUNT] = {
#define WORDING(finding, variant, text) [WORDING_##finding##_##variant] = text,
#define NOTE(id, text)                  [NOTE_##id] = text,
#define TAIL(id, text)                  [TAIL_##id] = text,
#define PART(id, text)                  [PART_##id] = text,
#include "rows.h"
};

void kind_set_add(struct kind_set *set, const struct finding_kind *kind)
{
    set->bits[kind->code / 64] |= 1ull << kind->code % 64;
}

bool kind_set_has(const struct kind_set *set, const struct finding_kind *kind)
{
    return set->bits[kind->code / 64] >> kind->code % 64 & 1;
}

void kind_set_join(struct kind_set *set, const struct kind_set *more)
{
    for (unsigned i = 0; i < sizeof set->bits / sizeof set->bits[0]; i++)
        set->bits[i] |= more->bits[i];
}

bool finding_may_be_disabled(const struct finding_kind *kind)
{
    return kind->code < 900;
}

unsigned findings_drop(struct findings *findings,
                       bool (*drops)(const struct finding *, const void *), const void *context)
{
    unsigned before = findings->count;
    struct finding **link = &findings->first;
    for (findings->last = NULL; *link;) {
        if (drops(*link, context)) {
            *link = (*link)->next;
            findings->count--;
        } else {
            findings->last = *link;
            link = &(*link)->next;
        }
    }
    return before - findings->count;
}

struct findings findings_copy(const struct findings *findings, struct arena *arena)
{
    struct findings copy = *findings;
    struct finding **link = &copy.first;
    copy.arena = arena;
    copy.last = NULL;
    for (const struct finding *finding = findings->first; finding; finding = finding->next) {
        copy.last = *link = arena_take(arena, sizeof **link);
        **link = *finding;
        link = &copy.last->next;
    }
    *link = NULL;
    return copy;
}

static const struct finding_kind *kind_of(enum finding_id id)
{
    const struct finding_kind *kind = finding_kind(id & CODE_MASK);
    assert(kind);
    return kind;
}

/* Returns the message of a finding without its tails. */
static const char *message_of(const struct findings *findings, const struct finding *finding,
                              const char *const names[SEATS_MAX])
{
    return wording_fill(findings->arena,
                        finding->wording ? wordings[finding->wording] : finding->kind->message,
                        finding->args, names);
}

/* Returns a finding without a message. */
static struct finding blank(const struct finding_kind *kind, enum severity severity,
                            struct place place)
{
    return (struct finding){.kind = kind,
                            .severity = severity,
                            .message = "",
                            .tails = "",
                            .text = "",
                            .place = place,
                            .seat = NO_SEAT};
}

static struct finding *raise(struct findings *findings, enum finding_id id, enum severity severity,
                             struct place place, const struct arg *args)
{
    const struct finding_kind *kind = kind_of(id);
    if (kind_set_has(&findings->disabled, kind)) {
        findings->disabled_count++;
        findings->spare = blank(kind, severity, place);
        return &findings->spare;
    }
    struct kind_set *seen = &findings->seen[severity != SEVERITY_WARNING];
    bool keeps = findings->count < FINDINGS_MAX || !kind_set_has(seen, kind);
    if (!keeps && findings->unkept++ == 0)
        finding_warn(
            findings, FINDING_TOO_LARGE, place,
            ARGS("a game with more than 5000 findings: others of the same kinds are only counted"));
    struct finding *finding =
        keeps ? arena_alloc(findings->arena, sizeof *finding) : &findings->spare;
    *finding = blank(kind, severity, place);
    kind_set_add(seen, kind);
    if (!keeps)
        return finding;
    finding->wording = (uint16_t)(id >> WORDING_SHIFT);
    finding->args = args_copy(findings->arena, args);
    finding->message = finding->text = message_of(findings, finding, NULL);
    findings->count++;
    if (findings->last)
        findings->last->next = finding;
    else
        findings->first = finding;
    findings->last = finding;
    return finding;
}

struct finding *finding_raise(struct findings *findings, enum finding_id id, struct place place,
                              const struct arg *args)
{
    return raise(findings, id, kind_of(id)->severity, place, args);
}

struct finding *finding_warn(struct findings *findings, enum finding_id id, struct place place,
                             const struct arg *args)
{
    return raise(findings, id, SEVERITY_WARNING, place, args);
}

struct arg finding_part(enum wording part, const struct arg *args)
{
    return (struct arg){.kind = ARG_PART, .text = wordings[part], .items = args};
}

void finding_also(const struct findings *findings, struct finding *finding, struct place also,
                  enum wording note, const struct arg *args)
{
    if (!finding_is_kept(findings, finding))
        return;
    finding->also = also;
    finding->also_wording = (uint16_t)note;
    finding->also_args = args_copy(findings->arena, args);
    finding->also_message = finding->also_text =
        wording_fill(findings->arena, wordings[note], finding->also_args, NULL);
}

void finding_add(const struct findings *findings, struct finding *finding, enum wording tail,
                 const struct arg *args)
{
    if (!finding_is_kept(findings, finding))
        return;
    struct arena *arena = findings->arena;
    const char *added = wording_fill(arena, wordings[tail], args_copy(arena, args), NULL);
    finding->tails = arena_printf(arena, "%s%s", finding->tails, added);
    finding->message = finding->text = arena_printf(arena, "%s%s", finding->message, added);
}

void finding_name_players(const struct findings *findings, struct finding *finding,
                          const char *const names[SEATS_MAX])
{
    if (finding->args && args_name_seat(finding->args))
        finding->text = arena_printf(findings->arena, "%s%s", message_of(findings, finding, names),
                                     finding->tails);
    if (finding->also_message && args_name_seat(finding->also_args))
        finding->also_text = wording_fill(findings->arena, wordings[finding->also_wording],
                                          finding->also_args, names);
}

static uint64_t order_of(const struct finding *finding)
{
    if (finding->place.at)
        return (uint64_t)finding->place.line << 16 | finding->turn;
    return finding->place.line ? (uint64_t)finding->place.line << 16 : UINT64_MAX;
}

/* Removes the first n findings from *rest and returns them in order (merge sort, stable). */
static struct finding *sorted(struct finding **rest, size_t n)
{
    if (n == 1) {
        struct finding *one = *rest;
        *rest = one->next;
        one->next = NULL;
        return one;
    }
    struct finding *a = sorted(rest, n / 2), *b = sorted(rest, n - n / 2), *first = NULL,
                   **link = &first;
    while (a || b) {
        struct finding **from = !b || (a && order_of(a) <= order_of(b)) ? &a : &b;
        *link = *from;
        link = &(*link)->next;
        *from = (*from)->next;
    }
    return first;
}

void findings_sort(struct findings *findings)
{
    size_t n = 0;
    bool in_order = true;
    for (const struct finding *finding = findings->first; finding; finding = finding->next, n++)
        in_order &= !finding->next || order_of(finding) <= order_of(finding->next);
    if (in_order)
        return;
    struct finding *rest = findings->first;
    findings->first = sorted(&rest, n);
    for (findings->last = findings->first; findings->last->next;)
        findings->last = findings->last->next;
}

const char *severity_name(enum severity severity)
{
    return severity == SEVERITY_WARNING ? "warning"
           : severity == SEVERITY_ERROR ? "error"
                                        : "trouble";
}

bool finding_is_about_play(const struct finding_kind *kind)
{
    unsigned code = kind->code;
    return (code >= 200 && code < 700) || (code >= 800 && code < 900);
}
