"""Whether a pack is what was sealed, and holds what its own rules say: from its bytes alone.

Beyond the seal, what can be made again is made again: every score from its facts, the order, the
selection, and every snippet that stands in what is kept of the anchor.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, DecimalException
from pathlib import Path
from typing import Any, cast

from pincite.errors import InputError, NotFound
from pincite.packs.archive import read_pack
from pincite.packs.build import FORMAT, OPINION, RULE
from pincite.packs.constants import Spec, spec
from pincite.packs.score import PackCandidate, score
from pincite.packs.seal import PackFault, broken, read_seal
from pincite.packs.serialize import (
    ANCHOR,
    CANDIDATES,
    CONTEXT,
    MANIFEST,
    PLACES,
    SEAL,
    SIGNATURE,
    document,
)
from pincite.packs.shape import misshapen
from pincite.packs.sign import signed_by


@dataclass(frozen=True, slots=True)
class Verified:
    """`root` is the pack's id; `signed_by` the fingerprint of the key that signed it, "" where
    nobody did."""

    name: str
    root: str
    faults: tuple[PackFault, ...]
    signed_by: str = ""
    files: int = 0

    @property
    def holds(self) -> bool:
        return not self.faults


def verify(path: Path, *, key: bytes | None = None) -> Verified:
    """Of a folder or an archive; `key` is the public key that must have signed it. Raises
    InputError where it is no pack at all."""
    files, faults = read_pack(path)
    return verified(files, path.name, faults, key=key)


def verified(
    files: Mapping[str, bytes],
    name: str,
    faults: Sequence[PackFault] = (),
    *,
    key: bytes | None = None,
) -> Verified:
    reported = {fault.file for fault in faults}
    found = [*faults, *(fault for fault in broken(files) if fault.file not in reported)]
    signer = ""
    if not found:
        seal = read_seal(files[SEAL])
        assert seal is not None
        signer, problem = signed_by(files.get(SIGNATURE), seal.root, key)
        if problem:
            found.append(PackFault(SIGNATURE, problem))
    if not found:
        try:
            found += _wrong(files)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError,
                DecimalException):  # fmt: skip
            found.append(PackFault(MANIFEST, "what it says of the pack cannot be read"))
    root = read_seal(files[SEAL]) if SEAL in files else None
    return Verified(name, root.root if root else "", tuple(found), signer, len(files))


def whole(path: Path) -> tuple[dict[str, bytes], str]:
    """The files of a pack that holds, and its id. Raises InputError where it does not."""
    files, faults = read_pack(path)
    checked = verified(files, path.name, faults)
    if not checked.holds:
        first = checked.faults[0]
        raise InputError(
            f"{path.name} is not what was sealed: {first.file}: {first.what}",
            hint="`pincite pack verify` tells all that is wrong.",
        )
    return files, checked.root


def manifest_of(files: Mapping[str, bytes]) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(files[MANIFEST]))


def lines_of(files: Mapping[str, bytes], name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files[name].decode().split("\n") if line]


def _wrong(files: Mapping[str, bytes]) -> Iterator[PackFault]:
    manifest = manifest_of(files)
    if manifest["format"] != FORMAT or manifest["kind"] not in (OPINION, RULE):
        yield PackFault(MANIFEST, f"its format is not {FORMAT}")
        return
    if document(manifest) != files[MANIFEST]:
        yield PackFault(MANIFEST, "it is not written as packs write it")
    try:
        rules = spec(manifest["spec"]["version"])
    except NotFound as problem:
        yield PackFault(MANIFEST, f"{problem.message}: {problem.hint}")
        return
    stated = manifest["spec"]
    if stated["constants"] != rules.as_dict() or stated["sha256"] != rules.digest:
        wrong = [
            name
            for name, value in rules.as_dict().items()
            if stated["constants"].get(name) != value
        ]
        named = ", ".join(wrong) or "their hash"
        yield PackFault(MANIFEST, f"its constants are not those of spec {rules.version}: {named}")
    rule = manifest["kind"] == RULE
    names = (CONTEXT, PLACES) if rule else (CONTEXT, PLACES, CANDIDATES)
    wrong = [*misshapen(manifest, {name: lines_of(files, name) for name in names}, rule=rule)]
    if wrong:
        yield from wrong
        return
    text, parts = files[ANCHOR].decode(), manifest["anchor"]["parts"]
    yield from _parts(manifest["anchor"], text, rules)
    if rule:
        if manifest["coverage"]["lines"] != len(lines_of(files, CONTEXT)):
            yield PackFault(CONTEXT, "it has not so many lines as the manifest counts")
        return
    yield from _selection(files, manifest, rules)
    for line in lines_of(files, CONTEXT):
        yield from _entry(line, manifest["anchor"]["characters"], text, parts, rules)


def _parts(anchor: Mapping[str, Any], text: str, rules: Spec) -> Iterator[PackFault]:
    whole, parts = anchor["characters"], anchor["parts"]
    reaches = (
        parts[0]["start"] == 0
        and parts[-1]["end"] == whole
        and all(part["at"] >= 0 and part["end"] - part["start"] + part["at"] <= len(text)
                for part in parts)
    )  # fmt: skip
    if not reaches or len(parts) != (1 if whole <= rules.anchor_limit else 2):
        yield PackFault(ANCHOR, "it is not the head and tail that the manifest says")


def _selection(
    files: Mapping[str, bytes], manifest: Mapping[str, Any], rules: Spec
) -> Iterator[PackFault]:
    every, chosen = lines_of(files, CANDIDATES), lines_of(files, CONTEXT)
    order = sorted(
        every, key=lambda candidate: (-Decimal(candidate["score"]["total"]), candidate["citation"])
    )
    if order != every or [candidate["rank"] for candidate in every] != list(
        range(1, len(every) + 1)
    ):
        yield PackFault(CANDIDATES, "they are not in the order of their scores")
    first = [candidate["citation"] for candidate in every[: rules.top]]
    if [entry["citation"] for entry in chosen] != first:
        yield PackFault(CONTEXT, f"it does not hold the first {rules.top} candidates")
    counted = manifest["coverage"]["candidates"]
    if counted["found"] != len(every) or counted["selected"] != len(chosen):
        yield PackFault(MANIFEST, "it does not count the candidates that are there")


def _entry(
    line: Mapping[str, Any],
    length: int,
    text: str,
    parts: Sequence[Mapping[str, int]],
    rules: Spec,
) -> Iterator[PackFault]:
    weighed = PackCandidate(
        line["citation"], line["edge"], line["label"], line["mentions"], line["first"], length,
        tuple(snippet["text"] for snippet in line["snippets"]), line["overruled"],
    )  # fmt: skip
    again = {name: str(value) for name, value in score(weighed, rules)._asdict().items()}
    if again != line["score"]:
        yield PackFault(CONTEXT, f"{line['citation']}: its score is not what its facts give")
    for snippet in line["snippets"]:
        for part in parts:
            if part["start"] <= snippet["start"] and snippet["end"] <= part["end"]:
                at = part["at"] - part["start"]
                if text[snippet["start"] + at : snippet["end"] + at] != snippet["text"]:
                    yield PackFault(CONTEXT, f"{line['citation']}: a snippet is not in the anchor")
