"""Repeats, variants and image views in the report: what changes beyond chance, variances, and stability over passes."""

import pandas as pd

from core.analyses.repeat_sentences import describe_repeats
from core.analyses.repeats import COMPONENTS, RepeatAnalysis, analyse_repeats
from core.analyses.run_variants import FACETS, find_run_variants
from core.analyses.view_change_sentences import describe_flips, describe_rank_changes, describe_view_changes
from core.analyses.view_changes import SUMMED_BY, SUMMED_COLUMNS, compute_view_changes, list_view_comparisons
from core.benchmarks.info import BenchmarkInfo
from core.inference.view_names import REFERENCE_VIEWS, VIEW_TITLES
from core.records import RIGHT_AT
from core.reports.report_section import ReportSection
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.read import NO_FILTERS, Warehouse

_CHANGES = (
    "model_id", "label", "facet", "levels", "n_runs", "value", "low", "high", "floor", "excess", "excess_low",
    "excess_high", "verdict", "n", "n_groups", "n_unreadable",
)  # fmt: skip
_VIEW_CHANGES = (
    "model_id", "label", "view", "value", "low", "high", "corrected_p", "verdict", "flips", "flips_low", "flips_high",
    "floor", "excess", "excess_low", "excess_high", "n", "n_groups",
)  # fmt: skip
_PASSES = ("expected", "consensus", "pass_all", "consistent", "variance", "half_one", "half_all", "half_endless")


def build_repeat_sections(warehouse: Warehouse, info: BenchmarkInfo) -> list[ReportSection]:
    """Build the tables of runs of one model that differ in one thing only; none without such runs."""
    variants = find_run_variants(warehouse.query("run_designs"))
    if not variants:
        return []
    run_ids: list[str] = sorted({run_id for variant in variants for run_id in variant.run_ids})
    answers = warehouse.query("pass_answers", filters={**NO_FILTERS, "runs": run_ids}, right_at=RIGHT_AT)
    analysis = analyse_repeats(answers, variants)
    sections = [*_build_sections(analysis, info), *_build_view_sections(warehouse, info)]
    return [section for section in sections if not section.table.empty]


def _build_view_sections(warehouse: Warehouse, info: BenchmarkInfo) -> list[ReportSection]:
    """Build the table of the changes with each image view; none if no model was asked with two views."""
    comparisons = list_view_comparisons(warehouse.query("run_designs"), REFERENCE_VIEWS)
    of_models: dict[str, list[str]] = {}
    for comparison in comparisons:
        of_models.setdefault(comparison.model_id, []).extend(comparison.all_ids)
    if not of_models:
        return []
    pairs = build_pair_aggregation(SUMMED_BY, SUMMED_COLUMNS)
    sums = [
        warehouse.aggregate({**NO_FILTERS, "runs": list(dict.fromkeys(run_ids))}, pairs)
        for run_ids in of_models.values()
    ]
    changes = compute_view_changes(pd.concat(sums, ignore_index=True), comparisons)
    if changes is None:
        return []
    titles = {view: VIEW_TITLES.get(view, view) for view in changes.rows["view"]}
    sentences = (
        describe_view_changes(changes, titles, info.words),
        describe_flips(changes, titles),
        describe_rank_changes(changes, titles),
        f"In points and percent, with 95% CIs clustered by {info.words.group}; verdicts are corrected for the "
        "number of changes.",
    )
    table = changes.rows.assign(view=changes.rows["view"].map(titles))[list(_VIEW_CHANGES)]
    return [ReportSection("image_views", "Image views that keep the truth", " ".join(filter(None, sentences)), table)]


def _build_sections(analysis: RepeatAnalysis, info: BenchmarkInfo) -> list[ReportSection]:
    if analysis.flips.empty:
        return []
    words = info.words
    flips = analysis.flips.assign(
        facet=analysis.flips["facet"].map(FACETS), levels=analysis.flips["levels"].map(", ".join)
    )
    components = analysis.components.assign(facet=analysis.components["facet"].map(FACETS))
    parts = [f"{name}{suffix}" for name in COMPONENTS for suffix in ("", "_low", "_high")]
    passes = analysis.passes.reindex(columns=["model_id", "label", "n_passes", *_PASSES, "n", "n_groups"])
    return [
        ReportSection(
            "repeats",
            "Answers that change between runs of a model that differ in one thing only",
            " ".join([
                *filter(None, describe_repeats(analysis)),
                f"In percent and points, with 95% CIs clustered by {words.group}. The floor is what changes "
                "between runs that were asked in the same way; the excess is beyond it.",
            ]),
            flips[list(_CHANGES)],
        ),
        ReportSection(
            "variance_components",
            "Variance of one answer's score by its sources",
            "Standard deviations in points, with 95% CIs. The facet is what differs between the runs, the "
            f"interaction what differs in another way for each {words.case}. Without repeats the rest has both the "
            "interaction and chance.",
            components[["model_id", "label", "facet", *parts]].dropna(axis="columns", how="all"),
        ),
        ReportSection(
            "stability",
            "Stability over passes that were asked in the same way",
            "Expected and consensus accuracy, right in all passes (pass^k), and the same outcome in all passes, in "
            "percent; variance of right and wrong within a question; half of the 95% CI of the mean score in "
            "points with one pass, with all, and with any number.",
            passes if len(analysis.passes) else pd.DataFrame(),
        ),
    ]  # fmt: skip
