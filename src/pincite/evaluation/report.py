"""A report as JSON, the same bytes for the same figures, and as Markdown tables."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pincite.evaluation.ablation import Measured, Report
from pincite.evaluation.abstention import Share
from pincite.evaluation.measures import ALL, MEASURES

_DIGITS = 4
_BINS = ("by_mass", "by_width")


def as_json(report: Report) -> str:
    """Keys in a fixed order, numbers rounded to four digits; no question's words."""
    return json.dumps(as_record(report), ensure_ascii=False, indent=2) + "\n"


def as_record(report: Report) -> dict[str, Any]:
    return {
        "set": report.name,
        "unit": report.unit,
        "questions": report.questions,
        "ranked": report.ranked,
        "unmapped": report.unmapped,
        "kinds": dict(report.kinds),
        "reference": report.reference,
        "systems": [_system(system) for system in report.systems],
    }


def _system(measured: Measured) -> dict[str, Any]:
    silence = measured.abstention
    return {
        "name": measured.name,
        "kinds": {
            kind: {"questions": summary.questions, **_rounded(summary.values)}
            for kind, summary in measured.kinds.items()
        },
        "intervals": _records(measured.intervals),
        "differences": _records(measured.differences),
        "latency_ms": _records(measured.latency),
        "abstention": {
            "threshold": rounded(silence.threshold),
            "answered_unanswerable": share_record(silence.answered_unanswerable),
            "clarified_ambiguous": share_record(silence.clarified_ambiguous),
            "clarified_answerable": share_record(silence.clarified_answerable),
            "refused_answerable": share_record(silence.refused_answerable),
        },
        "calibration": {
            name: {
                **_rounded(
                    {key: value for key, value in calibration._asdict().items() if key not in _BINS}
                ),
                **{
                    key: [_rounded(point._asdict()) for point in getattr(calibration, key)]
                    for key in _BINS
                },
            }
            for name, calibration in measured.calibration.items()
        },
    }


def _records(tuples: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _rounded(record._asdict()) for name, record in tuples.items()}


def share_record(share: Share) -> dict[str, Any]:
    return {"share": rounded(share.value), "held": share.held, "of": share.of}


def _rounded(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: rounded(value) for name, value in values.items()}


def rounded(value: Any) -> Any:
    """A number to four digits; -0.0 is 0.0, and what JSON cannot say is None."""
    if not isinstance(value, float):
        return value
    return round(value, _DIGITS) + 0.0 if math.isfinite(value) else None


# Markdown.


def as_markdown(report: Report) -> str:
    """Tables: quality, against the reference, by kind, silence, confidence, time."""
    parts = [f"# {_cell(report.name)}", _about(report), *_quality(report)]
    if any(len(system.kinds) > 1 for system in report.systems):
        parts += ["## By kind", _kinds(report)]
    parts += ["## Silence", _silence(report)]
    if any(system.calibration for system in report.systems):
        parts += ["## Confidence", _confidence(report)]
    parts += ["## Time (ms)", _time(report)]
    return "\n\n".join(parts) + "\n"


def _about(report: Report) -> str:
    kinds = ", ".join(
        f"{count} {_cell(kind) or 'of no kind'}" for kind, count in report.kinds.items()
    )
    lost = f" {report.unmapped} gold entries are not in the library." if report.unmapped else ""
    return (
        f"{report.questions} questions ({kinds}), of which {report.ranked} are ranked, by"
        f" {_cell(report.unit)}.{lost}"
    )


def _quality(report: Report) -> list[str]:
    names = present(report)
    rows = [
        [system.name, *(number(system.kinds[ALL].values.get(name)) for name in names)]
        for system in report.systems
    ]
    parts = ["## Quality", table(["system", *names], rows)]
    others = [system for system in report.systems if system.differences]
    if others:
        rows = [
            [
                other.name,
                *(
                    f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}] p={found.p:.3f}"
                    if (found := other.differences.get(name))
                    else ""
                    for name in names
                ),
            ]
            for other in others
        ]
        parts += [f"## Against {_cell(report.reference)}", table(["system", *names], rows)]
    return parts


def present(report: Report) -> list[str]:
    """The measures that apply to the set, in their order."""
    found = {name for system in report.systems for name in system.kinds[ALL].values}
    return [name for name in MEASURES if name in found]


def _kinds(report: Report) -> str:
    names = present(report)
    return table(
        ["system", "kind", "questions", *names],
        [
            [
                system.name,
                kind,
                str(found.questions),
                *(number(found.values.get(name)) for name in names),
            ]
            for system in report.systems
            for kind, found in system.kinds.items()
            if kind != ALL
        ],
    )


def _silence(report: Report) -> str:
    return table(
        ["system", *SILENCE],
        [[system.name, *map(share, system.abstention[1:])] for system in report.systems],
    )


SILENCE = (
    "unanswerable, answered", "ambiguous, asked back", "answerable, asked back",
    "answerable, refused",
)  # fmt: skip
CONFIDENCE = (
    "right is",
    "questions",
    "accuracy",
    "ECE width",
    "ECE mass",
    "ECE sweep",
    "Brier",
    "AUROC",
)


def _confidence(report: Report) -> str:
    return table(["system", *CONFIDENCE], confidence_rows(report))


def confidence_rows(report: Report) -> list[list[str]]:
    return [
        [
            system.name, right, str(found.questions), number(found.accuracy),
            number(found.ece_width),
            number(found.ece_mass), f"{number(found.ece_sweep)} ({found.sweep_bins} bins)",
            number(found.brier), number(found.auroc),
        ]
        for system in report.systems
        for right, found in system.calibration.items()
    ]  # fmt: skip


def _time(report: Report) -> str:
    return table(
        ["system", "stage", "p50", "p95"],
        [
            [system.name, stage, f"{spent.p50:.1f}", f"{spent.p95:.1f}"]
            for system in report.systems
            for stage, spent in system.latency.items()
        ],
    )


def number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def share(value: Share) -> str:
    return (
        "none asked" if value.value is None else f"{value.value:.0%} ({value.held} of {value.of})"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    """On one line, and with nothing that Markdown or HTML would take for its own."""
    flat = " ".join(text.split())
    for char in "\\|`*_<>[]":
        flat = flat.replace(char, f"\\{char}")
    return flat
