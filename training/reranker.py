"""Trains the reranker: the cross-encoder's scores, in two layers.

    python -m training.reranker WORK OUT --teachers TEACHERS --seconds 200

It begins with the word vectors and layers of an encoder, learns the order that the cross-encoder
gives to the candidates of a query, with the known positive put first, and the scores themselves, so
that they mean the same from one query to the next. Needs an accelerator; seeded.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from training.batches import Prepared
from training.borrowed import teacher
from training.measure import ndcg
from training.network import HEAD, Reranker, Shape
from training.shrink import cut
from training.texts import CLS, MASK, NO_WORDS, SEP

BATCH, NEGATIVES, LONGEST, QUERY = 192, 9, 224, 64
_SEED = 20261117


def paired(
    known: Prepared, chosen: Tensor, rows: Tensor, *, tried: bool = False
) -> tuple[Tensor, Tensor]:
    """[CLS] query [SEP] passage [SEP], and of which each token is."""
    texts = known.tried if tried else known.queries
    q_start, p_start = texts.ends[chosen], known.passages.ends[rows]
    q_many = (texts.ends[chosen + 1] - q_start).clamp(max=QUERY)
    p_many = torch.minimum(known.passages.ends[rows + 1] - p_start, LONGEST - 3 - q_many)
    width = -(-(int((q_many + p_many).max()) + 3) // 16) * 16
    place = torch.arange(width, device=rows.device)[None, :]
    in_query = place - 1
    in_passage = place - q_many[:, None] - 2
    found = torch.zeros((len(rows), width), dtype=torch.long, device=rows.device)
    of_query = texts.flat[(q_start[:, None] + in_query.clamp(min=0)).clamp(max=len(texts.flat) - 1)]
    of_passage = known.passages.flat[
        (p_start[:, None] + in_passage.clamp(min=0)).clamp(max=len(known.passages.flat) - 1)
    ]
    found = torch.where((in_query >= 0) & (in_query < q_many[:, None]), of_query.long(), found)
    found = torch.where(
        (in_passage >= 0) & (in_passage < p_many[:, None]), of_passage.long(), found
    )
    found[:, 0] = CLS
    found[(in_query == q_many[:, None]) | (in_passage == p_many[:, None])] = SEP
    found = found.masked_fill(in_passage > p_many[:, None], 0)
    kinds = ((in_passage >= 0) & (in_passage <= p_many[:, None])).long()
    return found, kinds


def begun(folder: Path, layers: int, width: int, heads: int = 0) -> Reranker:
    """From the cross-encoder itself, cut and narrowed."""
    wide = teacher(folder, scores=True).body
    net = Reranker(Shape(layers=layers, width=width, inner=4 * width, heads=heads or width // HEAD))
    taken = torch.linspace(2, len(wide.layers) - 1, layers).round().int().tolist()
    with torch.no_grad():
        cut(wide, net.body, taken)
    return net


def train(
    known: Prepared,
    net: Reranker,
    *,
    steps: int,
    seconds: float,
    rate: float = 5e-4,
    lift: float = 2.0,
    hidden: float = 0.1,
) -> int:
    """`lift` is how far the positive is put above what the cross-encoder finds best, and `hidden`
    the share of words that are taken out: what is drawn often would be known by heart."""
    torch.manual_seed(_SEED)
    source = torch.Generator(known.device).manual_seed(_SEED)
    tuned = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    net.train()
    began, at, total = time.time(), 0, steps or 10_000
    while at < total:
        scale = min(1.0, at / 60) * (0.02 + 0.49 * (1 + math.cos(math.pi * at / total)))
        for group in tuned.param_groups:
            group["lr"] = rate * scale
        chosen, columns = known.drawn(BATCH, NEGATIVES, source)
        rows = known.candidates[chosen[:, None], columns]
        there = rows >= 0
        # One passage of another query, for what is plainly nothing to do with it.
        asked = chosen[:, None].expand_as(rows).reshape(-1)
        lengths = known.passages.ends[rows.clamp(min=0).reshape(-1) + 1] - known.passages.ends[
            rows.clamp(min=0).reshape(-1)]  # fmt: skip
        order = lengths.argsort()
        parts: list[Tensor] = []
        with torch.autocast(known.device, torch.bfloat16, enabled=known.device == "cuda"):
            for part in order.chunk(3):
                ids, kinds = paired(known, asked[part], rows.clamp(min=0).reshape(-1)[part])
                luck = torch.rand(ids.shape, device=ids.device, generator=source)
                ids = ids.masked_fill((luck < hidden) & (ids > NO_WORDS), MASK)
                parts.append(net(ids, kinds))
        found = torch.cat(parts)[order.argsort()].view(rows.shape)
        judged = known.scores[chosen[:, None], columns]
        aim = judged.clone()
        if lift:
            aim[:, 0] = torch.maximum(aim[:, 0], aim[:, 1:].amax(1)) + lift
        taught = (aim / 2.0).masked_fill(~there, -1e4).softmax(1)
        order_loss = F.kl_div(
            (found).masked_fill(~there, -1e4).log_softmax(1), taught, reduction="batchmean"
        )
        exact = F.huber_loss(found[there], judged[there] / 2.0)
        loss = order_loss + 0.3 * exact
        tuned.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        tuned.step()
        at += 1
        if not steps and at == 5:
            began = time.time()
        if not steps and at == 25:
            total = 25 + int((seconds - 3) / ((time.time() - began) / 20))
        if at % 200 == 0 or at == total:
            print(
                f"step {at}/{total} order {float(order_loss):.3f} exact {float(exact):.3f}",
                flush=True,
            )
    return total


@torch.inference_mode()
def measured(known: Prepared, net: Reranker) -> dict[str, float]:
    net.eval()
    near = known.valid["near"].to(known.device)
    found: list[Tensor] = []
    for at in range(len(near)):
        asked = torch.full((near.shape[1],), at, device=known.device)
        ids, kinds = paired(known, asked, near[at], tried=True)
        with torch.autocast(known.device, torch.bfloat16, enabled=known.device == "cuda"):
            scores = net(ids, kinds)
        found.append(near[at][scores.argsort(descending=True)])
    return {
        "over the dense teacher's hundred": ndcg(torch.stack(found).cpu(), known.valid["right"])
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("work", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--teachers", type=Path, required=True)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--heads", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=200)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--lift", type=float, default=2.0)
    parser.add_argument("--hidden", type=float, default=0.1)
    chosen = parser.parse_args()
    known = Prepared(chosen.work)
    net = begun(chosen.teachers / "pairs", chosen.layers, chosen.width, chosen.heads).to(
        known.device
    )
    steps = train(
        known, net, steps=chosen.steps, seconds=chosen.seconds, rate=chosen.rate,
        lift=chosen.lift, hidden=chosen.hidden,
    )  # fmt: skip
    name = f"reranker-L{chosen.layers}-H{chosen.width}"
    chosen.out.mkdir(parents=True, exist_ok=True)
    record = {
        "shape": net.shape.as_dict(),
        "steps": steps,
        "seed": _SEED,
        "valid": measured(known, net),
    }
    torch.save({n: v.half().cpu() for n, v in net.state_dict().items()}, chosen.out / f"{name}.pt")
    (chosen.out / f"{name}.json").write_text(json.dumps(record, indent=2) + "\n")
    print(name, json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
