/* SPDX-License-Identifier: MIT */
/* The tables that expansions extend. To make a table, define the macro of its rows and include this
 * file: it gives the macro the rows of the base game, then those of each room in
 * expansions/all.def. The rows of other tables expand to nothing, and all macros are undefined at
 * the end; so this file has no guard.
 *
 * The head of each file named here says what its rows hold.
 *
 * EXPANSION                              expansions/all.def
 * BOOK, RULE, REASON                     base/rule.def
 * FINDING, GAME_FINDING, WORDING, NOTE,   base/finding.def
 * TAIL, PART, ABOUT_PLACE, RESERVED
 * OPTION, VALUE, PROFILE, CHOSEN         profiles/options.def
 * KIND                                   tiles/kinds.def
 * MARK, EARNS, MARKS_EXCLUDE             tiles/marks.def
 * MEEPLE_KIND                            notation/meeples.def
 * ITEM                                   notation/items.def
 * EVENT, FIELD, WORD_FIELD, TEXT, PUT,   ledger/events.def
 * LEAVES, FREES, GIVES, WHY, BECOMES,
 * PIECE
 * AWARD, KIND_AWARD, CLAIM_BY_TERM,      ledger/awards.def
 * TERM, COUNTED
 * BY, ALSO, SUM                          report/keys.def
 * MUTATOR                                mutate/mutators.def
 * JCZ_SET, JCZ_ELEMENT, JCZ_RULE,        formats/jcz/jcz_terms.def
 * JCZ_FEATURE, JCZ_EDITION, JCZ_GROUP,
 * JCZ_FITS, JCZ_AGAIN, JCZ_COURSE,
 * JCZ_MESSAGE, JCZ_ANYTIME, JCZ_TOKEN, JCZ_FIGURE,
 * JCZ_RETURN, JCZ_LAID, JCZ_SENDS,
 * JCZ_DEPLOYS, JCZ_COMMITS, JCZ_UNSAID, JCZ_LOSS
 * GLYPH, KIND_GLYPH, MARK_GLYPH,         draw/glyphs.def
 * MARK_LETTER, STACK, LOAD,
 * FIGURE, MEEPLE_FIGURE, AT_CORNER,
 * NEUTRAL, ON_EDGE, LAKE_MARK, AREA,
 * BUILDING, EDGE_WALL, EDGE_FIGURE
 *
 * These are explained here:
 *
 * VERB(id, word, shape, trait)     a verb of the notation (notation/record.h)
 * EAGER(verb, percent, again)      percentage of cases in which a dealt game does such an act if it
 *                                  is possible; after an act with `again`, the game considers
 *                                  again the kinds of acts that it left out before
 * EAGER_ON(kind, percent)          the same percentage for placing followers on a kind of land
 * SAME_DECISION(verb, verb)        the first one may be done instead of the second one
 * TOKEN(id, verb, text, words, count)  a token in a bag (notation/record.h)
 * STOCK(id, name, whose, rules, most)  pieces that may still be built (referee/holdings.h)
 * SET_OFF(verb)                    a verb for acts that a tile sets off
 * TOLD(event, function)            the function prints such an event below its turn
 *                                  (report/report.h)
 * RECOUNT(name)                    NAME_recount is a part of the second computation
 *                                  (recount/recount.h)
 */
#ifndef BOOK
#define BOOK(...)
#endif
#ifndef TOKEN
#define TOKEN(...)
#endif
#ifndef EDGE_FIGURE
#define EDGE_FIGURE(...)
#endif
#ifndef EDGE_WALL
#define EDGE_WALL(...)
#endif
#ifndef PIECE
#define PIECE(...)
#endif
#ifndef BUILDING
#define BUILDING(...)
#endif
#ifndef BECOMES
#define BECOMES(...)
#endif
#ifndef AREA
#define AREA(...)
#endif
#ifndef EAGER_ON
#define EAGER_ON(...)
#endif
#ifndef KIND
#define KIND(...)
#endif
#ifndef RULE
#define RULE(...)
#endif
#ifndef REASON
#define REASON(...)
#endif
#ifndef OPTION
#define OPTION(...)
#endif
#ifndef VALUE
#define VALUE(...)
#endif
#ifndef PROFILE
#define PROFILE(...)
#endif
#ifndef CHOSEN
#define CHOSEN(...)
#endif
#ifndef MARK
#define MARK(...)
#endif
#ifndef EARNS
#define EARNS(...)
#endif
#ifndef MEEPLE_KIND
#define MEEPLE_KIND(...)
#endif
#ifndef VERB
#define VERB(...)
#endif
#ifndef FINDING
#define FINDING(...)
#endif
#ifndef GAME_FINDING
#define GAME_FINDING(code, id, name, severity, message, rules, example, fix)                       \
    FINDING(code, id, name, severity, message, rules, NULL, example, fix)
#endif
#ifndef WORDING
#define WORDING(...)
#endif
#ifndef NOTE
#define NOTE(...)
#endif
#ifndef TAIL
#define TAIL(...)
#endif
#ifndef PART
#define PART(...)
#endif
#ifndef EVENT
#define EVENT(...)
#endif
#ifndef FIELD
#define FIELD(...)
#endif
#ifndef WORD_FIELD
#define WORD_FIELD(...)
#endif
#ifndef TEXT
#define TEXT(...)
#endif
#ifndef AWARD
#define AWARD(...)
#endif
#ifndef TERM
#define TERM(...)
#endif
#ifndef COUNTED
#define COUNTED(...)
#endif
#ifndef TOLD
#define TOLD(...)
#endif
#ifndef BY
#define BY(...)
#endif
#ifndef ALSO
#define ALSO(...)
#endif
#ifndef SUM
#define SUM(...)
#endif
#ifndef MUTATOR
#define MUTATOR(...)
#endif
#ifndef SET_OFF
#define SET_OFF(...)
#endif
#ifndef RECOUNT
#define RECOUNT(...)
#endif
#ifndef JCZ_SET
#define JCZ_SET(...)
#endif
#ifndef JCZ_ELEMENT
#define JCZ_ELEMENT(...)
#endif
#ifndef JCZ_RULE
#define JCZ_RULE(...)
#endif
#ifndef JCZ_MESSAGE
#define JCZ_MESSAGE(...)
#endif
#ifndef JCZ_ANYTIME
#define JCZ_ANYTIME(...)
#endif
#ifndef JCZ_TOKEN
#define JCZ_TOKEN(...)
#endif
#ifndef JCZ_FIGURE
#define JCZ_FIGURE(...)
#endif
#ifndef JCZ_RETURN
#define JCZ_RETURN(...)
#endif
#ifndef JCZ_LAID
#define JCZ_LAID(...)
#endif
#ifndef JCZ_EDITION
#define JCZ_EDITION(...)
#endif
#ifndef JCZ_GROUP
#define JCZ_GROUP(...)
#endif
#ifndef JCZ_FITS
#define JCZ_FITS(...)
#endif
#ifndef JCZ_AGAIN
#define JCZ_AGAIN(...)
#endif
#ifndef JCZ_COURSE
#define JCZ_COURSE(...)
#endif
#ifndef JCZ_SENDS
#define JCZ_SENDS(...)
#endif
#ifndef JCZ_DEPLOYS
#define JCZ_DEPLOYS(...)
#endif
#ifndef JCZ_COMMITS
#define JCZ_COMMITS(...)
#endif
#ifndef JCZ_UNSAID
#define JCZ_UNSAID(...)
#endif
#ifndef JCZ_LOSS
#define JCZ_LOSS(...)
#endif
#ifndef JCZ_FEATURE
#define JCZ_FEATURE(...)
#endif
#ifndef PUT
#define PUT(...)
#endif
#ifndef LEAVES
#define LEAVES(...)
#endif
#ifndef FREES
#define FREES(...)
#endif
#ifndef GIVES
#define GIVES(...)
#endif
#ifndef WHY
#define WHY(...)
#endif
#ifndef KIND_AWARD
#define KIND_AWARD(...)
#endif
#ifndef CLAIM_BY_TERM
#define CLAIM_BY_TERM(...)
#endif
#ifndef ITEM
#define ITEM(...)
#endif
#ifndef STOCK
#define STOCK(...)
#endif
#ifndef MARKS_EXCLUDE
#define MARKS_EXCLUDE(...)
#endif
#ifndef EAGER
#define EAGER(...)
#endif
#ifndef SAME_DECISION
#define SAME_DECISION(...)
#endif
#ifndef NEUTRAL
#define NEUTRAL(...)
#endif
#ifndef ON_EDGE
#define ON_EDGE(...)
#endif
#ifndef LAKE_MARK
#define LAKE_MARK(...)
#endif
#ifndef RESERVED
#define RESERVED(...)
#endif
#ifndef ABOUT_PLACE
#define ABOUT_PLACE(...)
#endif
#ifndef KIND_GLYPH
#define KIND_GLYPH(...)
#endif
#ifndef STACK
#define STACK(...)
#endif
#ifndef LOAD
#define LOAD(...)
#endif
#ifndef MARK_GLYPH
#define MARK_GLYPH(...)
#endif
#ifndef FIGURE
#define FIGURE(...)
#endif
#ifndef MEEPLE_FIGURE
#define MEEPLE_FIGURE(...)
#endif
#ifndef AT_CORNER
#define AT_CORNER(...)
#endif
#ifndef MARK_LETTER
#define MARK_LETTER(...)
#endif
#ifndef GLYPH
#define GLYPH(...)
#endif
#ifndef EXPANSION
#define EXPANSION(...)
#endif

#include "base/rule.def"
#include "profiles/options.def"
#include "tiles/kinds.def"
#include "tiles/marks.def"
#include "notation/meeples.def"
#include "notation/items.def"
#include "base/finding.def"
#include "ledger/events.def"
#include "ledger/awards.def"
#include "report/keys.def"
#include "mutate/mutators.def"
#include "formats/jcz/jcz_terms.def"
#include "formats/wordings.def"
#include "draw/glyphs.def"
#ifndef BASTIDE_NO_ROOMS
#include "expansions/all.def"
#endif

#undef BOOK
#undef TOKEN
#undef EDGE_FIGURE
#undef EDGE_WALL
#undef PIECE
#undef BUILDING
#undef BECOMES
#undef AREA
#undef EAGER_ON
#undef KIND
#undef RULE
#undef REASON
#undef OPTION
#undef VALUE
#undef PROFILE
#undef CHOSEN
#undef MARK
#undef EARNS
#undef MEEPLE_KIND
#undef VERB
#undef FINDING
#undef GAME_FINDING
#undef EVENT
#undef TAIL
#undef PART
#undef NOTE
#undef WORDING
#undef FIELD
#undef WORD_FIELD
#undef TEXT
#undef AWARD
#undef TERM
#undef COUNTED
#undef TOLD
#undef BY
#undef ALSO
#undef SUM
#undef MUTATOR
#undef SET_OFF
#undef RECOUNT
#undef JCZ_SET
#undef JCZ_ELEMENT
#undef JCZ_RULE
#undef JCZ_FEATURE
#undef JCZ_EDITION
#undef JCZ_GROUP
#undef JCZ_FITS
#undef JCZ_AGAIN
#undef JCZ_COURSE
#undef JCZ_SENDS
#undef JCZ_DEPLOYS
#undef JCZ_COMMITS
#undef JCZ_UNSAID
#undef JCZ_LOSS
#undef JCZ_MESSAGE
#undef JCZ_ANYTIME
#undef JCZ_TOKEN
#undef JCZ_FIGURE
#undef JCZ_RETURN
#undef JCZ_LAID
#undef PUT
#undef LEAVES
#undef FREES
#undef GIVES
#undef WHY
#undef KIND_AWARD
#undef CLAIM_BY_TERM
#undef ITEM
#undef STOCK
#undef MARKS_EXCLUDE
#undef EAGER
#undef SAME_DECISION
#undef NEUTRAL
#undef ON_EDGE
#undef LAKE_MARK
#undef RESERVED
#undef ABOUT_PLACE
#undef KIND_GLYPH
#undef STACK
#undef LOAD
#undef MARK_GLYPH
#undef FIGURE
#undef MEEPLE_FIGURE
#undef AT_CORNER
#undef MARK_LETTER
#undef GLYPH
#undef EXPANSION
