/* SPDX-License-Identifier: MIT */
/* bastide explain: what a finding means. */
#include "cli/cli.h"

const char explain_help[] =
    "Usage: bastide explain [CODE | NAME]...\n"
    "Explain findings: the rule, where it is written, an example, how to fix it. Without one, list them all.\n\n"
    "      --help          this text\n\n"
    "Exit status: 0, or 2 when a code does not exist. See bastide-findings(7).\n";

static void indented(struct sink *sink, const char *text)
{
    sink_cstr(sink, "    ");
    for (; *text; text++) {
        sink_char(sink, *text);
        if (*text == '\n')
            sink_cstr(sink, "    ");
    }
    sink_char(sink, '\n');
}

static void explain(struct sink *sink, const struct finding_kind *kind)
{
    sink_printf(sink, "%u %s (%s)\n", kind->code, kind->name, severity_name(kind->severity));
    sink_printf(sink, "Rule: %s\n", kind->rule);
    sink_printf(sink, "Written in: %s\n", kind->source);
    sink_cstr(sink, "Example:\n");
    indented(sink, kind->example);
    sink_printf(sink, "Fix: %s\n", kind->fix);
}

int explain_run(int argc, char **argv)
{
    static const struct option longs[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int c = getopt_long(argc, argv, ":", longs, NULL);
    if (c != -1)
        return c == 'h' ? cli_help(explain_help) : cli_usage("explain", "unknown option: %s", argv[optind - 1]);
    struct run *run = run_begin("explain");
    size_t count;
    const struct finding_kind *all = finding_kinds(&count);
    for (size_t i = 0; optind == argc && i < count; i++)
        sink_printf(&run->out, "%u  %-18s %s\n", all[i].code, all[i].name, all[i].rule);
    for (int i = optind; i < argc; i++) {
        const struct finding_kind *kind = cli_finding(argv[i]);
        if (!kind) {
            sink_printf(&run->err, "bastide explain: no such finding: '%s'; 'bastide explain' lists them\n", argv[i]);
            run->status = EXIT_TROUBLE;
            continue;
        }
        if (i > optind)
            sink_char(&run->out, '\n');
        explain(&run->out, kind);
    }
    return run_end(run);
}
