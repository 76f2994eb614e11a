"""Small sets of MMPerspective, GIQ and 3DSRBench in one data folder, each with the replies of two models."""

import shutil

from core.benchmarks.registry import GIQ, MMPERSPECTIVE, THREEDSR, load_benchmark
from core.benchmarks.threedsr.files import TABLE
from core.generators.giq.write import synthesize as giq
from core.generators.mmperspective.write import synthesize as mmperspective
from core.generators.threedsr.write import SCENES_OF_ROUND
from core.generators.threedsr.write import synthesize as threedsr
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.workflows.generated_sets import prepare_default_set

SEEDS = 3
"""Number of MMPerspective scenes with four changed images each."""

MODELS = (Model("careful_7b", "Careful 7B"), Model("hasty_70b", "Hasty 70B"))
"""The first is right in two of three cases, the second always answers A or a cube."""


def fill_fields(workspace, threedsr_set=None):
    """Write the three sets, the runs and the warehouses to a data folder.

    Args:
        workspace: of the data folder.
        threedsr_set: a drawn set of 3DSRBench with a pair of scenes per subtype, to save drawing it again.
    """
    giq(workspace.select_benchmark(GIQ).release, pairs=0, groups=("platonic", "kepler-poinsot"))
    mmperspective(workspace.select_benchmark(MMPERSPECTIVE).release, {"VPP": 2, "PTR": 4, "VPC": 2, "Robust": SEEDS})
    if threedsr_set is None:
        threedsr(workspace.select_benchmark(THREEDSR).release, SCENES_OF_ROUND, with_table=False)
    else:
        shutil.copytree(
            threedsr_set, workspace.select_benchmark(THREEDSR).release, ignore=shutil.ignore_patterns(TABLE)
        )
    for benchmark_id in (GIQ, MMPERSPECTIVE, THREEDSR):
        benchmark_workspace = workspace.select_benchmark(benchmark_id)
        contents = load_benchmark(benchmark_workspace).read(benchmark_workspace.release)
        first = {case.case_id: case.asks[0] for case in contents.cases}
        keys = {
            truth.case_id: str(truth.value)
            for truth in contents.truths
            if truth.frame in contents.list_frames("truth") and truth.question_id == first[truth.case_id].question_id
        }
        hasty = {case_id: "A" if asked.options else "a cube" for case_id, asked in first.items()}
        careful = {
            case_id: hasty[case_id] if place % 3 == 0 else key for place, (case_id, key) in enumerate(keys.items())
        }
        for model, texts in zip(MODELS, (careful, hasty), strict=True):
            run_id = model.model_id
            run = Run(run_id, model, benchmark_id, contents.prompt, "original", "a test")
            replies = [Reply(run_id, case_id, text) for case_id, text in texts.items()]
            write_journal(benchmark_workspace.runs / f"{run_id}.jsonl", run, replies)
        prepare_default_set(workspace, benchmark_id)
