/* SPDX-License-Identifier: MIT */
/* An expansion: rules that come into play when a tile set brings them, as a set of hooks. The
 * referee calls the hooks of the expansions in play at fixed points of a turn and names none of
 * them. Each expansion keeps its state in the referee.
 *
 * HACKING explains how to add one.
 */
#ifndef BASTIDE_REFEREE_EXPANSION_H
#define BASTIDE_REFEREE_EXPANSION_H

#include "base/check.h"
#include "board/placing.h"
#include "profiles/profile.h"
#include "referee/holdings.h"

struct referee;
struct choices;

enum {
    EXPANSIONS_MAX = 64, /* upper limit of expansions; expansions.c asserts it */
    STATE_MAX = 2048,    /* bytes of all states together; judge_begin_expansions() asserts it */
    CELL_ARGS = 5,       /* arguments of cell_wording(), including the end mark */
};

/* The phases of a turn once its tile lies. In a record, decisions of one phase come before those of
 * later phases (604). */
enum phase {
    PHASE_MOVE,      /* the seat's own moves: followers and pieces */
    PHASE_TEND,      /* what the seat decides about its pieces after its moves, and what it draws */
    PHASE_SET_OFF,   /* acts that the tile sets off before scoring */
    PHASE_DECISION,  /* decisions of any seat before scoring */
    PHASE_SCORED,    /* decisions of any seat once completed features have been scored and followers
                        are back */
    PHASE_AFTERMATH, /* acts that the tile sets off, if an option puts them after scoring but before
                        the second tile */
    PHASE_SEQUEL,    /* acts after scoring, and other parts of the turn */
    PHASE_OVER,
};

/* A verb of the notation and its functions. `seat` is the seat of the line that the act is on.
 *
 * The function check() alone decides what is legal. It returns everything that is wrong with an act
 * in the phase of its verb, as a set of bits that the file names; 0 for a legal act. It changes
 * nothing. judge() raises what check() returns and then does the act as far as possible. The
 * choices of a player are the acts that pass check() (choices_offer()).
 */
struct move {
    uint8_t verb;   /* enum verb_id */
    uint8_t phase;  /* enum phase */
    bool by_anyone; /* any seat may do it; otherwise only the seat whose turn it is */
    bool tileless;  /* may come in a turn in which no tile was laid */
    bool anytime; /* may come in every phase, and does not move the turn on; `phase` is not used */
    unsigned (*check)(struct referee *referee, unsigned seat, const struct act *act);
    void (*judge)(struct referee *referee, unsigned seat, const struct act *act);
    /* The finding if the action is used again after this act: a meeple is placed, or another act
     * that uses the action is done. FINDING_NONE for a verb that does not use the action of a part.
     * The arguments of the finding are a word for the later act and its cell. */
    enum finding_id excludes;
};

/* An objection of a rule: the finding to raise, and the option that decides whether the rule
 * objects. The code that raises the finding gives the arguments of its message. */
struct objection {
    enum finding_id finding; /* FINDING_NONE for no objection */
    uint8_t option;          /* enum option_id, OPTION_COUNT for none */
};

/* Remaining pieces of a seat, or of all seats. */
enum { PIECES_LEFT_MAX = 1 + MEEPLE_KINDS + STOCKS_MAX };
struct pieces_left {
    unsigned count;
    struct {
        const char *name; /* name of one piece */
        unsigned pieces;
    } of[PIECES_LEFT_MAX];
};

static inline void pieces_left_add(struct pieces_left *left, const char *name, unsigned pieces)
{
    assert(left->count < PIECES_LEFT_MAX);
    left->of[left->count].name = name;
    left->of[left->count++].pieces = pieces;
}

#define NO_OBJECTION ((struct objection){FINDING_NONE, OPTION_COUNT})

enum answer { ANSWER_NO, ANSWER_YES, ANSWER_UNKNOWN };

/* An expansion: its name, state, verbs and hooks. Each hook may be NULL. A hook with a const
 * referee changes nothing; judge and enumerations call it alike. */
struct expansion {
    unsigned id;       /* number in the table of all expansions */
    const char *name;  /* name by which tile sets bring it */
    enum game game;    /* game whose tiles it is for */
    size_t state_size; /* bytes of its state (referee_state()), zeroed at the beginning of a game */
    const struct move *moves;
    unsigned move_count;
    uint8_t leaves; /* set of the phases after which leave() is called, bits by enum phase */
    bool dozes;     /* turn(), leave() and line_over() are called only while it is awake. Its verbs
                       and judge_wake() wake it; at the next call of turn() it falls asleep, unless
                       that wakes it again. At the beginning of a game all are awake. */

    /* All members from here to the end are hooks: EXPANSION_HOOKS of them. */
    /* Called once seats and options are known; may call judge_move_phase(). */
    void (*begin)(struct referee *);
    /* Called when a turn, or another part of it (turn.part), begins, before its tile is drawn. */
    void (*turn)(struct referee *);

    /* Returns an objection if the tile is of no use now, so that placing it is a finding. Such a
     * tile is put aside, and comes back with judge_bring_back(). An option without a finding means
     * that the tile would be put aside by another value of that option. */
    struct objection (*defers)(const struct referee *, const struct design *);
    /* Returns an objection if tiles of a design may not be drawn yet, so that drawing one is a
     * finding. */
    struct objection (*withholds)(const struct referee *, const struct design *);
    /* True if the tile was drawn in an earlier turn, and the seat whose turn it is lays or discards
     * it now. */
    bool (*supplies)(struct referee *, const struct tile_ref *);

    /* Players hold tiles whose design has a count of 0. holds() lists such designs that the seat
     * whose turn has begun may lay instead of drawing a tile; it returns their number. lays_on()
     * returns the seat after this one that may lay such a tile once the pack is empty, SEAT_NONE if
     * none may; with `fits`, only if the tile fits somewhere. */
    unsigned (*holds)(struct referee *, const struct design *designs[SEATS_MAX]);
    unsigned (*lays_on)(struct referee *, unsigned after, bool fits);

    /* Lists the designs from which the seat whose turn has begun must choose its tile instead of
     * drawing one. Returns their number; 0 if the seat draws. */
    unsigned (*reserved)(const struct referee *, const struct design *designs[SEATS_MAX]);

    /* builds() is true if the seat can build something in this turn that makes a tile fit.
     * could_fit() is true if it can make a tile whose sides differ fit at this spot; it writes
     * the act to *act (may be NULL). build_to_fit() does so with the acts of a line: it adds what
     * they build on the tile to laid->built and takes the sides that fit then from
     * placing->differ. */
    bool (*builds)(const struct referee *, unsigned seat);
    bool (*could_fit)(const struct referee *, unsigned seat, const struct design *, struct spot,
                      const struct placing *, struct act *act);
    /* True if the seat may decline a tile that fits only with something built. */
    bool (*may_decline)(const struct referee *);
    void (*build_to_fit)(struct referee *, const struct line *, struct laid_tile *,
                         struct placing *);
    void (*placed)(struct referee *, unsigned tile);

    /* again() returns the objection to another tile that the seat lays in its turn. It is called
     * once the consequences of the last tile are over. If no rule in play has this hook, a turn has
     * one tile. owes() is true if another part of the turn is due and a tile could be drawn for it;
     * *must is then true if that part must come. It is called once the last tile is scored. */
    struct objection (*again)(const struct referee *);
    bool (*owes)(const struct referee *, bool *must);

    /* Returns the set of lands (bits by enum kind) on which the turn's follower may be placed on
     * any tile, not only on the tile of the turn. */
    uint16_t (*roams)(const struct referee *);
    /* Returns the objection to a meeple of a kind on a node. */
    struct objection (*meeple_objection)(const struct referee *, unsigned seat, unsigned node,
                                         enum meeple_kind kind);

    /* True if a rule draws tiles now, so that some of them may be put aside. */
    bool (*draws)(const struct referee *);

    /* cell_objection() returns the objection to a tile of any design on this free cell.
     * cell_wording() returns the finding with its wording, and fills in the arguments. An expansion
     * has both or neither. */
    struct objection (*cell_objection)(const struct referee *, struct cell);
    enum finding_id (*cell_wording)(struct referee *, struct cell, struct arg *args);
    /* Returns the objection to a tile at a spot where its sides fit. */
    struct objection (*spot_objection)(const struct referee *, const struct design *, struct spot);
    /* Returns whether the game is over although tiles remain. */
    enum answer (*ends)(const struct referee *);
    /* Returns the reason why the game is over, in words. */
    const char *(*end_words)(const struct referee *);
    /* Returns the option that decides the answer of ends(): another value of it could give another
     * answer. Returns OPTION_COUNT if there is no such option. */
    enum option_id (*end_option)(const struct referee *);

    /* Adds the acts that may be done in the current phase, with choices_offer(). Sets choices->must
     * if one of them must be done. */
    void (*choices)(struct referee *, struct choices *);

    /* Lists the cells that a figure may enter next, each with the side by which the figure leaves
     * its own cell. The figure is moved by a verb of the expansion. `path` has a letter for each
     * step made so far. Returns the number of cells: 0 if the figure does not move now or must
     * stop. */
    unsigned (*steps)(const struct referee *, struct str path, struct edge steps[SIDES]);
    /* Returns a piece of the seat whose feature a random player prefers to extend; NULL if there is
     * none. */
    const struct meeple *(*favours)(const struct referee *, unsigned seat);

    /* Changes an act with a verb of the expansion so that it names its segment or cell in the same
     * way as the choices, if that name is known. The act may have been done already. */
    void (*plain)(struct referee *, struct act *);

    /* Ends a phase: does what is still due in it, or raises that it is missing. Called at the end
     * of the phases in the set `leaves`, except in a turn without a tile. Returns false if the
     * record breaks off here, because what is due may still come. The turn then stays in the
     * phase. */
    bool (*leave)(struct referee *, enum phase);

    /* Corrects what the followers of each seat on a feature count for the majority. A seat that
     * counts for nothing does not own the feature. */
    void (*strength)(const struct referee *, unsigned root, uint8_t strengths[SEATS_MAX]);
    /* Adds to `keys` the numbers that decide, by the highest one, which of the seats with most
     * followers on a feature owns it. Called only if several have most, for each feature that is
     * counted together. */
    void (*second)(const struct referee *, unsigned root, uint8_t keys[SEATS_MAX]);
    /* Values a feature by the expansion's own rules instead of the rules of the countryside. True
     * if it did so. */
    bool (*values)(struct referee *, unsigned root, struct score_event *);
    /* True if an unfinished feature is not scored at the end. */
    bool (*forgoes)(const struct referee *, unsigned root);
    /* Changes the value of a feature: of a completed one, or of one that stays unfinished at the
     * end (`final`). */
    void (*value)(struct referee *, unsigned root, bool final, struct score_event *);
    /* Adds to the value that a feature has for one of the seats that are paid for it. */
    void (*own_value)(struct referee *, unsigned root, unsigned seat, struct score_event *);
    /* True if a figure that sends home the meeples on a tile leaves this one there. */
    bool (*spares)(const struct referee *, const struct meeple *);
    /* Called when a meeple has left the table: it has gone home, or is held. Not called when a
     * feature was paid and all its followers go home together. */
    void (*left)(struct referee *, const struct meeple *, enum why);
    /* Called when a feature with followers has been paid, while its followers still stand. */
    void (*paid)(struct referee *, unsigned root, unsigned name, bool final);
    /* Called when all completed features have been paid and their followers are back. `roots` are
     * all completed features, also those without followers. */
    void (*settled)(struct referee *, const uint16_t *roots, unsigned count);
    /* Called when the game is over, before its final scoring. */
    void (*over)(struct referee *);
    /* Called when all features have had their final scoring. */
    void (*final)(struct referee *);
    /* Called when a line has been judged. */
    void (*line_over)(struct referee *);
};

#define EXPANSION_HOOK(hook)                                                                       \
    ((offsetof(struct expansion, hook) - offsetof(struct expansion, begin)) /                      \
     sizeof(void (*)(void)))
enum { EXPANSION_HOOKS = EXPANSION_HOOK(line_over) + 1 };

extern const struct expansion *const expansions[];
extern const unsigned expansion_count;

/* Returns the expansion of this name for the tiles of a game, or NULL. */
const struct expansion *expansion_find(struct str name, enum game game);

#endif
