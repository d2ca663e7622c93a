"""Searching, and keeping what is searched up to date."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pincite.errors import InputError
from pincite.indexes.milvus.address import VectorAddress, keep_address
from pincite.indexes.records import Filters
from pincite.library import Library
from pincite.matters.matter import RELATED, Matter
from pincite.search.library_index import IndexProgress, IndexStatus
from pincite.search.response import Response
from pincite.surfaces.cli.console import Session, catching_up, note, progress
from pincite.surfaces.cli.search_display import notes, results

_READING = "indexing the documents"
_Values = list[str] | None


def search(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="A question, some words, or a citation.")],
    limit: Annotated[int | None, typer.Option(help="How many results at most.")] = None,
    profile: Annotated[
        str, typer.Option(help="legislation, lagasafn, opinions, case or whatsapp.")
    ] = "",
    tier: Annotated[str, typer.Option(help="free, or pro: with reranking.")] = "pro",
    at: Annotated[str | None, typer.Option("--at", help="Law in force on YYYY-MM-DD.")] = None,
    version: Annotated[str | None, typer.Option("--version", help="Law of a version.")] = None,
    within: Annotated[str, typer.Option(help="Only a work or provision, and below it.")] = "",
    kinds: Annotated[_Values, typer.Option("--type", help="act, regulation, opinion …")] = None,
    nature: Annotated[_Values, typer.Option(help="As the publisher has it.")] = None,
    year: Annotated[_Values, typer.Option(help="Of the work.")] = None,
    chapter: Annotated[_Values, typer.Option(help="Such as 20:14.")] = None,
    language: Annotated[_Values, typer.Option(help="en, is …")] = None,
    court: Annotated[_Values, typer.Option(help="By its name.")] = None,
    jurisdiction: Annotated[_Values, typer.Option(help="us-dc, is, zw …")] = None,
    document: Annotated[str, typer.Option(help="In a matter: only this document.")] = "",
    related: Annotated[
        int | None, typer.Option(min=0, help="In a matter: how much is named beside the results.")
    ] = None,
) -> None:
    """What answers a question, with pinpoint citations: in the law, or in a matter's files."""
    session: Session = context.obj
    filters = Filters(
        doc_type=_these(kinds),
        nature=_these(nature),
        year=_these(year),
        chapter=_these(chapter),
        language=_these(language),
        court=_these(court),
        jurisdiction=_these(jurisdiction),
    )
    with session.library() as opened, catching_up(_READING, quiet=session.quiet) as tell:
        found = _asked(
            opened, question, filters, limit, profile, tier, at, version, within, document, related,
            tell,
        )  # fmt: skip
    session.emit(found, lambda: results(found, bold=sys.stdout.isatty()))
    if not session.json:
        for line in notes(found):
            note(line)


def _asked(
    opened: Library,
    question: str,
    filters: Filters,
    limit: int | None,
    profile: str,
    tier: str,
    at: str | None,
    version: str | None,
    within: str,
    document: str,
    related: int | None,
    tell: IndexProgress,
) -> Response:
    if isinstance(opened, Matter):
        return opened.search(
            question,
            profile=profile,
            filters=filters,
            at=at,
            version=version,
            within=within,
            limit=limit,
            tier=tier,
            document=document,
            related=RELATED if related is None else related,
            progress=tell,
        )
    if document or related is not None:
        raise InputError(
            "--document and --related are about case files", hint="Name the matter: --matter NAME."
        )
    return opened.search(
        question,
        profile=profile,
        filters=filters,
        at=at,
        version=version,
        within=within,
        limit=limit,
        tier=tier,
        progress=tell,
    )


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
    status: Annotated[bool, typer.Option("--status", help="Only say how far it has come.")] = False,
    rebuild: Annotated[
        bool,
        typer.Option(
            "--rebuild",
            help="Index all words anew, and put all vectors on their server beside the old ones,"
            " which are asked until the new ones are whole.",
        ),
    ] = False,
    vectors: Annotated[
        str,
        typer.Option(
            help="From now on search vectors there (milvus://host:19530?name=law), or in the"
            " library's folder again (local)."
        ),
    ] = "",
) -> None:
    """Index what is new, encode it so that it is found by its meaning, and read what governs what.
    It can be stopped at any moment and goes on where it was; a search indexes words by itself, and
    encodes nothing."""
    session: Session = context.obj
    with session.library() as opened:
        if vectors:
            address = None if vectors == "local" else VectorAddress.parse(vectors)
            keep_address(opened.folder, address)
        searching = opened.search_index
        if not status:
            with catching_up(_READING, quiet=session.quiet) as tell:
                (searching.rebuild if rebuild else searching.index)(tell)
            with progress("encoding", quiet=session.quiet) as tick:
                searching.encode(
                    tokens=tokens,
                    anew=rebuild,
                    progress=lambda done, total: tick(done, total, "passages"),
                )
            if not isinstance(opened, Matter):
                with catching_up("reading what governs what", quiet=session.quiet) as tell:
                    opened.scope_index.index(tell)
            if searching.holds_opinions():
                with catching_up("reading what opinions cite", quiet=session.quiet) as tell:
                    searching.link(tell)
        found = searching.status()
    session.emit(found, lambda: _status(found))


def _status(found: IndexStatus) -> str:
    lines = [
        f"{found.documents} of {found.held} documents indexed, {found.passages} passages",
        f"{found.encoded:.0%} encoded by meaning, {found.tokens_encoded:.0%} by their tokens",
    ]
    lines += [f"missing: {message}" for message in found.missing.values()]
    if found.missing:
        lines.append("`pincite models install` installs what is missing")
    return "\n".join(lines)


def _these(values: _Values) -> tuple[str, ...]:
    return tuple(value.strip() for value in values or () if value.strip())
