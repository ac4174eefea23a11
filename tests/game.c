/* See game.h. */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t random_next64(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

unsigned random_below(struct random *random, unsigned n)
{
    return (unsigned)(random_next64(random) % n);
}

static void write_totals(struct sink *out, const struct referee *r, char before)
{
    for (unsigned seat = 0; seat < r->seats; seat++) {
        sink_char(out, seat ? ',' : before);
        sink_int(out, r->scores[seat]);
    }
}

/* Of several legal spots the one that touches most tiles, so that features meet. */
static struct spot choose_spot(struct player *p, struct random *random, const struct spot *spots, unsigned count)
{
    struct spot best = spots[random_below(random, count)];
    unsigned most = 0;
    for (unsigned i = 0; i < 3; i++) {
        struct spot spot = spots[random_below(random, count)];
        unsigned touching = 0;
        for (unsigned side = 0; side < SIDES; side++)
            touching += table_at(&p->referee.table, spot.cell.x + side_dx[side], spot.cell.y + side_dy[side]) != TILE_NONE;
        if (touching > most) {
            most = touching;
            best = spot;
        }
    }
    return best;
}

static void play_turn(struct player *p, struct random *random, const struct design *design, unsigned turn, unsigned seat,
                      struct spot spot, struct sink *out)
{
    struct line line = {.kind = LINE_TURN, .seat = (uint8_t)seat, .turn = (uint16_t)turn, .has_tile = true,
                        .orient = spot.orient, .cell = spot.cell, .tile = {str_of(design->name), design, {0}}};
    int32_t before[SEATS_MOST];
    memcpy(before, p->referee.scores, sizeof before);
    unsigned tile = referee_lay(&p->referee, &line);
    uint16_t nodes[NODES_PER_TILE];
    unsigned count = follower_list(&p->referee, tile, seat, nodes);
    struct act act = {.kind = ACT_NONE};
    char name[8] = "-";
    if (count && random_below(random, 100) < 45) {
        unsigned segment = nodes[random_below(random, count)] % NODES_PER_TILE;
        const struct segment *s = &design->segments[segment];
        port_set named = kinds[s->kind].middle ? s->ports & PORTS_MIDDLE : s->ports;
        unsigned port = ports_first(ports_turned(named, spot.orient));
        act = (struct act){.kind = ACT_STAND, .segment = {.kind = s->kind, .port = (uint8_t)port, .index = port == PORT_NONE}};
        segment_name(design, spot.orient, segment, name);
    }
    line.acts = &act;
    line.act_count = 1;
    referee_act(&p->referee, &line, tile);
    sink_printf(out, "%u%c %s %d,%d%c %s", turn, 'a' + seat, design->name, spot.cell.x, spot.cell.y, "NESW"[spot.orient], name);
    if (p->claims && memcmp(before, p->referee.scores, sizeof before) != 0) {
        sink_char(out, ' ');
        write_totals(out, &p->referee, '=');
    }
    sink_char(out, '\n');
}

static void play_discard(struct player *p, const struct design *design, unsigned turn, unsigned seat, struct sink *out)
{
    struct act act = {.kind = ACT_DISCARD, .tile = {str_of(design->name), design, {0}}};
    struct line line = {.kind = LINE_TURN, .seat = (uint8_t)seat, .turn = (uint16_t)turn, .acts = &act, .act_count = 1};
    referee_act(&p->referee, &line, referee_lay(&p->referee, &line));
    sink_printf(out, "%u%c discard:%s\n", turn, 'a' + seat, design->name);
}

static void begin_game(struct player *p, unsigned seats, const char *profile, struct sink *out)
{
    static const char *const names[SEATS_MOST] = {"Ada", "Ben", "Cid", "Dora", "Emil", "Fay"};
    if (!p->catalogue.set_count)
        catalogue_init(&p->catalogue);
    arena_reset(&p->arena);
    p->findings = (struct findings){.arena = &p->arena};
    p->record = (struct record){.rules = str_of(profile), .player_count = seats, .set_count = 1};
    p->record.sets[0] = catalogue_set(&p->catalogue, str_of("base"));
    p->ledger.wanted = 0;
    p->referee.through = UINT16_MAX;
    referee_begin(&p->referee, &p->record, &p->arena, &p->findings, &p->ledger);
    sink_printf(out, "%%CRN 1\nrules: %s\nplayers: [", profile);
    for (unsigned i = 0; i < seats; i++)
        sink_printf(out, "%s%s", i ? ", " : "", names[i]);
    sink_cstr(out, "]\n---\n");
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
    struct input *input = input_open(file, &error);
    if (!input) {
        printf("%s: %s\n", file, error);
        return false;
    }
    struct source source;
    source_begin(&source, input, &p->catalogue);
    bool good = player_read(p, &source, &is_game) && is_game;
    input_close(input);
    p->referee.through = UINT16_MAX;
    if (good)
        referee_begin(&p->referee, &p->record, &p->arena, &p->findings, &p->ledger);
    return good;
}

void player_game(struct player *p, struct random *random, unsigned seats, const char *profile, struct sink *out)
{
    const struct design *bag[TILES_MOST];
    unsigned left = 0;
    begin_game(p, seats, profile, out);
    const struct tileset *set = p->record.sets[0];
    for (unsigned i = 0; i < set->design_count; i++)
        for (unsigned k = strcmp(set->designs[i].name, set->start) == 0; k < set->designs[i].count; k++)
            bag[left++] = &set->designs[i];
    static struct spot spots[4 * TILES_MOST * 4];
    for (unsigned turn = 1, seat = 0; left;) {
        unsigned drawn = random_below(random, left);
        const struct design *design = bag[drawn];
        bag[drawn] = bag[--left];
        bool undetermined;
        unsigned count = placing_list(&p->referee.table, design, NULL, spots, sizeof spots / sizeof *spots, &undetermined);
        if (!count) {
            play_discard(p, design, turn, seat, out);
            continue;
        }
        play_turn(p, random, design, turn, seat, choose_spot(p, random, spots, count), out);
        turn++;
        seat = (seat + 1) % seats;
    }
    struct line end = {.kind = LINE_END};
    referee_line(&p->referee, &end);
    sink_cstr(out, "end");
    if (p->claims)
        write_totals(out, &p->referee, ' ');
    sink_char(out, '\n');
    if (p->findings.first) {
        fprintf(stderr, "the player broke a rule: %s\n", p->findings.first->message);
        abort();
    }
}
