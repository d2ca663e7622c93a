"""Cases as the United States cite them, with all else that their reporters' patterns know."""

from __future__ import annotations

from pincite.citations.cases.citing import citing
from pincite.citations.cases.referring import referring
from pincite.citations.cases.tokens import tokens
from pincite.citations.cases.unreported import unreported
from pincite.citations.reading import Reading
from pincite.model.mention import Mention

__all__ = ["cases"]


def cases(reading: Reading) -> list[Mention]:
    """Every citation of a case, a journal or a law that the reporters database knows, and every
    Id., supra and infra, in the order of the text. Nothing is resolved here."""
    text = reading.text
    found = tokens(text)
    mentions = [*citing(text, found), *referring(text, found)]
    mentions += unreported(text, mentions)
    return sorted(mentions, key=lambda one: one.start)
