"""The part of Plotly's script that browsers get: what our charts need, and little else."""

import re

import pytest

from core.settings import REPOSITORY
from dashboard.server.plotly_bundle import SCRIPT, TRACES, UNUSED, strip_unused_modules
from dashboard.server.static_assets import STATIC

PATHS = re.compile(r'=[\w$]+\(\{"([^"]+)"\(')


@pytest.fixture(scope="module")
def whole():
    """Streamlit's own script."""
    return (STATIC / "static" / "js" / SCRIPT).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def part(whole):
    """What browsers get of it."""
    return strip_unused_modules(whole)


def test_most_of_plotly_is_left_out(whole, part):
    """What is left is a third at most: no maps, no scenes in space, and every module of our traces."""
    assert len(part) < len(whole) / 3
    left = set(PATHS.findall(part))
    assert left < set(PATHS.findall(whole))
    for trace in [*TRACES, "scatter"]:
        own = {path for path in PATHS.findall(whole) if path.startswith(f"src/traces/{trace}/")}
        assert f"src/traces/{trace}/index.js" in own & left
    assert not any(name in path for path in left for name in ("scene", "maplibre-gl.mjs", "stackgl", "scattergl/"))


def test_what_is_left_calls_nothing_that_was_left_out(whole, part):
    """Each registered trace is there, and the script's begin and end, Streamlit's own part, are as they were."""
    assert part[:5000] == whole[:5000]
    assert part[-5000:] == whole[-5000:]
    listed = re.search(r"\.register\(\[([\w$(),]+)\]\),t\.exports", part)
    assert len(listed[1].split(",")) == len(TRACES)
    for call in listed[1].split(","):
        assert f"{call.removesuffix('()')}=" in part


def test_no_chart_has_a_component_that_is_left_out(whole, part):
    """Each is one of Plotly's, is left out, and no module of the dashboard names it as a part of a figure."""
    own = "".join(path.read_text(encoding="utf-8") for path in (REPOSITORY / "dashboard" / "charts").rglob("*.py"))
    for name in UNUSED:
        listed = f"src/components/{name}/index.js"
        assert listed in PATHS.findall(whole)
        assert listed not in PATHS.findall(part)
        assert f'"{name}":' not in own
        assert f"{name}=" not in own
    for used in ("annotations", "colorbar", "errorbars", "fx", "legend", "shapes"):
        assert f"src/components/{used}/index.js" in PATHS.findall(part)


def test_every_chart_has_its_trace(whole):
    """No module of the dashboard names a sort of trace that the script would not draw."""
    known = set(re.findall(r"moduleType:`trace`,name:`(\w+)`", whole))
    own = "".join(path.read_text(encoding="utf-8") for path in (REPOSITORY / "dashboard").rglob("*.py"))
    assert len(known) > 40
    assert set(re.findall(r'"type": "(\w+)"', own)) & known == {*TRACES, "scatter"}
