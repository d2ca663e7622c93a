"""The capabilities Pincite is built to, one row each, and how far each has come.

A test that proves a row, or part of one, is marked `@pytest.mark.req("S3")`. test_requirements.py
checks both ways: a row that is begun or kept has a test, and no test claims a row that is not here.
"""

from __future__ import annotations

from typing import Literal

State = Literal["kept", "begun", "to come"]

ROWS: dict[str, tuple[str, State]] = {
    "S1": ("URNs, tree paths, FRBR URIs", "kept"),
    "S2": ("entry points by terms of art and vectors", "kept"),
    "S3": ("ancestry, across the enabling statute", "kept"),
    "S4": ("definitions in scope, nearest wins", "kept"),
    "S5": ("exceptions from inside and elsewhere", "kept"),
    "S6": ("judicial overrides halt", "kept"),
    "S7": ("preemption warns", "kept"),
    "S8": ("synthesis from the context only", "kept"),
    "S9": ("the same bytes every time", "kept"),
    "S10": ("validity at a date, never overlapping", "kept"),
    "C1": ("isolated matters", "kept"),
    "C2": ("case files with provenance", "kept"),
    "C3": ("citation search first", "kept"),
    "C4": ("BM25", "kept"),
    "C5": ("dense and sparse fusion", "kept"),
    "C6": ("late interaction", "kept"),
    "C7": ("tiers", "kept"),
    "C8": ("sparse expansion", "kept"),
    "C9": ("entity graph", "begun"),
    "C10": ("the canonical response", "kept"),
    "C11": ("an MCP server", "kept"),
    "L1": ("query normalisation", "kept"),
    "L2": ("titles, chapters, sections, dates in queries", "begun"),
    "L3": ("query variants", "kept"),
    "L4": ("the structured shortcut", "kept"),
    "L5": ("candidates and filters", "kept"),
    "L6": ("cross-encoder", "kept"),
    "L7": ("boosts and penalties", "kept"),
    "L8": ("hits carry AKN URIs and paths", "kept"),
    "L9": ("calibrated confidence", "kept"),
    "L10": ("web and WhatsApp", "kept"),
    "L11": ("two vectors a chunk", "begun"),
    "L12": ("evaluation", "kept"),
    "V1": ("one canonical form with a map back", "kept"),
    "V2": ("quotes verbatim in the chunk named", "kept"),
    "V3": ("one retry, then refusal", "kept"),
    "V4": ("failure kinds in two languages", "kept"),
    "V5": ("hybrid recall is a union", "kept"),
    "V6": ("Lagasafn, lenient and loud", "kept"),
    "V7": ("version tags, compare, roll back", "kept"),
    "V8": ("sanity gates", "kept"),
    "V9": ("confidence is computed", "kept"),
    "V10": ("logs keep no query", "kept"),
    "V11": ("the chat flow", "kept"),
    "F1": ("packs are built once and sealed", "kept"),
    "F2": ("byte for byte on any machine", "kept"),
    "F3": ("head and tail of long anchors", "kept"),
    "F4": ("constants in one frozen module", "kept"),
    "F5": ("the score", "kept"),
    "F6": ("ties break on the citation", "kept"),
    "F7": ("the manifest", "kept"),
    "F8": ("verify and replay", "kept"),
    "U1": ("the source page with the quote highlighted", "kept"),
    "U2": ("progress and resume; a killed job loses nothing", "kept"),
    "U3": ("air-gapped by default", "kept"),
    "U4": ("verification states its coverage", "kept"),
    "U5": ("faithful quotes pass, fabricated never", "kept"),
    "U6": ("identical text resolves to the place cited", "kept"),
    "U7": ("uploads, URLs and documents are hostile", "kept"),
}
