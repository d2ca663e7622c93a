"""A question as it might have been put too: with polite words around it, with the place or party
that it is about, without its marks. None of that changes which words answer it."""

from __future__ import annotations

import random
import re

_SEED = 20261118
_BEFORE = (
    "Hi, ", "Hello. ", "Hi there, quick question: ", "Sorry to bother you. ", "I was wondering: ",
    "Could you please tell me, ", "Please help. ", "Not sure if this is the right place to ask. ",
    "My neighbour says otherwise, so I want to be sure. ", "Asking for a friend. ",
    "I have a question about this. ", "Good morning, I need to know: ", "Just checking: ",
    "I read something about this in the news. ", "According to the law, ", "Legally speaking, ",
)  # fmt: skip
_BEHIND = (
    " Thanks!", " Thank you very much.", " Any help is appreciated.", " Please let me know.",
    " I really need to know.", " Cheers", " Thanks in advance for your answer.",
)  # fmt: skip
_PLACES = {
    "zimbabwe": ("in Zimbabwe", "in Harare", "under Zimbabwean law", "here in Bulawayo"),
    "dc": ("in D.C.", "in Washington DC", "in the District", "in the District of Columbia"),
    "uscode": ("under federal law", "in the US", "under U.S. law", "in the United States"),
    "bylaws": ("in our town", "in South Africa", "in this municipality", "in the city"),
    "contracts": ("under this agreement", "under our contract", "between the two companies"),
}
_marks = re.compile(r"[?.!,;:]+")


def reworded(question: str, source: str) -> str:
    """Always the same for a question and the source that it is of."""
    drawn = random.Random(f"{_SEED} {question}")  # noqa: S311 - nothing secret
    asked = question.strip()
    _, _, corpus = source.partition(":")
    places = _PLACES.get(corpus, ())
    if places and drawn.random() < 0.6:
        place = drawn.choice(places)
        body = asked.rstrip("?.! ")
        asked = (
            f"{body} {place}?"
            if drawn.random() < 0.6
            else f"{place[0].upper()}{place[1:]}, {asked}"
        )
    if drawn.random() < 0.45:
        asked = drawn.choice(_BEFORE) + asked
    if drawn.random() < 0.3:
        asked += drawn.choice(_BEHIND)
    if drawn.random() < 0.2:
        asked = " ".join(_marks.sub(" ", asked).split())
    return asked
