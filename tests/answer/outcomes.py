"""What every reply must be: quotes that stand in what is stored, or a refusal with its reason."""

from __future__ import annotations

import re

from pincite.answer.records import Kind
from pincite.answer.reply import AnswerCitation, Reply
from pincite.library import Library

# Whatever a reader's client would turn into a link or draw.
_link = re.compile(
    r"://|\bwww\.|\]\(|<[/!a-z]|\b(?:mailto|javascript|data|tel):\S|\w\.[a-z]{2,}/", re.IGNORECASE
)


def stored_words(law: Library, cited: AnswerCitation) -> list[str]:
    """The words at the places that a citation names, from the text with the hash it names."""
    [key] = {
        one.key for one in law.store.expressions(cited.document) if one.hash == cited.content_hash
    }
    return [law.store.text(key, *span) for span in cited.spans]


def assert_sound(law: Library, reply: Reply) -> None:
    assert (reply.answer is None) != (reply.refusal is None)
    if reply.answer is None:
        assert reply.refusal.kind in Kind  # type: ignore[union-attr]
        assert reply.refusal.message  # type: ignore[union-attr]
        assert all(one.unverified for one in reply.refusal.closest)  # type: ignore[union-attr]
        return
    assert reply.answer.points
    assert reply.answer.by_model == (reply.answerer == "openai")
    # No sentence of a model is among what was checked.
    assert all(bool(one.text) != reply.answer.by_model for one in reply.answer.points)
    numbers = {one.number for one in reply.answer.citations}
    for point in reply.answer.points:
        assert point.citations
        assert numbers.issuperset(point.citations)
        assert not _link.search(point.text), point.text
    for cited in reply.answer.citations:
        assert cited.spans
        assert " […] ".join(stored_words(law, cited)) == cited.quote
    assert reply.verification.checked == reply.verification.quotes >= len(numbers)
