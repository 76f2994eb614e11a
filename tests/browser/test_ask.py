"""Browser tests of Ask a model and Ask yourself: streaming, stopping, errors, hostile replies, uploaded photographs."""

import re
import threading

import numpy as np
import pytest
from PIL import Image

from core.geometry.triangle import Triangle
from dashboard.pages.ask.quiz_question import DOUBLE_CLICK_S
from tests.browser import axe
from tests.geometry.scenes import POSITIONS_CM, Camera, draw
from tests.inference.clients.server import REPLY, answering


@pytest.fixture
def server():
    """Start the loopback server of the clients' tests."""
    with answering() as running:
        yield running


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """Return a drawn photograph of the board, tilted, as a file."""
    path = tmp_path_factory.mktemp("own") / "mine.jpg"
    Image.fromarray(draw(Camera(tilt_deg=35.0))).save(path, quality=95)
    return path


def choose_server(watched, server, model="test-model"):
    """Choose a model of the loopback server, and no solver."""
    page = watched.page
    page.locator(".st-key-solver").get_by_role("button", name="Homography solver").click()
    watched.settle()
    page.get_by_role("tab", name="Own server").click()
    page.get_by_role("textbox", name="Address").fill(server.url("local"))
    page.keyboard.press("Tab")
    watched.settle()
    page.locator(".st-key-local input").click()
    page.keyboard.type(model)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    watched.settle()


def press_ask(watched):
    """Ask once the page is idle; the replies arrive without waiting here."""
    watched.settle()
    watched.page.locator(".st-key-ask-models button").click()


def reply(watched, number=1):
    """Return the box of a reply."""
    return watched.page.locator(f".st-key-reply-{number}")


def test_a_reply_streams_in_and_is_judged(watch, tiny_url, server):
    """The reply grows visibly, and once it is complete its answers are shown beside the truths."""
    watched = watch(tiny_url)
    watched.open("/ask_a_model?case=002_T0")
    choose_server(watched, server)
    server.gate = threading.Semaphore(0)
    press_ask(watched)
    box = reply(watched)
    box.get_by_role("button", name="Stop").wait_for()
    for events, come, still_to_come in ((3, "side_type", "ab_over_ac"), (7, "ab_over_ac", "angle_range_deg")):
        server.gate.release(events)
        box.locator("code", has_text=come).wait_for()
        assert still_to_come not in box.locator("code").inner_text()
    server.gate.release(1000)
    watched.page.get_by_text("% against the world").wait_for()
    watched.settle()
    assert box.get_by_role("button", name="Stop").count() == 0
    assert " ".join(box.locator("code").inner_text().split()) == REPLY
    watched.page.get_by_role("heading", name="Stored answers to this photograph").wait_for()
    assert "local=test-model" in watched.page.url
    assert server.root not in watched.page.url


@pytest.mark.slow
def test_replies_are_stopped_refused_and_hostile(watch, tiny_url, server):
    """Stop ends a reply that would go on; what came stays, and the server sees the line closed.

    What a server refuses is said in a sentence, and the page goes on. A reply with a script tag and a picture's address
    is shown letter by letter; nothing runs, nothing is fetched.
    """
    server.acts = ["stall", "400", "script"]
    watched = watch(tiny_url)
    ran = []
    watched.page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    watched.open("/ask_a_model?case=002_T0")
    choose_server(watched, server)
    press_ask(watched)
    box = reply(watched)
    box.get_by_text("side_type").wait_for()
    box.get_by_role("button", name="Stop").click()
    box.get_by_text("Stopped").wait_for()
    assert REPLY.startswith(box.locator("code").inner_text()[:10])
    watched.until(lambda: server.disconnects == 1)
    press_ask(watched)
    reply(watched, 2).get_by_text(re.compile("Own server answered 400")).wait_for()
    press_ask(watched)
    watched.page.get_by_text("% against the world").wait_for()
    watched.settle()
    assert (
        "<script>alert(1)</script>![x](http://beacon.example/x.png)" in reply(watched, 3).locator("code").inner_text()
    )
    assert watched.page.locator("img[src*=beacon]").count() == 0
    assert ran == []


def measured_cm(page):
    """Return the three sides that the page reports as measured."""
    text = page.get_by_text("Measured: AB").first.inner_text()
    return [float(side) for side in re.findall(r"(\d+\.\d) ±", text)]


@pytest.mark.slow
def test_an_own_photograph_is_measured_corrected_and_asked_about(watch, tiny_url, drawn, axe_core):
    """An uploaded photograph is measured; dragging and the arrow keys change the truth; Reset points undoes it.

    The content policy lets the browser read a picture that comes as data, which is how a camera's does. With points to
    place and a reply axe-core finds nothing serious.
    """
    watched = watch(tiny_url)
    watched.open("/ask_a_model?way=Upload")
    page = watched.page
    assert page.evaluate("fetch('data:image/jpeg;base64,/9j/').then(answer => answer.ok)")
    page.locator("input[type=file]").set_input_files(drawn)
    page.locator(".handle").first.wait_for(state="attached")
    watched.settle()
    places = [POSITIONS_CM[vertex] for vertex in "ABC"]
    true = Triangle.build_from_points(*places)
    found = measured_cm(page)
    assert found == pytest.approx([true.ab, true.bc, true.ca], abs=1.0)

    grip = page.locator(".handle[data-name=A] .grip").bounding_box()
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=5)
    page.mouse.up()
    watched.until(lambda: abs(measured_cm(page)[0] - found[0]) > 2.0)
    dragged = measured_cm(page)
    assert dragged[1] == pytest.approx(found[1], abs=0.3)

    button = page.get_by_role("button", name=re.compile("^B, the yellow sticker"))
    button.focus()
    for _ in range(5):
        page.keyboard.press("Shift+ArrowDown")
    watched.until(lambda: abs(measured_cm(page)[1] - dragged[1]) > 2.0)
    assert button.evaluate("node => node === node.getRootNode().activeElement")

    page.get_by_role("button", name="Reset points").click()
    watched.until(lambda: measured_cm(page) == found)
    press_ask(watched)
    page.get_by_text("Homography solver scores 100% against the measured triangle").wait_for()
    assert page.get_by_text("Not saved: the photograph does not belong to a benchmark.").count() > 0
    watched.settle()
    assert axe.serious_findings(page, axe_core) == []


@pytest.mark.slow
def test_missing_points_are_clicked_into_place(watch, tiny_url, tmp_path):
    """A page that calls itself a photograph is refused in a sentence.

    Where nothing was found, seven clicks in a row place corners and stickers, and then there is a truth.
    """
    fake = tmp_path / "photograph.jpg"
    fake.write_text("<html><script>alert(1)</script></html>")
    path = tmp_path / "empty.png"
    Image.fromarray(np.full((300, 400, 3), 200, dtype=np.uint8)).save(path)
    watched = watch(tiny_url)
    watched.open("/ask_a_model?way=Upload")
    page = watched.page
    page.locator("input[type=file]").set_input_files(fake)
    page.get_by_text("This image cannot be used").wait_for()
    watched.settle()
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_text("Not found: 1, 2, 3, 4, A, B, C").wait_for()
    assert page.get_by_text("Without border and stickers no truth can be measured").count() == 1
    picture = page.locator(".st-key-own-picture svg")
    for share_x, share_y in ((0.1, 0.2), (0.8, 0.2), (0.8, 0.9), (0.1, 0.9), (0.3, 0.4), (0.5, 0.4), (0.3, 0.6)):
        box = picture.bounding_box()
        page.mouse.click(box["x"] + share_x * box["width"], box["y"] + share_y * box["height"])
        watched.settle()
    page.get_by_text("Measured: AB").wait_for()
    ab, bc, ca = measured_cm(page)
    leg_cm = 100.0 * 0.2 / 0.7
    assert (ab, ca, bc) == pytest.approx((leg_cm, leg_cm, leg_cm * 2**0.5), abs=1.0)


@pytest.mark.slow
def test_from_a_case_to_its_question_and_back_by_history(watch, tiny_url):
    """A case links to Ask a model with its photograph; the session's history opens the same case again."""
    watched = watch(tiny_url)
    watched.open("/cases?case=002_T0")
    watched.page.locator("[data-testid=stMain]").get_by_role("link", name="Ask a model").click()
    watched.page.get_by_role("heading", level=1, name="Ask a model").wait_for()
    watched.settle()
    assert "case=002_T0" in watched.page.url
    watched.page.go_back()
    watched.expect_heading("002_T0")
    assert watched.page.url.endswith("/cases?case=002_T0")
    watched.page.go_forward()
    watched.expect_heading("Ask a model")
    assert "case=002_T0" in watched.page.url
    press_ask(watched)
    watched.page.get_by_role("heading", name="Asked in this session").wait_for()
    watched.settle()
    watched.page.get_by_role("button", name="Pick another").click()
    watched.settle()
    watched.page.get_by_text("002_T0 · Homography solver").click()
    watched.page.get_by_role("link", name="Open this case").click()
    watched.page.get_by_role("heading", name="Replies to 002_T0").wait_for()


def seconds_left(page):
    """Return the time that the clock shows."""
    return int(page.locator("[data-testid=stProgress]").inner_text().split()[0])


@pytest.mark.slow
def test_the_clock_runs_and_goes_on_by_itself(watch, tiny_url):
    """The clock counts down. When the time is up the next photograph appears without a click, and finally a result."""
    watched = watch(tiny_url)
    watched.open("/ask_yourself")
    page = watched.page
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("Photograph 1 of 4").wait_for()
    page.get_by_role("radio", name="isosceles").click()
    first = seconds_left(page)
    watched.until(lambda: seconds_left(page) < first)
    for number in (2, 3, 4):
        page.get_by_text(f"Photograph {number} of 4").wait_for()
        page.wait_for_timeout(1000 * DOUBLE_CLICK_S)
        page.get_by_role("button", name="Next").click()
    page.get_by_text("Your mean score is").wait_for()
    assert page.get_by_text("over 1 of 24 answers").count() == 1
