"""Puts groups into tokens, once, for an accelerator's machine.

    python -m training.reader.pack OUT.npz GROUPS.jsonl … [--most N]

Units are kept once each. A question is kept as it was written and as it might have been put too
(wording.py). Held out is what says so, and one question in twenty besides, by its words.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from training.reader.records import Group, read
from training.reader.wording import reworded
from training.split import share

TOKENIZER = (
    Path(__file__).parents[2] / "src/pincite/encoders/models/pincite-encoder-1/tokenizer.json"
)
QUESTION, UNIT, MOST = 56, 128, 36  # tokens, tokens, units of a question
_HELD_OUT = 0.05


def flat(texts: list[str], tokenizer: Tokenizer, most: int) -> tuple[np.ndarray, np.ndarray]:
    rows = [np.array(one.ids[:most], np.uint16)
            for one in tokenizer.encode_batch(texts, add_special_tokens=False)]  # fmt: skip
    return np.concatenate(rows), np.cumsum([0, *map(len, rows)]).astype(np.int32)


def is_held(group: Group) -> bool:
    if group.held or group.source.startswith("tried:"):
        return True
    # Marks are held out by their place.
    return not group.source.startswith("marked:") and share("reader", group.question) < _HELD_OUT


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("groups", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=MOST)
    chosen = parser.parse_args()
    out, paths, most = chosen.out, chosen.groups, chosen.most
    groups: list[Group] = [group for path in paths for group in read(path) if group.units]
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    units = {text: at for at, text in enumerate(dict.fromkeys(
        text for group in groups for text in group.units[:most]))}  # fmt: skip
    members = np.full((len(groups), most), -1, np.int32)
    labels = np.zeros((len(groups), most), np.int8)
    for at, group in enumerate(groups):
        # What answers is never cut off, as it comes first.
        kept = group.units[:most]
        members[at, : len(kept)] = [units[text] for text in kept]
        labels[at, : len(kept)] = group.labels[:most]
    sources = sorted({group.source for group in groups})
    asked = [group.question for group in groups]
    asked += [reworded(group.question, group.source) for group in groups]
    q_flat, q_ends = flat(asked, tokenizer, QUESTION)
    u_flat, u_ends = flat(list(units), tokenizer, UNIT)
    # How many tokens the title of the work takes, which stands first.
    titles = [text.partition(" | ")[0] + " |" if " | " in text else "" for text in units]
    _, t_ends = flat(titles, tokenizer, UNIT)
    held = np.array([is_held(group) for group in groups])
    np.savez_compressed(
        out, q_flat=q_flat, q_ends=q_ends, u_flat=u_flat, u_ends=u_ends,
        u_titles=np.diff(t_ends).astype(np.uint8), members=members,
        labels=labels, some=np.array([group.some for group in groups]), held=held,
        source=np.array([sources.index(group.source) for group in groups], np.int16),
        sources=np.array(sources),
    )  # fmt: skip
    print(len(groups), "groups,", len(units), "units,", f"{out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
