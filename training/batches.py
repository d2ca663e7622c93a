"""What was prepared, on the accelerator, and batches of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from training.network import QUERY_MARKER
from training.texts import CLS, SEP

# How often a pair of a kind is drawn, beside one of the kind "heading".
SHARES = {
    "question": 5.0,
    "clause": 1.0,
    "heading": 1.0,
    "paraphrase": 1.0,
    "definition": 1.0,
    "title": 0.5,
    "citing": 1.5,
    "cloze": 0.3,
    "order": 0.5,
    "concept": 5.0,
}
# Below this score the cross-encoder finds that a positive made by rule says nothing of the query.
_HOPELESS = -9.0
_BY_HAND = ("question", "concept", "clause", "order", "citing", "cloze")


@dataclass
class Texts:
    flat: Tensor
    ends: Tensor

    def batch(self, ids: Tensor, most: int, *, query: bool = False) -> Tensor:
        """Token numbers, filled up with 0 to the longest of them, and to a multiple of sixteen, or
        attention would take its slow way."""
        first = [CLS, QUERY_MARKER] if query else [CLS]
        starts = self.ends[ids]
        many = (self.ends[ids + 1] - starts).clamp(max=most - len(first) - 1)
        width = -(-(int(many.max()) + 1 + len(first)) // 16) * 16 - len(first)
        place = torch.arange(width, device=ids.device)
        found = self.flat[(starts[:, None] + place).clamp(max=len(self.flat) - 1)].long()
        found = found.masked_fill(place > many[:, None], 0)
        found = found.masked_fill(place == many[:, None], SEP)
        begins = torch.tensor(first, device=ids.device).expand(len(ids), -1)
        return torch.cat([begins, found], 1)

    def without(self, barred: Tensor) -> Texts:
        """The texts without these tokens."""
        kept = ~torch.isin(self.flat, barred.to(self.flat.device, self.flat.dtype))
        ends = F.pad(kept.long().cumsum(0), (1, 0))[self.ends]
        return Texts(self.flat[kept], ends)


class Prepared:
    def __init__(self, work: Path) -> None:
        kept = torch.load(work / "prepared.pt", weights_only=False)
        device = self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.passages = Texts(*(one.to(device) for one in kept["passages"]))
        self.queries = Texts(*(one.to(device) for one in kept["queries"]))
        self.held: int = kept["held"]
        self.units = kept["units"].to(device)
        self.corpus = kept["corpus"].to(device)
        self.candidates = kept["candidates"].to(device)
        self.scores = kept["scores"].to(device)
        self.kinds: list[str] = kept["kinds"]
        self.names: list[str] = kept["names"]
        self.kind = kept["kind"].to(device)
        self.dense_passages = kept["dense_passages"].to(device)
        self.dense_queries = kept["dense_queries"].to(device)
        self.valid = kept["valid"]
        self.tried = Texts(*(one.to(device) for one in self.valid["queries"]))
        self.share = self._shares()

    def _shares(self) -> Tensor:
        share = torch.tensor([SHARES.get(one, 1.0) for one in self.kinds], device=self.device)
        drawn = share[self.kind]
        trusted = torch.tensor([one in _BY_HAND for one in self.kinds], device=self.device)
        dropped = ~trusted[self.kind] & (self.scores[:, 0] < _HOPELESS)
        print(f"{int(dropped.sum())} pairs that the cross-encoder finds hopeless are left out")
        return drawn.masked_fill(dropped, 0.0)

    def is_kind(self, name: str, chosen: Tensor) -> Tensor:
        if name not in self.kinds:
            return torch.zeros_like(chosen, dtype=torch.bool)
        return self.kind[chosen] == self.kinds.index(name)

    def drawn(self, count: int, negatives: int, source: torch.Generator) -> tuple[Tensor, Tensor]:
        """Numbers of pairs, and for each its positive and so many of its negatives, drawn; -1 where
        there are fewer."""
        chosen = torch.multinomial(self.share, count, generator=source)
        rest = self.candidates[chosen, 1:]
        luck = torch.rand(rest.shape, device=self.device, generator=source)
        taken = luck.masked_fill(rest < 0, 2.0).argsort(1)[:, :negatives]
        columns = torch.cat([torch.zeros_like(taken[:, :1]), taken + 1], 1)
        return chosen, columns
