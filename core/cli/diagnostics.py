"""Checks of an installation. They change nothing, and no data leaves this machine."""

import json
import os
import platform
import resource
import shutil
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from core.cli.file_system_checks import check_locks, check_permissions, check_space
from core.cli.finding import Finding
from core.errors import TrilensError
from core.settings import DEFAULT_PORT, REPOSITORY, Settings, read_port, read_settings
from core.workspace import Workspace

OLDEST_PYTHON, NEWEST_PYTHON = (3, 11), (3, 14)
FEW_FILES = 2048
"""Limit of open files per process below which a note is given; a visitor needs about four."""

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def run_checks() -> list[Finding]:
    """Run all checks; return the findings in the order in which to fix them."""
    findings = [_check_python(), *_check_packages(REPOSITORY / "requirements.txt", REPOSITORY / "requirements.lock")]
    try:
        settings = read_settings()
    except TrilensError as error:
        return [*findings, Finding("settings", "wrong", str(error))]
    findings += _check_settings(settings)
    checks: tuple[Callable[[Workspace], Iterator[Finding]], ...] = (
        check_permissions,
        check_locks,
        check_space,
        _check_data,
        _check_batches,
    )
    for check in checks:
        findings += check(settings.workspace)
    return [*findings, *_check_port(), *_check_limits(), *_check_plugins(), _check_chromium()]


def _check_python() -> Finding:
    running = f"{platform.python_version()}, {sys.executable}"
    if sys.version_info < OLDEST_PYTHON:
        return Finding("Python", "wrong", f"{running}: Trilens needs 3.11 or newer, as in make PYTHON=python3.12 run")
    if sys.version_info[:2] > NEWEST_PYTHON:
        made_for = ".".join(map(str, NEWEST_PYTHON))
        text = f"{running}: Trilens supports 3.11 to {made_for}. If something fails, use one of these"
        return Finding("Python", "note", text)
    return Finding("Python", "good", running)


def _check_packages(requirements: Path, lock: Path) -> Iterator[Finding]:
    """Check the required packages: report missing, unsuitable and untested versions, or else their number."""
    from packaging.requirements import Requirement

    requirements_read = [
        Requirement(line)
        for line in requirements.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    tested = _read_tested_versions(lock)
    odd, untested = [], []
    for requirement in requirements_read:
        try:
            installed = version(requirement.name)
        except PackageNotFoundError:
            odd.append(f"{requirement} is missing")
        else:
            if not requirement.specifier.contains(installed, prereleases=True):
                odd.append(f"{requirement.name} is {installed} but must be {requirement.specifier}")
            elif tested and installed not in tested.get(requirement.name, ()):
                untested.append(
                    f"{requirement.name} {installed} (tested: {', '.join(tested.get(requirement.name, ['none']))})"
                )
    install = f"{sys.executable} -m pip install -r"
    if odd:
        install = f"{install} {requirements.name}"
        yield Finding("packages", "wrong", f"{'; '.join(odd)}. To fix it: {install}")
    elif untested:
        text = f"{'; '.join(untested)}. They are compatible, but this combination is untested"
        yield Finding("packages", "note", f"{text}. To install the tested set: {install} {lock.name}")
    else:
        yield Finding("packages", "good", f"all {len(requirements_read)} in requirements.txt have tested versions")


def _read_tested_versions(lock: Path) -> dict[str, list[str]]:
    """Read the locked versions of each package, which may depend on the Python version; empty without a lock file."""
    versions: dict[str, list[str]] = {}
    for line in lock.read_text(encoding="utf-8").splitlines() if lock.is_file() else ():
        name, is_pinned, rest = line.partition("==")
        if is_pinned and not line.startswith((" ", "#")):
            versions.setdefault(name, []).append(rest.split()[0])
    return versions


def _check_settings(settings: Settings) -> Iterator[Finding]:
    variables = [name for name in sorted(os.environ) if name.startswith("TRILENS_") and os.environ[name]]
    setting_names = {f"TRILENS_{name.upper()}" for name in Settings.model_fields}
    unknown = [name for name in variables if name not in setting_names]
    if unknown:
        yield Finding(
            "settings", "note", f"{', '.join(unknown)} are not settings of Trilens; see docs/using/configuration.md"
        )
    mode = "the dashboard is read-only" if settings.read_only else "every visitor may write and ask models"
    yield Finding("settings", "good", f"{len(variables) - len(unknown)} are set; {mode}")


def _check_data(workspace: Workspace) -> Iterator[Finding]:
    from core.benchmarks.registry import list_entries, list_registered
    from core.errors import WarehouseError, WarehouseInUseError
    from core.warehouse.default_benchmark import has_release
    from core.warehouse.generations import find_current_generation, is_whole
    from core.warehouse.read import open_current

    shown = []
    for benchmark_id in list_entries(workspace):
        benchmark = workspace.select_benchmark(benchmark_id)
        mend = "trilens build" if benchmark_id not in list_registered() else "trilens prepare"
        which = "" if benchmark_id == workspace.benchmark_id else f" --benchmark {benchmark_id}"
        generation = find_current_generation(benchmark.warehouse)
        if generation is None:
            if has_release(benchmark):
                yield Finding("data", "wrong", f"{benchmark_id} has files but no warehouse. Run {mend}{which}")
            continue
        try:
            open_current(benchmark).close()
            if not is_whole(generation):
                raise WarehouseError(f"{generation.name} was changed since it was built")
        except WarehouseInUseError as error:
            yield Finding("data", "wrong", f"{benchmark_id}: {error}")
        except WarehouseError as error:
            yield Finding("data", "wrong", f"{benchmark_id}: {error}. To fix it: {mend}{which}")
        else:
            shown.append(benchmark_id)
    if shown:
        yield Finding("data", "good", f"built and intact: {', '.join(shown)}")
    else:
        yield Finding("data", "wrong", f"{workspace.home} has no warehouse to show. Run trilens prepare")


def _check_batches(workspace: Workspace) -> Iterator[Finding]:
    """Report batches under way at providers, if any."""
    from core.benchmarks.registry import list_entries
    from core.cli.pending_batches import describe_ledger, list_open_ledgers

    for benchmark_id in list_entries(workspace):
        for book in list_open_ledgers(workspace.select_benchmark(benchmark_id)):
            if isinstance(book, str):
                yield Finding("batches", "wrong", book)
            else:
                yield Finding("batches", "note", f"{benchmark_id}, {describe_ledger(book)}")


def _check_port() -> Iterator[Finding]:
    from core.cli.port_check import check_free

    port = 0
    try:
        port = read_port(os.environ.get("PORT") or str(DEFAULT_PORT))
        check_free("localhost", port)
    except TrilensError as error:
        if port and _is_trilens(port):
            yield Finding("port", "good", f"{port}: a Trilens dashboard is already running on this port")
        else:
            yield Finding("port", "wrong", str(error))
    else:
        yield Finding("port", "good", f"{port} is free")


def _is_trilens(port: int) -> bool:
    """Return whether a Trilens dashboard listens on the port; any other program there receives a single request."""
    try:
        request = urllib.request.Request(f"http://127.0.0.1:{port}/healthz")
        with urllib.request.urlopen(request, timeout=3) as answer:  # noqa: S310 - our own loopback address
            body = answer.read(100_000)
    except urllib.error.HTTPError as error:
        body = error.read(100_000)
    except OSError:
        return False
    try:
        return "benchmarks" in json.loads(body)
    except ValueError:
        return False


def _check_limits() -> Iterator[Finding]:
    files, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files < FEW_FILES:
        yield Finding(
            "limits", "note", f"{files} open files suffice for about {files // 5} visitors; for more: ulimit -n 65536"
        )
    else:
        yield Finding("limits", "good", f"up to {files} open files")


def _check_plugins() -> Iterator[Finding]:
    """Report the installed plug-ins, if any."""
    from core.benchmarks.registry import load_benchmark_plugins
    from core.importers.log_formats import load_format_plugins

    for kind, loaded in (("log formats", load_format_plugins()), ("benchmarks", load_benchmark_plugins())):
        if loaded.plugins:
            yield Finding("plug-ins", "good", f"{kind}: {', '.join(loaded.plugins)}")
        for problem in loaded.problems:
            yield Finding("plug-ins", "wrong", f"{problem}. Correct or uninstall it")


def _check_chromium() -> Finding:
    chromium_path = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if chromium_path:
        return Finding("Chromium", "good", chromium_path)
    return Finding("Chromium", "note", "not installed; only make test needs it, for the tests in a browser")
