/* SPDX-License-Identifier: MIT */
/* State and functions of the reader of JCloisterZone's saves, for src/formats/jcz and jcz*.c of the
 * rooms.
 *
 * The reader follows the course of the game as far as messages and tiles show it, without the
 * rules: the seat whose turn it is, the seat that is asked in an auction, the tiles that are drawn.
 * A message also names its sender, and may name a follower. These are kept (jcz_said.h) for
 * jcz_verify.c, which knows the rules. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_SAVE_H
#define BASTIDE_FORMATS_JCZ_JCZ_SAVE_H

#include "formats/import.h"
#include "formats/jcz/jcz_random.h"
#include "formats/jcz/jcz_said.h"
#include "formats/jcz/jcz_terms.h"
#include "profiles/profile.h"

enum {
    IDS_MAX = 512,
    MESSAGES_MAX = 20000,
    SPREAD = 2 * CELL_MAX + 3,
    NOBODY = SEATS_MAX,
    NAMED_MAX = 2 * SEATS_MAX,
    JCZ_BUILT = 0x80 /* in the code of a side: a bridge ends there */
};

/* Groups of tiles that random numbers draw from, in the engine's order: rows JCZ_GROUP. */
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

/* A tile that is drawn ahead for one of the next turns, with the places where the record names it.
 */
struct jcz_lot {
    struct stack *stack;
    unsigned owner; /* seat that owns the tile, NOBODY before it is given */
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
    size_t size; /* bytes of the room's own block in struct jcz, which begins as zeros */
    /* True if the turn that was committed last goes on. */
    bool (*goes_on)(const struct jcz *z);
    /* Returns the seat that the game asks while the turn goes on. NULL if it does not matter who
     * sends a message then. */
    unsigned (*asked)(const struct jcz *z);
    const char *phase; /* first letters of the engine's name for the phase while the turn goes on */
    /* Reads a PASS of the seat that is asked. */
    enum outcome (*pass)(struct jcz *z);
    /* Notes the COMMIT of a turn. */
    void (*commit)(struct jcz *z);
    /* True if a PASS before the tile, or a COMMIT, belongs to a decision of the room, and ends no
     * turn. */
    bool (*takes_pass)(struct jcz *z);
    bool (*takes_commit)(struct jcz *z);
    /* True if the engine may be in a phase of that name now, which no message shows; with NULL, in
     * any such phase. */
    bool (*may_ask)(const struct jcz *z, const char *phase);
    /* True if followers may move on after the COMMIT of a turn. */
    bool (*moves_on)(const struct jcz *z);
    /* Adds the placement of a meeple of the room at a segment. False for other meeples. */
    bool (*deploy)(struct jcz *z, const struct segment_ref *ref, struct message *message);
    /* Begins what comes after a turn, once nothing else of that turn follows. */
    void (*after_turn)(struct jcz *z);
    /* Called before a message of a kind is read, and at the end of the replay with
     * MESSAGE_COUNT. */
    void (*before)(struct jcz *z, enum message_kind kind);
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
    struct profile rules;         /* rules by which the game is played */
    bool plays[JCZ_ELEMENTS];     /* elements in play */
    uint8_t supply[MEEPLE_KINDS]; /* meeples of each player; 0 for those of the box */
    bool has_no_followers;        /* no small ones are in play */
    bool brought[JCZ_ELEMENTS];   /* elements whose rules the sets bring */
    struct cell origin;           /* cell of the start tile in the save, 0,0 in the record */
    void *block[JCZ_COURSES];     /* blocks of the rooms */

    bool is_old;    /* a save of version 4 or 5.0 to 5.6 */
    bool is_four;   /* a save of version 4 */
    double r;       /* random number that the next draw uses; in an old save the last salt */
    int64_t seed;   /* of an old save */
    bool is_seeded; /* it has one */
    struct jcz_random random; /* its generator */
    bool knows_random;        /* `r` is known */
    bool shows_draws; /* the save shows how tiles are drawn: by random numbers or an order */
    bool draws;       /* like shows_draws, but false once the remaining tiles are unknown */
    const struct json *order; /* gameAnnotations.drawOrder, used instead of `r`; NULL if the save
                            has none */
    size_t order_at;
    bool draw_told;       /* reported that a tile laid is not the one drawn */
    struct stack *stacks; /* IDS_MAX of them */
    unsigned stack_count;
    unsigned left;                /* tiles still to be drawn, those out of the game included */
    unsigned hidden;              /* tiles that are out of the game, unseen */
    unsigned groups[DRAW_GROUPS]; /* tiles still to be drawn in each group */
    unsigned in_sets, laid;       /* tiles in the sets; tiles that lie */
    uint8_t (**rows)[SIDES];      /* for each of the SPREAD rows of cells, NULL if it is empty: side
                                     codes + 1 of the tiles that lie, bridges included
                                     (JCZ_BUILT); 0 on a free cell */
    struct cell *cells;           /* cells of the tiles that lie */
    struct jcz_lot lots[SEATS_MAX]; /* tiles that were drawn ahead last */
    unsigned lot_count, turns_left; /* number of lots; turns that still have to place them */

    unsigned turn;
    unsigned last_turn;       /* last turn of the game (endTurn), 0 if the save does not limit it */
    unsigned next_seat;       /* seat that lays the next tile */
    unsigned turn_seat, step; /* seat that laid the last tile; step lines of the turn so far */
    unsigned turn_before, step_before; /* turn that was committed last; its step lines */
    bool again;                        /* the next tile is another one of the same turn */
    struct jcz_drawn *tokens;          /* tokens drawn so far */
    uint32_t token_count;
    bool player_told; /* reported that a tile does not name its player; only the player shows
                         whether it is the second tile of a turn */
    bool placed;      /* the turn under way has laid its tile */
    bool ended;       /* the save's last turn is over */
    const struct design *tile; /* tile laid last, NULL if it is unknown */
    struct stack *next;        /* tile drawn after the last message, NULL if it is not known */
    double committed;          /* random number of the last COMMIT */
    bool lots_due;             /* tiles are drawn ahead before the next one is laid */
    struct place commit_place; /* place of the last COMMIT */

    /* State of the message under way. */
    struct place place;
    unsigned seat; /* seat that acts: the player that the message names, otherwise the one that the
                      game asks */
    bool named;    /* the message names its player */
    bool is_late;  /* the message belongs to the turn that was committed last, unless a tile was
                      laid since */
    bool moves_on; /* followers may move on after the COMMIT of a turn */
    enum message_kind follows; /* kind of the next message, leaving out those that may come at any
                                  moment; MESSAGE_COUNT for none */
    enum message_kind asks; /* what the game asks for: the kind of the message under way, or if that
                               may come at any moment, `follows` */
    const struct json *lays; /* the next message that lays or declines a tile; NULL for none */
    unsigned reported_turn;  /* last turn in which a message that makes no sense was reported */
};

/* Raises a finding at the message under way, with its turn and seat. */
struct finding *jcz_raise(struct jcz *z, enum finding_id id, const struct arg *args);
/* jcz_nonsense() reports that the message under way makes no sense (908), once a turn, and returns
 * NONSENSE. jcz_unsupported() reports that it needs something that is not supported (907), and
 * returns STOPPED. */
enum outcome jcz_nonsense(struct jcz *z, enum finding_id id, const struct arg *args);
enum outcome jcz_unsupported(struct jcz *z, const char *what, const char *name);

/* jcz_quarters() returns the quarter turns of a rotation such as "R90" or 90, -1 for any other
 * value. jcz_read_random() reads a random number, from 0 to less than 1; false, with a finding, for
 * any other value. */
long jcz_quarters(const struct json *rotation);
bool jcz_read_random(struct jcz *z, const struct json *value, struct place place);

/* ---- jcz_old.c: saves of version 4 and 5.0 to 5.6 ---- */

/* Reads the seed of the whole game, or the salt of a COMMIT: a text with a number of 64 bits.
 * False, with a finding, for any other value. */
bool jcz_read_seed(struct jcz *z, const struct json *value, struct place place);
bool jcz_read_salt(struct jcz *z, const struct json *value, struct place place);

/* Chooses the generator whose draws are the tiles of the first turns. The version does not always
 * show it. */
void jcz_choose_generator(struct jcz *z, const struct json *document);

/* Returns the feature of a location, which old saves leave out, and replaces a location that had
 * another name. An empty feature if the location is not understood. */
struct str jcz_old_feature(const struct jcz *z, struct cell cell, struct str *location);

/* ---- jcz_four.c: saves of version 4 ---- */

/* Returns setup, players and annotations of a save of version 4 in the form of version 5; NULL,
 * with a finding, if something in it is there twice. */
const struct json *jcz_four_document(struct jcz *z, const struct json *document);

/* Returns the id of a tile in today's form: "BA.RFr" of version 4 is "BA/RFr". NULL if the value is
 * not a text. */
const char *jcz_tile_id(struct jcz *z, const struct json *value);

/* Warns of each field of an object that is not in `known`, a list that ends with NULL. Each field
 * is reported only once in a save. */
void jcz_check_fields(struct jcz *z, const struct json *object, struct place place,
                      const char *const *known);

/* jcz_goes_on() is true if the turn that was committed last goes on. jcz_asked() returns the seat
 * that is asked in it, or NOBODY. */
bool jcz_goes_on(const struct jcz *z);
unsigned jcz_asked(const struct jcz *z);
extern const struct jcz_course *const jcz_courses[JCZ_COURSES];
#define JCZ_COURSE(name) extern const struct jcz_course name##_jcz;
#include "rows.h"

/* Returns the player who lays or declines the next tile; NOBODY if the save does not show one. */
unsigned jcz_next_player(const struct jcz *z);

/* Returns the element in play that lets a player lay two tiles in a turn (rows JCZ_AGAIN), or NULL.
 */
const struct jcz_element *jcz_double_turns(const struct jcz *z);

/* True if the next tile belongs to the same turn as the last one when `player` lays it. A save
 * shows this only by the player that a message names. */
bool jcz_plays_again(const struct jcz *z, unsigned player);

/* ---- jcz_draws.c ---- */

/* jcz_stack_order() compares two stacks by their ids, the order in which draws count the tiles.
 * jcz_stack() returns the stack with an id, or NULL. */
int jcz_stack_order(const void *a, const void *b);
struct stack *jcz_stack(struct jcz *z, const char *id);

/* Returns the group to which the tiles of a design belong. */
enum draw_group jcz_group(const struct jcz *z, const struct design *design);

/* True if the next tile is drawn in the order that the save gives. After the end of the order,
 * random numbers draw the tiles. */
bool jcz_is_ordered(const struct jcz *z);

/* Returns the number of tiles that could be drawn now. */
unsigned jcz_drawable(const struct jcz *z);

/* True if the pack has no tile left: the last ones may be out of the game. */
static inline bool jcz_pack_is_empty(const struct jcz *z)
{
    return z->left <= z->hidden;
}

/* jcz_take() takes a tile from its stack. jcz_draw() draws the next tile, takes it from its stack
 * and returns the stack. It returns NULL if no tile is left, or if the save does not show which
 * tile is drawn. */
void jcz_take(struct jcz *z, struct stack *stack);
struct stack *jcz_draw(struct jcz *z);

/* The state before tiles are drawn on trial. jcz_take_back() takes back the tiles that were drawn,
 * with their discards. */
struct jcz_trial {
    struct jcz jcz;
    struct stack stacks[IDS_MAX];
    uint32_t lines, acts; /* of the record */
};
void jcz_begin_trial(struct jcz_trial *trial, const struct jcz *z);
void jcz_take_back(const struct jcz_trial *trial, struct jcz *z);

/* Counts a tile that lies, and enters its sides in the grid. */
void jcz_lay(struct jcz *z, const struct design *design, struct cell cell, unsigned quarters);

/* Returns the codes of the sides of a cell, as in struct jcz.rows. jcz_sides_to_set() returns them
 * to be changed. */
const uint8_t *jcz_sides_at(const struct jcz *z, struct cell cell);
uint8_t *jcz_sides_to_set(struct jcz *z, struct cell cell);

/* Returns the code of the side where a neighbour of a cell meets it, without JCZ_BUILT; 0 if there
 * is no neighbour. */
unsigned jcz_side_beyond(const struct jcz *z, struct cell cell, unsigned side);

/* True if a tile fits somewhere as it is. If with_building is true, places also count where the
 * tile fits only with something that may be built (rows JCZ_FITS). */
bool jcz_fits_anywhere(const struct jcz *z, const struct design *design, bool with_building);

/* True if the placement of a tile may depend on more than its sides. */
bool jcz_may_build(const struct jcz *z);

/* True if the cell is free and the tile fits there as it is. */
bool jcz_fits_at(const struct jcz *z, const struct design *design, struct cell cell,
                 unsigned quarters);

/* Tiles drawn ahead. jcz_name_lot() writes such a tile into an act. jcz_acquired() returns the tile
 * that z->seat has to place now, and counts it as placed; NULL if the seat has none. */
void jcz_name_lot(struct jcz *z, struct tile_ref *named, struct jcz_lot *lot);
struct jcz_lot *jcz_acquired(struct jcz *z);
/* Exchanges lots, because the seat that has lot `own` laid the tile of another seat. The other seat
 * gets the tile of `own` instead. False if none of the lots still to be placed has the tile that
 * was laid. */
bool jcz_swap_lots(struct jcz *z, struct jcz_lot *own, const struct design *laid);
/* Replaces the tile of a lot, wherever the record names it, because its seat laid another tile than
 * the draws gave it. */
void jcz_rename_lot(struct jcz *z, struct jcz_lot *lot, struct stack *stack);

/* ---- jcz_scenario.c ---- */

/* Reads the assertions of a test about the game after its last message. */
void jcz_read_assertions(struct jcz *z, const struct json *document);

/* ---- jcz_setup.c ---- */

/* Reads everything before the replay: sets, elements, rules, players, start tile. False, with a
 * finding, if the game cannot be read. */
bool jcz_read_setup(struct jcz *z, const struct json *document);
/* ---- jcz_moves.c ---- */

/* A tile that would lie on a cell, and does not fit there as it is. */
struct jcz_misfit {
    struct cell cell;
    const uint8_t *sides; /* its sides (enum side_code) */
    unsigned own_fields;  /* sides (bits) where its field meets a road */
    unsigned own_roads;   /* sides where its road meets a field */
};

/* Functions that the rows of jcz_terms.def and of the rooms name. `free` is true if nothing lay on
 * the cell. */
#define JCZ_MESSAGE(id, type, read, ...)                                                           \
    enum outcome read(struct jcz *z, const struct json *payload, struct message *message);
#define JCZ_FIGURE(id, figure, path, move, ...)                                                    \
    enum outcome move(struct jcz *z, const struct json *to, struct message *message);
#define JCZ_TOKEN(token, verb, kind, wrong, place, ...)                                            \
    void place(struct jcz *z, const struct segment_ref *);
#define JCZ_LAID(function) void function(struct jcz *z, struct cell, bool free);
#define JCZ_GROUP(id, element, stage, holds, ready)                                                \
    bool holds(const struct design *design);                                                       \
    bool ready(const struct jcz *z);
#define JCZ_FITS(element, mends) bool mends(const struct jcz *z, const struct jcz_misfit *misfit);
#include "rows.h"

/* jcz_read_position() reads a position, jcz_read_pointer() a pointer to a feature on a tile. False,
 * with a finding, if it makes no sense. */
bool jcz_read_position(struct jcz *z, const struct json *position, struct cell *cell);
bool jcz_read_pointer(struct jcz *z, const struct json *pointer, struct segment_ref *ref);
/* Reads the name of a follower, such as "1.small.5": its seat, its kind and its number. */
void jcz_read_meeple(struct jcz *z, const struct json *id, struct message *message);
/* True if the turn has laid its tile. Otherwise reports that the message makes no sense, because a
 * decision needs the tile; the message is lost. The tile is lost, too, unless the next message lays
 * it or a seat is still asked in the turn before. */
bool jcz_needs_tile(struct jcz *z);

/* Adds an act of a verb for a token that the current random number draws. */
void jcz_add_token(struct jcz *z, enum verb_id verb);

/* Begins a line for a decision of the seat, if it needs one. Decisions stand on the line of the
 * turn until another seat has decided something; from then on each has a step line. */
void jcz_begin_act(struct jcz *z, unsigned seat);
/* Adds an act that is unknown: something was decided in the turn. */
void jcz_lose_act(struct jcz *z);
/* Adds a turn whose tile, or its cell, is unknown. */
void jcz_lose_tile(struct jcz *z);

#endif
