"""Packs a draft into plain rows with a content hash: so it is stored, and sent between processes.

The content hash covers an expression's words, structure, chunks and links, not where or when they
were read: the same law from two files, or in two editions, has one hash.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pincite.model import Draft, Expression, Source

PackedRow = tuple[Any, ...]

# Columns of a node row that say where it was read, and so are not hashed.
_PROVENANCE = slice(13, 15)


@dataclass(frozen=True, slots=True)
class Packed:
    """A draft as rows. Their columns are the fields of Node, Chunk (without its text) and Citation,
    in that order."""

    expression: Expression
    hash: str
    text: str
    nodes: list[PackedRow]
    chunks: list[PackedRow]
    citations: list[PackedRow]
    paragraphs: bytes
    sources: list[Source]


def pack(draft: Draft) -> Packed:
    nodes: list[PackedRow] = [
        (*node[:-1], json.dumps(node[-1], ensure_ascii=False, sort_keys=True))
        if node[-1]
        else node[:]
        for node in draft.nodes
    ]
    chunks: list[PackedRow] = [chunk[:-1] for chunk in draft.chunks]
    citations: list[PackedRow] = [citation[:] for citation in draft.citations]
    paragraphs = pack_offsets(draft.paragraphs)
    digest = content_hash(draft.expression, draft.text, nodes, chunks, citations, paragraphs)
    return Packed(
        draft.expression, digest, draft.text, nodes, chunks, citations, paragraphs, draft.sources
    )


def content_hash(
    expression: Expression,
    text: str,
    nodes: Sequence[PackedRow],
    chunks: Sequence[PackedRow],
    citations: Sequence[PackedRow],
    paragraphs: bytes,
) -> str:
    about = (
        expression.urn, expression.title, expression.kind, expression.language, expression.style,
        expression.number, expression.year, expression.chapter, expression.akn, expression.url,
        dict(expression.meta),
    )  # fmt: skip
    placeless = [(*row[: _PROVENANCE.start], *row[_PROVENANCE.stop :]) for row in nodes]
    digest = hashlib.sha256(text.encode())
    for part in (about, placeless, chunks, citations, unpack_offsets(paragraphs)):
        digest.update(b"\0")
        digest.update(json.dumps(part, sort_keys=True, separators=(",", ":")).encode())
    return digest.hexdigest()


def pack_offsets(offsets: Sequence[int]) -> bytes:
    """Little-endian 32-bit differences, deflated."""
    steps = array("I", (b - a for a, b in zip((0, *offsets), offsets, strict=False)))
    if sys.byteorder == "big":
        steps.byteswap()
    return zlib.compress(steps.tobytes(), 1) if steps else b""


def unpack_offsets(blob: bytes) -> list[int]:
    steps = array("I")
    if blob:
        steps.frombytes(zlib.decompress(blob))
    if sys.byteorder == "big":
        steps.byteswap()
    offsets, position = list[int](), 0
    for step in steps:
        position += step
        offsets.append(position)
    return offsets
