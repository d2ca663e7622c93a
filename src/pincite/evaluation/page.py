"""A report as one HTML page that needs nothing else: plots, and the figures behind them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from pincite.evaluation.ablation import Report
from pincite.evaluation.measures import ALL
from pincite.evaluation.plots import calibration_plot, latency_plot, quality_plot
from pincite.evaluation.report import CONFIDENCE, SILENCE, confidence_rows, number, present, share

_PLOTTED = ("hit@1", "hit@5", "mrr", "ndcg@10", "ndcg@10 judged", "recall@100", "pinpoint@10")
_RIGHT = "hit@5"
STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --soft: #59636e; --line: #d5dae0;
  --bar: #2f74c0; --ref: #8a94a0; --tail: #b9d2ee; --dark: #10243a; --curve: #b4530a; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e8ebef; --soft: #a5afba;
  --line: #343b44; --bar: #5fa4ea; --ref: #7d8793; --tail: #28476a; --dark: #f3f6fa;
  --curve: #f0a35e; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 72rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { margin: 2.2rem 0 .6rem; font-size: 1.2rem; border-bottom: 1px solid var(--line); }
h3 { margin: 1.2rem 0 .3rem; font-size: 1rem; overflow-wrap: anywhere; }
p { margin: .4rem 0; color: var(--soft); }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .small { fill: var(--soft); font-size: 11px; }
svg .value { font-variant-numeric: tabular-nums; }
.bar { fill: var(--bar); } .bar.reference { fill: var(--ref); } .tail { fill: var(--tail); }
.grid { stroke: var(--line); } .mark { stroke: var(--soft); stroke-dasharray: 3 3; }
.whisker { stroke: var(--dark); stroke-width: 1.5; fill: none; }
.ideal { stroke: var(--soft); stroke-dasharray: 4 4; }
.curve { stroke: var(--curve); stroke-width: 2; fill: none; } .dot { fill: var(--curve); }
.side { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
.side.broad { grid-template-columns: repeat(auto-fit, minmax(min(32rem, 100%), 1fr)); }
.wide { margin-top: .8rem; overflow-x: auto; }
table { border-collapse: collapse; font-size: .8rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid var(--line); text-align: right; }
.word { text-align: left; min-width: 6rem; overflow-wrap: anywhere; }
thead th { color: var(--soft); font-weight: 600; }
"""


def as_page(report: Report) -> str:
    """The whole page, every word of a set or a system escaped."""
    sections = [
        ("Quality", _quality(report)),
        (f"Against {report.reference}", _against(report)),
        ("By kind", _kinds(report)),
        ("Silence", _silence(report)),
        ("Confidence", _confidence(report)),
        ("Time", _time(report)),
    ]
    body = "".join(f"<h2>{escape(title)}</h2>{part}" for title, part in sections if part)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(report.name)}: measured</title><style>{STYLE}</style></head>"
        f"<body><h1>{escape(report.name)}</h1>{_about(report)}{body}</body></html>\n"
    )


def _about(report: Report) -> str:
    kinds = ", ".join(f"{count} {kind or 'of no kind'}" for kind, count in report.kinds.items())
    lost = f" {report.unmapped} gold entries are not in the library." if report.unmapped else ""
    summary = (
        f"{report.questions} questions, {report.ranked} of them ranked, by {report.unit}.{lost}"
    )
    return f"<p>{escape(summary)}</p><p>{escape(kinds)}</p>"


def _quality(report: Report) -> str:
    names = present(report)
    plots = "".join(
        f"<div><h3>{escape(name)}</h3>"
        + quality_plot(
            name,
            {
                system.name: system.intervals[name]
                for system in report.systems
                if name in system.intervals
            },
            report.reference,
        )
        + "</div>"
        for name in _PLOTTED
        if name in names
    )
    rows = [
        [system.name, *(number(system.kinds[ALL].values.get(name)) for name in names)]
        for system in report.systems
    ]
    key = (
        "<p>Bars are means, whiskers 95% intervals; grey and the dashed line are the reference.</p>"
    )
    plots = f'<div class="side broad">{plots}</div>'
    return f"{key}{plots}<h3>All measures</h3>{html_table(['system', *names], rows)}"


def _against(report: Report) -> str:
    others = [system for system in report.systems if system.differences]
    rows = [
        [
            other.name,
            name,
            f"{found.mean:+.3f}",
            f"{found.low:+.3f} to {found.high:+.3f}",
            f"{found.p:.4f}",
        ]
        for other in others
        for name, found in other.differences.items()
        if name in _PLOTTED
    ]
    head = ["system", "measure", "difference", "95% interval", "p"]
    return html_table(head, rows, words=2) if rows else ""


def _kinds(report: Report) -> str:
    names = [name for name in present(report) if name in _PLOTTED]
    rows = [
        [
            system.name,
            kind,
            str(found.questions),
            *(number(found.values.get(name)) for name in names),
        ]
        for system in report.systems
        for kind, found in system.kinds.items()
        if kind != ALL
    ]
    return html_table(["system", "kind", "questions", *names], rows, words=2) if rows else ""


def _silence(report: Report) -> str:
    threshold = report.systems[0].abstention.threshold
    rows = [[system.name, *map(share, system.abstention[1:])] for system in report.systems]
    return f"<p>Answered means at a confidence of {threshold:g} or more.</p>" + html_table(
        ["system", *SILENCE], rows
    )


def _confidence(report: Report) -> str:
    stated = [system for system in report.systems if system.calibration]
    if not stated:
        return ""
    plots = "".join(
        f"<div><h3>{escape(system.name)}</h3>"
        + calibration_plot(system.name, system.calibration[_RIGHT])
        + "</div>"
        for system in stated
    )
    key = "<p>Right is hit@5. On the dashed line, confidence is the chance of being right.</p>"
    rows = html_table(["system", *CONFIDENCE], confidence_rows(report), words=2)
    return f'{key}<div class="side">{plots}</div>{rows}'


def _time(report: Report) -> str:
    timed = [system for system in report.systems if system.latency]
    longest = max((spent.p95 for system in timed for spent in system.latency.values()), default=0.0)
    plots = "".join(
        f"<div><h3>{escape(system.name)}</h3>"
        + latency_plot(system.name, system.latency, longest)
        + "</div>"
        for system in timed
    )
    key = "<p>Dark bars are p50, pale bars p95; all systems are on one scale.</p>"
    return f'{key}<div class="side broad">{plots}</div>' if plots else ""


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """The first `words` columns hold names, the others figures."""

    def cells(row: Sequence[str], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=word' if at < words else ''}>{escape(cell)}</{tag.split()[0]}>"
            for at, cell in enumerate(row)
        )

    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    top = cells(head, 'th scope="col"')
    return (
        f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
    )
