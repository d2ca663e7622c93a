"""Reading case files, measured: pages a second and peak memory, against bare pypdfium2.

    python benchmarks/casefiles.py [--repeat 3] [--json FILE]

Bare is pypdfium2 in one process that takes the text of every page of the same files and keeps
nothing. Ours is the whole of `pincite ingest` by its own clock: hashing, starting the reading
processes, words with their boxes, reading order, furniture and notes, kind, outline, chunks, layout
and the SQLite transactions; once with one reading process, once with two. A few of those pages are
pictures; recognition is off for this part, so that both sides read text. Scans are the picture-only
files among the court files, recognised with tesseract. Runs alternate, and medians
are compared. Peak memory is the sum over the process and its readers, sampled in runs of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from ingest import _RUN, pincite, unpacked

_BARE = """
import sys, time
import pypdfium2
began = time.perf_counter()
pages = 0
for name in sys.argv[1:]:
    document = pypdfium2.PdfDocument(open(name, "rb").read())
    for page in document:
        text = page.get_textpage()
        text.get_text_range()
        text.close()
        page.close()
        pages += 1
    document.close()
print(pages, time.perf_counter() - began)
"""


def bare(files: list[Path]) -> tuple[int, float]:
    """(pages, seconds)."""
    done = subprocess.run(
        [sys.executable, "-c", _BARE, *map(str, files)], capture_output=True, text=True, check=True
    )
    pages, seconds = done.stdout.split()
    return int(pages), float(seconds)


def ours(folder: Path, workers: int, *, languages: str = "", memory: bool = False) -> dict:
    """The report of `pincite ingest FOLDER` into a new matter; with `memory`, its peak too."""
    with tempfile.TemporaryDirectory() as base:
        os.environ |= {
            "PINCITE_MATTERS": base,
            "PINCITE_WORKERS": str(workers),
            "PINCITE_OCR_LANGUAGES": languages,
        }
        command = [sys.executable, "-c", _RUN, "--json", "--quiet"]
        subprocess.run([*command, "matter", "create", "case"], check=True, capture_output=True)
        words = ("--matter", "case", "ingest", "--no-encode", str(folder))
        if memory:
            report, _, peak = pincite(Path(base), *words)
            return report | {"peak_mb": round(peak / 1e6)}
        done = subprocess.run([*command, *words], check=True, capture_output=True)
        return json.loads(done.stdout)


def native(repeat: int) -> dict | None:
    root = unpacked("contracts")
    if root is None:
        return None
    folder = root / "pdf"
    files = sorted(folder.iterdir())
    times: dict[str, list[float]] = {"bare": [], "one": [], "two": []}
    pages = 0
    for _ in range(repeat):
        pages, seconds = bare(files)
        times["bare"].append(seconds)
        for name, workers in (("one", 1), ("two", 2)):
            report = ours(folder, workers)
            assert report["pages"] == pages, report.get("unreadable")
            times[name].append(report["seconds"])
    medians = {name: statistics.median(found) for name, found in times.items()}
    return {
        "files": len(files),
        "pages": pages,
        **{f"{name}_s": round(seconds, 2) for name, seconds in medians.items()},
        **{f"{name}_pages_s": round(pages / seconds) for name, seconds in medians.items()},
        "one_to_bare": round(medians["one"] / medians["bare"], 2),
        "two_to_bare": round(medians["two"] / medians["bare"], 2),
        "two_to_one": round(medians["one"] / medians["two"], 2),
        "peak_mb_one": ours(folder, 1, memory=True)["peak_mb"],
        "peak_mb_two": ours(folder, 2, memory=True)["peak_mb"],
    }


def scans() -> dict | None:
    root = unpacked("court-files")
    if root is None or shutil.which("tesseract") is None:
        return None
    with tempfile.TemporaryDirectory() as base:
        for file in root.rglob("image-pdf*.pdf"):
            shutil.copy(file, base)
        found = {
            workers: ours(Path(base), workers, languages="eng+isl", memory=True)
            for workers in (1, 2)
        }
    return {
        "files": len(found[1]["added"]),
        "pages": found[1]["pages"],
        **{f"pages_s_{n}": round(one["pages"] / one["seconds"], 2) for n, one in found.items()},
        **{f"peak_mb_{n}": one["peak_mb"] for n, one in found.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    found = {"native": native(chosen.repeat), "scans": scans()}
    print(json.dumps(found, indent=2))
    if (one := found["native"]) is not None:
        print(f"{'':22}{'seconds':>9}{'pages/s':>9}{'x bare':>8}{'peak MB':>9}")
        print(f"{'bare pypdfium2':22}{one['bare_s']:>9}{one['bare_pages_s']:>9}{1:>8}")
        for name, label in (("one", "one reading process"), ("two", "two")):
            print(
                f"{label:22}{one[f'{name}_s']:>9}{one[f'{name}_pages_s']:>9}"
                f"{one[f'{name}_to_bare']:>8}{one[f'peak_mb_{name}']:>9}"
            )
        print(f"two processes are {one['two_to_one']} times as fast as one")
    if (one := found["scans"]) is not None:
        print(f"scans: {one['pages_s_1']} pages/s with one process, {one['pages_s_2']} with two")
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
