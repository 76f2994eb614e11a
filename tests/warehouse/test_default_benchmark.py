"""Which benchmark a command is about, and whose folders are whose."""

import pytest
from typer.testing import CliRunner

from core.__main__ import app
from core.benchmarks.registry import GEPBENCH, INCLUDED, SYNTHETIC, TRI_BENCH
from core.errors import SettingsError
from core.generators.gepbench.write import synthesize as synthesize_figures
from core.generators.triangles.write import synthesize
from core.warehouse.default_benchmark import find_settings_to_build, find_settings_to_read, list_built_benchmarks
from core.warehouse.read import open_current


def test_no_two_benchmarks_share_a_folder(settings):
    """Release, runs, copies and warehouse of each benchmark are its own, and none is another's parent."""
    folders = [
        getattr(settings.select_benchmark(name), kind)
        for name in INCLUDED
        for kind in ("release", "runs", "derived_images", "warehouse")
    ]
    assert len(set(folders)) == len(folders)
    assert not any(one in other.parents for one in folders for other in folders)
    assert {settings.select_benchmark(name).prices for name in INCLUDED} == {settings.data}


def test_settings_of_a_benchmark_keep_the_rest(settings):
    """Only the folders differ, whichever settings are asked; names that are no folder's are refused."""
    synthetic = settings.select_benchmark(SYNTHETIC)
    assert synthetic.select_benchmark(SYNTHETIC) is synthetic
    assert settings.select_benchmark(TRI_BENCH) is settings
    assert synthetic.fetch_timeout_s == settings.fetch_timeout_s
    assert synthetic.select_benchmark(TRI_BENCH) == settings
    assert synthetic.select_benchmark(TRI_BENCH).benchmark_id == TRI_BENCH
    assert synthetic.select_benchmark("other").data == settings.select_benchmark("other").data
    for name in ("../elsewhere", "", "/tmp"):
        with pytest.raises(SettingsError, match="not an id"):
            settings.select_benchmark(name)


def test_unknown_benchmarks_are_refused_at_the_door(settings):
    """A name that a user gives is refused with the names of the known benchmarks."""
    for which in (find_settings_to_read, find_settings_to_build):
        with pytest.raises(SettingsError, match="there are tri_bench, synthetic"):
            which(settings, "imagenet")


def test_tri_bench_is_the_default_where_it_is_there(both):
    """With both there Tri-Bench is read unless another is asked for; with nothing it is Tri-Bench too."""
    assert list_built_benchmarks(both) == [TRI_BENCH, SYNTHETIC]
    assert find_settings_to_read(both).benchmark_id == TRI_BENCH
    assert find_settings_to_read(both, SYNTHETIC).benchmark_id == SYNTHETIC
    (both.warehouse / "CURRENT").unlink()
    assert find_settings_to_read(both).benchmark_id == SYNTHETIC
    (both.select_benchmark(SYNTHETIC).warehouse / "CURRENT").unlink()
    assert find_settings_to_read(both).benchmark_id == TRI_BENCH


def test_a_source_says_which_benchmark_it_is(settings, tiny_release, tmp_path):
    """`--source` with a synthetic set goes to the synthetic folders, with a release of Tri-Bench to its own."""
    synthesize(tmp_path / "set", 1)
    assert find_settings_to_build(settings, source=tmp_path / "set").benchmark_id == SYNTHETIC
    assert find_settings_to_build(settings, source=tiny_release).benchmark_id == TRI_BENCH
    synthesize_figures(tmp_path / "figures", items=6)
    assert find_settings_to_build(settings, source=tmp_path / "figures").benchmark_id == GEPBENCH
    assert find_settings_to_build(settings, source=tmp_path / "nothing").benchmark_id == TRI_BENCH
    assert find_settings_to_build(settings).benchmark_id == TRI_BENCH


@pytest.mark.slow
def test_commands_take_the_benchmark(both, tmp_path):
    """`status`, `report` and `export` speak of the chosen benchmark; a wrong name is one error that lists the names."""
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
def test_a_run_answers_the_chosen_benchmark(both):
    """`run --benchmark synthetic` asks about the scenes with their own prompt and leaves Tri-Bench alone."""
    before = sorted(both.runs.rglob("*"))
    result = CliRunner().invoke(
        app, ["run", "--benchmark", "synthetic", "--model", "solver:image_plane_solver", "--limit", "2"]
    )
    assert result.exit_code == 0, result.output
    assert "2 scenes" in result.output
    assert sorted(both.runs.rglob("*")) == before
    assert len(list(both.select_benchmark(SYNTHETIC).runs.glob("*.jsonl"))) == 1
    with open_current(both.select_benchmark(SYNTHETIC)) as warehouse:
        assert list(warehouse.load_table("prompts")["prompt_id"]) == [SYNTHETIC]
        assert set(warehouse.query("runs")["prompt_id"]) == {SYNTHETIC}
