/* SPDX-License-Identifier: MIT */
/* Shared parts of the importer of JCloisterZone's saves: src/import/jcz*.c and jcz.c of the rooms.
 *
 * The importer follows the course of the game as far as messages and tiles show it, without the
 * rules: whose turn it is, who is asked in an auction, which tiles are drawn. What a message says
 * beside its move, who sent it and which follower it names, is kept in record->messages, for those
 * who know the rules.
 */
#ifndef BASTIDE_IMPORT_JCZ_H
#define BASTIDE_IMPORT_JCZ_H

#include "import/import.h"
#include "import/jcz_terms.h"

enum {
    IDS_MOST = 512,
    MESSAGES_MOST = 20000,
    SPREAD = 2 * CELL_MOST + 3,
    FLIGHT_MOST = 64,
    NOBODY = SEATS_MOST,
    LOT_NONE = SEATS_MOST,
    BIDS_MOST = 2 * SEATS_MOST
};

/* The groups that random numbers draw from, in their order: which of them are drawn from depends on
 * what has been drawn and laid.
 */
enum draw_group { GROUP_OTHERS, GROUP_DRAGON, GROUP_RIVER, GROUP_LAKE, DRAW_GROUPS };

/* Tiles of one id that are still to be drawn. */
struct stack {
    const char *id;
    const struct design *design;
    unsigned left;
    enum draw_group group;
};

/* A tile of the bazaar under way, and where the record names it. */
struct lot {
    struct stack *stack;
    unsigned owner; /* NOBODY before it is given */
    bool placed;
    struct tile_ref *named[BIDS_MOST];
    unsigned named_count;
};

struct jcz {
    struct importer *im;
    unsigned seats;
    struct str names[SEATS_MOST];
    bool plays[JCZ_ELEMENTS];   /* which elements are in play */
    bool brought[JCZ_ELEMENTS]; /* and which rules the sets bring */
    struct cell origin;         /* where the start tile lies: our 0,0 */

    double r;            /* the random number that the next draw uses */
    bool knows_random;   /* it is known */
    bool shows_draws;    /* the save says how tiles are drawn, by random numbers or an order */
    bool draws;          /* and it is still known what is left */
    const json_t *order; /* gameAnnotations.drawOrder, instead of r */
    size_t order_at;
    bool draw_told; /* that a tile laid is not the one drawn */
    struct stack stacks[IDS_MOST];
    unsigned stack_count;
    unsigned left;                  /* tiles to be drawn, all */
    unsigned groups[DRAW_GROUPS];   /* and those of each group */
    unsigned in_sets, laid;         /* tiles of the sets; of these what lies */
    bool volcano;                   /* one lies */
    uint8_t (*grid)[SPREAD][SIDES]; /* side codes + 1 of what lies, bridges included; 0 where
                                       nothing does */

    unsigned turn;
    unsigned last_turn;                /* that the save lets be played, 0 for all */
    unsigned next_seat;                /* who lays the next tile */
    unsigned turn_seat, step;          /* who laid the last tile; step lines of the turn so far */
    unsigned turn_before, step_before; /* the turn that was committed last, and its step lines */
    bool again;                /* the next tile is another one of the same turn: the builder's */
    bool player_told;          /* that a tile's player is not named, by which alone that is seen */
    bool bazaar_due;           /* a tile of the turn opens one */
    bool placed;               /* the turn under way laid its tile */
    bool ended;                /* the save's last turn is over */
    const struct design *tile; /* the tile laid last */
    struct stack *next; /* the tile drawn behind the last message, NULL where that is not known */
    struct cell dragon, fairy;
    bool fairy_out;
    bool flies_late;      /* the dragon, behind the COMMIT of the turn that calls it */
    char *flight;         /* the path of the flight under way */
    bool flying;          /* the message under way is a step of one */
    unsigned lost_flight; /* the turn of the last one that made no sense */
    double committed;     /* the random number of the last COMMIT */

    bool auctions; /* bazaars are auctioned */
    struct lot lots[SEATS_MOST];
    unsigned lot_count, given,
        turns_left; /* of the bazaar under way: turns_left that place its tiles */
    unsigned lot, chooser, bidder,
        asked;     /* of the auction under way; LOT_NONE without one; asked: who has its say next */
    int32_t price; /* that was bid last */

    /* The message under way. */
    struct place place;
    unsigned seat;          /* who acts: as it says, else as the game goes */
    bool named;             /* it says so */
    bool tile_follows;      /* the next one lays a tile */
    unsigned next_player;   /* who lays, or declines, the next tile; NOBODY where the save does not
                               say, or lays none */
    unsigned reported_turn; /* the last turn of which a message made no sense */
};

/* What becomes of the import after a message. */
enum outcome {
    READ,
    NONSENSE, /* it is reported; the turn goes on without it */
    STOPPED,  /* it is of something that is not supported: nothing behind it can be judged */
};

/* Is a flight behind the last COMMIT not over: could the dragon make another step? */
bool jcz_flies_on(const struct jcz *z);

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

/* Keeps a tile's sides in the grid; would one fit anywhere there, `needs_building` by a bridge too?
 */
void jcz_lay(struct jcz *z, const struct design *design, struct cell cell, unsigned quarters);
bool jcz_fits_anywhere(const struct jcz *z, const struct design *design, bool needs_building);

/* Is the cell free, and does it fit there as it is? */
bool jcz_fits_at(const struct jcz *z, const struct design *design, struct cell cell,
                 unsigned quarters);

/* ---- jcz_scenario.c ---- */

/* What a test says of the game behind its last message. */
void jcz_read_assertions(struct jcz *z, const json_t *document);

/* ---- jcz_setup.c ---- */

/* Everything before the replay: sets, elements, rules, players, start tile. False with a finding.
 */
bool jcz_read_setup(struct jcz *z, const json_t *document);
/* "R90", or 90, as quarter turns; -1 for what is neither. */
long jcz_quarters(const json_t *rotation);
bool jcz_read_random(struct jcz *z, const json_t *value, struct place place);

/* Tells fields that an object has beside those known (ended by NULL), each once a save. */
void jcz_check_fields(struct jcz *z, const json_t *object, struct place place,
                      const char *const *known);

/* ---- jcz_bazaar.c ---- */

/* The tile that the seat got from a bazaar, to be placed now; NULL without one. */
struct lot *jcz_acquired(struct jcz *z);

/* The COMMIT that ends a bazaar tile's turn draws a tile a seat, if there are as many. */
void jcz_open_bazaar(struct jcz *z);
bool jcz_in_bazaar(const struct jcz *z);
/* Who is to bid, to answer, or to choose. */
unsigned jcz_asked(const struct jcz *z);
/* One of those without a tile has bid or passed. */
void jcz_answer(struct jcz *z);
/* A seat lays another seat's tile of the bazaar: that seat gets this seat's tile instead. False
 * when the tile is no lot. */
bool jcz_swap_lots(struct jcz *z, struct lot *own, const struct design *laid);
/* A seat lays another tile than the one that the draws gave it: that is the lot's, wherever it was
 * named. */
void jcz_rename_lot(struct jcz *z, struct lot *lot, struct stack *stack);

/* ---- jcz_moves.c ---- */

/* The functions that messages, moves of neutral figures, tokens and newly laid tiles call: rows of
 * jcz_terms.def and of the rooms. `free` is true if nothing lay on the cell. */
#define JCZ_MESSAGE(id, type, read, ...)                                                           \
    enum outcome read(struct jcz *z, const json_t *payload, struct message *message);
#define JCZ_FIGURE(id, figure, move)                                                               \
    enum outcome move(struct jcz *z, const json_t *to, struct message *message);
#define JCZ_TOKEN(token, kind, wrong, place) void place(struct jcz *z, const struct segment_ref *);
#define JCZ_LAID(function)                   void function(struct jcz *z, struct cell, bool free);
#include "rows.h"

/* A position; a pointer to a feature on a tile. False with a finding. */
bool jcz_read_position(struct jcz *z, const json_t *position, struct cell *cell);
bool jcz_read_pointer(struct jcz *z, const json_t *pointer, struct segment_ref *ref);
/* "1.small.5": whose, of which kind, and its number. */
void jcz_read_follower(struct jcz *z, const json_t *id, struct message *message);
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

/* ---- jcz.c ---- */

/* A finding at the message under way, with its turn and seat. */
struct finding *jcz_raise(struct jcz *z, enum finding_id id, const char *const *args);
/* 908: the message makes no sense. 907: it is of something that is not supported. */
enum outcome jcz_nonsense(struct jcz *z, const char *why);
enum outcome jcz_unsupported(struct jcz *z, const char *what, const char *name);

#endif
