"""A model from the Hugging Face hub, named hf:owner/name@revision.

What its card needs is read from the files that such repositories keep: the pooling and the prompts
of sentence-transformers, and what the network ends in.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from pincite.encoders.cards import TOKENIZER, WEIGHTS, Does, ModelCard, sha256
from pincite.errors import FetchError, InputError, ModelDamaged

PREFIX = "hf:"
_ONNX = ("onnx/model.onnx", "model.onnx")
_CONFIG = "config.json"
_POOLING = "1_Pooling/config.json"
_PROMPTS = "config_sentence_transformers.json"
_LENGTH = "sentence_bert_config.json"
_named = re.compile(r"hf:([\w.-]+/[\w.-]+)@([\w.-]+)")


Kind = TypeVar("Kind", bound=BaseModel)


class _Config(BaseModel):
    hidden_size: int
    vocab_size: int = 0
    max_position_embeddings: int = 512
    architectures: list[str] = []


class _Pooling(BaseModel):
    pooling_mode_cls_token: bool = False


class _Prompts(BaseModel):
    prompts: dict[str, str] = {}


class _Length(BaseModel):
    max_seq_length: int = 0


def download(name: str, folder: Path) -> None:
    """The files of it that matter, into this folder. Raises InputError or FetchError."""
    found = _named.fullmatch(name)
    if not found:
        raise InputError(
            f"{name!r} does not name a repository and a revision",
            hint="Write hf:owner/name@revision, such as hf:BAAI/bge-small-en-v1.5@main.",
        )
    from huggingface_hub import (
        snapshot_download,  # pyright: ignore[reportUnknownVariableType]
    )

    wanted = [*_ONNX, TOKENIZER, _CONFIG, _POOLING, _PROMPTS, _LENGTH, "LICENSE*", "NOTICE*"]
    try:
        snapshot_download(
            found[1], revision=found[2], local_dir=folder, allow_patterns=wanted, token=False
        )
    except Exception as error:  # the library raises its own kinds and those of its transports
        raise FetchError(
            f"{name} could not be downloaded: {error}",
            hint="Check the name and the network; or bring a folder with model.onnx,"
            " tokenizer.json and card.toml.",
        ) from None


def settled(name: str, folder: Path) -> ModelCard:
    """Put the weights where they belong; returns the card. Raises ModelDamaged."""
    for path in (folder / file for file in _ONNX):
        if path.is_file():
            path.rename(folder / WEIGHTS)
            break
    shutil.rmtree(folder / ".cache", ignore_errors=True)
    for needed in (WEIGHTS, TOKENIZER, _CONFIG):
        if not (folder / needed).is_file():
            raise ModelDamaged(
                f"the repository {name} has no {needed}",
                hint="Choose one with weights in the ONNX format and a tokenizer.json.",
            )
    config = _read(folder, _CONFIG, _Config)
    does, dims = _made_for(config)
    prompts = _read(folder, _PROMPTS, _Prompts).prompts
    length = _read(folder, _LENGTH, _Length).max_seq_length
    return ModelCard(
        name=name,
        does=does,
        origin=name.removeprefix(PREFIX),
        dims=dims,
        pooling="cls" if _read(folder, _POOLING, _Pooling).pooling_mode_cls_token else "mean",
        query_prefix=prompts.get("query", ""),
        passage_prefix=prompts.get("document", prompts.get("passage", "")),
        max_tokens=min(length or 512, config.max_position_embeddings),
        files={file: sha256(folder / file) for file in (WEIGHTS, TOKENIZER)},
    )


def _made_for(config: _Config) -> tuple[Does, int]:
    """By its head: a score, a value for each word of the vocabulary, or states alone."""
    if any(
        architecture.endswith("ForSequenceClassification") for architecture in config.architectures
    ):
        return "pairs", 0
    if any(architecture.endswith("ForMaskedLM") for architecture in config.architectures):
        return "sparse", config.vocab_size
    return "dense", config.hidden_size


def _read(folder: Path, name: str, kind: type[Kind]) -> Kind:
    """What a file says; what it would by default where it is not there."""
    path = folder / name
    try:
        return kind.model_validate_json(path.read_bytes() if path.is_file() else b"{}")
    except ValidationError as error:
        raise ModelDamaged(f"{name} of the repository cannot be read: {error}") from None
