"""What the graph ties to the hits of a search: other documents and passages, beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pincite.corpus import CorpusStore
from pincite.matters.connections import connections
from pincite.model.document import DocumentState
from pincite.search.response import Hit, RelatedFile, RelatedMaterial, RelatedPassage

# Of the hits, so many are asked what hangs together with them.
_ASKED = 5


def related_to(
    hits: Sequence[Hit],
    folder: Path,
    store: CorpusStore,
    limit: int,
    progress: Callable[[int, str], None],
) -> RelatedMaterial:
    """The nearest to the first hits, by the weight of what ties them; no document and no passage
    that is among the hits."""
    if limit <= 0 or not hits:
        return RelatedMaterial()
    known = {file.id: file for file in store.documents.all() if file.state is DocumentState.READ}
    shown = {hit.source.document_id for hit in hits}
    passages = {(hit.source.document_id, hit.source.chunk_index) for hit in hits}
    files: dict[str, RelatedFile] = {}
    chunks: dict[str, RelatedPassage] = {}
    with connections(folder, store, progress) as graph:
        for name in dict.fromkeys(hit.source.document_id for hit in hits[:_ASKED]):
            for related in graph.related(known[name], limit + len(shown)):
                kept = files.get(related.document)
                if related.document not in shown and (kept is None or kept.weight < related.weight):
                    shared = tuple(dict.fromkeys(each.name for each in related.shared))
                    weight = round(related.weight, 6)
                    files[related.document] = RelatedFile(
                        related.name, related.document, weight, shared
                    )
        for hit in hits[:_ASKED]:
            document, index = known[hit.source.document_id], hit.source.chunk_index
            for related_passage in graph.related_passages(document, index, limit + len(passages)):
                name = f"{related_passage.document}-{related_passage.index}"
                kept = chunks.get(name)
                if (related_passage.document, related_passage.index) in passages or (
                    kept and kept.weight >= related_passage.weight
                ):
                    continue
                shared = tuple(
                    dict.fromkeys(each.name or each.why for each in related_passage.shared)
                )
                weight = round(related_passage.weight, 6)
                chunks[name] = RelatedPassage(
                    name, related_passage.citation, related_passage.text, weight, shared
                )
    return RelatedMaterial(
        tuple(sorted(files.values(), key=lambda file: (-file.weight, file.document_id))[:limit]),
        tuple(sorted(chunks.values(), key=lambda chunk: (-chunk.weight, chunk.chunk_id))[:limit]),
    )
