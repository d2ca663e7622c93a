"""Trains the reader: the probability that a unit answers a question.

    python -m training.reader.train DATA.npz TEACHERS OUT [--teach SECONDS …] [--learn SECONDS]
        [--taught-by NAME …] [--kept FOLDER] [--without NAME …]

First the borrowed networks, whole, learn to answer: an MPNet (mpnet.py) and a cross-encoder; then
some layers of the second learn what both say, on average, of the same words, some of them taken
out. The small
one speaks after a few layers, after some more and at its end, so that only what is likely so far is
read on. Where nobody knows which unit of a group answers, one of them does: what is raised is the
probability of all of them together. A unit is often read without the title of its work, which
questions seldom name.
Needs an accelerator; seeded. With --kept all are kept in a folder, and what lies there is gone on
from; 0 seconds leave a step out. --without leaves sources out whose names begin so.
"""

from __future__ import annotations

import argparse
import copy
import json
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle

from training.borrowed import teacher as borrowed
from training.mpnet import mpnet
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
_RATES = {"mpnet": 4e-5, "pairs": 6e-5}
_DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


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


class Whole(nn.Module):
    """The borrowed one, with its own pooler and classifier."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, ids: Tensor, kinds: Tensor) -> Tensor:
        return self.net(ids, kinds)[:, None] * 0.5


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
    nets: Sequence[nn.Module], groups: Groups, asked: Tensor, rows: Tensor, *, hidden: float = 0.0,
    source: torch.Generator | None = None, parts: int = 4,
) -> list[Tensor]:  # fmt: skip
    """Logits of pairs by each of the nets, those of a length together. `hidden` is the greatest
    share of words that are taken out of a pair: all nets read what is left."""
    order = (groups.u_ends[rows + 1] - groups.u_ends[rows]).argsort()
    found: list[list[Tensor]] = [[] for _ in nets]
    with torch.autocast(_DEVICE, torch.bfloat16, enabled=_DEVICE == "cuda"):
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
            for net, said in zip(nets, found, strict=True):
                with torch.set_grad_enabled(net.training and torch.is_grad_enabled()):
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
    net: nn.Module, groups: Groups, *, seconds: float, rate: float, batch: int, many: int,
    hidden: float, teachers: Sequence[nn.Module] = (), without: Sequence[str] = (), seed: int = 0,
) -> int:  # fmt: skip
    """From the labels or, with teachers, mostly from what they say of the same words: of the units
    of a question, and of as many of another question of the same source."""
    torch.manual_seed(_SEED + seed)
    source = torch.Generator(_DEVICE).manual_seed(_SEED + seed)
    tuned = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    weights = groups.weights(without)
    net.train()
    nets = [net, *(one.eval() for one in teachers)]
    schedule = Schedule(net, tuned, 0, seconds)
    for _ in schedule:
        chosen = torch.multinomial(weights, batch, generator=source)
        columns = drawn(groups, chosen, many, source)
        rows = groups.members[chosen].gather(1, columns)
        labels = groups.labels[chosen].gather(1, columns)
        if teachers:
            other = chosen[torch.randperm(batch, device=_DEVICE, generator=source)]
            beside = groups.members[other].gather(1, drawn(groups, other, many // 2, source))
            rows = torch.cat([rows, beside], 1)
            # What answers another question may answer this one: the teacher says.
            labels = torch.cat([labels, torch.full_like(beside, -1)], 1)
        there = rows >= 0
        pairs = there.nonzero()
        other_words = torch.rand(batch, device=_DEVICE, generator=source) < _REWORDED
        asked = chosen + len(groups.members) * other_words
        flat = scored(nets, groups, asked[pairs[:, 0]], rows[there], hidden=hidden, source=source)
        said, *taught = (
            [torch.zeros(rows.shape, device=_DEVICE).masked_scatter(there, column)
             for column in one.unbind(1)]
            for one in flat
        )  # fmt: skip
        own = slice(0, many)
        loss, told = torch.zeros((), device=_DEVICE), dict[str, Tensor]()
        for at, logits in enumerate(said):
            share, name = (_ON_THE_WAY, f"exit {at} ") if at else (1.0, "")
            order, alone = loss_of(
                logits[:, own], labels[:, own], groups.some[chosen], there[:, own]
            )
            told |= {f"{name}order": order, f"{name}alone": alone}
            if not taught:
                loss = loss + share * (order + alone)
                continue
            by = sum(one[0].clamp(-8, 8) for one in taught) / len(taught)
            like = F.kl_div(
                logits.masked_fill(~there, _LOW).log_softmax(1),
                by.masked_fill(~there, _LOW).softmax(1), reduction="batchmean",
            )  # fmt: skip
            exact = F.mse_loss(logits[there], by[there])
            loss = loss + share * (_BY_LABEL * (order + alone) + like + 0.1 * exact)
            told |= {f"{name}like": like, f"{name}exact": exact}
        schedule.learn(loss)
        schedule.tell(500, told)
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
    net.eval()
    found: list[Tensor] = []
    for part in groups.held.nonzero().squeeze(1).split(512):
        rows = groups.members[part]
        there = rows >= 0
        pairs = there.nonzero()
        (flat,) = scored([net], groups, part[pairs[:, 0]], rows[there])
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


def begun(wide: Body, shape: Shape, exits: Sequence[int]) -> Reader:
    net = Reader(shape, exits)
    taken = torch.linspace(1, len(wide.layers) - 1, shape.layers).round().int().tolist()
    with torch.no_grad():
        cut(wide, net.body, taken)
    return net


def begun_whole(name: str, teachers: Path) -> nn.Module:
    if name == "mpnet":
        return mpnet(teachers / name)
    return Whole(borrowed(teachers / name, scores=True))


def forgetful(net: nn.Module, share: float) -> list[RemovableHandle]:
    """What each layer says is forgotten in part while it learns."""
    layers = net.net.body.layers if isinstance(net, Whole) else net.layers
    return [
        layer.register_forward_hook(
            lambda layer, _, states: F.dropout(states, share, layer.training)
        )
        for layer in layers
    ]


def save(net: Reader, path: Path) -> None:
    """In parts that can be sent: the words, and what is read between exits."""
    state = {name: value.half().cpu() for name, value in net.state_dict().items()}
    table = {name: state.pop(name) for name in list(state) if name.startswith("body.words")}
    torch.save(table, path.with_suffix(".words.pt"))
    middle = len(net.body.layers) // 2
    later = {
        name: state.pop(name)
        for name in list(state)
        if name.startswith("body.layers.") and int(name.split(".")[2]) >= middle
    }
    torch.save(later, path.with_suffix(".later.pt"))
    torch.save(state, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "teachers", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--taught-by", nargs="*", default=("mpnet", "pairs"))
    parser.add_argument("--teach", type=int, nargs="*", default=(420, 130), help="seconds for each")
    parser.add_argument("--learn", type=int, default=540, help="seconds for the small one")
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--exits", type=int, nargs="*", default=(2, 4))
    parser.add_argument("--rank", type=int, default=192)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--without", nargs="*", default=())
    parser.add_argument("--says", type=Path, help="where logits of what is held out are written")
    chosen = parser.parse_args()
    began = time.time()
    if _DEVICE == "cuda":
        # It would plan anew for every width.
        torch.backends.cuda.enable_cudnn_sdp(False)
    groups = Groups(chosen.data)
    for folder in (chosen.out, chosen.kept, chosen.says):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    record: dict[str, object] = {"seed": _SEED, "groups": len(groups.members)}

    def tell(name: str, net: nn.Module) -> None:
        for at, logits in enumerate(everything(net, groups)):
            label = f"{name}{f', exit {at}' * bool(at)}"
            record[label] = measured(logits, groups)
            print(label, json.dumps(record[label]), f"{time.time() - began:.0f} s", flush=True)
            if chosen.says is not None:
                held = logits[groups.held].half().cpu().numpy()
                np.save(chosen.says / f"{label.replace(', ', '-').replace(' ', '-')}.npy", held)

    wholes: list[nn.Module] = []
    for name, seconds in zip(chosen.taught_by, chosen.teach, strict=True):
        whole = begun_whole(name, chosen.teachers).to(_DEVICE)
        kept = chosen.kept / f"{name}.pt" if chosen.kept else None
        if kept is not None and kept.is_file():
            whole.load_state_dict(torch.load(kept))
        elif seconds:
            handles = forgetful(whole, _FORGETS)
            train(whole, groups, seconds=seconds, rate=_RATES[name], batch=chosen.batch, many=12,
                  hidden=0.2, without=chosen.without)  # fmt: skip
            for handle in handles:
                handle.remove()
            tell(name, whole)
            if kept is not None:
                torch.save(whole.state_dict(), kept)
        wholes.append(whole)
    shape = Shape(layers=chosen.layers, rank=chosen.rank)
    if chosen.learn:
        pairs = next(whole.net.body for whole in wholes if isinstance(whole, Whole))
        net = begun(copy.deepcopy(pairs).cpu(), shape, chosen.exits).to(_DEVICE)
        small = chosen.kept / "reader.pt" if chosen.kept else None
        if small is not None and small.is_file():
            net.load_state_dict(torch.load(small))
        record["steps"] = train(
            net, groups, seconds=chosen.learn, rate=chosen.rate, batch=chosen.batch, many=12,
            hidden=0.3, teachers=wholes[:1], without=chosen.without,
        )  # fmt: skip
        tell("reader", net)
        if small is not None:
            torch.save(net.state_dict(), small)
        save(net, chosen.out / "reader.pt")
    record["shape"] = shape.as_dict() | {"exits": list(chosen.exits)}
    (chosen.out / "reader.json").write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
