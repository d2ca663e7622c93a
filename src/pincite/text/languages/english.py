"""English: Porter's stems, irregular forms first, and the words a question is not about."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from typing import cast

import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]


class _Stemmer(threading.local):
    """One for each thread: a stemmer keeps the word it is at in itself."""

    def __init__(self) -> None:
        # The library has no types.
        made = snowballstemmer.stemmer("english")  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
        self.stem = cast(Callable[[str], str], made.stemWord)  # pyright: ignore[reportUnknownMemberType]


_stemmer = _Stemmer()


def _read(name: str) -> list[str]:
    text = (resources.files("pincite.text.languages") / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


_irregular = {
    form: base for base, *others in (line.split() for line in _read("english_irregular.txt"))
    for form in others
}  # fmt: skip


class English:
    code = "en"

    def __init__(self) -> None:
        self.stop = frozenset(word for line in _read("english_stop.txt") for word in line.split())

    def lemmas(self, form: str) -> tuple[str, ...]:
        return (_stem(form),)

    def parts(self, form: str) -> tuple[str, ...]:
        return ()

    def restored(self, form: str) -> tuple[str, ...]:
        return ()


@lru_cache(1 << 18)
def _stem(form: str) -> str:
    base = form.removesuffix("'s").removesuffix("'")
    base = _irregular.get(base, base)
    return base if not base.isalpha() else _stemmer.stem(base)
