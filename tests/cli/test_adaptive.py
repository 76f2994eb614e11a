"""Tests of `run --adaptive` on a table with margins and a scripted observer."""

import csv
import re

import pytest
from PIL import Image
from typer.testing import CliRunner

from core.cli.app import app
from core.inference.adaptive import QUESTIONS_PER_THRESHOLD
from core.runs.journal import read_journal
from core.settings import read_settings
from core.warehouse.read import open_current
from tests.inference.clients.conftest import server  # noqa: F401 - fixture

N_CASES = 120
THRESHOLD = 0.1


def run_command(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)))
    return result.exit_code, " ".join(result.output.split()), result.exception


def observe(request):
    """Reply correctly if the margin is above the threshold, else by guessing one in four."""
    number = int(re.search(r"gap (\d+)", request.prompt)[1])
    is_right = number / 400 > THRESHOLD or number % 4 == 0
    return f"The correct answer is {'ABCD'[number % 4 if is_right else (number + 1) % 4]}."


@pytest.fixture
def gaps(tmp_path):
    """Add a benchmark with one question about 120 gaps of 0.0025 to 0.3."""
    Image.new("RGB", (40, 30), "white").save(tmp_path / "gap.png")
    rows = [
        {"id": f"q{number}", "image": "gap.png", "question": f"Which side has the gap {number}?", "A": "left",
         "B": "right", "C": "top", "D": "bottom", "answer": "ABCD"[number % 4], "task": "gap", "group": f"g{number}",
         "margin": number / 400}
        for number in range(1, N_CASES + 1)
    ]  # fmt: skip
    with (tmp_path / "gaps.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    code, output, _ = run_command("add", tmp_path / "gaps.csv")
    assert code == 0, output
    return "gaps"


@pytest.mark.slow
def test_an_adaptive_run_asks_near_the_threshold_and_resumes(gaps, server):  # noqa: F811
    """It asks 40 cases, most of them near the threshold; a stopped run resumes without asking again."""
    server.reply_to = observe
    arguments = ("run", "--benchmark", gaps, "--base-url", server.url("local"), "--adaptive", "--concurrency", "1")
    code, output, _ = run_command(*arguments, "--model", "local:whole")
    assert code == 0, output
    assert f"{QUESTIONS_PER_THRESHOLD} items, {QUESTIONS_PER_THRESHOLD} to ask." in output
    assert f"{QUESTIONS_PER_THRESHOLD} items: {QUESTIONS_PER_THRESHOLD} ok." in output
    prompts = [request.prompt for request in server.asked]
    assert len(set(prompts)) == len(prompts) == QUESTIONS_PER_THRESHOLD
    margins = [int(re.search(r"gap (\d+)", prompt)[1]) / 400 for prompt in prompts]
    assert sum(0.5 * THRESHOLD < margin < 2 * THRESHOLD for margin in margins[8:]) >= 24
    low, high = map(float, re.search(r"threshold [\d.]+, 95% between ([\d.]+) and ([\d.]+)", output).groups())
    assert low < THRESHOLD < high < 2 * low
    server.asked.clear()
    server.acts = ["ok"] * 17 + ["401"]
    code, output, error = run_command(*arguments, "--model", "local:stopped")
    assert code == 1
    assert "resumes the run" in str(error)
    code, output, _ = run_command(*arguments, "--model", "local:stopped")
    assert code == 0, output
    assert "17 have a reply, 23 to ask." in output
    again = [request.prompt for request in server.asked]
    assert len(again) == QUESTIONS_PER_THRESHOLD + 1
    assert len(set(again)) == QUESTIONS_PER_THRESHOLD
    assert len(set(again) & set(prompts)) >= 0.8 * QUESTIONS_PER_THRESHOLD
    assert "0 to ask." in run_command(*arguments, "--model", "local:stopped")[1]
    assert len(server.asked) == len(again)
    workspace = read_settings().workspace.select_benchmark(gaps)
    runs = [read_journal(path).run for path in workspace.runs.glob("*.jsonl")]
    assert {run.settings["adaptive"] for run in runs} == {QUESTIONS_PER_THRESHOLD}
    with open_current(workspace) as warehouse:
        roles = warehouse.load_table("run_roles").set_index("run_id")
    assert not roles.loc[[run.run_id for run in runs], "is_pooled"].any()


def test_an_adaptive_run_needs_margins_and_live_replies(gaps, server):  # noqa: F811
    """A run without margins or with batches is refused before any request."""
    arguments = ("run", "--benchmark", gaps, "--base-url", server.url("local"), "--adaptive", "--model")
    assert "--adaptive needs items with at least 4" in str(
        run_command(*arguments, "local:x", "--cases", "case=q1,q2,q3")[2]
    )
    limited = str(run_command(*arguments, "local:x", "--limit", "3")[2])
    assert limited.startswith("--limit 3 leaves --adaptive fewer than 4 different margins per question. Omit --limit")
    both = run_command(*arguments, "local:x", "--limit", "3", "--cases", "case=q1,q2,q3")
    assert "--adaptive needs items with at least 4" in str(both[2])
    batched = ("run", "--benchmark", gaps, "--adaptive", "--batch", "--dry-run", "--model", "openai:gpt-5")
    assert "Omit --batch" in str(run_command(*batched)[2])
    assert server.asked == []


@pytest.mark.parametrize("cases", ["", " ; "])
def test_an_empty_filter_is_refused(gaps, cases):
    """A script with an empty variable must not ask every case."""
    arguments = ("run", "--benchmark", gaps, "--model", "openai:gpt-5", "--dry-run")
    assert "--cases is empty. Omit it to ask all cases" in str(run_command(*arguments, "--cases", cases)[2])
    assert "120 items" in run_command(*arguments)[1]
