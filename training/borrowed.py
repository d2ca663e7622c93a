"""Reads the weights of borrowed networks into ours: a BERT in safetensors, or in ONNX as int8."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.network import Body, Shape, Teacher

_PARTS = ("query", "key", "value")


def teacher(folder: Path, *, scores: bool) -> Teacher:
    """From model.onnx in int8. Its weights are brought back to floating point; what rounding took
    is lost, what it would do to the states of every layer is not added."""
    weights = onnx_weights(folder / "model.onnx")
    made = Teacher(_shape(weights), scores=scores)
    fill(made.body, weights)
    if made.pooler is not None and made.classifier is not None:
        _put(made.pooler, weights, "pooler.dense")
        _put(made.classifier, weights, "classifier")
    return made.eval()


def body(folder: Path) -> Body:
    """From model.safetensors."""
    from safetensors.torch import load_file

    weights = {name: one.float() for name, one in load_file(folder / "model.safetensors").items()}
    made = Body(_shape(weights))
    fill(made, weights)
    return made


def fill(made: Body, weights: dict[str, Tensor]) -> None:
    with torch.no_grad():
        for name, table in (("word", made.words), ("position", made.places)):
            table.weight.copy_(weights[f"embeddings.{name}_embeddings.weight"])
        made.kinds.weight.copy_(weights["embeddings.token_type_embeddings.weight"])
        _put(made.norm, weights, "embeddings.LayerNorm")
        for at, layer in enumerate(made.layers):
            prefix = f"encoder.layer.{at}"
            for kind in ("weight", "bias"):
                parts = [weights[f"{prefix}.attention.self.{one}.{kind}"] for one in _PARTS]
                getattr(layer.qkv, kind).copy_(torch.cat(parts))
            _put(layer.out, weights, f"{prefix}.attention.output.dense")
            _put(layer.norm1, weights, f"{prefix}.attention.output.LayerNorm")
            _put(layer.up, weights, f"{prefix}.intermediate.dense")
            _put(layer.down, weights, f"{prefix}.output.dense")
            _put(layer.norm2, weights, f"{prefix}.output.LayerNorm")


def onnx_weights(path: Path) -> dict[str, Tensor]:
    """By the names that PyTorch knew. Matrices of int8 have lost theirs: each is named by the
    product that it goes into, and stands in columns."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    raw = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    found: dict[str, Tensor] = {}
    for name, value in raw.items():
        if name.endswith("_quantized") and "MatMul" not in name:
            found[_plain(name.removesuffix("_quantized"))] = _floating(raw, name)
        elif name.endswith((".bias", ".weight")) and value.dtype == np.float32:
            found[_plain(name)] = torch.tensor(value)
    for node in graph.node:
        if node.op_type == "MatMulInteger" and node.input[1] in raw:
            place = node.output[0].split("/MatMul")[0].strip("/").replace("/", ".")
            found[f"{_plain(place)}.weight"] = _floating(raw, node.input[1]).T
    for name in ("pooler.dense.weight", "classifier.weight"):
        if name in found:
            found[name] = found[name].T
    return found


def _floating(raw: dict[str, np.ndarray], name: str) -> Tensor:
    base = name.removesuffix("_quantized")
    steps = raw[name].astype(np.float32) - raw[f"{base}_zero_point"].astype(np.float32)
    return torch.tensor(steps * raw[f"{base}_scale"])


def _plain(name: str) -> str:
    return name.removeprefix("bert.").removeprefix("/").removeprefix("bert.")


def _put(module: torch.nn.Module, weights: dict[str, Tensor], name: str) -> None:
    with torch.no_grad():
        module.weight.copy_(weights[f"{name}.weight"])
        module.bias.copy_(weights[f"{name}.bias"])


def _shape(weights: dict[str, Tensor]) -> Shape:
    numbers = [name.split(".")[2] for name in weights if name.startswith("encoder.layer.")]
    vocabulary, width = weights["embeddings.word_embeddings.weight"].shape
    inner = weights["encoder.layer.0.intermediate.dense.weight"].shape[0]
    return Shape(max(map(int, numbers)) + 1, width, inner, 12, vocabulary)
