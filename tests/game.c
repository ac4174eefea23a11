/* SPDX-License-Identifier: MIT */
/* Reads tile sets and games for the test programs. */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>

#include "tiles/tile_yaml.h"

static struct catalogue known;

void player_begin(struct player *p, int *argc, char ***argv)
{
    const char *error;
    struct str text;
    struct tile_yaml_error where;
    catalogue_init(&known);
    p->catalogue = &known;
    for (; *argc > 2 && strcmp((*argv)[1], "-t") == 0; *argc -= 2, *argv += 2) {
        struct input *input = input_open(str_of((*argv)[2]), &error);
        const struct tileset *set =
            input && input_whole(input, &text) ? tile_yaml_read(&known.arena, text, &where) : NULL;
        if (!set || !catalogue_add(&known, set))
            abort();
        input_close(input);
    }
}

void player_free(struct player *p)
{
    arena_free(&p->arena);
    ledger_free(&p->ledger);
    catalogue_free(&known);
}

bool player_read(struct player *p, struct source *source, bool *is_game)
{
    arena_reset(&p->arena);
    p->findings = (struct findings){.arena = &p->arena};
    return source_next(source, &p->arena, &p->findings, &p->record, is_game);
}

bool player_open(struct player *p, const char *file)
{
    const char *error;
    bool is_game = false;
    struct input *input = input_open(str_of(file), &error);
    if (!input) {
        printf("%s: %s\n", file, error);
        return false;
    }
    struct source source;
    source_begin(&source, input, p->catalogue);
    bool good = player_read(p, &source, &is_game) && is_game;
    source_end(&source);
    input_close(input);
    p->referee.through = UINT16_MAX;
    if (good)
        referee_begin(&p->referee, &p->record, &p->findings, &p->ledger);
    return good;
}
