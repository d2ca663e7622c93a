"""What Icelandic laws are called: a name in its four cases, with and without the article."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pincite.citations.icelandic.words import Head, icelandic_words

_CASES = 4


def inflected(title: str, cases: Iterable[str] = ()) -> list[str]:
    """All that a law of this title is called, in lower case apart from names within it.

    `cases` are the title in its cases where a source gives them; the others are formed from the
    noun that heads it."""
    found = dict.fromkeys(_lower_first(form) for form in (title, *cases))
    for name in list(found):
        found.update(dict.fromkeys(_all_cases(name)))
    return list(found)


def standing_alone(title: str) -> list[str]:
    """The noun that heads a title, in all forms, where it can stand for the whole: "stjórnarskráin"
    of "Stjórnarskrá lýðveldisins Íslands", "hegningarlögin" of "Almenn hegningarlög". Empty where
    it is only the word for any law."""
    words = _lower_first(title).split(" ")
    at = 1 if words[0] in icelandic_words().adjectives and len(words) > 1 else 0
    head = _head(words[at])
    if head is None or len(words) == 1 or (not head[1] and head[0].kind != "constitution"):
        return []
    return list(dict.fromkeys(_all_cases(words[at])))


def subject(title: str) -> str:
    """What a law is about, by its title: "meðferð sakamála" of "Lög um meðferð sakamála"."""
    noun, about, rest = title.partition(" um ")
    return rest if about and _lower_first(noun) in law_nouns() else ""


def law_nouns() -> tuple[str, ...]:
    """The word for a law in all forms."""
    head = icelandic_words().heads[0]
    return (*head.bare, *head.article)


def _all_cases(name: str) -> Iterator[str]:
    """Every case of a name that is given in any of them."""
    words = name.split(" ")
    adjectives = icelandic_words().adjectives
    at = 1 if words[0] in adjectives and len(words) > 1 else 0
    found = _head(words[at])
    if found is None:
        return
    head, stem = found
    rest = words[at + 1 :]
    adjective = adjectives.get(words[0]) if at else None
    for case in range(_CASES):
        strong = (adjective.strong[case],) if adjective else ()
        weak = (adjective.weak,) if adjective else ()
        yield " ".join((*strong, stem + head.bare[case], *rest))
        yield " ".join((*weak, stem + head.article[case], *rest))


def _head(word: str) -> tuple[Head, str] | None:
    """The noun that a compound ends with, and what stands before it."""
    for head in icelandic_words().heads:
        for form in (*head.bare, *head.article):
            if word.endswith(form):
                return head, word[: len(word) - len(form)]
    return None


def _lower_first(name: str) -> str:
    return name[:1].lower() + name[1:]
