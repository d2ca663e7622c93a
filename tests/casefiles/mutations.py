"""Seeded damage to files, and how much of the text it cost."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections import Counter
from collections.abc import Callable

Mutation = Callable[[bytes, random.Random], bytes]

_objects = re.compile(rb"(?<!\d)\d{1,7} \d{1,5} obj\b")
_lengths = re.compile(rb"/Length (\d+)(?![\d ]*R)")


def truncated(data: bytes, chance: random.Random) -> bytes:
    return data[: max(200, int(len(data) * chance.uniform(0.05, 0.995)))]


def flipped(data: bytes, chance: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(chance.choice((1, 2, 4, 8, 16, 32))):
        out[chance.randrange(20, len(out))] ^= chance.randrange(1, 256)
    return bytes(out)


def zeroed(data: bytes, chance: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 3))):
        size = min(chance.choice((16, 64, 256, 1024, 4096)), len(out) // 4)
        start = chance.randrange(20, len(out) - size)
        out[start : start + size] = bytes(size)
    return bytes(out)


def structure_flipped(data: bytes, chance: random.Random) -> bytes:
    """Bytes of dictionaries alone: nothing there has a checksum."""
    out = bytearray(data)
    places = [at for start, end in _dictionaries(data) for at in range(start, end)]
    for at in chance.sample(places, min(len(places), chance.choice((1, 2, 4, 8, 16)))):
        out[at] ^= chance.randrange(1, 256)
    return bytes(out)


def without_objects(data: bytes, chance: random.Random) -> bytes:
    starts = [match.start() for match in _objects.finditer(data)]
    for start in sorted(chance.sample(starts, min(len(starts), chance.choice((1, 1, 2, 4)))))[::-1]:
        end = data.find(b"endobj", start)
        if end > 0:
            data = data[:start] + data[end + len(b"endobj") :]
    return data


def lengths_swapped(data: bytes, chance: random.Random) -> bytes:
    """Streams that state each other's length; both are as long in figures, so nothing moves."""
    for _ in range(chance.choice((1, 2, 4))):
        found = list(_lengths.finditer(data))
        first = chance.choice(found) if found else None
        others = [
            match
            for match in found
            if first and len(match[1]) == len(first[1]) and match[1] != first[1]
        ]
        if first is None or not others:
            continue
        second = chance.choice(others)
        out = bytearray(data)
        out[first.start(1) : first.end(1)] = second[1]
        out[second.start(1) : second.end(1)] = first[1]
        data = bytes(out)
    return data


def bytes_left_out(data: bytes, chance: random.Random) -> bytes:
    """As a copy that missed a block: everything behind it moves."""
    size = min(chance.choice((1, 16, 256, 4096)), len(data) // 4)
    start = chance.randrange(20, len(data) - size)
    return data[:start] + data[start + size :]


def without_members(data: bytes, chance: random.Random) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
    gone = set(chance.sample(names, chance.choice((1, 1, 2))))
    return _rezipped(data, lambda name, part: None if name in gone else part)


def xml_cut(data: bytes, chance: random.Random) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if name.endswith((".xml", ".rels"))]
        sizes = [archive.getinfo(name).file_size for name in names]
    chosen = (
        chance.choices(names, weights=sizes)[0] if chance.random() < 0.6 else chance.choice(names)
    )
    share = chance.uniform(0.05, 0.99)
    return _rezipped(
        data, lambda name, part: part[: int(len(part) * share)] if name == chosen else part
    )


def _rezipped(data: bytes, change: Callable[[str, bytes], bytes | None]) -> bytes:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            part = change(name, old.read(name))
            if part is not None:
                new.writestr(
                    zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), part, zipfile.ZIP_DEFLATED
                )
    return out.getvalue()


def _dictionaries(data: bytes) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for match in _objects.finditer(data):
        ends = [at for mark in (b"stream", b"endobj") if (at := data.find(mark, match.end())) > 0]
        if ends:
            spans.append((match.start(), min(ends)))
    return spans


PDF: dict[str, Mutation] = {
    "truncation": truncated,
    "byte flips": flipped,
    "flips in dictionaries": structure_flipped,
    "zeroed ranges": zeroed,
    "removed objects": without_objects,
    "swapped lengths": lengths_swapped,
    "bytes left out": bytes_left_out,
}
PACKAGE: dict[str, Mutation] = {
    "truncation": truncated,
    "byte flips": flipped,
    "zeroed ranges": zeroed,
    "deleted members": without_members,
    "cut XML": xml_cut,
}


def loss(intact: str, read: str) -> float:
    """The share of the intact text that is not in what was read: of its words, or, where words are
    only parted otherwise, of its stretches of letters."""
    words = _missing(intact.split(), read.split())
    return min(words, _missing(_stretches(intact), _stretches(read))) if words else 0.0


def _missing(whole: list[str], there: list[str]) -> float:
    return (Counter(whole) - Counter(there)).total() / max(1, len(whole))


def _stretches(text: str) -> list[str]:
    joined = "".join(text.split())
    return [joined[at : at + 5] for at in range(len(joined) - 4)]
