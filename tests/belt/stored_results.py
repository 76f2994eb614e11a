"""Stored reports and query results, and their comparison with new results.

Short columns are stored whole; long columns as counts, sums and a checksum, so that no table of a dataset is committed.
Sentences are stored as their figures: words may change, numbers may not.
"""

import hashlib
import json
import math
import re
from pathlib import Path

import pandas as pd

from core.records import RIGHT_AT
from core.reports.report import to_json
from core.warehouse.read import NO_FILTERS
from core.warehouse.sql import list_files

FOLDER = Path(__file__).parent
TOLERANCE = 1e-9
MIN_SUMMARISED_ROWS = 40
"""Columns with at least this many rows are stored as sums."""

OMITTED_PARTS = ("generation", "build")
"""Parts of a report that are new with every build."""

PARAMETERS = {
    "filters": NO_FILTERS, "kinds": None, "case_id": "001_T0", "case_ids": ["001_P0", "002_T1"],
    "max_images": 4,
    "group_id": "002", "right_at": RIGHT_AT, "outcome": None,
    "sort": "worst", "table": "answers", "run_id": "tri_bench-openai_gpt_5",
    "set_id": "002", "run_ids": ["tri_bench-openai_gpt_5"], "of_runs": None,
    "differs_from": None, "most": None, "first": 12,
    "seed": "belt", "n_per_cell": 2, "max_rows": 50, "at_most": 10_000,
    "pattern_1": "(?i)obtuse", "pattern_2": None, "pattern_3": None,
    "pattern_4": None,
    "question_ids": ["Q1"], "right_model": "openai_gpt_5", "wrong_model": "gemini_2.5_pro", "factor": "pose",
}  # fmt: skip
"""Parameters of the named queries."""

OMITTED_QUERIES = ("builds",)

VERSIONED = "image_key"
"""Names a photograph's copies by its content and by the code and libraries that made them; the latter are omitted."""


def summarise_report(warehouse):
    """Return a warehouse's whole JSON report in its stored form."""
    report = {key: part for key, part in to_json(warehouse).items() if key not in OMITTED_PARTS}
    findings = report.pop("findings")
    tables = {key: summarise_table(pd.DataFrame(rows, dtype=object)) for key, rows in report.items()}
    return {"findings": [_summarise_text(sentence) for sentence in findings], **tables}


ORDERED_TABLES = (
    "aggregates", "benchmarks", "contrasts", "corrections", "factors", "frames", "paper_contradictions", "protocols",
    "published_figures", "questions", "refusals", "release_differences", "sources", "subsets", "terms",
    "truth_differences",
)  # fmt: skip
"""Tables that pages query whole, in display order."""


def summarise_queries(warehouse):
    """Return the results of every named query, and of the tables that pages query whole, in their stored form."""
    tables = sorted(set(ORDERED_TABLES) & set(warehouse.list_tables()))
    results = {name: _summarise_rows(warehouse.query(name)) for name in tables}
    for path in sorted(list_files(warehouse.own_sql, "queries"), key=lambda path: path.stem):
        if path.stem not in OMITTED_QUERIES:
            names = set(re.findall(r"\$(\w+)", path.read_text(encoding="utf-8")))
            rows = warehouse.query(path.stem, **{name: PARAMETERS[name] for name in names})
            results[path.stem] = _summarise_rows(rows)
    return dict(sorted(results.items()))


def _summarise_rows(rows):
    if VERSIONED in rows:
        rows[VERSIONED] = rows[VERSIONED].map(lambda key: key.partition("-")[0], na_action="ignore")
    return summarise_table(rows.astype(object).where(rows.notna(), None))


def summarise_table(table):
    """Return a table by column: the values, or a summary of a long column."""
    return {str(name): _summarise_column([_to_json_value(value) for value in table[name]]) for name in table.columns}


def _to_json_value(value):
    """Convert a cell to a JSON value."""
    if isinstance(value, dict):
        return {key: _to_json_value(part) for key, part in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_to_json_value(part) for part in value]
    if value is None or value is pd.NaT or (isinstance(value, float) and math.isnan(value)):
        return None
    return (
        _summarise_text(value)
        if isinstance(value, str)
        else value
        if isinstance(value, bool | int | float)
        else str(value)
    )


def _summarise_text(text):
    """Return the numbers of a sentence, and any other text unchanged."""
    return {"figures": re.findall(r"\d+(?:[.,]\d+)*", text)} if text.rstrip().endswith(".") else text


def _summarise_column(values):
    if len(values) < MIN_SUMMARISED_ROWS:
        return values
    numbers = [(position, float(v)) for position, v in enumerate(values, start=1) if isinstance(v, int | float)]
    rest = [v for v in values if not isinstance(v, int | float)]
    return {
        "rows": len(values),
        "numbers": len(numbers),
        "sum": math.fsum(number for _, number in numbers),
        "moment": math.fsum(position * number for position, number in numbers) / len(values),
        "texts": hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()[:16],
    }


def list_differences(stored, result, position=""):
    """List the differences of two stored results: numbers beyond the tolerance, and any other change."""
    if isinstance(stored, dict) and isinstance(result, dict):
        for key in stored | result:
            if key not in stored or key not in result:
                yield f"{position}/{key} is {'new' if key in result else 'gone'}"
            else:
                yield from list_differences(stored[key], result[key], f"{position}/{key}")
    elif isinstance(stored, list) and isinstance(result, list) and len(stored) == len(result):
        for number, (one, other) in enumerate(zip(stored, result, strict=True)):
            yield from list_differences(one, other, f"{position}/{number}")
    elif isinstance(stored, float) and isinstance(result, int | float):
        if not math.isclose(stored, result, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
            yield f"{position}: stored {stored!r}, result {result!r}"
    elif stored != result:
        yield f"{position}: stored {stored!r}, result {result!r}"


def name_dataset(folder):
    """Return a short name of a dataset: its tables by content, its photographs by their names."""
    tables = [path.read_bytes() for path in sorted((folder / "data").glob("*.csv"))]
    photographs = [path.name.encode() for path in sorted((folder / "images").rglob("*.jpg"))]
    return hashlib.sha256(b"\n".join([*tables, *photographs])).hexdigest()[:8]


def name_images(folder):
    """Return a short name of drawn photographs by their content.

    OpenCV rounds differently on other processors: a few pixels change by one, and measurements by thousandths.
    """
    photographs = [path.read_bytes() for path in sorted((folder / "images").rglob("*.jpg"))]
    return hashlib.sha256(b"\n".join(photographs)).hexdigest()[:8]


def get_result_path(name):
    """Return the path of a stored result."""
    return FOLDER / f"{name}.json"


def read_result(name):
    """Read a stored result; None if it does not exist."""
    path = get_result_path(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def store_result(name, result):
    """Write a result, one column per line."""
    parts = []
    for key, table in result.items():
        if isinstance(table, dict):
            columns = ",\n".join(f"  {json.dumps(column)}: {json.dumps(part)}" for column, part in table.items())
            parts.append(f" {json.dumps(key)}: {{\n{columns}\n }}")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(table)}")
    get_result_path(name).write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
