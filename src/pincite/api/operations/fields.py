"""The fields that requests share."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated

from pydantic import BeforeValidator, Field

from pincite.api.operation import Request

_day = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _written(day: object) -> object:
    """A number would be taken for seconds since 1970."""
    if isinstance(day, date) or (isinstance(day, str) and _day.fullmatch(day)):
        return day
    raise ValueError("write the day as YYYY-MM-DD")


Day = Annotated[date, BeforeValidator(_written)]
Words = Annotated[str, Field(min_length=1, max_length=20_000)]
MatterName = Annotated[
    str, Field(max_length=200, description="A matter, by its name; the law where it is left out.")
]
ThisMatter = Annotated[str, Field(min_length=1, max_length=200, description="The matter.")]
At = Annotated[Day | None, Field(description="Law in force on this day, YYYY-MM-DD.")]
Version = Annotated[
    str | None, Field(max_length=200, description="Law of this version, instead of a day.")
]
Within = Annotated[
    str, Field(max_length=1000, description="Only this work or provision, and what is below it.")
]
What = Annotated[
    str,
    Field(
        min_length=1,
        max_length=1000,
        description="A URN, a FRBR URI, or a citation such as 's 7(2) of the Housing Act'.",
    ),
]
ADocument = Annotated[
    str, Field(min_length=1, max_length=1000, description="A document: id, path, or name.")
]
SomeDocument = Annotated[
    str, Field(max_length=1000, description="In a matter: only this document.")
]
Offset = Annotated[int, Field(ge=0, le=10_000_000, description="How many to leave out first.")]
Values = Annotated[tuple[str, ...], Field(max_length=50)]
Some = Annotated[int, Field(ge=1, le=200, description="How many at most, up to 200.")]
Many = Annotated[int, Field(ge=1, le=1000, description="How many at most, up to 1000.")]
MaybeWhat = Annotated[
    str, Field(max_length=1000, description="Only of this rule: a URN, or a citation.")
]
APath = Annotated[
    str,
    Field(min_length=1, max_length=4000, description="A path below a folder that is allowed."),
]
SomePath = Annotated[
    str, Field(max_length=4000, description="A path below a folder that is allowed.")
]
# Base64 takes four characters for three bytes.
_LONGEST_ARCHIVE = 64 * 1024 * 1024


class PackFile(Request):
    """A pack: by its path, or by the bytes of its archive."""

    path: SomePath = ""
    archive: Annotated[
        str, Field(max_length=_LONGEST_ARCHIVE, description="The archive itself, in Base64.")
    ] = ""

    model_config = Request.model_config | {"str_max_length": _LONGEST_ARCHIVE}
