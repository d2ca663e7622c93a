"""Trains the reader: the probability that a unit answers a question.

    python -m training.reader.train DATA.npz TEACHER OUT [--teach 1200] [--kept FOLDER]

First the borrowed cross-encoder, whole, learns to answer; then a few of its layers learn what it
says of the same words, some of them taken out. Where nobody knows which unit of a group answers,
one of them does: what is raised is the probability of all of them together. Needs an accelerator;
seeded. With --kept both are kept in a folder, and what lies there is gone on from.
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

from training.borrowed import teacher as borrowed
from training.network import Body, Shape
from training.schedule import Schedule
from training.shrink import cut
from training.texts import CLS, MASK, NO_WORDS, SEP

_SEED = 20261118
_LOW = torch.finfo(torch.float32).min / 4
# What the labels weigh beside the teacher.
_BY_LABEL = 0.2
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
        self.members = torch.tensor(data["members"].astype(np.int64), device=_DEVICE)
        self.labels = torch.tensor(data["labels"].astype(np.int64), device=_DEVICE)
        self.some = torch.tensor(data["some"], device=_DEVICE)
        self.held = torch.tensor(data["held"], device=_DEVICE)
        self.sources = [str(name) for name in data["sources"]]
        self.source = torch.tensor(data["source"].astype(np.int64), device=_DEVICE)

    def weights(self) -> Tensor:
        """How often each group is drawn: of law and files oftener, of easy sets less."""
        by = torch.tensor([_often(name) for name in self.sources], device=_DEVICE)
        return (by[self.source] * ~self.held).float()


def _often(name: str) -> float:
    if name.startswith("marked"):
        return 6.0
    if name.startswith("bank"):
        return 3.0
    if name.startswith("left-out"):
        return 2.0
    return {"contractnli": 4.0, "maud": 4.0, "conditionalqa": 3.0, "squad_sentence": 0.4,
            "boolq": 0.5, "qasper": 0.5}.get(name, 1.0)  # fmt: skip


class Reader(nn.Module):
    """A body, and the logit that a unit answers a question."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.body = Body(shape)
        self.score = nn.Linear(shape.width, 1)

    def forward(self, ids: Tensor, kinds: Tensor) -> Tensor:
        states, _ = self.body(ids, kinds, only_first=True)
        return self.score(states[:, 0]).squeeze(-1).float()


class Whole(nn.Module):
    """The borrowed one, with its own pooler and classifier."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, ids: Tensor, kinds: Tensor) -> Tensor:
        return self.net(ids, kinds) * 0.5


def paired(groups: Groups, asked: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
    """[CLS] question [SEP] unit [SEP], and of which each token is."""
    q_start, u_start = groups.q_ends[asked], groups.u_ends[rows]
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
            ids, kinds = paired(groups, asked[part], rows[part])
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
    net: nn.Module, groups: Groups, *, steps: int, rate: float, batch: int, many: int,
    hidden: float, teacher: nn.Module | None = None,
) -> int:  # fmt: skip
    """From the labels or, with a teacher, mostly from what it says of the same words: of the units
    of a question, and of as many of another question of the same source."""
    torch.manual_seed(_SEED)
    source = torch.Generator(_DEVICE).manual_seed(_SEED)
    tuned = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    weights = groups.weights()
    net.train()
    nets = [net]
    if teacher is not None:
        nets.append(teacher.eval())
    schedule = Schedule(net, tuned, steps, 0)
    for _ in schedule:
        chosen = torch.multinomial(weights, batch, generator=source)
        columns = drawn(groups, chosen, many, source)
        rows = groups.members[chosen].gather(1, columns)
        labels = groups.labels[chosen].gather(1, columns)
        if teacher is not None:
            other = chosen[torch.randperm(batch, device=_DEVICE, generator=source)]
            beside = groups.members[other].gather(1, drawn(groups, other, many // 2, source))
            rows = torch.cat([rows, beside], 1)
            # What answers another question may answer this one: the teacher says.
            labels = torch.cat([labels, torch.full_like(beside, -1)], 1)
        there = rows >= 0
        pairs = there.nonzero()
        flat = scored(nets, groups, chosen[pairs[:, 0]], rows[there], hidden=hidden, source=source)
        logits, *taught = (
            torch.zeros(rows.shape, device=_DEVICE).masked_scatter(there, one) for one in flat
        )
        own = slice(0, many)
        order, alone = loss_of(logits[:, own], labels[:, own], groups.some[chosen], there[:, own])
        loss, told = order + alone, {"order": order, "alone": alone}
        if taught:
            like = F.kl_div(
                logits.masked_fill(~there, _LOW).log_softmax(1),
                taught[0].masked_fill(~there, _LOW).softmax(1), reduction="batchmean",
            )  # fmt: skip
            exact = F.mse_loss(logits[there], taught[0][there].clamp(-8, 8))
            loss = _BY_LABEL * loss + like + 0.1 * exact
            told |= {"like": like, "exact": exact}
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
def everything(net: nn.Module, groups: Groups) -> Tensor:
    net.eval()
    found = torch.zeros(groups.members.shape, device=_DEVICE)
    for part in torch.arange(len(groups.members), device=_DEVICE).split(512):
        rows = groups.members[part]
        there = rows >= 0
        pairs = there.nonzero()
        (flat,) = scored([net], groups, part[pairs[:, 0]], rows[there])
        found[part] = torch.zeros(rows.shape, device=_DEVICE).masked_scatter(there, flat)
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


def begun(wide: Body, shape: Shape) -> Reader:
    net = Reader(shape)
    taken = torch.linspace(1, len(wide.layers) - 1, shape.layers).round().int().tolist()
    with torch.no_grad():
        cut(wide, net.body, taken)
    return net


def save(net: nn.Module, path: Path) -> None:
    """In parts that can be sent."""
    state = {name: value.half().cpu() for name, value in net.state_dict().items()}
    table = {name: state.pop(name) for name in list(state) if name.startswith("body.words")}
    torch.save(table, path.with_suffix(".words.pt"))
    torch.save(state, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "teacher", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--teach", type=int, default=1200, help="steps of the whole one")
    parser.add_argument("--steps", type=int, default=6000, help="steps of the small one")
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--rank", type=int, default=192)
    parser.add_argument("--inner", type=int, default=1536)
    parser.add_argument("--heads", type=int, default=12)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--kept", type=Path)
    chosen = parser.parse_args()
    began = time.time()
    if _DEVICE == "cuda":
        # It would plan anew for every width.
        torch.backends.cuda.enable_cudnn_sdp(False)
    groups = Groups(chosen.data)
    chosen.out.mkdir(parents=True, exist_ok=True)
    record: dict[str, object] = {"seed": _SEED, "groups": len(groups.members)}
    wide = borrowed(chosen.teacher, scores=True)
    whole = Whole(wide).to(_DEVICE)
    record["borrowed"] = measured(everything(whole, groups), groups)
    print("borrowed", json.dumps(record["borrowed"]), f"{time.time() - began:.0f} s", flush=True)
    taught, begun_net = (
        (chosen.kept / name if chosen.kept else None) for name in ("taught.pt", "reader.pt")
    )
    if taught is not None and taught.is_file():
        whole.load_state_dict(torch.load(taught))
    else:
        train(whole, groups, steps=chosen.teach, rate=6e-5, batch=64, many=12, hidden=0.2)
        if taught is not None:
            taught.parent.mkdir(parents=True, exist_ok=True)
            torch.save(whole.state_dict(), taught)
    record["taught"] = measured(everything(whole, groups), groups)
    print("taught", json.dumps(record["taught"]), f"{time.time() - began:.0f} s", flush=True)
    shape = Shape(layers=chosen.layers, width=384, inner=chosen.inner, heads=chosen.heads,
                  rank=chosen.rank)  # fmt: skip
    net = begun(copy.deepcopy(whole.net.body).cpu(), shape).to(_DEVICE)
    if begun_net is not None and begun_net.is_file():
        net.load_state_dict(torch.load(begun_net))
    record["steps"] = train(
        net, groups, steps=chosen.steps, rate=chosen.rate, batch=96, many=12, hidden=0.3,
        teacher=whole,
    )  # fmt: skip
    if begun_net is not None:
        torch.save(net.state_dict(), begun_net)
    record["shape"] = shape.as_dict()
    record["reader"] = measured(everything(net, groups), groups)
    print("reader", json.dumps(record["reader"]), f"{time.time() - began:.0f} s", flush=True)
    save(net, chosen.out / "reader.pt")
    (chosen.out / "reader.json").write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
