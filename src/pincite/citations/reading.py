"""A text prepared for finding citations, with its paragraphs, its footnotes and its home."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.model import Node
from pincite.text import canonicalize

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Locale:
    """Where a text is at home: "us-dc" with its parts from wide to tight; "" where nobody said."""

    jurisdiction: str = ""
    language: str = ""

    def jurisdictions(self) -> tuple[str, ...]:
        """The jurisdiction and those around it, tightest first: us-dc, us."""
        parts = self.jurisdiction.split("-") if self.jurisdiction else []
        return tuple("-".join(parts[:length]) for length in range(len(parts), 0, -1))


@dataclass(frozen=True, slots=True)
class CitableText:
    """Canonical text, in which a line end stands in place of the space before a paragraph; every
    offset is therefore one of the canonical text.

    `notes` are the stretches that footnotes take up. `urn` and `nodes` are the expression's where
    the text is one that the corpus keeps, so that "this section" means something.
    """

    text: str
    locale: Locale = Locale()
    notes: tuple[Span, ...] = ()
    urn: str = ""
    nodes: Sequence[Node] = ()


def reading(
    text: str,
    paragraphs: Iterable[int] = (),
    *,
    locale: Locale = Locale(),  # noqa: B008 (frozen)
    notes: Iterable[Span] = (),
    urn: str = "",
    nodes: Sequence[Node] = (),
) -> CitableText:
    """Of a canonical text and the offsets at which its paragraphs begin."""
    pieces: list[str] = []
    at = 0
    for start in sorted(set(paragraphs)):
        if at < start <= len(text) and text[start - 1] == " ":
            pieces += (text[at : start - 1], "\n")
            at = start
    pieces.append(text[at:])
    return CitableText("".join(pieces), locale, tuple(notes), urn, nodes)


def raw_reading(raw: str, *, locale: Locale = Locale()) -> CitableText:  # noqa: B008 (frozen)
    """Of plain text as it comes: an empty line parts paragraphs, all other white space is one
    space. Offsets are those of `canonicalize(raw)`."""
    paragraphs: list[list[str]] = [[]]
    for line in raw.splitlines():
        if line.strip():
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    return CitableText(
        "\n".join(canonicalize(" ".join(paragraph)) for paragraph in paragraphs if paragraph),
        locale,
    )
