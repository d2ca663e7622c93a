"""Text as a reader sees it: canonical, without invisible characters."""

from __future__ import annotations

import re

from pincite.text.canonical import canonicalize

# Controls that are not white space, soft hyphens, zero-width and direction marks, tag characters
# and broken surrogates. The joiners U+200C and U+200D stay: some scripts are spelled with them.
_unseen = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


def shown(raw: str) -> str:
    """The canonical form of what can be seen of the text; empty if nothing can."""
    if raw.isascii() and raw.isprintable():
        return canonicalize(raw)
    # Unseen characters go first: between a letter and its accent they would keep the two apart.
    return canonicalize(_unseen.sub("", raw))
