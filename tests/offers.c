/* offers FILE...: what the referee lets seats choose, before every decision of a game, to be held against another program's lists.
 * A line each: FILE, turn, what is decided, choices.
 *
 *   place X,Y,QUARTERS ...                  where the turn's tile may lie
 *   move follower:X,Y,KIND,PORTS ... bridge:... fairy:... princess:...      what the seat may do once it lies
 *   dragon X,Y ...                          where the dragon may step
 *   castle castle:... ...                   what may be founded
 *   bazaar WHAT:SEAT                        who chooses a tile, bids, or says whether it buys or sells
 *
 * Ports are the sides of roads and cities, the halves of fields, by the compass. */
#include <stdio.h>

#include "game.h"
#include "rules/pieces.h"

enum { CHOICES_MOST = 4096 };

/* The acts of a turn's lines, in their order. */
struct script {
    const struct line *line, *end;
    uint32_t next;
};

static struct player player;
static struct choice list[CHOICES_MOST];
static const char *file;

static void print_segment(const char *what, const struct segment_ref *ref)
{
    const struct ledger *ledger = &player.ledger;
    unsigned node = ledger_node(ledger, table_at(&player.referee.table, ref->cell.x, ref->cell.y), ref);
    enum kind kind = ledger_node_kind(ledger, node);
    port_set ports = ledger_node_ports(ledger, node);
    printf(" %s:%d,%d,%s,", what, ref->cell.x, ref->cell.y, kinds[kind].name);
    for (unsigned port = 0; port < PORTS; port++)
        if (ports >> port & 1 && port_is_middle(port) == kinds[kind].middle)
            printf("%s%s", port_names[port], kinds[kind].middle ? "" : ".");
}

static void print_act(const struct act *act)
{
    if (act->kind == ACT_STAND)
        print_segment("follower", &act->segment);
    else if (act->verb == VERB_BRIDGE)
        printf(" bridge:%d,%d,road,%s", act->segment.cell.x, act->segment.cell.y, act->segment.port == 1 ? "NS" : "EW");
    else
        print_segment(verbs[act->verb].name, &act->segment);
}

static void print_placements(const struct line *line)
{
    static struct spot spots[4096];
    const struct design *design = line->tile.design;
    bool undetermined;
    unsigned count = referee_spots(&player.referee, design, spots, 4096, &undetermined);
    printf("%s %u place", file, line->turn);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = spots[i].orient; k < 4; k += design->symmetry)
            printf(" %d,%d,%u", spots[i].cell.x, spots[i].cell.y, k);
    printf("\n");
}

static void print_steps(const char *text, size_t steps)
{
    struct cell cells[SIDES];
    unsigned count = dragon_list(&player.referee, (struct str){text, steps}, cells);
    if (!count)
        return;
    printf("%s %u dragon", file, player.referee.turn);
    for (unsigned i = 0; i < count; i++)
        printf(" %d,%d", cells[i].x, cells[i].y);
    printf("\n");
}

static void print_choices(const char *what, const struct choices *choices)
{
    printf("%s %u %s", file, player.referee.turn, what);
    for (unsigned i = 0; i < choices->count; i++)
        print_act(&choices->list[i].act);
    printf("\n");
}

/* ---- The script ---- */

/* The next act of the turn that belongs to its phase; NULL when the next one belongs to a later one. */
static const struct act *next_act(struct script *script, unsigned *seat)
{
    const struct referee *r = &player.referee;
    for (; script->line < script->end; script->line++, script->next = 0)
        for (; script->next < script->line->act_count; script->next++) {
            const struct act *act = &script->line->acts[script->next];
            enum phase phase = act->kind == ACT_STAND ? PHASE_MOVE : act->kind == ACT_ASIDE ? PHASE_SEQUEL
                               : act->kind == ACT_VERB ? (enum phase)r->move_phase[act->verb] : PHASE_OVER;
            *seat = script->line->seat;
            if (phase != PHASE_OVER)
                return (unsigned)phase == r->phase ? act : NULL;
        }
    return NULL;
}

/* Does the next act of the script, if it belongs here, and says so. */
static bool do_next(struct script *script, unsigned *verb)
{
    unsigned seat;
    const struct act *act = next_act(script, &seat);
    if (!act)
        return false;
    *verb = act->kind == ACT_VERB ? act->verb : (unsigned)VERB_COUNT;
    referee_do(&player.referee, seat, act);
    script->next++;
    return true;
}

/* The silent words of an auction are said. */
static void play_bazaar(struct script *script)
{
    struct choices choices = {.list = list, .most = CHOICES_MOST};
    struct referee *r = &player.referee;
    for (choices_find(r, &choices); choices.count; choices_find(r, &choices)) {
        const struct choice *first = &choices.list[0];
        unsigned seat = SEAT_NONE, verb;
        const struct act *act = next_act(script, &seat);
        const char *what = first->act.verb == VERB_BID || first->act.verb == VERB_FREE ? "choose" : first->act.verb == VERB_PASS ? "bid"
                           : choices.count > 1 ? "word" : "";
        if (*what)
            printf("%s %u bazaar %s:%u\n", file, r->turn, what, first->seat);
        bool passes = first->act.verb == VERB_PASS && !(act && act->verb == VERB_BID && seat == first->seat && act->number > 0 &&
                                                        choices.count > 1 && act->number >= choices.list[1].act.number &&
                                                        act->tile.design == choices.list[1].act.tile.design);
        bool buys = first->act.verb == VERB_BUY && choices.count == 1 && !(act && act->verb == VERB_BUY);
        if (passes || buys)
            referee_do(r, first->seat, &first->act);
        else if (!do_next(script, &verb))
            return;
    }
}

static void play_phase(struct script *script)
{
    struct choices choices = {.list = list, .most = CHOICES_MOST};
    struct referee *r = &player.referee;
    unsigned verb = VERB_COUNT;
    if (r->phase == PHASE_SEQUEL) {
        play_bazaar(script);
        return;
    }
    do {
        unsigned seat;
        const struct act *act = next_act(script, &seat);
        if (act && act->kind == ACT_VERB && act->verb == VERB_DRAGON)
            for (size_t steps = 0; steps <= act->text.n; steps++)
                print_steps(act->text.p, steps);
        choices_find(r, &choices);
        if (r->phase == PHASE_MOVE || r->phase == PHASE_DECISION)
            print_choices(r->phase == PHASE_MOVE ? "move" : "castle", &choices);
    } while (do_next(script, &verb));
}

static const struct line *turn_end(const struct line *line, const struct line *end)
{
    const struct line *next = line + 1;
    while (next < end && next->kind == LINE_STEP)
        next++;
    return next;
}

int main(int argc, char **argv)
{
    player_begin(&player, &argc, &argv);
    for (int i = 1; i < argc; i++) {
        struct referee *r = &player.referee;
        file = argv[i];
        if (!player_open(&player, file))
            return 2;
        const struct line *end = player.record.lines + player.record.line_count;
        for (const struct line *line = player.record.lines, *next; line < end; line = next) {
            next = turn_end(line, end);
            if (line->kind != LINE_TURN || !line->has_tile) {
                referee_line(r, line);
                continue;
            }
            struct script script = {.line = line, .end = next};
            referee_turn(r, line);
            print_placements(line);
            referee_lay(r, line);
            do
                play_phase(&script);
            while (referee_go_on(r));
        }
        for (const struct finding *finding = player.findings.first; finding; finding = finding->next)
            printf("%s: %s\n", file, finding->message);
    }
    player_free(&player);
    return 0;
}
