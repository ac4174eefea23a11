/* SPDX-License-Identifier: MIT */
/* Prints findings and verdicts in each of the forms of `check`. */
#include "report/verdicts.h"

const char *const verdict_form_names[VERDICT_FORM_COUNT] = {"text", "json",   "sarif",
                                                            "tap",  "github", "summary"};

void verdicts_open(struct verdicts *v, enum verdict_form form, struct sink *sink)
{
    v->form = form;
    v->sink = sink;
    v->max_errors = 0;
    v->color = false;
    v->tell = NULL;
    v->reported = v->games = 0;
    emit_open(&v->emitter, EMIT_JSON, sink);
    if (form == VERDICT_SARIF) {
        sink_cstr(sink, "{\"$schema\":\"https://json.schemastore.org/"
                        "sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{"
                        "\"tool\":{\"driver\":{\"name\":\"bastide\",\"version\":\"" PACKAGE_VERSION
                        "\",\"informationUri\":\"man:bastide(1)\",\"rules\":[");
        const char *before = "";
        for (const struct finding_kind *kind = NULL; (kind = finding_next(kind)); before = ",") {
            sink_printf(sink, "%s{\"id\":\"%u\",\"name\":", before, kind->code);
            sink_json(sink, str_of(kind->name));
            sink_cstr(sink, ",\"shortDescription\":{\"text\":");
            sink_json(sink, finding_rule(kind));
            sink_cstr(sink, "},\"help\":{\"text\":");
            sink_json(sink, str_of(kind->fix));
            sink_cstr(sink, "},\"helpUri\":\"man:bastide-findings(7)\"}");
        }
        sink_cstr(sink, "]}},\"results\":[");
    }
}

void verdicts_join(struct verdicts *v, const struct verdicts *whole, struct sink *sink)
{
    *v = (struct verdicts){.form = whole->form,
                           .sink = sink,
                           .max_errors = whole->max_errors,
                           .color = whole->color,
                           .tell = whole->tell};
    emit_open(&v->emitter, EMIT_JSON, sink);
}

void verdicts_close(struct verdicts *v)
{
    if (v->form == VERDICT_SARIF)
        sink_cstr(v->sink, "]}]}\n");
    if (v->form == VERDICT_TAP)
        sink_printf(v->sink, "1..%u\n", v->games);
    emit_finish(&v->emitter);
}

static const char *severity_word(enum severity severity)
{
    return severity == SEVERITY_WARNING ? "warning" : "error";
}

/* Prints a place as "file:line:col: " or "file: replay[17]: ". */
static void text_place(struct sink *sink, struct str file, const struct place *place)
{
    sink_plain(sink, file);
    if (place->line)
        sink_printf(sink, ":%u", place->line);
    if (place->at && *place->at)
        sink_printf(sink, ": %s", place->at);
    else if (place->line)
        sink_printf(sink, ":%u", place->column);
    sink_cstr(sink, ": ");
}

/* Returns "turn 12, Ben (b), Q on 1,2W: the cell is taken": the message of a finding after its
 * situation. */
static const char *message_of(struct verdicts *v, const struct finding *finding)
{
    return finding->when ? arena_printf(v->arena, "%s: %s", finding->when, finding->text)
                         : finding->text;
}

static void text_finding(struct verdicts *v, struct str file, const struct finding *finding)
{
    struct sink *sink = v->sink;
    bool warning = finding->severity == SEVERITY_WARNING;
    text_place(sink, file, &finding->place);
    if (v->color)
        sink_cstr(sink, warning ? "\033[1;35m" : "\033[1;31m");
    sink_printf(sink, "%s:", severity_word(finding->severity));
    if (v->color)
        sink_cstr(sink, "\033[0m");
    sink_printf(sink, " %s [%u %s]\n", message_of(v, finding), finding->kind->code,
                finding->kind->name);
    if (finding->also_message) {
        text_place(sink, file, &finding->also);
        sink_printf(sink, "note: %s\n", finding->also_text);
    }
    if (v->tell)
        v->tell(v->context, finding);
}

static bool is_standard_input(struct str file)
{
    return str_is(file, "<stdin>") || str_is(file, "-");
}

/* Writes a file name as a URI (RFC 3986). Bytes that a URI may not hold are escaped, and no part of
 * the name looks like a scheme. */
static void sarif_uri(struct sink *sink, struct str file)
{
    if (is_standard_input(file)) {
        sink_cstr(sink, "\"stdin:\",\"description\":{\"text\":\"standard input\"}");
        return;
    }
    const char *slash = memchr(file.p, '/', file.n);
    size_t first = slash ? (size_t)(slash - file.p) : file.n;
    const char *start = memchr(file.p, ':', first) ? "\"./" : "\"";
    sink_cstr(sink, str_begins(file, "/") ? "\"file://" : start);
    for (size_t i = 0; i < file.n; i++) {
        char c = file.p[i];
        bool own = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   char_is_in(c, "-._~/!$&'()*+,;=:@");
        if (own)
            sink_char(sink, c);
        else
            sink_printf(sink, "%%%02X", (unsigned)(unsigned char)c);
    }
    sink_char(sink, '"');
}

static void sarif_location(struct sink *sink, struct str file, const struct place *place,
                           const char *message)
{
    sink_cstr(sink, "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    sarif_uri(sink, file);
    sink_char(sink, '}');
    if (place->line)
        sink_printf(sink, ",\"region\":{\"startLine\":%u,\"startColumn\":%u,\"endColumn\":%u}",
                    place->line, place->column, place->end + 1u);
    sink_char(sink, '}');
    if (place->at && *place->at) {
        sink_cstr(sink, ",\"logicalLocations\":[{\"fullyQualifiedName\":");
        sink_json(sink, str_of(place->at));
        sink_cstr(sink, "}]");
    }
    if (message) {
        sink_cstr(sink, ",\"message\":{\"text\":");
        sink_json(sink, str_of(message));
        sink_char(sink, '}');
    }
    sink_char(sink, '}');
}

static void sarif_finding(struct verdicts *v, struct str file, const struct finding *finding)
{
    struct sink *sink = v->sink;
    sink_printf(sink, "%s\n{\"ruleId\":\"%u\",\"level\":\"%s\",\"message\":{\"text\":",
                v->reported ? "," : "", finding->kind->code, severity_word(finding->severity));
    sink_json(sink, str_of(message_of(v, finding)));
    sink_cstr(sink, "},\"locations\":[");
    sarif_location(sink, file, &finding->place, NULL);
    sink_char(sink, ']');
    if (finding->also_message) {
        sink_cstr(sink, ",\"relatedLocations\":[");
        sarif_location(sink, file, &finding->also, finding->also_text);
        sink_char(sink, ']');
    }
    sink_char(sink, '}');
}

/* Writes text as GitHub requires it: with %, CR and LF escaped, in properties also : and ,. */
static void github_text(struct sink *sink, struct str text, bool property)
{
    while (text.n) {
        size_t n = 0;
        while (n < text.n && !char_is_in(text.p[n], property ? "%\r\n:," : "%\r\n"))
            n++;
        sink_plain(sink, (struct str){text.p, n});
        if (n < text.n)
            sink_printf(sink, "%%%02X", (unsigned)(unsigned char)text.p[n++]);
        text = str_from(text, n);
    }
}

static void github_finding(struct verdicts *v, struct str file, const struct finding *finding)
{
    struct sink *sink = v->sink;
    sink_printf(sink, "::%s file=", severity_word(finding->severity));
    github_text(sink, file, true);
    if (finding->place.line)
        sink_printf(sink, ",line=%u,col=%u,endColumn=%u", finding->place.line,
                    finding->place.column, finding->place.end);
    sink_printf(sink, ",title=%u %s::", finding->kind->code, finding->kind->name);
    if (finding->place.at && *finding->place.at) {
        github_text(sink, str_of(finding->place.at), false);
        sink_cstr(sink, ": ");
    }
    github_text(sink, str_of(message_of(v, finding)), false);
    sink_char(sink, '\n');
}

static const struct end_event *end_of(const struct ledger *ledger)
{
    const struct event *last = ledger->count ? &ledger->events[ledger->count - 1] : NULL;
    return last && last->kind == EVENT_END ? &last->end : NULL;
}

void verdicts_scores(struct sink *sink, const int32_t *scores, unsigned count)
{
    char between = '-';
    for (unsigned seat = 0; seat < count; seat++)
        if (scores[seat] < 0)
            between = ':';
    for (unsigned seat = 0; seat < count; seat++) {
        if (seat)
            sink_char(sink, between);
        sink_int(sink, scores[seat]);
    }
}

/* Returns the words of a verdict: "illegal", "legal" or "legal but not valid". */
static const char *verdict_word(const struct end_event *end)
{
    return !end->legal ? "illegal" : end->valid ? "legal" : "legal but not valid";
}

/* Prints a verdict: "game.crn:1: Ada 96, Ben 95: Ada wins; legal; all scores in the log are right".
 */
static void text_verdict(struct sink *sink, const struct game_view *view, unsigned count,
                         unsigned kept_back, unsigned following)
{
    static const char *const claims[] = {[CLAIMS_NONE] = "",
                                         [CLAIMS_EQUAL] = "; all scores in the log are right",
                                         [CLAIMS_DIFFER] = "; some claims in the log are wrong"};
    const struct end_event *end = end_of(view->ledger);
    if (!end)
        return;
    sink_plain(sink, view->file);
    if (view->line)
        sink_printf(sink, ":%u", view->line);
    sink_cstr(sink, ": ");
    report_result(sink, view->ledger, end);
    sink_printf(sink, "; %s%s%s%s", verdict_word(end),
                end->legal && !end->valid ? REPORT_NOT_VALID : "",
                end->undetermined ? ", undetermined" REPORT_UNDETERMINED : "",
                (end->undetermined || end->claims_unread) && end->claims == CLAIMS_EQUAL
                    ? "; not all scores in the log could be checked"
                    : claims[end->claims]);
    if (count)
        sink_printf(sink, "; %u finding%s", count, count == 1 ? "" : "s");
    if (following)
        sink_printf(sink, ", %u of them follow%s from others and %s not shown (--all)", following,
                    following == 1 ? "s" : "", following == 1 ? "is" : "are");
    if (kept_back > following)
        sink_printf(sink, " (%u not shown)", kept_back - following);
    report_reservations(sink, view, end, "; ");
    sink_char(sink, '\n');
}

static void tap_verdict(struct verdicts *v, struct str file, const struct findings *findings,
                        const struct game_view *view)
{
    bool good = true;
    for (const struct finding *finding = findings->first; finding; finding = finding->next)
        good &= finding->severity == SEVERITY_WARNING;
    sink_printf(v->sink, "%s %u - ", good ? "ok" : "not ok", ++v->games);
    sink_plain(v->sink, file);
    if (view && view->line)
        sink_printf(v->sink, ":%u", view->line);
    sink_char(v->sink, '\n');
    unsigned reported = 0;
    for (const struct finding *finding = findings->first; finding; finding = finding->next) {
        if (v->max_errors && reported == v->max_errors)
            break;
        sink_cstr(v->sink, "# ");
        text_place(v->sink, file, &finding->place);
        sink_printf(v->sink, "%s: %s [%u %s]\n", severity_word(finding->severity),
                    message_of(v, finding), finding->kind->code, finding->kind->name);
        reported++;
    }
    v->reported += reported;
    const struct end_event *end = view ? end_of(view->ledger) : NULL;
    if (end && report_reservations(v->sink, view, end, "# "))
        sink_char(v->sink, '\n');
}

/* Writes a result of kind "informational" that names the reservations of a verdict. */
static void sarif_reservations(struct verdicts *v, struct str file, const struct game_view *view,
                               const struct end_event *end)
{
    struct sink text;
    sink_open(&text, -1);
    sink_cstr(&text, verdict_word(end));
    report_reservations(&text, view, end, "; ");
    sink_printf(v->sink,
                "%s\n{\"ruleId\":\"%d\",\"kind\":\"informational\",\"level\":\"none\",\"message\":{"
                "\"text\":",
                v->reported++ ? "," : "", FINDING_CONDITION);
    sink_json(v->sink, sink_text(&text));
    sink_cstr(v->sink, "},\"locations\":[");
    sarif_location(v->sink, file, &(struct place){.line = view->line, .column = 1, .end = 1}, NULL);
    sink_cstr(v->sink, "]}");
    sink_close(&text);
}

static void github_reservations(struct verdicts *v, struct str file, const struct game_view *view,
                                const struct end_event *end)
{
    struct sink text;
    sink_open(&text, -1);
    report_reservations(&text, view, end, "");
    sink_cstr(v->sink, "::notice file=");
    github_text(v->sink, file, true);
    if (view->line)
        sink_printf(v->sink, ",line=%u", view->line);
    sink_printf(v->sink, ",title=%s::", verdict_word(end));
    github_text(v->sink, sink_text(&text), false);
    sink_char(v->sink, '\n');
    sink_close(&text);
}

/* Returns the first finding that is not a warning, otherwise the first one; NULL without
 * findings. */
static const struct finding *worst_of(const struct findings *findings)
{
    const struct finding *finding = findings->first;
    while (finding && finding->severity == SEVERITY_WARNING)
        finding = finding->next;
    return finding ? finding : findings->first;
}

/* Prints a row of columns separated by tabs, "-" for an empty column. For standard input no lines
 * are given, because they differ when several processes share a stream. */
static void summary_line(struct sink *sink, struct str file, const struct findings *findings,
                         const struct game_view *view)
{
    const struct end_event *end = view ? end_of(view->ledger) : NULL;
    const struct finding *worst = worst_of(findings);
    unsigned count = 0;
    for (const struct finding *finding = findings->first; finding; finding = finding->next)
        count++;
    count += findings->unkept;
    if (end) {
        const char *legal = end->legal ? "legal" : "illegal";
        sink_printf(sink, "%s\t%s\t%s\t", end->valid ? "valid" : legal,
                    end->complete ? "complete" : "unfinished",
                    end->undetermined ? "undetermined" : "determined");
    } else {
        sink_cstr(sink, "unread\t-\t-\t");
    }
    if (end && view->claimed_count)
        verdicts_scores(sink, view->claimed, view->claimed_count);
    else
        sink_char(sink, '-');
    sink_char(sink, '\t');
    if (end)
        verdicts_scores(sink, end->scores, view->ledger->seat_count);
    else
        sink_char(sink, '-');
    sink_printf(sink, "\t%u\t", count);
    if (worst)
        sink_printf(sink, "%u %s", worst->kind->code, worst->kind->name);
    else
        sink_char(sink, '-');
    sink_printf(sink, "\t%s\t", view && view->identity ? view->identity : "-");
    bool is_standard = is_standard_input(file);
    sink_plain(sink, is_standard ? str_of("-") : file);
    if (!is_standard && (view ? view->line : worst && worst->place.line))
        sink_printf(sink, ":%u", view ? view->line : worst->place.line);
    if (!end || !report_reservations(sink, view, end, "\t"))
        sink_cstr(sink, "\t-");
    char between = '\t';
    FOR_EACH_BIT(seat, end ? end->winners : 0u) {
        sink_printf(sink, "%c%c", between, report_seat_letter(seat));
        between = ',';
    }
    sink_printf(sink, "%s%s\n", end && end->winners ? " " : "\t-",
                end ? won_by_names[end->won_by] : "");
}

void verdicts_game(struct verdicts *v, struct str file, const struct findings *findings,
                   const struct game_view *view)
{
    static void (*const report[VERDICT_FORM_COUNT])(struct verdicts *, struct str,
                                                    const struct finding *) = {
        [VERDICT_TEXT] = text_finding,
        [VERDICT_SARIF] = sarif_finding,
        [VERDICT_GITHUB] = github_finding};
    v->arena = findings->arena;
    if (v->form == VERDICT_TAP) {
        if (view || findings->first)
            tap_verdict(v, file, findings, view);
        return;
    }
    if (v->form == VERDICT_SUMMARY) {
        if (view || findings->first)
            summary_line(v->sink, file, findings, view);
        return;
    }
    unsigned count = 0, reported = 0, following = 0, told = 0;
    for (const struct finding *finding = findings->first; finding;
         finding = finding->next, count++) {
        following += finding->follows;
        told += finding->told;
        if (finding->follows || finding->told || (v->max_errors && reported >= v->max_errors))
            continue;
        if (v->form == VERDICT_JSON) {
            const struct ledger none = {.count = 0};
            const struct game_view whole = {.file = file, .game = v->games, .ledger = &none};
            const struct event event = {.kind = EVENT_FINDING, .finding = finding};
            report_finding(&v->emitter, view ? view : &whole, &event);
        } else {
            report[v->form](v, file, finding);
        }
        reported++;
        v->reported++;
        kind_set_add(&v->kinds, finding->kind);
    }
    if (!view)
        return;
    v->games++;
    v->books |= reported ? view->ledger->books : 0;
    const struct end_event *end = end_of(view->ledger);
    if (end && report_has_reservations(view, end) && v->form == VERDICT_SARIF)
        sarif_reservations(v, file, view, end);
    if (end && report_has_reservations(view, end) && v->form == VERDICT_GITHUB)
        github_reservations(v, file, view, end);
    if (v->form == VERDICT_TEXT)
        text_verdict(v->sink, view, count + findings->unkept,
                     count + findings->unkept - reported - told, following);
    else if (v->form == VERDICT_JSON && end_of(view->ledger))
        report_end(&v->emitter, view, &view->ledger->events[view->ledger->count - 1]);
}
