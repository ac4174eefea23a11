/* SPDX-License-Identifier: MIT */
/* A save of JCloisterZone that is being read, for src/formats/jcz and jcz*.c of the rooms.
 *
 * The reader follows the course of the game as far as messages and tiles show it, without the
 * rules: whose turn it is, who is asked in an auction, which tiles are drawn. A message also tells
 * who sent it and which follower it names. That is kept (jcz_said.h) for jcz_verify.c, which knows
 * the rules.
 */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_SAVE_H
#define BASTIDE_FORMATS_JCZ_JCZ_SAVE_H

#include "formats/import.h"
#include "formats/jcz/jcz_said.h"
#include "formats/jcz/jcz_terms.h"
#include "profiles/profile.h"

enum {
    IDS_MAX = 512,
    MESSAGES_MAX = 20000,
    SPREAD = 2 * CELL_MAX + 3,
    NOBODY = SEATS_MAX,
    NAMED_MAX = 2 * SEATS_MAX
};

/* The groups that random numbers draw from, in their order: rows JCZ_GROUP. */
enum draw_group {
#define JCZ_GROUP(id, ...) GROUP_##id,
#include "rows.h"
    DRAW_GROUPS
};

/* Tiles of one id that are still to be drawn. */
struct stack {
    const char *id;
    const struct design *design;
    unsigned left;
    enum draw_group group;
};

/* A tile that is drawn ahead for one of the next turns, and where the record names it. */
struct jcz_lot {
    struct stack *stack;
    unsigned owner; /* NOBODY before it is given */
    bool placed;
    struct tile_ref *named[NAMED_MAX];
    unsigned named_count;
};

struct jcz;

/* The result of reading a message. */
enum outcome {
    READ,
    NONSENSE, /* reported; the turn goes on without the message */
    STOPPED,  /* not supported: no message after it can be judged */
};

/* A room's part in the course of a game: a struct jcz_course NAME_jcz for each row
 * JCZ_COURSE(NAME). Any function may be NULL.
 */
struct jcz_course {
    size_t size; /* of the room's own block in struct jcz, which begins as zeros */
    /* Does the turn that was committed last go on? */
    bool (*goes_on)(const struct jcz *z);
    /* The seat that the game asks while the turn goes on; NULL where messages then have no player
     * of their own. */
    unsigned (*asked)(const struct jcz *z);
    const char *phase; /* first letters of the engine's name for the phase while the turn goes on */
    /* The seat that is asked passes. */
    enum outcome (*pass)(struct jcz *z);
    /* A turn ends with its COMMIT. */
    void (*commit)(struct jcz *z);
};

enum {
#define JCZ_COURSE(name) JCZ_COURSE_##name,
#include "rows.h"
    JCZ_COURSES
};

struct jcz {
    struct importer *im;
    unsigned seats;
    struct str names[SEATS_MAX];
    struct profile rules;       /* by which the game is played */
    bool plays[JCZ_ELEMENTS];   /* which elements are in play */
    bool brought[JCZ_ELEMENTS]; /* and which rules the sets bring */
    struct cell origin;         /* where the start tile lies: our 0,0 */
    void *block[JCZ_COURSES];   /* what the rooms keep */

    double r;            /* the random number that the next draw uses */
    bool knows_random;   /* it is known */
    bool shows_draws;    /* the save says how tiles are drawn, by random numbers or an order */
    bool draws;          /* and it is still known what is left */
    const json_t *order; /* gameAnnotations.drawOrder, instead of r */
    size_t order_at;
    bool draw_told; /* that a tile laid is not the one drawn */
    struct stack stacks[IDS_MAX];
    unsigned stack_count;
    unsigned left;                  /* tiles to be drawn, all */
    unsigned groups[DRAW_GROUPS];   /* and those of each group */
    unsigned in_sets, laid;         /* tiles of the sets; of these what lies */
    uint8_t (*grid)[SPREAD][SIDES]; /* side codes + 1 of what lies, bridges included; 0 where
                                       nothing does */
    struct jcz_lot lots[SEATS_MAX]; /* the tiles that were drawn ahead last */
    unsigned lot_count, turns_left; /* turns_left: that place them */

    unsigned turn;
    unsigned last_turn;                /* that the save lets be played, 0 for all */
    unsigned next_seat;                /* who lays the next tile */
    unsigned turn_seat, step;          /* who laid the last tile; step lines of the turn so far */
    unsigned turn_before, step_before; /* the turn that was committed last, and its step lines */
    bool again;                        /* the next tile is another one of the same turn */
    bool player_told;          /* that a tile's player is not named, by which alone that is seen */
    bool placed;               /* the turn under way laid its tile */
    bool ended;                /* the save's last turn is over */
    const struct design *tile; /* the tile laid last */
    struct stack *next; /* the tile drawn after the last message, NULL where that is not known */
    double committed;   /* the random number of the last COMMIT */
    struct place commit_place; /* and its place: that of all acts that it stands for */

    /* The message under way. */
    struct place place;
    unsigned seat;          /* who acts: as it says, else as the game goes */
    bool named;             /* it says so */
    bool is_late;           /* it belongs to the turn that was committed last, if no tile is laid */
    bool tile_follows;      /* the next one lays a tile */
    unsigned next_player;   /* who lays, or declines, the next tile; NOBODY where the save does not
                               say, or lays none */
    unsigned reported_turn; /* the last turn of which a message made no sense */
};

/* A finding at the message under way, with its turn and seat. */
struct finding *jcz_raise(struct jcz *z, enum finding_id id, const struct arg *args);
/* 908: the message makes no sense. 907: it is of something that is not supported. */
enum outcome jcz_nonsense(struct jcz *z, enum finding_id id, const struct arg *args);
enum outcome jcz_unsupported(struct jcz *z, const char *what, const char *name);

/* "R90", or 90, as quarter turns; -1 for what is neither. */
long jcz_quarters(const json_t *rotation);
bool jcz_read_random(struct jcz *z, const json_t *value, struct place place);

/* Tells fields that an object has beside those known (ended by NULL), each once a save. */
void jcz_check_fields(struct jcz *z, const json_t *object, struct place place,
                      const char *const *known);

/* Does the turn that was committed last go on? Who is asked in it, or NOBODY. */
bool jcz_goes_on(const struct jcz *z);
unsigned jcz_asked(const struct jcz *z);
extern const struct jcz_course *const jcz_courses[JCZ_COURSES];
#define JCZ_COURSE(name) extern const struct jcz_course name##_jcz;
#include "rows.h"

/* The element in play that lets a player lay two tiles in a turn (rows JCZ_AGAIN); NULL without. */
const struct jcz_element *jcz_double_turns(const struct jcz *z);

/* Is the next tile another one of the turn under way, if a player lays it? Messages show it by
 * their player alone. */
bool jcz_plays_again(const struct jcz *z, unsigned player);

/* ---- jcz_draws.c ---- */

/* The order of ids by which tiles are drawn. */
int jcz_stack_order(const void *a, const void *b);
struct stack *jcz_stack(struct jcz *z, const char *id);

/* The group of a design's tiles. */
enum draw_group jcz_group(const struct jcz *z, const struct design *design);

/* Is the next tile drawn in the order that the save gives? One that is used up is followed by the
 * random numbers. */
bool jcz_is_ordered(const struct jcz *z);

/* How many tiles could be drawn now. */
unsigned jcz_drawable(const struct jcz *z);

/* Takes a tile from its stack; the next one drawn, NULL when none is left or the save does not say.
 */
void jcz_take(struct jcz *z, struct stack *stack);
struct stack *jcz_draw(struct jcz *z);

/* Keeps a tile's sides in the grid. */
void jcz_lay(struct jcz *z, const struct design *design, struct cell cell, unsigned quarters);

/* Would a tile fit anywhere there: as it is, or with what can be built (rows JCZ_FITS) too? */
bool jcz_fits_anywhere(const struct jcz *z, const struct design *design, bool with_building);

/* Does more than its sides decide whether a tile fits? */
bool jcz_may_build(const struct jcz *z);

/* Is the cell free, and does it fit there as it is? */
bool jcz_fits_at(const struct jcz *z, const struct design *design, struct cell cell,
                 unsigned quarters);

/* Tiles drawn ahead: an act names one; the one that the seat has, to be placed now, NULL without
 * one. */
void jcz_name_lot(struct jcz *z, struct tile_ref *named, struct jcz_lot *lot);
struct jcz_lot *jcz_acquired(struct jcz *z);
/* A seat lays another seat's lot: that seat gets this seat's instead. False when the tile is no
 * lot. */
bool jcz_swap_lots(struct jcz *z, struct jcz_lot *own, const struct design *laid);
/* A seat lays another tile than the one that the draws gave it: that is the lot's, wherever it was
 * named. */
void jcz_rename_lot(struct jcz *z, struct jcz_lot *lot, struct stack *stack);

/* ---- jcz_scenario.c ---- */

/* The assertions of a test about the game after its last message. */
void jcz_read_assertions(struct jcz *z, const json_t *document);

/* ---- jcz_setup.c ---- */

/* Everything before the replay: sets, elements, rules, players, start tile. False with a finding.
 */
bool jcz_read_setup(struct jcz *z, const json_t *document);
/* ---- jcz_moves.c ---- */

/* The functions of rows of jcz_terms.def and of the rooms. `free` is true if nothing lay on the
 * cell. */
#define JCZ_MESSAGE(id, type, read, ...)                                                           \
    enum outcome read(struct jcz *z, const json_t *payload, struct message *message);
#define JCZ_FIGURE(id, figure, path, move, ...)                                                    \
    enum outcome move(struct jcz *z, const json_t *to, struct message *message);
#define JCZ_TOKEN(token, verb, kind, wrong, place, ...)                                            \
    void place(struct jcz *z, const struct segment_ref *);
#define JCZ_LAID(function) void function(struct jcz *z, struct cell, bool free);
#define JCZ_GROUP(id, element, stage, holds, ready)                                                \
    bool holds(const struct design *design);                                                       \
    bool ready(const struct jcz *z);
#define JCZ_FITS(element, mends) bool mends(unsigned own_fields, unsigned own_roads);
#include "rows.h"

/* A position; a pointer to a feature on a tile. False with a finding. */
bool jcz_read_position(struct jcz *z, const json_t *position, struct cell *cell);
bool jcz_read_pointer(struct jcz *z, const json_t *pointer, struct segment_ref *ref);
/* "1.small.5": whose, of which kind, and its number. */
void jcz_read_meeple(struct jcz *z, const json_t *id, struct message *message);
/* A decision is about a tile that lies; where none does its message is lost. */
bool jcz_needs_tile(struct jcz *z);
/* The codes of the sides of a cell, see struct jcz.grid. */
uint8_t *jcz_sides_at(struct jcz *z, int x, int y);

/* The line that a decision of the seat stands on: the turn's own, until somebody else has decided
 * something. */
void jcz_begin_act(struct jcz *z, unsigned seat);
/* Something was decided in the turn, and the record does not say what. */
void jcz_lose_act(struct jcz *z);
/* A tile was laid, and the record does not say which, or where. */
void jcz_lose_tile(struct jcz *z);

#endif
