"""The log of questions: that one was asked and how it ended, never what was asked or answered.

One file a day, one JSON object a line: the request's number, the hour, the length of the question
and the beginning of its hash, counts, outcome, retries, reason. Old files are deleted.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from pincite.answer.reply import Reply
from pincite.text import canonicalize

FOLDER = "logs"
# 32 bits: enough to see that one question was asked twice, too few to look it up by.
_HASH = 8
_named = re.compile(r"answers-(\d{4}-\d{2}-\d{2})\.jsonl")


def hash_of(question: str) -> str:
    return hashlib.sha256(canonicalize(question).encode("utf-8", "replace")).hexdigest()[:_HASH]


@dataclass
class AnswerLog:
    """Writes the log to `folder`, and keeps each day's file for `days` days; 0 writes none."""

    folder: Path
    days: int
    _purged: date | None = None

    def write(self, reply: Reply, question: str, found: int, reason: str = "") -> None:
        now = datetime.now(UTC)
        if self._purged != now.date():
            self.purge(now.date())
            self._purged = now.date()
        if not self.days:
            return
        line = {
            "request": reply.request_id,
            "time": now.isoformat(timespec="seconds"),
            "query_length": len(question),
            "query_hash": hash_of(question),
            "found": found,
            "quotes": reply.verification.quotes,
            "checked": reply.verification.checked,
            "outcome": reply.refusal.kind.value if reply.refusal else "answered",
            "retries": reply.retries,
            "reason": reason,
            "answerer": reply.answerer,
            "channel": reply.channel,
            "milliseconds": round(reply.milliseconds.get("total", 0.0)),
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"answers-{now.date().isoformat()}.jsonl"
        # One write of one line: processes that log at once do not mix theirs.
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, (json.dumps(line, sort_keys=True) + "\n").encode())
        finally:
            os.close(handle)

    def purge(self, today: date | None = None) -> list[str]:
        """Delete the files of days that are over; gives their names."""
        today = today or datetime.now(UTC).date()
        gone: list[str] = []
        for path in sorted(self.folder.glob("answers-*.jsonl")) if self.folder.is_dir() else ():
            match = _named.fullmatch(path.name)
            if match and _age(match[1], today) >= self.days:
                path.unlink(missing_ok=True)
                gone.append(path.name)
        return gone


def _age(day: str, today: date) -> int:
    """In days; a day that never was is of no age."""
    try:
        return (today - date.fromisoformat(day)).days
    except ValueError:
        return -1
