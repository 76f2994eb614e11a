"""Tests of hosting with a container, a proxy and CI, as far as possible without Docker."""

import fnmatch
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from core.settings import REPOSITORY
from tests.browser.serving import dashboard, free_port
from tests.conftest import copy_data
from tests.sessions import get_page_result, make_page_request
from tests.test_habits import list_tracked_files
from tests.test_odd_places import make_user_prefix

CONTAINER_USER = 10001


def read_instructions():
    """Return the instruction and argument of each line of the Dockerfile that is not a comment."""
    text = (REPOSITORY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return [tuple(line.split(" ", 1)) for line in text.splitlines() if line and not line.startswith("#")]


def get_last(instruction):
    return next(argument for name, argument in reversed(read_instructions()) if name == instruction)


def read_environment():
    return dict(argument.split("=", 1) for name, argument in read_instructions() if name == "ENV")


def is_in_container(path):
    """Whether .dockerignore lets a file of the repository into the container; the last matching line decides."""
    is_included = True
    for line in (REPOSITORY / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.removeprefix("!")
        if not line or line.startswith("#"):
            continue
        names = [path, *(str(parent) for parent in Path(path).parents)]
        if (
            pattern == "*"
            or any(fnmatch.fnmatch(name, pattern) for name in names)
            or pattern.removeprefix("**/") in names[0]
        ):
            is_included = line.startswith("!")
    return is_included


def test_the_container_has_few_permissions():
    """It runs as a user without privileges, has its data in a volume, is read-only for visitors and ends by SIGTERM."""
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", get_last("USER"))
    assert (get_last("VOLUME"), get_last("STOPSIGNAL")) == ("/data", "SIGTERM")
    assert read_environment() | {"TRILENS_DATA": "/data", "TRILENS_READ_ONLY": "1"} == read_environment()
    assert json.loads(get_last("CMD"))[0] == "python", "no shell stands between the signal and the server"
    assert all("slim" in argument for name, argument in read_instructions() if name == "FROM")
    assert not [name for name, _ in read_instructions() if name == "ADD"]
    installs = [argument for name, argument in read_instructions() if name == "RUN" and "pip install" in argument]
    assert [("--require-hashes" in one, "--only-binary :all:" in one) for one in installs] == [(True, True)]


def test_no_private_file_is_in_the_container():
    """The product and the lock are copied, but no notes, keys, history, tests or environments."""
    for product in ("serve.py", "core/records.py", "dashboard/pages/bias/bias.py", "static/icon.png",
                    "requirements.lock", "data/published/giq.csv", ".streamlit/config.toml"):  # fmt: skip
        assert is_in_container(product), product
    for private in (".streamlit/secrets.toml", "data/notes.jsonl", "data/runs/a.jsonl", ".git/config", ".env",
                    ".venv/pyvenv.cfg", "tests/conftest.py", "core/__pycache__/x.pyc", "backup.zip"):  # fmt: skip
        assert not is_in_container(private), private


@pytest.fixture
def container(tiny_data):
    """Create the container's read-only files and its writable data, accessible to its user."""
    with tempfile.TemporaryDirectory(prefix="trilens-") as name:
        root = Path(name)
        root.chmod(0o755)
        for path in list_tracked_files():
            part = path.relative_to(REPOSITORY)
            if is_in_container(part.as_posix()):
                (root / "trilens" / part).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, root / "trilens" / part)
        copy_data(tiny_data, root / "data")
        if os.geteuid() == 0:
            for path in (root / "data", *(root / "data").rglob("*")):
                if path.suffix not in (".duckdb", ".webp"):  # shared with other tests by links
                    os.chown(path, CONTAINER_USER, CONTAINER_USER)
        yield root


def list_file_times(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if not path.name.endswith(".lock")}


@pytest.mark.slow
def test_the_container_s_commands_start_check_and_stop_it(container):
    """Its CMD with its ENV, run by a user without privileges, passes its HEALTHCHECK and ends by SIGTERM in 10 s."""
    if os.geteuid() != 0:
        pytest.skip("only root can be another user")
    port = free_port()
    own = read_environment() | {
        "PORT": str(port),
        "TRILENS_DATA": str(container / "data"),
        "TRILENS_HOSTS": "demo.example",
    }
    before = list_file_times(container)
    user = make_user_prefix(CONTAINER_USER)

    def line(command):
        return [*user, sys.executable, *(part.replace("0.0.0.0", "127.0.0.1") for part in command[1:])]

    check = line(json.loads(re.sub(r".*? CMD ", "", get_last("HEALTHCHECK"))))
    assert subprocess.run(check, env=own, capture_output=True, check=False).returncode != 0, "nobody is there yet"
    server = subprocess.Popen(
        line(json.loads(get_last("CMD"))),
        cwd=container / "trilens",
        env=own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        deadline = time.monotonic() + 60
        while subprocess.run(check, env=own, capture_output=True, check=False).returncode != 0:
            assert server.poll() is None, server.stdout.read().decode()
            assert time.monotonic() < deadline
        server.send_signal(signal.SIGTERM)
        written = server.communicate(timeout=10)[0].decode()
    finally:
        server.kill()
    assert '"path": "/healthz", "status": 200' in written
    assert "Traceback" not in written
    assert list_file_times(container) == before


def test_compose_requires_a_host_and_is_read_only():
    """The host must be named, both root file systems are read-only, and only the proxy has ports."""
    yaml = pytest.importorskip("yaml")
    services = yaml.safe_load((REPOSITORY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert services["trilens"]["environment"]["TRILENS_HOSTS"].startswith("${TRILENS_HOSTS:?")
    assert "ports" not in services["trilens"]
    assert services["trilens"]["volumes"] == [f"data:{get_last('VOLUME')}"]
    for service in services.values():
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
    assert f"server trilens:{get_last('EXPOSE')} " in (REPOSITORY / "deploy" / "nginx.conf").read_text(encoding="utf-8")


def test_ci_runs_the_common_script():
    """GitHub's jobs only call .ci/run, with the lock and once a week with the newest packages, and have read access."""
    yaml = pytest.importorskip("yaml")
    work = yaml.safe_load((REPOSITORY / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    assert work["permissions"] == {"contents": "read"}
    job = work["jobs"]["test"]
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    assert {"requirements.lock", ""} == {*job["strategy"]["matrix"]["lock"]} | {
        one["lock"] for one in job["strategy"]["matrix"]["include"]
    }


@contextmanager
def run_nginx(urls, folder):
    """Run nginx with our settings in front of some dashboards on loopback, and return its port."""
    nginx = shutil.which("nginx")
    if nginx is None or shutil.which("openssl") is None:
        pytest.skip("nginx or openssl is not installed")
    subject = ["-subj", "/CN=demo.example", "-days", "2"]
    names = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *names, *subject], check=True, capture_output=True
    )
    port, plain = free_port(), free_port()
    text = (REPOSITORY / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    ours = "server trilens:8501 max_fails=1 fail_timeout=5s;"
    for old, new in (
        (ours, " ".join(ours.replace("trilens:8501", url.removeprefix("http://")) for url in urls)),
        ("/tmp/", f"{folder}/"), ("/certs/", f"{folder}/"),
        ("[::]:8443", f"[::1]:{port}"), ("[::]:8080", f"[::1]:{plain}"),
        ("listen 8443", f"listen 127.0.0.1:{port}"), ("listen 8080", f"listen 127.0.0.1:{plain}"),
        ("worker_processes auto", "worker_processes 1"),
    ):  # fmt: skip
        assert old in text
        text = text.replace(old, new)
    (folder / "nginx.conf").write_text(text)
    command = [nginx, "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    proxy = subprocess.Popen(command, stderr=subprocess.PIPE)
    try:
        yield port
    finally:
        proxy.terminate()
        proxy.wait(10)


@pytest.fixture
def proxy_port(tiny_data, tmp_path):
    """Return the port of nginx in front of a public dashboard."""
    with dashboard(tiny_data, TRILENS_HOSTS="demo.example") as (url, _), run_nginx([url], tmp_path) as port:
        yield port


def request_page(port, path, host="demo.example", cookie=""):
    """Request a page through the proxy, without checking its certificate."""
    headers = {"Host": host} | ({"Cookie": cookie} if cookie else {})
    request = urllib.request.Request(f"https://127.0.0.1:{port}{path}", headers=headers)
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(request, context=make_unchecked_context(), timeout=60) as answer:
                return answer.status, answer.headers, answer.read()
        except ConnectionRefusedError:
            raise
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError) or time.monotonic() > deadline:
                raise


def make_unchecked_context():
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def test_the_proxy_terminates_tls_and_passes_sessions(proxy_port):
    """Pages and health are served over TLS with our headers, and sessions open only for our own pages."""
    status, headers, body = request_page(proxy_port, "/healthz")
    assert (status, json.loads(body)["status"]) == (200, "ready")
    status, headers, body = request_page(proxy_port, "/cases")
    assert status == 200
    assert "max-age" in headers["Strict-Transport-Security"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    with pytest.raises(urllib.error.HTTPError, match="421"):
        request_page(proxy_port, "/", host="evil.example")

    with open_session(proxy_port) as opened:
        assert opened.subprotocol == "streamlit"
    with pytest.raises(InvalidStatus):
        open_session(proxy_port, "https://evil.example")


def open_session(port, origin=None, visitor=None):
    """Open a session through the proxy, for a visitor known by a cookie or a new visitor."""
    return connect(
        f"wss://demo.example:{port}/_stcore/stream", sock=socket.create_connection(("127.0.0.1", port)),
        ssl=make_unchecked_context(), server_hostname="demo.example", origin=origin or f"https://demo.example:{port}",
        subprotocols=["streamlit"], proxy=None, max_size=None, open_timeout=60,
        additional_headers={"Cookie": f"trilens={visitor}"} if visitor else None,
    )  # fmt: skip


def shows_page(opened, page):
    """Whether a session shows a page to its end."""
    opened.send(make_page_request(page))
    while (result := get_page_result(opened.recv(60, decode=False))) is None:
        pass
    return result == ForwardMsg.FINISHED_SUCCESSFULLY


def test_the_proxy_sets_a_visitor_cookie_once(proxy_port):
    """The first response sets a cookie for this site that scripts cannot read; later responses do not set it."""
    _, headers, _ = request_page(proxy_port, "/cases")
    assert re.fullmatch(r"trilens=[0-9a-f]{32}; Path=/; Secure; HttpOnly; SameSite=Lax", headers["Set-Cookie"])
    _, headers, _ = request_page(proxy_port, "/cases", cookie=headers["Set-Cookie"].split(";")[0])
    assert headers["Set-Cookie"] is None


@pytest.mark.slow
def test_a_killed_process_affects_only_its_own_visitors(tiny_data, tmp_path):
    """If one of two processes is killed, the other's visitors continue, and its own can reconnect to the other."""
    with (
        dashboard(tiny_data, TRILENS_HOSTS="demo.example") as (first, one),
        dashboard(tiny_data, TRILENS_HOSTS="demo.example") as (second, _),
        run_nginx([first, second], tmp_path) as port,
        ExitStack() as stack,
    ):
        request_page(port, "/healthz")
        visitors = {f"visitor-{number}": None for number in range(8)}
        for name in visitors:
            visitors[name] = stack.enter_context(open_session(port, visitor=name))
            assert shows_page(visitors[name], "")
        one.kill()
        one.wait(10)
        left = {name for name, opened in visitors.items() if is_alive(opened)}
        assert 0 < len(left) < len(visitors)
        for name in visitors.keys() - left:
            with open_session(port, visitor=name) as again:
                assert shows_page(again, "cases")


def is_alive(opened):
    """Whether a session still answers."""
    try:
        return shows_page(opened, "cases")
    except ConnectionClosed:
        return False
