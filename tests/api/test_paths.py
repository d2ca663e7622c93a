"""Which files of this machine an operation may be pointed at."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.api.access import Access, Power, owner
from pincite.api.jobs import JobBoard
from pincite.api.operations.fields import PackFile
from pincite.api.paths import allowed, pack_file, text_file
from pincite.api.workspace import Workspace
from pincite.errors import Forbidden, InputError
from pincite.settings import Settings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A root with a file in it, and all that is kept below it too."""
    root = tmp_path / "root"
    for name in ("law", "matters", "logs", "deep"):
        (root / name).mkdir(parents=True)
    (root / "file.txt").write_text("words")
    (root / "keys.json").write_text("{}")
    (tmp_path / "outside.txt").write_text("secret")
    return root


@pytest.fixture
def workspace(folder: Path) -> Iterator[Workspace]:
    settings = Settings(
        library=folder / "law", matters=folder / "matters", keys=folder / "keys.json",
        logs=folder / "logs",
    )  # type: ignore[call-arg]  # fmt: skip
    with closing(Workspace(folder / "law", settings, JobBoard())) as opened:
        yield opened


def refused(workspace: Workspace, access: Access, path: Path | str) -> Forbidden:
    with pytest.raises(Forbidden) as caught:
        allowed(workspace, access, str(path))
    assert str(path) not in str(caught.value.as_dict())
    return caught.value


def test_a_file_below_a_root_may_be_read(workspace: Workspace, folder: Path) -> None:
    access = owner((folder,))
    assert allowed(workspace, access, str(folder / "file.txt")) == folder / "file.txt"
    assert allowed(workspace, access, str(folder / "deep")) == folder / "deep"
    # Whether there is anything there is found out by whoever reads it.
    assert allowed(workspace, access, str(folder / "none")) == folder / "none"


def test_a_path_needs_the_power_to_write(workspace: Workspace, folder: Path) -> None:
    reader = replace(owner((folder,)), powers=frozenset(Power) - {Power.WRITE})
    told = refused(workspace, reader, folder / "file.txt")
    assert "may write" in told.message


def test_without_a_root_there_is_no_path(workspace: Workspace, folder: Path) -> None:
    refused(workspace, owner(), folder / "file.txt")
    refused(workspace, owner(), "/")


def test_nothing_outside_the_roots_is_read(workspace: Workspace, folder: Path) -> None:
    access = owner((folder,))
    for path in (
        folder.parent, folder.parent / "outside.txt", f"{folder}/../outside.txt",
        f"{folder}-elsewhere", "~nobody-of-that-name/x", f"{folder}/\0", "relative.txt", "~",
    ):  # fmt: skip
        refused(workspace, access, path)


def test_links_are_followed_before_a_path_is_held_to_the_roots(
    workspace: Workspace, folder: Path
) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "outside.txt")
    (folder / "circle").symlink_to(folder / "circle")
    (folder / "within").symlink_to(folder / "deep")
    access = owner((folder,))
    refused(workspace, access, folder / "link.txt")
    refused(workspace, access, folder / "circle")
    assert allowed(workspace, access, str(folder / "within")) == folder / "deep"
    # A root may itself be a link.
    (folder.parent / "linked").symlink_to(folder)
    linked = owner((folder.parent / "linked",))
    assert allowed(workspace, linked, str(folder / "file.txt")) == folder / "file.txt"


@pytest.mark.req("U7")
@pytest.mark.parametrize(
    "kept", ["law", "law/corpus.db", "matters", "matters/other/x", "keys.json", "logs/x"]
)
def test_what_is_kept_is_not_read_even_below_a_root(
    workspace: Workspace, folder: Path, kept: str
) -> None:
    refused(workspace, owner((folder,)), folder / kept)


def test_whoever_is_at_the_machine_may_name_any_file(workspace: Workspace, folder: Path) -> None:
    local = owner(local=True)
    outside = folder.parent / "outside.txt"
    assert allowed(workspace, local, str(outside)) == outside


def test_a_text_is_a_file_while_it_is_read(workspace: Workspace) -> None:
    with text_file(workspace, owner(), "", "Þjóð \ud800") as made:
        assert made.read_text(encoding="utf-8") == "Þjóð ?"
    assert not made.exists()


def test_a_text_or_a_path_and_not_both(workspace: Workspace, folder: Path) -> None:
    access = owner((folder,))
    for path, text in (("", ""), (str(folder / "file.txt"), "words")):
        with pytest.raises(InputError), text_file(workspace, access, path, text):
            pass
    with text_file(workspace, access, str(folder / "file.txt"), "") as named:
        assert named == folder / "file.txt"


def test_a_pack_is_named_or_sent(workspace: Workspace, folder: Path) -> None:
    access = owner((folder,))
    sent = base64.b64encode(b"bytes").decode()
    with pack_file(workspace, access, PackFile(archive=sent)) as made:
        assert made.read_bytes() == b"bytes"
    assert not made.exists()
    with pack_file(workspace, access, PackFile(path=str(folder / "file.txt"))) as named:
        assert named == folder / "file.txt"
    for wrong in (PackFile(), PackFile(path="x", archive=sent), PackFile(archive="!")):
        with pytest.raises(InputError), pack_file(workspace, access, wrong):
            pass
    with pytest.raises(Forbidden), pack_file(workspace, owner(), PackFile(path="x")):
        pass
