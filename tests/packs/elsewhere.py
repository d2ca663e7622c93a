"""Packs from inputs written as JSON, by the pure modules alone: for a Python that is not this one.

`dumped` writes what a pack is made from; `built` makes it again from that.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import Any

from pincite.packs.archive import archived
from pincite.packs.build import opinion_pack, rule_pack
from pincite.packs.constants import V1_1
from pincite.packs.records import (
    OpinionInput,
    Pack,
    PackAnchor,
    PackAuthority,
    PackMention,
    PackPlace,
    PutAside,
    RuleInput,
    Used,
)


def dumped(given: OpinionInput | RuleInput) -> str:
    return json.dumps(asdict(given), ensure_ascii=True)


def built(text: str) -> Pack:
    said = json.loads(text)
    said["anchor"]["places"] = tuple(PackPlace(*one) for one in said["anchor"]["places"])
    said["anchor"] = PackAnchor(**said["anchor"])
    said["inputs"] = tuple(Used(*one) for one in said["inputs"])
    if "lines" in said:
        return rule_pack(RuleInput(**{**said, "lines": tuple(said["lines"])}), V1_1)
    said["authorities"] = tuple(_authority(one) for one in said["authorities"])
    return opinion_pack(OpinionInput(**said), V1_1)


def hashed(texts: list[str]) -> list[tuple[str, str]]:
    """The name of each pack and the hash of its archive."""
    packs = [built(text) for text in texts]
    return [(one.name, hashlib.sha256(archived(one.files)).hexdigest()) for one in packs]


def _authority(said: dict[str, Any]) -> PackAuthority:
    mentions = tuple(PackMention(*one) for one in said["mentions"])
    put_aside = tuple(PutAside(*one) for one in said["put_aside"])
    return PackAuthority(**{**said, "mentions": mentions, "put_aside": put_aside})
