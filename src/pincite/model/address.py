"""How a part of a case file is named by the numbers it bears: '§ 7.2(a)', '¶ 24', 'n. 3'."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.model.provenance import NUMBERED
from pincite.model.provision import Node

_bare = re.compile(r"(?:(?:article|section|sec\.|clause|§+)\s*)?[(\[]?([\w.-]*\w)", re.I)


def address(chain: Sequence[Node]) -> str:
    """The numbers of the last node of the chain and of those above it; "" where it bears none."""
    apart = article = steps = ""
    for node in chain:
        if node.kind == "footnote":
            return f"n. {node.num}" if node.num else ""
        if node.attrs and NUMBERED in node.attrs:
            return f"¶ {node.attrs[NUMBERED]}"
        match = _bare.match(node.num)
        if match is None or node.kind in ("group", "exchange"):
            continue
        if node.kind == "schedule":
            apart, article, steps = _titled(node.num.strip(" .:—–-")), "", ""
        elif node.kind == "article":
            article, steps = f"Art. {match[1]}", ""
        elif not steps or match[1].startswith(f"{steps}."):
            steps = match[1]
        else:
            steps += f"({match[1]})"
    return ", ".join(part for part in (apart, f"§ {steps}" if steps else article) if part)


def within(place: str, numbers: str) -> str:
    """A place and the numbers there, in the order lawyers write them: '§ 7.2, p. 12' but 'p. 8, ¶
    24' and 'p. 8 n. 3'."""
    if not (place and numbers):
        return place or numbers
    if numbers.startswith(("n. ", "nn. ")):
        return f"{place} {numbers}"
    return f"{place}, {numbers}" if numbers.startswith("¶") else f"{numbers}, {place}"


def _titled(label: str) -> str:
    """'EXHIBIT A' as 'Exhibit A'."""
    word, _, rest = label.partition(" ")
    return f"{word.capitalize()} {rest}".strip()
