"""Trains the reranker: the cross-encoder's scores, in two layers.

    python -m training.reranker WORK OUT --teachers TEACHERS --from OUT/encoder-L2-H384.pt

It begins with the word vectors and layers of the encoder or, without one, of the cross-encoder
itself. It learns the order that the cross-encoder gives to the candidates of a query, and the
scores themselves, so that they mean the same from one query to the next. Of a passage it reads the
words that something is about, half of all: what that saves pays for its width. Needs an
accelerator; seeded.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from torch import Tensor

from training.batches import Prepared, Texts
from training.borrowed import teacher
from training.measure import ndcg
from training.network import Body, Encoder, Reranker, Shape
from training.schedule import Schedule
from training.shrink import cut
from training.texts import CLS, MASK, NO_WORDS, SEP, little

BATCH, NEGATIVES, LONGEST, QUERY = 192, 9, 224, 64
_SEED = 20261117
# The cross-encoder is this much surer of itself than two layers can be.
_SOFT = 2.0


def paired(texts: Texts, chosen: Tensor, passages: Texts, rows: Tensor) -> tuple[Tensor, Tensor]:
    """[CLS] query [SEP] passage [SEP], and of which each token is."""
    q_start, p_start = texts.ends[chosen], passages.ends[rows]
    q_many = (texts.ends[chosen + 1] - q_start).clamp(max=QUERY)
    p_many = torch.minimum(passages.ends[rows + 1] - p_start, LONGEST - 3 - q_many)
    width = -(-(int((q_many + p_many).max()) + 3) // 16) * 16
    place = torch.arange(width, device=rows.device)[None, :]
    in_query = place - 1
    in_passage = place - q_many[:, None] - 2
    found = torch.zeros((len(rows), width), dtype=torch.long, device=rows.device)
    of_query = texts.flat[(q_start[:, None] + in_query.clamp(min=0)).clamp(max=len(texts.flat) - 1)]
    of_passage = passages.flat[
        (p_start[:, None] + in_passage.clamp(min=0)).clamp(max=len(passages.flat) - 1)
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


def begun(wide: Body, shape: Shape) -> Reranker:
    """From an encoder or the cross-encoder, cut and narrowed; of many layers the first two, which
    know words rather than what they come to, are passed over."""
    net = Reranker(shape)
    first = 0 if len(wide.layers) <= shape.layers else 2
    taken = torch.linspace(first, len(wide.layers) - 1, shape.layers).round().int().tolist()
    with torch.no_grad():
        cut(wide, net.body, taken)
    return net


def learned(work: Path, teachers: Path) -> Body:
    """The body of the cross-encoder as it has learned the law, where it has."""
    net = teacher(teachers / "pairs", scores=True)
    if (path := work / "pairs.pt").is_file():
        net.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
    return net.body


def encoder_body(path: Path) -> Body:
    record = json.loads(path.with_suffix(".json").read_text())
    net = Encoder(Shape(**record["shape"]))
    net.load_state_dict(torch.load(path, weights_only=True))
    return net.body


def train(
    known: Prepared,
    passages: Texts,
    net: Reranker,
    *,
    steps: int,
    seconds: float,
    rate: float = 5e-4,
    hidden: float = 0.1,
) -> int:
    """`hidden` is the share of words that are taken out: what is drawn often would be known by
    heart."""
    torch.manual_seed(_SEED)
    source = torch.Generator(known.device).manual_seed(_SEED)
    tuned = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    net.train()
    schedule = Schedule(net, tuned, steps, seconds)
    for _ in schedule:
        chosen, columns = known.drawn(BATCH, NEGATIVES, source)
        rows = known.candidates[chosen[:, None], columns]
        there = rows >= 0
        asked = chosen[:, None].expand_as(rows).reshape(-1)
        beside = rows.clamp(min=0).reshape(-1)
        order = (passages.ends[beside + 1] - passages.ends[beside]).argsort()
        parts: list[Tensor] = []
        with torch.autocast(known.device, torch.bfloat16, enabled=known.device == "cuda"):
            for part in order.chunk(3):
                ids, kinds = paired(known.queries, asked[part], passages, beside[part])
                luck = torch.rand(ids.shape, device=ids.device, generator=source)
                ids = ids.masked_fill((luck < hidden) & (ids > NO_WORDS), MASK)
                parts.append(net(ids, kinds))
        found = torch.cat(parts)[order.argsort()].view(rows.shape)
        judged = known.scores[chosen[:, None], columns]
        taught = (judged / _SOFT).masked_fill(~there, -1e4).softmax(1)
        order_loss = F.kl_div(
            found.masked_fill(~there, -1e4).log_softmax(1), taught, reduction="batchmean"
        )
        exact = F.huber_loss(found[there], judged[there] / _SOFT)
        schedule.learn(order_loss + 0.3 * exact)
        schedule.tell(200, {"order": order_loss, "exact": exact})
    return schedule.total


@torch.inference_mode()
def measured(known: Prepared, passages: Texts, net: Reranker) -> dict[str, float]:
    net.eval()
    near = known.valid["near"].to(known.device)
    found: list[Tensor] = []
    for at in range(len(near)):
        asked = torch.full((near.shape[1],), at, device=known.device)
        ids, kinds = paired(known.tried, asked, passages, near[at])
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
    parser.add_argument("--from", dest="start", type=Path, help="an encoder to begin from")
    for name, value in (("width", 384), ("layers", 2), ("inner", 1152), ("heads", 8)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--rank", type=int, default=256, help="numbers a word; 0 for the width")
    parser.add_argument("--seconds", type=float, default=200)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--hidden", type=float, default=0.1)
    chosen = parser.parse_args()
    known = Prepared(chosen.work)
    tokenizer = Tokenizer.from_file(str(chosen.teachers / "start" / "tokenizer.json"))
    passages = known.passages.without(little(tokenizer))
    shape = Shape(
        layers=chosen.layers, width=chosen.width, inner=chosen.inner, heads=chosen.heads,
        rank=chosen.rank,
    )  # fmt: skip
    wide = encoder_body(chosen.start) if chosen.start else learned(chosen.work, chosen.teachers)
    net = begun(wide, shape).to(known.device)
    steps = train(
        known, passages, net, steps=chosen.steps, seconds=chosen.seconds, rate=chosen.rate,
        hidden=chosen.hidden,
    )  # fmt: skip
    name = f"reranker-L{chosen.layers}-H{chosen.width}"
    chosen.out.mkdir(parents=True, exist_ok=True)
    record = {
        "shape": shape.as_dict(),
        "steps": steps,
        "seed": _SEED,
        "valid": measured(known, passages, net),
    }
    torch.save({n: v.half().cpu() for n, v in net.state_dict().items()}, chosen.out / f"{name}.pt")
    (chosen.out / f"{name}.json").write_text(json.dumps(record, indent=2) + "\n")
    print(name, json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
