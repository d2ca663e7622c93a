"""Where two packs differ, and why: their constants, their builder, what they were made from, and
then the first place of each file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pincite.packs.build import content
from pincite.packs.check_seal import manifest_of
from pincite.packs.serialize import MANIFEST, SEAL, SIGNATURE, sha256

CONSTANT, BUILDER, INPUT, FILE = "constant", "builder", "input", "file"
_SHOWN = 160


class PackDifference(NamedTuple):
    """`what` is a constant, the builder, an input or a file; `name` which of them, with the place
    in it; then how the one and the other has it, None where it has nothing there."""

    what: str
    name: str
    one: str | None
    other: str | None


@dataclass(frozen=True, slots=True)
class Compared:
    """`same`: byte for byte. `same_content`: the anchor and the context are the same, whoever built
    them."""

    same: bool
    same_content: bool
    differences: tuple[PackDifference, ...]


def compare(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> Compared:
    """A signature is no part of what is compared."""
    ours = {name: data for name, data in one.items() if name != SIGNATURE}
    theirs = {name: data for name, data in other.items() if name != SIGNATURE}
    if ours == theirs:
        return Compared(True, True, ())
    return Compared(False, content(ours) == content(theirs), tuple(_differences(ours, theirs)))


def _differences(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> Iterator[PackDifference]:
    mine, yours = manifest_of(one), manifest_of(other)
    yield from _fields(CONSTANT, _constants(mine), _constants(yours))
    yield from _fields(BUILDER, _builder(mine), _builder(yours))
    yield from _fields(INPUT, _inputs(mine), _inputs(yours))
    for name in sorted(set(one) | set(other)):
        if name in (SEAL, MANIFEST):
            continue
        if name not in one or name not in other:
            yield PackDifference(FILE, name, _held(one, name), _held(other, name))
        elif one[name] != other[name]:
            yield _first(name, one[name].decode(), other[name].decode())
    rest = {"anchor", "coverage", "format", "kind"}
    yield from _fields(
        FILE,
        {f"{MANIFEST}: {name}": _as_json(mine[name]) for name in sorted(rest)},
        {f"{MANIFEST}: {name}": _as_json(yours[name]) for name in sorted(rest)},
    )


def _fields(
    what: str, one: Mapping[str, str], other: Mapping[str, str]
) -> Iterator[PackDifference]:
    for name in sorted(set(one) | set(other)):
        if one.get(name) != other.get(name):
            yield PackDifference(what, name, one.get(name), other.get(name))


def _constants(manifest: Mapping[str, Any]) -> dict[str, str]:
    return {name: _as_json(value) for name, value in manifest["spec"]["constants"].items()}


def _builder(manifest: Mapping[str, Any]) -> dict[str, str]:
    builder = manifest["builder"]
    rules = {f"rules of {name}": str(value) for name, value in builder["rules"].items()}
    return {"git tree": builder["git_tree"], **rules}


def _inputs(manifest: Mapping[str, Any]) -> dict[str, str]:
    return {f"{used['what']} {used['name']}": used["sha256"] for used in manifest["inputs"]}


def _held(files: Mapping[str, bytes], name: str) -> str | None:
    return sha256(files[name]) if name in files else None


def _first(name: str, one: str, other: str) -> PackDifference:
    """The first line that differs, and in it the first field, or the first character."""
    mine, yours = one.split("\n"), other.split("\n")
    at = next(
        (at for at, (a, b) in enumerate(zip(mine, yours, strict=False)) if a != b),
        min(len(mine), len(yours)),
    )
    a, b = _line(mine, at), _line(yours, at)
    place = f"{name}, line {at + 1}"
    if a and b and name.endswith(".jsonl"):
        left, right = json.loads(a), json.loads(b)
        field = min(
            key for key in set(left) | set(right) if left.get(key, ...) != right.get(key, ...)
        )
        return PackDifference(FILE, f"{place}, {field}", *_around(
            _as_json(left.get(field)), _as_json(right.get(field))))  # fmt: skip
    return PackDifference(FILE, place, *_around(a or "", b or ""))


def _line(lines: Sequence[str], at: int) -> str | None:
    return lines[at] if at < len(lines) else None


def _around(one: str, other: str) -> tuple[str, str]:
    """From a little before where they part."""
    pairs = zip(one, other, strict=False)
    at = next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    start = max(at - _SHOWN // 4, 0)
    return one[start : start + _SHOWN], other[start : start + _SHOWN]


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
