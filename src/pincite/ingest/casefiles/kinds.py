"""Tells what kind of document was read, by the rules of kinds.toml."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pincite.ingest.casefiles.reading import FileLine, FileReading
from pincite.ingest.casefiles.titles import title_lines

OTHER = "other"
KINDS = (
    "complaint", "motion", "brief", "order", "opinion", "contract", "transcript", "correspondence",
    "exhibit", OTHER,
)  # fmt: skip

_RULES = Path(__file__).with_name("kinds.toml")
# How much of the beginning and of the end is searched for running words.
_OPENING, _CLOSING = 8000, 4000
_ENOUGH = 2
# A transcript has this many questions and answers, and they begin this share of its lines.
_EXCHANGES, _SHARE = 8, 0.15

_apostrophes = str.maketrans("’‘`´", "''''")
_separators = re.compile(r"(?:[\s_\-,+]|\.(?!\d))+")
_speech = re.compile(r"(?:[QA](?:[.:)]| (?=[A-Z\"“])))")
_EXTENSION = 5


@dataclass(frozen=True, slots=True)
class Classified:
    """`reason` is the rule and the words that fired; `short` what a short citation calls it, "" for
    nothing. `title` is the line that decided, at paragraph `title_at`; -1 where none did."""

    kind: str
    reason: str
    short: str = ""
    title: str = ""
    title_at: int = -1


@dataclass(frozen=True, slots=True)
class _Rule:
    kind: str
    short: str
    words: tuple[str, ...]
    weight: int
    alone: bool
    together: re.Pattern[str] | None


def classify(reading: FileReading, name: str) -> Classified:
    """The kind of a document. Evidence in order: what the format says, question and answer, title
    lines, running words, the file's name; two kinds that come out even are "other"."""
    lines = [line for paragraph in reading.paragraphs for line in paragraph.lines]
    classified = (
        _structured(reading, lines)
        or _titled(reading, "title")
        or _worded(lines)
        or _titled(reading, "cover")
        or _named(name)
    )
    return classified or Classified(OTHER, "no rule fired")


def _structured(reading: FileReading, lines: Sequence[FileLine]) -> Classified | None:
    if reading.meta.get("from") and (reading.meta.get("to") or "subject" in reading.meta):
        return Classified("correspondence", "the message says From and To", "")
    speaking = [line.text[0] for line in lines if _speech.match(line.text)]
    questions, answers = speaking.count("Q"), speaking.count("A")
    if min(questions, answers) * 2 >= _EXCHANGES and len(speaking) >= _SHARE * len(lines):
        reason = f"{questions} lines begin with Q and {answers} with A"
        named = _titled(reading, "title")
        if named and named.kind == "transcript":
            return replace(named, reason=f"{named.reason}; {reason}")
        return Classified("transcript", reason, _book().short["transcript"])
    return None


def _titled(reading: FileReading, table: str) -> Classified | None:
    opening = ""
    for at, line in title_lines(reading):
        folded = _fold(line)
        opening = opening or _fold(_opening(reading))
        if match := _match(table, folded, opening):
            rule, short = match
            page = reading.paragraphs[at].lines[0].page
            reason = f'title "{line}"' + (f" on page {page}" if page else "")
            return Classified(rule.kind, reason, short, line, at)
    return None


def _match(table: str, folded: str, opening: str) -> tuple[_Rule, str] | None:
    """The rule of the table that fires first in a line, and its short name."""
    book = _book()
    excluded: frozenset[int] = frozenset()
    while match := _pattern(table, excluded).search(folded):
        at = int(str(match.lastgroup)[1:])
        rule = book.tables[table][at]
        if rule.together is not None and not rule.together.search(opening):
            excluded |= {at}
            continue
        short = rule.short
        if "#" in short:
            number = match.groupdict().get(f"n{at}") or ""
            short = short.replace("#", number.upper()).strip() if number else ""
        return rule, short
    return None


def _opening(reading: FileReading) -> str:
    pieces: list[str] = []
    length = 0
    for paragraph in reading.paragraphs:
        pieces.append(paragraph.text)
        length += len(pieces[-1])
        if length > _OPENING:
            break
    return "\n".join(pieces)[:_OPENING]


def _worded(lines: Sequence[FileLine]) -> Classified | None:
    text = _ends(lines)
    flat = text.replace("\n", " ")
    weights: dict[str, int] = {}
    fired: dict[str, list[str]] = {}
    for rule, phrases in _word_patterns():
        for needle, pattern in phrases:
            # Looking for the literal words first costs a hundredth of trying the pattern.
            if needle in flat and (match := pattern.search(text)):
                weights[rule.kind] = weights.get(rule.kind, 0) + rule.weight
                fired.setdefault(rule.kind, []).append('"' + " ".join(match[0].split())[:60] + '"')
                break
    most = max(weights.values(), default=0)
    if most < _ENOUGH:
        return None
    kinds = [kind for kind in KINDS if weights.get(kind) == most]
    words = {kind: ", ".join(fired[kind]) for kind in kinds}
    if len(kinds) > 1:
        tied = " and ".join(f"{kind} (words {words[kind]})" for kind in kinds)
        return Classified(OTHER, f"a tie between {tied}")
    return Classified(kinds[0], f"words {words[kinds[0]]}", _book().short.get(kinds[0], ""))


def _ends(lines: Sequence[FileLine]) -> str:
    """The beginning and the end of the text, folded, line by line."""
    first: list[str] = []
    length = 0
    for at, line in enumerate(lines):
        first.append(line.text)
        length += len(line.text) + 1
        if length >= _OPENING:
            last: list[str] = []
            closing = 0
            for other in reversed(lines[at + 1 :]):
                last.append(other.text)
                closing += len(other.text) + 1
                if closing >= _CLOSING:
                    break
            joined = "\n".join(reversed(last))
            return _fold("\n".join(first)[:_OPENING]) + "\n" + _fold(joined[-_CLOSING:])
    return _fold("\n".join(first)[: _OPENING + _CLOSING])


def _named(name: str) -> Classified | None:
    stem, dot, extension = name.rpartition("/")[2].rpartition(".")
    stem = stem if dot and stem and len(extension) <= _EXTENSION else name
    spaced = _fold(_separators.sub(" ", stem))
    for table in ("title", "name"):
        if match := _match(table, spaced, ""):
            return Classified(match[0].kind, f'file name "{name}"', match[1])
    return None


def _fold(text: str) -> str:
    return text.translate(_apostrophes).lower()


@dataclass(frozen=True, slots=True)
class _Book:
    short: dict[str, str]
    tables: dict[str, tuple[_Rule, ...]]


@functools.cache
def _book() -> _Book:
    data = tomllib.loads(_RULES.read_text(encoding="utf-8"))
    short: dict[str, str] = data["short"]
    tables = {
        table: tuple(
            _Rule(
                rule["kind"],
                rule.get("short", short.get(rule["kind"], "")),
                tuple(rule["words"]),
                rule.get("weight", 1),
                rule.get("alone", False),
                re.compile("|".join(map(_phrase, rule["with"]))) if "with" in rule else None,
            )
            for rule in data[table]
        )
        for table in ("title", "words", "cover", "name")
    }
    return _Book(short, tables)


def _phrase(words: str, number: str = "") -> str:
    """A rule's words as a pattern over folded text."""
    start = words.startswith("^")
    pattern = re.escape(words.removeprefix("^")).replace(r"\ ", r"\s+").replace("\\#", "#")
    pattern = pattern.replace("…", ".{0,90}?")
    pattern = pattern.replace(
        "#", rf"(?:no\.?\s*)?(?P<{number}>[a-z]?\d[\w.()-]*|[a-z]{{1,2}}(?![\w]))" if number else
        r"(?:[a-z]?\d[\w.()-]*|[a-z]{1,2})",
    )  # fmt: skip
    return (r"(?m:^)\W*" if start else r"(?<!\w)") + pattern + r"(?!\w)"


@functools.lru_cache(maxsize=64)
def _pattern(table: str, excluded: frozenset[int]) -> re.Pattern[str]:
    alternatives: list[str] = []
    for at, rule in enumerate(_book().tables[table]):
        if at in excluded:
            continue
        # A name may stand once only in a pattern, so only a rule's first words keep their number.
        held = [words.partition("#")[0].strip() for words in rule.words if "#" in words]
        words = [_phrase(word) for word in rule.words if "#" not in word]
        if held:
            heads = "|".join(map(re.escape, held))
            words.append(_phrase("{} #", f"n{at}").replace(r"\{\}", f"(?:{heads})"))
        body = "|".join(words)
        body = rf"\A\W*(?:{body})\W*\Z" if rule.alone else body
        alternatives.append(f"(?P<r{at}>{body})")
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})", re.DOTALL)


@functools.cache
def _word_patterns() -> tuple[tuple[_Rule, tuple[tuple[str, re.Pattern[str]], ...]], ...]:
    """Each rule of running words; for each of its phrases the longest literal part, a pattern."""
    return tuple(
        (
            rule,
            tuple(
                (
                    max(words.lstrip("^").split("…"), key=len).strip(),
                    re.compile(_phrase(words), re.DOTALL),
                )
                for words in rule.words
            ),
        )
        for rule in _book().tables["words"]
    )
