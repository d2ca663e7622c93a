"""A network on disk: its tokenizer and its weights, opened when first used.

Sequences run one by one, several at a time. The weights are int8 with scales taken over the whole
input, so in a batch the companions of a text move its vector (cosine down to 0.98); alone it is the
same bytes on any number of threads, and two runs side by side beat one batch on two threads.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from itertools import repeat
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from pincite.encoders.cards import TOKENIZER, WEIGHTS
from pincite.encoders.ports import Vector
from pincite.errors import ModelDamaged, ModelMissing

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

# A token of law is 4 to 5 characters; what lies past this many is not among the first tokens.
_CHARACTERS_A_TOKEN = 24
# What a later part of a network goes on from.
_STATES = "states"


class TokenSequence(NamedTuple):
    """What goes into a network: token numbers, which of them it attends to, and of which text
    (0 or 1) each is."""

    ids: Sequence[int]
    seen: Sequence[int]
    types: Sequence[int]


def readable(text: str, max_tokens: int) -> str:
    """The part of a text that can matter, as a tokenizer can take it: without lone surrogates."""
    cut = text[: max_tokens * _CHARACTERS_A_TOKEN]
    return cut.encode("utf-8", "replace").decode("utf-8")


class Network:
    """`threads` sequences run at a time; 0 for one on each core. `as_stated` runs a graph op by op
    as it is written: ours are written for speed, and joining a sum to its norm slows them.
    `weights` is the file of the graph, where a network comes in two."""

    def __init__(
        self,
        folder: Path,
        threads: int = 0,
        *,
        as_stated: bool = False,
        tokenizer: Path | None = None,
        weights: str = WEIGHTS,
    ) -> None:
        self._folder = folder
        self._weights = weights
        self._words = tokenizer or folder
        self._as_stated = as_stated
        self._threads = threads or os.cpu_count() or 1
        self._opening = Lock()

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """It neither cuts nor fills up; each encoder does so by its card."""
        from tokenizers import Tokenizer

        path = self._present(self._words / TOKENIZER)
        try:
            found = Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises nothing narrower
            raise ModelDamaged(f"{path} is no tokenizer: {error}") from None
        found.no_truncation()
        found.no_padding()
        return found

    def encodings(self, texts: Sequence[str], max_tokens: int) -> list[Encoding]:
        """The texts in tokens, each cut so that it has this many with the special ones."""
        tokenizer = self.tokenizer
        room = max_tokens - tokenizer.num_special_tokens_to_add(is_pair=False)
        read = tokenizer.encode_batch(
            [readable(text, max_tokens) for text in texts], add_special_tokens=False
        )
        for encoding in read:
            encoding.truncate(room)
        return [tokenizer.post_process(encoding) for encoding in read]

    def run(self, tokens: TokenSequence) -> Vector:
        """The first output of the network for one sequence."""
        return self._run([tokens])[0]

    def run_all(self, many: Sequence[TokenSequence]) -> list[Vector]:
        """Each for itself, in their order."""
        return [outputs[0][0] for outputs in self.run_all_whole(many, None)]

    def run_whole(self, tokens: TokenSequence, outputs: Sequence[str] | None) -> list[Vector]:
        """These outputs of the network for one sequence; all where None are named."""
        return self._outputs([tokens], outputs)

    def run_all_whole(
        self, many: Sequence[TokenSequence], outputs: Sequence[str] | None
    ) -> list[list[Vector]]:
        # The longest first, so that no thread is left alone with one at the end.
        order = sorted(range(len(many)), key=lambda at: -len(many[at].ids))
        ran = self._pool.map(self.run_whole, [many[at] for at in order], repeat(outputs))
        found = dict(zip(order, ran, strict=True))
        return [found[at] for at in range(len(many))]

    def run_states(self, many: Sequence[Vector], outputs: Sequence[str]) -> list[list[Vector]]:
        """What a later part of a network gives for the states of the one before it, of each."""
        session, _ = self._session
        run = partial(session.run, list(outputs))
        return list(self._pool.map(run, [{_STATES: one} for one in many]))

    def run_batches(self, batches: Sequence[Sequence[TokenSequence]]) -> list[Vector]:
        """Sequences of one length in batches: five times as fast where they are a few tokens, for
        what can bear that companions count."""
        return [vector for batch in self._pool.map(self._run, batches) for vector in batch]

    def _run(self, batch: Sequence[TokenSequence]) -> Vector:
        return self._outputs(batch, None)[0]

    def _outputs(
        self, batch: Sequence[TokenSequence], outputs: Sequence[str] | None
    ) -> list[Vector]:
        session, inputs = self._session
        columns = {
            "input_ids": [sequence.ids for sequence in batch],
            "attention_mask": [sequence.seen for sequence in batch],
            "token_type_ids": [sequence.types for sequence in batch],
        }
        feed = {name: np.array(columns[name], np.int64) for name in inputs}
        return cast("list[Vector]", session.run(outputs, feed))

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads, "encoder")

    @property
    def _session(self) -> tuple[Any, tuple[str, ...]]:
        with self._opening:
            return self._opened

    @cached_property
    def _opened(self) -> tuple[Any, tuple[str, ...]]:
        import onnxruntime  # pyright: ignore[reportMissingTypeStubs]

        path = self._present(self._folder / self._weights)
        runtime = cast(Any, onnxruntime)
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        if self._as_stated:
            options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        try:
            session = runtime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # the library raises nothing narrower
            raise ModelDamaged(f"{path} is no network: {error}") from None
        inputs = tuple(get_input.name for get_input in session.get_inputs())
        if odd := set(inputs) - {"input_ids", "attention_mask", "token_type_ids", _STATES}:
            raise ModelDamaged(
                f"{path} wants inputs that are not known here: {', '.join(sorted(odd))}",
                hint="Export the model for feature extraction or text classification.",
            )
        return session, inputs

    def _present(self, path: Path) -> Path:
        if not path.is_file():
            raise ModelMissing(f"the model in {path.parent} has no {path.name}")
        return path
