"""Mentions marked by hand: ⟦case|Roe v. Wade, 410 U.S. 113 (1973)⟧, ⟦id|Id. at 114⟧, ⦃a footnote⦄.

A tag is what a finder would say: case, parallel, short, journal, id, supra, infra, name, section, rule, record, and
law, named or record with its key: ⟦law urn:lex:us:42usc:1983|42 U.S.C. § 1983⟧.
"""

from __future__ import annotations

import re

from pincite.citations.reading import CitableText
from pincite.citations.resolve import resolve
from pincite.model.mention import CitedKind, Form, Mention, Resolved

_token = re.compile(r"⟦(?P<tag>\w+)(?: (?P<key>[^|]+))?\|(?P<words>[^⟧]*)⟧|(?P<note>[⦃⦄])")
_full = re.compile(
    r"(?:(?P<name>(?:(?P<plaintiff>[^|]+?) v\. (?P<defendant>[^|]+?)|(?:In re|Ex parte) [^,]+)), )?"
    r"(?P<core>(?P<volume>\d+) (?P<reporter>[A-Z].*?) (?P<page>\d+|_+))"
    r"(?:, (?P<pin>[^(]+?))?(?: \((?:[^()]*? )?(?P<year>\d{4})\))?"
)
_short = re.compile(
    r"(?:(?P<antecedent>.+?), )?(?P<core>(?P<volume>\d+) (?P<reporter>[A-Z].*?),? at )(?P<pin>.+)"
)
_ID = re.compile(r"(?P<core>[Ii]d\.|[Ii]bid\.)(?:,? (?:at )?(?P<pin>.*))?")
_SUPRA = re.compile(r"(?:(?P<antecedent>[A-Z].*?),? )?(?P<core>supra|infra)(?:,? (?P<pin>.*))?")
_NAME = re.compile(r"(?P<core>.*?)(?:,? at (?P<pin>\d.*))?")
_SECTION = re.compile(r"(?P<core>\D*(?P<section>\d[\w.-]*))(?P<pin>.*)")
_ANY = re.compile(r"(?P<core>.*)")
_SHAPES = {
    "case": (_full, CitedKind.CASE, Form.FULL),
    "parallel": (_full, CitedKind.CASE, Form.FULL),
    "journal": (_full, CitedKind.JOURNAL, Form.FULL),
    "short": (_short, CitedKind.CASE, Form.SHORT),
    "id": (_ID, CitedKind.UNKNOWN, Form.ID),
    "supra": (_SUPRA, CitedKind.UNKNOWN, Form.SUPRA),
    "infra": (_SUPRA, CitedKind.UNKNOWN, Form.INFRA),
    "name": (_NAME, CitedKind.CASE, Form.NAME),
    "section": (_SECTION, CitedKind.UNKNOWN, Form.SHORT),
    "rule": (_SECTION, CitedKind.RULE, Form.SHORT),
    "law": (_ANY, CitedKind.STATUTE, Form.FULL),
    "regulation": (_ANY, CitedKind.REGULATION, Form.FULL),
    "given": (_NAME, CitedKind.STATUTE, Form.NAME),
    "amendment": (_ANY, CitedKind.CONSTITUTION, Form.FULL),
    "rules": (_ANY, CitedKind.RULE, Form.FULL),
    "record": (_ANY, CitedKind.RECORD, Form.FULL),
}


def marked(text: str) -> tuple[CitableText, list[Mention]]:
    pieces: list[str] = []
    mentions: list[Mention] = []
    notes: list[list[int]] = []
    at = end = 0
    for token in _token.finditer(text):
        pieces.append(text[end : token.start()])
        at += len(pieces[-1])
        end = token.end()
        if token["note"] == "⦃":
            notes.append([at, at])
        elif token["note"]:
            notes[-1][1] = at
        else:
            mentions.append(_mention(token["tag"], token["key"] or "", token["words"], at))
            pieces.append(token["words"])
            at += len(token["words"])
    pieces.append(text[end:])
    return CitableText("".join(pieces), notes=tuple((start, end) for start, end in notes)), mentions


def _mention(tag: str, key: str, words: str, at: int) -> Mention:
    shape, kind, form = _SHAPES[tag]
    match = shape.fullmatch(words)
    assert match is not None, words
    parts = {name: value for name, value in match.groupdict().items() if value}
    core = (at + match.start("core"), at + match.end("core"))
    pin = parts.pop("pin", "")
    parts.pop("core")
    if shape is _full:
        key = " ".join(parts[part] for part in ("volume", "reporter", "page"))
    if tag == "parallel":
        parts["parallel"] = "yes"
    if tag in ("name", "given"):
        parts["name"] = match["core"]
    targets = (key,) if key.startswith("urn:") else ()
    work = ":".join(key.split(":")[:5]) if key.startswith("urn:") else key
    return Mention(at, at + len(words), core, kind, form, work, pin, tag, targets, parts)


def meant(text: str) -> list[Resolved]:
    reading, mentions = marked(text)
    return resolve(reading, mentions)


def last(text: str) -> str:
    """What the last mention means: the key of its source, or the name of the reason for none."""
    found = meant(text)[-1]
    return found.reason.name if found.reason is not None else found.key
