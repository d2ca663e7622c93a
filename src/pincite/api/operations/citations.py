"""Citations: who cites what, what is cited, and what a text cites."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.operations import Ask, Operation
from pincite.api.operations import fields as field
from pincite.api.workspace import Workspace
from pincite.citations.index import CitedAuthority
from pincite.citations.library_index import FoundCitation
from pincite.citations.uses import Uses


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


def find_citations(workspace: Workspace, _access: Access, asked: Cited) -> Uses:
    """Every place that cites a source: by full citation, short form, Id., supra or name."""
    return workspace.place(asked.matter).citations.uses(asked.what, limit=asked.limit)


def list_citations(
    workspace: Workspace, _access: Access, asked: Authorities
) -> list[CitedAuthority]:
    """What is cited, most often first, in all that is held or in one document."""
    return workspace.place(asked.matter).citations.authorities(
        asked.kind, document=asked.document or None, limit=asked.limit
    )


def read_citations(workspace: Workspace, _access: Access, asked: Text) -> list[FoundCitation]:
    """The citations of a text, each tied to its source or with the reason why not."""
    return workspace.place(asked.matter).citations.resolve(asked.text)


OPERATIONS = (
    Operation("find_citations", Power.READ, Cited, find_citations),
    Operation("list_citations", Power.READ, Authorities, list_citations),
    Operation("read_citations", Power.READ, Text, read_citations),
)
