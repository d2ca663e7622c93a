"""What every engine checks in the same way: it reads the audit log as entries, hashes rows, and
recomputes the hash of an expression."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pincite.corpus.audit import AuditEntry
from pincite.corpus.layout import LAYOUT, PageRow, layout_hash
from pincite.corpus.packing import PackedRow, content_hash
from pincite.corpus.rows import read_expression

AUDIT = "SELECT seq, at, action, detail, previous, hash FROM audit ORDER BY seq"


def audit_entries(rows: Iterable[PackedRow]) -> Iterator[AuditEntry]:
    """Of the rows of AUDIT."""
    for seq, at, action, detail, previous, digest in rows:
        content: dict[str, object]
        try:
            content = json.loads(detail)
        except ValueError:
            content = {"unreadable": str(detail)}
        yield AuditEntry(seq, at, action, content, previous, digest)


def hashed(parts: Iterable[Iterable[PackedRow]]) -> str:
    """One hash over the rows of several questions, in their order."""
    digest = hashlib.sha256()
    for rows in parts:
        for row in rows:
            digest.update(json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode())
            digest.update(b"\n")
        digest.update(b"\0")
    return digest.hexdigest()


def expression_damage(
    urn: str,
    digest: str,
    about: tuple[Any, ...],
    kept: Callable[[], tuple[str, list[PackedRow], list[PackedRow], list[PackedRow], bytes]],
    pages: Callable[[], Iterable[PageRow]],
) -> Iterator[str]:
    """`kept` reads its text, nodes, chunks, citations and paragraphs, and `pages` its pages."""
    try:
        about_it = read_expression(urn, about, "", None, None)
        text, nodes, chunks, citations, paragraphs = kept()
        computed = content_hash(about_it, text, nodes, chunks, citations, paragraphs)
        laid_out = about_it.meta.get(LAYOUT)
        standing = layout_hash(pages()) if laid_out else None
    except (ValueError, TypeError, KeyError, IndexError, zlib.error) as problem:
        yield f"{urn}: unreadable ({problem})"
        return
    if computed != digest:
        yield f"{urn}: the stored text does not have the hash that was recorded"
    if standing != laid_out:
        yield f"{urn}: the stored pages do not have the hash that was recorded"
