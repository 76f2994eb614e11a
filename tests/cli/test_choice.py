"""The terminal's words where questions are multiple choice."""

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


def command(*arguments):
    """What a command printed on both streams."""
    done = CliRunner().invoke(app, list(map(str, arguments)))
    return done.output


@pytest.fixture
def colours(tmp_path):
    """Five questions of one's own, added."""
    command("add", write_table(tmp_path))
    return Path(tmp_path)


@pytest.mark.slow
def test_a_ranking_of_choices_is_of_accuracy(colours, server):  # noqa: F811
    """The printed ranking names the score, and no frame."""
    output = command("run", "--benchmark", "colours", "--model", "local:x", "--base-url", server.url("local"))
    lines = [line for line in output.splitlines() if re.match(r"[→ ] +\d+  ", line)]
    assert len(lines) == 3
    assert all(line[6:].startswith("accuracy ") for line in lines)
    assert "Key" not in output


def test_a_dry_run_needs_no_key(colours, monkeypatch):
    """A plan is printed without a key, what is not there is left out of it, and the run itself wants the key."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    of_openai = ("run", "--benchmark", "colours", "--model", "openai:gpt-5")
    output = command(*of_openai, "--dry-run")
    assert ": 5 items, 5 to ask." in output
    assert "5 requests, about" in output
    assert "USD if replies are only the letter to" in output
    done = CliRunner().invoke(app, list(of_openai))
    assert done.exit_code == 1
    assert "OpenAI needs a key" in str(done.exception)


@pytest.mark.slow
def test_a_plan_counts_what_is_done(colours, server):  # noqa: F811
    """Replies stand in the plan where there are some."""
    asked = ("run", "--benchmark", "colours", "--model", "local:x", "--base-url", server.url("local"))
    command(*asked, "--limit", "2")
    assert ": 5 items, 2 have a reply, 3 to ask." in command(*asked)


@pytest.mark.parametrize(
    ("value", "score", "reason", "line"),
    [
        ("C", 1.0, None, "Which room                          C  the key is C  accuracy 100.0%"),
        ("A", 0.0, None, "Which room                          A  the key is C  accuracy 0.0%"),
        (None, None, "no letter", "Which room                          –  the key is C  no letter"),
    ],
)
def test_an_answer_stands_beside_the_key_in_words(value, score, reason, line):
    """The letter, the key and the accuracy are in one line; what could not be read has its reason."""
    question = Question("room", "room", "Which room", "letter", "choice")
    answer = Answer("room", "ok" if value else "unparsed", value, reason=reason)
    item = ScoredAnswer(question, answer, {KEY.frame: "C"}, {KEY.frame: score})
    assert format_answer(item, [KEY], WORDS) == line
