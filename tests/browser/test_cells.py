"""The cells of heatmaps in a real browser: every spot of one says the same, looks like a link and is one."""

from urllib.parse import parse_qs, urlsplit

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
    """The place of a cell on the screen, from the chart's own axes."""
    watched.page.locator(f".st-key-{key} .cartesianlayer .point").first.wait_for(state="attached")
    watched.page.locator(f".st-key-{key} .js-plotly-plot").scroll_into_view_if_needed()
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
    """A grid of points over a cell, up to two pixels from its edges."""
    return [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for y in SHARES for x in SHARES]


CHARTS = {"heatmap": "/heatmaps", "confusion": "/bias?run=Qwen2.5-VL-32B", "differences": "/compare"}


def test_all_of_a_cell_says_what_it_is(watch, tiny_url):
    """At every spot of a cell the mouse shows the same words, under the cursor of a link."""
    watched = watch(tiny_url)
    watched.open("/data")
    for key, path in CHARTS.items():
        watched.page.mouse.move(0, 0)
        watched.visit(path)
        seen = set()
        box = cell(watched, key, 2, 1)  # below the diagonal, where each pair stands once
        for x, y in spots(box):
            watched.page.mouse.move(x, y)
            watched.page.wait_for_timeout(HOVER_MS)
            seen.add(tuple(watched.page.wait_for_function(LOOKS, arg=key, timeout=3000).json_value()))
        assert len(seen) == 1, key
        ((cursor, says),) = seen
        assert cursor == "pointer", key
        assert "click:" in says, key


def test_all_of_a_cell_opens_its_cases(watch, tiny_url):
    """A click in a corner of a cell opens the same cases as one in its middle."""
    watched = watch(tiny_url)
    watched.open("/heatmaps?rows=Object&columns=Question")
    opened = []
    for place in (0, 4, 12, 20, 24):
        watched.page.mouse.click(*spots(cell(watched, "heatmap", 1, 2))[place])
        watched.page.wait_for_url("**/cases?*")
        watched.settle()
        scope = parse_qs(parse_qs(urlsplit(watched.page.url).query)["scope"][0])
        opened.append(scope)
        assert set(scope) == {"object", "question"}, place
        assert scope["question"][0].startswith("Q3"), place
        button = watched.page.get_by_role("button", name=f"from Heatmaps: {scope['object'][0]} × Q3")
        assert button.is_visible(), place
        watched.page.go_back()
        watched.expect_heading("Heatmaps")
    assert opened == opened[:1] * 5
