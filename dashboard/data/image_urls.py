"""URLs of the photographs' copies for the pages."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Literal

from core.benchmarks.registry import list_entries
from core.photographs.data_url import make_data_url
from core.photographs.web_copies import get_derived_path
from dashboard.data.current_benchmark import get_settings
from dashboard.runtime.server_address import get_base_path

ROUTE = "/photographs"

Size = Literal["thumb", "large", "rectified"]

_is_routed = False
_last_folder: Path | None = None


def get_image_route() -> str:
    """Return the path under which copies are served, including the base path."""
    return f"{get_base_path()}{ROUTE}"


def enable_image_route() -> None:
    """Note that this process serves the copies under `get_image_route`; otherwise pages embed them as data URLs."""
    global _is_routed  # noqa: PLW0603 - set once at start by serve.py
    _is_routed = True


def list_image_folders() -> list[Path]:
    """List the image folders of all benchmarks. A key identifies one content, so any folder that has it will do."""
    return [
        get_settings().workspace.select_benchmark(benchmark_id).derived_images
        for benchmark_id in list_entries(get_settings().workspace)
    ]


def read_copy(name: str) -> bytes | None:
    """Return a copy by its file name; None if there is none.

    The folder of the previous hit is searched first: a gallery requests dozens, and listing all benchmarks takes as
    long as reading a copy. Files are read in the calling thread: handing the read to another thread takes even longer.
    """
    global _last_folder  # noqa: PLW0603 - remembers the folder of the previous hit
    for folder in _list_search_folders():
        with suppress(FileNotFoundError):
            content = (folder / name).read_bytes()
            _last_folder = folder
            return content
    return None


def _list_search_folders() -> Iterator[Path]:
    if _last_folder is not None:
        yield _last_folder
    yield from list_image_folders()


def get_url_suffix(size: Size) -> str:
    """Return the end of the URL of a copy of this size, after the part that all sizes share."""
    return f"-{size}.webp"


def find_image_url(key: str | None, size: Size) -> str | None:
    """Return the URL of a copy; None if its file is missing."""
    if not isinstance(key, str):
        return None
    if _is_routed:
        return f"{get_image_route()}/{key}{get_url_suffix(size)}"
    return _find_data_url(key, size)


@lru_cache(maxsize=512)
def _find_data_url(key: str, size: Size) -> str | None:
    path = next(
        (path for folder in list_image_folders() if (path := get_derived_path(folder, key, size)).is_file()), None
    )
    return None if path is None else make_data_url(path.read_bytes(), "image/webp")
