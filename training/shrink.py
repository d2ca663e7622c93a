"""Begins a small encoder from a larger one: fewer layers, and fewer numbers a token."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from training.borrowed import body
from training.network import HEAD, Body, Encoder, Layer, Shape

# What a slot may not say is weighed so.
NEVER = -1e4
_SHORTEST = 3


def shrunk(folder: Path, layers: int, width: int, inner: int = 0, heads: int = 0) -> Encoder:
    """Layers are taken evenly, the first and the last among them, and of each the heads and the
    inner numbers that weigh most; as many as its width stands for, unless said."""
    wide = body(folder)
    shape = Shape(
        layers=layers, width=width, inner=inner or 4 * width, heads=heads or width // HEAD
    )
    net = Encoder(shape)
    taken = torch.linspace(0, len(wide.layers) - 1, layers).round().int().tolist()
    with torch.no_grad():
        cut(wide, net.body, taken)
        if width == shape.dense:
            net.dense.weight.copy_(torch.eye(width))
            net.dense.bias.zero_()
        net.own.bias.fill_(1.0)
        net.own.weight.mul_(0.1)
        nn.init.normal_(net.slot.weight, std=0.05)
        # What gathers for the dense vector, and what is heeded, begins as the mean.
        net.slot.weight[-2:] = 0
        net.slot.bias.zero_()
        # A slot begins as the mean of a text, read by the word vectors with their length taken off.
        scale = net.body.words.weight.norm(dim=1).mean()
        net.read.weight.copy_(torch.eye(width) / scale)
        net.bias.fill_(-1.0)
        net.bias[~_sayable(folder / "tokenizer.json", len(net.bias))] = NEVER
    return net


def _sayable(tokenizer: Path, size: int) -> torch.Tensor:
    """Whole words alone: a piece of one says nothing by itself."""
    from tokenizers import Tokenizer

    found = torch.zeros(size, dtype=torch.bool)
    for word, number in Tokenizer.from_file(str(tokenizer)).get_vocab().items():
        found[number] = word.isascii() and word.isalpha() and len(word) >= _SHORTEST
    return found


def _weightiest(layer: Layer, count: int) -> torch.Tensor:
    weight = layer.up.weight.norm(dim=1) * layer.down.weight.norm(dim=0)
    return weight.topk(count).indices.sort().values


def cut(wide: Body, net: Body, taken: list[int]) -> None:
    """These layers of a body. A narrower one keeps the directions in which the word vectors of the
    wide one differ most, and learns its norms anew."""
    width, full = net.shape.width, wide.shape.width
    down, stretch = torch.eye(full), 1.0
    if width == full:
        net.norm.load_state_dict(wide.norm.state_dict())
    else:
        words = wide.words.weight
        _, _, turned = torch.linalg.svd(words - words.mean(0), full_matrices=False)
        down, stretch = turned[:width].T, (full / width) ** 0.5
    words = wide.widen(wide.words.weight) @ down * stretch
    if isinstance(net.widen, nn.Linear):
        left, weight, turned = torch.linalg.svd(words, full_matrices=False)
        rank = net.shape.rank
        net.words.weight.copy_(left[:, :rank] * weight[:rank])
        net.widen.weight.copy_(turned[:rank].T)
    else:
        net.words.weight.copy_(words)
    for mine, theirs in ((net.places, wide.places), (net.kinds, wide.kinds)):
        mine.weight.copy_(theirs.weight @ down * stretch)
    for at, layer in enumerate(taken):
        one, other = wide.layers[layer], net.layers[at]
        if width == full:
            other.norm1.load_state_dict(one.norm1.state_dict())
            other.norm2.load_state_dict(one.norm2.state_dict())
        out = one.out.weight.view(full, -1, HEAD)
        every = out.shape[1] * HEAD
        heads = out.norm(dim=(0, 2)).topk(net.shape.heads).indices.sort().values
        within = (heads[:, None] * HEAD + torch.arange(HEAD)).reshape(-1)
        rows = torch.cat([within, within + every, within + 2 * every])
        other.qkv.weight.copy_(one.qkv.weight[rows] @ down)
        other.qkv.bias.copy_(one.qkv.bias[rows])
        other.out.weight.copy_(down.T @ one.out.weight[:, within])
        other.out.bias.copy_(down.T @ one.out.bias)
        inner = _weightiest(one, net.shape.inner)
        other.up.weight.copy_(one.up.weight[inner] @ down)
        other.up.bias.copy_(one.up.bias[inner])
        other.down.weight.copy_(down.T @ one.down.weight[:, inner])
        other.down.bias.copy_(down.T @ one.down.bias)
