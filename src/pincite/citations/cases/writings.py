"""Journals and laws that are cited as cases are, by volume and page: 84 Stat. 1236."""

from __future__ import annotations

import re

from pincite.citations.cases import pins
from pincite.citations.cases.editions import cited
from pincite.citations.cases.parts import of_date, of_edition
from pincite.citations.cases.tokens import Token
from pincite.model.mention import CitedKind, Form, Mention

_below = re.compile(r"(?: ?\([0-9A-Za-z]{1,5}\)){1,8}")
_brackets = re.compile(r"[() ]+")
_codes = {"U.S.C.": "usc", "C.F.R.": "cfr"}


def journal(text: str, token: Token, stop: int) -> Mention:
    """An article by its volume and page, or a page of one cited before."""
    parts = dict(token.groups)
    year = ""
    if token.short:
        page = parts.pop("page", "")
        pin = pins.after_short(text, token.end - len(page), token.end, stop)
        end = pin.end
    else:
        pin = pins.after_full(text, token.end, stop)
        dated = pins.court_and_year(text, pin.end)
        end = pin.end
        if dated is not None:
            end, year = dated.end, dated.year
            parts |= of_date(dated)
    parts |= pins.explanations(text, end)
    meant = cited(token, year)
    return Mention(
        token.start,
        end,
        (token.start, token.end),
        CitedKind.JOURNAL,
        Form.SHORT if token.short else Form.FULL,
        "" if token.short else meant.key,
        pin.words,
        "cases.short" if token.short else "cases.journal",
        (),
        parts | of_edition(meant),
    )


def law(text: str, token: Token) -> Mention:
    """A section, page or act; the grammars of laws know more of it than the reporters' patterns."""
    edition = token.editions[0]
    below = _below.match(text, token.end, token.end + 60)
    pin = "" if below is None else below[0].strip()
    key, targets = ("", ()) if token.short else _address(token, pin)
    return Mention(
        token.start,
        token.end if below is None else below.end(),
        (token.start, token.end),
        CitedKind.REGULATION
        if edition.reporter.cite_type.startswith("admin")
        else CitedKind.STATUTE,
        Form.SHORT if token.short else Form.FULL,
        key,
        pin,
        "cases.law",
        targets,
        dict(token.groups) | {"reporter": edition.short_name},
    )


def _address(token: Token, pin: str) -> tuple[str, tuple[str, ...]]:
    """The URN for the two codes that the corpus names so; else the citation, settled."""
    name = token.editions[0].short_name
    groups = token.groups
    title = groups.get("title") or groups.get("chapter")
    section = groups.get("section")
    if name in _codes and title and section:
        first, *inside = (part for part in _brackets.split(section) if part)
        key = f"urn:lex:us:{title}{_codes[name]}:{first}"
        return key, (":".join((key, *inside, *(part for part in _brackets.split(pin) if part))),)
    return " ".join((name, *(words for group, words in groups.items() if group != "reporter"))), ()
