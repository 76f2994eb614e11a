"""Tests of terminal output about multiple-choice benchmarks."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core.benchmarks.choice.benchmark_data import KEY, WORDS
from core.cli.app import app
from core.cli.ask import format_answer
from core.records import Answer, Question
from core.scoring.answers import ScoredAnswer
from tests.inference.clients.conftest import server  # noqa: F401 - fixture
from tests.workflows.test_add_table import write_table


def run_command(*arguments):
    """Run a command and return its output."""
    done = CliRunner().invoke(app, list(map(str, arguments)))
    return done.output


@pytest.fixture
def colours(tmp_path):
    """Add a benchmark of five questions."""
    run_command("add", write_table(tmp_path))
    return Path(tmp_path)


@pytest.mark.slow
def test_a_ranking_of_choices_is_by_accuracy(colours, server):  # noqa: F811
    """The printed ranking names the score and no frame."""
    output = run_command("run", "--benchmark", "colours", "--model", "local:x", "--base-url", server.url("local"))
    lines = [line for line in output.splitlines() if re.match(r"[→ ] +\d+  ", line)]
    assert len(lines) == 3
    assert all(line[6:].startswith("accuracy ") for line in lines)
    assert "Key" not in output


def test_a_dry_run_needs_no_key(colours, monkeypatch):
    """A plan is printed without a key, but the run itself requires one."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    arguments = ("run", "--benchmark", "colours", "--model", "openai:gpt-5")
    output = run_command(*arguments, "--dry-run")
    assert ": 5 items, 5 to ask." in output
    assert "5 requests, about" in output
    assert "USD if replies are only the letter to" in output
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 1
    assert "OpenAI needs a key" in str(done.exception)


@pytest.mark.slow
def test_a_plan_counts_existing_replies(colours, server):  # noqa: F811
    """The plan states how many questions have a reply."""
    arguments = ("run", "--benchmark", "colours", "--model", "local:x", "--base-url", server.url("local"))
    run_command(*arguments, "--limit", "2")
    assert ": 5 items, 2 have a reply, 3 to ask." in run_command(*arguments)


@pytest.mark.parametrize(
    ("value", "score", "reason", "line"),
    [
        ("C", 1.0, None, "Which room                          C  the key is C  accuracy 100.0%"),
        ("A", 0.0, None, "Which room                          A  the key is C  accuracy 0.0%"),
        (None, None, "no letter", "Which room                          –  the key is C  no letter"),
    ],
)
def test_an_answer_is_printed_with_the_key_and_the_accuracy(value, score, reason, line):
    """An unreadable answer has its reason instead."""
    question = Question("room", "room", "Which room", "letter", "choice")
    answer = Answer("room", "ok" if value else "unparsed", value, reason=reason)
    item = ScoredAnswer(question, answer, {KEY.frame: "C"}, {KEY.frame: score})
    assert format_answer(item, [KEY], WORDS) == line
