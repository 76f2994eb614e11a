"""The checksums of Tri-Bench's files at the pinned commit."""

from functools import cache

from core.benchmarks.pinned import PinnedFiles, read_checksums
from core.benchmarks.triangles import facts
from core.settings import PUBLISHED

CHECKSUM_LIST = PUBLISHED / "tri_bench.sha256"


@cache
def pinned_checksums() -> dict[str, str]:
    """SHA-256 in hexadecimal of every file that `fetch` brings, by path in the release, in the order of the list."""
    return read_checksums(CHECKSUM_LIST)


PINNED = PinnedFiles("Tri-Bench", "python -m core fetch", facts.FILES, pinned_checksums)
