"""Quotations of a law, honest and altered, made from its own sentences."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

LIMITING = re.compile(
    r"\b(?:not|no|never|unless|except|only|without|neither|nor|provided|if|until|subject to|ekki"
    r"|nema|aldrei|enginn|án|aðeins|þó|ef)\b",
    re.IGNORECASE,
)
_altering = re.compile(
    r"\b(?:not|no|never|any|all|every|each|only|without|may|must|ekki|nema|aldrei|aðeins|má|skal)\b"
)
_PUT_IN = (
    "not", "never", "always", "any", "all", "only", "every", "immediately", "must", "ekki", "aldrei",
    "ávallt", "aðeins",
)  # fmt: skip
_sentence = re.compile(r"(?<=[a-zæöðþáéíóúý]\.) (?=[(A-ZÁÉÍÓÚÝÞÆÖ])")
_pronoun = re.compile(r"(?<= )(?:he|she|it|they|him|them|hann|hún|þeir)(?= [a-zþæö])")
_noun_phrase = re.compile(r"(?<= )(?:the|a) (?:tenant|owner|Registrar|Tribunal|dwelling)(?= )")
_HARMLESS_WORDS = (
    "of the a an in to and dwelling tenant owner tenancy notice deposit scheme section rent"
    " í og til um íbúð leigusala sem"
)
_HARMLESS = frozenset(_HARMLESS_WORDS.split())
_FEWEST = 6


def altered(source: str, chance: random.Random) -> Iterator[str]:
    """Of each sentence, one quotation of each kind of alteration that it allows."""
    for sentence in _sentences(source):
        for make in (_inserts, _takes_out, _puts_for, _leaves_out, _cuts_within, _trails_off):
            yield from _one(make(sentence), chance)


def honest(source: str, chance: random.Random) -> Iterator[str]:
    """Of each sentence, one quotation of each kind of change that alters nothing."""
    for sentence in _sentences(source):
        for make in (_recased, _renumbered, _referred, _shortened, _noted):
            yield from _one(make(sentence), chance)


def _sentences(source: str) -> list[str]:
    """Without a number in front."""
    found = [re.sub(r"^\(\w{1,3}\) ", "", one) for one in _sentence.split(source)[1:]]
    return [one for one in found if len(one.split()) >= _FEWEST and not re.search(r"[\[“”\"]", one)]


def _one(quotes: Iterator[str], chance: random.Random) -> list[str]:
    every = list(quotes)
    return [chance.choice(every)] if every else []


def _inserts(sentence: str) -> Iterator[str]:
    for at, space in enumerate(re.finditer(" ", sentence)):
        word = _PUT_IN[at % len(_PUT_IN)]
        yield f"{sentence[: space.start()]} [{word}]{sentence[space.start() :]}"


def _takes_out(sentence: str) -> Iterator[str]:
    for one in _altering.finditer(sentence, 2):
        yield f"{sentence[: one.start()]}[]{sentence[one.end() :]}"


def _puts_for(sentence: str) -> Iterator[str]:
    for one in _altering.finditer(sentence, 2):
        yield f"{sentence[: one.start()]}[the]{sentence[one.end() :]}"
        yield f"{sentence[: one.start()]}[always]{sentence[one.end() :]}"


def _leaves_out(sentence: str) -> Iterator[str]:
    for one in LIMITING.finditer(sentence, 2):
        if sentence[one.end() :].strip(" ."):
            yield f"{sentence[: one.start()]}. . .{sentence[one.end() :]}"
            yield f"{sentence[: one.start()]}[…]{sentence[one.end() :]}"


def _trails_off(sentence: str) -> Iterator[str]:
    for one in LIMITING.finditer(sentence, 24):
        if re.search(r"[.;:] ", sentence[: one.start()]):
            return
        yield f"{sentence[: one.start()].rstrip(' ,')} . . . ."


def _cuts_within(sentence: str) -> Iterator[str]:
    for one in re.finditer(r"(?<=\w)[-–](?=\w)|(?<=\d)[.,](?=\d)", sentence):
        yield sentence[one.end() :]
    for one in re.finditer(r"\b(?:un|in|non|ó)(?=[a-z]{5})", sentence):
        yield sentence[one.end() :]


def _recased(sentence: str) -> Iterator[str]:
    first = sentence[0]
    yield f"[{first.swapcase()}]{sentence[1:]}"


def _renumbered(sentence: str) -> Iterator[str]:
    for one in re.finditer(r"\b(?:tenant|owner|dwelling|deposit|require|notice)(?= )", sentence):
        yield f"{sentence[: one.end()]}[s]{sentence[one.end() :]}"
        yield f"{sentence[: one.start()]}[{one[0]}s]{sentence[one.end() :]}"


def _referred(sentence: str) -> Iterator[str]:
    for one in _pronoun.finditer(sentence):
        yield f"{sentence[: one.start()]}[the tenant]{sentence[one.end() :]}"
    for one in _noun_phrase.finditer(sentence):
        yield f"{sentence[: one.start()]}[Marlowe]{sentence[one.end() :]}"


def _shortened(sentence: str) -> Iterator[str]:
    words = sentence.split(" ")
    for at in range(2, len(words) - 4):
        left = words[at : at + 2]
        if all(word.isalpha() and word in _HARMLESS for word in left):
            yield " ".join((*words[:at], ". . .", *words[at + 2 :]))


def _noted(sentence: str) -> Iterator[str]:
    first, rest = sentence.split(" ", 1)
    yield f"{first} [sic] {rest}"
    yield f"{sentence} [emphasis added]"
