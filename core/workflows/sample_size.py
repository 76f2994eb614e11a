"""Plans of sample sizes from the variances in a warehouse: groups, passes and price for a difference to detect."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from core.analyses.compare import compare_run_pairs
from core.analyses.run_variants import name_full_designs
from core.errors import SelectionError
from core.formatting import format_number
from core.inference.prices import find_price
from core.records import FACTORS_OF_ANSWERS, FEW_GROUPS
from core.statistics.power import compute_deviation_of_passes, compute_groups_needed
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import Filters, Warehouse

PASSES = (1, 2, 4, 8)
MAX_RUNS = 20
"""Maximum number of runs whose pairs are compared, the best ones."""


@dataclass(frozen=True, slots=True)
class PlannedSize:
    """One option of a plan.

    Attributes:
        n_passes: per model.
        n_groups: groups needed; None if no number suffices.
        n_requests: messages to both models together.
        usd: their price; None if it is not known.
    """

    n_passes: int
    n_groups: int | None
    n_requests: int | None
    usd: float | None


@dataclass(frozen=True, slots=True)
class PairVariance:
    """Variances and prices from which a plan for two models is computed.

    Attributes:
        pair: names of the two runs; of many pairs the one whose standard deviation is in the middle.
        deviation: standard deviation of their difference from group to group, in points: its standard error times the
            root of the number of groups.
        repeat_deviation: the same of two passes of one model that were asked in the same way; None without such passes.
        present_groups: groups of the benchmark that both answered.
        cases_per_group: mean number of cases that both runs were asked, per group that has any.
        usd_per_case: price of asking both models about one case, from the tokens they used; None if it is not known.
        units: the benchmark's words for one group and for several.
    """

    pair: tuple[str, str]
    deviation: float
    repeat_deviation: float | None
    present_groups: int
    cases_per_group: float
    usd_per_case: float | None
    units: tuple[str, str]


def measure_pair_variance(
    warehouse: Warehouse, price_folder: Path, runs: tuple[str, str] | None = None
) -> PairVariance:
    """Measure how much two models differ from group to group, from the answers in a warehouse.

    Args:
        warehouse: source of the answers.
        price_folder: folder that may have a `prices.csv`.
        runs: ids of the two runs whose variance counts; None takes the median of all pairs of different models.

    Raises:
        SelectionError: a run does not exist, or too few runs or groups are available.
        PriceError: the table of prices cannot be read.
    """
    table, info = warehouse.query("runs").set_index("run_id"), read_benchmark_info(warehouse)
    pairs = _load_pairs(warehouse, info.benchmark_id, runs)
    designs = name_full_designs(warehouse.query("run_designs"))
    is_repeat = pairs["first"].map(designs) == pairs["second"].map(designs)
    same_model = pairs["first"].map(table["model_id"]) == pairs["second"].map(table["model_id"])
    is_named = pairs["first"].isin(runs or ()) & pairs["second"].isin(runs or ())
    candidates = pairs[is_named] if runs else pairs[~same_model]
    planned_models = table.loc[list(runs), "model_id"] if runs else table["model_id"]
    is_repeat &= pairs["first"].map(table["model_id"]).isin(planned_models)
    if candidates.empty:
        raise SelectionError(
            f"The two runs share fewer than {FEW_GROUPS} {info.words.groups} that both answered readably."
            if runs
            else f"{info.benchmark_id} has no two models with {FEW_GROUPS} shared {info.words.groups}. "
            "Run or import a second model, or name two runs with --run and --against."
        )
    middle = candidates.sort_values("deviation").iloc[(len(candidates) - 1) // 2]
    repeats = None if pairs[is_repeat].empty else float(pairs.loc[is_repeat, "deviation"].median())
    ranking = warehouse.query("ranking", kinds=None)
    names = dict(zip(ranking["run_id"].astype(str), ranking["run_label"].astype(str), strict=True))
    selected = (str(middle["first"]), str(middle["second"]))
    replies = [pd.DataFrame(warehouse.load_rows("case_replies", run_id=[run_id])) for run_id in selected]
    return PairVariance(
        (names[selected[0]], names[selected[1]]), float(middle["deviation"]), repeats, int(middle["n_groups"]),
        _count_cases_per_group(warehouse.load_table("cases"), replies),
        _compute_case_price(price_folder, [table["api_id"].to_dict()[run_id] for run_id in selected], replies),
        info.words.units,
    )  # fmt: skip


def _load_pairs(warehouse: Warehouse, benchmark_id: str, runs: tuple[str, str] | None) -> pd.DataFrame:
    """Return the differences of every two runs with enough groups, with their standard deviation in points."""
    ranking = warehouse.query("ranking", kinds=None)
    run_ids = ranking["run_id"].astype(str)
    if runs and (unknown := [run_id for run_id in runs if run_id not in set(run_ids)]):
        raise SelectionError(f"{benchmark_id} has no run {unknown[0]}. Use one of {', '.join(run_ids)}.")
    if runs and runs[0] == runs[1]:
        raise SelectionError(f"Both runs are {runs[0]}. Name two runs.")
    of_models = ranking["model_id"].isin(ranking.loc[run_ids.isin(runs), "model_id"]) if runs else True
    best = run_ids[(ranking["model_kind"].ne("reference") & of_models).to_numpy()].head(MAX_RUNS)
    compared = list(dict.fromkeys((*(runs or ()), *best)))
    filters: Filters = {
        **dict.fromkeys(factor.key for factor in FACTORS_OF_ANSWERS),
        "runs": compared,
        "with_references": True,
    }
    sums = warehouse.aggregate(filters, build_pair_aggregation(("first", "second", "group_id"), ("difference",)))
    if sums.empty:
        return pd.DataFrame(columns=["first", "second", "deviation", "n_groups"])
    kinds = dict(zip(run_ids, ranking["model_kind"].astype(str), strict=True))
    pairs = compare_run_pairs(sums, [(run_id, kinds[run_id]) for run_id in compared])
    pairs = pairs[(pairs["n_groups"] >= FEW_GROUPS) & pairs["standard_error"].notna()]
    return pairs.assign(deviation=pairs["standard_error"] * np.sqrt(pairs["n_groups"]))


def _count_cases_per_group(cases: pd.DataFrame, replies: list[pd.DataFrame]) -> float:
    case_ids = set(replies[0]["case_id"]) & set(replies[1]["case_id"])
    groups = cases.loc[cases["case_id"].isin(case_ids), "group_id"]
    return len(groups) / groups.nunique()


def _compute_case_price(price_folder: Path, api_ids: list[object], replies: list[pd.DataFrame]) -> float | None:
    """Compute the price of one case asked of both models, in dollars; None if a price or the tokens are not known."""
    total = 0.0
    for api_id, table in zip(api_ids, replies, strict=True):
        tokens = table[["input_tokens", "output_tokens"]].astype(float).mean()
        price = find_price(api_id, price_folder) if isinstance(api_id, str) else None
        if price is None or tokens.isna().any():
            return None
        total += price.compute_cost_usd(tokens["input_tokens"], tokens["output_tokens"])
    return total


def plan_sample_sizes(variance: PairVariance, difference: float, power: float) -> tuple[PlannedSize, ...]:
    """Plan how many groups two models must answer to detect a difference, by the number of passes.

    Args:
        variance: of the two models.
        difference: to detect, in points.
        power: probability of detecting it, without correction for many comparisons.

    Returns:
        One pass alone if no repeats tell how much passes differ.
    """
    sizes, repeats = [], variance.repeat_deviation
    for n_passes in PASSES if repeats is not None else PASSES[:1]:
        deviation = variance.deviation
        if repeats is not None:
            deviation = compute_deviation_of_passes(deviation, repeats, n_passes)
        n_groups = compute_groups_needed(deviation, difference, power)
        n_groups = None if n_groups is None else max(n_groups, FEW_GROUPS)  # with fewer no page gives a verdict
        n_cases = None if n_groups is None else n_groups * variance.cases_per_group * n_passes
        usd = None if n_cases is None or variance.usd_per_case is None else n_cases * variance.usd_per_case
        sizes.append(PlannedSize(n_passes, n_groups, None if n_cases is None else round(2 * n_cases), usd))
    return tuple(sizes)


def describe_plan(variance: PairVariance, sizes: tuple[PlannedSize, ...], difference: float, power: float) -> str:
    """Describe in one sentence how many groups one pass of both models needs, and whether there are enough."""
    single, groups = sizes[0], variance.units[1]
    goal = f"To detect a difference of {format_number(difference)} points with {power:.0%} probability"
    if single.n_groups is None:
        return f"{goal}, no number of {groups} suffices."
    present = variance.present_groups
    enough = "suffice" if single.n_groups <= present else "are too few"
    return f"{goal}, both models must answer {single.n_groups:,} {groups}: the {present:,} that both answered {enough}."
