"""How well a network finds what held-out questions ask for, among all passages of their corpus."""

from __future__ import annotations

import torch
from torch import Tensor

from training.batches import Prepared
from training.network import Encoder

_PART = 2048
_LONGEST = 256


def ndcg(order: Tensor, right: list[list[int]]) -> float:
    """At 10, every passage of the section as good as another: the first of them counts."""
    gained = 0.0
    for row, wanted in zip(order.tolist(), right, strict=True):
        places = [at for at, one in enumerate(row[:10]) if one in set(wanted)]
        gained += 1 / torch.log2(torch.tensor(places[0] + 2.0)).item() if places else 0.0
    return gained / max(len(right), 1)


def borrowed(known: Prepared) -> dict[str, float]:
    """The teachers: the dense one alone, and the cross-encoder over its first hundred."""
    valid = known.valid
    best = valid["pairs"].argsort(1, descending=True)
    return {
        "dense teacher": ndcg(valid["near"], valid["right"]),
        "its first hundred by the cross-encoder": ndcg(
            valid["near"].gather(1, best), valid["right"]
        ),
    }


@torch.inference_mode()
def measured(known: Prepared, net: Encoder) -> dict[str, float]:
    net.eval()
    asked = torch.arange(len(known.valid["right"]), device=known.device)
    corpora = known.valid["corpus"].to(known.device)
    with torch.autocast(known.device, torch.bfloat16, enabled=known.device == "cuda"):
        q_dense, q_sparse, _, q_tokens, _, heed = net(known.tried.batch(asked, 64, query=True))
    within = torch.isin(known.corpus[: known.held], corpora.unique()).nonzero().squeeze(1)
    by_dense = torch.full((len(asked), known.held), -1e4, device=known.device)
    by_sparse = by_dense.clone()
    lengths = known.passages.ends[within + 1] - known.passages.ends[within]
    within = within[lengths.argsort()]
    for at in range(0, len(within), _PART):
        part = within[at : at + _PART]
        with torch.autocast(known.device, torch.bfloat16, enabled=known.device == "cuda"):
            dense, sparse, *_ = net(known.passages.batch(part, _LONGEST))
        own = known.corpus[part][None, :] == corpora[:, None]
        by_dense[:, part] = (q_dense @ dense.T).masked_fill(~own, -1e4)
        by_sparse[:, part] = (q_sparse @ sparse.T).masked_fill(~own, -1e4)
    right = known.valid["right"]
    late = _late(known, net, q_tokens, heed)
    ranks = [by_dense.argsort(1, descending=True), by_sparse.argsort(1, descending=True)]
    fused = sum(1 / (20 + one.argsort(1).float()) for one in ranks)
    return {
        "dense": ndcg(ranks[0][:, :10].cpu(), right),
        "sparse": ndcg(ranks[1][:, :10].cpu(), right),
        "both": ndcg(fused.argsort(1, descending=True)[:, :10].cpu(), right),
        "late over the teacher's hundred": ndcg(late.cpu(), right),
        "words of a query": float((q_sparse > 0).float().sum(1).mean()),
    }


def _late(known: Prepared, net: Encoder, query: Tensor, heed: Tensor) -> Tensor:
    near = known.valid["near"].to(known.device)
    found: list[Tensor] = []
    for at in range(len(near)):
        with torch.autocast(known.device, torch.bfloat16, enabled=known.device == "cuda"):
            _, _, _, tokens, there, _ = net(known.passages.batch(near[at], _LONGEST))
        every = torch.einsum("id,pjd->pij", query[at], tokens)
        best = every.masked_fill(~there[:, None, :], -1.0).amax(-1) @ heed[at]
        found.append(near[at][best.argsort(descending=True)])
    return torch.stack(found)
