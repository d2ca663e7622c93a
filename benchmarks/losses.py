"""Damaged case files, counted: is every loss of text said?

    python benchmarks/losses.py [--seeds A] [--files 300] [--json FILE] [--verbose]

Intact court files and contracts are damaged in seeded ways (tests/casefiles/mutations.py) and read
by the readers that `pincite ingest` uses, with OCR off. Word files are the real one and contracts
written as Word files; sheets are contracts with a row for each line. A loss is the share of the
intact file's text that the damaged one no longer gives. Above 5% it is reported (the document says
that text may be missing), unread (the file is listed with the reason) or silent. Seeds A are for
development; B were opened once, at the end.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    # The folder of this script has modules of the same names.
    sys.path[0] = str(ROOT / "tests")

from casefiles import mutations  # noqa: E402
from casefiles.word_files import OFFICE, relations, zipped  # noqa: E402
from data import unpacked  # noqa: E402
from pincite.ingest.casefiles.reader_pool import ReaderPool  # noqa: E402
from pincite.ingest.casefiles.reading import UNRECOGNISED, Bounds  # noqa: E402
from pincite.ingest.casefiles.tasks import Read, ReadingRules, Task  # noqa: E402

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SEEDS = {"A": 20_001, "B": 70_003}
THRESHOLD = 0.05
_STALL_SECONDS = 60
_MAX_MEMORY = 2 << 30


class Case(NamedTuple):
    """A damaged file: `source` is the intact one it was made from."""

    name: str
    source: str
    format: str
    kind: str
    data: bytes


class Outcome(NamedTuple):
    name: str
    format: str
    kind: str
    lost: float
    # "reported", "unread" or "silent"; for a loss below the threshold "said" or "quiet".
    verdict: str
    told: tuple[str, ...]


def intact_files() -> dict[str, bytes]:
    """By name: the real files that hold words, and the contracts as Word files and as sheets."""
    found: dict[str, bytes] = {}
    for archive in ("court-files", "contracts"):
        folder = unpacked(archive)
        if folder is None:
            raise SystemExit(f"the real files {archive!r} are not here (set PINCITE_DATA)")
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() in (".pdf", ".docx") and path.stat().st_size:
                found[path.name] = path.read_bytes()
        if archive == "contracts":
            for at, path in enumerate(sorted(folder.rglob("*.txt"))[:24:2]):
                text = path.read_text(encoding="utf-8", errors="replace")
                found[f"{path.stem}.docx"] = _as_word(text)
                as_sheets = _as_sheets if at % 2 else _as_sheets_of_shared_words
                found[f"{path.stem}.xlsx"] = as_sheets(text)
    return found


def _as_word(text: str) -> bytes:
    import docx

    document = docx.Document()
    for at, line in enumerate(filter(None, map(_printable, text.splitlines()))):
        document.add_paragraph(line, style="List Number" if at % 9 == 0 else None)
        if at >= 400:
            break
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _as_sheets(text: str) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    lines = [line for line in map(_printable, text.splitlines()) if line][:600]
    for number, start in enumerate(range(0, len(lines), 150), 1):
        sheet = book.active if number == 1 else book.create_sheet()
        assert sheet is not None
        sheet.title = f"Part {number}"
        for line in lines[start : start + 150]:
            sheet.append([line[:200], line[200:400], len(line)])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _as_sheets_of_shared_words(text: str) -> bytes:
    """As Excel itself writes them: the words of all sheets in a part of their own."""
    lines = [line for line in map(_printable, text.splitlines()) if line][:600]
    starts = range(0, len(lines), 150)
    kinds = [("worksheet", f"worksheets/sheet{at + 1}.xml") for at in range(len(starts))]
    named = [
        f'<sheet name="Part {at}" sheetId="{at}" r:id="rId{at}"/>'
        for at in range(1, len(starts) + 1)
    ]
    prefix = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    types = [
        f'<Override PartName="/xl/{part}" ContentType="{prefix}.{kind}+xml"/>'
        for kind, part in [*kinds, ("sheet.main", "workbook.xml"), ("s", "sharedStrings.xml")]
    ]
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f"<Types>{''.join(types)}</Types>",
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        f"{''.join(named)}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(*kinds, ("sharedStrings", "sharedStrings.xml")),
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">'
        + "".join(f"<si><t>{escape(line)}</t></si>" for line in lines)
        + "</sst>",
    }
    for at, start in enumerate(starts, 1):
        rows = [
            f'<row r="{row + 1}"><c r="A{row + 1}" t="s"><v>{start + row}</v></c></row>'
            for row in range(len(lines[start : start + 150]))
        ]
        parts[f"xl/worksheets/sheet{at}.xml"] = (
            f'<worksheet xmlns="{MAIN}"><sheetData>{"".join(rows)}</sheetData></worksheet>'
        )
    return zipped(parts)


def _printable(line: str) -> str:
    return "".join(char for char in line if char.isprintable()).strip(" =+-@")


def damaged(intact: dict[str, bytes], seed: int, count: int) -> Iterator[Case]:
    """`count` damaged files; three in five are PDFs."""
    chance = random.Random(seed)
    by_format: dict[str, list[str]] = {}
    for name in intact:
        by_format.setdefault(name.lower().rpartition(".")[2], []).append(name)
    for number in range(count):
        format_ = ("pdf", "pdf", "pdf", "docx", "xlsx")[number % 5]
        kinds = mutations.PDF if format_ == "pdf" else mutations.PACKAGE
        kind = chance.choice(list(kinds))
        source = chance.choice(by_format[format_])
        data = kinds[kind](intact[source], chance)
        yield Case(f"{number:04}.{format_}", source, format_, kind, data)


def read_all(files: dict[str, bytes]) -> dict[str, Read]:
    """Each file as the readers of `pincite ingest` read it."""
    rules = ReadingRules(Bounds(ocr_languages=""), _MAX_MEMORY)
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        tasks = [Task(name, "urn:lex:xc:losses:1", folder, name, name, "") for name in files]
        with ReaderPool(1, rules, stall_seconds=_STALL_SECONDS) as pool:
            return {task.document: read for task, read in pool.run(tasks)}


def text_of(read: Read) -> str:
    return read.packed.text if read.packed else ""


def told_by(read: Read) -> tuple[str, ...]:
    """What is said to be missing for damage: pictures are not read here, since OCR is off."""
    return tuple(str(loss) for loss in read.losses if loss.what != UNRECOGNISED)


def judged(case: Case, whole: Read, read: Read) -> Outcome:
    lost = mutations.loss(text_of(whole), text_of(read))
    told = told_by(read)
    if lost <= THRESHOLD:
        verdict = "said" if told or read.error else "quiet"
    elif read.error is not None:
        verdict, told = "unread", (read.error.reason,)
    else:
        verdict = "reported" if told else "silent"
    return Outcome(f"{case.name} ({case.source})", case.format, case.kind, lost, verdict, told)


def measure(seed: int, count: int) -> tuple[list[Outcome], dict[str, tuple[str, ...]]]:
    """The outcome of each damaged file, and the alarms at intact ones, by name."""
    intact = intact_files()
    numbered = {f"{at:03}.{name.rpartition('.')[2]}": name for at, name in enumerate(intact)}
    read = read_all({short: intact[name] for short, name in numbered.items()})
    whole = {name: read[short] for short, name in numbered.items()}
    alarms = {name: told_by(one) for name, one in whole.items() if told_by(one)}
    usable = {name: data for name, data in intact.items() if len(text_of(whole[name])) > 500}
    cases = list(damaged(usable, seed, count))
    results = read_all({case.name: case.data for case in cases})
    return [judged(case, whole[case.source], results[case.name]) for case in cases], alarms


def table(outcomes: list[Outcome]) -> str:
    columns = ("reported", "unread", "silent", "said", "quiet")
    lines = [f"{'':34}" + "".join(f"{column:>10}" for column in columns)]
    for key in sorted({(outcome.format, outcome.kind) for outcome in outcomes}):
        counts = Counter(one.verdict for one in outcomes if (one.format, one.kind) == key)
        label = f"{key[0]}, {key[1]}"
        lines.append(f"{label:34}" + "".join(f"{counts[column]:>10}" for column in columns))
    counts = Counter(outcome.verdict for outcome in outcomes)
    lines.append(f"{'all':34}" + "".join(f"{counts[column]:>10}" for column in columns))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", choices=sorted(SEEDS), default="A")
    parser.add_argument("--seed", type=int, help="another seed, for development")
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--verbose", action="store_true")
    chosen = parser.parse_args()
    outcomes, alarms = measure(chosen.seed or SEEDS[chosen.seeds], chosen.files)
    report = {
        "seeds": chosen.seeds,
        "files": len(outcomes),
        "verdicts": Counter(outcome.verdict for outcome in outcomes),
        "false alarms": {name: list(told) for name, told in alarms.items()},
        "silent": [outcome._asdict() for outcome in outcomes if outcome.verdict == "silent"],
    }
    print(json.dumps(report, ensure_ascii=False, indent=1))
    print(table(outcomes), file=sys.stderr)
    if chosen.verbose:
        for outcome in outcomes:
            print(f"{outcome.verdict:9} {outcome.lost:6.1%} {outcome}", file=sys.stderr)
    if chosen.json:
        everything = {**report, "outcomes": [outcome._asdict() for outcome in outcomes]}
        chosen.json.write_text(json.dumps(everything, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
