"""Names given to a source as it is cited: "[hereinafter Report]", "(the “Act”)", "(Brown II)"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.citations.reading import CitableText
from pincite.citations.resolution.antecedents import LAWS
from pincite.citations.resolution.works import names_apart, whole_of, work_of
from pincite.model.mention import Form, Mention


class DefinedName(NamedTuple):
    """From `at` on, `term` means what that mention, by its index, means. `work` is the key of the
    act that was named right before, "" for none; with it alone the mention is -1."""

    term: str
    at: int
    mention: int
    work: str = ""


_CLAUSE = 200
_BEFORE = 90
_hereinafter = re.compile(
    r"[\[(]\s?(?:collectively,? )?hereinafter,? (?:referred to as |cited as |called )?"
    r"(?:the )?[\"“‘']?(?:the )?(?P<term>[^\])\"”“\n]{2,80}?)[\"”’']?,?\s?[\])]",
    re.IGNORECASE,
)
_bracket = re.compile(r"\)?[,\s]{0,2}\((?P<words>(?:[^()\n]|\([^()\n]{0,6}\)){2,90})\)")
_term = re.compile(r"[\"“‘'](?:[Tt]he )?(?P<term>[A-Z][^\"”“\n]{1,60}?),?[\"”’']")
_beside = re.compile(
    r"(?:[\s,;]|\b(?:or|and|the|as|amended|codified|hereinafter|hereafter|henceforth|referred|to|"
    r"called|in|this|judgment|brief|opinion|memorandum|simply|sometimes|variously|also|short|for|collectively)\b)*",
    re.IGNORECASE,
)
_WHOLE = (
    r"(?:[A-Z][\w&’'-]{0,20} ){0,4}(?:Act|Code|Constitution|Regulations|Rules|Ordinance|Convention|"
    r"Treaty|Covenant|Charter|Statute|Directive|Decree|Guidelines)|[A-Z][A-Za-z]{0,2}[A-Z]{1,8}"
)
_unquoted = re.compile(
    rf"(?:(?:the|hereinafter,?|hereafter,?|referred to as|called|simply) ){{0,4}}(?P<term>{_WHOLE})"
)
_either = re.compile(r",? or (?:the )?")
_without_bracket = re.compile(
    r",? (?:hereinafter|hereafter|henceforth)(?: to be)?(?: referred to)?(?: as| called)? "
    rf"(?:the )?[\"“‘']?(?:the )?(?P<term>{_WHOLE})[\"”’']?(?=[\s,.;)])"
)
_MEANS = r"(?: shall)? (?:means?|refers? to|is a reference to|are references to)"
_before = re.compile(
    rf"(?:[\"“‘'](?:the )?(?P<quoted>{_WHOLE})[\"”’']{_MEANS}"
    rf"|[Rr]eferences? to [\"“‘']?the [\"“‘']?(?P<spoken>{_WHOLE})[\"”’']? (?:is|are|means?|"
    r"shall be)(?: construed as)?(?: an?)?(?: references?)?(?: to)?) (?:the )?\Z"
)
_sentence_end = re.compile(r"[a-z0-9)\]”\"]\. [A-Z]|\n")
_brackets = re.compile(r"\([^()]{0,120}\)")
_law = re.compile(
    r"\b(?:Acts?|Codes?|Rules?|Regulations?|Statutes?|Laws?|Orders?|Ordinances?|Amendments?|Title|"
    r"Convention|Treaty|Constitution|Guidelines|Charter|Sections?|Directive|[A-Z]{2,}[A-Za-z]*)\b"
)
# "(Supp. IV)" is an edition, not a name.
_numbered = re.compile(
    r"\s?[(\[](?P<term>(?!(?:Supp|Vol|Part|Tit|Title|Art|Book|App|Sess|Cong)\b)"
    r"[A-Z][\w.'’&\- ]{1,40} (?:I{1,3}|IV|V))[)\]]"
)
_NEAR = 40
_MOST_CITATIONS = 3
_joined = re.compile(r"[,;]? (?:as amended,? )?(?:codified (?:as amended )?(?:at|in) )?")


def defined(reading: CitableText, mentions: Sequence[Mention]) -> list[DefinedName]:
    """In order."""
    text = reading.text
    found: list[DefinedName] = []
    ends = [mention.end for mention in mentions]
    for match in _hereinafter.finditer(text) if "ereinafter" in text else ():
        index = bisect_right(ends, match.start()) - 1
        if index >= 0 and _names(text, mentions[index], match.start(), match["term"]):
            work = _work_before(text, mentions, index)
            found.append(DefinedName(match["term"].strip(), match.end(), index, work))
    for index, mention in enumerate(mentions):
        for term, at in _given(text, mention.end, law=mention.kind in LAWS):
            if _names(text, mention, mention.end, term):
                found.append(DefinedName(term, at, index, _work_before(text, mentions, index)))
        if mention.kind in LAWS and mention.key and (term := _meant(text, mention.start)):
            found.append(DefinedName(term, mention.end, index, work_of(mention.key)))
    found += _of_names(reading, mentions)
    # What is said first of a place stands; a bracket is read by one rule only.
    return sorted(dict.fromkeys(found), key=lambda definition: definition.at)


def _of_names(reading: CitableText, mentions: Sequence[Mention]) -> Iterator[DefinedName]:
    """Names given to acts that are named and not cited, or cited right behind: "the Clean Air Act
    (“CAA”), 42 U.S.C. § 7401"."""
    text = reading.text
    for name, following in names_apart(text, mentions):
        work = whole_of(reading, name)
        terms = list(_given(text, name.end, law=True))
        if term := _meant(text, name.start):
            terms.append((term, name.end))
        for term, at in terms:
            index = _its_citation(text, mentions, following, at)
            until = mentions[index].end if index >= 0 else at
            yield DefinedName(term, max(at, until), index, work)


def _its_citation(text: str, mentions: Sequence[Mention], index: int, at: int) -> int:
    """Of those that follow an act's name, the one that cites it: a code's section rather than the
    session law ("88 Stat. 829, 29 U.S.C. § 1001"); -1 for none."""
    found = -1
    for here in range(index, min(index + _MOST_CITATIONS, len(mentions))):
        mention = mentions[here]
        joined = at <= mention.start <= at + _NEAR and _joined.fullmatch(text, at, mention.start)
        if not joined or mention.kind not in LAWS or mention.form is not Form.FULL:
            break
        found, at = here, mention.end
        if mention.key.startswith("urn:"):
            break
    return found


def _work_before(text: str, mentions: Sequence[Mention], index: int) -> str:
    """The act that a code's section is a citation of: "the Clean Air Act, 42 U.S.C. § 7401"; the
    whole of the law itself where it is cited by its name."""
    mention = mentions[index]
    if mention.kind not in LAWS:
        return ""
    if not mention.key.startswith("urn:"):
        return work_of(mention.key)
    before = mentions[index - 1] if index else None
    if before is None or before.kind not in LAWS or before.key.startswith("urn:"):
        return ""
    joined = text[before.end : mention.start] in (", ", " ", ", codified at ", " (")
    return work_of(before.key) if joined and before.key else ""


def _given(text: str, end: int, *, law: bool) -> Iterator[tuple[str, int]]:
    """The terms given right behind a source, and where the words that give them end."""
    if text[end : end + 1] in ("", "\n"):
        return
    bracket = _bracket.match(text, end)
    if bracket is not None:
        words = bracket["words"]
        several = law and "ollectively" in words
        if not several and _beside.fullmatch(_term.sub("", words)):
            for match in _term.finditer(words):
                yield match["term"].strip(), bracket.end()
        elif law:
            shapes = [_unquoted.fullmatch(piece) for piece in _either.split(words)]
            yield from ((shape["term"], bracket.end()) for shape in shapes if shape and all(shapes))
    elif law and (shape := _without_bracket.match(text, end)):
        yield shape["term"], shape.end()
    if shape := _numbered.match(text, end):
        yield shape["term"].strip(), shape.end()


def _meant(text: str, start: int) -> str:
    """The term whose meaning the name that begins there is: "“Act” means the Labour Act"."""
    match = _before.search(text, max(0, start - _BEFORE), start)
    return (match["quoted"] or match["spoken"]) if match else ""


def _names(text: str, mention: Mention, at: int, term: str) -> bool:
    """Whether a term given at this place names the source: it is given in the same sentence, and a
    law's right behind it, for laws are cited in defining boards and officers too."""
    if not mention.key or mention.form not in (Form.FULL, Form.NAME):
        return False
    gap = text[mention.end : min(at, mention.end + _CLAUSE + 1)]
    if mention.kind not in LAWS:
        return len(gap) <= _CLAUSE and not _sentence_end.search(gap)
    return not _brackets.sub("", gap).strip(" ,") and bool(_law.search(term))
