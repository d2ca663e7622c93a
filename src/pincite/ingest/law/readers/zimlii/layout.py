"""The order of an act's sections, and the headings that flattening left at the end of others.

The source lists sections by number, so those of schedules stand among those of the act, and each
Part's heading is the tail of the section before it. A whole schedule that has no sections of its
own is the tail of the last one.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pincite.ingest.succession import counted, roman

_KINDS = {
    "Part": ("part", "part"),
    "Chapter": ("chapter", "chap"),
    "Schedule": ("schedule", "sched"),
}
# A heading begins after one of these, or, with a dash, where the word before makes no reference.
_ENDS = '.;:]”"’)*…—'
_REFERRING = frozenset(("of", "in", "under", "to", "and", "or", "this", "that", "by", "with"))
_numbered_schedule = r"(?:(?P<word>[A-Z][a-z]+(?:-[a-z]+)?) )?Schedules?"
_schedule = re.compile(rf"{_numbered_schedule}\b(?: (?P<number>\d+|[IVXL]+)\b)?")
# "First Schedule (Section 4)": seen only where a schedule begins.
_glued_schedule = re.compile(
    rf"(?:^|(?<=[{re.escape(_ENDS)}] )){_numbered_schedule} "
    r"(?=\((?:[Ss]ections?|[Pp]aragraphs?|[Aa]rticles?|s\.) ?[\d(])"
)
_enumerated = re.compile(r"\((?:1|a|i)\) ")
_numbered = re.compile(r"\b1\. |\((?:1|a|i)\) ")
_HEADING_LIMIT = 300
_TAIL_LIMIT = 600


@dataclass(frozen=True, slots=True)
class ZimliiProvision:
    """One entry of the source. `cut` says that the publisher's data does not hold all of it."""

    place: str
    number: str
    title: str
    content: str
    path: tuple[str, ...]
    cut: bool

    @property
    def in_schedule(self) -> bool:
        return bool(self.path) and self.path[0].startswith("Schedule")


@dataclass(frozen=True, slots=True)
class Container:
    """A Part, Chapter or Schedule. `words` are its heading as the text has it, notes and all;
    where the text has none, only its field names it and nothing is written. `inside` is what holds
    a schedule that no field names."""

    key: tuple[str, ...]
    kind: str
    name: str
    num: str
    words: str = ""
    stated: bool = False
    place: str = ""
    inside: tuple[Container, ...] = ()


@dataclass(frozen=True, slots=True)
class ZimliiStretch:
    """The next part of the act: a section's content up to `end`, or the text of a schedule. `below`
    is the name that the section's own is appended to, where that is not its container's."""

    containers: tuple[Container, ...]
    provision: ZimliiProvision | None = None
    end: int = 0
    below: str = ""
    text: str = ""


@dataclass(slots=True)
class _Group:
    """A container, or the act itself, with its sections and groups in order."""

    parts: list[ZimliiProvision | _Group] = field(default_factory=list["ZimliiProvision | _Group"])
    groups: dict[str, _Group] = field(default_factory=dict[str, "_Group"])

    def place(self, provision: ZimliiProvision, path: tuple[str, ...]) -> None:
        if not path:
            self.parts.append(provision)
            return
        group = self.groups.get(path[0])
        if group is None:
            group = self.groups[path[0]] = _Group()
            self.parts.append(group)
        group.place(provision, path[1:])

    def __iter__(self) -> Iterator[ZimliiProvision]:
        for part in self.parts:
            if isinstance(part, _Group):
                yield from part
            else:
                yield part


def arrange(provisions: Sequence[ZimliiProvision]) -> Iterator[ZimliiStretch]:
    """The act in reading order: its body, Parts where they first appear, then its schedules."""
    body, schedules = _Group(), _Group()
    for provision in provisions:
        (schedules if provision.in_schedule else body).place(provision, provision.path)
    by_number = sorted(schedules.groups.items(), key=lambda entry: _number_of(entry[0]))
    ordered = [*body, *(provision for _, group in by_number for provision in group)]
    counted_through = {path for path, group in by_number if _counts_through(group)}
    headed: dict[tuple[str, ...], Container] = {}
    for index, provision in enumerate(ordered):
        following = ordered[index + 1] if index + 1 < len(ordered) else None
        end, tail = _tail(provision, following)
        containers = _containers(provision.path, provision.place, headed)
        below = containers[0].name if counted_through.intersection(provision.path[:1]) else ""
        yield ZimliiStretch(containers, provision, end, below)
        headed.clear()
        for container, text in tail:
            if text is None:
                headed[container.key] = container
            else:
                yield ZimliiStretch((*container.inside, container), text=text)


def _counts_through(schedule: _Group) -> bool:
    """Whether no two of its sections share a number, whatever Parts they stand in."""
    numbers = [provision.number for provision in schedule]
    return len(numbers) == len(set(numbers))


def _containers(
    path: tuple[str, ...], place: str, headed: dict[tuple[str, ...], Container]
) -> tuple[Container, ...]:
    keys = [path[: depth + 1] for depth in range(len(path))]
    return tuple(headed.get(key) or replace(_container(key), place=place) for key in keys)


def _container(key: tuple[str, ...]) -> Container:
    word, _, number = key[-1].partition(" ")
    kind, stem = _KINDS.get(word, ("group", "group"))
    number = number if word in _KINDS else key[-1]
    return Container(key, kind, f"{stem}-{number}" if number else stem, key[-1])


def _number_of(schedule: str) -> tuple[int, str]:
    digits = re.sub(r"\D", "", schedule)
    return (int(digits) if digits else 0, schedule)


def _tail(
    provision: ZimliiProvision, following: ZimliiProvision | None
) -> tuple[int, list[tuple[Container, str | None]]]:
    """Where the section's own words end, and what begins after them: containers of the section
    that follows, and schedules with all their text."""
    content, end = provision.content, len(provision.content)
    opened = _opened(provision, following)
    headed: list[Container] = []
    if opened:
        end, headed = _headings(content, opened, provision.place)
    whole: list[tuple[Container, str]] = []
    if following is None or (following.in_schedule and following.path[:1] != provision.path[:1]):
        for match in reversed(list(_glued_schedule.finditer(content, 0, end))):
            whole.insert(0, (_glued(match, provision.place), content[match.end() : end]))
            end = match.start()
    if whole and following and all(container.key != opened[0] for container in headed):
        headed = [*_claimed(whole, opened[0]), *headed]
    if whole and _nests(whole[0][0], provision):
        inside = _containers(provision.path[:1], provision.place, {})
        whole = [(replace(container, inside=inside), text) for container, text in whole]
    return end, [*whole, *((container, None) for container in headed)]


def _claimed(whole: list[tuple[Container, str]], key: tuple[str, ...]) -> list[Container]:
    """The last schedule heading is that of the sections that follow where nothing but the heading
    is left, whatever it is numbered, or where the numbers agree: then its text stands before
    them."""
    container, text = whole[-1]
    agrees = container.name == _container(key).name
    if not agrees and (len(_plain(text)) > _HEADING_LIMIT or _numbered.search(text)):
        return []
    whole.pop()
    return [replace(container, key=key, name=_container(key).name, words=text)]


def _nests(glued: Container, provision: ZimliiProvision) -> bool:
    """Whether schedules after a schedule's last section are its own: they begin to count again."""
    if not provision.in_schedule:
        return False
    return _number_of(glued.name)[0] <= _number_of(provision.path[0])[0]


def _opened(provision: ZimliiProvision, following: ZimliiProvision | None) -> list[tuple[str, ...]]:
    """The containers that close with the section or before the one that follows it, outermost
    first."""
    if following is None:
        return []
    shared = 0
    for mine, theirs in zip(provision.path, following.path, strict=False):
        if mine != theirs:
            break
        shared += 1
    return [following.path[: depth + 1] for depth in range(shared, len(following.path))]


def _headings(content: str, keys: list[tuple[str, ...]], place: str) -> tuple[int, list[Container]]:
    """The headings at the end of the content, and where the first begins."""
    position = max(0, len(content) - _TAIL_LIMIT)
    spans: list[tuple[tuple[str, ...], int, int]] = []
    for key in keys:
        matches = [
            match
            for match in _label(key[-1]).finditer(content, position)
            if _begins(content, match) and _is_numbered(key[-1], match)
        ]
        if matches:
            position = matches[-1].end()
            spans.append((key, matches[-1].start(), position))
    end = len(content)
    containers: list[Container] = []
    for key, start, after in reversed(spans):
        words = content[after:end]
        if len(_plain(words)) > _HEADING_LIMIT or _enumerated.search(words):
            return len(content), []
        num = content[start:after].strip()
        headed = replace(_container(key), num=num, words=words, stated=True, place=place)
        containers.insert(0, headed)
        end = start
    return end, containers


def _begins(content: str, label: re.Match[str]) -> bool:
    before = content[max(0, label.start() - 10) : label.start()].rstrip()
    if not before or before[-1] in _ENDS:
        return True
    dashed = label[0].rstrip()[-1] in "–—"
    return dashed and before.rpartition(" ")[2] not in _REFERRING


def _is_numbered(component: str, label: re.Match[str]) -> bool:
    """Whether a schedule's label in the text counts as its field does; other labels are written
    alike."""
    if not component.startswith("Schedule"):
        return True
    stated = label["word"] or label["number"]
    return (counted(stated) if stated else 1) == _number_of(component)[0]


def _plain(words: str) -> str:
    return words.partition("[")[0]


def _glued(match: re.Match[str], place: str) -> Container:
    word = match["word"] or ""
    number = counted(word) if word else 1
    num = match[0].strip()
    return Container(
        (num, place), "schedule", f"sched-{number or word.lower()}", num, stated=True, place=place
    )


@functools.lru_cache(maxsize=1024)
def _label(component: str) -> re.Pattern[str]:
    """How the text writes 'Part II' as a heading: 'Part II – ' or 'Part 2 – '."""
    word, _, number = component.partition(" ")
    if word == "Schedule":
        return _schedule
    value = counted(number)
    forms = {re.escape(form) for form in (number, str(value), roman(value).upper()) if form}
    return re.compile(rf"{word} (?:{'|'.join(sorted(forms))})(?: ?[–—-]+)?(?: |$)")
