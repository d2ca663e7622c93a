"""WordprocessingML by local names, so that both of its namespaces read alike."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.ingest.casefiles.formats.package import Element
from pincite.ingest.safe_xml import name_of

_OFF = ("0", "false", "off")


def attribute(element: Element, name: str = "val") -> str:
    """The value of an attribute, or ""."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""


def child(element: Element | None, *path: str) -> Element | None:
    """The first child of that name, and so on down the path; None where there is none."""
    for name in path:
        element = next((inner for inner in _children(element) if name_of(inner) == name), None)
    return element


def value(element: Element | None, *path: str) -> str:
    """The `val` of the child at the end of the path, or ""."""
    inner = child(element, *path)
    return "" if inner is None else attribute(inner)


def whole(element: Element | None, *path: str) -> int | None:
    """The `val` at the end of the path as a number; None where it is absent or none."""
    text = value(element, *path)
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 8 else None


def switch(element: Element | None, *path: str) -> bool | None:
    """Whether a property is on; None where it is not stated."""
    inner = child(element, *path)
    return None if inner is None else attribute(inner) not in _OFF


def chosen(alternate: Element) -> Element | None:
    """Of alternate content, the form that current programs show; the others say the same."""
    choice = child(alternate, "Choice")
    return child(alternate, "Fallback") if choice is None else choice


def _children(element: Element | None) -> Iterator[Element]:
    return iter(() if element is None else element)
