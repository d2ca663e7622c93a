"""Puts trained weights into the package, each model with its card, licence and origin.

    python -m training.ship OUT TOKENIZER [--models src/pincite/encoders/models] [--exact]

OUT holds what encoder.py, reranker.py and static.py wrote, or some of it. The reranker and the
table share the encoder's tokenizer.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from pathlib import Path

import numpy as np

from training.export import encoder, reranker, weights_of

ENCODER, RERANKER = "pincite-encoder-1", "pincite-reranker-1"
TABLE = f"{ENCODER}-static"
_STEPS = 127
_NOTICE = Path(__file__).parent / "NOTICE"
_LICENCE = Path(__file__).parent / "LICENSE-Apache-2.0"
_DATA = """\
Trained on the law of Zimbabwe and the District of Columbia, the United States Code, regulations of
the CFPB, South African by-laws, opinions of the Supreme Court of the United States, commercial
contracts (of CUAD, those that training/split.py allows), and {questions:,} questions and {concepts}
terms of art written by hand for it; distilled from the models that NOTICE names. No graded
question, nor what is near one, was among them (training/leaks.py). Seed {seed}, {steps:,} steps;
measured in docs/measurements.md.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("--models", type=Path, default=Path("src/pincite/encoders/models"))
    parser.add_argument("--exact", action="store_true", help="networks in floating point")
    chosen = parser.parse_args()
    out, models = chosen.out, chosen.models

    for found in sorted(out.glob("encoder-*.pt")):
        _ship_encoder(models, found, chosen.tokenizer, exact=chosen.exact)
    for found in sorted(out.glob("reranker-*.pt")):
        _ship_reranker(models, found, exact=chosen.exact)
    for found in sorted(out.glob("static.pt")):
        _ship_table(models, found)


def _ship_encoder(models: Path, found: Path, tokenizer: Path, *, exact: bool) -> None:
    folder = _fresh(models, ENCODER)
    (folder / "model.onnx").write_bytes(encoder(weights_of(found), exact=exact))
    shutil.copy(tokenizer, folder / "tokenizer.json")
    shape = json.loads(found.with_suffix(".json").read_text())["shape"]
    _finish(folder, found, "One network, three heads: dense, sparse and token vectors.", {
        "does": "joint", "dims": shape["dense"], "token_dims": shape["token"],
        "query_marker": "[unused0]", "query_tokens": 64, "as_stated": True,
        "origin": "trained by Pincite from all-MiniLM-L6-v2",
    })  # fmt: skip


def _ship_reranker(models: Path, found: Path, *, exact: bool) -> None:
    folder = _fresh(models, RERANKER)
    (folder / "model.onnx").write_bytes(reranker(weights_of(found), exact=exact))
    _finish(folder, found, "A score for a question and a passage.", {
        "does": "pairs", "as_stated": True, "without_little": True, "tokenizer": ENCODER,
        "origin": "trained by Pincite from its encoder, taught by ms-marco-MiniLM-L-12-v2",
    })  # fmt: skip


def _ship_table(models: Path, found: Path) -> None:
    folder = _fresh(models, TABLE)
    rows = weights_of(found)["rows"]
    scale = np.abs(rows).max(1) / _STEPS
    scale[scale == 0] = 1
    np.save(folder / "table.npy", np.round(rows / scale[:, None]).astype(np.int8))
    np.save(folder / "scale.npy", scale.astype(np.float16))
    _finish(folder, found, "A table of one vector a token; a text is the sum of its words.", {
        "does": "static", "dims": rows.shape[1], "pooling": "words", "tokenizer": ENCODER,
        "origin": "trained by Pincite from the word vectors of its encoder",
    })  # fmt: skip


def _fresh(models: Path, name: str) -> Path:
    folder = models / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _finish(folder: Path, trained: Path, what: str, card: dict[str, object]) -> None:
    record = json.loads(trained.with_suffix(".json").read_text())
    bank = Path(__file__).parent
    questions = sum(
        len(path.read_text(encoding="utf-8").splitlines())
        for path in sorted((bank / "questions").glob("*.jsonl"))
        if path.stem != "icelandic"
    )
    concepts = len((bank / "concepts.jsonl").read_text(encoding="utf-8").splitlines())
    told = _DATA.format(questions=questions, concepts=concepts, **record)
    text = (
        f"# {folder.name}\n\n{what}\n\n{told}\nLicence: Apache-2.0, as the models it began from.\n"
    )
    (folder / "README.md").write_text(text, encoding="utf-8")
    shutil.copy(_NOTICE, folder / "NOTICE")
    shutil.copy(_LICENCE, folder / "LICENSE")
    every = {"name": folder.name, "licence": "Apache-2.0", "languages": ["en"]} | card
    lines = [f"{name} = {json.dumps(value)}" for name, value in every.items()]
    files = sorted(path for path in folder.iterdir())
    lines += ["", "[files]"]
    lines += [f'"{one.name}" = "{hashlib.sha256(one.read_bytes()).hexdigest()}"' for one in files]
    (folder / "card.toml").write_text("\n".join([*lines, ""]), encoding="utf-8")
    size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    print(f"{folder.name}: {size:.1f} MB")


if __name__ == "__main__":
    main()
