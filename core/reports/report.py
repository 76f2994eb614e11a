"""Overview figures without a browser: the warehouse's content, the ranking, and the reproduced published figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pandas as pd
from jinja2 import Environment, FileSystemLoader, select_autoescape

from core.analyses.overview import Overview, build_overview, load_figures
from core.formatting import capitalise_first, escape_markdown, escape_markdown_cell, format_time
from core.notes import Note
from core.reports.cases import load_pinned_cases
from core.reports.column_labels import format_rows, list_headings
from core.reports.common_sections import build_common_sections
from core.reports.front_page import (
    ReportRequest,
    build_effect_plots,
    build_front_page,
    build_ranked_plot,
    check_request,
    describe_chart_limit,
    list_overview_findings,
)
from core.reports.report_section import ReportSection
from core.reports.review_sections import build_review_sections, list_slice_findings
from core.reports.run_order import list_ranked_runs, sort_by_runs
from core.reports.triangle_sections import build_triangle_sections
from core.review.codebook import ReviewState
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import Warehouse
from core.warehouse.redaction import redact_paths


def load_overview(warehouse: Warehouse) -> Overview:
    """Load the figures of the overview."""
    return build_overview(load_figures(warehouse.query, warehouse.load_table), read_benchmark_info(warehouse))


def build_sections(warehouse: Warehouse, overview: Overview) -> list[ReportSection]:
    """Build the report's tables in order: those of every benchmark, then the benchmark's own, then the source files.

    Tables about runs list them in the order of the ranking.
    """
    own, order = _OWN.get(warehouse.own_sql), list_ranked_runs(warehouse)
    parts = [*build_common_sections(warehouse, overview), *(own.sections(warehouse) if own else [])]
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
        build_triangle_sections,
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


def to_json(warehouse: Warehouse, review: ReviewState | None = None) -> dict[str, Any]:
    """Return the report as one object: the generation and a list of rows per section.

    Args:
        warehouse: source of the figures.
        review: the failure review; without it, codes, cohorts and slices are left out.
    """
    build = redact_paths(warehouse.query("builds")).astype({"built_at": str}).to_dict("records")[0]
    overview = load_overview(warehouse)
    tables = {section.key: _to_records(section.table) for section in _build_all(warehouse, overview, review)}
    return {"generation": warehouse.generation, "build": build, "findings": list_overview_findings(overview), **tables}


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
    overview, is_html = load_overview(warehouse), form == "html"
    sections = _build_all(warehouse, overview, review)
    return template.render(
        generation=warehouse.generation,
        build=warehouse.query("builds").iloc[0],
        front=build_front_page(warehouse, overview, request, list_slice_findings(sections)),
        ranked=build_ranked_plot(warehouse, overview) if is_html else None,
        chart_limit=describe_chart_limit(overview),
        effects=build_effect_plots(warehouse, overview) if is_html else [],
        about=overview.about,
        against=" · against ".join(frame.title for frame in (overview.about.truth, overview.about.foil) if frame),
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
