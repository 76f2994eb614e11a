"""Code version of cached runs: changing code that makes them rebuilds them, changing other code does not."""

import shutil

import pytest

from core.settings import REPOSITORY
from core.warehouse.run_cache.code_version import CORE, MADE_BY, compute_code_version
from tests.test_habits import MODULES, find_modules, find_reachable

ONLY_CONTENTS = {"photographs", "rendering", "solvers"}
"""Rooms that benchmarks import to bring their contents, which have a checksum of their own."""

EVERYBODY_S = {
    "errors",
    "atomic_files",
    "progress",
    "settings",
    "workspace",
    "limits",
    "formatting",
    "records",
    "notes",
    "key_redaction",
}


def is_listed(module):
    place = module.removeprefix("core.").replace(".", "/")
    return any(place == listed.removesuffix(".py") or place.startswith(f"{listed}/") for listed in MADE_BY)


@pytest.mark.slow
def test_code_that_makes_cached_runs_is_listed():
    """Everything that the makers and benchmarks import is listed, loads contents, or defines errors or settings."""
    MODULES.update(find_modules())
    makers = [name for name in MODULES if name.startswith(("core.warehouse.run_cache.", "core.benchmarks."))]
    brought = {name for maker in makers for name in find_reachable(maker) if name.startswith("core.")}
    others = {name for name in brought if name in MODULES and not is_listed(name)}
    rooms = {name.split(".")[1] for name in others if MODULES[name].name != "__init__.py"}
    assert rooms - EVERYBODY_S == ONLY_CONTENTS
    assert all((CORE / place).exists() for place in MADE_BY)


def test_pages_and_queries_keep_cached_runs(tmp_path):
    """The version depends on scoring modules and on words of parsers, not on a query or a module of another layer."""
    copy = tmp_path / "core"
    shutil.copytree(REPOSITORY / "core", copy, ignore=shutil.ignore_patterns("__pycache__", "*.sql"))
    before = compute_code_version(copy)
    for other in ("cli/app.py", "warehouse/build.py", "reports/report.py"):
        (copy / other).write_text("# changed\n")
    compute_code_version.cache_clear()
    assert compute_code_version(copy) == before
    for part in ("statistics/lift.py", "parsing/words.toml"):
        (copy / part).write_text("# changed\n")
        compute_code_version.cache_clear()
        assert compute_code_version(copy) != before
        before = compute_code_version(copy)
