"""The overview's figures without a browser: what is in the warehouse, the ranking, the published figures computed again."""

import html
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from core.warehouse.read import Warehouse

FIGURE_TITLES = {
    "side_mismatch": "Side class: 2D (rows) against 3D (columns), photographs. Paper, Table 1a",
    "angle_mismatch": "Angle class: 2D (rows) against 3D (columns), photographs. Paper, Table 1b",
    "class_change": "Photographs whose class changes between 3D and 2D, %. Paper, Composition",
    "kappa_by_model": "Kappa by model against 3D and 2D, %. Paper, Table 2",
    "kappa_by_true_class": "Kappa 3D of Q1 and Q2 by true class, %. Paper, Table 3",
    "kappa_by_condition": "Kappa 3D by question and condition, all models, %. Paper, Figure 2",
    "kappa_by_pose": "Kappa 3D by pose, all models, %. Paper, Results",
    "kappa_by_object": "Kappa 3D by object, all models, %. Paper, Results",
    "kappa_by_question": "Kappa 3D by question, all models, %. Paper, Results",
}
"""The published tables in the order of the paper."""

COLUMNS = ("row_key", "column_key", "computed", "published", "difference", "n", "is_reproduced", "source")


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the report."""

    key: str
    title: str
    note: str
    table: pd.DataFrame


def sections(warehouse: Warehouse) -> list[Section]:
    """The report's tables in order."""
    reproduction = warehouse.query("reproduction")
    parts = [
        Section("contents", "What is in the warehouse", "", warehouse.query("contents")),
        Section("ranking", "Ranking", "Mean kappa over readable answers, %.", warehouse.query("ranking", kinds=None)),
    ]
    for figure_id, title in FIGURE_TITLES.items():
        for origin, origin_name in (("paper", "as printed"), ("release", "result table of the release")):
            rows = reproduction[(reproduction["figure_id"] == figure_id) & (reproduction["origin"] == origin)]
            if len(rows):
                note = f"{summary(rows)} ({origin_name})."
                parts.append(Section(f"{figure_id}_{origin}", title, note, rows[list(COLUMNS)].reset_index(drop=True)))
    parts += [
        Section("corrections", "Read otherwise than written", "", warehouse.query("corrections")),
        Section("truth_differences", "Truth, released against recomputed", "", warehouse.query("truth_differences")),
        Section("release_differences", "Answers, released against read here", "", warehouse.query("release_differences")),
        Section("refusals", "Refused", "", warehouse.query("refusals")),
    ]
    return parts


def summary(rows: pd.DataFrame) -> str:
    """How well some published figures are reproduced, in a sentence."""
    computable = rows["computed"].notna()
    if not computable.any():
        return f"None of {len(rows)} figures can be computed: there are no answers"
    largest = rows["difference"].abs().max()
    return f"{int(rows['is_reproduced'].sum())} of {len(rows)} figures reproduced, largest difference {largest:.2g}"


def as_json(warehouse: Warehouse) -> dict[str, Any]:
    """The report as one object: the generation and a list of rows per section."""
    build = warehouse.query("build").astype({"built_at": str}).to_dict("records")[0]
    tables = {section.key: _plain(section.table) for section in sections(warehouse)}
    return {"generation": warehouse.generation, "build": build, **tables}


def _plain(table: pd.DataFrame) -> list[dict[str, Any]]:
    return table.astype(object).where(table.notna(), None).to_dict("records")


def as_markdown(warehouse: Warehouse) -> str:
    """The report as Markdown tables."""
    return _render(warehouse, lambda level, text: f"\n{'#' * level} {text}\n", lambda text: f"\n{text}\n", _markdown_table)


def as_html(warehouse: Warehouse) -> str:
    """The report as one HTML file that needs nothing else."""
    style = (
        "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
        "table{border-collapse:collapse;font-variant-numeric:tabular-nums;display:block;overflow-x:auto}"
        "td,th{padding:.2rem .7rem;border-bottom:1px solid #8884;text-align:right}td:first-child,th:first-child{text-align:left}"
    )
    body = _render(
        warehouse,
        lambda level, text: f"<h{level}>{html.escape(text)}</h{level}>\n",
        lambda text: f"<p>{html.escape(text)}</p>\n",
        _html_table,
    )
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Trilens report</title><style>{style}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>\n{body}</body></html>\n'


def _render(
    warehouse: Warehouse,
    heading: Callable[[int, str], str],
    paragraph: Callable[[str], str],
    table: Callable[[list[str], list[list[str]]], str],
) -> str:
    build = warehouse.query("build").iloc[0]
    text = heading(1, "Trilens report")
    text += paragraph(f"Warehouse {warehouse.generation}, built {build['built_at']:%Y-%m-%d %H:%M} UTC from {build['source']}.")
    for section in sections(warehouse):
        text += heading(2, section.title)
        if section.note:
            text += paragraph(section.note)
        if section.table.empty:
            text += paragraph("None.")
        else:
            cells = [[_cell(value) for value in row] for row in section.table.itertuples(index=False)]
            text += table([str(column) for column in section.table.columns], cells)
    return text


def _cell(value: object) -> str:
    if value is None or value is pd.NA or value != value:
        return "–"
    if isinstance(value, float):
        return f"{value:.1e}" if 0 < abs(value) < 0.005 else f"{value:.2f}"
    return str(value)


def _markdown_table(columns: list[str], cells: list[list[str]]) -> str:
    escaped = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in cells]
    lines = [columns, ["---"] * len(columns), *escaped]
    return "\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _html_table(columns: list[str], cells: list[list[str]]) -> str:
    def line(tag: str, texts: list[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(text)}</{tag}>" for text in texts) + "</tr>\n"

    return "<table>\n" + line("th", columns) + "".join(line("td", row) for row in cells) + "</table>\n"
