"""A language without rules: every word stands for itself."""

from __future__ import annotations

from dataclasses import dataclass

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PlainLanguage:
    code: str

    @property
    def stop(self) -> frozenset[str]:
        return _NONE

    def lemmas(self, form: str) -> tuple[str, ...]:
        return (form,)

    def parts(self, form: str) -> tuple[str, ...]:
        return ()

    def restored(self, form: str) -> tuple[str, ...]:
        return ()
