"""Which paragraphs begin a part of the document, and how the parts nest, by kind of document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.ingest.casefiles.contents import contents
from pincite.ingest.casefiles.kinds import Classified
from pincite.ingest.casefiles.numbering import (
    ARTICLE,
    DOTTED,
    ParagraphMarker,
    ParagraphNumbering,
    marker,
)
from pincite.ingest.casefiles.opening import PartOpening
from pincite.ingest.casefiles.paragraph_numbers import numbered_paragraphs
from pincite.ingest.casefiles.reading import FileParagraph
from pincite.ingest.casefiles.transcript import exchanges

# How long a heading is at most, unnumbered and numbered.
_HEADING, _NUMBERED_HEADING = 150, 300
# A heading is followed, after no more headings than these, by running text of this length.
_HEADINGS, _RUNNING = 3, 80
_FEW = 3
# Word has nine levels of headings, and no other format has more.
_DEEPEST = 9

_BELOW = {
    "section": "subsection",
    "subsection": "paragraph",
    "paragraph": "subparagraph",
    "subparagraph": "clause",
    "clause": "subclause",
    "subclause": "item",
    "item": "item",
}
_apart = re.compile(
    r"(?P<num>(?:EXHIBIT|SCHEDULE|ANNEX|APPENDIX|ATTACHMENT|Exhibit|Schedule|Annex|Appendix"
    r"|Attachment|VIÐAUKI|Viðauki|FYLGISKJAL|Fylgiskjal) (?P<id>[A-Z]{1,2}|[A-Z]?-?[\d.IVX]{1,5}))"
    r"(?:[ :.—–-]+(?P<rest>.*))?"
)
_run_in = re.compile(r"[\"“]?[A-Z(][^.;:]{1,90}[.:](?=\s|$)")
_SMALL = frozenset(
    {
        "a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "the",
        "to", "upon", "with", "without", "og", "um", "í", "á", "við",
    }
)  # fmt: skip
_named_part = re.compile(r"(?:COUNT|CLAIM|CAUSE OF ACTION|FIRST|SECOND|THIRD|PART|POINT)\b")


Openings = list[PartOpening | None]


def outline(
    paragraphs: Sequence[FileParagraph], texts: Sequence[str], classified: Classified
) -> Openings:
    """One entry a paragraph: the part it opens, or None. `texts` are the paragraphs' words, with
    the number that the format itself generates."""
    kind = classified.kind
    if texts and _sheet(paragraphs[0]):
        return _sheets(paragraphs)
    if kind == "transcript":
        return [
            PartOpening(*exchange) if exchange else None
            for exchange in exchanges(paragraphs, texts)
        ]
    listed = contents(paragraphs, texts)
    if kind == "contract":
        clauses = _clauses(paragraphs, texts, listed)
        parts = sum(1 for opening in clauses if opening)
        if parts >= _FEW:
            return clauses
        other = _headings(paragraphs, texts, listed, classified.title_at, capitals=True, chain={})
        return other if sum(1 for opening in other if opening) > parts else clauses
    chain = {} if kind == "correspondence" else numbered_paragraphs(paragraphs, texts, listed, kind)
    capitals = kind in ("complaint", "motion", "brief", "order", "opinion") or bool(chain)
    return _headings(paragraphs, texts, listed, classified.title_at, capitals=capitals, chain=chain)


def _sheet(paragraph: FileParagraph) -> str:
    """The sheet of a workbook that a row stands on; "" for anything else."""
    return paragraph.place.rpartition("!")[0] if paragraph.kind == "row" else ""


def _sheets(paragraphs: Sequence[FileParagraph]) -> Openings:
    """Each sheet is a part, which its name heads without being among its words."""
    before = ""
    openings: Openings = []
    for paragraph in paragraphs:
        sheet = _sheet(paragraph)
        named = PartOpening(1, "group", "", sheet, 0, sheet)
        openings.append(named if sheet and sheet != before else None)
        before = sheet or before
    return openings


def _clauses(
    paragraphs: Sequence[FileParagraph], texts: Sequence[str], listed: set[int]
) -> Openings:
    markers = [None if at in listed else marker(text) for at, text in enumerate(texts)]
    numbering = ParagraphNumbering()
    for at, mark in enumerate(markers):
        if mark:
            numbering.sight(mark, at)
    openings: Openings = [None] * len(texts)
    kinds: list[str] = []
    current = ""
    for at, text in enumerate(texts):
        mark = markers[at]
        if mark is None:
            apart = _apart_from(paragraphs[at], text) if kinds and at not in listed else None
            # Two such lines in a row are a list of exhibits, not the beginning of one.
            beside = (*texts[max(at - 1, 0) : at], *texts[at + 1 : at + 2]) if apart else ()
            if apart and apart.num.upper() != current and not any(map(_apart.match, beside)):
                current = apart.num.upper()
                numbering.restart(lead=1)
                kinds = ["schedule"]
                openings[at] = apart
            continue
        if paragraphs[at].kind == "row":
            continue
        depth = numbering.place(mark, at)
        if depth is None:
            continue
        del kinds[depth:]
        kinds.append(_kind(mark, kinds))
        openings[at] = _open(depth + 1, kinds[-1], text, mark)
    return openings


def _kind(mark: ParagraphMarker, above: Sequence[str]) -> str:
    if mark.form == ARTICLE:
        return "article"
    parent = above[-1] if above else ""
    if mark.form == DOTTED and parent in ("", "article", "schedule"):
        return "section"
    if mark.value and parent not in _BELOW:
        return "section"
    return _BELOW.get(parent, "paragraph")


def _open(level: int, kind: str, text: str, mark: ParagraphMarker) -> PartOpening:
    heading, body = _heading_after(text, mark.end)
    return PartOpening(level, kind, text[: mark.end].strip(), heading, body)


def _heading_after(text: str, at: int) -> tuple[str, int]:
    """The heading that follows a number, and where the own words begin."""
    rest = text[at:].lstrip(" —–-")
    at = len(text) - len(rest)
    if not rest:
        return "", len(text)
    if len(rest) <= _HEADING and (rest.isupper() or (rest[-1] not in ".;,:" and _is_title(rest))):
        return rest, len(text)
    match = _run_in.match(text, at)
    if match and _is_title(match[0]):
        return match[0], min(match.end() + 1, len(text))
    return "", at


def _is_title(words: str) -> bool:
    """Whether every word that counts has a capital."""
    counting = [word for word in words.split(" ") if word.lower().strip('.,;:()"“”') not in _SMALL]
    capital = sum(1 for word in counting if (not word[:1].islower() and not word[1:2].islower())
                  or word[:1].isupper() or word[:1] in "(\"“'&" or word[:1].isdigit())  # fmt: skip
    return 0 < len(counting) <= 14 and capital == len(counting)


def _apart_from(paragraph: FileParagraph, text: str) -> PartOpening | None:
    if len(text) > _HEADING:
        return None
    match = _apart.fullmatch(text)
    if match is None or not (paragraph.kind == "heading" or match["rest"] is None or text.isupper()
                             or _is_title(match["rest"])):  # fmt: skip
        return None
    return PartOpening(1, "schedule", match["num"], match["rest"] or "", len(text))


def _headings(
    paragraphs: Sequence[FileParagraph],
    texts: Sequence[str],
    listed: set[int],
    title_at: int,
    *,
    capitals: bool,
    chain: dict[int, PartOpening],
) -> Openings:
    """Headings as parts, numbered and unnumbered, and the numbered paragraphs below them. Those
    that the format does not state count only after the title, and where running text follows."""
    begun = False
    numbering = ParagraphNumbering()
    markers: dict[int, ParagraphMarker] = {}
    for at, text in enumerate(texts):
        mark = None if at in listed or at in chain else marker(text)
        if (
            mark
            and _is_numbered_heading(paragraphs[at], text, mark)
            and (_states_heading(paragraphs[at]) or _leads(paragraphs, texts, at, chain))
        ):
            markers[at] = mark
            numbering.sight(mark, at)
    openings: Openings = [None] * len(texts)
    level = 0
    for at, text in enumerate(texts):
        paragraph = paragraphs[at]
        if at in chain:
            openings[at] = chain[at]._replace(level=level + 1)
            begun = True
            continue
        begun = begun or at == title_at + 1 > 0
        if at in listed or at <= title_at:
            continue
        if (mark := markers.get(at)) and (depth := numbering.place(mark, at)) is not None:
            level = depth + 1
            openings[at] = _group(level, text, mark)
            begun = True
        elif _states_heading(paragraph) or (
            begun
            and (paragraph.kind == "heading" or (capitals and _is_heading(paragraph, text)))
            and _leads(paragraphs, texts, at, chain)
        ):
            before = openings[at - 1] if at else None
            if before and _continues(before, text):
                openings[at] = before._replace(
                    heading=f"{before.heading} {text}", body=len(text), joined=True
                )
                continue
            level = min(max(paragraph.level, 1), _DEEPEST)
            numbering.heading(level - 1)
            openings[at] = PartOpening(level, "group", "", text[:_NUMBERED_HEADING], len(text))
        elif len(text) > _HEADING:
            begun = True
    return openings


def _group(level: int, text: str, mark: ParagraphMarker) -> PartOpening:
    heading = text[mark.end :].strip()[:_NUMBERED_HEADING]
    return PartOpening(level, "group", text[: mark.end].strip(), heading, len(text))


def _states_heading(paragraph: FileParagraph) -> bool:
    return paragraph.kind == "heading" and paragraph.level > 0


def _leads(
    paragraphs: Sequence[FileParagraph],
    texts: Sequence[str],
    at: int,
    chain: dict[int, PartOpening],
) -> bool:
    """Whether running text follows: the lines of a caption or of a signature lead to none."""
    for after in range(at + 1, min(at + 2 + _HEADINGS, len(texts))):
        text = texts[after]
        if after in chain or paragraphs[after].kind in ("row", "item") or len(text) >= _RUNNING:
            return True
        if paragraphs[after].kind != "heading" and not text.isupper():
            return text[-1] in ".:;?" and marker(text) is not None
    return False


def _is_heading(paragraph: FileParagraph, text: str) -> bool:
    return (
        paragraph.kind == "text"
        and len(text) <= _HEADING
        and text.isupper()
        and sum(map(str.isalpha, text)) > 3
        and text[-1] not in ",;"
        and not any(char in text for char in ")_|@/")
    )


def _is_numbered_heading(paragraph: FileParagraph, text: str, mark: ParagraphMarker) -> bool:
    if paragraph.kind == "heading":
        return True
    if paragraph.kind == "row" or len(text) > _NUMBERED_HEADING or mark.form.endswith("()"):
        return False
    words = text[mark.end :].strip()
    return not words or words.isupper() or (words[-1] not in ",;:" and _is_title(words))


def _continues(before: PartOpening, text: str) -> bool:
    """'COUNT I', 'BREACH OF CONTRACT': two lines of one heading."""
    return (
        before.kind == "group"
        and not before.num
        and _named_part.match(before.heading) is not None
        and _named_part.match(text) is None
        and len(before.heading) + len(text) < _NUMBERED_HEADING
    )
