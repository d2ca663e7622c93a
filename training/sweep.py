"""Depth and width: every shape trained for as many steps, and measured alike.

python -m training.sweep WORK TEACHERS OUT --steps 400
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from training.batches import Prepared
from training.encoder import train
from training.measure import borrowed, measured
from training.shrink import shrunk

SHAPES = ((2, 384), (4, 384), (3, 384), (6, 384), (3, 256), (2, 256), (4, 256))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("work", "teachers", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=40, help="for the first, without --steps")
    parser.add_argument(
        "--until", type=float, default=1e9, help="seconds after which none is begun"
    )
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    began = time.time()
    known = Prepared(chosen.work)
    found: dict[str, object] = {"borrowed": borrowed(known)}
    print(json.dumps(found), flush=True)
    steps, took = chosen.steps, 0.0
    for layers, width in SHAPES:
        started = time.time()
        if started - began + took > chosen.until:
            break
        net = shrunk(chosen.teachers / "start", layers, width).to(known.device)
        steps = train(known, net, steps=steps, seconds=chosen.seconds, say=False)
        trained = time.time() - started
        found[f"L{layers}H{width}"] = measured(known, net) | {"steps": steps, "trained_s": trained}
        took = time.time() - started
        print(f"L{layers}H{width}", json.dumps(found[f"L{layers}H{width}"]), flush=True)
        (chosen.out / "sweep.json").write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
