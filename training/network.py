"""The networks that are trained: a BERT of few layers, with three heads or with a score.

Written out in full, as it is small: the graph that is shipped (export.py) states the same sums in
the same order.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

QUERY_MARKER = 1  # [unused0], second in every query
HEAD = 32  # numbers a head of attention


@dataclass(frozen=True)
class Shape:
    """`rank` is how many numbers a word has before it is widened; 0 where it has the full width."""

    layers: int = 3
    width: int = 384
    inner: int = 1536
    heads: int = 12
    vocabulary: int = 30522
    dense: int = 384
    token: int = 128
    slots: int = 4
    rank: int = 0

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


class Layer(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.qkv = nn.Linear(shape.width, 3 * HEAD * shape.heads)
        self.out = nn.Linear(HEAD * shape.heads, shape.width)
        self.norm1 = nn.LayerNorm(shape.width, eps=1e-12)
        self.up = nn.Linear(shape.width, shape.inner)
        self.down = nn.Linear(shape.inner, shape.width)
        self.norm2 = nn.LayerNorm(shape.width, eps=1e-12)

    def forward(self, states: Tensor, mask: Tensor, only_first: bool = False) -> Tensor:
        many, length, _ = states.shape
        q, k, v = (
            part.view(many, length, self.heads, HEAD).transpose(1, 2)
            for part in self.qkv(states).split(HEAD * self.heads, dim=-1)
        )
        if only_first:
            q, states = q[:, :, :1], states[:, :1]
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        states = self.norm1(states + self.out(mixed.transpose(1, 2).flatten(2)))
        return self.norm2(states + self.down(F.gelu(self.up(states), approximate="tanh")))


class Body(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.words = nn.Embedding(shape.vocabulary, shape.rank or shape.width)
        self.widen = nn.Linear(shape.rank, shape.width, bias=False) if shape.rank else nn.Identity()
        self.places = nn.Embedding(512, shape.width)
        self.kinds = nn.Embedding(2, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))

    def forward(
        self, ids: Tensor, kinds: Tensor | None = None, *, only_first: bool = False
    ) -> tuple[Tensor, Tensor]:
        """States, and which of them are of tokens and not of filling (number 0)."""
        seen = ids != 0
        mask = seen[:, None, None, :]
        kind = self.kinds(kinds) if kinds is not None else self.kinds.weight[0]
        states = self.norm(self.widen(self.words(ids)) + self.places.weight[: ids.shape[1]] + kind)
        for at, layer in enumerate(self.layers):
            last = at == len(self.layers) - 1
            states = layer(states, mask, only_first=only_first and last)
        return states, seen


class Encoder(nn.Module):
    """One pass, three kinds of vector.

    The sparse head weighs the tokens that stand in the text, each by its state, and adds words that
    do not: a few slots gather the text by attention, and each is read as weights over the
    vocabulary by the table of word vectors itself. A projection of every token to the whole
    vocabulary would cost as much as six layers. One slot more gathers what the dense vector says,
    and the last one of all says how much each token of a question is heeded token by token.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.body = Body(shape)
        self.dense = nn.Linear(shape.width, shape.dense)
        self.token = nn.Linear(shape.width, shape.token, bias=False)
        self.own = nn.Linear(shape.width, 1)
        self.slot = nn.Linear(shape.width, shape.slots + 2)
        self.read = nn.Linear(shape.width, shape.width)
        self.bias = nn.Parameter(torch.zeros(shape.vocabulary))

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Dense vectors, sparse weights, values of the slots before they are dampened, token
        vectors, which tokens there are, and how much each is heeded."""
        states, seen = self.body(ids)
        tokens = F.normalize(self.token(states).float(), dim=-1)
        share = self.slot(states).float().masked_fill(~seen[..., None], -1e4).softmax(1)
        gathered = share[..., :-1].transpose(1, 2).to(states.dtype) @ states
        dense = F.normalize(self.dense(gathered[:, -1]).float(), dim=-1)
        slots = self.read(gathered[:, :-1])
        values = (
            slots @ self.body.words.weight.T.to(slots.dtype) + self.bias.to(slots.dtype)
        ).amax(1)
        own = F.relu(self.own(states).squeeze(-1)).float() * seen
        there = torch.zeros(values.shape, dtype=torch.float32, device=ids.device)
        there = there.scatter_reduce(1, ids, own, "amax", include_self=True)
        sparse = torch.log1p(torch.maximum(F.relu(values.float()), there))
        return dense, sparse, values, tokens, seen, share[..., -1]


class Reranker(nn.Module):
    """A score for a question and a passage. The last layer is worked out for the first token alone,
    the only one that is read."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.body = Body(shape)
        self.score = nn.Linear(shape.width, 1)

    def forward(self, ids: Tensor, kinds: Tensor) -> Tensor:
        states, _ = self.body(ids, kinds, only_first=True)
        return self.score(states[:, 0]).squeeze(-1).float()


class Teacher(nn.Module):
    """A borrowed BERT with its pooler and classifier where it has them."""

    def __init__(self, shape: Shape, *, scores: bool) -> None:
        super().__init__()
        self.body = Body(shape)
        self.pooler = nn.Linear(shape.width, shape.width) if scores else None
        self.classifier = nn.Linear(shape.width, 1) if scores else None

    def forward(self, ids: Tensor, kinds: Tensor | None = None) -> Tensor:
        """Scores of pairs; without a classifier, vectors of length one by the first token."""
        states, _ = self.body(ids, kinds)
        first = states[:, 0]
        if self.pooler is None or self.classifier is None:
            return F.normalize(first.float(), dim=-1)
        return self.classifier(torch.tanh(self.pooler(first))).squeeze(-1).float()
