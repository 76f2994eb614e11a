"""Zip archives written by hand: with Zstandard, repeated names, and false sizes."""

import struct
import zlib
from dataclasses import dataclass

import pyarrow as pa

STORED, DEFLATED, ZSTANDARD = 0, 8, 93


@dataclass(frozen=True)
class Member:
    """A member; `claimed` is the size that the archive states, the true one by default."""

    name: str
    body: bytes
    method: int = ZSTANDARD
    claimed: int | None = None
    crc: int | None = None
    frames: int = 1


def write_zip(path, members):
    """Write an archive with these members, in order."""
    out, directory = b"", b""
    for member in members:
        name, packed = member.name.encode(), _packed(member)
        claimed = len(member.body) if member.claimed is None else member.claimed
        crc = zlib.crc32(member.body) if member.crc is None else member.crc
        known = struct.pack("<HHHHHIII", 20, 0, member.method, 0, 33, crc, len(packed), min(claimed, 0xFFFFFFFE))
        directory += struct.pack("<4sH", b"PK\x01\x02", 20) + known
        directory += struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, len(out)) + name
        out += b"PK\x03\x04" + known + struct.pack("<HH", len(name), 0) + name + packed
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, len(members), len(members), len(directory), len(out), 0)
    path.write_bytes(out + directory + end)
    return path


def _packed(member):
    if member.method == ZSTANDARD:
        size = -(-len(member.body) // member.frames) or 1
        pieces = [member.body[start : start + size] for start in range(0, len(member.body), size)]
        return b"".join(pa.Codec("zstd").compress(piece, asbytes=True) for piece in pieces)
    if member.method == DEFLATED:
        packer = zlib.compressobj(wbits=-15)
        return packer.compress(member.body) + packer.flush()
    return member.body
