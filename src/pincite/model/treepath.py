"""Tree paths as `root.part_3.sec_17.sub_4`: labels that PostgreSQL's ltree accepts unchanged."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from pincite.errors import BadUrn
from pincite.model.kinds import LABELS
from pincite.model.urn import segment

_path = re.compile(r"root(?:\.[A-Za-z0-9_]{1,255})*")
_unsafe = re.compile(r"[^A-Za-z0-9]+")
_LABEL_LIMIT = 120


@dataclass(frozen=True, slots=True, order=True)
class TreePath:
    labels: tuple[str, ...] = ("root",)

    @classmethod
    def parse(cls, text: str) -> TreePath:
        if _path.fullmatch(text) is None:
            raise BadUrn(
                f"not a tree path: {text[:200]!r}", hint="It looks like root.part_3.sec_17."
            )
        return cls(tuple(text.split(".")))

    def __str__(self) -> str:
        return ".".join(self.labels)

    def child(self, text: str) -> TreePath:
        return TreePath((*self.labels, text))

    def ancestors(self) -> tuple[TreePath, ...]:
        """Every path above this one, nearest first."""
        return tuple(TreePath(self.labels[:depth]) for depth in range(len(self.labels) - 1, 0, -1))

    def within(self, other: TreePath) -> bool:
        return self.labels[: len(other.labels)] == other.labels


@functools.lru_cache(maxsize=65536)
def label(kind: str, number: str) -> str:
    """('section', '3.17') → 'sec_3_17'; ('chapter', 'chap-7') → 'chap_7'."""
    stem = LABELS.get(kind, kind)
    cleaned = _unsafe.sub("_", segment(number).removeprefix(f"{stem}-")).strip("_")
    return f"{stem}_{cleaned}"[:_LABEL_LIMIT] if cleaned else stem
