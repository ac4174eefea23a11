/* SPDX-License-Identifier: MIT */
/* Table of Board Game Arena's 24 types of tile, with the spots on each as it is drawn unturned. One
 * port of each segment is enough. BGA's type 16 is our U turned by a quarter. */
#include "formats/bga/bga_types.h"

#define R(p)                                                                                       \
    {                                                                                              \
        KIND_ROAD, p                                                                               \
    }
#define C(p)                                                                                       \
    {                                                                                              \
        KIND_CITY, p                                                                               \
    }
#define F(p)                                                                                       \
    {                                                                                              \
        KIND_FIELD, p                                                                              \
    }
#define M                                                                                          \
    {                                                                                              \
        KIND_MONASTERY, PORT_NONE                                                                  \
    }
#define X                                                                                          \
    {                                                                                              \
        KIND_COUNT, PORT_NONE                                                                      \
    }

/* Ports, as in port.h. */
enum { NNW, N, NNE, ENE, E, ESE, SSE, S, SSW, WSW, W, WNW };

const struct bga_type bga_types[24] = {
    {"T", 0, {R(S), C(N), F(SSW), F(SSE), X, X, X, X}},
    {"S", 0, {R(S), C(N), F(SSW), F(SSE), X, X, X, X}},
    {"N", 0, {C(N), F(ENE), X, X, X, X, X, X}},
    {"M", 0, {C(N), F(ENE), X, X, X, X, X, X}},
    {"P", 0, {R(E), C(N), F(ENE), F(ESE), X, X, X, X}},
    {"O", 0, {R(E), C(N), F(ENE), F(ESE), X, X, X, X}},
    {"G", 0, {C(E), F(NNW), F(SSE), X, X, X, X, X}},
    {"F", 0, {C(E), F(NNW), F(SSE), X, X, X, X, X}},
    {"I", 0, {C(N), C(W), F(ENE), X, X, X, X, X}},
    {"H", 0, {C(N), C(S), F(ENE), X, X, X, X, X}},
    {"E", 0, {C(N), F(ENE), X, X, X, X, X, X}},
    {"K", 0, {R(S), C(N), F(ENE), F(SSW), X, X, X, X}},
    {"J", 0, {R(E), C(N), F(ENE), F(ESE), X, X, X, X}},
    {"L", 0, {R(W), R(E), R(S), C(N), F(ENE), F(SSW), F(ESE), X}},
    {"D", 0, {R(E), C(N), F(ENE), F(ESE), X, X, X, X}},
    {"U", 1, {R(N), X, F(NNW), F(NNE), X, X, X, X}},
    {"V", 0, {R(S), F(NNW), F(SSW), X, X, X, X, X}},
    {"W", 0, {R(W), R(E), R(S), F(NNW), F(SSW), F(ESE), X, X}},
    {"X", 0, {R(W), R(E), R(S), R(N), F(NNW), F(NNE), F(ESE), F(SSW)}},
    {"B", 0, {M, F(NNW), X, X, X, X, X, X}},
    {"A", 0, {M, R(S), F(NNW), X, X, X, X, X}},
    {"C", 0, {C(N), X, X, X, X, X, X, X}},
    {"R", 0, {C(N), F(SSE), X, X, X, X, X, X}},
    {"Q", 0, {C(N), F(SSE), X, X, X, X, X, X}},
};
