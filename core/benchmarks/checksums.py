"""Checksum lists of the files that `fetch` downloads."""

import re
from functools import cache
from pathlib import Path


@cache
def read_checksums(path: Path) -> dict[str, str]:
    """Return the SHA-256 in hexadecimal for each path in the release, in the order of the list."""
    lines = path.read_text(encoding="utf-8").splitlines()
    matches = [re.fullmatch(r"([0-9a-f]{64})  (\S.*)", line) for line in lines]
    return {match[2]: match[1] for match in matches if match}
