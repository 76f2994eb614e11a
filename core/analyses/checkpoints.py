"""Checkpoints: the runs of one model in the order of time, the verdict from each to the next, and the changed cases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pandas as pd

from core.analyses.gate import GateResult, Outcome
from core.formatting import MISSING, format_interval, format_number, join_with_and
from core.records import COUNTED

CHOSEN = "chosen"
"""Key of the series of the chosen runs."""

VERDICTS: Mapping[Outcome, str] = {"passed": "not worse", "regressed": "worse", "undecided": "undecided"}
"""The gate's outcomes as the page writes them."""

_SAME_DESIGN = ["model_id", "prompt_id", "image_view"]
_DIFFERENCE = COUNTED.format("difference")


@dataclass(frozen=True, slots=True)
class Series:
    """Runs that follow each other in time.

    Attributes:
        title: for pages.
        run_ids: the oldest first.
    """

    title: str
    run_ids: tuple[str, ...]


def list_series(runs: pd.DataFrame, selected_ids: Sequence[str] = ()) -> dict[str, Series]:
    """List the series by key: the chosen runs if there are two, then the runs of a model with one prompt and view.

    Runs without a start time in their manifest have no place in time and are left out.

    Args:
        runs: run_id, model_id, prompt_id, image_view, display_name, kind and started_at (null if unknown).
        selected_ids: ids of the runs that the user has chosen.
    """
    dated = runs[runs["started_at"].notna() & runs["kind"].ne("reference")].sort_values(["started_at", "run_id"])
    series: dict[str, Series] = {}
    selected = dated[dated["run_id"].isin(list(selected_ids))]
    if len(selected) > 1:
        series[CHOSEN] = Series("The chosen runs", tuple(selected["run_id"]))
    for (model_id, prompt_id, view), rows in dated.groupby(_SAME_DESIGN, sort=True):
        if len(rows) > 1:
            several = dated.loc[dated["model_id"] == model_id, _SAME_DESIGN].drop_duplicates()
            title = str(rows["display_name"].iloc[0])
            is_alone = len(several) == 1
            series[f"{model_id}/{prompt_id}/{view}"] = Series(
                title if is_alone else f"{title}, prompt {prompt_id}, view {view}", tuple(rows["run_id"])
            )
    return series


def list_changed_cases(sums: pd.DataFrame) -> pd.DataFrame:
    """List the answers whose score changed from one run to the next, the largest losses first.

    Args:
        sums: of the differences new minus old by case_id and question_id.

    Returns:
        case_id, question_id, change (in points), direction (`worse` or `better`).
    """
    compared = sums[sums[_DIFFERENCE] > 0]
    change = 100 * compared["difference"].astype(float) / compared[_DIFFERENCE]
    labelled = compared[["case_id", "question_id"]].astype(str).assign(change=change)
    changed = labelled[labelled["change"].abs() > 1e-9].sort_values(
        ["change", "case_id", "question_id"], ignore_index=True
    )
    return changed.assign(direction=changed["change"].lt(0).map({True: "worse", False: "better"}))


def describe_course(steps: Sequence[GateResult | None]) -> str:
    """Describe a series in one sentence: the first step at which it got worse, or the last step.

    Args:
        steps: from each run to the next; None for two runs without shared answers.
    """
    judged = [step for step in steps if step is not None]
    worse = [step for step in judged if step.outcome == "regressed"]
    if not worse:
        return judged[-1].describe() if judged else ""
    more = f" It is one of {len(worse)} such steps." if len(worse) > 1 else ""
    return worse[0].describe() + more


def describe_unjudged(steps: Sequence[GateResult | None], names: Sequence[str]) -> str:
    """Name the neighbours that share no readable answer, whose step has no verdict; empty if there are none.

    Args:
        steps: as for `describe_course`.
        names: of the runs, one more than steps.
    """
    pairs = [f"{names[number]} and {names[number + 1]}" for number, step in enumerate(steps) if step is None]
    if not pairs:
        return ""
    return f"No verdict between {join_with_and(pairs)}: they share no readable answer that fits the filters."


def build_step_table(steps: Sequence[GateResult | None], names: Sequence[str]) -> pd.DataFrame:
    """Build the table of steps: old, new, change and its interval as text, verdict, n_groups, reason.

    Args:
        steps: as for `describe_course`.
        names: as for `describe_unjudged`.
    """
    return pd.DataFrame([
        {"old": old, "new": new, **_describe_cells(step)}
        for (old, new), step in zip(pairwise(names), steps, strict=True)
    ])  # fmt: skip


def _describe_cells(step: GateResult | None) -> dict[str, object]:
    if step is None:
        texts = dict.fromkeys(("change", "interval"), MISSING)
        return {**texts, "verdict": "not compared", "n_groups": 0, "reason": "no shared answers"}
    check = step.overall
    return {
        "change": format_number(check.difference, with_plus=True),
        "interval": format_interval(check.low, check.high, with_plus=True),
        "verdict": VERDICTS[step.outcome],
        "n_groups": check.n_groups,
        "reason": step.reason,
    }
