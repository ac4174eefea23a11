/* SPDX-License-Identifier: MIT */
/* A tool of the build: turns YAML into the committed C tables, and tables into pages of the manual.
 *
 *   tables sets FILE...       prints sets_table.c
 *   tables shapes FILE...     prints shapes_table.c
 *   tables findings           prints bastide-findings.7
 *   tables rules PAGE         prints PAGE, bastide-rules.7, with a new list between its two marks
 *   tables options PAGE       prints PAGE, bastide-options.7, likewise
 *   tables schema TEMPLATE FILE...  prints a schema of the template and the objects of the rooms
 *   tables command NAME PAGE  prints PAGE, bastide-NAME.1, with new heads of its options
 *
 * It is run by hand after a change of the data (`make tables`). A test checks that the committed
 * tables are up to date. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/keys.h"
#include "cli/option_keys.h"
#include "base/finding.h"
#include "base/rule.h"
#include "draw/shape.h"
#include "schema.h"
#include "profiles/profile.h"
#include "tiles/tile_yaml.h"

static struct str read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    enum { MOST = 1 << 20 };
    char *buffer = calloc(1, MOST + 1); /* never freed */
    if (!file || !buffer) {
        perror(path);
        exit(2);
    }
    size_t n = fread(buffer, 1, MOST, file);
    fclose(file);
    return (struct str){buffer, n};
}

static void print_string(const char *text)
{
    if (text)
        printf("\"%s\"", text);
    else
        printf("NULL");
}

/* Prints a struct str of a built-in set, which ends in NUL and needs no escapes. */
static void print_str(struct str s)
{
    if (s.n)
        printf("{\"%s\", %zu}", s.p, s.n);
    else
        printf("{NULL, 0}");
}

static void print_design(const struct design *design)
{
    printf("    {\n        \"%s\", {", design->name);
    for (unsigned i = 0; i < ALIASES_MAX && design->aliases[i]; i++)
        printf("%s\"%s\"", i ? ", " : "", design->aliases[i]);
    if (!design->aliases[0])
        printf("NULL");
    printf("}, ");
    print_str(design->title);
    printf(", ");
    print_string(design->twin);
    printf(", %u, %u, %u, %u, %u,\n        {", design->count, design->most, design->segment_count,
           design->symmetry, design->river);
    for (unsigned q = 0; q < 4; q++)
        printf("%s{%u, %u, %u, %u}", q ? ", " : "", design->side[q][0], design->side[q][1],
               design->side[q][2], design->side[q][3]);
    printf("},\n        {");
    for (unsigned q = 0; q < 4; q++)
        printf("%s{%u, %u, %u, %u}", q ? ", " : "", design->shown[q][0], design->shown[q][1],
               design->shown[q][2], design->shown[q][3]);
    printf("},\n        {");
    for (unsigned q = 0; q < 4; q++) {
        printf("%s{", q ? ",\n         " : "");
        for (unsigned i = 0; i < PORTS; i++)
            printf("%s%u", i ? ", " : "", design->port_segment[q][i]);
        printf("}");
    }
    printf("},\n        %u, 0x%x, {", design->monastic, (unsigned)design->marks);
    for (unsigned i = 0; i < design->segment_count; i++)
        printf("%s{%u, %u, %u, 0x%x, 0x%x, 0x%03x, 0x%x}", i ? ", " : "", design->segments[i].kind,
               design->segments[i].shields, design->segments[i].open,
               (unsigned)design->segments[i].touches, (unsigned)design->segments[i].joined,
               (unsigned)design->segments[i].ports, (unsigned)design->segments[i].marks);
    printf("},\n    },\n");
}

/* Prints a set with the designs that later files of the same name add to it. These files are then
 * no longer sets of their own. */
static void print_set(const struct tileset **read, int i, int count)
{
    const struct tileset *set = read[i];
    printf("\nstatic const struct design designs_%d[] = {\n", i);
    for (int n = i; n < count; n++) {
        if (!read[n] || strcmp(read[n]->name, set->name) != 0)
            continue;
        for (unsigned k = 0; k < read[n]->design_count; k++)
            print_design(&read[n]->designs[k]);
        if (n > i)
            read[n] = NULL;
    }
    printf("};\n\nstatic const struct tileset set_%d = {\n    \"%s\", ", i, set->name);
    print_str(set->title);
    printf(", ");
    print_string(set->start);
    printf(", {");
    for (unsigned k = 0; k < BRINGS_MAX && set->brings[k]; k++)
        printf("%s\"%s\"", k ? ", " : "", set->brings[k]);
    printf(set->brings[0] ? "}, " : "NULL}, ");
    printf("%s, ", set->game == GAME_CITY ? "GAME_CITY" : "GAME_CARCASSONNE");
    print_str(set->provenance);
    printf(", {%u", set->piles[0]);
    for (unsigned k = 1; k < PILES_MAX && set->piles[k]; k++)
        printf(", %u", set->piles[k]);
    printf("}, {");
    for (unsigned k = 0; k < PIECES_MAX && set->pieces[k].name; k++)
        printf("%s{\"%s\", %u}", k ? ", " : "", set->pieces[k].name, set->pieces[k].count);
    printf(set->pieces[0].name ? "}" : "{NULL, 0}}");
    printf(set->replaces ? ", true" : ", false");
    printf(", designs_%d, sizeof designs_%d / sizeof *designs_%d,\n};\n", i, i, i);
}

/* Prints the shape of a design as a list of numbers. */
static void print_shape(const struct design *design)
{
    static struct shape shape;
    static int16_t numbers[SHAPE_NUMBERS_MAX];
    shape_find(design, &shape);
    unsigned count = shape_write(&shape, design->segment_count, numbers);
    printf("    (const int16_t[]){");
    for (unsigned i = 0; i < count; i++)
        printf("%s%d", i == 0 ? "" : i % 24 ? ", " : ",\n        ", numbers[i]);
    printf("}, /* %s */\n", design->name);
}

/* Prints the shapes of a set, as print_set() prints its designs. */
static void print_shapes(const struct tileset **read, int i, int count)
{
    const struct tileset *set = read[i];
    printf("\nstatic const int16_t *const shapes_%d[] = {\n", i);
    for (int n = i; n < count; n++) {
        if (!read[n] || strcmp(read[n]->name, set->name) != 0)
            continue;
        for (unsigned k = 0; k < read[n]->design_count; k++)
            print_shape(&read[n]->designs[k]);
        if (n > i)
            read[n] = NULL;
    }
    printf("};\n");
}

/* Prints a table of all sets: `print` prints a set, and `before` stands before its number in the
 * list of them. */
static int print_sets(int argc, char **argv, const char *head,
                      void (*print)(const struct tileset **read, int i, int count),
                      const char *list, const char *before)
{
    enum { FILES_MAX = 128 };
    const struct tileset *read[FILES_MAX];
    struct arena arena = {0};
    if (argc > FILES_MAX)
        return 2;
    printf("/* SPDX-License-Identifier: MIT */\n/* Made by tools/gen/tables.c from the tile sets; "
           "do not edit. */\n#include \"%s\"\n",
           head);
    for (int i = 0; i < argc; i++) {
        struct tile_yaml_error error;
        read[i] = tile_yaml_read(&arena, read_file(argv[i]), &error);
        if (!read[i]) {
            fprintf(stderr, "%s:%u:%u: %s\n", argv[i], error.line, error.column, error.why);
            return 1;
        }
    }
    for (int i = 0; i < argc; i++)
        if (read[i])
            print(read, i, argc);
    printf("\nconst %s[] = {", list);
    const char *between = "";
    for (int i = 0; i < argc; i++)
        if (read[i]) {
            printf("%s%s%d", between, before, i);
            between = ", ";
        }
    printf("};\n");
    arena_free(&arena);
    return 0;
}

static int sets(int argc, char **argv)
{
    int status = print_sets(argc, argv, "tiles/catalogue.h", print_set,
                            "struct tileset *const builtin_sets", "&set_");
    printf("const unsigned builtin_set_count = sizeof builtin_sets / sizeof *builtin_sets;\n");
    return status;
}

static int shapes(int argc, char **argv)
{
    return print_sets(argc, argv, "draw/shape.h", print_shapes,
                      "int16_t *const *const builtin_shapes", "shapes_");
}

/* Prints text for mdoc: backslashes, hyphens, and a dot or quote at the start of a line are
 * escaped. In prose each sentence begins a line. */
static void print_roff(const char *text, bool prose)
{
    bool begins_line = true;
    for (const char *c = text; *c; c++) {
        if (prose && c > text + 1 && *c == ' ' && (c[-1] == '.' || c[-1] == '?')) {
            putchar('\n');
            begins_line = true;
            continue;
        }
        if (begins_line && (*c == '.' || *c == '\''))
            printf("\\&");
        begins_line = *c == '\n';
        if (*c == '\\')
            printf("\\e");
        else if (*c == '-')
            printf("\\-");
        else
            putchar(*c);
    }
}

static void print_finding_rules(const char *ids)
{
    struct rule_list list = rule_list(ids, RULE_BOOKS_ALL);
    for (const struct rule *rule; (rule = rule_next(&list));) {
        print_roff(rule->text, true);
        printf("\n.Pq Cm ");
        print_roff(rule->id, false);
        printf(*list.ids ? "\n" : "");
    }
}

static int print_findings(void)
{
    printf(".\\\" SPDX-License-Identifier: MIT\n.\\\" Made by tools/gen/tables.c from "
           "the rows FINDING; do not edit.\n"
           ".Dd November 27, 2026\n.Dt BASTIDE-FINDINGS 7\n.Os\n.Sh NAME\n.Nm bastide-findings\n"
           ".Nd findings of the referee in recorded games\n.Sh DESCRIPTION\n"
           ".Dl $ bastide explain 302\n.Pp\n"
           "Every finding has a permanent code and a name.\n"
           ".Xr bastide-explain 1\nprints one of them.\n"
           "In an example, an arrow marks the line that raises the finding.\n"
           ".Sh DIAGNOSTICS\n.Bl -tag -width Ds\n");
    for (const struct finding_kind *kind = NULL; (kind = finding_next(kind));) {
        printf(".It %u %s Pq %s\n", kind->code, kind->name, severity_name(kind->severity));
        if (kind->page) {
            print_roff(kind->rule, true);
            printf("\n.Pq ");
            print_roff(kind->page, false);
        } else {
            print_finding_rules(kind->rule);
        }
        printf("\n.Bd -literal -offset indent\n");
        print_roff(kind->example, false);
        printf("\n.Ed\n.Pp\n");
        print_roff(kind->fix, true);
        printf("\n");
    }
    printf(".El\n.Sh SEE ALSO\n.Xr bastide 1 ,\n.Xr bastide-check 1 ,\n.Xr bastide-explain 1 "
           ",\n.Xr crn 5 ,\n.Xr bastide-options 7 "
           ",\n.Xr bastide-rules 7\n");
    return 0;
}

/* Prints a value of an option and the profiles that have it: "must: book-1". Prints "any: all
 * profiles" if all profiles that know the option have it. */
static void print_value(unsigned option, unsigned value, const char *before)
{
    unsigned know = 0, have = 0;
    for (unsigned p = 0; p < PROFILE_COUNT; p++) {
        know += profiles[p].value[option] != VALUE_NONE;
        have += profiles[p].value[option] == value;
    }
    printf("%s%s", before, rule_options[option].values[value]);
    if (have > 1 && have == know) {
        printf(": all profiles");
        return;
    }
    const char *comma = ": ";
    for (unsigned p = 0; p < PROFILE_COUNT; p++)
        if (profiles[p].value[option] == value) {
            printf("%s%s", comma, profiles[p].name);
            comma = ", ";
        }
}

static void print_option_table(void)
{
    printf(".Bl -tag -width Ds\n");
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        printf(".It Cm %s\n", rule_options[i].name);
        print_roff(rule_options[i].about, true);
        printf("\n.Dl ");
        for (unsigned k = 1; rule_options[i].values[k]; k++)
            print_value(i, k, k > 1 ? "; " : "");
        printf("\n");
    }
    printf(".El\n");
}

/* ---- The options of commands ---- */

struct manual_option {
    const char *command;
    int key;
    const char *name, *argument, *words, *about;
};

static const struct manual_option command_options[] = {
#define COMMAND(name, about, usage, purpose, notes, end)
#define CHOICE(command, key, name, argument, words, about)                                         \
    {#command, key, name, argument, words, about},
#include "cli/commands.def"
#undef COMMAND
#undef CHOICE
    {"", 0, NULL, NULL, NULL, NULL},
};

/* Prints the argument of an option after `before`: " Ar form". Prints nothing without one. */
static void print_argument(const char *argument, const char *before)
{
    if (argument)
        printf("%s Ar ", before);
    for (; argument && *argument; argument++)
        putchar(*argument >= 'A' && *argument <= 'Z' ? *argument | 0x20 : *argument);
}

/* Prints the head of an option. */
static void print_head(const struct manual_option *option)
{
    printf(".It ");
    if (option->key < LONG_ALL) {
        printf("Fl %c", option->key);
        print_argument(option->argument, "");
        printf(" , ");
    }
    printf("Fl -%s", option->name);
    print_argument(option->argument, " Ns = Ns");
    printf("\n");
}

/* Returns the text under the head of an option in a list, without the line of the head; empty if
 * the list does not have the option. */
static struct str text_under(const char *list, const char *end, const char *name)
{
    for (const char *head = list; head < end;) {
        const char *line_end = strchr(head, '\n'), *next = strstr(head + 1, "\n.It Fl ");
        const char *mark = strstr(head, " Fl -");
        next = next && next < end ? next + 1 : end;
        for (size_t n = strlen(name); mark && mark < line_end; mark = strstr(mark + 1, " Fl -"))
            if (strncmp(mark + 5, name, n) == 0 && (mark[5 + n] == ' ' || mark[5 + n] == '\n'))
                return (struct str){line_end + 1, (size_t)(next - line_end) - 1};
        head = next;
    }
    return (struct str){end, 0};
}

static int print_command_page(const char *name, const char *page)
{
    static const char begin[] =
        ".\\\" The heads of what follows are made by tools/gen/tables.c; their texts by hand.\n",
                      mark[] = ".\\\" Made by hand again.\n";
    struct str text = read_file(page);
    const char *list = strstr(text.p, begin), *end = strstr(text.p, mark);
    if (!list || !end || end < list) {
        fprintf(stderr, "%s: the marks are missing\n", page);
        return 1;
    }
    list += strlen(begin);
    fwrite(text.p, 1, (size_t)(list - text.p), stdout);
    for (const struct manual_option *option = command_options; option->name; option++) {
        if (strcmp(option->command, name) != 0)
            continue;
        struct str under = text_under(list, end, option->name);
        const char *about = option->about ? option->about : "";
        print_head(option);
        if (under.n)
            fwrite(under.p, 1, under.n, stdout);
        else
            printf("%s\n", about);
    }
    printf(".It Fl -help\nPrint a short help.\n%s", end);
    return 0;
}

/* ---- Rules ---- */

static void print_rule_list(void)
{
    size_t count;
    const struct rule *rows = rules(&count);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].is_book) {
            printf("%s.Ss %s\nIds begin with\n.Ql %s .\nThe source is %s.\n.Bl -tag -width Ds\n",
                   i ? ".El\n" : "", rows[i].text, rows[i].id, rows[i].source);
            continue;
        }
        printf(".It Cm ");
        print_roff(rows[i].id, false);
        printf("\n");
        print_roff(rows[i].text, true);
        printf("\n.Pq ");
        print_roff(rows[i].source, false);
        printf("\n");
    }
    printf(".El\n");
}

/* Prints a page of the manual, with new text between its two marks. */
static int print_page(const char *page, void (*print)(void))
{
    static const char begin[] = ".\\\" What follows is made by tools/gen/tables.c; do not edit.\n",
                      end[] = ".\\\" Made by hand again.\n";
    struct str text = read_file(page);
    const char *from = strstr(text.p, begin), *to = strstr(text.p, end);
    if (!from || !to || to < from) {
        fprintf(stderr, "%s: the marks are missing\n", page);
        return 1;
    }
    fwrite(text.p, 1, (size_t)(from + strlen(begin) - text.p), stdout);
    print();
    printf("%s", to);
    return 0;
}

static int print_schema(int argc, char **argv)
{
    enum { ROOMS_MAX = 64 };
    struct str rooms[ROOMS_MAX];
    if (argc > ROOMS_MAX)
        return 2;
    for (int i = 1; i < argc; i++)
        rooms[i - 1] = read_file(argv[i]);
    schema_print(read_file(argv[0]).p, rooms, (unsigned)argc - 1);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "sets") == 0)
        return sets(argc - 2, argv + 2);
    if (argc > 2 && strcmp(argv[1], "shapes") == 0)
        return shapes(argc - 2, argv + 2);
    if (argc == 2 && strcmp(argv[1], "findings") == 0)
        return print_findings();
    if (argc == 3 && strcmp(argv[1], "rules") == 0)
        return print_page(argv[2], print_rule_list);
    if (argc == 3 && strcmp(argv[1], "options") == 0)
        return print_page(argv[2], print_option_table);
    if (argc > 2 && strcmp(argv[1], "schema") == 0)
        return print_schema(argc - 2, argv + 2);
    if (argc == 4 && strcmp(argv[1], "command") == 0)
        return print_command_page(argv[2], argv[3]);
    fprintf(stderr,
            "usage: tables sets FILE... | shapes FILE... | findings | rules PAGE | options PAGE | "
            "schema TEMPLATE FILE... | command NAME PAGE\n");
    return 2;
}
