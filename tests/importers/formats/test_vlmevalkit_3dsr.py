"""Tests of 3DSRBench results from VLMEvalKit: a spreadsheet with its own index and the released `qid`."""

from dataclasses import replace

import pytest
from openpyxl import Workbook
from typer.testing import CliRunner

from core.__main__ import app
from core.benchmarks.registry import THREEDSR, load_benchmark
from core.runs.journal import list_journal_paths, read_journal
from tests.conftest import copy_data

COLUMNS = ("index", "qid", "question", "A", "B", "C", "D", "answer", "category", "prediction", "hit", "log")


@pytest.mark.slow
def test_a_spreadsheet_of_3dsrbench_is_taken_by_its_qid(fields_workspace, monkeypatch, tmp_path):
    """Each row, including flips and circular passes, finds its case by the released id. Its reply is kept unchanged."""
    copy_data(fields_workspace.data, tmp_path / "data")
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path / "data"))
    own = replace(fields_workspace, data=tmp_path / "data").select_benchmark(THREEDSR)
    contents = load_benchmark(own).read(own.release)
    keys = {
        truth.case_id: str(truth.value) for truth in contents.truths if truth.frame in contents.list_frames("truth")
    }
    book = Workbook()
    book.active.append(COLUMNS)
    for index, case in enumerate(contents.cases):
        options = [*case.asks[0].options, None, None][:4]
        row = (index, case.case_id, case.text, *options, keys[case.case_id], case.asks[0].question_id, "A", 1, "")
        book.active.append(row)
    path = tmp_path / "Some_Model_3DSRBench.xlsx"
    book.save(path)
    known = set(list_journal_paths(own.runs))
    result = CliRunner().invoke(app, ["import", str(path), "--benchmark", THREEDSR, "--model", "Some Model"])
    assert result.exit_code == 0, (result.output, result.exception)
    (new,) = set(list_journal_paths(own.runs)) - known
    replies = {reply.case_id: reply.raw for reply in read_journal(new).replies}
    assert replies == dict.fromkeys(keys, "A")
