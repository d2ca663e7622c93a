"""What the page is asked, as its address says it: the same for asking, searching and exporting."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from pincite.api.operations.questions import AskRequest, SearchRequest
from pincite.surfaces.web.page import query

_SHOWN = 20
Short = Annotated[str, Field(max_length=1000)]
Values = Annotated[list[str], Field(max_length=50)]
# The fields of an address that narrow a search, and what the verb calls them.
FACETS = {"type": "doc_type", "nature": "nature", "year": "year", "jurisdiction": "jurisdiction"}


class Asked(BaseModel):
    """Forms send empty fields; they are as good as none."""

    q: Annotated[str, Field(max_length=20_000)] = ""
    mode: Literal["ask", "search"] = "ask"
    matter: Short = ""
    document: Short = ""
    at: Short = ""
    version: Short = ""
    within: Short = ""
    type: Values = []
    nature: Values = []
    year: Values = []
    jurisdiction: Values = []

    def question(self) -> AskRequest:
        """Raises ValidationError."""
        chosen = {} if self.matter else {"jurisdiction": tuple(self.chosen("jurisdiction"))}
        return AskRequest.model_validate({**self._where(), **chosen})

    def search(self) -> SearchRequest:
        """Raises ValidationError."""
        chosen = {operation: tuple(self.chosen(field)) for field, operation in FACETS.items()}
        return SearchRequest.model_validate({**self._where(), **chosen, "limit": _SHOWN})

    def chosen(self, facet: str) -> list[str]:
        return [value for value in getattr(self, facet) if value]

    def address(self, **changed: Any) -> str:
        """Of this page, with some of it changed."""
        return f"/{query(**{**self.model_dump(), **changed})}"

    def _where(self) -> dict[str, Any]:
        # Law has days, versions and provisions; a matter has documents.
        of_law = {"at": self.at or None, "version": self.version or None, "within": self.within}
        place = {"matter": self.matter, "document": self.document} if self.matter else of_law
        return {"query": self.q.strip(), **place}
