"""A leaderboard over benchmarks: models in rows; scores, gains, robustness, cost, seconds and tokens in columns."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import pandas as pd

from core.analyses.all_benchmarks import CrossBenchmarkModel, list_cross_benchmark_models
from core.analyses.robustness import build_measure_rows, compute_set_measures
from core.analyses.verdicts import BLIND, ModelVerdicts
from core.benchmarks.model_sizes import parse_size_b
from core.formatting import MISSING, format_interval, has_too_few_groups

MEASURES = {
    "score": "score, %",
    "gain": "skill, points",
    "robustness": "right in whole sets, %",
    "cost": "US$ per 1,000 replies",
    "latency": "median seconds",
    "tokens": "tokens per reply",
}
"""Titles of the columns that every benchmark can have, by key."""

WITH_INTERVALS = ("score", "gain", "robustness")
USAGE = ("cost", "latency", "tokens")

UNKNOWN = "unknown"
SIZES_B = {"up to 10 B": (0.0, 10.0), "10 to 40 B": (10.0, 40.0), "over 40 B": (40.0, math.inf)}
"""Classes of sizes in billions of parameters: larger than the first number, at most the second."""

_SERIES = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class BenchmarkResults:
    """Figures of one benchmark about its models.

    Attributes:
        robustness: value, low, high (percent) by run id; empty without sets.
        reference_gains: gain over the best constant answer to the same cases, with low and high (points), by run id;
            reference models have no verdicts.
        usage: cost_usd, median_latency_s, input_tokens, output_tokens, started_at by run id.
    """

    benchmark_id: str
    title: str
    models: Sequence[ModelVerdicts]
    robustness: pd.DataFrame
    usage: pd.DataFrame
    reference_gains: pd.DataFrame = field(default_factory=pd.DataFrame)


def estimate_whole_sets(sums: pd.DataFrame, protocol: str) -> pd.DataFrame:
    """Estimate per run the share of sets and questions of a protocol that are right in every case.

    Args:
        sums: of sets, as `robustness.build_measure_rows` takes them.
        protocol: of the sets.

    Returns:
        value, low, high (percent) by run_id; low and high are NaN with too few groups.
    """
    rows = compute_set_measures(build_measure_rows(sums, (protocol,)))
    rows = rows[rows["measure"] == "binary"].set_index("run_id")
    is_few = rows["n_groups"].map(has_too_few_groups)
    return rows[["value"]].join(rows[["low", "high"]].mask(is_few))


def build_leaderboard(results: Sequence[BenchmarkResults], sizes: Mapping[str, float]) -> pd.DataFrame:
    """Build a row per model, the best of the first benchmark first; a figure that is not known is NaN, never 0.

    Args:
        results: of the benchmarks, in the order of their columns.
        sizes: parameters in billions by model id, for models whose names do not state them.

    Returns:
        model_id, label, is_reference, family, size_b, size, asked (year and month of the first run, or `UNKNOWN`), and
        for each benchmark and measure the columns `benchmark_id:measure`, with `:low` and `:high` after those of
        `WITH_INTERVALS`.
    """
    models = list_cross_benchmark_models({result.benchmark_id: result.models for result in results})
    rows = [_describe_model(model, results, sizes) for model in models]
    columns = ["model_id", "label", "is_reference", "family", "size_b", "size", "asked"]
    columns += [column for result in results for column in list_columns(result.benchmark_id, MEASURES)]
    table = pd.DataFrame(rows, columns=columns)
    figures = columns[7:]
    table[["size_b", *figures]] = table[["size_b", *figures]].astype(float)
    first = [name_column(result.benchmark_id, "score") for result in results]
    order = table[["is_reference", *first]].assign(**{name: -table[name] for name in first})
    return table.loc[order.sort_values(["is_reference", *first], kind="stable").index].reset_index(drop=True)


def name_column(benchmark_id: str, measure: str, end: str = "") -> str:
    """Return the name of a column of `build_leaderboard`; `end` is low, high or empty."""
    return ":".join(filter(None, (benchmark_id, measure, end)))


def list_columns(benchmark_id: str, measures: Iterable[str]) -> list[str]:
    """List the columns of a benchmark for these measures, with the ends of their intervals."""
    return [
        name_column(benchmark_id, measure, end)
        for measure in measures
        for end in (("", "low", "high") if measure in WITH_INTERVALS else ("",))
    ]


def format_column_intervals(table: pd.DataFrame, column: str, *, with_plus: bool = False) -> list[str]:
    """Format the intervals of a column as text; a dash without one."""
    ends = zip(table[f"{column}:low"], table[f"{column}:high"], strict=True)
    return [
        format_interval(low, high, with_plus=with_plus) if not math.isnan(low + high) else MISSING for low, high in ends
    ]


def find_series(label: str) -> str:
    """Return the letters with which a model's name begins: `Qwen` of `Qwen2.5-VL-32B`; the name if there are none."""
    match = _SERIES.match(label)
    return match[0] if match else label


def classify_size(size_b: float | None) -> str:
    """Return the class of a size in billions of parameters; `UNKNOWN` for None."""
    if size_b is None:
        return UNKNOWN
    return next(name for name, (above, most) in SIZES_B.items() if above < size_b <= most)


def _describe_model(
    model: CrossBenchmarkModel, results: Sequence[BenchmarkResults], sizes: Mapping[str, float]
) -> dict[str, object]:
    size_b = sizes.get(model.model_id) or parse_size_b(model.label) or parse_size_b(model.model_id)
    row: dict[str, object] = {
        "model_id": model.model_id,
        "label": model.label,
        "is_reference": model.is_reference,
        "family": find_series(model.label),
        "size_b": size_b,
        "size": classify_size(size_b),
    }
    dates: list[datetime] = []
    for result in results:
        standing = model.standings.get(result.benchmark_id)
        if standing is None:
            continue
        row |= _list_figures(result, standing)
        dates.extend(result.usage["started_at"].reindex([standing.run_id]).dropna())
    return row | {"asked": f"{min(dates):%Y-%m}" if dates else UNKNOWN}


def _list_figures(result: BenchmarkResults, standing: ModelVerdicts) -> dict[str, object]:
    """List the figures of a model's run, by column."""
    gain, run_id = standing.verdicts.get(BLIND), standing.run_id
    whole = result.robustness.loc[run_id] if run_id in result.robustness.index else None
    usage = result.usage.loc[run_id] if run_id in result.usage.index else None
    of_measure: dict[str, tuple[object, ...]] = {"score": (standing.value, standing.low, standing.high)}
    if gain is not None:
        of_measure["gain"] = (gain.value, gain.low, gain.high)
    elif run_id in result.reference_gains.index:
        of_measure["gain"] = tuple(result.reference_gains.loc[run_id, ["value", "low", "high"]])
    if whole is not None:
        of_measure["robustness"] = (whole["value"], whole["low"], whole["high"])
    if usage is not None:
        of_measure["cost"] = (usage["cost_usd"],)
        of_measure["latency"] = (usage["median_latency_s"],)
        of_measure["tokens"] = (usage["input_tokens"] + usage["output_tokens"],)
    return {
        name_column(result.benchmark_id, measure, end): value
        for measure, values in of_measure.items()
        for end, value in zip(("", "low", "high"), values, strict=False)
    }
