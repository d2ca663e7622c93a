"""Regulations in small, as trees and as XML, and how tests read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.model import Draft, Node
from pincite.settings import Settings


def outcomes(path: Path, options: ReadOptions | None = None) -> list[object]:
    chosen, options = reader("ecfr"), options or ReadOptions()
    sources = Sources.of([path], reader="ecfr", settings=Settings())
    return [
        outcome
        for unit in chosen.units(sources, options)
        for outcome in chosen.read(sources, unit, options)
    ]


def node_of(draft: Draft, urn: str) -> Node:
    return next(node for node in draft.nodes if node.urn == f"urn:lex:us:12cfr:{urn}")


def said_by(draft: Draft, urn: str) -> str:
    node = node_of(draft, urn)
    return draft.text[node.start : node.end]


def urns_of(draft: Draft) -> list[str]:
    return [node.urn.removeprefix("urn:lex:us:12cfr:") for node in draft.nodes]


def grown(
    label: str, kind: str, text: str = "", *children: dict[str, Any], **more: str
) -> dict[str, Any]:
    return {
        "label": label.split("-"),
        "node_type": kind,
        "text": text,
        "children": list(children),
        **more,
    }


PART = grown(
    "1099",
    "regtext",
    "",
    grown(
        "1099-Subpart",
        "emptypart",
        "",
        grown(
            "1099-5",
            "regtext",
            "",
            grown(
                "1099-5-b",
                "regtext",
                "(b) Information\u00a0about a lamp.",
                grown(
                    "1099-5-b-1",
                    "regtext",
                    "(1) (see §\u20091099.2).",
                    marker="(1)",
                    title="Oil.",
                ),
                marker="(b)",
            ),
            title="§ 1099.5 Rules about lamps.",
        ),
        grown(
            "1099-6",
            "regtext",
            "In this part:",
            grown("1099-6-LampKeeper", "regtext", "Lamp keeper means a person.", marker=""),
            title="§ 1099.6 Definitions.",
        ),
    ),
    grown(
        "1099-A",
        "appendix",
        "",
        grown("1099-A-p1", "appendix", "Forms."),
        title="Appendix A to Part 1099—Forms",
    ),
    grown(
        "1099-Interp",
        "interp",
        "",
        grown(
            "1099-5-Interp",
            "interp",
            "",
            grown(
                "1099-5-b-Interp",
                "interp",
                "",
                grown(
                    "1099-5-b-Interp-1", "interp", "Scope. Of lamps.", marker="1.", title="Scope."
                ),
                title="5(b) Information.",
            ),
            title="Section 1099.5—Rules About Lamps",
        ),
        title="Supplement I to Part 1099—Official Interpretations",
    ),
    title="LAMPS (REGULATION QQ)",
)


def read_tree(tmp_path: Path, tree: object, name: str = "2020-12345_20210301") -> Draft:
    path = tmp_path / name
    path.write_text(json.dumps(tree), encoding="utf-8")
    (draft,) = outcomes(path)
    assert isinstance(draft, Draft)
    return draft


BULK = """<?xml version="1.0" encoding="UTF-8"?>
<DLPSTEXTCLASS><HEADER><FILEDESC><PUBLICATIONSTMT><IDNO TYPE="title">12</IDNO></PUBLICATIONSTMT>
</FILEDESC></HEADER><TEXT><BODY><ECFRBRWS><AMDDATE>Sept. 3, 2024(fm)</AMDDATE>
<DIV1 N="8" NODE="12:8" TYPE="TITLE"><HEAD>Title 12—Banks and Banking--Volume 8</HEAD>
<CFRTOC><PTHD>Part</PTHD></CFRTOC>
<DIV3 N="X" NODE="12:8.0.2" TYPE="CHAPTER"><HEAD>CHAPTER X—BUREAU OF LAMPS</HEAD>
<DIV5 N="1099" NODE="12:8.0.2.1.1" TYPE="PART"><HEAD>PART 1099—LAMPS (REGULATION QQ)</HEAD>
<AUTH><HED>Authority:</HED><PSPACE>12 U.S.C. 5512; 15 U.S.C. 1691.</PSPACE></AUTH>
<SOURCE><HED>Source:</HED><PSPACE>76 FR 79445, Dec. 21, 2011.</PSPACE></SOURCE>
{body}
</DIV5>
<DIV5 N="1098" NODE="12:8.0.2.1.2" TYPE="PART"><HEAD>PART 1098 [RESERVED]</HEAD></DIV5>
</DIV3></DIV1></ECFRBRWS></BODY></TEXT></DLPSTEXTCLASS>"""


def parts(tmp_path: Path, body: str) -> list[object]:
    path = tmp_path / "ECFR-title12.xml"
    path.write_text(BULK.format(body=body), encoding="utf-8")
    return outcomes(path)


def section(tmp_path: Path, *paragraphs: str) -> Draft:
    body = "".join(one if one.startswith("<") else f"<P>{one}</P>" for one in paragraphs)
    draft, _ = parts(
        tmp_path,
        '<DIV8 N="§ 1099.5" NODE="12:8.0.2.1.1.0.1.5" TYPE="SECTION">'
        f"<HEAD>§ 1099.5   Rules about lamps.</HEAD>{body}</DIV8>",
    )
    assert isinstance(draft, Draft)
    return draft


def paths_of(draft: Draft) -> list[str]:
    return [
        urn.removeprefix("1099.5:")
        for urn, node in zip(urns_of(draft), draft.nodes, strict=True)
        if node.kind in ("paragraph", "definition")
    ]
