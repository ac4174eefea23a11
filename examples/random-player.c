/* SPDX-License-Identifier: MIT */
/* Plays a random game and prints it. To compile it:
 * cc random-player.c $(pkg-config --cflags --libs bastide)
 * The operands are a seed and a header line that chooses the game:
 * ./a.out 7 "sets: [base, princess-dragon]" */
#include <bastide.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char header[200];
    srand(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
    int size = snprintf(header, sizeof header, "%%CRN 1\n%s\nrules: official-1\nplayers: [Ada, Ben]\n---\n",
                        argc > 2 ? argv[2] : "sets: [base]");
    struct bastide *judge = bastide_new(NULL, NULL);
    if (!judge || size >= (int)sizeof header || bastide_open_text(judge, header, (size_t)size) < 0 ||
        bastide_next(judge) != BASTIDE_OK)
        return 2;
    const struct bastide_decision *decision;
    while ((decision = bastide_decision(judge)))
        bastide_choose(judge, (size_t)rand() % decision->choices);
    /* Without a decision the game is over, or cannot be played. */
    const char *game = *bastide_why(judge) ? NULL : bastide_crn(judge);
    if (game)
        fputs(game, stdout);
    else
        fprintf(stderr, "%s\n", bastide_why(judge));
    bastide_free(judge);
    return game ? 0 : 2;
}
