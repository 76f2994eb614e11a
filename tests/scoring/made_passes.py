"""Simulated CircularEval runs: sets of two to four passes over the same options in rotated order."""

import numpy as np
import pandas as pd


def make_set_cases(protocol, sets):
    """Return the sets of one protocol (case ids by set id) like the query `set_cases`; all cases ask `task`."""
    rows = [
        (protocol, set_id, case_id, "task", len(case_ids)) for set_id, case_ids in sets.items() for case_id in case_ids
    ]
    return pd.DataFrame(rows, columns=["protocol", "set_id", "case_id", "question_id", "n_options"])


def simulate_passes(seed, unreadable=0.2, missing=0.1, choose=None):
    """Simulate answers in the form of the query `answers`, some unreadable or missing, and their sets.

    Args:
        seed: seed of all random numbers.
        unreadable: share of unreadable answers.
        missing: share of passes after the first one that are not asked.
        choose: index of the option chosen in every pass; None: mostly right by content.
    """
    rng = np.random.default_rng(seed)
    rows, sets = [], {}
    for number in range(80):
        size = int(rng.integers(2, 5))
        options, right = [f"option {index}" for index in range(size)], int(rng.integers(size))
        for turn in range(size):
            order = [options[(index + turn) % size] for index in range(size)]
            chosen = options[right] if rng.random() < 0.6 else str(rng.choice(options))
            chosen = chosen if choose is None else order[choose]
            is_read = rng.random() >= unreadable
            case_id = f"s{number}-{turn}" if turn else f"s{number}"
            sets.setdefault(f"s{number}", []).append(case_id)
            if rng.random() < missing and turn:
                continue
            rows.append({"run_id": "ab"[number % 2], "case_id": case_id, "group_id": f"g{number // 4}",
                         "value": float(order.index(chosen)) if is_read else np.nan,
                         "truth": float(order.index(options[right])), "said": chosen if is_read else None,
                         "score": float(chosen == options[right]) if is_read else np.nan})  # fmt: skip
    answers = pd.DataFrame(rows).assign(question_id="task", question_kind="choice", model_kind="vlm")
    return answers.assign(model_id=answers["run_id"], run_label="Model " + answers["run_id"]), sets


PASSES, _sets = simulate_passes(1)
SETS = make_set_cases("circular", _sets)
