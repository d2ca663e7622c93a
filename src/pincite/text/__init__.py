"""Text in its canonical form, with an offset map, and in its matching form; words and sentences."""

from pincite.text.canonical import canonicalize
from pincite.text.matching import MatchingForm, find_quote
from pincite.text.offsets import OffsetMap

__all__ = ["MatchingForm", "OffsetMap", "canonicalize", "find_quote"]
