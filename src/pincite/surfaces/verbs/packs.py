"""Packs: context frozen, sealed and given away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pincite.packs.archive import archived
from pincite.packs.records import Pack
from pincite.packs.verify import manifest_of, verified
from pincite.surfaces.access import Access, Power
from pincite.surfaces.desk import Desk
from pincite.surfaces.verbs import Ask, Verb
from pincite.surfaces.verbs import fields as field


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


def made(desk: Desk, asked: Anchor) -> Pack:
    return desk.law.packs.build(asked.anchor, at=asked.at, version=asked.version)


def build_pack(desk: Desk, _access: Access, asked: Anchor) -> PackMade:
    """Freeze a decision with the cases it cites that are worth most to it, or a rule with all that
    governs it on a day, and say what the pack holds."""
    pack = made(desk, asked)
    manifest = manifest_of(pack.files)
    root = verified(pack.files, pack.name).root
    size = len(archived(pack.files))
    return PackMade(pack.name, root, size, manifest["kind"], manifest["coverage"])


VERBS = (Verb("build_pack", Power.READ, Anchor, build_pack),)
