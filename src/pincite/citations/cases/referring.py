"""Words that refer to what was or will be cited: Id., Ibid., supra, infra."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.citations.cases import pins
from pincite.citations.cases.names import name_before
from pincite.citations.cases.tokens import Token
from pincite.model.mention import CitedKind, Form, Mention

_note = re.compile(
    r",? (?:at )?(?P<words>(?:notes?|nn?\.|fn\.|footnotes?) ?"
    r"(?P<note>\d{1,4}(?:[-–]\d{1,4})?(?:(?:, | and | & )\d{1,4}){0,4}(?!\d)))"
)
_part = re.compile(
    r",? (?:at |in )?(?P<words>(?P<part>(?:[Pp]arts?|[Pp]ts?\.|Sections?|Chapters?|ch\.|Points?"
    r"|Arguments?|subsections?) (?:[IVXLC]{1,7}|\d{1,3}|[A-Z])"
    r"(?:[.–-][A-Za-z0-9]{1,4}|\([A-Za-z0-9]{1,4}\)){0,5})(?![A-Za-z0-9]))"
)
_placed_before = re.compile(
    r"(?<![A-Za-z])(?P<words>(?:(?P<note>nn?\.|[Nn]otes?|fn\.)|Parts?|Pts?\.|§§?|[Ss]ections?|Appendix"
    r"|pp?\.|[Pp]ages?) ?(?P<number>[\w.–-]{1,12}(?:(?:, | and | & )\d{1,4}){0,3})),? $"
)
_volume = re.compile(r",? (?P<volume>\d{1,4}) $")
_possessive = re.compile(r"['’]s$|(?<=s)['’]$")
_bracket = re.compile(r",?\)(?=\W|$)")
_ends = frozenset(",.;:)]”\"’'\n—–")
_runs_on = re.compile(r",? (?!this page)[a-z]")
_leads = re.compile(
    r"(?:[.;:()\[\]—–“”\"'’?!]|(?:^|[\s(])(?:see|also|e\. ?g\.|cf\.|but|accord|and|compare|with|in"
    r"|citing|quoting|at|under|of|generally|contra),?)$",
    re.IGNORECASE,
)


def referring(text: str, found: Sequence[Token]) -> Iterator[Mention]:
    for index, token in enumerate(found):
        if token.word == "cite":
            continue
        stop = found[index + 1].start if index + 1 < len(found) else len(text)
        if token.word in {"id.", "ibid"}:
            mention = _id(text, token, stop)
        else:
            floor = found[index - 1].end if index else 0
            mention = _elsewhere(text, token, floor, stop, found[index + 1 : index + 2])
        if mention is not None:
            yield mention


def _id(text: str, token: Token, stop: int) -> Mention | None:
    end = token.end
    if token.word == "ibid" and text[end : end + 1] == ".":
        end += 1
    pin = pins.after_referring(text, end, stop)
    if not pin.words and not _stands_for_a_citation(text, token.start, end):
        return None
    parts = pins.explanations(text, pin.end)
    return Mention(
        token.start,
        pin.end,
        (token.start, end),
        CitedKind.UNKNOWN,
        Form.ID,
        "",
        pin.words,
        "cases.id",
        (),
        parts,
    )


def _stands_for_a_citation(text: str, start: int, end: int) -> bool:
    """Whether an "Id." without a page is one: not "his Id. card", a photo ID, or Mr Ibid."""
    after = text[end : end + 1]
    if text[start:end].isupper() or after == ":":
        return False
    if text[end - 1] != "." and after not in _ends:
        return False
    before = text[max(0, start - 14) : start].rstrip()
    led = not before or text[start - 1] == "\n" or _leads.search(before) is not None
    return led or (text[start].islower() or not _runs_on.match(text, end))


def _in_brackets(text: str, token: Token, floor: int, stop: int) -> Mention | None:
    """ "Sidumo (supra) at para 80", "Tennessee v. Davis (supra, p. 257)": with the name before."""
    start = token.start - 1
    if text[start - 1 : token.start] != " (":
        return None
    inside = pins.after_referring(text, token.end, stop)
    closed = _bracket.match(text, inside.end)
    if closed is None:
        return None
    # "Nkosi's case (supra)"
    called = start - len("case ") if text.endswith((" case ", " Case "), floor, start) else start
    name = name_before(text, start, floor, bare_allowed=True) or name_before(
        text, called, floor, bare_allowed=True
    )
    if name is None:
        return None
    pin = pins.after_referring(text, closed.end(), stop)
    whole = name.whole if called == start else _possessive.sub("", name.whole)
    parts = {"antecedent": whole}
    if name.defendant:
        parts |= {"plaintiff": name.plaintiff, "defendant": name.defendant}
    return Mention(
        name.start,
        pin.end,
        (token.start, token.end),
        CitedKind.UNKNOWN,
        Form.SUPRA,
        "",
        ", ".join(filter(None, (inside.words, pin.words))),
        "cases.supra",
        (),
        parts | pins.explanations(text, pin.end),
    )


def _elsewhere(
    text: str, token: Token, floor: int, stop: int, following: Sequence[Token]
) -> Mention | None:
    """A supra or an infra; None for a supra within the citation that follows it."""
    end = token.end
    after = text[end : end + 1]
    if after.isalnum() or after in {"-", "_", "’", "'"}:
        return None
    supra = token.word == "supra"
    bracketed = _in_brackets(text, token, floor, stop) if supra else None
    if bracketed is not None:
        return bracketed
    within = bool(following) and following[0].of_a_case
    if supra and within and text[end : following[0].start] in {", ", " "}:
        return None
    parts: dict[str, str] = {}
    pieces: list[str] = []
    for name, pattern in (("note", _note), ("part", _part)):
        match = pattern.match(text, end, min(stop, end + 80))
        if match is not None:
            parts[name] = match[name]
            pieces.append(match["words"])
            end = match.end()
    pin = pins.after_referring(text, end, stop)
    if pin.words:
        pieces.append(pin.words)
    start = token.start
    placed = _placed_before.search(text, max(floor, start - 40), start)
    if placed is not None:
        parts["note" if placed["note"] else "part"] = (
            placed["number"] if placed["note"] else placed["words"]
        )
        pieces.insert(0, placed["words"])
        start = placed.start()
    volume = _volume.search(text, max(floor, start - 8), start) if supra else None
    if volume is not None:
        start = volume.start() + 2 if text[volume.start()] == "," else volume.start() + 1
    name = name_before(text, start, floor, bare_allowed=supra and placed is None)
    if name is not None:
        start = name.start
        parts["antecedent"] = name.whole
        if name.defendant:
            parts |= {"plaintiff": name.plaintiff, "defendant": name.defendant}
        if volume is not None:
            parts["volume"] = volume["volume"]
    elif volume is not None:
        start = token.start
    if not pieces and name is None and text[token.start].isupper() and _runs_on.match(text, end):
        return None
    parts |= pins.explanations(text, pin.end)
    return Mention(
        start,
        pin.end,
        (token.start, token.end),
        CitedKind.UNKNOWN,
        Form.SUPRA if supra else Form.INFRA,
        "",
        ", ".join(pieces),
        f"cases.{token.word}",
        (),
        parts,
    )
