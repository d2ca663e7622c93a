"""The forms of Icelandic law, and of the notes that the editors of Lagasafn put before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.graph.dates import dates
from pincite.status.records import Change, ForceClause, NamedTarget, Target, Whole

_DATE = r"(?:\d{1,2}\. ?[a-zþæöáéíóúý]+\.? \d{4})"
# "4. gr.", "10. og 11. gr.", "a-liður 2. mgr. 170. gr.", "brbákv. VII", "III. kafli".
_ARTICLE = r"\d+\.(?:–\d+\.)? gr\.(?: [a-z](?![a-z]))?"
_WITHIN = (
    r"(?:[a-z]-lið\w* |brbákv\. |\d+\. ?(?:málsl|mgr|tölul)\. |"
    r"\d+\.(?:–\d+\.)?(?:, |og | og )?){0,12}"
)
_PLACE = rf"{_WITHIN}(?:{_ARTICLE}|brbákv\. [IVX\d]+|[IVXL]+\. kafl\w+|[a-z]-lið\w*)"
_PLACES = (
    rf"(?:(?:ákvæði |fyrirmæli )?{_PLACE}"
    rf"(?:(?:, | og ){_WITHIN}(?:{_ARTICLE}|\d+\. mgr\. þessarar greinar))*)"
)
_places = re.compile(_PLACES, re.IGNORECASE)
_this = re.compile(
    r"\b(?:lög|reglugerð|reglur|auglýsing|samþykkt|lögin) ?(?:þess[a-z]*)?\b(?: (?:skulu|skyldu))?"
    r"(?= (?:öðl|tak|tók|koma|fall|gild|ná|kom))|\b(?:skyldu|skulu) lögin\b",
    re.IGNORECASE,
)
_rest_of_it = re.compile(r"\S+ ákvæði laganna\s*$", re.IGNORECASE)
_begins = re.compile(
    r"(?:öðl(?:ast|ist|uðust)|taka|tekur|tók|tóku|ganga|gengur)\s+(?:þegar\s+|þó\s+)?(?:í )?gildi|"
    r"kom(?:a|i|u)?\s+(?:þó\s+|fyrst\s+)?til framkvæmda|kemur\s+(?:[^.,;]{0,60}? )?til framkvæmda",
    re.IGNORECASE,
)
# "when this law takes effect" begins nothing; "(tóku gildi" and "sem tók gildi" are notes.
_when = re.compile(
    r"\b(?:þegar|eftir að|áður en|því að|er|þar til|uns|fyrr en) lög(?:in|um)?(?: þess\w+)? "
    r"(?:öðl|tak|tók|kom)",
    re.IGNORECASE,
)
_noted = re.compile(r"L\. \d+/\d{4} \($|\bsem $")
_header = re.compile(rf"(?:^|(?<=[.>] )|(?<=\n))Tók\w*\s+gildi (?P<day>{_DATE})")
_history = re.compile(rf"(?P<law>L\. \d+/\d{{4}}) \((?:tók\w* gildi|taka gildi) ?(?P<day>{_DATE})?")
_excepted = re.compile(
    rf"(?P<places>{_PLACES})(?: hvað varðar [^.;()]{{1,80}})? "
    rf"sem (?:tók\w*|taka|tekur|öðl\w+|gild\w+) (?:gildi|frá og með)(?: (?P<day>{_DATE}))?"
)
_ends = re.compile(
    rf"(?:(?P<subject>lög þessi|lögin|(?:ákvæði )?{_PLACES}(?: þessarar greinar)?|"
    r"heimild\w*[^;]{0,40}?) )?"
    r"(?:(?:fell\w*|fall\w*) (?:þá |jafnframt )?(?:úr gildi|brott|niður)|"
    rf"gild(?:a|ir) til(?: og með)?) (?P<day>{_DATE})",
    re.IGNORECASE,
)
_own = re.compile(r"\blög(?:in)? þessi\b|\blögin\b", re.IGNORECASE)
_LAW = r"(?:lög|lögum|laga) (?:nr\. )?\d+/\d{4}(?:, (?:um )?[^.;]{1,90}?)?"
_repeals = re.compile(
    r"(?:(?:frá (?:og með )?(?:sama tíma|þeim tíma|gildistöku[^.;]{0,40}) |jafnframt |þá )*"
    rf"(?:fall\w*|fell\w*) (?:þá |jafnframt )?úr gildi (?P<after>{_LAW})|"
    rf"(?P<before>{_LAW}),? (?:fall\w*|fell\w*|eru|er) (?:jafnframt |hér með )?"
    r"(?:(?:fell\w+|num\w+) )?úr gildi)",
    re.IGNORECASE,
)
_saves = re.compile(
    r"skulu halda gildi sínu (?P<after>[^.;]{3,80})|"
    r"(?P<subject>[^.;]{3,260}?) (?:(?:skulu?|skal) )?(?:(?:þó|tímabundið|áfram) )*"
    r"(?:hald(?:a|i)|heldur|standa) (?:\w+ )?(?:gildi|óraskað\w*|henni)",
    re.IGNORECASE,
)
_sentence = re.compile(r"(?<=[a-zþæöáéíóúý\d)]\.)\s+(?=[A-ZÞÆÖÁÉÍÓÚÝ<])|\n")
_joined = re.compile(r"(gr\.(?: [a-z](?![a-z-]))?)(?:, | og )")
_TOUCHING, _NEAR = 4, 60


def icelandic(text: str) -> Iterator[ForceClause]:
    yield from _notes(text)
    for match in _repeals.finditer(text):
        named = NamedTarget(*match.span("after" if match["after"] else "before"))
        yield ForceClause(Change.REPEAL, *match.span(), named)
    at = 0
    for end in [*(match.start() for match in _sentence.finditer(text)), len(text)]:
        for rule in (_beginnings, _endings, _saved):
            yield from rule(text, at, end)
        at = end


def _notes(text: str) -> Iterator[ForceClause]:
    for match in _header.finditer(text):
        yield ForceClause(Change.COMMENCE, *match.span(), Whole.LAW, _day(match["day"]))
    for match in _history.finditer(text):
        named = NamedTarget(*match.span("law"))
        yield ForceClause(Change.COMMENCE, *match.span(), named, _day(match["day"] or ""))
    for match in _excepted.finditer(text):
        for named in _listed(text, *match.span("places")):
            yield ForceClause(Change.COMMENCE, *match.span(), named, _day(match["day"] or ""))


def _beginnings(text: str, start: int, end: int) -> Iterator[ForceClause]:
    subject: Target | None = None
    verbs = list(_begins.finditer(text, start, end))
    for match, until in zip(verbs, [*(verb.start() for verb in verbs[1:]), end], strict=False):
        if _noted.search(text[start : match.start()]):
            continue
        subject = _subject(text, start, match) or subject
        if subject is None or (
            isinstance(subject, Whole) and _when.search(text, start, match.end())
        ):
            continue
        first = subject.start if isinstance(subject, NamedTarget) else match.start()
        day = _day(text[match.end() : min(until, match.end() + _NEAR)])
        yield ForceClause(Change.COMMENCE, first, match.end(), subject, day)


def _subject(text: str, start: int, verb: re.Match[str]) -> Target | None:
    if inside := _places.search(text, verb.start(), verb.end()):
        return NamedTarget(*inside.span())
    if _this.search(text, start, verb.start() + 3):
        return Whole.LAW
    before = list(_places.finditer(text, start, verb.start()))
    if before and verb.start() - before[-1].end() < _TOUCHING:
        return NamedTarget(*before[-1].span())
    rest = _rest_of_it.search(text[start : verb.start()])
    return NamedTarget(start + rest.start(), verb.start() - 1) if rest else None


def _endings(text: str, start: int, end: int) -> Iterator[ForceClause]:
    for match in _ends.finditer(text, start, end):
        subject = match["subject"] or ""
        if subject and not _own.match(subject):
            target: Target = NamedTarget(*match.span("subject"))
        elif subject or _own.search(text, start, end):
            target = Whole.LAW
        else:
            continue
        yield ForceClause(Change.END, *match.span(), target, _day(match["day"]))


def _saved(text: str, start: int, end: int) -> Iterator[ForceClause]:
    if match := _saves.search(text, start, end):
        named = NamedTarget(*match.span("after" if match["after"] else "subject"))
        yield ForceClause(Change.SAVE, *match.span(), named)


def _listed(text: str, start: int, end: int) -> Iterator[NamedTarget]:
    """Each place of a list that has an article of its own."""
    for match in _joined.finditer(text, start, end):
        yield NamedTarget(start, match.end(1))
        start = match.end()
    yield NamedTarget(start, end)


def _day(words: str) -> str:
    found = next(iter(dates(words, "is")), None)
    return found.iso if found else ""
