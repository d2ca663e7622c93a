"""A pack is built again to the same bytes, or it is said what differs and why."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from packs.bundled import DECISIONS, WANTED, loaded, settings
from packs.decisions import Decision, file_of, held
from packs.inputs import cited, context, opinion
from pincite import library
from pincite.errors import InputError, NotFound
from pincite.library import Library
from pincite.packs.archive import write_pack
from pincite.packs.build import opinion_pack
from pincite.packs.builder import git_tree
from pincite.packs.check_seal import verified, verify
from pincite.packs.compare import BUILDER, CONSTANT, FILE, INPUT, compare
from pincite.packs.constants import SPECS, V1_1
from pincite.packs.freeze import PackBuilder
from pincite.packs.records import Pack
from pincite.packs.sign import keygen, sign

ROOT = Path(__file__).resolve().parents[2]
DEPOSIT = "urn:lex:xm:act-2019-11:14"


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with loaded(tmp_path_factory.mktemp("bundled")) as opened:
        yield opened


def kinds(found: object) -> list[str]:
    return [one.what for one in found.differences]  # type: ignore[attr-defined]


@pytest.mark.req("F8")
def test_every_bundled_pack_is_built_again_byte_for_byte(law: Library, tmp_path: Path) -> None:
    for wanted in WANTED:
        pack = law.packs.build(wanted.what, at=wanted.at, version=wanted.version)
        path = write_pack(pack, tmp_path)
        assert verify(path).holds
        found = law.packs.replay(path)
        assert found.same, (wanted, found.differences)
    assert len(list(tmp_path.iterdir())) == len(WANTED)


@pytest.mark.req("F8")
def test_a_signature_is_no_difference(law: Library, tmp_path: Path) -> None:
    keygen(tmp_path / "key")
    pack = law.packs.build(DECISIONS[0])
    signed = Pack(sign(pack.files, tmp_path / "key"), pack.name)
    assert law.packs.replay(write_pack(signed, tmp_path)).same


@pytest.mark.req("F8")
@pytest.mark.req("F4")
def test_another_constant_is_named_with_both_values(
    law: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(V1_1, version="1.1-few", top=1, snippet_window=10)
    monkeypatch.setitem(SPECS, other.version, other)
    mine = law.packs.build(DECISIONS[0])
    few = PackBuilder(law, other).build(DECISIONS[0])
    assert verified(few.files, few.name).holds
    assert len(context(few)) == 1
    path = write_pack(few, tmp_path)
    assert law.packs.replay(path).same, "both can be built side by side"
    found = compare(mine.files, few.files)
    told = {one.name: (one.one, one.other) for one in found.differences if one.what == CONSTANT}
    assert told["top"] == ("12", "1")
    assert told["snippet_window"] == ("80", "10")
    assert INPUT not in kinds(found)
    assert BUILDER not in kinds(found)
    monkeypatch.delitem(SPECS, other.version)
    assert not verify(path).holds, "nobody here knows those constants"


@pytest.mark.req("F8")
def test_another_input_is_named_with_both_hashes(law: Library, tmp_path: Path) -> None:
    one = law.packs.build(DEPOSIT, at="2023-01-01")
    other = law.packs.build(DEPOSIT, at="2024-06-01")
    found = compare(one.files, other.files)
    assert not found.same_content
    named = {each.name for each in found.differences if each.what == INPUT}
    assert f"anchor {DEPOSIT}" in named
    texts = [each for each in found.differences if each.name.startswith("anchor.txt, line")]
    assert [("two months" in str(t.one), "one month" in str(t.other)) for t in texts] == [
        (True, True)
    ]


@pytest.mark.req("F8")
def test_a_library_that_holds_more_is_told_by_its_inputs(tmp_path: Path) -> None:
    lamp = Decision(901, "1990-03-01", "Lamp Co. v. Oil Board", "Lamps burn.")
    greene = Decision(902, "1995-05-02", "Harbor v. Greene",
                      "We follow Lamp Co. v. Oil Board, 901 U.S. 100 (1990).")  # fmt: skip
    fall = Decision(903, "1999-06-03", "In re Beacons",
                    "Lamp Co. v. Oil Board, 901 U.S. 100 (1990), is overruled.")  # fmt: skip
    with held(tmp_path, (lamp, greene)) as opened:
        path = write_pack(opened.packs.build(greene.urn), tmp_path)
        assert opened.packs.replay(path).same
        more = file_of(tmp_path / "more.jsonl", (fall,))
        opened.ingest(more, reader_name="opinions", version="v2", collection="more")
        found = opened.packs.replay(path)
    assert not found.same
    named = [each.name for each in found.differences if each.what == INPUT]
    assert "decisions every decision held" in named
    assert f"overruling {fall.urn}" in named
    assert [each.name for each in found.differences if each.what == FILE][:2] == [
        "candidates.jsonl, line 1, overruled", "context.jsonl, line 1, overruled",
    ]  # fmt: skip


@pytest.mark.req("F8")
@pytest.mark.req("F7")
def test_another_builder_is_named_and_what_is_held_is_the_same(
    law: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_pack(law.packs.build(DECISIONS[1]), tmp_path)
    monkeypatch.setattr("pincite.packs.build.git_tree", lambda: "f" * 40)
    found = law.packs.replay(path)
    assert (found.same, found.same_content) == (False, True)
    assert [(each.what, each.name, each.other) for each in found.differences] == [
        (BUILDER, "git tree", "f" * 40)
    ]


def test_what_reads_the_law_is_told_apart_too() -> None:
    _, given = cited(1)
    one = opinion_pack(given, V1_1)
    other = opinion_pack(replace(given, rules={"citations": "others"}), V1_1)
    (found,) = compare(one.files, other.files).differences
    assert found == (BUILDER, "rules of citations", "by hand", "others")


def test_a_difference_is_shown_where_it_is(law: Library) -> None:
    text, given = cited(3)
    one = opinion_pack(given, V1_1)
    longer = opinion_pack(opinion(text + " More.", *given.authorities), V1_1)
    found = {each.name: each for each in compare(one.files, longer.files).differences}
    assert found["anchor.txt, line 1"].other.endswith(" More.")  # type: ignore[union-attr]
    fewer = opinion_pack(opinion(text, *given.authorities[:2]), V1_1)
    found = {each.name: each for each in compare(one.files, fewer.files).differences}
    assert found["context.jsonl, line 3"].other == ""
    rule = law.packs.build(DEPOSIT, at="2023-01-01")
    named = {each.name for each in compare(one.files, rule.files).differences}
    assert {"candidates.jsonl", "rp_manifest.json: kind"} <= named


@pytest.mark.req("F8")
def test_a_pack_that_does_not_hold_is_not_replayed(law: Library, tmp_path: Path) -> None:
    path = write_pack(law.packs.build(DECISIONS[0]), tmp_path, as_folder=True)
    (path / "anchor.txt").write_text("Something else.")
    with pytest.raises(InputError, match=r"anchor\.txt"):
        law.packs.replay(path)


def test_a_library_without_the_anchor_says_so(law: Library, tmp_path: Path) -> None:
    path = write_pack(law.packs.build(DECISIONS[0]), tmp_path)
    made = library.create(tmp_path / "empty", settings=settings(tmp_path))
    with made as empty, pytest.raises(NotFound) as problem:
        empty.packs.replay(path)
    assert "same law" in problem.value.hint


def test_a_pack_with_edges_is_replayed_with_them(law: Library, tmp_path: Path) -> None:
    edges = tmp_path / "edges.tsv"
    edges.write_text("9000201\t9000088\t2\n")
    with_edges = PackBuilder(law, edges=edges)
    path = write_pack(with_edges.build(DECISIONS[0]), tmp_path)
    with pytest.raises(InputError) as problem:
        law.packs.replay(path)
    assert "--edges" in problem.value.hint
    assert with_edges.replay(path).same
    edges.write_text("9000201\t9000088\t3\n")
    assert "edges citing, cited, mentions" in {
        one.name for one in with_edges.replay(path).differences
    }


@pytest.mark.req("F7")
def test_the_builder_is_the_tree_that_git_has_of_the_code() -> None:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("no checkout of git is here")
    folder = "src/pincite/packs"

    def said(*arguments: str) -> str:
        asked = [git, "-C", str(ROOT), *arguments]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()

    if said("status", "--porcelain", "--", folder):
        pytest.skip("the code of packs is being changed")
    assert git_tree() == said("rev-parse", f"HEAD:{folder}")


def test_the_builder_changes_with_a_letter_and_not_with_line_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    ids: list[str] = []
    for number, text in enumerate((b"a = 1\nb = 2\n", b"a = 1\r\nb = 2\r\n", b"a = 1\nb = 3\n")):
        folder = tmp_path / f"copied_{number}"
        (folder / "__pycache__").mkdir(parents=True)
        (folder / "__init__.py").write_bytes(b"")
        (folder / "one.py").write_bytes(text)
        (folder / "__pycache__" / "one.pyc").write_bytes(text)
        ids.append(git_tree(f"copied_{number}"))
    assert ids[0] == ids[1] != ids[2]
    assert ids[0] == "811e5c304b5f43590536741ae39302e02c9aa034", "what `git write-tree` gives"
