"""The parts that a picture's file is made of, counted before a decoder reads them one by one."""

_PNG = b"\x89PNG\r\n\x1a\n"
_AROUND_A_CHUNK = 12
"""Bytes of a PNG's chunk beside its content: length, type and checksum."""

_JPEG = b"\xff\xd8"
_SCAN = 0xDA
_WITHOUT_CONTENT = range(0xD0, 0xD9)
"""Markers of a JPEG that no length follows."""


def count_parts(body: bytes, most: int) -> int:
    """Chunks of a PNG, or what stands before the first scan of a JPEG; 0 of other files.

    Args:
        body: the file's content.
        most: where there are more, one more than this is told, and the rest is not looked at.

    Source: PNG, section 5.3; JPEG (ITU-T T.81), annex B.1.1.
    """
    if body.startswith(_PNG):
        begins, next_part = len(_PNG), _after_chunk
    elif body.startswith(_JPEG):
        begins, next_part = len(_JPEG), _after_segment
    else:
        return 0
    place, count = begins, 0
    while place < len(body) and count <= most:
        place, count = next_part(body, place), count + 1
    return count


def _after_chunk(body: bytes, place: int) -> int:
    return place + _AROUND_A_CHUNK + int.from_bytes(body[place : place + 4])


def _after_segment(body: bytes, place: int) -> int:
    """Fill bytes, and what is no marker, are passed one by one, as a decoder does."""
    marker = body[place + 1 : place + 2]
    if body[place] != 0xFF or marker in (b"", b"\xff", b"\x00"):
        return place + 1
    if marker[0] == _SCAN:
        return len(body)
    return place + 2 + (0 if marker[0] in _WITHOUT_CONTENT else int.from_bytes(body[place + 2 : place + 4]))
