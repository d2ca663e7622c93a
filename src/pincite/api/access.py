"""Who asks, and how far that reaches: each key names what it may do, and in which matters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pincite.errors import Forbidden
from pincite.matters.card import slug


class Power(StrEnum):
    READ = "read"
    """Search, show and cite what is held."""
    ASK = "ask"
    """Put questions."""
    WRITE = "write"
    """Read files into a matter."""
    MANAGE = "manage"
    """Make, close and delete matters; see how the server does."""


@dataclass(frozen=True, slots=True)
class Access:
    """`matters` are the slugs that may be reached, None for all; `law` whether the library may."""

    name: str
    powers: frozenset[Power]
    matters: frozenset[str] | None
    law: bool = True
    roots: tuple[Path, ...] = ()
    """Folders of this machine that may be read."""
    local: bool = False
    """Whether it is whoever runs this process, who may name any file of the machine."""

    def check(self, power: Power, matter: str) -> None:
        """`matter` is a name as it was given, "" where the library of law is asked. Raises
        Forbidden; it says nothing of whether there is such a matter."""
        self.check_power(power)
        # A name without a letter or digit is no matter, and not the law either.
        if matter and not self.reaches(slug(matter) or matter):
            raise Forbidden("this key does not reach that matter")
        if not matter and not self.law:
            raise Forbidden("this key does not reach the library of law")

    def check_power(self, power: Power) -> None:
        """For what concerns neither one matter nor the law. Raises Forbidden."""
        if power not in self.powers:
            raise Forbidden(f"this key may not {power.value}")

    def reaches(self, slug: str) -> bool:
        return self.matters is None or slug in self.matters

    def check_all_matters(self) -> None:
        """For what concerns no single matter. Raises Forbidden."""
        if self.matters is not None:
            raise Forbidden("this key is for some matters alone")


def owner(roots: tuple[Path, ...] = (), *, local: bool = False) -> Access:
    """Whoever is at the machine itself, where no key is needed."""
    return Access("owner", frozenset(Power), None, roots=roots, local=local)
