"""A borrowed MPNet as a teacher: all-mpnet-base-v2, read as a scorer of pairs.

    python -m training.mpnet FOLDER OUT [PARTS]     # packs it in bytes, in parts that can be sent

Its words are those of BERT, four numbers on; so what was put into tokens for BERT can be read by
it. It knows nothing of pairs before it is taught.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.texts import CLS, MASK, SEP

_WORDS, _WIDTH, _INNER, _HEADS, _LAYERS = 30527, 768, 3072, 12, 12
_BUCKETS, _FARTHEST, _STEPS = 32, 128, 127
_START, _FILLING, _END, _UNKNOWN, _MASK = 0, 1, 2, 3, 30526
_BERT_UNKNOWN, _ON = 100, 4


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(_WIDTH, 3 * _WIDTH)
        self.out = nn.Linear(_WIDTH, _WIDTH)
        self.norm1 = nn.LayerNorm(_WIDTH, eps=1e-5)
        self.up = nn.Linear(_WIDTH, _INNER)
        self.down = nn.Linear(_INNER, _WIDTH)
        self.norm2 = nn.LayerNorm(_WIDTH, eps=1e-5)

    def forward(self, states: Tensor, mask: Tensor, only_first: bool = False) -> Tensor:
        many, length, _ = states.shape
        q, k, v = (
            part.view(many, length, _HEADS, -1).transpose(1, 2)
            for part in self.qkv(states).split(_WIDTH, dim=-1)
        )
        if only_first:
            q, states, mask = q[:, :, :1], states[:, :1], mask[:, :, :1]
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        states = self.norm1(states + self.out(mixed.transpose(1, 2).flatten(2)))
        return self.norm2(states + self.down(F.gelu(self.up(states))))


class Mpnet(nn.Module):
    """Scores of pairs, given in the tokens of BERT. How far words stand apart counts as it was
    learned before: it learns nothing more."""

    def __init__(self, layers: int = _LAYERS, rank: int = 0) -> None:
        super().__init__()
        self.words = nn.Embedding(_WORDS, rank or _WIDTH)
        self.widen = nn.Linear(rank, _WIDTH, bias=False) if rank else nn.Identity()
        self.places = nn.Embedding(514, _WIDTH)
        self.norm = nn.LayerNorm(_WIDTH, eps=1e-5)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.apart = nn.Embedding(_BUCKETS, _HEADS).requires_grad_(False)
        self.gather = nn.Linear(_WIDTH, _WIDTH)
        self.score = nn.Linear(_WIDTH, 1)

    def forward(self, ids: Tensor, kinds: Tensor | None = None) -> Tensor:
        seen = ids != 0
        states = self.states(_as_mpnet(ids), seen)
        mean = (states * seen[..., None]).sum(1) / seen.sum(1, keepdim=True)
        return self.score(torch.tanh(self.gather(mean + states[:, 0]))).float()

    def states(self, ids: Tensor, seen: Tensor) -> Tensor:
        states, mask = self.begin(ids, seen)
        for layer in self.layers:
            states = layer(states, mask)
        return states

    def begin(self, ids: Tensor, seen: Tensor) -> tuple[Tensor, Tensor]:
        """What the layers go on from, and how much each token counts for each other."""
        length = ids.shape[1]
        apart = self.apart(_buckets(length, ids.device)).permute(2, 0, 1)
        shut = torch.zeros(seen.shape, device=ids.device).masked_fill(~seen, -1e4)
        mask = (apart[None] + shut[:, None, None, :]).to(self.norm.weight.dtype)
        states = self.widen(self.words(ids)) + self.places.weight[2 : length + 2]
        return self.norm(states), mask


class Few(Mpnet):
    """Some layers of a taught one, with fewer numbers a word: a score at its end and after each of
    `exits`, from the first token alone."""

    def __init__(self, layers: int, rank: int, exits: Sequence[int]) -> None:
        super().__init__(layers, rank)
        del self.gather
        self.exits = nn.ModuleDict({str(after): nn.Linear(_WIDTH, 1) for after in exits})

    def forward(self, ids: Tensor, kinds: Tensor | None = None) -> Tensor:
        states, mask = self.begin(_as_mpnet(ids), ids != 0)
        said: list[Tensor] = []
        for at, layer in enumerate(self.layers, 1):
            states = layer(states, mask, only_first=at == len(self.layers))
            if str(at) in self.exits:
                said.append(self.exits[str(at)](states[:, 0]))
        return torch.cat((self.score(states[:, 0]), *said), -1).float()


@torch.no_grad()
def few(taught: Mpnet, layers: int, rank: int, exits: Sequence[int]) -> Few:
    net = Few(layers, rank, exits)
    left, weight, turned = torch.linalg.svd(taught.words.weight, full_matrices=False)
    net.words.weight.copy_(left[:, :rank] * weight[:rank])
    net.widen.weight.copy_(turned[:rank].T)
    for own, theirs in ((net.places, taught.places), (net.norm, taught.norm),
                        (net.apart, taught.apart)):  # fmt: skip
        own.load_state_dict(theirs.state_dict())
    taken = torch.linspace(0, len(taught.layers) - 1, layers).round().int().tolist()
    for own, at in zip(net.layers, taken, strict=True):
        own.load_state_dict(taught.layers[at].state_dict())
    return net


def _as_mpnet(ids: Tensor) -> Tensor:
    found = ids + _ON
    for bert, own in ((0, _FILLING), (CLS, _START), (SEP, _END), (MASK, _MASK),
                      (_BERT_UNKNOWN, _UNKNOWN)):  # fmt: skip
        found = torch.where(ids == bert, own, found)
    return found


def _buckets(length: int, device: torch.device) -> Tensor:
    """By how far, and in which direction, one token stands from another."""
    place = torch.arange(length, device=device)
    apart = place[:, None] - place[None, :]
    half = _BUCKETS // 2
    near = half // 2
    far = near + (
        torch.log(apart.abs().clamp(min=1).float() / near) / math.log(_FARTHEST / near)
        * (half - near)
    ).long().clamp(max=half - 1 - near)  # fmt: skip
    found = torch.where(apart.abs() < near, apart.abs(), far.clamp(near, half - 1))
    return found + (apart < 0) * half


def mpnet(packed: Path) -> Mpnet:
    """From the parts that `pack` wrote."""
    net = Mpnet()
    state = dict(net.state_dict())
    for part in sorted(packed.glob("mpnet-*.npz")):
        with np.load(part) as held:
            for name in held.files:
                if name.endswith("|scale"):
                    continue
                value = held[name].astype(np.float32)
                if f"{name}|scale" in held.files:
                    value *= held[f"{name}|scale"][:, None]
                state[name] = torch.tensor(value)
    net.load_state_dict(state)
    nn.init.normal_(net.score.weight, std=0.02)
    return net


def pack(folder: Path, out: Path, parts: int) -> None:
    from safetensors.numpy import load_file

    raw = load_file(folder / "model.safetensors")
    named = {
        "words.weight": raw["embeddings.word_embeddings.weight"],
        "places.weight": raw["embeddings.position_embeddings.weight"],
        "apart.weight": raw["encoder.relative_attention_bias.weight"],
    }
    for kind in ("weight", "bias"):
        named[f"norm.{kind}"] = raw[f"embeddings.LayerNorm.{kind}"]
        named[f"gather.{kind}"] = raw[f"pooler.dense.{kind}"]
        for at in range(_LAYERS):
            whole = f"encoder.layer.{at}"
            heads = [raw[f"{whole}.attention.attn.{one}.{kind}"] for one in "qkv"]
            named[f"layers.{at}.qkv.{kind}"] = np.concatenate(heads)
            for own, theirs in (
                ("out", "attention.attn.o"), ("norm1", "attention.LayerNorm"),
                ("up", "intermediate.dense"), ("down", "output.dense"),
                ("norm2", "output.LayerNorm"),
            ):  # fmt: skip
                named[f"layers.{at}.{own}.{kind}"] = raw[f"{whole}.{theirs}.{kind}"]
    out.mkdir(parents=True, exist_ok=True)
    size = sum(value.size for value in named.values()) / parts
    kept: dict[str, np.ndarray] = {}
    count = filled = 0
    for name, value in named.items():
        if value.ndim == 2 and value.size > _WIDTH * _BUCKETS:
            scale = np.maximum(np.abs(value).max(1), 1e-9) / _STEPS
            kept[name] = np.round(value / scale[:, None]).astype(np.int8)
            kept[f"{name}|scale"] = scale
        else:
            kept[name] = value
        filled += value.size
        if filled >= size * (count + 1) or name == list(named)[-1]:
            np.savez_compressed(out / f"mpnet-{count}.npz", **kept)
            kept, count = {}, count + 1


def main() -> None:
    pack(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 6)


if __name__ == "__main__":
    main()
