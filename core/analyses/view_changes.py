"""Changes under image views that keep the truth: scores, flips of answers beyond those of repeats, and ranks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.analyses.estimates import add_verdicts, to_percent
from core.analyses.run_variants import list_adaptive_runs
from core.records import COUNTED, FEW_GROUPS, NO_IMAGE, ORIGINAL_VIEW
from core.statistics.grouped_means import compute_grouped_differences, compute_grouped_means
from core.statistics.rank_changes import ConditionSums, compute_rank_changes

SUMMED_BY = ("first", "second", "group_id")
SUMMED_COLUMNS = ("first_score", "second_score", "difference", "flipped")
"""Columns and values of the sums over pairs of answers."""

_DESIGN = ["model_id", "prompt_id", "request_design", "option_order"]
_N = COUNTED.format("flipped")


@dataclass(frozen=True, slots=True)
class ViewComparison:
    """The runs of a model with a changed view, and the runs of the same design that they are compared with.

    Attributes:
        run_ids: of the runs with the changed view; repeats show what repeating alone changes.
        reference_ids: of the runs with the reference view.
    """

    model_id: str
    label: str
    view: str
    run_ids: tuple[str, ...]
    reference_ids: tuple[str, ...]

    @property
    def all_ids(self) -> tuple[str, ...]:
        """Return the runs of both views, the reference first."""
        return (*self.reference_ids, *self.run_ids)


@dataclass(frozen=True, slots=True)
class ViewChanges:
    """Changes of all models under all views, in percent or points.

    Attributes:
        rows: model_id, label, view, run_id and reference_id (the first of each view), run_ids (of both views); value,
            low, high, corrected_p and verdict of the paired change of the score (view minus reference), over every
            pair of a run with the view and one with the reference; flips, flips_low and flips_high, the share of
            answers that differ in these pairs; floor, the same between repeats of one view (NaN without repeats);
            excess, excess_low and excess_high, flips minus floor; n (pairs of answers per pair of runs), n_groups.
        ranks: view, leader and follower (labels), lead_before, lead_after, probability, n_groups; one row per view and
            two models, the likeliest change first.
    """

    rows: pd.DataFrame
    ranks: pd.DataFrame


def list_view_comparisons(designs: pd.DataFrame, references: Mapping[str, str]) -> list[ViewComparison]:
    """List the runs of each model with a changed view beside the runs of the same design with the reference view.

    All runs that are asked alike count, as for `core.analyses.repeats`. Runs without any image are left out, because
    they are not meant to change nothing, and so are adaptive runs.

    Args:
        designs: the query `run_designs`.
        references: view to compare with, by view; the original for all others.
    """
    comparisons = []
    designs = designs[~designs["run_id"].isin(list_adaptive_runs(designs))]
    for (model_id, *_), alike in designs.groupby(_DESIGN, sort=False, observed=True):
        by_view = {str(view): list(rows["run_id"]) for view, rows in alike.groupby("image_view", sort=False)}
        for view, run_ids in by_view.items():
            reference_ids = by_view.get(references.get(view, ORIGINAL_VIEW), [])
            if view in (ORIGINAL_VIEW, NO_IMAGE) or not reference_ids:
                continue
            label = str(alike["model_name"].iloc[0])
            comparisons.append(ViewComparison(str(model_id), label, view, tuple(run_ids), tuple(reference_ids)))
    return comparisons


def compute_view_changes(sums: pd.DataFrame, comparisons: Sequence[ViewComparison]) -> ViewChanges | None:
    """Compute the changes; None if no pair of runs has answers to the same questions.

    Args:
        sums: of pairs by `SUMMED_BY` for `SUMMED_COLUMNS`, of all compared runs.
        comparisons: as `list_view_comparisons` returns them.
    """
    pairs = _add_reversed_pairs(sums)
    rows = [
        {
            "model_id": comparison.model_id,
            "label": comparison.label,
            "view": comparison.view,
            "run_id": comparison.run_ids[0],
            "reference_id": comparison.reference_ids[0],
            "run_ids": comparison.all_ids,
            **changes,
        }
        for comparison in comparisons
        if (changes := _compare_runs(pairs, comparison))
    ]
    if not rows:
        return None
    table = pd.DataFrame(rows)
    judged = add_verdicts(table)
    return ViewChanges(
        judged.sort_values(["view", "label"], ignore_index=True), _compare_ranks(pairs, comparisons, judged)
    )


def _add_reversed_pairs(sums: pd.DataFrame) -> pd.DataFrame:
    """Return every pair in both orders, so that a reference can be looked up as the first run."""
    selected = sums.assign(first=sums["first"].astype(str), second=sums["second"].astype(str))
    names = {"first": "second", "second": "first", "first_score": "second_score", "second_score": "first_score"}
    turned = selected.rename(columns=names).assign(difference=-selected["difference"])
    return pd.concat([selected, turned], ignore_index=True)


def _select_pairs(pairs: pd.DataFrame, first_ids: Sequence[str], second_ids: Sequence[str]) -> pd.DataFrame:
    return pairs[pairs["first"].isin(first_ids) & pairs["second"].isin(second_ids) & (pairs[_N] > 0)]


def _compare_runs(pairs: pd.DataFrame, comparison: ViewComparison) -> dict[str, object]:
    """Return the estimates of one comparison; empty without pairs of answers."""
    selected = _select_pairs(pairs, comparison.run_ids, comparison.reference_ids)
    if selected.empty:
        return {}
    counts = COUNTED.format("difference")
    change = to_percent(compute_grouped_means(selected, "difference", counts=counts)).iloc[0]
    flips = to_percent(compute_grouped_means(selected, "flipped", is_share=True, counts=_N)).iloc[0]
    n_per_pair = round(int(change["n"]) / len(selected[["first", "second"]].drop_duplicates()))
    ends = {f"flips{end}": flips[name] for end, name in (("", "value"), ("_low", "low"), ("_high", "high"))}
    changes = {str(name): value for name, value in change.items()} | {"n": n_per_pair}
    return {**changes, **ends, **_estimate_excess(selected, _select_repeats(pairs, comparison))}


def _select_repeats(pairs: pd.DataFrame, comparison: ViewComparison) -> pd.DataFrame:
    """Return the pairs of runs with the same view; the view and the reference weigh alike if both have repeats."""
    parts = []
    for run_ids in (comparison.run_ids, comparison.reference_ids):
        within = _select_pairs(pairs, run_ids, run_ids)
        n_pairs = len(within[["first", "second"]].drop_duplicates())
        if n_pairs:
            parts.append(within.assign(flipped=within["flipped"] / n_pairs, **{_N: within[_N] / n_pairs}))
    return pd.concat(parts) if parts else pairs.head(0)


def _estimate_excess(selected: pd.DataFrame, floor: pd.DataFrame) -> dict[str, float]:
    """Estimate the flips of repeats, and those of a view beyond them, on the groups of both."""
    names = ("excess", "excess_low", "excess_high")
    if floor.empty:
        return dict.fromkeys(("floor", *names), np.nan)
    stacked = pd.concat([selected.assign(compared="view"), floor.assign(compared="repeat")], ignore_index=True)
    excess = to_percent(compute_grouped_differences(stacked, "flipped", "compared", "view", "repeat", counts=_N)).iloc[
        0
    ]
    values = (excess["value"], excess["low"], excess["high"])
    return {"floor": 100 * floor["flipped"].sum() / floor[_N].sum(), **dict(zip(names, values, strict=True))}


def _compare_ranks(pairs: pd.DataFrame, comparisons: Sequence[ViewComparison], rows: pd.DataFrame) -> pd.DataFrame:
    """Compute the rank changes of the models of each view."""
    changes = []
    by_run = {comparison.run_ids[0]: comparison for comparison in comparisons}
    for view, runs in rows.groupby("view", sort=True):
        selected = runs.drop_duplicates("model_id")
        tables = [
            _select_pairs(pairs, by_run[run_id].run_ids, by_run[run_id].reference_ids)
            .groupby("group_id", observed=True)[[*SUMMED_COLUMNS, _N]]
            .sum()
            for run_id in selected["run_id"]
        ]
        groups = sorted(set().union(*(table.index for table in tables)), key=str)
        after, before, counts = (
            np.vstack([table[name].reindex(groups).fillna(0).to_numpy(float) for table in tables])
            for name in ("first_score", "second_score", _N)
        )
        n_groups = int((counts > 0).all(axis=0).sum())
        labels = list(selected["label"])
        changes += [
            {"view": view, "leader": labels[change.leader], "follower": labels[change.follower],
             "lead_before": 100 * change.lead_before, "lead_after": 100 * change.lead_after,
             "probability": change.probability, "n_groups": n_groups}
            for change in (compute_rank_changes(ConditionSums(before, after, counts)) if n_groups >= FEW_GROUPS else [])
        ]  # fmt: skip
    columns = ["view", "leader", "follower", "lead_before", "lead_after", "probability", "n_groups"]
    return pd.DataFrame(changes, columns=columns).sort_values("probability", ascending=False, ignore_index=True)
