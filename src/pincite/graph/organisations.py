"""Bodies that carry a legal form: the form is found first, and the name read backwards from it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache

from pincite.graph.body_names import body_before
from pincite.graph.names import UPPER, name_key
from pincite.graph.records import EntityFinding
from pincite.graph.rules import either, folded, table

AFTER_AND = "legal form after and"
_of = re.compile(rf" (?:of|OF) (?:[{UPPER}][\w’']*)(?: [{UPPER}][\w’']*){{0,2}}")


@cache
def _form() -> re.Pattern[str]:
    forms = {form for _, *spelled in table("organisations")["forms"] for form in spelled}
    # All capitals are understood, save of the small Icelandic forms.
    forms |= {form.upper() for form in forms if form[0].isupper() and len(form) > 3}
    before = r"(?:(?<=[\w.)’'!&] )|(?<=[\w.)], ))"
    return re.compile(rf"{before}(?:{either(forms)})(?![\w&])(?!\.\w)(?! Act\b)")


def organisations(text: str, fences: Sequence[int]) -> list[EntityFinding]:
    """In order, none overlapping; of two forms in a row ("Acme Holding Company, LLC") one name.

    After "and" a single word may be a name of its own or the end of a longer one ("Bed Bath and
    Beyond Inc."); such a finding carries the rule `AFTER_AND` and is certain only if the document
    has the same name elsewhere. No name runs over a fence: the end of a court, a number, a date.
    """
    found: list[EntityFinding] = []
    for match in _form().finditer(text):
        stop = match.start() - 1
        last = found[-1].end if found else -2
        if last >= stop - 1 and not text[last : match.start()].strip(" ,"):
            start, rule = found[-1].start, found[-1].rule
            found.pop()
        elif match[0].casefold() == "company" and not text[stop - 1].isalnum():
            # "the Distributor, Company shall": two of a contract's own terms.
            continue
        elif span := body_before(text, stop, _fence(fences, stop)):
            start = _without_article(text, span[0], stop)
            if not _is_name(text[start:stop]):
                continue
            doubt = " " not in text[start:stop] and text[max(0, start - 5) : start] in (
                " and ",
                " AND ",
            )
            rule = AFTER_AND if doubt and _capital_before(text, start - 5) else "legal form"
        else:
            continue
        end = match.end()
        if match[0].casefold() == "company" and (tail := _of.match(text, end)):
            end = tail.end()
        name = text[start:end]
        if not found or start >= found[-1].end:
            found.append(EntityFinding("organisation", start, end, name_key(name), name, rule))
    return found


def _fence(fences: Sequence[int], stop: int) -> int:
    at = bisect_right(fences, stop)
    return fences[at - 1] if at else 0


def _capital_before(text: str, end: int) -> bool:
    word = text[max(0, end - 40) : end].rpartition(" ")[2]
    return word[:1].isupper() and word[-1:].isalnum()


def _without_article(text: str, start: int, stop: int) -> int:
    for article in ("The ", "THE "):
        if text.startswith(article, start) and start + 4 < stop:
            return start + 4
    return start


def _is_name(words: str) -> bool:
    plain = [word.strip(",.").casefold() for word in words.split(" ")]
    if not any(any(c.isalpha() for c in word) for word in plain):
        return False
    return not all(
        word in folded("organisations", "not_names_alone") or word == "&" for word in plain
    )
