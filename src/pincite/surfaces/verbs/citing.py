"""Citations: who cites what, what is cited, and what a text cites."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pincite.citations.index import Authority
from pincite.citations.uses import Uses
from pincite.citing import FoundCitation
from pincite.surfaces.access import Access, Power
from pincite.surfaces.desk import Desk
from pincite.surfaces.verbs import Ask, Verb
from pincite.surfaces.verbs import fields as field


class Cited(Ask):
    what: Annotated[
        str,
        Field(min_length=1, max_length=1000, description="A citation, a URN, or a name."),
    ]
    matter: field.MatterName = ""
    limit: field.Many = 50


class Authorities(Ask):
    matter: field.MatterName = ""
    kind: Annotated[str | None, Field(max_length=20, description="case, statute …")] = None
    document: field.SomeDocument = ""
    limit: field.Many = 100


class Text(Ask):
    text: Annotated[str, Field(min_length=1, max_length=20_000, description="Any text.")]
    matter: field.MatterName = ""


def find_citations(desk: Desk, _access: Access, asked: Cited) -> Uses:
    """Every place that cites a source: by full citation, short form, Id., supra or name."""
    return desk.place(asked.matter).citing.uses(asked.what, limit=asked.limit)


def list_citations(desk: Desk, _access: Access, asked: Authorities) -> list[Authority]:
    """What is cited, most often first, in all that is held or in one document."""
    return desk.place(asked.matter).citing.authorities(
        asked.kind, document=asked.document or None, limit=asked.limit
    )


def read_citations(desk: Desk, _access: Access, asked: Text) -> list[FoundCitation]:
    """The citations of a text, each tied to its source or with the reason why not."""
    return desk.place(asked.matter).citing.resolve(asked.text)


VERBS = (
    Verb("find_citations", Power.READ, Cited, find_citations),
    Verb("list_citations", Power.READ, Authorities, list_citations),
    Verb("read_citations", Power.READ, Text, read_citations),
)
