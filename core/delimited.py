"""Detection of the encoding and the delimiter of a table in a text file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

_BOMS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
)
UTF_8 = "utf-8-sig"
"""UTF-8, with or without a byte order mark."""

CP1252_NOTE = (
    "{file} is not UTF-8 and was read as Windows-1252 (cp1252). If letters such as é or ß are wrong, save it as UTF-8 "
    "and read it again."
)

_HEAD_BYTES = 4096
_CHUNK_BYTES = 2**22
_MIN_ZERO_SHARE = 0.3
_MAX_OTHER_ZERO_SHARE = 0.1
"""Largest share of zeros among the other bytes of UTF-16: some characters, such as Ā and 😀, have a zero there."""

_SEPARATORS = ",;\t"
_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_LONG_RUN = re.compile(rb"[\x80-\xff]{4}")
"""Text in Latin letters never has four non-ASCII letters in a row; Chinese in GBK has."""


@dataclass(frozen=True, slots=True)
class DelimitedFormat:
    """The format of a table in a text file.

    Attributes:
        encoding: name of Python's codec.
        delimiter: between its cells.
        note: a sentence for the user about the encoding; empty if the encoding is certain.
    """

    encoding: str
    delimiter: str
    note: str = ""

    def open_text(self, path: Path) -> TextIO:
        """Open the file for the `csv` module; bytes that are not UTF-8 become lone surrogates.

        Raises:
            OSError: it cannot be read.
        """
        errors = "surrogateescape" if self.encoding == UTF_8 else "strict"
        return path.open(newline="", encoding=self.encoding, errors=errors)


def detect_delimited_format(path: Path) -> DelimitedFormat:
    """Return the encoding and the delimiter of a table.

    A byte order mark decides. Without one, zero bytes mean UTF-16, and text that is not UTF-8 is Windows-1252 if it
    can be decoded as such. The delimiter is the comma, semicolon or tab that is most frequent in the header outside of
    quotation marks.

    Raises:
        OSError: the file cannot be read.
        UnicodeDecodeError: the header is not text in the file's encoding.
    """
    encoding = detect_encoding(path)
    note = CP1252_NOTE.format(file=path.name) if encoding == "cp1252" else ""
    with DelimitedFormat(encoding, ",").open_text(path) as file:
        header = file.readline()
    return DelimitedFormat(encoding, find_delimiter(header, prefers_tab=path.suffix.lower() == ".tsv"), note)


def find_delimiter(header: str, *, prefers_tab: bool = False) -> str:
    """Return the delimiter of a header: the character that is most frequent outside of quotation marks."""
    bare = re.sub(r'"[^"]*"', "", header)
    return max(_SEPARATORS[::-1] if prefers_tab else _SEPARATORS, key=bare.count)


def detect_encoding(path: Path) -> str:
    """Return the name of the codec that reads a text file.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if by_head := detect_head_encoding(head):
        return by_head
    has_multibyte = has_single = False
    for chunk in _read_non_ascii_chunks(path):
        if _LONG_RUN.search(_MULTIBYTE.sub(b"", chunk)):
            return UTF_8
        has_multibyte = has_multibyte or _MULTIBYTE.search(chunk) is not None
        rest = _MULTIBYTE.sub(b"", chunk)
        has_single = has_single or not rest.isascii()
        if has_single and (has_multibyte or not _is_cp1252(rest)):
            return UTF_8
    return "cp1252" if has_single else UTF_8


def detect_head_encoding(head: bytes) -> str:
    """Return the codec that a byte order mark or zero bytes at the start of a file indicate; empty if neither does."""
    if by_mark := next((encoding for mark, encoding in _BOMS if head.startswith(mark)), ""):
        return by_mark
    half = max(len(head) // 2, 1)
    first, second = head[::2].count(0) / half, head[1::2].count(0) / half
    if second > _MIN_ZERO_SHARE and first < _MAX_OTHER_ZERO_SHARE:
        return "utf-16-le"
    if first > _MIN_ZERO_SHARE and second < _MAX_OTHER_ZERO_SHARE:
        return "utf-16-be"
    return ""


def is_encodable(text: str) -> bool:
    """Return whether the text can be encoded; lone surrogates represent bytes that are not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read_non_ascii_chunks(path: Path) -> Iterator[bytes]:
    """Yield the parts of a file that are not ASCII; each ends at the end of a line, so that no character is split."""
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            chunk += file.readline()
            if not chunk.isascii():
                yield chunk


def _is_cp1252(text: bytes) -> bool:
    try:
        text.decode("cp1252")
    except UnicodeDecodeError:
        return False
    return True
