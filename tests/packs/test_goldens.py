"""The bundled packs are the same bytes in any process, and the same as were committed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from packs.bundled import WANTED
from pincite.packs.archive import read_pack
from pincite.packs.build import content
from pincite.packs.check_seal import verify
from pincite.packs.serialize import sha256
from waiting import LONG

GOLDENS = Path(__file__).parent / "goldens.json"
_BUILDING = Path(__file__).parent / "building.py"


def built(base: Path, *, seed: int, workers: int, mask: str, **environment: str) -> Path:
    out = base / "out"
    subprocess.run(
        [sys.executable, "-W", "error", str(_BUILDING), str(base), str(out), str(seed),
         str(workers), mask],
        env={**os.environ, **environment}, check=True, timeout=LONG,
    )  # fmt: skip
    return out


def hashes(out: Path) -> dict[str, str]:
    return {one.name: sha256(one.read_bytes()) for one in sorted(out.glob("*.zip"))}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("plain")
    return built(
        base, seed=0, workers=1, mask="022", PYTHONHASHSEED="0", LC_ALL="C.UTF-8", TZ="UTC"
    )


@pytest.mark.req("F2")
@pytest.mark.parametrize(
    ("seed", "workers", "mask", "hashing", "locale", "zone"),
    [
        pytest.param(1, 2, "077", "1", "C", "Asia/Tokyo", marks=pytest.mark.slow),
        pytest.param(2, 1, "000", "4711", "POSIX", "America/St_Johns", marks=pytest.mark.slow),
        pytest.param(
            3, 2, "027", "random", "tr_TR.UTF-8", "Pacific/Kiritimati", marks=pytest.mark.slow
        ),
    ],
)
def test_packs_hang_on_no_process_order_locale_zone_or_mask(
    plain: Path,
    tmp_path: Path,
    seed: int,
    workers: int,
    mask: str,
    hashing: str,
    locale: str,
    zone: str,
) -> None:
    if locale == "tr_TR.UTF-8":
        have = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout
        if "tr_TR.utf8" not in have.replace("UTF-8", "utf8"):
            pytest.skip("the Turkish locale is not installed")
    out = built(
        tmp_path, seed=seed, workers=workers, mask=mask, PYTHONHASHSEED=hashing, LC_ALL=locale,
        TZ=zone,
    )  # fmt: skip
    assert hashes(out) == hashes(plain)
    assert len(hashes(out)) == len(WANTED)


@pytest.mark.req("F2")
@pytest.mark.req("F8")
def test_the_bundled_packs_are_the_ones_that_were_committed(plain: Path) -> None:
    golden = json.loads(GOLDENS.read_text(encoding="utf-8"))
    found = {}
    for file in sorted(plain.glob("*.zip")):
        assert verify(file).holds
        found[file.stem] = {
            "content": content(read_pack(file)[0]),
            "archive": sha256(file.read_bytes()),
        }
    assert sorted(found) == sorted(golden), "other packs: run scripts/goldens.py"
    changed = [name for name in found if found[name]["content"] != golden[name]["content"]]
    assert not changed, (
        f"what packs hold changed: {', '.join(changed)}. Is that meant? Within a version of the spec "
        "nothing but the law itself, or the reading of it, may do that. Then: scripts/goldens.py"
    )
    stale = [name for name in found if found[name]["archive"] != golden[name]["archive"]]
    assert not stale, (
        f"{len(stale)} archives changed, though not what they hold: the code that builds packs, or "
        "reads citations and scope, is another. Run scripts/goldens.py and commit what it writes."
    )
