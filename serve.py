"""The dashboard as an ASGI application: the pages, image routes, compression and security headers.

Start it with `trilens serve`, `streamlit run serve.py`, `uvicorn serve:app` or `python serve.py`.
"""

import asyncio
import os
import re
import sys
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import anyio
import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.errors import SettingsError
from core.settings import DEFAULT_PORT, REPOSITORY, read_port, read_settings
from dashboard.data import image_urls, prefetch
from dashboard.runtime.server_address import PREVIEWS, get_base_path, is_loopback, is_public
from dashboard.server import session_queue
from dashboard.server.early_styles import EarlyStylesMiddleware
from dashboard.server.health import HEALTHZ, serve_health
from dashboard.server.host_check import HostCheckMiddleware
from dashboard.server.request_log import (
    RequestLogMiddleware,
    mute_closed_pages,
    mute_third_party_loggers,
    mute_warm_up,
    show_error,
)
from dashboard.server.upload_limits import OF_OWNERS, OF_VISITORS, UploadLimitMiddleware

IS_PUBLIC = is_public() or not all(map(is_loopback, read_settings().known_hosts))
if IS_PUBLIC and not os.environ.get("TRILENS_READ_ONLY"):
    # Public servers are read-only by default.
    os.environ["TRILENS_READ_ONLY"] = "1"

IMAGE_NAME = re.compile(r"[0-9a-f]{24}-[0-9a-f]{12}-(?:thumb|large|rectified)\.webp")


def hash_inline_scripts() -> str:
    """Return the checksums of the scripts inside Streamlit's own page, the only inline scripts that may run."""
    page = (Path(st.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", page, re.DOTALL)
    return " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)


HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' data:; "  # the camera's image comes as a data URL
    f"style-src 'self' 'unsafe-inline'; script-src 'self' blob: {hash_inline_scripts()}; "
    f"base-uri 'self'; form-action 'self'; object-src 'none'; frame-ancestors {read_settings().frame_ancestors}",
    # Pages use the camera for the user's own photographs, and no other device.
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), display-capture=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
}
"""Headers of responses that a browser may open as a page."""

NEVER_A_PAGE = (b"application/javascript", b"text/javascript", b"text/css", b"font/woff2")
"""Content types of parts of a page, which the page's own headers cover: repeating them would be half of the size of
small scripts, of which a hundred load before the first chart."""


async def serve_photograph(request: Request) -> Response:
    """Respond with a photograph's copy; its name holds a checksum, so browsers may keep it forever."""
    name = request.path_params["name"]
    if (content := image_urls.read_copy(name) if IMAGE_NAME.fullmatch(name) else None) is None:
        return PlainTextResponse("This photograph does not exist.", status_code=404)
    return Response(content, media_type="image/webp", headers={"Cache-Control": "public, max-age=31536000, immutable"})


async def serve_preview(request: Request) -> Response:
    """Respond with what the page of a case draws first; with nothing if that is not at hand."""
    from dashboard.pages.cases import case_preview  # imported with the page that has its address

    digest, case_id = request.path_params["gallery"], request.query_params.get("case", "")
    drawn = await anyio.to_thread.run_sync(case_preview.build_preview, digest, case_id)
    return Response(status_code=204) if drawn is None else JSONResponse(drawn, headers={"Cache-Control": "no-store"})


async def serve_overview(request: Request) -> Response:
    """Redirect to Overview, the page without a name, for users who type its sidebar title as its path."""
    return RedirectResponse(f"{get_base_path()}/{f'?{query}' if (query := request.url.query) else ''}")


class SecurityHeadersMiddleware:
    """Adds `HEADERS` to responses that may be opened as a page, and `nosniff` to all: no content from foreign hosts."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                kind = dict(message["headers"]).get(b"content-type", b"").partition(b";")[0]
                headers = {"X-Content-Type-Options": "nosniff"} | ({} if kind in NEVER_A_PAGE else HEADERS)
                extra = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


@asynccontextmanager
async def warm_up(_: st.App) -> AsyncIterator[None]:
    """Prepare what every page needs before the first visitor, and what some pages need in parallel with that visitor.

    Only the default benchmark is prepared; others are opened on first use. On an empty disk, start to prepare the data.
    """

    def warm() -> None:
        from core.benchmarks.registry import TRI_BENCH
        from dashboard.data.current_benchmark import list_available_benchmarks, use_benchmark
        from dashboard.data.queries import run_query
        from dashboard.shell.setup_page import get_preparation

        here = list_available_benchmarks()
        if not here:
            get_preparation(TRI_BENCH).start()
        for benchmark_id in here[:1]:
            with use_benchmark(benchmark_id):
                for name in ("builds", "benchmarks", "contents", "runs", "filter_options"):
                    run_query(name)

    def warm_pages() -> None:
        from core.warehouse.read import NO_FILTERS
        from dashboard.data.current_benchmark import list_available_benchmarks, use_benchmark
        from dashboard.data.overview_content import load_overview
        from dashboard.data.queries import has_query, run_query
        from dashboard.pages.cases import (
            case_content,
            case_view,  # noqa: F401 - the import itself is the purpose
        )
        from dashboard.pages.paper import reproduction  # noqa: F401 - the import itself is the purpose
        from dashboard.selection.cached_analyses import list_eligible_runs

        for benchmark_id in list_available_benchmarks()[:1]:
            with use_benchmark(benchmark_id):
                case_id = run_query("first_case")["case_id"].iloc[0]
                counted = list_eligible_runs(NO_FILTERS)
                case_content.build_ahead(case_id, case_content.DEFAULT_CHOICES, NO_FILTERS, counted)
                if has_query("reproduction"):
                    run_query("reproduction")
                load_overview()

    await anyio.to_thread.run_sync(warm)
    beside = asyncio.create_task(anyio.to_thread.run_sync(warm_pages))
    ending = asyncio.create_task(session_queue.cancel_abandoned_queries())
    yield
    for task in (beside, ending):
        task.cancel()


image_urls.enable_image_route()
prefetch.enable_prefetch()
mute_warm_up()
mute_closed_pages()
if IS_PUBLIC:
    mute_third_party_loggers()
app = st.App(
    REPOSITORY / "streamlit_app.py",
    lifespan=warm_up,
    routes=[
        Route(f"{image_urls.get_image_route()}/{{name}}", serve_photograph),
        Route(f"{get_base_path()}{PREVIEWS}/{{gallery}}", serve_preview),
        *(Route(path, serve_health) for path in {HEALTHZ, f"{get_base_path()}{HEALTHZ}"}),
        Route(f"{get_base_path()}/overview", serve_overview),
    ],
    on_script_error=show_error,
    middleware=[
        Middleware(RequestLogMiddleware, is_written=IS_PUBLIC),
        Middleware(SecurityHeadersMiddleware),
        Middleware(HostCheckMiddleware, hosts=read_settings().known_hosts, is_private=not IS_PUBLIC),
        Middleware(UploadLimitMiddleware, bounds=OF_VISITORS if read_settings().read_only else OF_OWNERS),
        # On the owner's own machine compression costs more time than it saves.
        *([Middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)] if IS_PUBLIC else []),
        Middleware(EarlyStylesMiddleware),
    ],
)

if __name__ == "__main__":
    try:
        port = read_port(os.environ.get("PORT") or str(DEFAULT_PORT))
    except SettingsError as error:
        sys.exit(f"trilens: {error}")
    app.run(config={"server.port": port})
