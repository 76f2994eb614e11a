"""Tests of the server's address: a public server is read-only, and a base path precedes every path."""

import os
import subprocess
import sys

import pytest
import streamlit as st

from core.settings import REPOSITORY
from dashboard.data import image_urls
from dashboard.runtime import server_address


@pytest.fixture
def options(monkeypatch):
    """Return the server's options, to be set."""
    given = {"server.address": None, "server.baseUrlPath": ""}
    monkeypatch.setattr(st, "get_option", given.get)
    monkeypatch.setattr(sys, "argv", ["/venv/bin/streamlit"])
    return given


@pytest.mark.parametrize("own", ["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])
def test_what_only_this_machine_reaches_is_not_public(options, monkeypatch, own):
    """On an address of this machine, however written, a server started by Streamlit or serve.py is private."""
    options["server.address"] = own
    for program in ("/venv/bin/streamlit", "/lib/streamlit/__main__.py", "/home/somebody/serve.py"):
        monkeypatch.setattr(sys, "argv", [program])
        assert not server_address.is_public()


@pytest.mark.parametrize("everybody", ["0.0.0.0", "::", "192.168.1.7", "demo.example", "", None])
def test_everything_else_is_public(options, everybody):
    """All addresses, network addresses, names and a missing address are public: strangers may reach them."""
    options["server.address"] = everybody
    assert server_address.is_public()


def test_a_server_that_does_not_say_where_it_listens_is_public(options, monkeypatch):
    """Under uvicorn, Streamlit's option does not determine the address that the server listens on."""
    options["server.address"] = "localhost"
    for program in ("/venv/bin/uvicorn", "/lib/uvicorn/__main__.py", "-c", ""):
        monkeypatch.setattr(sys, "argv", [program])
        assert server_address.is_public()


@pytest.mark.slow
@pytest.mark.parametrize(("given", "expected"), [(None, "True"), ("", "True"), ("1", "True"), ("0", "False")])
def test_public_means_read_only_unless_somebody_says_otherwise(tmp_path, given, expected):
    """A public server is read-only by default; TRILENS_READ_ONLY=0 turns that off."""
    lines = [
        "import sys",
        "sys.argv = ['uvicorn']",
        "import serve",
        "from dashboard.data.current_benchmark import get_settings",
    ]
    code = "; ".join([*lines, "print(get_settings().read_only)"])
    environment = {**os.environ, "TRILENS_DATA": str(tmp_path), "TRILENS_READ_ONLY": given or ""}
    if given is None:
        del environment["TRILENS_READ_ONLY"]
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == expected


def test_the_settings_of_the_repository_are_private():
    """Without options Streamlit listens on this machine alone, and a host's Procfile defaults to read-only."""
    assert 'address = "localhost"' in (REPOSITORY / ".streamlit" / "config.toml").read_text()
    assert "TRILENS_READ_ONLY=${TRILENS_READ_ONLY:-1}" in (REPOSITORY / "Procfile").read_text()


@pytest.mark.parametrize(("given", "expected"), [("", ""), ("tri", "/tri"), ("/a/b/", "/a/b"), ("/", "")])
def test_photographs_are_below_the_base_path(options, monkeypatch, given, expected):
    """The dashboard's base path precedes the path of the photographs."""
    options["server.baseUrlPath"] = given
    monkeypatch.setattr(image_urls, "_is_routed", True)
    assert image_urls.find_image_url("abc", "thumb") == f"{expected}/photographs/abc-thumb.webp"
