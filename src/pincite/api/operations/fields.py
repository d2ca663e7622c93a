"""The fields that requests share."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

Words = Annotated[str, Field(min_length=1, max_length=20_000)]
MatterName = Annotated[
    str, Field(max_length=200, description="A matter, by its name; the law where it is left out.")
]
ThisMatter = Annotated[str, Field(min_length=1, max_length=200, description="The matter.")]
At = Annotated[date | None, Field(description="Law in force on this day, YYYY-MM-DD.")]
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
