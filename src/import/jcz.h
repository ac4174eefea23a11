/* What the parts of the importer of JCloisterZone's saves share; for src/import/jcz*.c alone. */
#ifndef BASTIDE_IMPORT_JCZ_H
#define BASTIDE_IMPORT_JCZ_H

#include "import/import.h"

enum { IDS_MOST = 512, MESSAGES_MOST = 20000, SPREAD = 2 * CELL_MOST + 3, FLIGHT_MOST = 64, NOBODY = SEATS_MOST };

/* Tiles of one id that are still to be drawn. */
struct stack {
    const char *id;
    const struct design *design;
    unsigned left;
};

/* A tile of the bazaar under way. */
struct lot {
    struct stack *stack;
    unsigned owner;             /* NOBODY before it is given */
};

struct jcz {
    struct importer *im;
    unsigned seats;
    struct str names[SEATS_MOST];
    double r;                   /* the random number that the next draw uses */
    bool draws;                 /* the save tells how tiles were drawn */
    const json_t *order;        /* gameAnnotations.drawOrder, instead of r */
    size_t order_at;
    struct stack stacks[IDS_MOST];
    unsigned stack_count;
    unsigned left, withheld;    /* tiles to be drawn, all; and of these what is out of reach before a volcano */
    unsigned in_sets, laid;     /* tiles of the sets; of these what lies */
    unsigned turn, seat;
    unsigned turn_seat, step;   /* who laid the last tile; step lines of the turn so far */
    unsigned step_before;       /* and of the turn before */
    bool placed;                /* the turn under way laid its tile */
    const struct design *tile;  /* that tile */
    bool volcano;               /* one lies */
    struct cell dragon;
    char *flight;               /* the path of the flight under way */
    bool bridges;               /* are in play */
    bool auctions;              /* bazaars are auctioned */
    struct lot lots[SEATS_MOST];
    unsigned lot_count, given, turns_left;  /* of the bazaar under way: turns_left that place its tiles */
    unsigned lot, chooser, bidder, answers; /* of the auction under way; lot is lot_count without one */
    uint8_t (*grid)[SPREAD][SIDES];     /* side codes + 1 of what lies, bridges included; 0 where nothing does */
};

/* ---- jcz_draws.c ---- */

/* The order of ids by which tiles are drawn. */
int jcz_stack_order(const void *a, const void *b);
struct stack *jcz_stack(struct jcz *z, const char *id);

/* How many tiles could be drawn now. */
unsigned jcz_drawable(const struct jcz *z);

/* Takes a tile from its stack; the next one drawn, NULL when none is left or the save does not tell. */
void jcz_take(struct jcz *z, struct stack *stack);
struct stack *jcz_draw(struct jcz *z);

/* Keeps a tile's sides in the grid; would one fit anywhere there, with a bridge too where they are in play? */
void jcz_lay(struct jcz *z, const struct design *design, struct cell cell, unsigned quarters);
bool jcz_fits_anywhere(const struct jcz *z, const struct design *design);

/* ---- jcz_setup.c ---- */

/* Raises 907, and is false. */
bool jcz_unsupported(struct jcz *z, struct place place, const char *what, const char *name);
/* "R90", or 90, as quarter turns; -1 for what is neither. */
long jcz_quarters(const json_t *rotation);
bool jcz_read_random(struct jcz *z, const json_t *value, struct place place);

/* Everything before the replay: sets, elements, rules, players, start tile. False with a finding. */
bool jcz_read_setup(struct jcz *z, const json_t *document);

/* ---- jcz_bazaar.c ---- */

/* The tile that the seat got from a bazaar, to be placed now; NULL without one. */
struct stack *jcz_acquired(struct jcz *z);

/* The COMMIT that ends a bazaar tile's turn draws a tile a seat, if there are as many. */
void jcz_open_bazaar(struct jcz *z, struct place place);
bool jcz_in_bazaar(const struct jcz *z);
bool jcz_bid(struct jcz *z, const json_t *payload, struct place place);
bool jcz_buy_or_sell(struct jcz *z, const json_t *payload, struct place place);
/* One of those without a tile has bid or passed. */
void jcz_answer(struct jcz *z, struct place place);

/* ---- jcz.c ---- */

/* The line that a decision of a seat stands on: the turn's own, until somebody else has decided something. */
void jcz_begin_act(struct jcz *z, struct place place, unsigned seat);

#endif
