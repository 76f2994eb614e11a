"""Plans of sample sizes from the variances in a warehouse: groups, passes and price for a difference to detect."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.analyses.compare import compare_run_pairs
from core.analyses.run_variants import name_full_designs
from core.errors import SelectionError
from core.inference.prices import find_price
from core.records import FACTORS_OF_ANSWERS, FEW_GROUPS
from core.settings import Settings
from core.statistics.power import compute_groups_needed, compute_spread_of_passes
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import Filters, Warehouse, open_current

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
class SamplePlan:
    """A plan for two models.

    Attributes:
        pair: names of the two runs whose difference has the planned spread; of many pairs the one in the middle.
        spread: standard deviation of the difference from one group to the next, in points: the standard error of the
            mean difference times the root of the number of groups.
        present_groups: groups of the benchmark that both answered.
        units: the benchmark's words for one group and for several.
        has_repeats: whether two passes of one model, asked in the same way, state how much passes differ.
    """

    pair: tuple[str, str]
    spread: float
    present_groups: int
    units: tuple[str, str]
    has_repeats: bool
    sizes: tuple[PlannedSize, ...]


def plan_sample_size(
    settings: Settings, difference: float, power: float, runs: tuple[str, str] | None = None
) -> SamplePlan:
    """Plan how many groups two models must answer to detect a difference.

    Args:
        settings: of the benchmark.
        difference: to detect, in points.
        power: probability of detecting it, without correction for many comparisons.
        runs: the two runs whose variance counts; None takes the median of all pairs of different models.

    Raises:
        SelectionError: a run does not exist, both are the same, or too few runs or groups are available.
        WarehouseError: the benchmark has no warehouse.
    """
    if runs and runs[0] == runs[1]:
        raise SelectionError(f"--run and --against are the same run, {runs[0]}. Name two runs.")
    with open_current(settings) as warehouse:
        table = warehouse.query("runs").set_index("run_id")
        pairs = _load_pairs(warehouse, settings, runs)
        info = read_benchmark_info(warehouse)
        designs = name_full_designs(warehouse.query("run_designs"))
        is_repeat = pairs["first"].map(designs) == pairs["second"].map(designs)
        same_model = pairs["first"].map(table["model_id"]) == pairs["second"].map(table["model_id"])
        is_named = pairs["first"].isin(runs or ()) & pairs["second"].isin(runs or ())
        candidates = pairs[is_named] if runs else pairs[~same_model]
        planned_models = table.loc[list(runs), "model_id"] if runs else table["model_id"]
        is_repeat &= pairs["first"].map(table["model_id"]).isin(planned_models)
        if candidates.empty:
            raise SelectionError(
                f"{settings.benchmark_id} has no two models with {FEW_GROUPS} shared {info.words.groups}. "
                "Run or import a second model, or name two runs with --run and --against."
            )
        middle = candidates.sort_values("spread").iloc[(len(candidates) - 1) // 2]
        repeats = None if pairs[is_repeat].empty else float(pairs.loc[is_repeat, "spread"].median())
        ranking = warehouse.query("ranking", kinds=None)
        names = dict(zip(ranking["run_id"].astype(str), ranking["run_label"].astype(str), strict=True))
        selected = (str(middle["first"]), str(middle["second"]))
        cost = _compute_group_costs(warehouse, settings, table, selected)
        cases_per_group = _count_cases_per_group(warehouse, selected)
    sizes = _list_sizes(float(middle["spread"]), repeats, (difference, power), cases_per_group, cost)
    return SamplePlan(
        (names[selected[0]], names[selected[1]]), float(middle["spread"]), int(middle["n_groups"]), info.words.units,
        repeats is not None, sizes,
    )  # fmt: skip


def _load_pairs(warehouse: Warehouse, settings: Settings, runs: tuple[str, str] | None) -> pd.DataFrame:
    """Return the differences of every two runs with enough groups, with their spread in points."""
    ranking = warehouse.query("ranking", kinds=None)
    run_ids = ranking["run_id"].astype(str)
    if runs and (unknown := [run_id for run_id in runs if run_id not in set(run_ids)]):
        raise SelectionError(f"{settings.benchmark_id} has no run {unknown[0]}. Use one of {', '.join(run_ids)}.")
    best = run_ids[ranking["model_kind"].ne("reference").to_numpy()].head(MAX_RUNS)
    compared = list(dict.fromkeys((*(runs or ()), *best)))
    filters: Filters = {
        **dict.fromkeys(factor.key for factor in FACTORS_OF_ANSWERS),
        "runs": compared,
        "with_references": True,
    }
    sums = warehouse.aggregate(filters, build_pair_aggregation(("first", "second", "group_id"), ("difference",)))
    if sums.empty:
        return pd.DataFrame(columns=["first", "second", "spread", "n_groups"])
    kinds = dict(zip(run_ids, ranking["model_kind"].astype(str), strict=True))
    pairs = compare_run_pairs(sums, [(run_id, kinds[run_id]) for run_id in compared])
    pairs = pairs[(pairs["n_groups"] >= FEW_GROUPS) & pairs["standard_error"].notna()]
    return pairs.assign(spread=pairs["standard_error"] * np.sqrt(pairs["n_groups"]))


def _count_cases_per_group(warehouse: Warehouse, runs: tuple[str, str]) -> float:
    """Return the mean number of cases that both runs were asked per group that has any."""
    asked = [set(pd.DataFrame(warehouse.load_rows("case_replies", run_id=[run_id]))["case_id"]) for run_id in runs]
    cases = warehouse.load_table("cases")
    groups = cases.loc[cases["case_id"].isin(asked[0] & asked[1]), "group_id"]
    return len(groups) / groups.nunique()


def _compute_group_costs(
    warehouse: Warehouse, settings: Settings, table: pd.DataFrame, runs: tuple[str, str]
) -> float | None:
    """Compute the price of one case asked of both models; None if a price or the tokens are not known."""
    total = 0.0
    for run_id in runs:
        replies = pd.DataFrame(warehouse.load_rows("case_replies", run_id=[run_id]))
        tokens = replies[["input_tokens", "output_tokens"]].astype(float).mean()
        api_id = table["api_id"].to_dict()[run_id]
        price = None if pd.isna(api_id) else find_price(str(api_id), settings.data)
        if price is None or tokens.isna().any():
            return None
        total += price.compute_cost_usd(tokens["input_tokens"], tokens["output_tokens"])
    return total


def _list_sizes(
    spread: float, repeats: float | None, goal: tuple[float, float], cases_per_group: float, usd_per_case: float | None
) -> tuple[PlannedSize, ...]:
    sizes = []
    for n_passes in PASSES if repeats is not None else PASSES[:1]:
        pass_spread = spread if repeats is None else compute_spread_of_passes(spread, repeats, n_passes)
        n_groups = compute_groups_needed(pass_spread, *goal)
        n_groups = None if n_groups is None else max(n_groups, FEW_GROUPS)  # with fewer no page gives a verdict
        n_cases = None if n_groups is None else n_groups * cases_per_group * n_passes
        usd = None if n_cases is None or usd_per_case is None else n_cases * usd_per_case
        sizes.append(PlannedSize(n_passes, n_groups, None if n_cases is None else round(2 * n_cases), usd))
    return tuple(sizes)
