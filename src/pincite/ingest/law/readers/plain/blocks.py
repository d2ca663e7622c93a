"""Cuts a text into blocks: paragraphs, and the items that begin within them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.ingest.law.readers.plain.profile import PlainProfile, ProfileLevel
from pincite.ingest.succession import Ordinal, counted, readings

# A pattern sees no more of a block than this; a marker or a heading is never longer.
_SEEN = 1000
_HEADING_LENGTH = 200
_TRIM = " .()[]:—–-"
# Within a paragraph, an item begins only after a line that could end one.
_ended = re.compile(r"[.;:,—–…\])”\"*-]$|\b(?:and|or|but)$")
_refers = re.compile(
    r"\(\w{1,4}\),?(?: and| or)?$"
    r"|\b(?:sub)?(?:sections?|paragraphs?|regulations?|articles?|rules?|clauses?),?$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Beginning:
    """One way in which a block may begin a level: `rank` is the level's place in the profile."""

    rank: int
    level: ProfileLevel
    label: str
    name: str
    ordinals: tuple[Ordinal, ...]
    num: str
    heading: str
    text: str


@dataclass(slots=True)
class PlainBlock:
    """Lines joined by spaces. `first` says whether it begins a paragraph."""

    line: int
    text: str
    first: bool
    beginnings: list[Beginning]

    @property
    def place(self) -> str:
        return f"line {self.line}"


def blocks_of(lines: Sequence[str], begun: int, profile: PlainProfile) -> list[PlainBlock]:
    """The blocks of lines[begun:]."""
    groups: list[tuple[int, bool, list[str]]] = []
    before = ""
    for index in range(begun, len(lines)):
        line = lines[index].strip()
        if line:
            if not before:
                groups.append((index + 1, True, [line]))
            elif _can_begin(before) and beginnings(line, profile):
                groups.append((index + 1, False, [line]))
            else:
                groups[-1][2].append(line)
        before = line
    blocks: list[PlainBlock] = []
    for number, first, parts in groups:
        text = " ".join(parts)
        begun_here = beginnings(text, profile)
        if not begun_here and blocks and _heads(blocks[-1], text):
            # "PART I", a blank line, "PRELIMINARY".
            text, number, first = f"{blocks[-1].text} {text}", blocks[-1].line, blocks.pop().first
            begun_here = beginnings(text, profile)
        blocks.append(PlainBlock(number, text, first, begun_here))
    return blocks


def _heads(before: PlainBlock, text: str) -> bool:
    """Whether the text, all in capitals, is the heading of the container begun before it."""
    begun = before.beginnings[:1]
    return bool(begun) and begun[0].level.contains and not begun[0].heading and (
        text.isupper() and len(text) <= _HEADING_LENGTH
    )  # fmt: skip


def beginnings(text: str, profile: PlainProfile, below: int = -1) -> list[Beginning]:
    """Every level, narrower than `below`, that the text may begin."""
    seen, rest = text[:_SEEN], text[_SEEN:]
    candidates: list[Beginning] = []
    for rank, level in enumerate(profile.levels):
        if rank <= below:
            continue
        match = level.pattern.fullmatch(seen)
        if match is None:
            continue
        groups = {key: value or "" for key, value in match.groupdict().items()}
        if rest and not groups.get("text"):
            continue
        label, name = _named(level, groups)
        ordinals = tuple(
            reading
            for reading in readings(label)
            if not level.labels or reading.style == level.labels
        )
        if level.labels and not ordinals:
            continue
        ends = [match.start(key) for key in ("heading", "text") if groups.get(key)]
        begun = match.end("mark") if groups.get("mark") else 0
        num = seen[begun : min(ends, default=len(seen))].strip()
        heading = groups.get("heading", "")
        words = groups.get("text", "")
        candidates.append(
            Beginning(rank, level, label, name, ordinals, num, heading, words and words + rest)
        )
    return candidates


def _named(level: ProfileLevel, groups: dict[str, str]) -> tuple[str, str]:
    """The label that is counted, and the URN segment; empty where there is no number."""
    num = (groups.get("num") or groups.get("number") or "").strip(_TRIM)
    if not num:
        return "", (level.name if "{" not in level.name else "")
    fields = {**groups, "num": num, "count": str(counted(num) or num)}
    name = level.name.format_map(fields)
    return (num if level.contains else name), name


def _can_begin(before: str) -> bool:
    return _ended.search(before) is not None and _refers.search(before) is None
