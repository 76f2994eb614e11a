"""Tests of the styles in the head of the pages that the server sends."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, PlainTextResponse, StreamingResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from dashboard.server.early_styles import EarlyStylesMiddleware

PAGE = f"<html><head><title>T</title></head><body>{'x' * 2000}</body></html>"
MARK = "[data-testid=stMainBlockContainer]"


async def serve_in_pieces(_):
    """Send a page in two parts, without a length."""

    async def pieces():
        yield PAGE[:20].encode()
        yield PAGE[20:].encode()

    return StreamingResponse(pieces(), media_type="text/html")


async def serve_page(_):
    """Send a page as Streamlit does."""
    return HTMLResponse(PAGE)


async def serve_text(_):
    """Send a response that is not a page."""
    return PlainTextResponse(PAGE)


async def serve_missing(_):
    """Send an error page."""
    return HTMLResponse(PAGE, status_code=404)


async def serve_headless(_):
    """Send a page without a head."""
    return HTMLResponse("<p>short</p>")


@pytest.fixture
def client():
    """Return a client of an application with every kind of response, which compresses as Streamlit does inside."""
    pages = {"page": serve_page, "pieces": serve_in_pieces, "text": serve_text, "missing": serve_missing}
    routes = [Route(f"/{name}", serve) for name, serve in {**pages, "headless": serve_headless}.items()]
    routes += [Route("/_stcore/health", serve_page), Route("/file.html", serve_page)]
    middleware = [
        Middleware(GZipMiddleware, minimum_size=1000),
        Middleware(EarlyStylesMiddleware),
        Middleware(GZipMiddleware, minimum_size=1000),
    ]
    return TestClient(Starlette(routes=routes, middleware=middleware))


@pytest.mark.parametrize("path", ["/page", "/pieces"])
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_a_page_has_the_styles_before_any_script(client, path, encoding):
    """The styles are in the head once, the rest of the page is unchanged, and the stated length is right."""
    response = client.get(path, headers={"Accept-Encoding": encoding})
    head, _, rest = response.text.partition("</head>")
    assert (response.status_code, head.count(MARK) > 0, head.count("<style")) == (200, True, 1)
    assert "<html><head><title>T</title>" in head
    assert rest == PAGE.partition("</head>")[2]
    assert response.headers.get("content-encoding") == ("gzip" if encoding == "gzip" else None)


@pytest.mark.parametrize("path", ["/text", "/missing", "/_stcore/health", "/file.html", "/headless"])
def test_everything_else_stays_as_it_is(client, path):
    """Files, APIs, errors, other texts, and a page without a head are left unchanged."""
    assert client.get(path).text == ("<p>short</p>" if path == "/headless" else PAGE)


def test_a_head_request_states_no_wrong_length(client):
    """A response without a body keeps its headers."""
    assert client.head("/page").status_code == 200
