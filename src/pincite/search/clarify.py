"""What to ask back when a question says too little, or when several works may answer it."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.search.response import Clarify, Hit

_OPTIONS = 4
# Of the first hits, which the options are taken from.
_LOOKED_AT = 8

_WORDS = {
    "en": {
        "nothing": "Nothing here speaks of that. Can you say it in other words, or name the"
        " document or law you have in mind?",
        "vague": "What is your question about? Please say what happened, and to whom.",
        "works": "Which of these do you mean?",
        "unsure": "Can you say more about what you want to know?",
        "word": "What do you want to know about “{word}”?",
    },
    "is": {
        "nothing": "Ekkert hér fjallar um þetta. Geturðu orðað það öðruvísi, eða nefnt lögin eða"
        " skjalið sem þú hefur í huga?",
        "vague": "Um hvað snýst spurningin? Segðu hvað gerðist og hvern það varðar.",
        "works": "Hvað af þessu áttu við?",
        "unsure": "Geturðu sagt nánar hvað þú vilt vita?",
        "word": "Hvað viltu vita um „{word}“?",
    },
}
LANGUAGES = tuple(_WORDS)


def clarify(hits: Sequence[Hit], meant: Sequence[str], *, asked_in: str, vague: bool) -> Clarify:
    """In the language of the question, or in English where we do not speak it. `meant` are works
    whose names the question comes near."""
    wording = _WORDS.get(asked_in, _WORDS["en"])
    if meant:
        works = tuple(meant)[:_OPTIONS]
        return Clarify(wording["works"], works, works)
    if not hits:
        return Clarify(wording["vague" if vague else "nothing"], ())
    found = _options(hits[:_LOOKED_AT])
    options, asks = tuple(found), tuple(found.values())
    if vague:
        return Clarify(wording["vague"], options, asks)
    if len(options) > 1:
        return Clarify(wording["works"], options, asks)
    return Clarify(wording["unsure"], ())


def about_a_word(word: str, hits: Sequence[Hit], asked_in: str) -> Clarify:
    """What to ask back where one word was all that was asked: where it may be read about."""
    wording = _WORDS.get(asked_in, _WORDS["en"])
    found = _options(hits[:_LOOKED_AT])
    return Clarify(wording["word"].format(word=word), tuple(found), tuple(found.values()))


def _options(hits: Sequence[Hit]) -> dict[str, str]:
    """The works of the hits; where they are all of one, its sections: each with what to ask."""
    found = {hit.title: hit.title for hit in hits}
    if len(found) <= 1:
        found = dict[str, str]()
        for hit in hits:
            section = hit.law.section_path.rpartition(" › ")[2] if hit.law else ""
            if section:
                found.setdefault(section, hit.citation)
    return dict(list(found.items())[:_OPTIONS])
