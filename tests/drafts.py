"""Small laws for tests, made by the same builder that readers use."""

from __future__ import annotations

from datetime import date

from pincite.corpus import Packed, pack
from pincite.ingest.law.builder import DraftBuilder, SourceLink
from pincite.model import Draft, Expression, Node, Source
from pincite.model.locator import locator

SOURCE = Source("a" * 64, "act.xml", 100, "test")


def act(
    urn: str = "urn:lex:xm:act-2020-1",
    *,
    title: str = "Lamps Act",
    start: date | None = date(2020, 1, 1),
    end: date | None = None,
    label: str = "",
    chapter: str = "",
    sections: tuple[str, ...] = ("Lamps shall be lit.", "Oil shall be clean."),
    cites: str = "",
) -> Draft:
    """An act of one part; each section has a heading, an opening and two paragraphs."""
    expression = Expression(
        urn, title, "act", "en", "act", label=label, start=start, end=end, chapter=chapter
    )
    builder = DraftBuilder(expression, [SOURCE])
    builder.open("part", num="Part I", name="part-1", heading="General", place="line 1")
    for number, words in enumerate(sections, 1):
        builder.open(
            "section",
            num=f"{number}.",
            heading=f"Heading {number}",
            anchored=True,
            place=f"line {number}",
        )
        builder.text(words)
        for letter in "ab":
            builder.leaf(
                "paragraph", f"item {letter} of {number};", num=f"({letter})", place="line 9"
            )
        builder.close()
    builder.close()
    if cites:
        builder.open("section", num="99.", anchored=True, place="line 99")
        builder.text("See section 1 there.", [SourceLink(4, 13, "#sec1", cites)])
        builder.close()
    return builder.finish()


def packed(*args: object, **kwargs: object) -> Packed:
    return pack(act(*args, **kwargs))


def node_at(draft: Draft, name: str) -> Node:
    """The node with this URN below the work's own."""
    return next(node for node in draft.nodes if node.urn == f"{draft.expression.urn}:{name}")


def said_at(draft: Draft, name: str) -> str:
    node = node_at(draft, name)
    return draft.text[node.start : node.end]


def outlined(draft: Draft) -> list[tuple[str, str]]:
    """(kind, URN below the work) of each node but the work."""
    work = draft.expression.urn
    return [(node.kind, node.urn.removeprefix(f"{work}:")) for node in draft.nodes[1:]]


def cited(draft: Draft, node: Node) -> str:
    chain: list[Node] = []
    while node.parent >= 0:
        chain.insert(0, node)
        node = draft.nodes[node.parent]
    return locator(draft.expression, chain)
