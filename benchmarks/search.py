"""Search, measured: each stage and the whole, against bm25s, bare tantivy and bare faiss.

    python benchmarks/search.py [--sizes 20000 200000] [--million] [--json FILE] [--keep FOLDER]

The chunks are real (Zimbabwe's law and Supreme Court opinions), then repeated with one word in ten
changed, by a fixed seed. Passage vectors come from the static table, with noise for
the repeated; questions are encoded by the neural model, which is timed with them. Token vectors are
made up, up to 200,000 chunks. The questions are headings of the law itself. One process, warm; the
cold start is a process of its own.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, islice
from pathlib import Path

import bm25s
import faiss
import numpy as np
import tantivy

from lookup import milliseconds, spread
from pincite.citations.understand import Understanding
from pincite.encoders import Encoders, VectorFile, encoders
from pincite.encoders.ports import Vector
from pincite.indexes.catalogue import IndexCatalogue
from pincite.indexes.columns import heading_text, passage_text
from pincite.indexes.late import PassageTokens
from pincite.indexes.records import Facets, IndexedChunk
from pincite.search.engine import Engine, FoundRows
from pincite.search.indexed import Indexed
from pincite.search.profiles import CASE, LEGISLATION, Profile
from pincite.search.understand import asked, concepts
from pincite.settings import read_settings
from quality import opened

A_DOCUMENT = 200
QUESTIONS = 100
CHANGED = 0.1
TOKENS_UP_TO = 200_000
TOKENS_A_PASSAGE = 120
MADE = "made"
Row = dict[str, float | str | int]
Texts = Callable[[Sequence[int]], list[tuple[str, str]]]


@dataclass(frozen=True)
class Copied:
    """A made-up document of real chunks; every round after the first changes words."""

    key: int
    pieces: Sequence[IndexedChunk]
    round: int
    words: Sequence[str]

    @property
    def hash(self) -> str:
        return f"{self.key}:{self.round}"

    @property
    def name(self) -> str:
        return f"document {self.key}"

    @cached_property
    def facets(self) -> Facets:
        name = f"urn:lex:xm:act-{self.key}"
        return Facets(name, name, doc_type="act", language="en", jurisdiction="xm")

    def chunks(self) -> Sequence[IndexedChunk]:
        rng = np.random.default_rng(self.key)
        work = f"urn:lex:xm:act-{self.key}"
        return [
            one._replace(
                ordinal=at,
                urn=f"{work}:{at + 1}",
                unit=f"{work}:{at + 1}",
                text=one.text if not self.round else self._changed(one.text, rng),
            )
            for at, one in enumerate(self.pieces)
        ]

    def _changed(self, text: str, rng: np.random.Generator) -> str:
        own = text.split(" ")
        for at in np.flatnonzero(rng.random(len(own)) < CHANGED).tolist():
            own[at] = self.words[int(rng.integers(len(self.words)))]
        return " ".join(own)


class Measuring:
    """Encodes questions by the neural model, for its time, and answers with the static vector."""

    def __init__(self, known: Encoders) -> None:
        assert known.dense is not None
        assert known.static is not None
        self._neural, self._static = known.dense, known.static
        self.fingerprint = known.static.fingerprint
        self.languages, self.dims = known.static.languages, known.static.dims

    def query(self, text: str) -> Vector:
        self._neural.query(text)
        return self._static.query(text)

    def passages(self, texts: Sequence[str]) -> Vector:
        return self._static.passages(texts)


def pieces(kept: Path) -> tuple[list[IndexedChunk], list[str]]:
    """Real chunks, and headings to ask by."""
    found: list[IndexedChunk] = []
    for name in ("zimbabwe", "scotus"):
        with opened(name, kept, encoded=False) as library:
            if library is None:
                sys.exit("the data is not here: set PINCITE_DATA")
            for document in library.search_index.documents():
                found += document.chunks()
    asked_by = [one.heading.rpartition(" › ")[2] for one in found if one.kind == "section"]
    worded = sorted({one for one in asked_by if 3 <= len(one.split()) <= 14})
    step = max(len(worded) // QUESTIONS, 1)
    return found, worded[::step][:QUESTIONS]


def documents(real: Sequence[IndexedChunk], size: int) -> Iterator[Copied]:
    words = sorted({word for one in real[:20_000] for word in one.text.split()[:40]})
    source = cycle(real)
    for key in range(1, size // A_DOCUMENT + 1):
        taken = list(islice(source, A_DOCUMENT))
        yield Copied(key, taken, (key - 1) * A_DOCUMENT // len(real), words)


def filled(folder: Path, every: Sequence[Copied], known: Encoders, size: int, real: int) -> Indexed:
    """Made once; of what was left half made, the vectors are made anew."""
    catalogue = IndexCatalogue(folder)
    catalogue.catch_up(every)
    if (folder / MADE).exists():
        return Indexed(folder, catalogue, used(known))
    shutil.rmtree(folder / "vectors", ignore_errors=True)
    assert known.static is not None
    assert known.tokens is not None
    rng = np.random.default_rng(size)
    firsts: list[Vector] = []
    with VectorFile.open(folder / "vectors", known.static.fingerprint, known.static.dims) as file:
        for one in every:
            chunks = one.chunks()
            texts = [passage_text(chunk) for chunk in chunks]
            if one.round == 0:
                vectors = known.static.passages(texts)
                firsts.extend(vectors)
            else:
                begin = (one.key - 1) * A_DOCUMENT
                same = [firsts[at % real] for at in range(begin, begin + len(texts))]
                vectors = np.array(same, np.float32)
                vectors += 0.05 * rng.standard_normal(vectors.shape, np.float32)
                vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            keep(file, texts, vectors)
            keep_headings(file, chunks, known)
    if size <= TOKENS_UP_TO:
        dims = known.tokens.dims
        with PassageTokens.open(folder / "vectors", known.tokens.fingerprint, dims) as tokens:
            for one in every:
                texts = [passage_text(chunk) for chunk in one.chunks()]
                made = rng.standard_normal((len(texts), TOKENS_A_PASSAGE, dims), np.float32)
                made /= np.linalg.norm(made, axis=2, keepdims=True)
                keep(tokens, texts, list(made))
    (folder / MADE).touch()
    return Indexed(folder, catalogue, used(known))


def used(known: Encoders) -> Encoders:
    return Encoders(dense=Measuring(known), tokens=known.tokens, pairs=known.pairs)


def keep(file: VectorFile | PassageTokens, texts: Sequence[str], vectors: object) -> None:
    from pincite.encoders import text_hash

    hashes = {text_hash(text): at for at, text in enumerate(texts)}
    chosen = list(hashes.values())
    picked = vectors[chosen] if isinstance(vectors, np.ndarray) else [vectors[at] for at in chosen]  # type: ignore[index]
    file.append(list(hashes), picked)  # type: ignore[arg-type]


def keep_headings(file: VectorFile, chunks: Sequence[IndexedChunk], known: Encoders) -> None:
    from pincite.encoders import text_hash

    assert known.static is not None
    above = [one for one in dict.fromkeys(map(heading_text, chunks)) if one]
    missing = [one for one, slot in zip(above, file.slots(list(map(text_hash, above))), strict=True)
               if slot < 0]  # fmt: skip
    if missing:
        file.append([text_hash(one) for one in missing], known.static.passages(missing))


def engine_over(
    indexed: Indexed, texts: Callable[[Sequence[int]], list[tuple[str, str]]]
) -> Engine:
    return Engine(
        indexed,
        understand=lambda question: Understanding((), None, False, question),
        texts=texts,
        pairs_for=lambda _budget: 8,
    )


def timed(engine: Engine, questions: Sequence[str], profile: Profile, tier: str) -> list[FoundRows]:
    for question in questions[:5]:
        engine.search(question, profile, tier=tier)
    return [engine.search(question, profile, tier=tier) for question in questions]


def stages(found: Sequence[FoundRows], label: str, size: int) -> Iterator[Row]:
    names = dict.fromkeys(name for one in found for name in one.milliseconds)
    for name in names:
        times = [one.milliseconds.get(name, 0.0) for one in found]
        yield {"chunks": size, "what": f"{label}: {name}", **spread(times)}


def against(engine: Engine, questions: Sequence[str], size: int) -> Iterator[Row]:
    """The same questions put to bare engines over the same words and vectors."""
    indexed = engine.indexed
    words = [
        [lemma for one in concepts(_asked(question), None) for lemma in one.terms[0].words[0]]
        for question in questions
    ]
    bare = tantivy.Index.open(str(engine.indexed.lexical.folder))
    searcher, schema = bare.searcher(), bare.schema

    def flat(lemmas: Sequence[str]) -> None:
        terms = [
            (tantivy.Occur.Should, tantivy.Query.term_query(schema, "text", lemma, "freq"))
            for lemma in lemmas
        ]
        hits = searcher.search(tantivy.Query.boolean_query(terms), limit=500, count=False).hits
        searcher.fast_field_values("chunk", [address for _, address in hits])

    yield {"chunks": size, "what": "bare tantivy", **spread([milliseconds(flat, w) for w in words])}
    ours = [milliseconds(_words_alone, engine, question) for question in questions]
    yield {"chunks": size, "what": "our words, the same query", **spread(ours)}
    assert indexed.dense is not None
    vectors = [indexed.dense.encoder.query(question) for question in questions]
    mine = [milliseconds(indexed.dense.content.search, one, 50) for one in vectors]
    yield {"chunks": size, "what": "our dense", **spread(mine)}
    if size <= TOKENS_UP_TO:
        matrix = np.ascontiguousarray(indexed.dense.content.matrix, np.float32)
        plain = faiss.IndexFlatIP(matrix.shape[1])
        plain.add(matrix)
        theirs = [milliseconds(plain.search, one[None], 50) for one in vectors]
        yield {"chunks": size, "what": "bare faiss, flat", **spread(theirs)}


def _asked(question: str):
    nothing = Understanding((), None, False, question)
    return asked(question, law_in="en", vocabulary={}, cited=nothing, expansion=None)


def _words_alone(engine: Engine, question: str) -> None:
    from pincite.indexes.lexical import FieldWeights

    fields = FieldWeights(title=0.0, heading=0.0)
    engine.indexed.lexical.search(
        concepts(_asked(question), None), 500, engine.indexed.table, fields=fields
    )


def beside_bm25s(every: Sequence[Copied], questions: Sequence[str], size: int) -> Row:
    texts = [chunk.text for one in every for chunk in one.chunks()]
    tokens = bm25s.tokenize(texts, show_progress=False)
    index = bm25s.BM25(k1=1.2, b=0.75)
    index.index(tokens, show_progress=False)

    def ask(question: str) -> None:
        index.retrieve(bm25s.tokenize(question, show_progress=False), k=500, show_progress=False)

    return {
        "chunks": size,
        "what": "bm25s",
        **spread([milliseconds(ask, one) for one in questions]),
    }


def alone(folder: Path, questions: Sequence[str]) -> tuple[float, int]:
    """A new process: the seconds from its start to its first result, and the megabytes that it took
    at most to answer every question."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[2]); from pathlib import Path;"
        " from search import answering; answering(Path(sys.argv[1]), sys.argv[3:])"
    )
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder), str(Path(__file__).parent), *questions],
        stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()
        first = time.perf_counter() - began
        peak = int(process.stdout.readline())
    return round(first, 2), peak


def answering(folder: Path, questions: Sequence[str]) -> None:
    indexed = Indexed(folder, IndexCatalogue(folder), used(encoders(read_settings())))
    engine = engine_over(indexed, lambda rows: [("", "") for _ in rows])
    engine.search(questions[0], CASE)
    print("first", flush=True)
    for question in questions:
        engine.search(question, CASE)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[20_000, 200_000])
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--keep", type=Path, default=Path("~/.cache/pincite-bench").expanduser())
    chosen = parser.parse_args()
    known = encoders(read_settings())
    if known.missing:
        sys.exit("models are missing: pincite models install")
    real, questions = pieces(chosen.keep)
    rows: list[Row] = []
    for size in [*chosen.sizes, *([1_000_000] if chosen.million else [])]:
        folder = chosen.keep / f"search-{size}"
        every = list(documents(real, size))
        indexed = filled(folder, every, known, size, len(real))
        if indexed.dense is not None:
            indexed.dense.content.build()

        def texts(numbers: Sequence[int], every: Sequence[Copied] = every) -> list[tuple[str, str]]:
            found = [every[row // A_DOCUMENT].pieces[row % A_DOCUMENT] for row in numbers]
            return [(one.heading, one.text) for one in found]

        engine = engine_over(indexed, texts)
        for profile, tier in ((CASE, "free"), (CASE, "pro"), (LEGISLATION, "pro")):
            rows += stages(timed(engine, questions, profile, tier), f"{profile.name} {tier}", size)
        rows += against(engine, questions, size)
        if size <= TOKENS_UP_TO:
            rows.append(beside_bm25s(every, questions, size))
        indexed.catalogue.close()
        first, peak = alone(folder, questions)
        rows.append({"chunks": size, "what": "cold start, s", "p50_ms": first})
        rows.append({"chunks": size, "what": "peak memory to answer, MB", "p50_ms": peak})
        for row in rows[-40:]:
            p50, p95 = row["p50_ms"], row.get("p95_ms", "")
            print(f"{row['chunks']:>9} {row['what']:<36} {p50:>9} {p95:>9}")
    print(json.dumps(rows))
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
