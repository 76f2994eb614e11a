"""The benchmark that a command uses, and its folders."""

from dataclasses import replace

import pytest
from typer.testing import CliRunner

from core.__main__ import app
from core.benchmarks.registry import GEPBENCH, INCLUDED, SYNTHETIC, TRI_BENCH
from core.errors import SettingsError
from core.generators.gepbench.write import synthesize as synthesize_figures
from core.generators.triangles.write import synthesize
from core.warehouse.default_benchmark import find_workspace_to_build, find_workspace_to_read, list_built_benchmarks
from core.warehouse.read import open_current


def test_benchmarks_have_separate_folders(workspace):
    """Each benchmark has its own release, runs, copies and warehouse, and none contains another's."""
    folders = [
        getattr(workspace.select_benchmark(name), kind)
        for name in INCLUDED
        for kind in ("release", "runs", "derived_images", "warehouse")
    ]
    assert len(set(folders)) == len(folders)
    assert not any(one in other.parents for one in folders for other in folders)
    assert {workspace.select_benchmark(name).prices for name in INCLUDED} == {workspace.data}


def test_another_benchmark_changes_folders_only(workspace):
    """Only the folders differ, not whether they are read-only; names that are not a folder's are rejected."""
    synthetic = workspace.select_benchmark(SYNTHETIC)
    assert synthetic.select_benchmark(SYNTHETIC) is synthetic
    assert workspace.select_benchmark(TRI_BENCH) is workspace
    assert replace(workspace, is_read_only=True).select_benchmark(SYNTHETIC) == replace(synthetic, is_read_only=True)
    assert synthetic.select_benchmark(TRI_BENCH) == workspace
    assert synthetic.select_benchmark(TRI_BENCH).benchmark_id == TRI_BENCH
    assert synthetic.select_benchmark("other").data == workspace.select_benchmark("other").data
    for name in ("../elsewhere", "", "/tmp"):
        with pytest.raises(SettingsError, match="not a valid benchmark id"):
            workspace.select_benchmark(name)


def test_unknown_benchmark_raises_a_clear_error(workspace):
    """The error for an unknown name lists the known benchmarks."""
    for which in (find_workspace_to_read, find_workspace_to_build):
        with pytest.raises(SettingsError, match="Use one of tri_bench, synthetic"):
            which(workspace, "imagenet")


def test_tri_bench_is_the_default(two_benchmarks):
    """Tri-Bench is read if both exist and none is requested, and also if nothing exists."""
    assert list_built_benchmarks(two_benchmarks) == [TRI_BENCH, SYNTHETIC]
    assert find_workspace_to_read(two_benchmarks).benchmark_id == TRI_BENCH
    assert find_workspace_to_read(two_benchmarks, SYNTHETIC).benchmark_id == SYNTHETIC
    (two_benchmarks.warehouse / "CURRENT").unlink()
    assert find_workspace_to_read(two_benchmarks).benchmark_id == SYNTHETIC
    (two_benchmarks.select_benchmark(SYNTHETIC).warehouse / "CURRENT").unlink()
    assert find_workspace_to_read(two_benchmarks).benchmark_id == TRI_BENCH


def test_source_selects_the_benchmark(workspace, tiny_release, tmp_path):
    """`--source` with a synthetic set uses the synthetic folders, with a Tri-Bench release its own."""
    synthesize(tmp_path / "set", 1)
    assert find_workspace_to_build(workspace, source=tmp_path / "set").benchmark_id == SYNTHETIC
    assert find_workspace_to_build(workspace, source=tiny_release).benchmark_id == TRI_BENCH
    synthesize_figures(tmp_path / "figures", items=6)
    assert find_workspace_to_build(workspace, source=tmp_path / "figures").benchmark_id == GEPBENCH
    assert find_workspace_to_build(workspace, source=tmp_path / "nothing").benchmark_id == TRI_BENCH
    assert find_workspace_to_build(workspace).benchmark_id == TRI_BENCH


@pytest.mark.slow
def test_commands_take_the_benchmark(two_benchmarks, tmp_path):
    """`status`, `report` and `export` use the chosen benchmark; a wrong name gives one error with all names."""
    say = CliRunner().invoke
    assert "12 photographs" in say(app, ["status"]).output
    assert "8 scenes" in say(app, ["status", "--benchmark", "synthetic"]).output
    assert "only reference solvers" in say(app, ["report", "--benchmark", "synthetic"]).output
    table = tmp_path / "runs.csv"
    say(app, ["export", str(table), "--table", "runs", "--benchmark", "synthetic"])
    assert "noisy_image_plane_solver" in table.read_text()
    refused = say(app, ["status", "--benchmark", "imagenet"])
    assert isinstance(refused.exception, SettingsError)


@pytest.mark.slow
def test_a_run_answers_the_chosen_benchmark(two_benchmarks):
    """`run --benchmark synthetic` asks about the scenes with their own prompt and leaves Tri-Bench unchanged."""
    before = sorted(two_benchmarks.runs.rglob("*"))
    result = CliRunner().invoke(
        app, ["run", "--benchmark", "synthetic", "--model", "solver:image_plane_solver", "--limit", "2"]
    )
    assert result.exit_code == 0, result.output
    assert "2 scenes" in result.output
    assert sorted(two_benchmarks.runs.rglob("*")) == before
    assert len(list(two_benchmarks.select_benchmark(SYNTHETIC).runs.glob("*.jsonl"))) == 1
    with open_current(two_benchmarks.select_benchmark(SYNTHETIC)) as warehouse:
        assert list(warehouse.load_table("prompts")["prompt_id"]) == [SYNTHETIC]
        assert set(warehouse.query("runs")["prompt_id"]) == {SYNTHETIC}
