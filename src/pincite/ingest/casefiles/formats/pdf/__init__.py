"""PDF: the words a document draws, in reading order, each with its place on the page."""

from __future__ import annotations

from pincite.ingest.casefiles.formats.pdf.reader import read
from pincite.ingest.casefiles.formats.pdf.render import page_image

__all__ = ["page_image", "read"]
