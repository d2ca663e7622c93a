"""Whether answers answer, as plain data, as Markdown tables and as a part of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pincite.evaluation.abstention import Share
from pincite.evaluation.answered import AnsweredReport, Stated, Tally
from pincite.evaluation.calibration import BINS
from pincite.evaluation.comparison import Interval
from pincite.evaluation.flaws import Flaws
from pincite.evaluation.page import html_table
from pincite.evaluation.plots import calibration_plot
from pincite.evaluation.report import number, rounded, share_record, table

_SHARES = ("in_full", "partly", "off", "wrong", "refused", "refused_unanswerable", "tentative")
_HEAD = (
    "lines", "in full", "95%", "partly", "off", "wrong", "refused", "unanswerable refused",
    "may be it", "words shown",
)  # fmt: skip
_FLAWS = {
    "before_exception": "end before their exception",
    "duplicates": "say again what another says",
    "fragments": "cannot be read alone",
}
_STATED = ("stated by", "answers", "Brier", "95%", "ECE", "AUROC")
_BAR = 20
_KEY = (
    "In full: the first point holds a marked span, and every marked condition is shown. Partly: a"
    " span is shown elsewhere, or a condition is missing. Wrong: the first point would mislead."
)
_RELIABLE = "Of the answers that were stated to be so likely, so many were in full."


def as_record(report: AnsweredReport) -> dict[str, Any]:
    """The figures over all lines lie on top, those of each group under `answered`."""
    return {
        **{name: share_record(getattr(report.overall, name)) for name in _SHARES},
        "in_full_interval": _interval(report.overall.interval),
        "words_shown": rounded(report.overall.shown),
        "unmapped": report.unmapped,
        "brier": _stated(report.likely),
        "brier_of_words": _stated(report.words),
        "flaws": report.flaws._asdict(),
        "answered": {
            group: {name: _tally(tally) for name, tally in rows.items()}
            for group, rows in report.groups.items()
        },
    }


def as_markdown(report: AnsweredReport) -> list[str]:
    """Paragraphs and tables, each a part."""
    parts = ["## Whether they answer", _KEY, table(["", *_HEAD], [_row("all", report.overall)])]
    for group, rows in _shown(report.groups).items():
        parts += [
            f"### By {group}",
            table([group, *_HEAD], [_row(name, tally) for name, tally in rows.items()]),
        ]
    parts += [_about_flaws(report), *_lost(report)]
    stated = _stated_rows(report)
    if stated:
        parts += ["## Whether the probability is true", table(_STATED, stated)]
    for name, told in _told(report).items():
        bins = [[*row, "█" * round(float(row[-1]) * _BAR)] for row in _bins(told)]
        parts += [
            f"### {name}",
            _RELIABLE,
            table(["stated", "answers", "mean", "in full", ""], bins),
        ]
    return parts


def as_html(report: AnsweredReport) -> str:
    body = f"<h2>Whether they answer</h2><p>{_KEY}</p>"
    body += html_table(["", *_HEAD], [_row("all", report.overall)])
    for group, rows in _shown(report.groups).items():
        shown = html_table([group, *_HEAD], [_row(name, tally) for name, tally in rows.items()])
        body += f"<h3>By {group}</h3>{shown}"
    body += "".join(f"<p>{part}</p>" for part in (_about_flaws(report), *_lost(report)))
    if stated := _stated_rows(report):
        body += f"<h2>Whether the probability is true</h2>{html_table(_STATED, stated)}"
    plots = "".join(
        f"<div><h3>{name}</h3>{calibration_plot(name, told.calibration)}"
        f"{html_table(['stated', 'answers', 'mean', 'in full'], _bins(told))}</div>"
        for name, told in _told(report).items()
    )
    return f'{body}<p>{_RELIABLE}</p><div class="side">{plots}</div>' if plots else body


def _told(report: AnsweredReport) -> dict[str, Stated]:
    told = {"the probability": report.likely, "the word of confidence": report.words}
    return {name: stated for name, stated in told.items() if stated is not None}


def _shown(groups: Mapping[str, Mapping[str, Tally]]) -> dict[str, Mapping[str, Tally]]:
    """A group of one is all lines again."""
    return {group: rows for group, rows in groups.items() if len(rows) > 1}


def _row(name: str, tally: Tally) -> list[str]:
    shares: list[Share] = [getattr(tally, share) for share in _SHARES]
    in_full, *others = (number(share.value) for share in shares)
    return [
        name or "none", str(tally.lines), in_full, _between(tally.interval), *others,
        f"{tally.shown:g}",
    ]  # fmt: skip


def _bins(told: Stated) -> list[list[str]]:
    rows: list[list[str]] = []
    for point in told.calibration.by_width:
        tenth = min(int(point.confidence * BINS + 1e-9), BINS - 1)
        stated = f"{tenth / BINS:.1f} to {(tenth + 1) / BINS:.1f}"
        rows.append(
            [stated, str(point.questions), number(point.confidence), number(point.accuracy)]
        )
    return rows


def _stated_rows(report: AnsweredReport) -> list[list[str]]:
    return [
        [
            name, str(told.calibration.questions), number(told.brier.mean), _between(told.brier),
            number(told.calibration.ece_width), number(told.calibration.auroc),
        ]
        for name, told in _told(report).items()
    ]  # fmt: skip


def _about_flaws(report: AnsweredReport) -> str:
    found: Flaws = report.flaws
    told = ", ".join(f"{getattr(found, name)} {words}" for name, words in _FLAWS.items())
    return f"Of {found.quotes} quotes, {told}."


def _lost(report: AnsweredReport) -> list[str]:
    if not report.unmapped:
        return []
    return [f"{report.unmapped} lines were left out: the library does not hold what they mark."]


def _between(found: Interval | None) -> str:
    return "" if found is None else f"{found.low:.2f} to {found.high:.2f}"


def _interval(found: Interval | None) -> dict[str, Any] | None:
    return {name: rounded(value) for name, value in found._asdict().items()} if found else None


def _stated(told: Stated | None) -> dict[str, Any] | None:
    if told is None:
        return None
    bins = [
        {name: rounded(value) for name, value in point._asdict().items()}
        for point in told.calibration.by_width
    ]
    return {**(_interval(told.brier) or {}), "answers": told.calibration.questions, "bins": bins}


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "lines": tally.lines,
        **{name: share_record(getattr(tally, name)) for name in _SHARES},
        "in_full_interval": _interval(tally.interval),
        "words_shown": rounded(tally.shown),
    }
