"""Builds the tree of a plain text from its blocks, with the same care as for flattened text: a
label begins an item only if it follows the last one of an open list or begins a new list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.enumerations import definition_name
from pincite.ingest.law.readers.plain.blocks import Beginning, PlainBlock, beginnings
from pincite.ingest.law.readers.plain.profile import PlainProfile, ProfileLevel
from pincite.ingest.succession import (
    NUMBER,
    Ordinal,
    Sightings,
    first,
    follows,
    later,
    successor,
)
from pincite.model.kinds import CONTAINERS, UNITS

# What makes a whole statement: words after a list inside one belong to it.
_STATEMENTS = frozenset({"section", "article", "rule", "subsection", "definition", "continuation"})
_APART = frozenset({"schedule", "appendix"})
# Narrower than every level of a profile.
_NARROWEST = 1000.0
# What a pattern is tried on is never longer, so that a careless one costs little.
_NOTE_LENGTH = 2000
_REPEAL_LENGTH = 300
# How many numbers may be missing between two: sections repealed in blocks, items one by one.
_SECTIONS_MISSING, _ITEMS_MISSING = 100, 12
_LEADS = ("—", "–", ":", ":-", ":—", "-")


@dataclass(slots=True)
class _Frame:
    """An open node. `last` is its own ordinal, which a sibling must follow."""

    rank: float
    kind: str
    last: Ordinal | None
    begun: int
    counted: int = 0


class PlainOutline:
    """Writes blocks to a builder. `build` says how many levels were begun."""

    def __init__(
        self, builder: DraftBuilder, profile: PlainProfile, blocks: Sequence[PlainBlock]
    ) -> None:
        self.builder = builder
        self.profile = profile
        self.blocks = blocks
        self.frames: list[_Frame] = []
        # The last ordinal of each anchored level: sections count through, whatever holds them.
        self.anchored: dict[int, Ordinal] = {}
        self.sightings = Sightings()
        for at, block in enumerate(blocks):
            for beginning in block.beginnings:
                self.sightings.add(f"{beginning.rank}:{beginning.label}", at)
        # For each block, the next one that may begin a level.
        self.following: list[PlainBlock | None] = [None] * len(blocks)
        for at in range(len(blocks) - 2, -1, -1):
            after = blocks[at + 1]
            self.following[at] = after if after.beginnings else self.following[at + 1]
        statements = [
            rank for rank, level in enumerate(profile.levels) if level.kind in _STATEMENTS
        ]
        self.definition_rank = max(statements, default=-1) + 0.5
        self.unnumbered = next(
            (rank for rank, level in enumerate(profile.levels) if level.unnumbered), None
        )

    def build(self) -> int:
        opened = 0
        for at, block in enumerate(self.blocks):
            chosen = self._chosen(at, block)
            if chosen is not None:
                self._begin(*chosen, block)
                opened += 1
            else:
                self._words(at, block)
        self._close(-inf)
        return opened

    def _chosen(self, at: int, block: PlainBlock) -> tuple[Beginning, Ordinal | None] | None:
        """The level that the block begins, of those whose pattern it matches."""
        expected: list[tuple[Beginning, Ordinal | None]] = []
        begun: list[tuple[Beginning, Ordinal | None]] = []
        passed: list[tuple[Beginning, Ordinal | None]] = []
        for beginning in block.beginnings:
            if beginning.level.contains:
                return beginning, None
            last = self._last(beginning)
            if last is None:
                begun += self._new(beginning)
                continue
            for ordinal in beginning.ordinals:
                if follows(last, ordinal):
                    expected.append((beginning, ordinal))
                elif _may_pass(last, ordinal, beginning.level):
                    passed.append((beginning, ordinal))
        # "2. Fees" is a section where an item 2 could follow too; otherwise the narrowest goes on.
        expected.sort(
            key=lambda option: (
                not (option[0].level.anchored and option[0].heading),
                -option[0].rank,
            )
        )
        options = [*expected, *begun]
        if len(options) > 1:
            return self._likeliest(at, block, options, begun)
        if options:
            return options[0]
        return passed[0] if passed else None

    def _last(self, beginning: Beginning) -> Ordinal | None:
        """The ordinal of the open item that this one would follow."""
        for frame in self.frames:
            if frame.rank == beginning.rank:
                return frame.last
        last = self.anchored.get(beginning.rank) if not self._apart() else None
        if last and self.frames[-1:] and self.frames[-1].kind in CONTAINERS:
            # A Part may count its sections from one again.
            return None if any(map(first, beginning.ordinals)) else last
        return last

    def _new(self, beginning: Beginning) -> list[tuple[Beginning, Ordinal | None]]:
        """The readings under which a new list may begin."""
        if beginning.level.anchored:
            return [(beginning, ordinal) for ordinal in beginning.ordinals] or [(beginning, None)]
        late = Ordinal(NUMBER, 2) if beginning.level.kind == "subsection" else None
        return [
            (beginning, ordinal)
            for ordinal in beginning.ordinals
            if first(ordinal) or ordinal == late
        ]

    def _likeliest(
        self,
        at: int,
        block: PlainBlock,
        options: list[tuple[Beginning, Ordinal | None]],
        begun: list[tuple[Beginning, Ordinal | None]],
    ) -> tuple[Beginning, Ordinal | None]:
        keys = [
            f"{beginning.rank}:{successor(ordinal) if ordinal else ''}"
            for beginning, ordinal in options
        ]
        again = min(self.sightings.after(f"{b.rank}:{b.label}", at) for b in block.beginnings)
        index = self.sightings.likeliest(keys, again, at)
        if index is not None:
            return options[index]
        leads = at > 0 and self.blocks[at - 1].text.endswith(_LEADS)
        return begun[0] if leads and begun else options[0]

    def _begin(self, beginning: Beginning, ordinal: Ordinal | None, block: PlainBlock) -> None:
        level, rank = beginning.level, beginning.rank
        self._close(rank)
        if level.kind in UNITS or level.kind in CONTAINERS:
            while any(frame.kind in UNITS for frame in self.frames):
                self._pop()
        if level.kind in _APART:
            self.anchored.clear()
        anchored = level.anchored and not self._apart()
        self.builder.open(
            level.kind,
            num=beginning.num,
            heading=beginning.heading,
            name=beginning.name,
            anchored=anchored,
            place=block.place,
        )
        self.frames.append(_Frame(rank, level.kind, ordinal, self.builder.words))
        if level.anchored and ordinal:
            self.anchored[rank] = ordinal
        if beginning.text:
            self._inside(beginning, block)

    def _inside(self, outer: Beginning, block: PlainBlock) -> None:
        """The words after a marker, which may be another marker: "(1) (a) …"."""
        for inner in beginnings(outer.text, self.profile, outer.rank):
            if inner.level.contains or inner.level.anchored:
                continue
            for ordinal in inner.ordinals:
                if first(ordinal):
                    self._begin(inner, ordinal, block)
                    return
        self._write(outer.text, block)

    def _words(self, at: int, block: PlainBlock) -> None:
        """A block that begins no level belongs to what is open."""
        if len(block.text) <= _NOTE_LENGTH and any(
            note.fullmatch(block.text) for note in self.profile.notes
        ):
            self.builder.leaf("note", block.text, place=block.place)
        elif match := self.profile.definition.match(block.text[:_NOTE_LENGTH]):
            self._define(match["term"], block)
        elif not self.frames:
            self.builder.open("preface", name="preface", place=block.place)
            self.frames.append(_Frame(_NARROWEST, "preface", None, self.builder.words))
            self.builder.text(block.text)
        elif block.first and self._is_given_back(at, block):
            self._give_back(block)
        else:
            self._write(block.text, block, new=block.first)

    def _write(self, text: str, block: PlainBlock, *, new: bool = True) -> None:
        """Words of the open node; where paragraphs have no numbers, a node of their own."""
        rank = self.unnumbered
        holder = next((f for f in reversed(self.frames) if f.kind in ("section", "article")), None)
        if rank is None or holder is None or holder.rank >= rank or not new:
            self.builder.text(text)
            return
        if any(frame.rank > rank and frame.begun == self.builder.words for frame in self.frames):
            # The first words of an item that has just been begun.
            self.builder.text(text)
            return
        self._close(rank)
        holder.counted += 1
        kind = self.profile.levels[rank].kind
        self.builder.open(kind, name=str(holder.counted), place=block.place)
        self.frames.append(_Frame(rank, kind, None, self.builder.words))
        self.builder.text(text)

    def _is_given_back(self, at: int, block: PlainBlock) -> bool:
        """Whether the words continue what holds the list that is open: a proviso, or the rest of
        a sentence, after the list's last item."""
        frame = self.frames[-1]
        if frame.last is None or frame.kind in _STATEMENTS:
            return False
        if not (block.text.startswith("Provided ") or block.text[0].islower()):
            return False
        following = self.following[at]
        return following is None or not any(
            beginning.rank == frame.rank and follows(frame.last, ordinal)
            for beginning in following.beginnings
            for ordinal in beginning.ordinals
        )

    def _give_back(self, block: PlainBlock) -> None:
        while self.frames and self.frames[-1].last and self.frames[-1].kind not in _STATEMENTS:
            self._pop()
        if not block.text.endswith(_LEADS):
            self.builder.leaf("continuation", block.text, place=block.place)
            return
        # A second list stands inside the words that lead to it.
        self.builder.open("continuation", place=block.place)
        above = self.frames[-1].rank if self.frames else -1
        self.frames.append(_Frame(above + 0.25, "continuation", None, self.builder.words))
        self.builder.text(block.text)

    def _define(self, term: str, block: PlainBlock) -> None:
        term = term.strip()
        self._close(self.definition_rank)
        self.builder.open(
            "definition", name=definition_name(term), place=block.place, attrs={"defines": term}
        )
        self.frames.append(_Frame(self.definition_rank, "definition", None, self.builder.words))
        self.builder.text(block.text)

    def _apart(self) -> bool:
        return any(frame.kind in _APART for frame in self.frames)

    def _close(self, rank: float) -> None:
        """Close every node as narrow as that, or narrower."""
        while self.frames and self.frames[-1].rank >= rank:
            self._pop()

    def _pop(self) -> None:
        frame = self.frames.pop()
        if self.builder.words - frame.begun < _REPEAL_LENGTH and self.profile.repealed.fullmatch(
            self.builder.own_words()
        ):
            self.builder.mark(status="repealed")
        self.builder.close()


def _may_pass(last: Ordinal, new: Ordinal, level: ProfileLevel) -> bool:
    """Whether an open list may go on so although that is not its next label: one is repeated by
    error, some are left out, or it begins again."""
    if level.anchored:
        return new == last or (later(last, new) and new.value - last.value <= _SECTIONS_MISSING)
    if new == last or first(new):
        return True
    return later(last, new) and new.value - last.value <= _ITEMS_MISSING
