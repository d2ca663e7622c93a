"""Runs the cases of conformance/scope: each in a library of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from pincite import library
from pincite.errors import NotFound
from pincite.library import Library
from pincite.scope.context import Context
from pincite.scope.terms import key_of
from pincite.settings import Settings

FOLDER = Path(__file__).resolve().parent.parent.parent / "conformance" / "scope"
Case = Mapping[str, Any]


def cases() -> Iterator[tuple[str, Case]]:
    for path in sorted(FOLDER.glob("*.yaml")):
        for case in yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader):
            yield path.stem, case


def loaded(case: Case, folder: Path, order: Sequence[int] | None = None) -> Library:
    opened = library.create(folder / "law", settings=Settings(models=folder / "none", workers=1))
    for number in order or range(len(case["documents"])):
        document = case["documents"][number]
        path = folder / f"{number}.{'md' if document['profile'] == 'markdown' else 'txt'}"
        path.write_text(document["text"], encoding="utf-8")
        opened.ingest(
            path, reader_name="plain", version=f"v{number}", collection="c",
            profile=document["profile"],
        )  # fmt: skip
    for one in case.get("overrides") or []:
        opened.add_override(
            one["urn"], one["status"], authority=one["authority"],
            citation=one.get("citation", ""), start=one["start"], end=one.get("end"),
        )  # fmt: skip
    for one in case.get("preemptions") or []:
        opened.add_preemption(one["urn"], one["by"], authority=one.get("authority", ""))
    return opened


def outcome(case: Case, opened: Library) -> Context | NotFound:
    try:
        return opened.scope(case["rule"], at=case["at"])
    except NotFound as error:
        return error


def differences(case: Case, found: Context | NotFound) -> list[str]:
    """What is expected and was not found, or was found and is not expected."""
    expected = case["expect"]
    if isinstance(found, NotFound):
        wanted = expected.get("error")
        told = "no text" if "not there" in found.message else "unknown"
        return [] if wanted == told else [f"error {told!r}: {found.message}, not {wanted!r}"]
    if "error" in expected:
        return [f"no error, where {expected['error']!r} was expected"]
    wrong: list[str] = []
    code = found.language
    for key, got in _parts(found, code).items():
        if key in expected and (problem := _compared(key, expected[key], got, code)):
            wrong.append(f"{key}: {problem}")
    return wrong


def _parts(found: Context, code: str) -> dict[str, Any]:
    shadowed = [
        (key_of(one.term, code), other.urn) for one in found.definitions if not one.via
        for other in one.shadows
    ]  # fmt: skip
    return {
        "ancestors": [one.passage.urn for one in found.ancestors],
        "definitions": [
            (key_of(one.term, code), one.passage.urn, key_of(one.via, code))
            for one in found.definitions
        ],
        "shadowed": shadowed,
        "ties": [
            (key_of(one.term, code), tuple(sorted(each.urn for each in one.between)))
            for one in found.ties
        ],
        "exceptions": [
            (one.passage.urn, str(one.direction), one.words) for one in found.exceptions
        ],
        "halt": {"status": str(found.halts[0].override.status),
                 "authority": found.halts[0].override.authority} if found.halts else None,
        "warnings": [one.by for one in found.preemptions],
        "standing": str(found.law_status.status),
    }  # fmt: skip


def _compared(key: str, expected: Any, got: Any, code: str) -> str:
    if key in ("halt", "standing", "ancestors"):
        return "" if expected == got else f"expected {expected}, got {got}"
    expected = expected or []
    if key == "exceptions":
        return _exceptions(expected, got)
    if key == "definitions":
        wanted = {(key_of(one["term"], code), one["at"]) for one in expected}
        had = {(term, at) for term, at, _ in got}
        missing, more = wanted - had, had - wanted
        for one in expected:
            if "via" in one:
                via = (key_of(one["term"], code), one["at"], key_of(one["via"], code))
                if via not in got and not missing:
                    missing.add(via)
    elif key == "ties":
        wanted = {(key_of(one["term"], code), tuple(sorted(one["between"]))) for one in expected}
        missing, more = wanted - set(got), set(got) - wanted
    elif key == "shadowed":
        wanted = {(key_of(one["term"], code), one["at"]) for one in expected}
        missing, more = wanted - set(got), set(got) - wanted
    else:
        missing, more = set(expected) - set(got), set(got) - set(expected)
    said = f"missing {sorted(missing)}" if missing else ""
    return f"{said} unexpected {sorted(more)}".strip() if more else said


def _exceptions(expected: list[Mapping[str, str]], got: list[tuple[str, str, str]]) -> str:
    missing = [
        (one["at"], one["direction"], one["words"]) for one in expected
        if not any(
            had[:2] == (one["at"], one["direction"])
            and (_flat(one["words"]) in _flat(had[2]) or _flat(had[2]) in _flat(one["words"]))
            for had in got
        )
    ]  # fmt: skip
    named = {(one["at"], one["direction"]) for one in expected}
    more = [had for had in got if had[:2] not in named]
    said = f"missing {missing}" if missing else ""
    return f"{said} unexpected {more}".strip() if more else said


def _flat(words: str) -> str:
    return " ".join(words.split()).strip(" .,;:—").casefold()
