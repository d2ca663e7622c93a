"""The zip package that Word and Excel files are: parts read within bounds, nothing ever fetched."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from lxml import etree

from pincite.errors import SourceMalformed, SourceTooLarge, SourceUnsafe
from pincite.ingest.casefiles.formats import salvage
from pincite.ingest.casefiles.formats.shown import shown
from pincite.ingest.casefiles.reading import Bounds
from pincite.ingest.safe_xml import name_of

Element = etree._Element  # pyright: ignore[reportPrivateUsage]

OLE2 = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENTRY = b"PK\x01\x02"
_MOST_PARTS = 10_000
# Small parts may well be packed tighter than the ratio allows.
_SMALL = 1 << 20
_damage = (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, zlib.error, ValueError)
_damaged_hint = "Open it in the program that made it, save it anew, and add that copy."


class Relation(NamedTuple):
    """`kind` is the last word of the relation's type; `target` a part's name, or an address."""

    id: str
    kind: str
    target: str
    external: bool


@dataclass(slots=True)
class Package:
    """An opened package. Every part is read whole, within the bounds, and only when asked for."""

    name: str
    bounds: Bounds
    source: bytes
    archive: zipfile.ZipFile
    parts: dict[str, zipfile.ZipInfo]
    taken: int = 0
    # Parts of which not all could be read, in the order in which that was found.
    torn: dict[str, None] = field(default_factory=dict[str, None])
    _read: set[str] = field(default_factory=set[str])

    def __contains__(self, part: str) -> bool:
        return part in self.parts

    def data(self, part: str) -> bytes:
        """The bytes of a part; of a damaged one, which is then torn, as far as they unpack. Raises
        SourceTooLarge once all that was read passes the bound."""
        info = self.parts[part]
        limit = self.bounds.max_bytes
        if part not in self._read:
            self._read.add(part)
            self.taken += info.file_size
        if self.taken > limit:
            raise SourceTooLarge(
                f"over {limit:,} bytes when unpacked",
                file=self.name,
                hint="Split the document into smaller ones.",
            )
        try:
            with self.archive.open(info) as stream:
                # What is declared may be a lie; zipfile stops there and checks the sum.
                return stream.read(info.file_size + 1)
        except _damage as problem:
            self.torn[part] = None
            unpacked = salvage.unpacked(self.source, info)
            if not unpacked:
                raise self.damaged(part) from problem
            return unpacked

    def xml(self, part: str) -> Element:
        """The root of an XML part; of one that breaks off, which is then torn, as much as stands
        before that. Raises SourceUnsafe if it declares entities."""
        data = self.data(part)
        try:
            root = etree.fromstring(data, _parser())
        except etree.XMLSyntaxError as problem:
            if "entit" in str(problem).lower():
                raise self.declares(part) from None
            if "depth" in str(problem).lower():
                raise SourceUnsafe("nested too deeply", file=self.name, place=part) from None
            root = self._as_far_as_it_goes(part, data, problem)
        except (ValueError, LookupError) as problem:
            raise self.damaged(part) from problem
        if root.getroottree().docinfo.doctype:
            raise self.declares(part)
        return root

    def _as_far_as_it_goes(self, part: str, data: bytes, problem: Exception) -> Element:
        if _has_doctype(data):
            raise self.declares(part) from None
        self.torn[part] = None
        kept = salvage.well_formed(data, _parser())
        try:
            root = etree.fromstring(kept, _parser(recover=True)) if kept else None
        except (etree.XMLSyntaxError, ValueError):
            root = None
        # A parser that recovers may find no root, and says so by giving none.
        if root is None:  # pyright: ignore[reportUnnecessaryComparison]
            raise self.damaged(part) from problem
        return root

    def xml_if_there(self, part: str) -> Element | None:
        return self.xml(part) if part in self.parts else None

    def elements(self, part: str, *tags: str) -> Iterator[Element]:
        """Each element of those local names in turn, forgotten once the next is asked for. Of a
        part that breaks off, which is then torn, those before that."""
        data = self.data(part)
        if _has_doctype(data):
            raise self.declares(part)
        given = 0
        try:
            for element in _iterated(data, tags):
                given += 1
                yield element
            return
        except etree.XMLSyntaxError as problem:
            self.torn[part] = None
            kept = salvage.well_formed(data, _parser())
            if not kept:
                raise self.damaged(part) from problem
        yield from islice(_iterated(kept, tags, recover=True), given, None)

    def relations(self, part: str = "") -> list[Relation]:
        """Where a part, or the package itself, points to; targets within it as part names."""
        folder, _, file = part.rpartition("/")
        own = posixpath.join(folder, "_rels", f"{file}.rels")
        root = self.xml_if_there(own)
        relations: list[Relation] = []
        for element in root if root is not None else ():
            target = element.get("Target", "")
            external = element.get("TargetMode", "") == "External"
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            kind = element.get("Type", "").rpartition("/")[2]
            relations.append(Relation(element.get("Id", ""), kind, target, external))
        return relations

    def target(self, kind: str, part: str = "") -> str:
        """The first part of that kind that is there, or ""."""
        return next(
            (
                relation.target
                for relation in self.relations(part)
                if relation.kind == kind and not relation.external and relation.target in self
            ),
            "",
        )

    def damaged(self, part: str) -> SourceMalformed:
        return SourceMalformed(
            "damaged: a part of it cannot be read", file=self.name, place=part, hint=_damaged_hint
        )

    def declares(self, part: str) -> SourceUnsafe:
        return SourceUnsafe(
            "declares entities, which are never expanded or fetched", file=self.name, place=part
        )


def open_package(data: bytes, name: str, bounds: Bounds) -> Package:
    """Raises SourceUnsafe for bombs and names that lead out of it, SourceMalformed for damage."""
    if data.count(_ENTRY) > _MOST_PARTS:
        raise SourceTooLarge(f"over {_MOST_PARTS:,} parts", file=name)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (*_damage, IndexError, UnicodeDecodeError) as problem:
        raise SourceMalformed("damaged or cut short", file=name, hint=_damaged_hint) from problem
    parts: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        _check(info, name, bounds)
        if info.filename in parts:
            raise SourceUnsafe("holds the same part twice", file=name, place=info.filename)
        if not info.is_dir():
            parts[info.filename] = info
    return Package(name, bounds, data, archive, parts)


def _check(info: zipfile.ZipInfo, name: str, bounds: Bounds) -> None:
    part = info.filename
    if part.startswith(("/", "\\")) or ".." in part.replace("\\", "/").split("/") or ":" in part:
        raise SourceUnsafe("a part with a name outside the file", file=name, place=part)
    if info.flag_bits & 1:
        raise SourceMalformed(
            "encrypted: a password is needed",
            file=name,
            hint="Open it with its password, save it without one, and add that copy.",
        )
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise SourceMalformed("packed in a way that Office never does", file=name, place=part)
    ratio = info.file_size // max(info.compress_size, 1)
    if info.file_size > _SMALL and ratio > bounds.max_archive_ratio:
        raise SourceUnsafe(
            f"unpacks to {ratio:,} times its size; the limit is {bounds.max_archive_ratio:,}",
            file=name,
            place=part,
        )


def left_out(package: Package) -> list[str]:
    """Warnings of what no reader of Office files touches: macros, links out, embedded files."""
    warnings: list[str] = []
    if any(part.lower().endswith(("vbaproject.bin", "vbadata.xml")) for part in package.parts):
        warnings.append("macros left out")
    outside = 0
    for part in sorted(package.parts):
        if part.endswith(".rels"):
            with suppress(SourceMalformed):
                outside += sum(
                    element.get("TargetMode") == "External"
                    and not element.get("Type", "").endswith("/hyperlink")
                    for element in package.xml(part)
                )
    if outside:
        warnings.append(f"{counted(outside, 'link')} to files outside it not followed")
    embedded = sum("/embeddings/" in part for part in package.parts)
    if embedded:
        warnings.append(f"{counted(embedded, 'embedded file')} left out")
    return warnings


def properties(package: Package) -> dict[str, str]:
    """What docProps/core.xml says: title, author, subject, created …, by our names for them."""
    names = {
        "title": "title", "creator": "author", "subject": "subject", "created": "created",
        "modified": "modified", "lastModifiedBy": "last modified by", "keywords": "keywords",
        "description": "description", "language": "language",
    }  # fmt: skip
    part = package.target("core-properties")
    try:
        root = package.xml_if_there(part)
    except SourceMalformed:
        root = None
    values: dict[str, str] = {}
    for element in root if root is not None else ():
        value = shown(element.text or "")
        if value and name_of(element) in names:
            values[names[name_of(element)]] = value
    return values


def counted(number: int, noun: str, plural: str = "") -> str:
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def _parser(*, recover: bool = False) -> etree.XMLParser:
    return etree.XMLParser(
        recover=recover,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


def _iterated(data: bytes, tags: tuple[str, ...], *, recover: bool = False) -> Iterator[Element]:
    for _, element in etree.iterparse(
        io.BytesIO(data),
        tag=["{*}" + tag for tag in tags],
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        recover=recover,
    ):
        yield element
        element.clear(keep_tail=False)
        while element.getprevious() is not None:
            del element.getparent()[0]  # pyright: ignore[reportOptionalSubscript]


def _has_doctype(data: bytes) -> bool:
    text = data.replace(b"\0", b"") if b"\0" in data[:4] else data
    return b"<!DOCTYPE" in text or b"<!ENTITY" in text
