"""The measurements of answers as plain data, as a Markdown table, and as a page."""

from __future__ import annotations

from html import escape
from typing import Any

from pincite.evaluation import answered_report
from pincite.evaluation.abstention import Share
from pincite.evaluation.answered import AnsweredReport
from pincite.evaluation.answers import DEPTH, AnswerReport
from pincite.evaluation.page import STYLE, html_table
from pincite.evaluation.report import rounded, share_record, table

_SHARES = {
    "quotes_verified": "quotes that stand in the stored text at the offsets cited",
    "supported": "points all of whose quotes stand",
    "hallucinated": "points with a quote that does not",
    "right_cited_where_found": f"cites a right provision, where one is in the first {DEPTH} found",
    "right_cited": "cites a right provision, of all that can be answered",
    "citations_right": "of the rules cited, those graded as right",
    "refused_answerable": "refused, of what can be answered",
    "refused_unanswerable": "refused, of what cannot be answered",
    "asked_back_ambiguous": "asked back, of what is ambiguous",
    "fabricated_passed": "quotes with one word exchanged that pass",
    "faithful_rejected": "quotes as other software sets them that are refused",
}


def as_record(report: AnswerReport, answered: AnsweredReport | None = None) -> dict[str, Any]:
    """No question's words. With whether answers answer, where the set says what does."""
    return {
        "set": report.name,
        "questions": report.questions,
        "kinds": dict(report.kinds),
        **(answered_report.as_record(answered) if answered else {}),
        **{name: share_record(getattr(report, name)) for name in _SHARES},
        "refusals": dict(report.refusals),
        "confidence": dict(report.confidence),
        "latency_ms": {
            stage: {"p50": rounded(spent.p50), "p95": rounded(spent.p95)}
            for stage, spent in report.latency.items()
        },
    }


def as_markdown(report: AnswerReport, answered: AnsweredReport | None = None) -> str:
    parts = [
        f"# {report.name}: answers",
        f"{report.questions} questions: {_counts(report.kinds)}.",
        *(answered_report.as_markdown(answered) if answered else []),
        table(["what", "share", "of"], _rows(report)),
        f"Refusals: {_counts(report.refusals)}. Confidence: {_counts(report.confidence)}.",
        table(["stage, ms", "p50", "p95"], _times(report)),
    ]
    return "\n\n".join(parts) + "\n"


def as_page(report: AnswerReport, answered: AnsweredReport | None = None) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(report.name)}: answers, measured</title><style>{STYLE}</style></head>"
        f"<body><h1>{escape(report.name)}: answers</h1>"
        f"<p>{report.questions} questions: {escape(_counts(report.kinds))}.</p>"
        f"{answered_report.as_html(answered) if answered else ''}"
        f"<h2>Answers</h2>{html_table(['what', 'share', 'of'], _rows(report))}"
        f"<p>Refusals: {escape(_counts(report.refusals))}. "
        f"Confidence: {escape(_counts(report.confidence))}.</p>"
        f"<h2>Time (ms)</h2>{html_table(['stage', 'p50', 'p95'], _times(report))}</body></html>\n"
    )


def _rows(report: AnswerReport) -> list[list[str]]:
    rows: list[list[str]] = []
    for name, description in _SHARES.items():
        share: Share = getattr(report, name)
        value = "" if share.value is None else f"{share.value:.3f}"
        rows.append([description, value, f"{share.held} of {share.of}"])
    return rows


def _times(report: AnswerReport) -> list[list[str]]:
    return [
        [stage, f"{spent.p50:.1f}", f"{spent.p95:.1f}"] for stage, spent in report.latency.items()
    ]


def _counts(counts: Any) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"
