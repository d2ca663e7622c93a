"""A network of three heads and a table of words, small enough to be read: each word has its own
vector, and points at other words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

SPECIAL = ("[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", ".")


def write_joint(folder: Path, points: Mapping[str, str], words: Sequence[str]) -> Path:
    """`points` gives, of a word that is read, the word that it makes one think of."""
    number = {word: at for at, word in enumerate([*SPECIAL, *words])}
    size = len(number)
    vectors = np.eye(size, dtype=np.float32)
    thinks = np.full((size, size), -1.0, np.float32)
    for word, other in points.items():
        thinks[number[word], number[other]] = 1.0
    own = np.full((size, 1), 2.0, np.float32)
    kept = {"vectors": vectors, "thinks": thinks, "own_table": own,
            "along": np.array([1]), "last": np.array([2])}  # fmt: skip
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["vectors", "input_ids"], ["tokens"]),
            helper.make_node("ReduceMean", ["tokens", "along"], ["dense"], keepdims=0),
            helper.make_node("Gather", ["own_table", "input_ids"], ["wide"]),
            helper.make_node("Squeeze", ["wide", "last"], ["own"]),
            helper.make_node("Gather", ["thinks", "input_ids"], ["each"]),
            helper.make_node("ReduceMax", ["each", "along"], ["words"], keepdims=0),
        ],
        "joint",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, None])],
        [
            helper.make_tensor_value_info("dense", TensorProto.FLOAT, [1, size]),
            helper.make_tensor_value_info("own", TensorProto.FLOAT, [1, None]),
            helper.make_tensor_value_info("words", TensorProto.FLOAT, [1, size]),
            helper.make_tensor_value_info("tokens", TensorProto.FLOAT, [1, None, size]),
        ],
        [numpy_helper.from_array(value, name) for name, value in kept.items()],
    )
    folder.mkdir(parents=True)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    onnx.save(made, folder / "model.onnx")
    _write_tokenizer(folder, number)
    (folder / "card.toml").write_text(
        f'name = "three-heads"\ndoes = "joint"\nlanguages = ["en"]\ndims = {size}\n'
        f'token_dims = {size}\nquery_marker = "[unused0]"\nas_stated = true\n',
        encoding="utf-8",
    )
    return folder


def write_table(folder: Path, rows: Mapping[str, Sequence[float]]) -> Path:
    """A table of one vector a word, as int8 with a scale for each."""
    number = {word: at for at, word in enumerate([*SPECIAL, *rows])}
    table = np.zeros((len(number), len(next(iter(rows.values())))), np.float32)
    for word, row in rows.items():
        table[number[word]] = row
    folder.mkdir(parents=True)
    np.save(folder / "table.npy", np.round(table * 100).astype(np.int8))
    np.save(folder / "scale.npy", np.full(len(number), 0.01, np.float16))
    _write_tokenizer(folder, number)
    (folder / "card.toml").write_text(
        f'name = "words"\ndoes = "static"\nlanguages = ["en"]\ndims = {table.shape[1]}\n'
        'pooling = "words"\n',
        encoding="utf-8",
    )
    return folder


def _write_tokenizer(folder: Path, number: Mapping[str, int]) -> None:
    tokenizer = Tokenizer(models.WordLevel(dict(number), unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()  # type: ignore[assignment]
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()  # type: ignore[assignment]
    tokenizer.post_processor = processors.TemplateProcessing(  # type: ignore[assignment]
        "[CLS] $A [SEP]", special_tokens=[("[CLS]", number["[CLS]"]), ("[SEP]", number["[SEP]"])]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
