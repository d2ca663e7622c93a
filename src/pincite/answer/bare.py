"""Questions that are one word ("rent") or a place in no work ("section 5"): more is asked back."""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.expectations import listed
from pincite.search.clarify import about_a_word
from pincite.search.relevance import Relevance
from pincite.search.response import Response
from pincite.search.understand import AskedQuestion

# "the rent", "on rent".
_MOST_WORDS = 3


def asking_back(response: Response, relevance: Relevance) -> Response:
    """With what to ask back, where one word was all that was asked and a passage speaks of it."""
    asked = relevance.question
    if not _is_word(response, asked):
        return response
    if not any(relevance.covered(hit.text) for hit in response.results):
        return response
    word = asked.content[0].form
    return replace(response, clarify=about_a_word(word, response.results, asked.asked_in))


def is_bare(response: Response, asked: AskedQuestion) -> bool:
    """Whether nobody can tell what is asked: one word, or a citation of no work and nothing
    else."""
    if response.cited or response.within or response.card:
        return False
    cites = bool(asked.cited.references) and not asked.cited.rest.strip(" ?.!")
    return cites or _is_word(response, asked)


def _is_word(response: Response, asked: AskedQuestion) -> bool:
    if response.cited or response.within or response.not_held:
        return False
    if asked.cited.references or asked.cited.laws or len(asked.words) > _MOST_WORDS:
        return False
    alone = {word.form for word in asked.content}
    return len(alone) == 1 and asked.words[0].form not in listed("askers.txt")
