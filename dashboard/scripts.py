"""Streamlit's own scripts, styles and icons, made small: what a browser loads before anything can be seen."""

import re
from collections.abc import Mapping
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

import anyio
import brotli
import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from core.settings import REPOSITORY
from dashboard.address import base_path

ICONS, ICONS_OF = REPOSITORY / "static" / "icons.woff2", "MaterialSymbols-Rounded.nEdyypZU.woff2"
"""The icons that are named anywhere, a thirtieth of Streamlit's font; `tests/make_icons.py` makes it of the other file.
Another version of Streamlit has another name there, and its whole font is served."""

STATIC = Path(st.__file__).parent / "static"

QUALITY = 6
"""Of 11. All scripts take half a second, once; 9 takes six times as long for a fiftieth less."""

FOR_EVER = "public, immutable, max-age=31536000"
"""Names hold a checksum."""


@lru_cache(maxsize=1)
def compressible() -> Mapping[str, Path]:
    """The files by their path below the dashboard's own; no other path is ever opened."""
    files = [path for folder in ("js", "css") for path in sorted((STATIC / "static" / folder).iterdir())]
    return {f"/{path.relative_to(STATIC).as_posix()}": path for path in files if path.suffix in (".js", ".css")}


EVERY_PAGE = (
    *("index", "StreamlitMarkdown", "BidiComponent", "serialization", "Html"),
    *("Button", "ButtonGroup", "Checkbox", "Multiselect", "Selectbox", "Slider", "TextInput"),
)
"""What the first elements of every page and the filters of most are made of; charts come after them."""

_IMPORTED = re.compile(r"""(?:from|import)\s*["'`]\./([\w.$-]+\.js)["'`]""")


@lru_cache(maxsize=1)
def scripts_of_every_page() -> tuple[str, ...]:
    """The paths of the scripts that every page loads, with all that they import, the largest first."""
    by_name = {path.name: path for path in compressible().values()}
    index = re.search(r'src="\./static/js/([^"]+)"', (STATIC / "index.html").read_text(encoding="utf-8"))
    todo = [index.group(1)] if index else []
    todo += [name for name in by_name if name.partition(".")[0] in EVERY_PAGE[1:]]
    found: dict[str, int] = {}
    while todo:
        name = todo.pop()
        if name in by_name and name not in found:
            found[name] = by_name[name].stat().st_size
            todo += _IMPORTED.findall(by_name[name].read_text(encoding="utf-8"))
    return tuple(f"/static/js/{name}" for name in sorted(found, key=lambda one: -found[one]))


@lru_cache(maxsize=400)
def compressed(path: Path) -> bytes:
    """The content of a file by Brotli."""
    return bytes(brotli.compress(path.read_bytes(), quality=QUALITY))


class SmallScripts:
    """Answers for these files, for scripts where the browser takes Brotli; every other request goes on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        path = _file_of(scope)
        if path is None:
            await self.app(scope, receive, send)
            return
        if path == ICONS:
            response = Response(path.read_bytes(), media_type="font/woff2", headers={"Cache-Control": FOR_EVER})
        else:
            content = await anyio.to_thread.run_sync(compressed, path)
            headers = {"Content-Encoding": "br", "Vary": "Accept-Encoding", "Cache-Control": FOR_EVER}
            response = Response(content, media_type=guess_type(path.name)[0], headers=headers)
        await response(scope, receive, send)


def _file_of(scope: Scope) -> Path | None:
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return None
    path = scope["path"].removeprefix(base_path())
    if path == f"/static/media/{ICONS_OF}":
        return ICONS
    accepted = Headers(scope=scope).get("accept-encoding", "")
    takes = {coding.partition(";")[0].strip() for coding in accepted.split(",") if not coding.endswith("q=0")}
    return compressible().get(path) if "br" in takes else None
