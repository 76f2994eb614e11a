"""Tests of commands that need `tools`: they work from any folder of a checkout and raise a clear error without it."""

import subprocess
import sys

import pytest

from core.__main__ import main
from core.errors import CheckoutError
from core.generators.gepbench.write import synthesize
from core.settings import REPOSITORY

IMPORT_CODE = """
import sys
sys.path[0] = {repository!r}
import core.research_tools as research_tools
import core.cli.probe
del sys.path[0]
research_tools.require_tools("A test")
import tools.giq_probes.embeddings
print(tools.__file__)
"""


@pytest.mark.parametrize("command", ["probe", "accuracy"])
def test_a_command_without_tools_prints_a_remedy(command, monkeypatch, capsys, tmp_path):
    """The error is one line on the error stream, and the exit code is not 0."""
    monkeypatch.setattr("core.research_tools.REPOSITORY", tmp_path)
    monkeypatch.setattr(sys, "argv", ["trilens", command])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code
    error = capsys.readouterr().err
    assert f"The command {command} needs the folder tools" in error
    assert "Clone the repository" in error
    assert error.count("\n") == 1


def test_the_authors_engine_without_tools_leaves_no_folder(monkeypatch, tmp_path):
    """The as-published mode stops before anything is written, and the exact mode works."""
    monkeypatch.setattr("core.research_tools.REPOSITORY", tmp_path)
    with pytest.raises(CheckoutError, match="The mode as-published needs the folder tools"):
        synthesize(tmp_path / "published", 6, mode="as-published")
    assert not (tmp_path / "published").exists()
    assert synthesize(tmp_path / "exact", 6).questions == 6


def test_tools_are_found_when_only_the_product_is_on_the_path(tmp_path):
    """This is so with an editable installation, which maps only `core` and `dashboard`."""
    code = IMPORT_CODE.format(repository=str(REPOSITORY))
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(REPOSITORY / "tools" / "__init__.py")
