/* Legal games spoilt by one move, for testing validators: what finding is to be expected, and where. What a spoiler must know of the
 * game before the move it asks of the slow recount (recheck.h), not of the referee.
 */
#ifndef BASTIDE_SPOIL_SPOIL_H
#define BASTIDE_SPOIL_SPOIL_H

#include "play/deal.h"
#include "spoil/recheck.h"

/* One way. Returns the index of the line to be flagged with the code, spoilt_field() of a header's, or SPOILT_NOWHERE when this game or
 * the turn it picked does not lend itself. */
struct spoiler {
    const char *name;
    enum finding_id code;
    int (*spoil)(void);
    bool rare;                  /* one game of some hundreds lends itself; it looks at all of it by itself */
};
extern const struct spoiler header_spoilers[], base_spoilers[], piece_spoilers[], city_spoilers[];

enum { SPOILT_NOWHERE = -1 };

/* The header's field of that index. */
static inline int spoilt_field(uint32_t index)
{
    return -2 - (int)index;
}

/* The lists of them: for the header of any game; for the base game, the expansions of the countryside, The City. */
struct spoiler_list {
    const char *name;
    const struct spoiler *spoilers;
    const unsigned *count;
};
enum { SPOIL_HEADER, SPOIL_BASE, SPOIL_PIECES, SPOIL_CITY, SPOILER_LISTS };
extern const struct spoiler_list spoiler_lists[SPOILER_LISTS];

enum spoilt {
    SPOILT_NOT,                 /* the game, or the place that chance chose in it, did not lend itself */
    SPOILT,                     /* and the referee finds it: at that line the expected code, nothing before */
    SPOILT_BESIDE,              /* and it finds that too, behind another error of that line */
    SPOILT_UNSEEN,              /* and it does not, or not so: a fault of the referee, or of the spoiler */
};

/* Spoils the game of a text that player dealt, which judges the outcome; that is written to `out`, and the number of the line where
 * the finding is to be expected to *line. With `told` that line ends with a comment "#! CODE". */
enum spoilt spoil_game(struct player *player, struct random *random, struct str game, const struct spoiler *spoiler, bool told,
                       struct sink *out, uint32_t *line);

/* ---- For the spoilers ---- */

/* Wants a "-" before the line's acts, which the printer would never write. */
int spoil_none_and_one(void);
extern const unsigned header_spoiler_count, base_spoiler_count, piece_spoiler_count, city_spoiler_count;

/* The game being spoilt, and the recount of it as far as recount_to() has played it. */
extern struct record dealt;
extern struct arena dealt_arena;
extern struct profile dealt_profile;
extern struct recheck recheck;
extern struct random *rng;

/* A random line that lays a tile. */
unsigned find_turn(void);

/* Plays the recount up to line i, its tile laid, its acts not done. */
void recount_to(unsigned i);

unsigned standing(unsigned seat);
/* Is the feature of a segment of the last tile occupied? */
bool is_occupied(unsigned segment);
struct act stand_on(const struct line *line, unsigned segment);

/* The line's first act becomes another; an act is added behind its others, before what is claimed. */
void set_act(struct line *line, struct act act);
void add_act(struct line *line, struct act act);
void remove_act(struct line *line, const struct act *act);
void remove_line(unsigned i);
void insert_line(unsigned i, struct line line);
/* A line of another seat behind line i, which claims nothing then: its scoring may have to wait. */
int add_step(unsigned i, unsigned seat, struct act act);

/* A random act of a verb; NULL when the game has none. */
struct act *find_verb(enum verb_id verb, unsigned *line);
bool has_verb(const struct line *line, enum verb_id verb);
struct act verb_act(enum verb_id verb);
bool is_option(enum option_id id, const char *value);

#endif
