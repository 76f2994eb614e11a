"""Overview figures without a browser: the warehouse's content, the ranking, and the reproduced published figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pandas as pd
from jinja2 import Environment, FileSystemLoader, select_autoescape

from core.analyses import blind_references, truth_audit
from core.analyses.aggregates import describe_published_mean, parse_published_means, select_published_mean
from core.analyses.answered import OF_COVERAGE, describe_unranked
from core.analyses.estimates import BOUNDS
from core.analyses.model_versions import describe_versions
from core.analyses.overview import RAW_AND_HABIT, Overview, build_overview, load_figures
from core.analyses.phrases import UNREADABLE, describe_skill_interval
from core.analyses.reproduction import FIGURE_TITLES, describe_reproduction
from core.analyses.sensitivity import CHANCES, SUMMED_BY, SUMMED_FOR, list_detectable_differences
from core.analyses.skill import ASKED, MOST_ASKED, compute_benchmark_constants
from core.benchmarks.entries import UNLISTED
from core.benchmarks.registry import list_registered
from core.formatting import capitalise_first, escape_markdown, escape_markdown_cell, format_time
from core.notes import Note
from core.question_types.value_codes import remember_texts
from core.reports.cases import load_pinned_cases
from core.reports.certainty_sections import build_certainty_sections
from core.reports.column_labels import format_rows, list_headings
from core.reports.front_page import (
    ReportRequest,
    build_effect_plots,
    build_front_page,
    build_ranked_plot,
    check_request,
    describe_chart_limit,
    list_overview_findings,
)
from core.reports.repeat_sections import build_repeat_sections
from core.reports.report_section import ReportSection
from core.reports.review_sections import build_review_sections, list_slice_findings
from core.reports.run_order import list_ranked_runs, sort_by_runs
from core.review.codebook import ReviewState
from core.warehouse.aggregation import Aggregation
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import NO_FILTERS, Warehouse
from core.warehouse.redaction import redact_paths

HOLM = "P-values are corrected for the number of pairs of all models (Holm)."

COLUMNS = ("row_key", "column_key", "computed", "published", "difference", "n", "is_reproduced", "source")


def load_overview(warehouse: Warehouse) -> Overview:
    """Load the figures of the overview."""
    return build_overview(load_figures(warehouse.query, warehouse.load_table), read_benchmark_info(warehouse))


def build_sections(warehouse: Warehouse, found: Overview) -> list[ReportSection]:
    """Build the report's tables in order: those of every benchmark, then the benchmark's own, then the source files.

    Tables about runs list them in the order of the ranking.
    """
    own, order = _OWN.get(warehouse.own_sql), list_ranked_runs(warehouse)
    parts = [*_build_common_sections(warehouse, found), *(own.sections(warehouse) if own else [])]
    parts = [replace(section, table=sort_by_runs(section.table, order)) for section in parts]
    parts += [
        ReportSection("corrections", "Corrected while reading", "", warehouse.query("corrections")),
        ReportSection("truth_differences", "Truth: released and recomputed", "", warehouse.query("truth_differences")),
    ]
    if warehouse.has_query("release_differences"):
        rows = warehouse.query("release_differences")
        parts.append(ReportSection("release_differences", "Answers: as released and as read here", "", rows))
    parts += [
        ReportSection("refusals", "Refused", "", warehouse.query("refusals")),
        ReportSection("sources", "Files that were read, without the images", "", _list_source_files(warehouse)),
    ]
    return [_apply_public_names(section, own) for section in parts] if own else parts


def _build_common_sections(warehouse: Warehouse, found: Overview) -> list[ReportSection]:
    words, score = found.about.words, found.about.score
    intervals = f"In percent, with 95% CIs clustered by {words.group}."
    ranking, rows = f"Mean {words.score} over readable answers, %.", warehouse.query("ranking", kinds=None)
    labels = blind_references.list_unanswered_references(rows)
    notes = [blind_references.describe_missing_references(labels, words)] if labels else []
    notes += filter(None, [describe_unranked(rows.dropna(subset=["score"]), words)])
    notes += describe_versions(warehouse.query("model_versions"), found.compared)
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
            _select_mean_columns(found.kappa, *BOUNDS),
        ),
        ReportSection(
            "pairs",
            "Which models differ significantly",
            f"Paired differences of {score}. {intervals} {HOLM}",
            _arrange_pair_columns(found),
            _explain_missing_pairs(found),
        ),
        ReportSection(
            "skill",
            f"Skill: {score} minus the best constant answer's",
            f"{intervals} {describe_skill_interval(words.groups)}",
            _select_difference_columns(found.skill),
        ),
        *_build_sensitivity_section(warehouse, found),
        ReportSection(
            "lift",
            f"Lift: {words.score} minus its mean when answers move to other {words.groups}",
            intervals,
            _select_difference_columns(found.lifts, "against"),
        ),
    ]
    if len(found.looking):
        title = f"{capitalise_first(score)} minus that of the text-only baseline"
        parts.append(ReportSection("looking", title, intervals, _select_difference_columns(found.looking)))
    parts += build_certainty_sections(warehouse, found)
    parts += [*build_repeat_sections(warehouse, found.about), *_build_mean_sections(warehouse, found)]
    if found.about.foil:
        parts += [
            ReportSection(
                "reliance",
                f"Image-plane reliance: {found.about.foil_score} minus {score}",
                intervals,
                _select_difference_columns(found.reliance, *found.about.reliance_by),
            ),
            ReportSection(
                "reading",
                f"Image-plane reliance by {words.cases}: raw, what habit gives, and what looking adds (lift)",
                f"{intervals} P-values of the lift are by permutation, or by Student's t if no permutation is as good.",
                _select_difference_columns(found.readings, "subset", *RAW_AND_HABIT.values()),
            ),
        ]
    return parts + [
        ReportSection(
            f"{contrast.contrast}_effect",
            f"{capitalise_first(score)}, {contrast.title}",
            intervals,
            _select_difference_columns(found.effects[contrast.contrast]),
        )
        for contrast in found.about.contrasts
    ]


def _build_sensitivity_section(warehouse: Warehouse, found: Overview) -> list[ReportSection]:
    """Build the differences that each question could have shown; empty if no model is compared with a constant."""
    if not found.compared or found.skill.empty:
        return []
    asked = warehouse.query("asked_truths")
    remember_texts(warehouse.query("structured_values")["value"])
    is_redrawn = len(asked) <= MOST_ASKED
    by = tuple(dict.fromkeys((*SUMMED_BY, *(ASKED if is_redrawn else ()))))
    sums = warehouse.aggregate({**NO_FILTERS, "runs": list(found.compared)}, Aggregation(by, SUMMED_FOR))
    table = list_detectable_differences(sums, compute_benchmark_constants(asked) if is_redrawn else None)
    note = f"Points of {found.about.score} above or below not looking, {CHANCES}; the median over the models."
    return [ReportSection("sensitivity", "The smallest difference that each question would have shown", note, table)]


def _arrange_pair_columns(found: Overview) -> pd.DataFrame:
    """Arrange the columns of pairs: both models, then their difference."""
    names = ["first", "first_label", "second", "second_label"]
    return found.pairs[[*names, *(name for name in found.pairs if name not in names)]]


def _explain_missing_pairs(found: Overview) -> str:
    """Explain why no two models are compared."""
    if len(found.compared) == 1:
        return "One model alone is compared, so there is no pair."
    return "No model has answered that could be compared. Reference models are not compared with each other."


def _build_mean_sections(warehouse: Warehouse, found: Overview) -> list[ReportSection]:
    """Build the means that the benchmark's paper defines, each with its definition and its cells."""
    defined = parse_published_means(warehouse.query("aggregates"))
    if not defined:
        return []
    means, cells = (warehouse.query(name, of_runs=None) for name in ("aggregate_means", "aggregate_cells"))
    about, parts, labels = found.about, [], found.kappa.set_index("run_id")["label"]
    for one in (select_published_mean(mean, means, cells) for mean in defined):
        key, title = f"mean_{one.defined.aggregate_id}", one.defined.title
        told = describe_published_mean(one, about.factors, about.questions)
        note = f"{told} In percent, with 95% CIs clustered by {about.words.group}."
        parts.append(ReportSection(key, title, note, _select_mean_columns(one.by_run, "least", "most", "n_means")))
        named = one.cells.assign(label=one.cells["run_id"].map(labels))
        named = named[["run_id", "label", *(name for name in one.cells if name != "run_id")]]
        parts.append(ReportSection(f"{key}_cells", f"{title}: how it is averaged", "", named))
    return parts


def _build_triangle_sections(warehouse: Warehouse) -> list[ReportSection]:
    """Build the reproduction of the paper's figures, and the truth audit."""
    reproduction, parts = warehouse.query("reproduction"), []
    for figure_id, title in FIGURE_TITLES.items():
        for origin, origin_name in (("paper", "as printed"), ("release", "result table of the release")):
            rows = reproduction[(reproduction["figure_id"] == figure_id) & (reproduction["origin"] == origin)]
            if len(rows):
                note = f"{describe_reproduction(rows)} ({origin_name})."
                parts.append(
                    ReportSection(f"{figure_id}_{origin}", title, note, rows[list(COLUMNS)].reset_index(drop=True))
                )
    audit, audited_ranking = warehouse.query("truth_audit"), warehouse.query("audited_ranking", kinds=None)
    described = read_benchmark_info(warehouse)
    truth = list_registered().get(described.benchmark_id, UNLISTED).truth
    changes = truth_audit.compute_audit_effects(
        warehouse.aggregate(NO_FILTERS, Aggregation(truth_audit.SUMMED_BY, truth_audit.SUMMED_FOR))
    )
    sentences = truth_audit.describe_audit(audit, audited_ranking, changes, described.words.cases, truth)
    return [
        *parts,
        ReportSection("truth_audit", "Truth audit", " ".join(sentences), audit),
        ReportSection(
            "audited_ranking",
            f"Ranking under the {truth} and under the audited truth",
            "Mean score 3D over readable answers of models and people, %; reference models are left out, because the "
            f"lengths in the {described.words.cases} are the homography solver's. The last columns are about the "
            "triangles with errors alone.",
            audited_ranking,
            "No model or person has answered.",
        ),
        ReportSection(
            "class_rule_differences",
            "Side classes in 2D: released, and by the rule of the paper",
            "",
            warehouse.query("class_rule_differences"),
        ),
    ]


@dataclass(frozen=True, slots=True)
class _Own:
    """Report additions for benchmarks with their own SQL.

    Attributes:
        sections: appended to the common ones.
        columns: public column names, by internal names.
        levels: public values by internal values, by public column name.
    """

    sections: Callable[[Warehouse], list[ReportSection]]
    columns: Mapping[str, str]
    levels: Mapping[str, Mapping[str, str]]


_OWN = {
    "triangles": _Own(
        _build_triangle_sections,
        {
            "score": "kappa_3d", "foil_score": "kappa_2d", "reliance": "image_plane_reliance", "against": "score",
            "cases": "photographs", "groups": "triangles", "subset": "photographs", "case_id": "photograph_id",
            "group_id": "triangle_id", "n_groups": "n_triangles",
        },
        {"score": {"truth": "3d", "foil": "2d"}},
    )
}  # fmt: skip
"""By folder of SQL. External programs read the report's JSON, so its names stay those of the benchmark."""


def _apply_public_names(section: ReportSection, own: _Own) -> ReportSection:
    table = section.table.rename(columns=own.columns)
    for column in own.levels.keys() & set(table.columns):
        table[column] = table[column].replace(own.levels[column])
    return replace(section, table=table)


def _list_source_files(warehouse: Warehouse) -> pd.DataFrame:
    sources = warehouse.query("sources")
    return sources[~sources["path"].str.startswith("images/")].reset_index(drop=True)


def _select_mean_columns(rows: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Select the columns of mean scores, without p-values: a test of a score against 0 is meaningless."""
    return rows[["run_id", "label", *by, "value", "low", "high", "n", "n_groups"]]


def _select_difference_columns(rows: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Select the columns of differences from 0, with the detectable difference if verdicts are given."""
    detectable = [name for name in ("detectable",) if name in rows]
    return rows[["run_id", "label", *by, "value", "low", "high", "p_value", *detectable, "n", "n_groups"]]


def to_json(warehouse: Warehouse, review: ReviewState | None = None) -> dict[str, Any]:
    """Return the report as one object: the generation and a list of rows per section.

    Args:
        warehouse: source of the figures.
        review: the failure review; without it, codes, cohorts and slices are left out.
    """
    build = redact_paths(warehouse.query("builds")).astype({"built_at": str}).to_dict("records")[0]
    found = load_overview(warehouse)
    tables = {section.key: _to_records(section.table) for section in _build_all(warehouse, found, review)}
    return {"generation": warehouse.generation, "build": build, "findings": list_overview_findings(found), **tables}


def _build_all(warehouse: Warehouse, overview: Overview, review: ReviewState | None) -> list[ReportSection]:
    sections = build_sections(warehouse, overview)
    return sections if review is None else [*build_review_sections(warehouse, review), *sections]


def _to_records(table: pd.DataFrame) -> list[dict[str, Any]]:
    plain = table.astype(object).where(table.notna(), None)
    return [dict(zip(plain.columns, row, strict=True)) for row in plain.itertuples(index=False)]


def render_report(
    warehouse: Warehouse,
    form: Literal["md", "html"],
    pinned: Sequence[str] = (),
    derived: Path | None = None,
    notes: Sequence[Note] = (),
    review: ReviewState | None = None,
    request: ReportRequest | None = None,
) -> str:
    """Render the report as Markdown, or as one HTML file that is self-contained and prints well.

    Page one has title, scope, date and findings; the pinned cases follow, and an appendix that is folded.

    Args:
        warehouse: source of the figures.
        form: of the text.
        pinned: cases to show with their answers, in HTML.
        derived: folder of the photographs' copies, for their images.
        notes: all notes; those on pinned cases are printed with them.
        review: the failure review, with the codes of pinned cases; without it, codes, cohorts and slices are left out.
        request: the user's choices.

    Raises:
        ReportError: a pinned case is unknown, or the title or the address cannot be used.
    """
    request = request or ReportRequest()
    check_request(request)
    template = _TEMPLATES.get_template(f"report.{form}")
    found, is_html = load_overview(warehouse), form == "html"
    sections = _build_all(warehouse, found, review)
    return template.render(
        generation=warehouse.generation,
        build=warehouse.query("builds").iloc[0],
        front=build_front_page(warehouse, found, request, list_slice_findings(sections)),
        ranked=build_ranked_plot(warehouse, found) if is_html else None,
        chart_limit=describe_chart_limit(found),
        effects=build_effect_plots(warehouse, found) if is_html else [],
        about=found.about,
        against=" · against ".join(frame.title for frame in (found.about.truth, found.about.foil) if frame),
        cases=load_pinned_cases(warehouse, pinned, derived or Path(), notes, review, request),
        sections=sections,
    )


_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(["html"]),
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters |= {
    "plain": escape_markdown,
    "plain_cell": escape_markdown_cell,
    "capitalise_first": capitalise_first,
}
_TEMPLATES.globals |= {"headings": list_headings, "rows": format_rows}
_TEMPLATES.filters["time_text"] = format_time
