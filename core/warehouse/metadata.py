"""Metadata of the benchmark in a warehouse, as a record."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd

from core.benchmarks.data import Contrast, CurveSpec, GlossaryTerm, MarginSpec, Subset, Terminology, TruthSource
from core.benchmarks.info import BenchmarkInfo
from core.factors import Factor
from core.records import Question
from core.warehouse.read import Warehouse

Row = Mapping[Hashable, Any]


def read_benchmark_info(warehouse: Warehouse) -> BenchmarkInfo:
    """Return the benchmark of a warehouse."""
    row = warehouse.query("benchmarks").to_dict("records")[0]
    frames = {frame["role"]: frame for frame in warehouse.query("frames").to_dict("records")}
    protocols = warehouse.query("protocols")
    return BenchmarkInfo(
        benchmark_id=row["benchmark_id"],
        title=row["title"],
        words=Terminology(
            **{name: row[f"{name}_word"] for name in ("case", "cases", "group", "groups", "score")},
            score_meaning=row["score_meaning"],
        ),
        questions={q["question_id"]: _parse_question(q) for q in warehouse.query("questions").to_dict("records")},
        truth=_parse_frame(frames["truth"]),
        foil=_parse_frame(frames["foil"]) if "foil" in frames else None,
        case_factors=tuple(_parse_factor(factor) for factor in warehouse.query("factors").to_dict("records")),
        protocols=dict(zip(protocols["protocol"], protocols["title"], strict=True)),
        subsets={row["subset"]: _parse_subset(row) for row in warehouse.query("subsets").to_dict("records")},
        contrasts=tuple(_parse_contrast(row) for row in warehouse.query("contrasts").to_dict("records")),
        terms=tuple(
            GlossaryTerm(row["word"], row["meaning"], _to_words(row["forms"]))
            for row in warehouse.query("terms").to_dict("records")
        ),
        margins={row["question_id"]: _parse_margin(row) for row in warehouse.query("margins").to_dict("records")},
        curves=tuple(_parse_curve(row) for row in warehouse.query("curves").to_dict("records")),
    )


def _parse_question(row: Row) -> Question:
    return Question(
        question_id=row["question_id"],
        key=row["key"],
        title=row["title"],
        asks=row["asks"],
        kind=row["kind"],
        unit="" if pd.isna(row["unit"]) else row["unit"],
        options=_to_words(row["options"]),
        low=0.0 if pd.isna(row["low"]) else row["low"],
        high=None if pd.isna(row["high"]) else row["high"],
        low_is_open=bool(row["low_is_open"]),
    )


def _parse_frame(row: Row) -> TruthSource:
    return TruthSource(row["frame"], row["title"], row["role"], row["phrase"])


def _parse_factor(row: Row) -> Factor:
    return Factor(
        key=row["factor"],
        title=row["title"],
        levels=_to_words(row["levels"]),
        is_first=bool(row["is_first"]),
        is_short=bool(row["is_short"]),
        origin=row["origin"],
    )


def _parse_margin(row: Row) -> MarginSpec:
    return MarginSpec(row["question_id"], row["meaning"], "" if pd.isna(row["unit"]) else row["unit"])


def _parse_curve(row: Row) -> CurveSpec:
    names = ("question_id", "factor", "measure", "meaning", "step", "remark")
    return CurveSpec(**{name: row[name] for name in names}, unit="" if pd.isna(row["unit"]) else row["unit"])


def _parse_subset(row: Row) -> Subset:
    return Subset(
        row["subset"],
        row["phrase"],
        "" if pd.isna(row["factor"]) else row["factor"],
        _to_words(row["levels"]),
        row["title"],
    )


def _parse_contrast(row: Row) -> Contrast:
    return Contrast(
        row["contrast"],
        row["title"],
        row["phrase"],
        row["factor"],
        _to_words(row["first_levels"]),
        _to_words(row["second_levels"]),
    )


def _to_words(values: Any) -> tuple[str, ...]:  # noqa: ANN401 - a list, or a missing value of some kind
    return () if values is None or (isinstance(values, float)) or values is pd.NA else tuple(str(v) for v in values)
