"""Streamlit's scripts and icons as browsers get them: the same content, smaller."""

import re

import brotli
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from dashboard.scripts import (
    EVERY_PAGE,
    ICONS,
    ICONS_OF,
    STATIC,
    SmallScripts,
    compressed,
    compressible,
    scripts_of_every_page,
)
from tests.make_icons import icons_of, named_icons


@pytest.fixture
def client():
    """The middleware before an application that answers `passed on` to everything."""
    rest = Route("/{path:path}", lambda _: PlainTextResponse("passed on"))
    return TestClient(Starlette(routes=[rest], middleware=[Middleware(SmallScripts)]))


def raw(client, path, accepted):
    """The bytes on the wire, and the headers."""
    with client.stream("GET", path, headers={"accept-encoding": accepted}) as response:
        return b"".join(response.iter_raw()), response.headers


def test_a_script_is_the_same_and_smaller(client):
    """Brotli gives back every byte; the browser is told what it is, and may keep it for ever."""
    path, file = max(compressible().items(), key=lambda item: item[1].stat().st_size)
    content, headers = raw(client, path, "gzip, br")
    assert brotli.decompress(content) == file.read_bytes()
    assert len(content) < file.stat().st_size / 3
    assert (headers["content-encoding"], headers["vary"]) == ("br", "Accept-Encoding")
    assert headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert "immutable" in headers["cache-control"]


@pytest.mark.parametrize("accepted", ["gzip", "", "br;q=0, gzip", "brotli"])
def test_who_does_not_take_it_gets_streamlits_own(client, accepted):
    """Without Brotli the request goes on."""
    content, _ = raw(client, next(iter(compressible())), accepted)
    assert content == b"passed on"


@pytest.mark.parametrize(
    "path", ["/", "/static/js/none.js", "/static/js/../../index.html", "/static/js", "/static/js/%2e%2e/%2e%2e/app.py"]
)
def test_no_other_file_is_opened(client, path):
    """Only listed files are served here; every other path goes on."""
    content, _ = raw(client, path, "br")
    assert content == b"passed on"


def test_the_small_font_has_every_icon_that_is_named():
    """Each icon that a page or Streamlit names is in the font that browsers get; `make icons` makes it again."""
    whole, small = icons_of(STATIC / "static" / "media" / ICONS_OF), icons_of(ICONS)
    assert {name for name in named_icons() if name in whole} <= set(small)
    assert ICONS.stat().st_size < 20_000


def test_the_small_font_takes_the_place_of_this_one_alone(client):
    """A font of another version of Streamlit has another name and is served whole."""
    content, headers = raw(client, f"/static/media/{ICONS_OF}", "")
    assert content == ICONS.read_bytes()
    assert headers["content-type"] == "font/woff2"
    assert raw(client, "/static/media/MaterialSymbols-Rounded.other.woff2", "br")[0] == b"passed on"


def test_what_every_page_needs_is_asked_for_at_once():
    """The scripts that are named in the header exist, are whole with all that they import, and are not Plotly."""
    paths = scripts_of_every_page()
    assert set(paths) < set(compressible())
    for name in {*EVERY_PAGE, "react-dom"}:
        assert any(path.startswith(f"/static/js/{name}.") for path in paths), name
    assert not any("Plotly" in path for path in paths)
    for path in paths:
        text = compressible()[path].read_text(encoding="utf-8")
        for imported in re.findall(r"""(?:from|import)\s*["'`]\./([^"'`]+\.js)["'`]""", text):
            assert f"/static/js/{imported}" in paths, (path, imported)
    assert sum(len(compressed(compressible()[path])) for path in paths) < 700_000
