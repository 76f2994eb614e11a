"""Tests of every command's help."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from core.benchmarks.registry import INCLUDED
from core.cli.app import app
from core.settings import REPOSITORY
from tests.make_docs import CLI, make_cli_page

COMMANDS = [command.name for command in app.registered_commands]
HEAVY = ("cv2", "numpy", "pandas", "duckdb", "streamlit", "PIL", "pydantic_settings")


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(command):
    """Every command explains itself and its options."""
    done = CliRunner().invoke(app, [command, "--help"])
    assert done.exit_code == 0
    assert "Usage" in done.output


@pytest.mark.slow
def test_help_imports_nothing_heavy():
    """The help of the program and of each command imports neither OpenCV nor pandas nor other data libraries."""
    code = f"""
import json, sys
from typer.testing import CliRunner
from core.__main__ import app
for arguments in ([], *([name] for name in {COMMANDS})):
    assert CliRunner().invoke(app, [*arguments, "--help"]).exit_code == 0
print(json.dumps([name for name in {HEAVY} if name in sys.modules]))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


def test_help_names_the_benchmarks():
    """The option that selects a benchmark lists the known ids."""
    output = CliRunner().invoke(app, ["build", "--help"], env={"COLUMNS": "300"}).output
    assert all(benchmark_id in output for benchmark_id in INCLUDED)


def test_the_page_of_the_command_line_is_generated_from_the_commands():
    """`docs/using/cli.md` equals the output of `make docs` and has every command."""
    page = CLI.read_text(encoding="utf-8")
    assert page == make_cli_page()
    assert all(f"    trilens {command}" in page for command in COMMANDS)
