"""Ask a model about a video given as frames: fewer frames are sent, and the reply's run says how many."""

import pytest
from PIL import Image

from core.benchmarks.choice.custom_benchmark import write_custom_benchmark
from core.runs.journal import list_journal_paths, read_journal
from core.warehouse.build import build
from tests.benchmarks.test_table_forms import FACTS, read
from tests.dashboard.pages import open_page
from tests.dashboard.test_ask_a_model import ask, asked_of
from tests.inference.clients.server import answering


@pytest.mark.slow
def test_fewer_frames_are_sent(settings, tmp_path):
    """The choice exists for the video only; three of its nine frames are sent, and the live run is named by them."""
    for number in range(9):
        Image.new("RGB", (40, 30), (25 * number, 0, 0)).save(tmp_path / f"{number}.png")
    names = [f"{number}.png" for number in range(9)]
    choice = {"question": "Which?", "options": ["left", "right"], "answer": "A"}
    rows = [{"id": "pair", "frames": names[:2]} | choice, {"id": "video", "frames": names} | choice]
    own = settings.select_benchmark("forms")
    write_custom_benchmark(own.release, read(tmp_path, "videos.jsonl", rows).items, FACTS)
    build(own)
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
