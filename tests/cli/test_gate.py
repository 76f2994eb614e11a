"""Tests of the command `gate`: exit codes, formats, and the example in the documentation."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from core.cli.app import app
from core.settings import REPOSITORY
from tests.inference.clients.conftest import server  # noqa: F401 - fixture
from tests.made_runs import make_answer, write_run

SOLVERS = "reference-homography_solver", "reference-image_plane_solver"


@pytest.fixture
def gate(tiny_workspace, monkeypatch):
    """Return a function that runs the command on the tiny release."""
    monkeypatch.setenv("TRILENS_DATA", str(tiny_workspace.data))
    return lambda *words: CliRunner().invoke(app, ["gate", *words])


def test_three_triangles_are_undecided(gate):
    """With three groups the exit code is 3, and the difference is stated."""
    result = gate("--run", "tri_bench-openai_gpt_5", "--against", "tri_bench-gemini_2.5_pro")
    assert result.exit_code == 3, result.output
    assert result.output.startswith("Undecided. It is undecided whether GPT-5 is at most 1.0 points worse than Gemini")


@pytest.mark.parametrize(
    ("words", "message"),
    [(("--run", "x", "--against", "tri_bench-openai_gpt_5"), "has no run x"),
     (("--run", "x", "--against", "x"), "Name two runs"),
     (("--run", "tri_bench-openai_gpt_5"), "--against")],
)  # fmt: skip
def test_wrong_input_has_its_own_exit_code(gate, words, message):
    """An unknown run or a missing option has exit code 2, which is never a regression."""
    result = gate(*words)
    assert result.exit_code == 2
    assert message in result.stderr


def test_all_formats_have_the_same_outcome(gate):
    """JSON, JUnit and Markdown have the outcome and every part."""
    words = ("--run", "tri_bench-openai_gpt_5", "--against", "tri_bench-gemini_2.5_pro", "--slices")
    content = json.loads(gate(*words, "--format", "json").output)
    assert (content["outcome"], content["max_drop"], content["overall"]["outcome"]) == ("undecided", 1.0, "undecided")
    suite = ElementTree.fromstring(gate(*words, "--format", "junit").output.encode())
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("2", "0", "2")
    assert suite[0].find("skipped").get("message").startswith("It is undecided")
    markdown = gate(*words, "--format", "markdown").output
    assert markdown.startswith("**Undecided.** ")
    assert "| all answers | undecided |" in markdown


def read_steps():
    """Return the commands of the documented workflow in order; a step of several lines is one text."""
    text = (REPOSITORY / "docs" / "using" / "gate.md").read_text(encoding="utf-8")
    steps = text.split("```yaml\n")[1].split("```")[0].split("      - ")[1:]
    return [step.removeprefix("run: ").removeprefix("|").strip() for step in steps if step.startswith("run: ")]


@pytest.mark.slow
def test_real_models_pass_and_regress(real_workspace, monkeypatch):
    """Gemini 2.5 Flash against Pro is a regression, Pro against Flash passes, and a run against itself is an error."""
    monkeypatch.setenv("TRILENS_DATA", str(real_workspace.data))
    pro, flash = "tri_bench-gemini_2.5_pro", "tri_bench-gemini_2.5_flash"
    codes = [
        CliRunner().invoke(app, ["gate", "--run", new, "--against", old, "--slices"]).exit_code
        for new, old in ((flash, pro), (pro, flash), (pro, pro))
    ]
    assert codes == [1, 0, 2]


@pytest.mark.slow
def test_the_steps_of_the_documented_example_run(tmp_path, tiny_release, server, tiny_workspace):  # noqa: F811
    """In an empty data folder every command except `make` succeeds, and the gate compares the new and the old run."""
    baseline = replace(tiny_workspace, data=tmp_path / "baseline")
    write_run(baseline, "old", prompt_id="tri_bench")
    data, archive, summary = tmp_path / "data", tmp_path / "baseline.zip", tmp_path / "summary.md"
    backed_up = CliRunner().invoke(app, ["backup", str(archive)], env={"TRILENS_DATA": str(baseline.data)})
    assert backed_up.exit_code == 0, backed_up.output
    server.reply_to = lambda _: make_answer()
    values = {"CHECKPOINT": "mine", "SERVER": server.url("local"), "OLD_RUN": "old"}
    environment = os.environ | {"TRILENS_DATA": str(data), "GITHUB_STEP_SUMMARY": str(summary)}
    codes = []
    for step in read_steps():
        if step.startswith("make "):
            continue
        if "NEW_RUN" in step:
            (new,) = {path.stem for path in (data / "runs").glob("*.jsonl")} - {"old"}
            values["NEW_RUN"] = new
        text = re.sub(r"\$\{\{ vars\.(\w+) \}\}", lambda match: values[match[1]], step)
        text = text.replace(".venv/bin/trilens", f"{sys.executable} -m core").replace("baseline.zip", str(archive))
        if "core fetch" in text:  # published files have checksums, so copies of the tiny release replace them
            shutil.copytree(tiny_release, data / "tri-bench")
            text += " --help"
        done = subprocess.run(
            ["bash", "-e", "-c", text], check=False, cwd=REPOSITORY, env=environment, capture_output=True, text=True
        )
        codes.append(done.returncode)
        assert done.returncode in (0, 3), f"{step}: {done.stderr}"
    assert codes == [0, 0, 0, 3]
    assert summary.read_text(encoding="utf-8").startswith("**Undecided.** It is undecided whether ")


def test_the_documented_github_workflow_is_valid():
    """Its last step parses as the command with known options."""
    text = (REPOSITORY / "docs" / "using" / "gate.md").read_text(encoding="utf-8")
    workflow = text.split("```yaml\n")[1].split("```")[0]
    step = workflow[workflow.index("trilens gate") :].replace("\\\n", " ").split(">>")[0]
    words = shlex.split(step.replace("${{ vars.", "").replace(" }}", ""))[1:]
    assert words[:5] == ["gate", "--run", "NEW_RUN", "--against", "OLD_RUN"]
    assert CliRunner().invoke(app, [*words, "--help"]).exit_code == 0
