"""Browser tests of a case's first screen, its head and the navigation between case and gallery."""

from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

MAIN = "document.querySelector('[data-testid=stMain]')"
TOP = "selector => Math.round(document.querySelector(selector).getBoundingClientRect().top)"
BOTTOM = "selector => Math.round(document.querySelector(selector).getBoundingClientRect().bottom)"
FOCUSED = """() => {
    let node = document.activeElement
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement
    return node?.dataset?.case ?? null
}"""
DRAW_MORE_ABOVE = """() => {
    const spacer = document.createElement("div")
    spacer.style.height = "40px"
    document.querySelector("[data-testid=stMainBlockContainer] [data-testid=stVerticalBlock]").prepend(spacer)
    window.__draw_less = () => spacer.remove()
}"""
"""What stands above the page for a moment while it is drawn, as a row does that takes two lines at first."""

NOTE_PLACE = f"() => addEventListener('click', () => {{ window.__left_at = {MAIN}.scrollTop }}, true)"
"""Notes where the page is at each click, before which Playwright may scroll."""

MATRIX, HEAD = ".st-key-answer-matrix", ".st-key-case-head"


def open_case(watched, path):
    """Open a case and wait until its answers are shown."""
    watched.open(path)
    watched.page.locator(".answers table").wait_for()
    watched.settle()


@pytest.mark.slow
def test_the_answers_are_on_the_first_screen_and_stay_in_sight(watch, real_url):
    """At 1440 x 900 images and matrix fit; after scrolling, the head stays and the next case's answers are shown."""
    watched = watch(real_url, height=900, stays=True)
    page = watched.page
    open_case(watched, "/cases?case=037_T0&sort=by+number")
    assert page.evaluate(BOTTOM, MATRIX) <= 900
    tops = {page.evaluate(TOP, f".st-key-{key}") for key in ("case-photograph", "rectified-view")}
    assert len(tops) == 1
    signs = page.locator(".answers td.wrong .sign").all_inner_texts()
    assert signs
    assert set(signs) == {"✕"}
    page.locator(".answers thead button", has_text="GPT-5").click()
    page.wait_for_url("**implied=GPT-5**")
    watched.settle()
    assert page.locator(".st-key-rectified-view .legend").all_inner_texts()[-1] == "A′B′C′: GPT-5’s answers"
    assert page.locator(".answers thead button[aria-pressed=true]").all_inner_texts() == ["GPT-5"]
    page.evaluate(f"{MAIN}.scrollTo(0, 450)")
    watched.settle()
    head, answers, scrolled = page.evaluate(TOP, HEAD), page.evaluate(TOP, MATRIX), page.evaluate(f"{MAIN}.scrollTop")
    assert 0 <= head < answers
    page.keyboard.press("ArrowRight")
    watched.expect_heading("037_T1")
    assert page.evaluate(f"{MAIN}.scrollTop") == scrolled
    assert page.evaluate(TOP, HEAD) == head
    assert page.evaluate(TOP, MATRIX) == pytest.approx(answers, abs=40)
    page.set_viewport_size({"width": 390, "height": 844})
    watched.settle()
    assert page.evaluate(BOTTOM, HEAD) < 844 / 4
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.slow
def test_the_gallery_takes_one_back_to_the_tile(watch, real_url):
    """After Escape and after the browser's Back, the tile has the focus and the gallery its position.

    A jump works too.
    """
    watched = watch(real_url, height=600, stays=True)
    page = watched.page
    watched.open("/cases")
    page.locator(".gallery a").nth(40).scroll_into_view_if_needed()
    watched.settle()
    page.evaluate(NOTE_PLACE)
    tile = page.locator(".gallery a").nth(40)
    case_id = tile.locator(".caption").inner_text()
    for leave in (lambda: page.keyboard.press("Escape"), page.go_back):
        tile.click()
        place = page.evaluate("() => window.__left_at")
        assert place > 0
        watched.expect_heading(case_id)
        assert page.evaluate(f"{MAIN}.scrollTop") == 0
        leave()
        watched.expect_heading("Cases")
        watched.until(lambda: page.evaluate(FOCUSED) == case_id)
        assert page.evaluate(f"{MAIN}.scrollTop") == place
    page.get_by_placeholder("Go to photograph").fill("41 t1")
    page.keyboard.press("Enter")
    watched.expect_heading("041_T1")
    assert "case=041_T1" in page.url


@pytest.mark.slow
def test_the_place_is_kept_while_the_page_above_is_still_drawn(watch, tiny_url):
    """If content above shrinks after the return to the tile, the gallery keeps its position."""
    watched = watch(tiny_url, height=600, stays=True)
    page = watched.page
    watched.open("/cases")
    page.evaluate(f"{MAIN}.scrollTo(0, 150)")
    watched.settle()
    page.evaluate(NOTE_PLACE)
    tile = page.locator(".gallery a").last
    case_id = tile.locator(".caption").inner_text()
    tile.click()
    place = page.evaluate("() => window.__left_at")
    assert place > 56
    watched.expect_heading(case_id)
    page.evaluate(DRAW_MORE_ABOVE)
    page.keyboard.press("Escape")
    watched.expect_heading("Cases")
    watched.until(lambda: page.evaluate(FOCUSED) == case_id)
    page.evaluate("() => window.__draw_less()")
    watched.settle()
    assert page.evaluate(f"{MAIN}.scrollTop") == place


@pytest.mark.slow
def test_a_step_runs_the_case_alone_and_a_pin_the_whole_page(watch, tiny_url):
    """For the next case the server sends the case without its sidebar; a pin lists the case in the sidebar."""
    watched = watch(tiny_url)
    sent = []
    watched.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))  # noqa: PLW0108
    open_case(watched, "/cases?case=001_P0&sort=by+number")
    sent.clear()
    watched.page.keyboard.press("ArrowRight")
    watched.expect_heading("001_P1")
    asked = [BackMsg.FromString(frame).rerun_script.fragment_id for frame in sent]
    assert asked
    assert all(asked)
    assert watched.page.title() == "001_P1 · Cases · Trilens"
    watched.page.get_by_role("button", name="Pin", exact=True).click()
    watched.page.get_by_test_id("stSidebar").get_by_text("Pinned (1)").wait_for()
    watched.page.get_by_role("button", name="Unpin", exact=True).wait_for()
    watched.settle()


def drawn_anew(frames):
    """Return the types of elements that the server has sent."""
    messages = [ForwardMsg.FromString(frame) for frame in frames]
    return {message.delta.new_element.WhichOneof("type") for message in messages if message.HasField("delta")}


@pytest.mark.slow
def test_opening_leaving_and_filtering_leave_the_sidebar_as_it_is(watch, tiny_url):
    """A tile, Escape and a filter redraw the page without the filters; their counts and the chips are updated."""
    watched = watch(tiny_url)
    page, received = watched.page, []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(frame)))  # noqa: PLW0108
    sidebar = page.get_by_test_id("stSidebar")
    watched.open("/cases?sort=by+number")
    assert "multiselect" in drawn_anew(received)
    clicks = (
        (lambda: page.locator(".gallery a").nth(1).click(), "001_P1"),
        (lambda: page.keyboard.press("Escape"), "Cases"),
        (lambda: sidebar.get_by_role("button", name="T1", exact=True).click(), "Cases"),
    )
    for click, heading in clicks:
        watched.settle()
        received.clear()
        click()
        watched.expect_heading(heading)
        watched.settle()
        assert drawn_anew(received) - {None}
        assert "multiselect" not in drawn_anew(received)
    assert "Filters · 1 set" in sidebar.inner_text()
    assert parse_qs(urlsplit(page.url).query) == {"condition": ["T1"], "sort": ["by number"]}
    assert page.locator(".gallery a").count() == 4
    page.get_by_role("button", name="Condition: T1").click()
    sidebar.get_by_text("Filters · 0 set").wait_for()
    watched.settle()
    assert page.locator(".gallery a").count() == 12
    assert page.url.endswith("/cases?sort=by+number")


@pytest.mark.slow
def test_a_pressed_tile_loads_the_picture_of_its_case(watch, real_url):
    """The image is requested on mouse down, so that it is ready when the case is drawn; no other case's is loaded."""
    watched = watch(real_url)
    watched.open("/cases?sort=by+number")
    loaded = []
    watched.page.on("request", lambda request: loaded.append(request.url) if "-large." in request.url else None)
    tile = watched.page.locator(".gallery .grid a").nth(1)
    key = tile.locator("img").get_attribute("src").rpartition("-")[0]
    tile.hover()
    assert loaded == []
    with watched.page.expect_response(lambda response: response.url.endswith(f"{key}-large.webp")) as answer:
        watched.page.mouse.down()
    assert answer.value.ok
    watched.page.mouse.move(0, 0)
    watched.page.mouse.up()
    assert len(loaded) == 1
    assert tile.is_visible()
