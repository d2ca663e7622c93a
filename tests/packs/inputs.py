"""What a pack is made from, written by hand: no library is asked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pincite.packs.records import (
    OpinionInput,
    Pack,
    PackAnchor,
    PackAuthority,
    PackMention,
    PutAside,
    RuleInput,
    Used,
)

URN = "urn:lex:us:scotus:902-us-200"


def anchor(text: str, urn: str = URN, **told: Any) -> PackAnchor:
    said = {
        "urn": urn,
        "title": "Harbor Comm'n v. Greene",
        "citation": "902 U.S. 200",
        "day": "1995-05-02",
        "language": "en",
        "content_hash": hashlib.sha256(text.encode()).hexdigest(),
        "text": text,
    }
    return PackAnchor(**{**said, **told})


def authority(text: str, citation: str, *, label: str = "", **told: Any) -> PackAuthority:
    """A case with a mention wherever its citation stands in the text."""
    mentions: list[PackMention] = []
    at = text.find(citation)
    while at >= 0:
        mentions.append(PackMention(at, at + len(citation), "full", label))
        at = text.find(citation, at + 1)
    return PackAuthority(**{"citation": citation, "cited_as": citation, "mentions": tuple(mentions),
                        "edge": True, **told})  # fmt: skip


def opinion(text: str, *authorities: PackAuthority, **told: Any) -> OpinionInput:
    """`told` is what the anchor is told to be otherwise."""
    about = anchor(text, **told)
    used = Used("anchor", about.urn, about.content_hash)
    return OpinionInput(about, authorities, {}, {}, (used,), {"citations": "by hand"})


def cited(count: int) -> tuple[str, OpinionInput]:
    """A decision that cites so many cases once, all alike."""
    names = [f"{number} U.S. {number}" for number in range(1, count + 1)]
    text = "x " * 400 + " ".join(f"See also {name} (1990)." for name in names)
    return text, opinion(text, *(authority(text, f"{name} (1990)") for name in names))


def overruled() -> OpinionInput:
    """A decision that cites one case that fell, one that did not, and one that is not held."""
    text = (
        "We held in 1 U.S. 10 that lamps burn. See 2 U.S. 20. And so we rule: 3 U.S. 30 is the law."
        "\n\nIt is affirmed; 1 U.S. 10 is followed."
    )
    says = PutAside("urn:lex:us:scotus:9-us-9", "In re Beacons", "1999-06-03", "ab" * 32, 5, 30,
                    "1 U.S. 10 is overruled ...", "overruled")  # fmt: skip
    fallen = authority(text, "1 U.S. 10", label="followed", urn="urn:lex:us:scotus:1-us-10",
                       content_hash="cd" * 32, put_aside=(says,))  # fmt: skip
    return opinion(text, fallen, authority(text, "2 U.S. 20"),
                   authority(text, "3 U.S. 30", edge=False))  # fmt: skip


def _passage(urn: str, text: str) -> dict[str, Any]:
    return {"urn": urn, "locator": urn[-4:], "heading": "", "text": text, "start": 7,
            "end": 7 + len(text), "content_hash": "ef" * 32}  # fmt: skip


def rule(**told: Any) -> RuleInput:
    text = "14. (1) An owner may not demand more than one month’s rent as a deposit."
    about = anchor(text, "urn:lex:xm:act-2019-11:14", citation="s 14")
    words = "“owner” means the person who holds title;"
    extent = {
        "includes": ["urn:lex:xm:act-2019-11"],
        "excludes": [],
        "words": "",
        "delegated": False,
    }
    lines = (
        {"role": "ancestor", **_passage("urn:lex:xm:act-2019-11", "The Act\u2028"), "why": "it holds it"},
        {"role": "definition", **_passage("urn:lex:xm:act-2019-11:2", words), "term": "owner",
         "said": words[8:], "via": "", "extent": extent, "adds": False, "shadows": [], "why": "so"},
    )  # fmt: skip
    said = {"anchor": about, "locator": "s 14", "at": "2024-06-01", "version": "",
            "standing": "in force", "lines": lines,
            "inputs": (Used("anchor", about.urn, about.content_hash),),
            "rules": {"scope": "by hand"}}  # fmt: skip
    return RuleInput(**{**said, **told})


def manifest(pack: Pack) -> dict[str, Any]:
    return json.loads(pack.files["rp_manifest.json"])


def lines(files: Mapping[str, bytes], name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files[name].decode().split("\n") if line]


def context(pack: Pack) -> list[dict[str, Any]]:
    return lines(pack.files, "context.jsonl")
