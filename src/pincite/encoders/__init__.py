"""Turns texts into vectors and scores: the models, their installation, and what is kept of them."""

from pincite.encoders.bulk import encode_missing
from pincite.encoders.hashed import text_hash
from pincite.encoders.load import Encoders, encoders
from pincite.encoders.ports import (
    DenseEncoder,
    PairScorer,
    SparseEncoder,
    SparseVector,
    TokenEncoder,
    Vector,
)
from pincite.encoders.vectors import SparseFile, TokenFile, VectorFile

__all__ = [
    "DenseEncoder",
    "Encoders",
    "PairScorer",
    "SparseEncoder",
    "SparseFile",
    "SparseVector",
    "TokenEncoder",
    "TokenFile",
    "Vector",
    "VectorFile",
    "encode_missing",
    "encoders",
    "text_hash",
]
