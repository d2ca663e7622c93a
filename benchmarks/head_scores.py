"""What each model thinks of given passages: its vectors and scores, kept from run to run."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pincite.encoders.bulk import JointFiles, encode_missing
from pincite.encoders.cards import ModelCard, read_card, slug
from pincite.encoders.hashed import HashedFile, text_hash
from pincite.encoders.joint import JointDense, JointNetwork, JointSparse, JointTokens
from pincite.encoders.load import find_model
from pincite.encoders.onnx import OnnxDense, OnnxPairs
from pincite.encoders.ports import Vector
from pincite.encoders.tokens import OnnxTokens
from pincite.encoders.vectors import SparseFile, VectorFile
from pincite.encoders.words import WordTable
from pincite.errors import ModelError
from pincite.indexes.late import LateIndex, PassageTokens
from pincite.settings import Settings

OURS, TABLE, RERANKER = "pincite-encoder-1", "pincite-encoder-1-static", "pincite-reader-1"
# Our encoder before its weights were rounded to int8.
EXACT = "in floating point:"
_SAID_EVERY = 30.0


class Passages(NamedTuple):
    """The candidates of a question: whole, for vectors, and the window that is read with it."""

    hashes: list[bytes]
    whole: list[str]
    windows: list[str]


@dataclass(frozen=True)
class Contender:
    name: str
    prepare: Callable[[Sequence[Passages]], None]
    scores: Callable[[str, Passages], Vector]


@dataclass
class Store:
    """The vectors of one encoder; `held` is the folder of those that the library has already."""

    kept: Path
    held: Path
    kind: type[HashedFile]
    encoder: Any
    width: int
    file: Any = field(init=False)

    def __post_init__(self) -> None:
        self.file = self.kind.open(self.kept, self.encoder.fingerprint, self.width)

    def take(self, hashes: list[bytes]) -> None:
        """From the library, what is not kept yet."""
        name = self.encoder.fingerprint
        lacking = [one for one, at in zip(hashes, self.file.slots(hashes), strict=True) if at < 0]
        if not lacking or not (self.held / slug(name)).is_dir():
            return
        with self.kind.open(self.held, name, self.width) as there:
            slots = there.slots(lacking)
            known = [one for one, at in zip(lacking, slots, strict=True) if at >= 0]
            if not known:
                return
            if isinstance(there, VectorFile):
                self.file.append(known, there.matrix[slots[slots >= 0]].astype(np.float32))
            else:
                self.file.append(known, [there.of(at) for at in slots[slots >= 0].tolist()])

    def close(self) -> None:
        self.file.close()


def _watched(name: str) -> Callable[[int, int], None]:
    said = time.monotonic()

    def progress(done: int, of: int) -> None:
        nonlocal said
        if time.monotonic() - said > _SAID_EVERY:
            said = time.monotonic()
            print(f"{name}: {done} of {of}", file=sys.stderr)

    return progress


def _prepared(name: str, encoder: Any, stores: dict[str, Store]) -> Callable[..., None]:
    """Makes the vectors that are missing; those of several heads in one pass."""

    def prepare(many: Sequence[Passages]) -> None:
        texts = {key: text for one in many for key, text in zip(one.hashes, one.whole, strict=True)}
        for store in stores.values():
            store.take(list(texts))
        files = {head: one.file for head, one in stores.items()}
        file = JointFiles(files) if len(files) > 1 else next(iter(files.values()))
        encode_missing(encoder, file, texts.items(), total=len(texts), progress=_watched(name))
        for store in stores.values():
            store.close()

    return prepare


def _by_dense(store: Store) -> Callable[[str, Passages], Vector]:
    def scores(question: str, read: Passages) -> Vector:
        rows = store.file.matrix[store.file.slots(read.hashes)].astype(np.float32)
        return rows @ store.encoder.query(question)

    return scores


def _by_terms(store: Store) -> Callable[[str, Passages], Vector]:
    def scores(question: str, read: Passages) -> Vector:
        asked = store.encoder.query(question)
        weights = np.zeros(store.width, np.float32)
        weights[asked.terms] = asked.weights
        found = [store.file.of(at) for at in store.file.slots(read.hashes).tolist()]
        return np.array([weights[one.terms] @ one.weights for one in found], np.float32)

    return scores


def _by_tokens(store: Store) -> Callable[[str, Passages], Vector]:
    def scores(question: str, read: Passages) -> Vector:
        index = LateIndex(store.file, store.file.slots(read.hashes))
        return index.scores(store.encoder.query(question), np.arange(len(read.hashes)))

    return scores


class Pairs:
    """Scores of pairs, a line each in a file of their own."""

    def __init__(self, scorer: OnnxPairs, kept: Path) -> None:
        self._scorer = scorer
        self._path = kept / f"{slug(scorer.fingerprint)}.scores"
        lines = self._path.read_text("utf-8").splitlines() if self._path.is_file() else []
        self._known = {key: float(value) for key, value in (one.split() for one in lines)}

    def prepare(self, many: Sequence[Passages]) -> None:
        """A pair is scored when it is asked for."""

    def scores(self, question: str, read: Passages) -> Vector:
        keys = [text_hash(f"{question}\n{one}").hex() for one in read.windows]
        missing = {key: text for key, text in zip(keys, read.windows, strict=True)
                   if key not in self._known}  # fmt: skip
        if missing:
            made = self._scorer.score(question, list(missing.values())).tolist()
            with self._path.open("a", encoding="utf-8") as stream:
                stream.writelines(
                    f"{key} {value!r}\n" for key, value in zip(missing, made, strict=True)
                )
            self._known |= zip(missing, made, strict=True)
        return np.array([self._known[key] for key in keys], np.float32)


def contenders(
    kept: Path, held: Path, e5: Path | None, exact: Path | None
) -> tuple[WordTable, list[Contender]]:
    """The static table, which the pools are made with, and every model that is here."""
    folder = Settings().models_folder
    found: list[Contender] = []

    def store(kind: type[HashedFile], encoder: Any, width: int) -> Store:
        return Store(kept, held, kind, encoder, width)

    def dense(name: str, encoder: Any) -> None:
        own = store(VectorFile, encoder, encoder.dims)
        found.append(Contender(name, _prepared(name, encoder, {"dense": own}), _by_dense(own)))

    def pairs(name: str) -> None:
        scorer = Pairs(OnnxPairs(*find_model(folder, name, "pairs")), kept)
        found.append(Contender(name, scorer.prepare, scorer.scores))

    def tokens(name: str) -> None:
        encoder = OnnxTokens(*find_model(folder, name, "tokens"))
        own = store(PassageTokens, encoder, encoder.dims)
        found.append(Contender(name, _prepared(name, encoder, {"tokens": own}), _by_tokens(own)))

    def bge(name: str) -> None:
        dense(name, OnnxDense(*find_model(folder, name, "dense")))

    def ours(name: str, at: Path, card: ModelCard) -> None:
        joint = JointNetwork(at, card)
        heads = {
            "dense": (VectorFile, JointDense(joint), joint.dims, _by_dense),
            "sparse": (SparseFile, JointSparse(joint), joint.terms, _by_terms),
            "tokens": (PassageTokens, JointTokens(joint), joint.token_dims, _by_tokens),
        }
        stores = {head: store(kind, one, width) for head, (kind, one, width, _) in heads.items()}
        prepare = _prepared(name, joint, stores)
        found.extend(
            Contender(f"{name} {one}", prepare, heads[one][3](stores[one])) for one in heads
        )

    borrowed = (
        (bge, "bge-small-en-v1.5"),
        (tokens, "answerai-colbert-small-v1"),
        (pairs, "ms-marco-MiniLM-L-12-v2"),
    )
    for add, name in borrowed:
        try:
            add(name)
        except ModelError as error:
            print(f"{error.message}: left out", file=sys.stderr)
    if e5 is not None:
        dense(read_card(e5).name, OnnxDense(e5, read_card(e5)))
    ours(OURS, *find_model(folder, OURS, "dense"))
    if exact is not None:
        ours(EXACT, exact, read_card(exact))
    table = WordTable(*find_model(folder, TABLE, "static"))
    dense(TABLE, table)
    pairs(RERANKER)
    return table, found
