"""Browser tests of Ask a model about an upload, a camera image and a Lab scene: every part of the result is shown."""

from contextlib import contextmanager

import pytest
from PIL import Image

from dashboard.server.request_log import WENT_WRONG
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.watched import Watched
from tests.geometry.scenes import Camera, draw

SOLVERS = ("Homography solver", "Image-plane solver")
VIEW_LIST = "Image view: the original, or others"
MEASURED = "Measured: AB"
"""Begins the sentence on the measured sides; "measured:" alone also ends one on images without a board."""
CAMERA_SHOWS_BOARD = """() => {
  const video = document.querySelector("video");
  if (!video || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return false;
  const canvas = new OffscreenCanvas(32, 32), context = canvas.getContext("2d");
  context.drawImage(video, 0, 0, 32, 32);
  const bytes = context.getImageData(0, 0, 32, 32).data;
  let lowest = 255, highest = 0;
  for (let place = 0; place < bytes.length; place += 4) {
    lowest = Math.min(lowest, bytes[place]);
    highest = Math.max(highest, bytes[place]);
  }
  return highest - lowest > 60;
}"""
"""Whether the camera's present frame shows more than one colour: on a busy machine the first frames are blank."""
VIEWS = ("marked", "rectified", "cropped", "mirrored")
"""Views beside the original: two need the points of the board, one the square alone, one nothing."""


def draw_photograph(path, **camera):
    """Write a drawn photograph of the board to a file, as JPEG or in the format of Chromium's fake camera."""
    Image.fromarray(draw(Camera(**camera))).save(path, "JPEG", quality=95)
    return path


@contextmanager
def page_with_camera(chromium, photograph):
    """Open a page of a browser whose camera shows one photograph, at any requested resolution."""
    arguments = [
        *ARGUMENTS,
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={photograph}",
    ]
    with chromium.launch(executable_path=CHROMIUM, args=arguments) as browser:
        yield Watched(browser.new_page(reduced_motion="reduce"))


def find_faults(watched):
    """Return the errors on the page and those that the browser reported."""
    errors = watched.page.locator("[data-testid=stException]").all_inner_texts()
    return [*watched.problems, *errors, *watched.page.get_by_text(WENT_WRONG).all_inner_texts()]


def ask_every_way(watched):
    """Choose a second solver and more image views, ask, and wait until the answers are shown."""
    page = watched.page
    watched.settle()
    page.locator(".st-key-solver").get_by_role("button", name=SOLVERS[1]).click()
    watched.settle()
    page.get_by_text(VIEW_LIST, exact=True).click()
    for view in VIEWS:
        page.locator(".st-key-view").get_by_role("button", name=view, exact=True).click()
        watched.settle()
    page.locator(".st-key-ask-models button").click()
    page.get_by_role("heading", name="Answers", exact=True).wait_for()
    watched.settle()


def expect_summary(watched, text):
    """Wait for the sentence below the button, and check that it is this one; a failure prints the whole page."""
    summary = watched.page.locator("[data-testid=stMarkdownContainer]", has_text="See its answers").last
    summary.wait_for()
    assert text in summary.inner_text(), watched.page.get_by_test_id("stMain").inner_text()


def look_at_every_part(watched, legend):
    """Check each part of the result: replies, answers, views, the board with every layer and run, and the history."""
    page = watched.page
    assert find_faults(watched) == []
    assert page.get_by_role("heading", name="Does the answer depend on the view?").count() == 1
    assert page.get_by_text("Contradictions between the answers of one reply").count() == 1
    board = page.locator(".st-key-rectified-view")
    assert board.locator("image").count() == 1
    assert board.get_by_text(legend, exact=True).count() == 1
    layers = page.locator(".st-key-rectified button")
    for place in range(layers.count()):
        layers.nth(place).click()
        watched.settle()
        assert find_faults(watched) == []
    for place in range(layers.count()):
        layers.nth(place).click()
        watched.settle()
    runs = page.get_by_role("combobox", name="Draw triangle from")
    runs.click()
    page.get_by_role("option", name=SOLVERS[1], exact=True).click()
    watched.settle()
    assert board.get_by_text(f"{SOLVERS[1]}’s answers").count() == 1
    page.get_by_role("heading", name="Asked in this session").wait_for()
    page.locator("[data-testid=stExpander]", has_text=SOLVERS[0]).last.click()
    watched.settle()
    assert find_faults(watched) == []


def shoot_whole(watched, name):
    """Take a screenshot of the whole page."""
    watched.show_whole()
    watched.shoot(name)


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_upload_is_asked_about_and_every_part_of_the_result_is_shown(watch, tiny_url, tmp_path, theme):
    """The board of a user's photograph shows the measured triangle, which is all that is known of it, and no truth."""
    watched = watch(tiny_url, theme=theme)
    watched.open("/ask_a_model?way=Upload")
    photograph = draw_photograph(tmp_path / "mine.jpg", tilt_deg=35.0)
    watched.page.locator("input[type=file]").set_input_files(photograph)
    watched.page.get_by_text(MEASURED).first.wait_for()
    ask_every_way(watched)
    expect_summary(watched, "scores 100% against the measured triangle")
    look_at_every_part(watched, "from the photo")
    assert watched.page.locator(".st-key-rectified").get_by_role("button", name="True").count() == 0
    shoot_whole(watched, f"ask-upload-{theme}")


@pytest.mark.slow
def test_an_upload_without_a_board_is_asked_about_without_a_truth(watch, tiny_url, tmp_path):
    """A photograph without a detected board can still be asked about: the refusal is shown, without a board."""
    path = tmp_path / "empty.png"
    Image.new("RGB", (400, 300), "gray").save(path)
    watched = watch(tiny_url)
    watched.open("/ask_a_model?way=Upload")
    page = watched.page
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_text("Without border and stickers no truth can be measured").wait_for()
    watched.settle()
    page.locator(".st-key-ask-models button").click()
    page.get_by_role("heading", name="Answers", exact=True).wait_for()
    watched.settle()
    assert page.get_by_text("No answer could be read.").count() == 1
    assert page.locator(".st-key-rectified-view").count() == 0
    assert find_faults(watched) == []


@pytest.mark.slow
def test_a_camera_picture_is_asked_about(chromium, tiny_url, tmp_path):
    """A camera image is measured, asked about and drawn from above like an uploaded photograph."""
    film = draw_photograph(tmp_path / "camera.mjpeg", tilt_deg=20.0)
    with page_with_camera(chromium, film) as watched:
        watched.enter(tiny_url, 1440, 900, "light")
        watched.open("/ask_a_model?way=Camera")
        watched.page.get_by_role("button", name="Take Photo").click()
        watched.page.get_by_text(MEASURED).first.wait_for()
        ask_every_way(watched)
        expect_summary(watched, "% against the measured triangle")
        look_at_every_part(watched, "from the photo")
        shoot_whole(watched, "ask-camera")


@pytest.mark.slow
def test_a_scene_of_the_lab_is_asked_about_and_every_part_of_the_result_is_shown(watch, tiny_url):
    """The board of a scene shows its exact triangle beside the one that the answers imply."""
    watched = watch(tiny_url)
    watched.open("/ask_a_model?way=Lab+scene")
    ask_every_way(watched)
    expect_summary(watched, "scores 100% against the world")
    look_at_every_part(watched, "exact")
    shoot_whole(watched, "ask-scene")
