"""`pincite pack`: frozen context, built, sealed, checked, and built again."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite import library
from pincite.api.body import plain
from pincite.errors import InputError
from pincite.surfaces.cli.console import Session, note
from pincite.surfaces.cli.display import UNDATED
from pincite.surfaces.cli.progress import progress

if TYPE_CHECKING:
    from pincite.api.operations.packs import PackView
    from pincite.packs.check_seal import Verified
    from pincite.packs.compare import Compared

app = typer.Typer(
    help="Frozen context: built once, sealed, and rebuilt byte for byte.", no_args_is_help=True
)
APack = Annotated[Path, typer.Argument(metavar="PACK", help="A pack: its folder or archive.")]
Edges = Annotated[
    Path | None,
    typer.Option(help="A citator's edges: citing, cited, mentions, parted by tabs."),
]


@app.command()
def build(
    context: typer.Context,
    anchor: Annotated[
        str, typer.Argument(help="A decision, or a rule: URN, citation or locator.")
    ] = "",
    every: Annotated[
        Path | None,
        typer.Option("--all", help="Of each line of a file; a date may follow behind a tab."),
    ] = None,
    out: Annotated[Path, typer.Option(help="The folder that packs are written to.")] = Path(
        "packs"
    ),
    at: Annotated[str | None, typer.Option("--at", help="A rule on YYYY-MM-DD.")] = None,
    version: Annotated[str | None, typer.Option("--version", help="A rule of a version.")] = None,
    edges: Edges = None,
    as_folder: Annotated[
        bool, typer.Option("--folder", help="A folder of files, instead of an archive.")
    ] = False,
    spec: Annotated[str | None, typer.Option(help="The version of the frozen constants.")] = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0: one a core.")] = 0,
) -> None:
    """Freeze a decision or a rule with its context.

    A decision with the cases it cites that are worth most to it, a rule with all that governs it on
    a date."""
    session = Session.of(context)
    if bool(anchor) == bool(every):
        raise InputError("name one anchor, or a file of them", hint="ANCHOR, or --all FILE.")
    if every is not None:
        if as_folder:
            raise InputError("many packs are written as archives", hint="Leave out --folder.")
        _build_all(session, every, out, at, version, edges, spec, workers)
        return
    asked = session.request(
        "build_pack", anchor=anchor, at=at, version=version, spec=spec,
        edges=str(edges) if edges else None,
    )  # fmt: skip
    from pincite.api.operations.packs import built, described
    from pincite.packs.archive import write_pack

    pack = session.run("build pack", lambda: built(session.workspace, session.access, asked))
    path, made = write_pack(pack, out, as_folder=as_folder), described(pack)
    session.emit({**plain(made), "pack": path}, lambda: f"{path}\n  sealed as {made.root}")


def _build_all(
    session: Session,
    every: Path,
    out: Path,
    at: str | None,
    version: str | None,
    edges: Path | None,
    spec: str | None,
    workers: int,
) -> None:
    from pincite.ingest.child_process import processes
    from pincite.packs.bulk import freeze_all, read_anchors
    from pincite.packs.constants import V1_1
    from pincite.packs.constants import spec as spec_of

    session.refuse_matter("build_pack")
    rules = spec_of(spec) if spec else V1_1
    anchors = read_anchors(every, at, version)
    law, settings = session.workspace.law.folder, session.settings
    with progress("packs", quiet=session.quiet) as tell:
        report = freeze_all(
            partial(library.open, law, settings=settings),
            anchors,
            out,
            rules=rules,
            edges=edges,
            workers=workers or processes(settings.workers),
            progress=tell,
        )
    told = [f"{report.built} built, {report.kept} kept, {len(report.failed)} failed, in {out}"]
    told += [
        f"  {failure.wanted.what}: {failure.error}\n    {failure.hint}"
        for failure in report.failed[:20]
    ]
    session.emit(report, lambda: "\n".join(told))
    if report.failed:
        raise typer.Exit(1)


@app.command()
def verify(
    context: typer.Context,
    packs: Annotated[list[Path], typer.Argument(metavar="PACK…", help="Folders or archives.")],
    key: Annotated[
        Path | None, typer.Option(help="The public key that must have signed them.")
    ] = None,
) -> None:
    """Check packs from their own bytes: no library, no network.

    Names every file that was altered."""
    session = Session.of(context)
    found: list[Verified]
    if key is None:
        found = [session.call("verify_pack", path=str(pack)) for pack in packs]
    else:
        from pincite.packs.check_seal import verify as check
        from pincite.packs.sign import public_key

        wanted = public_key(key)
        found = [check(pack, key=wanted) for pack in packs]
    lines: list[str] = []
    for verified in found:
        signed = f", signed by {verified.signed_by}" if verified.signed_by else ""
        lines.append(f"{verified.name}: {'holds' + signed if verified.holds else 'DOES NOT HOLD'}")
        lines += [f"  {fault.file}: {fault.what}" for fault in verified.faults]
        if verified.holds:
            lines.append(f"  {verified.files} files, sealed as {verified.root}")
    session.emit(found, lambda: "\n".join(lines))
    if not all(verified.holds for verified in found):
        raise typer.Exit(1)


@app.command()
def replay(context: typer.Context, pack: APack, edges: Edges = None) -> None:
    """Build a pack again from a library, and compare: the same bytes, or what differs first."""
    session = Session.of(context)
    found: Compared = session.call(
        "replay_pack", path=str(pack), edges=str(edges) if edges else None
    )
    _emit_compared(session, found, "the pack", "the library")


@app.command()
def diff(
    context: typer.Context,
    one: APack,
    other: Annotated[Path, typer.Argument(metavar="OTHER", help="Another.")],
) -> None:
    """Where two packs differ: constants, builder, inputs, and the first place of each file."""
    from pincite.packs.check_seal import whole
    from pincite.packs.compare import compare

    session = Session.of(context)
    _emit_compared(session, compare(whole(one)[0], whole(other)[0]), one.name, other.name)


@app.command()
def show(
    context: typer.Context,
    pack: APack,
    page: Annotated[
        Path | None, typer.Option("--page", help="Also write it as an HTML page.")
    ] = None,
) -> None:
    """A pack to be read."""
    from pincite.packs.check_seal import whole
    from pincite.packs.display import as_page, as_text

    session = Session.of(context)
    found: PackView = session.call("show_pack", path=str(pack))
    if page is not None:
        try:
            page.write_text(as_page(*whole(pack)), encoding="utf-8")
        except OSError as problem:
            raise InputError(
                f"{page.name} cannot be written: {problem.strerror}", hint="Name another file."
            ) from None
    session.emit(found, lambda: as_text(*whole(pack)))
    anchor = found.manifest["anchor"]
    if anchor.get("at") and not anchor["day"]:
        note(f"{UNDATED}; this may not be what held on {anchor['at']}")


@app.command()
def keygen(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Where the private key is written.")],
) -> None:
    """A new key to sign packs with; its public key is written beside it."""
    from pincite.packs.sign import keygen as make

    session = Session.of(context)
    public, name = make(file)
    session.emit(
        {"private": file, "public": public, "fingerprint": name},
        lambda: f"{file} (keep it to yourself)\n{public} (give it to those who verify)\n{name}",
    )


@app.command()
def sign(
    context: typer.Context,
    pack: APack,
    key: Annotated[Path, typer.Option(help="The private key.")],
) -> None:
    """Sign a pack's seal; what was sealed stays as it is."""
    from pincite.packs.archive import rewrite
    from pincite.packs.check_seal import verified, whole
    from pincite.packs.sign import sign as made

    session = Session.of(context)
    files = made(whole(pack)[0], key)
    rewrite(pack, files)
    name = verified(files, pack.name).signed_by
    session.emit({"pack": pack, "signed_by": name}, lambda: f"{pack.name}: signed by {name}")


def _emit_compared(session: Session, found: Compared, one: str, other: str) -> None:
    lines = ["the same, byte for byte"] if found.same else []
    if not found.same:
        lines.append("what they hold is the same" if found.same_content else "they differ")
    for each in found.differences:
        lines.append(f"{each.what}: {each.name}")
        lines += [f"  {one}: {each.one}", f"  {other}: {each.other}"]
    session.emit(found, lambda: "\n".join(lines))
    if not found.same:
        raise typer.Exit(1)
