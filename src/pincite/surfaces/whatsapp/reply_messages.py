"""A reply as messages: what warns first, then points with their numbered quotes, or why there is
none and what to do. What does not fit is left out by whole points or quotes, and counted."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import groupby

from pincite.answer.messages import message
from pincite.answer.reply import Answer, AnswerCitation, AnswerPoint, Refusal, Reply
from pincite.surfaces.whatsapp.message import (
    LONGEST_BODY,
    LONGEST_TEXT,
    MOST_ROWS,
    Choice,
    Message,
    Option,
    Text,
    clean,
    cut,
    length,
)
from pincite.surfaces.whatsapp.phrases import language_name, say

# Warnings may take half of a message, so that the answer has the other.
_WARNINGS = LONGEST_TEXT // 2
_ONE_WARNING = 700
_LOCATOR = 300
_REASON = LONGEST_BODY // 3

# A point and one of its quotes, by their places; None for a point that rests on none.
Shown = tuple[int, int | None]


def told(reply: Reply) -> list[Message]:
    """All that is sent for it, in order."""
    if reply.answer is not None:
        return [Text(_answered(reply, reply.answer)), *_wording(reply, reply.answer)]
    assert reply.refusal is not None
    warnings = _warnings(reply)
    options = _options(reply.refusal)
    if not options:
        return [Text("\n\n".join((*warnings, *_refused(reply.refusal, reply.language))))]
    question = Choice(_asked_back(reply.refusal), options, say(reply.language, "choose"))
    return [Text("\n\n".join(warnings)), question] if warnings else [question]


def _wording(reply: Reply, answer: Answer) -> list[Message]:
    """A message of its own, so that no quote that was checked stands beside it."""
    if not answer.unchecked_wording:
        return []
    marked = map(clean, answer.marked_wording(reply.language))
    return [Text("\n\n".join((answer.note(reply.language), *marked)))]


def _answered(reply: Reply, answer: Answer) -> str:
    """As many whole points as fit; of a first point that is too long alone, as many quotes."""
    every: list[Shown] = [
        (at, number)
        for at, point in enumerate(answer.points)
        for number in point.citations or (None,)
    ]
    ends = [at for at, pair in enumerate(every, 1) if at == len(every) or every[at][0] != pair[0]]
    return (
        _longest(reply, answer, every, ends)
        or _longest(reply, answer, every, range(1, ends[0] if ends else 0))
        or _elsewhere(reply, answer)
    )


def _longest(reply: Reply, answer: Answer, every: Sequence[Shown], ends: Sequence[int]) -> str:
    """What is shown up to the last of these ends that fits; "" where none does."""
    found = ""
    for end in ends:
        text = _shown(reply, answer, every[:end])
        if length(text) > LONGEST_TEXT:
            break
        found = text
    return found


def _shown(reply: Reply, answer: Answer, shown: Sequence[Shown]) -> str:
    by_number = {citation.number: citation for citation in answer.citations}
    blocks = [
        _point(
            answer.points[at],
            [by_number[number] for _, number in pairs if number is not None],
            reply,
        )
        for at, pairs in groupby(shown, key=lambda pair: pair[0])
    ]
    points, quotes = len(blocks), sum(number is not None for _, number in shown)
    return _page(reply, answer, blocks, points, quotes)


def _page(reply: Reply, answer: Answer, blocks: Sequence[str], points: int, quotes: int) -> str:
    all_quotes = sum(len(point.citations) for point in answer.points)
    last = [clean(reply.coverage)]
    if reply.likelihood:
        last.append(clean(reply.likelihood))
    if answer.by_model and not answer.unchecked_wording:
        last.insert(0, answer.note(reply.language))
    if (points, quotes) != (len(answer.points), all_quotes):
        left = say(
            reply.language, "left_out", points=len(answer.points) - points,
            all_points=len(answer.points), quotes=all_quotes - quotes, all_quotes=all_quotes,
        )  # fmt: skip
        last.insert(0, left)
    return "\n\n".join((*_warnings(reply), *blocks, "\n".join(last)))


def _point(point: AnswerPoint, cited: Sequence[AnswerCitation], reply: Reply) -> str:
    lines = [clean(point.text)] if point.text else []
    for citation in cited:
        lines.append(_quote(citation, reply.language))
        if citation.locator not in point.text:
            lines.append(f"— {clean(citation.locator)}")
    return "\n".join(lines)


def _quote(cited: AnswerCitation, language: str) -> str:
    """Never shortened; one in another language than the reply says so."""
    words = "\n".join(map(clean, cited.lines))
    quote = message(language, "quote", "marked", words=words)
    if cited.language in ("", language):
        return say(language, "quote", number=cited.number, quote=quote)
    spoken = language_name(cited.language, language)
    return say(language, "quote_in", number=cited.number, quote=quote, spoken=spoken)


def _elsewhere(reply: Reply, answer: Answer) -> str:
    """Where not even one quote fits: the places to read it at."""
    lines = [say(reply.language, "too_long")]
    for citation in answer.citations:
        line = f"[{citation.number}] {cut(clean(citation.locator), _LOCATOR)}"
        if length("\n".join((*lines, line))) > LONGEST_TEXT - _WARNINGS - _ONE_WARNING:
            break
        lines.append(line)
    return _page(reply, answer, ["\n".join(lines)], 0, 0)


def _warnings(reply: Reply) -> list[str]:
    shown = [clean(note) for note in (reply.date_note, reply.elsewhere_note) if note]
    for at, warning in enumerate(reply.warnings):
        line = say(reply.language, "warning", what=cut(clean(warning), _ONE_WARNING))
        if length("\n\n".join((*shown, line))) > _WARNINGS:
            left = len(reply.warnings) - at
            return [*shown, say(reply.language, "warnings_left", count=left)]
        shown.append(line)
    return shown


def _refused(refusal: Refusal, language: str) -> list[str]:
    """A question back says what to do; without one, the suggestion does."""
    what_to_do = refusal.clarify.question if refusal.clarify else refusal.suggestion
    blocks = [f"{refusal.message} {cut(clean(refusal.reason), _REASON)}".strip(), what_to_do]
    if refusal.closest:
        near = [cut(clean(passage.citation), _LOCATOR) for passage in refusal.closest]
        listed = [say(language, "listed", what=citation) for citation in near]
        blocks.append("\n".join((message(language, "warning", "closest"), *listed)))
    return blocks


def _asked_back(refusal: Refusal) -> str:
    assert refusal.clarify is not None
    return f"{refusal.message}\n\n{refusal.clarify.question}"


def _options(refusal: Refusal) -> tuple[Option, ...]:
    if refusal.clarify is None:
        return ()
    texts = [clean(option) for option in refusal.clarify.options]
    asks = dict(zip(texts, refusal.clarify.asks or texts, strict=True))
    # The reference says nothing: what was offered to whom is remembered here.
    return tuple(
        Option(secrets.token_urlsafe(12), text, asked) for text, asked in asks.items() if text
    )[:MOST_ROWS]
