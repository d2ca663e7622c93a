"""Citations: who cites what, what is cited, what a text or a file cites, and a brief checked."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.operation import Operation, Request
from pincite.api.operations import fields as field
from pincite.api.paths import allowed, text_file
from pincite.api.workspace import Workspace
from pincite.briefs.check import CheckReport
from pincite.citations.index import CitedAuthority
from pincite.citations.library_index import FoundCitation
from pincite.citations.understand import Understanding
from pincite.citations.uses import Uses

Home = Annotated[
    str | None,
    Field(max_length=40, description="The jurisdiction the text takes for granted: us, is, zw …"),
]


class UsesRequest(Request):
    what: Annotated[
        str,
        Field(min_length=1, max_length=1000, description="A citation, a URN, or a name."),
    ]
    matter: field.MatterName = ""
    limit: field.Many = 50


class AuthoritiesRequest(Request):
    matter: field.MatterName = ""
    kind: Annotated[str | None, Field(max_length=20, description="case, statute …")] = None
    document: field.SomeDocument = ""
    limit: field.Many = 100


class TextRequest(Request):
    text: Annotated[str, Field(min_length=1, max_length=20_000, description="Any text.")]
    matter: field.MatterName = ""
    context: field.SomePath = ""
    home: Home = None


class FileRequest(Request):
    path: field.APath
    matter: field.MatterName = ""
    home: Home = None


class QuestionRequest(Request):
    query: Annotated[str, Field(min_length=1, max_length=20_000, description="A question.")]
    matter: field.MatterName = ""
    home: Home = None


class CheckBriefRequest(Request):
    path: field.SomePath = ""
    text: Annotated[str, Field(max_length=500_000, description="The brief itself.")] = ""
    matter: field.MatterName = ""
    at: field.At = None
    home: Home = None

    model_config = Request.model_config | {"str_max_length": 500_000}


def find_citations(workspace: Workspace, _access: Access, asked: UsesRequest) -> Uses:
    """Every place that cites a source: by full citation, short form, Id., supra or name."""
    return workspace.collection(asked.matter).citations.uses(
        asked.what, limit=asked.limit, progress=workspace.counted
    )


def list_citations(
    workspace: Workspace, _access: Access, asked: AuthoritiesRequest
) -> list[CitedAuthority]:
    """What is cited, most often first, in all that is held or in one document."""
    return workspace.collection(asked.matter).citations.authorities(
        asked.kind, document=asked.document or None, limit=asked.limit,
        progress=workspace.counted,
    )  # fmt: skip


def read_citations(workspace: Workspace, access: Access, asked: TextRequest) -> list[FoundCitation]:
    """The citations of a text, each tied to its source or with the reason why not; as if it stood
    at the end of a file, where one is named as its context."""
    context = allowed(workspace, access, asked.context) if asked.context else None
    return workspace.collection(asked.matter).citations.resolve(
        asked.text, context=context, home=asked.home
    )


def read_file_citations(
    workspace: Workspace, access: Access, asked: FileRequest
) -> list[FoundCitation]:
    """Every citation of a file, each tied to its source or with the reason why not."""
    path = allowed(workspace, access, asked.path)
    return workspace.collection(asked.matter).citations.find(path, home=asked.home)


def understand_citations(
    workspace: Workspace, _access: Access, asked: QuestionRequest
) -> Understanding:
    """The references that a question makes, and what they point at or may point at."""
    citations = workspace.collection(asked.matter).citations
    # A search tells of the words that name the date.
    return citations.understand(asked.query, home=asked.home)._replace(date=None)


def check_brief(workspace: Workspace, access: Access, asked: CheckBriefRequest) -> CheckReport:
    """A brief against the law: is each source there, does it say what is quoted, does it still
    stand, and how much of the brief could be checked at all."""
    with text_file(workspace, access, asked.path, asked.text) as path:
        return workspace.collection(asked.matter).check_brief(
            path, day=asked.at, home=asked.home, progress=workspace.counted
        )


OPERATIONS = (
    Operation("find_citations", Power.READ, UsesRequest, find_citations),
    Operation("list_citations", Power.READ, AuthoritiesRequest, list_citations),
    Operation("read_citations", Power.READ, TextRequest, read_citations),
    Operation("read_file_citations", Power.READ, FileRequest, read_file_citations),
    Operation("understand_citations", Power.READ, QuestionRequest, understand_citations),
    Operation("check_brief", Power.READ, CheckBriefRequest, check_brief),
)
