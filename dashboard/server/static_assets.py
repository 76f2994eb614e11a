"""Compressed versions of Streamlit's own scripts, styles and fonts, which a browser loads before it shows anything."""

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
"""Subsets of Streamlit's fonts by file name, an eighth of their size in all; `tests/make_fonts.py` makes them. Another
version of Streamlit has other names, and its whole fonts are served."""

STATIC = Path(st.__file__).parent / "static"

MEDIA = "/static/media/"

QUALITY = 6
"""Brotli level, at most 11. All scripts take half a second, once; 9 takes six times as long and saves only 2 %."""

BEST_QUALITY = 10
"""Brotli level for slow networks, used in the background. A page's scripts take two seconds and shrink by a twelfth."""

FOR_EVER = "public, immutable, max-age=31536000"
"""Cache lifetime of files whose names hold a checksum."""


@lru_cache(maxsize=1)
def list_compressible_files() -> Mapping[str, Path]:
    """Return the files by their path below the base path; no other path is ever opened."""
    files = [path for folder in ("js", "css") for path in sorted((STATIC / "static" / folder).iterdir())]
    return {f"/{path.relative_to(STATIC).as_posix()}": path for path in files if path.suffix in (".js", ".css")}


EVERY_PAGE = (
    *("StreamlitMarkdown", "BidiComponent", "serialization"),
    *("Button", "ButtonGroup", "Checkbox", "Multiselect", "PageLink", "Pagination", "Selectbox", "TextInput"),
)
"""Scripts of the first elements of every page and of the filters of most. An element whose script loads later has
another height until then."""

STYLES = ("Html",)
"""Scripts that insert a page's own styles, so that space for an image is reserved before it loads."""

CHARTS = ("PlotlyChart",)
"""Scripts of charts."""

BEGIN_WITH_CHARTS = frozenset(("heatmaps", "compare", "bias", "tilt", "precision", "robustness", "truth_audit"))
HAVE_CHARTS_BELOW = frozenset({""})
"""Paths of the pages whose first chart is at the top or further down; that of Overview is empty."""

HAVE_SLIDERS = frozenset(("cases", "compare", "lab", "robustness"))
"""Pages with a slider in view. With its formatting of dates and numbers, it is a quarter of all elements' scripts."""

HAVE_NUMBERS = frozenset(("heatmaps",))
"""Pages with a number input in view."""

OWN_ELEMENTS = {
    BEGIN_WITH_CHARTS | HAVE_CHARTS_BELOW: CHARTS,
    HAVE_SLIDERS: ("Slider",),
    HAVE_NUMBERS: ("NumberInput",),
}
"""Scripts of elements that only some pages have."""

PAGES, OTHER = frozenset().union(*OWN_ELEMENTS), "other"

BEFORE_CHARTS = 4
"""Number of scripts requested before Plotly if a chart comes first: otherwise navigation and title wait longer."""

SMALL_ONES = 3
"""Number of small scripts requested after each large one. A browser has six connections, and each waits for the answer
to every request, a tenth of a second on a slow network; large files fill this time."""

_IMPORTED = re.compile(r"""(?:from|import)\s*["'`]\./([\w.$-]+\.js)["'`]""")


@dataclass(frozen=True, slots=True)
class PageScripts:
    """The paths of the scripts that a page loads, in the order in which a browser requests them.

    Attributes:
        first: scripts in Streamlit's own page with all their imports, without which no other script starts, and those
            that insert styles.
        later: scripts of elements.

    Plotly is the largest. Many small scripts load beside it, which leave the network idle while they wait.
    """

    first: Sequence[str]
    later: Sequence[str]


@cache
def list_page_scripts(page: str) -> PageScripts:
    """Return the scripts of a page.

    Args:
        page: as `parse_page_name` returns it.
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
    """Return the page at a path, Overview's empty; `OTHER` if a page has only the elements that every page has."""
    page = path.removeprefix(get_base_path()).strip("/")
    return page if page in PAGES else OTHER


def _list_own_elements(page: str) -> list[str]:
    return [name for pages, names in OWN_ELEMENTS.items() if page in pages for name in names]


def _find_scripts(beginnings: Collection[str]) -> list[str]:
    """Return the scripts with these names, which omit the checksums at the end."""
    return [name for name in _list_scripts() if name.partition(".")[0] in beginnings]


def _collect_imports(names: Iterable[str]) -> set[str]:
    """Return these scripts with all that they import."""
    todo, found = list(names), set[str]()
    while todo:
        name = todo.pop()
        if name in _list_scripts() and name not in found:
            found.add(name)
            todo += _IMPORTED.findall(_list_scripts()[name].read_text(encoding="utf-8"))
    return found


def _interleave_scripts(names: Iterable[str]) -> list[str]:
    """Return these scripts in the order in which a browser requests them: some small ones after each large one."""
    by_size = deque(sorted(names, key=lambda name: (-_list_scripts()[name].stat().st_size, name)))
    mixed: list[str] = []
    while by_size:
        mixed.append(by_size.popleft())
        mixed += [by_size.pop() for _ in range(min(SMALL_ONES, len(by_size)))]
    return mixed


@lru_cache(maxsize=1)
def _list_scripts() -> Mapping[str, Path]:
    """Return the scripts by name."""
    return {path.name: path for path in list_compressible_files().values() if path.suffix == ".js"}


def read_compressed(path: Path) -> bytes:
    """Return the content of a file compressed with Brotli; for Plotly, only the part that charts need."""
    return _best.get(path) or _compress_quickly(path)


def compress_page_scripts() -> None:
    """Compress the scripts of all pages at the best level, for all visitors from then on."""
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
    """Serves these files, scripts only if the browser accepts Brotli; every other request is passed on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
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
