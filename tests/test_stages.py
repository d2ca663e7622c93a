"""How far work has come is told as plain data, with the time that is left at the pace of late."""

from __future__ import annotations

import json
from typing import Any

from pincite.collection.stages import Stage, StagedProgress, in_words, share_done


class Told:
    def __init__(self) -> None:
        self.now = 0.0
        self.last: dict[str, Any] = {}
        stages = (Stage.READ, Stage.WORDS, Stage.MEANING)
        self.progress = StagedProgress(self.tell, stages, lambda: self.now)

    def tell(self, **told: Any) -> None:
        self.last = json.loads(json.dumps(told))

    def states(self) -> list[str]:
        return [stage["state"] for stage in self.last["stages"]]


def test_seconds_left_follow_the_pace_of_the_stage() -> None:
    told = Told()
    told.progress.begin(Stage.MEANING)
    told.progress.of_total(0, 100, "passages")
    assert "seconds_left" not in told.last
    told.now = 10.0
    told.progress.of_total(20, 100, "passages")
    assert told.last["seconds_left"] == 40
    assert in_words(told.last) == "encoding what it means: 20 of 100 passages, about 40 s left"
    # Another pass over other texts says nothing of how fast this one was.
    told.progress.of_total(1, 7, "passages")
    assert "seconds_left" not in told.last


def test_files_are_told_by_number_and_timed_by_size() -> None:
    told = Told()
    told.progress.begin(Stage.READ)
    for now, files, size in ((0.0, 0, 0), (10.0, 1, 900)):
        told.now = now
        told.progress(files=files, of_files=2, size=size, of_size=1000, pages=3, name="b.pdf")
    assert (told.last["done"], told.last["total"], told.last["seconds_left"]) == (1, 2, 1)
    assert (told.last["files"], told.last["pages"], told.last["name"]) == (1, 3, "b.pdf")


def test_stages_pass_one_after_another_and_say_why_one_did_not() -> None:
    told = Told()
    told.progress.begin(Stage.READ)
    assert told.states() == ["running", "waiting", "waiting"]
    told.progress.begin(Stage.WORDS)
    assert told.states() == ["done", "running", "waiting"]
    assert share_done(told.last) == 1 / 3
    told.progress.leave(Stage.MEANING, "no model")
    told.progress.end()
    assert told.states() == ["done", "done", "left"]
    assert told.last["stages"][2]["why"] == "no model"
    assert share_done(told.last) == 1.0
