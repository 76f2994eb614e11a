"""Data folders with user data, and commands on them."""

import pytest
from typer.testing import CliRunner

from core.cli.app import app
from core.settings import Settings
from tests.backup.made_data import fill


@pytest.fixture
def made(settings):
    """Settings of a data folder with every kind of user data."""
    return fill(settings)


@pytest.fixture
def empty(tmp_path):
    """Settings of another, empty data folder."""
    return Settings(data=tmp_path / "another machine" / "data")


@pytest.fixture
def command():
    """Return a function that runs a command with settings and re-raises its errors."""

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
