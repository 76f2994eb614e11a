"""Browser tests of the frames of a video: a strip in one line, usable with the mouse and with keys."""

import pytest
from PIL import Image

from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
from core.warehouse.build import build
from core.workspace import Workspace
from tests.benchmarks.test_table_forms import FACTS, read
from tests.browser.serving import ALTERED, dashboard

FRAMES = 40


@pytest.mark.slow
def test_frames_are_chosen_by_a_click_and_by_keys(watch, tmp_path):
    """A click opens a frame, arrow keys the next one, End the last one; the strip is one line that scrolls."""
    for number in range(FRAMES):
        Image.new("RGB", (40, 30), (6 * number, 0, 0)).save(tmp_path / f"{number}.png")
    names = [f"{number}.png" for number in range(FRAMES)]
    rows = [{"id": "video", "frames": names, "question": "Which?", "options": ["left", "right"], "answer": "A"}]
    own = Workspace(tmp_path / "data").select_benchmark("forms")
    write_custom_benchmark(own.release, read(tmp_path, "videos.jsonl", rows).items, FACTS)
    build(own)
    with dashboard(tmp_path / "data", ALTERED) as (url, _):
        watched = watch(url)
        watched.open("/cases?photograph=video")
        strip = watched.page.locator(".frames")
        assert strip.bounding_box()["height"] < 120
        watched.page.get_by_role("radio", name="Frame 3", exact=True).click()
        watched.page.get_by_text(f"Frame 3 of {FRAMES}").wait_for()
        watched.page.keyboard.press("ArrowRight")
        watched.page.get_by_text(f"Frame 4 of {FRAMES}").wait_for()
        watched.page.keyboard.press("End")
        watched.page.get_by_text(f"Frame {FRAMES} of {FRAMES}").wait_for()
        watched.settle()
        last = watched.page.get_by_role("radio", name=f"Frame {FRAMES}", exact=True)
        assert last.get_attribute("aria-checked") == "true"
        box, line = last.bounding_box(), strip.bounding_box()
        assert line["x"] <= box["x"]
        assert box["x"] + box["width"] <= line["x"] + line["width"] + 1
        assert not watched.problems
