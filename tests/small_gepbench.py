"""A small set of GePBench with two models' replies: one knows the easy figures, the other always says A."""

import json

from core.benchmarks.gepbench.item_reader import ITEMS
from core.benchmarks.gepbench.reader import PROMPT
from core.generators.gepbench.write import synthesize
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.workflows.generated_sets import prepare_default_set

BENCHMARK_ID = "gepbench"
ITEMS_MADE = 24
CASES = 36
"""Every easy item has a second case, with noise."""

OTHER = dict(zip("ABCD", "BCDA", strict=True))
"""The letter that a reply denies, by the key: published parsers read it as the answer."""

CAREFUL, HASTY = Model("careful", "Careful"), Model("hasty", "Hasty")


def fill_gepbench(made):
    """Makes the set, the runs of both models and the warehouse, in the data folder of some settings."""
    own = made.select_benchmark(BENCHMARK_ID)
    synthesize(own.release, ITEMS_MADE, noise_pairs=True)
    items = [json.loads(line) for line in (own.release / ITEMS).read_text(encoding="utf-8").splitlines()]
    keys = {item["item_id"]: item["letter"] for item in items}
    noisy = {f"en-{item_id}": letter for item_id, letter in keys.items() if item_id.startswith("easy")}
    careful = {
        case_id: key if case_id.startswith("e") else f"{key}, not {OTHER[key]}"
        for case_id, key in (keys | noisy).items()
    }
    careful[next(case_id for case_id in keys if case_id.startswith("hard"))] = "I cannot tell."
    for model, said in ((CAREFUL, careful), (HASTY, dict.fromkeys(careful, "A"))):
        run_id = model.model_id
        run = Run(run_id, model, BENCHMARK_ID, PROMPT, "original", "a test")
        replies = [Reply(run_id, case_id, text) for case_id, text in said.items()]
        write_journal(own.runs / f"{run_id}.jsonl", run, replies)
    prepare_default_set(made, BENCHMARK_ID)
