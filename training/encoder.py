"""Trains the encoder: dense, sparse and token vectors at once.

    python -m training.encoder WORK TEACHERS OUT --layers 3 --width 256 --seconds 300

What is learned from a batch is told in lesson.py. Needs an accelerator; seeded.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from tokenizers import Tokenizer

from training.batches import Prepared
from training.lesson import WEIGHTS, Lesson
from training.measure import measured
from training.network import Encoder
from training.schedule import Schedule
from training.shrink import NEVER, shrunk
from training.texts import little

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
    net.train()
    schedule = Schedule(net, tuned, steps, seconds)
    for through in schedule:
        with torch.autocast(known.device, torch.bfloat16, enabled=known.device == "cuda"):
            loss, told = lesson(through)
        schedule.learn(loss)
        if say:
            schedule.tell(100, {"loss": loss, **told})
    return schedule.total


def hush(net: Encoder, flat: torch.Tensor, tokenizer: Tokenizer) -> None:
    """Only words that the corpora use, and use as words, may be said: each costs the time to be
    read, and neither the beginning of longer ones ("ind" of "indemnity") nor a word that nothing is
    about tells a reader why a passage was found."""
    size = len(net.bias)
    words = ((number, tokenizer.id_to_token(number)) for number in range(size))
    goes_on = torch.tensor([bool(word) and word.startswith("##") for _, word in words])
    used = flat.long().cpu()
    begun = used[:-1][goes_on[used[1:]]]
    every, parts = (torch.bincount(one, minlength=size) for one in (used, begun))
    counts = (every - parts).masked_fill(net.bias.detach() < NEVER / 2, -1)
    counts[2 * parts > every] = -1
    counts[little(tokenizer)] = -1
    with torch.no_grad():
        net.bias[counts.argsort(descending=True, stable=True)[_SAID:]] = NEVER
        net.bias[counts <= 0] = NEVER


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
    tokenizer = Tokenizer.from_file(str(chosen.teachers / "start" / "tokenizer.json"))
    hush(net, known.passages.flat, tokenizer)
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
