"""Tests of logs dropped on the page Data: planned, imported by a click, and ranked; off in read-only mode."""

import json
from pathlib import Path

import pytest

from core.importers.benchmark_index import load_benchmark_indexes
from core.runs.journal import list_journal_paths, read_journal
from dashboard.pages.data import import_logs
from tests.conftest import copy_data
from tests.dashboard.pages import open_page, text_of
from tests.importers.pictures import data_uri, drawn
from tests.made_runs import PHOTOGRAPHS, PROMPT, make_answer
from tests.tiny_release import write_tiny_release


def evaluation(*tests, provider="openai:chat:looker"):
    """Return a promptfoo file: each test is a photograph's id and the reply to it."""
    results = [
        {
            "testIdx": number, "promptIdx": 0, "provider": {"id": provider}, "failureReason": 0, "score": 0.25,
            "prompt": {"raw": PROMPT, "label": "p"}, "vars": {"photograph": name}, "response": {"output": reply},
            "gradingResult": {"componentResults": [{}]},
        }
        for number, (name, reply) in enumerate(tests)
    ]  # fmt: skip
    about = {"version": 3, "timestamp": "2026-11-21T19:39:02Z", "prompts": [{"label": "p"}], "results": results}
    return json.dumps({"evalId": "e", "results": about, "config": {"description": "*boards*"}}).encode()


LOG = evaluation(
    *((name, make_answer(number)) for number, name in enumerate(PHOTOGRAPHS)), ("999_P0", "x"), ("001_P0", "")
)


@pytest.fixture
def here(workspace, full):
    """Return the tiny release with its files, built."""
    write_tiny_release(workspace.release)
    return workspace


def drop(app, *files):
    """Drop files and wait until they are read; return the app that shows them."""
    app.file_uploader(key="logs-files").set_value([(name, body, "application/json") for name, body in files]).run()
    return waited(app)


def taking_of(app):
    """Return the import of the session."""
    return app.session_state["taking-logs"][1]


def waited(app):
    """Return the app after the running job has ended."""
    assert not app.exception
    taking_of(app).wait()
    app.run()
    assert not app.exception
    return app


def imported(workspace):
    """Return the journals of imported runs."""
    return [read_journal(path) for path in list_journal_paths(workspace.runs) if path.name.startswith("import-")]


def test_a_dropped_log_is_planned_before_anything_is_taken(here):
    """Runs by program, task and model with their replies, and refusals with their reasons, are shown before a click."""
    app = drop(open_page("data"), ("out.json", LOG), ("notes.txt", b"no log"))
    assert "2 runs with 13 replies can be imported; 2 rows or files are refused." in text_of(app)
    frames = [frame.value for frame in app.dataframe]
    (runs,) = [frame for frame in frames if "Program" in frame]
    assert runs[["Program", "Task", "Model", "Replies", "Whole", "Is"]].to_numpy().tolist() == [
        ["promptfoo", "*boards*", "openai:chat:looker", 12, 12, "new"],
        ["promptfoo", "*boards*", "openai:chat:looker", 1, 0, "new"],
    ]
    assert runs["Empty"].tolist() == [0, 1]
    (refused,) = [frame for frame in frames if "Why" in frame]
    assert refused["File"].tolist() == ["notes.txt", "out.json"]
    assert refused["Row"].tolist()[1] == "result 13, test 12"
    assert "trilens-logs" not in refused.to_csv()
    assert imported(here) == []


@pytest.mark.slow
def test_what_is_taken_is_built_and_ranked(here):
    """A click writes the journals, builds, and shows the ranking with the new runs marked; Data counts them."""
    app = drop(open_page("data"), ("out.json", LOG))
    before = len(next(frame.value for frame in app.dataframe if "journal" in frame.value))
    app.button(key="take-logs").click().run()
    waited(app)
    assert sorted(len(journal.replies) for journal in imported(here)) == [1, 12]
    assert "2 runs of Tri-Bench are imported. The ranking with them:" in [one.value for one in app.success]
    ranking = next(table.value for table in app.table if "Place" in table.value)
    marked = ranking[ranking[""] == "→"]
    assert sorted(marked["Cases"]) == ["1 of 12", "12"]
    assert marked.set_index("Cases").loc["1 of 12", "Place"] == "–"
    assert any("Not ranked, with" in one.value and "(1 of 12 photographs)" in one.value for one in app.caption)
    assert all("looker" in name for name in marked["Run"])
    assert len(next(frame.value for frame in app.dataframe if "journal" in frame.value)) == before + 2
    assert [button.key for button in app.button if button.key == "take-logs"] == []


@pytest.mark.slow
def test_a_log_that_is_here_is_not_taken_twice(here):
    """The same log, dropped again under another name, is reported as imported already, and adds no run."""
    app = drop(open_page("data"), ("out.json", LOG))
    app.button(key="take-logs").click().run()
    waited(app)
    app = drop(open_page("data"), ("again.json", LOG))
    (runs,) = [frame.value for frame in app.dataframe if "Program" in frame.value]
    assert runs["Is"].tolist() == ["already here", "already here"]
    app.button(key="take-logs").click().run()
    waited(app)
    assert len(imported(here)) == 2


@pytest.mark.slow
def test_files_that_cannot_be_taken_say_why(here):
    """Without any log the reason is shown, without the folder of the uploads, and nothing can be imported."""
    app = drop(open_page("data"), ("notes.txt", b"no log"), ("a.pkl", b"\x80\x04."))
    assert "There is no log in" in app.error[0].value
    assert "trilens-logs" not in app.error[0].value
    assert [button for button in app.button if button.key == "take-logs"] == []


@pytest.mark.slow
def test_a_log_without_a_model_asks_for_its_name(here):
    """If a log does not name its model, the field above supplies it."""
    app = drop(open_page("data"), ("replies.csv", b"case_id,reply\n001_P0,isosceles\n"))
    (refused,) = [frame.value for frame in app.dataframe if "Why" in frame.value]
    assert "does not name the model" in refused["Why"].item()
    assert app.button(key="take-logs").disabled
    app.text_input(key="logs-model").set_value("Mine").run()
    waited(app)
    (runs,) = [frame.value for frame in app.dataframe if "Program" in frame.value]
    assert runs[["Program", "Model"]].to_numpy().tolist() == [["Table", "Mine"]]


@pytest.mark.slow
def test_rows_go_to_the_benchmark_that_is_shown(here, scenes_workspace):
    """Files are read for the displayed benchmark; choosing another one, or all, reads them again."""
    copy_data(scenes_workspace.data, here.data)
    app = drop(open_page("data", benchmark="synthetic"), ("out.json", LOG))
    assert "0 runs with 0 replies can be imported; 14 rows or files are refused." in text_of(app)
    for chosen in ("tri_bench", ""):
        app.selectbox(key="logs-benchmark").set_value(chosen).run()
        waited(app)
        (runs,) = [frame.value for frame in app.dataframe if "Program" in frame.value]
        assert set(runs["Benchmark"]) == {"Tri-Bench"}


def lines(*rows):
    """Return an lmms-eval file: each row is a document's number, its input and the reply to it."""
    values = [
        {"doc_id": number, "target": "A", "filtered_resps": reply, "input": text, "accuracy": 1.0, **more}
        for number, text, reply, more in rows
    ]
    return "".join(json.dumps(one) + "\n" for one in values).encode()


NAMELESS = lines(*((number, PROMPT, make_answer(number), {}) for number in range(2)))


@pytest.mark.slow
def test_a_map_names_the_cases_of_a_log(here):
    """Rows without any case id are refused until a map assigns their cases; an invalid map states the reason."""
    app = drop(open_page("data"), ("20261122_032302_samples_boards.jsonl", NAMELESS))
    app.text_input(key="logs-model").set_value("looker").run()
    assert "0 runs with 0 replies can be imported; 2 rows or files are refused." in text_of(waited(app))
    body = f"index,case_id\n0,{PHOTOGRAPHS[1]}\n1,{PHOTOGRAPHS[0]}\n".encode()
    app.file_uploader(key="logs-map").set_value(("map.csv", body, "text/csv")).run()
    assert "1 run with 2 replies can be imported; 0 rows or files are refused." in text_of(waited(app))
    app.button(key="take-logs").click().run()
    waited(app)
    (journal,) = imported(here)
    assert {reply.case_id: reply.raw for reply in journal.replies} == {
        PHOTOGRAPHS[1]: make_answer(0), PHOTOGRAPHS[0]: make_answer(1)
    }  # fmt: skip
    app.file_uploader(key="logs-map").set_value(("map.csv", b"number,case\n", "text/csv")).run()
    waited(app)
    assert "the header must name index and case_id" in app.error[0].value
    assert "trilens-logs" not in app.error[0].value


def test_a_map_is_bounded(here, monkeypatch):
    """A map that is too large is refused before anything is read."""
    monkeypatch.setattr(import_logs, "LARGEST_MAP_BYTES", 10**6)
    app = open_page("data")
    app.file_uploader(key="logs-map").set_value(("map.csv", b"index,case_id\n" * 100_000, "text/csv"))
    app.file_uploader(key="logs-files").set_value([("out.json", LOG, "application/json")]).run()
    assert "The map is larger than" in app.error[0].value
    assert "taking-logs" not in app.session_state


SHAPES = "Which is it?\nA. circle\nB. square"


@pytest.mark.slow
def test_a_log_becomes_a_new_benchmark_after_it_was_looked_at(here):
    """Questions, runs and refusals are shown before a click, with nothing on the disk; a click writes all of them."""
    shown = [(number, SHAPES, "A", {"input_media": [data_uri(number)]}) for number in range(3)]
    files = ("20261122_032302_samples_shapes.jsonl", lines(*shown, (3, "Open?", "B", {"input_media": [data_uri(3)]})))
    app = open_page("data")
    app.text_input(key="logs-as-benchmark").set_value("shapes")
    app.text_input(key="logs-model").set_value("looker").run()
    app = drop(app, files)
    assert (
        "3 questions would be the new benchmark. 1 run with 3 replies can be imported; 1 row or file is refused."
    ) in text_of(app)
    (refused,) = [frame.value for frame in app.dataframe if "Why" in frame.value]
    assert "it has no options" in refused["Why"].item()
    assert not here.select_benchmark("shapes").data.exists()
    app.button(key="take-logs").click().run()
    waited(app)
    assert "1 run of shapes is imported. The ranking with it:" in [one.value for one in app.success]
    assert [len(journal.replies) for journal in imported(here.select_benchmark("shapes"))] == [3]
    assert imported(here) == []
    app = drop(open_page("data"), files)
    app.text_input(key="logs-as-benchmark").set_value("shapes").run()
    waited(app)
    assert "shapes already exists. Choose another name" in app.error[0].value


@pytest.mark.slow
@pytest.mark.parametrize("name", ["giq", "my shapes", "runs"])
def test_a_new_benchmark_needs_a_free_name(here, name):
    """A name that is not an id, or is in use, is reported before anything is created."""
    app = open_page("data")
    app.text_input(key="logs-as-benchmark").set_value(name).run()
    app = drop(app, ("20261122_032302_samples_shapes.jsonl", lines((0, SHAPES, "A", {"input_media": [data_uri(1)]}))))
    assert name in app.error[0].value
    assert [button for button in app.button if button.key == "take-logs"] == []


@pytest.mark.slow
def test_pictures_that_a_log_only_names_are_dropped_with_it(here):
    """Each question gets the image that its row names, in any order of files; a missing image is refused."""
    rows = [(number, SHAPES, "A", {"input_media": [f"board_{number}.png"]}) for number in range(3)]
    app = open_page("data")
    app.text_input(key="logs-as-benchmark").set_value("shapes")
    app.text_input(key="logs-model").set_value("looker").run()
    pictures = [(f"board_{number}.png", drawn(number)) for number in (1, 0)]
    app = drop(app, *pictures, ("20261122_032302_samples_shapes.jsonl", lines(*rows)))
    assert "2 questions would be the new benchmark. 1 run with 2 replies can be imported;" in text_of(app)
    (refused,) = [frame.value for frame in app.dataframe if "Why" in frame.value]
    assert refused["Why"].tolist() == ["its image is not in the log, and board_2.png is not in pictures"]
    app.button(key="take-logs").click().run()
    waited(app)
    (known,) = load_benchmark_indexes(here, "shapes")
    shown = {case_id: (known.folder / case.images[0]).read_bytes() for case_id, case in known.cases.items()}
    assert shown == {"0": drawn(0), "1": drawn(1)}


@pytest.mark.slow
def test_texts_of_a_log_are_no_markup(here):
    """Task names and errors from a log are shown literally, as text."""
    app = drop(open_page("data"), ("<b>x</b> [a](http:b).json", evaluation(("1", "x"), provider="**m**")))
    assert "<b>" not in text_of(app)
    (refused,) = [frame.value for frame in app.dataframe if "Why" in frame.value]
    assert refused["File"].tolist() == ["b> [a](http:b).json"]


def test_drops_are_bounded(here, monkeypatch):
    """Files whose total size is too large are refused before they are written anywhere."""
    monkeypatch.setattr(import_logs, "LARGEST_DROP", 0)
    app = open_page("data")
    app.file_uploader(key="logs-files").set_value([("out.json", LOG, "application/json")]).run()
    assert "larger than 0 MB together" in app.error[0].value
    assert "taking-logs" not in app.session_state


@pytest.mark.slow
def test_what_was_dropped_goes_away(here):
    """Files and hidden journals are removed when the user withdraws the files, and nothing was imported."""
    app = drop(open_page("data"), ("out.json", LOG))
    folder = Path(str(taking_of(app).planned.runs[0].file)).parent
    assert folder.is_dir()
    assert list((here.runs / ".importing").rglob("*.new"))
    app.file_uploader(key="logs-files").set_value([]).run()
    assert not folder.exists()
    assert not (here.runs / ".importing").exists()
    assert imported(here) == []


def test_a_read_only_dashboard_takes_no_logs(read_only):
    """If visitors cannot change anything, neither the section nor its uploader exists."""
    app = open_page("data")
    assert not app.exception
    assert "Import logs" not in text_of(app)
    assert len(app.file_uploader) == 0
