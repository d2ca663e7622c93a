"""What earlier versions of Pincite wrote still opens, verifies, answers and is restored, whole.

Each folder beside this file is of one version (make.py). Nothing of it is altered: a copy is opened.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from commands import pincite
from kept.make import ASKED, ASKED_OF_MATTER, DECISION, DEPOSIT
from pincite.api.keys import Keys

HERE = Path(__file__).parent
KEPT = sorted(path.parent for path in HERE.glob("*/told.json"))
ACT = "urn:lex:xm:act-2019-11"
MATTER, ARCHIVED = "hart-v-bellweather", "quill-v-ostrich"
pytestmark = pytest.mark.timeout(1200)


@dataclass(frozen=True)
class Copy:
    """A copy of what one version wrote, and what that version said of it."""

    folder: Path
    told: dict[str, Any]

    def say(self, *words: str, codes: tuple[int, ...] = (0,), library: str = "library") -> Any:
        """What a command of the code at hand says of the copy."""
        environment = {name: one for name, one in os.environ.items() if "PINCITE" not in name}
        settings = {
            "PINCITE_LIBRARY": str(self.folder / library),
            "PINCITE_MATTERS": str(self.folder / "matters"),
            "PINCITE_MODELS": str(self.folder / "no-models"),
            "PINCITE_KEYS": str(self.folder / "keys.json"),
            "PINCITE_JURISDICTION": "xm",
        }
        done = pincite("--json", "--quiet", *words, env=environment | settings, timeout=600)
        assert done.returncode in codes, done.stderr or done.stdout
        return json.loads(done.stdout)


def _copied(kept: Path, folder: Path) -> Copy:
    for name in ("library", "matters"):
        with tarfile.open(kept / f"{name}.tar.xz") as archive:
            archive.extractall(folder, filter="data")
    for file in kept.iterdir():
        if not file.name.endswith(".tar.xz"):
            shutil.copy(file, folder)
    return Copy(folder, json.loads((folder / "told.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="module", params=KEPT, ids=lambda path: path.name)
def read(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """For tests that only read."""
    return _copied(request.param, tmp_path_factory.mktemp("read"))


@pytest.fixture(params=KEPT, ids=lambda path: path.name)
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Copy:
    """For tests that write."""
    return _copied(request.param, tmp_path)


def _keeps(now: Any, then: Any) -> bool:
    """Whether all of `then` is in `now`, which may say more of each thing than it did. A provision
    is told with what is around it now, and lists come in pages."""
    if isinstance(now, dict) and isinstance(then, list):
        now = now.get("items")
    if isinstance(now, dict) and "provision" in now:
        now = now["provision"]
    if isinstance(then, dict):
        return isinstance(now, dict) and all(
            # What says nothing is left out now.
            (name in now and _keeps(now[name], one)) or one in (None, "", [], {})
            for name, one in then.items()
        )
    if isinstance(then, list):
        same = isinstance(now, list) and len(now) == len(then)
        return same and all(map(_keeps, now, then))
    return now == then


def test_something_is_kept_of_an_earlier_version() -> None:
    assert KEPT


@pytest.mark.parametrize("name", ["audit", "log", "versions", "stats", "overrides", "preemptions"])
def test_a_library_holds_what_it_held(read: Copy, name: str) -> None:
    assert _keeps(read.say(*ASKED[name]), read.told[name])


@pytest.mark.parametrize("name", ["show 2023", "show 2024", "show icelandic"])
def test_a_provision_says_on_each_date_what_it_said(read: Copy, name: str) -> None:
    now, then = read.say(*ASKED[name])["provision"], read.told[name]
    for field in ("urn", "locator", "text", "version", "valid_from", "valid_to", "content_hash"):
        assert now.get(field) == then[field]


def test_versions_differ_in_what_they_differed(read: Copy) -> None:
    assert _keeps(read.say(*ASKED["diff"]), read.told["diff"])


def test_what_governs_a_rule_is_found(read: Copy) -> None:
    found = json.dumps(read.say("resolve", "urn:lex:xm:act.si-2020-112:5", "--at", "2021-01-01"))
    assert f'"{ACT}:32"' in found, "the section that it was made under"
    assert f'"{ACT}:2:1:def-deposit"' in found


@pytest.mark.parametrize(
    ("name", "matter"), [("index", ()), ("matter index", ("--matter", MATTER))]
)
def test_what_was_encoded_need_not_be_encoded_anew(
    read: Copy, name: str, matter: tuple[str, ...]
) -> None:
    now, then = read.say(*matter, "index", "--status"), read.told[name]
    assert then["encoded"] == 1.0
    for field in ("documents", "passages", "encoded", "tokens_encoded"):
        assert now[field] == then[field]


def test_a_library_is_searched(read: Copy) -> None:
    found = read.say(
        "search", "how much money can my landlord ask for up front", "--at", "2024-06-01"
    )
    assert found["encoded"] == 1.0
    assert f"{ACT}:14" in [one["law"]["unit_urn"] for one in found["results"][:3]]


@pytest.mark.parametrize(
    ("question", "day", "says"),
    [
        ("May an owner enter a dwelling without notice?", "2024-06-01", "twenty-four hours"),
        ("section 14 of the Residential Tenancies Act", "2023-01-01", "two months"),
        ("hvað má tryggingarfé vera hátt?", "2023-06-01", "þriggja mánaða leigu"),
    ],
)
def test_a_library_answers(read: Copy, question: str, day: str, says: str) -> None:
    reply = read.say("ask", question, "--at", day)
    assert reply["answered"], reply.get("refusal")
    assert says in reply["answer"]["text"]


def test_a_court_still_halts_what_it_halted(read: Copy) -> None:
    reply = read.say("ask", "s 24 of the Residential Tenancies Act", "--at", "2024-06-01")
    assert reply["refusal"]["kind"] == "legal_override"


def test_a_library_takes_more_and_loses_nothing(written: Copy) -> None:
    """To write is when a format would be brought up to date."""
    before = written.told
    written.say("override", "add", f"{ACT}:25:1:b", "--status", "VOID", "--from", "2022-09-14",
                "--authority", "Constitutional Court of Marchmere")  # fmt: skip
    constitution = HERE.parent.parent / "model-law" / "constitution.md"
    written.say("ingest", str(constitution), "--reader", "plain", "--profile", "markdown",
                "--version", "constitution", "--collection", "constitution", "--date", "2009-07-01")  # fmt: skip
    log = written.say("audit", "log")
    assert _keeps(log[: len(before["log"])], before["log"])
    assert len(log) == len(before["log"]) + 2
    overrides = written.say("override", "list")
    assert _keeps([one for one in overrides if one["urn"] == f"{ACT}:24"], before["overrides"])
    old = {one["tag"] for one in before["versions"]}
    assert {one["tag"] for one in written.say("versions")} == old | {"constitution"}
    assert "problems" not in written.say("audit", "verify")
    for name in ("show 2023", "show 2024", "show icelandic"):
        assert written.say(*ASKED[name])["provision"]["text"] == before[name]["text"]


@pytest.mark.parametrize(
    "name", ["matter audit", "matter log", "matter documents", "matter passages"]
)
def test_a_matter_holds_what_it_held(read: Copy, name: str) -> None:
    assert _keeps(read.say("--matter", MATTER, *ASKED_OF_MATTER[name]), read.told[name])


def test_a_matter_answers(read: Copy) -> None:
    assert read.told["matter index"]["tokens_encoded"] == 1.0
    reply = read.say("--matter", MATTER, "ask", "By what date must the ledger be delivered?")
    assert "19 December 2025" in reply["answer"]["text"]
    assert "degraded" not in reply
    found = read.say("--matter", MATTER, "quote", "The motion to compel is granted.")
    assert len(found) == 1


def test_an_archived_matter_is_brought_back(written: Copy) -> None:
    written.say("matter", "restore", ARCHIVED)
    assert "problems" not in written.say("--matter", ARCHIVED, "audit", "verify")
    [document] = written.say("--matter", ARCHIVED, "documents")["items"]
    assert document["path"] == "notes.txt"


def test_packs_hold_and_the_signature_with_them(read: Copy) -> None:
    found = read.say("pack", "verify", str(read.folder / DEPOSIT), str(read.folder / DECISION))
    assert _keeps(found, read.told["packs"])
    assert all(one["holds"] for one in found)
    key = str(read.folder / "signer.key.pub")
    [signed] = read.say("pack", "verify", str(read.folder / DECISION), "--key", key)
    assert signed["signed_by"]


@pytest.mark.parametrize("pack", [DEPOSIT, DECISION])
def test_a_pack_is_built_again_to_what_it_holds(read: Copy, pack: str) -> None:
    """The code that builds packs may be another, and then says so; what they hold is the same."""
    found = read.say("pack", "replay", str(read.folder / pack), codes=(0, 1))
    assert found["same_content"]
    assert {one["what"] for one in found.get("differences", [])} <= {"builder"}


def test_a_pack_answers_alone(read: Copy) -> None:
    reply = read.say(
        "ask", "How much deposit may be asked for?", "--pack", str(read.folder / DEPOSIT)
    )
    assert "the rent for one month" in reply["answer"]["text"]


def test_a_backup_is_restored_to_the_same_library(written: Copy) -> None:
    written.say("restore", str(written.folder / "law.backup"), library="restored")
    for name in (
        "audit",
        "log",
        "versions",
        "overrides",
        "preemptions",
        "show 2023",
        "show icelandic",
    ):
        assert _keeps(written.say(*ASKED[name], library="restored"), written.told[name])
    reply = written.say("ask", "section 14 of the Residential Tenancies Act", "--at", "2023-01-01",
                        library="restored")  # fmt: skip
    assert "two months" in reply["answer"]["text"]


def test_a_key_opens_what_it_opened(read: Copy) -> None:
    access = Keys(read.folder / "keys.json").access(read.told["key"])
    assert access is not None
    assert access.matters == frozenset({MATTER})


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.name)
def test_what_is_kept_names_no_machine_and_nobody(kept: Path) -> None:
    elsewhere = re.compile(
        rb"/(?:home|root|Users|work|mnt|usr|var|private|opt)/[\w./-]*|/tmp/(?!kept\b)[\w./-]*"
    )
    found = {
        name: paths
        for file in sorted(kept.iterdir())
        for name, data in _contents(file.name, file.read_bytes())
        if (paths := elsewhere.findall(data))
    }
    assert not found


def _contents(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Of a file, and of the files in it where it is an archive."""
    if name.endswith(".tar.xz"):
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for member in archive.getmembers():
                assert (member.uname, member.gname) == ("", "")
                if (stream := archive.extractfile(member)) is not None:
                    yield from _contents(f"{name}/{member.name}", stream.read())
    elif zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.namelist():
                yield f"{name}/{member}", archive.read(member)
    else:
        yield name, data
