"""The dashboard walked through in a real browser, on a real server."""

import re

import httpx
import pytest

from tests.browser import axe
from tests.browser.conftest import OUTPUT
from tests.browser.serving import dashboard

PAGES = {
    "overview": "/",
    "cases": "/cases",
    "case": "/cases?photograph=002_T0",
    "presenter": "/cases?photograph=002_T0&pins=002_T0,001_P0&present=1",
    "heatmaps": "/heatmaps",
    "compare": "/compare",
    "bias": "/bias",
    "bias_of_numbers": "/bias?about=Q4 |B − C|",
    "tilt": "/tilt",
    "robustness": "/robustness",
    "truth_audit": "/truth_audit",
    "data": "/data",
    "ask_a_model": "/ask_a_model",
    "ask_yourself": "/ask_yourself",
    "lab": "/lab",
}


def expect_heading(watched, text):
    """Waits until the page's heading is this text."""
    watched.page.get_by_role("heading", level=1, name=text, exact=True).wait_for()
    watched.settle()


def click_mark(watched, key, place, kind="scatterlayer"):
    """Clicks on a mark of a chart and waits until the page has settled."""
    mark = watched.page.locator(f".st-key-{key} .{kind} .point").nth(place)
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    watched.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    watched.settle()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_whole(watch, tiny_url, name, width, theme):
    """Every page, in both themes and widths, shows itself without an error and no wider than the screen."""
    watched = watch(tiny_url, width, 900, theme)
    watched.open(PAGES[name])
    assert watched.page.locator("[data-testid=stException]").count() == 0
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert watched.shoot(f"{name}-{width}-{theme}").stat().st_size > 10_000


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_no_page_has_a_serious_accessibility_finding(watch, tiny_url, name, theme):
    """axe-core finds nothing serious on any page, in both themes."""
    try:
        axe.script()
    except httpx.HTTPError as error:
        pytest.skip(f"axe-core is not here and cannot be fetched from npm: {error}")
    watched = watch(tiny_url, theme=theme)
    watched.open(PAGES[name])
    watched.page.wait_for_timeout(700)
    assert axe.serious_findings(watched.page) == []


def test_from_a_cell_to_a_photograph_and_its_link(watch, tiny_url):
    """A heatmap cell leads to its cases, a thumbnail to a case, and the address opens the same in a new browser."""
    watched = watch(tiny_url)
    watched.open("/heatmaps")
    cell = watched.page.locator(".st-key-heatmap .scatterlayer .point").nth(6 + 2).bounding_box()
    watched.page.mouse.click(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    watched.settle()
    watched.page.wait_for_url("**/cases?*")
    watched.settle()
    assert "question=Q3" in watched.page.url
    assert "model=" in watched.page.url
    tile = watched.page.locator(".gallery a").first
    photograph_id = tile.locator(".caption").inner_text()
    tile.click()
    watched.settle()
    expect_heading(watched, photograph_id)
    other = watch(tiny_url)
    other.open(watched.page.url.removeprefix(tiny_url))
    expect_heading(other, photograph_id)
    assert "2 set" in other.page.locator("[data-testid=stSidebar]").inner_text()


@pytest.mark.parametrize("path", ["/heatmaps?condition=P0", "/heatmaps?measure=2D+minus+3D&rows=Object&pose=tilted"])
def test_a_cell_opens_its_cases_whatever_is_set(watch, tiny_url, path):
    """With filters, measure and factors changed a cell still leads to its cases, within the filters."""
    watched = watch(tiny_url)
    watched.open(path)
    cell = watched.page.locator(".st-key-heatmap .scatterlayer .point").nth(1).bounding_box()
    watched.page.mouse.click(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    watched.page.wait_for_url("**/cases?*")
    watched.settle()
    assert "3 set" in watched.page.locator("[data-testid=stSidebar]").inner_text()
    assert "question=Q2" in watched.page.url
    assert ("condition=P0" if "condition" in path else "pose=tilted") in watched.page.url


def test_an_open_case_begins_at_its_top(watch, tiny_url):
    """A case opened from far down in the gallery shows its heading."""
    watched = watch(tiny_url, height=500)
    watched.open("/cases")
    watched.page.locator(".gallery a").last.scroll_into_view_if_needed()
    watched.page.locator(".gallery a").last.click()
    watched.settle()
    watched.page.wait_for_timeout(500)
    assert watched.page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0


def test_a_mark_of_the_ranking_leads_to_its_models_cases(watch, tiny_url):
    """A click on a dot of the overview opens the worst cases of that model."""
    watched = watch(tiny_url)
    watched.open("/")
    mark = watched.page.locator(".st-key-ranking .scatterlayer .point").first.bounding_box()
    watched.page.mouse.click(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
    watched.page.wait_for_url("**/cases?model=*")
    watched.settle()
    assert "1 set" in watched.page.locator("[data-testid=stSidebar]").inner_text()


def test_arrow_keys_walk_through_the_cases(watch, tiny_url):
    """Right goes to the next photograph, left back, Escape to the gallery; the browser's back button works too."""
    watched = watch(tiny_url)
    watched.open("/cases?sort=by+number&photograph=001_P0")
    expect_heading(watched, "001_P0")
    for key, expected in (("ArrowRight", "001_P1"), ("ArrowRight", "001_T0"), ("ArrowLeft", "001_P1")):
        watched.page.keyboard.press(key)
        expect_heading(watched, expected)
        assert f"photograph={expected}" in watched.page.url
    watched.page.go_back()
    expect_heading(watched, "001_T0")
    watched.page.keyboard.press("Escape")
    expect_heading(watched, "Cases")
    assert "photograph=" not in watched.page.url


def test_a_gallery_works_by_keyboard(watch, tiny_url):
    """Thumbnails can be reached with Tab and opened with Enter, and have names for a screen reader."""
    watched = watch(tiny_url)
    watched.open("/cases")
    tile = watched.page.locator(".gallery a").nth(1)
    assert re.fullmatch(r"\d{3}_[PT][01] kappa 3D \d+ · 2D \d+", " ".join(tile.text_content().split()))
    watched.page.locator(".gallery a").first.focus()
    watched.page.keyboard.press("Tab")
    photograph_id = tile.locator(".caption").inner_text()
    watched.page.keyboard.press("Enter")
    watched.settle()
    expect_heading(watched, photograph_id)


def test_layers_are_switched_and_the_link_remembers(watch, tiny_url):
    """Switching a layer off removes its shapes, and a link opens the photograph without that layer."""
    watched = watch(tiny_url)
    watched.open("/cases?photograph=002_T0")
    lines = watched.page.locator(".st-key-photograph svg line.line[data-layer=sides]")
    lines.first.wait_for(state="attached")
    assert lines.count() == 3
    watched.page.get_by_role("button", name="Sides").click()
    lines.first.wait_for(state="detached")
    assert lines.count() == 0
    other = watch(tiny_url)
    other.open(watched.page.url.removeprefix(tiny_url))
    other.page.locator(".st-key-photograph svg circle").first.wait_for(state="attached")
    assert other.page.locator(".st-key-photograph svg line.line[data-layer=sides]").count() == 0


def test_the_photograph_zooms_and_pans_without_a_rerun(watch, tiny_url):
    """Buttons, keys, double click and dragging change the view; showing all brings it back."""
    watched = watch(tiny_url)
    watched.open("/cases?photograph=002_T0")
    photograph = watched.page.locator(".st-key-photograph")
    svg = photograph.locator(".photograph > svg")
    whole = svg.get_attribute("viewBox")
    photograph.get_by_role("button", name="Zoom in").click()
    zoomed = svg.get_attribute("viewBox")
    assert zoomed != whole
    box = svg.bounding_box()
    watched.page.mouse.move(box["x"] + 200, box["y"] + 200)
    watched.page.mouse.down()
    watched.page.mouse.move(box["x"] + 150, box["y"] + 170, steps=4)
    watched.page.mouse.up()
    assert svg.get_attribute("viewBox") != zoomed
    photograph.get_by_role("button", name="Show all").click()
    assert svg.get_attribute("viewBox") == whole
    svg.focus()
    watched.page.keyboard.press("+")
    assert svg.get_attribute("viewBox") != whole
    watched.page.keyboard.press("0")
    assert svg.get_attribute("viewBox") == whole
    svg.dblclick()
    assert svg.get_attribute("viewBox") != whole


def test_reference_models_are_switched_off_everywhere(watch, tiny_url):
    """One switch takes the reference models off every page, and the link remembers it."""
    watched = watch(tiny_url)
    watched.open("/")
    chart = watched.page.locator(".st-key-ranking")
    chart.get_by_text("Image-plane solver").first.wait_for()
    watched.page.locator(".st-key-references label").first.click()
    chart.get_by_text("Image-plane solver").first.wait_for(state="detached")
    assert chart.get_by_text("blind constant").count() == 0
    assert "references=" in watched.page.url
    watched.page.get_by_role("link", name="Heatmaps").click()
    watched.page.locator(".st-key-heatmap").get_by_text("GPT-5").wait_for()
    assert watched.page.locator(".st-key-heatmap").get_by_text("Blind constant").count() == 0
    other = watch(tiny_url)
    other.open("/cases?photograph=002_T0&references=false")
    assert other.page.get_by_text("Blind constant").count() == 0
    assert other.page.get_by_text("GPT-5: raw reply").count() == 1


def test_a_meeting_walks_through_pinned_cases(watch, tiny_url):
    """Pins live in the link; the presenter shows them alone on the screen, and the arrow keys go through them."""
    watched = watch(tiny_url)
    watched.open("/cases?photograph=002_T0")
    watched.page.get_by_role("button", name="Pin", exact=True).click()
    watched.page.wait_for_url("**pins=002_T0**")
    watched.page.keyboard.press("ArrowRight")
    watched.settle()
    watched.page.get_by_role("button", name="Pin", exact=True).click()
    watched.page.wait_for_url("**pins=002_T0%2C**")
    second = watched.page.url.split("pins=002_T0%2C")[1][:6]
    other = watch(tiny_url)
    other.open(watched.page.url.removeprefix(tiny_url))
    other.page.get_by_role("button", name="Present").click()
    expect_heading(other, "002_T0 · 1 of 2")
    assert not other.page.locator("[data-testid=stSidebar]").is_visible()
    other.page.keyboard.press("ArrowRight")
    expect_heading(other, f"{second} · 2 of 2")
    other.page.keyboard.press("Escape")
    expect_heading(other, second)
    assert other.page.locator("[data-testid=stSidebar]").is_visible()


def test_a_note_is_text_and_stays(watch, tiny_url):
    """What somebody wrote is shown as text to somebody else, and leads from the gallery to its case."""
    watched = watch(tiny_url)
    watched.open("/cases?photograph=003_P1")
    watched.page.get_by_text("Write a note").click()
    watched.page.get_by_label("Comment").fill("<img src=x onerror=alert(1)> reads the picture")
    watched.page.get_by_label("Your name").fill("Ada")
    watched.page.get_by_role("button", name="Save").click()
    watched.page.get_by_role("heading", name="Notes (1)").wait_for()
    other = watch(tiny_url)
    other.open("/cases?photograph=003_P1")
    note = other.page.get_by_text("<img src=x onerror=alert(1)> reads the picture")
    note.wait_for()
    assert note.locator("img").count() == 0


def test_text_from_an_address_is_never_markup(watch, tiny_url):
    """A photograph id with HTML and Markdown in it is shown as text, loads nothing and links nowhere."""
    watched = watch(tiny_url)
    watched.open("/cases?photograph=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E![a](http://evil.example/z.png)")
    alert = watched.page.locator("[data-testid=stAlert]").first
    assert "<img src=x" in alert.inner_text()
    assert alert.locator("img, a").count() == 0


def test_downloads_are_files(watch, tiny_url):
    """A table comes as CSV and as Parquet."""
    watched = watch(tiny_url)
    watched.open("/data")
    for key, name, start in (
        ("table_csv", "trilens_answers.csv", b"run_id,"),
        ("table_parquet", "trilens_answers.parquet", b"PAR1"),
    ):
        with watched.page.expect_download() as download:
            watched.page.locator(f".st-key-{key} button").click()
        assert download.value.suggested_filename == name
        path = OUTPUT / name
        download.value.save_as(path)
        assert path.read_bytes().startswith(start)


def test_headers_and_images_are_safe_and_cached(watch, tiny_url):
    """Pages carry a content policy, images may be kept for ever, and nothing but images is served by that route."""
    watched = watch(tiny_url)
    watched.open("/cases")
    request = watched.page.request
    page = request.get(f"{tiny_url}/")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    source = watched.page.locator(".gallery img").first.get_attribute("src")
    image = request.get(tiny_url + source)
    assert image.headers["content-type"] == "image/webp"
    assert "immutable" in image.headers["cache-control"]
    for name in ("..%2f..%2fetc%2fpasswd", "CURRENT", f"{'0' * 24}-thumb.webp", "x.webp"):
        assert request.get(f"{tiny_url}/photographs/{name}").status in (400, 404)


def test_the_plain_entry_shows_photographs_too(watch, tiny_data):
    """`streamlit run streamlit_app.py`, as on Streamlit Community Cloud, shows the same pictures."""
    with dashboard(tiny_data, "streamlit_app.py") as (url, _):
        watched = watch(url)
        watched.open("/cases")
        images = watched.page.locator(".gallery img")
        images.first.scroll_into_view_if_needed()
        watched.page.wait_for_timeout(500)
        assert images.count() == 16
        assert images.first.evaluate("image => image.naturalWidth") > 100
        watched.page.close()


def test_an_empty_disk_without_network_becomes_a_dashboard_of_scenes(watch, tmp_path, tiny_data):
    """With nothing on the disk and nothing to fetch, scenes are drawn; Tri-Bench that comes later is the default."""
    import shutil

    data = tmp_path / "data"
    with dashboard(data, TRILENS_SOURCE=str(tmp_path / "nowhere")) as (url, _):
        watched = watch(url)
        watched.open("/")
        watched.page.get_by_text("no model has answered, only reference solvers").wait_for(timeout=240_000)
        watched.page.get_by_text("drawn by Trilens: no photographs").wait_for()
        watched.page.get_by_role("link", name="Cases").click()
        image = watched.page.locator(".gallery img").first
        image.wait_for()
        assert watched.page.request.get(url + image.get_attribute("src")).ok
        shutil.copytree(tiny_data, data, dirs_exist_ok=True)
        watched.open("/")
        watched.page.get_by_text("reads the triangles best").wait_for(timeout=15_000)
        switch = watched.page.locator(".st-key-benchmark")
        switch.get_by_text("Synthetic scenes").click()
        watched.page.get_by_text("only reference solvers").first.wait_for()
        watched.settle()
        assert "benchmark=synthetic" in watched.page.url
        mark = watched.page.locator(".st-key-ranking .scatterlayer .point").first.bounding_box()
        watched.page.mouse.click(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
        watched.page.wait_for_url("**/cases?*")
        watched.page.get_by_text("drawn by Trilens: no photographs").wait_for()
        assert "s0" in watched.page.locator(".gallery a .caption").first.inner_text()
        watched.settle()
        other = watch(url)
        other.open(watched.page.url.removeprefix(url))
        other.page.get_by_text("drawn by Trilens: no photographs").wait_for()
        other.page.close()
        watched.page.close()


def test_dragging_a_corner_changes_the_truth(watch, tiny_url):
    """A corner dragged on the board changes link, truth and picture; keys move it too; a reload keeps it."""
    watched = watch(tiny_url)
    watched.open("/lab")
    corner = watched.page.locator(".st-key-lab_board g[data-name=C]")
    corner.wait_for()
    table = watched.page.locator("[data-testid=stTable]").first
    before, picture = table.inner_text(), watched.page.locator(".st-key-lab_picture image")
    first = picture.get_attribute("href")
    box = corner.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    watched.page.mouse.move(x, y)
    watched.page.mouse.down()
    watched.page.mouse.move(x + 60, y - 40, steps=5)
    watched.page.mouse.up()
    watched.page.wait_for_url("**scene=*")
    watched.settle()
    after = table.inner_text()
    assert after != before
    assert picture.get_attribute("href") != first
    link = watched.page.url
    watched.open(link.removeprefix(tiny_url))
    assert table.inner_text() == after
    corner.focus()
    watched.page.keyboard.press("ArrowLeft")
    watched.page.wait_for_function("link => location.href !== link", arg=link)
    watched.settle()
    assert table.inner_text() != after


def test_the_real_photographs(watch, real_settings):
    """On the real dataset a case shows its photograph with the triangle on it; no picture of it is kept."""
    with dashboard(real_settings.data) as (url, _):
        watched = watch(url)
        watched.open("/?photograph=037_T0")
        expect_heading(watched, "037_T0")
        image = watched.page.locator(".st-key-photograph svg image")
        assert watched.page.request.get(url + image.get_attribute("href")).ok
        assert watched.page.locator(".st-key-photograph svg circle").count() == 6
        board = watched.page.locator(".st-key-rectified_view svg")
        assert watched.page.request.get(url + board.locator("image").get_attribute("href")).ok
        for layer, lines in (("tape", 3), ("measured", 3), ("implied", 3), ("square", 4)):
            assert board.locator(f"line[data-layer={layer}]").count() == lines
        assert "Amit Bendkhale, CC BY 4.0" in watched.page.locator("[data-testid=stMain]").inner_text()
        watched.page.close()


def test_from_a_blamed_side_to_its_evidence_and_photograph(watch, real_settings):
    """A mark of the audit's chart opens that triangle's evidence, a view of it the case, which says it is in doubt."""
    with dashboard(real_settings.data) as (url, _):
        watched = watch(url)
        watched.open("/truth_audit")
        marks = watched.page.locator(".st-key-residuals .scatterlayer .trace").nth(0).locator(".point")
        mark = marks.nth(2).bounding_box()
        watched.page.mouse.click(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
        watched.settle()
        watched.page.wait_for_url("**/truth_audit?*triangle=*")
        triangle_id = watched.page.url.split("triangle=")[1][:3]
        watched.page.get_by_text(f"{triangle_id}: ").first.wait_for()
        tile = watched.page.locator(".st-key-rectified_views .gallery a").first
        assert f"/cases?photograph={triangle_id}_" in tile.get_attribute("href")
        tile.click()
        watched.page.wait_for_url("**/cases?*")
        expect_heading(watched, f"{triangle_id}_P0")
        watched.page.get_by_text("The published truth is in doubt.").wait_for()
        watched.page.get_by_role("link", name="Evidence").click()
        expect_heading(watched, "Truth audit")
        assert f"triangle={triangle_id}" in watched.page.url
        watched.page.close()


def test_from_a_band_of_tilt_to_its_cases_and_their_link(watch, tilted_settings):
    """A mark opens the cases of its line and band, whose link opens the same; a photograph of the scatter opens too."""
    with dashboard(tilted_settings.data) as (url, _):
        watched = watch(url)
        watched.open("/tilt?lines=Questions")
        click_mark(watched, "kappa_by_tilt", 2)
        watched.page.wait_for_url("**/cases?*")
        expect_heading(watched, "Cases")
        assert "question=Q1" in watched.page.url
        assert "tilt=40" in watched.page.url
        assert watched.page.locator(".gallery a").count() == 3
        other = watch(url)
        other.open(watched.page.url.removeprefix(url))
        other.page.locator(".gallery a").nth(2).wait_for()
        assert other.page.locator(".gallery a").count() == 3
        assert "2 set" in other.page.locator("[data-testid=stSidebar]").inner_text()
        narrow = watch(url, 390)
        narrow.open("/tilt")
        assert narrow.page.evaluate("document.documentElement.scrollWidth") <= 390
        narrow.page.close()
        watched.open("/tilt")
        click_mark(watched, "tilts", 0)
        watched.page.wait_for_url("**/cases?*photograph=*")
        watched.page.get_by_text("Camera to board").wait_for()
        watched.page.close()
        other.page.close()


def test_from_robustness_to_cases_contradictions_and_a_worst_view(watch, tiny_url):
    """A mark of a question opens its cases; one of a contradiction lists its replies; a worst view opens its case."""
    watched = watch(tiny_url, height=2600)
    watched.open("/robustness?right_at=0.7")
    click_mark(watched, "contradictions", 1)
    watched.page.wait_for_url("**/robustness?*contradiction=*")
    click_mark(watched, "by_question", 1)
    watched.page.wait_for_url("**/cases?*")
    expect_heading(watched, "Cases")
    for part in ("question=Q2", "model=", "right_at=0.7"):
        assert part in watched.page.url
    other = watch(tiny_url, height=2600)
    other.open("/robustness?worst_question=Q4+%7CB+%E2%88%92+C%7C")
    tile = other.page.locator(".gallery a").nth(2)
    assert "kappa" in tile.locator(".detail").inner_text()
    tile.click()
    other.page.wait_for_url("**/cases?*photograph=*_T0*")
    other.settle()


def test_a_link_shows_the_triangle_that_a_model_implies(watch, real_settings):
    """The model whose answers are drawn stands in the address, and its sentence is shown."""
    with dashboard(real_settings.data) as (url, _):
        watched = watch(url)
        watched.open("/cases?photograph=037_T0&implied=GPT-5")
        text = watched.page.locator("[data-testid=stMain]").inner_text()
        assert "The numbers of GPT-5 describe" in text or "No triangle has the numbers of GPT-5" in text
        watched.page.close()


def test_from_a_pair_to_a_photograph_and_its_link(watch, tiny_url):
    """A cell of the matrix chooses two runs, a mark opens its photograph, and a link shows the same comparison."""
    watched = watch(tiny_url)
    watched.open("/compare?slice=Condition")
    before = watched.page.locator("[data-testid=stMain] h4").first.inner_text()
    click_mark(watched, "differences", 15)
    sentence = watched.page.locator("[data-testid=stMain] h4").first.inner_text()
    assert sentence != before
    assert "first=" in watched.page.url
    other = watch(tiny_url)
    other.open(watched.page.url.removeprefix(tiny_url))
    assert other.page.locator("[data-testid=stMain] h4").first.inner_text() == sentence
    assert "slice=Condition" in other.page.url
    click_mark(other, "who_is_right", 2, "barlayer")
    assert "who=" in other.page.url
    click_mark(watched, "by_photograph", 1)
    watched.page.wait_for_url("**/cases?*photograph=*")
    expect_heading(watched, watched.page.url.split("photograph=")[1][:6])


def test_from_a_slice_to_its_cases(watch, tiny_url):
    """A mark of the forest plot opens the cases of both models in that slice, with the filters that were set."""
    watched = watch(tiny_url)
    watched.open("/compare?pose=tilted")
    click_mark(watched, "slices", 0)
    expect_heading(watched, "Cases")
    assert watched.page.url.count("model=") == 2
    assert "question=" in watched.page.url
    assert "pose=tilted" in watched.page.url


def test_from_a_confusion_to_its_photographs(watch, tiny_url):
    """A cell of the confusion matrix shows its photographs, in the address too, and one of them opens its case."""
    watched = watch(tiny_url)
    watched.open("/bias?run=Qwen2.5-VL-32B")
    click_mark(watched, "confusion", 6)
    assert "cell=" in watched.page.url
    watched.page.get_by_text("4 photographs show equilateral in 3D and are called scalene.").wait_for()
    watched.page.locator(".st-key-confused .gallery a").first.click()
    watched.page.wait_for_url("**/cases?*photograph=*")


def test_from_a_number_to_its_photographs(watch, tiny_url):
    """A bar of the commonest answers shows its photographs, a mark of the scatter opens its case."""
    watched = watch(tiny_url)
    watched.open("/bias?about=Q4 |B − C|")
    click_mark(watched, "commonest", 2, "barlayer")
    assert "said=" in watched.page.url
    click_mark(watched, "numbers", 1)
    watched.page.wait_for_url("**/cases?*photograph=*")
