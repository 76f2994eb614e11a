"""Tests of `import` and `export`: replies of other programs, complete or not at all, and tables."""

import json

import pandas as pd
import pytest

from core.benchmarks.triangles import dataset_facts
from core.benchmarks.triangles.release_reader import read_release
from core.cli.export_table import export_table
from core.cli.import_logs import import_logs
from core.errors import JournalError, ReplyFileError, SelectionError, WarehouseError
from core.records import Model, Reply, Run
from core.runs.journal import list_journal_paths, read_journal, write_journal
from core.warehouse.build import build
from core.warehouse.read import Warehouse, get_sql_folder, open_current
from tests.inference.clients.server import REPLY
from tests.tiny_release import read_csv, write_csv


@pytest.fixture
def import_file(workspace, tiny_release):
    """Return a function that imports a file and returns all journals afterwards."""

    def run(file, model="mine", partial=False):
        import_logs(
            [file], workspace, benchmark_id="tri_bench", source=tiny_release, model=model, prompt="tri_bench",
            partial=partial, is_built=False,
        )  # fmt: skip
        return [read_journal(path) for path in list_journal_paths(workspace.runs)]

    return run


@pytest.fixture
def write_file(tmp_path):
    """Return a function that writes a file of replies."""

    def write(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


ROWS = [
    {"case_id": "001_P0", "reply": REPLY, "latency_s": 1.5, "output_tokens": 7},
    {"case_id": "001_T1", "reply": 'two\nlines, "quoted"'},
    {"case_id": "002_P1", "reply": "", "status": "refused", "error": "no"},
]


def to_json_lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def to_csv(rows):
    return pd.DataFrame(rows).to_csv(index=False)


@pytest.mark.parametrize(("name", "form"), [("replies.csv", to_csv), ("replies.jsonl", to_json_lines)])
def test_replies_of_another_program_are_imported_as_a_journal(import_file, write_file, capsys, name, form):
    """The journal has all their facts, and the counts are printed."""
    (journal,) = import_file(write_file(name, form(ROWS)))
    assert journal.run.model == Model("import:mine", "mine")
    assert [reply.case_id for reply in journal.replies] == ["001_P0", "001_T1", "002_P1"]
    assert [reply.raw for reply in journal.replies] == [REPLY, 'two\nlines, "quoted"', ""]
    first, _, last = journal.replies
    assert (first.latency_s, first.output_tokens, first.status) == (1.5, 7, "ok")
    assert (last.status, last.error) == ("refused", "no")
    assert "3 photographs matched, 9 of the benchmark are missing (001_P1, " in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "words"),
    [
        ('{"case_id": "099_P0", "reply": "x"}', "line 2: the benchmark has no photograph '099_P0'"),
        ('{"case_id": "001_P0", "reply": "x"}', "line 2: 001_P0 appears twice in the file"),
        ('{"case_id": "001_P1"}', "line 2: not a valid reply (reply: Field required)"),
        ('{"case_id": "001_P1", "reply": "x", "latency_s": -1}', "line 2: not a valid reply (latency_s"),
        ('{"case_id": "001_P1", "reply": "x", "status": "fine"}', "line 2: not a valid reply (status"),
        ("[1]", "line 2: not a JSON object"), ("{", "line 2: not valid JSON"),
    ],
)  # fmt: skip
def test_a_file_with_an_invalid_row_is_not_imported(import_file, write_file, workspace, capsys, row, words):
    """The row is named with its reason; with `--partial` the other rows are imported."""
    path = write_file("replies.jsonl", f"{to_json_lines(ROWS[:1])}{row}\n")
    with pytest.raises(ReplyFileError, match="1 rows of .* are refused, so none is imported"):
        import_file(path)
    assert words in capsys.readouterr().err
    assert list_journal_paths(workspace.runs) == []
    (journal,) = import_file(path, partial=True)
    assert [reply.case_id for reply in journal.replies] == ["001_P0"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.csv", "id,text\n1,2\n", "has no reply that can be imported"), ("a.csv", "", "it is empty"),
        ("a.csv", 'case_id,reply\n001_P0,"open\n', "cannot be read"), ("a.jsonl", "", "it is empty"),
        ("a.csv", "case_id,reply\n001_P0\n", "row 1: the number of cells differs from the header"),
    ],
)  # fmt: skip
def test_a_file_in_another_format_is_refused(import_file, write_file, name, text, words):
    """The error for a file without the columns, or that is not a table, states the problem."""
    with pytest.raises(ReplyFileError, match=words):
        import_file(write_file(name, text))


def test_replies_need_a_model_name(import_file, write_file):
    """Without a model's name nothing is imported."""
    with pytest.raises(ReplyFileError, match="--model NAME"):
        import_file(write_file("replies.jsonl", to_json_lines(ROWS)), model=None)


def test_a_wide_table_is_imported_as_a_journal_per_model(import_file, tiny_release, tmp_path):
    """The table has the form of the release's raw replies."""
    rows = read_csv(tiny_release / dataset_facts.RAW_REPLIES)
    wide = [{"image_path": row["image_path"], "a_response": row["openai_gpt_5_response"], "b_response": "?"}
            for row in rows]  # fmt: skip
    write_csv(tmp_path / "wide.csv", wide)
    journals = import_file(tmp_path / "wide.csv", model=None)
    assert [journal.run.model.display_name for journal in journals] == ["a", "b"]
    expected = read_release(tiny_release).raw_replies["openai_gpt_5"]
    assert {reply.case_id: reply.raw for reply in journals[0].replies} == expected


def test_a_journal_is_imported_unchanged(import_file, tmp_path):
    """Run, model and prompt are kept; a reply to an unknown photograph is refused."""
    run = Run("their run/1", Model("theirs", "Theirs"), "p", "What?", "mirrored", "elsewhere")
    path = tmp_path / "theirs.jsonl"
    replies = [Reply(run.run_id, "001_P0", REPLY), Reply(run.run_id, "099_P0", REPLY)]
    write_journal(path, run, replies)
    with pytest.raises(ReplyFileError, match="1 rows"):
        import_file(path)
    (journal,) = import_file(path, partial=True)
    assert (journal.run, journal.replies) == (run, replies[:1])


def test_importing_a_file_twice_gives_one_run(import_file, write_file):
    """Importing again changes nothing; other replies with the same run id are refused."""
    path = write_file("replies.jsonl", to_json_lines(ROWS))
    assert len(import_file(path)) == len(import_file(path)) == 1
    run = Run("theirs", Model("theirs", "Theirs"), "p", "What?", "original", "elsewhere")
    for raw in ("one", "two"):
        write_journal(path, run, [Reply("theirs", "001_P0", raw)])
        if raw == "one":
            assert len(import_file(path)) == 2
    with pytest.raises(JournalError, match="holds other replies"):
        import_file(path)


@pytest.mark.slow
def test_imported_replies_are_scored_by_the_next_build(import_file, write_file, workspace, tiny_release):
    """After a build the imported model has answers and scores like other models."""
    import_file(write_file("replies.jsonl", to_json_lines(ROWS)))
    with Warehouse(build(workspace, tiny_release).generation, get_sql_folder(workspace)) as warehouse:
        answers = warehouse.load_table("answers").query("model_id == 'import:mine'")
    assert len(answers) == 18
    assert answers["kappa_3d"].notna().sum() == 6


@pytest.mark.slow
def test_a_table_or_the_rows_of_some_runs_are_exported(workspace, tiny_release, tmp_path):
    """An impossible request writes no file."""
    counts = build(workspace, tiny_release).counts
    for name, read in (("answers.csv", pd.read_csv), ("answers.parquet", pd.read_parquet)):
        export_table(tmp_path / name, "answers", [], workspace)
        assert len(read(tmp_path / name)) == counts["case_answers"] >= 288
        export_table(tmp_path / name, "answers", ["tri_bench-openai_gpt_5"], workspace)
        assert set(read(tmp_path / name)["model_id"]) == {"openai_gpt_5"}
        assert read(tmp_path / name)["kappa_3d"].notna().all()
    for name, table, runs, error, words in (
        ("a.xlsx", "answers", [], SelectionError, "must end with"),
        ("a.csv", "secrets", [], WarehouseError, "no table"),
        ("a.csv", "photographs", ["r"], WarehouseError, "has no column run_id"),
        ("a.csv", "answers", ["r"], WarehouseError, "run r"),
    ):
        with pytest.raises(error, match=words):
            export_table(tmp_path / name, table, runs, workspace)
        assert not (tmp_path / name).exists()


@pytest.mark.slow
@pytest.mark.parametrize("table", ["answers", "scored_answers", "case_replies", "runs", "asked", "builds"])
def test_a_table_written_in_parts_is_complete(workspace, tiny_release, tmp_path, monkeypatch, table):
    """Written in parts of a hundred rows, a table has the same rows, columns and values."""
    monkeypatch.setattr("core.warehouse.read.ROWS_OF_BATCH", 100)
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        whole = warehouse.load_table(table)
    whole.to_csv(tmp_path / "whole.csv", index=False)
    for name, read in (("parts.csv", pd.read_csv), ("parts.parquet", pd.read_parquet)):
        export_table(tmp_path / name, table, [], workspace)
        exported, expected = read(tmp_path / name), pd.read_csv(tmp_path / "whole.csv") if "csv" in name else whole
        assert list(exported.columns) == list(expected.columns)
        assert len(exported) == len(expected) > 0
        for column in exported.columns:
            actual, original = (
                rows[column].astype(object).where(rows[column].notna(), None) for rows in (exported, expected)
            )
            assert [str(value) for value in actual] == [str(value) for value in original]


@pytest.mark.parametrize("name", ["two  blanks.jsonl", f"{'long' * 40}.jsonl", "tab\there.jsonl"])
def test_files_with_odd_names_are_imported(import_file, write_file, name):
    """A file with an odd or long name is imported as a journal that builds read."""
    (journal,) = import_file(write_file(name, to_json_lines(ROWS)))
    assert journal.run.source.startswith("imported from ")


@pytest.mark.parametrize("model", ["x" * 95, "two\nlines", "two  blanks"])
def test_odd_model_names_are_shortened_to_one_line(import_file, write_file, model):
    """The journal can be read again."""
    (journal,) = import_file(write_file("replies.jsonl", to_json_lines(ROWS)), model=model)
    assert journal.run.model.display_name == " ".join(model.split())
    assert len(journal.run.model.model_id) <= 100
