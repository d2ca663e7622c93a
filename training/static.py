"""Trains the table of one vector a token: a text is the sum of its tokens, and needs no network.

    python -m training.static WORK OUT --from OUT/encoder-L3-H256.pt

It begins with the word vectors of the encoder, weighed by how rare each is, and learns to find the
positive and to see texts as near each other as the encoder's dense vectors do. Seeded.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.batches import Prepared, Texts
from training.measure import ndcg

BATCH, LONGEST = 2048, 256
_TEMPERATURE = 0.05
_SEED = 20261118


class Table(nn.Module):
    def __init__(self, begins: Tensor) -> None:
        super().__init__()
        self.rows = nn.Parameter(begins.clone())

    def forward(self, texts: Texts, ids: Tensor) -> Tensor:
        """As the encoder reads at run time: the tenth time that a token comes says less than the
        first (the root of how often)."""
        tokens = texts.batch(ids, LONGEST)[:, 1:]
        tokens = tokens.masked_fill(tokens == 102, 0)
        first, _ = tokens.sort(1)
        same = F.pad(first[:, 1:] == first[:, :-1], (1, 0))
        run = torch.zeros_like(first)
        at = torch.arange(first.shape[1], device=first.device).expand_as(first)
        begin = torch.where(same, torch.zeros_like(at), at).cummax(1).values
        run = at - begin + 1
        share = (run.sqrt() - (run - 1).clamp(min=0).sqrt()) * (first != 0)
        return F.normalize((self.rows[first] * share[..., None]).sum(1), dim=-1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("work", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--from", dest="start", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--dims", type=int, default=192)
    chosen = parser.parse_args()
    known = Prepared(chosen.work)
    torch.manual_seed(_SEED)
    source = torch.Generator(known.device).manual_seed(_SEED)
    words = torch.load(chosen.start, weights_only=True)["body.words.weight"].float()
    words = words - words.mean(0)
    _, _, turned = torch.linalg.svd(words, full_matrices=False)
    counts = torch.bincount(known.passages.flat.long().cpu(), minlength=len(words))
    rarity = torch.log(counts.sum() / (counts + 50.0)).clamp(min=0.1)
    begins = F.normalize(words @ turned[: chosen.dims].T, dim=-1) * rarity[:, None]
    begins[:104] = 0
    net = Table(begins).to(known.device)
    rate = 0.02
    tuned = torch.optim.Adam(net.parameters(), lr=rate)
    for at in range(chosen.steps):
        for group in tuned.param_groups:
            group["lr"] = rate * 0.5 * (1 + math.cos(math.pi * at / chosen.steps))
        picked, columns = known.drawn(BATCH, 1, source)
        rows = known.candidates[picked[:, None], columns].clamp(min=0)
        query = net(known.queries, picked)
        positive, other = (net(known.passages, rows[:, at]) for at in (0, 1))
        every = torch.cat([positive, other])
        flat = torch.cat([rows[:, 0], rows[:, 1]])
        found = query @ every.T / _TEMPERATURE
        taught = known.dense_queries[picked].float() @ known.dense_passages[flat].float().T
        barred = known.units[flat][None, :] == known.units[rows[:, 0]][:, None]
        own = torch.arange(BATCH, device=flat.device)
        barred |= taught > taught[own, own][:, None] + 0.01
        barred |= known.is_kind("clause", picked)[:, None]
        barred[own, own] = False
        barred[own, own + BATCH] = False
        contrast = F.cross_entropy(found.masked_fill(barred, -1e4), own)
        told = F.kl_div(
            found.log_softmax(1), (taught / _TEMPERATURE).softmax(1), reduction="batchmean"
        )
        loss = contrast + told
        tuned.zero_grad(set_to_none=True)
        loss.backward()
        tuned.step()
        if at % 250 == 0:
            print(f"step {at} contrast {contrast.item():.3f} told {told.item():.3f}", flush=True)
    record = {"steps": chosen.steps, "seed": _SEED, "valid": measured(known, net)}
    torch.save({"rows": net.rows.detach().half().cpu()}, chosen.out / "static.pt")
    (chosen.out / "static.json").write_text(json.dumps(record, indent=2) + "\n")
    print("static", json.dumps(record), flush=True)


@torch.inference_mode()
def measured(known: Prepared, net: Table) -> dict[str, float]:
    asked = torch.arange(len(known.valid["right"]), device=known.device)
    corpora = known.valid["corpus"].to(known.device)
    query = net(known.tried, asked)
    found = torch.full((len(asked), known.held), -1e4, device=known.device)
    for part in torch.arange(known.held, device=known.device).split(8192):
        own = known.corpus[part][None, :] == corpora[:, None]
        found[:, part] = (query @ net(known.passages, part).T).masked_fill(~own, -1e4)
    return {"static": ndcg(found.topk(10).indices.cpu(), known.valid["right"])}


if __name__ == "__main__":
    main()
