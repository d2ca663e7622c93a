"""Packs: context frozen, sealed, checked, built again and compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.operation import Operation, Request
from pincite.api.operations import fields as field
from pincite.api.paths import allowed, pack_file
from pincite.api.workspace import Workspace
from pincite.packs.archive import archived
from pincite.packs.check_seal import Verified, lines_of, manifest_of, verified, verify, whole
from pincite.packs.compare import Compared
from pincite.packs.constants import V1_1, spec
from pincite.packs.records import Pack
from pincite.packs.serialize import CONTEXT

Spec = Annotated[str, Field(max_length=20, description="The version of the frozen constants.")]
Edges = Annotated[
    str, Field(max_length=4000, description="A citator's edges, as a file: a path that is allowed.")
]


class BuildPackRequest(Request):
    anchor: field.What
    at: field.At = None
    version: field.Version = None
    spec: Spec = V1_1.version
    edges: Edges = ""


class ReplayPackRequest(field.PackFile):
    edges: Edges = ""


@dataclass(frozen=True, slots=True)
class PackMade:
    """What a pack is called and holds; `root` is its id."""

    name: str
    root: str
    bytes: int
    kind: str
    coverage: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PackView:
    """A pack to be read: its id, its manifest, and the lines of its context."""

    root: str
    manifest: dict[str, Any]
    context: list[dict[str, Any]]


def build_pack(workspace: Workspace, access: Access, asked: BuildPackRequest) -> PackMade:
    """Freeze a decision with the cases it cites that are worth most to it, or a rule with all that
    governs it on a day, and say what the pack holds."""
    return described(built(workspace, access, asked))


def built(workspace: Workspace, access: Access, asked: BuildPackRequest) -> Pack:
    """The pack itself."""
    packs = workspace.law.packs
    packs.rules = spec(asked.spec)
    packs.edges = allowed(workspace, access, asked.edges) if asked.edges else None
    return packs.build(asked.anchor, at=asked.at, version=asked.version, progress=workspace.counted)


def described(pack: Pack) -> PackMade:
    """What a pack is called and holds."""
    manifest = manifest_of(pack.files)
    root = verified(pack.files, pack.name).root
    size = len(archived(pack.files))
    return PackMade(pack.name, root, size, manifest["kind"], manifest["coverage"])


def verify_pack(workspace: Workspace, access: Access, asked: field.PackFile) -> Verified:
    """Check a pack from its own bytes: no library, no network. Names every file that was
    altered."""
    with pack_file(workspace, access, asked) as path:
        return verify(path)


def replay_pack(workspace: Workspace, access: Access, asked: ReplayPackRequest) -> Compared:
    """Build a pack again from the law that is held, and compare: the same bytes, or what differs
    first."""
    packs = workspace.law.packs
    packs.edges = allowed(workspace, access, asked.edges) if asked.edges else None
    with pack_file(workspace, access, asked) as path:
        return packs.replay(path, progress=workspace.counted)


def show_pack(workspace: Workspace, access: Access, asked: field.PackFile) -> PackView:
    """What a pack holds: its manifest, and what governs or is cited, line by line."""
    with pack_file(workspace, access, asked) as path:
        files, root = whole(path)
    return PackView(root, manifest_of(files), lines_of(files, CONTEXT))


OPERATIONS = (
    Operation("build_pack", Power.READ, BuildPackRequest, build_pack),
    Operation("verify_pack", Power.READ, field.PackFile, verify_pack),
    Operation("replay_pack", Power.READ, ReplayPackRequest, replay_pack),
    Operation("show_pack", Power.READ, field.PackFile, show_pack),
)
