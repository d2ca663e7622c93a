"""The lines that begin an opinion: 'MR. JUSTICE WHITE, with whom … joins, dissenting.'"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

# What every such line begins with; most paragraphs are told apart by this alone.
_STARTS = (
    "JUSTICE ", "Justice ", "CHIEF JUSTICE ", "Chief Justice ", "THE CHIEF JUSTICE",
    "The Chief Justice", "MR", "Mr", "MADAM JUSTICE", "Madam Justice", "PER CURIAM", "Per Curiam",
    "Per curiam", "Opinion of the Court.", "Opinion of the court.", "Statement of ",
    "Separate opinion of ", "Opinion of M", "Opinion of J",
)  # fmt: skip
_LIMIT = 400
_LINES = 6
_who = re.compile(
    r"(?:(?:Statement|Separate [Oo]pinion|Opinion) of )?(?:(?:THE|The|MADAM|Madam) )?"
    r"(?:M[Rr][Ss]?\.? )?(?:(?:CHIEF|Chief) )?(?:JUSTICE|Justice)S?"
    r"(?P<name>(?: [A-Z\[][^\s,.:(]*)*)"
)
_delivered = re.compile(
    r"(?:,[^;]*?|\s*\([^)]*\))?,? (?P<verb>delivered|announced|read|pronounced)\b"
    r".*?\b(?:opinion|opinions|judgment|judgments|decree|conclusion)\b"
)
_apart = re.compile(
    r"(?:^|[,)] | )(?P<how>(?:further |specially |also )?"
    r"(?:concurring|dissenting|respecting|Circuit Justice|in chambers)\b(?! opinions?\b).*)"
)
# A sentence that goes on to say what the Justice said or did is not a heading.
_sentence = re.compile(
    r"\b(?:conclud\w+|said|says|wrote|argued|noted|stated|observed|would|took|takes|filed|has|had|"
    r"have|is|are|was|were|disagrees?|dissents?|I (?:agree|concur|dissent|join|would|think|am|do)|"
    r"concurs? in the (?:judgment|result)s? (?:for|on))\b"
)
_joined = re.compile(r"\b(?:with|whom|joined by|and|concur\w*|join\w*)\b|[(]")
_mark = re.compile(r"\[\*?\d*\]$")
_tags = re.compile(r"\[\[/?\w+\]\]")
_early = re.compile(
    r"(?P<name>[A-Z][A-Za-z'’]+), (?:Ch?\. ?J\.|J\.|Justice|Ch\. Justice|Chief Justice),? "
    r"(?:having [^.]*, |after [^.]*, )?delivered the opinion of the [Cc]ourt[^.]*\."
)
_line = re.compile(
    r"\n(?=(?:MR\. |Mr\. |THE |The )?(?:CHIEF |Chief )?(?:JUSTICE|Justice) "
    r"|P(?:ER CURIAM|er Curiam)\b)"
)
_ENDS = frozenset('.:])_*”"')


@dataclass(frozen=True, slots=True)
class Heading:
    """The line as printed, the kind of opinion that it begins, and whose."""

    line: str
    kind: str
    author: str = ""


def heading_of(paragraph: str) -> Heading | None:
    """The heading that a paragraph begins with. Page marks may stand before it."""
    paragraph = _unmarked(paragraph)
    if not paragraph.startswith(_STARTS):
        return None
    if paragraph[:10].upper() == "PER CURIAM":
        return _per_curiam(paragraph)
    line = _first_sentence(paragraph)
    if line.lower() == "opinion of the court.":
        return Heading(line, "majority")
    who = _who.match(line)
    if who is None or len(line) > _LIMIT:
        return None
    kind = _kind(_mark.sub("", line[who.end() :]).rstrip(" .:"))
    name = _tags.sub("", who["name"]).strip()
    return Heading(line, kind, name or who[0].strip()) if kind else None


def apart(text: str) -> str:
    """Put a blank line before a heading that stands on a line, but not in a paragraph, of its own:
    'APPEALS FOR THE SIXTH CIRCUIT.\\nPER CURIAM.'"""
    cuts = [
        match.start()
        for match in _line.finditer(text)
        if text[max(match.start() - 1, 0)] in _ENDS
        and heading_of(text[match.end() : match.end() + 2 * _LIMIT])
    ]
    if not cuts:
        return text
    spans = pairwise([0, *cuts, len(text)])
    return "\n".join(text[start:end] for start, end in spans)


def early_heading_of(paragraph: str) -> Heading | None:
    """As the first reporters wrote it: 'MARSHALL, Ch. J., delivered the opinion of the court.'
    Later, a syllabus ends with such a line, so only where no other heading is found."""
    paragraph = _unmarked(paragraph)
    match = _early.match(paragraph[:_LIMIT])
    return Heading(match[0], "majority", match["name"]) if match else None


def _unmarked(paragraph: str) -> str:
    while paragraph.startswith("[*") and "]" in paragraph[:10]:
        paragraph = paragraph[paragraph.index("]") + 1 :].lstrip()
    return paragraph


def _per_curiam(paragraph: str) -> Heading | None:
    after = paragraph[10:11]
    if after and after not in ".:\n [":
        return None
    return Heading(paragraph[: 11 if after in ".:" else 10].strip(), "per-curiam")


def _first_sentence(paragraph: str) -> str:
    """The lines up to the one that ends a sentence: slip opinions break a heading over several,
    and go on in the next without a blank line between."""
    if "\n" not in paragraph:
        return paragraph.strip()[: _LIMIT + 1]
    taken: list[str] = []
    for line in paragraph.split("\n", _LINES)[:_LINES]:
        taken.append(line.strip())
        if taken[-1].endswith((".", ":", "]")) and not taken[-1].endswith(("MR.", "Mr.")):
            break
    return " ".join(taken)[: _LIMIT + 1]


def _kind(rest: str) -> str:
    """The kind of opinion that the words after the Justice's name announce; '' if none."""
    delivered = _delivered.match(rest)
    if delivered:
        if "conclud" in rest:
            return ""
        return "plurality" if delivered["verb"] == "announced" else "majority"
    separate = _apart.search(rest)
    if separate is None:
        return ""
    before, how = rest[: separate.start()], separate["how"]
    if _sentence.search(how) or _sentence.search(before):
        return ""
    if before.strip(" ,") and not _joined.search(before):
        return ""
    concurs, dissents = "concurring" in how, "dissenting" in how
    if concurs and dissents:
        return "concurrence-dissent"
    if concurs or dissents:
        return "concurrence" if concurs else "dissent"
    return "statement" if how.startswith("respecting") else "in-chambers"
