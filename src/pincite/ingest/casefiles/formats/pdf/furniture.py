"""Running headers and footers: lines at the edge of pages that say the same page after page.

The same means: word for word, or with numbers that count on as the pages do.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import combinations, pairwise
from typing import NamedTuple

from pincite.ingest.casefiles.reading import FileLine
from pincite.model.layout import Role

# Lines of the edge that are looked at, from the outermost inwards, and how far in they may stand.
_DEPTH = 5
_ZONE = 0.14
_SAME_PLACE = 8.0
_PAGES = 3
# Wide margins put a header further in; more pages must then agree.
_WIDE_ZONE = 0.26
_PAGES_OF_WIDE_ZONE = 5
# Two pages prove less: what they share must stand in the very same place.
_VERY_SAME_PLACE = 2.0
# In units of the step from line to line.
_SET_OFF = 1.2
# In units of the line's height, for pages with too few lines to tell.
_WIDEST_STEP = 2.2
_MAX_NUMBERS = 4
_LONGEST = 200
_TITLE_LETTERS = 12
_TITLE_WORDS = 3

_number = re.compile(r"\d+")
_roman = re.compile(r"[ivxl]+|[IVXL]+")
_bare_number = re.compile(r"\W*(?:page\s)?\W*(\d{1,4}|[ivxl]+)\W*", re.IGNORECASE)
_page_word = re.compile(r"\b(?:page|pg|p\.|bls\.|síða|seite|of \d+)|^\W*[a-z]{1,3}-\d+\W*$")
_court_stamp = re.compile(
    r"(?:USCA\w* |Appellate )?(?:Case|Appeal):? ?(?:No\. ?)?\d[\w:.,/\- ]{2,60}?"
    r"(?:\([^)]*\) ?)?(?:,? ?(?:Doc(?:ument|\.)?:? ?#?:? ?\d+|DktEntry:? ?\d+|ID:? ?\d+))"
    r".{0,90}?(?:Filed|Page|Date|Pg|Entry|ID)",
)
_page_of = re.compile(r"(?:page|pg\.?|p\.) ?\d{1,4} ?(?:of|/) ?\d{1,4}", re.IGNORECASE)


class _Seen(NamedTuple):
    page: int
    line: int
    depth: int
    distance: float
    near_edge: bool


def is_court_stamp(text: str) -> bool:
    """Whether the line is what a court's filing system prints on every page it keeps."""
    return _court_stamp.match(text) is not None


def find(pages: list[tuple[list[FileLine], float]]) -> list[dict[int, Role]]:
    """For each page (its lines, its height): which of its lines are header or footer."""
    shared: dict[tuple[Role, str], list[_Seen]] = defaultdict(list)
    sure: list[set[int]] = [set() for _ in pages]
    edges: list[dict[Role, list[int]]] = []
    counts: Counter[str] = Counter()
    for at, (lines, height) in enumerate(pages):
        order = sorted(range(len(lines)), key=lambda k: lines[k].top)
        zones = {Role.HEADER: order[:_DEPTH], Role.FOOTER: order[: -_DEPTH - 1 : -1]}
        edges.append(zones)
        for role, ranked in zones.items():
            for depth, k in enumerate(ranked):
                line = lines[k]
                counts[line.text] += 1
                far = line.top if role is Role.HEADER else height - line.bottom
                near_edge = _is_near_edge(line, height)
                if len(line.text) > _LONGEST:
                    continue
                if bare := _page_number(line.text):
                    lone = bare == at + 1 and len(pages) < _PAGES and role is Role.FOOTER
                    if lone and depth == 0 and near_edge and _is_far_below(lines, ranked):
                        sure[at].add(k)
                    # The last line of a page that ends early may be its number, wherever it stands.
                    if near_edge or len(pages) >= _PAGES:
                        place = far if len(pages) < _PAGES else 0.0
                        shared[role, f"\x00{bare - at}"].append(_Seen(at, k, depth, place, True))
                    continue
                if far > _WIDE_ZONE * height:
                    continue
                if is_court_stamp(line.text) or (
                    depth == 0 and near_edge and _page_of.fullmatch(line.text.strip("-–— "))
                ):
                    sure[at].add(k)
                # "Schedule 1", "Schedule 2" head pages too; at their foot only numbers count.
                titled = role is Role.HEADER or not near_edge
                for signature in _signatures(line.text, at, titled=titled):
                    shared[role, signature].append(_Seen(at, k, depth, far, near_edge))
    repeated: list[set[int]] = [set() for _ in pages]
    for (_, signature), sightings in shared.items():
        for cluster in _same_place(sightings, len(pages)):
            for seen in cluster:
                repeated[seen.page].add(seen.line)
                if signature.startswith("\x00"):
                    sure[seen.page].add(seen.line)
    roles = [
        _peeled(lines, height, zones, repeated[at] | sure[at], sure[at], counts)
        for at, ((lines, height), zones) in enumerate(zip(pages, edges, strict=True))
    ]
    return _with_text_left([lines for lines, _ in pages], roles)


def _with_text_left(
    pages: list[list[FileLine]], by_page: list[dict[int, Role]]
) -> list[dict[int, Role]]:
    """Furniture stands around text. Where most pages would be left without any, what they share is
    their text, unless it can be nothing but a court's stamp or a page's number."""
    bare = [
        bool(roles) and len(roles) == len(lines)
        for lines, roles in zip(pages, by_page, strict=True)
    ]
    if 2 * sum(bare) <= sum(map(bool, by_page)):
        return by_page
    return [
        {at: role for at, role in roles.items() if _is_never_text(lines[at].text)}
        if lone
        else roles
        for lines, roles, lone in zip(pages, by_page, bare, strict=True)
    ]


def _is_never_text(text: str) -> bool:
    return is_court_stamp(text) or bool(
        _page_number(text) or _page_of.fullmatch(text.strip("-–— "))
    )


def _signatures(text: str, page: int, *, titled: bool) -> list[str]:
    """What the line would say on the first page, for each choice of its numbers that count on;
    `titled` says that a short title with a number is none of a page."""
    folded = text.casefold()
    if not any(map(str.isalnum, folded)):
        return []
    fields = list(_number.finditer(folded))
    out = [folded]
    if not fields:
        return out
    short = (
        titled
        and sum(map(str.isalpha, folded)) < _TITLE_LETTERS
        and folded.count(" ") < _TITLE_WORDS
    )
    if short and not _page_word.search(folded):
        return out
    fields = [field for field in fields if len(field[0]) < 9][-_MAX_NUMBERS:]
    for count in range(1, len(fields) + 1):
        for chosen in combinations(fields, count):
            signature = folded
            for field in reversed(chosen):
                counted = f"\x00{int(field[0]) - page}\x00"
                signature = signature[: field.start()] + counted + signature[field.end() :]
            out.append(signature)
    return out


def _page_number(text: str) -> int:
    """The number that is all the line says ("3", "- 3 -", "Page iv"), else 0."""
    bare = _bare_number.fullmatch(text)
    if not bare:
        return 0
    return int(bare[1]) if bare[1].isdecimal() else _roman_value(bare[1])


def _roman_value(numeral: str) -> int:
    """Up to 89, as pages before the text are counted; 0 for what is no numeral."""
    if not _roman.fullmatch(numeral):
        return 0
    values = [{"i": 1, "v": 5, "x": 10, "l": 50}[letter] for letter in numeral.lower()]
    return sum(-value if value < max(values[k:]) else value for k, value in enumerate(values))


def _same_place(sightings: list[_Seen], pages: int) -> list[list[_Seen]]:
    """The sightings that stand at one distance from the edge on pages that follow each other."""
    if len(sightings) < 2:
        return []
    by_distance = sorted(sightings, key=lambda seen: seen.distance)
    clusters: list[list[_Seen]] = [[by_distance[0]]]
    for seen in by_distance[1:]:
        if seen.distance - clusters[-1][-1].distance <= _SAME_PLACE:
            clusters[-1].append(seen)
        else:
            clusters.append([seen])
    out: list[list[_Seen]] = []
    for cluster in clusters:
        cluster.sort()
        if pages <= _PAGES and _is_proved_by_two(cluster, pages):
            out.append(cluster)
            continue
        stretches: list[list[_Seen]] = []
        stretch = [cluster[0]]
        for seen in cluster[1:]:
            # Left and right pages may differ, so every second page will do.
            if seen.page - stretch[-1].page > 2:
                stretches.append(stretch)
                stretch = []
            stretch.append(seen)
        stretches.append(stretch)
        out += filter(_is_proved, stretches)
    return out


def _is_proved_by_two(cluster: list[_Seen], pages: int) -> bool:
    """Whether two pages suffice: the only two, or all but the first of three, which often goes
    without; the line stands in the very same place of both."""
    a, b = cluster[0], cluster[-1]
    near = abs(a.distance - b.distance) <= _VERY_SAME_PLACE
    alike = a.page != b.page and near and a.near_edge and b.near_edge and a.depth == b.depth
    return alike and (pages == 2 or (len(cluster) == 2 and a.page == 1))


def _is_far_below(lines: list[FileLine], ranked: list[int]) -> bool:
    """Whether the last line is set off from the one above it by twice its height."""
    if len(ranked) < 2:
        return False
    last, above = lines[ranked[0]], lines[ranked[1]]
    return last.top - above.bottom > 2 * (last.bottom - last.top)


def _is_proved(stretch: list[_Seen]) -> bool:
    needed = _PAGES if all(seen.near_edge for seen in stretch) else _PAGES_OF_WIDE_ZONE
    return len({seen.page for seen in stretch}) >= needed


def _peeled(
    lines: list[FileLine],
    height: float,
    zones: dict[Role, list[int]],
    known: set[int],
    sure: set[int],
    counts: Counter[str],
) -> dict[int, Role]:
    """From the edge inwards, up to the first line that is not known to be furniture; one that
    changes from page to page may stand among the rest near the edge. Where that first
    line repeats too (`said` counts the lines at the edges), the pages may repeat a form, text and
    all: then only what is set off from the rest counts, and what is sure."""
    out: dict[int, Role] = {}
    steps = sorted(b - a for a, b in pairwise(sorted(line.top for line in lines)) if b - a > 1)
    usual = steps[len(steps) // 4] if steps else 0.0
    for role, ranked in zones.items():
        taken: list[int] = []
        settled = 0
        missed = False
        for place, k in enumerate(ranked):
            if k not in known or (missed and not _is_near_edge(lines[k], height)):
                if missed or not _is_near_edge(lines[k], height):
                    if counts[lines[k].text] == 1:
                        settled = len(taken)
                    break
                missed = True
                continue
            taken.append(k)
            inner = ranked[place + 1] if place + 1 < len(ranked) else None
            step = min(usual, _WIDEST_STEP * (lines[k].bottom - lines[k].top))
            apart = inner is None or abs(lines[inner].top - lines[k].top) > _SET_OFF * step
            if k in sure or apart:
                settled = len(taken)
        for place, k in enumerate(taken):
            if place < settled or k in sure:
                # On a page of few lines each is among the first and the last.
                both = k in out
                out[k] = _nearer_edge(lines[k], height) if both else role
    return out


def _nearer_edge(line: FileLine, height: float) -> Role:
    return Role.HEADER if line.top + line.bottom < height else Role.FOOTER


def _is_near_edge(line: FileLine, height: float) -> bool:
    return line.bottom <= _ZONE * height or line.top >= (1 - _ZONE) * height
