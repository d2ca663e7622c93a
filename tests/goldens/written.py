"""Replies as text that a person can review, read back, and compared one by one."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff

from pincite.answer.reply import AnswerCitation, Reply
from pincite.errors import PinciteError
from pincite.surfaces.cli.answer_display import reply_text

_HEAD = "=== "
_SHOWN = "shown:"
_LONG = 600
# The seal of a pack holds the code that built it, and changes with every line of that.
_seal = re.compile(r"\bpack [0-9a-f]{64}\b")


@dataclass(frozen=True)
class Block:
    """A question with what was said to it: lines such as "outcome: answer", then the text as the
    command prints it. No time, no number of a request, no score."""

    name: str
    lines: tuple[str, ...]

    def outcome(self) -> str:
        return next(line for line in self.lines if line.startswith("outcome: "))[9:]

    def part(self, of: str) -> list[str]:
        return [line for line in self.lines if line.startswith(f"{of}: ")]

    def shown(self) -> list[str]:
        return list(self.lines[self.lines.index(_SHOWN) :])


def of_reply(name: str, question: str, options: dict[str, str], reply: Reply) -> Block:
    lines = [*_asked(question, options), *_outcome(reply)]
    lines += [f"language: {reply.language}", f"confidence: {reply.confidence.value}"]
    lines += [f"warnings: {len(reply.warnings)}"] if reply.warnings else []
    lines += [f"degraded: {one}" for one in reply.degraded]
    lines += [f"cited: {_cited(one)}" for one in (reply.answer.citations if reply.answer else ())]
    text = _seal.sub("pack SEAL", reply_text(reply)).replace(reply.request_id, "REQUEST")
    return Block(name, (*lines, _SHOWN, *_indented(text.split("\n"))))


def of_error(name: str, question: str, options: dict[str, str], problem: PinciteError) -> Block:
    """What a person who asks wrongly is told."""
    told = [problem.message, *([problem.hint] if problem.hint else [])]
    outcome = f"outcome: error, {problem.code}"
    return Block(name, (*_asked(question, options), outcome, _SHOWN, *_indented(told)))


def _asked(question: str, options: dict[str, str]) -> Iterator[str]:
    shown = question.encode("unicode_escape").decode() if not question.isprintable() else question
    if len(shown) > _LONG:
        shown = f"{shown[:_LONG]} … ({len(question)} characters)"
    first, *rest = textwrap.wrap(
        shown, 96, drop_whitespace=False, break_on_hyphens=False, break_long_words=False
    ) or [""]
    yield f"asked: {first.rstrip()}"
    yield from (f"       {line.rstrip()}" for line in rest)
    yield from (f"with: --{key} {value}" for key, value in options.items())


def _outcome(reply: Reply) -> Iterator[str]:
    if reply.refusal is None:
        yield "outcome: answer"
        return
    clarify = reply.refusal.clarify
    yield f"outcome: refusal, {reply.refusal.kind.value}{', asks back' if clarify else ''}"
    for option, ask in zip(clarify.options, clarify.asks, strict=False) if clarify else ():
        yield f"offered: {option}" + (f" (asks: {ask})" if ask != option else "")
    yield from (f"closest: {one.urn or one.citation}" for one in reply.refusal.closest)


def _cited(one: AnswerCitation) -> str:
    """Its number, role and place; when what is quoted there held."""
    place = f"[{one.number}] {one.role.value}, {one.urn}"
    page = f", page {one.page}" if one.page else ""
    since = f", from {one.valid_from}" if one.valid_from else ""
    until = f", to {one.valid_to}" if one.valid_to else ""
    version = f", {one.version}" if one.version else ""
    return place + page + version + since + until


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"    {line}".rstrip() for line in lines]


def text(blocks: Sequence[Block]) -> str:
    return "\n".join("\n".join([_HEAD + one.name, *one.lines, ""]) for one in blocks)


def blocks(written: str) -> list[Block]:
    """What `text` wrote."""
    parts = written.split(f"\n{_HEAD}") if written.strip() else []
    found: list[Block] = []
    for part in parts:
        name, *lines = part.removeprefix(_HEAD).rstrip("\n").split("\n")
        found.append(Block(name, tuple(lines)))
    return found


@dataclass(frozen=True)
class Change:
    """Of one question: `kind` is what a reviewer should know first, `diff` all of it."""

    name: str
    kind: str
    diff: str


def changes(before: Sequence[Block], after: Sequence[Block]) -> list[Change]:
    """The questions whose reply is another, in the order of `after`; those that are gone last."""
    old, new = ({one.name: one for one in some} for some in (before, after))
    names = [*new, *(name for name in old if name not in new)]
    return [
        Change(name, _kind(old.get(name), new.get(name)), _diff(name, old.get(name), new.get(name)))
        for name in names
        if old.get(name) != new.get(name)
    ]


def _kind(old: Block | None, new: Block | None) -> str:
    if old is None or new is None:
        return "a new question" if new else "a question that is gone"
    if old.outcome() != new.outcome():
        return f"{old.outcome()} → {new.outcome()}"
    for part in ("asked", "with", "cited", "confidence", "warnings"):
        if old.part(part) != new.part(part):
            return f"{old.outcome()}: other {_SAID[part]}"
    return f"{old.outcome()}: other words"


_SAID = {"asked": "question", "with": "options", "cited": "citations", "confidence": "confidence",
         "warnings": "warnings"}  # fmt: skip


def _diff(name: str, old: Block | None, new: Block | None) -> str:
    one, other = (list(block.lines) if block else [] for block in (old, new))
    lines = list(unified_diff(one, other, lineterm="", n=1))[2:]
    asked = next(iter((new or old).part("asked")), "") if new or old else ""
    return "\n".join([f"{_HEAD}{name}", asked, *(line for line in lines if line[:2] != "@@")])


def summary(found: Sequence[Change], asked: int) -> str:
    if not found:
        return f"{asked} replies, none changed"
    counted = Counter(one.kind for one in found).most_common()
    return "\n".join(
        [f"{len(found)} of {asked} replies changed", *(f"  {many:3}  {kind}" for kind, many in counted)]
    )  # fmt: skip
