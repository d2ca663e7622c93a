"""Packs: context frozen, sealed and given away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pincite.api.access import Access, Power
from pincite.api.operations import Ask, Operation
from pincite.api.operations import fields as field
from pincite.api.workspace import Workspace
from pincite.packs.archive import archived
from pincite.packs.check_seal import manifest_of, verified
from pincite.packs.records import Pack


class Anchor(Ask):
    anchor: field.What
    at: field.At = None
    version: field.Version = None


@dataclass(frozen=True, slots=True)
class PackMade:
    """What a pack is called and holds; `root` is its id."""

    name: str
    root: str
    bytes: int
    kind: str
    coverage: dict[str, Any]


def made(workspace: Workspace, asked: Anchor) -> Pack:
    return workspace.law.packs.build(asked.anchor, at=asked.at, version=asked.version)


def build_pack(workspace: Workspace, _access: Access, asked: Anchor) -> PackMade:
    """Freeze a decision with the cases it cites that are worth most to it, or a rule with all that
    governs it on a day, and say what the pack holds."""
    pack = made(workspace, asked)
    manifest = manifest_of(pack.files)
    root = verified(pack.files, pack.name).root
    size = len(archived(pack.files))
    return PackMade(pack.name, root, size, manifest["kind"], manifest["coverage"])


OPERATIONS = (Operation("build_pack", Power.READ, Anchor, build_pack),)
