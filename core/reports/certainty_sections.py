"""Build the report's tables on certainty: thresholds, items, equivalence, plans, checkpoints, and score gaps."""

from functools import lru_cache
from itertools import pairwise

import numpy as np
import pandas as pd

from core.analyses import checkpoints, threshold_sentences, thresholds
from core.analyses.estimates import list_run_metadata
from core.analyses.gate import judge_pair
from core.analyses.items import (
    FLAGS,
    MIN_MODELS,
    analyse_items,
    describe_cautions,
    describe_curve_width,
    describe_items,
)
from core.analyses.overview import Overview
from core.analyses.score_gap import explain_gap
from core.analyses.score_sources import is_scored_by_program, load_score_source
from core.benchmarks.info import BenchmarkInfo
from core.formatting import format_time
from core.records import FEW_GROUPS, RIGHT_AT
from core.reports.report_section import ReportSection
from core.statistics.power import compute_equivalence, compute_groups_needed
from core.warehouse.aggregation import Aggregation
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.read import NO_FILTERS, Warehouse

MAX_RUNS = 40
"""Maximum number of runs with thresholds, items and gaps: the best ones, as many as a table can hold."""

MAX_ITEMS = 20_000
"""Maximum number of questions of cases to which curves are fitted."""

DRAWS = 200
MARGIN = 2.0
"""Difference that does not matter, and difference to detect, in points."""

MAX_DROP = 1.0
"""Allowed drop from one checkpoint to the next, in points, as by default of `trilens gate`."""


def build_certainty_sections(warehouse: Warehouse, overview: Overview) -> list[ReportSection]:
    """Build the tables for which the benchmark has what they need: margins, ten models, two models, other scorings."""
    ranking = warehouse.query("ranking", kinds=None)
    is_reference = ranking["model_kind"].eq("reference")
    runs = list(ranking.loc[~is_reference, "run_id"].astype(str).head(MAX_RUNS))
    references = list(ranking.loc[is_reference, "run_id"].astype(str))
    sections = [
        _build_threshold_section(warehouse, overview.about, runs),
        _build_item_section(warehouse, overview, references),
        _build_undecided_section(overview),
        _build_checkpoint_section(warehouse, overview.about, ranking),
        _build_gap_section(warehouse, overview.about, runs),
    ]
    return [section for section in sections if section is not None]


def _build_threshold_section(warehouse: Warehouse, about: BenchmarkInfo, runs: list[str]) -> ReportSection | None:
    if not about.margins or not runs:
        return None
    sums = warehouse.aggregate({**NO_FILTERS, "runs": runs}, Aggregation(thresholds.SUMMED_BY, ("score",)))
    selected = thresholds.select_runs(sums)
    fits = thresholds.fit_thresholds(selected, DRAWS)
    if not any(fit.curve for fit in fits.values()):
        return None
    metadata = list_run_metadata(selected)
    labels = dict(zip(metadata["run_id"], metadata["label"], strict=True))
    rows = []
    for (run_id, question_id), fit in fits.items():
        unit = about.margins[question_id].unit if question_id in about.margins else ""
        rows.append({
            "run_id": run_id, "label": labels[run_id], "question": about.questions[question_id].name,
            "value": fit.value, "low": fit.low, "high": fit.high, "unit": unit,
            "statement": threshold_sentences.describe_status(fit, unit),
            "bias": threshold_sentences.describe_bias(fit, unit), "lapse_pct": 100 * fit.lapse, "fit_p": fit.fit_p,
            "n_groups": fit.n_groups,
        })  # fmt: skip
    table = pd.DataFrame(rows)
    bounded = table[["value", "low", "high"]].replace([np.inf, -np.inf], np.nan)
    text = threshold_sentences.describe_thresholds(fits, thresholds.compare_thresholds(fits), labels, about)
    note = (
        "The margin at which a model is halfway from guessing to always right, in the margin's own unit, with 95% CIs "
        f"clustered by {about.words.group}; an empty end is beyond the margins asked. {text}"
    )
    return ReportSection("thresholds", "Thresholds", note.strip(), table.assign(**bounded))


def _build_item_section(warehouse: Warehouse, overview: Overview, references: list[str]) -> ReportSection | None:
    n_items = len(warehouse.load_table("cases"))
    if len(overview.compared) < MIN_MODELS or n_items > MAX_ITEMS:
        return None
    runs = [*list(overview.compared)[:MAX_RUNS], *references]
    answers = warehouse.query("item_answers", filters={**NO_FILTERS, "runs": runs}, right_at=RIGHT_AT)
    result = analyse_items(answers)
    if result.fit is None:
        return None
    flagged = result.items[result.items[list(FLAGS)].any(axis="columns")]
    table = flagged.assign(
        question=flagged["question_id"].map({key: question.name for key, question in overview.about.questions.items()}),
        flags=[", ".join(flag for flag in FLAGS if flagged.loc[row, flag]) for row in flagged.index],
    ).sort_values(["n_agreeing", "n_right", "case_id", "question_id"], ascending=[False, True, True, True])
    columns = ["case_id", "question", "n", "n_right", "difficulty", "discrimination", "n_strong", "n_agreeing", "flags"]
    note = " ".join([describe_items(result), describe_curve_width(result), *describe_cautions(result)])
    return ReportSection("items", "Questions to look at", note, table[columns].reset_index(drop=True))


def _build_undecided_section(overview: Overview) -> ReportSection | None:
    """Build the pairs that are not distinguishable: whether they are equivalent, and what a plan would need."""
    if overview.pairs.empty:
        return None
    pairs, words = overview.pairs, overview.about.words
    undecided = pairs[pairs["verdict"].eq("not distinguishable") & pairs["n_groups"].ge(FEW_GROUPS)]
    if undecided.empty:
        return None
    tests = [
        compute_equivalence(value, error, freedom, MARGIN)
        for value, error, freedom in undecided[["value", "standard_error", "degrees_of_freedom"]].to_numpy(float)
    ]
    deviations = undecided["standard_error"] * np.sqrt(undecided["n_groups"])
    plans = [compute_groups_needed(float(deviation), MARGIN) for deviation in deviations]
    needed = [float("nan") if count is None else float(count) for count in plans]
    table = undecided[["first", "first_label", "second", "second_label", "value"]].assign(
        equivalence_low=[test.low for test in tests],
        equivalence_high=[test.high for test in tests],
        equivalence=[test.verdict for test in tests],
        n_groups=undecided["n_groups"],
        groups_needed=pd.array(needed, dtype="Int64"),
    )
    note = (
        f"In points, with 90% CIs clustered by {words.group}. Equivalent: the whole 90% CI is within "
        f"{MARGIN:g} points (two one-sided tests at 5%). The last column is the number of {words.groups} "
        f"that would detect a difference of {MARGIN:g} points with 80% probability."
    )
    return ReportSection("equivalence", "Pairs that are not distinguishable: equivalent, or too few", note, table)


def _build_checkpoint_section(
    warehouse: Warehouse, about: BenchmarkInfo, ranking: pd.DataFrame
) -> ReportSection | None:
    """Build the steps from each checkpoint of a model to the next, as `trilens gate` judges them."""
    runs, versions = warehouse.query("runs"), warehouse.query("model_versions")
    series = checkpoints.list_series(runs, warehouse.query("run_designs"), versions)
    started = runs.set_index("run_id")["started_at"]
    labels = dict(zip(ranking["run_id"].astype(str), ranking["run_label"].astype(str), strict=True))
    n_answers = dict(zip(ranking["run_id"].astype(str), ranking["n"].fillna(0), strict=True))
    pairs = build_pair_aggregation(("group_id",), ("difference",))
    tables = []
    for one_series in series.values():
        names = [f"{labels[run_id]} of {format_time(started[run_id])}" for run_id in one_series.run_ids]
        steps = [
            judge_pair(
                warehouse.aggregate({**NO_FILTERS, "runs": [new, old]}, pairs), int(n_answers[old]),
                (names[number + 1], names[number]), MAX_DROP,
            )
            for number, (old, new) in enumerate(pairwise(one_series.run_ids))
        ]  # fmt: skip
        tables.append(checkpoints.build_step_table(steps, names).assign(model=one_series.title))
    if not tables:
        return None
    note = (
        f"Change of the score from one run to the next on the answers that both gave, in points; 95% CIs clustered "
        f"by {about.words.group}. Not worse: the whole interval is above minus {MAX_DROP:g} points."
    )
    table = pd.concat(tables, ignore_index=True)
    return ReportSection("checkpoints", "Checkpoints: each run against the one before", note, table)


def _build_gap_section(warehouse: Warehouse, about: BenchmarkInfo, runs: list[str]) -> ReportSection | None:
    """Build the gaps between the scores of the program that asked and those here, split into their factors."""
    rows, sentences = [], []
    query = lru_cache(maxsize=4)(warehouse.query)  # ranking and runs are read once, the answers of a run once each
    for run_id in runs:
        if not is_scored_by_program(query("gap_answers", run_id=run_id)):
            continue
        by_program = load_score_source(query, run_id, "program", "wrong")
        gap = explain_gap(by_program, load_score_source(query, run_id))
        if not any(part.case_ids or part.points for part in gap.parts):
            continue
        sentences.append((abs(gap.points), gap.describe()))
        rows += [
            {
                "run_id": run_id, "label": gap.second_name, "by_program": gap.first, "here": gap.second,
                "factor": part.factor, "value": part.points, "low": part.low, "high": part.high,
                "n_cases_changed": len(part.case_ids), "n_groups": gap.n_groups,
            }
            for part in gap.parts
        ]  # fmt: skip
    if not rows:
        return None
    note = (
        f"Scores in %, parts in points with 95% CIs clustered by {about.words.group}; the parts of a run sum to its "
        f"gap (Shapley values). The largest gap: {max(sentences)[1]}"
    )
    title = "Why scores differ from those of the program that asked"
    return ReportSection("score_gaps", title, note, pd.DataFrame(rows))
