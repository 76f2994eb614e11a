"""Tests of `run --batch`: killed, interrupted, resumed, and searched for the key."""

import logging
import signal
import sys
import time

import pytest

from core.__main__ import main
from core.inference.clients.providers import PROVIDERS
from core.runs.journal import read_journal
from core.warehouse.read import open_current
from tests.conftest import read_folder_state
from tests.forked import Command
from tests.inference.batches.conftest import server  # noqa: F401 - fixture
from tests.inference.clients.conftest import KEY, VENDORS


@pytest.fixture
def arguments(server, tiny_release, monkeypatch):  # noqa: F811
    """Return a function that makes the arguments of a batch run on a tiny release and the server."""
    for provider in PROVIDERS.values():
        if provider.key_variable:
            monkeypatch.setenv(provider.key_variable, KEY)
    monkeypatch.setenv("TRILENS_ASK_ATTEMPTS", "1")

    def make(model, *more):
        address = server.url(model.split(":")[0])
        return ["run", "--model", model, "--base-url", address, "--source", str(tiny_release), *more]

    return make


@pytest.fixture
def process(arguments, tmp_path):
    """Return a function that starts a batch run in a separate process."""

    def start(*more):
        return Command(arguments(*more, "--batch"), tmp_path)

    return start


@pytest.fixture
def command(arguments, capsys, monkeypatch):
    """Return a function that runs a command in this process and returns exit code and output."""

    def run(*more):
        monkeypatch.setattr(sys, "argv", ["core", *arguments(*more)])
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code or 0, *capsys.readouterr()

    return run


def wait_until(condition, process):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)


def wait_for_end(process):
    stdout, stderr = process.communicate(timeout=120)
    return process.returncode, stdout, stderr


def read_only_journal(tmp_path):
    (path,) = (tmp_path / "data" / "runs").glob("*.jsonl")
    return read_journal(path)


@pytest.mark.slow
def test_a_batch_run_is_in_the_warehouse(command, server, workspace):  # noqa: F811
    """Plan, replies, ranking and warehouse are those of a live run, at half the price and without latency."""
    server.acts = ["cut", "refusal", "filter", "empty", "400"]
    code, stdout, stderr = command("openai:gpt-5", "--batch")
    assert code == 1
    assert "50% of them, as in batches" in stdout
    assert "1 photographs got no reply (HTTP 400" in stderr
    assert "12 photographs: 1 api error, 1 cut, 1 empty, 1 filtered, 7 ok, 1 refused." in stdout
    assert any(line.startswith("→") for line in stdout.splitlines())
    with open_current(workspace) as warehouse:
        rows = warehouse.load_table("replies").query("model_id == 'openai:gpt-5' and api_model == 'test-2026'")
    rows = rows.sort_values("photograph_id")
    assert list(rows["status"]) == ["cut", "refused", "filtered", "empty", *["ok"] * 7]
    assert rows["latency_s"].isna().all()
    assert set(rows["input_tokens"]) == {1000}


@pytest.mark.slow
@pytest.mark.parametrize("provider", VENDORS)
def test_a_run_killed_while_sending_pays_once(process, server, tmp_path, provider):  # noqa: F811
    """A kill between creating a batch and knowing its id leaves an entry, by which the next call finds the batch."""
    server.faults["create"] = ["stall"]
    server.is_held = True
    running = process(f"{provider}:test")
    wait_until(lambda: server.batches, running)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    server.gate.set()
    (ledger,) = (tmp_path / "data" / "runs").glob(".*.batches")
    assert '"batch_id": null' in ledger.read_text()
    server.is_held = False
    code, stdout, stderr = wait_for_end(process(f"{provider}:test"))
    assert code == 0, stderr
    assert "12 photographs: 12 ok." in stdout
    assert (server.calls["create"], len(server.batches)) == (1, 1)
    assert not ledger.exists()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupting_a_waiting_run_keeps_its_batch(process, server, tmp_path, number):  # noqa: F811
    """Ctrl-C and SIGTERM leave the batch at the provider, and the output names the command to resume."""
    server.is_held = True
    running = process("openai:test")
    wait_until(lambda: server.calls["state"], running)
    running.send_signal(number)
    code, _, stderr = wait_for_end(running)
    assert code == 130
    assert "Traceback" not in stderr
    assert "12 photographs are under way in 1 batch. The same command resumes the run." in stderr
    server.is_held = False
    assert wait_for_end(process("openai:test"))[0] == 0
    assert server.calls["create"] == 1
    assert {reply.status for reply in read_only_journal(tmp_path).replies} == {"ok"}


@pytest.mark.slow
def test_no_wait_sends_a_batch_and_later_collects_it(command, server, tmp_path):  # noqa: F811
    """After `--no-wait`, the same command collects the replies of finished batches."""
    server.is_held = True
    code, stdout, _ = command("openai:test", "--batch", "--no-wait")
    assert code == 0
    assert "12 photographs are under way in 1 batch. The same command collects their replies." in stdout
    assert "12 photographs are under way in 1 batch." in command("openai:test", "--batch", "--dry-run")[1]
    server.is_held = False
    assert command("openai:test", "--batch", "--no-wait")[0] == 0
    assert len(read_only_journal(tmp_path).replies) == 12
    assert server.calls["create"] == 1


def test_a_live_run_does_not_ask_questions_of_pending_batches(command, server):  # noqa: F811
    """While batches are pending, the command without `--batch` is refused."""
    server.is_held = True
    command("openai:test", "--batch", "--no-wait")
    code, _, stderr = command("openai:test")
    assert code == 1
    assert "12 photographs are under way in 1 batch. Add --batch to collect their replies." in stderr


@pytest.mark.parametrize(
    ("model", "more", "words"),
    [
        ("solver:homography", ("--batch",), "solver:homography cannot be asked in batches"),
        ("fireworks:x", ("--batch",), "cannot be asked in batches; these providers can: openai, gemini, anthropic"),
        ("openai:x", ("--no-wait",), "--no-wait needs --batch"),
        ("openai:x", ("--batch", "--max-cost", "1"), "price of openai:x is unknown"),
    ],
)
def test_invalid_batch_options_are_reported_in_one_line(command, server, model, more, words):  # noqa: F811
    """The exit code is 1, and nothing is sent."""
    code, _, stderr = command(model, *more)
    assert code == 1
    assert words in stderr
    assert len(stderr.strip().splitlines()) == 1
    assert server.calls == {}


@pytest.mark.slow
def test_concurrency_is_ignored_in_batches(command, server):  # noqa: F811
    """A line of output states it."""
    code, _, stderr = command("openai:test", "--batch", "--concurrency", "9")
    assert code == 0
    assert "--concurrency is ignored with --batch" in stderr


def test_a_dry_run_of_batches_sends_nothing(command, server, workspace):  # noqa: F811
    """The plan costs half of the live plan, and nothing is written."""
    before = read_folder_state(workspace.data)
    live, batch = (command("openai:gpt-5", "--dry-run", *more)[1] for more in ((), ("--batch",)))
    max_costs = [float(text.split(" USD at most")[0].split()[-1]) for text in (live, batch)]
    assert max_costs[1] == pytest.approx(max_costs[0] / 2, abs=0.01)
    assert server.calls == {}
    assert read_folder_state(workspace.data) == before


@pytest.mark.slow
@pytest.mark.parametrize("model", ["openai:gpt-5", "gemini:gemini-2.5-flash", "anthropic:claude-haiku-4-5"])
def test_the_key_is_in_no_output_log_or_file(command, server, tmp_path, model, caplog):  # noqa: F811
    """This holds although the server repeats the key wherever it can."""
    caplog.set_level(logging.DEBUG)
    server.acts = ["echo_key", "error", "400"]
    server.faults = {"upload": ["400"] if "anthropic" not in model else [], "create": ["400"]}
    outputs = [command(model, "--batch") for _ in range(3)]
    server.is_held = True
    server.faults = {"state": ["400"]}
    outputs += [command(model, "--batch", "--repeat", "2") for _ in range(1)]
    assert "[key]" in str(outputs)
    assert caplog.records
    assert KEY not in str(outputs) + caplog.text
    files = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
    assert {".batches", ".duckdb", ".jsonl"} <= {path.suffix for path in files}
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []
