#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays a random game, judges it and prints it. The operands are a seed and a header line that chooses the game."""
import ctypes
import random
import sys

library = ctypes.CDLL("libbastide.so.0")


class Decision(ctypes.Structure):
    _fields_ = [("ask", ctypes.c_int), ("turn", ctypes.c_int), ("seat", ctypes.c_int), ("choices", ctypes.c_size_t)]


class Verdict(ctypes.Structure):
    _fields_ = [("legal", ctypes.c_int), ("valid", ctypes.c_int), ("complete", ctypes.c_int)]


library.bastide_new.restype = ctypes.c_void_p
library.bastide_decision.restype = ctypes.POINTER(Decision)
library.bastide_verdict.restype = ctypes.POINTER(Verdict)
for function in library.bastide_crn, library.bastide_choice:
    function.restype = ctypes.c_char_p

random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
game = sys.argv[2] if len(sys.argv) > 2 else "sets: [base]"
header = f"%CRN 1\n{game}\nrules: official-1\nplayers: [Ada, Ben]\n---\n".encode()
judge = ctypes.c_void_p(library.bastide_new(None, None))
library.bastide_open_text(judge, header, ctypes.c_size_t(len(header)))
if library.bastide_next(judge) != 1:
    sys.exit("no game")
while decision := library.bastide_decision(judge):
    library.bastide_choose(judge, ctypes.c_size_t(random.randrange(decision.contents.choices)))
library.bastide_judge(judge, 0)
verdict = library.bastide_verdict(judge).contents
good = verdict.valid and verdict.complete
print(library.bastide_crn(judge).decode(), end="")
library.bastide_free(judge)  # also frees what it returned
sys.exit(0 if good else 1)
