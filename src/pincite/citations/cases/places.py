"""Pinpoints as they stand behind reports of other countries: at 580, para 79, [34]–[36], 123A–C."""

from __future__ import annotations

import re

from pincite.citations.cases.pins import PagePin

_dash = "[-–—‑−]"
# Not the year of what follows: "; [2007] ZACC 22", ", 2008 (2) BCLR 158".
_no_core = r"(?!\[?(?:1[6-9]|20)\d\d\]? [A-Z(\d])"
_number = rf"{_no_core}\[?\d{{1,4}}(?:\.\d{{1,3}})?[A-Za-z]?\]?(?![\w/]| \(\d| [A-Z]{{2}})"
_list = rf"{_number}(?:(?: ?{_dash} ?| to |, | and | & ){_number}){{0,8}}"
# Letters down the side of a page. A small one that stands alone must follow another at once, or
# end the words: "at 570b–c", but not "at 570 – a view".
_side = r"\d{1,5}[a-j](?:[-–/][a-j](?![\w/])| [-–] [a-j](?=[,.;:)\]\n]|$))"
_column = (
    rf"(?:{_side}|(?:\d{{1,5}}[A-Ja-j]?|[A-J])"
    r"(?: ?[-–/] ?(?:\d{1,5}[A-Ja-j]?|[A-J])(?![\w/]))?(?![\w/]))"
)
_paragraphs = rf"(?:at )?(?:paras?\.?|paragraphs?|pars?\.?|¶{{1,2}}|§{{1,2}}) ?{_list}"
_bracketed = (
    rf"(?:at )?{_no_core}\[\d{{1,4}}\](?:(?:[-–]|, | and | to ){_no_core}\[\d{{1,4}}\]){{0,8}}"
)
_pages = (
    rf"at (?:pp?\.? ?|pages? )?{_no_core}{_column}"
    rf"(?:(?:,| and| &) {_no_core}{_column}(?! \(\d| [A-Z]{{2}})){{0,6}}"
)
_bare = rf"(?:pp?\.? ?)?{_no_core}{_column}(?=[,.;:)\]}}”\"’'?!]| ?\(|\n|$| and \d| per )"
# Behind the brackets of the court: "(A) 532C–F", "(HL) 617–618."
_column_alone = (
    rf"{_side}|\d{{1,4}}[A-Ja-j](?: ?[-–] ?(?:\d{{1,4}}[A-Ja-j]?|[A-J]))?(?![\w/])"
    r"|\d{1,4}(?:[-–]\d{1,4})?(?=[,.;:)]| \()"
)
_place = re.compile(
    rf",? (?P<first>{_paragraphs}|{_bracketed}|{_pages})|, (?P<bare>{_bare})"
    rf"|(?<=\)) (?P<column>{_column_alone})"
)
_most = 3


def place_after(text: str, at: int) -> PagePin:
    """Behind the core that ends at `at`; without the words where there is none."""
    start, end = -1, at
    for _ in range(_most):
        match = _place.match(text, end, end + 120)
        if match is None:
            break
        if start < 0:
            start = match.start(match.lastgroup or 0)
        end = match.end()
    if start < 0:
        return PagePin("", at)
    return PagePin(text[start:end].removeprefix("at "), end)
