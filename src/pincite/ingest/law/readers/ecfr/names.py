"""How the Code of Federal Regulations names its provisions, in both forms of the source.

A label is the path that the CFPB's trees give each node:

1002-5-b-1           urn:lex:us:12cfr:1002.5:b:1
1002-2-c-Interp-1    urn:lex:us:12cfr:1002.2:c:interp:1
1002-Interp          urn:lex:us:12cfr:1002:interp
1002-A-p1-1          urn:lex:us:12cfr:1002:app-A:p1:1
1005-Subpart-B       urn:lex:us:12cfr:1005:subpart-B
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.model.urn import segment

INTERP, SUBPART = "Interp", "Subpart"
_appendix = re.compile(r"[A-Z][A-Z0-9]{0,3}")


def corpus_of(title: str) -> str:
    return f"urn:lex:us:{title}cfr"


def urn_of_label(title: str, label: Sequence[str]) -> str:
    """The URN of a node of a part of that title. Labels that differ have URNs that differ."""
    path = [segment(step) for step in label]
    for at, step in enumerate(label):
        if step == INTERP:
            path[at] = "interp"
    if len(label) > 1:
        second = label[1]
        if second[:1].isdigit():
            path[:2] = [f"{path[0]}.{path[1]}"]
        elif second == SUBPART:
            path[1:3] = ["-".join(("subpart", *path[2:3]))]
        elif _appendix.fullmatch(second):
            path[1] = f"app-{second}"
    return f"urn:lex:us:{title}cfr:{':'.join(path)}"
