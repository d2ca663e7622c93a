"""A law's card: what it is called, its number and chapter, its status, the dates of its text and of
those that are held, what it contains, how it begins, and what amended it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from typing import NamedTuple

from pincite.corpus import CorpusStore, Stored
from pincite.corpus.reading import branch
from pincite.errors import NotFound
from pincite.model import CONTAINERS, NOTES, Node
from pincite.text.sentences import cut

# Of the contents, and of what amended it; how many there are is told.
_PARTS = 200
_AMENDMENTS = 200
_OPENING = 600
# The styles of codes, where each section has notes of its own about what amended it.
_CODES = frozenset(("usc", "dc", "cfr"))
# What amended a law, as publishers note it.
_amended = re.compile(
    r"(?:amended|substituted|inserted|added|repealed|replaced|renumbered) by[^\[\];]{0,80}?"
    r"(?P<act>Act (?:No\.? ?)?\d{1,4} of (?:1[6-9]|20)\d\d)"
    r"|(?P<public>Pub\. L\. \d{1,3}[–-]\d{1,4}|D\.C\. Law \d{1,2}-\d{1,4})",
    re.IGNORECASE,
)
_since = re.compile(r"Breytt með:(?P<laws>.*)", re.DOTALL)
_icelandic_law = re.compile(r"(?<!\w)L\. \d{1,4}/(?:1[6-9]|20)\d\d")


class HeldText(NamedTuple):
    """A text of the work that is held: from when to when it holds, and in which version."""

    version: str
    valid_from: date | None
    valid_to: date | None
    label: str


class CardPart(NamedTuple):
    """A part or section of the first level."""

    urn: str
    kind: str
    number: str
    heading: str
    status: str


class CardOpening(NamedTuple):
    """The words that a law begins with: text == canonical[start:end]."""

    text: str
    urn: str
    locator: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LawCard:
    """`urn` is that of the work, or of the part of a code that an act is; `work` that of the work.
    `held` are the texts that are held, oldest first; `contents_total` and `amended_by_total` say
    how many there are where not all are listed. `amended_by` are the laws that the source says
    amended it, as it cites them."""

    urn: str
    work: str
    title: str
    kind: str
    language: str
    number: str
    year: str
    chapter: str
    status: str
    version: str
    label: str
    valid_from: date | None
    valid_to: date | None
    held: tuple[HeldText, ...]
    contents: tuple[CardPart, ...]
    contents_total: int
    opening: CardOpening | None
    amended_by: tuple[str, ...]
    amended_by_total: int
    akn: str
    url: str
    content_hash: str

    def as_dict(self) -> dict[str, object]:
        body = asdict(self)
        for name in ("valid_from", "valid_to"):
            body[name] = body[name].isoformat() if body[name] else None
        body["held"] = [
            {
                **text._asdict(),
                "valid_from": text.valid_from.isoformat() if text.valid_from else None,
                "valid_to": text.valid_to.isoformat() if text.valid_to else None,
            }
            for text in self.held
        ]
        body["contents"] = [part._asdict() for part in self.contents]
        body["opening"] = self.opening._asdict() if self.opening else None
        body["amended_by"] = list(self.amended_by)
        return body


def law_card(store: CorpusStore, stored: Stored, node: Node) -> LawCard:
    """The card of a work, or of the part of a code that an act is. Raises NotFound for a provision:
    it has no card."""
    if node.kind not in CONTAINERS:
        raise NotFound(
            f"{node.urn} is a {node.kind}, and not a whole law",
            hint="`pincite show` shows what it says.",
        )
    expression, validity = stored.expression, stored.validity
    parts = [
        CardPart(child.urn, child.kind, child.num, child.heading, child.status)
        for child in store.descendants(stored.key, node, depth=1)
        if child.kind not in NOTES and (child.num or child.heading)
    ]
    amending = list(dict.fromkeys(_amending(store, stored, node)))
    return LawCard(
        urn=node.urn,
        work=expression.urn,
        title=card_title(stored, node),
        kind=expression.kind,
        language=expression.language,
        number=expression.number,
        year=expression.year,
        chapter=expression.chapter,
        status=card_status(node),
        version=stored.version,
        label=expression.label,
        valid_from=validity.start if validity else None,
        valid_to=validity.end if validity else None,
        held=tuple(_held(store, expression.urn)),
        contents=tuple(parts[:_PARTS]),
        contents_total=len(parts),
        opening=_opening(store, stored, node),
        amended_by=tuple(amending[:_AMENDMENTS]),
        amended_by_total=len(amending),
        akn=expression.akn,
        url=expression.url,
        content_hash=stored.hash,
    )


def card_title(stored: Stored, node: Node) -> str:
    """That of the work; of a part of a code also its own heading."""
    title = stored.expression.title
    own = f"{node.num} {node.heading}".strip()
    return f"{title}, {own}" if node.depth and node.heading else title


def card_status(node: Node) -> str:
    """As the source states it of the work; "" where it says nothing."""
    return node.status


def _held(store: CorpusStore, work: str) -> Iterator[HeldText]:
    # Of a work without dates, nothing is in force by date, and all texts are held.
    for text in store.timeline(work) or store.expressions(work):
        span = text.validity
        yield HeldText(
            text.version,
            span.start if span else None,
            span.end if span else None,
            text.expression.label,
        )


def _opening(store: CorpusStore, stored: Stored, node: Node) -> CardOpening | None:
    """The first words that were enacted, up to the end of a sentence."""
    inside = (chunk for chunk in store.chunks(stored.key) if node.start <= chunk.start < node.end)
    chunk = next((chunk for chunk in inside if chunk.kind not in NOTES), None)
    if chunk is None:
        return None
    below = store.descendants(stored.key, node)
    own = next((child for child in below if child.ordinal == chunk.node), node)
    start = own.body if chunk.start <= own.body < chunk.end else chunk.start
    text = store.text(stored.key, start, chunk.end)
    first, end = next(cut(text, 0, len(text), _OPENING), (0, len(text)))
    where = branch(store, stored, own, 0).locator
    return CardOpening(text[first:end], own.urn, where, start + first, start + end)


def _amending(store: CorpusStore, stored: Stored, node: Node) -> Iterator[str]:
    """The laws that notes say amended it, in the order of the text."""
    depth = 1 if stored.expression.style in _CODES else None
    for child in store.descendants(stored.key, node, depth=depth):
        if child.kind not in NOTES:
            continue
        text = store.text(stored.key, child.start, child.end)
        if since := _since.search(text):
            yield from (match[0] for match in _icelandic_law.finditer(since["laws"]))
        elif depth is None or child.heading.startswith("Amendments"):
            yield from (match["act"] or match["public"] for match in _amended.finditer(text))
