"""Languages: the lemmas of a word, and the words that carry no meaning of their own."""

from __future__ import annotations

from functools import cache
from typing import Protocol

# The languages that rules are known of.
KNOWN = ("en", "is")


class Language(Protocol):
    """`stop` are the words that a question is not about."""

    @property
    def code(self) -> str: ...
    @property
    def stop(self) -> frozenset[str]: ...

    def lemmas(self, form: str) -> tuple[str, ...]:
        """What a form may be a form of, the likeliest first; itself where nothing is known."""
        ...

    def parts(self, form: str) -> tuple[str, ...]:
        """The lemmas of what a compound is made of; none where it is no compound."""
        ...

    def restored(self, form: str) -> tuple[str, ...]:
        """The words that a form typed without its accents may stand for; none where it is one."""
        ...


@cache
def language(code: str) -> Language:
    """The rules of a language by its ISO 639-1 code; where it is not known, of none."""
    # Loaded when first asked: the dictionary of Icelandic forms takes a while.
    if code == "is":
        from pincite.text.languages.icelandic import Icelandic

        return Icelandic()
    if code == "en":
        from pincite.text.languages.english import English

        return English()
    from pincite.text.languages.plain import PlainLanguage

    return PlainLanguage(code)
