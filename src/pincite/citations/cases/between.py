"""What may stand between the name of a case and its citation: docket, year, page, short name."""

from __future__ import annotations

import re

_before_star_page = re.compile(r",? \[\*\d{1,5}\],? $")
_year = re.compile(r",? [(\[](?P<inside>[^()\[\]]{0,60}?(?P<year>1[6-9]\d\d|20\d\d))[)\]],? $")
_alias = re.compile(r",? \((?:the )?[“\"']?(?P<alias>[A-Z][\w.'’ -]{1,40}?)[”\"']?\),? $")
# "(No 2)", "(A Child)": of the name itself.
_of_the_name = re.compile(
    r"[(\[](?:[Nn]o\.? ?\d{1,2}|Pty|Pvt|(?:[Aa] )?(?:[Cc]hild|[Mm]inor)|[Cc]hildren)[)\]],? $"
)
_ordinal = re.compile(r",? \(\d{1,2}\),? $")
_file = re.compile(r",? \((?P<docket>(?:[A-Z]{1,6} ?)?\d{1,6}/\d{2,4})\),? $")
_joined = re.compile(
    r",? \([^()]{1,90}?(?:[Ii]nterven\w{2,5}|[Aa]mic(?:us|i) [Cc]uriae)[^()]{0,20}\),? $"
)
_supra = re.compile(r",? supra,? $")
_page = re.compile(r",? at (?P<pin>\d{1,5}(?:[-–]\d{1,5})?),? $")
_blank = re.compile(r",? [_—–-]{2,8} [A-Z][\w. ]{0,14} [_—–-]{2,8}(?:, [_—–-]{2,8})?,? $")
_docket = re.compile(
    r"(?:,| \()? ?(?P<docket>(?:(?:Case|Civil|Crim(?:inal)?\.?|Civ\.?|C\. ?A\.|Docket|Dkt\.|Index"
    r"|Adv\.|Bankr\.) (?:(?:Action|A\.|Case|Proc\.) )?)?(?:Nos?\.|#) ?"
    r"[\w:.()/–-]{1,40}(?:(?:,| &| and) [\w:.()/–-]{1,30}){0,3})"
    r"(?:,? (?:O\. ?T\.|Oct(?:ober|\.) Term),? \d{4})?,? $"
)

_number_sign = re.compile(r",? Nos?\. $")
# Louisiana cites the docket, the page and the day before the reporter.
_louisiana = re.compile(
    r",? (?P<docket>(?:Nos?\. )?\d{2,4}-[\dA-Z-]{2,10})(?:,? pp?\. ?[\d–-]{1,9})?"
    r" \(La\.[^()\n]{0,24} \d{1,2}/\d{1,2}/\d{2,4}\),? $"
)


def between(text: str, floor: int, core: int) -> tuple[int, dict[str, str]]:
    """The end of what can be a name, and what stands between it and the citation."""
    extra: dict[str, str] = {}
    end = core
    for _ in range(4):
        last = text[max(floor, end - 3) : end].rstrip(" ,")[-1:]
        near = max(floor, end - 110)
        if last in {")", "]"} and _of_the_name.search(text, max(floor, end - 16), end):
            break
        if last == ")" or last == "]":
            found = _before_star_page.search(text, near, end) or _year.search(text, near, end)
            if found is not None and "year" in found.re.groupindex:
                extra["year"] = found["year"]
                extra["before_year"] = found["inside"][: -len(found["year"])].strip(" ,")
            elif found is None:
                found = (
                    _docket.search(text, near, end)
                    or _louisiana.search(text, near, end)
                    or _file.search(text, near, end)
                    or _ordinal.search(text, near, end)
                    or _joined.search(text, near, end)
                    or _alias.search(text, near, end)
                )
                if found is not None:
                    extra |= {
                        "hereinafter" if key == "alias" else key: value
                        for key, value in found.groupdict().items()
                    }
        elif last == "a" and (found := _supra.search(text, max(floor, end - 9), end)):
            extra["supra"] = "yes"
        elif last in "_—–-":
            found = _blank.search(text, near, end)
        elif last.isalnum() and (found := _page.search(text, max(floor, end - 22), end)):
            extra["pin"] = found["pin"]
        elif text.find("No", near, end) >= 0 or text.find("#", near, end) >= 0:
            found = _docket.search(text, near, end)
            if found is not None:
                extra["docket"] = found["docket"]
            else:
                found = _number_sign.search(text, max(floor, end - 8), end)
        else:
            found = None
        if found is None:
            break
        end = found.start()
    while end > floor and text[end - 1] in " ,":
        end -= 1
    return end, extra
