"""A question that is asked of many libraries at once, simulated event by event.

Questions arrive at random (Poisson), or from a number of clients who each wait for their answer.
Each is asked of `asked` shards; in a shard it goes to the replica with the fewest questions, waits
there first come first served for one of its lanes, and is answered when the slowest shard has
answered. Nodes fail and are mended; what a node held when it failed is asked of another replica,
and where a shard has none left the question fails. The same seed gives the same figures.
tests/deploy/test_scatter.py holds it to what queueing theory says of the cases that it can solve.
"""

from __future__ import annotations

import heapq
import math
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

Draw = Callable[[random.Random], float]


def lognormal(p50: float, p95: float) -> Draw:
    """The service times of these two percentiles."""
    spread = math.log(p95 / p50) / 1.6448536
    return lambda rng: p50 * math.exp(spread * rng.gauss(0, 1))


def exponential(mean: float) -> Draw:
    return lambda rng: rng.expovariate(1 / mean)


@dataclass(frozen=True, slots=True)
class Fleet:
    """Times in seconds. `crowding` is by how much a service is slower while another lane of its
    node is busy: lanes share memory, caches and an interpreter."""

    service: Draw
    shards: int = 1
    replicas: int = 1
    lanes: int = 1
    crowding: float = 1.0
    gather: float = 0.0
    between_failures: float = math.inf
    repair: float = 0.0
    down: int = 0
    """Nodes that are away the whole time: one replica each of the first shards."""
    shortest: bool = True
    """Whether a question goes to the replica with the fewest, or to any."""


@dataclass(frozen=True, slots=True)
class Figures:
    questions: int
    failed: int
    a_second: float
    mean: float
    p50: float
    p95: float
    p99: float
    utilisation: float
    """Of the lanes that were there."""

    @property
    def availability(self) -> float:
        return 1 - self.failed / self.questions


@dataclass(slots=True, eq=False)
class _Question:
    came: float
    left: int
    failed: bool = False


@dataclass(slots=True, eq=False)
class _Node:
    shard: int
    up: bool = True
    life: int = 0
    """Counts its failures: what was to end in an earlier life does not."""
    running: list[_Question] = field(default_factory=list)
    waiting: deque[_Question] = field(default_factory=deque)

    @property
    def load(self) -> int:
        return len(self.running) + len(self.waiting)


class _Run:
    def __init__(
        self, fleet: Fleet, questions: int, asked: int, seed: int, *, closed: bool
    ) -> None:
        self.fleet, self.total, self.asked, self.closed = fleet, questions, asked, closed
        self.rng = random.Random(seed)
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.order = count()
        self.now = self.busy = 0.0
        self.came = self.ended = 0
        self.done: list[tuple[_Question, float]] = []
        self.shards = [[_Node(at) for _ in range(fleet.replicas)] for at in range(fleet.shards)]
        for shard in self.shards[: fleet.down]:
            shard[0].up = False
        if fleet.between_failures < math.inf:
            for node in (node for shard in self.shards for node in shard):
                self._fails(node)

    def at(self, wait: float, what: Callable[[], None]) -> None:
        heapq.heappush(self.events, (self.now + wait, next(self.order), what))

    def go(self) -> None:
        while self.ended < self.total:
            self.now, _, what = heapq.heappop(self.events)
            what()

    def ask(self) -> None:
        if self.came == self.total:
            return
        self.came += 1
        question = _Question(self.now, self.asked)
        chosen = (
            self.shards
            if self.asked == len(self.shards)
            else self.rng.sample(self.shards, self.asked)
        )
        for shard in chosen:
            self._send(question, shard)

    def _send(self, question: _Question, shard: list[_Node]) -> None:
        there = [node for node in shard if node.up]
        if not there:
            question.failed = True
            self._part_ended(question)
            return
        if self.fleet.shortest:
            least = min(node.load for node in there)
            there = [node for node in there if node.load == least]
        node = there[0] if len(there) == 1 else self.rng.choice(there)
        if len(node.running) < self.fleet.lanes:
            self._serve(node, question)
        else:
            node.waiting.append(question)

    def _serve(self, node: _Node, question: _Question) -> None:
        spent = self.fleet.service(self.rng) * (self.fleet.crowding if node.running else 1.0)
        node.running.append(question)
        life = node.life

        def ends() -> None:
            if node.life != life:
                return
            self.busy += spent
            node.running.remove(question)
            if node.waiting:
                self._serve(node, node.waiting.popleft())
            self._part_ended(question)

        self.at(spent, ends)

    def _part_ended(self, question: _Question) -> None:
        question.left -= 1
        if question.left:
            return
        self.ended += 1
        self.done.append((question, self.now - question.came + self.fleet.gather))
        if self.closed:
            # Its client asks the next one.
            self.at(self.fleet.gather, self.ask)

    def _fails(self, node: _Node) -> None:
        def fails() -> None:
            node.up, node.life = False, node.life + 1
            held = [*node.running, *node.waiting]
            node.running.clear()
            node.waiting.clear()
            self.at(self.rng.expovariate(1 / self.fleet.repair), mended)
            for question in held:
                self._send(question, self.shards[node.shard])

        def mended() -> None:
            node.up = True
            self._fails(node)

        self.at(self.rng.expovariate(1 / self.fleet.between_failures), fails)


def simulate(
    fleet: Fleet,
    *,
    rate: float = 0.0,
    clients: int = 0,
    questions: int = 20_000,
    asked: int = 0,
    seed: int = 1,
    warming: float = 0.1,
) -> Figures:
    """Either `rate` questions a second, or so many clients. `asked` shards each; 0 for all. The
    times of the first questions, a share of `warming`, do not count."""
    run = _Run(fleet, questions, asked or fleet.shards, seed, closed=bool(clients))

    def comes() -> None:
        run.ask()
        run.at(run.rng.expovariate(rate), comes)

    if rate:
        run.at(run.rng.expovariate(rate), comes)
    for _ in range(clients):
        run.at(0.0, run.ask)
    run.go()
    kept = run.done[int(len(run.done) * warming) :]
    times = sorted(spent for question, spent in kept if not question.failed) or [math.inf]
    nodes = fleet.shards * fleet.replicas - fleet.down
    return Figures(
        questions=len(run.done),
        failed=sum(question.failed for question, _ in run.done),
        a_second=len(run.done) / run.now,
        mean=sum(times) / len(times),
        p50=_share(times, 0.5),
        p95=_share(times, 0.95),
        p99=_share(times, 0.99),
        utilisation=run.busy / (run.now * nodes * fleet.lanes),
    )


def _share(ordered: list[float], share: float) -> float:
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def erlang_c(rate: float, mean: float, lanes: int) -> float:
    """The chance that a question waits (Erlang, 1917), with Poisson arrivals and exponential
    service."""
    load = rate * mean
    blocked = 1.0
    for one in range(1, lanes + 1):
        blocked = load * blocked / (one + load * blocked)
    return blocked / (1 - load / lanes * (1 - blocked))


def all_up(shards: int, replicas: int, between_failures: float, repair: float) -> float:
    """The chance that each of so many shards has a replica."""
    away = repair / (between_failures + repair)
    return (1 - away**replicas) ** shards
