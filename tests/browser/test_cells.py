"""Browser tests of heatmap cells: every point of a cell shows the same text, looks like a link and is one."""

from urllib.parse import parse_qs, urlsplit

import pytest

LOOKS = """
    key => {
        const chart = document.querySelector(`.st-key-${key}`);
        const says = [...chart.querySelectorAll(".hoverlayer .hovertext")].map(text => text.textContent).join();
        return says && [getComputedStyle(chart.querySelector(".nsewdrag")).cursor, says];
    }
"""
"""The cursor over a chart and what the mouse shows, once it does."""

HOVER_MS = 90
"""Plotly looks at the mouse every 50 ms; what it showed for the spot before is gone by then."""

SHARES = (0.04, 0.3, 0.5, 0.7, 0.96)


def cell(watched, key, row, column):
    """Return the position of a cell on the screen, from the chart's axes."""
    watched.page.locator(f".st-key-{key} .cartesianlayer .point").first.wait_for(state="attached")
    # A chart that another one takes the place of is there for a moment more, without height.
    watched.page.locator(f".st-key-{key} .js-plotly-plot").first.scroll_into_view_if_needed()
    return watched.page.evaluate(
        """
        ([key, row, column]) => {
            const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
            const box = chart.getBoundingClientRect(), {xaxis, yaxis} = chart._fullLayout;
            const ends = (axis, at) => [at - 0.5, at + 0.5].map(place => axis._offset + axis.l2p(place));
            const [[left, right], [top, bottom]] = [ends(xaxis, column), ends(yaxis, row)];
            return {x: box.x + left, y: box.y + top, width: right - left, height: bottom - top};
        }
        """,
        [key, row, column],
    )


def spots(box):
    """Return a grid of points over a cell, up to two pixels from its edges."""
    return [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for y in SHARES for x in SHARES]


CHARTS = {"heatmap-chart": "/heatmaps", "confusion-matrix": "/bias?run=Qwen2.5-VL-32B", "differences-chart": "/compare"}


@pytest.mark.slow
def test_all_of_a_cell_says_what_it_is(watch, tiny_url):
    """Every point of a cell shows the same hover text, with the cursor of a link."""
    watched = watch(tiny_url, stays=True)
    watched.open("/data")
    for key, path in CHARTS.items():
        watched.page.mouse.move(0, 0)
        watched.visit(path)
        if path == "/compare":
            watched.page.get_by_text("Differences between all runs").click()
            watched.settle()
        seen = set()
        box = cell(watched, key, 2, 1)  # below the diagonal, where each pair stands once
        for x, y in spots(box):
            watched.page.mouse.move(x, y)
            watched.page.wait_for_timeout(HOVER_MS)
            seen.add(tuple(watched.page.wait_for_function(LOOKS, arg=key).json_value()))
        assert len(seen) == 1, key
        ((cursor, says),) = seen
        assert cursor == "pointer", key
        assert "click:" in says, key


@pytest.mark.slow
def test_all_of_a_cell_shows_its_cases(watch, tiny_url):
    """A click in a corner of a cell shows the same cases below the map as one in its middle, and the map stays.

    A button and Escape close them again, and the same cell opens them anew. Meanwhile it has a frame.
    """
    watched = watch(tiny_url, stays=True)
    watched.open("/heatmaps?rows=Object&columns=Question")
    shown = watched.page.locator(".st-key-cell-cases")
    frames = watched.page.locator(".st-key-heatmap-chart .shapelayer path")

    def click(row, column, place, question, times=1):
        watched.settle()  # the page may still scroll to what the last click has opened
        watched.page.mouse.click(*spots(cell(watched, "heatmap-chart", row, column))[place], click_count=times)
        shown.locator("strong", has_text=f"× {question} ").wait_for()
        return parse_qs(parse_qs(urlsplit(watched.page.url).query)["of_cell"][0])

    for place in (0, 4, 12, 20, 24):
        click(0, 1, 12, "Q1", times=2)
        values = click(1, 3, place, "Q3")
        assert set(values) == {"object", "question"}, place
        assert shown.locator("strong").inner_text() == f"{values['object'][0]} × {values['question'][0]}", place
        watched.until(lambda: shown.evaluate("node => node.getBoundingClientRect().top < window.innerHeight"))
    watched.page.get_by_role("button", name="Close", exact=True).click()
    watched.until(lambda: shown.count() == 0 and "of_cell" not in watched.page.url and frames.count() == 0)
    click(1, 3, 12, "Q3")
    watched.settle()
    watched.until(lambda: frames.count() == 1)
    watched.page.keyboard.press("Escape")
    watched.until(lambda: shown.count() == 0 and "of_cell" not in watched.page.url)
    click(1, 3, 12, "Q3")
    tiles = shown.locator(".gallery a")
    watched.expect_heading("Heatmaps")
    assert tiles.count() > 0
    tiles.first.click()
    watched.page.wait_for_url("**/cases?*case=*")
    watched.settle()


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_telephone_shows_the_mean_first_and_that_the_map_goes_on(watch, tiny_url, theme):
    """The first column is the mean. The map fades at the side to which it can be scrolled, and nowhere if it fits."""
    watched = watch(tiny_url, 390, 844, theme=theme)
    watched.open("/heatmaps?fewest=1")
    chart = watched.page.locator(".st-key-heatmap-chart")
    chart.locator("svg").first.wait_for()
    watched.settle()
    assert chart.locator(".xtick text").first.text_content() == "mean"
    fades = "e => ['start', 'end'].map(side => getComputedStyle(e).getPropertyValue(`--trilens-fade-${side}`))"
    assert chart.evaluate("e => e.scrollWidth - e.clientWidth") > 100
    assert chart.evaluate(fades) == ["0px", "48px"]
    chart.evaluate("e => { e.scrollLeft = e.scrollWidth }")
    watched.until(lambda: chart.evaluate(fades) == ["48px", "0px"])
    watched.page.set_viewport_size({"width": 1440, "height": 900})
    watched.until(lambda: chart.evaluate(fades) == ["0px", "0px"])
