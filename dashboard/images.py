"""Addresses of the photographs' copies for the pages."""

import base64
from functools import lru_cache
from typing import Literal

from core.images import derived_path
from core.settings import read_settings

ROUTE = "/photographs"

Size = Literal["thumb", "large", "rectified"]

_is_routed = False


def use_route() -> None:
    """Tells that this process serves the copies under `ROUTE`; without it pages carry them as data."""
    global _is_routed  # noqa: PLW0603 - set once at start by serve.py
    _is_routed = True


def image_url(key: str | None, size: Size) -> str | None:
    """Where the browser finds a copy; None where there is none on the disk."""
    if not isinstance(key, str):
        return None
    if _is_routed:
        return f"{ROUTE}/{key}-{size}.webp"
    return _data_url(key, size)


@lru_cache(maxsize=512)
def _data_url(key: str, size: Size) -> str | None:
    path = derived_path(read_settings().derived_images, key, size)
    if not path.is_file():
        return None
    return f"data:image/webp;base64,{base64.b64encode(path.read_bytes()).decode()}"
