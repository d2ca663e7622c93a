"""The values that PDF objects are written in: names, numbers, strings, arrays, dictionaries."""

from __future__ import annotations

import re
from typing import NamedTuple, Union

_MAX_DEPTH = 100
_token = re.compile(
    rb"[\0\t\n\f\r ]+|%[^\r\n]*"
    rb"|(?P<reference>(?P<number>\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![a-zA-Z]))"
    rb"|(?P<name>/[^\0\t\n\f\r ()<>\[\]{}/%]*)"
    rb"|(?P<real>[+-]{0,2}(?:\d+\.?\d*|\.\d+|\.)(?:-\d*)?)"
    rb"|(?P<open><<|\[)|(?P<close>>>|\])"
    rb"|(?P<hex><[0-9A-Fa-f\0\t\n\f\r ]*>)"
    rb"|(?P<text>\()"
    rb"|(?P<word>true|false|null)(?![a-zA-Z])"
)
_text_mark = re.compile(rb"\\.|[()]", re.S)
_escape = re.compile(rb"#([0-9A-Fa-f]{2})")


class Broken(Exception):
    """What is there is no value."""


class Reference(NamedTuple):
    number: int


class Name(bytes):
    """A name, without its slash."""

    __slots__ = ()


Dictionary = dict[bytes, "Value"]
Value = Union["Dictionary", "list[Value]", Reference, Name, bytes, float, int, bool, None]


def parse(data: bytes, *, whole: bool = True) -> Value:
    """The value that `data` is, or with `whole=False` begins with. Raises Broken."""
    value, at = _Parser(data).value(0)
    if whole:
        left = data[at:].lstrip(b"\0\t\n\f\r ")
        if left and not left.startswith(b"%"):
            raise Broken
    return value


class _Parser:
    def __init__(self, data: bytes) -> None:
        self.data = data

    def value(self, at: int, depth: int = 0) -> tuple[Value, int]:
        match, at = self._next(at)
        kind = match.lastgroup
        if kind == "close":
            raise Broken
        if kind != "open":
            return self._plain(match, at)
        if depth > _MAX_DEPTH:
            raise Broken
        if match[0] == b"[":
            return self._array(at, depth)
        return self._dictionary(at, depth)

    def _next(self, at: int) -> tuple[re.Match[bytes], int]:
        while match := _token.match(self.data, at):
            if match.lastgroup is not None:
                return match, match.end()
            at = match.end()
        raise Broken

    def _plain(self, match: re.Match[bytes], at: int) -> tuple[Value, int]:
        match match.lastgroup:
            case "reference":
                return Reference(int(match["number"])), at
            case "name":
                return Name(_escape.sub(lambda code: bytes([int(code[1], 16)]), match[0][1:])), at
            case "real":
                return _number(match[0]), at
            case "text":
                return self._text(at)
            case "hex":
                return match[0], at
            case _:
                return {b"true": True, b"false": False}.get(match[0]), at

    def _array(self, at: int, depth: int) -> tuple[Value, int]:
        values: list[Value] = []
        while True:
            match, after = self._next(at)
            if match[0] == b"]":
                return values, after
            value, at = self.value(at, depth + 1)
            values.append(value)

    def _dictionary(self, at: int, depth: int) -> tuple[Value, int]:
        values: Dictionary = {}
        while True:
            match, after = self._next(at)
            if match[0] == b">>":
                return values, after
            if match.lastgroup != "name":
                raise Broken
            key, _ = self._plain(match, after)
            value, at = self.value(after, depth + 1)
            assert isinstance(key, bytes)
            values[key] = value

    def _text(self, at: int) -> tuple[Value, int]:
        depth, start = 1, at
        while match := _text_mark.search(self.data, at):
            at = match.end()
            depth += (match[0] == b"(") - (match[0] == b")")
            if not depth:
                return self.data[start : at - 1], at
        raise Broken


def _number(text: bytes) -> float | int:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return 0.0
