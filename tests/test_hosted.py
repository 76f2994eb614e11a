"""What is there to host the dashboard with: a container, a proxy, CI. Tried as far as a machine without Docker can."""

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
from tests.sessions import ended, link
from tests.test_habits import tracked
from tests.test_odd_places import as_user

CONTAINER_USER = 10001


def instructions():
    """Instruction and argument of each line of the Dockerfile that is no comment."""
    text = (REPOSITORY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return [tuple(line.split(" ", 1)) for line in text.splitlines() if line and not line.startswith("#")]


def last(instruction):
    return next(argument for name, argument in reversed(instructions()) if name == instruction)


def environment():
    return dict(argument.split("=", 1) for name, argument in instructions() if name == "ENV")


def in_the_container(path):
    """Whether .dockerignore lets a file of the repository into the container: the last line that fits decides."""
    taken = True
    for line in (REPOSITORY / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.removeprefix("!")
        if not line or line.startswith("#"):
            continue
        own = [path, *(str(parent) for parent in Path(path).parents)]
        if pattern == "*" or any(fnmatch.fnmatch(one, pattern) for one in own) or pattern.removeprefix("**/") in own[0]:
            taken = line.startswith("!")
    return taken


def test_the_container_is_small_in_what_it_may():
    """It runs as a user without rights, keeps data in a volume, is read-only for visitors and ends by SIGTERM."""
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", last("USER"))
    assert (last("VOLUME"), last("STOPSIGNAL")) == ("/data", "SIGTERM")
    assert environment() | {"TRILENS_DATA": "/data", "TRILENS_READ_ONLY": "1"} == environment()
    assert json.loads(last("CMD"))[0] == "python", "no shell stands between the signal and the server"
    assert all("slim" in argument for name, argument in instructions() if name == "FROM")
    assert not [name for name, _ in instructions() if name == "ADD"]
    installs = [argument for name, argument in instructions() if name == "RUN" and "pip install" in argument]
    assert [("--require-hashes" in one, "--only-binary :all:" in one) for one in installs] == [(True, True)]


def test_nothing_private_gets_into_the_container():
    """Of the repository the product and the lock go in; no notes, keys, history, tests or environments do."""
    for product in ("serve.py", "core/records.py", "dashboard/pages/bias/bias.py", "static/icon.png",
                    "requirements.lock", "data/published/giq.csv", ".streamlit/config.toml"):  # fmt: skip
        assert in_the_container(product), product
    for private in (".streamlit/secrets.toml", "data/notes.jsonl", "data/runs/a.jsonl", ".git/config", ".env",
                    ".venv/pyvenv.cfg", "tests/conftest.py", "core/__pycache__/x.pyc", "backup.zip"):  # fmt: skip
        assert not in_the_container(private), private


@pytest.fixture
def container(tiny_data):
    """The container's files, which its user cannot write, and its data, which it can; reachable by that user."""
    with tempfile.TemporaryDirectory(prefix="trilens-") as name:
        root = Path(name)
        root.chmod(0o755)
        for path in tracked():
            part = path.relative_to(REPOSITORY)
            if in_the_container(part.as_posix()):
                (root / "trilens" / part).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, root / "trilens" / part)
        copy_data(tiny_data, root / "data")
        if os.geteuid() == 0:
            for path in (root / "data", *(root / "data").rglob("*")):
                if path.suffix not in (".duckdb", ".webp"):  # shared with other tests by links
                    os.chown(path, CONTAINER_USER, CONTAINER_USER)
        yield root


def files_of(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if not path.name.endswith(".lock")}


@pytest.mark.slow
def test_its_commands_start_check_and_end_it(container):
    """Its CMD with its ENV, run by a user without rights, is healthy by its HEALTHCHECK and ends by SIGTERM in 10 s."""
    if os.geteuid() != 0:
        pytest.skip("only root can be another user")
    port = free_port()
    own = environment() | {"PORT": str(port), "TRILENS_DATA": str(container / "data"), "TRILENS_HOSTS": "demo.example"}
    before = files_of(container)
    user = as_user(CONTAINER_USER)

    def line(command):
        return [*user, sys.executable, *(part.replace("0.0.0.0", "127.0.0.1") for part in command[1:])]

    check = line(json.loads(re.sub(r".*? CMD ", "", last("HEALTHCHECK"))))
    assert subprocess.run(check, env=own, capture_output=True, check=False).returncode != 0, "nobody is there yet"
    server = subprocess.Popen(
        line(json.loads(last("CMD"))),
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
    assert files_of(container) == before


def test_compose_names_what_has_to_be_said():
    """Host and certificates have to be named, both roots are read-only, and only the proxy is reached."""
    yaml = pytest.importorskip("yaml")
    services = yaml.safe_load((REPOSITORY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert services["trilens"]["environment"]["TRILENS_HOSTS"].startswith("${TRILENS_HOSTS:?")
    assert "ports" not in services["trilens"]
    assert services["trilens"]["volumes"] == [f"data:{last('VOLUME')}"]
    for service in services.values():
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
    assert f"server trilens:{last('EXPOSE')} " in (REPOSITORY / "deploy" / "nginx.conf").read_text(encoding="utf-8")


def test_ci_runs_what_every_machine_runs():
    """GitHub's jobs call .ci/run, with the lock and once a week with the newest packages, and may only read."""
    yaml = pytest.importorskip("yaml")
    work = yaml.safe_load((REPOSITORY / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    assert work["permissions"] == {"contents": "read"}
    job = work["jobs"]["test"]
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    assert {"requirements.lock", ""} == {*job["strategy"]["matrix"]["lock"]} | {
        one["lock"] for one in job["strategy"]["matrix"]["include"]
    }


@contextmanager
def nginx_before(urls, folder):
    """The port of nginx with our settings before some dashboards, all on loopback."""
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
def proxied(tiny_data, tmp_path):
    """The port of nginx before one public dashboard."""
    with dashboard(tiny_data, TRILENS_HOSTS="demo.example") as (url, _), nginx_before([url], tmp_path) as port:
        yield port


def through(port, path, host="demo.example", cookie=""):
    """A page through the proxy, by its certificate that nobody signed."""
    headers = {"Host": host} | ({"Cookie": cookie} if cookie else {})
    request = urllib.request.Request(f"https://127.0.0.1:{port}{path}", headers=headers)
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(request, context=unchecked(), timeout=60) as answer:
                return answer.status, answer.headers, answer.read()
        except ConnectionRefusedError:
            raise
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError) or time.monotonic() > deadline:
                raise


def unchecked():
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def test_the_proxy_terminates_tls_and_passes_sessions(proxied):
    """Pages and health come through TLS with our headers, a session opens for our own pages and for no others."""
    status, headers, body = through(proxied, "/healthz")
    assert (status, json.loads(body)["status"]) == (200, "ready")
    status, headers, body = through(proxied, "/cases")
    assert status == 200
    assert "max-age" in headers["Strict-Transport-Security"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    with pytest.raises(urllib.error.HTTPError, match="421"):
        through(proxied, "/", host="evil.example")

    with session(proxied) as opened:
        assert opened.subprotocol == "streamlit"
    with pytest.raises(InvalidStatus):
        session(proxied, "https://evil.example")


def session(port, origin=None, visitor=None):
    """A session through the proxy, of a visitor whom the proxy knows by a cookie, or of a new one."""
    return connect(
        f"wss://demo.example:{port}/_stcore/stream", sock=socket.create_connection(("127.0.0.1", port)),
        ssl=unchecked(), server_hostname="demo.example", origin=origin or f"https://demo.example:{port}",
        subprotocols=["streamlit"], proxy=None, max_size=None, open_timeout=60,
        additional_headers={"Cookie": f"trilens={visitor}"} if visitor else None,
    )  # fmt: skip


def shows(opened, page):
    """Whether a session shows a page to its end."""
    opened.send(link(page))
    while (how := ended(opened.recv(60, decode=False))) is None:
        pass
    return how == ForwardMsg.FINISHED_SUCCESSFULLY


def test_a_visitor_is_known_by_a_cookie_of_the_proxy(proxied):
    """The first answer names the visitor, for this site alone and not for scripts; later ones do not name him anew."""
    _, headers, _ = through(proxied, "/cases")
    assert re.fullmatch(r"trilens=[0-9a-f]{32}; Path=/; Secure; HttpOnly; SameSite=Lax", headers["Set-Cookie"])
    _, headers, _ = through(proxied, "/cases", cookie=headers["Set-Cookie"].split(";")[0])
    assert headers["Set-Cookie"] is None


@pytest.mark.slow
def test_a_process_that_is_killed_is_noticed_by_its_own_visitors_only(tiny_data, tmp_path):
    """Of two processes on one data folder one is killed: the other's visitors go on, and its own come back to it."""
    with (
        dashboard(tiny_data, TRILENS_HOSTS="demo.example") as (first, one),
        dashboard(tiny_data, TRILENS_HOSTS="demo.example") as (second, _),
        nginx_before([first, second], tmp_path) as port,
        ExitStack() as stack,
    ):
        through(port, "/healthz")
        visitors = {f"visitor-{number}": None for number in range(8)}
        for name in visitors:
            visitors[name] = stack.enter_context(session(port, visitor=name))
            assert shows(visitors[name], "")
        one.kill()
        one.wait(10)
        left = {name for name, opened in visitors.items() if goes_on(opened)}
        assert 0 < len(left) < len(visitors)
        for name in visitors.keys() - left:
            with session(port, visitor=name) as again:
                assert shows(again, "cases")


def goes_on(opened):
    """Whether a session still answers."""
    try:
        return shows(opened, "cases")
    except ConnectionClosed:
        return False
