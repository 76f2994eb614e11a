"""Scores along a quantity of the cases, such as a rotation angle: by its bands, and as a slope, in percent."""

import pandas as pd

from core.analyses.estimates import add_verdicts, is_in_holm_family, list_run_metadata, to_percent
from core.benchmarks.data import CurveSpec
from core.benchmarks.info import BenchmarkInfo
from core.formatting import format_interval, format_number, format_unit
from core.records import COUNTED, RUN_COLUMNS
from core.statistics.grouped_means import compute_grouped_means
from core.statistics.regression import compute_slopes

BAND = "band"
_COUNTED = COUNTED.format("score")


def list_grouping_columns(curve: CurveSpec) -> tuple[str, ...]:
    """List the columns by which scores are summed for a curve."""
    return (*RUN_COLUMNS, "question_id", curve.factor, curve.measure, "chance", "group_id")


def select_curve(sums: pd.DataFrame, curve: CurveSpec) -> pd.DataFrame:
    """Select the sums over the cases that have the quantity, with its band as the column `BAND`.

    Args:
        sums: by `list_grouping_columns`, as `Warehouse.aggregate` returns them.
        curve: the quantity.
    """
    there = sums[sums["question_id"] == curve.question_id].dropna(subset=[curve.factor, curve.measure])
    return there.rename(columns={curve.factor: BAND})


def compute_band_scores(sums: pd.DataFrame) -> pd.DataFrame:
    """Compute the mean score per run and band, with its interval.

    Args:
        sums: as `select_curve` returns them.

    Returns:
        run_id, band, value, low, high, n, n_groups, model_id, label, kind.
    """
    table = to_percent(compute_grouped_means(sums, "score", ["run_id", BAND], counts=_COUNTED)).dropna(subset=["value"])
    return table.merge(list_run_metadata(sums), on="run_id")


def compute_guessing_scores(sums: pd.DataFrame) -> dict[str, float]:
    """Compute the score of guessing among the options, in percent, by band; empty without options."""
    means = sums.dropna(subset=["chance"]).groupby(BAND, observed=True)["chance"].mean()
    return {str(band): 100 * float(mean) for band, mean in means.items()}


def compute_curve_slopes(sums: pd.DataFrame, curve: CurveSpec) -> pd.DataFrame:
    """Compute by how many points a run's score changes per step of the quantity, the steepest fall first.

    Args:
        sums: as `select_curve` returns them.
        curve: the quantity.

    Returns:
        run_id, value, low, high, p_value, n, n_groups, model_id, label, kind, corrected_p (Holm, the models), verdict.
    """
    slopes = compute_slopes(sums, "score", curve.measure, ["run_id"], counts=_COUNTED)
    ends = ["value", "standard_error", "low", "high"]
    table = to_percent(slopes.assign(**{name: curve.step * slopes[name] for name in ends}))
    values = table.merge(list_run_metadata(sums), on="run_id").sort_values("value", ignore_index=True)
    return add_verdicts(values, is_in_holm_family(values["kind"]))


def format_step(curve: CurveSpec) -> str:
    """Format the step of the quantity that a slope refers to: `10°`."""
    return f"{curve.step:g}{format_unit(curve.unit)}"


def describe_slopes(found: pd.DataFrame, curve: CurveSpec, about: BenchmarkInfo) -> str:
    """Describe which models' scores are shown to fall along the quantity, and by how much, without reference models.

    Args:
        found: as `compute_curve_slopes` returns it.
        curve: the quantity.
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
    loss = f"{format_number(-first['value'])} points with every {format_step(curve)} of the {curve.meaning}"
    return f"{first['label']} loses {loss} ({format_interval(-first['high'], -first['low'])}){many}."
