"""Trains the reader: the probability that a unit answers a question.

    python -m training.reader.train DATA.npz TEACHERS OUT [--teach SECONDS] [--learn SECONDS]
        [--layers N] [--wide N] [--kept FOLDER] [--lists LISTS.npz] [--without NAME …]

First a borrowed MPNet (mpnet.py), whole, learns to answer; then a small one, begun from a
cross-encoder, learns what it says of the same words, some of them taken out; with --wide so many
layers of the MPNet do so too. Each speaks after a few layers, after some more and at its end, so
that only what is likely so far is read on. Where nobody knows which unit of a group answers, one of
them does: what is raised is the probability of all of them together. A unit is often read without
the title of its work, which questions seldom name.
Needs an accelerator; seeded. With --kept all are kept in a folder, and what lies there is gone on
from; 0 seconds leave a step out. What each says of --lists is written beside what it says of what
is held out. --without leaves sources out whose names begin so.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.func import functional_call
from torch.utils.hooks import RemovableHandle

from training.borrowed import teacher as borrowed
from training.mpnet import Mpnet, few, mpnet
from training.network import Body, Shape
from training.schedule import Schedule
from training.shrink import cut
from training.texts import CLS, MASK, NO_WORDS, SEP

_SEED = 20261118
_LOW = torch.finfo(torch.float32).min / 4
# What the labels weigh beside the teachers, and what is said on the way beside the end.
_BY_LABEL, _ON_THE_WAY = 0.2, 0.5
# How often a question is read as it might have been put too, and a unit without its title.
_REWORDED, _UNTITLED = 0.3, 0.4
# What a teacher forgets of what a layer says, and how fast each learns.
_FORGETS = 0.1
_TAUGHT_AT = 4e-5
# Numbers a word of what is as wide as the MPNet; bytes of a file that can be sent.
_WIDE_RANK, _PART = 256, 15 << 20
_DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
# In what sums are worked out; what is learned is kept in full.
_WORKED = torch.bfloat16 if _DEVICE == "cuda" else torch.float32
Says = Callable[[Tensor, Tensor], Tensor]


class Groups:
    """Questions and units in tokens, on the device."""

    def __init__(self, path: Path) -> None:
        data = np.load(path, allow_pickle=False)
        self.q_flat, self.u_flat = (
            torch.tensor(data[name].astype(np.int32), device=_DEVICE)
            for name in ("q_flat", "u_flat")
        )
        self.q_ends, self.u_ends = (
            torch.tensor(data[name].astype(np.int64), device=_DEVICE)
            for name in ("q_ends", "u_ends")
        )
        self.u_titles = torch.tensor(data["u_titles"].astype(np.int64), device=_DEVICE)
        self.members = torch.tensor(data["members"].astype(np.int64), device=_DEVICE)
        self.labels = torch.tensor(data["labels"].astype(np.int64), device=_DEVICE)
        self.some = torch.tensor(data["some"], device=_DEVICE)
        self.held = torch.tensor(data["held"], device=_DEVICE)
        self.sources = [str(name) for name in data["sources"]]
        self.source = torch.tensor(data["source"].astype(np.int64), device=_DEVICE)

    def weights(self, without: Sequence[str] = ()) -> Tensor:
        """How often each group is drawn: of law and files oftener, of easy sets less."""
        by = torch.tensor(
            [0.0 if name.startswith(tuple(without)) else _often(name) for name in self.sources],
            device=_DEVICE,
        )
        return (by[self.source] * ~self.held).float()


def _often(name: str) -> float:
    if name.startswith("marked"):
        return 6.0
    if name.startswith("bank"):
        return 2.0
    if name.startswith("left-out"):
        return 2.0
    return {"contractnli": 4.0, "maud": 4.0, "conditionalqa": 3.0, "squad_sentence": 0.4,
            "boolq": 0.5, "qasper": 0.5}.get(name, 1.0)  # fmt: skip


class Reader(nn.Module):
    """A body, and the logits that a unit answers a question: at its end, and after so many layers
    as `exits` say."""

    def __init__(self, shape: Shape, exits: Sequence[int]) -> None:
        super().__init__()
        self.body = Body(shape)
        self.score = nn.Linear(shape.width, 1)
        self.exits = nn.ModuleDict({str(after): nn.Linear(shape.width, 1) for after in exits})

    def forward(self, ids: Tensor, kinds: Tensor) -> Tensor:
        body = self.body
        mask = (ids != 0)[:, None, None, :]
        words = body.widen(body.words(ids)) + body.places.weight[: ids.shape[1]] + body.kinds(kinds)
        states = body.norm(words)
        said: list[Tensor] = []
        for at, layer in enumerate(body.layers, 1):
            states = layer(states, mask, only_first=at == len(body.layers))
            if str(at) in self.exits:
                said.append(self.exits[str(at)](states[:, 0]))
        return torch.cat((self.score(states[:, 0]), *said), -1).float()


def worked(net: nn.Module) -> Says:
    """The net, its sums in fewer bits."""
    weights = {name: value.to(_WORKED) for name, value in net.named_parameters()}
    return lambda ids, kinds: functional_call(net, weights, (ids, kinds))


def paired(
    groups: Groups, asked: Tensor, rows: Tensor, untitled: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """[CLS] question [SEP] unit [SEP], and of which each token is."""
    q_start, u_start = groups.q_ends[asked], groups.u_ends[rows]
    if untitled is not None:
        u_start = u_start + groups.u_titles[rows] * untitled
    q_many = groups.q_ends[asked + 1] - q_start
    u_many = groups.u_ends[rows + 1] - u_start
    width = -(-(int((q_many + u_many).max()) + 3) // 16) * 16
    place = torch.arange(width, device=rows.device)[None, :]
    in_q, in_u = place - 1, place - q_many[:, None] - 2
    of_q = groups.q_flat[(q_start[:, None] + in_q.clamp(min=0)).clamp(max=len(groups.q_flat) - 1)]
    of_u = groups.u_flat[(u_start[:, None] + in_u.clamp(min=0)).clamp(max=len(groups.u_flat) - 1)]
    ids = torch.zeros((len(rows), width), dtype=torch.long, device=rows.device)
    ids = torch.where((in_q >= 0) & (in_q < q_many[:, None]), of_q.long(), ids)
    ids = torch.where((in_u >= 0) & (in_u < u_many[:, None]), of_u.long(), ids)
    ids[:, 0] = CLS
    ids[(in_q == q_many[:, None]) | (in_u == u_many[:, None])] = SEP
    ids = ids.masked_fill(in_u > u_many[:, None], 0)
    return ids, ((in_u >= 0) & (in_u <= u_many[:, None])).long()


def scored(
    learners: Sequence[Says], groups: Groups, asked: Tensor, rows: Tensor, *,
    teachers: Sequence[Says] = (), hidden: float = 0.0, source: torch.Generator | None = None,
    parts: int = 4,
) -> list[Tensor]:  # fmt: skip
    """Logits of pairs by each of the nets, the teachers' last, those of a length together. `hidden`
    is the greatest share of words that are taken out of a pair: all read what is left."""
    order = (groups.u_ends[rows + 1] - groups.u_ends[rows]).argsort()
    found: list[list[Tensor]] = [[] for _ in (*learners, *teachers)]
    for part in order.chunk(parts):
        bare = None
        if hidden:
            luck = torch.rand(len(part), device=rows.device, generator=source)
            bare = (luck < _UNTITLED).long()
        ids, kinds = paired(groups, asked[part], rows[part], bare)
        if hidden:
            most = hidden * torch.rand((len(ids), 1), device=ids.device, generator=source)
            luck = torch.rand(ids.shape, device=ids.device, generator=source)
            ids = ids.masked_fill((luck < most) & (ids > NO_WORDS), MASK)
        for net, said in zip(learners, found, strict=False):
            said.append(net(ids, kinds))
        with torch.no_grad():
            for net, said in zip(teachers, found[len(learners) :], strict=True):
                said.append(net(ids, kinds))
    back = order.argsort()
    return [torch.cat(said)[back] for said in found]


def loss_of(logits: Tensor, labels: Tensor, some: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
    """What is listed against one another, and what each says by itself."""
    low = _LOW
    shown = logits.masked_fill(~there, low)
    right = (labels == 1) | ((labels == -1) & some[:, None])
    right &= there
    known = right.any(1)
    # What nobody knows of, beside a unit that answers, is left out of the list.
    counted = there & ~((labels == -1) & ~some[:, None])
    listed = shown.masked_fill(~counted, low)
    among = torch.logsumexp(listed.masked_fill(~right, low), 1) - torch.logsumexp(listed, 1)
    order = -(among[known]).mean() if known.any() else logits.sum() * 0
    sure = there & (labels >= 0)
    alone = F.binary_cross_entropy_with_logits(logits[sure], labels[sure].float())
    # One of several answers: not that none does.
    several = some & known
    if several.any():
        none = F.logsigmoid(-shown[several]).masked_fill(~right[several], 0).sum(1)
        alone = alone + 0.5 * -torch.log1p(-none.exp().clamp(max=1 - 1e-4)).mean()
    return order, alone


def train(
    learners: dict[str, nn.Module], groups: Groups, *, seconds: float, rates: Sequence[float],
    batch: int, many: int, hidden: float, teacher: nn.Module | None = None,
    without: Sequence[str] = (), seed: int = 0,
) -> int:  # fmt: skip
    """From the labels or, with a teacher, mostly from what it says of the same words: of the units
    of a question, and of as many of another question of the same source."""
    torch.manual_seed(_SEED + seed)
    source = torch.Generator(_DEVICE).manual_seed(_SEED + seed)
    nets = nn.ModuleList(learners.values())
    tuned = torch.optim.AdamW(
        [{"params": list(net.parameters()), "lr": rate}
         for net, rate in zip(nets, rates, strict=True)],
        weight_decay=0.01, betas=(0.9, 0.98),
    )  # fmt: skip
    weights = groups.weights(without)
    nets.train()
    taught_by = [worked(teacher.eval())] if teacher is not None else []
    schedule = Schedule(nets, tuned, 0, seconds)
    for _ in schedule:
        chosen = torch.multinomial(weights, batch, generator=source)
        columns = drawn(groups, chosen, many, source)
        rows = groups.members[chosen].gather(1, columns)
        labels = groups.labels[chosen].gather(1, columns)
        if taught_by:
            other = chosen[torch.randperm(batch, device=_DEVICE, generator=source)]
            beside = groups.members[other].gather(1, drawn(groups, other, many // 2, source))
            rows = torch.cat([rows, beside], 1)
            # What answers another question may answer this one: the teacher says.
            labels = torch.cat([labels, torch.full_like(beside, -1)], 1)
        there = rows >= 0
        pairs = there.nonzero()
        other_words = torch.rand(batch, device=_DEVICE, generator=source) < _REWORDED
        asked = chosen + len(groups.members) * other_words
        flat = scored(
            [worked(net) for net in nets], groups, asked[pairs[:, 0]], rows[there],
            teachers=taught_by, hidden=hidden, source=source,
        )  # fmt: skip
        each = [
            [torch.zeros(rows.shape, device=_DEVICE).masked_scatter(there, column)
             for column in one.unbind(1)]
            for one in flat
        ]  # fmt: skip
        by = each.pop()[0].clamp(-8, 8) if taught_by else None
        own = slice(0, many)
        loss, told = torch.zeros((), device=_DEVICE), dict[str, Tensor]()
        for net, said in zip(learners, each, strict=True):
            for at, logits in enumerate(said):
                share, name = (_ON_THE_WAY, f"{net} {at} ") if at else (1.0, f"{net} ")
                order, alone = loss_of(
                    logits[:, own], labels[:, own], groups.some[chosen], there[:, own]
                )
                told |= {f"{name}order": order, f"{name}alone": alone}
                if by is None:
                    loss = loss + share * (order + alone)
                    continue
                like = F.kl_div(
                    logits.masked_fill(~there, _LOW).log_softmax(1),
                    by.masked_fill(~there, _LOW).softmax(1), reduction="batchmean",
                )  # fmt: skip
                exact = F.mse_loss(logits[there], by[there])
                loss = loss + share * (_BY_LABEL * (order + alone) + like + 0.1 * exact)
                told |= {f"{name}like": like, f"{name}exact": exact}
        schedule.learn(loss)
        schedule.tell(250, told)
    return schedule.total


def drawn(groups: Groups, chosen: Tensor, many: int, source: torch.Generator) -> Tensor:
    """Of each group so many units: what answers or may, then others by luck."""
    luck = torch.rand(groups.members[chosen].shape, device=_DEVICE, generator=source)
    luck = luck + (groups.labels[chosen] == 1) * 2 + (groups.labels[chosen] == -1) * 0.5
    luck = luck.masked_fill(groups.members[chosen] < 0, -1)
    return luck.topk(many, dim=1).indices


@torch.inference_mode()
def everything(net: nn.Module, groups: Groups) -> list[Tensor]:
    """What it says of all that is held out, a table for each time that it speaks."""
    says = worked(net.eval())
    found: list[Tensor] = []
    for part in groups.held.nonzero().squeeze(1).split(512):
        rows = groups.members[part]
        there = rows >= 0
        pairs = there.nonzero()
        (flat,) = scored([says], groups, part[pairs[:, 0]], rows[there])
        for at, column in enumerate(flat.unbind(1)):
            if at == len(found):
                found.append(torch.zeros(groups.members.shape, device=_DEVICE))
            found[at][part] = torch.zeros(rows.shape, device=_DEVICE).masked_scatter(there, column)
    return found


def measured(logits: Tensor, groups: Groups) -> dict[str, dict[str, float]]:
    """Of what was held out: whether the best unit answers, and whether the best of questions with
    an answer lies above the best of those without."""
    there = groups.members >= 0
    shown = logits.masked_fill(~there, -1e4)
    best = shown.argmax(1)
    top = shown.max(1).values
    right = (groups.labels == 1) | ((groups.labels == -1) & groups.some[:, None])
    right &= there
    known = right.any(1)
    hit = right.gather(1, best[:, None]).squeeze(1)
    report: dict[str, dict[str, float]] = {}
    for at, name in enumerate(groups.sources):
        mine = groups.held & (groups.source == at)
        asked = mine & known
        row = {"n": float(mine.sum())}
        if asked.any():
            row["first"] = round(hit[asked].float().mean().item(), 3)
        # Of law, what is left out is of another name.
        without = groups.held & ~known
        if name.startswith("bank:"):
            other = f"left-out:{name[5:]}"
            without &= groups.source == (
                groups.sources.index(other) if other in groups.sources else -1
            )
        else:
            without &= groups.source == at
        if asked.any() and without.any():
            above = (top[asked][:, None] > top[without][None, :]).float().mean().item()
            row["above"] = round(above, 3)
        report[name] = row
    return report


def forgetful(net: nn.Module, share: float) -> list[RemovableHandle]:
    """What each layer says is forgotten in part while it learns."""
    return [
        layer.register_forward_hook(
            lambda layer, _, states: F.dropout(states, share, layer.training)
        )
        for layer in net.layers
    ]


def save(net: nn.Module, path: Path) -> None:
    """In parts that can be sent: PATH.0.pt and so on."""
    parts: list[dict[str, Tensor]] = []
    room = 0
    for name, value in net.state_dict().items():
        size = 2 * value.numel()
        if size > room:
            parts.append({})
            room = _PART
        parts[-1][name] = value.half().cpu()
        room -= size
    for at, part in enumerate(parts):
        torch.save(part, path.with_suffix(f".{at}.pt"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "teachers", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--teach", type=int, default=300, help="seconds for the MPNet")
    parser.add_argument("--learn", type=int, default=540, help="seconds for what learns from it")
    parser.add_argument("--layers", type=int, default=12, help="of the small one")
    parser.add_argument("--wide", type=int, default=0, help="layers of the MPNet that learn too")
    parser.add_argument("--exits", type=int, nargs="*", default=(2, 4, 8))
    parser.add_argument("--rank", type=int, default=192)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--wide-rate", type=float, default=1e-4)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--without", nargs="*", default=())
    parser.add_argument("--lists", type=Path)
    chosen = parser.parse_args()
    began = time.time()
    if _DEVICE == "cuda":
        # It would plan anew for every width.
        torch.backends.cuda.enable_cudnn_sdp(False)
        torch.backends.cuda.matmul.allow_tf32 = True
    groups = Groups(chosen.data)
    lists = Groups(chosen.lists) if chosen.lists else None
    for folder in (chosen.out, chosen.kept):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    record: dict[str, object] = {"seed": _SEED, "groups": len(groups.members)}
    of_lists: dict[str, np.ndarray] = {}

    def tell(name: str, net: nn.Module) -> None:
        for at, logits in enumerate(everything(net, groups)):
            label = f"{name}{f', exit {at}' * bool(at)}"
            record[label] = measured(logits, groups)
            print(label, json.dumps(record[label]), f"{time.time() - began:.0f} s", flush=True)
        for at, logits in enumerate(everything(net, lists) if lists is not None else ()):
            of_lists[f"{name}-{at}"] = logits.half().cpu().numpy()

    def begun(name: str, made: nn.Module) -> nn.Module:
        """As it was kept, or as it begins."""
        kept = chosen.kept / f"{name}.pt" if chosen.kept else None
        if kept is not None and kept.is_file():
            made.load_state_dict(torch.load(kept))
        return made.to(_DEVICE)

    taught = begun("mpnet", mpnet(chosen.teachers / "mpnet"))
    assert isinstance(taught, Mpnet)
    if chosen.teach:
        handles = forgetful(taught, _FORGETS)
        train(
            {"mpnet": taught}, groups, seconds=chosen.teach, rates=(_TAUGHT_AT,),
            batch=chosen.batch * 3 // 4, many=16, hidden=0.2, without=chosen.without,
        )  # fmt: skip
        for handle in handles:
            handle.remove()
        tell("mpnet", taught)
        if chosen.kept:
            torch.save(taught.state_dict(), chosen.kept / "mpnet.pt")
    shape = Shape(layers=chosen.layers, rank=chosen.rank)
    if chosen.learn:
        pairs = borrowed(chosen.teachers / "pairs", scores=True).body
        small = Reader(shape, chosen.exits)
        with torch.no_grad():
            last = len(pairs.layers) - 1
            first = 0 if chosen.layers == len(pairs.layers) else 1
            taken = torch.linspace(first, last, chosen.layers).round().int().tolist()
            cut(pairs, small.body, taken)
        learners = {"reader": begun("reader", small)}
        rates = [chosen.rate]
        if chosen.wide:
            wide = few(taught.cpu(), chosen.wide, _WIDE_RANK, (chosen.wide * 2 // 3,))
            learners["wide"] = begun("wide", wide)
            rates.append(chosen.wide_rate)
            taught.to(_DEVICE)
        record["steps"] = train(
            learners, groups, seconds=chosen.learn, rates=rates, batch=chosen.batch, many=12,
            hidden=0.3, teacher=taught, without=chosen.without, seed=chosen.seed,
        )  # fmt: skip
        for name, net in learners.items():
            tell(name, net)
            if chosen.kept:
                torch.save(net.state_dict(), chosen.kept / f"{name}.pt")
                save(net, chosen.kept / name)
            else:
                save(net, chosen.out / name)
    record["shape"] = shape.as_dict() | {"exits": list(chosen.exits)}
    if of_lists:
        np.savez_compressed(chosen.out / "lists.npz", **of_lists)
    (chosen.out / "reader.json").write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
