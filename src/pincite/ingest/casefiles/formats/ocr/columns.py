"""Whether a page is set in columns, judged from its ink."""

from __future__ import annotations

from PIL import ImageChops

from pincite.ingest.casefiles.formats.ocr.cleaning import ScannedSheet, resized

# The page is looked at in cells this many points wide and tall.
_WIDE, _TALL = 3.0, 6.0
# Grey level, of 255, from which a cell holds ink.
_INK = 24
_GUTTER_POINTS = 9.0
# Of the height of the ink, what a gutter must run through without a break.
_LEAST_RUN = 0.4
# Running text fills its column; the cells of a table do not.
_LEAST_FILL = 0.6


def has_columns(scan: ScannedSheet) -> bool:
    """Whether a white gutter parts two columns of running text side by side. A table, a caption or
    a list has gaps too, but is read across."""
    wide = round(scan.image.width / scan.dots / _WIDE)
    tall = round(scan.image.height / scan.dots / _TALL)
    if min(wide, tall) < 20:
        return False
    small = resized(ImageChops.invert(scan.image), (wide, tall))
    cells = small.tobytes()
    rows = [[cell > _INK for cell in cells[y * wide : (y + 1) * wide]] for y in range(tall)]
    inked = [y for y in range(tall) if any(rows[y])]
    if not inked:
        return False
    height = inked[-1] - inked[0] + 1
    left = min(row.index(True) for row in rows if True in row)
    right = max(wide - row[::-1].index(True) for row in rows if True in row)
    gutter = round(_GUTTER_POINTS / _WIDE)
    for x in range(left + (right - left) // 4, right - (right - left) // 4 - gutter):
        run = _longest_run([not any(row[x : x + gutter]) for row in rows[inked[0] : inked[-1] + 1]])
        band = rows[inked[0] + run[0] : inked[0] + run[1]]
        if (
            len(band) >= _LEAST_RUN * height
            and _fill([row[left:x] for row in band]) >= _LEAST_FILL
            and _fill([row[x + gutter : right] for row in band]) >= _LEAST_FILL
        ):
            return True
    return False


def _longest_run(clear: list[bool]) -> tuple[int, int]:
    best = start = 0
    end = 0
    for place, free in enumerate([*clear, False]):
        if not free:
            if place - start > end - best:
                best, end = start, place
            start = place + 1
    return best, end


def _fill(band: list[list[bool]]) -> float:
    """The median share of the width that an inked row takes, from its first ink to its last."""
    inked = [row for row in band if True in row]
    if len(inked) * 3 < len(band):
        return 0.0
    ends = [(row.index(True), len(row) - row[::-1].index(True)) for row in inked]
    return sorted(end - start for start, end in ends)[len(ends) // 2] / len(band[0])
