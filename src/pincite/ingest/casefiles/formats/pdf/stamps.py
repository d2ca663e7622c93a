"""Stamps: what was printed over a page afterwards, up its margin or on a scan."""

from __future__ import annotations

from pincite.ingest.casefiles.formats.pdf.furniture import is_court_stamp
from pincite.ingest.casefiles.formats.pdf.lines import placed
from pincite.ingest.casefiles.formats.pdf.rows import blocks_of
from pincite.ingest.casefiles.formats.pdf.runs import Run
from pincite.ingest.casefiles.reading import FileLine, FileParagraph, Page
from pincite.model.layout import Role

# Text that runs up the page is a stamp when it stands this near the edge, and is not most of it.
_MARGIN = 0.12
_STAMP_SHARE = 0.3


def up_the_margin(runs: list[Run], page: Page) -> list[Run]:
    """The runs that run up or down the margin; none of a page that is set sideways."""
    if all(run.upright for run in runs):
        return []
    upended = [run for run in runs if not run.upright]
    letters = sum(len(run.text) for run in runs)
    if sum(len(run.text) for run in upended) > _STAMP_SHARE * letters:
        return []
    edge = _MARGIN * page.width
    return [run for run in upended if run.right <= edge or run.left >= page.width - edge]


def on_a_scan(runs: list[Run], page: Page) -> list[FileLine]:
    """The court's stamps in the text layer of a page that is otherwise a picture."""
    rows = [row for block in blocks_of(runs) for row in block] if runs else []
    lines = [placed(row, page.number).line for row in rows]
    return [
        line._replace(role=Role.HEADER if line.top < page.height / 2 else Role.FOOTER)
        for line in lines
        if is_court_stamp(line.text)
    ]


def without(paragraphs: list[FileParagraph], stamps: list[FileLine]) -> list[FileParagraph]:
    """Recognised paragraphs less the lines that are pictures of the stamps."""
    out: list[FileParagraph] = []
    for paragraph in paragraphs:
        kept = [
            line for line in paragraph.lines if not any(_covers(stamp, line) for stamp in stamps)
        ]
        if len(kept) == len(paragraph.lines):
            out.append(paragraph)
        elif kept:
            out.append(FileParagraph(kept, paragraph.kind))
    return out


def _covers(stamp: FileLine, line: FileLine) -> bool:
    shared = min(stamp.bottom, line.bottom) - max(stamp.top, line.top)
    if shared < 0.5 * min(stamp.bottom - stamp.top, line.bottom - line.top) or not line.edges:
        return False
    return stamp.edges[0] < line.edges[-1] and line.edges[0] < stamp.edges[-1]
