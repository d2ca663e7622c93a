"""Small readings for tests: printed lines on pages, each word with its box."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.ingest.casefiles.reading import FileLine, FileParagraph, FileReading, Page
from pincite.model import Source
from pincite.model.layout import Role

URN = "urn:lex:zz:smith-v-jones:complaint"
SOURCE = Source("0" * 64, "Complaint.pdf", 1, "pdf")
LEFT, WIDTH, HEIGHT, LETTER, LEADING = 72.0, 612.0, 792.0, 5.0, 14.0


def edges(text: str, left: float = LEFT) -> tuple[float, ...]:
    """Left and right of each word, every letter five points wide."""
    found: list[float] = []
    for word in text.split(" "):
        found += [left, left + LETTER * len(word)]
        left += LETTER * (len(word) + 1)
    return tuple(found)


def paged(*pages: Sequence[str | list[str] | FileParagraph], method: str = "Native") -> FileReading:
    """A reading of pages. A string is a paragraph of one line, a list one of several lines; a
    paragraph of the page before goes on where the first entry begins with '…'."""
    reading = FileReading()
    for number, entries in enumerate(pages, 1):
        reading.pages.append(Page(number, str(number), WIDTH, HEIGHT, method))
        top = 72.0
        for entry in entries:
            if isinstance(entry, FileParagraph):
                reading.paragraphs.append(entry)
                continue
            lines: list[FileLine] = []
            for text in [entry] if isinstance(entry, str) else entry:
                text = text.removeprefix("…")
                lines.append(FileLine(text, number, top, top + 12, edges(text)))
                top += LEADING
            first = entry if isinstance(entry, str) else entry[0]
            if first.startswith("…"):
                reading.paragraphs[-1].lines += lines
            else:
                reading.paragraphs.append(FileParagraph(lines))
    return reading


def unpaged(*texts: str | FileParagraph) -> FileReading:
    reading = FileReading()
    for text in texts:
        found = text if isinstance(text, FileParagraph) else FileParagraph([FileLine(text)])
        reading.paragraphs.append(found)
    return reading


def noted(reading: FileReading, page: int, mark: str, text: str) -> FileReading:
    line = FileLine(text, page, 700.0, 710.0, edges(text), role=Role.FOOTNOTE)
    reading.notes.append(FileParagraph([line], label=mark))
    return reading


COMPLAINT = (
    [
        "UNITED STATES DISTRICT COURT",
        "SARAH SMITH, Plaintiff, v. JOHN JONES, Defendant.",
        "COMPLAINT FOR DAMAGES",
        ["Plaintiff Sarah Smith, by her attorneys, for her complaint against the defendant John",
         "Jones alleges upon information and belief as follows, and demands trial by jury:"],
        "PARTIES",
        ["1. Plaintiff is a resident of the State of New York and has lived at the same address in",
         "the County of Kings since the year 2004, where she has kept a shop that sells used books",
         "and maps to the public."],
        "2. Defendant is a resident of New Jersey.",
        "3. Defendant keeps no shop.",
    ],
    [
        "COUNT I",
        "BREACH OF CONTRACT",
        ["4. On March 1, 2020 the parties agreed in writing that the defendant would deliver one",
         "hundred maps of the county before the end of the month, for which the plaintiff paid",
         "him in advance the sum of five thousand dollars."],
        ["5. The defendant delivered nothing, and has not returned what he was paid, though the"],
    ],
    [
        ["…plaintiff asked him in writing to do so on April 2, 2020, on April 9, 2020 and again",
         "on April 16, 2020, and has given no reason for it to this day."],
        "PRAYER FOR RELIEF",
        "Wherefore the plaintiff asks for judgment in the sum of five thousand dollars, with costs.",
    ],
)  # fmt: skip


def complaint() -> FileReading:
    return paged(*COMPLAINT)
