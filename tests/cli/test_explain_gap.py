"""Tests of the command `explain-gap`: text, JSON and wrong input."""

import json

import pytest
from typer.testing import CliRunner

from core.cli.app import app

FIRST, SECOND = "tri_bench-openai_gpt_5", "tri_bench-gemini_2.5_pro"


@pytest.fixture
def explain(tiny_workspace, monkeypatch):
    """Return a function that runs the command on the tiny release."""
    monkeypatch.setenv("TRILENS_DATA", str(tiny_workspace.data))
    return lambda *words: CliRunner().invoke(app, ["explain-gap", *words])


def test_text_and_json_have_the_same_parts(explain):
    """Both have the model as a part, and the parts of the JSON sum to the gap."""
    text = explain(FIRST, SECOND)
    assert text.exit_code == 0, text.output
    assert "From GPT-5 (" in text.output
    assert "model" in text.output
    content = json.loads(explain(FIRST, SECOND, "--json").output)
    assert sum(part["points"] for part in content["parts"]) == pytest.approx(content["points"], abs=1e-9)
    assert content["second"] - content["first"] == pytest.approx(content["points"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((FIRST, "x"), "The run x does not exist"),
        ((FIRST, FIRST), "the same"),
        ((FIRST, FIRST, "--other-reading", "program"), "no score of the program"),
        ((FIRST,), "OTHER"),
        ((FIRST, SECOND, "--published", "50"), "compared with one run"),
        ((FIRST, "--published", "101"), "from 0 to 100"),
    ],
)
def test_wrong_input_of_explain_gap_is_reported(explain, words, message):
    """The exit code is 2, and the output states the problem."""
    result = explain(*words)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_run_is_compared_with_a_published_score(explain):
    """The parts sum to the difference between the run's score and the published one."""
    content = json.loads(explain(FIRST, "--published", "80", "--other-unread", "wrong", "--json").output)
    assert content["second"] == 80
    assert sum(part["points"] for part in content["parts"]) == pytest.approx(content["points"], abs=1e-9)
    assert any("publication" in part["factor"] for part in content["parts"])
