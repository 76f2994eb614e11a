"""Plans of sample sizes from the variances in a warehouse: groups, passes and price for a difference to detect."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from core.analyses.compare import compare_run_pairs
from core.analyses.estimates import compute_run_scores
from core.analyses.run_variants import name_full_designs
from core.benchmarks.info import BenchmarkInfo
from core.errors import SelectionError
from core.factors import FACTORS_OF_ANSWERS
from core.formatting import format_number
from core.inference.prices import find_price
from core.records import FEW_GROUPS, RUN_COLUMNS
from core.statistics.power import compute_deviation_of_passes, compute_groups_needed
from core.warehouse.aggregation import Aggregation
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
        n_passes: of each model.
        n_groups: groups needed; None if no number suffices.
        n_requests: messages to all models together.
        usd: their price; None if it is not known.
    """

    n_passes: int
    n_groups: int | None
    n_requests: int | None
    usd: float | None


@dataclass(frozen=True, slots=True)
class ScoreVariance:
    """Variances and prices from which a plan for one or two models is computed.

    Attributes:
        names: of the two runs, of many pairs those whose standard deviation is in the middle; or of the only run.
        deviation: standard deviation from group to group of their difference, or of the only run's score, in points:
            the standard error times the root of the number of groups.
        repeat_deviation: the part of it that passes average out; None without two passes that were asked in the same
            way.
        present_groups: groups of the benchmark that all of these runs answered.
        cases_per_group: mean number of cases that all of these runs were asked, per group that has any.
        usd_per_case: price of asking all of these models about one case, from the tokens they used; None if it is not
            known.
        units: the benchmark's words for one group and for several.
    """

    names: tuple[str, ...]
    deviation: float
    repeat_deviation: float | None
    present_groups: int
    cases_per_group: float
    usd_per_case: float | None
    units: tuple[str, str]


def measure_score_variance(warehouse: Warehouse, price_folder: Path, run_ids: tuple[str, ...] = ()) -> ScoreVariance:
    """Measure how much the difference of two models, or the score of one, varies from group to group.

    Args:
        warehouse: source of the answers.
        price_folder: folder that may have a `prices.csv`.
        run_ids: of two runs whose difference counts, or of one run whose score counts; none takes the median of all
            pairs of different models.

    Raises:
        SelectionError: a run does not exist, or too few runs or groups are available.
        PriceError: the table of prices cannot be read.
    """
    table, info = warehouse.query("runs").set_index("run_id"), read_benchmark_info(warehouse)
    ranking = warehouse.query("ranking", kinds=None)
    _refuse_unknown_runs(run_ids, list(ranking["run_id"].astype(str)), info.benchmark_id)
    pairs = _load_pairs(warehouse, ranking, run_ids)
    designs = name_full_designs(warehouse.query("run_designs"))
    models = {name: pairs[name].map(table["model_id"]) for name in ("first", "second")}
    planned_models = table.loc[list(run_ids), "model_id"] if run_ids else table["model_id"]
    is_repeat = (pairs["first"].map(designs) == pairs["second"].map(designs)) & models["first"].isin(planned_models)
    passes = pairs.loc[is_repeat & (models["first"] == models["second"]), "deviation"]
    repeats = None if passes.empty else float(passes.median())
    if len(run_ids) == 1:
        selected: tuple[str, ...] = run_ids
        deviation, n_groups = _measure_run(warehouse, run_ids[0], info)
        # The difference of two passes has the noise of both.
        repeats = None if repeats is None else repeats / float(np.sqrt(2))
    else:
        is_named = pairs["first"].isin(run_ids) & pairs["second"].isin(run_ids)
        candidates = pairs[is_named if run_ids else models["first"] != models["second"]]
        if candidates.empty:
            raise SelectionError(
                f"The two runs share fewer than {FEW_GROUPS} {info.words.groups} that both answered readably."
                if run_ids
                else f"{info.benchmark_id} has no two models with {FEW_GROUPS} shared {info.words.groups}. "
                "Run or import a second model, or name a run with --run."
            )
        middle = candidates.sort_values("deviation").iloc[(len(candidates) - 1) // 2]
        selected = (str(middle["first"]), str(middle["second"]))
        deviation, n_groups = float(middle["deviation"]), int(middle["n_groups"])
    names = dict(zip(ranking["run_id"].astype(str), ranking["run_label"].astype(str), strict=True))
    replies = [pd.DataFrame(warehouse.load_rows("case_replies", run_id=[run_id])) for run_id in selected]
    return ScoreVariance(
        tuple(names[run_id] for run_id in selected), deviation, repeats, n_groups,
        _count_cases_per_group(warehouse.load_table("cases"), replies),
        _compute_case_price(price_folder, [table["api_id"].to_dict()[run_id] for run_id in selected], replies),
        info.words.units,
    )  # fmt: skip


def _refuse_unknown_runs(run_ids: tuple[str, ...], present: list[str], benchmark_id: str) -> None:
    if unknown := [run_id for run_id in run_ids if run_id not in present]:
        raise SelectionError(f"{benchmark_id} has no run {unknown[0]}. Use one of {', '.join(present)}.")
    if len(run_ids) != len(set(run_ids)):
        raise SelectionError(f"Both runs are {run_ids[0]}. Name two runs.")


def _measure_run(warehouse: Warehouse, run_id: str, info: BenchmarkInfo) -> tuple[float, int]:
    """Return the standard deviation of a run's score from group to group in points, and the number of groups."""
    filters = _select_all_answers([run_id])
    scores = compute_run_scores(warehouse.aggregate(filters, Aggregation((*RUN_COLUMNS, "group_id"), ("score",))))
    few = scores.empty or scores["n_groups"].iloc[0] < FEW_GROUPS or scores["standard_error"].isna().iloc[0]
    if few:
        raise SelectionError(f"{run_id} has readable answers about fewer than {FEW_GROUPS} {info.words.groups}.")
    n_groups = int(scores["n_groups"].iloc[0])
    return float(scores["standard_error"].iloc[0] * np.sqrt(n_groups)), n_groups


def _select_all_answers(run_ids: Sequence[str]) -> Filters:
    return {
        **dict.fromkeys(factor.key for factor in FACTORS_OF_ANSWERS),
        "runs": list(run_ids),
        "with_references": True,
    }


def _load_pairs(warehouse: Warehouse, ranking: pd.DataFrame, runs: tuple[str, ...]) -> pd.DataFrame:
    """Return the differences of every two runs with enough groups, with their standard deviation in points."""
    run_ids = ranking["run_id"].astype(str)
    of_models = ranking["model_id"].isin(ranking.loc[run_ids.isin(runs), "model_id"]) if runs else True
    best = run_ids[(ranking["model_kind"].ne("reference") & of_models).to_numpy()].head(MAX_RUNS)
    compared = list(dict.fromkeys((*runs, *best)))
    filters = _select_all_answers(compared)
    sums = warehouse.aggregate(filters, build_pair_aggregation(("first", "second", "group_id"), ("difference",)))
    if sums.empty:
        return pd.DataFrame(columns=["first", "second", "deviation", "n_groups"])
    kinds = dict(zip(run_ids, ranking["model_kind"].astype(str), strict=True))
    pairs = compare_run_pairs(sums, [(run_id, kinds[run_id]) for run_id in compared])
    pairs = pairs[(pairs["n_groups"] >= FEW_GROUPS) & pairs["standard_error"].notna()]
    return pairs.assign(deviation=pairs["standard_error"] * np.sqrt(pairs["n_groups"]))


def _count_cases_per_group(cases: pd.DataFrame, replies: list[pd.DataFrame]) -> float:
    case_ids = set.intersection(*(set(table["case_id"]) for table in replies))
    groups = cases.loc[cases["case_id"].isin(case_ids), "group_id"]
    return len(groups) / groups.nunique()


def _compute_case_price(price_folder: Path, api_ids: list[object], replies: list[pd.DataFrame]) -> float | None:
    """Compute the price of one case asked of all models, in dollars; None if a price or the tokens are not known."""
    total = 0.0
    for api_id, table in zip(api_ids, replies, strict=True):
        tokens = table[["input_tokens", "output_tokens"]].astype(float).mean()
        price = find_price(api_id, price_folder) if isinstance(api_id, str) else None
        if price is None or tokens.isna().any():
            return None
        total += price.compute_cost_usd(tokens["input_tokens"], tokens["output_tokens"])
    return total


def plan_sample_sizes(variance: ScoreVariance, difference: float, power: float) -> tuple[PlannedSize, ...]:
    """Plan how many groups must be answered to detect a difference, by the number of passes.

    Args:
        variance: of the two models, or of one model whose score is compared with a fixed one.
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
        n_cases = None if n_groups is None else n_groups * variance.cases_per_group * n_passes
        usd = None if n_cases is None or variance.usd_per_case is None else n_cases * variance.usd_per_case
        n_requests = None if n_cases is None else round(len(variance.names) * n_cases)
        sizes.append(PlannedSize(n_passes, n_groups, n_requests, usd))
    return tuple(sizes)


def describe_missing_groups(size: PlannedSize, variance: ScoreVariance) -> str:
    """Describe in a few words whether the models answered as many groups as a plan needs."""
    if size.n_groups is None:
        return f"no number of {variance.units[1]} suffices"
    missing = size.n_groups - variance.present_groups
    return f"{missing:,} missing" if missing > 0 else "enough"


def describe_plan(variance: ScoreVariance, sizes: tuple[PlannedSize, ...], difference: float, power: float) -> str:
    """Describe in one sentence how many groups one pass needs, and whether there are enough."""
    single, groups = sizes[0], variance.units[1]
    is_pair = len(variance.names) > 1
    what = "a difference of" if is_pair else f"that {variance.names[0]} differs from a fixed score by"
    goal = f"To detect {what} {format_number(difference)} points with {power:.0%} probability"
    if single.n_groups is None:
        return f"{goal}, no number of {groups} suffices."
    present = variance.present_groups
    enough = "suffice" if single.n_groups <= present else "are too few"
    who, by_whom = ("both models", "that both answered") if is_pair else ("it", "that it answered")
    return f"{goal}, {who} must answer {single.n_groups:,} {groups}: the {present:,} {by_whom} {enough}."


def describe_variance(variance: ScoreVariance) -> str:
    """Describe in one sentence for which models a plan holds."""
    group = variance.units[0]
    if len(variance.names) == 1:
        what = f"a model whose score varies as much from one {group} to the next as that of {variance.names[0]} does"
    else:
        what = f"two models that differ as much from one {group} to the next as {' and '.join(variance.names)} do"
    return f"This holds for {what} (standard deviation {variance.deviation:.1f} points)."
