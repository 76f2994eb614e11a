"""Tests of `import` on the command line: its output about logs, its questions, and the ranking after it."""

import pytest
from typer.testing import CliRunner

from core.cli.app import app
from core.errors import ReplyFileError, SettingsError
from core.runs.journal import list_journal_paths, read_journal
from core.warehouse.build import build
from core.workspace import Workspace
from tests.importers.made_inspect import header, output, sample, write_eval
from tests.importers.made_zip import Member
from tests.tiny_release import write_tiny_release

PROMPT = "Reply with side_type."


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return a workspace of a data folder with the tiny release."""
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path / "data"))
    workspace = Workspace(tmp_path / "data")
    write_tiny_release(workspace.release)
    (workspace.release / "prompts" / "tri_bench_prompt.txt").write_text(PROMPT)
    return workspace


@pytest.fixture
def logs(tmp_path):
    """Return a folder for logs."""
    (tmp_path / "logs").mkdir()
    return tmp_path / "logs"


def make_sample(case_id, reply='{"side_type": "scalene"}', **changed):
    return sample(case_id, PROMPT, reply, numbers=(), **changed)


def run_import(*arguments):
    """Run the command and return its output; raise its error."""
    result = CliRunner().invoke(app, ["import", *map(str, arguments)], catch_exceptions=True)
    if result.exception:
        raise result.exception
    return result.output


@pytest.mark.slow
def test_a_folder_of_logs_is_imported_built_and_ranked(home, logs):
    """The output lists program, task, model, run, replies, refused rows and then the ranking."""
    rows = [make_sample("001_P0"), make_sample("001_P1", output=output("", "content_filter")), make_sample("nowhere")]
    write_eval(logs / "a.eval", rows, said=header(status="cancelled"))
    (logs / "notes.txt").write_text("none")
    text = run_import(logs)
    assert "a.eval, sample nowhere, epoch 1: neither an image nor an id in it" in text
    assert "Inspect 0.3.285, shapes, openai/gpt-x\n" in text
    assert "2 photographs matched, 10 of the benchmark are missing (001_T0, " in text
    assert "; 1 filtered; it was cancelled, so the rest was not asked" in text
    assert "1 logs read, 1 other files, 1 rows refused." in text
    assert "Score in percent over readable answers, best first:" in text
    marked = [line for line in text.splitlines() if line.startswith("→")]
    assert [line.split()[-1] for line in marked] == ["openai/gpt-x"]
    assert "already imported" in run_import(logs, "--no-build")


@pytest.mark.slow
def test_import_without_a_build_keeps_the_warehouse(home, logs):
    """`--no-build` only writes journals."""
    build(home)
    before = list(home.warehouse.iterdir())
    run_import(write_eval(logs / "a.eval", [make_sample("001_P0")]), "--no-build")
    assert sorted(home.warehouse.iterdir()) == sorted(before)
    assert len([path for path in list_journal_paths(home.runs) if path.parent == home.runs]) == 1


def test_refusals_are_shown_and_counted(home, logs):
    """The first twenty reasons are listed with their first rows; the other rows are counted."""
    broken = [Member(f"samples/{number:02}_epoch_1.json", b"{") for number in range(7)]
    ids = [make_sample(f"unknown {number}") for number in range(22)]
    text = run_import(write_eval(logs / "a.eval", [make_sample("001_P0"), *ids], further=broken), "--no-build")
    assert text.count("Refused: ") == 20
    assert "and 9 more rows\n" in text
    assert "29 rows refused" in text
    text = run_import(write_eval(logs / "a.eval", [make_sample("001_P0")], further=broken), "--no-build")
    assert text.count("Refused: ") == 1
    assert "samples/03_epoch_1.json; samples/04_epoch_1.json; and 2 more rows: not valid JSON" in text


def test_text_of_a_log_is_not_interpreted_as_markup(home, logs):
    """Names in a log are printed unchanged, but keys in them are not printed."""
    said = header(task="[red]x[/red]", model="[bold]m sk-abcdefghijkl")
    text = run_import(write_eval(logs / "a.eval", [make_sample("001_P0")], said=said), "--no-build")
    assert "[red]x[/red]" in text
    assert "[bold]m" in text
    assert "abcdefghijkl" not in text


def test_model_and_map_complete_a_log(home, logs, tmp_path):
    """A log without a model and with bare numbers needs `--model` and `--map`."""
    rows = [make_sample("1"), make_sample("2")]
    path = write_eval(logs / "a.eval", rows, said=header(model=""))
    (tmp_path / "index.csv").write_text("index,photograph_id\n1,002_T0\n2,002_T1\n")
    with pytest.raises(ReplyFileError, match="--map index.csv"):
        run_import(path, "--no-build")
    with pytest.raises(ReplyFileError, match="--model NAME"):
        run_import(path, "--map", tmp_path / "index.csv", "--no-build")
    run_import(path, "--map", tmp_path / "index.csv", "--model", "mine", "--no-build")
    (journal,) = (read_journal(path) for path in list_journal_paths(home.runs) if path.parent == home.runs)
    assert [reply.case_id for reply in journal.replies] == ["002_T0", "002_T1"]
    assert journal.run.model.display_name == "mine"


def test_prompt_and_image_view_can_be_given(home, logs, tmp_path):
    """A file's text is the prompt, and the view must be one of the benchmark's."""
    path = write_eval(logs / "a.eval", [make_sample("001_P0")])
    (tmp_path / "mine.txt").write_text("Another prompt.")
    run_import(path, "--prompt", tmp_path / "mine.txt", "--image-view", "mirrored", "--no-build")
    (journal,) = (read_journal(path) for path in list_journal_paths(home.runs) if path.parent == home.runs)
    assert (journal.run.prompt, journal.run.image_view) == ("Another prompt.", "mirrored")
    with pytest.raises(Exception, match="upside_down"):
        run_import(path, "--image-view", "upside_down", "--no-build")


def test_the_benchmark_of_a_log_can_be_given(home, logs):
    """An unknown benchmark is an error; one that does not match the log imports nothing."""
    path = write_eval(logs / "a.eval", [make_sample("001_P0")])
    with pytest.raises(SettingsError, match="There is no benchmark 'nowhere'"):
        run_import(path, "--benchmark", "nowhere", "--no-build")
    assert "12 photographs" not in run_import(path, "--benchmark", "tri_bench", "--no-build")


def test_a_refused_row_of_a_table_stops_the_import_of_logs_too(home, logs):
    """With `--partial` the rest is imported."""
    write_eval(logs / "a.eval", [make_sample("001_P0")])
    (logs / "b.csv").write_text("case_id,reply\n001_P0,x\n099_P0,y\n")
    with pytest.raises(ReplyFileError, match=r"1 rows of .*b\.csv are refused, so none is imported"):
        run_import(logs, "--model", "mine", "--no-build")
    assert not home.runs.exists() or list_journal_paths(home.runs) == []
    assert run_import(logs, "--model", "mine", "--partial", "--no-build").count("1 photographs matched") == 2


def test_a_table_with_other_names_of_columns_is_imported(home, logs):
    """With semicolons, UTF-16 and completions in cells, the output lists the used and unused columns."""
    completion = '{"choices": [{"message": {"role": "assistant", "content": "{\\"side_type\\": \\"scalene\\"}"}}]}'
    cell = completion.replace('"', '""')
    table = f'question_id;model;response;score\n001_P0;m;"{cell}";1\n001_P1;m;x;0\n'
    (logs / "a.csv").write_bytes(table.encode("utf-16"))
    text = " ".join(run_import(logs / "a.csv", "--no-build").split())
    assert "Read the case from column question_id, the reply from response, the model from model." in text
    assert "Not used: score." in text
    (journal,) = (read_journal(path) for path in list_journal_paths(home.runs) if path.parent == home.runs)
    assert [(reply.case_id, reply.raw) for reply in journal.replies] == [
        ("001_P0", '{"side_type": "scalene"}'),
        ("001_P1", "x"),
    ]


def test_an_unknown_case_names_the_column_it_came_from(home, logs):
    """The user can see that a wrong column was used."""
    (logs / "a.csv").write_text("id,output\n17,x\n")
    with pytest.raises(ReplyFileError, match="row 1, column id: .*'17'"):
        run_import(logs / "a.csv", "--model", "m", "--no-build")
