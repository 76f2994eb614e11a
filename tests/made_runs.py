"""More runs for the tiny release: readable replies to some of its photographs."""

import json

from core.benchmarks.triangles.dataset_facts import MODELS
from core.records import Model, Reply, Run
from core.runs.journal import write_journal

PROMPT = "What is triangle ABC like? Reply in JSON."
"""The tiny release's own prompt."""

PHOTOGRAPHS = [f"{triangle:03d}_{condition}" for triangle in (1, 2, 3) for condition in ("P0", "P1", "T0", "T1")]
GPT_5 = MODELS[2]


def make_answer(number=0):
    """Return a readable reply that depends on the number."""
    values = {"ab_over_ac": 1.0 + number / 10, "angle_abs_diff_B_C_deg": 5.0 * number, "max_side_over_min_side": 1.5,
              "angle_range_deg": 40.0}  # fmt: skip
    return json.dumps({"side_type": "equilateral", "angle_type": "right", **values})


def write_run(
    workspace,
    run_id,
    n_photographs=12,
    *,
    model=None,
    prompt=PROMPT,
    view="original",
    source="a test",
    versions=(None,),
    prompt_id=None,
):
    """Write a run about the first photographs, by default of the model `mine` with the benchmark's own prompt.

    The `versions` that the provider reports take turns.
    """
    model = model or Model("mine", "Mine")
    run = Run(run_id, model, prompt_id or f"prompt of {run_id}", prompt, view, source)
    replies = [
        Reply(run_id, name, make_answer(number), api_model=versions[number % len(versions)])
        for number, name in enumerate(PHOTOGRAPHS[:n_photographs])
    ]
    write_journal(workspace.runs / f"{run_id}.jsonl", run, replies)


def write_pass(workspace, run_id, numbers, *, view="original"):
    """Write a run of one model over the tiny release's photographs, with these numbers of answers."""
    run = Run(run_id, Model("mine", "Mine"), "tri_bench", PROMPT, view, "a test", settings={"repeat": 1})
    replies = [Reply(run_id, name, make_answer(number)) for name, number in zip(PHOTOGRAPHS, numbers, strict=True)]
    write_journal(workspace.runs / f"{run_id}.jsonl", run, replies)
