"""References to Icelandic law, in texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.citations.icelandic.here import Home
from pincite.citations.icelandic.laws import IcelandicLaw, before, laws, standing
from pincite.citations.icelandic.places import IcelandicPlace, Step, chain, path, places, shapes
from pincite.citations.icelandic.words import icelandic_words
from pincite.citations.reading import CitableText
from pincite.citations.scanning.folding import lowered
from pincite.citations.works.titles import WorkTitles
from pincite.model.mention import CitedKind, Form, Mention

_anchor = re.compile(
    r"(?<![\w/-])(?<!\d\.)(?:\d{1,3}\.(?=[ ,–-])|[a-zþæö](?=[-–]| (?:og|eða|lið))|[A-ZÞÆÖ](?=-)"
    r"|[IVXLC]{1,7}\.(?=[ –-])|[Áá]kvæð|[Bb]ráðabirgðaákv)"
)
_join = re.compile(r",? (?:og|eða) |, ")
_compare = re.compile(r",? sbr\. (?:einnig |og )?")
_law_first = re.compile(r", | [-–] | ")
_between = re.compile(rf",? (?:(?:{'|'.join(icelandic_words().between)}) ){{1,2}}")
_heads = "|".join(form for head in icelandic_words().heads for form in (*head.bare, *head.article))
_other = re.compile(
    rf",? (?P<of>(?:(?:{'|'.join(icelandic_words().between)}) )?(?![A-ZÁÉÍÓÚÝÞÆÖ])\w{{0,40}}?"
    rf"(?:(?:{'|'.join(icelandic_words().other)})\w{{0,12}}|(?:{_heads})(?!\w)))"
)
# Without any of these there is no reference of this kind.
_SIGNS = ("gr.", "mgr.", "grein", "kafl", "lög", "laga", "nr.", "l. ", "stjórnarskr", "skrá")


class _Chain(NamedTuple):
    steps: list[Step]
    start: int
    end: int
    units: frozenset[str]


class _OfLaw(NamedTuple):
    """A chain of places and its law; `joined` says that the law is that of the next chain."""

    reference: _Chain
    law: IcelandicLaw | None
    joined: bool = False


def icelandic(reading: CitableText, titles: WorkTitles | None = None) -> list[Mention]:
    """Places and laws, in the order of the text."""
    at_home = reading.locale.language == "is" or "is" in reading.locale.jurisdictions()
    if not at_home and not any(sign in reading.text for sign in (". gr.", "mgr.", "lög nr.")):
        return []
    if not any(sign in reading.text for sign in _SIGNS):
        return []
    designated = _settled(reading.text, laws(reading.text, titles))
    found = list(_mentions(reading, designated, at_home=at_home))
    return sorted(found, key=lambda mention: mention.start)


def _settled(text: str, designated: list[IcelandicLaw]) -> list[IcelandicLaw]:
    """With the law that each "laganna" means."""
    found: list[IcelandicLaw] = []
    recent: list[IcelandicLaw] = []
    for law in designated:
        if law.which == "that" and (meant := before(text, law.start, recent)) is not None:
            found.append(law._replace(urn=meant.urn, kind=meant.kind))
            continue
        found.append(law)
        if law.which in ("number", "name"):
            recent = [*recent[-1:], law]
    return found


def _mentions(
    reading: CitableText, designated: list[IcelandicLaw], *, at_home: bool
) -> Iterator[Mention]:
    text = reading.text
    chains = list(_chains(text, frozenset(node.start for node in reading.nodes if node.num)))
    by_end = {law.end: law for law in designated}
    home = Home(reading.urn, reading.nodes) if reading.urn and reading.nodes else None
    used: set[int] = set()
    for reference, law, joined in _with_laws(text, chains, designated):
        start, end = reference.start, reference.end
        if law is None and not joined and "article" in reference.units:
            law = _law_before(text, start, by_end, brief_only=home is not None)
            start = law.start if law is not None else start
        elif law is not None and not joined:
            end = law.end
        if law is not None and not joined:
            used.add(law.start)
        if law is None and not (at_home and (home or reference.units & {"article", "paragraph"})):
            continue
        yield from _placed(text, reference, law, start, end, home)
    if home is not None:
        yield from _this_unit(text, home)
    for law in designated:
        if law.start not in used and (mention := _alone(law, home)) is not None:
            yield mention


def _with_laws(text: str, chains: list[_Chain], designated: list[IcelandicLaw]) -> list[_OfLaw]:
    """Each chain with the law named behind it, or with that of the chain that it is joined to."""
    by_start = {law.start: law for law in designated}
    found: list[_OfLaw] = []
    following: _OfLaw | None = None
    for reference in reversed(chains):
        law = _law_after(text, reference.end, by_start)
        of_law = _OfLaw(reference, law)
        following = of_law if law is not None else _joined(text, of_law, following)
        found.append(following)
    return found[::-1]


def _joined(text: str, of_law: _OfLaw, following: _OfLaw | None) -> _OfLaw:
    """A chain with the law, and the article it leaves out, of the one that it is joined to: "1. og
    2. mgr. 3. gr. laga"; without either where it is joined to none."""
    reference = of_law.reference
    if following is None:
        return of_law
    if not _join.fullmatch(text, reference.end, following.reference.start):
        return of_law
    if "article" in reference.units:
        return of_law._replace(law=following.law, joined=following.law is not None)
    if not _article(following.reference):
        return of_law
    return _OfLaw(_below(reference, following.reference), following.law, joined=True)


def _this_unit(text: str, home: Home) -> Iterator[Mention]:
    """ "þessarar greinar", "þessa kafla"."""
    low = lowered(text)
    for unit, phrases in icelandic_words().this_unit.items():
        for span in standing(low, phrases):
            if urn := home.this(span[0], unit):
                yield Mention(
                    *span, span, CitedKind.STATUTE, Form.INTERNAL, urn, "", "is place", (urn,)
                )


def _chains(text: str, headings: frozenset[int]) -> Iterator[_Chain]:
    """All but those that number the provision which begins there."""
    form = shapes(loose=False)
    done = 0
    for anchor in _anchor.finditer(text):
        if anchor.start() < done:
            continue
        steps = chain(text, anchor.start(), form)
        if steps:
            done = steps[-1].end
            if anchor.start() in headings:
                continue
            units = frozenset(step.unit for step in steps)
            yield _Chain(steps, anchor.start(), done, units)


def _article(following: _Chain) -> str:
    """The article that a chain joined before this one leaves out."""
    step = following.steps[-1]
    alone = len(step.items) == 1 and not step.items[0].last
    shares = step.unit == "article" and alone and len(following.steps) > 1
    return step.items[0].number if shares else ""


def _below(reference: _Chain, following: _Chain) -> _Chain:
    """The chain with the article of the one that follows; its words stay its own."""
    end = reference.end
    item = following.steps[-1].items[0]._replace(start=end, end=end)
    steps = [*reference.steps, Step("article", (item,), end, end)]
    return reference._replace(steps=steps, units=reference.units | {"article"})


def _law_after(text: str, end: int, by_start: dict[int, IcelandicLaw]) -> IcelandicLaw | None:
    for gap in (1, 2):
        law = by_start.get(end + gap)
        if law is not None and text[end : end + gap] in (" ", ", "):
            return law
    if between := _between.match(text, end):
        return by_start.get(between.end())
    return None


def _law_before(
    text: str, start: int, by_end: dict[int, IcelandicLaw], *, brief_only: bool
) -> IcelandicLaw | None:
    for gap in (1, 2, 3):
        law = by_end.get(start - gap)
        if law is not None and _law_first.fullmatch(text, start - gap, start):
            says = law.which in ("number", "name") and (law.brief or not brief_only)
            return law if says else None
    return None


def _placed(
    text: str, reference: _Chain, law: IcelandicLaw | None, start: int, end: int, home: Home | None
) -> Iterator[Mention]:
    found = places(reference.steps)
    for index, place in enumerate(found):
        first = min(start, place.start) if index == 0 else place.start
        last = end if index == len(found) - 1 else min(place.end, reference.end)
        yield _mention(text, place, law, (first, last), home)


def _mention(
    text: str,
    place: IcelandicPlace,
    law: IcelandicLaw | None,
    span: tuple[int, int],
    home: Home | None,
) -> Mention:
    parts = dict(place.units)
    core = (max(place.start, span[0]), min(max(place.end, place.start), span[1]))
    pin = text[core[0] : core[1]]
    ends = (place.units,) if place.last is None else (place.units, place.last)
    rule = "is place"
    if law is not None and law.which in ("number", "name"):
        if len(law.works) > 1:
            parts["works"] = " ".join(work.urn for work in law.works)
        targets = tuple(_below_law(law.urn, units) for units in ends) if law.urn else ()
        article = parts.get("article") or parts.get("chapter") or parts.get("part") or ""
        key = f"{law.urn}:{article}" if law.urn and article else law.urn
        return Mention(*span, core, law.kind, Form.FULL, key, pin, rule, targets, parts)
    if law is not None and law.which == "that":
        if not law.urn:
            return Mention(*span, core, law.kind, Form.SHORT, "", pin, rule, (), parts)
        targets = tuple(_below_law(law.urn, units) for units in ends)
        key = f"{law.urn}:{parts['article']}" if "article" in parts else law.urn
        return Mention(*span, core, law.kind, Form.SHORT, key, pin, rule, targets, parts)
    if law is None and (other := _other.match(text, place.end)):
        parts["of"] = other["of"]
        return Mention(*span, core, CitedKind.UNKNOWN, Form.SHORT, "", pin, rule, (), parts)
    if home is None or (law is None and home.noted(place.start)):
        form = Form.SHORT if law is None else Form.INTERNAL
        if "article" in parts:
            parts["section"] = parts["article"]
        return Mention(*span, core, CitedKind.STATUTE, form, "", pin, rule, (), parts)
    urns = tuple(home.placed(place.start, units) for units in ends)
    targets = urns if all(urns) else ()
    key = ":".join(targets[0].split(":")[:5]) if targets else ""
    return Mention(*span, core, CitedKind.STATUTE, Form.INTERNAL, key, pin, rule, targets, parts)


def _below_law(urn: str, units: tuple[tuple[str, str], ...]) -> str:
    return ":".join((urn, *path(units)[0]))


def _alone(law: IcelandicLaw, home: Home | None) -> Mention | None:
    """A law that is named without a place. "These laws" without one means too little to keep."""
    span = (law.start, law.end)
    if law.which == "number":
        return Mention(*span, law.core, law.kind, Form.FULL, law.urn, "", "is law", (law.urn,))
    if law.which == "name":
        parts = {} if law.urn else {"works": " ".join(work.urn for work in law.works)}
        targets = (law.urn,) if law.urn else ()
        return Mention(*span, law.core, law.kind, Form.NAME, law.urn, "", "is name", targets, parts)
    if law.which == "this" and home is not None:
        return Mention(
            *span, law.core, law.kind, Form.INTERNAL, home.urn, "", "is law", (home.urn,)
        )
    return None
