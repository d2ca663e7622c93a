"""What each rule that decides refusals beside the reader is worth.

    python benchmarks/gates.py [a|b|FILE] [--corpora NAME …] [--gates NAME …] [--limit N]
        [--json FILE]

A reader says how likely an answer is. These rules may refuse, or change what is answered, whatever
it says; each is switched off in turn over the lines of a marked set (benchmarks/answered.py):

`law of elsewhere`    the law of another country is asked for
`name`                what is named is mentioned nowhere, and little of the rest is said
`nobody`              files mention nobody of the name that is asked about
`not held`            what is cited is not held
`one word`            one word, or a section of no work, is asked back
`asking back`         every question is that the search would ask back
`cited`               what is cited outright is told, and not read
`card`                a question that only names a law gets its card
`one jurisdiction`    an answer is from the law of one jurisdiction
`named document`      files are searched in the document that the question names
`not in force`        what is repealed, expired or not begun is not quoted
`threshold`           the reader's own: below a probability, nothing is taken for an answer

and, where no network reads the language, so that words alone decide:

`quantity`            how much or how long is asked, and no number is near
`covered share`       too little of the question is said

`reader` is all of the way without a reader instead, with the rules that it has (quantity, covered
share, clause). Told is what is in full and refused, with the paired difference to all on; `spoke`
counts the lines in which the rule, or what stands in for it, said something else. Only these are
asked again.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

from answered import marked_lines, opened
from pincite.answer import flow, sufficiency
from pincite.answer.names import AskedName
from pincite.answer.reading import reader
from pincite.answer.sources import law as law_source
from pincite.answer.sources.files import FileSource
from pincite.answer.sources.law import LawSource
from pincite.answer.sufficiency import Lack, Lacking
from pincite.evaluation.answered import AnsweredLine, evaluate_marked
from pincite.evaluation.answers import Sources
from pincite.evaluation.comparison import difference
from pincite.evaluation.judging import Outcome
from pincite.evaluation.marked import MarkedQuestion, MarkedSet
from pincite.evaluation.report import number, rounded, table
from pincite.library import Library
from pincite.matters.matter import Matter
from pincite.model.status import LawStatus
from pincite.search.files_by_name import FilesByName
from pincite.search.library_index import Retrieved
from pincite.search.relevance import Relevance
from pincite.search.response import Response
from pincite.settings import Settings

_SEED = 20251118
_ALL_ON, _READER = "all on", "reader"
_LACKING = sufficiency._lacking
Row = dict[str, Any]


class Switch(NamedTuple):
    """A function that a rule rests on, and what it would say if there were no such rule: `off` is
    given what it says, and what it was asked."""

    owner: Any
    name: str
    off: Callable[..., Any]


def _nothing(_said: object, *_asked: object) -> None:
    return None


def _yes(_said: object, *_asked: object) -> bool:
    return True


def _no(_said: object, *_asked: object) -> bool:
    return False


def _all_said(said: float, *_asked: object) -> float:
    """What is asked beside a name."""
    return max(said, sufficiency._WITHOUT_NAME)


def _about_nobody(said: list[AskedName], *_asked: object) -> list[AskedName]:
    return [name._replace(asked_about=False) for name in said]


def _as_found(_said: Response, response: Response, _relevance: Relevance) -> Response:
    return response


def _never_back(said: Response, *_asked: object) -> Response:
    return replace(said, clarify=None)


def _no_card(said: Response, *_asked: object) -> Response:
    return replace(said, card=None)


def _read(said: Retrieved, *_asked: object) -> Retrieved:
    cited = said.response.cited > 0
    return said._replace(response=replace(said.response, cited=0)) if cited else said


def _anywhere(said: Retrieved, retrieve: Callable[..., Retrieved], *asked: Any) -> Retrieved:
    *search, held, _places = asked
    if len(held) < 2:
        return said
    found = retrieve(*search)
    return said if found.response.results == said.response.results else found


def _however_unlikely(said: Lacking | None, *asked: Any, **read: bool) -> Lacking | None:
    return _as_likely(said, *asked, **read) if read["was_read"] else said


def _however_little(said: Lacking | None, *asked: Any, **read: bool) -> Lacking | None:
    return said if read["was_read"] else _as_likely(said, *asked, **(read | {"was_read": True}))


def _as_likely(said: Lacking | None, *asked: Any, **read: bool) -> Lacking | None:
    """What else is lacking, where it is not about the question."""
    off = said is not None and said.lack is Lack.OFF
    return _LACKING(*asked, **(read | {"likely_enough": True})) if off else said


GATES: dict[str, tuple[Switch, ...]] = {
    "law of elsewhere": (Switch(sufficiency, "elsewhere", _nothing),),
    "name": (Switch(sufficiency, "_rest", _all_said),),
    "nobody": (Switch(flow, "unknown_names", _about_nobody),),
    "not held": (Switch(flow, "not_held", _nothing),),
    "one word": (Switch(flow, "asking_back", _as_found), Switch(flow, "is_bare", _no)),
    "asking back": (Switch(flow, "asking_back", _never_back),),
    "cited": (Switch(LawSource, "search", _read), Switch(FileSource, "search", _read)),
    "card": (Switch(flow, "asking_back", _no_card),),
    "one jurisdiction": (Switch(law_source, "in_one_jurisdiction", _anywhere),),
    "named document": (Switch(FilesByName, "named", _nothing),),
    "not in force": (Switch(LawStatus, "may_apply", _yes),),
    "threshold": (Switch(sufficiency, "_lacking", _however_unlikely),),
    "quantity": (Switch(sufficiency, "_answers_quantity", _yes),),
    "covered share": (Switch(sufficiency, "_lacking", _however_little),),
}


@contextmanager
def put(owner: Any, name: str, other: Callable[..., Any]) -> Generator[None]:
    """Another function, or property, in place of one."""
    own = vars(owner)[name]
    setattr(owner, name, property(other) if isinstance(own, property) else other)
    try:
        yield
    finally:
        setattr(owner, name, own)


def _function(owner: Any, name: str) -> Callable[..., Any]:
    own = vars(owner)[name]
    return own.fget if isinstance(own, property) else own


@contextmanager
def listening(gates: Sequence[str], heard: set[str]) -> Iterator[None]:
    """All rules on; `heard` gets the gates of which something else would be said if they were off,
    until it is cleared."""

    def heeding(owner: Any, name: str) -> Callable[..., Any]:
        own = _function(owner, name)
        offs = [
            (gate, switch.off)
            for gate in gates
            for switch in GATES[gate]
            if (switch.owner, switch.name) == (owner, name)
        ]

        @wraps(own)
        def says(*asked: Any, **more: Any) -> Any:
            said = own(*asked, **more)
            for gate, off in offs:
                other = off(said, *asked, **more)
                if other is not said and other != said:
                    heard.add(gate)
            return said

        return says

    with ExitStack() as stack:
        every = {(switch.owner, switch.name) for gate in gates for switch in GATES[gate]}
        for owner, name in every:
            stack.enter_context(put(owner, name, heeding(owner, name)))
        yield


@contextmanager
def without(gate: str) -> Iterator[None]:
    def silenced(switch: Switch) -> Callable[..., Any]:
        own = _function(switch.owner, switch.name)
        return lambda *asked, **more: switch.off(own(*asked, **more), *asked, **more)

    with ExitStack() as stack:
        if gate == _READER:
            stack.enter_context(put(flow, "reader", lambda _settings: None))
        for switch in GATES.get(gate, ()):
            stack.enter_context(put(switch.owner, switch.name, silenced(switch)))
        yield


class Gated(NamedTuple):
    """What came of a line with all rules on, and with each off that spoke of it."""

    on: AnsweredLine
    off: dict[str, AnsweredLine]

    def without(self, gate: str) -> AnsweredLine:
        return self.off.get(gate, self.on)


def gated(
    source: Library | Matter, sources: Sources, marked: MarkedSet, gates: Sequence[str]
) -> Iterator[Gated]:
    def came(line: MarkedQuestion) -> AnsweredLine:
        return evaluate_marked(source, sources, replace(marked, lines=(line,)))[1].lines[0]

    own = [gate for gate in gates if gate in GATES]
    for line in marked.lines:
        heard: set[str] = set()
        with listening(own, heard):
            on = came(line)
        off: dict[str, AnsweredLine] = {}
        for gate in gates:
            if gate in heard or gate == _READER:
                with without(gate):
                    off[gate] = came(line)
        yield Gated(on, off)


_TOLD: dict[str, tuple[bool, Callable[[AnsweredLine], bool]]] = {
    "in full": (False, lambda line: line.outcome is Outcome.IN_FULL),
    "answerable refused": (False, lambda line: not line.answered),
    "unanswerable refused": (True, lambda line: not line.answered),
}


def figures(gate: str, found: Sequence[Gated]) -> Row:
    told: Row = {
        "spoke": sum(gate in one.off for one in found),
        "changed": sum(one.on.outcome is not one.without(gate).outcome for one in found),
    }
    for name, (unanswerable, holds) in _TOLD.items():
        own = [one for one in found if one.on.unanswerable is unanswerable]
        if not own:
            told[name] = None
            continue
        on = [float(holds(one.on)) for one in own]
        off = [float(holds(one.without(gate))) for one in own]
        gained = {key: rounded(value) for key, value in difference(off, on)._asdict().items()}
        told[name] = {
            "share": rounded(sum(off) / len(off)), "of": len(own), "difference": gained,
        }  # fmt: skip
    return told


def shown(gate: str, value: Any) -> str:
    if not isinstance(value, dict):
        return "" if value is None else str(value)
    gained = value["difference"]
    if gate == _ALL_ON:
        return f"{number(value['share'])} of {value['of']}"
    between = f"[{gained['low']:+.3f}, {gained['high']:+.3f}]"
    return f"{number(value['share'])} ({gained['mean']:+.3f} {between})"


def as_table(name: str, rows: dict[str, Row]) -> str:
    head = list(next(iter(rows.values())))
    kept = {gate: told for gate, told in rows.items() if told["spoke"] or gate == _ALL_ON}
    return table(
        [name, *head],
        [[gate, *(shown(gate, told[key]) for key in head)] for gate, told in kept.items()],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    names = [*GATES, _READER]
    parser.add_argument("set", nargs="?", default="a")
    parser.add_argument("--corpora", nargs="*", default=())
    parser.add_argument("--gates", nargs="*", default=names, choices=names)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    if reader(Settings()) is None:
        print("left out: no reader is set (PINCITE_READER_MODEL)")
        return
    lines = [
        line
        for line in marked_lines(chosen.set)
        if not chosen.corpora or line["corpus"] in chosen.corpora
    ]
    if chosen.limit and chosen.limit < len(lines):
        lines = random.Random(_SEED).sample(lines, chosen.limit)
    found: dict[str, list[Gated]] = {}
    for corpus, source, sources, marked in opened(lines, chosen.corpora, encode=True):
        kind = "law" if isinstance(source, Library) else "files"
        kind = "Icelandic law" if corpus == "lagasafn" else kind
        found.setdefault(kind, []).extend(gated(source, sources, marked, chosen.gates))
    found = {"all": [one for own in found.values() for one in own], **found}
    told = {
        kind: {gate: figures(gate, own) for gate in (_ALL_ON, *chosen.gates)}
        for kind, own in found.items()
    }
    print("\n\n".join(as_table(kind, rows) for kind, rows in told.items()))
    silent = [gate for gate in chosen.gates if not told["all"][gate]["spoke"]]
    if silent:
        print(f"\nThese spoke of no line: {', '.join(silent)}.")
    record = {"set": Path(chosen.set).stem, "off": told}
    print(json.dumps(record))
    if chosen.json:
        chosen.json.write_text(json.dumps(record, indent=1))


if __name__ == "__main__":
    main()
