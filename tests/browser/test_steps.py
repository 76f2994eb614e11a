"""Browser tests of steps between cases: the browser draws the next case before the server answers."""

import signal

import pytest

from tests.browser.serving import dashboard

LOADED = """
least => performance.getEntriesByType("resource").filter(one => one.name.endsWith("-large.webp")).length >= least
"""

TOPS = """prefix => ["case-head", "case-conditions", "case-photograph", "rectified-view", "answer-matrix"].map(
    key => document.querySelector(`.st-key-${prefix}${key}`).getBoundingClientRect().top)"""
"""Where the components of a case are on the screen."""


def test_a_step_is_drawn_before_the_server_answers(watch, tiny_data):
    """A step shows the next case whole while the server is stopped; the address follows when the server runs again.

    A key that was pressed meanwhile acts on the case that was shown.
    """
    with dashboard(tiny_data) as (url, process):
        watched = watch(url)
        watched.open("/cases?case=001_P1&sort=by+number")
        watched.expect_heading("001_P1")
        page = watched.page
        page.wait_for_function(LOADED, arg=2)  # its own photograph, and that of the next case
        process.send_signal(signal.SIGSTOP)
        try:
            page.keyboard.press("ArrowRight")
            watched.expect_heading("001_T0")
            assert page.get_by_role("img", name="Photograph 001_T0 with its triangle").count() == 1
            assert page.locator(".gallery [aria-current]").get_attribute("data-case") == "001_T0"
            assert "T0: tilted" in page.locator(".st-key-case-facts table").first.inner_text()
            assert "case=001_P1" in page.url
            page.keyboard.press("p")
        finally:
            process.send_signal(signal.SIGCONT)
        page.wait_for_url(lambda address: "case=001_T0" in address and "pins=001_T0" in address)
        watched.settle()
        watched.expect_heading("001_T0")
        watched.leave()


def rest_on_tile(page, case_id):
    """Rest the pointer on a tile of the gallery until its preview and images are loaded; return the tile."""
    tile = page.locator(f".gallery .grid a[data-case='{case_id}']")
    with page.expect_response(lambda answer: "/previews/" in answer.url and case_id in answer.url):
        tile.hover()
    page.wait_for_function(LOADED, arg=1)
    return tile


def test_an_opened_case_is_drawn_before_the_server_answers(watch, tiny_data):
    """The case under the pointer is shown over the gallery while the server is stopped, and takes no clicks.

    A key that was pressed meanwhile acts on the case. The server's page then replaces it in the same places.
    """
    with dashboard(tiny_data) as (url, process):
        watched = watch(url)
        watched.open("/cases?sort=by+number")
        page = watched.page
        tile = rest_on_tile(page, "003_T0")
        process.send_signal(signal.SIGSTOP)
        try:
            tile.click()
            preview = page.locator(".st-key-case-preview")
            preview.get_by_role("heading", name="003_T0").wait_for()
            assert preview.get_by_role("img", name="Photograph 003_T0 with its triangle").is_visible()
            assert preview.locator(".answers tbody tr").count() >= 6
            assert "case=" not in page.url
            tops = page.evaluate(TOPS, "preview-")
            page.keyboard.press("p")
        finally:
            process.send_signal(signal.SIGCONT)
        page.wait_for_url(lambda address: "case=003_T0" in address and "pins=003_T0" in address)
        watched.settle()
        watched.expect_heading("003_T0")
        assert not preview.is_visible()
        assert page.evaluate(TOPS, "") == pytest.approx(tops, abs=2)
        page.keyboard.press("Escape")
        tile.wait_for()
        assert not preview.is_visible()
        watched.leave()


def test_the_first_previews_are_loaded_when_the_browser_is_idle(watch, tiny_url):
    """The second gallery of a session loads those of its first four cases; the first gallery loads none."""
    watched = watch(tiny_url)
    page, loaded = watched.page, []
    page.on("response", lambda answer: loaded.append(answer.url) if "/previews/" in answer.url else None)
    watched.open("/cases?sort=by+number")
    page.wait_for_timeout(1000)
    assert loaded == []
    page.get_by_test_id("stSidebar").get_by_role("button", name="T1", exact=True).click()
    watched.settle()
    first = page.locator(".gallery .grid a").evaluate_all("links => links.slice(0, 4).map(link => link.dataset.case)")
    page.wait_for_timeout(2000)
    assert [url.rpartition("case=")[2] for url in loaded] == first


def test_a_key_over_a_preview_without_an_answer_is_forgotten(watch, tiny_data):
    """Escape over a preview, then the browser's Back: the case that is opened next stays open."""
    with dashboard(tiny_data) as (url, process):
        watched = watch(url)
        watched.open("/cases?sort=by+number")
        page = watched.page
        tile = rest_on_tile(page, "003_T0")
        process.send_signal(signal.SIGSTOP)
        try:
            tile.click()
            page.locator(".st-key-case-preview").get_by_role("heading", name="003_T0").wait_for()
            page.keyboard.press("Escape")
            page.evaluate("window.dispatchEvent(new PopStateEvent('popstate'))")
            assert page.evaluate("document.documentElement.dataset.waitingAction") is None
        finally:
            process.send_signal(signal.SIGCONT)
        watched.settle()
        watched.open("/cases?case=003_T1&sort=by+number")
        watched.expect_heading("003_T1")
        watched.settle()
        watched.expect_heading("003_T1")
        watched.leave()


def test_a_case_opens_without_its_preview(watch, tiny_url):
    """If the server sends no preview, or the browser cannot fetch it, a click opens the case as before."""
    watched = watch(tiny_url)
    page = watched.page
    page.route("**/previews/**", lambda route: route.fulfill(status=204))
    watched.open("/cases?sort=by+number")
    page.locator(".gallery .grid a[data-case='001_T0']").click()
    watched.expect_heading("001_T0")
    assert not page.locator(".st-key-case-preview").is_visible()


def test_the_model_chosen_from_the_list_is_marked_in_the_answers(watch, tiny_url):
    """The list beside the board and the headings of the answers are one choice."""
    watched = watch(tiny_url)
    watched.open("/cases?case=002_T0")
    watched.page.locator(".answers table").wait_for()
    watched.open_list("Draw triangle from", watched.page.get_by_test_id("stMain"))
    watched.page.get_by_role("option", name="GPT-5").click()
    watched.settle()
    assert watched.page.locator(".answers thead button[aria-pressed=true]").all_inner_texts() == ["GPT-5"]


def test_words_filter_the_gallery_while_they_are_typed(watch, tiny_url):
    """The gallery follows typed words without Enter, the field keeps the focus, and Back does not step by letters."""
    watched = watch(tiny_url)
    watched.open("/cases?sort=by+number")
    page = watched.page
    steps = page.evaluate("history.length")
    field = page.locator(".st-key-case_search input")
    field.press_sequentially("003_T", delay=20)
    page.wait_for_url(lambda address: "case_search=003_T" in address)
    watched.settle()
    ids = page.locator(".gallery .grid a").evaluate_all("links => links.map(link => link.dataset.case)")
    assert ids == ["003_T0", "003_T1"]
    assert field.evaluate("node => node.matches(':focus')")
    assert page.evaluate("history.length") == steps
