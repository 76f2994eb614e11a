"""Videos given as frames: fewer frames are sent, the reply's run has their number, and a case shows them in order."""

import pytest
from PIL import Image

from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
from core.runs.journal import list_journal_paths, read_journal
from core.warehouse.build import build
from tests.benchmarks.test_table_forms import FACTS, read
from tests.dashboard.pages import drawn, open_page, text_of
from tests.dashboard.test_ask_a_model import ask, asked_of
from tests.inference.clients.server import answering


@pytest.fixture
def videos(workspace, tmp_path):
    """Return a benchmark with a pair of images and a video of nine frames."""
    for number in range(9):
        Image.new("RGB", (40, 30), (25 * number, 0, 0)).save(tmp_path / f"{number}.png")
    names = [f"{number}.png" for number in range(9)]
    choice = {"question": "Which?", "options": ["left", "right"], "answer": "A"}
    rows = [{"id": "pair", "frames": names[:2]} | choice, {"id": "video", "frames": names} | choice]
    own = workspace.select_benchmark("forms")
    write_custom_benchmark(own.release, read(tmp_path, "videos.jsonl", rows).items, FACTS)
    build(own)


@pytest.mark.slow
def test_fewer_frames_are_sent(workspace, videos):
    """The choice exists for the video only; three of its nine frames are sent, and the live run is named after them."""
    own = workspace.select_benchmark("forms")
    assert not [field for field in open_page("ask_a_model", photograph="pair").number_input if field.label == "Frames"]
    app = open_page("ask_a_model", photograph="video")
    (field,) = [field for field in app.number_input if field.label == "Frames"]
    assert field.value == 9
    field.set_value(3)
    with answering() as server:
        app.text_input(key="base-url").set_value(server.url("local"))
        app.multiselect(key="local").set_value(["test"]).run()
        ask(app)
        content = server.asked[0].body["messages"][-1]["content"]
    assert sum(part["type"] == "image_url" for part in content) == 3
    assert "3 frames" in asked_of(app)[0].label
    (journal,) = [path for path in list_journal_paths(own.runs) if path.name.startswith("live-")]
    assert read_journal(journal).run.settings["frames"] == 3


@pytest.mark.slow
def test_a_video_has_one_large_frame_and_a_thumbnail_of_each(videos):
    """The frames of a video are a strip in order; a pair of images is shown as two large ones without a strip."""
    app = open_page("cases", photograph="video")
    assert len(drawn(app, "photograph")) == 1
    (strip,) = drawn(app, "frames")
    assert len(strip["urls"]) == len(set(strip["urls"])) == 9
    assert "Frame 1 of 9" in text_of(app)
    app = open_page("cases", photograph="pair")
    assert len(drawn(app, "photograph")) == 2
    assert not drawn(app, "frames")
