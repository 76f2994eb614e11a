"""`import --as-benchmark` of logs with open questions: numbers, texts, points, boxes and yes/no."""

import csv
import json

import pytest
from typer.testing import CliRunner

from core.benchmarks.registry import find_workspace
from core.cli.app import app
from core.errors import ReleaseError
from core.importers.detect_format import find_logs
from core.importers.external_scores import MRA
from core.importers.image_folder import ImageFolder
from core.importers.records import ImportedReply, ImportedRun
from core.runs.journal import read_journal
from core.warehouse.read import open_current
from core.workflows.benchmark_from_logs import add_benchmark_of_logs
from core.workflows.log_answers import NO_OPTIONS, read_log_answer
from core.workspace import Workspace
from tests.importers.pictures import data_uri, drawn

RUN = ImportedRun("lmms-eval 0.7", "vsibench", "a")
ROWS = [
    ("How far is it in meters?", "2.0", "2.24 meters", 0.8),
    ("How many chairs are there?", "4", "I see 4 chairs.", 1.0),
    ("What is it made of?", "metal", "Rubber.", 0.0),
    ("Point at the chair.", "[(0.1, 0.1), (0.5, 0.1), (0.5, 0.5), (0.1, 0.5)]", "(0.3, 0.3)", 1.0),
    ("Draw a box around it.", "[0.2, 0.2, 0.6, 0.6]", "[0.2, 0.2, 0.6, 0.4]", 0.5),
    ("Is it left of the chair?", "yes", "Yes", 1.0),
]
"""Question, target, reply, and the score by its own rule."""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return an empty data folder."""
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path / "data"))
    return Workspace(tmp_path / "data")


def write_lmms_eval(folder, rows=ROWS, **metric):
    """Write samples of lmms-eval, with the images in the log, and return the file."""
    folder.mkdir(exist_ok=True)
    path = folder / "20261122_032302_samples_vsibench.jsonl"
    lines = [
        {
            "doc_id": number,
            "target": target,
            "filtered_resps": said,
            "input": f"{question}\nAnswer briefly.",
            "input_media": [data_uri(number)],
            "vsibench_score": {"prediction": said, "ground_truth": target, "MRA:.5:.95:.05": score},
        }
        for number, (question, target, said, score) in enumerate(rows)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    results = {"model_name": "a/model", "config": {"model_args": "model=a/model"}, "results": {}, "configs": {}}
    (folder / "20261122_032302_results.json").write_text(json.dumps(results))
    return path


def read_scores(home, name):
    with open_current(find_workspace(home, name)) as warehouse:
        rows = warehouse.load_table("scored_answers")
    models = rows[rows["model_kind"] == "vlm"]
    return models.set_index("case_id")["score"].to_dict(), set(models["question_kind"])


@pytest.mark.slow
def test_a_log_of_open_questions_becomes_a_benchmark(home, tmp_path):
    """A log of open questions becomes a benchmark."""
    path = write_lmms_eval(tmp_path / "logs")
    result = CliRunner().invoke(app, ["import", str(path), "--as-benchmark", "open"])
    assert result.exit_code == 0, result.output
    assert "open: 6 questions from the logs." in result.output
    scores, kinds = read_scores(home, "open")
    assert scores == {str(number): pytest.approx(score) for number, (*_, score) in enumerate(ROWS)}
    assert kinds == {"number:mra", "text:exact", "point:inside", "box:iou", "choice"}
    (journal,) = find_workspace(home, "open").runs.glob("import-*.jsonl")
    external = {reply.case_id: reply.said_score for reply in read_journal(journal).replies}
    assert external == pytest.approx(scores)


@pytest.mark.slow
def test_a_rule_applies_where_the_type_has_it(home, tmp_path):
    """A rule applies to questions of its type."""
    rows = [("How many chairs are there?", "4", "5", 0.0), ("What is it made of?", "metal", "Metal", 1.0)]
    path = write_lmms_eval(tmp_path / "logs", rows)
    result = CliRunner().invoke(app, ["import", str(path), "--as-benchmark", "counts", "--rule", "count"])
    assert result.exit_code == 0, result.output
    scores, kinds = read_scores(home, "counts")
    assert scores == {"0": 0.0, "1": 1.0}
    assert kinds == {"number:count", "text:exact"}


@pytest.mark.slow
def test_an_unknown_rule_is_an_error(home, tmp_path):
    """An unknown rule is an error."""
    path = write_lmms_eval(tmp_path / "logs")
    result = CliRunner().invoke(app, ["import", str(path), "--as-benchmark", "open", "--rule", "cuont"])
    assert isinstance(result.exception, ReleaseError)
    assert "'cuont' is not a rule of any type" in str(result.exception)


@pytest.mark.slow
def test_a_table_of_vlmevalkit_with_numbers(home, tmp_path):
    """Images come from a folder; the program's score is beside ours."""
    folder = tmp_path / "logs"
    folder.mkdir()
    pictures = tmp_path / "images"
    pictures.mkdir()
    names = ["index", "question", "answer", "prediction", "category"]
    rows = [[number, *ROWS[number][:3], "size", "", ROWS[number][3]] for number in range(3)]
    for number in range(3):
        (pictures / f"{number}.png").write_bytes(drawn(number))
    for stem, more in (("b_VSIBench", []), ("b_VSIBench_exact_matching_result", ["hit", MRA])):
        with (folder / f"{stem}.tsv").open("w", newline="") as file:
            writer = csv.writer(file, delimiter="\t")
            writer.writerow([*names, *more])
            writer.writerows(row[: len(names) + len(more)] for row in rows)
    (logged,) = find_logs([folder]).logs
    assert [row.said_score for row in logged.read_rows()] == [0.8, 1.0, 0.0]
    added = add_benchmark_of_logs(home, "vsi", [folder], pictures=ImageFolder(pictures))
    assert (added.added.items, added.refused) == (3, 0)


@pytest.mark.slow
def test_targets_that_cannot_be_used_are_refused_by_row(home, tmp_path):
    """Targets that cannot be used are refused by row."""
    unusable = [("Which?", "C", "C", 1.0), ("Tell.", "word " * 60, "a", 0.0), ("Box?", "[900, 1, 2000, 3]", "b", 0.0)]
    rows = [*ROWS[:2], *unusable]
    added = add_benchmark_of_logs(home, "open", [write_lmms_eval(tmp_path / "logs", rows)])
    assert (added.added.items, added.refused) == (2, 3)
    letter, long, outside = (refusal.reason for refusal in added.refusals)
    assert letter == NO_OPTIONS
    assert "or a text of at most" in long
    assert "coordinates outside the image" in outside
    assert [refusal.location for refusal in added.refusals] == ["line 3", "line 4", "line 5"]


@pytest.mark.parametrize(
    ("question", "target", "kind", "unit"),
    [
        ("How tall is it in centimeters?", "80", "number:mra", "cm"),
        ("What angle, in degrees?", "80", "number:mra", "deg"),
        ("How tall is it?", "80 cm", "number:mra", "cm"),
        ("How tall is it in feet?", "80", "number:mra", "ft"),
        ("How tall is it in inches?", "80 cm", "number:mra", "in"),
        ("How large is the room in square metres?", "12", "number:mra", "m²"),
        ("How many?", "3", "number:mra", ""),
        ("Point at it.", "[0.5, 0.25]", "point:distance", ""),
        ("Box?", "[10, 10, 20, 30]", "box:iou", ""),
        ("What?", "a red car", "text:exact", ""),
    ],
)
def test_a_target_shows_its_type(question, target, kind, unit):
    """The question type is inferred from the target."""
    answer = read_log_answer(ImportedReply(RUN, "line 1", "x", target=target), question, lambda: (100, 50))
    form = json.loads(answer.cells["form"])
    assert (form["kind"], form["unit"]) == (kind, unit)


def test_yes_and_no_are_the_options():
    """Yes and no are the options."""
    answer = read_log_answer(ImportedReply(RUN, "line 1", "x", target="No."), "Is it?", lambda: (1, 1))
    assert (answer.options, answer.cells) == (("Yes", "No"), {"answer": "B"})


@pytest.mark.slow
def test_the_category_of_a_row_is_its_task(home, tmp_path):
    """Rows of one log are separated by their column `category` or `question_type`, and numbers by their units."""
    names = ["index", "question", "answer", "prediction", "category"]
    asked = [
        ("How far in meters?", "2.0", "size"),
        ("How wide in meters?", "3.0", "size"),
        ("Angle in degrees?", "45", "size"),
        ("How many chairs?", "4", "count"),
    ]
    folder, pictures = tmp_path / "logs", tmp_path / "images"
    folder.mkdir()
    pictures.mkdir()
    for number in range(len(asked)):
        (pictures / f"{number}.png").write_bytes(drawn(number))
    with (folder / "b_VSIBench.tsv").open("w", newline="") as file:
        writer = csv.writer(file, delimiter="\t")
        writer.writerow(names)
        writer.writerows([n, question, key, key, category] for n, (question, key, category) in enumerate(asked))
    add_benchmark_of_logs(home, "vsi", [folder], pictures=ImageFolder(pictures))
    with open_current(find_workspace(home, "vsi")) as warehouse:
        rows = warehouse.load_table("questions")
        factors = set(warehouse.load_table("cases").columns)
    assert set(rows["question_id"]) == {"size", "size (number mra in deg)", "count"}
    assert "category" not in factors
