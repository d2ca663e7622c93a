"""The encoders that the settings choose, as far as they are installed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pincite.encoders import hub
from pincite.encoders.cards import Does, ModelCard, catalogue, read_card, slug
from pincite.encoders.joint import JointDense, JointNetwork, JointSparse, JointTokens
from pincite.encoders.lemmas import LemmaTable
from pincite.encoders.onnx import Onnx, OnnxDense, OnnxPairs
from pincite.encoders.ports import DenseEncoder, PairScorer, SparseEncoder, TokenEncoder
from pincite.encoders.remote import RemoteDense, RemotePairs
from pincite.encoders.rephrase import RemoteRephraser, Rephraser
from pincite.encoders.shipped import shipped
from pincite.encoders.sparse import OnnxSparse
from pincite.encoders.static import StaticDense, static_name
from pincite.encoders.tokens import OnnxTokens
from pincite.encoders.words import WordTable
from pincite.errors import ModelError, ModelMissing
from pincite.settings import Settings

Kind = TypeVar("Kind", bound=Onnx)
_HEADS = frozenset({"dense", "sparse", "tokens"})


@dataclass(frozen=True, slots=True)
class Encoders:
    """None stands for an encoder that is turned off, or that cannot be used: `missing` says why."""

    dense: DenseEncoder | None = None
    tokens: TokenEncoder | None = None
    pairs: PairScorer | None = None
    static: DenseEncoder | None = None
    sparse: SparseEncoder | None = None
    lemmas: DenseEncoder | None = None
    rephraser: Rephraser | None = None
    missing: dict[Does, ModelError] = field(default_factory=dict[Does, ModelError])


def encoders(settings: Settings) -> Encoders:
    """Nothing is opened yet: weights are read when an encoder is first used."""
    missing: dict[Does, ModelError] = {}
    united: dict[str, JointNetwork] = {}

    def found(does: Does, name: str) -> tuple[Path, ModelCard] | None:
        try:
            return find_model(settings.models_folder, name, does) if name else None
        except ModelError as error:
            # Its frames hold the question that was asked first.
            missing[does] = error.with_traceback(None)
            return None

    def local(kind: type[Kind], does: Does, name: str) -> Kind | None:
        at = found(does, name)
        return kind(*at, settings.threads) if at else None

    def joint(does: Does, name: str) -> JointNetwork | None:
        """The one network behind every head that names it."""
        at = found(does, name)
        if at is None or at[1].does != "joint":
            return None
        return united.setdefault(name, JointNetwork(*at, settings.threads))

    def table_of(name: str) -> DenseEncoder | None:
        """What stands in for a slow model until it is done; a quick one may come without."""
        own = static_name(name)
        if own not in shipped() and isinstance(dense, JointDense):
            return None
        at = found("static", own)
        of_words = at is not None and at[1].pooling == "words"
        return local(WordTable if of_words else StaticDense, "static", own)

    dense = RemoteDense.of(settings)
    if dense is None:
        whole = joint("dense", settings.dense_model)
        dense = JointDense(whole) if whole else local(OnnxDense, "dense", settings.dense_model)
    whole = joint("tokens", settings.token_model)
    tokens = JointTokens(whole) if whole else local(OnnxTokens, "tokens", settings.token_model)
    whole = joint("sparse", settings.sparse_model)
    sparse = JointSparse(whole) if whole else local(OnnxSparse, "sparse", settings.sparse_model)
    pairs = RemotePairs.of(settings) or local(OnnxPairs, "pairs", settings.pair_model)
    static = table_of(settings.dense_model)
    at = found("static", settings.lemma_model)
    lemmas = LemmaTable(*at) if at else None
    rephraser = RemoteRephraser.of(settings)
    return Encoders(dense, tokens, pairs, static, sparse, lemmas, rephraser, missing)


def find_model(models: Path, name: str, does: Does) -> tuple[Path, ModelCard]:
    """The folder and the card of a model that a setting names; the catalogue's own card where it
    has one, which may say more than the one that was installed. Raises ModelMissing."""
    folder = model_folder(models, name)
    try:
        card = read_card(folder)
        if name in (listing.card.name for listing in catalogue()):
            card = catalogue().named(name).card
    except ModelMissing:
        raise ModelMissing(
            f"the model {name!r} is not installed",
            hint=f"Install it with `pincite models install {name}`."
            if name.startswith(hub.PREFIX)
            else None,
        ) from None
    of_all = card.does == "joint" and does in _HEADS
    if card.does != does and not of_all:
        raise ModelError(
            f"the model {name!r} does {card.does}, where one that does {does} is wanted",
            hint="Name it in the setting for what it does.",
        )
    return folder, card


def model_folder(models: Path, name: str) -> Path:
    """A folder that the user brings is named by its path; the others lie among the models."""
    if name.startswith(hub.PREFIX):
        return models / slug(name)
    if "/" in name or "\\" in name or name.startswith("."):
        return Path(name).expanduser()
    return shipped().get(name, models / name)
