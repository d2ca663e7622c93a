"""What is done while a fault strikes: questions are asked, laws are loaded, indexes catch up."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from chaos.faults import Fault
from chaos.outcome import Outcome
from chaos.place import QUESTIONS, Load, Place, Writer, found
from chaos.watching import Question, Watch, asked
from pincite.library import Library


def through_questions(place: Place, fault: Fault, after: float | None) -> Outcome:
    """Asked all the while; the fault is over after so many seconds, or when it was noticed."""
    return asked_through(place.asks, QUESTIONS, fault, after, "error")


def asked_through(
    opened: Library, questions: Sequence[Question], fault: Fault, after: float | None, noticed: str
) -> Outcome:
    """`noticed` is what a call comes to while it goes on."""
    with asked(opened, questions) as watch:
        fault.strike()
        if after is None:
            watch.wait(noticed)
        else:
            time.sleep(after)
        fault.mend()
        mended = time.monotonic()
        first = watch.wait("right", since=mended)
        watch.wait("right", 20, since=mended)
    outcome = Outcome.of(watch)
    outcome.recovery = first.ended - mended
    return outcome


def through_loads(
    place: Place, fault: Fault, after: float | None, shares: tuple[float, ...] = (0.5, 1.0)
) -> Outcome:
    """Struck when such a share of a load was read, while questions are asked."""
    writer = place.writer()
    recoveries: list[float] = []
    with asked(place.asks, QUESTIONS) as watch:
        for share in shares:
            large = place.sources.large()
            over = _struck(writer, large, fault, share, after)
            recoveries.append(writer.until_done(place.sources.small()).ended - over)
            if large.tag not in writer.done:
                writer.until_done(large)
        watch.wait("right", len(QUESTIONS), since=time.monotonic())
    return writer.outcome(max(recoveries), watch)


def _struck(writer: Writer, load: Load, fault: Fault, share: float, after: float | None) -> float:
    """Load it and strike meanwhile; gives the moment at which the fault was over."""
    over = 0.0

    def happen() -> None:
        nonlocal over
        fault.strike()
        if after is not None:
            time.sleep(after)
            fault.mend()
            over = time.monotonic()

    happening = threading.Thread(target=happen)

    def progress(done: int, total: int, _name: str) -> None:
        if done == max(1, round(total * share)):
            happening.start()
            if done < total and after is None:
                happening.join()

    ended = writer.once(load, progress)
    assert happening.ident is not None, f"the load did not come so far: {ended.said}"
    happening.join()
    if after is None:
        fault.mend()
        over = time.monotonic()
    return over


def through_catching_up(place: Place, fault: Fault) -> Outcome:
    """Another machine loads, and this one cannot write to its index."""
    writer, watch = place.writer(), Watch()
    place.asks.search("any lamp")
    fault.strike()
    load = place.sources.small()
    number = load.tag.removeprefix("small-")
    writer.once(load)

    def ask() -> str:
        return watch.call(
            lambda: found(place.asks, f"buoy that bears the number {number}"),
            lambda said: "right" if said == f"The buoy shall bear the number {number}" else "wrong",
        ).kind

    for _ in range(5):
        ask()
    fault.mend()
    mended = time.monotonic()
    while ask() == "error":
        time.sleep(0.05)
    return writer.outcome(time.monotonic() - mended, watch)


def cut_off_for_good(place: Place, beside: Writer, fault: Fault) -> Outcome:
    """The writer and the asker never come back; the recovery is that of `beside`, who reaches the
    server another way and waits for the lock of the one that is gone."""
    writer = place.writer()
    with asked(place.asks, QUESTIONS) as watch:
        large = place.sources.large()
        began = threading.Event()

        def progress(done: int, total: int, _name: str) -> None:
            if done == total // 2:
                fault.strike()
                began.set()

        loading = threading.Thread(target=writer.once, args=(large, progress))
        loading.start()
        began.wait()
        struck = time.monotonic()
        freed = beside.until_done(place.sources.small()).ended
        loading.join()
        watch.wait("error", 2)
    beside.done += [tag for tag in writer.done if tag not in beside.done]
    return beside.outcome(freed - struck, watch, writer.watch)
