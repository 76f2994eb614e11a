"""Tests of `run` and `ask`: killed, interrupted, and searched for the key."""

import io
import json
import logging
import signal
import sys
import time

import pytest
from PIL import Image

import tests.tiny_release
from core.__main__ import main
from core.benchmarks.context import BenchmarkContext
from core.benchmarks.tri_bench import BENCHMARK
from core.inference.clients.providers import PROVIDERS, resolve_endpoint
from core.inference.plan import plan_run
from core.inference.prices import find_price
from core.inference.prompts import get_benchmark_prompt
from core.inference.run_options import RunOptions
from core.runs.journal import read_journal
from core.warehouse.read import open_current
from core.workspace import Workspace
from tests.conftest import read_folder_state
from tests.forked import Command
from tests.inference.clients.conftest import KEY, server  # noqa: F401 - fixture
from tests.inference.test_runner import photograph_of_picture
from tests.tiny_release import TRIANGLES_CM, write_tiny_release


@pytest.fixture
def arguments(server, tiny_release, monkeypatch):  # noqa: F811
    """Return a function that makes the arguments of a command on a tiny release and the server."""
    for provider in PROVIDERS.values():
        if provider.key_variable:
            monkeypatch.setenv(provider.key_variable, KEY)
    monkeypatch.setenv("TRILENS_ASK_IDLE_TIMEOUT_S", "30")

    def make(command, model, *more):
        return [
            command,
            "--model",
            model,
            "--base-url",
            server.url(model.split(":")[0]),
            "--source",
            str(tiny_release),
            *more,
        ]

    return make


@pytest.fixture
def process(arguments, tmp_path):
    """Return a function that starts a command in a separate process, as in `process("run", "openai:test")`."""

    def start(*more):
        return Command(arguments(*more), tmp_path)

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


def wait_for_end(process):
    stdout, stderr = process.communicate(timeout=120)
    return process.returncode, stdout, stderr


def wait_until(condition, process=None):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        assert process is None or process.poll() is None, process.communicate()
        time.sleep(0.005)


def find_journal(tmp_path):
    (path,) = (tmp_path / "data" / "runs").glob("*.jsonl")
    return path


def read_complete_lines(path):
    return path.read_bytes().rpartition(b"\n")[0].splitlines()[1:] if path.exists() else []


@pytest.mark.slow
def test_a_repeatedly_killed_run_asks_nothing_twice(process, server, tmp_path, monkeypatch):  # noqa: F811
    """Photographs with a reply in the journal are never asked again; only requests in flight may be repeated."""
    monkeypatch.setattr(tests.tiny_release, "TRIANGLES_CM", TRIANGLES_CM * 2)
    folder = write_tiny_release(tmp_path / "release", triangles=7)
    server.delay_s, concurrency, kills = 0.12, 3, 3
    workspace, contents = Workspace(tmp_path / "data"), BENCHMARK.read(folder)
    target = resolve_endpoint("openai:test", server.url("openai"), {"openai": KEY})
    options = RunOptions(get_benchmark_prompt(contents))
    plan = plan_run(target, options, BenchmarkContext(workspace, BENCHMARK, folder, contents))
    photograph_by_image = photograph_of_picture(plan)
    assert len(photograph_by_image) == 28
    kept_at_kills = []
    for kill in range(kills):
        running = process("run", "openai:test", "--concurrency", str(concurrency))
        before = len(server.asked)
        wait_until(lambda before=before, kill=kill: len(server.asked) >= before + 3 + kill % 2, running)
        running.send_signal(signal.SIGKILL)
        running.communicate()
        time.sleep(0.3)  # what was on its way when the process died arrives
        kept = {json.loads(line)["case_id"] for line in read_complete_lines(plan.journal)}
        kept_before_kill = {
            picture: n for picture, n in server.times_asked().items() if photograph_by_image[picture] in kept
        }
        assert len(server.asked) - len(kept) <= (kill + 1) * concurrency
        kept_at_kills.append(kept_before_kill)
    code, stdout, stderr = wait_for_end(process("run", "openai:test", "--concurrency", str(concurrency)))
    assert code == 0, stderr
    assert "28 photographs: 28 ok." in stdout
    asked = server.times_asked()
    for kept_before_kill in kept_at_kills:
        assert {picture: asked[picture] for picture in kept_before_kill} == kept_before_kill
    replies = [json.loads(line)["case_id"] for line in read_complete_lines(plan.journal)]
    assert sorted(replies) == sorted(plan.chosen)
    assert 28 <= sum(asked.values()) <= 28 + kills * concurrency


@pytest.mark.slow
def test_an_interrupted_run_finishes_pending_requests_and_resumes(process, server, tmp_path):  # noqa: F811
    """Ctrl-C keeps pending replies and names the command to resume, which works even if the journal's end is cut."""
    server.delay_s = 0.3
    running = process("run", "openai:test", "--concurrency", "2")
    wait_until(lambda: len(server.asked) >= 3, running)
    running.send_signal(signal.SIGINT)
    code, _, stderr = wait_for_end(running)
    assert code == 130
    assert "Traceback" not in stderr
    path = find_journal(tmp_path)
    done = len(read_complete_lines(path))
    assert done == len(server.asked) < 12
    assert f"Stopped. 12 photographs: {12 - done} not asked, {done} ok. The same command resumes the run." in stderr
    whole = path.read_bytes()
    path.write_bytes(whole[:-25])
    server.delay_s = 0.0
    code, stdout, stderr = wait_for_end(process("run", "openai:test"))
    assert code == 0
    assert "The journal's last line was cut" in stderr
    assert "12 photographs: 12 ok." in stdout
    assert len(server.asked) == 13
    assert path.with_name(f"{path.name}.cut").read_bytes().strip() == whole.splitlines()[-1][:-24]


@pytest.mark.slow
@pytest.mark.parametrize("signals", [(signal.SIGINT, signal.SIGINT), (signal.SIGTERM,)])
def test_a_second_interrupt_or_sigterm_ends_at_once(process, server, tmp_path, signals):  # noqa: F811
    """Pending requests are dropped, and finished replies are kept."""
    server.acts = ["ok", "ok", "stall"]
    running = process("run", "openai:test", "--concurrency", "1")
    wait_until(lambda: len(server.asked) == 3, running)
    for number in signals:
        running.send_signal(number)
        time.sleep(0.3)
    code, _, stderr = wait_for_end(running)
    assert code == 130
    assert "Traceback" not in stderr
    assert len(read_journal(find_journal(tmp_path)).replies) == 2


@pytest.mark.slow
def test_a_run_is_in_the_ranking_and_the_warehouse(command, server, workspace):  # noqa: F811
    """The printed ranking has the new model, and the warehouse has every status with six answers each."""
    server.acts = ["cut", "refusal", "filter", "empty", "400"]
    code, stdout, stderr = command("run", "openai:test-5", "--concurrency", "1")
    assert code == 1
    assert "1 photographs got no reply (OpenAI answered 400" in stderr
    assert "12 photographs: 1 api error, 1 cut, 1 empty, 1 filtered, 7 ok, 1 refused." in stdout
    (ranked,) = [line for line in stdout.splitlines() if line.startswith("→")]
    assert "12 photographs    27 unreadable" in ranked
    assert ranked.endswith("test-5")
    assert sum("12 photographs     0 unreadable" in line for line in stdout.splitlines()) >= 4
    with open_current(workspace) as warehouse:
        replies = warehouse.load_table("replies").query("model_id == 'openai:test-5'")
        answers = warehouse.load_table("answers").query("model_id == 'openai:test-5'")
    assert list(replies["status"]) == ["cut", "refused", "filtered", "empty", "api_error", *["ok"] * 7]
    assert set(replies["api_model"].dropna()) == {"test-2026"}
    by_photograph = answers.groupby("photograph_id")["status"].agg(lambda column: sorted(set(column)))
    assert list(by_photograph[:6]) == [["missing", "ok"], *[["missing"]] * 3, ["api_error"], ["ok"]]


@pytest.mark.parametrize("option", ["--photographs", "--cases"])
def test_a_dry_run_asks_and_writes_nothing(command, server, workspace, option):  # noqa: F811
    """It states requests, tokens and, if the price is known, dollars."""
    before = read_folder_state(workspace.data)
    code, stdout, _ = command("run", "openai:gpt-5", "--dry-run", option, "condition=T0,T1")
    assert code == 0
    assert "6 photographs, 6 to ask." in stdout
    assert "6 requests, about" in stdout
    assert "USD if replies are only the JSON" in stdout
    assert "is unknown" in command("run", "openai:nobody-knows", "--dry-run")[1]
    assert server.asked == []
    assert read_folder_state(workspace.data) == before


def test_a_dry_run_warns_about_sending_a_key_unencrypted(command, server):  # noqa: F811
    """The warning names the host; there is none for this machine."""
    remote = command("run", "local:m", "--dry-run", "--base-url", "http://gpu7.example:8000/v1")
    assert remote[0] == 0
    assert "(LOCAL_API_KEY) is sent unencrypted to gpu7.example" in " ".join(remote[2].split())
    assert "unencrypted" not in command("run", "local:m", "--dry-run")[2]
    assert server.asked == []


@pytest.mark.slow
@pytest.mark.parametrize("model", ["openai:gpt-5", "gemini:gemini-2.5-flash", "anthropic:claude-haiku-4-5"])
def test_the_key_is_in_no_output_log_or_file(command, server, tmp_path, model, caplog):  # noqa: F811
    """No output, log or file contains the key, although the server repeats it wherever it can."""
    caplog.set_level(logging.DEBUG)
    server.acts = ["429", "echo_key", "400", "close"]
    outputs = [command("run", model, "--max-cost", "90", "--concurrency", "2", "--limit", "5")]
    server.acts = ["429", "echo_key"]
    outputs.append(command("ask", model, "001_P0"))
    server.acts = ["401"]
    outputs.append(command("run", model))
    assert [code for code, _, _ in outputs] == [1, 0, 1]
    assert KEY in str(server.asked[0].headers)
    assert "[key]" in str(outputs)
    assert caplog.records
    assert KEY not in str(outputs) + caplog.text
    files = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
    assert {".duckdb", ".jsonl"} <= {path.suffix for path in files}
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []


def test_ask_prints_reply_answers_and_cost(command, server):  # noqa: F811
    """The reply is plain text, followed by six answers with both truths and kappas, tokens and cost."""
    server.acts = ["script"]
    code, stdout, stderr = command("ask", "openai:gpt-5", "002_T0")
    assert code == 0, stderr
    lines = stdout.splitlines()
    assert lines[0].startswith("<script>alert(1)</script>![x](http://beacon.example/x.png) {")
    assert "1000 input tokens, 100 output tokens, 0.0022 USD" in stdout
    assert [line[:2] for line in lines[-6:]] == ["Q1", "Q2", "Q3", "Q4", "Q5", "Q6"]
    assert "3D  equilateral    0.0%  2D" in lines[-6]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "more", "words"),
    [
        ("ask", ("999_T9",), "no photograph '999_T9'"), ("ask", ("001_P0", "--image-view", "cropped"), "the border"),
        ("run", ("--photographs", "moon=full"), "is not a valid filter"),
        ("run", ("--prompt", "haiku"), "'haiku' does not exist"),
        ("run", ("--image-view", "upside"), "'upside' does not exist"),
            ("run", ("--max-cost", "1"), "price of local:x"),
    ],
)  # fmt: skip
def test_invalid_options_are_reported_in_one_line(command, name, more, words):
    """The exit code is 1, and nothing is asked."""
    code, _, stderr = command(name, "local:x", *more)
    assert code == 1
    assert words in stderr
    assert len(stderr.strip().splitlines()) == 1


@pytest.mark.slow
def test_a_custom_prompt_is_sent_and_recorded(command, server, tmp_path):  # noqa: F811
    """The text is sent unchanged; its id in the journal has a checksum."""
    text = tmp_path / "Look closely.txt"
    text.write_text("Look closely, then reply in JSON.", encoding="utf-8")
    assert command("run", "openai:test", "--prompt", str(text), "--limit", "1")[0] == 0
    assert server.asked[0].prompt == "Look closely, then reply in JSON."
    run = read_journal(find_journal(tmp_path)).run
    assert run.prompt == "Look closely, then reply in JSON."
    assert run.prompt_id.startswith("look_closely_")


@pytest.mark.slow
def test_extra_request_options_are_sent_and_printed(command, server, tmp_path):  # noqa: F811
    """`--extra` is sent and printed with the plan; an invalid file is an error of one line."""
    extra = tmp_path / "extra.json"
    extra.write_text('{"temperature": 0.25}')
    code, out, _ = command("run", "openai:test", "--limit", "3", "--extra", str(extra))
    assert code == 0
    assert 'Request options {"temperature":0.25}' in out.replace("\n", "")
    assert [request.body["temperature"] for request in server.asked] == [0.25] * 3
    extra.write_text('{"model": "other"}')
    code, _, err = command("run", "openai:test", "--limit", "3", "--extra", str(extra))
    assert code != 0
    assert "field model: it cannot be set here" in err.replace("\n", " ")


@pytest.mark.slow
def test_each_view_is_a_run_that_resumes(command, server, tmp_path):  # noqa: F811
    """`--views` asks one run per view with images that differ as stated, and asks nothing twice."""
    server.acts = ["ok", "ok", "ok", "401"]
    views = ("--views", "original,half_size,grey", "--limit", "2", "--concurrency", "1")
    code, out, err = command("run", "openai:test", *views)
    assert (code, len(server.asked)) == (1, 4)
    assert "The same command resumes the run." in err
    code, out, _ = command("run", "openai:test", *views)
    assert code == 0
    plain = " ".join(out.split())
    assert "2 photographs, 2 have a reply, 0 to ask." in plain
    assert "2 photographs, 1 have a reply, 1 to ask." in plain
    assert len(server.asked) == 7
    runs = [read_journal(path).run for path in (tmp_path / "data" / "runs").glob("*.jsonl")]
    assert sorted(run.image_view for run in runs) == ["grey", "half_size", "original"]
    assert all(run.image_view in run.run_id for run in runs)
    sent = [Image.open(io.BytesIO(request.image)) for request in server.asked if request is not server.asked[3]]
    full, half, grey = sent[0:2], sent[2:4], sent[4:6]
    assert [image.size for image in half] == [(image.width // 2, image.height // 2) for image in full]
    assert [image.size for image in grey] == [image.size for image in full]
    with open_current(Workspace(tmp_path / "data")) as warehouse:
        stored = warehouse.query("runs")
    assert {"grey", "half_size", "original"} <= set(stored["image_view"])


@pytest.mark.slow
def test_views_share_one_cost_limit(command, server, tmp_path):  # noqa: F811
    """The second view may spend only what the first left of --max-cost."""
    views = ("openai:gpt-5", "--limit", "2", "--views", "original,grey", "--max-output-tokens", "2000")
    code, out, _ = command("run", *views, "--dry-run")
    assert (code, out.count("2 photographs, 2 to ask.")) == (0, 2)
    assert server.asked == []
    price = find_price("openai:gpt-5", Workspace(tmp_path / "data").prices)
    spent_usd = price.compute_cost_usd(1000, 100)
    highest_usd = price.compute_max_cost_usd(BENCHMARK.read(tmp_path / "release").prompt, 2000, 1)
    limit = ("--max-cost", str(highest_usd + 1.5 * spent_usd), "--concurrency", "1")
    code, _, err = command("run", *views, *limit)
    assert (code, len(server.asked)) == (1, 2)
    assert "Raise the limit" in " ".join(err.split())


def test_an_unknown_view_is_refused_before_anything_is_asked(command, server):  # noqa: F811
    """All views are checked first, and the error lists those of the benchmark."""
    code, _, err = command("run", "openai:test", "--views", "original,upside")
    assert code == 1
    assert "Image view 'upside' does not exist. Choose one of original, marked" in " ".join(err.split())
    assert server.asked == []


@pytest.mark.slow
def test_repeats_and_prompts_are_runs_that_resume(command, server, tmp_path):  # noqa: F811
    """Two passes of two prompts are four journals; the same command asks only what a failure left open."""
    text = tmp_path / "closely.txt"
    text.write_text("Look closely, then reply in JSON.", encoding="utf-8")
    arguments = ("run", "openai:test", "--limit", "2", "--repeats", "2", "--prompts", f"tri_bench,{text}")
    server.acts = ["ok", "ok", "ok", "401"]
    code, stdout, stderr = command(*arguments, "--concurrency", "1")
    assert code == 1
    assert "4 runs with 8 requests together" in stdout
    assert "The same command resumes the run" in stderr
    server.asked.clear()
    code, stdout, stderr = command(*arguments, "--concurrency", "1")
    assert code == 0, stderr
    assert "4 runs with 5 requests together" in stdout
    assert len(server.asked) == 5
    paths = sorted((tmp_path / "data" / "runs").glob("*.jsonl"))
    runs = [read_journal(path).run for path in paths]
    assert len(runs) == 4
    assert {(run.settings["repeat"], run.prompt.startswith("Look closely")) for run in runs} == {
        (repeat, is_own) for repeat in (1, 2) for is_own in (False, True)
    }
    assert sum(line.startswith("→") for line in stdout.splitlines()) == 4
    assert command(*arguments)[0] == 0
    assert len(server.asked) == 5


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--repeats", "3", "--repeat", "2"), "Omit --repeat 2"),
        (("--prompts", "tri_bench,tri_bench"), "names tri_bench twice"),
        (("--prompts", "tri_bench", "--prompt", "tri_bench"), "both name prompts"),
        (("--prompts", "tri_bench,haiku"), "'haiku' does not exist"),
    ],
)
def test_contradictory_options_are_reported_in_one_line(command, server, more, words):  # noqa: F811
    """The exit code is 1, and nothing is asked."""
    code, _, stderr = command("run", "local:x", *more)
    assert code == 1
    assert words in " ".join(stderr.split())
    assert server.asked == []
