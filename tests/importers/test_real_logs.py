"""Tests of all real Inspect logs, imported as a user does: by the command, over the samples' photographs."""

import shutil
from collections import Counter

import pytest
from typer.testing import CliRunner

from core.benchmarks.registry import find_workspace
from core.cli.app import app
from core.runs.journal import list_journal_paths, read_journal
from core.warehouse.read import open_current
from core.workspace import Workspace

PICTURES = (".jpg", ".jpeg")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return an empty data folder."""
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path / "data"))
    return Workspace(tmp_path / "data")


@pytest.fixture
def photographs(home, dataset, samples):
    """Return a data folder with Tri-Bench's tables and only the small photographs that the samples were made from."""
    small = {path.name: path for path in (samples / "photos").glob("*.jpg")}
    for path in dataset.rglob("*"):
        source = small.get(path.name) if path.suffix.lower() in PICTURES else path
        if source and path.is_file() and ".git" not in path.parts:
            target = home.release / path.relative_to(dataset)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    return home


def imported(*arguments):
    result = CliRunner().invoke(app, ["import", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.slow
def test_a_folder_of_real_logs_goes_in_at_once(photographs, samples, recorded_items):
    """Every log of the task becomes runs, one per epoch; logs of other tasks are refused; a second import adds none."""
    text = imported(samples / "inspect", "--no-build")
    assert "16 logs read, 1 other files, 53 rows refused." in text
    assert text.count("--as-benchmark NAME") == 3
    assert "its samples are in chunks" in text
    journals = [read_journal(path) for path in list_journal_paths(photographs.runs)]
    assert len(journals) == 15
    assert sum(one.run.run_id.endswith(("-r2", "-r3")) for one in journals) == 3
    statuses = Counter(reply.status for one in journals for reply in one.replies)
    assert statuses == {
        "ok": 63, "api_error": 9, "cut": 6, "empty": 5, "filtered": 5, "refused": 5, "missing": 3,
    }  # fmt: skip
    given = {item: replies["replies"]["openai_gpt_5"] for item, replies in recorded_items.items()}
    (by_bytes,) = (one for one in journals if one.run.model.display_name.endswith("mock-vlm-c"))
    assert {reply.case_id: reply.raw for reply in by_bytes.replies}.items() <= given.items()
    assert {one.run.prompt_id for one in journals} == {"tri_bench"}
    assert imported(samples / "inspect", "--no-build").count("already imported") == 15


@pytest.mark.slow
def test_a_real_task_becomes_a_benchmark(home, samples):
    """Three real logs of one task are 24 questions with one run each; shuffled options are scored as displayed."""
    folders = sorted((samples / "inspect").glob("d_mcq_*"))
    text = imported(*folders, "--as-benchmark", "ratios")
    assert "ratios: 24 questions from the logs." in text
    assert "24 items matched, 0 of the benchmark are missing; 2 api error, 1 cut, 1 empty, 1 refused" in text
    with open_current(find_workspace(home, "ratios")) as warehouse:
        replies = warehouse.load_table("case_replies")
        answers = warehouse.load_table("scored_answers").merge(replies[["run_id", "case_id", "said_score"]])
    read = answers[answers["status"].eq("ok") & answers["said_score"].notna()]
    assert len(read) > 40
    assert (read["score"] == read["said_score"]).all()
