"""Makes what is learned from: texts in tokens, hard negatives, and the teachers' judgement.

    python -m training.prepare DATA TEACHERS WORK [--adapt STEPS] [--ours ENCODER]

DATA is what build.py wrote; TEACHERS holds the folders `pairs` (a cross-encoder), `dense` (an
encoder) and `start` (the tokenizer that all share). Needs an accelerator. Negatives are what words
(BM25), the dense teacher or an encoder trained before take for near; the cross-encoder scores them
all, so that a negative that answers as well as the positive is known for one. With `--adapt` the
teachers learn the law first (adapt.py), and each is kept where held-out questions say it gained.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from training.adapt import adapted_dense, adapted_pairs
from training.batches import SHARES
from training.borrowed import teacher
from training.gather import Lesson, gathered, lines
from training.measure import ndcg
from training.network import QUERY_MARKER, Encoder, Shape, Teacher
from training.texts import CLS, filled, filled_pairs

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
LONGEST = 256
QUERY = 64
CANDIDATES = 12
_BY_WORDS = 6
_PREFIX = "Represent this sentence for searching relevant passages: "
_SEED = 20261116
_NOTHING = -30.0
JUDGED = "judged.npz"
_TRIED = 100
# Kinds whose queries have more answers than are known.
_ALONE = ("clause", "order")


def tokens(tokenizer: Tokenizer, texts: Sequence[str], most: int) -> list[np.ndarray]:
    """Without the special tokens; those are put on when a batch is made."""
    found: list[np.ndarray] = []
    for at in range(0, len(texts), 20_000):
        read = tokenizer.encode_batch(list(texts[at : at + 20_000]), add_special_tokens=False)
        found += [np.array(one.ids[:most], np.uint16) for one in read]
    return found


def flat(rows: Sequence[np.ndarray]) -> tuple[torch.Tensor, torch.Tensor]:
    ends = np.cumsum([0, *(len(one) for one in rows)])
    joined = np.concatenate(rows).astype(np.int32)
    return torch.tensor(joined), torch.tensor(ends)


@torch.inference_mode()
def embedded(
    net: torch.nn.Module, rows: Sequence[np.ndarray], first: Sequence[int]
) -> torch.Tensor:
    order = np.argsort([-len(one) for one in rows], kind="stable")
    found = torch.empty((len(rows), 384), dtype=torch.float16, device=DEVICE)
    for at in range(0, len(order), 2048):
        part = order[at : at + 2048]
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            vectors = net(filled(rows, part, first).to(DEVICE))
        found[torch.from_numpy(part).to(DEVICE)] = vectors.half()
    return found


@torch.inference_mode()
def scored(
    net: Teacher, questions: Sequence[np.ndarray], rows: Sequence[np.ndarray], pairs: np.ndarray
) -> np.ndarray:
    """The cross-encoder's score for each (question, passage)."""
    lengths = np.array([len(one) for one in rows])[pairs[:, 1]]
    order = np.argsort(-lengths, kind="stable")
    found = np.empty(len(pairs), np.float32)
    for at in range(0, len(order), 4096):
        part = order[at : at + 4096]
        ids, kinds = filled_pairs(questions, rows, pairs[part])
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            found[part] = net(ids.to(DEVICE), kinds.to(DEVICE)).cpu()
    return found


def mined(
    queries: torch.Tensor, passages: torch.Tensor, corpus: np.ndarray, asked: np.ndarray, most: int
) -> np.ndarray:
    """For each query the nearest passages of its own corpus, by the dense teacher."""
    found = np.full((len(queries), most), -1, np.int64)
    for one in np.unique(asked):
        within = np.flatnonzero(corpus == one)
        if one < 0 or not len(within):
            continue
        table = passages[torch.from_numpy(within).to(DEVICE)]
        here = np.flatnonzero(asked == one)
        for at in range(0, len(here), 2048):
            part = here[at : at + 2048]
            near = (queries[torch.from_numpy(part).to(DEVICE)] @ table.T).topk(
                min(most, len(within))
            )
            found[part, : near.indices.shape[1]] = within[near.indices.cpu().numpy()]
    return found


def negatives(one: Lesson, near: Sequence[np.ndarray], source: np.random.Generator) -> list[int]:
    """Some of what words find, some of what each model finds, in an order that is drawn."""
    mixed = [one.near[int(at)] for at in source.permutation(len(one.near))]
    if one.kind == "clause":
        # Other contracts hold such clauses too; only this one was read for it.
        return mixed[: CANDIDATES - 1]
    found = mixed[:_BY_WORDS]
    for row in near:
        alike = [int(number) for number in row if number >= 0 and int(number) not in one.away]
        most = (CANDIDATES - 1 - _BY_WORDS) // len(near) + len(found)
        drawn = (alike[int(at)] for at in source.permutation(len(alike)))
        found += [number for number in drawn if number not in found][: most - len(found)]
    return [number for number in found if number != one.positive]


def trained(path: Path) -> Dense:
    record = json.loads(path.with_suffix(".json").read_text())
    net = Encoder(Shape(**record["shape"]))
    net.load_state_dict(torch.load(path, weights_only=True))
    return Dense(net).to(DEVICE).eval()


class Dense(torch.nn.Module):
    """The dense head alone."""

    def __init__(self, net: Encoder) -> None:
        super().__init__()
        self.net = net

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.net(ids)[0]


def judged(
    cross: Teacher,
    asked: Sequence[np.ndarray],
    rows: Sequence[np.ndarray],
    candidates: np.ndarray,
    known: Path,
    kept: Path,
) -> tuple[np.ndarray, np.ndarray]:
    """The candidates and their scores; those of an earlier run where it left them with the data,
    and where it left them in the same place, only what is new is scored."""
    if known.is_file():
        found = np.load(known)
        return found["candidates"].astype(np.int64), found["scores"].astype(np.float32)
    scores = np.full(candidates.shape, _NOTHING, np.float32)
    if kept.is_file():
        before = np.load(kept)
        for column in range(before["candidates"].shape[1]):
            same = candidates == before["candidates"][:, column : column + 1]
            scores = np.where(same, before["scores"][:, column : column + 1], scores)
    there = np.argwhere((candidates >= 0) & (scores <= _NOTHING))
    pairs = np.stack([there[:, 0], candidates[there[:, 0], there[:, 1]]], 1)
    scores[there[:, 0], there[:, 1]] = scored(cross, asked, rows, pairs)
    np.savez_compressed(
        kept, candidates=candidates.astype(np.int32), scores=scores.astype(np.float16)
    )
    return candidates, scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "teachers", "work"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--adapt", type=int, default=0, metavar="STEPS")
    parser.add_argument("--ours", type=Path, metavar="ENCODER")
    chosen = parser.parse_args()
    chosen.work.mkdir(parents=True, exist_ok=True)
    began = time.time()

    def said(what: str) -> None:
        print(f"{time.time() - began:6.1f}s  {what}", flush=True)

    Preparing(chosen.data, chosen.teachers, chosen.work, said).done(chosen.adapt, chosen.ours)


class Preparing:
    def __init__(self, data: Path, teachers: Path, work: Path, said: Callable[[str], None]) -> None:
        self._data, self._teachers, self._work, self._said = data, teachers, work, said
        self._source = np.random.default_rng(_SEED)
        self.made = gathered(data, self._source)
        self.valid = list(lines(data / "valid.jsonl.xz"))
        said(
            f"{self.made.held} passages, {len(self.made.lessons)} pairs, {len(self.valid)} held out"
        )
        tokenizer = Tokenizer.from_file(str(teachers / "start" / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self.rows = tokens(tokenizer, self.made.texts, LONGEST - 2)
        self.asked = tokens(tokenizer, [one.query for one in self.made.lessons], QUERY)
        self.tried = tokens(tokenizer, [one["query"] for one in self.valid], QUERY)
        self._prefix = tokenizer.encode(_PREFIX, add_special_tokens=False).ids
        self.kinds = sorted({one.kind for one in self.made.lessons})
        self.kind = np.array([self.kinds.index(one.kind) for one in self.made.lessons])
        self.corpus = np.array(self.made.corpus)
        names = self.made.names
        self._within = np.array([one.corpus for one in self.made.lessons])
        self.tried_within = np.array([names.index(one["corpus"]) for one in self.valid])
        self.right = [sorted({*one["positives"], *one["exclude"]}) for one in self.valid]
        said("in tokens")

    def done(self, adapt: int, ours: Path | None) -> None:
        dense, adapted = self._teacher("dense")
        self._embed(dense)
        candidates = self._candidates(ours)
        if adapt and not adapted and self._adapt_dense(dense, candidates, adapt):
            candidates = self._candidates(ours)
        cross, adapted = self._teacher("pairs")
        if adapt and not adapted:
            tried_scores = self._adapt_pairs(cross, candidates, adapt)
        else:
            tried_scores = self._tried(cross)
        candidates, scores = judged(
            cross, self.asked, self.rows, candidates, self._data / JUDGED, self._work / JUDGED
        )
        self._said(f"{int((candidates >= 0).sum())} pairs judged")
        self._write(candidates, scores, tried_scores)

    def _teacher(self, name: str) -> tuple[Teacher, bool]:
        """A teacher, and whether it has learned the law: an earlier run left it so."""
        net = teacher(self._teachers / name, scores=name == "pairs").to(DEVICE)
        path = self._work / f"{name}.pt"
        if path.is_file():
            net.load_state_dict(torch.load(path, map_location=DEVICE, weights_only=True))
        return net, path.is_file()

    def _embed(self, net: Teacher) -> None:
        first = [CLS, *self._prefix]
        self.of_passages = embedded(net, self.rows, [CLS])
        self.of_queries = embedded(net, self.asked, first)
        self.of_valid = embedded(net, self.tried, first)
        self.tried_near = mined(
            self.of_valid, self.of_passages, self.corpus, self.tried_within, _TRIED
        )
        self._said(f"dense vectors; held-out questions {self._good(self.tried_near):.4f}")

    def _good(self, order: np.ndarray) -> float:
        return ndcg(torch.from_numpy(order), self.right)

    def _candidates(self, ours: Path | None) -> np.ndarray:
        near = [mined(self.of_queries, self.of_passages, self.corpus, self._within, 60)]
        if ours:
            net = trained(ours)
            found = (
                embedded(net, self.asked, [CLS, QUERY_MARKER]),
                embedded(net, self.rows, [CLS]),
            )
            near.append(mined(*found, self.corpus, self._within, 60))
        candidates = np.full((len(self.made.lessons), CANDIDATES), -1, np.int64)
        for at, one in enumerate(self.made.lessons):
            # By its own number, so that most are the same when another model has its say, too.
            source = np.random.default_rng((_SEED, at))
            drawn = negatives(one, [row[at] for row in near], source)
            candidates[at, : len(drawn) + 1] = [one.positive, *drawn]
        self._said("candidates")
        return candidates

    def _share(self) -> np.ndarray:
        share = np.array([SHARES.get(one, 1.0) for one in self.kinds])[self.kind]
        return share / share.sum()

    def _adapt_dense(self, net: Teacher, candidates: np.ndarray, steps: int) -> bool:
        kept, before = _copied(net), self._good(self.tried_near)
        vectors = self.of_passages, self.of_queries, self.of_valid, self.tried_near
        alone = np.isin(self.kind, [self.kinds.index(one) for one in _ALONE if one in self.kinds])
        adapted_dense(
            net, self.asked, self.rows, candidates, self._share(), np.array(self.made.units),
            alone, self._prefix, steps,
        )  # fmt: skip
        self._embed(net)
        if self._good(self.tried_near) > before:
            torch.save(net.state_dict(), self._work / "dense.pt")
            return True
        net.load_state_dict(kept)
        self.of_passages, self.of_queries, self.of_valid, self.tried_near = vectors
        return False

    def _adapt_pairs(self, net: Teacher, candidates: np.ndarray, steps: int) -> np.ndarray:
        """The scores of held-out questions by the better of the two."""
        kept, before = _copied(net), self._tried(net)
        adapted_pairs(net, self.asked, self.rows, candidates, self._share(), steps)
        after = self._tried(net)
        if self._good(self._order(after)) > self._good(self._order(before)):
            torch.save(net.state_dict(), self._work / "pairs.pt")
            return after
        net.load_state_dict(kept)
        return before

    def _order(self, scores: np.ndarray) -> np.ndarray:
        return np.take_along_axis(self.tried_near, (-scores).argsort(1, kind="stable"), 1)

    def _tried(self, net: Teacher) -> np.ndarray:
        asked = np.repeat(np.arange(len(self.valid)), _TRIED)
        pairs = np.stack([asked, self.tried_near.reshape(-1)], 1)
        found = scored(net, self.tried, self.rows, pairs).reshape(-1, _TRIED)
        self._said(f"its first hundred in pairs: {self._good(self._order(found)):.4f}")
        return found

    def _write(self, candidates: np.ndarray, scores: np.ndarray, tried: np.ndarray) -> None:
        made = self.made
        torch.save({
            "passages": flat(self.rows), "queries": flat(self.asked), "held": made.held,
            "units": torch.tensor(made.units),
            "corpus": torch.tensor(made.corpus), "candidates": torch.tensor(candidates),
            "scores": torch.tensor(scores), "kinds": self.kinds, "names": made.names,
            "kind": torch.tensor(self.kind),
            "dense_passages": self.of_passages.cpu(), "dense_queries": self.of_queries.cpu(),
            "valid": {"queries": flat(self.tried), "dense": self.of_valid.cpu(),
                      "corpus": torch.tensor(self.tried_within),
                      "near": torch.tensor(self.tried_near), "pairs": torch.tensor(tried),
                      "right": self.right},
        }, self._work / "prepared.pt")  # fmt: skip
        count = {kind: int((self.kind == at).sum()) for at, kind in enumerate(self.kinds)}
        self._said(f"written; {count}")


def _copied(net: torch.nn.Module) -> dict[str, torch.Tensor]:
    return {name: one.detach().clone() for name, one in net.state_dict().items()}


if __name__ == "__main__":
    main()
