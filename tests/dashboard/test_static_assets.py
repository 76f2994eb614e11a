"""Streamlit's scripts and fonts as browsers get them: the same content, smaller."""

import re

import brotli
import pytest
from fontTools.ttLib import TTFont
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from dashboard.page_files import PAGE_FILES
from dashboard.server import plotly_bundle
from dashboard.server import static_assets as scripts_module
from dashboard.server.static_assets import (
    EVERY_PAGE,
    FONTS,
    ICONS,
    ITALIC,
    OTHER,
    OWN_ELEMENTS,
    PAGES,
    STATIC,
    UPRIGHT,
    CompressedStaticFiles,
    compress_page_scripts,
    list_compressible_files,
    list_page_scripts,
    parse_page_name,
    read_compressed,
)
from tests.make_fonts import ITALIC_WEIGHT, icons_of, named_icons, source_of
from tests.test_habits import tracked


@pytest.fixture
def client():
    """The middleware before an application that answers `passed on` to everything."""
    rest = Route("/{path:path}", lambda _: PlainTextResponse("passed on"))
    return TestClient(Starlette(routes=[rest], middleware=[Middleware(CompressedStaticFiles)]))


def raw(client, path, accepted):
    """The bytes on the wire, and the headers."""
    with client.stream("GET", path, headers={"accept-encoding": accepted}) as response:
        return b"".join(response.iter_raw()), response.headers


def imports_of(path):
    """The scripts that one imports itself."""
    text = list_compressible_files()[path].read_text(encoding="utf-8")
    named = re.findall(r"""(?:from|import)\s*["'`]\./([^"'`]+\.js)["'`]""", text)
    return {f"/static/js/{name}" for name in named}


def test_a_script_is_the_same_and_smaller(client):
    """Brotli gives back every byte; the browser is told what it is, and may keep it for ever."""
    others = {path: file for path, file in list_compressible_files().items() if file.name != plotly_bundle.SCRIPT}
    path, file = max(others.items(), key=lambda item: item[1].stat().st_size)
    content, headers = raw(client, path, "gzip, br")
    assert brotli.decompress(content) == file.read_bytes()
    assert len(content) < file.stat().st_size / 3
    assert (headers["content-encoding"], headers["vary"]) == ("br", "Accept-Encoding")
    assert headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert "immutable" in headers["cache-control"]


@pytest.mark.slow
def test_of_plotly_the_part_that_charts_need_is_served(client):
    """Streamlit's largest script comes without maps and scenes in space."""
    content, _ = raw(client, f"/static/js/{plotly_bundle.SCRIPT}", "br")
    assert len(content) < 400_000
    whole = (STATIC / "static" / "js" / plotly_bundle.SCRIPT).read_text(encoding="utf-8")
    assert brotli.decompress(content).decode() == plotly_bundle.strip_unused_modules(whole)


@pytest.mark.slow
def test_for_slow_networks_scripts_become_smaller_still(client, monkeypatch):
    """What any page loads first is the same afterwards, in fewer bytes; all other files stay as they were."""
    monkeypatch.setattr(scripts_module, "_best", {})
    of_pages = map(list_page_scripts, (*PAGES, OTHER))
    paths = {path for of_page in of_pages for path in (*of_page.first, *of_page.later)}
    before = {path: raw(client, path, "br")[0] for path in paths}
    compress_page_scripts()
    after = {path: raw(client, path, "br")[0] for path in paths}
    assert [path for path in paths if brotli.decompress(before[path]) != brotli.decompress(after[path])] == []
    assert sum(map(len, after.values())) < 0.95 * sum(map(len, before.values()))
    assert set(scripts_module._best) == {list_compressible_files()[path] for path in paths}


@pytest.mark.parametrize("accepted", ["gzip", "", "br;q=0, gzip", "brotli"])
def test_who_does_not_take_it_gets_streamlits_own(client, accepted):
    """Without Brotli the request goes on."""
    content, _ = raw(client, next(iter(list_compressible_files())), accepted)
    assert content == b"passed on"


@pytest.mark.parametrize(
    "path", ["/", "/static/js/none.js", "/static/js/../../index.html", "/static/js", "/static/js/%2e%2e/%2e%2e/app.py"]
)
def test_no_other_file_is_opened(client, path):
    """Only listed files are served here; every other path goes on."""
    content, _ = raw(client, path, "br")
    assert content == b"passed on"


def test_the_small_font_has_every_icon_that_is_named():
    """Each icon that a page or Streamlit names is in the font that browsers get; `make fonts` makes it again."""
    whole, small = icons_of(source_of(ICONS)), icons_of(ICONS)
    assert {name for name in named_icons() if name in whole} <= set(small)
    assert ICONS.stat().st_size < 20_000


@pytest.mark.parametrize("path", [UPRIGHT, ITALIC])
def test_the_small_fonts_have_every_letter_that_is_written(path):
    """All of Western and Central Europe's letters, and upright what the product's own sources write on pages.

    Words of other languages that parsers look for are not written on pages.
    """
    whole, small = TTFont(source_of(path)), TTFont(path)
    sources = [own for own in tracked() if own.suffix in (".py", ".js", ".md") and "parsing" not in own.parts]
    written = {ord(sign) for own in sources for sign in own.read_text("utf-8")}
    needed = set(range(0xA0, 0x180)) | (written if path == UPRIGHT else set())
    assert needed & set(whole.getBestCmap()) <= set(small.getBestCmap())
    assert not [str(name) for name in small["name"].names if name.nameID in (1, 4, 6, 16) and "Source" in str(name)]
    assert path.stat().st_size < 45_000


def test_upright_letters_have_every_weight_and_italic_ones_that_of_the_text():
    """Headings are bold; no page has bold italic letters."""
    upright, italic = TTFont(UPRIGHT), TTFont(ITALIC)
    assert [(axis.axisTag, axis.minValue, axis.maxValue) for axis in upright["fvar"].axes] == [("wght", 200, 900)]
    assert "fvar" not in italic
    assert italic["OS/2"].usWeightClass == ITALIC_WEIGHT


@pytest.mark.parametrize(("name", "path"), FONTS.items())
def test_a_small_font_takes_the_place_of_this_one_alone(client, name, path):
    """A font of another version of Streamlit has another name and is served whole."""
    content, headers = raw(client, f"/static/media/{name}", "")
    assert content == path.read_bytes()
    assert headers["content-type"] == "font/woff2"
    assert raw(client, f"/static/media/{name.partition('.')[0]}.other.woff2", "br")[0] == b"passed on"


def test_what_every_page_needs_is_asked_for_at_once():
    """The scripts that are named in the header exist, are whole with all that they import, and are not Plotly."""
    scripts = list_page_scripts(OTHER)
    paths = [*scripts.first, *scripts.later]
    assert set(paths) < set(list_compressible_files())
    for name in {*EVERY_PAGE, "index", "react-dom"}:
        assert any(path.startswith(f"/static/js/{name}.") for path in paths), name
    assert not any("Plotly" in path for path in paths)
    for path in paths:
        assert imports_of(path) <= set(paths), path
    assert sum(len(read_compressed(list_compressible_files()[path])) for path in paths) < 700_000


def test_what_begins_a_page_is_asked_for_first():
    """First come the scripts that Streamlit's own page names, and what brings styles; Plotly where its charts stand."""
    without, below, first = map(list_page_scripts, (OTHER, "", "tilt"))
    named = re.findall(r"static/js/[^\"]+", (STATIC / "index.html").read_text(encoding="utf-8"))
    begin = {path.removeprefix("/") for path in without.first}
    assert begin > set(named)
    assert {name.partition(".")[0] for name in begin - set(named)} == {"static/js/Html", "static/js/purify"}
    assert below.first == without.first
    assert set(without.later) < set(below.later)
    (plotly,) = [path for path in below.later if "PlotlyChart" in path]
    assert below.later[0] == plotly
    early = [path for path in first.first if path not in without.first]
    imported = imports_of(plotly) - set(without.first)
    assert imported
    assert set(early) == {plotly, *imported}
    assert [path for path in first.first if path not in early] == without.first
    assert 0 < first.first.index(plotly) < first.first.index(early[-1]) < len(without.first) / 2
    assert {*first.first, *first.later} == {*below.first, *below.later}
    for scripts in (without, below, first):
        assert len({*scripts.first, *scripts.later}) == len(scripts.first) + len(scripts.later)
    assert PAGE_FILES.keys() | {""} >= PAGES
    paths = ("/", "/heatmaps", "/glossary", "/heatmaps/", "/no/such")
    assert [parse_page_name(path) for path in paths] == ["", "heatmaps", OTHER, "heatmaps", OTHER]


def test_elements_of_some_pages_are_asked_for_there_alone():
    """A slider is on the way to Compare and not to Tilt, where none is in sight."""
    for pages, names in OWN_ELEMENTS.items():
        for page in (*PAGES, OTHER):
            scripts = list_page_scripts(page)
            asked = {path.rpartition("/")[2].partition(".")[0] for path in (*scripts.first, *scripts.later)}
            assert (asked >= set(names)) == (page in pages), (page, names)
