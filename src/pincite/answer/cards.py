"""Answers a question that only names a law: what the law's card says, and how the law begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.answer.compose import Composed, compose
from pincite.answer.extractive import Extractive
from pincite.answer.messages import message
from pincite.answer.ports import Brief, CannotCompose
from pincite.answer.records import (
    AnswerDraft,
    DraftCitation,
    DraftClaim,
    DraftFault,
    DraftVerdict,
    QuotableSource,
)
from pincite.answer.reply import Answer, AnswerPoint
from pincite.answer.validate import ValidationRules
from pincite.search.card import LawCard

# Of the contents and of what amended a law, how many a sentence names.
_PARTS, _LAWS, _TEXTS = 12, 8, 6


@dataclass(frozen=True, slots=True)
class OpeningWords:
    """Drafts the opening words of a law; nobody chooses them."""

    name = Extractive.name
    retries = False

    def draft(self, brief: Brief, *, strict: bool, faults: Sequence[DraftFault]) -> AnswerDraft:
        if not brief.sources:
            raise CannotCompose(DraftFault.NO_CLAIM)
        [source] = brief.sources
        text = message(brief.language, "card", "begins", locator=source.locator)
        claim = DraftClaim(text, (DraftCitation(source.id, source.text),))
        return AnswerDraft((claim,), fixed=True)


def answered_by_card(
    card: LawCard, opening: QuotableSource | None, brief: Brief, rules: ValidationRules
) -> Composed:
    """The facts of the card, and the opening words where the check finds them at their place."""
    said = " ".join(facts(card, brief.language))
    if opening is not None:
        composed = compose(OpeningWords(), replace(brief, sources=(opening,)), rules)
        if composed.answer is not None:
            [point] = composed.answer.points
            whole = replace(point, text=f"{said} {point.text}")
            return replace(composed, answer=replace(composed.answer, points=(whole,)))
    answer = Answer((AnswerPoint(said, ()),), ())
    return Composed(answer, DraftVerdict((), ()), (), 0, OpeningWords.name)


def facts(card: LawCard, language: str) -> list[str]:
    """What a card says, in sentences: the same on every surface."""

    def say(key: str, **values: object) -> str:
        return message(language, "card", key, **values)

    designation = ", ".join(part for part in (_number(card), _chapter(card)) if part)
    told = [say("numbered", title=card.title, number=designation) if designation
            else say("named", title=card.title)]  # fmt: skip
    if card.status:
        told.append(say("status", status=card.status))
    if card.valid_from is None:
        told.append(say("undated"))
    elif card.valid_to is None:
        told.append(say("holds_from", day=card.valid_from))
    else:
        told.append(say("held_until", day=card.valid_from, end=card.valid_to))
    days = [text.valid_from.isoformat() for text in card.held if text.valid_from]
    if len(days) > 1:
        told.append(say("texts", count=len(days), days=", ".join(days[-_TEXTS:])))
    parts = [" ".join(f"{part.number} {part.heading}".split()) or part.kind
             for part in card.contents]  # fmt: skip
    if parts:
        told.append(_listed("contents", parts, _PARTS, card.contents_total, language))
    if card.amended_by:
        told.append(_listed("amended", card.amended_by, _LAWS, card.amended_by_total, language))
    return told


def _listed(key: str, items: Sequence[str], most: int, total: int, language: str) -> str:
    shown = "; ".join(items[:most])
    if total > min(len(items), most):
        left = total - min(len(items), most)
        return message(language, "card", f"{key}_more", listed=shown, count=left)
    return message(language, "card", key, listed=shown)


def _number(card: LawCard) -> str:
    """As the law is cited by its number; "" where it has none of its own."""
    if not card.number.isdigit() or not card.year or card.kind == "code":
        return ""
    if card.language == "is":
        return f"nr. {card.number}/{card.year}"
    return f"{'SI' if card.kind == 'instrument' else 'Act'} {card.number} of {card.year}"


def _chapter(card: LawCard) -> str:
    return f"Chapter {card.chapter}" if card.chapter and card.chapter not in card.title else ""
