"""A data folder with a small set of every benchmark that ships, and of one made from a table.

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
"""Its replies say nothing that a reader understands."""


def fill_every(made, scenes):
    """Makes the sets, the runs and the warehouses, in the data folder of some settings.

    Args:
        made: the settings.
        scenes: settings of a data folder with the small set of synthetic scenes.
    """
    copy_data(scenes.data, made.data)
    write_tiny_release(made.release)
    write_repository(made.select_benchmark("visonlyqa").release)
    fill_fields(made)
    fill_gepbench(made)
    fill_blindtest(made)
    fill_measurements(made)
    fill_own_table(made)
    for benchmark_id in EVERY:
        own = made.select_benchmark(benchmark_id)
        contents = load_benchmark(own).read(own.release)
        run = Run(MUTE.model_id, MUTE, benchmark_id, contents.prompt, "original", "a test")
        replies = [Reply(MUTE.model_id, case.case_id, "Hm.") for case in contents.cases]
        write_journal(own.runs / f"{MUTE.model_id}.jsonl", run, replies)
        build(own)
