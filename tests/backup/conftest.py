"""Data folders with what users made, and commands on them."""

import pytest
from typer.testing import CliRunner

from core.cli.app import app
from core.settings import Settings
from tests.backup.made_data import fill


@pytest.fixture
def made(settings):
    """Settings of a data folder with one of everything that users make."""
    return fill(settings)


@pytest.fixture
def empty(tmp_path):
    """Settings of another data folder, with nothing in it."""
    return Settings(data=tmp_path / "another machine" / "data")


@pytest.fixture
def command():
    """Runs a command with settings; an error is raised as it is."""

    def run(settings, *arguments):
        environment = {"TRILENS_DATA": str(settings.data)}
        return CliRunner().invoke(app, [*map(str, arguments)], env=environment, catch_exceptions=True)

    return run


@pytest.fixture
def archive(made, tmp_path, command):
    """An archive of that folder."""
    done = command(made, "backup", tmp_path / "kept.zip")
    assert done.exit_code == 0, done.output
    return tmp_path / "kept.zip"
