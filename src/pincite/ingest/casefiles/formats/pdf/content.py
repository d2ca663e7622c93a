"""The content of PDF pages, as far as it tells whether it is whole: operators and names."""

from __future__ import annotations

import re

_SPACE = rb"[\0\t\n\f\r ]"
_font = re.compile(
    rb"/([^\0\t\n\f\r ()<>\[\]{}/%]+)" + _SPACE + rb"+[-+.\d]+" + _SPACE + rb"+Tf(?![\w*])"
)
_form = re.compile(rb"/([^\0\t\n\f\r ()<>\[\]{}/%]+)" + _SPACE + rb"+Do(?![\w*])")
_escape = re.compile(rb"#([0-9A-Fa-f]{2})")
_shows = re.compile(rb"[)>\]]" + _SPACE + rb"*(?:Tj|TJ|'|\")(?![\w*])")
_inline_picture = re.compile(rb"(?<![\w*])ID" + _SPACE)
_string = re.compile(rb"\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)", re.S)
_operator = re.compile(rb"(?<![\w/.+*#-])[A-Za-z'\"][\w*'\"]*")
_OPERATORS = frozenset(
    b"b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k"
    b" l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W"
    b" W* y ' \" true false null".split()
)


def names_used(content: bytes) -> tuple[list[bytes], list[bytes]]:
    """The fonts that content sets text in, and the forms and pictures that it draws, by name."""
    fonts, forms = (
        list(dict.fromkeys(map(_name, pattern.findall(content)))) for pattern in (_font, _form)
    )
    return fonts, forms


def shows_text(content: bytes) -> bool:
    return _shows.search(content) is not None


def well_formed(content: bytes) -> bool:
    """Whether all words of content that is not packed, and so has no checksum, are operators."""
    if b"\0\0\0\0" in content:
        return False
    if _inline_picture.search(content):
        # Its bytes may be anything, and where it ends is a guess.
        return True
    bare = _string.sub(b" ", content)
    bare = re.sub(rb"%[^\r\n]*|<[0-9A-Fa-f\s]*>", b" ", bare)
    bare = re.sub(rb"/[^\0\t\n\f\r ()<>\[\]{}/%]*", b" ", bare)
    return all(word in _OPERATORS for word in _operator.findall(bare))


def _name(raw: bytes) -> bytes:
    return _escape.sub(lambda code: bytes([int(code[1], 16)]), raw)
