"""Streaming access to parts of a JSON file of any size, in the memory of one part; other parts are skipped.

If a key occurs twice in an object on the way, the first counts.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from core.importers.json_lines import parse_json_object
from core.importers.json_text import parse_json

MAX_PART_BYTES: Final = 256 * 2**20
"""Maximum size of an element, or of a requested value."""

_MAX_KEY_BYTES = 2**20
_CHUNK_BYTES = 2**20
_BOM = b"\xef\xbb\xbf"
_BACKSLASH = ord("\\")
_BLANKS = re.compile(rb"[ \t\r\n]*+")
_SCALAR = re.compile(rb'[^ \t\r\n,:"\[\]{}]*+')
_OUTSIDE = re.compile(rb'(?:[^"\[\]{}]++|"[^"\\]{0,200}+(?:\\.[^"\\]{0,200}+){0,9}+")*+', re.DOTALL)
"""Text up to the next bracket, or to a string that is long or does not end in the window."""


def read_list_objects(path: Path, *keys: str) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Yield the number of each element of the list at a path of keys, from 1, and its object, or why it has none.

    Without keys, it is the file's own list.

    Raises:
        ValueError: the list does not exist, or the file ends too early; states the position.
        OSError: the file cannot be read.
    """
    for number, text in read_elements(path, keys):
        yield number, _TOO_LONG if text is None else parse_json_object(text)


def read_object_keys(path: Path) -> Iterator[str]:
    """Yield the keys of a file's first object in order, also for JSON lines; none if it does not begin with an object.

    Raises:
        ValueError: the object cannot be read, or the file ends too early; states the position.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        window = _Window(file)
        if window.peek() == b"{":
            yield from _read_keys(window)


def read_value_at(path: Path, *keys: str, without: Sequence[str] = ()) -> Any:  # noqa: ANN401 - JSON may be anything
    """Read the value at a path of keys; None if there is none.

    Args:
        path: the file.
        keys: the path to the value; without any, the whole file is read.
        without: keys that are left out of the value if it is an object, however long their values are; for nested ones
            their path, as in `results.table`.

    Raises:
        ValueError: the value or the text before it cannot be read; states the position.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        window = _Window(file)
        if not _enter(window, keys):
            return None
        value = _read_without(window, without)
        if not keys:
            _expect_end(window)
        return value


def _read_without(window: "_Window", without: Sequence[str]) -> Any:  # noqa: ANN401 - JSON may be anything
    if not without or window.peek() != b"{":
        return _read(window)
    found = {}
    for key in _read_keys(window):
        if key not in without:
            inner = [name.removeprefix(f"{key}.") for name in without if name.startswith(f"{key}.")]
            found[key] = _read_without(window, inner)
    return found


def read_elements(path: Path, keys: tuple[str, ...]) -> Iterator[tuple[int, bytes | None]]:
    """Yield the number and the text of each element, None if it is too long; raises as `read_list_objects`."""
    with path.open("rb") as file:
        window = _Window(file)
        if not _enter(window, keys) or window.peek() != b"[":
            raise ValueError(f"there is no list at {'.'.join(keys) or 'the beginning'}")
        window.pass_sign(b"[")
        number = 0
        while window.peek() != b"]":
            if number:
                window.pass_sign(b",")
            number += 1
            text = window.read_value(MAX_PART_BYTES)
            if not window.peek():
                break
            yield number, text
        window.pass_sign(b"]")
        if not keys:
            _expect_end(window)


_TOO_LONG = f"it is longer than {MAX_PART_BYTES // 2**20} MiB"


def _enter(window: "_Window", keys: tuple[str, ...]) -> bool:
    """Move the window to the value at the path of keys; return whether it exists."""
    return all(window.peek() == b"{" and any(name == key for name in _read_keys(window)) for key in keys)


def _read_keys(window: "_Window") -> Iterator[str]:
    """Yield the keys of the object here, the window before the value of each; skip values that the caller ignores."""
    window.pass_sign(b"{")
    is_first = True
    while window.peek() != b"}":
        if not is_first:
            window.pass_sign(b",")
        is_first = False
        if window.peek() != b'"':
            raise ValueError(f"not valid JSON: no key at byte {window.place}")
        key = window.read_value(_MAX_KEY_BYTES)
        window.pass_sign(b":")
        before = window.place
        yield "" if key is None else parse_json(key)
        if window.place == before:
            window.read_value(0)
    window.pass_sign(b"}")


def _expect_end(window: "_Window") -> None:
    if window.peek():
        raise ValueError(f"something follows the value, from byte {window.place}")


def _read(window: "_Window") -> Any:  # noqa: ANN401 - JSON may be anything
    before = window.place
    text = window.read_value(MAX_PART_BYTES)
    if text is None:
        raise ValueError(f"the value at byte {before}: {_TOO_LONG}")
    return parse_json(text)


class _Window:
    """A sliding window over the file. It finds the end of a value by quotes and brackets alone."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._bytes = file.read(max(_CHUNK_BYTES, len(_BOM)))
        self._at = len(_BOM) if self._bytes.startswith(_BOM) else 0
        self._passed = 0

    @property
    def place(self) -> int:
        """Return the number of the next byte in the file, from 1."""
        return self._passed + self._at + 1

    def peek(self) -> bytes:
        """Return the next non-blank byte, empty at the end of the file."""
        self._go(_BLANKS)
        while self._at == len(self._bytes) and self._slide():
            self._go(_BLANKS)
        return self._sign

    def pass_sign(self, sign: bytes) -> None:
        """Skip this byte, which must come next."""
        if (found := self.peek()) != sign:
            self._raise_at_end()
            raise ValueError(f"not valid JSON: {found!r} instead of {sign!r} at byte {self.place}")
        self._at += 1

    def read_value(self, max_bytes: int) -> bytes | None:
        """Skip the next value; return its text, or None if that is longer."""
        first = self.peek()
        self._raise_at_end()
        kept = _Kept(max_bytes)
        if first in b'"[{':
            self._pass_nested(kept)
        else:
            self._pass_scalar(kept)
        return kept.text

    def _pass_scalar(self, kept: "_Kept") -> None:
        first = begin = self.place
        self._go(_SCALAR)
        while self._at == len(self._bytes):
            kept.add(self._bytes[begin - self._passed - 1 :])
            begin = self.place
            if not self._slide():
                break
            self._go(_SCALAR)
        kept.add(self._bytes[begin - self._passed - 1 : self._at])
        if self.place == first:
            raise ValueError(f"not valid JSON: {self._sign!r} instead of a value at byte {self.place}")

    def _pass_nested(self, kept: "_Kept") -> None:
        begin = self._at
        in_string = self._sign == b'"'
        depth = 0 if in_string else 1
        self._at += 1
        while in_string or depth:
            if in_string:
                self._go_to_quote()
            else:
                self._go(_OUTSIDE)
            sign = self._sign
            if sign in (b"", b"\\"):
                kept.add(self._bytes[begin : self._at])
                if not self._slide():
                    self._at = len(self._bytes)
                    self._raise_at_end()
                begin = 0
                continue
            self._at += 1
            if sign == b'"':
                in_string = not in_string
            else:
                depth += 1 if sign in b"[{" else -1
        kept.add(self._bytes[begin : self._at])

    @property
    def _sign(self) -> bytes:
        return self._bytes[self._at : self._at + 1]

    def _go(self, over: re.Pattern[bytes]) -> None:
        if match := over.match(self._bytes, self._at):
            self._at = match.end()

    def _go_to_quote(self) -> None:
        """Move to the quote that ends the string, or to the window's end, before backslashes that may escape."""
        while (quote := self._bytes.find(b'"', self._at)) >= 0:
            if self._count_backslashes(quote) % 2 == 0:
                self._at = quote
                return
            self._at = quote + 1
        end = len(self._bytes)
        self._at = end - self._count_backslashes(end)

    def _count_backslashes(self, place: int) -> int:
        first = place
        while first > self._at and self._bytes[first - 1] == _BACKSLASH:
            first -= 1
        return place - first

    def _slide(self) -> bool:
        """Slide the window, keeping what is not consumed yet; return whether there is more."""
        more = self._file.read(_CHUNK_BYTES)
        if more:
            self._bytes, self._passed, self._at = self._bytes[self._at :] + more, self._passed + self._at, 0
        return bool(more)

    def _raise_at_end(self) -> None:
        if self._at == len(self._bytes):
            raise ValueError(f"the file ends too early, after byte {self.place - 1}")


class _Kept:
    """The pieces of a value, dropped if it grows too long."""

    def __init__(self, max_bytes: int) -> None:
        self._pieces: list[bytes] = []
        self._room = max_bytes

    def add(self, piece: bytes) -> None:
        self._room -= len(piece)
        if self._room < 0:
            self._pieces.clear()
        elif piece:
            self._pieces.append(piece)

    @property
    def text(self) -> bytes | None:
        return None if self._room < 0 else b"".join(self._pieces)
