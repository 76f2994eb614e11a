"""Tests of plug-ins, which add log formats and benchmarks by entry points; faulty ones are named and skipped."""

import re
import sys
import tomllib
from importlib import invalidate_caches

import pytest
from PIL import Image

from core import plugins
from core.benchmarks import registry
from core.benchmarks.registry import OUR_BENCHMARKS, find_workspace, list_registered, load_benchmark
from core.cli.diagnostics import _check_plugins
from core.errors import ReplyFileError
from core.importers import log_formats
from core.importers.detect_format import find_logs
from core.importers.log_formats import OUR_FORMATS, list_formats
from core.runs.journal import list_journal_paths, read_journal
from core.settings import REPOSITORY
from core.warehouse.run_cache.code_version import compute_code_version
from core.workspace import Workspace
from tests.benchmarks.test_one_module import read_printed_module
from tests.cli.test_import_logs import home, run_import  # noqa: F401 - a fixture

LOG = '# spatial-log 1 made/model\n001_P0\t{"side_type": "scalene"}\nno tab\n001_P1\t\n'


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Return a function that installs a distribution of one module with its entry points, for this test only."""
    site, modules = tmp_path / "site", set()

    def forget():
        for cached in (plugins._list_foreign_entry_points, log_formats.load_format_plugins,
                       registry.load_benchmark_plugins, compute_code_version):  # fmt: skip
            cached.cache_clear()
        invalidate_caches()

    def install_distribution(module, source, group, name="", value="", version="1.0"):
        modules.add(module)
        sys.modules.pop(module, None)
        info = site / f"{module}-{version}.dist-info"
        info.mkdir(parents=True)
        (site / f"{module}.py").write_text(source, encoding="utf-8")
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: {version}\n")
        (info / "entry_points.txt").write_text(f"[{group}]\n{name or module} = {value or module}\n")
        forget()
        return info

    site.mkdir()
    monkeypatch.syspath_prepend(site)
    yield install_distribution
    for module in modules:
        sys.modules.pop(module, None)
    forget()


def read_printed_format():
    """Return the format printed in the documentation."""
    text = (REPOSITORY / "docs" / "developing" / "plugins.md").read_text(encoding="utf-8")
    return re.search(r"```python\n(\"\"\"Logs of.*?)```", text, re.DOTALL)[1]


def test_our_formats_and_benchmarks_are_declared_as_entry_points():
    """pyproject.toml has the same entry points as the tables in the code."""
    declared = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]["entry-points"]
    assert declared == {plugins.LOG_FORMATS: OUR_FORMATS, plugins.BENCHMARKS: OUR_BENCHMARKS}


def test_an_installed_copy_has_every_data_file():
    """Every kind of file beside the modules is among the package's data in pyproject.toml."""
    kinds = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["*"]
    found = {path.suffix for folder in ("core", "dashboard") for path in (REPOSITORY / folder).rglob("*.*")}
    assert {f"**/*{suffix}" for suffix in found - {".py", ".pyc"}} == set(kinds)


@pytest.mark.slow
def test_the_printed_format_imports_a_log(home, tmp_path, install):  # noqa: F811
    """After installation `import` reads its logs, and reports the refused line and the missing reply."""
    path = tmp_path / "log.txt"
    path.write_text(LOG)
    source = read_printed_format()
    assert source.count("\n") <= 45
    install("trilens_spatial_log", source, plugins.LOG_FORMATS, "spatial_log")
    text = run_import(path, "--no-build", "--prompt", "tri_bench")
    assert "spatial-log 1, spatial, made/model" in text
    assert "line 3: case id and reply need a tab between them" in text
    (journal,) = [read_journal(path) for path in list_journal_paths(home.runs)]
    assert [(reply.case_id, reply.status) for reply in journal.replies] == [("001_P0", "ok"), ("001_P1", "missing")]
    assert list_formats()[-3:] == ("spatial_log", "replies_table", "replies_parquet")


BROKEN = {
    "import fails": ("import nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
    "no function": ("def read(path): pass", "it has no function 'classify_file'"),
    "grading fails": ("def classify_file(path, head): 1 / 0\ndef read(path): pass", "ZeroDivisionError"),
    "no grade": ("def classify_file(path, head): pass\ndef read(path): pass", "graded None, not 'yes'"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_faulty_format_is_named_once_and_does_not_affect_others(tmp_path, install, kind):
    """The other plug-in and our own formats still read their logs."""
    source, reason = BROKEN[kind]
    install("broken_format", source, plugins.LOG_FORMATS)
    install("trilens_spatial_log", read_printed_format(), plugins.LOG_FORMATS, "spatial_log")
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.txt").write_text(LOG)
    (tmp_path / "logs" / "b.csv").write_text("case_id,reply\na,b\n")
    found = find_logs([tmp_path / "logs"])
    assert [log.form for log in found.logs] == ["spatial_log", "replies_table"]
    (refusal,) = found.refusals
    assert "'broken_format'" in refusal.reason
    assert reason in refusal.reason


@pytest.mark.parametrize(("body", "reason"), [
    ("raise KeyError('model')", "KeyError: 'model'"), ("yield 'a reply'", "neither an ImportedReply nor"),
])  # fmt: skip
@pytest.mark.slow
def test_a_format_that_fails_while_reading_is_named(home, tmp_path, install, body, reason):  # noqa: F811
    """The whole file is refused, and none of its replies is stored."""
    install("failing", f"def classify_file(path, head): return 'yes'\ndef read(path):\n    {body}\n    yield",
            plugins.LOG_FORMATS)  # fmt: skip
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(ReplyFileError, match=r"Log format 'failing' \(a plug-in\) failed") as failure:
        run_import(tmp_path / "a.txt", "--no-build")
    assert reason in str(failure.value)
    assert not home.runs.exists() or not list_journal_paths(home.runs)


def test_plugins_cannot_replace_our_names(install):
    """Neither a format nor a benchmark replaces an included one."""
    install("other_inspect", read_printed_format(), plugins.LOG_FORMATS, "inspect", "other_inspect")
    install("other_giq", "ENTRY = 1", plugins.BENCHMARKS, "giq", "other_giq:ENTRY")
    for loaded, name in ((log_formats.load_format_plugins(), "inspect"), (registry.load_benchmark_plugins(), "giq")):
        (problem,) = loaded.problems
        assert f"'{name}'" in problem
        assert f"of other_{name} 1.0: this name is taken" in problem
    assert [finding.state for finding in _check_plugins()] == ["wrong", "wrong"]


def test_a_benchmark_plugin_is_listed_and_read(install, tmp_path):
    """The module printed in the documentation works as a plug-in, and doctor lists it."""
    source = read_printed_module() + (
        "\nfrom core.benchmarks.entries import BenchmarkEntry\nENTRY = BenchmarkEntry('Colours', 'trilens_colours')\n"
    )
    before = compute_code_version()
    install("trilens_colours", source, plugins.BENCHMARKS, "colours", "trilens_colours:ENTRY")
    assert compute_code_version() != before, "a new version's parser must read replies again"
    workspace = find_workspace(Workspace(tmp_path), "colours")
    benchmark = load_benchmark(workspace)
    assert not benchmark.is_here(workspace.release)
    workspace.release.mkdir(parents=True)
    Image.new("RGB", (20, 20)).save(workspace.release / "a.png")
    (workspace.release / "colours.csv").write_text(
        "id,image,question,A,B,answer,task,group\n1,a.png,Where is it?,left,right,A,sideways,1\n"
    )
    assert len(benchmark.read(workspace.release).cases) == 1
    assert [finding.sentence for finding in _check_plugins()] == ["benchmarks: colours"]


@pytest.mark.parametrize(("source", "name", "reason"), [
    ("ENTRY = 1", "colours", "1 is not a BenchmarkEntry"),
    ("from core.benchmarks.entries import BenchmarkEntry\nENTRY = BenchmarkEntry('x', 'nowhere')", "colours",
     "No module named 'nowhere'"),
    ("from core.benchmarks.entries import BenchmarkEntry\nENTRY = BenchmarkEntry('x', 'core.benchmarks.tri_bench')",
     "colours", "benchmark_id is 'tri_bench'"),
    ("from core.benchmarks.entries import BenchmarkEntry\nENTRY = BenchmarkEntry('x', 'x')", "runs", "not a free"),
])  # fmt: skip
def test_a_faulty_benchmark_is_skipped(install, source, name, reason):
    """It is not listed, and our own benchmarks are."""
    install("faulty", source, plugins.BENCHMARKS, name, "faulty:ENTRY")
    assert list(list_registered()) == list(OUR_BENCHMARKS)
    (problem,) = registry.load_benchmark_plugins().problems
    assert reason in problem
