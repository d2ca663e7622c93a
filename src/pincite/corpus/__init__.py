"""Stores every version of every provision and case file; says what a provision said on a date."""

from pincite.corpus.packing import Packed, pack
from pincite.corpus.store import CorpusStore, CorpusWriter, Stored, VersionEntry

__all__ = ["CorpusStore", "CorpusWriter", "Packed", "Stored", "VersionEntry", "pack"]
