"""Settings, from the environment (PINCITE_…), each with its default and what it guards."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

MIB = 1024 * 1024


class Settings(BaseSettings):
    """Every setting is documented in docs/settings.md; a test compares the two."""

    model_config = SettingsConfigDict(env_prefix="PINCITE_", frozen=True)

    library: Path = Field(Path("library"), description="The library folder that commands use.")
    max_source_bytes: int = Field(
        64 * MIB, gt=0, description="Largest single document, file or archive member, in bytes."
    )
    max_archive_bytes: int = Field(
        4096 * MIB, gt=0, description="Largest total that one archive may unpack to, in bytes."
    )
    max_archive_ratio: int = Field(
        200, gt=1, description="Largest ratio of unpacked to packed size of an archive member."
    )
    min_chunks: int = Field(1, ge=1, description="A work with fewer chunks than this is refused.")
    workers: int = Field(
        0, ge=0, description="Reading processes for a load; 0 means one for each core, 8 at most."
    )
    busy_seconds: float = Field(
        10.0, ge=0, description="How long to wait for another process that is writing."
    )
    max_fetch_bytes: int = Field(
        4096 * MIB, gt=0, description="Largest download that `pincite get` accepts, in bytes."
    )
    fetch_timeout: float = Field(
        60.0, gt=0, description="Seconds without a byte before a download counts as stalled."
    )
