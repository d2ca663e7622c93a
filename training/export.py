"""Writes trained weights as ONNX graphs in int8, stated op by op, so that the same weights give the
same bytes.

    python -m training.export WEIGHTS TARGET [--exits N …] [--exact]

WEIGHTS is one file, or PATH.0.pt, PATH.1.pt … given as PATH.pt; of a reader, --exits names those of
its exits that are kept.

Sequences run one at a time, so that no mask is needed. Weights keep seven bits: with eight, the
products of processors without VNNI would overflow. The table of word vectors is kept once, and read
both ways: as what a token is, and as what a slot says of every word.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from pincite.encoders.cards import WEIGHTS
from pincite.encoders.onnx import LATER

Array = NDArray[np.float32]
_STEPS = 63
_HEAD = 32
# A word that is weighed lower is never said.
_NEVER = -5e3
_MICROSOFT = "com.microsoft"


class Graph:
    """`weights` are the trained ones by name; `exact` keeps floating point."""

    def __init__(self, weights: dict[str, Array], *, exact: bool = False) -> None:
        self._weights, self._exact = weights, exact
        self._nodes: list[onnx.NodeProto] = []
        self._kept: dict[str, onnx.TensorProto] = {}

    def keep(self, name: str, value: NDArray[np.generic]) -> str:
        self._kept.setdefault(name, numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind: str, inputs: list[str], count: int = 1, **options: object) -> list[str]:
        name = f"{kind}_{len(self._nodes)}"
        outputs = [name if count == 1 else f"{name}_{at}" for at in range(count)]
        self._nodes.append(helper.make_node(kind, inputs, outputs, name=name, **options))
        return outputs

    def one(self, kind: str, *inputs: str, **options: object) -> str:
        return self.op(kind, list(inputs), **options)[0]

    def linear(
        self, states: str, name: str, rows: slice = slice(None), *, exact: bool = False
    ) -> str:
        """`rows` are those of the trained matrix that are wanted: numbers that come out."""
        weight = self._weights[f"{name}.weight"][rows].T
        bias = self._weights.get(
            f"{name}.bias", np.zeros(len(self._weights[f"{name}.weight"]), np.float32)
        )
        label = f"{name}{rows.start or ''}"
        kept = self.keep(f"{label}.bias", bias[rows])
        if exact or self._exact:
            return self.one(
                "Add", self.one("MatMul", states, self.keep(f"{label}.weight", weight)), kept
            )
        steps, scale = rounded(weight, axis=0)
        whole = self.keep(f"{label}.steps", steps), self.keep(f"{label}.scale", scale)
        return self.one("DynamicQuantizeMatMul", states, *whole, "", kept, domain=_MICROSOFT)

    def norm(self, states: str, name: str) -> str:
        weight, bias = (
            self.keep(f"{name}.{one}", self._weights[f"{name}.{one}"]) for one in ("weight", "bias")
        )
        return self.one("LayerNormalization", states, weight, bias, epsilon=1e-12)

    def words(self) -> str:
        table = self._weights["body.words.weight"]
        if self._exact:
            return self.one("Gather", self.keep("table", table), "input_ids")
        steps, scale = rounded(table, axis=1)
        whole = self.one("Gather", self.keep("words.steps", steps), "input_ids")
        by = self.one("Gather", self.keep("words.scale", scale[:, None]), "input_ids")
        return self.one("Mul", self.one("Cast", whole, to=TensorProto.FLOAT), by)

    def widened(self, words: str) -> str:
        return self.linear(words, "body.widen") if "body.widen.weight" in self._weights else words

    def body(self, *, kinds: bool, only_first: bool) -> str:
        return self.layers(self.embedded(kinds=kinds), range(self.depth), only_first=only_first)

    @property
    def depth(self) -> int:
        return 1 + max(int(name.split(".")[2]) for name in self._weights if ".layers." in name)

    def embedded(self, *, kinds: bool) -> str:
        places = self._weights["body.places.weight"]
        of_kind = self._weights["body.kinds.weight"]
        if not kinds:
            places = places + of_kind[0]
        many = self.one("Gather", self.one("Shape", "input_ids"), self.keep("at_1", np.array([1])))
        zero = self.keep("at_0", np.array([0]))
        place = self.one("Slice", self.keep("places", places), zero, many, zero)
        states = self.one("Add", self.widened(self.words()), place)
        if kinds:
            kind = self.one("Gather", self.keep("kinds", of_kind), "token_type_ids")
            states = self.one("Add", states, kind)
        return self.norm(states, "body.norm")

    def layers(self, states: str, which: range, *, only_first: bool) -> str:
        for at in which:
            last = at == which.stop - 1
            states = self.layer(states, f"body.layers.{at}", only_first=only_first and last)
        return states

    def first(self, states: str) -> str:
        ends = self.keep("at_0", np.array([0])), self.keep("at_1", np.array([1]))
        return self.one("Slice", states, *ends, ends[1])

    def logit(self, states: str, name: str) -> str:
        across = self.keep("at_2", np.array([2]))
        return self.one("Squeeze", self.linear(states, name, exact=True), across)

    def layer(self, states: str, name: str, *, only_first: bool) -> str:
        width = self._weights[f"{name}.out.weight"].shape[1]
        if only_first:
            first = self.first(states)
            query = self.linear(first, f"{name}.qkv", slice(0, width))
            both = self.linear(states, f"{name}.qkv", slice(width, 3 * width))
            halves = self.keep("halves", np.array([width, width]))
            key, value = self.op("Split", [both, halves], 2, axis=2)
            states = first
        else:
            all_three = self.linear(states, f"{name}.qkv")
            thirds = self.keep("thirds", np.array([width] * 3))
            query, key, value = self.op("Split", [all_three, thirds], 3, axis=2)
        mixed = self.one(
            "MultiHeadAttention", query, key, value, domain=_MICROSOFT, num_heads=width // _HEAD
        )
        states = self.norm(
            self.one("Add", states, self.linear(mixed, f"{name}.out")), f"{name}.norm1"
        )
        inner = self.one("FastGelu", self.linear(states, f"{name}.up"), domain=_MICROSOFT)
        return self.norm(
            self.one("Add", states, self.linear(inner, f"{name}.down")), f"{name}.norm2"
        )

    def says(self, slots: str) -> str:
        """What the slots say of every word, by the table of words read the other way: of the words
        that may be said, 0 for the others. The table is taken and turned when the graph is
        opened."""
        table, bias = self._weights["body.words.weight"], self._weights["bias"]
        may = np.flatnonzero(bias > _NEVER)
        said = self.keep("said", may)
        kept = self.keep("bias", bias[may])
        if self._exact:
            rows = self.one("Gather", self.keep("table", table), said)
            found = self.one("MatMul", slots, self.one("Transpose", rows, perm=[1, 0]))
            found = self.one("Add", found, kept)
        else:
            _, scale = rounded(table, axis=1)
            rows = self.one("Gather", "words.steps", said)
            turned = self.one("Transpose", rows, perm=[1, 0])
            found = self.one(
                "DynamicQuantizeMatMul", slots, turned, self.keep("words.by", scale[may]), "", kept,
                domain=_MICROSOFT,
            )  # fmt: skip
        most = self.one("ReduceMax", found, self.keep("at_1", np.array([1])), keepdims=0)
        nothing = self.keep("nothing", np.zeros((1, len(bias)), np.float32))
        return self.one(
            "ScatterElements", nothing, self.keep("places_said", may[None]), most, axis=1
        )

    def written(
        self,
        inputs: list[str] | dict[str, list[int | None]],
        outputs: dict[str, tuple[str, list[int | None]]],
    ) -> bytes:
        """Inputs are tokens by their names, or numbers of a shape."""
        shapes = inputs if isinstance(inputs, dict) else {name: [1, None] for name in inputs}
        kind = TensorProto.FLOAT if isinstance(inputs, dict) else TensorProto.INT64
        for name, (found, _) in outputs.items():
            self._nodes.append(helper.make_node("Identity", [found], [name], name=name))
        graph = helper.make_graph(
            self._nodes,
            "pincite",
            [helper.make_tensor_value_info(name, kind, shape) for name, shape in shapes.items()],
            [
                helper.make_tensor_value_info(n, TensorProto.FLOAT, s)
                for n, (_, s) in outputs.items()
            ],
            list(self._kept.values()),
        )
        sets = [helper.make_opsetid("", 18), helper.make_opsetid(_MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=sets, ir_version=9).SerializeToString(
            deterministic=True
        )


def rounded(weight: Array, axis: int) -> tuple[NDArray[np.int8], Array]:
    """Whole steps, and how long a step is in each row or column."""
    scale = np.abs(weight).max(axis, keepdims=True) / _STEPS
    scale[scale == 0] = 1
    steps = np.round(weight / scale).astype(np.int8)
    return steps, scale.squeeze(axis).astype(np.float32)


def encoder(weights: dict[str, Array], *, exact: bool = False) -> bytes:
    graph = Graph(weights, exact=exact)
    states = graph.body(kinds=False, only_first=False)
    along, across = graph.keep("at_1", np.array([1])), graph.keep("at_2", np.array([2]))
    own = graph.one("Squeeze", graph.linear(states, "own", exact=True), across)
    turned = graph.one("Transpose", graph.linear(states, "slot", exact=True), perm=[0, 2, 1])
    count = len(weights["slot.bias"]) - 2
    each = graph.keep("each", np.array([count, 1, 1]))
    slots, of_dense, of_tokens = graph.op(
        "Split", [graph.one("Softmax", turned, axis=2), each], 3, axis=1
    )
    gathered = graph.one("Squeeze", graph.one("MatMul", of_dense, states), along)
    dense = graph.linear(gathered, "dense", exact=True)
    words = graph.says(graph.linear(graph.one("MatMul", slots, states), "read", exact=True))
    tokens = heeded(graph, graph.linear(states, "token"), of_tokens)
    size = len(weights["bias"])
    return graph.written(
        ["input_ids"],
        {
            "dense": (dense, [1, weights["dense.weight"].shape[0]]),
            "own": (own, [1, None]),
            "words": (words, [1, size]),
            "tokens": (tokens, [1, None, weights["token.weight"].shape[0]]),
        },
    )


def heeded(graph: Graph, tokens: str, share: str) -> str:
    """Each as long as it is heeded beside the one that is heeded most: no longer than one."""
    across = graph.keep("at_2", np.array([2]))
    unit = graph.one("Div", tokens, graph.one("ReduceL2", tokens, across, keepdims=1))
    beside = graph.one("Div", share, graph.one("ReduceMax", share, across, keepdims=1))
    return graph.one("Mul", unit, graph.one("Transpose", beside, perm=[0, 2, 1]))


def reranker(weights: dict[str, Array], *, exact: bool = False) -> bytes:
    graph = Graph(weights, exact=exact)
    score = graph.logit(graph.body(kinds=True, only_first=True), "score")
    return graph.written(["input_ids", "token_type_ids"], {"score": (score, [1, 1])})


def reader(weights: dict[str, Array], *, exact: bool = False) -> list[bytes]:
    """A graph for each stretch of layers between exits: each gives a logit, and all but the last
    the states that the next goes on from."""
    width = weights["score.weight"].shape[1]
    depth = Graph(weights).depth
    ends = sorted(int(name.split(".")[1]) for name in weights if name.endswith(".weight")
                  and name.startswith("exits."))  # fmt: skip
    parts: list[bytes] = []
    for start, end in zip([0, *ends], [*ends, depth], strict=True):
        graph = Graph(weights, exact=exact)
        states = graph.layers(
            "states" if start else graph.embedded(kinds=True), range(start, end),
            only_first=end == depth,
        )  # fmt: skip
        name = "score" if end == depth else f"exits.{end}"
        outputs = {"score": (graph.logit(graph.first(states), name), [1, 1])}
        if end < depth:
            outputs["read"] = states, [1, None, width]
        inputs = {"states": [1, None, width]} if start else ["input_ids", "token_type_ids"]
        parts.append(graph.written(inputs, outputs))
    return parts


def weights_of(path: Path) -> dict[str, Array]:
    """Of a file, or of those that hold parts of one network."""
    import torch

    parts = [path] if path.is_file() else sorted(path.parent.glob(f"{path.stem}.*.pt"))
    return {
        name: one.float().numpy()
        for part in parts
        for name, one in torch.load(part, weights_only=True).items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--exits", nargs="*")
    parser.add_argument("--exact", action="store_true")
    chosen = parser.parse_args()
    weights, target, exact = weights_of(chosen.weights), chosen.target, chosen.exact
    if any(name.startswith("exits.") for name in weights):
        kept = {
            name: value
            for name, value in weights.items()
            if chosen.exits is None
            or not name.startswith("exits.")
            or name.split(".")[1] in chosen.exits
        }
        for at, part in enumerate(reader(kept, exact=exact)):
            name = LATER.format(at) if at else WEIGHTS
            (target / name).write_bytes(part)
            print(target / name, f"{len(part) / 1e6:.1f} MB")
        return
    made = (
        encoder(weights, exact=exact) if "own.weight" in weights else reranker(weights, exact=exact)
    )
    target.write_bytes(made)
    print(target, f"{len(made) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
