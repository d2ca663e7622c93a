"""Who vouches for a pack: an Ed25519 signature over its id. Without one, a pack is as sealed, but
anyone may have sealed it."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import InputError
from pincite.packs.seal import read_seal
from pincite.packs.serialize import SEAL, SIGNATURE, document

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_ALGORITHM = "Ed25519"
# So that a signature of a pack is one of nothing else.
_PURPOSE = b"pincite pack\0"


def keygen(path: Path) -> tuple[Path, str]:
    """A new private key in this file, and its public key beside it; gives that and its
    fingerprint. Raises InputError where either is there."""
    from cryptography.hazmat.primitives import serialization as forms
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    beside = path.with_name(path.name + ".pub")
    for file in (path, beside):
        if file.exists():
            raise InputError(f"{file.name} is there already", hint="Name another file.")
    private = Ed25519PrivateKey.generate()
    secret = private.private_bytes(
        forms.Encoding.PEM, forms.PrivateFormat.PKCS8, forms.NoEncryption()
    )
    public = private.public_key().public_bytes(
        forms.Encoding.PEM, forms.PublicFormat.SubjectPublicKeyInfo
    )
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(secret)
        beside.write_bytes(public)
    except OSError as problem:
        raise InputError(
            f"{path.name} cannot be written: {problem.strerror}", hint="Name another file."
        ) from None
    return beside, fingerprint(private.public_key().public_bytes_raw())


def sign(files: Mapping[str, bytes], key: Path) -> dict[str, bytes]:
    """The files with a signature. Raises InputError where the key or the seal is none."""
    seal = read_seal(files.get(SEAL, b""))
    if seal is None:
        raise InputError("the pack's seal is not whole", hint="`pincite pack verify` it.")
    private = _private(key)
    signature = {
        "algorithm": _ALGORITHM,
        "public_key": private.public_key().public_bytes_raw().hex(),
        "root": seal.root,
        "signature": private.sign(_PURPOSE + seal.root.encode()).hex(),
    }
    return {**files, SIGNATURE: document(signature)}


def signed_by(data: bytes | None, root: str, wanted: bytes | None) -> tuple[str, str]:
    """The fingerprint of the key that signed this root, and what is wrong with the signature."""
    if data is None:
        return "", "nobody signed it" if wanted is not None else ""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        value = json.loads(data)
        key = bytes.fromhex(value["public_key"])
        whole = document(value) == data and len(value) == 4 and value["algorithm"] == _ALGORITHM
        signature = bytes.fromhex(value["signature"])
        # Hex may be written in more than one way, and one letter more is an alteration.
        whole &= (key.hex(), signature.hex()) == (value["public_key"], value["signature"])
        if not whole or value["root"] != root:
            return "", "it was altered, or signs another pack"
        Ed25519PublicKey.from_public_bytes(key).verify(signature, _PURPOSE + root.encode())
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, InvalidSignature):
        return "", "it does not hold"
    if wanted is not None and wanted != key:
        return fingerprint(key), "another key signed it"
    return fingerprint(key), ""


def public_key(path: Path) -> bytes:
    """Of a file that `keygen` wrote. Raises InputError."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(path.read_bytes())
    except (OSError, ValueError) as problem:
        raise _no_key(path) from problem
    if not isinstance(key, Ed25519PublicKey):
        raise _no_key(path)
    return key.public_bytes_raw()


def fingerprint(key: bytes) -> str:
    return f"sha256:{hashlib.sha256(key).hexdigest()[:32]}"


def _private(path: Path) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(path.read_bytes(), None)
    except (OSError, ValueError, TypeError) as problem:
        raise _no_key(path) from problem
    if not isinstance(key, Ed25519PrivateKey):
        raise _no_key(path)
    return key


def _no_key(path: Path) -> InputError:
    return InputError(
        f"{path.name} is no Ed25519 key that can be read", hint="`pincite pack keygen FILE`"
    )
