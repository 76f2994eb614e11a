"""Addresses of the photographs' copies for the pages."""

from functools import lru_cache
from pathlib import Path
from typing import Literal

from core.benchmarks.registry import all_listed
from core.photographs.copies import derived_path
from core.photographs.data_url import data_url
from dashboard.address import base_path
from dashboard.queries import settings

ROUTE = "/photographs"

Size = Literal["thumb", "large", "rectified"]

_is_routed = False


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


def image_url(key: str | None, size: Size) -> str | None:
    """Where the browser finds a copy; None if its file is missing."""
    if not isinstance(key, str):
        return None
    if _is_routed:
        return f"{route()}/{key}-{size}.webp"
    return _data_url(key, size)


@lru_cache(maxsize=512)
def _data_url(key: str, size: Size) -> str | None:
    path = next((path for folder in image_folders() if (path := derived_path(folder, key, size)).is_file()), None)
    return None if path is None else data_url(path.read_bytes(), "image/webp")
