"""Laws that a question names and no work held goes by: "section 5 of the Dog Licensing Act"."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.citations.icelandic.declension import law_nouns
from pincite.citations.laws.addresses import before
from pincite.citations.laws.naming import LawName, names
from pincite.citations.reading import Span
from pincite.citations.works.usual import usual_names
from pincite.model.mention import CitedKind

# With these, capitals alone make a name; other heads are also plain words ("Family Law", "House
# Rules"), and name a law where they have a year, a number or a place, or are all that is asked.
_SURE = frozenset(("Act", "Ordinance", "Decree", "Decree-Law"))
_KINDS = frozenset(
    (CitedKind.STATUTE, CitedKind.REGULATION, CitedKind.CONSTITUTION, CitedKind.RULE)
)
_TREATIES = frozenset(("Convention", "Treaty", "Covenant", "Charter", "Protocol", "Amendments"))
_MOSTLY = 0.6
_word = re.compile(r"[^\W\d_][\w'’-]*")
_placed = re.compile(r"\d[A-Za-z]{0,3}(?:\([\w]+\))*,? (?:of|in|to|under) (?:the )?$", re.I)
# Typed without capitals: what stands between an article and the word for a law.
_lower = re.compile(
    r"(?<![\w'’])the (?P<name>(?:[a-z][\w'’()&-]* ){1,7}?(?:act|ordinance))"
    r"(?:,? (?:of )?(?:1[6-9]|20)\d\d)?(?![\w-])"
)
_behind = re.compile(r" (?P<word>[a-z][\w'’-]*)")
_NOT_NOUNS = frozenset((
    "a", "about", "against", "allow", "allows", "an", "and", "any", "applies", "apply", "are", "as",
    "at", "be", "because", "before", "but", "by", "can", "concerning", "cover", "covers", "define",
    "defines", "did", "do", "does", "for", "forbid", "forbids", "from", "give", "gives", "govern",
    "governs", "has", "have", "how", "if", "in", "is", "it", "let", "lets", "make", "makes", "may",
    "mean", "means", "must", "no", "not", "of", "on", "or", "permit", "permits", "prohibit",
    "prohibits", "protect", "protects", "provide", "provides", "regarding", "regulate", "regulates",
    "require", "requires", "s", "said", "say", "says", "section", "sections", "shall", "should",
    "since", "so", "ss", "state", "states", "still", "than", "that", "the", "then", "there", "to",
    "treat", "treats", "under", "unless", "until", "was", "were", "what", "when", "where", "which",
    "who", "will", "with", "without", "would",
))  # fmt: skip
# All that is asked: words with capitals, or all without, and the word for a law.
_year = r"(?P<dated>(?:,? (?:of )?(?:1[6-9]|20)\d\d)?)[?.]?"
_capital = r"(?:[A-Z][\w'’.&()-]*|\d{1,3}(?:st|nd|rd|th))"
_whole = re.compile(
    rf"(?:[Tt]he )?(?P<name>{_capital}(?:,? (?:{_capital}|of|and|the|for|in|to|on|or|with|from))*"
    rf" (?:Act|Code|Ordinance|Regulations|Law)){_year}"
)
_whole_lower = re.compile(
    rf"(?:the )?(?P<name>[a-z][\w'’.&()-]*(?:,? [a-z0-9][\w'’.&()-]*){{0,14}} (?:act|code)){_year}"
)
_about = re.compile(
    # With the article it is the law at hand: "gilda lögin um verbúðir?"
    r"(?:(?<!\w)\d[^?!]{0,40}gr\.?(?: [a-z](?!\w))?,? )?"
    rf"(?<!\w)(?!lög(?:in|unum|anna)\b)(?:{'|'.join(law_nouns())}) um "
    r"(?P<about>[^\W\d_][^,;?!]{2,120}$)",
    re.IGNORECASE,
)
_leading = re.compile(r"^(?:the|an?|and|or|of|in|under|what|which|does|is|whose|by|to|for) ", re.I)


class NamedLaw(NamedTuple):
    """query[start:end] names a law, with its place where one is named. `certain` is False where
    only the law's own texts can tell a name from plain words: it was typed without capitals.
    `longer` are names that begin further ahead: what stands before "the" may be of the name. An
    Icelandic law is named by what it is `about`."""

    start: int
    end: int
    text: str
    name: str
    certain: bool = True
    longer: tuple[str, ...] = ()
    about: str = ""


def unheld(query: str, spoken: str = "") -> list[NamedLaw]:
    """In order, of a question whose references are struck out. `spoken` is "is" where the law is
    Icelandic, whose names have no capitals."""
    shouted = query.isupper()
    text = _as_title(query) if shouted else query
    capitals = [word for word in _word.findall(text) if word[0].isupper()]
    # Where nearly every word has a capital, none tells a name.
    titled = shouted or len(capitals) > _MOSTLY * max(len(_word.findall(text)), 1)
    found: list[NamedLaw] = []
    if (law := all_of(text)) is not None:
        found.append(law)
    for name in names(text) if not found else ():
        if (law := _named(text, name)) is not None:
            whole = not _left(text, (law.start, law.end))
            found.append(law._replace(certain=whole or not titled))
    if not found:
        found += _without_capitals(query)
    if spoken == "is" and not found:
        found += _icelandic(query)
    found = [law._replace(end=_with_country(query, law.end)) for law in found]
    return [law._replace(text=query[law.start : law.end]) for law in found]


def _with_country(query: str, end: int) -> int:
    """Past "of the District of Columbia", which may be of a name or may not."""
    further = _of_country().match(query, end)
    return further.end() if further else end


@functools.cache
def _of_country() -> re.Pattern[str]:
    called = {name for names in usual_names().values() for name in names.called}
    either = "|".join(re.escape(name) for name in sorted(called, key=len, reverse=True))
    return re.compile(rf" of (?:the )?(?:{either})(?!\w)", re.IGNORECASE)


def all_of(query: str) -> NamedLaw | None:
    """The law that a question names and says nothing else."""
    match = _whole.fullmatch(query) or _whole_lower.fullmatch(query)
    if match is None:
        return None
    certain = match["name"][0].isupper() or match["name"][0].isdigit()
    return NamedLaw(match.start("name"), match.end("dated"), "", match["name"], certain)


def _named(text: str, name: LawName) -> NamedLaw | None:
    if name.known or name.kind not in _KINDS or name.head in _TREATIES:
        return None
    start = _start(text, name)
    placed = bool(_placed.search(text, 0, start))
    told = bool(name.year or name.number[0] or name.chapter)
    whole = not _left(text, (start, name.end))
    if name.head not in _SURE and not (placed or told or whole):
        return None
    if _tells_a_noun(text, name.end) and not placed:
        return None
    places = before(text, start, 0) if placed else []
    first = places[0].start if places else start
    longer = tuple(text[other : name.core[1]] for other in name.starts[::-1] if other < start)
    return NamedLaw(first, name.end, "", text[start : name.core[1]], longer=longer)


def _start(text: str, name: LawName) -> int:
    """Behind the nearest article or place, or where the name may begin at the nearest."""
    for start in name.starts:
        if _placed.search(text, 0, start) or text[:start].lower().endswith(("the ", "\0")):
            return start
    return name.starts[0] if name.starts else name.start


def _tells_a_noun(text: str, end: int) -> bool:
    """Whether the name only tells what the noun behind it is: "a Trade Act retraining program"."""
    behind = _behind.match(text, end)
    return behind is not None and behind["word"] not in _NOT_NOUNS


def _left(text: str, span: Span) -> bool:
    """Whether anything else is said."""
    rest = f"{text[: span[0]]} {text[span[1] :]}".replace("\0", " ")
    words = _word.findall(rest)
    return any(word.lower() not in ("the", "a", "an", "of", "under") for word in words)


def _without_capitals(query: str) -> Iterator[NamedLaw]:
    for match in _lower.finditer(query.lower() if query.isupper() else query):
        if _tells_a_noun(match.string, match.end()):
            continue
        start = match.start("name")
        while lead := _leading.match(match.string[start : match.end("name")]):
            start += lead.end()
        if " " in match.string[start : match.end("name")]:
            name = match.string[start : match.end("name")]
            yield NamedLaw(start, match.end(), "", name, certain=False)


def _icelandic(query: str) -> Iterator[NamedLaw]:
    """ "lög um hundahald", "5. gr. laga um hundahald": a law by what it is about, where that is all
    that is asked; in a question such words may only say what law is asked about."""
    match = _about.search(query)
    if match is None or _left(query, (match.start(), match.end())):
        return
    end = match.start("about") + len(match["about"].rstrip(" ."))
    about = query[match.start("about") : end]
    yield NamedLaw(match.start(), end, "", query[match.start() : end], about=about)


def _as_title(query: str) -> str:
    """With a capital where a word begins, so that names can be read; of the same length."""
    return "".join(
        char.lower() if at and query[at - 1].isalpha() else char for at, char in enumerate(query)
    )
