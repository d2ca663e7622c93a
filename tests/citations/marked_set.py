"""Reads the marked set: passages with every citation marked by hand (marked/README.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pincite.citations.reading import CitableText, Locale
from pincite.model import Node
from pincite.model.mention import CitedKind, Form, Unresolved
from pincite.text import canonicalize

MARKED = Path(__file__).resolve().parent / "marked"
# Written after the finders, and first scored before anyone who made them had seen them.
UNSEEN = tuple(MARKED / f"unseen-{number}" for number in (1, 2, 3))
ANY = "*"
SELF = "self"

_token = re.compile(r"⟦(?P<head>[^|⟦⟧]*)\||⟧|⟪(?P<node>[^⟪⟫]*)⟫ ?|[⦃⦄⟨⟩]")
_law = re.compile(r"[a-z]{2}(?:-[a-z0-9]+)?:\S+")
_us_reports = re.compile(r"(\d+) U\.S\. (\d+)")
_BRACKETS = frozenset("⟦⟧⟪⟫⦃⦄⟨⟩")
_FORMS = frozenset(form.value for form in Form)
_KINDS = frozenset(kind.value for kind in CitedKind) | {ANY}


@dataclass(frozen=True, slots=True)
class Mark:
    """One citation: its span, with the other starts and ends that are right too, and its meaning.

    `group` is the key of the source it is a parallel of, else its own.
    `key` is "" where it must resolve to nothing, and then `reason` says why; SELF for a place of the
    text itself; a symbol ("~frcp:12") where no key is settled. `targets` is None where they are not
    scored; under a symbol they are the segments behind its key.
    """

    start: int
    end: int
    starts: frozenset[int]
    ends: frozenset[int]
    kind: str
    form: Form
    key: str
    group: str
    targets: tuple[str, ...] | None
    reason: Unresolved | None

    @property
    def symbolic(self) -> bool:
        return self.key.startswith("~")


@dataclass(frozen=True, slots=True)
class Title:
    """A work that the corpus of a passage holds."""

    urn: str
    title: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A reading with its marks, in order."""

    theme: str
    name: str
    reading: CitableText
    marks: tuple[Mark, ...]
    titles: tuple[Title, ...]

    def words(self, mark: Mark) -> str:
        return self.reading.text[mark.start : mark.end]


def passages(folder: Path = MARKED) -> list[Passage]:
    """Of all files directly in the folder."""
    return [
        passage
        for path in sorted(folder.glob("*.txt"))
        for passage in _passages_of(path.stem, path.read_text(encoding="utf-8"))
    ]


def _passages_of(theme: str, text: str) -> Iterator[Passage]:
    for block in re.split(r"(?m)^=== ", text)[1:]:
        head, _, body = block.partition("\n\n")
        name, *lines = head.splitlines()
        try:
            yield _passage(theme, name.strip(), lines, body)
        except (ValueError, KeyError) as problem:
            raise ValueError(f"{theme}, passage {name}: {problem}") from problem


def _passage(theme: str, name: str, lines: list[str], body: str) -> Passage:
    locale, urn = Locale(), ""
    titles: list[Title] = []
    for line in lines:
        field, _, value = line.partition(": ")
        match field:
            case "locale":
                locale = Locale(*value.split())
            case "urn":
                urn = _urn(value)
            case "title":
                of, *rest = (part.strip() for part in value.split("|"))
                titles.append(Title(_urn(of), *rest))
            case _:
                raise ValueError(f"no such header: {line!r}")
    marked = "\n".join(
        canonicalize(" ".join(paragraph.split()))
        for paragraph in re.split(r"\n\s*\n", body.strip())
    )
    text, marks, notes, openings = _stripped(marked)
    nodes = _tree(openings, len(text), urn)
    return Passage(
        theme,
        name,
        CitableText(text, locale, tuple(notes), urn, nodes),
        tuple(sorted(marks, key=lambda mark: mark.start)),
        tuple(titles),
    )


def _stripped(
    marked: str,
) -> tuple[str, list[Mark], list[tuple[int, int]], list[tuple[int, str]]]:
    """The passage's own words, and what the brackets in it said."""
    out: list[str] = []
    at = length = 0
    marks: list[Mark] = []
    notes: list[tuple[int, int]] = []
    openings: list[tuple[int, str]] = []
    note = -1
    # The open mark: its head, its start, and the edges of optional stretches in it.
    head, begin, edges = "", -1, list[int]()
    for token in _token.finditer(marked):
        out.append(marked[at : token.start()])
        length += token.start() - at
        at = token.end()
        match token[0][0]:
            case "⟦":
                if begin >= 0:
                    raise ValueError(f"a mark in a mark: {token[0]!r}")
                head, begin, edges = token["head"], length, []
            case "⟧":
                marks.append(_mark(head, begin, length, edges))
                begin = -1
            case "⟪":
                openings.append((length, token["node"]))
            case "⦃":
                note = length
            case "⦄":
                notes.append((note, length))
            case _:
                edges.append(length)
    out.append(marked[at:])
    text = "".join(out)
    if begin >= 0 or _BRACKETS & set(text):
        raise ValueError("a bracket is open or stands alone")
    return text, marks, notes, openings


def _mark(head: str, start: int, end: int, edges: list[int]) -> Mark:
    words = head.split()
    form = next((word for word in words[:2] if word in _FORMS), None)
    if form is None:
        raise ValueError(f"no form in {head!r}")
    at = words.index(form)
    kind = words[0] if at else ANY if form == Form.INTERNAL else CitedKind.UNKNOWN.value
    if kind not in _KINDS:
        raise ValueError(f"no such kind: {head!r}")
    starts, ends = {start}, {end}
    for left, right in zip(edges[::2], edges[1::2], strict=True):
        if left == start:
            starts.add(right)
        elif right == end:
            ends.add(left)
        else:
            raise ValueError(f"an optional stretch in the middle: {head!r}")
    meaning = " ".join(words[at + 1 :]).removeprefix("→").strip()
    if not meaning:
        raise ValueError(f"no source in {head!r}")
    meaning, _, group = meaning.partition(" = ")
    key, targets, reason = _meaning(meaning, case=kind != CitedKind.RECORD)
    edge = frozenset(starts), frozenset(ends)
    return Mark(start, end, *edge, kind, Form(form), key, group or key, targets, reason)


def _meaning(said: str, *, case: bool) -> tuple[str, tuple[str, ...] | None, Unresolved | None]:
    if said.startswith("?"):
        return "", (), Unresolved[said[1:].strip()]
    if said == SELF:
        return SELF, None, None
    symbolic = said.startswith("~")
    if not symbolic and not _law.fullmatch(said):
        reports = _us_reports.fullmatch(said) if case else None
        return said, (f"urn:lex:us:scotus:{reports[1]}-us-{reports[2]}",) if reports else (), None
    first, _, last = said.partition("..")
    source, _, pin = first.partition("+")
    if symbolic:
        targets = (pin, _sibling(pin, last)) if last and pin else (pin,) if pin else None
        return source, targets, None
    whole = _urn(f"{source}:{pin}" if pin else source)
    return _urn(source), (whole, _sibling(whole, last)) if last else (whole,), None


def _sibling(urn: str, last: str) -> str:
    above, colon, _ = urn.rpartition(":")
    return f"{above}{colon}{last}"


def _urn(short: str) -> str:
    return short if short.startswith("urn:lex:") else f"urn:lex:{short.strip()}"


def _tree(openings: list[tuple[int, str]], length: int, urn: str) -> list[Node]:
    """The work and the nodes below it, each up to the next that is not deeper."""
    if not urn:
        return []
    heads = [(0, 0, "work", urn, "")]
    for start, said in openings:
        depth, kind, of, *num = said.split(" ", 3)
        heads.append((int(depth), start, kind, _urn(of), num[0] if num else ""))
    nodes: list[Node] = []
    chain: list[int] = []
    for ordinal, (depth, start, kind, of, num) in enumerate(heads):
        later = range(ordinal + 1, len(heads))
        after = next((other for other in later if heads[other][0] <= depth), len(heads))
        end = heads[after][1] if after < len(heads) else length
        del chain[depth:]
        parent = chain[-1] if chain else -1
        chain.append(ordinal)
        path = ".".join(["root", *(heads[one][3].rpartition(":")[2] for one in chain[1:])])
        body = min(start + len(num) + 1, end) if num else start
        node = Node(
            ordinal, parent, after - 1, depth, of, path, kind, num, "", start, end, body, "", 0, ""
        )  # fmt: skip
        nodes.append(node)
    return nodes
