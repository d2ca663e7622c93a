"""The words for what somebody is to a case, and those that set two sides against each other."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from pincite.graph.names import UPPER
from pincite.graph.rules import either, spellings, words


class Patterns(NamedTuple):
    """The patterns by which roles in a case are found."""

    roles: re.Pattern[str]
    versus: re.Pattern[str]
    called: re.Pattern[str]


@cache
def patterns() -> Patterns:
    known = spellings("parties", "roles")
    forms = {form for role in known for form in (role.capitalize(), role.title(), role.upper())}
    role, any_role = f"(?:{either(forms)})(?:s|S)?", f"(?:{either({*forms, *known})})(?:s|S)?"
    joint = r"(?:, | ?[-–—/] ?| and |/)"
    spelled = [*words("parties", "versus"), "V.", "VS.", "VERSUS", "-v-"]
    return Patterns(
        re.compile(rf"(?<!\w)({role}(?:{joint}(?:{role}))*)(?!\w)"),
        re.compile(rf"(?<![\w.])(?:{either(spelled)})(?![\w.])"),
        re.compile(rf"(?<![\w’'-])({any_role}(?:{joint}(?:{any_role}))*)(,| er)? (?=[{UPPER}])"),
    )


def role_of(title: str) -> str:
    """The role as it is kept, of the first of the words for it."""
    first = re.split(r", | ?[–—/] ?| and |(?<=[a-zA-Z])-(?=[A-Z])", title)[0].casefold()
    known = spellings("parties", "roles")
    for word in (first, first.partition("-")[0]):
        if role := known.get(word) or known.get(word.removesuffix("s")):
            return role
    return first


def is_plural(title: str) -> bool:
    return title.split(",")[0].casefold().endswith("s")
