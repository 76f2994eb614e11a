"""What the belt keeps of reports and query results, and how a new result is compared with it.

Short columns are kept whole; long ones as counts, sums and a checksum, so that no table of a dataset is committed.
Sentences are kept by their figures: words may change, numbers may not.
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
LONG = 40
"""Rows from which on a column is kept as sums."""

NOT_KEPT = ("generation", "build")
"""Parts of a report that are new with every build."""

PARAMETERS = {
    "filters": NO_FILTERS, "kinds": None, "case_id": "001_T0", "case_ids": ["001_P0", "002_T1"],
    "group_id": "002", "right_at": RIGHT_AT, "outcome": None,
    "sort": "worst", "table": "answers", "run_id": "tri_bench-openai_gpt_5",
    "set_id": "002", "run_ids": ["tri_bench-openai_gpt_5"], "of_runs": None,
    "differs_from": None, "most": None, "first": 12,
    "seed": "belt", "n_per_cell": 2, "max_rows": 50, "at_most": 10_000,
    "pattern_1": "(?i)obtuse", "pattern_2": None, "pattern_3": None,
    "pattern_4": None,
    "question_ids": ["Q1"], "right_model": "openai_gpt_5", "wrong_model": "gemini_2.5_pro", "factor": "pose",
}  # fmt: skip
"""What the named queries are asked with."""

NOT_KEPT_QUERIES = ("builds",)

VERSIONED = "image_key"
"""Names a photograph's copies: its content, then the code and the libraries that made them, which are no result."""


def kept_report(warehouse):
    """Return a warehouse's whole JSON report in its stored form."""
    report = {key: part for key, part in to_json(warehouse).items() if key not in NOT_KEPT}
    findings = report.pop("findings")
    tables = {key: kept_table(pd.DataFrame(rows, dtype=object)) for key, rows in report.items()}
    return {"findings": [_kept_text(sentence) for sentence in findings], **tables}


ORDERED_TABLES = (
    "aggregates", "benchmarks", "contrasts", "corrections", "factors", "frames", "paper_contradictions", "protocols",
    "published_figures", "questions", "refusals", "release_differences", "sources", "subsets", "terms",
    "truth_differences",
)  # fmt: skip
"""Tables that pages query whole, in display order."""


def kept_queries(warehouse):
    """Return the results of every named query, and of the tables that pages query whole in their stored form."""
    tables = sorted(set(ORDERED_TABLES) & set(warehouse.list_tables()))
    results = {name: _keep_rows(warehouse.query(name)) for name in tables}
    for path in sorted(list_files(warehouse.own_sql, "queries"), key=lambda path: path.stem):
        if path.stem not in NOT_KEPT_QUERIES:
            names = set(re.findall(r"\$(\w+)", path.read_text(encoding="utf-8")))
            rows = warehouse.query(path.stem, **{name: PARAMETERS[name] for name in names})
            results[path.stem] = _keep_rows(rows)
    return dict(sorted(results.items()))


def _keep_rows(rows):
    if VERSIONED in rows:
        rows[VERSIONED] = rows[VERSIONED].str.partition("-")[0]
    return kept_table(rows.astype(object).where(rows.notna(), None))


def kept_table(table):
    """Return a table by column: the values, or a summary of a long column."""
    return {str(name): _kept_column([_plain(value) for value in table[name]]) for name in table.columns}


def _plain(value):
    """Convert a cell to a JSON value."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if value is None or value is pd.NaT or (isinstance(value, float) and math.isnan(value)):
        return None
    return (
        _kept_text(value) if isinstance(value, str) else value if isinstance(value, bool | int | float) else str(value)
    )


def _kept_text(text):
    """Return a sentence's numbers; return every other text unchanged."""
    return {"figures": re.findall(r"\d+(?:[.,]\d+)*", text)} if text.rstrip().endswith(".") else text


def _kept_column(values):
    if len(values) < LONG:
        return values
    numbers = [(place, float(v)) for place, v in enumerate(values, start=1) if isinstance(v, int | float)]
    rest = [v for v in values if not isinstance(v, int | float)]
    return {
        "rows": len(values),
        "numbers": len(numbers),
        "sum": math.fsum(number for _, number in numbers),
        "moment": math.fsum(place * number for place, number in numbers) / len(values),
        "texts": hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()[:16],
    }


def differences(kept, found, place=""):
    """List the differences of two stored results: numbers beyond the tolerance, and any other change."""
    if isinstance(kept, dict) and isinstance(found, dict):
        for key in kept | found:
            if key not in kept or key not in found:
                yield f"{place}/{key} is {'new' if key in found else 'gone'}"
            else:
                yield from differences(kept[key], found[key], f"{place}/{key}")
    elif isinstance(kept, list) and isinstance(found, list) and len(kept) == len(found):
        for number, (one, other) in enumerate(zip(kept, found, strict=True)):
            yield from differences(one, other, f"{place}/{number}")
    elif isinstance(kept, float) and isinstance(found, int | float):
        if not math.isclose(kept, found, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
            yield f"{place}: kept {kept!r}, found {found!r}"
    elif kept != found:
        yield f"{place}: kept {kept!r}, found {found!r}"


def dataset_name(folder):
    """Return a short name of a data set: its tables by content, its photographs by their names."""
    tables = [path.read_bytes() for path in sorted((folder / "data").glob("*.csv"))]
    photographs = [path.name.encode() for path in sorted((folder / "images").rglob("*.jpg"))]
    return hashlib.sha256(b"\n".join([*tables, *photographs])).hexdigest()[:8]


def pictures_name(folder):
    """A short name of drawn photographs by their content.

    OpenCV rounds otherwise on another processor: a few pixels move by one, and what is measured in them by thousandths.
    """
    photographs = [path.read_bytes() for path in sorted((folder / "images").rglob("*.jpg"))]
    return hashlib.sha256(b"\n".join(photographs)).hexdigest()[:8]


def path_of(name):
    """Return the path of a stored result."""
    return FOLDER / f"{name}.json"


def read_kept(name):
    """Read a stored result; None if it does not exist."""
    path = path_of(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def keep(name, found):
    """Write a result, one column per line."""
    parts = []
    for key, table in found.items():
        if isinstance(table, dict):
            columns = ",\n".join(f"  {json.dumps(column)}: {json.dumps(part)}" for column, part in table.items())
            parts.append(f" {json.dumps(key)}: {{\n{columns}\n }}")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(table)}")
    path_of(name).write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
