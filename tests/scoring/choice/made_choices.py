"""Simulated multiple-choice runs: grouped cases, shuffled options, and models that look, guess or have a habit."""

import numpy as np
import pandas as pd

WORDS = ("circle", "square", "triangle", "pentagon", "line", "spiral")


def simulate_choices(
    seed=0, n_groups=12, per_group=(1, 2, 3), n_options=(2, 4), *, sees=0.6, unreadable=0.0, runs=("a",)
):
    """Simulate runs on the same cases: each sees a share of the truths and else gives its favourite text."""
    rng = np.random.default_rng(seed)
    cases = []
    for group in range(n_groups):
        for number in range(int(rng.choice(per_group))):
            question_id = ("first", "second")[int(rng.integers(2))]
            options = [str(word) for word in rng.permutation(WORDS)[: int(rng.choice(n_options))]]
            cases.append({"case_id": f"{group:03d}-{number}", "group_id": f"g{group}", "question_id": question_id,
                          "n_options": len(options), "options": tuple(options),
                          "truth": int(rng.integers(len(options)))})  # fmt: skip
    rows = [
        {"run_id": run_id, **case, "value": _draw_value(rng, case, sees, unreadable)}
        for run_id in runs
        for case in cases
    ]
    return add_texts(pd.DataFrame(rows))


def _draw_value(rng, case, sees, unreadable):
    if rng.random() < unreadable:
        return np.nan
    if rng.random() < sees:
        return float(case["truth"])
    return float(min(range(case["n_options"]), key=lambda index: WORDS.index(case["options"][index])))


def add_texts(answers):
    """Add the texts of the chosen and of the right option."""
    chosen = [
        None if np.isnan(v) else options[int(v)]
        for v, options in zip(answers["value"], answers["options"], strict=True)
    ]
    true = [options[truth] for truth, options in zip(answers["truth"], answers["options"], strict=True)]
    return answers.assign(chosen_text=chosen, true_text=true)
