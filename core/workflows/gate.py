"""The gate between two runs of a benchmark's warehouse."""

from core.analyses.gate import GateCheck, GateResult, judge_pair, judge_slices
from core.analyses.slices import MAX_LEVELS
from core.errors import SelectionError
from core.factors import FACTORS_OF_ANSWERS, get_factor_column
from core.records import COUNTED
from core.warehouse.aggregation import Aggregation
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import Filters, Warehouse, open_current
from core.workspace import Workspace


def compare_runs(workspace: Workspace, new_id: str, old_id: str, max_drop: float, *, with_slices: bool) -> GateResult:
    """Compare a new run with an old one on the cases that both answered.

    Args:
        workspace: of the benchmark.
        new_id: id of the new run.
        old_id: id of the old run.
        max_drop: allowed drop of the mean score, in points.
        with_slices: whether to compare by question and by every factor of cases too.

    Raises:
        SelectionError: a run does not exist, both are the same, or they share no readable answer.
        WarehouseError: the benchmark has no warehouse.
    """
    if new_id == old_id:
        raise SelectionError(f"--run and --against are both {new_id}. Name two runs.")
    with open_current(workspace) as warehouse:
        ranking = warehouse.query("ranking", kinds=None)
        labels = dict(zip(ranking["run_id"].astype(str), ranking["run_label"].astype(str), strict=True))
        if unknown := [run_id for run_id in (new_id, old_id) if run_id not in labels]:
            raise SelectionError(f"{workspace.benchmark_id} has no run {unknown[0]}. Use one of {', '.join(labels)}.")
        filters: Filters = {
            **dict.fromkeys(factor.key for factor in FACTORS_OF_ANSWERS),
            "runs": [new_id, old_id],
            "with_references": True,
        }
        pairs = build_pair_aggregation(("group_id",), ("difference",))
        sums = warehouse.aggregate(filters, pairs)
        answers = warehouse.aggregate({**filters, "runs": [old_id]}, Aggregation(("run_id",), ("score",)))
        n_old = int(answers[COUNTED.format("score")].sum())
        slices = _compare_slices(warehouse, filters, max_drop) if with_slices else ()
        result = judge_pair(sums, n_old, (labels[new_id], labels[old_id]), max_drop, slices)
        if result is None:
            raise SelectionError(f"{new_id} and {old_id} share no question that both answered readably.")
        return result


def _compare_slices(warehouse: Warehouse, filters: Filters, max_drop: float) -> tuple[GateCheck, ...]:
    info = read_benchmark_info(warehouse)
    factors = [info.factors["question"], *(factor for factor in info.case_factors if factor.origin != "answers")]
    sums, titles = {}, {}
    for factor in factors:
        column = get_factor_column(factor.key)
        rows = warehouse.aggregate(filters, build_pair_aggregation(("group_id", column), ("difference",)))
        if rows[column].nunique() <= MAX_LEVELS:
            sums[column], titles[column] = rows, factor.title
    return judge_slices(sums, titles, max_drop)
