"""Treats recognised pages like native ones: turns their lines into runs, and takes out line numbers
and furniture."""

from __future__ import annotations

from collections.abc import Collection

from pincite.ingest.casefiles.formats.pdf import linenumbers
from pincite.ingest.casefiles.formats.pdf.linenumbers import Printed
from pincite.ingest.casefiles.formats.pdf.runs import Run
from pincite.ingest.casefiles.reading import FileLine, FileParagraph


def lines_of(paragraphs: list[FileParagraph]) -> list[FileLine]:
    return [line for paragraph in paragraphs for line in paragraph.lines]


def runs_of(paragraphs: list[FileParagraph]) -> list[Run]:
    """Each line as one run; those without places are left out."""
    return [
        Run(line.text, line.edges, line.top, line.bottom, line.bottom - line.top)
        for line in lines_of(paragraphs)
        if line.edges
    ]


def without_numbers(paragraphs: list[FileParagraph], column: list[Printed]) -> list[FileParagraph]:
    """The paragraphs less the line numbers that begin their lines, which become FileLine.number of
    the lines that they stand beside."""
    taken = {printed.run for printed in column}
    bare: list[FileLine] = []
    for at, line in enumerate(line for line in lines_of(paragraphs) if line.edges):
        if at in taken:
            text = line.text.partition(" ")[2]
            line = line._replace(text=text, edges=line.edges[2:], confidences=line.confidences[1:])
        bare.append(line)
    kept = [line for line in bare if line.text]
    middles = [(line.top + line.bottom) / 2 for line in kept]
    numbers = linenumbers.beside(middles, column)
    numbered = iter(
        [line._replace(number=numbers.get(at, line.number)) for at, line in enumerate(kept)]
    )
    out: list[FileParagraph] = []
    left = iter(bare)
    for paragraph in paragraphs:
        lines: list[FileLine] = []
        for line in paragraph.lines:
            if not line.edges:
                lines.append(line)
            elif next(left).text:
                lines.append(next(numbered))
        if lines:
            out.append(FileParagraph(lines, paragraph.kind))
    return out


def without_lines(paragraphs: list[FileParagraph], gone: Collection[int]) -> list[FileParagraph]:
    """The paragraphs less the lines at these places."""
    out: list[FileParagraph] = []
    at = 0
    for paragraph in paragraphs:
        end = at + len(paragraph.lines)
        kept = [
            line for k, line in zip(range(at, end), paragraph.lines, strict=True) if k not in gone
        ]
        if len(kept) == len(paragraph.lines):
            out.append(paragraph)
        elif kept:
            out.append(FileParagraph(kept, paragraph.kind))
        at = end
    return out
