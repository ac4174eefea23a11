/* SPDX-License-Identifier: MIT */
/* The kinds of goods in Traders & Builders. */
#ifndef BASTIDE_EXPANSIONS_TRADERS_GOODS_H
#define BASTIDE_EXPANSIONS_TRADERS_GOODS_H

#include "ledger/ledger.h"

enum goods_kind { GOODS_WINE, GOODS_CLOTH, GOODS_GRAIN, GOODS_COUNT };

/* For each kind its item, the mark of a segment with a barrel, and the term that pays for most
 * tokens. */
static const struct {
    enum item_id item;
    uint32_t mark;
    enum term_name term;
} goods_facts[GOODS_COUNT] = {
    [GOODS_WINE] = {ITEM_WINE, MARK_WINE, TERM_WINE},
    [GOODS_CLOTH] = {ITEM_CLOTH, MARK_CLOTH, TERM_CLOTH},
    [GOODS_GRAIN] = {ITEM_GRAIN, MARK_GRAIN, TERM_GRAIN},
};

#endif
