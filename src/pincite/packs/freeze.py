"""Packs of what a library holds: built, built in bulk, and built again to be compared."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pincite.citations.library_index import FILE, CitationProgress, LibraryCitations
from pincite.corpus import CorpusStore, Stored
from pincite.corpus.reading import branch
from pincite.errors import InputError, NotFound
from pincite.model import Node
from pincite.packs.build import RULE, opinion_pack, rule_pack
from pincite.packs.check_seal import manifest_of, whole
from pincite.packs.compare import Compared, compare
from pincite.packs.constants import V1_1, Spec, spec
from pincite.packs.records import Pack

if TYPE_CHECKING:
    from pincite.packs.gather import PackDecisions
    from pincite.scope.context import Context

_CASE = "case"


def _unwatched(_done: int, _name: str) -> None: ...


class Law(Protocol):
    """A library, as far as packs need it."""

    folder: Path

    @property
    def store(self) -> CorpusStore: ...
    @property
    def citations(self) -> LibraryCitations: ...
    def place(
        self, what: str, *, at: date | str | None, version: str | None
    ) -> tuple[Stored, Node]: ...
    def scope(self, what: str, *, at: date | str | None, version: str | None) -> Context: ...
    def close(self) -> None: ...


@dataclass
class PackBuilder:
    """`build` and `replay` open what they need anew; with `prepared`, many are built at once."""

    law: Law
    rules: Spec = V1_1
    edges: Path | None = None

    def build(
        self,
        what: str,
        *,
        at: date | str | None = None,
        version: str | None = None,
        progress: CitationProgress = _unwatched,
    ) -> Pack:
        """The pack of a decision or of a rule. Raises NotFound, InputError."""
        stored, node = self.anchor(what, at, version)
        if stored.expression.style != _CASE:
            return self.rule(stored, node, at, version)
        with self.prepared(progress) as decisions:
            return opinion_pack(decisions.input(stored, node), self.rules)

    def anchor(self, what: str, at: date | str | None, version: str | None) -> tuple[Stored, Node]:
        """What a pack is to be of. Law changes: without a date or a version, a pack of it would be
        another one tomorrow, and that is refused."""
        stored, node = self.law.place(what, at=at, version=version)
        if stored.expression.style == _CASE:
            if stored.expression.urn != node.urn:
                raise InputError(
                    f"{node.urn} is a part of a decision", hint=f"Name {stored.expression.urn}."
                )
        elif at is None and version is None:
            raise InputError(
                "a pack of a rule is of one day, or of one version",
                hint="Say --at YYYY-MM-DD, or --version TAG.",
            )
        return stored, node

    def rule(self, stored: Stored, node: Node, at: date | str | None, version: str | None) -> Pack:
        from pincite.packs.rules import rule_input
        from pincite.scope.index import fingerprint

        context = self.law.scope(node.urn, at=at, version=version)
        since = stored.validity.start if stored.validity else None
        given = rule_input(
            context,
            branch(self.law.store, stored, node, None),
            day=since.isoformat() if since else "",
            version=version or "",
            reading={"scope": fingerprint()},
        )
        return rule_pack(given, self.rules)

    @contextmanager
    def prepared(
        self, progress: CitationProgress = _unwatched, *, caught_up: bool = False
    ) -> Generator[PackDecisions]:
        """The decisions with their index; `caught_up` where someone has seen to it."""
        from pincite.citations.index import CitationIndex
        from pincite.packs.gather import PackDecisions, edges_from

        citations, store = self.law.citations, self.law.store
        edges = edges_from(self.edges, store) if self.edges else None
        found = citations.decisions.by_citation

        def made(index: CitationIndex) -> PackDecisions:
            return PackDecisions(store, index, citations.titles, found, self.rules, edges)

        if caught_up:
            with CitationIndex.open(self.law.folder / FILE, checked=True) as index:
                yield made(index)
        else:
            with citations.index(progress) as asked:
                yield made(asked.index)

    def replay(self, path: Path, *, progress: CitationProgress = _unwatched) -> Compared:
        """Build a pack again from this library, and say where it differs. Raises InputError where
        the pack does not hold to its own seal."""
        files, _ = whole(path)
        manifest = manifest_of(files)
        anchor = manifest["anchor"]
        with_edges = any(source["what"] == "edges" for source in manifest["inputs"])
        if with_edges and self.edges is None:
            raise InputError("it was built with a file of edges", hint="Name it: --edges FILE.")
        again = PackBuilder(self.law, spec(manifest["spec"]["version"]), self.edges)
        asked: dict[str, str | None] = {"at": None, "version": None}
        if manifest["kind"] == RULE:
            asked = {"at": anchor["at"], "version": anchor["version"]}
        try:
            made = again.build(anchor["urn"], **asked, progress=progress)
        except NotFound as problem:
            raise NotFound(
                f"the library does not hold what the pack is of: {problem.message}",
                hint="Replay it with a library of the same law.",
            ) from None
        return compare(files, made.files)
