"""Finds a table of contents, so that its entries are not taken for the parts that it lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.ingest.casefiles.reading import FileParagraph

_title = re.compile(
    r"(?:table of |index of )?(?:contents|authorities|exhibits|schedules|appendices)|index"
    r"|efnisyfirlit",
    re.I,
)
_page_at_end = re.compile(r"(?:^|[\s.…·_])(?:[A-Z]{1,2}-)?(?:\d{1,4}|[ivxl]{1,6})$")
_leader = re.compile(r"\.{4,}|(?:\. ){4,}|…{2,}|_{4,}|(?:· ?){4,}")
_letters = re.compile(r"[^\W\d_]+")
# An entry is no longer than this, and as many letters of it are looked for further on.
_ENTRY, _KEY = 400, 40
_RUN = 3
# How many paragraphs after the title may pass without any entry, page heads for example.
_PATIENCE = 3


def contents(paragraphs: Sequence[FileParagraph], texts: Sequence[str]) -> set[int]:
    """Which paragraphs are a table of contents: lines with leaders and page numbers, and what
    stands under such a title and is found again further on."""
    ending = [at for at, text in enumerate(texts) if text[-1] in "0123456789ivxl"]
    listed = {
        at for at in ending if len(paragraphs[at].lines) < 60 and _listed(paragraphs[at], texts[at])
    }
    titles = [
        at
        for at, text in enumerate(texts)
        if len(text) < 60 and _title.fullmatch(text.strip(" .:"))
    ]
    if not titles and len(ending) < _RUN:
        return listed
    keys = _last_seen(texts)
    for at in titles:
        # One inside a table that was found already would be read to its end again.
        if at not in listed:
            listed |= {at, *_below(texts, at, keys)}
    run: list[int] = []
    for at in [*ending, len(texts) + 2]:
        if run and at > run[-1] + 1:
            if len(run) >= _RUN:
                listed.update(run)
            run = []
        if at < len(texts) and _is_entry(texts[at]) and _again(texts[at], at, keys):
            run.append(at)
    return listed


def _listed(paragraph: FileParagraph, text: str) -> bool:
    """Leaders and a page number at its end, or at the end of most of its lines."""
    lines = paragraph.lines
    if len(lines) == 1:
        return bool(_leader.search(text) and _page_at_end.search(text[-8:]))
    ends = sum(1 for line in lines if _page_at_end.search(line.text[-8:]))
    return ends * 2 > len(lines) and bool(_leader.search(text) or ends > _RUN)


def _is_entry(text: str) -> bool:
    return len(text) <= _ENTRY and _page_at_end.search(text[-8:]) is not None


def _below(texts: Sequence[str], title: int, keys: dict[str, int]) -> set[int]:
    listed: set[int] = set()
    missed = 0
    for at in range(title + 1, len(texts)):
        text = texts[at]
        if len(text) <= _ENTRY and (_is_entry(text) or _again(text, at, keys)):
            listed.add(at)
            missed = 0
        else:
            missed += 1
            if missed >= _PATIENCE or len(text) > _ENTRY:
                break
    return listed


def _key(text: str) -> str:
    return "".join(_letters.findall(text[: 3 * _KEY]))[:_KEY].lower()


def _again(text: str, at: int, keys: dict[str, int]) -> bool:
    """Whether a later paragraph begins with the same letters."""
    key = _key(_page_at_end.sub("", text))
    return len(key) > 2 and keys.get(key[:_KEY], -1) > at


def _last_seen(texts: Sequence[str]) -> dict[str, int]:
    """The last place of each paragraph's beginning, whole and cut where a heading would end."""
    seen: dict[str, int] = {}
    for at, text in enumerate(texts):
        seen[_key(text)] = at
        for stop in (". ", ".", ":"):
            heading = text[:120].lstrip("0123456789.() ").partition(stop)[0]
            seen[_key(heading)] = at
    return seen
