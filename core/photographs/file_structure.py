"""The parts of an image file, counted before a decoder reads them one by one."""

import re
from dataclasses import dataclass

from core.errors import ImageError

MAX_PARTS = 10_000
"""Chunks, segments or blocks of a file: reading each takes a step of the decoder. Encoders write one per 5 kB."""

MAX_SCANS = 100
"""Largest number of scans in a JPEG; encoders make about ten. Each takes as long to decode as the whole image."""

MAX_SCANNED_PIXELS = 600_000_000
"""Pixels times scans of a JPEG: twelve scans of the largest image, about four seconds."""

_PNG = b"\x89PNG\r\n\x1a\n"
_AROUND_A_CHUNK = 12
"""Bytes of a PNG's chunk beside its content: length, type and checksum."""

_JPEG = b"\xff\xd8"
_SCAN = 0xDA
_END_OF_JPEG = 0xD9
_WITHOUT_CONTENT = range(0xD0, 0xD9)
"""Markers of a JPEG that are not followed by a length."""

_MARKER_AFTER_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)
"""The marker that ends a scan. Within a scan, a JPEG writes 255 as 255 and 0, and restarts."""

_GIF = re.compile(rb"GIF8[79]a")
_GIF_EXTENSION = 0x21
_GIF_FRAME = 0x2C
_GIF_END = 0x3B
_FULL_BLOCK_BYTES = 128
"""An encoder fills blocks of 255 bytes; blocks of at least this size are too few to take long."""


@dataclass(frozen=True, slots=True)
class FilePartCounts:
    """The number of parts of a file and of a JPEG's scans; 0 for formats other than PNG, JPEG and GIF."""

    count: int = 0
    scans: int = 0


def count_parts(body: bytes) -> FilePartCounts:
    """Count the chunks of a PNG, the segments of a JPEG or the small blocks of a GIF, and a JPEG's scans.

    Raises:
        ImageError: there are more than `MAX_PARTS` parts or `MAX_SCANS` scans; what follows is not read.

    Source: PNG, section 5.3; JPEG (ITU-T T.81), annex B.1.1; GIF89a, sections 15 and 20.
    """
    if body.startswith(_PNG):
        return _count_chunks(body)
    if body.startswith(_JPEG):
        return _count_segments(body)
    if _GIF.match(body):
        return _count_blocks(body)
    return FilePartCounts()


def check_scanned_pixels(parts: FilePartCounts, pixels: int) -> None:
    """Raise ImageError if a JPEG's scans together decode too many pixels."""
    if parts.scans > 1 and parts.scans * pixels > MAX_SCANNED_PIXELS:
        many = f"{parts.scans} scans of {pixels / 1e6:.1f} million pixels"
        raise ImageError(f"{many} would take long to decode: save the image with fewer scans")


def _check_count(count: int) -> None:
    if count > MAX_PARTS:
        raise ImageError(f"the file has more than {MAX_PARTS:,} parts: save it again with an image editor")


def _count_chunks(body: bytes) -> FilePartCounts:
    offset, count = len(_PNG), 0
    while offset < len(body):
        offset += _AROUND_A_CHUNK + int.from_bytes(body[offset : offset + 4])
        count += 1
        _check_count(count)
    return FilePartCounts(count)


def _count_segments(body: bytes) -> FilePartCounts:
    """Count what a decoder reads up to the image's end; what follows it, such as a film, is not read.

    Fill bytes, and bytes that are not a marker, are skipped one by one, as a decoder does.
    """
    offset, count, scans = len(_JPEG), 0, 0
    while offset < len(body):
        count += 1
        _check_count(count)
        marker = body[offset + 1 : offset + 2]
        if body[offset] != 0xFF or marker in (b"", b"\xff", b"\x00"):
            offset += 1
            continue
        if marker[0] == _END_OF_JPEG and scans:
            break
        offset += 2 + (0 if marker[0] in _WITHOUT_CONTENT else int.from_bytes(body[offset + 2 : offset + 4]))
        if marker[0] == _SCAN:
            scans += 1
            if scans > MAX_SCANS:
                raise ImageError(f"more than {MAX_SCANS} scans would take long to decode: save it with fewer scans")
            following = _MARKER_AFTER_SCAN.search(body, offset)
            offset = following.start() if following else len(body)
    return FilePartCounts(count, scans)


def _count_blocks(body: bytes) -> FilePartCounts:
    """Count what a decoder reads up to the second frame, without the full blocks of the first."""
    offset, count, frames = 13 + _count_palette_bytes(body[10:11]), 0, 0
    while offset < len(body) and body[offset] != _GIF_END:
        count += 1
        _check_count(count)
        if body[offset] == _GIF_FRAME:
            frames += 1
            if frames > 1:
                break
            offset += 11 + _count_palette_bytes(body[offset + 9 : offset + 10])
        elif body[offset] == _GIF_EXTENSION:
            offset += 2
        else:
            offset += 1
            continue
        while offset < len(body) and (size := body[offset]):
            offset += 1 + size
            count += size < _FULL_BLOCK_BYTES
            _check_count(count)
        offset += 1
    return FilePartCounts(count)


def _count_palette_bytes(flags: bytes) -> int:
    return 3 << (flags[0] & 7) + 1 if flags and flags[0] & 128 else 0
