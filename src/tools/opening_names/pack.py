"""Packs the opening names of lichess-org/chess-openings (CC0) into names.tsv.

    python3 pack.py CHESS-OPENINGS-FOLDER COMMIT > names.tsv

Lines are sorted by their moves. Each line omits the plies and the parts of the name that it shares
with the previous line. mod.rs parses them.
"""

import os
import re
import sys

HEAD = """\
# Opening names of https://github.com/lichess-org/chess-openings at commit {commit}.
# Licence: CC0 1.0 Universal (public domain dedication). Packed by pack.py, {count} openings.
# Plies shared with the line above, further moves, ECO code, shared parts of the name, rest of it.
"""


def shared(left, right):
    """Returns the length of the common prefix of two lists."""
    pairs = list(zip(left, right))
    return next((at for at, (a, b) in enumerate(pairs) if a != b), len(pairs))


def main(folder, commit):
    openings = []
    for volume in "abcde":
        with open(os.path.join(folder, volume + ".tsv"), encoding="utf-8") as lines:
            for line in list(lines)[1:]:
                eco, name, pgn = line.rstrip("\n").split("\t")
                moves = re.sub(r"\d+\.", "", pgn).split()
                openings.append((moves, eco, re.split("(?=[:,] )", name)))
    openings.sort()
    sys.stdout.write(HEAD.format(commit=commit[:10], count=len(openings)))
    last_moves, last_parts = [], []
    for moves, eco, parts in openings:
        plies, names = shared(moves, last_moves), shared(parts, last_parts)
        rest = "".join(parts[names:])
        print(plies, " ".join(moves[plies:]), eco, names, rest, sep="\t")
        last_moves, last_parts = moves, parts


main(*sys.argv[1:])
