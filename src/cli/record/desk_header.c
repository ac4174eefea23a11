/* SPDX-License-Identifier: MIT */
/* Asks for the header of a new record. A question lists its answers, and is asked again until the
 * answer is one of them. */
#include <ctype.h>
#include <fcntl.h>
#include <strings.h>

#include "base/memory.h"
#include "cli/record/desk.h"

/* One question of the opening. */
struct question {
    const char *prompt, *otherwise;  /* otherwise: the answer if nothing is typed; NULL for none */
    void (*list)(struct desk *desk); /* prints what may be answered */
    /* Returns NULL, or what is wrong with an answer. May replace the answer by what it means. */
    const char *(*check)(struct desk *desk, const char **answer);
};

static bool is_command(const char *answer)
{
    return strcmp(answer, "quit") == 0 || strcmp(answer, "undo") == 0;
}

/* Asks until the answer is good, or `quit` or `undo`. Returns NULL at the end of the input. */
static const char *ask(struct desk *d, const struct question *question)
{
    struct arena *arena = &d->run->catalogue.arena;
    question->list(d);
    for (;;) {
        char *typed = desk_read(d, question->prompt);
        if (!typed)
            return NULL;
        struct str text = desk_trim(str_of(typed));
        const char *answer = text.n ? arena_copy(arena, text.p, text.n) : question->otherwise,
                   *wrong = NULL;
        memory_free(typed);
        if (answer && strcmp(answer, "?") == 0) {
            question->list(d);
            continue;
        }
        if (answer && is_command(answer))
            return answer;
        wrong = answer ? question->check(d, &answer) : "an answer is needed";
        if (!wrong)
            return answer;
        sink_printf(&d->run->out, "%s\n", wrong);
    }
}

/* ---- Tile sets ---- */

static void list_sets(struct desk *d)
{
    const struct catalogue *catalogue = &d->run->catalogue;
    sink_cstr(&d->run->out, "The tile sets are:\n");
    for (unsigned i = 0; i < catalogue->set_count; i++) {
        sink_printf(&d->run->out, "  %-18s ", catalogue->sets[i]->name);
        sink_plain(&d->run->out, catalogue->sets[i]->title);
        sink_char(&d->run->out, '\n');
    }
}

/* Returns a list of words with commas between them, from one with commas or blanks. */
static const char *with_commas(struct arena *arena, const char *words)
{
    const char *list = "";
    while (*words) {
        size_t n = strcspn(words, " ,\t");
        if (n)
            list =
                arena_printf(arena, "%s%s%s", list, *list ? ", " : "", arena_copy(arena, words, n));
        words += n + strspn(words + n, " ,\t");
    }
    return list;
}

/* Returns the length of the title at the front of a text, up to the comma after it or the end; 0 if
 * the text begins with something else. Capitals make no difference, and "and" stands for "&". */
static size_t title_length(const char *text, struct str title)
{
    const char *at = text;
    for (size_t i = 0; i < title.n; i++) {
        if (title.p[i] == '&' && strncasecmp(at, "and", 3) == 0)
            at += 3;
        else if (tolower((unsigned char)*at++) != tolower((unsigned char)title.p[i]))
            return 0;
    }
    at += strspn(at, " \t");
    return *at == ',' || !*at ? (size_t)(at - text) : 0;
}

/* Returns the list with the titles of sets replaced by names, and without "and" and "&" between
 * them. Words that are neither name nor title stay. */
static const char *set_names(const struct catalogue *catalogue, struct arena *arena,
                             const char *text)
{
    const char *list = "";
    while (*(text += strspn(text, " ,\t"))) {
        const struct tileset *set = NULL;
        size_t n = 0;
        for (unsigned i = 0; !n && i < catalogue->set_count; i++) {
            set = catalogue->sets[i];
            n = title_length(text, set->title);
        }
        const char *name = n ? set->name : NULL;
        n = n ? n : strcspn(text, " ,\t");
        for (unsigned i = 0; !name && i < catalogue->set_count; i++)
            if (strlen(catalogue->sets[i]->name) == n &&
                strncasecmp(text, catalogue->sets[i]->name, n) == 0)
                name = catalogue->sets[i]->name;
        struct str word = {text, n};
        if (name || (!str_is(word, "and") && !str_is(word, "&")))
            list = arena_printf(arena, "%s%s%s", list, *list ? ", " : "",
                                name ? name : arena_copy(arena, text, n));
        text += n;
    }
    return list;
}

static const char *check_sets(struct desk *d, const char **answer)
{
    struct arena *arena = &d->run->catalogue.arena;
    const struct tileset *first = NULL;
    struct str name;
    *answer = set_names(&d->run->catalogue, arena, *answer);
    for (const char *at = *answer; str_item(&at, &name);) {
        const struct tileset *set = catalogue_set(&d->run->catalogue, name);
        if (!set) {
            const char *word = arena_copy(arena, name.p, name.n);
            return arena_printf(arena, "there is no tile set '%s'%s", arena_brief(arena, name),
                                run_set_hint(d->run, word));
        }
        first = first ? first : set;
        if (set->game != first->game)
            return arena_printf(arena, "the sets %s and %s are of different games", first->name,
                                set->name);
    }
    return NULL;
}

/* ---- Rules ---- */

static void list_rules(struct desk *d)
{
    sink_cstr(&d->run->out, "The rules are those of a profile:\n");
    for (unsigned i = 0; i < PROFILE_COUNT; i++)
        sink_printf(&d->run->out, "  %-18s %s\n", profiles[i].name, profiles[i].about);
}

static const char *check_rules(struct desk *d, const char **answer)
{
    const char *names[PROFILE_COUNT];
    for (unsigned i = 0; i < PROFILE_COUNT; i++) {
        names[i] = profiles[i].name;
        if (strcmp(names[i], *answer) == 0)
            return NULL;
    }
    struct arena *arena = &d->run->catalogue.arena;
    return arena_printf(arena, "there is no profile '%s'%s", arena_brief(arena, str_of(*answer)),
                        word_hint(arena, *answer, names, PROFILE_COUNT, "known are"));
}

/* ---- Players ---- */

static void list_players(struct desk *d)
{
    sink_printf(&d->run->out,
                "The players are one to %d names in the order of their turns: Ada, Ben\n",
                SEATS_MAX);
}

/* Asks whether names without a comma are those of one player or of several. Returns the list that
 * is meant; NULL at the end of the input. */
static const char *one_or_several(struct desk *d, const char *names)
{
    struct arena *arena = &d->run->catalogue.arena;
    const char *several = with_commas(arena, names);
    unsigned count = 1;
    for (const char *at = several; *at; at++)
        count += *at == ',';
    if (strchr(names, ',') || count < 2 || count > SEATS_MAX)
        return names;
    const char *prompt = arena_printf(arena, "is '%s' one player, or %u? (1/%u) ",
                                      arena_brief(arena, str_of(names)), count, count);
    for (;;) {
        char *typed = desk_read(d, prompt);
        if (!typed)
            return NULL;
        struct str answer = desk_trim(str_of(typed));
        bool is_one = str_is(answer, "1") || str_is(answer, "one"),
             is_several =
                 str_is(answer, arena_printf(arena, "%u", count)) || str_is(answer, "several");
        /* Names with a comma answer the question, too. */
        const char *other = arena_copy(arena, answer.p, answer.n);
        other = strchr(other, ',') || is_command(other) ? other : NULL;
        memory_free(typed);
        if (other || is_one || is_several)
            return other ? other : is_one ? names : several;
        sink_printf(&d->run->out,
                    "type 1 for one player with this name, %u for one player for each word, or "
                    "the names with commas between them\n",
                    count);
    }
}

static const char *check_players(struct desk *d, const char **answer)
{
    const char *names = one_or_several(d, *answer);
    if (!names)
        return "";
    unsigned count = 0;
    struct str name;
    for (const char *at = names; str_item(&at, &name);)
        count += name.n > 0;
    *answer = names;
    if (is_command(names))
        return NULL;
    return !count ? "a name is needed" : count > SEATS_MAX ? "there are at most six players" : NULL;
}

static const struct question questions[] = {
    {"tile sets, with commas between them (base): ", "base", list_sets, check_sets},
    {"rules (official-1): ", "official-1", list_rules, check_rules},
    {"players, with commas between them: ", NULL, list_players, check_players},
};

/* ---- The header ---- */

/* Leaves out empty names: a comma at the end of a list is easily typed. */
static void drop_empty(struct value *names)
{
    unsigned count = 0;
    for (unsigned i = 0; i < names->count; i++)
        if (names->items[i].text.n)
            names->items[count++] = names->items[i];
    names->count = count;
}

/* Writes the header and judges it. True if it has no errors. */
static bool make_header(struct desk *d, const char *const answers[3], struct sink *text)
{
    struct run *run = d->run;
    struct arena *arena = &run->catalogue.arena;
    struct record record = {.magic = str_of("%CRN 1")};
    const char *sets = answers[0];
    const struct tileset *city = catalogue_set(&run->catalogue, str_of(sets));
    if (city && city->game == GAME_CITY)
        value_scalar(&record_entry_add(&record, arena, "game")->value, arena,
                     str_of(games[GAME_CITY].name));
    if (!city || strcmp(sets, games[city->game].set) != 0)
        value_words(&record_entry_add(&record, arena, "sets")->value, arena, sets);
    value_scalar(&record_entry_add(&record, arena, "rules")->value, arena, str_of(answers[1]));
    struct rulings rulings = run->rulings;
    rulings.profile = str_of("");
    if (rulings.count || rulings.clock.given)
        record_rule(&record, arena, &rulings);
    struct value *names = &record_entry_add(&record, arena, "players")->value;
    value_words(names, arena, answers[2]);
    drop_empty(names);
    crn_print(&record, text);
    /* The header has the rulings from now on. */
    rulings = run->rulings;
    run->rulings = (struct rulings){.count = 0};
    desk_judge(d, sink_text(text));
    run->rulings = rulings;
    bool good = true;
    for (const struct finding *finding = run->findings.first; finding; finding = finding->next)
        good &= finding->severity == SEVERITY_WARNING;
    return good;
}

/* Returns the number of the question that was asked before question `i`. If that was the first one,
 * returns `i`. */
static unsigned question_before(const char *const given[3], unsigned i)
{
    for (unsigned k = i; k-- > 0;)
        if (!given[k])
            return k;
    return i;
}

bool desk_write_header(struct desk *d, const char *sets, const char *players, bool is_new)
{
    struct run *run = d->run;
    const char *given[3] = {sets,
                            run->rulings.profile.n
                                ? arena_copy(&run->catalogue.arena, run->rulings.profile.p,
                                             run->rulings.profile.n)
                                : NULL,
                            players},
               *answers[3];
    struct sink text;
    bool asked = false, good;
    sink_open(&text, -1);
    do {
        for (unsigned i = 0; i < 3;) {
            answers[i] = given[i] ? given[i] : questions[i].otherwise;
            if (given[i] || !d->asks) {
                i++;
                continue;
            }
            asked = true;
            answers[i] = ask(d, &questions[i]);
            if (!answers[i] || strcmp(answers[i], "quit") == 0) {
                sink_cstr(&run->out,
                          answers[i] ? "no record is begun\n" : "\nno record is begun\n");
                sink_close(&text);
                return false;
            }
            i = strcmp(answers[i], "undo") == 0 ? question_before(given, i) : i + 1;
        }
        answers[2] = answers[2] ? answers[2] : "";
        sink_clear(&text);
        good = make_header(d, answers, &text);
        if (!good)
            run_complain(run, d->path, &run->findings);
    } while (!good && asked);
    run->rulings = (struct rulings){.count = 0};
    good = good && (!is_new || desk_open(d, O_CREAT | O_EXCL)) && desk_keep(d, sink_text(&text));
    run->status = good ? run->status : EXIT_TROUBLE;
    sink_close(&text);
    return good;
}
