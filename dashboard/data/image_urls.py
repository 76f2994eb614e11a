"""Addresses of the photographs' copies for the pages."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Literal

from core.benchmarks.registry import all_listed
from core.photographs.web_copies import derived_path
from core.photographs.data_url import data_url
from dashboard.runtime.server_address import base_path
from dashboard.data.queries import settings

ROUTE = "/photographs"

Size = Literal["thumb", "large", "rectified"]

_is_routed = False
_last_folder: Path | None = None


def route() -> str:
    """The path under which copies are served, below the dashboard's own."""
    return f"{base_path()}{ROUTE}"


def use_route() -> None:
    """Tells that this process serves the copies under `route`; without it pages carry them as data."""
    global _is_routed  # noqa: PLW0603 - set once at start by serve.py
    _is_routed = True


def image_folders() -> list[Path]:
    """The folders of copies of every benchmark. A key names one content, so any folder that has it will do."""
    return [settings().of(benchmark_id).derived_images for benchmark_id in all_listed(settings())]


def read_copy(name: str) -> bytes | None:
    """A copy by the name of its file; None if there is none.

    The folder that had the last one is looked at first: a gallery asks for dozens, and to list all benchmarks takes as
    long as to read a copy. It is read at once, since to hand it to another thread takes longer still.
    """
    global _last_folder  # noqa: PLW0603 - remembers where copies are
    for folder in _folders():
        with suppress(FileNotFoundError):
            content = (folder / name).read_bytes()
            _last_folder = folder
            return content
    return None


def _folders() -> Iterator[Path]:
    if _last_folder is not None:
        yield _last_folder
    yield from image_folders()


def ending(size: Size) -> str:
    """How the address of a copy of this size ends, behind what all sizes have in common."""
    return f"-{size}.webp"


def image_url(key: str | None, size: Size) -> str | None:
    """Where the browser finds a copy; None if its file is missing."""
    if not isinstance(key, str):
        return None
    if _is_routed:
        return f"{route()}/{key}{ending(size)}"
    return _data_url(key, size)


@lru_cache(maxsize=512)
def _data_url(key: str, size: Size) -> str | None:
    path = next((path for folder in image_folders() if (path := derived_path(folder, key, size)).is_file()), None)
    return None if path is None else data_url(path.read_bytes(), "image/webp")
