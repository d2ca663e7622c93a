"""What of a PDF's text may be missing because the file is damaged, told from its own bytes.

Only what the words of a page depend on is looked at: the tree of pages, their contents, the forms
and fonts that these name. A broken outline or picture is no loss of words.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field

from pincite.ingest.casefiles.formats.pdf.content import names_used, shows_text, well_formed
from pincite.ingest.casefiles.formats.pdf.objects import NotChecked, PdfObjects, RawObject, scan
from pincite.ingest.casefiles.formats.pdf.syntax import Dictionary, Name, Reference, Value
from pincite.model.document import Loss

CONTENT = "may lack text: damaged content"
FONT = "may lack text: damaged font"
_CUT = "the file is cut short: pages or text after the cut are missing"
_TORN = "parts of the file cannot be unpacked: text that they hold may be missing"
_STRAY = "the file holds text that no page leads to any more: text may be missing"
_GAP = "a stretch of the file cannot be made out: text may be missing"

# A reader looks for the end of the file in so many bytes, whatever may follow it.
_TAIL = 2048
_MAX_DEPTH = 60
_MOST_PAGES = 50_000
_end = re.compile(rb"startxref[\0\t\n\f\r ]+\d+")
_stated_size = re.compile(rb"/L[\0\t\n\f\r ]+(\d{1,12})")
_contents = re.compile(
    rb"/Contents[\0\t\n\f\r ]*(\[[^\]]{0,65536}\]|\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R)"
)
_maps = re.compile(
    rb"/(?:ToUnicode|Encoding|UseCMap)[\0\t\n\f\r ]*(\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R)"
)
# Streams with these are forms, patterns, pictures, files, fonts or parts of them.
_NOT_CONTENT = frozenset({
    b"Subtype", b"PatternType", b"ShadingType", b"FunctionType", b"Width", b"Length1", b"Params",
    b"S", b"Linearized",
})  # fmt: skip
# The maps from codes to characters that every reader of PDFs has (ISO 32000-1, 9.7.5.2).
_known_map = re.compile(
    rb"Identity-[HV]|[HV]|(?:Uni(?:GB|CNS|JIS|JIS2004|JISX0213|JISX02132004|KS)|GB|GBpc|GBK|GBKp|"
    rb"GBK2K|B5pc|HKscs|ETen|ETenms|CNS|90ms|90msp|90pv|83pv|78|78ms|Add|Ext|EUC|KSC|KSCms|KSCpc)"
    rb"[A-Za-z0-9-]*-[HV]|(?:Adobe|Hojo|Hankaku|Hiragana|Katakana|Roman|WP-Symbol)\S*"
)
_FONTS = frozenset({
    b"Type0", b"Type1", b"MMType1", b"Type3", b"TrueType", b"CIDFontType0", b"CIDFontType2",
})  # fmt: skip


@dataclass(slots=True)
class PdfDamage:
    """`pages` says for each page that may lack text why; `whole` are statements about the file."""

    pages: dict[int, str] = field(default_factory=dict[int, str])
    whole: list[str] = field(default_factory=list[str])
    # Pages whose content shows text.
    texts: set[int] = field(default_factory=set[int])


@dataclass(slots=True)
class _Leaf:
    """A page of the tree; `page` is None where the tree leads to nothing."""

    page: Dictionary | None
    resources: Value | None


def damage(data: bytes, opened: int) -> PdfDamage:
    """Looks at the bytes of a PDF of which `opened` pages could be opened."""
    found = PdfDamage()
    if _is_cut_short(data):
        found.whole.append(_CUT)
    try:
        objects = scan(data)
        if any(b"Encrypt" in trailer for trailer in objects.trailers):
            # What is encrypted cannot be told from what is damaged.
            return found
        _Check(objects, found, opened).run()
    except (NotChecked, RecursionError):
        return PdfDamage()
    return found


def _is_cut_short(data: bytes) -> bool:
    # A file made for the web states its size at its beginning.
    stated = _stated_size.search(data, 0, 1024) if b"/Linearized" in data[:1024] else None
    if stated and int(stated[1]) > len(data):
        return True
    return _end.search(data, max(0, len(data) - _TAIL)) is None


class _Check:
    def __init__(self, objects: PdfObjects, found: PdfDamage, opened: int) -> None:
        self.objects = objects
        self.found = found
        self.opened = opened
        # What was said of each object that pages share.
        self._fonts: dict[int, bool] = {}
        self._forms: dict[int, str] = {}

    def run(self) -> None:
        leaves, stated = self._tree()
        expected = max(stated, len(leaves))
        if expected > self.opened:
            self.found.whole.append(
                f"the file says that it has {expected} pages; {self.opened} could be opened"
            )
        elif len(leaves) < self.opened:
            self.found.whole.append("its list of pages is damaged: text may be missing")
        for number, leaf in enumerate(leaves[: self.opened], 1):
            if leaf.page is None:
                self.found.pages[number] = CONTENT
            elif why := self._page(number, leaf):
                self.found.pages[number] = why
        if self.objects.torn:
            self.found.whole.append(_TORN)
        if self._strays():
            self.found.whole.append(_STRAY)
        if self.objects.gaps:
            self.found.whole.append(_GAP)

    # The tree of pages.

    def _tree(self) -> tuple[list[_Leaf], int]:
        """The pages in order, and how many the file says there are."""
        root = self._root()
        top = root.get(b"Pages") if root else None
        leaves: list[_Leaf] = []
        if top is not None:
            self._descend(top, None, leaves, set(), 0)
        node = self.objects.resolve(top)
        count = self.objects.resolve(node.get(b"Count")) if isinstance(node, dict) else 0
        return leaves, count if isinstance(count, int) and 0 < count < _MOST_PAGES else 0

    def _root(self) -> Dictionary | None:
        for trailer in reversed(self.objects.trailers):
            root = self.objects.resolve(trailer.get(b"Root"))
            if isinstance(root, dict) and b"Pages" in root:
                return root
        for found in self.objects.objects.values():
            if found.dictionary.get(b"Type") == b"Catalog":
                return found.dictionary
        return None

    def _descend(
        self, value: Value, resources: Value | None, leaves: list[_Leaf], seen: set[int], depth: int
    ) -> None:
        if isinstance(value, Reference):
            if value.number in seen:
                return
            seen.add(value.number)
        node = self.objects.resolve(value)
        if not isinstance(node, dict) or depth > _MAX_DEPTH or len(leaves) > _MOST_PAGES:
            leaves.append(_Leaf(None, None))
            return
        resources = node.get(b"Resources", resources)
        kids = self.objects.resolve(node.get(b"Kids"))
        if b"Kids" not in node and node.get(b"Type") != b"Pages":
            leaves.append(_Leaf(node, resources))
        elif not isinstance(kids, list):
            leaves.append(_Leaf(None, None))
        else:
            for kid in kids:
                self._descend(kid, resources, leaves, seen, depth + 1)

    # One page.

    def _page(self, number: int, leaf: _Leaf) -> str:
        """Why the page may lack text; "" where nothing is wrong with it."""
        page = leaf.page
        assert page is not None
        above = self.objects.resolve(page.get(b"Parent"))
        if b"Resources" not in page and not isinstance(above, dict):
            # What it has from above, it has no more.
            return FONT
        contents = page.get(b"Contents")
        value = self.objects.resolve(contents)
        streams: list[Value] = list(value) if isinstance(value, list) else [contents]
        if contents is None:
            return ""
        texts: list[bytes] = []
        for stream in streams:
            text = self._sound_stream(stream)
            if text is None:
                return CONTENT
            texts.append(text)
        content = b"\n".join(texts)
        if shows_text(content):
            self.found.texts.add(number)
        return self._drawn(content, leaf.resources)

    def _sound_stream(self, value: Value) -> bytes | None:
        """What a stream of a page's content holds; None where it is not whole."""
        if not isinstance(value, Reference):
            return b"" if value is None else None
        found = self.objects.objects.get(value.number)
        if found is None or found.value is None:
            # An object may well be the null object.
            return b"" if found and found.body.strip() == b"null" else None
        if found.stream is None:
            return b"" if found.value == [] else None
        unpacked = self.objects.unpack(value.number)
        if not unpacked.sound or has_hole(found):
            return None
        if b"Filter" not in found.dictionary and not well_formed(unpacked.data):
            return None
        return unpacked.data

    def _drawn(self, content: bytes, resources: Value | None) -> str:
        """What is wrong with the fonts and forms that content names."""
        known = self.objects.resolve(resources)
        held = known if isinstance(known, dict) else {}
        fonts, forms = names_used(content)
        for name in fonts:
            if not self._font(self._named(held, b"Font", name)):
                return FONT
        for name in forms:
            if why := self._form(self._named(held, b"XObject", name), held):
                return why
        return ""

    def _named(self, resources: Dictionary, kind: bytes, name: bytes) -> Value | None:
        group = self.objects.resolve(resources.get(kind))
        return group.get(name) if isinstance(group, dict) else None

    def _font(self, value: Value | None) -> bool:
        """Whether a font, and all that says which letters it draws, is whole."""
        if not isinstance(value, Reference):
            return isinstance(value, dict)
        if value.number not in self._fonts:
            self._fonts[value.number] = True
            self._fonts[value.number] = self._is_whole_font(value)
        return self._fonts[value.number]

    def _is_whole_font(self, value: Reference) -> bool:
        font = self.objects.resolve(value)
        if not isinstance(font, dict) or font.get(b"Subtype") not in _FONTS:
            return False
        if has_hole(self.objects.objects[value.number]):
            return False
        if not all(map(self._is_readable, font.values())):
            return False
        below = self.objects.resolve(font.get(b"DescendantFonts"))
        if isinstance(below, list) and not all(map(self._font, below)):
            return False
        if font.get(b"Subtype") == b"Type0" and not (below and self._maps(font.get(b"Encoding"))):
            return False
        if not self._is_sound(font.get(b"ToUnicode")) or not self._is_sound(font.get(b"Encoding")):
            return False
        # Where neither says which letters the codes are, the font itself does.
        said = font.get(b"ToUnicode") is not None or font.get(b"Encoding") is not None
        return said or self._is_sound(font.get(b"FontDescriptor"))

    def _is_readable(self, value: Value | None) -> bool:
        """Whether what a font refers to, widths for example, is there and can be made out."""
        if not isinstance(value, Reference):
            return True
        found = self.objects.objects.get(value.number)
        return found is not None and found.value is not None

    def _maps(self, encoding: Value | None) -> bool:
        named = self.objects.resolve(encoding)
        return not isinstance(named, Name) or _known_map.fullmatch(named) is not None

    def _is_sound(self, value: Value | None) -> bool:
        """Whether an object is there and, where it has a stream, that is whole."""
        if not isinstance(value, Reference):
            return True
        found = self.objects.objects.get(value.number)
        if found is None or found.value is None or has_hole(found):
            return False
        if found.stream is not None and not self.objects.unpack(value.number).sound:
            return False
        files = [found.dictionary.get(key) for key in (b"FontFile", b"FontFile2", b"FontFile3")]
        return all(self._is_sound(file) for file in files if file is not None)

    def _form(self, value: Value | None, resources: Dictionary) -> str:
        if not isinstance(value, Reference):
            return CONTENT
        number = value.number
        if number not in self._forms:
            # A form that draws itself is nothing new.
            self._forms[number] = ""
            self._forms[number] = self._form_damage(number, resources)
        return self._forms[number]

    def _form_damage(self, number: int, resources: Dictionary) -> str:
        found = self.objects.objects.get(number)
        if found is None or found.value is None:
            return CONTENT
        kind = found.dictionary.get(b"Subtype")
        if kind == b"Image":
            return ""
        if kind != b"Form" or found.stream is None or not self.objects.unpack(number).sound:
            return CONTENT
        own = found.dictionary.get(b"Resources")
        return self._drawn(self.objects.unpack(number).data, resources if own is None else own)

    # The rest of the file.

    def _strays(self) -> bool:
        """Whether text, or a page, is in the file that nothing leads to."""
        mentioned = self.objects.mentioned()
        drawn, mapped = self.objects.named_by(_contents), self.objects.named_by(_maps)
        for found in self.objects.objects.values():
            if found.number not in mentioned and self._is_of_pages(found):
                return True
            if found.stream is not None and self._is_stray(found, drawn, mapped):
                return True
        return False

    def _is_stray(self, found: RawObject, drawn: set[int], mapped: set[int]) -> bool:
        """Whether a stream is content that no page draws, or a map of letters that no font uses;
        what refers to it may have lost the name by which it did."""
        about = found.dictionary
        if found.number in drawn or found.number in mapped or about.keys() & _NOT_CONTENT:
            return False
        if about.get(b"Type") in (b"XRef", b"ObjStm"):
            return False
        data = self.objects.unpack(found.number).data
        return b"begincmap" in data or (shows_text(data) and bool(names_used(data)[0]))

    def _is_of_pages(self, found: RawObject) -> bool:
        about = found.dictionary
        if found.stream is not None:
            return False
        return about.get(b"Type") in (b"Page", b"Pages") or (
            found.value is None and found.body.strip() not in (b"null", b"")
        )


def has_hole(found: RawObject) -> bool:
    """Whether a stretch of the object was overwritten with zeros, which count as white space."""
    return b"\0\0\0\0" in found.body


def losses(found: PdfDamage, recognised: Container[int]) -> list[Loss]:
    """In words: pages with the same damage together, then what concerns the whole file."""
    grouped: dict[tuple[str, bool], list[int]] = {}
    for page, what in sorted(found.pages.items()):
        grouped.setdefault((what, page in recognised), []).append(page)
    told = [Loss(what, tuple(pages), again) for (what, again), pages in grouped.items()]
    return [*told, *map(Loss, dict.fromkeys(found.whole))]
