"""The kinds of node, and what each means to chunking, scope and display."""

from __future__ import annotations

# Kind → the stem of its tree-path label.
LABELS = {
    "work": "root",
    "title": "title",
    "subtitle": "subtitle",
    "division": "div",
    "subdivision": "subdiv",
    "part": "part",
    "subpart": "subpart",
    "chapter": "chap",
    "subchapter": "subch",
    "group": "group",
    "schedule": "sched",
    "appendix": "app",
    "interpretation": "interp",
    "section": "sec",
    "article": "art",
    "rule": "rule",
    "subsection": "sub",
    "paragraph": "para",
    "subparagraph": "subpara",
    "clause": "cl",
    "subclause": "subcl",
    "item": "item",
    "definition": "def",
    "table": "table",
    "row": "row",
    "continuation": "cont",
    "preface": "preface",
    "preamble": "preamble",
    "note": "note",
    "footnote": "fn",
    "opinion": "op",
    "page": "page",
    # A question put to a witness, with its answers.
    "exchange": "exch",
}
KINDS = frozenset(LABELS)

# Headed groups of provisions; a chunk never holds two children of one.
CONTAINERS = frozenset(
    {
        "work", "title", "subtitle", "division", "subdivision", "part", "subpart", "chapter",
        "subchapter", "group", "schedule", "appendix", "interpretation",
    }
)  # fmt: skip

# What a citation names and a chunk never crosses.
UNITS = frozenset({"section", "article", "rule", "preface", "preamble", "opinion"})

# Said about the law by its publisher; never part of the enacted text.
NOTES = frozenset({"note", "footnote"})
