"""Questions: answered, or searched for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pincite.answer.reply import Reply
from pincite.api.access import Access, Power
from pincite.api.operations import Ask, Operation
from pincite.api.operations.fields import (
    At,
    MatterName,
    SomeDocument,
    ThisMatter,
    Values,
    Version,
    Within,
    Words,
)
from pincite.api.workspace import Workspace
from pincite.errors import InputError
from pincite.indexes.records import Filters
from pincite.matters.matter import Matter
from pincite.search.response import Response


class Question(Ask):
    query: Annotated[Words, Field(description="The question.")]
    matter: MatterName = ""
    document: SomeDocument = ""
    at: At = None
    version: Version = None
    within: Within = ""
    channel: Annotated[Literal["web", "whatsapp"], Field(description="whatsapp is shorter.")] = (
        "web"
    )


class Search(Ask):
    query: Annotated[Words, Field(description="A question, some words, or a citation.")]
    matter: MatterName = ""
    document: SomeDocument = ""
    limit: Annotated[int | None, Field(ge=0, le=200, description="How many at most.")] = None
    profile: Annotated[str, Field(max_length=40, description="How to weigh; by itself.")] = ""
    tier: Annotated[Literal["free", "pro"], Field(description="pro reranks.")] = "pro"
    at: At = None
    version: Version = None
    within: Within = ""
    doc_type: Values = ()
    nature: Values = ()
    year: Values = ()
    chapter: Values = ()
    language: Values = ()
    court: Values = ()
    jurisdiction: Values = ()


class CaseSearch(Ask):
    query: Annotated[Words, Field(description="A question, some words, or a citation.")]
    matter: ThisMatter
    document_filter: SomeDocument = ""
    limit: Annotated[int | None, Field(ge=0, le=200, description="How many at most.")] = None
    tier: Annotated[Literal["free", "pro"], Field(description="pro reranks.")] = "pro"


def ask(workspace: Workspace, _access: Access, asked: Question) -> Reply:
    """Answer a question from the law, or from a matter's files: every quote is checked word for
    word against the place it cites; where that fails, or nothing answers, it is refused."""
    place = workspace.place(asked.matter)
    if isinstance(place, Matter):
        return place.ask(
            asked.query, at=asked.at, version=asked.version, within=asked.within,
            channel=asked.channel, document=asked.document,
        )  # fmt: skip
    _no_document(asked.document)
    return place.ask(
        asked.query, at=asked.at, version=asked.version, within=asked.within, channel=asked.channel
    )


def search(workspace: Workspace, _access: Access, asked: Search) -> Response:
    """What answers a question, with pinpoint citations: in the law, or in a matter's files."""
    filters = Filters(
        doc_type=tuple(asked.doc_type), nature=tuple(asked.nature), year=tuple(asked.year),
        chapter=tuple(asked.chapter), language=tuple(asked.language), court=tuple(asked.court),
        jurisdiction=tuple(asked.jurisdiction),
    )  # fmt: skip
    place = workspace.place(asked.matter)
    if isinstance(place, Matter):
        return place.search(
            asked.query, profile=asked.profile, filters=filters, at=asked.at,
            version=asked.version, within=asked.within, limit=asked.limit, tier=asked.tier,
            document=asked.document,
        )  # fmt: skip
    _no_document(asked.document)
    return place.search(
        asked.query, profile=asked.profile, filters=filters, at=asked.at, version=asked.version,
        within=asked.within, limit=asked.limit, tier=asked.tier,
    )  # fmt: skip


def search_case(workspace: Workspace, _access: Access, asked: CaseSearch) -> Response:
    """Search the files of one case: each result with its document, page, paragraph, line and
    characters."""
    return workspace.matter(asked.matter).search(
        asked.query, document=asked.document_filter, limit=asked.limit, tier=asked.tier
    )


def _no_document(document: str) -> None:
    if document:
        raise InputError("documents are of a matter", hint="Name the matter too.")


OPERATIONS = (
    Operation("ask", Power.ASK, Question, ask),
    Operation("search", Power.READ, Search, search),
    Operation("search_case", Power.READ, CaseSearch, search_case),
)
