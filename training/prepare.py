"""Makes what is learned from: texts in tokens, hard negatives, and the teachers' judgement.

    python -m training.prepare DATA TEACHERS WORK [ENCODER]

DATA is what build.py wrote; TEACHERS holds the folders `pairs` (a cross-encoder), `dense` (an
encoder) and `start` (the tokenizer that all share). Needs an accelerator. Negatives are what words
(BM25), the dense teacher or an encoder trained before take for near; the cross-encoder scores them
all, so that a negative that answers as well as the positive is known for one.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from training.borrowed import teacher
from training.gather import Lesson, gathered, lines
from training.network import QUERY_MARKER, Encoder, Shape, Teacher

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
LONGEST = 256
QUERY = 64
CANDIDATES = 12
_BY_WORDS = 6
_PREFIX = "Represent this sentence for searching relevant passages: "
_SEED = 20261116
_NOTHING = -30.0
JUDGED = "judged.npz"


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


def filled(rows: Sequence[np.ndarray], ids: Sequence[int], first: Sequence[int]) -> torch.Tensor:
    """[CLS] and what else comes first, the tokens, [SEP], and filling."""
    chosen = [rows[at] for at in ids]
    width = -(-(max(len(one) for one in chosen) + len(first) + 1) // 16) * 16
    out = np.zeros((len(chosen), width), np.int64)
    out[:, : len(first)] = first
    for at, one in enumerate(chosen):
        out[at, len(first) : len(first) + len(one)] = one
        out[at, len(first) + len(one)] = 102
    return torch.from_numpy(out)


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
        both = [(questions[q], rows[p]) for q, p in pairs[part]]
        width = -(-(max(len(q) + len(p) for q, p in both) + 3) // 16) * 16
        ids, kinds = np.zeros((len(both), width), np.int64), np.zeros((len(both), width), np.int64)
        for row, (q, p) in enumerate(both):
            one = np.concatenate([[101], q, [102], p, [102]])
            ids[row, : len(one)] = one
            kinds[row, len(q) + 2 : len(one)] = 1
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            found[part] = net(
                torch.from_numpy(ids).to(DEVICE), torch.from_numpy(kinds).to(DEVICE)
            ).cpu()
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
    """The candidates and their scores; those of an earlier run where it left them with the data."""
    if known.is_file():
        found = np.load(known)
        return found["candidates"].astype(np.int64), found["scores"].astype(np.float32)
    there = np.argwhere(candidates >= 0)
    pairs = np.stack([there[:, 0], candidates[there[:, 0], there[:, 1]]], 1)
    scores = np.full(candidates.shape, _NOTHING, np.float32)
    scores[there[:, 0], there[:, 1]] = scored(cross, asked, rows, pairs)
    np.savez_compressed(
        kept, candidates=candidates.astype(np.int32), scores=scores.astype(np.float16)
    )
    return candidates, scores


def main() -> None:
    data, teachers, work = map(Path, sys.argv[1:4])
    work.mkdir(parents=True, exist_ok=True)
    began = time.time()
    source = np.random.default_rng(_SEED)

    def said(what: str) -> None:
        print(f"{time.time() - began:6.1f}s  {what}", flush=True)

    made = gathered(data, source)
    valid = list(lines(data / "valid.jsonl.xz"))
    lessons, names = made.lessons, made.names
    said(f"{made.held} passages, {len(lessons)} pairs, {len(valid)} to validate")

    tokenizer = Tokenizer.from_file(str(teachers / "start" / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    rows = tokens(tokenizer, made.texts, LONGEST - 2)
    asked = tokens(tokenizer, [one.query for one in lessons], QUERY)
    tried = tokens(tokenizer, [one["query"] for one in valid], QUERY)
    said("in tokens")

    dense = teacher(teachers / "dense", scores=False).to(DEVICE)
    prefix = tokenizer.encode(_PREFIX, add_special_tokens=False).ids
    of_passages = embedded(dense, rows, [101])
    of_queries = embedded(dense, asked, [101, *prefix])
    of_valid = embedded(dense, tried, [101, *prefix])
    said("dense vectors")

    places = np.array(made.corpus)
    within = np.array([one.corpus for one in lessons])
    near = [mined(of_queries, of_passages, places, within, 60)]
    if len(sys.argv) > 4:
        ours = trained(Path(sys.argv[4]))
        found = embedded(ours, asked, [101, QUERY_MARKER]), embedded(ours, rows, [101])
        near.append(mined(*found, places, within, 60))
    candidates = np.full((len(lessons), CANDIDATES), -1, np.int64)
    for at, one in enumerate(lessons):
        drawn = negatives(one, [row[at] for row in near], source)
        candidates[at, : len(drawn) + 1] = [one.positive, *drawn]
    said("candidates")

    cross = teacher(teachers / "pairs", scores=True).to(DEVICE)
    candidates, scores = judged(cross, asked, rows, candidates, data / JUDGED, work / JUDGED)
    said(f"{int((candidates >= 0).sum())} pairs judged")

    tried_near = mined(
        of_valid, of_passages, places, np.array([names.index(v["corpus"]) for v in valid]), 100
    )
    pairs_tried = np.stack([np.repeat(np.arange(len(valid)), 100), tried_near.reshape(-1)], 1)
    tried_scores = scored(cross, tried, rows, pairs_tried).reshape(-1, 100)
    kinds = sorted({one.kind for one in lessons})
    torch.save({
        "passages": flat(rows), "queries": flat(asked), "held": made.held,
        "units": torch.tensor(made.units),
        "corpus": torch.tensor(made.corpus), "candidates": torch.tensor(candidates),
        "scores": torch.tensor(scores), "kinds": kinds, "names": names,
        "kind": torch.tensor([kinds.index(one.kind) for one in lessons]),
        "dense_passages": of_passages.cpu(), "dense_queries": of_queries.cpu(),
        "valid": {"queries": flat(tried), "dense": of_valid.cpu(),
                  "corpus": torch.tensor([names.index(v["corpus"]) for v in valid]),
                  "near": torch.tensor(tried_near), "pairs": torch.tensor(tried_scores),
                  "right": [sorted({*v["positives"], *v["exclude"]}) for v in valid]},
    }, work / "prepared.pt")  # fmt: skip
    count = {kind: sum(one.kind == kind for one in lessons) for kind in kinds}
    said(f"written; {count}")


if __name__ == "__main__":
    main()
