"""Regulation trees as JSON, the form in which the CFPB published its regulations.

Every node has a label, which is unique in its file and decides its URN. Its text begins with its
marker, "(a)", in most files and not in others.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any, NamedTuple, cast

from pincite.errors import SourceMalformed
from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.ecfr.names import INTERP, corpus_of, urn_of_label
from pincite.ingest.sources import SourceFile
from pincite.model import Draft, Expression

# The Bureau's regulations are chapter X of title 12; the trees do not repeat it.
TITLE = "12"
_dated = re.compile(r".*_(\d{4})(\d{2})(\d{2})")
_section_title = re.compile(r"(?P<num>§§?\s*[0-9][\w.–-]*)\s+(?P<heading>.+)", re.S)
_dashed_title = re.compile(
    r"(?P<num>(?:Appendix|Supplement|Section|Part|Subpart)\s[^—]{1,40}—)(?P<heading>.+)", re.S
)
_term = re.compile(r"def\d+|[A-Za-z]{3,}")
_roman = re.compile(r"[ivxlc]+|[IVXLC]+")
_NO_MARKER = "none"


class _Node(NamedTuple):
    label: list[str]
    urn: str
    place: str
    kind: str
    marker: str
    title: str
    text: str
    children: list[object]


def read_tree(tree: object, file: SourceFile, day: date | None) -> Draft:
    """`day` is the date of the text where the file's name does not say its own."""
    root = _node(tree, file, "line 1")
    if root.kind != "regtext" or len(root.label) != 1:
        raise SourceMalformed(
            "the outermost node is not a part of a regulation", file=file.name, place=root.place
        )
    (part,) = root.label
    name = file.name.rpartition("/")[2].removesuffix(".json")
    expression = Expression(
        urn=root.urn,
        title=" ".join(root.title.split()) or f"Part {part}",
        kind="regulation",
        language="en",
        style="cfr",
        label=name,
        number=f"{TITLE}/{part}",
        url=f"https://www.ecfr.gov/current/title-{TITLE}/part-{part}",
        start=_date_of(name, file) or day,
    )
    builder = DraftBuilder(expression, [file.source], base=corpus_of(TITLE))
    builder.text(root.text)
    _children(builder, root, file)
    return builder.finish()


def _date_of(name: str, file: SourceFile) -> date | None:
    """'2017-20417_20220101' took effect on 2022-01-01; '2011-31714' does not say."""
    match = _dated.fullmatch(name)
    if match is None:
        return None
    try:
        return date(*map(int, match.groups()))
    except ValueError:
        raise SourceMalformed(
            f"the file's name ends in what is not a date: {name!r}", file=file.name
        ) from None


def _children(builder: DraftBuilder, parent: _Node, file: SourceFile) -> None:
    for child in parent.children:
        _write(builder, _node(child, file, f"below {parent.place}"), parent, file)


def _write(builder: DraftBuilder, node: _Node, parent: _Node, file: SourceFile) -> None:
    body, marker = node.text, node.marker
    if marker and body.startswith(marker):
        body = body[len(marker) :]
    num, heading = marker, node.title
    if heading:
        if not num:
            num, heading = _numbered(heading)
        if body.lstrip().startswith(heading):
            body = body.lstrip()[len(heading) :]
    kind = _kind(node)
    builder.open(
        kind,
        num=num,
        heading=heading,
        name=node.label[-1],
        urn=node.urn,
        place=node.place,
        attrs=_defines(node.label, parent.label, body) if kind == "definition" else None,
    )
    builder.text(body)
    if node.children:
        _children(builder, node, file)
    builder.close()


def _numbered(title: str) -> tuple[str, str]:
    """'§ 1002.1 Authority' → '§ 1002.1' and 'Authority'."""
    match = _section_title.fullmatch(title) or _dashed_title.fullmatch(title)
    return (match["num"], match["heading"].strip()) if match else ("", title)


def _kind(node: _Node) -> str:
    last, depth = node.label[-1], len(node.label)
    headed = bool(node.title) and not node.marker
    match node.kind:
        case "subpart" | "emptypart":
            # A part without subparts has one all the same, with no name or words.
            return "subpart"
        case "appendix":
            return "appendix" if depth == 2 else "group" if headed else "paragraph"
        case "interp":
            holds = last == INTERP or (headed and not node.text.strip())
            return "interpretation" if holds else "paragraph"
        case _ if depth == 2:
            return "section"
        case _ if not node.marker and _term.fullmatch(last) and not _roman.fullmatch(last):
            return "definition"
        case _:
            return "paragraph"


def _defines(label: list[str], above: list[str], text: str) -> dict[str, str] | None:
    """The term that the label is made of: 'LoanOriginator' of "Loan originator means…"."""
    own = label[len(above) :] if label[: len(above)] == above else label[-1:]
    wanted = "".join(own).lower()
    matched = 0
    for at, char in enumerate(text):
        if char.isalnum():
            if matched == len(wanted) or char.lower() != wanted[matched]:
                return None
            matched += 1
        elif matched == len(wanted):
            return {"defines": " ".join(text[:at].split())}
    return None


def _node(value: object, file: SourceFile, place: str) -> _Node:
    """The value as a node, or SourceMalformed at that place."""
    node = _shaped(value)
    if node is None or node.urn.endswith(":") or "::" in node.urn:
        raise SourceMalformed(
            "not a node with a label, a node_type, text and children", file=file.name, place=place
        )
    return node


def _shaped(value: object) -> _Node | None:
    raw = cast("dict[str, Any]", value)
    try:
        label, kind, text = raw["label"], raw["node_type"], raw["text"]
        marker, title = raw.get("marker") or "", raw.get("title") or ""
        children = raw["children"]
        # Joining refuses, with a TypeError, whatever is not text.
        "".join((kind, text, marker, title))
        place = f"label {'-'.join(label)}"
        urn = urn_of_label(TITLE, label)
    except (KeyError, TypeError, AttributeError):
        return None
    if not isinstance(label, list) or not isinstance(children, list):
        return None
    if marker == _NO_MARKER:
        marker = ""
    return _Node(label, urn, place, kind, marker, title.strip(), text, children)  # pyright: ignore[reportUnknownArgumentType]
