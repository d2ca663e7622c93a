"""English: Porter's stems, irregular forms first, and the words a question is not about."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from typing import cast

import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]

# The library has no types.
_stemmed = cast(
    Callable[[str], str],
    snowballstemmer.stemmer("english").stemWord,  # pyright: ignore[reportUnknownMemberType]
)


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
    return base if not base.isalpha() else _stemmed(base)
