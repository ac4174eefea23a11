/* SPDX-License-Identifier: MIT */
/* Reads and writes times and clocks (record.h). */
#include "notation/token.h"

#include <stdio.h>
#include <stdlib.h>

void act_set_time(struct act *act, int64_t time)
{
    int64_t seconds = time / 1000 - (time % 1000 < 0);
    act->number = (int32_t)seconds;
    act->count = (uint16_t)(time - seconds * 1000);
}

/* Reads "M:SS" or "H:MM:SS" into *time, in milliseconds. The first number may have up to 7 digits.
 * False for any other form, or above TIME_SECONDS_MAX. */
static bool read_time(const char **at, int64_t *time)
{
    int64_t seconds = 0;
    unsigned parts = 0;
    do {
        const char *from = *at;
        int64_t number = 0;
        while (char_is_digit(**at) && *at < from + 7)
            number = number * 10 + (*(*at)++ - '0');
        size_t digits = (size_t)(*at - from);
        if (!digits || char_is_digit(**at) || (parts && (digits != 2 || number > 59)))
            return false;
        seconds = seconds * 60 + number;
        parts++;
    } while (parts < 3 && token_take(at, ':'));
    *time = seconds * 1000;
    return parts > 1 && seconds <= TIME_SECONDS_MAX;
}

bool clock_read(struct str text, struct game_clock *clock)
{
    const char *at = text.n ? text.p : "";
    *clock = (struct game_clock){.given = true};
    return read_time(&at, &clock->start) &&
           (!token_take(&at, '+') || read_time(&at, &clock->added)) &&
           (!token_take(&at, '/') ||
            (read_time(&at, &clock->most) && clock->most >= clock->start && clock->most > 0)) &&
           at == text.p + text.n;
}

/* Writes ".5" for 500 thousandths of a second at the end of a text of n bytes, nothing for 0. */
static void write_thousandths(struct time_text *to, size_t n, int thousandths)
{
    if (!thousandths)
        return;
    n += (size_t)snprintf(to->text + n, sizeof to->text - n, ".%03d", thousandths);
    while (to->text[n - 1] == '0')
        to->text[--n] = '\0';
}

struct time_text seconds_text(int64_t time)
{
    struct time_text to;
    long long all = llabs(time);
    int n = snprintf(to.text, sizeof to.text, "%s%lld", time < 0 ? "-" : "", all / 1000);
    write_thousandths(&to, (size_t)n, (int)(all % 1000));
    return to;
}

struct time_text time_text(int64_t time)
{
    struct time_text to;
    long long all = llabs(time), seconds = all / 1000, hours = seconds / 3600;
    size_t room = sizeof to.text;
    size_t n = (size_t)snprintf(to.text, room, "%s", time < 0 ? "-" : "");
    if (hours)
        n += (size_t)snprintf(to.text + n, room - n, "%lld:%02d", hours, (int)(seconds / 60 % 60));
    else
        n += (size_t)snprintf(to.text + n, room - n, "%d", (int)(seconds / 60));
    n += (size_t)snprintf(to.text + n, room - n, ":%02d", (int)(seconds % 60));
    write_thousandths(&to, n, (int)(all % 1000));
    return to;
}

const char *clock_text(struct arena *arena, const struct game_clock *clock)
{
    const char *text = arena_printf(arena, "%s", time_text(clock->start).text);
    if (clock->added)
        text = arena_printf(arena, "%s+%s", text, time_text(clock->added).text);
    if (clock->most)
        text = arena_printf(arena, "%s/%s", text, time_text(clock->most).text);
    return text;
}
