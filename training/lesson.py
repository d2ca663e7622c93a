"""What the encoder learns from a batch: every head to tell the positive from all other passages and
to spread a query over its own candidates as the cross-encoder does; the dense one to keep near the
dense teacher; the sparse one to name the words of the other side, held to a number of words."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from training.batches import Prepared
from training.network import Encoder
from training.shrink import NEVER
from training.texts import MASK, NO_WORDS

BATCH, NEGATIVES, LONGEST, QUERY = 512, 3, 208, 64
_TEMPERATURE = 0.04
_LATE = 0.03
_TEACHER = 2.0
_WORDS_OF_A_QUERY, _WORDS_OF_A_PASSAGE = 28, 140
# Pairs made by rule are soon known by heart: what teaches the dense head most is how the teacher
# sees the whole batch.
WEIGHTS = {
    "dense_told": 0.5,
    "dense_contrast": 0.3,
    "dense_alike": 1.0,
    "dense_near": 4.0,
    "sparse_told": 1.0,
    "sparse_contrast": 0.5,
    "sparse_named": 0.3,
    "token_told": 1.0,
    "token_contrast": 0.5,
}
_HIDDEN = 0.1
# Queries that are told from each other's passages token by token, at a time.
_TOGETHER = 128


@dataclass
class Held:
    """How dear a word is; dearer while there are too many."""

    price: Tensor
    wanted: int

    def of(self, sparse: Tensor, through: float) -> Tensor:
        self.many = (sparse.detach() > 0).float().sum(1).mean()
        self.price = (self.price * torch.where(self.many > self.wanted, 1.03, 0.97)).clamp(1e-5, 10)
        return self.price * min(1.0, through * 4) * (sparse.mean(0) ** 2).sum()


def encode(net: Encoder, ids: list[Tensor]) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Batches of several widths as one."""
    parts = [net(one) for one in ids]
    width = max(one[3].shape[1] for one in parts)
    tokens = [F.pad(one[3], (0, 0, 0, width - one[3].shape[1])) for one in parts]
    seen = [F.pad(one[4], (0, width - one[4].shape[1])) for one in parts]
    dense, sparse, values = (torch.cat([one[at] for one in parts]) for at in range(3))
    return dense, sparse, values, torch.cat(tokens), torch.cat(seen)


def late(query: Tensor, heed: Tensor, passages: Tensor, seen: Tensor) -> Tensor:
    """MaxSim of every query with every passage: the mean over the tokens of the query, each as it
    is heeded."""
    every = torch.einsum("qid,pjd->qpij", query, passages)
    best = every.masked_fill(~seen[None, :, None, :], -1.0).amax(-1)
    return (best * heed[:, None, :]).sum(-1)


def late_own(query: Tensor, heed: Tensor, passages: Tensor, seen: Tensor) -> Tensor:
    """MaxSim of every query with its own candidates."""
    every = torch.einsum("qid,qcjd->qcij", query, passages)
    best = every.masked_fill(~seen[:, :, None, :], -1.0).amax(-1)
    return (best * heed[:, None, :]).sum(-1)


class Lesson:
    def __init__(
        self, known: Prepared, net: Encoder, source: torch.Generator, weights: dict[str, float]
    ) -> None:
        self.known, self.net, self.source, self.weights = known, net, source, WEIGHTS | weights
        price = torch.tensor(0.01, device=known.device)
        self.few, self.many = Held(price, _WORDS_OF_A_QUERY), Held(price, _WORDS_OF_A_PASSAGE)
        counts = torch.bincount(known.passages.flat.long(), minlength=net.shape.vocabulary)
        rarity = torch.log(counts.sum() / (counts + 100.0)).clamp(min=0.0)
        self.rarity = rarity.masked_fill(net.bias.detach() < NEVER / 2, 0.0)

    def __call__(self, through: float) -> tuple[Tensor, dict[str, Tensor]]:
        """The loss and its parts, left on the accelerator: to ask for one is to wait for it."""
        known = self.known
        chosen, columns = known.drawn(BATCH, NEGATIVES, self.source)
        rows = known.candidates[chosen[:, None], columns]
        there = rows >= 0
        flat = rows.clamp(min=0).reshape(-1)
        lengths = known.passages.ends[flat + 1] - known.passages.ends[flat]
        order = lengths.argsort()
        back = order.argsort()
        ids = [known.passages.batch(flat[part], LONGEST) for part in order.chunk(4)]
        dense, sparse, values, tokens, seen = (one[back] for one in encode(self.net, ids))
        asked_ids = known.queries.batch(chosen, QUERY, query=True)
        q_dense, q_sparse, q_values, q_tokens, _, heed = self.net(self._hidden(asked_ids))

        judged = known.scores[chosen[:, None], columns]
        clause = known.is_kind("clause", chosen)
        order_only = known.is_kind("order", chosen)
        aim = judged.clone()
        aim[:, 0] = torch.maximum(aim[:, 0], aim[:, 1:].amax(1)) + 2.0
        teacher = (aim / _TEACHER).masked_fill(~there, -1e4).softmax(1)

        own = torch.arange(len(chosen), device=rows.device)[:, None] * rows.shape[1]
        own = own + torch.arange(rows.shape[1], device=rows.device)
        barred = self._barred(chosen, rows, flat, there, judged, clause | order_only, own)
        weight = torch.where(order_only, 0.5, 1.0)

        def heads(scores: Tensor, every: Tensor) -> tuple[Tensor, Tensor]:
            told = F.kl_div(
                scores.masked_fill(~there, -1e4).log_softmax(1), teacher, reduction="none"
            )
            contrast = F.cross_entropy(every.masked_fill(barred, -1e4), own[:, 0], reduction="none")
            return (told.sum(1) * weight).mean(), (contrast * weight).mean()

        d_all = q_dense @ dense.T / _TEMPERATURE
        d_told, d_contrast = heads(d_all.gather(1, own), d_all)
        s_all = q_sparse @ sparse.T
        s_told, s_contrast = heads(s_all.gather(1, own), s_all)
        half = q_tokens.to(torch.bfloat16), tokens.to(torch.bfloat16)
        grouped = half[1].view(*rows.shape, *tokens.shape[1:])
        t_own = late_own(half[0], heed, grouped, seen.view(*rows.shape, -1)).float() / _LATE
        first = own[:, 0]
        t_contrast = self._late_contrast(half, heed, seen, first, barred)
        t_told = F.kl_div(t_own.masked_fill(~there, -1e4).log_softmax(1), teacher, reduction="none")
        t_told = (t_told.sum(1) * weight).mean()
        taught = known.dense_queries[chosen].float() @ known.dense_passages[flat].float().T
        d_alike = F.kl_div(
            d_all.masked_fill(~there.reshape(-1)[None, :], -1e4).log_softmax(1),
            (taught / 0.05).masked_fill(~there.reshape(-1)[None, :], -1e4).softmax(1),
            reduction="batchmean",
        )
        near = 1 - (dense * known.dense_passages[flat].float()).sum(-1)
        q_near = 1 - (q_dense * known.dense_queries[chosen].float()).sum(-1)
        alone = clause | order_only
        read = known.passages.batch(rows[:, 0], LONGEST)
        named = self._named(q_values, asked_ids, values[first], read, alone)
        dear = self.few.of(q_sparse, through) + self.many.of(sparse, through)
        parts = {
            "dense_told": d_told,
            "dense_contrast": d_contrast,
            "dense_alike": d_alike,
            "dense_near": near[there.reshape(-1)].mean() + q_near.mean(),
            "sparse_told": s_told,
            "sparse_contrast": s_contrast,
            "sparse_named": named,
            "token_told": t_told,
            "token_contrast": t_contrast,
        }
        loss = sum(self.weights[name] * one for name, one in parts.items()) + dear
        told = {name: one.detach() for name, one in parts.items()}
        return loss, told | {"words_q": self.few.many, "words_p": self.many.many}

    def _late_contrast(
        self,
        half: tuple[Tensor, Tensor],
        heed: Tensor,
        seen: Tensor,
        first: Tensor,
        barred: Tensor,
    ) -> Tensor:
        """A few queries at a time, since every token of theirs meets every one of the passages."""
        losses: list[Tensor] = []
        for part in torch.arange(len(first), device=first.device).split(_TOGETHER):
            own = first[part]
            found = late(half[0][part], heed[part], half[1][own], seen[own]).float() / _LATE
            found = found.masked_fill(barred[part][:, own], -1e4)
            losses.append(F.cross_entropy(found, torch.arange(len(part), device=own.device)))
        return torch.stack(losses).mean()

    def _hidden(self, asked: Tensor) -> Tensor:
        """Queries with a word here and there taken out: drawn often, they would be known by
        heart."""
        luck = torch.rand(asked.shape, device=asked.device, generator=self.source)
        return asked.masked_fill((luck < _HIDDEN) & (asked > NO_WORDS), MASK)

    def _barred(
        self, chosen: Tensor, rows: Tensor, flat: Tensor, there: Tensor, judged: Tensor,
        alone: Tensor, own: Tensor,
    ) -> Tensor:  # fmt: skip
        """What may not stand against a query: filling, its own section, and what the teachers find
        as good as the positive. Queries of a few kinds meet their own candidates alone."""
        known = self.known
        units = known.units[flat]
        barred = units[None, :] == known.units[rows[:, 0]][:, None]
        found = known.dense_queries[chosen].float() @ known.dense_passages[flat].float().T
        barred |= found > found.gather(1, own[:, :1]) + 0.01
        barred |= alone[:, None]
        barred |= ~there.reshape(-1)[None, :]
        as_good = judged > judged[:, :1] - 0.5
        as_good &= ~alone[:, None]
        barred.scatter_(1, own, as_good | ~there)
        barred.scatter_(1, own[:, :1], False)
        return barred

    def _named(
        self, q_values: Tensor, asked: Tensor, values: Tensor, read: Tensor, without: Tensor
    ) -> Tensor:
        """Each side is asked for the words of the other, the rarer the more."""

        def loss(found: Tensor, ids: Tensor) -> Tensor:
            words = torch.zeros(found.shape, device=ids.device).scatter_(1, ids, 1.0) * self.rarity
            words[:, :NO_WORDS] = 0
            words = words / words.sum(1, keepdim=True).clamp(min=1e-6)
            each = -(found.float().log_softmax(1) * words).sum(1)
            return each.masked_fill(without, 0.0).mean()

        return loss(q_values, read) + loss(values, asked)
