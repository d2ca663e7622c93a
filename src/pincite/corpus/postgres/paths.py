"""Writes a node's place in its expression's tree as a path for PostgreSQL's ltree.

`e7.root.part_1.sec_17` is the node root.part_1.sec_17 of expression 7, so a path is unique in a
library, and `@>` and `<@` never lead from one expression into another. Labels are those of the
node's own path; a character that ltree does not take is written as its code point, `_x2f_` for a
slash. An index entry cannot be longer than a part of a page: in an expression with a longer path,
or in which two nodes share one, every label is the node's ordinal instead: `e7.o0.o12.o40`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.corpus.packing import PackedRow

# What ltree does not take, and the sign that begins an escape, so that no two labels become one.
_escaped = re.compile(r"[^A-Za-z0-9_]|_(?=x)")
_LABEL_LIMIT = 255
# Bytes of a path as the index keeps it. An inner entry has two paths, and a page has four entries.
_PATH_LIMIT = 1600
# What each label takes beyond its letters, at most: its length, and filling up to eight bytes.
_LABEL_COST = 9


def label(text: str) -> str:
    """A label that ltree takes; different texts have different labels."""
    return _escaped.sub(lambda sign: f"_x{ord(sign[0]):x}_", text) or "_x_"


def citation_paths(key: int, nodes: Sequence[PackedRow]) -> list[str]:
    """Of each row of an expression's nodes, which come in document order."""
    labels = [label(str(row[5]).rpartition(".")[2]) for row in nodes]
    paths = _paths(key, nodes, labels)
    if (
        len(set(paths)) == len(paths)
        and all(len(name) <= _LABEL_LIMIT for name in labels)
        and all(map(_fits, paths))
    ):
        return paths
    return _paths(key, nodes, [f"o{row[0]}" for row in nodes])


def _paths(key: int, nodes: Sequence[PackedRow], labels: Sequence[str]) -> list[str]:
    paths: list[str] = []
    for row, name in zip(nodes, labels, strict=True):
        parent = int(row[1])
        above = paths[parent] if parent >= 0 else f"e{key}"
        paths.append(f"{above}.{name}")
    return paths


def _fits(path: str) -> bool:
    return len(path) + _LABEL_COST * (path.count(".") + 1) <= _PATH_LIMIT
