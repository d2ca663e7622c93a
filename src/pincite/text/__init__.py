"""Canonical form and its offset map, matching form, sentence ends, languages."""

from pincite.text.canonical import canonicalize
from pincite.text.matching import MatchingForm, find_quote
from pincite.text.offsets import OffsetMap

__all__ = ["MatchingForm", "OffsetMap", "canonicalize", "find_quote"]
