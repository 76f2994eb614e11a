"""Streamlit's own scripts, styles and icons, made small: what a browser loads before anything can be seen."""

import re
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from mimetypes import guess_type
from pathlib import Path

import anyio
import brotli
import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from core.settings import REPOSITORY
from dashboard.runtime.server_address import get_base_path
from dashboard.server import plotly_bundle

ICONS, UPRIGHT, ITALIC = (REPOSITORY / "static" / f"{name}.woff2" for name in ("icons", "upright", "italic"))
FONTS = {
    "MaterialSymbols-Rounded.nEdyypZU.woff2": ICONS,
    "SourceSansVF-Upright.ttf.BsWL4Kly.woff2": UPRIGHT,
    "SourceSansVF-Italic.ttf.Bt9VkdQ3.woff2": ITALIC,
}
"""By the name of Streamlit's font, the part of it that pages need, an eighth in all; `tests/make_fonts.py` makes them.
Another version of Streamlit has other names there, and its whole fonts are served."""

STATIC = Path(st.__file__).parent / "static"

MEDIA = "/static/media/"

QUALITY = 6
"""Of 11. All scripts take half a second, once; 9 takes six times as long for a fiftieth less."""

BEST_QUALITY = 10
"""Of 11. The scripts of a page take two seconds and are a twelfth smaller: for slow networks, when nobody waits."""

FOR_EVER = "public, immutable, max-age=31536000"
"""Names hold a checksum."""


@lru_cache(maxsize=1)
def list_compressible_files() -> Mapping[str, Path]:
    """The files by their path below the dashboard's own; no other path is ever opened."""
    files = [path for folder in ("js", "css") for path in sorted((STATIC / "static" / folder).iterdir())]
    return {f"/{path.relative_to(STATIC).as_posix()}": path for path in files if path.suffix in (".js", ".css")}


EVERY_PAGE = (
    *("StreamlitMarkdown", "BidiComponent", "serialization"),
    *("Button", "ButtonGroup", "Checkbox", "Multiselect", "PageLink", "Pagination", "Selectbox", "TextInput"),
)
"""What the first elements of every page and the filters of most are made of. An element whose script comes later has
another height until then."""

STYLES = ("Html",)
"""What brings a page's own styles: room that is kept for a picture is there before the picture is."""

CHARTS = ("PlotlyChart",)
"""What charts are made of."""

BEGIN_WITH_CHARTS = frozenset(("heatmaps", "compare", "bias", "tilt", "precision", "robustness", "truth_audit"))
HAVE_CHARTS_BELOW = frozenset({""})
"""The paths of the pages by where their first chart stands, Overview's empty."""

HAVE_SLIDERS = frozenset(("cases", "compare", "lab", "robustness"))
"""The pages that have a slider in sight. With what it writes dates and numbers by, it is a quarter of all elements."""

HAVE_NUMBERS = frozenset(("heatmaps",))
"""The pages that have a field for a number in sight."""

OWN_ELEMENTS = {
    BEGIN_WITH_CHARTS | HAVE_CHARTS_BELOW: CHARTS,
    HAVE_SLIDERS: ("Slider",),
    HAVE_NUMBERS: ("NumberInput",),
}
"""What elements beside those of every page are made of."""

PAGES, OTHER = frozenset().union(*OWN_ELEMENTS), "other"

BEFORE_CHARTS = 4
"""Scripts that are asked for before Plotly where a chart stands first: else navigation and title wait longer."""

SMALL_ONES = 3
"""Scripts that are asked for after each large one. A browser has six connections; each waits for the answer to every
request, a tenth of a second on a slow network, and what is large fills the time."""

_IMPORTED = re.compile(r"""(?:from|import)\s*["'`]\./([\w.$-]+\.js)["'`]""")


@dataclass(frozen=True, slots=True)
class PageScripts:
    """The paths of the scripts that a page loads, in the order in which a browser asks for them.

    Attributes:
        first: what Streamlit's own page names with all that it imports, without which no other script begins, and what
            brings styles.
        later: what elements are made of.

    Plotly is the largest. Beside it come many small ones, which leave the network idle while they wait for answers.
    """

    first: Sequence[str]
    later: Sequence[str]


@cache
def list_page_scripts(page: str) -> PageScripts:
    """The scripts of a page.

    Args:
        page: as `parse_page_name` gives it.
    """
    index = re.findall(r'src="\./static/js/([^"]+)"', (STATIC / "index.html").read_text(encoding="utf-8"))
    begin = _collect_imports([*index, *_find_scripts(STYLES)])
    later = _collect_imports(_find_scripts([*EVERY_PAGE, *_list_own_elements(page)])) - begin
    first = _interleave_scripts(begin)
    if page in BEGIN_WITH_CHARTS:
        early = _interleave_scripts(_collect_imports(_find_scripts(CHARTS)) - begin)
        first, later = [*first[:BEFORE_CHARTS], *early, *first[BEFORE_CHARTS:]], later - set(early)
    return PageScripts(*([f"/static/js/{name}" for name in names] for names in (first, _interleave_scripts(later))))


def parse_page_name(path: str) -> str:
    """The page at a path of the server, Overview's empty; `OTHER` where a page has no elements but every page's."""
    page = path.removeprefix(get_base_path()).strip("/")
    return page if page in PAGES else OTHER


def _list_own_elements(page: str) -> list[str]:
    return [name for pages, names in OWN_ELEMENTS.items() if page in pages for name in names]


def _find_scripts(beginnings: Collection[str]) -> list[str]:
    """The scripts with these names, without the checksums that these end with."""
    return [name for name in _list_scripts() if name.partition(".")[0] in beginnings]


def _collect_imports(names: Iterable[str]) -> set[str]:
    """These scripts with all that they import."""
    todo, found = list(names), set[str]()
    while todo:
        name = todo.pop()
        if name in _list_scripts() and name not in found:
            found.add(name)
            todo += _IMPORTED.findall(_list_scripts()[name].read_text(encoding="utf-8"))
    return found


def _interleave_scripts(names: Iterable[str]) -> list[str]:
    """These scripts in the order in which a browser asks for them: after each large one some small ones."""
    by_size = deque(sorted(names, key=lambda name: (-_list_scripts()[name].stat().st_size, name)))
    mixed: list[str] = []
    while by_size:
        mixed.append(by_size.popleft())
        mixed += [by_size.pop() for _ in range(min(SMALL_ONES, len(by_size)))]
    return mixed


@lru_cache(maxsize=1)
def _list_scripts() -> Mapping[str, Path]:
    """The scripts by their names."""
    return {path.name: path for path in list_compressible_files().values() if path.suffix == ".js"}


def read_compressed(path: Path) -> bytes:
    """The content of a file by Brotli, of Plotly the part that charts need."""
    return _best.get(path) or _compress_quickly(path)


def compress_page_scripts() -> None:
    """Compresses what a page with charts loads as well as can be, for all visitors from then on."""
    of_pages = [list_page_scripts(page) for page in (*PAGES, OTHER)]
    for name in sorted({name for scripts in of_pages for name in (*scripts.first, *scripts.later)}):
        path = list_compressible_files()[name]
        _best[path] = brotli.compress(_read_content(path), quality=BEST_QUALITY)


_best: dict[Path, bytes] = {}


@lru_cache(maxsize=400)
def _compress_quickly(path: Path) -> bytes:
    return bytes(brotli.compress(_read_content(path), quality=QUALITY))


def _read_content(path: Path) -> bytes:
    content = path.read_bytes()
    return (
        plotly_bundle.strip_unused_modules(content.decode()).encode() if path.name == plotly_bundle.SCRIPT else content
    )


class CompressedStaticFiles:
    """Answers for these files, for scripts where the browser takes Brotli; every other request goes on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        path = _find_file(scope)
        if path is None:
            await self.app(scope, receive, send)
            return
        if path.suffix == ".woff2":
            response = Response(path.read_bytes(), media_type="font/woff2", headers={"Cache-Control": FOR_EVER})
        else:
            content = await anyio.to_thread.run_sync(read_compressed, path)
            headers = {"Content-Encoding": "br", "Vary": "Accept-Encoding", "Cache-Control": FOR_EVER}
            response = Response(content, media_type=guess_type(path.name)[0], headers=headers)
        await response(scope, receive, send)


def _find_file(scope: Scope) -> Path | None:
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return None
    path = scope["path"].removeprefix(get_base_path())
    if path.startswith(MEDIA) and (font := FONTS.get(path.removeprefix(MEDIA))):
        return font
    accepted = Headers(scope=scope).get("accept-encoding", "")
    takes = {coding.partition(";")[0].strip() for coding in accepted.split(",") if not coding.endswith("q=0")}
    return list_compressible_files().get(path) if "br" in takes else None
