"""Which files make up a title: the includes of its index, followed by name."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.errors import SourceMalformed, SourceUnsafe
from pincite.ingest.safe_xml import Element, name_of, parse_xml, place_of
from pincite.ingest.sources import Sources

_INDEX = "index.xml"
_INCLUDE = "{http://www.w3.org/2001/XInclude}include"


@dataclass(slots=True)
class TitleFiles:
    """`titles` are the files of each title, its index first, with the heading of its division."""

    codes: list[str] = field(default_factory=list[str])
    titles: list[tuple[tuple[str, ...], str]] = field(
        default_factory=list[tuple[tuple[str, ...], str]]
    )
    lone: list[str] = field(default_factory=list[str])


def is_index(name: str) -> bool:
    return posixpath.basename(name) == _INDEX


def includes(root: Element, name: str) -> Iterator[tuple[str, str]]:
    """(place, name of the file included). Raises SourceUnsafe for one outside the files given."""
    for element in root.iter(_INCLUDE):
        yield place_of(element), target_of(element, name)


def target_of(element: Element, name: str) -> str:
    href = element.get("href") or ""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), href))
    if (
        not href
        or href.startswith("/")
        or "://" in href
        or "\\" in href
        or target[:3] in ("..", "../")
    ):
        raise SourceUnsafe(
            f"includes {href[:200]!r}, which is outside the files given",
            file=name,
            place=place_of(element),
            hint="Includes must name files below the folder that is loaded.",
        )
    return target


def plan(sources: Sources) -> TitleFiles:
    names = [name for name in sources.names() if name.lower().endswith(".xml")]
    files_by_title = TitleFiles()
    included: dict[str, list[str]] = {}
    divisions: dict[str, str] = {}
    for name in filter(is_index, names):
        root = parse_xml(sources.read(name))
        if name_of(root) == "container":
            included[name] = [target for _, target in includes(root, name)]
        elif name_of(root) == "document":
            files_by_title.codes.append(name)
            divisions |= _divisions(root, name)
    below = {target for targets in included.values() for target in targets}
    for name in included:
        if name not in below:
            files = [target for target in _all_below(name, included, ()) if target in sources]
            files_by_title.titles.append(((name, *dict.fromkeys(files)), divisions.get(name, "")))
    reached = {file for files, _ in files_by_title.titles for file in files}
    for name in included:
        if name not in reached:
            raise SourceMalformed("includes itself", file=name)
    folders = {
        posixpath.dirname(files[0]): at for at, (files, _) in enumerate(files_by_title.titles)
    }
    for name in names:
        if name in below or is_index(name):
            continue
        at = _nearest(name, folders)
        if at is None:
            files_by_title.lone.append(name)
        else:
            files, division = files_by_title.titles[at]
            files_by_title.titles[at] = ((*files, name), division)
    return files_by_title


def _all_below(name: str, included: dict[str, list[str]], above: tuple[str, ...]) -> Iterator[str]:
    if name in above:
        raise SourceMalformed("includes itself", file=name)
    for target in included[name]:
        yield target
        if target in included:
            yield from _all_below(target, included, (*above, name))


def _divisions(root: Element, name: str) -> dict[str, str]:
    heading, divisions = "", dict[str, str]()
    for child in root:
        if name_of(child) == "subheading":
            heading = " ".join((child.text or "").split())
        elif child.tag == _INCLUDE:
            divisions[target_of(child, name)] = heading
    return divisions


def _nearest(name: str, folders: dict[str, int]) -> int | None:
    """The title in whose folder a file lies that no index includes."""
    folder = posixpath.dirname(name)
    while folder not in folders:
        if not folder:
            return None
        folder = posixpath.dirname(folder)
    return folders[folder]
