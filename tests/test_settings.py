"""Tests of settings from the environment."""

import pytest

from core.errors import SettingsError
from core.limits import DEFAULT_FETCH, DEFAULT_LIMITS, FetchOptions, RequestLimits, VisitorLimits
from core.settings import REPOSITORY, Settings, read_port, read_settings
from core.workspace import Workspace
from tests.make_docs import CONFIGURATION, make_configuration_page


def test_every_setting_has_a_default(monkeypatch):
    """Without any variable the settings are valid and refer to the project's folders."""
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


def test_each_limit_comes_from_its_setting():
    """Limits and the workspace have the values of the settings; without any variable they have their own defaults."""
    fetch = {"source": "here", "fetch_concurrency": 2, "fetch_timeout_s": 3.0, "fetch_attempts": 4}
    ask = {"attempts": 6, "connect_timeout_s": 7.0, "idle_timeout_s": 8.0, "timeout_s": 9.0, "max_side_px": 300}
    visit = {
        "visitor_keys": True,
        "visitor_questions": 11,
        "visitor_questions_per_hour": 12,
        "base_urls": "http://a/, b",
    }
    settings = Settings(read_only=True, **fetch, **{f"ask_{name}": value for name, value in ask.items()}, **visit)
    assert settings.fetch_options == FetchOptions("here", concurrency=2, timeout_s=3.0, attempts=4)
    assert settings.request_limits == RequestLimits(**ask)
    assert settings.visitor_limits == VisitorLimits(True, True, ("http://a", "b"), 11, 12)
    assert settings.workspace == Workspace(settings.data, is_read_only=True)
    defaults = Settings()
    assert defaults.fetch_options == DEFAULT_FETCH
    assert defaults.request_limits == DEFAULT_LIMITS
    assert defaults.visitor_limits == VisitorLimits()
    assert not defaults.workspace.is_read_only


@pytest.mark.parametrize(("name", "value"), [("TRILENS_READ_ONLY", "perhaps"), ("TRILENS_FETCH_CONCURRENCY", "0")])
def test_an_invalid_value_is_refused_by_name(monkeypatch, name, value):
    """The error names the variable and its value."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=f"{name}='{value}'"):
        read_settings()


def test_an_empty_variable_counts_as_unset(monkeypatch):
    """The default is used."""
    monkeypatch.setenv("TRILENS_DATA", "")
    assert read_settings().data == REPOSITORY / "data"


def test_a_data_folder_that_is_a_file_is_refused(monkeypatch, tmp_path):
    """TRILENS_DATA must be a folder or a path where a folder can be created."""
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path / "file"))
    with pytest.raises(SettingsError, match="is a file"):
        read_settings()


def test_the_home_of_an_unknown_user_is_refused(monkeypatch):
    """The error names the path."""
    monkeypatch.setenv("TRILENS_DATA", "~nosuchuser/data")
    with pytest.raises(SettingsError, match="~nosuchuser"):
        read_settings()


@pytest.mark.parametrize("text", ["abc", "", "0", "-1", "65536", "8501.5", "٨٥", "9" * 5000])
def test_an_invalid_port_is_refused(text):
    """A port is a number from 1 to 65535."""
    with pytest.raises(SettingsError, match="from 1 to 65535"):
        read_port(text)
    assert read_port("8502") == 8502


def test_the_configuration_page_is_up_to_date():
    """`docs/using/configuration.md` is equal to the output of `make docs` and has every setting."""
    page = CONFIGURATION.read_text(encoding="utf-8")
    assert page == make_configuration_page()
    assert all(f"`TRILENS_{name.upper()}`" in page for name in Settings.model_fields)


def test_a_misspelled_variable_is_refused(monkeypatch):
    """The error suggests the setting, since TRILENS_READONLY would silently allow writing. Others are ignored."""
    monkeypatch.setenv("TRILENS_SOMETHING_ELSE", "1")
    read_settings()
    monkeypatch.setenv("TRILENS_READONLY", "1")
    with pytest.raises(SettingsError, match=r"TRILENS_READONLY is not a setting\. Did you mean TRILENS_READ_ONLY"):
        read_settings()
