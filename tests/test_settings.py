"""Settings from the environment."""

import pytest

from core.errors import SettingsError
from core.settings import REPOSITORY, Settings, read_port, read_settings
from tests.make_docs import CONFIGURATION, make_configuration_page


def test_every_setting_has_a_default(monkeypatch):
    """Without any variable the settings can be read and point into the project."""
    monkeypatch.delenv("TRILENS_DATA")
    settings = read_settings()
    assert settings.data == REPOSITORY / "data"
    assert not settings.read_only


def test_variables_are_read(monkeypatch, tmp_path):
    """Variables override the defaults."""
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path))
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    settings = read_settings()
    assert settings.data == tmp_path
    assert settings.read_only


@pytest.mark.parametrize(("name", "value"), [("TRILENS_READ_ONLY", "perhaps"), ("TRILENS_FETCH_CONCURRENCY", "0")])
def test_nonsense_is_refused_by_name(monkeypatch, name, value):
    """A value that cannot be used is refused naming the variable."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=f"{name}='{value}'"):
        read_settings()


def test_an_empty_variable_is_none(monkeypatch):
    """A variable that is set to nothing counts as not set."""
    monkeypatch.setenv("TRILENS_DATA", "")
    assert read_settings().data == REPOSITORY / "data"


def test_a_data_folder_that_is_a_file_is_refused(monkeypatch, tmp_path):
    """TRILENS_DATA has to be a folder or a place for one."""
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path / "file"))
    with pytest.raises(SettingsError, match="is a file"):
        read_settings()


def test_a_home_that_is_nobody_s_is_refused(monkeypatch):
    """A folder below the home of a user who does not exist is named."""
    monkeypatch.setenv("TRILENS_DATA", "~nosuchuser/data")
    with pytest.raises(SettingsError, match="~nosuchuser"):
        read_settings()


@pytest.mark.parametrize("text", ["abc", "", "0", "-1", "65536", "8501.5", "٨٥", "9" * 5000])
def test_what_is_no_port_is_refused(text):
    """A port is a number from 1 to 65535; anything else is refused in one line."""
    with pytest.raises(SettingsError, match="from 1 to 65535"):
        read_port(text)
    assert read_port("8502") == 8502


def test_the_page_of_the_configuration_is_generated_from_the_settings():
    """`docs/using/configuration.md` is what `make docs` writes now, and has every setting."""
    page = CONFIGURATION.read_text(encoding="utf-8")
    assert page == make_configuration_page()
    assert all(f"`TRILENS_{name.upper()}`" in page for name in Settings.model_fields)


def test_a_misspelled_variable_is_refused(monkeypatch):
    """Who writes TRILENS_READONLY believes the dashboard read-only: the error names the setting. Others are ignored."""
    monkeypatch.setenv("TRILENS_SOMETHING_ELSE", "1")
    read_settings()
    monkeypatch.setenv("TRILENS_READONLY", "1")
    with pytest.raises(SettingsError, match=r"TRILENS_READONLY is not a setting\. Did you mean TRILENS_READ_ONLY"):
        read_settings()
