"""Citations that carry a reporter: cases with their parallels and short forms, and all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.citations.cases import pins
from pincite.citations.cases.doubts import doubtful, misread
from pincite.citations.cases.editions import CitedEdition, cited, unpaged
from pincite.citations.cases.names import name_before
from pincite.citations.cases.parts import led, of_date, of_edition, of_name
from pincite.citations.cases.tokens import Token
from pincite.citations.cases.writings import journal, law
from pincite.model.mention import CitedKind, Form, Mention

_between_parallels = frozenset({", ", ",", " ", " [", ", [", "[, ", " = "})
_shared_by_parallels = ("plaintiff", "defendant", "name", "docket", "year", "court", "history")


class _Draft(NamedTuple):
    """A case's citation until its parallels are known, for they share year and court."""

    token: Token
    start: int
    end: int
    pin: str
    parts: dict[str, str]


def citing(text: str, found: Sequence[Token]) -> Iterator[Mention]:
    """Of the tokens that are cites, in the order of the text."""
    group: list[_Draft] = []
    for index, token in enumerate(found):
        if token.word != "cite" or misread(text, token):
            continue
        floor = _floor(found, index)
        stop = found[index + 1].start if index + 1 < len(found) else len(text)
        full_case = token.of_a_case and not token.short
        if not (full_case and group and _parallel(text, group, token)):
            yield from _settled(group)
            group = []
        if full_case:
            draft, closed = _full(text, token, floor, stop, group)
            if draft is not None:
                group.append(draft)
            if closed:
                yield from _settled(group)
                group = []
        elif token.of_a_case:
            yield _short(text, token, floor, stop)
        elif any(edition.reporter.source == "laws" for edition in token.editions):
            yield law(text, token)
        else:
            yield journal(text, token, stop)
    yield from _settled(group)


def _floor(found: Sequence[Token], index: int) -> int:
    """Where what stands before a token ends; a "supra" right before it belongs to it."""
    before = found[index - 1] if index else None
    if before is not None and before.word == "supra" and found[index].start - before.end <= 2:
        index -= 1
    return found[index - 1].end if index else 0


def _parallel(text: str, group: list[_Draft], token: Token) -> bool:
    if text[group[-1].end : token.start] not in _between_parallels:
        return False
    mine = token.editions[0].short_name
    return all(draft.token.editions[0].short_name != mine for draft in group)


def beside(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """With the parallels of what refers back marked: "Ethyl Gasoline, 309 U.S., at 446, 60 S. Ct.
    618", "id., at 565, 93 S. Ct. 2880"."""
    marked: list[Mention] = []
    for mention in mentions:
        before = marked[-1] if marked else None
        if before is not None and _repeats(text, before, mention):
            antecedent = before.parts.get("antecedent")
            parts = {**mention.parts, "parallel": "yes"} | (
                {"antecedent": antecedent} if antecedent else {}
            )
            mention = mention._replace(parts=parts)
        marked.append(mention)
    return marked


def _repeats(text: str, before: Mention, mention: Mention) -> bool:
    """Whether a full citation without a name or a signal stands beside one that refers back."""
    return (
        mention.kind is CitedKind.CASE
        and mention.form is Form.FULL
        and before.form in (Form.SHORT, Form.ID, Form.SUPRA)
        and before.kind in (CitedKind.CASE, CitedKind.UNKNOWN)
        and mention.start == mention.core[0]
        and text[before.end : mention.start] in _between_parallels
        and before.parts.get("reporter") != mention.parts.get("reporter")
    )


def _full(
    text: str, token: Token, floor: int, stop: int, group: list[_Draft]
) -> tuple[_Draft | None, bool]:
    """The draft, and whether its year closes the group of parallels."""
    start, parts = token.start, dict(token.groups)
    if group:
        parts["parallel"] = "yes"
        first = group[0].parts
        parts |= {key: first[key] for key in _shared_by_parallels if key in first}
    else:
        name = name_before(text, token.start, floor)
        if name is not None:
            start = name.start
            parts |= of_name(name)
        parts |= led(text, start)
    pin = pins.after_full(text, token.end, stop)
    bracketed = bool(group) and "[" in text[group[-1].end : token.start]
    dated = pins.court_and_year(text, pin.end + (bracketed and text[pin.end : pin.end + 1] == "]"))
    end = pin.end
    if dated is not None:
        end = dated.end
        parts |= of_date(dated)
    if not group and doubtful(text, token, parts, pin.words, end):
        return None, True
    parts |= pins.explanations(text, end)
    for draft in group:
        for key in ("year", "court", "date", "hereinafter"):
            if key in parts:
                draft.parts.setdefault(key, parts[key])
    words = pin.words or parts.pop("pin", "")
    return _Draft(token, start, end, words, parts), dated is not None


def _settled(group: Sequence[_Draft]) -> Iterator[Mention]:
    for token, start, end, pin, parts in group:
        meant = cited(token, parts.get("year", ""))
        parts |= of_edition(meant)
        if meant.edition.reporter.is_scotus:
            parts.setdefault("court", "scotus")
        yield Mention(
            start,
            end,
            (token.start, token.end),
            CitedKind.CASE,
            Form.FULL,
            _key(token, meant, parts),
            pin,
            "cases.reporter",
            (meant.target,) if meant.target else (),
            parts,
        )


def _key(token: Token, meant: CitedEdition, parts: dict[str, str]) -> str:
    """Of a case without a page yet, its name tells it from the others of its volume."""
    if unpaged(token.groups.get("page", "")):
        name = parts.get("name")
        return f"{meant.volume} {meant.edition.short_name} ___ ({name})" if name else ""
    return meant.key


def _short(text: str, token: Token, floor: int, stop: int) -> Mention:
    parts = dict(token.groups)
    page = parts.pop("page", "")
    name = name_before(text, token.start, floor)
    start = token.start
    if name is not None:
        start = name.start
        parts |= of_name(name)
        parts["antecedent"] = name.whole
    parts |= led(text, start)
    parts |= of_edition(cited(token, ""))
    pin = pins.after_short(text, token.end - len(page), token.end, stop)
    parts |= pins.explanations(text, pin.end)
    return Mention(
        start,
        pin.end,
        (token.start, token.end),
        CitedKind.CASE,
        Form.SHORT,
        "",
        pin.words,
        "cases.short",
        (),
        parts,
    )
