"""A reply for people: what warns first, then the answer with its quotes, or why there is none."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from pincite.answer.messages import message
from pincite.answer.reply import Answer, AnswerCitation, Refusal, Reply, line_spans
from pincite.surfaces.cli.highlight import BOLD, NORMAL, OFF, ON

_WIDTH = 92
# What would move the cursor or turn the line around is not printed.
_unprintable = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def reply_text(reply: Reply, *, bold: bool = False) -> str:
    """`bold`: the words that decide stand out."""
    lines = [reply.date_note] if reply.date_note else []
    lines += (f"! {warning}" for warning in reply.warnings)
    if lines:
        lines.append("")
    if reply.answer is not None:
        lines += _answer(reply.answer, reply.language, bold=bold)
        versions = f" ({', '.join(reply.versions)})" if reply.versions else ""
        level = message(reply.language, "confidence", reply.confidence.value)
        sure = message(reply.language, "confidence", "told", level=level)
        told = [f"{reply.coverage}{versions}.", reply.likelihood]
        lines += ["", *(told if reply.likelihood else [f"{reply.coverage}{versions}; {sure}"])]
        lines += _of_model(reply.answer, reply.language)
    elif reply.refusal is not None:
        lines += _refusal(reply.refusal, reply.language)
    if reply.other_jurisdictions:
        option = f"--jurisdiction {reply.other_jurisdictions[0]}"
        told = message(reply.language, "elsewhere", "option", option=option)
        lines += ["", f"{reply.elsewhere_note} {told}"]
    shown = "\n".join(_unprintable.sub(" ", line) for line in lines)
    return shown.replace(ON, BOLD).replace(OFF, NORMAL)


def _answer(answer: Answer, language: str, *, bold: bool) -> Iterator[str]:
    by_number = {citation.number: citation for citation in answer.citations}
    for at, point in enumerate(answer.points):
        if at:
            yield ""
        if point.text:
            yield from _wrapped(point.text, "")
        for number in point.citations:
            cited = by_number[number]
            marked = message(language, "quote", "marked", words="\n".join(_lines(cited, bold=bold)))
            first, *rows = marked.split("\n")
            yield from _wrapped(f"[{number}] {first}", "  ")
            for row in rows:
                yield from _wrapped(row, "      ")
            if cited.locator not in point.text:
                yield from _wrapped(cited.locator, "      ")


def _lines(cited: AnswerCitation, *, bold: bool) -> Iterator[str]:
    quote, (first, last) = cited.quote, cited.decides or (0, 0)
    for start, end in line_spans(quote, cited.breaks):
        lit = max(start, first), min(end, last)
        if bold and lit[0] < lit[1]:
            yield f"{quote[start : lit[0]]}{ON}{quote[slice(*lit)]}{OFF}{quote[lit[1] : end]}"
        else:
            yield quote[start:end]


def _of_model(answer: Answer, language: str) -> Iterator[str]:
    """Behind all that was checked, and apart from it."""
    if answer.by_model:
        yield ""
        yield from _wrapped(answer.note(language), "")
    for wording in answer.marked_wording(language):
        yield from _wrapped(wording, "  ")


def _refusal(refusal: Refusal, language: str) -> Iterator[str]:
    yield from _wrapped(f"{refusal.message} {refusal.reason}", "")
    yield from _wrapped(refusal.suggestion, "")
    if refusal.clarify is not None:
        yield ""
        yield from _wrapped(refusal.clarify.question, "")
        yield from (f"  - {option}" for option in refusal.clarify.options)
    if refusal.closest:
        yield ""
        yield message(language, "warning", "closest")
        for passage in refusal.closest:
            yield from _wrapped(passage.citation, "  ")
            yield from _wrapped(passage.text, "      ")


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        " ".join(text.split()),
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
