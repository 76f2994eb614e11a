"""What a warehouse says of its benchmark, as a record."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd

from core.benchmarks.data import Contrast, Curve, Margin, Subset, Term, TruthFrame, Words
from core.benchmarks.info import About
from core.records import Factor, Question
from core.warehouse.read import Warehouse

Row = Mapping[Hashable, Any]


def about(warehouse: Warehouse) -> About:
    """The benchmark of a warehouse."""
    row = warehouse.query("benchmarks").to_dict("records")[0]
    frames = {frame["role"]: frame for frame in warehouse.query("frames").to_dict("records")}
    protocols = warehouse.query("protocols")
    return About(
        benchmark_id=row["benchmark_id"],
        title=row["title"],
        words=Words(
            **{name: row[f"{name}_word"] for name in ("case", "cases", "group", "groups", "score")},
            score_meaning=row["score_meaning"],
        ),
        questions={q["question_id"]: _question(q) for q in warehouse.query("questions").to_dict("records")},
        truth=_frame(frames["truth"]),
        foil=_frame(frames["foil"]) if "foil" in frames else None,
        case_factors=tuple(_factor(factor) for factor in warehouse.query("factors").to_dict("records")),
        protocols=dict(zip(protocols["protocol"], protocols["title"], strict=True)),
        subsets={row["subset"]: _subset(row) for row in warehouse.query("subsets").to_dict("records")},
        contrasts=tuple(_contrast(row) for row in warehouse.query("contrasts").to_dict("records")),
        terms=tuple(
            Term(row["word"], row["meaning"], _words(row["forms"]))
            for row in warehouse.query("terms").to_dict("records")
        ),
        margins={row["question_id"]: _margin(row) for row in warehouse.query("margins").to_dict("records")},
        curves=tuple(_curve(row) for row in warehouse.query("curves").to_dict("records")),
    )


def _question(row: Row) -> Question:
    return Question(
        question_id=row["question_id"],
        key=row["key"],
        title=row["title"],
        asks=row["asks"],
        kind=row["kind"],
        unit="" if pd.isna(row["unit"]) else row["unit"],
        options=_words(row["options"]),
        low=0.0 if pd.isna(row["low"]) else row["low"],
        high=None if pd.isna(row["high"]) else row["high"],
        low_is_open=bool(row["low_is_open"]),
    )


def _frame(row: Row) -> TruthFrame:
    return TruthFrame(row["frame"], row["title"], row["role"], row["phrase"])


def _factor(row: Row) -> Factor:
    return Factor(
        key=row["factor"],
        title=row["title"],
        levels=_words(row["levels"]),
        is_first=bool(row["is_first"]),
        is_short=bool(row["is_short"]),
        origin=row["origin"],
    )


def _margin(row: Row) -> Margin:
    return Margin(row["question_id"], row["meaning"], "" if pd.isna(row["unit"]) else row["unit"])


def _curve(row: Row) -> Curve:
    names = ("question_id", "factor", "measure", "meaning", "step", "remark")
    return Curve(**{name: row[name] for name in names}, unit="" if pd.isna(row["unit"]) else row["unit"])


def _subset(row: Row) -> Subset:
    return Subset(
        row["subset"],
        row["phrase"],
        "" if pd.isna(row["factor"]) else row["factor"],
        _words(row["levels"]),
        row["title"],
    )


def _contrast(row: Row) -> Contrast:
    return Contrast(
        row["contrast"],
        row["title"],
        row["phrase"],
        row["factor"],
        _words(row["first_levels"]),
        _words(row["second_levels"]),
    )


def _words(values: Any) -> tuple[str, ...]:  # noqa: ANN401 - a list, or a missing value of some kind
    return () if values is None or (isinstance(values, float)) or values is pd.NA else tuple(str(v) for v in values)
