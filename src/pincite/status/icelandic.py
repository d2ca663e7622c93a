"""The forms of Icelandic law, and of the notes that the editors of Lagasafn put before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.graph.dates import dates
from pincite.status.records import Change, ForceClause, NamedTarget, Target, Whole

_DATE = r"(?:\d{1,2}\. ?[a-zþæöáéíóúý]+\.? \d{4})"
# "4. gr.", "10. og 11. gr.", "a-liður 2. mgr. 170. gr.", "b- og c-liður", "III. kafli".
_LETTER = r"(?: [a-z](?![\w-]))?"
_ARTICLE = rf"\d+\.(?:–\d+\.)? gr\.{_LETTER}"
_ITEM = r"\b(?:[a-z](?:–[a-z])?-(?:, | og )){0,6}[a-z](?:–[a-z])?-lið\w*"
_PART = r"\d+\.(?:–\d+\.)? ?(?:efnis)?(?:málsl|mgr|tölul)\."
_WITHIN = rf"(?:{_ITEM} |brbákv\. |{_PART} |\d+\.(?:–\d+\.)?(?:, |og | og )?){{0,24}}"
_PLACE = (
    rf"{_WITHIN}(?:{_ARTICLE}(?: í [IVXL]+\. kafl\w+)?|"
    rf"(?:í )?(?:brbákv\.|ákvæði\w* til bráðabirgða) [IVX\d]+|"
    rf"\b(?:[IVXL]+\.–)?[IVXL]+\. kafl\w+|"
    rf"{_ITEM}(?: {_PART})*)"
)
_PLACES = (
    rf"(?:(?:ákvæði |fyrirmæli )?{_PLACE}(?:(?:, | og ){_WITHIN}(?:{_ARTICLE}|"
    rf"\d+\. mgr\. þessarar greinar))*)"
)
_places = re.compile(_PLACES, re.IGNORECASE)
_far_places = re.compile(
    rf"\s*(?:(?:þó|þá|jafnframt|skulu|skal) )*(?P<places>(?:ákvæði|fyrirmæli) {_PLACES})",
    re.IGNORECASE,
)
# A law by its number, whether that or its name comes first; and a part of it.
_NUMBER = r"(?:[^.;\n]|o\.fl\.|a\.m\.k\.){0,160}?\bnr\. \d+/\d{4}"
_NUMBERED = rf"\w*l(?:ög|ögum|aga)\b{_NUMBER}"
_law = re.compile(
    rf"(?<!sbr\. )(?<!sbr\. nú )(?:{_PLACES} \w*laga|\b\w*lög)\b{_NUMBER}", re.IGNORECASE
)
_OWN = (
    r"(?:\b\w*(?:lög|reglugerð|reglur|auglýsing|samþykkt|úrskurður|forsetabréf) þe(?:ss\w+|tta)|"
    r"(?<!\w)lögin)\b"
)
_own = re.compile(_OWN, re.IGNORECASE)
_own_before = re.compile(rf"{_OWN}(?:,[^.;]{{1,80}},| (?:skulu|skyldu|skal))?\s*$", re.IGNORECASE)
_own_after = re.compile(rf"(?:(?:skyldu|skulu|þó)\s)?\s*{_OWN}", re.IGNORECASE)
_rest_of_it = re.compile(
    r"(?:\S+ )?ákvæði laganna(?: um [^,.;]{1,80}?)?(?: (?:skulu|skal))?\s*$", re.IGNORECASE
)
# Between places and the verb that they begin by.
_not_yet = re.compile(r"[\s,]*(?:(?:skulu|skal|þó|ekki|þegar|fyrst|jafnframt)\s+)*")
_begins = re.compile(
    r"(?:öðl(?:ast|ist|uðust)|taka|tekur|tók|tóku|ganga|gengur)\s+(?:(?:þegar|þó|ekki)\s+)*"
    r"(?:í )?gildi|kom(?:a|i|u)?\s+(?:(?:þó|fyrst|ekki|að fullu)\s+)*til framkvæmda|"
    r"(?:kemur|koma)\s+(?:[^,;]{0,60}? )?til framkvæmda",
    re.IGNORECASE,
)
# "when this law takes effect" begins nothing; "(tóku gildi" and "sem tók gildi" are notes.
_when = re.compile(
    r"\b(?:þegar|eftir að|áður en|því að|frá því|er|þar til|uns|fyrr en|hvenær) "
    r"(?:lög(?:in|um)?(?: þess\w+)?|þau|þær|það|hún) (?:öðl|tak|tók|kom|haf)",
    re.IGNORECASE,
)
_noted = re.compile(r"\d+(?:/\d{4})? \($|\bsem $")
_header = re.compile(rf"(?:^|(?<=[.>] )|(?<=\n))Tók\w*\s+gildi (?P<day>{_DATE})")
_header_end = re.compile(rf"(?:^|(?<=[.>] )|(?<=\n))Fall\w*\s+úr gildi (?P<day>{_DATE})")
_history = re.compile(
    rf"(?P<law>\b(?:L|Bbl|Rg|Augl)\. \d+/\d{{4}}) \((?:tók\w* gildi|taka gildi) ?(?P<day>{_DATE})?"
)
# "nema 5. gr. hvað varðar tolla og 7. gr. sem tóku gildi 1. mars 2023".
_excepted = re.compile(
    rf" sem (?:(?:tók\w*|taka|tekur|öðl\w+|gild\w+) (?:gildi|frá og með)|"
    rf"(?P<ends>f[ae]ll\w* úr gildi))(?: (?P<day>{_DATE}))?"
)
_place = re.compile(_PLACE, re.IGNORECASE)
_and_place = re.compile(r"(?: hvað varðar [^.;()]{1,80}?)?(?:, | og )?")
# The end of law, in each order of its words.
_ends = re.compile(
    r"(?:(?:fell\w*|fall\w*)(?: (?:þá|þó|jafnframt|einnig|samtímis|lög þessi|lögin))* "
    r"(?:úr gildi|brott|niður)|(?:eru|er|skulu|verða) (?:hér með |jafnframt )?(?:úr gildi (?:num|"
    r"fell|fall)\w+|"
    r"(?:num|fell)\w+ úr gildi|afnum\w+)|\bgild(?:a|ir) (?:þó )?til(?: og með)?(?= \d))",
    re.IGNORECASE,
)
_day_follows = re.compile(
    rf",?\s*(?:þann |hinn |frá |frá og með |í lok |\d+ (?:dögum|mánuðum|"
    rf"árum) eftir )?(?P<day>{_DATE})?"
)
_counted = re.compile(r"\s*\w+ (?:dögum|mánuðum|árum) (?:eftir|frá)\b")
# The provision that it stands in.
_here = re.compile(
    r"\b(?:\w*ákvæði þetta|grein þessi|ákvæði (?:þessarar|þessa) \w+|málsgrein þessi|kafli þessi|"
    r"málsliður(?:inn| þessi)|málsgreinin|greinin|ákvæðið)\s*$",
    re.IGNORECASE,
)
_allowed = re.compile(
    r"\b(?:heimild\w*|undanþág\w+)\b(?:[^.;]|\b(?:gr|mgr|skv|nr|\d+)\.){0,60}$", re.IGNORECASE
)
_and_then = re.compile(r"\bog(?: skulu)?\s*$")
_to_verb = re.compile(r"(?: þessarar greinar| laganna|,[^.;]{1,60},)?\s*")
_conditional = re.compile(
    r"^[\s\d.]*(?:ef|nema|verði|falli)\b|\b(?:ef|nema|þar til|uns)\b[^,]*$", re.IGNORECASE
)
# Between a law and its verb, or a verb and its law.
_between = re.compile(
    r"(?:,? (?:um|með|ásamt|sbr\.)\b[^;]{1,160}?|\s)?,?\s*(?:skulu |og )?(?:þó )?", re.IGNORECASE
)
_to_law = re.compile(
    r"\s*:?\s*(?:(?:þessi|eftirtalin|eftirfarandi) lög:?\s*(?:\d+\.|[a-z]\.)?\s*)?"
)
_and_law = re.compile(
    r"(?:,? (?:um|með)\b[^.;]{1,120}?)?,?\s*(?:og|ásamt|svo og|einnig|sem og)?\s*", re.IGNORECASE
)
_older = re.compile(
    r"\b(?:eldri|fyrri l[aö]g\w*|gildist[öí]\w+|við samþykkt laga|þegar (?:hafa|útgef\w+)|"
    r"fyrir \d{1,2}\. \w+ \d{4}|(?:sett|veit|gef|ger|skip|skrá|ákveð|samþykk)\w* (?:hafa|"
    r"hefur) verið|"
    r"sett\w* (?:eru |er )?(?:samkvæmt|skv\.|með stoð)|(?:annarra|önnur|þeirra|þessara|"
    r"þau) (?:laga|lög|ákvæði)|sér(?:lög|ákvæði)|laganna|"
    rf"í gildi|{_NUMBERED})",
    re.IGNORECASE,
)
_kept = re.compile(
    r"(?<!\bað )\bhald(?:a|i|ast)\b(?: \w+){0,2}? (?:\w*gildi\b|óbreytt\w*|(?:henni|þeim|því|"
    r"honum)\b(?= rétti|\.|,|$)|\w+ (?:sínu|sínum|sinni)\b)|\bheldur (?:\w+ ){0,2}gildi\b|"
    r"\btelj(?:ast|ist) (?:\w+ ){0,2}(?:gild\w*|uppfylla|löggilt\w*)|\bnjóta (?:áfram|þeirra|"
    r"sömu)\b|\bskulu? (?:\w+ ){1,4}standa\b|\bgild(?:a|ir) áfram\b|\bstand\w* óraskað\w*|"
    r"\ber ekki raskað\b|\b(?:fer|fara|farið)\b(?: \w+){0,2}? (?:eftir|samkvæmt|"
    r"skv\.) (?:\w+ )?(?:eldri l[aö]g|"
    r"laga nr\.)|\beldri l(?:ög|aga|ögum)\b[^.;]{0,40}\b(?:gilda|gildir|beitt|beita)\b|"
    r"\bgild(?:a|ir)\b(?: \w+)? eldri l(?:ög|aga)\b",
    re.IGNORECASE,
)
_modal = re.compile(r"(?:[\s,]+(?:skulu|skal|þó))*[\s,]*$")
_sentence = re.compile(r"(?<=[a-zþæöáéíóúý\d)]\.)\s+(?=[A-ZÞÆÖÁÉÍÓÚÝ<])|\n")
_next = re.compile(r" (?:og|en) (?:\w+ )?(?:gild|fall|fell|kom|skul|ákvæði|frá)", re.IGNORECASE)
_KEYS = ("gildi", "framkvæmda", "brott", "niður", "gild", "hald", "raskað", "eldri", "afnum")
_NEAR, _LISTED = 60, 300


def icelandic(text: str) -> Iterator[ForceClause]:
    yield from _notes(text)
    at = 0
    for end in [*(match.start() for match in _sentence.finditer(text)), len(text)]:
        words = text[at:end].lower()
        if any(key in words for key in _KEYS):
            for rule in (_beginnings, _endings, _saved):
                yield from rule(text, at, end)
        at = end


def _notes(text: str) -> Iterator[ForceClause]:
    for pattern, change in ((_header, Change.COMMENCE), (_header_end, Change.END)):
        for match in pattern.finditer(text):
            yield ForceClause(change, *match.span(), Whole.LAW, _day(match["day"]))
    for match in _history.finditer(text):
        named = NamedTarget(*match.span("law"))
        yield ForceClause(Change.COMMENCE, *match.span(), named, _day(match["day"] or ""))
    at = 0
    for match in _excepted.finditer(text):
        places = _listed(text, max(at, match.start() - _LISTED), match.start())
        for named in places:
            day = _day(match["day"] or "")
            change = Change.END if match["ends"] else Change.COMMENCE
            yield ForceClause(change, places[0].start, match.end(), named, day)
        at = match.end()


def _beginnings(text: str, start: int, end: int) -> Iterator[ForceClause]:
    subject: Target | None = None
    verbs = list(_begins.finditer(text, start, end))
    after = start
    for match, until in zip(verbs, [*(verb.start() for verb in verbs[1:]), end], strict=False):
        if _noted.search(text[start : match.start()]):
            continue
        subject = _subject(text, after, match, end) or subject
        after = match.end()
        if subject is None or _when.search(text, start, match.end()):
            continue
        first = subject.start if isinstance(subject, NamedTarget) else match.start()
        words = text[match.end() : min(until, match.end() + _NEAR)]
        cut = _next.search(words)
        day = _day(words[: cut.start()] if cut else words)
        yield ForceClause(Change.COMMENCE, first, match.end(), subject, day)


def _subject(text: str, start: int, verb: re.Match[str], end: int) -> Target | None:
    if inside := _places.search(text, verb.start(), verb.end()):
        return NamedTarget(*inside.span())
    before = list(_places.finditer(text, start, verb.start()))
    if before and _not_yet.fullmatch(text, before[-1].end(), verb.start()):
        return NamedTarget(*before[-1].span())
    if _own_before.search(text[start : verb.start()]) or _own.search(text, *verb.span()):
        return Whole.LAW
    if far := _far_places.match(text, start, verb.start()):
        return NamedTarget(*far.span("places"))
    if _own_after.match(text, verb.end(), end):
        return Whole.LAW
    rest = _rest_of_it.search(text[start : verb.start()])
    return NamedTarget(start + rest.start(), verb.start() - 1) if rest else None


def _endings(text: str, start: int, end: int) -> Iterator[ForceClause]:
    for match in _ends.finditer(text, start, end):
        before = text[start : match.start()]
        if _conditional.search(before):
            continue
        day = _day_follows.match(text, match.end(), end)
        date = _day(day["day"] or "") if day else ""
        laws = _laws(text, start, match, end)
        until = match[0].lower().startswith("gild")
        for law in laws:
            first, last = min(law.start, match.start()), max(law.end, match.end())
            yield ForceClause(Change.END if until else Change.REPEAL, first, last, law, date)
        counted = _counted.match(text, match.end(), end)
        if not laws and (date or counted):
            target = _ending(text, start, match)
            if target is not None:
                first = target.start if isinstance(target, NamedTarget) else match.start()
                last = day.end() if day and date else match.end()
                yield ForceClause(Change.END, first, last, target, date)


def _laws(text: str, start: int, verb: re.Match[str], end: int) -> list[NamedTarget]:
    """The laws, or parts of laws, that are named right after the verb or right before it."""
    found: list[NamedTarget] = []
    lead = _to_law.match(text, verb.end(), end)
    at = lead.end() if lead else verb.end()
    while law := _law.match(text, at, end):
        found.append(NamedTarget(*law.span()))
        joined = _and_law.match(text, law.end(), end)
        at = joined.end() if joined else law.end()
    if found:
        return found
    # "Lög" is a plural.
    stop = verb.start() if not verb[0].lower().startswith("fellur") else start
    for law in reversed(list(_law.finditer(text, start, verb.start()))):
        if _between.fullmatch(text, law.end(), stop) is None:
            break
        found.insert(0, NamedTarget(*law.span()))
        stop = law.start()
    return found


def _ending(text: str, start: int, verb: re.Match[str]) -> Target | None:
    before = text[start : verb.start()]
    if _here.search(before):
        return Whole.PROVISION
    if allowed := _allowed.search(before):
        return NamedTarget(start + allowed.start(), start + len(before.rstrip()))
    places = list(_places.finditer(text, start, verb.start()))
    if places and _to_verb.fullmatch(text, places[-1].end(), verb.start()):
        return NamedTarget(*places[-1].span())
    own = _own.search(text, start, verb.end())
    return Whole.LAW if own and (not places or _and_then.search(before)) else None


def _saved(text: str, start: int, end: int) -> Iterator[ForceClause]:
    match = _kept.search(text, start, end)
    if match and _older.search(text, start, end):
        words = text[start : match.start()]
        first = start + len(words) - len(words.lstrip())
        last = start + len(_modal.sub("", words))
        named = NamedTarget(first, last) if last > first else NamedTarget(match.end(), end)
        yield ForceClause(Change.SAVE, first, match.end(), named)


def _listed(text: str, start: int, end: int) -> list[NamedTarget]:
    """The places that a list names, up to where it ends."""
    found: list[NamedTarget] = []
    stop = end
    for match in reversed(list(_place.finditer(text, start, end))):
        if _and_place.fullmatch(text, match.end(), stop) is None:
            break
        found.insert(0, NamedTarget(*match.span()))
        stop = match.start()
    return found


def _day(words: str) -> str:
    found = next(iter(dates(words, "is")), None)
    return found.iso if found else ""
