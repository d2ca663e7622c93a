"""Which server keeps a library's vectors: one line in a file of its folder."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from pincite.errors import InputError, LibraryDamaged

FILE = "vectors.toml"
_SCHEMES = {"milvus": "http", "milvus+tls": "https"}
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}\Z")
_PORT = 19530


@dataclass(frozen=True, slots=True)
class VectorAddress:
    """A server, and the name that the library's collections begin with. Without a user or a token:
    that is PINCITE_VECTORS_TOKEN."""

    host: str
    port: int
    name: str
    tls: bool = False

    @classmethod
    def parse(cls, written: str) -> VectorAddress:
        """Of "milvus://host:19530?name=law". Raises InputError."""
        try:
            parts = urlsplit(written)
            port = parts.port or _PORT
        except ValueError as problem:
            raise InputError(f"no address of a vector server: {problem}") from problem
        if parts.scheme not in _SCHEMES or not parts.hostname or parts.path not in ("", "/"):
            raise InputError(
                f"no address of a vector server: {written[:60]!r}",
                hint="Write milvus://host:19530?name=law, or milvus+tls://… .",
            )
        if parts.username is not None or parts.password is not None:
            raise InputError(
                "the address holds a user or a password",
                hint="Leave them out: PINCITE_VECTORS_TOKEN=user:password gives them.",
            )
        name = dict(parse_qsl(parts.query)).get("name", "library")
        if not _NAME.match(name):
            raise InputError(
                f"no name for collections: {name!r}",
                hint="Up to 40 small letters, digits and underscores, such as law_2026.",
            )
        return cls(parts.hostname, port, name, parts.scheme == "milvus+tls")

    @property
    def uri(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}"

    def __str__(self) -> str:
        scheme = "milvus+tls" if self.tls else "milvus"
        return f"{scheme}://{self.uri.partition('://')[2]}?name={self.name}"


def kept_address(folder: Path) -> VectorAddress | None:
    """None where the library's vectors are in its folder. Raises LibraryDamaged."""
    file = folder / FILE
    try:
        written = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    try:
        return VectorAddress.parse(tomllib.loads(written)["address"])
    except (InputError, KeyError, TypeError, ValueError, AttributeError) as problem:
        raise LibraryDamaged(
            f"{file} names no vector server: {problem}",
            hint='It should hold one line: address = "milvus://…".',
        ) from problem


def keep_address(folder: Path, address: VectorAddress | None) -> None:
    """From now on the library's vectors are there, or, without one, in its folder."""
    if address is None:
        (folder / FILE).unlink(missing_ok=True)
        return
    (folder / FILE).write_text(
        f"# Where this library's vectors are searched.\naddress = {json.dumps(str(address))}\n",
        encoding="utf-8",
    )
