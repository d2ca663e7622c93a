"""A network that weighs words, small enough to be read: each word has its own weights."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors


def write_model(folder: Path, weights: Mapping[str, Mapping[str, float]]) -> Path:
    """`weights` are, of a word that is read, what it gives each word of the vocabulary."""
    words = [
        "[UNK]",
        "[CLS]",
        "[SEP]",
        *sorted({*weights, *(w for m in weights.values() for w in m)}),
    ]
    number = {word: at for at, word in enumerate(words)}
    table = np.full((len(words), len(words)), -1.0, np.float32)
    for word, given in weights.items():
        for other, value in given.items():
            table[number[word], number[other]] = value
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["logits"])],
        "weigh",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "tokens"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "tokens", "words"])],
        [numpy_helper.from_array(table, "table")],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    folder.mkdir(parents=True)
    onnx.save(made, folder / "model.onnx")
    tokenizer = Tokenizer(models.WordLevel(number, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()  # type: ignore[assignment]
    tokenizer.post_processor = processors.TemplateProcessing(  # type: ignore[assignment]
        "[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    card = f'name = "weigher"\ndoes = "sparse"\nlanguages = ["en"]\ndims = {len(words)}\n'
    (folder / "card.toml").write_text(card, encoding="utf-8")
    return folder
