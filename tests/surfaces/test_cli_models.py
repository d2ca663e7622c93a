from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from installed_models import models
from pincite.errors import ROWS
from pincite.surfaces.cli.app import app

__all__ = ["models"]


def told(folder: Path, *arguments: str) -> tuple[int, list[dict[str, object]]]:
    result = CliRunner().invoke(
        app, ["--json", "models", *arguments], env={"PINCITE_MODELS": str(folder)}
    )
    return result.exit_code, json.loads(result.stdout)


def test_models_are_listed_before_they_are_installed(tmp_path: Path) -> None:
    code, found = told(tmp_path, "list")
    assert code == 0
    states = {one["name"]: one["state"] for one in found}
    assert states.pop("pincite-icelandic-1") == "shipped"
    assert {name: state for name, state in states.items() if state != "shipped"} == {
        "bge-small-en-v1.5": "absent",
        "ms-marco-MiniLM-L-12-v2": "absent",
        "answerai-colbert-small-v1": "absent",
    }
    assert all(one["licence"] for one in found)


def test_models_are_installed_from_a_folder_and_damage_is_found(
    models: Path, tmp_path: Path
) -> None:
    name = "ms-marco-MiniLM-L-12-v2"
    assert told(tmp_path, "install", name, "--from", str(models))[0] == 0
    assert told(tmp_path, "verify")[0] == 0
    (tmp_path / name / "tokenizer.json").write_text("{}")
    code, found = told(tmp_path, "verify")
    assert code == ROWS["model_damaged"].exit
    damaged = [one for one in found if one["state"] == "damaged"]
    assert [one["problems"] for one in damaged] == [["tokenizer.json is not what it was"]]


@pytest.mark.parametrize("command", [["models", "list"], ["models", "verify"]])
def test_people_can_read_it(tmp_path: Path, command: list[str]) -> None:
    result = CliRunner().invoke(app, command, env={"PINCITE_MODELS": str(tmp_path)})
    assert result.exit_code == 0
    assert "pincite-icelandic-1" in result.stdout
