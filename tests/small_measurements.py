"""A small set of scene measurements, with a model that is mostly right and a model with constant replies."""

from core.benchmarks.registry import MEASUREMENTS, load_benchmark
from core.generators.measurements.write import synthesize
from core.question_types.registry import find_question_type
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.workflows.generated_sets import prepare_default_set

SCENES = 3
MODELS = (Model("careful_7b", "Careful 7B"), Model("hasty_70b", "Hasty 70B"))
HASTY = {
    "number": "about 100",
    "text": "a horse",
    "point": '{"point_2d": [100, 500]}',
    "box": "[0, 0, 0.5, 0.5]",
    "order": "?",
}


def fill_measurements(workspace):
    """Write the set, the runs and the warehouse to a data folder."""
    benchmark_workspace = workspace.select_benchmark(MEASUREMENTS)
    synthesize(benchmark_workspace.release, SCENES)
    contents = load_benchmark(benchmark_workspace).read(benchmark_workspace.release)
    truths = {truth.case_id: truth.value for truth in contents.truths if truth.frame in contents.list_frames("truth")}
    kinds = {case.case_id: case.asks[0].form.kind for case in contents.cases}
    hasty = {case_id: HASTY[kind.partition(":")[0]] for case_id, kind in kinds.items()}
    careful = {
        case_id: hasty[case_id] if place % 3 == 0 else find_question_type(kind).write_reply(truths[case_id])
        for place, (case_id, kind) in enumerate(kinds.items())
    }
    for model, texts in zip(MODELS, (careful, hasty), strict=True):
        run = Run(model.model_id, model, MEASUREMENTS, contents.prompt, "original", "a test")
        replies = [Reply(model.model_id, case_id, text) for case_id, text in texts.items()]
        write_journal(benchmark_workspace.runs / f"{model.model_id}.jsonl", run, replies)
    prepare_default_set(workspace, MEASUREMENTS)
