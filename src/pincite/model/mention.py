"""A mention: words of a text that cite something, what they cite, and how it was settled."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class CitedKind(StrEnum):
    """What is cited."""

    CASE = "case"
    STATUTE = "statute"
    REGULATION = "regulation"
    RULE = "rule"
    CONSTITUTION = "constitution"
    JOURNAL = "journal"
    RECORD = "record"
    """A paper of the case itself: Compl. ¶ 12, Dkt. No. 45 at 3, Ex. A, Tr. 14:3-9."""
    UNKNOWN = "unknown"
    """The words alone do not say: Id., a supra, a bare section sign."""


class Form(StrEnum):
    """How it is cited."""

    FULL = "full"
    """Says by itself which source is meant."""
    SHORT = "short"
    """A part of a full citation made before: "509 U.S., at 593", "§ 1983" after its title."""
    ID = "id"
    SUPRA = "supra"
    INFRA = "infra"
    NAME = "name"
    """A source called by its name alone: "In Daubert, …", "the Domestic Violence Act"."""
    INTERNAL = "internal"
    """A place in the text that says it: "paragraph (b)(1) of this section", "the Schedule"."""


class Mention(NamedTuple):
    """`text[start:end]` cites something.

    start:end is all that belongs to it: the case's name, the pinpoint, the court and the year, but
    no signal before it and no explanation in brackets after it. `core` is the part that
    identifies it ("509 U.S. 579"). `key` is what two spellings of one source share, without
    any pinpoint; it is empty where only what stands before can tell. `pin` is the pinpoint as it is
    written ("593–594", "¶ 12", "(b)(1)").

    `targets` are the URNs that the words determine, pinpoint included, whether or not a corpus
    holds them; for a range the first and the last. `parts` are what the grammar named: volume,
    reporter, page, year, court, plaintiff, defendant, title, section, signal, parenthetical …
    `rule` names the rule that found it.
    """

    start: int
    end: int
    core: tuple[int, int]
    kind: CitedKind
    form: Form
    key: str
    pin: str
    rule: str
    targets: tuple[str, ...] = ()
    parts: Mapping[str, str] = {}


class Unresolved(StrEnum):
    """Why a mention was tied to nothing."""

    NOTHING_BEFORE = "nothing before it can be meant"
    CHAIN_BROKEN = "what stands before it could not be settled"
    AMBIGUOUS = "more than one source before it can be meant"
    STRING_CITE = "the citation before it names several sources"
    FOOTNOTE = "its source would be on the other side of a footnote's edge"
    BAD_PIN = "the page it points at is not in the source before it"
    NO_SUCH_PLACE = "the text has no such place"
    UNKNOWN_SOURCE = "no source of that name is known"


class Resolved(NamedTuple):
    """A mention and the source it was tied to.

    `key` is the source's, "" where it was tied to nothing, and then `reason` says why.
    `antecedent` is the index, in the list it came with, of the mention that it takes its source
    from: itself for one that says it all, -1 where there is none. `targets` are as in Mention, with
    those a short form inherits. `treatment` is how the words around it treat the source.
    """

    mention: Mention
    key: str
    antecedent: int
    targets: tuple[str, ...] = ()
    reason: Unresolved | None = None
    treatment: str = ""
