"""Scores along a quantity of the cases, such as the angle of a rotation: by its bands, and as a slope, in percent."""

import pandas as pd

from core.analyses.estimates import in_percent, of_models, run_names, with_verdicts
from core.benchmarks.data import Curve
from core.benchmarks.info import About
from core.formatting import interval_text, number_text
from core.records import COUNTED, RUN_COLUMNS
from core.statistics.grouped_means import mean_table
from core.statistics.regression import slope_table

BAND = "band"
_COUNTED = COUNTED.format("score")


def summed_by(curve: Curve) -> tuple[str, ...]:
    """By what scores are summed for a curve."""
    return (*RUN_COLUMNS, "question_id", curve.factor, curve.measure, "chance", "group_id")


def of_curve(sums: pd.DataFrame, curve: Curve) -> pd.DataFrame:
    """The sums over the cases that have the quantity, its band as the column `BAND`.

    Args:
        sums: by `summed_by`, as `Warehouse.sums` gives them.
        curve: what they are along.
    """
    there = sums[sums["question_id"] == curve.question_id].dropna(subset=[curve.factor, curve.measure])
    return there.rename(columns={curve.factor: BAND})


def scores_by_band(sums: pd.DataFrame) -> pd.DataFrame:
    """Mean score per run and band, with its interval.

    Args:
        sums: as `of_curve` returns them.

    Returns:
        run_id, band, value, low, high, n, n_groups, model_id, label, kind.
    """
    table = in_percent(mean_table(sums, "score", ["run_id", BAND], counts=_COUNTED)).dropna(subset=["value"])
    return table.merge(run_names(sums), on="run_id")


def guessing(sums: pd.DataFrame) -> dict[str, float]:
    """What guessing among the options gives, in percent, by band; nothing where there are none."""
    means = sums.dropna(subset=["chance"]).groupby(BAND, observed=True)["chance"].mean()
    return {str(band): 100 * float(mean) for band, mean in means.items()}


def slopes(sums: pd.DataFrame, curve: Curve) -> pd.DataFrame:
    """By how many points a run's score changes with each step of the quantity, the steepest fall first.

    Args:
        sums: as `of_curve` returns them.
        curve: what they are along.

    Returns:
        run_id, value, low, high, p_value, n, n_groups, model_id, label, kind, corrected_p (Holm, the models), verdict.
    """
    found = slope_table(sums, "score", curve.measure, ["run_id"], counts=_COUNTED)
    ends = ["value", "standard_error", "low", "high"]
    table = in_percent(found.assign(**{name: curve.step * found[name] for name in ends}))
    named = table.merge(run_names(sums), on="run_id").sort_values("value", ignore_index=True)
    return with_verdicts(named, of_models(named["kind"]))


def step_text(curve: Curve) -> str:
    """By how much of the quantity a slope is: `10°`."""
    space = "" if curve.unit in ("", "°", "%") else " "
    return f"{curve.step:g}{space}{curve.unit}"


def slope_sentence(found: pd.DataFrame, curve: Curve, about: About) -> str:
    """Whose score is shown to fall along the quantity, and by how much; reference models are not spoken of.

    Args:
        found: as `slopes` returns it.
        curve: what it is along.
        about: the benchmark.
    """
    models = found[found["kind"] != "reference"]
    if models.empty:
        return ""
    falling = models[models["verdict"] == "lower"]
    if falling.empty:
        return f"No model's {about.words.score} is shown to fall with the {curve.meaning}."
    first = falling.iloc[0]
    many = f", as {len(falling) - 1} others do" if len(falling) > 1 else ""
    loss = f"{number_text(-first['value'])} points with every {step_text(curve)} of the {curve.meaning}"
    return f"{first['label']} loses {loss} ({interval_text(-first['high'], -first['low'])}){many}."
