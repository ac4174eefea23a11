/* SPDX-License-Identifier: MIT */
/* Judges files as `bastide check` does. To compile it:
 * cc judge.c $(pkg-config --cflags --libs bastide) */
#include <bastide.h>
#include <stdio.h>

static void tell(struct bastide *judge, const char *path)
{
    const struct bastide_verdict *verdict = bastide_verdict(judge);
    const struct bastide_finding *finding;
    for (size_t i = 0; (finding = bastide_finding(judge, i)); i++)
        printf("%s:%u:%u: %s%s%s [%d %s]\n", path, finding->place.line, finding->place.column, finding->when ? finding->when : "",
               finding->when ? ": " : "", finding->message, finding->code, finding->name);
    if (!verdict->seats)
        return; /* no game */
    printf("%s: %s", path, verdict->legal ? verdict->valid ? "legal" : "legal but not valid" : "illegal");
    for (unsigned seat = 0; seat < verdict->seats; seat++)
        printf("%s %s %d", seat ? "," : "", verdict->players[seat], verdict->scores[seat]);
    printf("\n");
}

int main(int argc, char **argv)
{
    int status = 0;
    struct bastide *judge = bastide_new(NULL, NULL);
    for (int i = 1; judge && i < argc; i++) {
        int more = bastide_open(judge, argv[i]);
        while (more > 0 && (more = bastide_next(judge)) > 0) {
            int is_game = more == BASTIDE_OK;
            more = bastide_judge(judge, 0);
            if (more > 0)
                tell(judge, argv[i]);
            if (more > 0 && !is_game)
                status = 2;
            else if (more > 0 && !bastide_verdict(judge)->valid && !status)
                status = 1;
        }
        if (more < 0) {
            fprintf(stderr, "%s: %s\n", argv[i], bastide_why(judge));
            status = 2;
        }
    }
    bastide_free(judge);
    return judge ? status : 2;
}
