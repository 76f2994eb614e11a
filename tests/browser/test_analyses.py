"""Browser tests of the way from analysis charts to photographs, and of their links."""

import pytest

from tests.browser.serving import dashboard
from tests.browser.walk import faults, open_cell


def chip(watched):
    """Return the button with the scope of Cases."""
    return watched.page.locator(".st-key-scope-chip").get_by_role("button", name="from ")


def test_from_a_cell_to_a_photograph_and_its_link(watch, tiny_url):
    """With any settings, a cell opens its cases and a thumbnail a case, and the address opens the same elsewhere."""
    watched = watch(tiny_url, stays=True)
    watched.open("/heatmaps?measure=2D+minus+3D&rows=Object&pose=tilted&sorts=false")
    open_cell(watched, 7 + 3)
    assert chip(watched).inner_text().startswith("from Heatmaps: Object = apple × Q3 AB / AC")
    assert "&pose=tilted&" in watched.page.url.replace("?", "&")
    assert "2 set" in watched.page.locator("[data-testid=stSidebar]").inner_text()
    tile = watched.page.locator(".gallery a").first
    case_id = tile.locator(".caption").inner_text()
    tile.click()
    watched.settle()
    watched.expect_heading(case_id)
    other = watch(tiny_url)
    other.open(watched.page.url.removeprefix(tiny_url))
    other.expect_heading(case_id)
    assert "2 set" in other.page.locator("[data-testid=stSidebar]").inner_text()
    assert chip(other).inner_text() == chip(watched).inner_text()


@pytest.mark.slow
def test_reference_models_are_switched_off_everywhere(watch, tiny_url):
    """One switch removes the reference models from every page, and the link remembers it."""
    watched = watch(tiny_url)
    watched.open("/")
    watched.page.get_by_text("More charts: baselines and effects").click()
    chart = watched.page.locator(".st-key-ranking-chart")
    chart.get_by_text("Image-plane solver").first.wait_for()
    watched.page.locator(".st-key-references label").first.click()
    chart.get_by_text("Image-plane solver").first.wait_for(state="detached")
    assert chart.get_by_text("best constant answer").count() == 0
    assert "references=" in watched.page.url
    watched.page.get_by_role("link", name="Heatmaps").click()
    watched.page.locator(".st-key-heatmap-chart").get_by_text("GPT-5").wait_for()
    assert watched.page.locator(".st-key-heatmap-chart").get_by_text("Best constant answer").count() == 0
    other = watch(tiny_url)
    other.open("/cases?case=002_T0&references=false")
    assert other.page.get_by_text("Best constant answer").count() == 0
    assert other.page.locator(".st-key-case-replies").get_by_role("button", name="GPT-5", exact=True).count() == 1


@pytest.mark.slow
def test_from_a_band_of_tilt_to_its_cases_and_their_link(watch, tilted_workspace):
    """A mark opens the cases of its line and band, whose link opens the same; a photograph of the scatter opens too.

    The server is the plain entry's, as on Streamlit Community Cloud, which shows the same pictures.
    """
    with dashboard(tilted_workspace.data, "streamlit_app.py") as (url, _):
        watched = watch(url)
        watched.open("/tilt?lines=Questions")
        watched.click_mark("kappa-by-tilt-0", 10)  # behind four marks of either solver
        watched.page.wait_for_url("**/cases?*")
        watched.expect_heading("Cases")
        assert "× Q1 Side class" in chip(watched).inner_text()
        assert "40" in chip(watched).inner_text()
        images = watched.page.locator(".gallery img")
        assert images.count() == 3
        watched.until(lambda: images.first.evaluate("image => image.complete"))
        assert images.first.evaluate("image => image.naturalWidth") > 100
        other = watch(url)
        other.open(watched.page.url.removeprefix(url))
        other.page.locator(".gallery a").nth(2).wait_for()
        assert other.page.locator(".gallery a").count() == 3
        assert "1 set" in other.page.locator("[data-testid=stSidebar]").inner_text()
        watched.visit("/truth_audit")
        watched.click_mark("tilts-chart", 0)
        watched.page.wait_for_url("**/cases?*case=*")
        watched.page.get_by_text("Camera to board").wait_for()
        watched.page.go_back()
        watched.page.set_viewport_size({"width": 390, "height": 900})
        watched.expect_heading("Truth audit")
        assert faults(watched) == []


@pytest.mark.slow
def test_from_robustness_to_cases_contradictions_and_a_worst_view(watch, tiny_url):
    """A mark of a question opens its cases, a mark of a contradiction its replies, and a worst view its case."""
    watched = watch(tiny_url, height=2600)
    watched.open("/robustness?right_at=0.7")
    watched.page.get_by_text("Kinds of contradictions, and their replies").click()
    watched.settle()
    watched.click_mark("contradictions-chart", 1)
    watched.page.wait_for_url("**/robustness?*contradiction=*")
    watched.page.get_by_text("By question", exact=True).click()
    watched.settle()
    watched.click_mark("robustness-by-question", 1)
    watched.page.wait_for_url("**/cases?*")
    watched.expect_heading("Cases")
    assert chip(watched).inner_text().startswith("from Robustness: Q2 Angle class × ")
    assert "right_at=0.7" in watched.page.url.replace("?", "&").split("&")
    other = watch(tiny_url, height=2600)
    other.open("/robustness?worst_question=Q4+%7CB+%E2%88%92+C%7C")
    tile = other.page.locator(".gallery a").nth(2)
    assert "score" in tile.locator(".detail").inner_text()
    tile.click()
    other.page.wait_for_url("**/cases?*case=*_T0*")
    other.settle()


@pytest.mark.slow
def test_from_a_pair_to_a_photograph_and_its_link(watch, tiny_url):
    """A cell of the matrix selects two runs, a link shows the same comparison, and its marks open their cases."""
    watched = watch(tiny_url, stays=True)
    watched.open("/compare?slice=Condition&pose=tilted")
    before = watched.page.locator("[data-testid=stMain] h4").first.inner_text()
    watched.page.get_by_text("Differences between all runs").click()
    watched.settle()
    watched.click_mark("differences-chart", 9, "barlayer")
    sentence = watched.page.locator("[data-testid=stMain] h4").first.inner_text()
    assert sentence != before
    assert "first=" in watched.page.url
    other = watch(tiny_url)
    other.open(watched.page.url.removeprefix(tiny_url))
    assert other.page.locator("[data-testid=stMain] h4").first.inner_text() == sentence
    assert "slice=Condition" in other.page.url
    other.click_mark("who-is-right", 0, "barlayer")
    assert "who=" in other.page.url
    other.click_mark("slices-chart", 0)
    other.expect_heading("Cases")
    assert chip(other).inner_text().startswith("from Compare: Condition = T")
    assert chip(other).inner_text().count(", ") == 1
    assert "pose=tilted" in other.page.url.replace("?", "&").split("&")
    watched.click_mark("differences-by-case", 1)
    watched.page.wait_for_url("**/cases?*case=*")
    watched.expect_heading(watched.page.url.split("case=")[1][:6])


@pytest.mark.slow
def test_from_a_confusion_to_its_photographs(watch, tiny_url):
    """A cell of the confusion matrix shows its photographs, also by address. One of them opens its case."""
    watched = watch(tiny_url, stays=True)
    watched.open("/bias?run=Qwen2.5-VL-32B")
    watched.click_mark("confusion-matrix", 6, "barlayer")
    assert "cell=" in watched.page.url
    watched.page.get_by_text("4 photographs with equilateral in 3D called scalene.").wait_for()
    watched.page.locator(".st-key-examples-confused .gallery a").first.click()
    watched.page.wait_for_url("**/cases?*case=*")


@pytest.mark.slow
def test_from_a_number_to_its_photographs(watch, tiny_url):
    """A bar of the most common answers shows its photographs; a mark of the scatter plot opens its case."""
    watched = watch(tiny_url, stays=True)
    watched.open("/bias?run=Best constant answer&about=Q4 |B − C|")
    watched.click_mark("commonest-answers", 1, "barlayer")
    assert "said=" in watched.page.url
    watched.click_mark("numbers-chart", 1)
    watched.page.wait_for_url("**/cases?*case=*")
