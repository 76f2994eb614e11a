"""The checksums of Tri-Bench's files at the pinned commit."""

import re
from functools import cache

from core.settings import PUBLISHED

CHECKSUM_LIST = PUBLISHED / "tri_bench.sha256"


@cache
def pinned_checksums() -> dict[str, str]:
    """SHA-256 in hexadecimal of every file that `fetch` brings, by path in the release, in the order of the list."""
    lines = CHECKSUM_LIST.read_text(encoding="utf-8").splitlines()
    matches = [re.fullmatch(r"([0-9a-f]{64})  (\S+)", line) for line in lines]
    return {match[2]: match[1] for match in matches if match}
