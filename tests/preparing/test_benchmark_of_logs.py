"""`import --as-benchmark`: what logs asked becomes a benchmark of one's own, and the same logs are taken into it."""

import pytest
from typer.testing import CliRunner

from core.benchmarks.registry import settings_of
from core.cli.app import app
from core.errors import ReleaseError
from core.preparing.benchmark_of_logs import add_benchmark_of_logs
from core.runs.journal import journal_paths, read_journal
from core.settings import Settings
from core.warehouse.read import open_current
from tests.logs.made_inspect import header, message, sample, write_eval

SHAPES = ("circle", "square", "line")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty data folder."""
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path / "data"))
    return Settings(data=tmp_path / "data")


@pytest.fixture
def logs(tmp_path):
    """A folder for logs."""
    (tmp_path / "logs").mkdir()
    return tmp_path / "logs"


def asked(number, letter="A", order=SHAPES, target="C", **changed):
    """A question about a drawn picture, with options as the model saw them and as the data set has them."""
    sent = "Which is it?\n\n" + "\n".join(f"{sign}) {text}" for sign, text in zip("ABC", order, strict=True))
    one = sample(f"shape-{number}", "Which is it?", f"ANSWER: {letter}", numbers=(number,))
    one |= {"choices": list(SHAPES), "target": target}
    one["metadata"] = {"room": "dark" if number % 2 else "bright", "file": f"{number}.png"}
    one["events"][0]["input"] = [message(sent, number)]
    return one | changed


def imported(*arguments):
    result = CliRunner().invoke(app, ["import", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.output


def test_logs_become_a_benchmark_with_their_runs(home, logs):
    """Questions, options as first seen, key, picture, task and factors; both models' runs are ranked on it."""
    write_eval(logs / "a.eval", [asked(number) for number in range(4)])
    other = [asked(number, "B", ("square", "line", "circle")) for number in range(4)]
    write_eval(logs / "b.eval", other, said=header(model="other/model"))
    printed = imported(logs, "--as-benchmark", "shapes")
    assert "shapes: 4 questions from the logs." in printed
    assert "Accuracy in percent over readable answers, best first:" in printed
    with open_current(settings_of(home, "shapes")) as warehouse:
        assert list(warehouse.query("case_ids")["case_id"]) == [f"shape-{number}" for number in range(4)]
        rows = warehouse.table("scored_answers")
        assert set(rows["room"]) == {"dark", "bright"}
        assert "file" not in rows.columns
        assert set(rows["question_id"]) == {"shapes"}
        score = rows.groupby("model_id")["score"].mean()
    assert score["import:openai/gpt-x"] == 0.0
    assert score["import:other/model"] == 1.0
    journals = [read_journal(path) for path in journal_paths(settings_of(home, "shapes").runs)]
    seen = {one.run.model.display_name: one.replies[0].options for one in journals}
    assert (seen["openai/gpt-x"], seen["other/model"]) == (None, ("square", "line", "circle"))


def test_the_same_logs_again_are_the_same_runs(home, logs):
    """Later the benchmark is known, and finds its rows without being named."""
    path = write_eval(logs / "a.eval", [asked(number) for number in range(3)])
    imported(path, "--as-benchmark", "shapes", "--no-build")
    before = journal_paths(settings_of(home, "shapes").runs)
    assert "it was here already" in imported(path, "--no-build")
    assert journal_paths(settings_of(home, "shapes").runs) == before


@pytest.mark.parametrize(("changed", "words"), [
    ({"choices": None}, "asks without options"), ({"target": "Z"}, "'Z' is none of its options"),
    ({"attachments": {}}, "its picture is not in the log"),
    ({"choices": ["a", "a", "b"], "events": []}, "options A and B are the same"),
])  # fmt: skip
def test_what_is_no_question_is_refused_by_row(home, logs, changed, words):
    """Open questions, keys without an option, missing pictures and doubled options stay out, each with its reason."""
    path = write_eval(logs / "a.eval", [asked(1), asked(2), asked(3) | changed])
    made = add_benchmark_of_logs(home, "shapes", [path])
    assert (made.added.items, made.refused) == (2, 1)
    assert words in made.refusals[0].reason
    assert made.refusals[0].location == "sample shape-3, epoch 1"


def test_a_log_without_a_question_adds_nothing(home, logs):
    """The reason of the first row is the error's, and no folder stays."""
    path = write_eval(logs / "a.eval", [asked(1, choices=None)])
    with pytest.raises(ReleaseError, match="no question that can be used.*asks without options"):
        add_benchmark_of_logs(home, "shapes", [path])
    assert not settings_of(home, home.benchmark_id).of("shapes").data.exists()
    with pytest.raises(ReleaseError, match="cannot be the id"):
        add_benchmark_of_logs(home, "giq", [write_eval(logs / "b.eval", [asked(1), asked(2)])])


def test_two_questions_with_one_id_are_two(home, logs):
    """Another program's id may stand twice; the second question gets a checksum behind it."""
    twice = asked(2) | {"id": "shape-1", "epoch": 2}
    made = add_benchmark_of_logs(home, "shapes", [write_eval(logs / "a.eval", [asked(1), twice])])
    assert made.added.items == 2
    with open_current(settings_of(home, "shapes")) as warehouse:
        first, second = warehouse.query("case_ids")["case_id"]
    assert first == "shape-1"
    assert second.startswith("shape-1-")
