"""Tokens that say little by themselves: punctuation, and words that nothing is about."""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pincite.text.languages import language

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def punctuation(tokenizer: Tokenizer) -> NDArray[np.bool_]:
    """For each number of the vocabulary whether it is a mark."""
    return _of(tokenizer, string.punctuation)


def little(tokenizer: Tokenizer, languages: Iterable[str]) -> NDArray[np.bool_]:
    """For each number of the vocabulary whether it says little: in a passage such tokens take half
    of the room, and what stands around them says what they say."""
    stop = _of(tokenizer, (word for code in languages for word in language(code).stop))
    return punctuation(tokenizer) | stop


def _of(tokenizer: Tokenizer, words: Iterable[str]) -> NDArray[np.bool_]:
    found = np.zeros(tokenizer.get_vocab_size(), np.bool_)
    for word in words:
        number = tokenizer.token_to_id(word)
        if number is not None:
            found[number] = True
    return found
