"""Checksums of Tri-Bench's files at the pinned commit."""

from functools import cache

from core.benchmarks.checksums import read_checksums
from core.settings import PUBLISHED

CHECKSUM_LIST = PUBLISHED / "tri_bench.sha256"


@cache
def read_pinned_checksums() -> dict[str, str]:
    """Read the SHA-256 in hexadecimal of every file that `fetch` downloads, by path in the release, in list order."""
    return read_checksums(CHECKSUM_LIST)
