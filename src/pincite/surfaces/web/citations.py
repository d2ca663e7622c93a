"""A source as it is cited: in Bluebook form, in plain words, and in Markdown.

Bluebook form is made from the locator by rules for its abbreviations and signs; what a locator does
not say (a court's name, a code's year) is not made up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pincite.answer.reply import line_spans
from pincite.surfaces.web.marking import Piece, pieces

_CHAPTER = re.compile(r" \[Chapter (?P<chapter>[^\]]+)\]")
_SECTION = re.compile(r", (?P<sign>ss?|arts?|rr?) (?=\d)")
_SIGNS = {"s": " § ", "ss": " §§ ", "art": " art. ", "arts": " arts. ", "r": " r. ", "rr": " rr. "}
_PARAGRAPHS = re.compile(r",? paras?\. (?P<first>\d+)(?:-(?P<last>\d+))?")
_PAGES = re.compile(r", pp?\. (?P<pages>[\d:–-]+)")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])")
# Table BT1 of The Bluebook (21st ed.): how papers of a case are called.
_PAPERS = {
    "complaint": "Compl.", "answer": "Answer", "motion": "Mot.", "brief": "Br.", "order": "Order",
    "opinion": "Op.", "exhibit": "Ex.", "affidavit": "Aff.", "declaration": "Decl.",
    "transcript": "Tr.",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Forms:
    """Three ways to write one citation."""

    bluebook: str
    plain: str
    markdown: str


def lines_of_citation(citation: dict[str, Any]) -> tuple[tuple[Piece, ...], ...]:
    """Its quote as it is shown: the rows of its tables one below another, the words that decide
    lit."""
    quote, breaks = citation["quote"], citation.get("breaks") or ()
    decides = [tuple(citation["decides"])] if citation.get("decides") else []
    return tuple(
        pieces(quote[start:end], [(first - start, last - start) for first, last in decides])
        for start, end in line_spans(quote, breaks)
    )


def forms_of_citation(one: dict[str, Any], address: str) -> Forms:
    """Of a quote of an answer. `address` is where the page shows it."""
    law = bool(one["urn"])
    written = bluebook(one["locator"], one["valid_from"]) if law else record(one["locator"])
    return Forms(
        written, plain(one["locator"], one["valid_from"], one["quote"]),
        markdown(one["locator"], one["valid_from"], one["source_url"] or address, one["quote"]),
    )  # fmt: skip


def forms_of_hit(hit: dict[str, Any], address: str) -> Forms:
    """Of a result of a search."""
    law, where = hit["law"], hit["citation"]
    since = law["valid_from"] if law else None
    there = (law["source_url"] if law else None) or address
    written = bluebook(where, since) if law else record(where, hit["source"]["kind"])
    return Forms(written, plain(where, since), markdown(where, since, there))


def forms_of_provision(locator: str, since: str | None, address: str) -> Forms:
    """Of a provision that is shown."""
    return Forms(bluebook(locator, since), plain(locator, since), markdown(locator, since, address))


def bluebook(locator: str, since: str | None = None) -> str:
    """'12 C.F.R. § 1002.5(b)(1) (2024)', 'Residential Tenancies Act ch. 20:14, § 12(1) (2024)'.

    The year is of the text that was read (rules 12.3.2 and 20.5 of The Bluebook, 21st ed.); a
    decision has its own already.
    """
    said = re.sub(r"^(\d+) CFR ", r"\1 C.F.R. ", locator)
    said = re.sub(r" Part (?=\d)", " pt. ", said) if said != locator else said
    said = re.sub(r"^(Lög nr\. \d+/\d+) - ", r"\1, ", said)
    chapter = _CHAPTER.search(said)
    said = _CHAPTER.sub(lambda found: f" ch. {found['chapter']}", said)
    apart = "," if chapter else ""
    said = _SECTION.sub(lambda found: apart + _SIGNS[found["sign"]], said)
    has_year = re.search(r"\(\d{4}\)", said)
    return said if has_year or not since else f"{said} ({since[:4]})"


def record(locator: str, kind: str = "") -> str:
    """A paper of the case: 'Compl. ¶ 24', 'Compl. ¶¶ 21–23', 'Hart Tr. 14:3–15:9', 'Lease at 2'."""
    head, comma, rest = locator.partition(", ")
    stem = re.sub(r"\.\w{1,5}$", "", head)
    name = _PAPERS.get(kind) or _PAPERS.get(stem.lower()) or stem
    tail = comma + rest
    paragraphs = _PARAGRAPHS.search(tail)
    if paragraphs and " to " not in tail:
        first, last = paragraphs["first"], paragraphs["last"]
        return f"{name} ¶¶ {first}–{last}" if last else f"{name} ¶ {first}"
    pages = _PAGES.search(tail)
    if pages:
        lined = ":" in pages["pages"]
        return f"{name} {'' if lined else 'at '}{pages['pages'].replace('-', '–')}"
    return name + tail


def plain(locator: str, since: str | None = None, quote: str = "") -> str:
    """'“…” (Residential Tenancies Act [Chapter 20:14], s 12(1), as in force from 2024-04-01)'."""
    where = f"{locator}, as in force from {since}" if since else locator
    return f"“{quote}” ({where})" if quote else where


def markdown(locator: str, since: str | None, address: str, quote: str = "") -> str:
    """A link to the place, below the quote where there is one."""
    target = address.replace("(", "%28").replace(")", "%29").replace(" ", "%20")
    when = f", as in force from {since}" if since else ""
    link = f"[{_inert(locator)}]({target}){when}"
    return f"> {_inert(' '.join(quote.split()))}\n>\n> — {link}" if quote else link


def _inert(text: str) -> str:
    """With nothing that Markdown or HTML would take for its own."""
    return _SPECIAL.sub(r"\\\1", text)
