"""Questions: answered, or searched for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pincite.answer.reply import Reply
from pincite.answer.sources.pack import ask_pack as answer_from_pack
from pincite.api.access import Access, Power
from pincite.api.operation import Operation, Request
from pincite.api.operations.fields import (
    Day,
    MatterName,
    PackFile,
    SomeDocument,
    ThisMatter,
    Values,
    Version,
    Within,
    Words,
)
from pincite.api.paths import pack_file
from pincite.api.workspace import Workspace
from pincite.errors import InputError
from pincite.indexes.records import Filters
from pincite.matters.matter import RELATED
from pincite.search.response import Response

Channel = Annotated[Literal["web", "whatsapp"], Field(description="whatsapp is shorter.")]
Answerer = Annotated[
    Literal["", "extractive", "openai"],
    Field(description="What composes the answer; a model where the settings name one."),
]
AskedAt = Annotated[
    Day | None,
    Field(
        description="Law in force on this day, YYYY-MM-DD; else the day that the question names."
    ),
]
Asked = Annotated[Words, Field(description="A question, some words, or a citation.")]
Limit = Annotated[int | None, Field(ge=0, le=200, description="How many at most.")]
Tier = Annotated[Literal["free", "pro"], Field(description="pro reranks.")]
Jurisdictions = Annotated[
    Values, Field(description="Only law of these, by their codes, and of their parts: us, zw.")
]
NumberRelated = Annotated[
    int | None, Field(ge=0, le=50, description="In a matter: how many related ones are named.")
]


class AskRequest(Request):
    query: Annotated[Words, Field(description="The question.")]
    matter: MatterName = ""
    document: SomeDocument = ""
    at: AskedAt = None
    version: Version = None
    within: Within = ""
    jurisdiction: Jurisdictions = ()
    channel: Channel = "web"
    answerer: Answerer = ""


class AskPackRequest(PackFile):
    query: Annotated[Words, Field(description="The question.")]
    channel: Channel = "web"
    answerer: Answerer = ""


class SearchRequest(Request):
    query: Asked
    matter: MatterName = ""
    document: SomeDocument = ""
    limit: Limit = None
    profile: Annotated[str, Field(max_length=40, description="How to weigh; by itself.")] = ""
    tier: Tier = "pro"
    at: AskedAt = None
    version: Version = None
    within: Within = ""
    doc_type: Values = ()
    nature: Values = ()
    year: Values = ()
    chapter: Values = ()
    language: Values = ()
    court: Values = ()
    jurisdiction: Values = ()
    related: NumberRelated = None


class SearchCaseRequest(Request):
    query: Asked
    matter: ThisMatter
    document_filter: SomeDocument = ""
    limit: Limit = None
    tier: Tier = "pro"


def ask(workspace: Workspace, _access: Access, asked: AskRequest) -> Reply:
    """Answer a question from the law, or from a matter's files: every quote is checked word for
    word against the place it cites; where that fails, or nothing answers, it is refused."""
    if asked.matter:
        _no_law(asked)
        return workspace.matter(asked.matter).ask(
            asked.query, channel=asked.channel, answerer=asked.answerer,
            document=asked.document, progress=workspace.counted,
        )  # fmt: skip
    _no_files(asked.document, None)
    return workspace.law.ask(
        asked.query, at=asked.at, version=asked.version, within=asked.within,
        jurisdiction=asked.jurisdiction,
        channel=asked.channel, answerer=asked.answerer, progress=workspace.counted,
    )  # fmt: skip


def ask_pack(workspace: Workspace, access: Access, asked: AskPackRequest) -> Reply:
    """Answer a question from a pack alone, with quotes checked word for word, or refuse. No library
    is opened."""
    with pack_file(workspace, access, asked) as path:
        return answer_from_pack(
            path, asked.query, workspace.settings, workspace.folder, channel=asked.channel,
            answerer=asked.answerer,
        )  # fmt: skip


def search(workspace: Workspace, _access: Access, asked: SearchRequest) -> Response:
    """What answers a question, with pinpoint citations: in the law, or in a matter's files."""
    filters = Filters(
        doc_type=tuple(asked.doc_type), nature=tuple(asked.nature), year=tuple(asked.year),
        chapter=tuple(asked.chapter), language=tuple(asked.language), court=tuple(asked.court),
        jurisdiction=tuple(asked.jurisdiction),
    )  # fmt: skip
    if asked.matter:
        _no_law(asked)
        return workspace.matter(asked.matter).search(
            asked.query, profile=asked.profile, filters=filters, limit=asked.limit,
            tier=asked.tier, document=asked.document,
            related=RELATED if asked.related is None else asked.related,
            progress=workspace.counted,
        )  # fmt: skip
    _no_files(asked.document, asked.related)
    return workspace.law.search(
        asked.query, profile=asked.profile, filters=filters, at=asked.at, version=asked.version,
        within=asked.within, limit=asked.limit, tier=asked.tier, progress=workspace.counted,
    )  # fmt: skip


def search_case(workspace: Workspace, _access: Access, asked: SearchCaseRequest) -> Response:
    """Search the files of one case: each result with its document, page, paragraph, line and
    characters."""
    return workspace.matter(asked.matter).search(
        asked.query, document=asked.document_filter, limit=asked.limit, tier=asked.tier,
        progress=workspace.counted,
    )  # fmt: skip


def _no_law(asked: AskRequest | SearchRequest) -> None:
    if asked.at is not None or asked.version is not None or asked.within:
        raise InputError(
            "case files have no versions and no provisions",
            hint="Leave out the date, the version and the provision, or ask the law.",
        )
    if asked.jurisdiction:
        raise InputError(
            "case files are of no jurisdiction",
            hint="Leave out the jurisdiction, or ask the law.",
        )


def _no_files(document: str, related: int | None) -> None:
    if document or related is not None:
        raise InputError(
            "documents and related ones are of a matter",
            hint="Name the matter too (--matter NAME).",
        )


OPERATIONS = (
    Operation("ask", Power.ASK, AskRequest, ask),
    Operation("ask_pack", Power.ASK, AskPackRequest, ask_pack),
    Operation("search", Power.READ, SearchRequest, search),
    Operation("search_case", Power.READ, SearchCaseRequest, search_case),
)
