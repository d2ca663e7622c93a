"""The reading order of a page: runs put into rows, rows into columns, columns into one sequence.

The order in which the page draws its words is kept wherever it can be a reading order: down the
page, or up to the head of a column or cell further right. Only what contradicts that is sorted by
place.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice, pairwise

from pincite.ingest.casefiles.formats.pdf.columns import columns_of
from pincite.ingest.casefiles.formats.pdf.marks import with_marks
from pincite.ingest.casefiles.formats.pdf.rows import PdfRow, blocks_of, merged, row_of, same_row
from pincite.ingest.casefiles.formats.pdf.runs import Run

# Fewer words than this are cells or figures beside a line, not a column of their own.
_WORDS_OF_A_COLUMN = 21
_AMOUNTS = 3
_AMOUNT_SHARE = 0.7
_WORDS_OF_AN_AMOUNT = 2
# What no honest page needs more of, so that a hostile one costs no more than time to read it.
_MAX_PAIRS = 1_000_000
_LOOK_BACK = 400


def rows_of(runs: list[Run], width: float) -> list[PdfRow]:
    """The page's runs as rows, in reading order; those that run up or down the page come last, in
    the order drawn, each a column of its own."""
    upright = [run for run in runs if run.upright]
    out = _upright_rows(upright, width) if upright else []
    column = max([row.column for row in out], default=0)
    for run in runs:
        if not run.upright:
            column += 1
            out.append(row_of([run])._replace(column=column))
    return out


def _upright_rows(runs: list[Run], width: float) -> list[PdfRow]:
    chains = _chains(runs)
    if len(chains) > 1:
        chains = _sorted(_disentangled(chains))
    parts = [
        part
        for chain in chains
        for block in _with_amounts(with_marks(blocks_of(chain)))
        for part in columns_of(block, width)
    ]
    if len(parts) == 1:
        return parts[0]
    beside = _beside_others(parts)
    return [
        row._replace(column=at + 1) if at in beside else row
        for at, part in enumerate(parts)
        for row in part
    ]


def _beside_others(parts: list[list[PdfRow]]) -> set[int]:
    """Which of the parts share their height with another; the rest share the page's margins."""
    spans = sorted(
        (min([row.top for row in part]), max([row.bottom for row in part]), at)
        for at, part in enumerate(parts)
    )
    out: set[int] = set()
    reach, last = float("-inf"), -1
    for top, bottom, at in spans:
        if top < reach - 0.4 * parts[at][0].size:
            out |= {at, last}
        if bottom > reach:
            reach, last = bottom, at
    return out


def _chains(runs: list[Run]) -> list[list[Run]]:
    """Cuts the drawing order where it leaps to somewhere that cannot come next."""
    chains: list[list[Run]] = []
    chain: list[Run] = []
    previous: Run | None = None
    for run in runs:
        if previous is not None and (
            run.top + run.bottom < previous.top + previous.bottom - previous.size
            and not _heads_next_column(chain, run)
        ):
            chains.append(chain)
            chain = []
        chain.append(run)
        previous = run
    chains.append(chain)
    return chains


def _heads_next_column(chain: list[Run], run: Run) -> bool:
    """Whether everything drawn so far that reaches down to this run or lower stands left of it."""
    beside = False
    for before in islice(reversed(chain), _LOOK_BACK):
        if before.bottom <= run.top + 0.3 * run.size:
            # Drawing order is downward within a column, so what is above ends the look back.
            if beside:
                return True
            continue
        if before.right > run.left + 1.0:
            return False
        beside = True
    return beside


def _disentangled(chains: list[list[Run]]) -> list[list[Run]]:
    """Cuts a chain where it leaps down past what another chain draws under it, as from a header to
    the footer."""
    tops = sorted(
        (run.top, n, at) for n, chain in enumerate(chains) for at, run in enumerate(chain)
    )
    out: list[list[Run]] = []
    for n, chain in enumerate(chains):
        piece = [chain[0]]
        for previous, run in pairwise(chain):
            if run.top - previous.bottom > previous.size:
                at = bisect_left(tops, (previous.bottom, -1, 0))
                low, high = min(previous.left, run.left), max(previous.right, run.right)
                for top, other, place in islice(tops, at, at + _LOOK_BACK):
                    if top >= run.top - run.size:
                        break
                    between = chains[other][place]
                    if other != n and between.left < high and between.right > low:
                        out.append(piece)
                        piece = []
                        break
            piece.append(run)
        out.append(piece)
    return out


def _sorted(chains: list[list[Run]]) -> list[list[Run]]:
    """Chains by place: those that share no height from the top down; those that do, as one chain
    drawn anew row by row, unless they stand beside each other."""
    spans = sorted(
        ((min(r.top for r in c), max(r.bottom for r in c), n) for n, c in enumerate(chains)),
    )
    groups: list[list[int]] = []
    reach = float("-inf")
    for top, bottom, n in spans:
        slack = 0.4 * chains[n][0].size
        if groups and top < reach - slack:
            groups[-1].append(n)
        else:
            groups.append([n])
        reach = max(reach, bottom)
    out: list[list[Run]] = []
    for group in groups:
        members = [chains[n] for n in group]
        if len(members) == 1:
            out.append(members[0])
        elif beside := _side_by_side(members):
            out += beside
        elif attached := _attached(members):
            out.append(attached)
        else:
            out.append(merged([run for n in sorted(group) for run in chains[n]]))
    return out


def _side_by_side(chains: list[list[Run]]) -> list[list[Run]] | None:
    ordered = sorted(chains, key=lambda chain: min(run.left for run in chain))
    edges = [(min(r.left for r in c), max(r.right for r in c)) for c in ordered]
    if any(a[1] > b[0] for a, b in pairwise(edges)):
        return None
    if any(sum(len(r.edges) for r in c) < 2 * _WORDS_OF_A_COLUMN for c in ordered):
        return None
    return ordered


def _attached(chains: list[list[Run]]) -> list[Run] | None:
    """The longest chain with the runs of the others put beside the run they stand nearest to, as
    bullets and entries of a form are that were drawn apart; None where one stands beside none."""
    base = max(chains, key=len)
    if len(base) * sum(map(len, chains)) > _MAX_PAIRS:
        return None
    before: dict[int, list[Run]] = {}
    after: dict[int, list[Run]] = {}
    for run in (run for chain in chains if chain is not base for run in chain):
        mates = [
            (max(mate.left - run.right, run.left - mate.right), at)
            for at, mate in enumerate(base)
            if same_row(mate, run)
        ]
        if not mates:
            return None
        at = min(mates)[1]
        side = before if run.left < base[at].left else after
        side.setdefault(at, []).append(run)
    out: list[Run] = []
    for at, run in enumerate(base):
        out += sorted(before.get(at, []), key=lambda beside: beside.left)
        out.append(run)
        out += sorted(after.get(at, []), key=lambda beside: beside.left)
    return out


def _with_amounts(blocks: list[list[PdfRow]]) -> list[list[PdfRow]]:
    """Puts a column of amounts that was drawn after all of its labels back beside them."""
    if len(blocks) == 1:
        return blocks
    out = [blocks[0]]
    for block in blocks[1:]:
        if _are_amounts_of(block, out[-1]):
            runs = [run for row in (*out[-1], *block) for run in row.runs]
            out[-1:] = blocks_of(merged(runs))
        else:
            out.append(block)
    return out


def _are_amounts_of(block: list[PdfRow], labels: list[PdfRow]) -> bool:
    if len(block) < _AMOUNTS or len(block) * len(labels) > _MAX_PAIRS:
        return False
    amounts = sum(
        len(row.runs) == 1
        and len(row.runs[0].edges) <= 2 * _WORDS_OF_AN_AMOUNT
        and any(map(str.isdecimal, row.runs[0].text))
        for row in block
    )
    if amounts < _AMOUNT_SHARE * len(block):
        return False
    return all(any(same_row(row, label) for label in labels) for row in block)
