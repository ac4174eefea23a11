/* SPDX-License-Identifier: MIT */
/* Turns shapes into lists of numbers and back. The shapes of built-in designs are such lists
 * (shapes_table.c), because it takes long to find a shape. */
#include "draw/shape.h"

/* A list that is read or written. */
struct code {
    int16_t *to; /* NULL while it is read */
    const int16_t *from;
};

static void code_number(struct code *code, int *number)
{
    if (code->to)
        *code->to++ = (int16_t)*number;
    else
        *number = *code->from++;
}

static void code_count(struct code *code, unsigned *count)
{
    int number = (int)*count;
    code_number(code, &number);
    *count = (unsigned)number;
}

static void code_point(struct code *code, struct point *point)
{
    code_number(code, &point->x);
    code_number(code, &point->y);
}

static void code_path(struct code *code, struct path *path)
{
    code_count(code, &path->count);
    for (struct stroke *s = path->strokes; s < path->strokes + path->count; s++) {
        int kind = (int)s->kind;
        code_number(code, &kind);
        s->kind = kind == STROKE_MOVE   ? STROKE_MOVE
                  : kind == STROKE_LINE ? STROKE_LINE
                                        : STROKE_CURVE;
        code_point(code, &s->to);
        if (s->kind == STROKE_CURVE) {
            code_point(code, &s->leave);
            code_point(code, &s->arrive);
        }
    }
}

static void code_points(struct code *code, struct point *points, unsigned *count)
{
    code_count(code, count);
    for (unsigned i = 0; i < *count; i++)
        code_point(code, &points[i]);
}

static void code_shape(struct code *code, struct shape *shape, unsigned segments)
{
    for (unsigned i = 0; i < segments; i++) {
        code_path(code, &shape->land[i]);
        code_path(code, &shape->walls[i]);
        code_point(code, &shape->signs[i]);
        code_point(code, &shape->spots[i]);
    }
    code_path(code, &shape->river);
    code_path(code, &shape->hedges);
    code_point(code, &shape->sign);
    code_points(code, shape->ends, &shape->end_count);
    for (unsigned i = 0; i < shape->end_count && i < SIDES; i++) {
        int ending = shape->ending[i];
        code_number(code, &ending);
        shape->ending[i] = (uint8_t)ending;
    }
    code_points(code, shape->houses, &shape->house_count);
    code_points(code, shape->bushes, &shape->bush_count);
}

unsigned shape_write(struct shape *shape, unsigned segments, int16_t numbers[SHAPE_NUMBERS_MAX])
{
    struct code code = {.to = numbers};
    code_shape(&code, shape, segments);
    return (unsigned)(code.to - numbers);
}

void shape_read(struct shape *shape, unsigned segments, const int16_t *numbers)
{
    struct code code = {.from = numbers};
    for (unsigned i = segments; i < SEGMENTS_MAX; i++)
        shape->land[i].count = shape->walls[i].count = 0;
    code_shape(&code, shape, segments);
}
