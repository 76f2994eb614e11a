"""Tests of `/healthz`, and of a real server as its host sees it: health, log, shutdown."""

import json
import signal
import time
import urllib.error
import urllib.request
from datetime import UTC, datetime

import anyio
import pytest

from core.benchmarks.registry import TRI_BENCH
from core.warehouse.generations import find_current_generation
from dashboard.data.current_benchmark import get_settings as read_settings
from dashboard.server import health
from dashboard.shell.setup_page import get_preparation
from tests.browser.serving import dashboard


def asked():
    """Return status and content of a response."""
    answer = anyio.run(health.serve_health, None)
    return answer.status_code, json.loads(answer.body)


def test_with_a_warehouse_it_is_ready(full, workspace):
    """A healthy dashboard answers 200 with each benchmark's generation, build time and age."""
    status, found = asked()
    assert (status, found["status"], found["is_preparing"]) == (200, "ready", False)
    (one,) = found["benchmarks"]
    assert one["benchmark_id"] == TRI_BENCH
    assert one["generation"] == find_current_generation(workspace.warehouse).name
    age_s = (datetime.now(UTC) - datetime.fromisoformat(one["built_at"])).total_seconds()
    assert 0 <= age_s - one["age_s"] < 60


def test_without_data_it_is_empty(workspace):
    """The answer is 503 if there is nothing to show and no job prepares anything."""
    status, found = asked()
    assert (status, found["status"], found["is_preparing"], found["benchmarks"]) == (503, "empty", False, [])
    assert found["under_way"] == {"pages": 0, "queries": 0}


def test_while_data_are_brought_it_says_so(workspace, monkeypatch):
    """The answer is 503 with `preparing` while the first warehouse is built, then 200, also during a later build."""
    monkeypatch.setattr(type(get_preparation(TRI_BENCH)), "is_running", property(lambda _: True))
    status, found = asked()
    assert (status, found["status"], found["is_preparing"]) == (503, "preparing", True)


def test_it_names_nothing_of_the_host(full, monkeypatch):
    """The answer contains no key, no path of the disk and no setting."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-host-0123456789")
    text = json.dumps(asked()[1])
    assert "sk-" not in text
    assert str(read_settings().data) not in text


@pytest.fixture
def answer():
    """Send a request to a server; return status and text."""

    def get(url, **headers):
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60) as found:
                return found.status, found.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    return get


@pytest.mark.slow
def test_a_public_server_is_healthy_writes_lines_and_ends(tiny_data, answer):
    """It answers at /healthz, also below a base path. Its log is JSON lines without texts.

    SIGTERM stops it within 10 s.
    """
    with dashboard(tiny_data, TRILENS_HOSTS="demo.example", STREAMLIT_SERVER_BASE_URL_PATH="tri") as (url, process):
        status, body = answer(f"{url}/tri/healthz", Host="demo.example")
        assert (status, json.loads(body)["status"]) == (200, "ready")
        assert answer(f"{url}/healthz", Host="127.0.0.1")[0] == 200
        assert answer(f"{url}/tri/cases?text=secret-text", Host="demo.example")[0] == 200
        assert answer(f"{url}/tri/healthz", Host="evil.example")[0] == 421
        said = json.loads(answer(f"{url}/tri/_stcore/host-config", Host="demo.example")[1])
        assert said["allowedOrigins"] == []  # no foreign page may send messages that steer ours
        started = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.wait(10)
        assert time.monotonic() - started < 10
    (log,) = tiny_data.parent.glob("server-*.log")
    written = log.read_text()
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    assert {"/healthz", "/cases"} <= {line["path"] for line in lines}
    assert [line["status"] for line in lines if line["path"] == "/healthz"] == [200, 200, 421]
    assert "secret-text" not in written
    assert "127.0.0.1:" not in "".join(line for line in written.splitlines() if line.startswith("{"))
