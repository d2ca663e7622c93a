"""The objects of a PDF as its bytes have them, found without its table of contents.

PDFium repairs what is damaged and says nothing of it. This is a second look at the same bytes, so
that what it could not repair is known.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from pincite.ingest.casefiles.formats.pdf.syntax import (
    Broken,
    Dictionary,
    Name,
    Reference,
    Value,
    parse,
)

# No more than this is looked at; a file that holds more is read, but not checked.
MAX_OBJECTS = 400_000
MAX_UNPACKED = 1 << 30
_MAX_STREAM = 64 * 1024 * 1024
_MOST_TRAILERS = 64
_TRAILER = 8192
_DICTIONARY_REACH = 1 << 20

_object = re.compile(rb"(?<![0-9])(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj(?![a-zA-Z])")
_body_end = re.compile(rb"endobj|(?<=>>)[\0\t\n\f\r ]*stream(?:\r\n|\n|\r)|(?<=[\r\n])stream\r?\n")
_stream_end = re.compile(rb"[\0\t\n\f\r ]*endstream")
_trailer = re.compile(rb"(?<![a-z])trailer[\0\t\n\f\r ]*(?=<<)")
_length = re.compile(rb"/Length[\0\t\n\f\r ]+(\d{1,10})(?:[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R)?")
_reference = re.compile(rb"(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![a-zA-Z])")
_known_between = re.compile(
    rb"[\0\t\n\f\r ]+|endstream|endobj|%[^\r\n]*|startxref\s+\d+|\d{10} \d{5} [nf]\b|xref\b|"
    rb"(?<=[\r\n])\d+ \d+(?=[ \r\n])|"
    rb"trailer[\0\t\n\f\r ]*<<.{0,8192}?>>(?=[\0\t\n\f\r ]*startxref)",
    re.S,
)
_SMALL_GAP = 16
_number = re.compile(rb"[\0\t\n\f\r ]*(\d{1,10})[\0\t\n\f\r ]*endobj")
_PICTURES = {b"DCTDecode", b"DCT", b"JPXDecode", b"CCITTFaxDecode", b"CCF", b"JBIG2Decode"}
_UNCHECKED = {b"LZWDecode", b"LZW", b"RunLengthDecode", b"RL", b"Crypt"}


class Stream(NamedTuple):
    """Where a stream's bytes lie in the file. `measured` is False where its dictionary states
    another length than it has, `ended` where no end of it is there."""

    start: int
    end: int
    measured: bool
    ended: bool


@dataclass(slots=True)
class RawObject:
    """`body` is the object without its stream; `closed` is False where no `endobj` ends it."""

    number: int
    body: bytes
    stream: Stream | None = None
    closed: bool = True
    _value: Value | None = None
    _parsed: bool = False

    @property
    def value(self) -> Value | None:
        """What it says, or None where that cannot be made out."""
        if not self._parsed:
            self._parsed = True
            try:
                self._value = parse(self.body)
            except Broken:
                self._value = None
        return self._value

    @property
    def dictionary(self) -> Dictionary:
        value = self.value
        return value if isinstance(value, dict) else {}


class Unpacked(NamedTuple):
    """What a stream holds, as far as it could be unpacked; `sound` is False where that is not all
    of it, or where its bytes are not those that were packed."""

    data: bytes
    sound: bool


class NotChecked(Exception):
    """The file is too large to be looked at a second time."""


@dataclass(slots=True)
class PdfObjects:
    """Every object by its number, the last one where there are several."""

    data: bytes
    objects: dict[int, RawObject] = field(default_factory=dict[int, RawObject])
    # Objects that a later one of the same number replaced.
    replaced: list[RawObject] = field(default_factory=list[RawObject])
    trailers: list[Dictionary] = field(default_factory=list[Dictionary])
    # Numbers of the streams that hold objects and could not be unpacked whole.
    torn: list[int] = field(default_factory=list[int])
    # Stretches between the objects, and those that are neither tables of them nor white space.
    between: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    gaps: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    _taken: int = 0

    def resolve(self, value: Value | None) -> Value | None:
        """What a reference leads to; None where that is nothing."""
        for _ in range(8):
            if not isinstance(value, Reference):
                return value
            found = self.objects.get(value.number)
            value = found.value if found else None
        return None

    def unpack(self, number: int) -> Unpacked:
        """The bytes of an object's stream. Pictures, and what is packed in ways that have no check,
        are taken to be sound."""
        return self._unpack(self.objects[number])

    def mentioned(self) -> set[int]:
        """The numbers of all objects that anything refers to."""
        numbers: set[int] = set()
        for body in self._bodies():
            numbers.update(map(int, _reference.findall(body)))
        return numbers

    def named_by(self, key: re.Pattern[bytes]) -> set[int]:
        """The numbers of the objects that stand behind such a key anywhere, in a list of their own
        too."""
        numbers: set[int] = set()
        for body in self._bodies():
            for match in key.finditer(body):
                numbers.update(map(int, _reference.findall(match[1])))
        for number in list(numbers):
            found = self.objects.get(number)
            if found is not None and found.stream is None and found.body.lstrip()[:1] == b"[":
                numbers.update(map(int, _reference.findall(found.body)))
        return numbers

    def _bodies(self) -> Iterator[bytes]:
        for found in (*self.objects.values(), *self.replaced):
            yield found.body
        for start, end in self.between:
            yield self.data[start:end]

    def _unpack(self, found: RawObject) -> Unpacked:
        if found.stream is None:
            return Unpacked(b"", False)
        data = self.data[found.stream.start : found.stream.end]
        named = self.resolve(found.dictionary.get(b"Filter"))
        filters = named if isinstance(named, list) else [] if named is None else [named]
        sound = found.stream.ended
        for filter_ in filters:
            name = self.resolve(filter_)
            if not isinstance(name, Name):
                return Unpacked(b"", False)
            if name in _PICTURES or name in _UNCHECKED:
                return Unpacked(b"", sound)
            data, whole = self._filtered(name, data)
            sound = sound and whole
        return Unpacked(data, sound)

    def _filtered(self, name: bytes, data: bytes) -> tuple[bytes, bool]:
        if name in (b"FlateDecode", b"Fl"):
            data, whole = inflate(data, _MAX_STREAM)
            self._taken += len(data)
            if self._taken >= MAX_UNPACKED or len(data) >= _MAX_STREAM:
                raise NotChecked
            return data, whole
        try:
            if name in (b"ASCII85Decode", b"A85"):
                text = data.strip(b"\0\t\n\f\r ").removeprefix(b"<~").partition(b"~")[0]
                return base64.a85decode(text, ignorechars=b"\0\t\n\f\r\v "), True
            if name in (b"ASCIIHexDecode", b"AHx"):
                text = b"".join(data.partition(b">")[0].split())
                return binascii.unhexlify(text + b"0" * (len(text) % 2)), True
        except ValueError:
            pass
        return b"", False


def inflate(data: bytes, limit: int) -> tuple[bytes, bool]:
    """As much as can be inflated, and whether that was all and its checksum is right."""
    engine = zlib.decompressobj()
    out: list[bytes] = []
    left = limit
    # In pieces, so that what comes before the damage is kept.
    for at in range(0, len(data), 4096):
        piece = data[at : at + 4096]
        while piece and left > 0:
            try:
                made = engine.decompress(piece, left)
            except zlib.error:
                return b"".join(out), False
            out.append(made)
            left -= len(made)
            piece = engine.unconsumed_tail
        if engine.eof or left <= 0:
            break
    return b"".join(out), engine.eof


def scan(data: bytes) -> PdfObjects:
    """Find the objects of a file. Raises NotChecked."""
    found = PdfObjects(data)
    at = 0
    while match := _object.search(data, at):
        _look_between(found, at, match.start())
        raw, at = _read(data, match)
        _add(found, raw)
        if len(found.objects) + len(found.replaced) > MAX_OBJECTS:
            raise NotChecked
        if raw.stream is not None and b"ObjStm" in raw.body:
            _within(found, raw)
        if raw.stream is not None and b"XRef" in raw.body and raw.dictionary:
            found.trailers.append(raw.dictionary)
    _look_between(found, at, len(data))
    return found


def _look_between(found: PdfObjects, start: int, end: int) -> None:
    """Between objects there are tables, trailers and nothing else."""
    if end - start <= _SMALL_GAP:
        return
    found.between.append((start, end))
    between = found.data[start:end]
    for match in islice(_trailer.finditer(between), _MOST_TRAILERS):
        try:
            value = parse(between[match.end() : match.end() + _TRAILER], whole=False)
        except Broken:
            continue
        if isinstance(value, dict):
            found.trailers.append(value)
    # What stands before the first object and after the last is no object that was lost.
    is_inside = start > 0 and end < len(found.data)
    if is_inside and len(_known_between.sub(b"", between)) > _SMALL_GAP:
        found.gaps.append((start, end))


def _add(found: PdfObjects, raw: RawObject) -> None:
    before = found.objects.get(raw.number)
    if before is not None:
        found.replaced.append(before)
    found.objects[raw.number] = raw


def _stated_length(data: bytes, at: int, stated: re.Match[bytes]) -> int:
    """A length may be an object of its own, which mostly stands behind its stream."""
    if not stated[2]:
        return int(stated[1])
    head = b"%d %d obj" % (int(stated[1]), int(stated[2]))
    for start in (at, 0):
        found = data.find(head, start)
        number = _number.match(data, found + len(head)) if found >= 0 else None
        if number and not data[found - 1 : found].isdigit():
            return int(number[1])
    return -1


def _read(data: bytes, match: re.Match[bytes]) -> tuple[RawObject, int]:
    """The object, and where to go on looking."""
    number, start = int(match[1]), match.end()
    end = _body_end.search(data, start)
    following = _object.search(data, start, end.start() if end else len(data))
    if end is None or (following and not _is_quoted(data, start, following.start())):
        stop = following.start() if following else min(len(data), start + _DICTIONARY_REACH)
        return RawObject(number, data[start:stop], closed=False), stop
    if end[0] == b"endobj":
        return RawObject(number, data[start : end.start()]), end.end()
    body = data[start : end.start()]
    stream = _stream(data, end.end(), body)
    return RawObject(number, body, stream), stream.end


def _is_quoted(data: bytes, start: int, at: int) -> bool:
    """Whether what looks like the next object stands in a string of this one."""
    return data.count(b"(", start, at) > data.count(b")", start, at)


def _stream(data: bytes, start: int, body: bytes) -> Stream:
    stated = _length.search(body)
    if stated is not None:
        length = _stated_length(data, start, stated)
        if 0 <= length <= len(data) - start and _stream_end.match(data, start + length):
            return Stream(start, start + length, True, True)
    at = data.find(b"endstream", start)
    if at < 0:
        return Stream(start, len(data), False, False)
    end = at
    if data[end - 2 : end] == b"\r\n":
        end -= 2
    elif data[end - 1 : end] in (b"\n", b"\r"):
        end -= 1
    return Stream(start, max(start, end), False, True)


def _within(found: PdfObjects, holder: RawObject) -> None:
    """The objects that a stream of objects holds."""
    about = holder.dictionary
    count, first = found.resolve(about.get(b"N")), found.resolve(about.get(b"First"))
    unpacked = found.unpack(holder.number)
    if not isinstance(count, int) or not isinstance(first, int) or not first >= 0:
        found.torn.append(holder.number)
        return
    head = unpacked.data[:first].split()
    numbers = [int(word) for word in head if word.isdigit() and len(word) < 11]
    pairs = list(zip(numbers[0::2], numbers[1::2], strict=False))[: max(count, 0)]
    whole = unpacked.sound and len(pairs) == count and len(numbers) == len(head)
    ends = [first + offset for _, offset in pairs[1:]] + [len(unpacked.data)]
    for (number, offset), end in zip(pairs, ends, strict=True):
        if first + offset >= len(unpacked.data):
            whole = False
            continue
        _add(found, RawObject(number, unpacked.data[first + offset : end]))
    if not whole:
        found.torn.append(holder.number)
