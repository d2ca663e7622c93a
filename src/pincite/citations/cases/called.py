"""Sources called by their name alone, after they were cited: "In Daubert, …", "the Act".

1. A case is called by its first party's distinctive name, by the second's where the first is a
   party to too many cases, or by both ("Roe v. Wade"); the second's name beside a distinctive
   first is the case only where the words around it say so.
2. A party's name is no case before the case was cited in full, inside another citation, as part of
   a longer name ("Brown University"), after a title or a role ("Justice Brown", "the glazier
   Brown", "one Brown"), or where it does what persons do ("Brown testified"): any verb in the past
   that is not among those of cases ("Hertz rented cars"). What it owns is a case's only where
   cases have such ("Brown's teaching", not "Brown's car").
3. A name that the text also uses for something else (a party of the text's own caption, a plain
   word, a person from where one is spoken of) is a case only where the words around it say so:
   "In Brown, …", "the Brown Court", "Brown held", "Brown at 495"; or where the same paragraph
   last used it for the case.
4. A name that the text gave a source ("[hereinafter Report]", "(the “Act”)") means it from then on.
   "The Act" without such means the act that was cited, if no other was named.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from pincite.citations.cases.parties import short_names, words
from pincite.citations.reading import CitableText
from pincite.citations.resolution.definitions import defined
from pincite.citations.resolution.works import Works, named_works
from pincite.citations.scanning.automaton import longest
from pincite.model.mention import CitedKind, Form, Mention

_CAPTION = 1500
_AROUND = 40
_LONGEST_CUT = 5
_numeral = re.compile(r" (?:I{1,3}|IV|V)(?![\w.])(?! [A-Z])")
_pin = re.compile(
    r",? at (?:pp?\. ?|¶{1,2} ?|\*)?(?P<pin>[0-9]{1,5}(?:[-–][0-9]{1,5})?"
    r"(?:, (?:nn?\. ?)?[0-9]{1,5}(?:[-–][0-9]{1,5})?){0,4})(?![\w])"
)
_goes_on = re.compile(
    r"(?:['’]s?)?(?:,? (?:& |(?:Inc|Co|Corp|Ltd|LLC)\b)| [A-Z][\w]|-[A-Z]| v\. | [A-Z]\. |"
    r"['’][a-rt-z]|\w)"
)
_led = re.compile(r"(?:\b(?P<word>[\w'’]+)(?P<stop>[.,]?)['’]?(?P<gap> | & |-)|(?P<dash>[-&@/]))\Z")
_following = re.compile(r"(?P<owns>['’]s?)? (?P<noun>\w{1,30})")
_initials = re.compile(r"(?:\b[A-Z]\. ?){1,3}\Z")
_apposed = re.compile(r"\b(?!case|decision|opinion|precedent|ruling|holding|cases)[a-z]{3,}, \Z")
_thing_of = re.compile(
    r"\b(?:town|city|village|county|firm|family|house|estate|port|island|state|company|street|"
    r"people|kingdom|battle|township|parish|district|professor|name) of \Z",
    re.IGNORECASE,
)
_defining = re.compile(
    r"(?:[Hh]ereinafter,? (?:cited as )?|[(\[](?:the |collectively,? )?)[\"“]?\Z"
)
_says_case = re.compile(
    r"(?:\bIn|[Uu]nder|[Uu]nlike|[Oo]verrul\w+|[Rr]eaffirm\w+|[Dd]istinguish\w*|follow(?:ed|ing)?|"
    r"appl(?:y|ies|ied|ying)|progeny of|After|Since|Before|Following|rel(?:y|ies|ied) (?:up)?on|"
    r"reliance (?:up)?on|[Ss]ee|[Cc]f\.|citing|quoting|since|cite[sd]?|light of|consistent with|"
    r"contrary to|extend(?:ed|ing)?|overturn\w*|"
    r"(?:decision|holding|opinion|dissent|majority|plurality|concurrence|Court|court|language|"
    r"rule|principles?|question|reasoning|test|standard|issue|announced|recognized|established|"
    r"articulated|stated|held|as|did|set forth|decided|limits?|scope|reach|teachings?|meaning|"
    r"spirit|logic|wake|authority|mandate|purview) (?:in|of)) \Z"
)
_word = re.compile(r"[^\W\d_]{2,40}")
_trade = re.compile(
    r"\b(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Tt]heir|[Ii]ts|[Mm]y|[Oo]ur|whose|['’]s) "
    r"(?P<noun>[a-z]{0,16}(?:er|or|ist|man|woman|ee|ant)) \Z"
)
_one = re.compile(r"\b[Oo]ne \Z")
_the_one = re.compile(r" the [a-z]")
_past = re.compile(
    r",? (?:(?:[a-z]{2,12}ly|also|never|once|soon|later|twice|had|has) ){0,2}"
    r"(?P<passive>was (?:[a-z]{2,12}ly |also |never |later |soon )?)?(?P<verb>[a-z]{1,14}ed)\b"
)
_is_a_case = re.compile(
    r" (?:is|was|remains|became) (?:not |only |just |merely |still )?(?:"
    r"(?:good|bad|settled|the) law|(?:an?|the|our|no) "
    r"(?:(?!in |of |for |to |by |at |on |with |who )[\w'’-]{1,20} ){0,3}"
    r"(?:case|decision|opinion|precedent|ruling|holding|authority|dictum))\b"
)
_said = re.compile(r" (?:said|says|stated|states)\b")
_said_of_self = re.compile(
    r" (?:said|says|stated|states|told|tells) (?:that )?"
    r"(?:he|she|they|his|her|him|them|I|we|my|to|hello|yes|goodbye|goodnight|sorry)\b"
)
_kin = re.compile(
    r"(?: (?:and|or) [A-Z][\w'’-]{1,24})? (?:is|are|was|were) "
    r"(?:both |not |still |all |once |good )?"
    r"(?:cousins?|brothers?|sisters?|siblings|twins|married|friends|neighbou?rs|partners|strangers|"
    r"lovers|spouses|colleagues|rivals|ill|sick|drunk|late|home|asleep|unhurt|absent)\b"
)
_the_act = re.compile(r"\b[Tt]he Act\b(?! of\b)(?! [A-Z])(?!['’-]\w)")


class _Hit(NamedTuple):
    start: int
    end: int
    name: str


def called(reading: CitableText, mentions: Sequence[Mention]) -> list[Mention]:
    """In order; `mentions` are what was found so far, sorted, and are not among those given."""
    text = reading.text
    inside = _Spans(mentions)
    cases = _Cases(mentions)
    found = list(_cases_called(text, cases, inside))
    found += _terms_called(reading, mentions, inside)
    if not reading.nodes:
        found += _act_called(reading, mentions, inside)
    return _apart(sorted(found, key=lambda mention: (mention.start, -mention.end)))


class _Spans:
    """Where the mentions are."""

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self._starts = [mention.start for mention in mentions]
        self._ends = [mention.end for mention in mentions]
        self.first = self._starts[0] if mentions else 0

    def touch(self, start: int, end: int) -> bool:
        at = bisect_left(self._starts, end)
        return at > 0 and self._ends[at - 1] > start


class _Cases:
    """The names of the cases cited, each from the end of the first citation that gives it."""

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self.likely: dict[str, int] = {}
        self.unlikely: dict[str, int] = {}
        self.pairs: dict[str, int] = {}
        self.cited: dict[str, list[int]] = {}
        # What short forms call a case is the name it goes by: "Twombly, 550 U.S. at 555".
        self.in_use = {
            mention.parts["antecedent"]
            for mention in mentions
            if mention.form in (Form.SHORT, Form.SUPRA) and "antecedent" in mention.parts
        }
        for mention in mentions:
            if mention.kind is CitedKind.CASE and mention.form is Form.FULL:
                names = short_names(mention)
                for table, some in zip(
                    (self.likely, self.unlikely, self.pairs), names, strict=True
                ):
                    for name in some:
                        table.setdefault(name, mention.end)
                        self.cited.setdefault(name, []).append(mention.end)

    def since(self, name: str) -> int:
        given = (table[name] for table in (self.likely, self.unlikely, self.pairs) if name in table)
        return min(given)


def _cases_called(text: str, cases: _Cases, inside: _Spans) -> Iterator[Mention]:
    names = {*cases.likely, *cases.unlikely, *cases.pairs}
    if not names:
        return
    hits: list[_Hit] = []
    # A name that is also a word of the text in small letters is a plain word.
    plain = {name.lower(): name for name in names if " " not in name}
    doubted = _in_head(text[: min(_CAPTION, inside.first)], names)
    persons: dict[str, list[int]] = {}
    for last, name in longest({*names, *plain}).iter_long(text):
        start, end = last + 1 - len(name), last + 1
        if inside.touch(start, end) or not _is_whole(text, start, end):
            continue
        if text.endswith("v. ", 0, start) or _defining.search(text, max(0, start - _AROUND), start):
            continue
        if name not in names:
            doubted.add(plain[name])
        elif start < cases.since(name):
            doubted.add(name)
        elif name not in cases.pairs and _is_person(text, start, end):
            persons.setdefault(name, []).append(start)
        else:
            hits.append(_Hit(start, end, name))
    in_use = {hit.name for hit in hits if _says_a_case(text, hit.start, hit.end)} | cases.in_use
    for hit in hits:
        sure = hit.name in cases.pairs or (
            (hit.name in cases.likely or hit.name in in_use)
            and hit.name not in doubted
            and _is_the_case_there(text, hit, persons.get(hit.name, []), cases.cited[hit.name])
        )
        mention = _mention(text, hit)
        # What was no person's name so far may say something: "Iqbal said nothing of it".
        says = hit.name not in doubted and hit.name not in persons and _said.match(text, hit.end)
        if sure or says or mention.pin or _says_a_case(text, mention.start, mention.end):
            insort(cases.cited[hit.name], hit.end)
            yield mention


def _is_the_case_there(text: str, hit: _Hit, persons: list[int], cited: list[int]) -> bool:
    """Whether no person of that name was spoken of before, or the paragraph last meant the case."""
    before = bisect_left(persons, hit.start)
    if not before:
        return True
    last = cited[bisect_right(cited, hit.start) - 1] if cited and cited[0] <= hit.start else -1
    return last > persons[before - 1] and text.find("\n", last, hit.start) < 0


def _mention(text: str, hit: _Hit) -> Mention:
    end = hit.end
    if " v. " not in hit.name and (numeral := _numeral.match(text, end)):
        end = numeral.end()
    pin = _pin.match(text, end)
    core = (hit.start, end)
    return Mention(
        hit.start,
        pin.end() if pin else end,
        core,
        CitedKind.CASE,
        Form.NAME,
        "",
        pin["pin"] if pin else "",
        "name of a case",
        (),
        {"name": text[hit.start : end]},
    )


def _in_head(head: str, names: set[str]) -> set[str]:
    """The names of single words that the head of a text has: its parties and counsel."""
    spoken = set(_word.findall(head.casefold()))
    places = words("also_places")
    return {name for name in names if name.casefold() in spoken or name in places}


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether the name stands by itself, no part of a longer one."""
    if start and (text[start - 1].isalnum() or text[start - 1] in "-–&@/_"):
        return False
    match = _goes_on.match(text, end)
    if match is None or _numeral.match(text, end):
        return True
    following = _following.match(text, end)
    if following is None:
        return False
    return following["noun"] in words("owned_by_cases" if following["owns"] else "nouns_of_cases")


def _is_person(text: str, start: int, end: int) -> bool:
    """Whether a party or a thing of that name is spoken of, not the case."""
    led = _led.search(text, max(0, start - _AROUND), start)
    if led is not None and led["word"]:
        word = led["word"]
        if word in words("titles"):
            return True
        # "the Times" is a newspaper, "the Times rule" a case's.
        if word in ("the", "The", "a", "A", "an", "An") and not _acts_of_cases().match(text, end):
            return True
        # A name or an initial before it: "James Brown", "J. Brown".
        opening = word in words("openers") and _opens(text, start - len(led[0]))
        # A sentence ends with a whole word, a name before a name is cut short: "Wm. Brown".
        opening = opening or (led["stop"] == "." and len(word) > _LONGEST_CUT)
        opening = opening or any(char.isdigit() for char in word)
        if word[0].isupper() and not opening:
            return True
    near = max(0, start - _AROUND)
    if _initials.search(text, near, start) or _thing_of.search(text, near, start):
        return True
    if text[end : end + 1] == "," and _apposed.search(text, near, start):
        return True
    if _acts_of_cases().match(text, end) or _is_a_case.match(text, end):
        return False
    if _one.search(text, near, start):
        return True
    trade = _trade.search(text, near, start)
    if trade is not None and trade["noun"] not in words("no_trades"):
        return True
    if _the_one.match(text, end) and _opens(text, start):
        return True
    return _did_what_persons_do(text, end)


def _did_what_persons_do(text: str, end: int) -> bool:
    if any(pattern.match(text, end) for pattern in (_acts_of_persons(), _said_of_self, _kin)):
        return True
    past = _past.match(text, end)
    if past is None:
        return False
    return past["verb"] not in words("passives_of_cases" if past["passive"] else "pasts_of_cases")


def _opens(text: str, at: int) -> bool:
    """Whether a sentence opens there, so that its capital says nothing."""
    before = text[max(0, at - 3) : at]
    last = before.rstrip()[-1:]
    return not last or before[-1] == "\n" or last in '.;:?!”"’)]([—,' or last.isdigit()


def _says_a_case(text: str, start: int, end: int) -> bool:
    return bool(
        _says_case.search(text, max(0, start - _AROUND), start)
        or _acts_of_cases().match(text, end)
        or _is_a_case.match(text, end)
    )


@cache
def _acts_of_persons() -> re.Pattern[str]:
    return re.compile(rf",? (?:{_either('acts_of_persons')})\b")


@cache
def _acts_of_cases() -> re.Pattern[str]:
    nouns, owned = _either("nouns_of_cases"), _either("owned_by_cases")
    return re.compile(rf" (?:{_either('acts_of_cases')}|{nouns})\b|['’]s? (?:{owned})\b")


def _either(name: str) -> str:
    return "|".join(
        re.escape(spelling) for spelling in sorted(words(name), key=lambda word: (-len(word), word))
    )


def _terms_called(
    reading: CitableText, mentions: Sequence[Mention], inside: _Spans
) -> Iterator[Mention]:
    """Rule 4, names that the text gave."""
    given = {term.term: term for term in reversed(defined(reading, mentions))}
    if not given:
        return
    text = reading.text
    for last, name in longest(given).iter_long(text):
        start, end = last + 1 - len(name), last + 1
        term = given[name]
        if term.mention < 0:
            continue
        if start < term.at or inside.touch(start, end) or not _is_whole(text, start, end):
            continue
        if " " not in name and name.isalpha() and name.istitle():
            # A plain word with a capital means the source only where it is "the" one.
            led = text[max(0, start - 4) : start].casefold()
            if led != "the " and mentions[term.mention].kind is not CitedKind.CASE:
                continue
        kind = mentions[term.mention].kind
        parts = {"name": name}
        yield Mention(start, end, (start, end), kind, Form.NAME, "", "", "name given", (), parts)


def _act_called(
    reading: CitableText, mentions: Sequence[Mention], inside: _Spans
) -> Iterator[Mention]:
    """Rule 4, "the Act"."""
    works = Works()
    since, until, key = -1, len(reading.text), ""
    for work in named_works(reading, mentions):
        if work.head != "act":
            continue
        works.name(work)
        same = works.same(work.key)
        if key and same != key:
            until = work.at
            break
        key = same
        if work.mention >= 0 and since < 0:
            since = work.at
    if since < 0:
        return
    targets = (key,) if key.startswith("urn:") else ()
    for match in _the_act.finditer(reading.text, since, until):
        start, end = match.end() - 3, match.end()
        given = _defining.search(reading.text, max(0, match.start() - _AROUND), match.start())
        if not given and not inside.touch(match.start(), end):
            span = (start, end)
            parts = {"name": "the Act"}
            kind, rule = CitedKind.STATUTE, "the act named"
            yield Mention(*span, span, kind, Form.NAME, key, "", rule, targets, parts)


def _apart(found: Sequence[Mention]) -> list[Mention]:
    kept: list[Mention] = []
    for mention in found:
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept
