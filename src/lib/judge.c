/* SPDX-License-Identifier: MIT */
/* Reads and judges the games of a stream; returns verdicts, findings and events: bastide(3). */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/memory.h"
#include "formats/format.h"
#include "ledger/field.h"
#include "ledger/namer.h"
#include "lib/session.h"
#include "notation/crn.h"
#include "tiles/tile_yaml.h"

static struct str kept(struct bastide *judge, const char *text)
{
    size_t n = strlen(text);
    return (struct str){arena_copy(&judge->catalogue.arena, text, n), n};
}

/* ---- Rules ---- */

static int set_rules(struct bastide *judge, void *argument)
{
    const char *profile = argument;
    if (profile && !profile_find(str_of(profile)))
        return session_refuse(judge, "there is no such profile");
    judge->rulings.profile = profile ? kept(judge, profile) : (struct str){NULL, 0};
    judge->rulings.count = profile ? judge->rulings.count : 0;
    return BASTIDE_OK;
}

int bastide_rules(struct bastide *judge, const char *profile)
{
    return session_call(judge, set_rules, (void *)(uintptr_t)profile);
}

struct two_words {
    const char *name, *value;
};

static int set_option(struct bastide *judge, void *argument)
{
    const struct two_words *words = argument;
    struct rulings *rulings = &judge->rulings;
    const char *wrong =
        option_wrong(&judge->catalogue.arena, str_of(words->name), str_of(words->value));
    if (wrong)
        return session_refuse(judge, wrong);
    unsigned i = 0;
    while (i < rulings->count && !str_is(rulings->names[i], words->name))
        i++;
    rulings->names[i] = kept(judge, words->name);
    rulings->values[i] = kept(judge, words->value);
    rulings->count += i == rulings->count;
    return BASTIDE_OK;
}

int bastide_option(struct bastide *judge, const char *name, const char *value)
{
    return session_call(judge, set_option, &(struct two_words){name, value});
}

static int add_tileset(struct bastide *judge, void *argument)
{
    struct tile_yaml_error error = {0, 0, false, ""};
    struct arena *arena = &judge->catalogue.arena;
    struct arena_mark before = arena_mark(arena);
    const struct str *text = argument;
    const struct tileset *set = tile_yaml_read(arena, arena_str(arena, *text), &error);
    const char *why = NULL;
    arena_reset(&judge->refusal);
    if (!set)
        why = arena_printf(&judge->refusal, "%u:%u: %s", error.line, error.column,
                           arena_plain(&judge->refusal, str_of(error.why)));
    else if (catalogue_set(&judge->catalogue, str_of(set->name)))
        why = "a tile set of that name is known already";
    else if (!catalogue_add(&judge->catalogue, set))
        why = "too many tile sets or tiles";
    if (!why)
        return BASTIDE_OK;
    arena_rewind(arena, before);
    return session_refuse(judge, why);
}

int bastide_tileset(struct bastide *judge, const char *yaml, size_t size)
{
    return session_call(judge, add_tileset, &(struct str){yaml, size});
}

/* ---- The stream ---- */

static void close_input(struct bastide *judge)
{
    if (judge->input) {
        source_end(&judge->source);
        input_close(judge->input); /* closes the descriptor too */
    }
    judge->input = NULL;
    judge->fd = -1;
    judge->has_read = judge->has_game = judge->is_judged = false;
    session_stop_playing(judge);
}

static int open_path(struct bastide *judge, void *argument)
{
    const char *path = argument, *error = NULL;
    close_input(judge);
    judge->fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (judge->fd < 0)
        return session_refuse(judge, strerror(errno));
    judge->input = input_of(judge->fd, str_of(path), &error);
    if (!judge->input) {
        judge->fd = -1;
        return session_refuse(judge, error);
    }
    source_begin(&judge->source, judge->input, &judge->catalogue);
    return BASTIDE_OK;
}

int bastide_open(struct bastide *judge, const char *path)
{
    return session_call(judge, open_path, (void *)(uintptr_t)path);
}

static int open_text(struct bastide *judge, void *argument)
{
    close_input(judge);
    judge->input = input_text(*(const struct str *)argument, 0);
    source_begin(&judge->source, judge->input, &judge->catalogue);
    return BASTIDE_OK;
}

int bastide_open_text(struct bastide *judge, const char *text, size_t size)
{
    return session_call(judge, open_text, &(struct str){text, size});
}

static int next(struct bastide *judge, void *argument)
{
    (void)argument;
    if (!judge->input)
        return session_refuse(judge, "nothing is open");
    session_stop_playing(judge);
    judge->is_judged = judge->has_read = judge->has_game = false;
    arena_reset(&judge->arena);
    judge->read = (struct findings){.arena = &judge->arena, .disabled = judge->disabled};
    judge->source.rulings = &judge->rulings;
    bool is_game;
    if (!source_next(&judge->source, &judge->arena, &judge->read, &judge->record, &is_game))
        return BASTIDE_END;
    judge->has_game = is_game;
    judge->has_read = true;
    return is_game ? BASTIDE_OK : BASTIDE_NO_GAME;
}

int bastide_next(struct bastide *judge)
{
    return session_call(judge, next, NULL);
}

static int set_tie(struct bastide *judge, void *argument)
{
    const char *rule = argument;
    enum tie_rule tie = rule ? tie_find(str_of(rule)) : TIE_UNSAID;
    if (rule && !tie)
        return session_refuse(judge, "a tie is shared, or broken by the rules second or first");
    judge->rulings.tie = (uint8_t)tie;
    return BASTIDE_OK;
}

int bastide_tie(struct bastide *judge, const char *rule)
{
    return session_call(judge, set_tie, (void *)(uintptr_t)rule);
}

static int set_strict(struct bastide *judge, void *strict)
{
    judge->player.referee.strict = strict != NULL;
    session_forget_positions(judge);
    return BASTIDE_OK;
}

int bastide_strict(struct bastide *judge, int strict)
{
    return session_call(judge, set_strict, strict ? judge : NULL);
}

static int disable(struct bastide *judge, void *word)
{
    const struct finding_kind *kind = finding_find(str_of(word));
    if (!kind || !finding_may_be_disabled(kind))
        return session_refuse(judge, "no finding that can be left out has that code or name");
    kind_set_add(&judge->disabled, kind);
    return BASTIDE_OK;
}

int bastide_disable(struct bastide *judge, const char *finding)
{
    return session_call(judge, disable, (void *)(uintptr_t)finding);
}

/* ---- Findings ---- */

static struct bastide_place place_of(const struct place *place)
{
    return (struct bastide_place){place->at, place->line, place->column, place->end};
}

static struct bastide_finding finding_of(const struct finding *f)
{
    return (struct bastide_finding){.code = f->kind->code,
                                    .severity = (int)f->severity,
                                    .name = f->kind->name,
                                    .message = f->message,
                                    .when = f->when,
                                    .place = place_of(&f->place),
                                    .also = place_of(&f->also),
                                    .also_message = f->also_message,
                                    .turn = f->turn,
                                    .step = f->step,
                                    .seat = f->seat == NO_SEAT ? BASTIDE_NO_SEAT : f->seat};
}

static void take_findings(struct bastide *judge, const struct findings *all)
{
    size_t count = 0;
    judge->findings = arena_alloc(&judge->judged, (all->count + 1u) * sizeof *judge->findings);
    for (const struct finding *f = all->first; f; f = f->next)
        judge->findings[count++] = finding_of(f);
    judge->verdict.findings = count;
    judge->verdict.disabled = all->disabled_count;
}

/* ---- Events ---- */

static const char *node_text(struct bastide *judge, unsigned node)
{
    char name[NODE_NAME_SIZE];
    if (node == NODE_NONE)
        return NULL;
    ledger_node_name(&judge->player.ledger, node, name);
    return arena_copy(&judge->judged, name, strlen(name));
}

static const int *numbers_of(struct bastide *judge, const int32_t *from, unsigned count)
{
    int *numbers = arena_alloc(&judge->judged, (count + 1) * sizeof *numbers);
    for (unsigned i = 0; i < count; i++)
        numbers[i] = from[i];
    return numbers;
}

/* Adds a number to those of an event. */
static void put_number(struct bastide *judge, struct bastide_event *to, int number)
{
    int *numbers = arena_alloc(&judge->judged, (to->number_count + 1) * sizeof *numbers);
    if (to->number_count)
        memcpy(numbers, to->numbers, to->number_count * sizeof *numbers);
    numbers[to->number_count++] = number;
    to->numbers = numbers;
}

static const char *terms_of(struct bastide *judge, const struct term *terms, unsigned count)
{
    const char *text = "";
    for (unsigned i = 0; i < count; i++)
        text = arena_printf(&judge->judged, "%s%s%dx%u %s", text, i ? ", " : "", terms[i].each,
                            terms[i].count, term_words[terms[i].name].name);
    return text;
}

static void put_cell(struct bastide_event *to, struct cell cell)
{
    to->has_cell = 1;
    to->x = cell.x;
    to->y = cell.y;
}

static void put_node(struct bastide *judge, struct bastide_event *to, unsigned node)
{
    if (node == NODE_NONE)
        return;
    to->feature = node_text(judge, node);
    to->kind = kinds[ledger_node_kind(&judge->player.ledger, node)].name;
}

static void put_laid(struct bastide *judge, struct bastide_event *to, unsigned tile)
{
    if (tile == TILE_NONE)
        return;
    const struct laid_tile *laid = &judge->player.ledger.tiles[tile];
    to->tile = laid->named ? laid->named->name : NULL;
    to->side = laid->orient < ORIENT_UNKNOWN ? "NESW"[laid->orient] : 0;
    put_cell(to, laid->cell);
}

static void put_score(struct bastide *judge, struct bastide_event *to,
                      const struct score_event *score)
{
    to->award = award_names[score->award];
    to->rule = score->rule;
    to->points = score->points;
    to->final = score->final;
    to->undetermined = score->undetermined;
    to->terms = terms_of(judge, score->terms, score->term_count);
    put_node(judge, to, score->name);
    to->kind = score->kind >= KIND_COUNT ? NULL : kinds[score->kind].name;
    if (score->kind == REF_EDGE) {
        put_cell(to, score->edge.cell);
        to->side = "NESW"[score->edge.side];
    }
}

static void put_feature(struct bastide *judge, struct bastide_event *to,
                        const struct feature_event *feature)
{
    put_node(judge, to, feature->name);
    to->kind = kinds[feature->kind].name;
    to->completed = feature->completed;
    to->points = feature->value;
    to->terms = terms_of(judge, feature->terms, feature->term_count);
    to->count = (int)tile_bits_count(&feature->tiles);
}

static void add_field(struct bastide_event *to, struct bastide_field *fields, const char *name,
                      const char *text, int64_t number)
{
    fields[to->field_count++] = (struct bastide_field){name, text, (int)number};
}

static const char *cell_text(struct bastide *judge, unsigned tile, const char *side)
{
    struct cell cell = judge->player.ledger.tiles[tile].cell;
    return arena_printf(&judge->judged, "%d,%d%s", cell.x, cell.y, side);
}

static const char *edge_text(struct bastide *judge, const struct event *event, int64_t side)
{
    return event->tile == TILE_NONE
               ? NULL
               : cell_text(judge, event->tile, (const char[]){"NESW"[side], '\0'});
}

/* Returns the text of a field's number; NULL if the field is shown as a number or not at all. */
static const char *field_text(struct bastide *judge, struct namer *namer, const struct event *event,
                              const struct field *field, int64_t number)
{
    switch ((enum field_type)field->type) {
    case FIELD_CELL:
        return cell_text(judge, (unsigned)number, "");
    case FIELD_EDGE:
        return edge_text(judge, event, number);
    case FIELD_FEATURE:
    case FIELD_STAND:
        return node_text(judge, namer_name(namer, (unsigned)number));
    case FIELD_NODE:
        return node_text(judge, (unsigned)number);
    case FIELD_KIND:
        return kinds[number].name;
    case FIELD_MEEPLE:
        return meeple_kinds[number].name;
    case FIELD_WORD:
        return field->words[number];
    default:
        return NULL;
    }
}

/* Puts a field into the member of the event that its row names. */
static void put_member(struct bastide *judge, struct bastide_event *to, const struct event *event,
                       const struct field *field, const char *text, int64_t number)
{
    switch ((enum field_member)field->member) {
    case MEMBER_NONE:
        break;
    case MEMBER_TILE:
        to->tile = text;
        break;
    case MEMBER_CELL:
        if (event->tile != TILE_NONE)
            put_cell(to, judge->player.ledger.tiles[event->tile].cell);
        if (event->tile != TILE_NONE && field->type == FIELD_EDGE)
            to->side = "NESW"[number];
        break;
    case MEMBER_FEATURE:
        to->feature = text;
        to->kind =
            text ? kinds[ledger_node_kind(&judge->player.ledger, (unsigned)number)].name : NULL;
        break;
    case MEMBER_OTHER:
        to->other = text;
        break;
    case MEMBER_OTHER_SEAT:
        to->other_seat = number == SEAT_NONE ? BASTIDE_NO_SEAT : (int)number;
        break;
    case MEMBER_PIECE:
        to->piece = text;
        break;
    case MEMBER_STEP:
        to->step = text;
        break;
    case MEMBER_COUNT:
        to->count = (int)number;
        break;
    case MEMBER_POINTS:
        to->points = (int)number;
        break;
    case MEMBER_NUMBERS:
        put_number(judge, to, (int)number);
        break;
    }
}

static void put_field(struct bastide *judge, struct bastide_event *to, struct bastide_field *fields,
                      struct namer *namer, const struct event *event, const struct field *field)
{
    if (field->type == FIELD_LAID) {
        put_laid(judge, to, event->tile);
        return;
    }
    if (field->type == FIELD_DESIGN) {
        const struct design *design = field_design(event, field);
        to->tile = design ? design->name : "?";
        add_field(to, fields, field->key, to->tile, 0);
        return;
    }
    int64_t number = field_number(event, field);
    const char *text = field_text(judge, namer, event, field, number);
    put_member(judge, to, event, field, text, number);
    switch ((enum field_type)field->type) {
    case FIELD_LATER:
        break;
    case FIELD_STAND:
        to->segment = node_text(judge, (unsigned)number);
        if (to->segment) {
            add_field(to, fields, field->key, text, 0);
            add_field(to, fields, "segment", to->segment, 0);
        }
        break;
    case FIELD_SEAT:
        add_field(to, fields, field->key, NULL, number == SEAT_NONE ? BASTIDE_NO_SEAT : number);
        break;
    case FIELD_TRUTH:
    case FIELD_NUMBER:
        add_field(to, fields, field->key, NULL, number);
        break;
    case FIELD_TIME:
        if (number != TIME_UNKNOWN)
            add_field(to, fields, field->key,
                      arena_printf(&judge->judged, "%s", time_text(number).text), 0);
        break;
    case FIELD_NUMBER_IF_ANY:
        if (number != NUMBER_UNKNOWN && number != NUMBER_NONE)
            add_field(to, fields, field->key, NULL, number);
        break;
    default:
        if (text && !(field->type == FIELD_MEEPLE && number == MEEPLE_SMALL))
            add_field(to, fields, field->key, text, 0);
    }
}

static void put_event(struct bastide *judge, struct bastide_event *to, struct namer *namer,
                      const struct event *event)
{
    unsigned seats = judge->player.ledger.seat_count, count;
    const struct field *fields = event_fields(event->kind, &count);
    *to = (struct bastide_event){.name = event_names[event->kind],
                                 .turn = event->turn,
                                 .part = event->part,
                                 .seat = event->seat == SEAT_NONE ? BASTIDE_NO_SEAT : event->seat,
                                 .other_seat = BASTIDE_NO_SEAT};
    struct bastide_field *shown =
        arena_alloc(&judge->judged, (2 * count + 1) * sizeof *shown); /* FIELD_STAND fills two */
    to->fields = shown;
    for (unsigned i = 0; i < count; i++)
        put_field(judge, to, shown, namer, event, &fields[i]);
    switch (event->kind) {
    case EVENT_SCORE:
        put_score(judge, to, &event->score);
        break;
    case EVENT_FEATURE:
        put_feature(judge, to, &event->feature);
        break;
    case EVENT_FINDING: {
        struct bastide_finding *finding = arena_alloc(&judge->judged, sizeof *finding);
        *finding = finding_of(event->finding);
        to->finding = finding;
        break;
    }
    case EVENT_TURN:
        put_laid(judge, to, event->tile);
        to->numbers = numbers_of(judge, event->scores, seats);
        to->number_count = seats;
        break;
    case EVENT_END:
        to->final = event->end.final;
        to->numbers = numbers_of(judge, event->end.scores, seats);
        to->number_count = seats;
        break;
    default:
        break;
    }
}

/* ---- Judging ---- */

static void take_verdict(struct bastide *judge)
{
    const struct ledger *ledger = &judge->player.ledger;
    const struct end_event *end = &ledger->events[ledger->count - 1].end;
    for (unsigned seat = 0; seat < ledger->seat_count; seat++) {
        judge->scores[seat] = end->scores[seat];
        judge->players[seat] =
            arena_copy(&judge->judged, ledger->players[seat].p ? ledger->players[seat].p : "",
                       ledger->players[seat].n);
    }
    crn_identity(&judge->record, judge->identity);
    judge->conditions =
        arena_alloc(&judge->judged, (end->condition_count + 1u) * sizeof *judge->conditions);
    for (unsigned i = 0; i < end->condition_count; i++) {
        const struct condition *from = &end->conditions[i];
        judge->conditions[i] = (struct bastide_condition){
            .kind = condition_names[from->kind],
            .name = from->name,
            .value = from->value,
            .seat = from->kind == CONDITION_ADJUSTED ? from->seat : BASTIDE_NO_SEAT,
            .number = from->number,
        };
    }
    judge->verdict = (struct bastide_verdict){
        .legal = end->legal,
        .valid = end->valid,
        .complete = end->complete,
        .undetermined = end->undetermined,
        .claims = end->claims,
        .seats = ledger->seat_count,
        .scores = judge->scores,
        .players = judge->players,
        .identity = judge->identity,
        .conditions = end->condition_count,
        .winners = end->winners,
        .reason = end->winners ? won_by_names[end->won_by] : NULL,
        .profile = arena_copy(&judge->judged, judge->record.rules.p ? judge->record.rules.p : "",
                              judge->record.rules.n)};
}

_Static_assert(BASTIDE_UNCLAIMED == (int)CLAIMS_NONE && BASTIDE_CLAIMS_EQUAL == (int)CLAIMS_EQUAL &&
                   BASTIDE_CLAIMS_DIFFER == (int)CLAIMS_DIFFER &&
                   BASTIDE_WARNING == (int)SEVERITY_WARNING &&
                   BASTIDE_ERROR == (int)SEVERITY_ERROR && BASTIDE_TROUBLE == (int)SEVERITY_TROUBLE,
               "the header's numbers are ours");

static int judge_game(struct bastide *judge, void *with_events)
{
    struct ledger *ledger = &judge->player.ledger;
    if (!judge->has_read)
        return session_refuse(judge, "nothing was read");
    arena_reset(&judge->judged);
    judge->verdict = (struct bastide_verdict){0};
    /* The findings of reading are kept unchanged for the next call. */
    struct findings all = findings_copy(&judge->read, &judge->judged);
    if (judge->has_game) {
        session_forget_positions(judge);
        uint64_t wanted = with_events ? EVENTS_ALL : format_verdict_events(&judge->record);
        format_judge(&judge->player.referee, &judge->record, &all, ledger, wanted, UINT16_MAX,
                     false);
        findings_sort(&all);
        record_situate(&judge->record, &all);
        take_verdict(judge);
    }
    take_findings(judge, &all);
    size_t count = judge->has_game && with_events ? ledger->count : 0;
    judge->events = arena_alloc(&judge->judged, (count + 1) * sizeof *judge->events);
    struct namer *namer = count ? arena_take(&judge->judged, sizeof *namer) : NULL;
    if (count)
        namer_begin(namer, ledger);
    for (size_t i = 0; i < count; i++) {
        put_event(judge, &judge->events[i], namer, &ledger->events[i]);
        namer_take(namer, &ledger->events[i]);
    }
    judge->verdict.events = count;
    judge->is_judged = true;
    return judge->has_game ? BASTIDE_OK : BASTIDE_NO_GAME;
}

int bastide_judge(struct bastide *judge, int with_events)
{
    return session_call(judge, judge_game, with_events ? judge : NULL);
}

const struct bastide_verdict *bastide_verdict(const struct bastide *judge)
{
    return judge->is_judged ? &judge->verdict : NULL;
}

const struct bastide_condition *bastide_condition(const struct bastide *judge, size_t index)
{
    return judge->is_judged && index < judge->verdict.conditions ? &judge->conditions[index] : NULL;
}

const struct bastide_finding *bastide_finding(const struct bastide *judge, size_t index)
{
    return judge->is_judged && index < judge->verdict.findings ? &judge->findings[index] : NULL;
}

const struct bastide_event *bastide_event(const struct bastide *judge, size_t index)
{
    return judge->is_judged && index < judge->verdict.events ? &judge->events[index] : NULL;
}

static int print(struct bastide *judge, void *argument)
{
    const char **text = argument;
    if (!judge->has_game)
        return session_refuse(judge, "there is no game");
    sink_clear(&judge->crn);
    crn_print(&judge->record, &judge->crn);
    *text = sink_text(&judge->crn).p;
    return BASTIDE_OK;
}

const char *bastide_crn(struct bastide *judge)
{
    const char *text = NULL;
    session_call(judge, print, &text);
    return text;
}
