"""What came of a fault, and which promise it broke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from chaos.watching import DEGRADED, Watch

# A call that takes longer than this hangs, for whoever waits for it.
HANGS = 60.0
# A write to a server of vectors, which nobody waits for, may take as long as that server may.
SYNC_HANGS = 150.0


@dataclass
class Outcome:
    """`recovery` is the time from when the fault was over to the first call that worked, in
    seconds; None where it was never over. `damage` says what is not as after the same loads
    without a fault."""

    answers: int = 0
    degraded: int = 0
    wrong: list[str] = field(default_factory=list[str])
    acknowledged: int = 0
    lost: int = 0
    errors: dict[str, int] = field(default_factory=dict[str, int])
    untyped: list[str] = field(default_factory=list[str])
    longest: float = 0.0
    recovery: float | None = None
    hangs: float = HANGS
    damage: list[str] = field(default_factory=list[str])

    @classmethod
    def of(cls, *watches: Watch) -> Outcome:
        events = [event for watch in watches for event in watch.events]
        kinds = Counter(event.kind for event in events)
        return cls(
            answers=kinds["right"],
            degraded=kinds[DEGRADED],
            wrong=[event.said for event in events if event.kind == "wrong"],
            acknowledged=kinds["acknowledged"],
            errors=dict(Counter(event.said for event in events if event.kind == "error")),
            untyped=[event.said for event in events if event.kind == "untyped"],
            longest=max((event.seconds for event in events), default=0.0),
        )

    @property
    def broken(self) -> list[str]:
        """The promises that were not kept."""
        said = {
            f"wrong answers: {self.wrong[:3]}": self.wrong,
            f"{self.lost} acknowledged writes were lost": self.lost,
            f"untyped errors: {self.untyped[:3]}": self.untyped,
            f"damage: {self.damage[:3]}": self.damage,
            f"a call took {self.longest:.0f} s": self.longest > self.hangs,
        }
        return [words for words, so in said.items() if so]

    def as_dict(self) -> dict[str, object]:
        return {**asdict(self), "broken": self.broken}


def table(rows: Sequence[tuple[str, str, str, Outcome]]) -> str:
    """As Markdown: engine, fault, what it fell into, and what came of it."""
    lines = [
        "| engine | fault | during | errors that were seen | right answers | said to be partial | wrong"
        " | writes acknowledged | lost | longest call, s | recovery, s |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for engine, fault, during, one in rows:
        errors = ", ".join(f"`{code}` {count}" for code, count in sorted(one.errors.items()))
        recovery = "–" if one.recovery is None else f"{one.recovery:.2f}"
        lines.append(
            f"| {engine} | {fault} | {during} | {errors or 'none'} | {one.answers} | {one.degraded}"
            f" | {len(one.wrong)} | {one.acknowledged} | {one.lost} | {one.longest:.1f} | {recovery} |"
        )
    return "\n".join(lines)
