/* SPDX-License-Identifier: MIT */
/* bastide tiles: lists the tile sets and their designs. */
#include <unistd.h>

#include "base/bits.h"
#include "cli/cli.h"
#include "draw/draw.h"
#include "draw/svg.h"
#include "report/emit.h"
#include "tiles/ctr.h"

static void print_marks(struct sink *sink, unsigned set, char before)
{
    for (unsigned id = 0; id < MARK_COUNT; id++)
        if (set >> id & 1)
            sink_printf(sink, "%c%s", before, marks[id].sign);
}

static void print_segments(struct sink *sink, const struct design *design)
{
    for (unsigned i = 0; i < design->segment_count; i++) {
        char name[8];
        segment_name(design, 0, i, name);
        sink_printf(sink, " %s", name);
        for (unsigned k = 0; k < design->segments[i].shields; k++)
            sink_char(sink, '@');
        print_marks(sink, design->segments[i].marks, ':');
    }
}

/* Prints the other names of a design: "   also BA/LR, ffrf". */
static void print_names(struct sink *sink, const struct tileset *set, const struct design *design)
{
    const char *before = "   also ";
    char spoken[CTR_NAME_SIZE];
    for (unsigned i = 0; i < ALIASES_MAX && design->aliases[i]; i++, before = ", ")
        sink_printf(sink, "%s%s", before, design->aliases[i]);
    if (ctr_name(set, design, spoken))
        sink_printf(sink, "%s%s", before, spoken);
}

static void text_design(struct sink *sink, const struct tileset *set, const struct design *design)
{
    struct drawing drawing;
    draw_design(design, 0, &drawing);
    for (unsigned row = 0; row < DRAW_ROWS; row++) {
        sink_cstr(sink, "  ");
        sink_bytes(sink, drawing.at[row], DRAW_COLUMNS);
        if (row == 0) {
            sink_printf(sink, "   %s, %u tile%s", design->name, design->count,
                        design->count == 1 ? "" : "s");
            if (set->start && strcmp(set->start, design->name) == 0)
                sink_cstr(sink, ", the start tile");
            if (design->marks)
                sink_char(sink, ':');
            print_marks(sink, design->marks, ' ');
            if (design->title.n) {
                sink_cstr(sink, " (");
                sink_plain(sink, design->title);
                sink_char(sink, ')');
            }
        } else if (row == 1) {
            sink_cstr(sink, "  ");
            print_segments(sink, design);
        } else {
            print_names(sink, set, design);
        }
        sink_char(sink, '\n');
    }
    sink_char(sink, '\n');
}

static void emit_marks(struct emitter *e, unsigned set)
{
    emit_key(e, "marks");
    emit_list(e);
    for (unsigned id = 0; id < MARK_COUNT; id++)
        if (set >> id & 1)
            emit_str(e, str_of(marks[id].sign));
    emit_close(e);
}

static void emit_design(struct emitter *e, const struct tileset *set, const struct design *design)
{
    static struct shape shape;
    struct sink path;
    sink_open(&path, -1);
    shape_of(design, &shape);
    emit_begin(e);
    emit_key_text(e, "event", "tile");
    emit_key_text(e, "set", set->name);
    emit_key_text(e, "game", games[set->game].name);
    if (set->provenance.n)
        emit_key_str(e, "provenance", set->provenance);
    emit_key_text(e, "name", design->name);
    emit_key_int(e, "count", design->count);
    emit_key_bool(e, "start", set->start && strcmp(set->start, design->name) == 0);
    char sides[SIDES];
    for (unsigned side = 0; side < SIDES; side++)
        sides[side] = SIDE_LETTERS[design->side[0][side]];
    emit_key(e, "sides");
    emit_str(e, (struct str){sides, SIDES});
    emit_marks(e, design->marks);
    if (design->title.n)
        emit_key_str(e, "title", design->title);
    emit_key(e, "aliases");
    emit_list(e);
    for (unsigned i = 0; i < ALIASES_MAX && design->aliases[i]; i++)
        emit_str(e, str_of(design->aliases[i]));
    emit_close(e);
    char spoken[CTR_NAME_SIZE];
    if (ctr_name(set, design, spoken))
        emit_key_text(e, "spoken", spoken);
    if (shape.river.count) {
        svg_path(&path, &shape.river, (struct lie){{0, 0}, 0}, false);
        emit_key(e, "river");
        emit_str(e, sink_text(&path));
    }
    emit_key(e, "segments");
    emit_list(e);
    for (unsigned i = 0; i < design->segment_count; i++) {
        char name[8];
        segment_name(design, 0, i, name);
        emit_map(e);
        emit_key_text(e, "kind", kinds[design->segments[i].kind].name);
        emit_key_text(e, "segment", name);
        emit_key(e, "ports");
        emit_list(e);
        for (unsigned port = 0; port < PORTS; port++)
            if (design->segments[i].ports >> port & 1)
                emit_str(e, str_of(port_names[port]));
        emit_close(e);
        if (design->segments[i].joined) {
            emit_key(e, "joined");
            emit_list(e);
            FOR_EACH_BIT(other, design->segments[i].joined) {
                segment_name(design, 0, other, name);
                emit_str(e, str_of(name));
            }
            emit_close(e);
        }
        if (shape.land[i].count) {
            sink_clear(&path);
            svg_path(&path, &shape.land[i], (struct lie){{0, 0}, 0},
                     design->segments[i].kind != KIND_ROAD);
            emit_key(e, "path");
            emit_str(e, sink_text(&path));
        }
        emit_key(e, "spot");
        emit_list(e);
        emit_int(e, shape.spots[i].x);
        emit_int(e, shape.spots[i].y);
        emit_close(e);
        if (design->segments[i].shields)
            emit_key_int(e, "shields", design->segments[i].shields);
        if (design->segments[i].marks)
            emit_marks(e, design->segments[i].marks);
        emit_close(e);
    }
    emit_close(e);
    emit_end(e);
    sink_close(&path);
}

static bool is_named(const struct design *design, const char *name)
{
    bool named = strcmp(name, design->name) == 0;
    for (unsigned i = 0; i < ALIASES_MAX && design->aliases[i]; i++)
        named |= strcmp(name, design->aliases[i]) == 0;
    return named || ctr_fits(design, str_of(name));
}

/* True if the design has one of the names, or if there are no names. */
static bool is_wanted(const struct design *design, char **names)
{
    bool wanted = !*names;
    for (char **name = names; *name; name++)
        wanted |= is_named(design, *name);
    return wanted;
}

static void print_set(struct run *run, struct emitter *emitter, const struct tileset *set,
                      char **names)
{
    unsigned tiles = 0;
    for (unsigned i = 0; i < set->design_count; i++)
        tiles += set->designs[i].count;
    if (!emitter && !*names) {
        sink_printf(&run->out, "%s: ", set->name);
        sink_plain(&run->out, set->title.n ? set->title : str_of(set->name));
        sink_printf(&run->out, ", %u tiles of %u designs%s", tiles, set->design_count,
                    set->provenance.n ? "; provenance: " : "");
        sink_plain(&run->out, set->provenance);
        sink_cstr(&run->out, "\n\n");
    }
    for (unsigned i = 0; i < set->design_count; i++) {
        if (!is_wanted(&set->designs[i], names))
            continue;
        if (emitter)
            emit_design(emitter, set, &set->designs[i]);
        else
            text_design(&run->out, set, &set->designs[i]);
    }
}

/* Draws the wanted designs in one picture. */
static void draw_sets(struct run *run, const char *only, char **names)
{
    const struct design **designs = arena_alloc(&run->arena, NAMES_MAX * sizeof *designs);
    unsigned count = 0;
    for (unsigned i = 0; i < run->catalogue.set_count; i++) {
        const struct tileset *set = run->catalogue.sets[i];
        for (unsigned k = 0;
             (!only || strcmp(only, set->name) == 0) && k < set->design_count && count < NAMES_MAX;
             k++)
            if (is_wanted(&set->designs[k], names))
                designs[count++] = &set->designs[k];
    }
    svg_designs(designs, count, str_of(only ? only : "Tiles"), &run->out);
}

static bool has_design(const struct run *run, const char *only, const char *name)
{
    for (unsigned i = 0; i < run->catalogue.set_count; i++)
        for (unsigned k = 0; (!only || strcmp(only, run->catalogue.sets[i]->name) == 0) &&
                             k < run->catalogue.sets[i]->design_count;
             k++)
            if (is_named(&run->catalogue.sets[i]->designs[k], name))
                return true;
    return false;
}

int cmd_tiles(int argc, char **argv)
{
    enum { SVG = 3 };
    static const char *const forms[] = {"json", "yaml", "text", "svg"};
    struct run *run = run_begin(command_find("tiles"));
    static struct emitter emitter;
    const char *only = NULL;
    int form = 2, c;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == LONG_SET)
            only = optarg;
        if (c == 'f')
            form = cli_word(forms, 4);
    }
    confining_to(run, CONFINE_ALL);
    if (only && !catalogue_set(&run->catalogue, str_of(only)))
        return cli_usage("tiles", "unknown tile set '%s'%s", only, run_set_hint(run, only));
    for (char **name = argv + optind; *name; name++)
        if (!has_design(run, only, *name))
            return cli_usage("tiles",
                             only ? "no tile of set %s is named '%s'" : "no tile%s is named '%s'",
                             only ? only : "", *name);
    if (form == SVG) {
        draw_sets(run, only, argv + optind);
        return run_end(run);
    }
    if (form < 2)
        emit_open(&emitter, (enum emit_form)form, &run->out);
    for (unsigned i = 0; i < run->catalogue.set_count; i++)
        if (!only || strcmp(only, run->catalogue.sets[i]->name) == 0)
            print_set(run, form < 2 ? &emitter : NULL, run->catalogue.sets[i], argv + optind);
    if (form < 2)
        emit_finish(&emitter);
    return run_end(run);
}
