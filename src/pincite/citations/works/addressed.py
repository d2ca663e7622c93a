"""URNs and Akoma Ntoso addresses that stand in a text: "urn:lex:is:33-1944:65", "/akn/zw/act/…"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.citations.works.titles import WorkTitles
from pincite.errors import BadUrn
from pincite.model.akn import parse_frbr
from pincite.model.mention import CitedKind, Form, Mention
from pincite.model.urn import Urn

_address = re.compile(r"urn:lex:[a-z]{2}[\w.:~-]{1,300}|/akn/[\w/@:!~.-]{3,300}")
_CONTAINERS = ("sched-", "part-", "chap-", "subch-", "app-")
_ends = ".:~-/!@"
_REGULATIONS = frozenset(("instrument", "regulation", "by-law"))


def addressed(text: str, titles: WorkTitles | None = None) -> Iterator[Mention]:
    """In order. What is written as an address and is none is passed over."""
    if "urn:lex:" not in text and "/akn/" not in text:
        return
    for match in _address.finditer(text):
        words = match[0].rstrip(_ends)
        try:
            urn = Urn.parse(words) if words.startswith("urn:") else parse_frbr(words).urn
        except BadUrn:
            continue
        span = (match.start(), match.start() + len(words))
        name = str(urn)
        kind = _kind(urn, titles)
        key = str(Urn(urn.jurisdiction, urn.corpus, _section(urn.path)))
        yield Mention(*span, span, kind, Form.FULL, key, "", "address", (name,))


def _kind(urn: Urn, titles: WorkTitles | None) -> CitedKind:
    if urn.corpus == "scotus":
        return CitedKind.CASE
    work = titles.works.get(str(Urn(urn.jurisdiction, urn.corpus))) if titles else None
    regulation = (work and work.kind in _REGULATIONS) or urn.corpus.endswith("cfr")
    return CitedKind.REGULATION if regulation else CitedKind.STATUTE


def _section(path: tuple[str, ...]) -> tuple[str, ...]:
    """The segments up to the section, those of schedules and the like around it included."""
    at = next((at for at, step in enumerate(path) if not step.startswith(_CONTAINERS)), len(path))
    return path[: at + 1]
