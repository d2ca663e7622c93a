"""The nouns on the path, frozen and without I/O."""

from pincite.model.draft import Citation, Draft, Refused, Skipped
from pincite.model.kinds import CONTAINERS, KINDS, NOTES, UNITS
from pincite.model.overrides import Override, OverrideStatus, Preemption, Synonym
from pincite.model.provision import (
    Chunk,
    Expression,
    Line,
    Node,
    Provision,
    Source,
    Validity,
    Version,
)
from pincite.model.treepath import TreePath
from pincite.model.urn import Urn

__all__ = [
    "CONTAINERS",
    "KINDS",
    "NOTES",
    "UNITS",
    "Chunk",
    "Citation",
    "Draft",
    "Expression",
    "Line",
    "Node",
    "Override",
    "OverrideStatus",
    "Preemption",
    "Provision",
    "Refused",
    "Skipped",
    "Source",
    "Synonym",
    "TreePath",
    "Urn",
    "Validity",
    "Version",
]
