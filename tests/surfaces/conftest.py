"""What the tests of conversations share; each brings its own `shared` server."""

from __future__ import annotations

import zlib

import pytest

from surfaces.cloud_api import Phone


@pytest.fixture
def phone(shared: Phone) -> Phone:
    """With nothing said and nothing counted yet."""
    shared.settle()
    shared.cloud.sent.clear()
    shared.counts.clear()
    return shared


@pytest.fixture
def sender(request: pytest.FixtureRequest) -> str:
    """A number for each test: how often one may ask is counted by it."""
    return f"44770090{zlib.crc32(request.node.nodeid.encode()) % 10_000:04d}"
