"""A small set of GIQ, with a model that names Platonic solids a cube and answers A to all questions with options."""

import json

from core.benchmarks.giq.files import ITEMS
from core.benchmarks.giq.set_contents import PROMPT
from core.generators.giq.write import synthesize
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.workflows.generated_sets import prepare_default_set

BENCHMARK_ID = "giq"
GROUPS = ("platonic", "kepler-poinsot")
PAIRS = 3
"""The authors' three pairs of these solids, each in both orders."""

HASTY = Model("hasty", "Hasty")


def fill_giq(workspace):
    """Write the set, the model's run and the warehouse to a data folder."""
    benchmark_workspace = workspace.select_benchmark(BENCHMARK_ID)
    synthesize(benchmark_workspace.release, pairs=0, groups=GROUPS)
    replies = []
    for line in (benchmark_workspace.release / ITEMS).read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        text = "A"
        if item["task"] == "naming":
            text = {"platonic": "It is a cube.", "kepler-poinsot": "some stellation"}[item["factors"]["solid_group"]]
        replies.append(Reply("hasty", item["item_id"], text))
        if item["task"] == "rotation":
            replies.append(Reply("hasty", f"{item['item_id']}-r1", text))
    write_journal(
        benchmark_workspace.runs / "hasty.jsonl",
        Run("hasty", HASTY, BENCHMARK_ID, PROMPT, "original", "a test"),
        replies,
    )
    prepare_default_set(workspace, BENCHMARK_ID)
