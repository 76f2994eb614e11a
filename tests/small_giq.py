"""A small set of GIQ with a model's replies: it knows Platonic solids by name, and says A to all that has options."""

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
"""The authors' three about these solids, each in both orders."""

HASTY = Model("hasty", "Hasty")


def fill_giq(made):
    """Makes the set, the model's run and the warehouse, in the data folder of some settings."""
    own = made.select_benchmark(BENCHMARK_ID)
    synthesize(own.release, pairs=0, groups=GROUPS)
    replies = []
    for line in (own.release / ITEMS).read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        said = "A"
        if item["task"] == "naming":
            said = {"platonic": "It is a cube.", "kepler-poinsot": "some stellation"}[item["factors"]["solid_group"]]
        replies.append(Reply("hasty", item["item_id"], said))
        if item["task"] == "rotation":
            replies.append(Reply("hasty", f"{item['item_id']}-r1", said))
    write_journal(own.runs / "hasty.jsonl", Run("hasty", HASTY, BENCHMARK_ID, PROMPT, "original", "a test"), replies)
    prepare_default_set(made, BENCHMARK_ID)
