"""A small set of GePBench with two models' replies: one knows the easy figures, the other always answers A."""

import json

from core.benchmarks.gepbench.item_reader import ITEMS
from core.benchmarks.gepbench.reader import PROMPT
from core.generators.gepbench.write import synthesize
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.workflows.generated_sets import prepare_default_set

BENCHMARK_ID = "gepbench"
N_ITEMS = 24
CASES = 36
"""Every easy item has a second case, with noise."""

OTHER = dict(zip("ABCD", "BCDA", strict=True))
"""Letter that a reply denies, by key; published parsers read it as the answer."""

CAREFUL, HASTY = Model("careful", "Careful"), Model("hasty", "Hasty")


def fill_gepbench(workspace):
    """Write the set, the runs of both models and the warehouse to a data folder."""
    benchmark_workspace = workspace.select_benchmark(BENCHMARK_ID)
    synthesize(benchmark_workspace.release, N_ITEMS, noise_pairs=True)
    items = [
        json.loads(line) for line in (benchmark_workspace.release / ITEMS).read_text(encoding="utf-8").splitlines()
    ]
    keys = {item["item_id"]: item["letter"] for item in items}
    noisy = {f"en-{item_id}": letter for item_id, letter in keys.items() if item_id.startswith("easy")}
    careful = {
        case_id: key if case_id.startswith("e") else f"{key}, not {OTHER[key]}"
        for case_id, key in (keys | noisy).items()
    }
    careful[next(case_id for case_id in keys if case_id.startswith("hard"))] = "I cannot tell."
    for model, texts in ((CAREFUL, careful), (HASTY, dict.fromkeys(careful, "A"))):
        run_id = model.model_id
        run = Run(run_id, model, BENCHMARK_ID, PROMPT, "original", "a test")
        replies = [Reply(run_id, case_id, text) for case_id, text in texts.items()]
        write_journal(benchmark_workspace.runs / f"{run_id}.jsonl", run, replies)
    prepare_default_set(workspace, BENCHMARK_ID)
