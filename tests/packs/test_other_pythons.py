"""Another Python, of another minor version and 32 bits (CPython compiled to WebAssembly, from npm),
builds the same bytes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pincite.packs
from packs.bundled import WANTED, loaded
from packs.elsewhere import dumped, hashed
from packs.inputs import cited, opinion, overruled, rule
from pincite.packs.build import opinion_pack, rule_pack
from pincite.packs.constants import Spec
from pincite.packs.records import OpinionInput, Pack, RuleInput
from waiting import LONG

# Each carries one CPython: 3.12, 3.13 and 3.14.
_VERSIONS = ("0.27.7", "0.28.3", "314.0.7")
_DRIVER = """
import { loadPyodide } from "pyodide";
const python = await loadPyodide();
python.mountNodeFS("/given", process.argv[2]);
console.log(python.runPython(`
import json, sys
sys.path.insert(0, "/given")
from elsewhere import hashed
with open("/given/inputs.json", encoding="utf-8") as file:
    texts = json.load(file)
json.dumps({"python": sys.version_info[:2], "largest": sys.maxsize, "packs": hashed(texts)})
`));
"""


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the bundled packs are made from, and some that are written by hand."""
    long, given = cited(40)
    marked = "e\u0301" * 45_000
    found = [overruled(), opinion(long * 20, *given.authorities), rule(), opinion(marked)]

    def kept_opinion(given: OpinionInput, rules: Spec) -> Pack:
        found.append(given)
        return opinion_pack(given, rules)

    def kept_rule(given: RuleInput, rules: Spec) -> Pack:
        found.append(given)
        return rule_pack(given, rules)

    with pytest.MonkeyPatch.context() as patch, loaded(tmp_path_factory.mktemp("law")) as law:
        patch.setattr("pincite.packs.freeze.opinion_pack", kept_opinion)
        patch.setattr("pincite.packs.freeze.rule_pack", kept_rule)
        for wanted in WANTED:
            law.packs.build(wanted.what, at=wanted.at, version=wanted.version)
    assert len(found) == len(WANTED) + 4
    return [dumped(one) for one in found]


@pytest.mark.slow
@pytest.mark.req("F2")
@pytest.mark.parametrize("version", _VERSIONS)
def test_another_minor_version_of_python_builds_the_same_bytes(
    inputs: list[str], tmp_path: Path, version: str
) -> None:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        pytest.skip("node and npm are not installed")
    install = [npm, "install", "--prefix", str(tmp_path), "--no-audit", "--no-fund",
               "--ignore-scripts", f"pyodide@{version}"]  # fmt: skip
    if subprocess.run(install, capture_output=True, timeout=LONG, check=False).returncode:
        pytest.skip("npm cannot get pyodide")
    given = tmp_path / "given"
    source = Path(pincite.packs.__file__).parent
    shutil.copytree(
        source, given / "pincite" / "packs", ignore=shutil.ignore_patterns("__pycache__")
    )
    (given / "pincite" / "__init__.py").write_text("")
    shutil.copy(source.parent / "errors.py", given / "pincite")
    shutil.copy(Path(__file__).with_name("elsewhere.py"), given)
    (given / "inputs.json").write_text(json.dumps(inputs), encoding="utf-8")
    driver = tmp_path / "driver.mjs"
    driver.write_text(_DRIVER)
    done = subprocess.run(
        [node, str(driver), str(given)], capture_output=True, text=True, timeout=LONG, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout.strip().splitlines()[-1])
    if said["python"] == list(sys.version_info[:2]):
        pytest.skip("it is of the version that these tests run in")
    assert said["largest"] == 2**31 - 1, "32 bits"
    assert [tuple(one) for one in said["packs"]] == hashed(inputs)
