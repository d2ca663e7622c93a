"""Citations: in a file, of a source, and checked against the library."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.surfaces.cli.casefiles import Limit
from pincite.surfaces.cli.console import Session

if TYPE_CHECKING:
    from pincite.briefs.check import CheckReport, CitationCheck
    from pincite.citations.index import CitedAuthority
    from pincite.citations.library_index import FoundCitation
    from pincite.citations.understand import Understanding
    from pincite.citations.uses import CitedAt, Uses

app = typer.Typer(
    help="Citations: found, tied to their sources, and checked.",
    no_args_is_help=True,
)
_WIDTH = 96
_File = Annotated[
    Path, typer.Argument(metavar="FILE", help="PDF, Word, text, HTML, e-mail or a scan.")
]
_Home = Annotated[
    str | None,
    typer.Option("--jurisdiction", help="Where the file is at home: us, us-dc, is, zw …"),
]


@app.command()
def find(context: typer.Context, path: _File, home: _Home = None) -> None:
    """Every citation of a file, each tied to its source, or with the reason why not."""
    session = Session.of(context)
    found: list[FoundCitation] = session.call("read_file_citations", path=str(path), home=home)
    session.emit(found, lambda: _found(found))


@app.command()
def resolve(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="A citation, such as 'Id. at 594'.")],
    after: Annotated[
        Path | None, typer.Option("--context", help="The file that it stands at the end of.")
    ] = None,
    home: _Home = None,
) -> None:
    """What a citation means, by itself or at the end of a file."""
    session = Session.of(context)
    found: list[FoundCitation] = session.call(
        "read_citations", text=text, context=str(after) if after else None, home=home
    )
    session.emit(found, lambda: _found(found) or "no citation was found in it")


@app.command()
def understand(
    context: typer.Context,
    query: Annotated[
        str,
        typer.Argument(metavar="QUESTION", help="A question, such as 's 7 of the Labour Act'."),
    ],
    home: _Home = None,
) -> None:
    """The references that a question makes, and what they point at or may point at."""
    session = Session.of(context)
    found: Understanding = session.call("understand_citations", query=query, home=home)
    session.emit(found, lambda: _understood(found))


@app.command()
def uses(
    context: typer.Context,
    what: Annotated[str, typer.Argument(help="A citation, a URN, or the name of a case or law.")],
    limit: Limit = None,
) -> None:
    """Every place that cites a source, with the words around it."""
    session = Session.of(context)
    found: Uses = session.call("find_citations", what=what, limit=limit)
    session.emit(found, lambda: _uses(found))


@app.command()
def authorities(
    context: typer.Context,
    kind: Annotated[
        str | None, typer.Option(help="Only case, statute, regulation, rule, constitution …")
    ] = None,
    document: Annotated[
        str | None, typer.Option(help="Only those that this document (id or URN) cites.")
    ] = None,
    limit: Limit = None,
) -> None:
    """What is cited, most often first."""
    session = Session.of(context)
    found: list[CitedAuthority] = session.call(
        "list_citations", kind=kind, document=document, limit=limit
    )
    session.emit(found, lambda: _authorities(found))
    session.note_cut("list_citations", found, limit)


@app.command()
def check(
    context: typer.Context,
    path: _File,
    at: Annotated[str | None, typer.Option("--at", help="The date asked about.")] = None,
    home: _Home = None,
) -> None:
    """A brief against the law that is held.

    Is each source there, does it say what is quoted, does it still stand, and how much of the brief
    could be checked at all."""
    session = Session.of(context)
    found: CheckReport = session.call("check_brief", path=str(path), at=at, home=home)
    session.emit(found, lambda: _checked(found))


def _found(citations: Sequence[FoundCitation]) -> str:
    lines: list[str] = []
    for citation in citations:
        mention = citation.resolved.mention
        where = f"{citation.place}: " if citation.place else ""
        lines.append(f"{where}{citation.words}")
        told = ", ".join(citation.resolved.targets) or citation.resolved.key
        outcome = told or f"tied to nothing: {citation.resolved.reason}"
        treated = f" ({citation.resolved.treatment})" if citation.resolved.treatment else ""
        lines.append(f"    {mention.kind} {mention.form} → {outcome}{treated}")
    return "\n".join(lines)


def _understood(understanding: Understanding) -> str:
    lines: list[str] = []
    for reference in understanding.references:
        target = ", ".join(reference.targets) or reference.key or "?"
        lines.append(f"{reference.text}: {reference.kind} → {target}")
        lines += [f"    {near.score:.2f}  {near.title}" for near in reference.candidates]
    if understanding.as_at:
        lines.append(f"as at {understanding.as_at}")
    return "\n".join(lines) or "nothing is cited in it"


def _uses(found: Uses) -> str:
    if not found.sources:
        if not found.candidates:
            return f"nothing here is cited as {found.question!r}"
        lines = [f"{found.question!r} may be:"]
        lines += [
            f"  {candidate.score:.2f}  {candidate.source}  {candidate.name}"
            for candidate in found.candidates
        ]
        return "\n".join(lines)
    shown = "" if len(found.found) == found.total else f"{len(found.found)} of "
    lines = [f"{', '.join(found.sources)}: {shown}{found.total} uses"]
    lines += [line for use in found.found for line in _use(use)]
    return "\n".join(lines)


def _use(cited: CitedAt) -> list[str]:
    treated = f" [{cited.use.treatment}]" if cited.use.treatment else ""
    around = f"…{cited.before}«{cited.use.words}»{cited.after}…"
    return [
        f"{cited.citation}{treated}",
        textwrap.fill(around, _WIDTH, initial_indent="    ", subsequent_indent="    "),
    ]


def _authorities(cited: Sequence[CitedAuthority]) -> str:
    lines = [
        f"{authority.mentions:>6} in {authority.documents:>4}  "
        f"{authority.kind:<12} {authority.source}"
        + (f"  {authority.names[0]}" if authority.names else "")
        for authority in cited
    ]
    return "\n".join(lines) or "nothing is cited"


def _checked(report: CheckReport) -> str:
    lines = [
        line for citation in report.citations if _worth_telling(citation) for line in _one(citation)
    ]
    return "\n".join([*lines, "", report.summary])


def _worth_telling(checked: CitationCheck) -> bool:
    return checked.outcome != "record" or bool(checked.quotes)


def _one(checked: CitationCheck) -> list[str]:
    reason = f": {checked.resolved.reason}" if checked.outcome == "unresolved" else ""
    lines = [f"{checked.outcome:<18} {checked.words}{reason}"]
    for quote in checked.quotes:
        outcome = quote.outcome or "not checked, its source is not in the corpus"
        words = textwrap.shorten(quote.words, _WIDTH - 40, placeholder=" …")
        moved = f", but on page {quote.page}" if quote.elsewhere else ""
        lines.append(f"    quote {outcome}{moved}: “{words}”")
        lines += [f"        {change}" for change in quote.changes]
    lines += [f"    {override.status} since {override.start}: {override.authority}"
              for override in checked.overrides]  # fmt: skip
    lines += [f"    {use.treatment} in {use.name}" for use in checked.warnings]
    return lines
