"""The content hash of an expression: its words, structure, chunks and links, not where or when
they were read. The same law from two files, or in two editions, has one hash."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Sequence

from pincite.model import Chunk, Citation, Expression, Node


def content_hash(
    expression: Expression,
    text: str,
    nodes: Sequence[Node],
    chunks: Sequence[Chunk],
    citations: Sequence[Citation],
    paragraphs: array[int],
) -> str:
    about = (
        expression.urn, expression.title, expression.kind, expression.language, expression.style,
        expression.number, expression.year, expression.chapter, expression.akn, expression.url,
        dict(expression.meta),
    )  # fmt: skip
    node_rows = [
        (n.ordinal, n.parent, n.last, n.depth, n.urn, n.path, n.kind, n.num, n.heading, n.start,
         n.end, n.body, n.status, n.attrs)
        for n in nodes
    ]  # fmt: skip
    chunk_rows = [
        (c.ordinal, c.node, c.first, c.last, c.start, c.end, c.kind, c.urn, c.locator, c.header)
        for c in chunks
    ]
    link_rows = [(c.node, c.start, c.end, c.target, c.urn) for c in citations]
    digest = hashlib.sha256(text.encode())
    for part in (about, node_rows, chunk_rows, link_rows, paragraphs.tolist()):
        digest.update(b"\0")
        digest.update(json.dumps(part, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode())
    return digest.hexdigest()
