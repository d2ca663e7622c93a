"""A PDF that cannot be opened, written anew from the objects that are still in it."""

from __future__ import annotations

from pincite.ingest.casefiles.formats.pdf.objects import NotChecked, PdfObjects, RawObject, scan
from pincite.ingest.casefiles.formats.pdf.syntax import Dictionary, Reference

MENDED = (
    "the file is cut short or damaged: what was read are the pages that could still be found in it"
)


def mended(data: bytes) -> bytes | None:
    """The same objects with a new table; None where no page is among them. Where the tree of pages
    is gone, the pages are in the order in which they lie in the file."""
    try:
        objects = scan(data)
    except NotChecked:
        return None
    if any(b"Encrypt" in trailer for trailer in objects.trailers):
        return None
    written = _Written(objects)
    root = written.root()
    return written.file(root) if root else None


class _Written:
    def __init__(self, objects: PdfObjects) -> None:
        self.objects = objects
        self.out = bytearray(b"%PDF-1.7\n")
        self.offsets: dict[int, int] = {}
        self.next = max(objects.objects, default=0) + 1

    def root(self) -> int:
        """The number of a catalog that leads to pages; 0 where there are none."""
        for found in self.objects.objects.values():
            if found.dictionary.get(b"Type") == b"Catalog" and self._leads(found.dictionary):
                return found.number
        pages = [
            found.number
            for found in self.objects.objects.values()
            if found.dictionary.get(b"Type") == b"Page" and b"Contents" in found.dictionary
        ]
        if not pages:
            return 0
        kids = b" ".join(b"%d 0 R" % number for number in pages)
        tree = self._add(b"<< /Type /Pages /Count %d /Kids [%b] >>" % (len(pages), kids))
        return self._add(b"<< /Type /Catalog /Pages %d 0 R >>" % tree)

    def _leads(self, catalog: Dictionary) -> bool:
        """Whether the tree of pages has a page that is still there."""
        tree = self.objects.resolve(catalog.get(b"Pages"))
        waiting = [tree]
        for _ in range(1000):
            node = self.objects.resolve(waiting.pop()) if waiting else None
            if not isinstance(node, dict):
                if not waiting:
                    return False
                continue
            kids = self.objects.resolve(node.get(b"Kids"))
            if not isinstance(kids, list):
                return True
            waiting += [kid for kid in kids if isinstance(kid, Reference)]
        return False

    def _add(self, body: bytes) -> int:
        number, self.next = self.next, self.next + 1
        self._write(RawObject(number, body))
        return number

    def _write(self, found: RawObject) -> None:
        self.offsets[found.number] = len(self.out)
        self.out += b"%d 0 obj\n" % found.number + found.body
        if found.stream is not None:
            packed = self.objects.data[found.stream.start : found.stream.end]
            self.out += b"\nstream\n" + packed + b"\nendstream"
        self.out += b"\nendobj\n"

    def file(self, root: int) -> bytes:
        for found in self.objects.objects.values():
            if found.dictionary.get(b"Type") not in (b"ObjStm", b"XRef"):
                self._write(found)
        table = len(self.out)
        self.out += b"xref\n0 1\n0000000000 65535 f \n"
        for number, offset in sorted(self.offsets.items()):
            self.out += b"%d 1\n%010d 00000 n \n" % (number, offset)
        self.out += b"trailer << /Size %d /Root %d 0 R >>\n" % (self.next, root)
        self.out += b"startxref\n%d\n%%%%EOF\n" % table
        return bytes(self.out)
