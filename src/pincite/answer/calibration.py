"""What a library's own questions say of the probability that an answer answers: kept in its folder
as `calibration.json`, made by `pincite eval answers --calibrate`."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pincite.answer.reading import reader
from pincite.corpus.aside import written_aside
from pincite.encoders.load import encoders
from pincite.errors import InputError, SourceMalformed
from pincite.settings import Settings

FILE = "calibration.json"
# A probability nearer to 0 or 1 than this is taken for one that far away.
_EDGE = 1e-6


@dataclass(frozen=True, slots=True)
class AnswerCalibration:
    """`slope` and `offset` turn the stated probability into that of this library. From
    `answer_from` on, as it is recalibrated, at most `rate` of the answers are wrong (with 95%
    confidence), from `maybe_from` on at most `maybe_rate`; None where no threshold keeps to it.
    Found on `n` answers of `set` on a `day`, with the models that `models` names."""

    slope: float
    offset: float
    answer_from: float | None
    maybe_from: float | None
    rate: float
    maybe_rate: float
    n: int
    set: str
    day: date
    models: str

    def applied(self, likely: float) -> float:
        """The probability in this library; it rises with the one that is stated."""
        return recalibrated(likely, self.slope, self.offset)

    def undone(self, stated: float) -> float:
        """What was stated before it was applied. Raises InputError where it states one probability
        for all."""
        if not self.slope:
            raise InputError(
                "this library's calibration states one probability for all answers",
                hint=f"Remove {FILE} from its folder, then calibrate again.",
            )
        return recalibrated(stated, 1 / self.slope, -self.offset / self.slope)


def recalibrated(likely: float, slope: float, offset: float) -> float:
    return 1 / (1 + math.exp(-(slope * logit(likely) + offset)))


def logit(likely: float) -> float:
    bounded = min(max(likely, _EDGE), 1 - _EDGE)
    return math.log(bounded / (1 - bounded))


def write_calibration(folder: Path, found: AnswerCalibration) -> Path:
    """Into the folder of a library or matter, in place of the one that was there. Raises
    OSError."""
    path = folder / FILE
    record = {**asdict(found), "day": found.day.isoformat()}
    with written_aside(path) as stream:
        stream.write((json.dumps(record, indent=1) + "\n").encode())
    return path


def read_calibration(folder: Path) -> AnswerCalibration | None:
    """None where the folder has none. Raises SourceMalformed."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        record["day"] = date.fromisoformat(record["day"])
        found = AnswerCalibration(**record)
        if not all(map(math.isfinite, (found.slope, found.offset))) or found.slope < 0:
            raise ValueError("no calibration has such a slope or offset")
    except (ValueError, TypeError, KeyError) as problem:
        raise SourceMalformed(
            "it is not what `pincite eval answers --calibrate` writes", file=FILE, place="line 1",
            hint="Remove it, or calibrate again.",
        ) from problem  # fmt: skip
    return found


def models_fingerprint(settings: Settings) -> str:
    """Names all models that a probability depends on: where it changes, so may what they say."""
    own, read = encoders(settings), reader(settings)
    used = (
        own.dense, own.tokens, own.sparse, own.static, own.lemmas, own.pairs,
        read.network if read else None,
    )  # fmt: skip
    names = "\n".join(encoder.fingerprint if encoder else "" for encoder in used)
    return hashlib.sha256(names.encode()).hexdigest()[:16]
