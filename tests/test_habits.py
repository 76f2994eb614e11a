"""The project's habits: direction of imports, docstrings of tests, and nothing of the dataset in the repository."""

import ast
import subprocess

import pytest

from core.settings import REPOSITORY

FORBIDDEN = {
    "core/": ("streamlit", "plotly", "dashboard"),
    "core/records.py": ("core.",),
    "core/errors.py": ("core.",),
    "core/geometry/": ("core.scoring", "core.benchmarks", "core.synthetic", "core.warehouse", "core.runs.journal"),
    "core/scoring/": (
        "core.benchmarks",
        "core.warehouse",
        "core.runs.journal",
        "core.photographs.measurements",
        "core.solvers",
        "duckdb",
    ),
    "core/analyses/": ("core.benchmarks", "core.warehouse", "core.runs.journal", "duckdb"),
    "core/benchmarks/": ("core.synthetic", "core.warehouse", "core.runs.journal"),
    "core/clients/": ("core.scoring", "core.benchmarks", "core.warehouse", "core.runs.journal", "core.asking.ask"),
    "core/prompts/": ("core.scoring", "core.warehouse", "core.runs.journal", "core.asking.clients"),
    "core/asking/visitors.py": ("core.scoring", "core.benchmarks", "core.warehouse", "core.runs.journal"),
    "core/asking/people.py": ("core.benchmarks", "core.warehouse"),
    "core/photographs/estimated_truth.py": (
        "core.scoring",
        "core.benchmarks",
        "core.warehouse",
        "core.runs.journal",
        "core.asking.clients",
    ),
    "core/asking/own_photograph.py": (
        "core.scoring",
        "core.benchmarks",
        "core.warehouse",
        "core.runs.journal",
        "core.asking.clients",
    ),
    "core/asking/image_views.py": (
        "core.scoring",
        "core.benchmarks",
        "core.warehouse",
        "core.runs.journal",
        "core.asking.clients",
    ),
    "core/asking/ask.py": ("core.benchmarks", "core.warehouse", "core.runs.journal"),
    "core/synthetic/": ("core.scoring", "core.warehouse", "core.runs.journal"),
    "core/synthetic/scene.py": ("core.benchmarks",),
    "core/synthetic/render.py": ("core.benchmarks",),
    "core/warehouse/which_benchmark.py": ("core.scoring", "core.geometry", "core.synthetic", "core.warehouse.build"),
    "core/warehouse/read.py": ("core.benchmarks", "core.scoring", "core.geometry", "core.runs.journal"),
    "dashboard/": ("core.benchmarks", "core.scoring", "core.warehouse.build"),
    "dashboard/charts/": ("core.", "dashboard.queries"),
    "dashboard/parts/overlays.py": ("core.warehouse", "dashboard."),
}
"""Prefixes of imports that may not be, by the beginning of the path of the file."""


def tracked(*patterns):
    output = subprocess.run(["git", "ls-files", *patterns], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return [REPOSITORY / line for line in output.stdout.splitlines()]


def imports_of(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield f"{node.module}"


@pytest.mark.parametrize(
    "path", tracked("core/*.py", "dashboard/*.py"), ids=lambda path: str(path.relative_to(REPOSITORY))
)
def test_imports_go_one_way(path):
    """Pages may know the warehouse's reader, the core knows no pages, and geometry knows nobody but records."""
    name = str(path.relative_to(REPOSITORY))
    for place, prefixes in FORBIDDEN.items():
        if name.startswith(place):
            assert [module for module in imports_of(path) if f"{module}.".startswith(prefixes)] == []


def test_each_vendor_s_library_has_one_client():
    """A vendor's library is imported by its own client and nowhere else."""
    importers = {
        (module.split(".")[0], path.name)
        for path in tracked("core/*.py", "dashboard/*.py", "serve.py", "streamlit_app.py")
        for module in imports_of(path)
        if module.split(".")[0] in ("openai", "anthropic", "google")
    }
    assert importers == {
        ("openai", "openai_compatible.py"), ("anthropic", "anthropic_messages.py"), ("google", "gemini.py")
    }  # fmt: skip


def test_every_test_states_its_claim():
    """Each test has a docstring that is a sentence."""
    for path in tracked("tests/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                assert (ast.get_docstring(node) or "").endswith("."), f"{path.name}: {node.name}"


def test_no_file_of_the_dataset_is_in_the_repository():
    """Neither photographs nor tables of the benchmark are committed, and no file is large."""
    from core.benchmarks.checksums import pinned_checksums, sha256_of

    pinned = set(pinned_checksums().values())
    for path in tracked():
        assert sha256_of(path) not in pinned, path
        assert path.stat().st_size < 600_000, path


def test_every_dependency_is_explained():
    """Each line of requirements.txt has a range and a reason in the README."""
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    for line in (REPOSITORY / "requirements.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name = line.split("=")[0].rstrip("<>")
            assert any(sign in line for sign in ("<", "==")), line
            assert f"`{name}`" in readme, name
