"""A data folder with a small set of every included benchmark, and of a benchmark made from a table.

Each has a model none of whose replies can be read.
"""

from core.benchmarks.registry import load_benchmark
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.warehouse.build import build
from tests.benchmarks.visonlyqa.folder import write_repository
from tests.conftest import copy_data
from tests.small_blindtest import fill_blindtest
from tests.small_fields import fill_fields
from tests.small_gepbench import fill_gepbench
from tests.small_measurements import fill_measurements
from tests.small_own_table import OWN_TABLE, fill_own_table
from tests.tiny_release import write_tiny_release

EVERY = ("tri_bench", "synthetic", "gepbench", "mmperspective", "giq", "3dsrbench", "blindtest", "visonlyqa",
         "measurements", OWN_TABLE)  # fmt: skip
MUTE = Model("mute", "Mute")
"""A model whose replies cannot be read."""


def fill_every(workspace, scenes):
    """Write the sets, runs and warehouses to a data folder.

    Args:
        workspace: of the data folder.
        scenes: workspace of a data folder with the small set of synthetic scenes.
    """
    copy_data(scenes.data, workspace.data)
    write_tiny_release(workspace.release)
    write_repository(workspace.select_benchmark("visonlyqa").release)
    fill_fields(workspace)
    fill_gepbench(workspace)
    fill_blindtest(workspace)
    fill_measurements(workspace)
    fill_own_table(workspace)
    for benchmark_id in EVERY:
        benchmark_workspace = workspace.select_benchmark(benchmark_id)
        contents = load_benchmark(benchmark_workspace).read(benchmark_workspace.release)
        run = Run(MUTE.model_id, MUTE, benchmark_id, contents.prompt, "original", "a test")
        replies = [Reply(MUTE.model_id, case.case_id, "Hm.") for case in contents.cases]
        write_journal(benchmark_workspace.runs / f"{MUTE.model_id}.jsonl", run, replies)
        build(benchmark_workspace)
