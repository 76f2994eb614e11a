"""Checkpoints: the runs of one model in the order of time, the verdict from each to the next, and the changed cases."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pandas as pd

from core.analyses.answered import name_some
from core.analyses.gate import GateResult, Outcome
from core.analyses.run_variants import list_adaptive_runs, name_designs
from core.formatting import MISSING, format_count, format_interval, format_number, join_with_and
from core.records import COUNTED

CHOSEN = "chosen"
"""Key of the series of the chosen runs."""

VERDICTS: Mapping[Outcome, str] = {"passed": "not worse", "regressed": "worse", "undecided": "undecided"}
"""The gate's outcomes as the page writes them."""

MAX_REPEAT_HOURS = 24
"""Runs of one design that start within this time of a checkpoint's first run are repeats of it."""

_SAME_DESIGN = ["model_id", "prompt_id", "image_view", "option_order", "request_design"]
_DIFFERENCE = COUNTED.format("difference")


@dataclass(frozen=True, slots=True)
class Series:
    """Checkpoints that follow each other in time, and the numbers of runs that are left out.

    Attributes:
        title: for pages.
        run_ids: the oldest first.
        n_repeats: runs of the same settings and model version as the checkpoint before.
        n_adaptive: runs whose cases were chosen by their margins.
        n_undated: runs without a start time.
        n_other: runs of the same model with other settings.
    """

    title: str
    run_ids: tuple[str, ...]
    n_repeats: int = 0
    n_adaptive: int = 0
    n_undated: int = 0
    n_other: int = 0


def list_series(
    runs: pd.DataFrame, designs: pd.DataFrame, versions: pd.DataFrame, selected_ids: Sequence[str] = ()
) -> dict[str, Series]:
    """List the series by key: the chosen runs if there are two, then the checkpoints of each model and its settings.

    The runs of a series have the same prompt, image view, order of options and request options. Of runs that repeat a
    checkpoint, only the first counts. Runs without a start time have no place in time and are left out, as are adaptive
    runs, which answered other cases. Runs with equal start times are sorted by name, with numbers by their value, so
    that checkpoint-9 is before checkpoint-10.

    Args:
        runs: run_id, model_id, prompt_id, image_view, display_name, api_id, kind and started_at (null if unknown).
        designs: the query `run_designs`.
        versions: the query `model_versions`.
        selected_ids: ids of the runs that the user has chosen; their repeats count.
    """
    candidates = runs[runs["kind"].ne("reference")].merge(
        designs[["run_id", "option_order", "request_design"]], on="run_id", how="left"
    )
    candidates = candidates.fillna({"option_order": 1, "request_design": "{}"})
    candidates = candidates.assign(
        version=_list_versions(candidates, versions),
        is_adaptive=candidates["run_id"].isin(list_adaptive_runs(designs)),
        name=[_build_sort_key(*names) for names in candidates[["display_name", "run_id"]].astype(str).to_numpy()],
    )
    plain = candidates[~candidates["is_adaptive"]]
    dated = plain[plain["started_at"].notna()].sort_values(["started_at", "name"])
    series: dict[str, Series] = {}
    is_selected = candidates["run_id"].isin(list(selected_ids))
    selected = dated[dated["run_id"].isin(list(selected_ids))]
    if len(selected) > 1:
        left_out = candidates[is_selected & ~candidates["run_id"].isin(selected["run_id"])]
        n_adaptive = int(left_out["is_adaptive"].sum())
        series[CHOSEN] = Series(
            "The chosen runs", tuple(selected["run_id"]), n_adaptive=n_adaptive, n_undated=len(left_out) - n_adaptive
        )
    design_names = name_designs(designs)
    for (model_id, prompt_id, view, order, request_design), rows in dated.groupby(_SAME_DESIGN, sort=True):
        checkpoints = _drop_repeats(rows)
        if len(checkpoints) < 2:
            continue
        of_model = candidates[candidates["model_id"] == model_id]
        undated = plain[plain["started_at"].isna() & (plain[_SAME_DESIGN] == rows[_SAME_DESIGN].iloc[0]).all(axis=1)]
        n_adaptive = int(of_model["is_adaptive"].sum())
        title, design_name = str(rows["display_name"].iloc[0]), design_names.get(checkpoints[0], "")
        key = f"{model_id}/{prompt_id}/{view}"
        series[f"{key}/{order}/{request_design}" if key in series else key] = Series(
            f"{title}, {design_name}" if design_name else title,
            checkpoints,
            n_repeats=len(rows) - len(checkpoints),
            n_adaptive=n_adaptive,
            n_undated=len(undated),
            n_other=len(of_model) - len(rows) - len(undated) - n_adaptive,
        )
    return series


def _list_versions(runs: pd.DataFrame, versions: pd.DataFrame) -> list[str]:
    """List for each run the model versions that the provider reported; empty if it only repeated the requested name."""
    reported = versions.groupby("run_id")["api_model"].agg(lambda names: ", ".join(sorted(set(names)))).to_dict()
    return [
        "" if reported.get(run_id) == api_id else reported.get(run_id, "")
        for run_id, api_id in runs[["run_id", "api_id"]].itertuples(index=False)
    ]


def _build_sort_key(*names: str) -> str:
    """Join names with all numbers in twenty digits, so that they sort by value: 9 before 10."""
    return "\n".join(re.sub(r"\d+", lambda match: match[0].zfill(20), name) for name in names)


def _drop_repeats(runs: pd.DataFrame) -> tuple[str, ...]:
    """Return the runs of one design without those that repeat the checkpoint before.

    A run repeats it if both report the same model version. If either reports none, it repeats it if it starts within
    `MAX_REPEAT_HOURS`.

    Args:
        runs: run_id, started_at and version, the oldest first.
    """
    checkpoints: list[str] = []
    last_start, last_version = None, ""
    for run_id, started_at, version in runs[["run_id", "started_at", "version"]].itertuples(index=False):
        if last_start is not None:
            is_soon = started_at - last_start <= pd.Timedelta(hours=MAX_REPEAT_HOURS)
            if version == last_version if version and last_version else is_soon:
                continue
        checkpoints.append(str(run_id))
        last_start, last_version = started_at, version
    return tuple(checkpoints)


def describe_left_out(series: Series) -> str:
    """State how many runs do not count as checkpoints of a series, and why; empty if none is left out."""
    repeats = f"of the same settings (same model version, or within {MAX_REPEAT_HOURS} hours)"
    numbers = (
        ("repeat", repeats, series.n_repeats),
        ("run", "of the same model with other settings", series.n_other),
        ("run", "with cases chosen by their margins (--adaptive)", series.n_adaptive),
        ("run", "without a start time", series.n_undated),
    )
    listed = [f"{format_count(number, noun)} {reason}" for noun, reason, number in numbers if number]
    return f"Left out: {join_with_and(listed)}." if listed else ""


def explain_no_order(
    runs: pd.DataFrame, designs: pd.DataFrame, selected_ids: Sequence[str], labels: Mapping[str, str]
) -> str:
    """Explain why the chosen runs do not form a series, run by run; empty if fewer than two are chosen.

    Args:
        runs: as for `list_series`.
        designs: the query `run_designs`.
        selected_ids: ids of the runs that the user has chosen.
        labels: of runs by id.
    """
    chosen = runs[runs["run_id"].isin(list(selected_ids))]
    if len(chosen) < 2:
        return ""
    is_reference, is_adaptive = chosen["kind"] == "reference", chosen["run_id"].isin(list_adaptive_runs(designs))
    is_undated = chosen["started_at"].isna() & ~is_reference & ~is_adaptive
    reasons = (
        ("no start time in the manifest", is_undated),
        ("cases chosen by their margins, --adaptive", is_adaptive),
        ("reference model", is_reference),
    )
    listed = [
        f"{name_some([labels[run_id] for run_id in chosen.loc[is_disqualified, 'run_id']])} ({reason})"
        for reason, is_disqualified in reasons
        if is_disqualified.any()
    ]
    return f"Fewer than two of the chosen runs have a place in the order of time. Left out: {join_with_and(listed)}."


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
