"""Legal answers from a corpus you hold: checked word for word, with pinpoint citations."""

from pincite.library import Library, open  # noqa: A004

__version__ = "0.1.0"
__all__ = ["Library", "__version__", "open"]
