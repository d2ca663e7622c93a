"""Search results for people: citation, path, score, and the words around what was asked."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from pincite.answer.date_words import date_note
from pincite.answer.messages import DEFAULT
from pincite.search.response import Hit, Response
from pincite.surfaces.cli.display import law_card, overridden, status_told
from pincite.surfaces.cli.highlight import BOLD, NORMAL, OFF, ON

_WIDTH = 92
_LINES = 3
_SURE, _FAIR = 0.85, 0.62
# What would move the cursor or turn the line around is not printed.
_unprintable = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def results(found: Response, *, bold: bool) -> str:
    lines: list[str] = []
    if told := date_note(DEFAULT, found.dated, found.at, found.version):
        lines += [told, ""]
    if found.card:
        lines += law_card(found.card).splitlines()
    for number, hit in enumerate(found.results, 1):
        lines += [*_hit(number, hit, bold), ""]
    if found.nothing_then:
        lines.append(f"no law that is held here was in force on {found.at}")
    elif found.card and not found.results:
        pass
    elif not found.results:
        lines.append("nothing was found")
    else:
        more = f" of {found.total}" if found.total > len(found.results) else ""
        lines.append(f"{len(found.results)}{more} found; confidence {_in_words(found.confidence)}")
    if found.clarify:
        lines += [
            "",
            found.clarify.question,
            *(f"  - {option}" for option in found.clarify.options),
        ]
    if found.related.documents or found.related.chunks:
        lines += ["", "Beside them:"]
        lines += [
            f"  {document.document}: {', '.join(document.shared[:3])}"
            for document in found.related.documents
        ]
        lines += [
            f"  {chunk.citation}: {', '.join(chunk.shared[:3])}" for chunk in found.related.chunks
        ]
    shown = "\n".join(_plain(line) for line in lines)
    return shown.replace(ON, BOLD).replace(OFF, NORMAL)


def notes(found: Response) -> Iterator[str]:
    """What a reader should know of how it was found."""
    for title in found.not_held:
        yield _plain(f"not held: {title}")
    if found.within:
        yield _plain(f"only {found.within} was searched, since the question names it")
    for title in found.undated:
        yield _plain(f"{title}: the source gives no dates; this may not be what held then")
    if found.incomplete:
        yield f"files here that may lack text: {found.incomplete} (`pincite documents` lists them)"
    for note in found.degraded:
        yield _plain(note)
    if any("not installed" in note for note in found.degraded):
        yield "`pincite models install` installs the models that search by meaning"
    elif any("encoded" in note for note in found.degraded):
        yield "`pincite index` encodes what is not"


def _hit(number: int, hit: Hit, bold: bool) -> Iterator[str]:
    yield f"{number}. {hit.citation}  ({hit.score:.2f})"
    if hit.law and hit.law.section_path:
        yield f"   {hit.law.section_path}"
    for halted in hit.law.overrides if hit.law else ():
        yield f"   {overridden(halted)}"
    if hit.law and hit.law.law_status:
        yield from (f"   [{told}]" for told in status_told(hit.law.law_status))
    for loss in hit.source.losses:
        yield f"   text may be missing: {loss}"
    start, end = window(hit.text, hit.highlights, _LINES * (_WIDTH - 8))
    inside = [(first - start, last - start) for first, last in hit.highlights
              if start <= first and last <= end]  # fmt: skip
    text = _plain(hit.text).replace(ON, " ").replace(OFF, " ")[start:end]
    shown = ("… " if start else "") + (_marked(text, inside) if bold else text)
    shown += " …" if end < len(hit.text) else ""
    yield from textwrap.wrap(
        shown, _WIDTH, initial_indent="   ", subsequent_indent="   ", break_on_hyphens=False
    )


def window(text: str, spans: Sequence[tuple[int, int]], size: int) -> tuple[int, int]:
    """The stretch of about `size` characters, from word to word, that holds most of the spans; the
    earliest of equals."""
    if len(text) <= size:
        return 0, len(text)
    begins = [max(first - size // 4, 0) for first, _ in spans] or [0]

    def held(start: int) -> int:
        return sum(start <= first and last <= start + size for first, last in spans)

    start = max(begins, key=lambda begin: (held(begin), -begin))
    if start:
        start = text.find(" ", start, start + size // 4) + 1 or start
    end = text.rfind(" ", start, start + size) if start + size < len(text) else len(text)
    return start, end if end > start else min(start + size, len(text))


def _marked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for first, last in spans:
        pieces += (text[at:first], ON, text[first:last], OFF)
        at = last
    return "".join((*pieces, text[at:]))


def _plain(text: str) -> str:
    """Of the same length."""
    return _unprintable.sub(" ", text)


def _in_words(confidence: float) -> str:
    return "high" if confidence >= _SURE else "fair" if confidence >= _FAIR else "low"
