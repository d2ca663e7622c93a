"""Write what this version of Pincite writes, to be kept: later versions must still read it.

    python tests/kept/make.py 0.1.0-28721f1     # the version, and the commit that wrote it

Run it once for a release, and commit the new folder. What is there is never written again: a test
that no longer passes on it says that people's own libraries would not open either.

Everything is made in one folder that has the same name on every machine, by the commands that people
type; what they said is kept beside it, in told.json.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Whatever writes down where a file came from writes this down.
PLACE = Path("/tmp/kept")

_ACT = "urn:lex:xm:act-2019-11"
_LAW = (
    ("akn", "acts/2019/residential-tenancies-act.xml", "tenancies-2019", "acts", "2019-07-01", ""),
    ("plain", "instruments/2020", "regulations-2020", "instruments", "2020-09-01", "regulation"),
    ("akn", "by-laws/2021", "by-laws-2021", "harrowmouth", "2021-02-01", ""),
    ("lagasafn", "skerjaland/lagasafn", "skerjaland-2023", "skerjaland", "2023-01-15", ""),
    ("opinions", "opinions", "opinions-2023", "courts", "", ""),
    ("akn", "acts/2024/residential-tenancies-act.xml", "tenancies-2024", "acts", "2024-04-01", ""),
)
_STANDING = (
    ("override", "add", f"{_ACT}:24", "--status", "VOID", "--from", "2022-09-14",
     "--authority", "Constitutional Court of Marchmere",
     "--citation", "Marlowe v. Registrar of Tenancies, 14 M.L.R. 201 (2022)"),
    ("preemption", "add", "urn:lex:xm-har:act.by-law-2021-rental-housing:5", "--by", f"{_ACT}:12",
     "--authority", "Constitution of the Republic of Marchmere, s 21(2)", "--from", "2021-02-01"),
    ("synonym", "import", "model-law/synonyms.tsv"),
)  # fmt: skip
_FILES = ("exhibits/Exhibit A.html", "exhibits/notes.txt", "orders/Order.pdf", "pleadings/Answer.docx",
          "ledger.xlsx", "sealed.pdf")  # fmt: skip
_MATTER, _ARCHIVED = "hart-v-bellweather", "quill-v-ostrich"
DEPOSIT = "xm_act-2019-11_14@2024-06-01.zip"
DECISION = "xm_const-ct_14-mlr-201.zip"
# What is asked of everything later, by the name that tests know it by.
ASKED: dict[str, tuple[str, ...]] = {
    "audit": ("audit", "verify"),
    "log": ("audit", "log"),
    "versions": ("versions",),
    "stats": ("stats",),
    "overrides": ("override", "list"),
    "preemptions": ("preemption", "list"),
    "show 2023": ("show", f"{_ACT}:14:1", "--at", "2023-01-01"),
    "show 2024": ("show", "Residential Tenancies Act [Chapter 20:14], s 14(1)", "--at", "2024-06-01"),
    "show icelandic": ("show", "Lög nr. 901/2021 - 14. gr. a", "--at", "2023-06-01"),
    "diff": ("diff", "tenancies-2019", "tenancies-2024"),
    "index": ("index", "--status"),
}  # fmt: skip
ASKED_OF_MATTER: dict[str, tuple[str, ...]] = {
    "matter audit": ("audit", "verify"),
    "matter log": ("audit", "log"),
    "matter documents": ("documents",),
    "matter passages": ("passages", "Answer.docx"),
    "matter index": ("index", "--status"),
}


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    target = HERE / sys.argv[1]
    target.mkdir()
    PLACE.mkdir()
    try:
        told = {"version": sys.argv[1], **_made()}
        for name in ("library", "matters"):
            _pack(PLACE / name, target / f"{name}.tar.xz")
        for name in ("law.backup", "keys.json", "signer.key.pub", DEPOSIT, DECISION):
            found = PLACE / name
            shutil.copy(found if found.exists() else PLACE / "packs" / name, target / name)
        written = json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True)
        (target / "told.json").write_text(written + "\n", encoding="utf-8")
    finally:
        shutil.rmtree(PLACE)
    for file in sorted(target.iterdir()):
        print(f"{file.stat().st_size:8}  {file.relative_to(ROOT)}")


def _made() -> dict[str, Any]:
    """The library, the matters, the packs, the backup and the key; and what is said of them."""
    shutil.copytree(ROOT / "model-law", PLACE / "model-law")
    for name in _FILES:
        copied = PLACE / "files" / name
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "model-matter" / "files" / name, copied)
    _run("init")
    for reader, path, version, collection, day, profile in _LAW:
        said = [("--reader", reader), ("--version", version), ("--collection", collection)]
        said += [("--date", day)] if day else []
        said += [("--profile", profile)] if profile else []
        _run("ingest", f"model-law/{path}", *(word for pair in said for word in pair))
    for words in _STANDING:
        _run(*words)
    # Of the matter the tokens are encoded too: the format is the same, and they take most room.
    _run("index", "--no-tokens")
    _run("matter", "create", "Hart v. Bellweather", "--number", "HC 412/25")
    _run("--matter", _MATTER, "ingest", "files")
    _run("--matter", _MATTER, "index")
    _run("matter", "create", "Quill v. Ostrich")
    _run("--matter", _ARCHIVED, "ingest", "files/exhibits/notes.txt")
    _run("matter", "archive", _ARCHIVED)
    _run("pack", "build", f"{_ACT}:14", "--at", "2024-06-01")
    _run("pack", "build", "14 M.L.R. 201")
    _run("pack", "keygen", "signer.key")
    _run("pack", "sign", f"packs/{DECISION}", "--key", "signer.key")
    _run("backup", "law.backup")
    key = _run("key", "create", "Kept reader", "--only", _MATTER)["key"]
    # What a command tells of what is kept; what it works out anew may be told better later.
    told = {name: _run(*words) for name, words in ASKED.items()}
    told |= {name: _run("--matter", _MATTER, *words) for name, words in ASKED_OF_MATTER.items()}
    packs = _run("pack", "verify", f"packs/{DEPOSIT}", f"packs/{DECISION}")
    return {**told, "packs": packs, "key": key}


def _run(*words: str) -> Any:
    """What a command says, as JSON."""
    # Of the environment only what Python itself needs: no setting and no name of whoever runs it.
    kept = {name: os.environ[name] for name in ("PATH", "VIRTUAL_ENV") if name in os.environ}
    settings = {
        "PINCITE_JURISDICTION": "xm", "PINCITE_OCR_LANGUAGES": "", "PINCITE_LOG_DAYS": "0",
        "PINCITE_MODELS": str(PLACE / "no-models"), "PINCITE_WORKERS": "1",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "pincite", "--json", "--quiet", *words],
        cwd=PLACE, env=kept | settings, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{words}: {done.stderr}")
    return json.loads(done.stdout)


def _pack(folder: Path, target: Path) -> None:
    """Without whose files they are and when they were written."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = 0
        return entry

    with tarfile.open(target, "w:xz", preset=9) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder.parent).as_posix()
            archive.add(path, name, recursive=False, filter=plain)


if __name__ == "__main__":
    main()
