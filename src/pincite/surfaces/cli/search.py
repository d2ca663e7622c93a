"""Searching, and keeping what is searched up to date."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import InputError, NoLibrary
from pincite.indexes.milvus.address import VectorAddress, keep_address
from pincite.surfaces.cli.console import Session, note
from pincite.surfaces.cli.search_display import notes, results

if TYPE_CHECKING:
    from pincite.api.operations.matters import Status
    from pincite.search.response import Response
    from pincite.search.status import IndexStatus

_Values = list[str] | None


def search(
    context: typer.Context,
    query: Annotated[
        str, typer.Argument(metavar="QUESTION", help="A question, some words, or a citation.")
    ],
    limit: Annotated[int | None, typer.Option(help="How many results at most.")] = None,
    profile: Annotated[
        str | None, typer.Option(help="legislation, lagasafn, opinions, case or whatsapp.")
    ] = None,
    tier: Annotated[str | None, typer.Option(help="free, or pro: with reranking.")] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            help="Law in force on YYYY-MM-DD; without it, on the date that the question names, or"
            " today.",
        ),
    ] = None,
    version: Annotated[str | None, typer.Option("--version", help="Law of a version.")] = None,
    within: Annotated[
        str | None, typer.Option(help="Only a work or provision, and below it.")
    ] = None,
    doc_type: Annotated[_Values, typer.Option("--type", help="act, regulation, opinion …")] = None,
    nature: Annotated[_Values, typer.Option(help="As the publisher has it.")] = None,
    year: Annotated[_Values, typer.Option(help="Of the work.")] = None,
    chapter: Annotated[_Values, typer.Option(help="Such as 20:14.")] = None,
    language: Annotated[_Values, typer.Option(help="en, is …")] = None,
    court: Annotated[_Values, typer.Option(help="By its name.")] = None,
    jurisdiction: Annotated[_Values, typer.Option(help="us-dc, is, zw …")] = None,
    document: Annotated[str | None, typer.Option(help="In a matter: only this document.")] = None,
    related: Annotated[
        int | None, typer.Option(help="In a matter: how much is named beside the results.")
    ] = None,
) -> None:
    """Search the law, or a matter's files.

    What answers a question comes first, each with its pinpoint citation."""
    session = Session.of(context)
    found: Response = session.call(
        "search", query=query, limit=limit, profile=profile, tier=tier, at=at, version=version,
        within=within, doc_type=_these(doc_type), nature=_these(nature), year=_these(year),
        chapter=_these(chapter), language=_these(language), court=_these(court),
        jurisdiction=_these(jurisdiction), document=document, related=related,
    )  # fmt: skip
    session.emit(found, lambda: results(found, bold=sys.stdout.isatty()))
    if not session.json:
        for line in notes(found):
            note(line)


def index(
    context: typer.Context,
    tokens: Annotated[
        bool | None,
        typer.Option(
            "--tokens/--no-tokens",
            help="Whether to encode every token too, for late interaction; without either, where it"
            " takes room alone and no time.",
        ),
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(
            help="Encode what searches by this profile use; without it, those of what is held."
        ),
    ] = None,
    status: Annotated[
        bool,
        typer.Option("--status", help="Only say how far it has come; so does `pincite status`."),
    ] = False,
    rebuild: Annotated[
        bool,
        typer.Option(
            "--rebuild",
            help="Index all words anew, and put all vectors on their server beside the old ones,"
            " which are asked until the new ones are whole.",
        ),
    ] = False,
    verify: Annotated[
        bool,
        typer.Option(
            "--verify",
            help="First compare every passage, file of words and block of vectors with the library,"
            " and make again what differs.",
        ),
    ] = False,
    vectors: Annotated[
        str,
        typer.Option(
            help="From now on search vectors there (milvus://host:19530?name=law), or in the"
            " library's folder again (local)."
        ),
    ] = "",
    source: Annotated[
        str,
        typer.Option(
            "--from",
            help="First take over what another node of this library derived: that in its folder, or"
            " at its address (http://node:8000, with a key that may manage in PINCITE_NODE_KEY).",
        ),
    ] = "",
) -> None:
    """Index what is new, and encode what it means.

    What governs what is read too. It can be stopped at any moment and goes on where it was; a
    search indexes words by itself, and encodes nothing. `pincite ingest` and `sync` do as much of
    it as takes about a minute."""
    session = Session.of(context)
    if vectors:
        address = None if vectors == "local" else VectorAddress.parse(vectors)
        keep_address(session.workspace.collection(session.matter_name).folder, address)
    if source:
        _take_over(session, source)
    if status:
        told: Status = session.call("status")
        if told.index is None:
            raise NoLibrary(f"no library in {session.workspace.folder}")
        found = told.index
    else:
        found: IndexStatus = session.call(
            "index", tokens=tokens, profile=profile, rebuild=rebuild, verify=verify
        )
    session.emit(found, lambda: _status(found))


def _take_over(session: Session, source: str) -> None:
    # Its client takes a while to load.
    from pincite.collection.node_fetch import take_over

    if session.matter_name:
        raise InputError(
            "a matter is not copied from another node", hint="`pincite matter archive` moves one."
        )
    taken = take_over(session.workspace.law, source, session.settings)
    if not session.quiet:
        note(f"{taken.files} files, {taken.bytes / 1e6:.0f} MB, were taken over from {source}")


def status(context: typer.Context) -> None:
    """How far the law, or a matter, has been indexed."""
    session = Session.of(context)
    found: Status = session.call("status")
    index = found.index
    session.emit(
        found,
        lambda: f"pincite {found.pincite}\n{_status(index) if index else 'no library here yet'}",
    )


def _status(found: IndexStatus) -> str:
    lines = [
        f"{found.documents} of {found.held} documents indexed, {found.passages} passages",
        f"{found.encoded:.0%} encoded by meaning, {found.tokens_encoded:.0%} by their tokens",
    ]
    if found.left:
        lines.append(f"{found.left} passages are not encoded yet: `pincite index` encodes them")
    if found.note:
        lines.append(found.note)
    lines += [f"made again: {problem}" for problem in found.mended]
    lines += [f"missing: {message}" for message in found.missing.values()]
    if found.missing:
        lines.append("`pincite models install` installs what is missing")
    return "\n".join(lines)


def _these(values: _Values) -> tuple[str, ...]:
    return tuple(value.strip() for value in values or () if value.strip())
