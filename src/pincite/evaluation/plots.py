"""Plots as SVG text: no script, no outside file, colours by class so that a page can theme them.

Every label is escaped, and each plot has a title and a description for those who cannot see it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from pincite.evaluation.calibration import Calibration
from pincite.evaluation.comparison import Interval
from pincite.evaluation.measures import Latency

_WIDTH = 680
_LABELS = 190
_VALUES = 150
_ROW = 30
_BAR = 16
_AXIS = 26
_LONGEST = 26
_SIDE = 300
_COUNTS = 64
_MARGIN = 46


class _Scale(NamedTuple):
    """From a value to its place across the plot."""

    top: float
    left: float = _LABELS
    width: float = _WIDTH - _LABELS - _VALUES

    def at(self, value: float) -> float:
        return round(self.left + self.width * min(max(value / self.top, 0.0), 1.0), 2)


def quality_plot(measure: str, systems: Mapping[str, Interval], reference: str) -> str:
    """A bar a system, with its 95% interval; a line marks the reference."""
    scale = _Scale(1.0)
    height = _ROW * len(systems) + _AXIS
    parts = _grid(scale, [0, 0.2, 0.4, 0.6, 0.8, 1], height, "{:g}")
    for row, (name, found) in enumerate(systems.items()):
        middle = row * _ROW + _ROW / 2
        kind = "bar reference" if name == reference else "bar"
        parts += [
            _name(name, middle),
            _bar(scale.left, scale.at(found.mean), middle, _BAR, kind),
            _whisker(scale.at(found.low), scale.at(found.high), middle),
            _value(f"{found.mean:.3f}  [{found.low:.2f}, {found.high:.2f}]", middle),
        ]
    if reference in systems:
        line = scale.at(systems[reference].mean)
        parts.append(f'<line class="mark" x1="{line}" x2="{line}" y1="0" y2="{height - _AXIS}"/>')
    description = "; ".join(f"{name} {found.mean:.3f}" for name, found in systems.items())
    return _svg(_WIDTH, height, measure, f"{measure} by system: {description}", parts)


def latency_plot(system: str, stages: Mapping[str, Latency], longest: float) -> str:
    """Two bars a stage: half of the questions were done by the first, 95 in 100 by the second."""
    ticks = _ticks(longest)
    scale = _Scale(ticks[-1])
    height = _ROW * len(stages) + _AXIS
    parts = _grid(scale, ticks, height, "{:,.12g} ms")
    for row, (name, spent) in enumerate(stages.items()):
        middle = row * _ROW + _ROW / 2
        parts += [
            _name(name, middle),
            _bar(scale.left, scale.at(spent.p95), middle, _BAR, "tail"),
            _bar(scale.left, scale.at(spent.p50), middle, _BAR / 2, "bar"),
            _value(f"{_brief(spent.p50)} / {_brief(spent.p95)} ms", middle),
        ]
    description = "; ".join(
        f"{name} {_brief(spent.p50)} and {_brief(spent.p95)} ms" for name, spent in stages.items()
    )
    return _svg(
        _WIDTH, height, f"{system}: time by stage", f"p50 and p95 by stage: {description}", parts
    )


def calibration_plot(system: str, found: Calibration) -> str:
    """Confidence stated against share right, in ten bins of equal width, above how many questions
    each holds."""
    left, top, floor = _MARGIN, 10, 10 + _SIDE
    base = floor + 40 + _COUNTS
    most = max(point.questions for point in found.by_width)
    places = [
        (left + _SIDE * point.confidence, floor - _SIDE * point.accuracy)
        for point in found.by_width
    ]
    parts = [
        *(_tick_lines(left, top, floor, step / 5) for step in range(6)),
        f'<line class="ideal" x1="{left}" y1="{floor}" x2="{left + _SIDE}" y2="{top}"/>',
        f'<polyline class="curve" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>',
        *(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in places),
        f'<text class="small" x="{left + _SIDE / 2}" y="{floor + 30}" text-anchor="middle">'
        "confidence stated; below, questions in each tenth</text>",
        f'<text class="small" transform="translate(12 {top + _SIDE / 2}) rotate(-90)"'
        ' text-anchor="middle">share right</text>',
    ]
    for point in found.by_width:
        tall = round((_COUNTS - 14) * point.questions / most, 1)
        # The mean of a bin lies inside it, but for the last, which holds 1.0 too.
        tenth = min(int(point.confidence * 10 + 1e-9), 9)
        x = left + _SIDE * tenth / 10
        parts += [
            f'<rect class="tail" x="{x + 2:.1f}" y="{base - tall}" width="{_SIDE / 10 - 4:.1f}"'
            f' height="{tall}"/>',
            f'<text class="small" x="{x + _SIDE / 20:.1f}" y="{base - tall - 3}"'
            f' text-anchor="middle">{point.questions}</text>',
        ]
    description = "; ".join(
        f"{point.confidence:.2f} stated, {point.accuracy:.2f} right of {point.questions}"
        for point in found.by_width
    )
    return _svg(left + _SIDE + 24, base + 6, f"{system}: calibration", description, parts)


def _tick_lines(left: float, top: float, floor: float, value: float) -> str:
    x, y = round(left + _SIDE * value, 1), round(floor - _SIDE * value, 1)
    return (
        f'<line class="grid" x1="{x}" y1="{top}" x2="{x}" y2="{floor}"/>'
        f'<line class="grid" x1="{left}" y1="{y}" x2="{left + _SIDE}" y2="{y}"/>'
        f'<text class="small" x="{x}" y="{floor + 14}" text-anchor="middle">{value:g}</text>'
        f'<text class="small" x="{left - 6}" y="{y + 4}" text-anchor="end">{value:g}</text>'
    )


def _grid(scale: _Scale, ticks: Sequence[float], height: float, label: str) -> list[str]:
    floor = height - _AXIS
    return [
        f'<line class="grid" x1="{x}" x2="{x}" y1="0" y2="{floor}"/>'
        f'<text class="small" x="{x}" y="{floor + 16}" text-anchor="middle">'
        f"{label.format(tick)}</text>"
        for tick in ticks
        for x in [scale.at(tick)]
    ]


def _name(name: str, middle: float) -> str:
    short = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    return (
        f'<text x="{_LABELS - 8}" y="{middle + 4}" text-anchor="end">{escape(short)}'
        f"<title>{escape(name)}</title></text>"
    )


def _value(text: str, middle: float) -> str:
    return f'<text class="value" x="{_WIDTH - _VALUES + 12}" y="{middle + 4}">{escape(text)}</text>'


def _bar(left: float, right: float, middle: float, tall: float, kind: str) -> str:
    return (
        f'<rect class="{kind}" x="{left}" y="{middle - tall / 2}" rx="1.5"'
        f' width="{round(max(right - left, 0.5), 2)}" height="{tall}"/>'
    )


def _whisker(low: float, high: float, middle: float) -> str:
    return (
        f'<path class="whisker" d="M{low} {middle - 5}V{middle + 5}M{low} {middle}H{high}'
        f'M{high} {middle - 5}V{middle + 5}"/>'
    )


def _ticks(longest: float) -> list[float]:
    """From 0 to at least the longest, in at most five round steps."""
    longest = max(longest, 1e-3)
    step = 10 ** math.floor(math.log10(longest / 4))
    wide = next(step * times for times in (1, 2, 5, 10) if step * times * 4 >= longest)
    return [wide * place for place in range(math.ceil(longest / wide) + 1)]


def _brief(spent: float) -> str:
    return f"{spent:,.0f}" if spent >= 100 else f"{spent:.1f}" if spent >= 1 else f"{spent:.2f}"


def _svg(width: float, height: float, title: str, about: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" style="max-width:{width}px" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(about)}</desc>{''.join(parts)}</svg>"
    )
