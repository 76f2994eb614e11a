"""The files of a public repository at a pinned commit: where they are, and what their bytes have to be."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PinnedFiles:
    """The files that `fetch` brings to a benchmark's folder.

    Attributes:
        title: the benchmark, in messages.
        command: the command that fetches them.
        url: the folder of the repository at the commit; paths follow it.
        checksums: returns the SHA-256 of each file by its path.
    """

    title: str
    command: str
    url: str
    checksums: Callable[[], Mapping[str, str]]


def read_checksums(path: Path) -> dict[str, str]:
    """Return the SHA-256 in hexadecimal by path, in the order of a list as `sha256sum` writes it."""
    matches = (re.fullmatch(r"([0-9a-f]{64})  (\S+)", line) for line in path.read_text(encoding="utf-8").splitlines())
    return {match[2]: match[1] for match in matches if match}
