"""Trains the encoder: dense, sparse and token vectors at once.

    python -m training.encoder WORK TEACHERS OUT --layers 3 --width 256 --seconds 300

What is learned from a batch is told in lesson.py. Needs an accelerator; seeded.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import torch

from training.batches import Prepared
from training.lesson import WEIGHTS, Lesson
from training.measure import measured
from training.network import Encoder
from training.shrink import NEVER, shrunk

_SEED = 20261116
# Words of the vocabulary that a slot may say.
_SAID = 12_000


def train(
    known: Prepared,
    net: Encoder,
    *,
    steps: int,
    seconds: float,
    rate: float = 2e-4,
    weights: dict[str, float] | None = None,
    say: bool = True,
) -> int:
    """Returns the steps taken: those asked for, or as many as the first ones say fit the time."""
    torch.manual_seed(_SEED)
    source = torch.Generator(known.device).manual_seed(_SEED)
    lesson = Lesson(known, net, source, weights or {})
    slow = [p for n, p in net.named_parameters() if "words" in n or "places" in n]
    fast = [p for n, p in net.named_parameters() if "words" not in n and "places" not in n]
    tuned = torch.optim.AdamW(
        [{"params": slow, "lr": rate / 2}, {"params": fast, "lr": rate}],
        weight_decay=0.01, betas=(0.9, 0.98), fused=known.device == "cuda",
    )  # fmt: skip
    base = [rate / 2, rate]
    net.train()
    began, at = time.time(), 0
    total = steps or 10_000
    while at < total:
        through = at / total
        scale = min(1.0, at / 60) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * through)))
        for group, own in zip(tuned.param_groups, base, strict=True):
            group["lr"] = own * scale
        with torch.autocast(known.device, torch.bfloat16, enabled=known.device == "cuda"):
            loss, told = lesson(through)
        tuned.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        tuned.step()
        at += 1
        if not steps and at == 5:
            began = time.time()
        if not steps and at == 25:
            total = 25 + int((seconds - 5) / ((time.time() - began) / 20))
        if say and (at % 100 == 0 or at == total):
            shown = " ".join(f"{name} {float(value):.3f}" for name, value in told.items())
            print(f"step {at}/{total} loss {float(loss.detach()):.3f} {shown}", flush=True)
    return total


def hush(net: Encoder, known: Prepared) -> None:
    """Only words that the corpora use may be said: each costs the time to be read."""
    counts = torch.bincount(known.passages.flat.long().cpu(), minlength=len(net.bias))
    counts = counts.masked_fill(net.bias.detach() < NEVER / 2, -1)
    with torch.no_grad():
        net.bias[counts.argsort(descending=True)[_SAID:]] = NEVER


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("work", "teachers", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--inner", type=int, default=0)
    parser.add_argument("--heads", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--weigh", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--from", dest="start", type=Path, help="an encoder to go on from")
    chosen = parser.parse_args()
    known = Prepared(chosen.work)
    net = shrunk(chosen.teachers / "start", chosen.layers, chosen.width, chosen.inner, chosen.heads)
    hush(net, known)
    if chosen.start:
        net.load_state_dict(torch.load(chosen.start, weights_only=True))
    net.to(known.device)
    given = (one.split("=") for one in chosen.weigh)
    weights = {name: float(value) for name, value in given}
    steps = train(
        known, net, steps=chosen.steps, seconds=chosen.seconds, rate=chosen.rate, weights=weights
    )
    found = measured(known, net)
    chosen.out.mkdir(parents=True, exist_ok=True)
    name = f"encoder-L{chosen.layers}-H{chosen.width}"
    half = {key: value.half().cpu() for key, value in net.state_dict().items()}
    torch.save(half, chosen.out / f"{name}.pt")
    record = {
        "shape": net.shape.as_dict(),
        "steps": steps,
        "rate": chosen.rate,
        "weights": WEIGHTS | weights,
        "seed": _SEED,
        "valid": found,
    }
    (chosen.out / f"{name}.json").write_text(json.dumps(record, indent=2) + "\n")
    print(name, json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
