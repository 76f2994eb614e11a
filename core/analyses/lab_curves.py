"""Truth of an item along one of its parameters."""

import numpy as np
import pandas as pd

from core.errors import SceneError
from core.generators.lab_items import LabItems, Slider, Values

STEPS = 41
"""Number of parameter values at which the truth is computed."""


def compute_truth_curve(bench: LabItems, kind: str, item: str, values: Values, knob: Slider) -> pd.DataFrame:
    """Compute the truth at evenly spread values of a knob, with all others unchanged.

    Args:
        bench: of the item's benchmark.
        kind: the question that it asks.
        item: the item.
        values: of all its knobs.
        knob: the one that varies.

    Returns:
        value, answer and foil (letters, or a name; empty for none), margin_size (NaN if it is not a number) and
        problem. A value at which no item can be made is left out.
    """
    spread = np.unique([*np.linspace(knob.low, knob.high, STEPS), values[knob.key]])
    rows = []
    for value in spread.tolist():
        try:
            truth = bench.compute_truth(kind, item, {**values, knob.key: value})
        except SceneError:
            continue
        rows.append((value, truth.answer, truth.foil, truth.margin, truth.problem))
    columns = ["value", "answer", "foil", "margin_size", "problem"]
    return pd.DataFrame(rows, columns=columns).astype({"value": float, "margin_size": float})
