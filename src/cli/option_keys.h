/* SPDX-License-Identifier: MIT */
/* Keys of the options that have no short form. The key of another option is its letter. A letter
 * stands for the same long name in all commands. */
#ifndef BASTIDE_CLI_OPTION_KEYS_H
#define BASTIDE_CLI_OPTION_KEYS_H

enum long_option {
    LONG_ALL = 256, /* beyond all characters */
    LONG_BARE,
    LONG_CHECK,
    LONG_CLAIMS,
    LONG_COLOR,
    LONG_CONTEXT,
    LONG_COPIES,
    LONG_DEPTH,
    LONG_DISABLE,
    LONG_EACH,
    LONG_EVENTS,
    LONG_EXPLAIN,
    LONG_FINDING,
    LONG_FIT,
    LONG_GAME,
    LONG_HEADER,
    LONG_IS,
    LONG_LIMIT,
    LONG_LOSSY,
    LONG_MERGE,
    LONG_NO_CONTEXT,
    LONG_NO_SANDBOX,
    LONG_NUMBER,
    LONG_ONLY,
    LONG_OWNERS,
    LONG_PLAYER,
    LONG_POLICY,
    LONG_REPORT,
    LONG_RESULT,
    LONG_SANDBOX,
    LONG_SEATS,
    LONG_SEED,
    LONG_SET,
    LONG_SPLIT,
    LONG_SPOIL,
    LONG_STAT,
    LONG_STRICT,
    LONG_SUMMARY,
    LONG_SUPPLY,
    LONG_TILES,
    LONG_TIME,
    LONG_TITLE,
    LONG_TO,
    LONG_TOTALS,
    LONG_TURNS,
    LONG_WHERE,
    LONG_WINNER,
};

#endif
