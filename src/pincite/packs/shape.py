"""What a pack's files look like: every field, and what kind of value it has. Whoever seals a pack
may seal nonsense; what reads packs relies on this."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from pincite.packs.seal import PackFault
from pincite.packs.serialize import CANDIDATES, CONTEXT, MANIFEST, PLACES


class _Each(NamedTuple):
    """An object of any names, whose values are all of one shape."""

    of: Any


_Maybe = (str, type(None))
_PART = {"start": int, "end": int, "at": int}
_ANCHOR = {
    "urn": str, "title": str, "citation": str, "day": _Maybe, "language": str,
    "content_hash": str, "start": int, "characters": int, "parts": [_PART],
}  # fmt: skip
_RULE = {**_ANCHOR, "locator": str, "at": _Maybe, "version": _Maybe, "standing": str}
_BUILT = {
    "format": str,
    "kind": str,
    "spec": {"version": str, "sha256": str, "constants": _Each(object)},
    "builder": {"git_tree": str, "rules": _Each(str)},
    "inputs": [{"what": str, "name": str, "sha256": str, "number": int}],
}
_COVERAGE = {
    "candidates": {"found": int, "selected": int, "dropped": _Each(int)},
    "not_candidates": _Each(int),
    "mentions": {"of_candidates": int, "tied_to_nothing": _Each(int)},
    "full_text": {"held": int, "not_held": int},
    "edges": int, "treated": int, "overruled": int,
}  # fmt: skip
_SCORE = dict.fromkeys(
    ("edge", "treatment", "frequency", "position", "density", "overruled", "total"), str
)
_FACTS = {
    "rank": int, "citation": str, "edge": bool, "label": str, "mentions": int, "first": int,
    "overruled": bool, "score": _SCORE,
}  # fmt: skip
_SNIPPET = {
    "start": int, "end": int, "text": str, "mention": [int], "form": str, "label": str,
}  # fmt: skip
_ASIDE = {
    "urn": str, "title": str, "day": str, "content_hash": str, "start": int, "end": int,
    "text": str, "label": str,
}  # fmt: skip
_CITED = {
    **_FACTS, "cited_as": str, "title": str, "day": _Maybe, "urn": _Maybe, "content_hash": _Maybe,
    "snippets": [_SNIPPET], "put_aside_in": int,
}  # fmt: skip
_PLACE = {
    "start": int, "body": int, "end": int, "urn": str, "locator": str, "depth": int, "note": bool,
}  # fmt: skip
_PASSAGE = {
    "role": str, "urn": str, "locator": str, "heading": str, "text": str, "start": int,
    "end": int, "content_hash": str,
}  # fmt: skip
_EXTENT = {"includes": [str], "excludes": [str], "words": str, "delegated": bool}
_OVERRIDE = {
    "role": str, "urn": str, "status": str, "authority": str, "citation": str, "start": str,
    "end": _Maybe, "note": str,
}  # fmt: skip
_HELD = {**_PASSAGE, "why": str}
_ROLES: dict[str, Any] = {
    "override": {**_OVERRIDE, "of": str},
    "override_of_part": _OVERRIDE,
    "preemption": {
        "role": str, "urn": str, "by": str, "authority": str, "start": _Maybe, "end": _Maybe,
        "note": str,
    },
    "ancestor": _HELD,
    "enabling": _HELD,
    "definition": {
        **_HELD, "term": str, "said": str, "via": str, "extent": _EXTENT, "adds": bool,
        "shadows": [{"urn": str, "locator": str, "extent": _EXTENT}],
    },
    "undecided": {**_PASSAGE, "term": str, "extent": _EXTENT},
    "exception": {**_HELD, "direction": str, "words": str, "of_all": bool},
    "not_held": {"role": str, "urn": str},
    # What the rule's status rests on; of a flag, its name.
    "status": {**_PASSAGE, "day": _Maybe, "flag": str},
    "not_applied": {"role": str, "urn": str, "locator": str, "would_be": str, "status": str},
}  # fmt: skip


def misshapen(
    manifest: Mapping[str, Any], files: Mapping[str, list[dict[str, Any]]], *, rule: bool
) -> Iterator[PackFault]:
    """What is not as packs have it; `files` are those of JSON lines, read."""
    more = {"lines": int, "roles": _Each(int)} if rule else _COVERAGE
    if not _fits(manifest, {**_BUILT, "anchor": _RULE if rule else _ANCHOR, "coverage": more}):
        yield PackFault(MANIFEST, "it has not the fields of a pack")
    if not _fits(files[PLACES], [_PLACE]):
        yield PackFault(PLACES, "its lines have not the fields of places")
    if rule:
        if not all(_fits(file, _ROLES.get(file["role"])) for file in files[CONTEXT]):
            yield PackFault(CONTEXT, "its lines have not the fields of their roles")
        return
    if not all(_fits_cited(file) for file in files[CONTEXT]):
        yield PackFault(CONTEXT, "its lines have not the fields of cases")
    if not _fits(files[CANDIDATES], [{**_FACTS, "became": str}]):
        yield PackFault(CANDIDATES, "its lines have not the fields of candidates")


def _fits_cited(line: dict[str, Any]) -> bool:
    put_aside = line.get("put_aside", ...)
    rest = {name: value for name, value in line.items() if name != "put_aside"}
    return (put_aside is None or _fits(put_aside, _ASIDE)) and _fits(rest, _CITED) and all(
        len(snippet["mention"]) == 2 for snippet in line["snippets"]
    )  # fmt: skip


def _fits(value: object, shape: Any) -> bool:
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return False
        fields = cast("dict[str, Any]", shape)
        held = cast("dict[str, object]", value)
        return set(held) == set(fields) and all(_fits(held[name], fields[name]) for name in fields)
    if isinstance(shape, list):
        every = cast("list[object]", value)
        return isinstance(value, list) and all(_fits(item, shape[0]) for item in every)
    if isinstance(shape, _Each):
        if not isinstance(value, dict):
            return False
        return all(_fits(item, shape.of) for item in cast("dict[str, object]", value).values())
    # True is an int to Python, and none to us.
    return shape is not None and isinstance(value, shape) and (
        shape in (bool, object) or not isinstance(value, bool)
    )  # fmt: skip
