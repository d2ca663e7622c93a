"""Whether a question asks what the law was at the time that it names.

"How much could a landlord ask for in 2019?" does; "I moved in in 2019, how much may he ask for?"
tells what happened then, and asks about today. There is no grammar here, only its signs: which
clause the time stands in, whether that clause is a question, in which tense, and whether something
within it tells a story.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

from pincite.citations.in_questions.cues import Cues, cues_for, folded

_sentence_end = re.compile(
    r"[?!;\n]|(?<!\b\d)(?<!\b\d\d)(?<!\bgr)(?<!\bmgr)(?<!\bnr)(?<!\bno)(?<!\bsec)(?<!\bart)\."
    r"(?=\s+[A-ZÁÉÍÓÚÝÞÆÖ\"“„]|\s*$)"
)
_clause_end = re.compile(r"[,:()–—]|\s-\s")
# What was struck out of the question is a law that it names.
_word = re.compile(r"\0+|[^\W_]+(?:['’][^\W_]+)*(?:-[^\W_]+)*")
_LAW = "\0"


class Then(Enum):
    """Whether the time is that of the law: yes; no; or it cannot be told."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


def asks_then(text: str, start: int, end: int, *, over: bool) -> Then:
    """Of the time that text[start:end] names, in a text in which the laws that it names are struck
    out by null characters. `over`: that time is over today."""
    cues = cues_for(_word.findall(text))
    low, high = _around(text, start, end, _sentence_end)
    left, right = _around(text, start, end, _clause_end, low, high)
    lead, tail = _words(text[left:start], cues), _words(text[end:right], cues)
    if not lead:
        # "In 2019, what was …", "In 2019 what was …": the time is that of the whole question.
        asked = _question(tail or _words(text[right:high], cues), cues)
        if asked is not None:
            return _asked_then(asked, text, cues, fronted=True, over=over)
        lead = [] if tail else _words(text[low:start], cues)
        own = not cues.own.isdisjoint(_words(text, cues))
        if not tail and not own and (asked := _question(lead, cues)) is not None:
            # "Was it a breach if nobody knew, in 2019?": so is one that is set off at the end.
            return _asked_then(asked, text, cues, fronted=True, over=over)
    opens = _question(lead, cues)
    asks = [at for at in range(len(lead)) if _asks(lead, at, cues)]
    asked = lead[asks[-1] :] if asks else opens
    if asked is None:
        return _elsewhere(text, low, high, cues)
    return _asked_then(asked, text, cues, fronted=False, over=over, rest=bool(tail))


def _asked_then(
    asked: list[str], text: str, cues: Cues, *, fronted: bool, over: bool, rest: bool = False
) -> Then:
    """Of a question: the words before the time or, where that comes first, behind it. `rest`: more
    comes behind the time."""
    own = not cues.own.isdisjoint(_words(text, cues))
    head = _head(asked, cues)
    if head is None:
        if any(_happened(asked, at, 0, cues) for at in range(1, len(asked))):
            return Then.NO
        # Of a verb that is not known, whoever cites the law asks what it was.
        return Then.YES if _LAW in text and not own else Then.UNSURE
    if not cues.made.isdisjoint(asked[head:]) and not _is_duty(asked[head:], cues):
        return Then.NO
    if not fronted and _tells_a_story(asked, head, cues):
        return Then.NO if asked[head] in cues.present | cues.opens else Then.UNSURE
    if asked[head] in cues.present | cues.opens:
        # Nothing has happened yet at a time that is to come.
        return Then.UNSURE if over and not fronted and (own or rest) else Then.YES
    if asked[head] in cues.did and not _is_duty(asked[head:], cues):
        return Then.NO
    return Then.YES


def _around(
    text: str, start: int, end: int, ends: re.Pattern[str], low: int = 0, high: int | None = None
) -> tuple[int, int]:
    """The stretch that holds text[start:end] and none of the ends."""
    high = len(text) if high is None else high
    before = [match.end() for match in ends.finditer(text, low, start)]
    after = ends.search(text, end, high)
    return before[-1] if before else low, after.start() if after else high


def _words(text: str, cues: Cues) -> list[str]:
    """Without those that only lead to a question."""
    words = [_LAW if word[0] == _LAW else folded(word) for word in _word.findall(text)]
    return [word for word in words if word not in cues.leads]


def _question(words: list[str], cues: Cues) -> list[str] | None:
    """The words, where a question begins with them; else None."""
    begins = words and (words[0] in cues.verbs | cues.opens or _asks(words, 0, cues))
    return words if begins else None


def _asks(words: Sequence[str], at: int, cues: Cues) -> bool:
    """Whether a question begins there with a word that asks, and not one that joins a clause."""
    word, before = words[at], words[at - 1] if at else ""
    if word not in cues.story | cues.which:
        return word in cues.asks
    if before in cues.wonders:
        return True
    followed = word in cues.which or not words[1:] or words[1] in cues.verbs
    return word in cues.asks and not at and followed


def _head(asked: Sequence[str], cues: Cues) -> int | None:
    """Where the verb of the question stands."""
    if asked[0] in cues.opens:
        return 0
    return next((at for at, word in enumerate(asked) if word in cues.verbs), None)


def _is_duty(words: Sequence[str], cues: Cues) -> bool:
    """Whether a verb in the past tells of a right or a duty, and not of what happened."""
    for at, word in enumerate(words):
        rest = words[at + 1 :]
        if word in cues.past:
            return True
        if word in cues.was and not cues.lawful.isdisjoint(rest):
            return True
        of_law = not (cues.laws | {_LAW}).isdisjoint(rest) and cues.made.isdisjoint(rest)
        if word in cues.did and (of_law or not cues.duties.isdisjoint(rest)):
            return True
    return False


def _tells_a_story(asked: list[str], head: int, cues: Cues) -> bool:
    """Whether what comes between the verb and the time tells what happened."""
    joined = 0
    for at, word in enumerate(asked[head + 1 :], head + 1):
        if word in cues.story and not _asks(asked, at, cues):
            return True
        turned = asked[at - 1] in cues.verbs | cues.asks
        if word in cues.which or (word in cues.persons and not turned):
            joined = at
    if joined and not _is_duty(asked[joined:], cues):
        return True
    return any(_happened(asked, at, head, cues) for at in range(head + 1, len(asked)))


def _happened(asked: Sequence[str], at: int, head: int, cues: Cues) -> bool:
    """Whether a verb in the past stands beside what it is about ("a lease signed in 2019"), or
    nothing before it speaks of a right or a duty ("what was paid in 2019")."""
    word, before, after = asked[at], asked[at - 1], asked[at + 1 : at + 2]
    if not cues.happened.fullmatch(word) or word in cues.lawful | cues.past:
        return False
    if after and after[0] not in cues.after_verb:
        return False
    if at == len(asked) - 1 and not _is_duty(asked[head:at], cues):
        return True
    return before not in cues.before_adjective and not before.endswith("ly")


def _elsewhere(text: str, low: int, high: int, cues: Cues) -> Then:
    """Of a time in a sentence that asks nothing: whether another question may be about it, or it
    is no sentence, but some words to look for."""
    every = _words(text, cues)
    if (cues.verbs | cues.own).isdisjoint(every) and not any(map(cues.happened.fullmatch, every)):
        return Then.UNSURE
    others = [*_sentence_end.split(text[:low]), *_clause_end.split(text[low:high])]
    others += _sentence_end.split(text[high:])
    for other in others:
        asked = _question(_words(other, cues), cues)
        head = _head(asked, cues) if asked else None
        if asked and head is not None and asked[head] not in cues.present:
            # "What was the most he could ask for at that time?"
            return Then.YES if cues.back_then.search(folded(other)) else Then.UNSURE
    return Then.NO
