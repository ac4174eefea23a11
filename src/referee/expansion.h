/* SPDX-License-Identifier: MIT */
/* An expansion: rules that come into play with a tile set which brings them, as a row of hooks. The
 * referee's core goes through the expansions in play at fixed points of a turn and knows none of
 * them by name; each keeps its state in the referee.
 *
 * How to add one stands in HACKING.
 */
#ifndef BASTIDE_REFEREE_EXPANSION_H
#define BASTIDE_REFEREE_EXPANSION_H

#include "board/placing.h"
#include "profiles/profile.h"

struct referee;
struct choices;

enum {
    EXPANSIONS_MAX = 64, /* that there may be; expansions.c asserts it */
    STATE_MAX = 2048,    /* bytes of all states together; referee_begin() asserts it */
    CELL_ARGS = 5,       /* arguments of a wording, with their end */
};

/* The phases of a turn once its tile lies. What is decided in one stands in the record before what
 * is decided in a later one (604). */
enum phase {
    PHASE_MOVE,     /* the seat's own moves: followers and pieces */
    PHASE_SET_OFF,  /* what the tile sets off before scoring */
    PHASE_DECISION, /* what any seat decides before scoring */
    PHASE_SCORED,   /* completed features have been scored, and followers are back */
    PHASE_SEQUEL,   /* what follows a turn */
    PHASE_OVER,
};

/* A verb of the notation and what it does. `seat` is whose line it stands on.
 *
 * What is legal is said once, by check(): everything that is wrong with an act in the phase of its
 * verb, as a set whose members the file names; 0 for a legal one. It changes nothing. judge()
 * raises what it returns and then does the act as far as it can be done; choices are the acts that
 * it passes (choices_offer()).
 */
struct move {
    uint8_t verb;   /* enum verb_id */
    uint8_t phase;  /* enum phase */
    bool by_anyone; /* else the seat whose turn it is */
    bool tileless;  /* may come in a turn whose tiles all came to nothing */
    unsigned (*check)(struct referee *referee, unsigned seat, const struct act *act);
    void (*judge)(struct referee *referee, unsigned seat, const struct act *act);
    /* Of a verb that uses the action of a part: the finding when a meeple is placed, or another
     * such act is done, after it. The arguments are a word for the later act and its cell. */
    enum finding_id excludes;
};

/* What a rule has against something: the finding that would be raised, and the option by which it
 * is one. Its message is made of the kind of land and the cell. */
struct objection {
    enum finding_id finding; /* FINDING_NONE for none */
    uint8_t option;          /* enum option_id, OPTION_COUNT for none */
};

/* Pieces that are left: of a seat, or of all seats. */
enum { PIECES_LEFT_MAX = 8 };
struct pieces_left {
    unsigned count;
    struct {
        const char *name; /* of one */
        unsigned pieces;
    } of[PIECES_LEFT_MAX];
};

static inline void pieces_left_add(struct pieces_left *left, const char *name, unsigned pieces)
{
    left->of[left->count].name = name;
    left->of[left->count++].pieces = pieces;
}

#define NO_OBJECTION ((struct objection){FINDING_NONE, OPTION_COUNT})

enum answer { ANSWER_NO, ANSWER_YES, ANSWER_UNKNOWN };

/* Every hook may be NULL. Those of const referees are pure questions, asked by judge and
 * enumerations alike. */
struct expansion {
    unsigned id;       /* its number in the table of all */
    const char *name;  /* as tile sets bring it */
    enum game game;    /* whose tiles it is for */
    size_t state_size; /* of referee_state(), zeroed at the beginning of a game */
    const struct move *moves;
    unsigned move_count;
    uint8_t leaves; /* set of the phases after which leave() is called, bits by enum phase */

    /* From here to the end there are hooks alone: EXPANSION_HOOKS of them. */
    void (*begin)(
        struct referee *); /* seats and options are known; judge_move_phase() may be called */
    void (*turn)(
        struct referee *); /* a turn begins, or another part of it (turn.part), before its tile */

    /* Is the tile of no use now, so that placing it is a finding? It is put aside, and comes back
     * with judge_bring_back(). An option alone: by another value of it the answer would be the
     * other one. */
    struct objection (*defers)(const struct referee *, const struct design *);
    /* May a tile of a design not be drawn yet, so that drawing it is a finding? */
    struct objection (*withholds)(const struct referee *, const struct design *);
    /* Was the tile drawn before, and is now laid or set aside by the seat whose turn it is? */
    bool (*supplies)(struct referee *, const struct tile_ref *);

    /* Which tiles must the seat whose turn has begun choose from, instead of drawing? How many; 0
     * for none. */
    unsigned (*reserved)(const struct referee *, const struct design *designs[SEATS_MAX]);

    /* could_fit(): could the seat make such a tile fit, and by which act (may be NULL)?
     * build_to_fit(): a line's acts do so; what they build on the tile is added to laid->built,
     * what fits then is taken from placing->differ. */
    bool (*could_fit)(const struct referee *, unsigned seat, const struct design *, struct spot,
                      const struct placing *, struct act *act);
    /* May the seat decline a tile that fits only so? */
    bool (*may_decline)(const struct referee *);
    void (*build_to_fit)(struct referee *, const struct line *, struct laid_tile *,
                         struct placing *);
    void (*placed)(struct referee *, unsigned tile);

    /* The objection to another tile that the seat lays in its turn, when what its first one brought
     * is over. Where no rule in play has this hook a turn has one tile. owes(): is another part of
     * the turn due, for which a tile could be drawn, and must it come? Asked when the last one is
     * scored. */
    struct objection (*again)(const struct referee *);
    bool (*owes)(const struct referee *, bool *must);

    /* May a follower be placed on this node, not of the turn's tile? One expansion that says so is
     * enough. */
    bool (*reaches)(const struct referee *, unsigned node);
    /* The objection to a follower of a kind on a node. */
    struct objection (*meeple_objection)(const struct referee *, unsigned seat, unsigned node,
                                         enum meeple_kind kind);

    /* Are tiles drawn now, so that some of them may be put aside? */
    bool (*draws)(const struct referee *);

    /* The objection to a tile on this free cell, of any design; and its wording, with arguments:
     * both or none. */
    struct objection (*cell_objection)(const struct referee *, struct cell);
    enum finding_id (*cell_wording)(struct referee *, struct cell, struct arg *args);
    /* The objection to a tile that would lie so, with sides that fit. */
    struct objection (*spot_objection)(const struct referee *, const struct design *, struct spot);
    /* Is the game over, although tiles are left? */
    enum answer (*ends)(const struct referee *);
    /* Why it is, in words. */
    const char *(*end_words)(const struct referee *);
    /* The option of which another value would change that answer, OPTION_COUNT for none. */
    enum option_id (*end_option)(const struct referee *);

    /* What may be done in the phase that the turn is in: choices_offer(). Sets choices->must when
     * one of them has to be. */
    void (*choices)(struct referee *, struct choices *);

    /* Where the figure that one of its verbs moves may go on after the steps made, as letters: the
     * cells that it may enter, each with the side by which it leaves for them. None when it does
     * not move now or must stop. */
    unsigned (*steps)(const struct referee *, struct str path, struct edge steps[SIDES]);
    /* A piece of the seat whose feature it would see grow, for players by chance; NULL without. */
    const struct meeple *(*favours)(const struct referee *, unsigned seat);

    /* Names what an act of one of its verbs is about as its choices do, where it is known; the act
     * may be done already. */
    void (*plain)(struct referee *, struct act *);

    /* A phase is over: what was due in it? Asked for those in the set `leaves` (bits by enum
     * phase), and not of a turn without a tile. False when that may still come, for the record
     * breaks off here: the turn stays in the phase. */
    bool (*leave)(struct referee *, enum phase);

    /* Values a feature in another way than the countryside's; true when it did. */
    bool (*values)(struct referee *, unsigned root, struct score_event *);
    /* Is an unfinished feature not scored at the end? */
    bool (*forgoes)(const struct referee *, unsigned root);
    /* Adds terms to what a feature is worth: a completed one, or one that stays unfinished at the
     * end (`final`). */
    void (*value)(struct referee *, unsigned root, bool final, struct score_event *);
    /* The same for what it is worth to one of the seats that are paid for it. */
    void (*own_value)(struct referee *, unsigned root, unsigned seat, struct score_event *);
    /* A follower, or what stood beside one, went home otherwise than with all of a feature that was
     * paid. */
    void (*went_home)(struct referee *, const struct meeple *, enum why);
    /* A feature with followers was paid; its followers still stand. */
    void (*paid)(struct referee *, unsigned root, unsigned name, bool final);
    /* All features that were completed have been paid and their followers are back. */
    void (*settled)(struct referee *, const uint16_t *roots, unsigned count);
    /* The game is over; its final scoring comes next. */
    void (*over)(struct referee *);
    /* All features have had their final scoring. */
    void (*final)(struct referee *);
    /* A line has been judged. */
    void (*line_over)(struct referee *);
};

#define EXPANSION_HOOK(hook)                                                                       \
    ((offsetof(struct expansion, hook) - offsetof(struct expansion, begin)) /                      \
     sizeof(void (*)(void)))
enum { EXPANSION_HOOKS = EXPANSION_HOOK(line_over) + 1 };

extern const struct expansion *const expansions[];
extern const unsigned expansion_count;

/* The expansion of that name for the tiles of a game, NULL when there is none. */
const struct expansion *expansion_find(struct str name, enum game game);

#endif
