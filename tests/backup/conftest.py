"""Fixtures of data folders with user data, and of commands on them."""

import pytest
from typer.testing import CliRunner

from core.cli.app import app
from core.workspace import Workspace
from tests.backup.made_data import fill_data_folder


@pytest.fixture
def filled(workspace):
    """Fill a data folder with every kind of user data and returns its workspace."""
    return fill_data_folder(workspace)


@pytest.fixture
def empty(tmp_path):
    """Return a workspace of another, empty data folder."""
    return Workspace(tmp_path / "another machine" / "data")


@pytest.fixture
def command():
    """Return a function that runs a command on a workspace and re-raises its errors."""

    def run(workspace, *arguments):
        environment = {"TRILENS_DATA": str(workspace.data)}
        return CliRunner().invoke(app, [*map(str, arguments)], env=environment, catch_exceptions=True)

    return run


@pytest.fixture
def archive(filled, tmp_path, command):
    """Back up the filled folder and return the archive."""
    done = command(filled, "backup", tmp_path / "kept.zip")
    assert done.exit_code == 0, done.output
    return tmp_path / "kept.zip"
