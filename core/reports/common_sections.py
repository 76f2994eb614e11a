"""Tables that the report of every benchmark has: the ranking, skill, lift, pairs, means and effects."""

import pandas as pd

from core.analyses import blind_references
from core.analyses.aggregates import describe_published_mean, parse_published_means, select_published_mean
from core.analyses.answered import OF_COVERAGE, describe_unranked
from core.analyses.estimates import BOUNDS
from core.analyses.model_versions import describe_versions
from core.analyses.overview import RAW_AND_HABIT, Overview
from core.analyses.phrases import UNREADABLE, describe_skill_interval
from core.analyses.sensitivity import CHANCES, SUMMED_BY, SUMMED_COLUMNS, list_detectable_differences
from core.analyses.skill import ASKED, MOST_ASKED, compute_benchmark_constants
from core.formatting import capitalise_first
from core.question_types.value_codes import remember_texts
from core.reports.certainty_sections import build_certainty_sections
from core.reports.repeat_sections import build_repeat_sections
from core.reports.report_section import ReportSection
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import NO_FILTERS, Warehouse

HOLM = "P-values are corrected for the number of pairs of all models (Holm)."


def build_common_sections(warehouse: Warehouse, overview: Overview) -> list[ReportSection]:
    """Build the tables that every benchmark has, in order."""
    words, score = overview.about.words, overview.about.score
    intervals = f"In percent, with 95% CIs clustered by {words.group}."
    ranking, rows = f"Mean {words.score} over readable answers, %.", warehouse.query("ranking", kinds=None)
    labels = blind_references.list_unanswered_references(rows)
    notes = [blind_references.describe_missing_references(labels, words)] if labels else []
    notes += filter(None, [describe_unranked(rows.dropna(subset=["score"]), words)])
    notes += describe_versions(warehouse.query("model_versions"), overview.compared)
    parts = [
        ReportSection("contents", "What is in the warehouse", "", warehouse.query("contents")),
        ReportSection(
            "ranking",
            "Ranking",
            " ".join([ranking, *notes]),
            blind_references.clear_unreadable_counts(rows).drop(columns=OF_COVERAGE),
        ),
        ReportSection(
            "kappa",
            f"{capitalise_first(score)} with its interval, and its bounds with unreadable answers as wrong and as "
            "right",
            f"{intervals} {UNREADABLE}",
            _select_mean_columns(overview.scores, *BOUNDS),
        ),
        ReportSection(
            "pairs",
            "Which models differ significantly",
            f"Paired differences of {score}. {intervals} {HOLM}",
            _arrange_pair_columns(overview),
            _explain_missing_pairs(overview),
        ),
        ReportSection(
            "skill",
            f"Skill: {score} minus the best constant answer's",
            f"{intervals} {describe_skill_interval(words.groups)}",
            _select_difference_columns(overview.skill),
        ),
        *_build_sensitivity_section(warehouse, overview),
        ReportSection(
            "lift",
            f"Lift: {words.score} minus its mean when answers move to other {words.groups}",
            intervals,
            _select_difference_columns(overview.lifts, "against"),
        ),
    ]
    if len(overview.looking):
        title = f"{capitalise_first(score)} minus that of the text-only baseline"
        parts.append(ReportSection("looking", title, intervals, _select_difference_columns(overview.looking)))
    parts += build_certainty_sections(warehouse, overview)
    parts += [*build_repeat_sections(warehouse, overview.about), *_build_mean_sections(warehouse, overview)]
    if overview.about.foil:
        parts += [
            ReportSection(
                "reliance",
                f"Image-plane reliance: {overview.about.foil_score} minus {score}",
                intervals,
                _select_difference_columns(overview.reliance, *overview.about.reliance_by),
            ),
            ReportSection(
                "reading",
                f"Image-plane reliance by {words.cases}: raw, what habit gives, and what looking adds (lift)",
                f"{intervals} P-values of the lift are by permutation, or by Student's t if no permutation is as good.",
                _select_difference_columns(overview.readings, "subset", *RAW_AND_HABIT.values()),
            ),
        ]
    return parts + [
        ReportSection(
            f"{contrast.contrast}_effect",
            f"{capitalise_first(score)}, {contrast.title}",
            intervals,
            _select_difference_columns(overview.effects[contrast.contrast]),
        )
        for contrast in overview.about.contrasts
    ]


def _build_sensitivity_section(warehouse: Warehouse, overview: Overview) -> list[ReportSection]:
    """Build the differences that each question could have shown; empty if no model is compared with a constant."""
    if not overview.compared or overview.skill.empty:
        return []
    rows = warehouse.query("asked_truths")
    remember_texts(warehouse.query("structured_values")["value"])
    is_redrawn = len(rows) <= MOST_ASKED
    by = tuple(dict.fromkeys((*SUMMED_BY, *(ASKED if is_redrawn else ()))))
    sums = warehouse.aggregate({**NO_FILTERS, "runs": list(overview.compared)}, Aggregation(by, SUMMED_COLUMNS))
    table = list_detectable_differences(sums, compute_benchmark_constants(rows) if is_redrawn else None)
    constant = "the best constant answer"
    note = f"Points of {overview.about.score} above or below {constant}, {CHANCES}; the median over the models."
    return [ReportSection("sensitivity", "The smallest difference that each question would have shown", note, table)]


def _arrange_pair_columns(overview: Overview) -> pd.DataFrame:
    """Arrange the columns of pairs: both models, then their difference."""
    names = ["first", "first_label", "second", "second_label"]
    return overview.pairs[[*names, *(name for name in overview.pairs if name not in names)]]


def _explain_missing_pairs(overview: Overview) -> str:
    """Explain why no two models are compared."""
    if len(overview.compared) == 1:
        return "One model alone is compared, so there is no pair."
    return "No model has answered that could be compared. Reference models are not compared with each other."


def _build_mean_sections(warehouse: Warehouse, overview: Overview) -> list[ReportSection]:
    """Build the means that the benchmark's paper defines, each with its definition and its cells."""
    defined = parse_published_means(warehouse.query("aggregates"))
    if not defined:
        return []
    means, cells = (warehouse.query(name, of_runs=None) for name in ("aggregate_means", "aggregate_cells"))
    about, parts, labels = overview.about, [], overview.scores.set_index("run_id")["label"]
    for one in (select_published_mean(mean, means, cells) for mean in defined):
        key, title = f"mean_{one.defined.aggregate_id}", one.defined.title
        definition = describe_published_mean(one, about.factors, about.questions)
        note = f"{definition} In percent, with 95% CIs clustered by {about.words.group}."
        parts.append(ReportSection(key, title, note, _select_mean_columns(one.by_run, "least", "most", "n_means")))
        named = one.cells.assign(label=one.cells["run_id"].map(labels))
        named = named[["run_id", "label", *(name for name in one.cells if name != "run_id")]]
        parts.append(ReportSection(f"{key}_cells", f"{title}: how it is averaged", "", named))
    return parts


def _select_mean_columns(rows: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Select the columns of mean scores, without p-values: a test of a score against 0 is meaningless."""
    return rows[["run_id", "label", *by, "value", "low", "high", "n", "n_groups"]]


def _select_difference_columns(rows: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Select the columns of differences from 0, with the detectable difference if verdicts are given."""
    detectable = [name for name in ("detectable",) if name in rows]
    return rows[["run_id", "label", *by, "value", "low", "high", "p_value", *detectable, "n", "n_groups"]]
