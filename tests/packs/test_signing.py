"""Who vouches for a pack: keys, signatures, and what they do not hold for."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from packs.inputs import overruled, rule
from pincite.errors import InputError
from pincite.packs.archive import archived, read_pack, rewrite, write_pack
from pincite.packs.build import opinion_pack, rule_pack
from pincite.packs.check_seal import verified, verify
from pincite.packs.constants import V1_1
from pincite.packs.seal import sealed
from pincite.packs.serialize import document
from pincite.packs.sign import keygen, public_key, sign

PACK = opinion_pack(overruled(), V1_1)
OTHER = rule_pack(rule(), V1_1)


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keys")
    for name in ("mine", "yours"):
        keygen(folder / name)
    return folder


@pytest.mark.req("F8")
def test_a_private_key_is_read_by_its_owner_alone_and_never_overwritten(tmp_path: Path) -> None:
    key = tmp_path / "key"
    public, name = keygen(key)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert public == tmp_path / "key.pub"
    assert b"PRIVATE" not in public.read_bytes()
    assert name.startswith("sha256:")
    before = key.read_bytes()
    with pytest.raises(InputError, match="key is there already"):
        keygen(key)
    key.unlink()
    with pytest.raises(InputError, match=r"key\.pub is there already"):
        keygen(key)
    assert not key.exists()
    assert before


@pytest.mark.req("F8")
def test_the_right_key_holds_and_a_wrong_one_or_none_does_not(keys: Path) -> None:
    mine, yours = public_key(keys / "mine.pub"), public_key(keys / "yours.pub")
    signed = sign(PACK.files, keys / "mine")
    found = verified(signed, PACK.name, key=mine)
    assert found.holds
    assert found.signed_by.startswith("sha256:")
    assert verified(signed, PACK.name).signed_by == found.signed_by, "told without being asked"
    assert verified(signed, PACK.name, key=yours).faults == (
        ("signature.json", "another key signed it"),
    )
    assert verified(PACK.files, PACK.name, key=mine).faults == (
        ("signature.json", "nobody signed it"),
    )


@pytest.mark.req("F8")
def test_a_signature_of_one_pack_is_none_of_another(keys: Path) -> None:
    signature = sign(PACK.files, keys / "mine")["signature.json"]
    moved = verified({**OTHER.files, "signature.json": signature}, OTHER.name)
    assert moved.faults[0].file == "signature.json"
    said = json.loads(signature)
    said["root"] = json.loads(OTHER.files["seal.json"])["root"]
    claimed = verified({**OTHER.files, "signature.json": document(said)}, OTHER.name)
    assert claimed.faults == (("signature.json", "it does not hold"),)


@pytest.mark.req("F8")
def test_what_was_sealed_anew_after_it_was_signed_does_not_hold(keys: Path) -> None:
    signed = sign(PACK.files, keys / "mine")
    text = signed["anchor.txt"].replace(b"It is affirmed", b"It is reversed")
    again = {**sealed({**signed, "anchor.txt": text}), "signature.json": signed["signature.json"]}
    assert verified(again, PACK.name).faults[0].file == "signature.json"


@pytest.mark.req("F2")
def test_a_pack_that_is_signed_twice_is_the_same_bytes(keys: Path) -> None:
    once = sign(PACK.files, keys / "mine")
    assert archived(sign(once, keys / "mine")) == archived(once)
    assert archived(sign(sign(PACK.files, keys / "yours"), keys / "mine")) == archived(once)
    assert {name: once[name] for name in PACK.files} == dict(PACK.files), "the sealed files stay"


@pytest.mark.parametrize("as_folder", [False, True])
def test_a_signature_is_added_to_an_archive_or_a_folder(
    keys: Path, tmp_path: Path, as_folder: bool
) -> None:
    path = write_pack(PACK, tmp_path, as_folder=as_folder)
    rewrite(path, sign(read_pack(path)[0], keys / "mine"))
    assert verify(path, key=public_key(keys / "mine.pub")).holds
    assert not [one for one in path.parent.rglob("*") if one.name.endswith(".part")]


def test_what_is_no_key_is_refused_with_a_hint(keys: Path, tmp_path: Path) -> None:
    other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    (tmp_path / "rsa").write_bytes(
        other.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    (tmp_path / "words").write_text("no key")
    for path in (tmp_path / "rsa", tmp_path / "words", tmp_path / "nothing", keys / "mine.pub"):
        with pytest.raises(InputError) as problem:
            sign(PACK.files, path)
        assert "keygen" in problem.value.hint
    for path in (tmp_path / "words", tmp_path / "nothing", keys / "mine"):
        with pytest.raises(InputError):
            public_key(path)
    with pytest.raises(InputError):
        sign({"anchor.txt": b""}, keys / "mine")


@pytest.mark.parametrize(
    "signature", [b"", b"null", b"{}", b"[" * 100_000, b'{"public_key": "zz"}', b"\xff", b"[1]"]
)
def test_a_signature_that_is_none_does_not_hold(signature: bytes) -> None:
    found = verified({**PACK.files, "signature.json": signature}, PACK.name)
    assert [fault.file for fault in found.faults] == ["signature.json"]
