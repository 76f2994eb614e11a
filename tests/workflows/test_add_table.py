"""`add TABLE`: a custom benchmark from a table, or a clear error that leaves nothing behind."""

import csv
import subprocess
import sys
from dataclasses import replace

import pytest
from PIL import Image
from typer.testing import CliRunner

from core.benchmarks.context import open_benchmark
from core.benchmarks.registry import SYNTHETIC, find_workspace, list_entries, load_benchmark
from core.cli.app import app
from core.inference.clients.providers import resolve_endpoint
from core.inference.plan import plan_run
from core.inference.prompts import get_benchmark_prompt
from core.inference.run_options import RunOptions
from core.settings import REPOSITORY
from core.warehouse.default_benchmark import list_built_benchmarks
from core.warehouse.read import open_current
from core.workspace import Workspace

COLOURS = ("red", "blue", "green", "red", "blue")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return an empty data folder."""
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path / "data"))
    return Workspace(tmp_path / "data")


def write_table(folder, *further, **changed):
    """Write five questions about five images, as in the README, and further rows."""
    rows = []
    for number, colour in enumerate(COLOURS):
        Image.new("RGB", (40, 30), colour).save(folder / f"{number}.png")
        key = ("red", "green", "blue").index(colour)
        rows.append(
            {"id": f"q{number}", "image": f"{number}.png", "question": "Which colour is it?", "A": "red", "B": "green",
             "C": "blue", "answer": "ABC"[key], "room": "dark" if number % 2 else "bright", "difficulty": "easy"}
            | changed
        )  # fmt: skip
    with (folder / "colours.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows([*rows, *({**rows[0], **row} for row in further)])
    return folder / "colours.csv"


def add(*arguments):
    return CliRunner().invoke(app, ["add", *map(str, arguments)])


@pytest.mark.slow
def test_five_rows_become_a_benchmark(home, tmp_path):
    """Its warehouse has the questions, images, factors and rejected rows, and the benchmark is listed."""
    table = write_table(tmp_path, {"id": "q9", "image": "none.png"}, {"id": "q8", "answer": "D"})
    result = add(table, "--factor", "room", "--title", "Colours")
    assert result.exit_code == 0, result.output
    assert "Read 5 items" in result.output
    assert "column image" in result.output
    assert list_entries(home)["colours"].title == "Colours"
    assert list_built_benchmarks(home) == ["colours"]
    with open_current(find_workspace(home, "colours")) as warehouse:
        assert len(warehouse.query("case_ids")) == 5
        refused = warehouse.query("refusals")
        assert sorted(refused["location"]) == ["row 6, column image", "row 7, column answer"]
        answers = warehouse.load_table("scored_answers")
        assert {"room", "given_difficulty"} <= set(answers.columns)
        assert set(answers["model_id"]) == {"blind_constant", "blind_text"}


@pytest.mark.slow
def test_rotations_are_asked_if_requested(home, tmp_path):
    """CircularEval asks each question in as many orders as it has options, as one set, and reports this."""
    result = add(write_table(tmp_path), "--name", "turned", "--circular", "--set", "rooms=room")
    assert result.exit_code == 0
    assert "sets = 6 rooms by room, 5 circular, 2 rooms_circular\n" in result.output
    with open_current(find_workspace(home, "turned")) as warehouse:
        sets = warehouse.load_table("case_sets")
        rotations = sets[sets["protocol"] == "circular"]
        assert rotations.groupby("set_id").size().tolist() == [3] * 5
        assert set(sets["protocol"]) == {"circular", "rooms", "rooms_circular"}


@pytest.mark.parametrize(
    ("changed", "arguments", "reason"),
    [
        ({}, ["--name", SYNTHETIC], "cannot be the id"),
        ({}, ["--name", "../x"], "cannot be the id"),
        ({}, ["--question", "Frage"], "Frage is missing"),
        ({"image": "../../etc/passwd"}, [], "is not inside the image folder"),
        ({"answer": "E"}, [], "not the letter of any of the 3 options"),
        ({}, ["--set", "pair"], "write NAME=COLUMN"),
        ({}, ["--image", "image", "--image", "image"], "--image: image is named twice"),
        ({}, ["--options", "A,B,A"], "--options: A is named twice"),
        ({}, ["--set", "flip=room", "--set", "flip=id"], "--set: flip is named twice"),
    ],
)
def test_invalid_table_leaves_nothing(home, tmp_path, changed, arguments, reason):
    """The error gives the reason, and the data folder is unchanged."""
    result = add(write_table(tmp_path, **changed), *arguments)
    assert result.exit_code == 1
    assert reason in str(result.exception)
    assert not (home.data / "colours").exists()
    assert list_built_benchmarks(home) == []


@pytest.mark.slow
def test_a_benchmark_is_never_replaced(home, tmp_path):
    """A second table with the same id is rejected and the first one stays."""
    assert add(write_table(tmp_path)).exit_code == 0
    result = add(tmp_path / "colours.csv")
    assert result.exit_code == 1
    assert "already exists" in str(result.exception)
    assert list_built_benchmarks(home) == ["colours"]


@pytest.mark.slow
def test_solvers_of_photographs_are_not_asked(home, tmp_path):
    """A solver cannot answer a table's questions: it is rejected, and leaves no empty run."""
    assert add(write_table(tmp_path)).exit_code == 0
    for command in (["run"], ["ask", "q0"]):
        result = CliRunner().invoke(app, [*command, "--benchmark", "colours", "--model", "solver:homography_solver"])
        assert result.exit_code == 1
        assert "cannot answer the questions of colours" in str(result.exception)
    assert not list((home.data / "colours" / "runs").glob("*.jsonl"))


@pytest.mark.slow
def test_a_limit_of_cost_counts_the_question_and_every_picture(home, tmp_path, monkeypatch):
    """The cost limit of a request includes the longest question and all images of a case."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    workspace = home.select_benchmark("colours")
    assert add(write_table(tmp_path, question="Which? " * 200)).exit_code == 0
    context = open_benchmark(workspace)
    contents = context.contents
    options = RunOptions(get_benchmark_prompt(contents), "original")
    (home.data / "prices.csv").write_text(
        "model,input_usd_per_million,output_usd_per_million,max_output_tokens,max_image_tokens,as_of,source\n"
        "openai:m,1000000,0,10,500,2026-11,here\n"
    )
    plan = plan_run(resolve_endpoint("openai:m"), options, context)
    text = next(iter(contents.cases)).text
    assert plan.most_usd_each > 500 + len(text) / 2
    assert replace(plan, options=replace(options, image_view="none")).most_usd_each < 500 + len(text)


@pytest.mark.slow
def test_rotations_spare_options_that_refer_to_others(home, tmp_path):
    """None of the above keeps its place, Both A and B forbids rotations, and the command says how many there are."""
    further = [{"id": "p", "C": "None of the above", "answer": "A"}, {"id": "r", "C": "Both A and B", "answer": "A"}]
    result = add(write_table(tmp_path, *further), "--circular")
    assert result.exit_code == 0, result.output
    output = " ".join(result.output.split())
    assert "1 of 7 questions have an option about the others" in output
    assert "1 of 7 questions are asked only in the order of the table (r: option C, 'Both A and B', names" in output
    assert "6 circular" in output
    with open_current(find_workspace(home, "colours")) as warehouse:
        ids = list(warehouse.query("case_ids")["case_id"])
    assert len(ids) == 5 * 3 + 2 + 1
    assert {"p", "p-r1", "r"} <= set(ids)
    assert "r-r1" not in ids


@pytest.mark.slow
def test_option_changes_are_reported(home, tmp_path):
    """Removed letters are reported, and the letters of the keys stay right."""
    result = add(write_table(tmp_path, A="A. red", B="B. green", C="C. blue"))
    assert result.exit_code == 0, result.output
    assert "options began with their letters (A. table), which were removed: 5." in " ".join(result.output.split())
    workspace = find_workspace(home, "colours")
    contents = load_benchmark(workspace).read(workspace.release)
    assert {asked.options for case in contents.cases for asked in case.asks} == {("red", "green", "blue")}


@pytest.mark.slow
def test_number_questions_become_a_benchmark(home, tmp_path):
    """The interpretation is printed with an example, and the option to pass if it is wrong."""
    table = tmp_path / "count.csv"
    Image.new("RGB", (8, 8)).save(tmp_path / "a.png")
    table.write_text("id,question,answer,image,group\n1,How many cups?,3,a.png,a\n2,How many plates?,4,a.png,b\n")
    result = add(table, "--rule", "count")
    assert result.exit_code == 0, result.output
    output = " ".join(result.output.split())
    assert "2 questions of type number:count: as in 3. Score: 1 if the count is equal." in output
    assert "(If wrong: --type, --rule, --unit)" in output
    assert "question: question, as in 'How many cups?' (if wrong: --question)" in output
    assert "group: group, as in 'a' (if wrong: --group)" in output
    assert "Without a column: options = none; task = one for all" in output
    with open_current(find_workspace(home, "count")) as warehouse:
        assert list(warehouse.query("asked_truths")["question_kind"]) == ["number:count"] * 2
        assert set(warehouse.load_table("scored_answers")["model_id"]) == {"blind_constant"}


@pytest.mark.slow
def test_a_mask_of_the_whole_image_is_named(home, tmp_path):
    """The warning is printed, and the question is added."""
    Image.new("RGB", (8, 8)).save(tmp_path / "a.png")
    Image.new("L", (8, 8), 255).save(tmp_path / "m.png")
    (tmp_path / "point.csv").write_text("id,question,image,mask\n1,Where is the cup?,a.png,m.png\n")
    output = " ".join(add(tmp_path / "point.csv").output.split())
    assert "so that a guess is nearly always right: 1 (id 1)" in output
    assert "point: 1 questions" in output


def test_a_table_of_videos_is_told_about_frames(home, tmp_path):
    """Videos are not asked about; the error says how to get images, and nothing is left behind."""
    table = tmp_path / "rooms.csv"
    table.write_text("id,question,ground_truth,video\n1,How many chairs?,3,a.mp4\n")
    result = add(table)
    assert result.exit_code == 1
    assert "Extract frames" in str(result.exception)
    assert "rooms" not in list_entries(home)


KILLED_ADD = """
import os, sys
from pathlib import Path
from core.benchmarks.choice.columns import find_columns
from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo
from core.workflows import add_table
from core.settings import read_settings

if sys.argv[2] == "reading":
    add_table.write_custom_benchmark = lambda *given: os._exit(9)
elif sys.argv[2] == "writing":
    own = add_table.write_custom_benchmark
    add_table.write_custom_benchmark = lambda *given: (own(*given), os._exit(9))
stop = lambda progress: os._exit(9) if progress.stage.startswith(sys.argv[2]) else None
facts = CustomBenchmarkInfo("colours", "Colours", "own", "here", "1", "CC0", "own")
add_table.add_table(read_settings().workspace, Path(sys.argv[1]), facts, find_columns, report=stop)
"""


@pytest.mark.slow
@pytest.mark.parametrize("killed_at", ["reading", "writing", "Copying", "Writing the warehouse"])
def test_killed_add_can_be_repeated(home, tmp_path, killed_at):
    """After a kill at any step the same command succeeds, with the same benchmark as without the kill."""
    table = write_table(tmp_path)
    code = [sys.executable, "-c", KILLED_ADD, str(table), killed_at]
    killed = subprocess.run(code, cwd=REPOSITORY, check=False, capture_output=True, text=True)
    assert killed.returncode == 9, killed.stderr
    result = add(table)
    assert result.exit_code == 0, result.output
    assert list_built_benchmarks(home) == ["colours"]
    assert not [path for path in home.data.rglob("*") if path.name == ".adding" or path.name.endswith(".part")]
    assert add(table).exit_code == 1  # it is there now
