"""Writes src/pincite/api/examples.json: what each operation gives over the bundled law and matter.

Lists and texts are cut short. Times, ids and paths, which differ from one run to the next, are
given fixed values, so that a second run writes the same bytes. `--check` says whether the file is
what this would write.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from api.steps import STEPS, World, world  # noqa: E402
from pincite.api.access import owner  # noqa: E402
from pincite.api.body import body  # noqa: E402
from pincite.api.jobs import JobBoard, JobState  # noqa: E402
from pincite.api.operation import operations  # noqa: E402
from pincite.api.workspace import WorkerPool  # noqa: E402
from waiting import wait_until  # noqa: E402

FILE = ROOT / "src" / "pincite" / "api" / "examples.json"
_ITEMS, _CHARACTERS, _TUPLE = 2, 300, 4
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
_ID = re.compile(r"\b[0-9a-f]{32}\b")
_DOCUMENT_ID = re.compile(r"(?<![0-9a-f-])[0-9a-f]{12}(?![0-9a-f])")
_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
# The smallest picture there is.
_PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
    "awAAAABJRU5ErkJggg=="
)
# A pack's root is of the code that builds it, too.
_PACK = re.compile(r"(?<=\bpack )[0-9a-f]{64}\b")
_FIXED: dict[str, Any] = {
    "seconds": 1.5, "search_time_ms": 12, "seen": 4, "png": _PNG, "root": _HASH,
}  # fmt: skip


def examples() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch).resolve()
        held = world(root)
        fixed = _Fixed(root)
        return {name: fixed.body(name, given) for name, given in sorted(_bodies(held).items())}


def written() -> str:
    return json.dumps(examples(), ensure_ascii=False, indent=1) + "\n"


def _bodies(held: World) -> dict[str, Any]:
    found: dict[str, Any] = {}
    access = owner((held.files.parent,))
    job = ""
    with closing(WorkerPool(held.settings.library, held.settings, threads=1)) as pool:
        for step in STEPS:
            operation = operations()[step.operation]
            fields = {**held.filled(step.fields), **({"job": job} if "job" in step.fields else {})}
            asked = operation.request.model_validate(fields)
            given = pool.submit(
                lambda workspace, operation=operation, asked=asked: operation.carry_out(
                    workspace, access, asked
                )
            ).result()
            if step.operation in ("watch_folder", "resume_job"):
                job = given["id"]
                given = _synced(pool.jobs, job, given["seen"])
            elif step.operation == "pause_job":
                given = _paused(pool.jobs, job)
            elif operation.long or step.operation == "cancel_job":
                given = _ended(pool.jobs, given["id"])
            found[step.operation] = given
    return found


def _synced(jobs: JobBoard, id: str, seen: int) -> Any:
    """Until a sync is done, how far a watch has come is a matter of luck."""
    wait_until(lambda: jobs.view(id).seen > seen and "removed" in jobs.view(id).progress)
    return body(jobs.view(id))


def _paused(jobs: JobBoard, id: str) -> Any:
    wait_until(lambda: jobs.view(id).state is JobState.PAUSED)
    return body(jobs.view(id))


def _ended(jobs: JobBoard, id: str) -> Any:
    wait_until(lambda: jobs.view(id).state.ended)
    view = jobs.view(id)
    assert view.error is None, view.error
    return body(view)


class _Fixed:
    """The same values in every run for what differs from one to the next."""

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._documents: dict[str, str] = {}

    def body(self, operation: str, value: Any) -> Any:
        fixed = self._value(value)
        if operation == "list_audit":
            # Each hash is of a time, too.
            fixed = [{**entry, "previous": _HASH, "hash": _HASH} for entry in fixed]
        return fixed

    def _value(self, value: Any, *, inside_list: bool = False) -> Any:
        if isinstance(value, dict):
            return {name: self._field(name, item) for name, item in value.items()}
        if isinstance(value, list):
            # A list in a list is a pair, a span or a box.
            whole = inside_list and len(value) <= _TUPLE
            kept = value if whole else value[:_ITEMS]
            return [self._value(item, inside_list=True) for item in kept]
        if isinstance(value, str):
            return self._text(value)
        return round(value, 2) if isinstance(value, float) else value

    def _field(self, name: str, item: Any) -> Any:
        if name in _FIXED:
            return _FIXED[name]
        if name == "milliseconds":
            return dict.fromkeys(item, 1.5)
        return self._value(item)

    def _text(self, text: str) -> str:
        text = _PACK.sub(_HASH, text.replace(self._root, "/srv/pincite"))
        text = _ID.sub("0123456789abcdef0123456789abcdef", _TIME.sub("2026-01-05T09:00:00Z", text))
        return _DOCUMENT_ID.sub(self._document, text)[:_CHARACTERS]

    def _document(self, found: re.Match[str]) -> str:
        """A document's id is of its path: the first that is met is always the same one."""
        number = len(self._documents) + 1
        return self._documents.setdefault(found[0], f"d0c0000000{number:02x}")


def main() -> int:
    text = written()
    if "--check" not in sys.argv:
        FILE.write_text(text, encoding="utf-8")
        return 0
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == text:
        return 0
    print("examples.json is stale - run scripts/api_examples.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
