"""Where an Akoma Ntoso reference points, as a URN."""

from __future__ import annotations

import functools
import re

from pincite.errors import BadUrn
from pincite.model.akn import parse_frbr
from pincite.model.urn import segment

# Portions of an eId that name nothing a URN has: unnumbered wrappers.
_WRAPPERS = frozenset(
    {"list", "intro", "content", "p", "blocklist", "hcontainer", "body", "wrapup"}
)
_ANCHORS = frozenset({"sec", "section", "art", "article"})
_CONTAINERS = {
    "part": "part", "chp": "chap", "chapter": "chap", "subchp": "subch", "title": "title",
    "book": "book", "subpart": "subpart", "dvs": "div", "sched": "sched", "att": "sched",
}  # fmt: skip
_step = re.compile(r"([A-Za-z]+)[_-](.+)")
_legacy = re.compile(r"section-([0-9A-Za-z]+)(?:\.([0-9]+[A-Za-z]?))?")


@functools.lru_cache(maxsize=4096)
def urn_of(href: str) -> str:
    """The URN of a FRBR URI such as /akn/za/act/1998/55/~sec_7; '' where it names no work."""
    uri, fragment = href, ""
    for mark in ("#", "/~", "~"):
        if mark in uri:
            uri, _, fragment = uri.partition(mark)
            break
    try:
        work = parse_frbr(uri.rstrip("/")).urn
    except BadUrn:
        return ""
    return str(work.child(*_path(fragment)))


def _path(fragment: str) -> list[str]:
    """'chp_2__sec_7__subsec_2' → ['7', '2']; as far as it can be read."""
    if match := _legacy.fullmatch(fragment):
        return [part for part in match.groups() if part]
    path: list[str] = []
    for step in fragment.split("__") if fragment else ():
        match = _step.fullmatch(step)
        if match is None:
            break
        name, number = match[1].lower(), segment(match[2])
        if name in _WRAPPERS:
            continue
        if not number:
            break
        if name in _ANCHORS:
            path = [part for part in path if part.startswith("sched-")] + [number]
        elif name in _CONTAINERS:
            path.append(f"{_CONTAINERS[name]}-{number}")
        else:
            path.append(number)
    return path
