"""How the United States Code numbers its titles, chapters and sections, as URNs.

/us/usc/t15/s45/a/1   ↔ urn:lex:us:15usc:45:a:1
/us/usc/t3/ch5/schII  ↔ urn:lex:us:3usc:chap-5:subch-II
/us/usc/t11a          ↔ urn:lex:us:11usc-app
"""

from __future__ import annotations

import functools
import re

from pincite.model.urn import segment

# The identifier's own abbreviations for the levels above a section, longest first where one
# begins another.
_LEVELS = {
    "sch": "subch", "spt": "subpart", "ch": "chap", "pt": "part", "sd": "subdiv",
    "st": "subtitle", "d": "div",
}  # fmt: skip
_href = re.compile(r"/us/usc/t(?P<title>[0-9]+)(?P<path>(?:/[^/\s]+)*)/?")
_level = re.compile(rf"(?P<level>{'|'.join(_LEVELS)})(?P<number>[0-9IVXLCDM][0-9A-Za-z.–-]*|[A-Z])")
_title = re.compile(r"(?P<number>[0-9]+)(?P<appendix>[aA]?)")


def title_of(number: str) -> tuple[str, str]:
    """docNumber → the title's number and its URN: '11a' → '11', 'urn:lex:us:11usc-app'. Empty
    where it is not the number of a title."""
    match = _title.fullmatch(number.strip())
    if match is None:
        return "", ""
    return match["number"], f"urn:lex:us:{match['number']}usc{'-app' if match['appendix'] else ''}"


def number_name(value: str) -> str:
    """A section's number as a segment: '45', '202 to 204' → '202-to-204', '1, 2' → '1-and-2'."""
    return segment(value.replace(", ", "-and-").replace("...", "-to-"))


def heading_name(heading: str) -> str:
    """What an appendix sets out without a number is named by its heading."""
    return segment(heading.lower())


@functools.lru_cache(maxsize=65536)
def urn_of_href(href: str) -> str:
    """The URN of what a reference points at; empty for anything but a title of the Code."""
    match = _href.fullmatch(href)
    if match is None:
        return ""
    parts = [f"urn:lex:us:{match['title']}usc"]
    below_section = False
    for step in match["path"].split("/")[1:]:
        if below_section:
            part = segment(step)
        elif step.startswith("s") and step[1:2].isdigit():
            part, below_section = number_name(step[1:]), True
        elif level := _level.fullmatch(step):
            part = f"{_LEVELS[level['level']]}-{segment(level['number'])}"
        else:
            return ""
        if not part:
            return ""
        parts.append(part)
    return ":".join(parts)
