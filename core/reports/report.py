"""The overview's figures without a browser: what is in the warehouse, the ranking, the published figures again."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pandas as pd
from jinja2 import Environment, FileSystemLoader, select_autoescape

from core.analyses.estimates import BOUNDS
from core.analyses.overview import (
    RAW_AND_HABIT,
    REFERENCE_LINES,
    Overview,
    findings,
    overview,
    reference_findings,
    reference_lines,
)
from core.analyses.published import FIGURE_TITLES, reproduction_sentence
from core.analyses.truth_audit import audit_sentences
from core.analyses.wording import CHOSEN_AGAIN, UNREADABLE
from core.reports.cases import pinned_cases
from core.reports.charts import Forest, forest
from core.text import plain, printable, time_text
from core.warehouse.read import NO_FILTERS, Warehouse

INTERVALS = "In percent, with 95 % intervals clustered by triangle."
HOLM = "P-values are corrected for the number of pairs (Holm)."

COLUMNS = ("row_key", "column_key", "computed", "published", "difference", "n", "is_reproduced", "source")


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the report."""

    key: str
    title: str
    note: str
    table: pd.DataFrame


def analysed(warehouse: Warehouse) -> Overview:
    """What the overview shows."""
    return overview(warehouse.query("answers", filters=NO_FILTERS), warehouse.table("lifts"))


def sections(warehouse: Warehouse, found: Overview) -> list[Section]:
    """The report's tables in order."""
    reproduction = warehouse.query("reproduction")
    parts = [
        Section("contents", "What is in the warehouse", "", warehouse.query("contents")),
        Section("ranking", "Ranking", "Mean kappa over readable answers, %.", warehouse.query("ranking", kinds=None)),
        Section(
            "kappa",
            "Kappa 3D with its interval, and its bounds with unreadable answers as wrong and as right",
            f"{INTERVALS} {UNREADABLE}",
            _estimates(found.kappa, *BOUNDS),
        ),
        Section(
            "pairs",
            "Which models differ significantly",
            f"Paired differences of kappa 3D. {INTERVALS} {HOLM}",
            found.pairs.drop(columns=["first", "second"]),
        ),
        Section(
            "skill",
            "Skill: kappa 3D minus the blind constant's",
            f"{INTERVALS} {CHOSEN_AGAIN}",
            _estimates(found.skill),
        ),
        Section(
            "lift",
            "Lift: kappa minus its mean when answers move to other triangles",
            INTERVALS,
            _estimates(found.lifts, "score"),
        ),
        Section(
            "reliance", "Image-plane reliance: kappa 2D minus kappa 3D", INTERVALS, _estimates(found.reliance, "pose")
        ),
        Section(
            "reading",
            "Image-plane reliance by photographs: raw, what habit gives, and what looking adds (lift)",
            f"{INTERVALS} P-values of the lift are by permutation.",
            _estimates(found.readings, "photographs", *RAW_AND_HABIT.values()),
        ),
        Section("tilt_effect", "Kappa 3D, tilted minus planar", INTERVALS, _estimates(found.tilt)),
        Section("object_effect", "Kappa 3D, with an object minus without", INTERVALS, _estimates(found.objects)),
    ]
    for figure_id, title in FIGURE_TITLES.items():
        for origin, origin_name in (("paper", "as printed"), ("release", "result table of the release")):
            rows = reproduction[(reproduction["figure_id"] == figure_id) & (reproduction["origin"] == origin)]
            if len(rows):
                note = f"{reproduction_sentence(rows)} ({origin_name})."
                parts.append(Section(f"{figure_id}_{origin}", title, note, rows[list(COLUMNS)].reset_index(drop=True)))
    audit, audited_ranking = warehouse.query("truth_audit"), warehouse.query("audited_ranking", kinds=None)
    parts += [
        Section("truth_audit", "Truth audit", " ".join(audit_sentences(audit, audited_ranking)), audit),
        Section(
            "audited_ranking",
            "Ranking under the published and under the audited truth",
            "Mean kappa 3D over readable answers of models and people, %; reference models are left out, because the "
            "photographs' lengths are the homography solver's. The last columns are about the blamed triangles alone.",
            audited_ranking,
        ),
        Section(
            "class_rule_differences",
            "Side classes in 2D: released, and by the rule of the paper",
            "",
            warehouse.query("class_rule_differences"),
        ),
        Section("corrections", "Corrected while reading", "", warehouse.query("corrections")),
        Section("truth_differences", "Truth: released and recomputed", "", warehouse.query("truth_differences")),
        Section(
            "release_differences", "Answers: as released and as read here", "", warehouse.query("release_differences")
        ),
        Section("refusals", "Refused", "", warehouse.query("refusals")),
        Section("sources", "Files that were read, without the photographs", "", _files(warehouse)),
    ]
    return parts


def _files(warehouse: Warehouse) -> pd.DataFrame:
    sources = warehouse.query("sources")
    return sources[~sources["path"].str.startswith("images/")].reset_index(drop=True)


def _estimates(rows: pd.DataFrame, *by: str) -> pd.DataFrame:
    return rows[["label", *by, "value", "low", "high", "p_value", "n", "n_triangles"]]


def as_json(warehouse: Warehouse) -> dict[str, Any]:
    """The report as one object: the generation and a list of rows per section."""
    build = warehouse.query("build").astype({"built_at": str}).to_dict("records")[0]
    found = analysed(warehouse)
    tables = {section.key: _plain(section.table) for section in sections(warehouse, found)}
    return {
        "generation": warehouse.generation,
        "build": build,
        "findings": findings(found) or reference_findings(found),
        **tables,
    }


def _plain(table: pd.DataFrame) -> list[dict[str, Any]]:
    plain = table.astype(object).where(table.notna(), None)
    return [dict(zip(plain.columns, row, strict=True)) for row in plain.itertuples(index=False)]


def rendered(
    warehouse: Warehouse, form: Literal["md", "html"], pinned: Sequence[str] = (), derived: Path | None = None
) -> str:
    """The report as Markdown, or as one HTML file that needs nothing else and prints well.

    Args:
        warehouse: what it is about.
        form: of the text.
        pinned: photographs to show with their answers, in HTML.
        derived: folder of the photographs' copies, for their pictures.

    Raises:
        ReportError: a pinned photograph is unknown.
    """
    template = _TEMPLATES.get_template(f"report.{form}")
    found = analysed(warehouse)
    return template.render(
        generation=warehouse.generation,
        build=warehouse.query("build").iloc[0],
        findings=findings(found) or reference_findings(found),
        plots=_plots(found) if form == "html" else [],
        cases=pinned_cases(warehouse, pinned, derived or Path()),
        sections=sections(warehouse, found),
    )


def _plots(found: Overview) -> list[Forest]:
    kappa = found.kappa[~found.kappa["model_id"].isin(REFERENCE_LINES.values())]
    return [
        forest("Mean kappa 3D, %", kappa, reference_lines(found)),
        forest("Kappa 3D, tilted minus planar, points", found.tilt, {"no difference": 0.0}),
        forest("Kappa 3D, with an object minus without, points", found.objects, {"no difference": 0.0}),
    ]


def _cell(value: object) -> str:
    """A cell as text: missing as a dash, numbers with two decimals, tiny differences by their size."""
    if value is None or value is pd.NA or value is pd.NaT:
        return "–"
    if isinstance(value, float):
        if math.isnan(value):
            return "–"
        return f"{value:.1e}" if 0 < abs(value) < 0.005 else f"{value:.2f}"
    return printable(value)


_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(["html"]),
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters["cell"] = _cell
_TEMPLATES.filters["plain"] = plain
_TEMPLATES.filters["time_text"] = time_text
_TEMPLATES.filters["plain_cell"] = lambda value: plain(value) if isinstance(value, str) else _cell(value)
