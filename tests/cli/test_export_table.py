"""`import` and `export`: other programs' replies in, whole or not at all, and tables out."""

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
def take(settings, tiny_release):
    """Imports a file; gives the journals that are there afterwards."""

    def run(file, model="mine", partial=False):
        import_logs(
            [file], settings, benchmark_id="tri_bench", source=tiny_release, model=model, prompt="tri_bench",
            partial=partial, is_built=False,
        )  # fmt: skip
        return [read_journal(path) for path in list_journal_paths(settings.runs)]

    return run


@pytest.fixture
def file(tmp_path):
    """Writes a file of replies."""

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


def as_json(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def as_csv(rows):
    return pd.DataFrame(rows).to_csv(index=False)


@pytest.mark.parametrize(("name", "form"), [("replies.csv", as_csv), ("replies.jsonl", as_json)])
def test_replies_of_another_program_become_a_journal(take, file, capsys, name, form):
    """A table or JSON lines of replies become a journal with everything that they say, and the counts are printed."""
    (journal,) = take(file(name, form(ROWS)))
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
def test_a_file_with_a_wrong_row_is_taken_as_a_whole_or_not_at_all(take, file, settings, capsys, row, words):
    """A row that cannot be taken is named with its reason and nothing is written, unless the rest is asked for."""
    path = file("replies.jsonl", f"{as_json(ROWS[:1])}{row}\n")
    with pytest.raises(ReplyFileError, match="1 rows of .* are refused, so none is imported"):
        take(path)
    assert words in capsys.readouterr().err
    assert list_journal_paths(settings.runs) == []
    (journal,) = take(path, partial=True)
    assert [reply.case_id for reply in journal.replies] == ["001_P0"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.csv", "id,text\n1,2\n", "has no reply that can be imported"), ("a.csv", "", "it is empty"),
        ("a.csv", 'case_id,reply\n001_P0,"open\n', "cannot be read"), ("a.jsonl", "", "it is empty"),
        ("a.csv", "case_id,reply\n001_P0\n", "row 1: the number of cells differs from the header"),
    ],
)  # fmt: skip
def test_a_file_of_another_form_is_refused(take, file, name, text, words):
    """A file without the columns, or that is no table, is refused with what is wrong."""
    with pytest.raises(ReplyFileError, match=words):
        take(file(name, text))


def test_whose_replies_they_are_has_to_be_said(take, file):
    """Without a model's name nothing is taken."""
    with pytest.raises(ReplyFileError, match="--model NAME"):
        take(file("replies.jsonl", as_json(ROWS)), model=None)


def test_the_release_s_wide_table_becomes_a_journal_per_model(take, tiny_release, tmp_path):
    """A table in the form of the release's raw replies gives each of its models a journal."""
    rows = read_csv(tiny_release / dataset_facts.RAW_REPLIES)
    wide = [{"image_path": row["image_path"], "a_response": row["openai_gpt_5_response"], "b_response": "?"}
            for row in rows]  # fmt: skip
    write_csv(tmp_path / "wide.csv", wide)
    journals = take(tmp_path / "wide.csv", model=None)
    assert [journal.run.model.display_name for journal in journals] == ["a", "b"]
    expected = read_release(tiny_release).raw_replies["openai_gpt_5"]
    assert {reply.case_id: reply.raw for reply in journals[0].replies} == expected


def test_a_journal_is_taken_as_it_is(take, tmp_path):
    """A journal of another program keeps its run, model and prompt; a photograph that we do not have is refused."""
    run = Run("their run/1", Model("theirs", "Theirs"), "p", "What?", "mirrored", "elsewhere")
    path = tmp_path / "theirs.jsonl"
    replies = [Reply(run.run_id, "001_P0", REPLY), Reply(run.run_id, "099_P0", REPLY)]
    write_journal(path, run, replies)
    with pytest.raises(ReplyFileError, match="1 rows"):
        take(path)
    (journal,) = take(path, partial=True)
    assert (journal.run, journal.replies) == (run, replies[:1])


def test_the_same_file_twice_is_one_run(take, file):
    """Taking a file again changes nothing; other replies under the same run's name are refused."""
    path = file("replies.jsonl", as_json(ROWS))
    assert len(take(path)) == len(take(path)) == 1
    run = Run("theirs", Model("theirs", "Theirs"), "p", "What?", "original", "elsewhere")
    for raw in ("one", "two"):
        write_journal(path, run, [Reply("theirs", "001_P0", raw)])
        if raw == "one":
            assert len(take(path)) == 2
    with pytest.raises(JournalError, match="holds other replies"):
        take(path)


@pytest.mark.slow
def test_imported_replies_are_scored_by_the_next_build(take, file, settings, tiny_release):
    """After a build the imported model has answers and scores like the others."""
    take(file("replies.jsonl", as_json(ROWS)))
    with Warehouse(build(settings, tiny_release).generation, get_sql_folder(settings)) as warehouse:
        answers = warehouse.load_table("answers").query("model_id == 'import:mine'")
    assert len(answers) == 18
    assert answers["kappa_3d"].notna().sum() == 6


@pytest.mark.slow
def test_a_table_is_written_as_it_stands_or_refused(settings, tiny_release, tmp_path):
    """What is exported is the table, or the rows of the runs that were asked for; a wrong wish writes no file."""
    counts = build(settings, tiny_release).counts
    for name, read in (("answers.csv", pd.read_csv), ("answers.parquet", pd.read_parquet)):
        export_table(tmp_path / name, "answers", [], settings)
        assert len(read(tmp_path / name)) == counts["case_answers"] >= 288
        export_table(tmp_path / name, "answers", ["tri_bench-openai_gpt_5"], settings)
        assert set(read(tmp_path / name)["model_id"]) == {"openai_gpt_5"}
        assert read(tmp_path / name)["kappa_3d"].notna().all()
    for name, table, runs, error, words in (
        ("a.xlsx", "answers", [], SelectionError, "must end with"),
        ("a.csv", "secrets", [], WarehouseError, "no table"),
        ("a.csv", "photographs", ["r"], WarehouseError, "has no column run_id"),
        ("a.csv", "answers", ["r"], WarehouseError, "run r"),
    ):
        with pytest.raises(error, match=words):
            export_table(tmp_path / name, table, runs, settings)
        assert not (tmp_path / name).exists()


@pytest.mark.slow
@pytest.mark.parametrize("table", ["answers", "scored_answers", "case_replies", "runs", "asked", "builds"])
def test_a_table_in_parts_is_the_table(settings, tiny_release, tmp_path, monkeypatch, table):
    """Written in parts of a hundred rows, a table has the rows, columns and values that it has as a whole."""
    monkeypatch.setattr("core.warehouse.read.ROWS_OF_BATCH", 100)
    build(settings, tiny_release)
    with open_current(settings) as warehouse:
        whole = warehouse.load_table(table)
    whole.to_csv(tmp_path / "whole.csv", index=False)
    for name, opened in (("parts.csv", pd.read_csv), ("parts.parquet", pd.read_parquet)):
        export_table(tmp_path / name, table, [], settings)
        found, expected = opened(tmp_path / name), pd.read_csv(tmp_path / "whole.csv") if "csv" in name else whole
        assert list(found.columns) == list(expected.columns)
        assert len(found) == len(expected) > 0
        for column in found.columns:
            one, other = (rows[column].astype(object).where(rows[column].notna(), None) for rows in (found, expected))
            assert [str(value) for value in one] == [str(value) for value in other]


@pytest.mark.parametrize("name", ["two  blanks.jsonl", f"{'long' * 40}.jsonl", "tab\there.jsonl"])
def test_a_file_of_any_name_can_be_read_again(take, file, name):
    """A file with an odd or long name is imported as a journal that the build reads."""
    (journal,) = take(file(name, as_json(ROWS)))
    assert journal.run.source.startswith("imported from ")


@pytest.mark.parametrize("model", ["x" * 95, "two\nlines", "two  blanks"])
def test_a_model_s_name_becomes_one_that_every_build_takes(take, file, model):
    """A name that is too long or has line breaks is shortened to a line; the journal can be read again."""
    (journal,) = take(file("replies.jsonl", as_json(ROWS)), model=model)
    assert journal.run.model.display_name == " ".join(model.split())
    assert len(journal.run.model.model_id) <= 100
