"""Metadata of the benchmark in a warehouse, as a record."""

import math
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import pandas as pd

from core.benchmarks.data import Contrast, CurveSpec, GlossaryTerm, MarginSpec, Subset, Terminology, TruthSource
from core.benchmarks.info import BenchmarkInfo
from core.factors import Factor
from core.records import Question
from core.warehouse.read import Warehouse

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")


def read_benchmark_info(warehouse: Warehouse) -> BenchmarkInfo:
    """Return the benchmark of a warehouse."""
    row = warehouse.query("benchmarks").to_dict("records")[0]
    frames = {frame.role: frame for frame in _read_records(warehouse, "frames", TruthSource)}
    protocols = warehouse.query("protocols")
    return BenchmarkInfo(
        benchmark_id=row["benchmark_id"],
        title=row["title"],
        words=Terminology(
            **{name: row[f"{name}_word"] for name in ("case", "cases", "group", "groups", "score")},
            score_meaning=row["score_meaning"],
        ),
        questions={question.question_id: question for question in _read_records(warehouse, "questions", Question)},
        truth=frames["truth"],
        foil=frames.get("foil"),
        case_factors=tuple(_read_records(warehouse, "factors", Factor, key="factor")),
        protocols=dict(zip(protocols["protocol"], protocols["title"], strict=True)),
        subsets={subset.subset: subset for subset in _read_records(warehouse, "subsets", Subset)},
        contrasts=tuple(_read_records(warehouse, "contrasts", Contrast, first="first_levels", second="second_levels")),
        terms=tuple(_read_records(warehouse, "terms", GlossaryTerm)),
        margins={margin.question_id: margin for margin in _read_records(warehouse, "margins", MarginSpec)},
        curves=tuple(_read_records(warehouse, "curves", CurveSpec)),
    )


def _read_records(warehouse: Warehouse, query: str, record_type: type[Record], **columns: str) -> list[Record]:
    """Return the rows of a query as records; a missing cell has the field's default, or is empty.

    Args:
        warehouse: the warehouse.
        query: its name.
        record_type: of the records.
        columns: the names of columns that differ from those of the fields, by field.
    """
    return [
        record_type(
            **{
                field.name: "" if cell is None else cell
                for field in fields(record_type)
                if (cell := _to_plain_value(row.get(columns.get(field.name, field.name)))) is not None
                or field.default is MISSING
            }
        )
        for row in warehouse.query(query).to_dict("records")
    ]


def _to_plain_value(cell: Any) -> Any:  # noqa: ANN401 - of any column
    """Return a tuple of texts for a list, and None for a missing cell of any kind."""
    if isinstance(cell, list | np.ndarray):
        return tuple(map(str, cell))
    return None if cell is pd.NA or (isinstance(cell, float) and math.isnan(cell)) else cell
