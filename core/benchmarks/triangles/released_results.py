"""The release's own results: its parsed answers, its scores, and its result tables."""

from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.publications import PublishedFigure
from core.benchmarks.strict_csv import TableLine, read_table
from core.benchmarks.triangles.dataset_facts import (
    ACCURACY,
    MODELS,
    PREDICTIONS,
    RESULT_BY_CLASS,
    RESULT_BY_CONDITION,
    RESULT_BY_MODEL,
    TRIANGLES_3D,
)
from core.benchmarks.triangles.row_keys import KEY_COLUMNS, read_photograph_rows
from core.records import ANGLE_CLASSES, CONDITIONS, SIDE_CLASSES, TRIANGLE_QUESTIONS, Value


@dataclass(frozen=True, slots=True)
class ReleasedScore:
    """The release's result for one answer: the parsed value and the two kappas."""

    case_id: str
    model_id: str
    question_id: str
    value: Value | None
    score: float | None
    foil_score: float | None


def read_released_scores(folder: Path, known: dict[str, TableLine], absent: list[str]) -> list[ReleasedScore]:
    """Read one record per answer in the release's parsed table and its table of scores by image; either may be absent.

    Raises:
        ReleaseError: a cell is invalid, or a photograph is not among those `known`.
    """
    names = [(model.model_id, q) for model in MODELS for q in TRIANGLE_QUESTIONS]
    value_columns = [f"{model_id}_{q.key}" for model_id, q in names]
    kappa_columns = [f"{model_id}_{q.question_id}_acc_{frame}" for model_id, q in names for frame in ("3d", "2d")]
    values = {} if PREDICTIONS in absent else read_photograph_rows(folder, PREDICTIONS, [*KEY_COLUMNS, *value_columns])
    kappas = {} if ACCURACY in absent else read_photograph_rows(folder, ACCURACY, ["img_original", *kappa_columns])
    for file, rows in ((PREDICTIONS, values), (ACCURACY, kappas)):
        for case_id, row in rows.items():
            if case_id not in known:
                raise row.refuse("img_original", f"{case_id} of {file} is missing in {TRIANGLES_3D}")
    scores = []
    for case_id in sorted(values.keys() | kappas.keys()):
        value_row, kappa_row = values.get(case_id), kappas.get(case_id)
        for model_id, q in names:
            column = f"{model_id}_{q.question_id}_acc_"
            value: Value | None = None
            if value_row:
                key = f"{model_id}_{q.key}"
                value = value_row.get_word(key, q.options) if q.kind == "class" else value_row.parse_number(key)
            score, foil_score = (
                kappa_row.parse_number(column + frame, 0.0, 1.0) if kappa_row else None for frame in ("3d", "2d")
            )
            scores.append(ReleasedScore(case_id, model_id, q.question_id, value, score, foil_score))
    return scores


def group_released_values(scores: list[ReleasedScore]) -> dict[tuple[str, str], dict[str, Value]]:
    """Return the parsed table: value by question, by model and photograph."""
    values: dict[tuple[str, str], dict[str, Value]] = {}
    for score in scores:
        if score.value is not None:
            values.setdefault((score.model_id, score.case_id), {})[score.question_id] = score.value
    return values


def read_result_tables(folder: Path, absent: list[str]) -> list[PublishedFigure]:
    """Read the release's result tables, named by content, since its numbering differs from the paper's."""
    models = [*(model.model_id for model in MODELS), "AVERAGE"]
    classes = [f"Q1_{c}" for c in SIDE_CLASSES] + [f"Q2_{c}" for c in ANGLE_CLASSES]
    figures = []

    def add(row: TableLine, figure_id: str, row_key: str, column_key: str, column: str) -> None:
        value = row.parse_number(column, 0.0, 100.0)
        figures.append(PublishedFigure("release", figure_id, row_key, column_key, value, "percent", None, row.file))

    if RESULT_BY_MODEL not in absent:
        for row in read_table(folder, RESULT_BY_MODEL, ["vlm", "acc_3d_percent", "acc_2d_percent"]):
            for frame in ("3d", "2d"):
                add(row, "kappa_by_model", row.get_word("vlm", models), frame, f"acc_{frame}_percent")
    if RESULT_BY_CLASS not in absent:
        for row in read_table(folder, RESULT_BY_CLASS, ["vlm", *(f"{c}_percent" for c in classes)]):
            for name in classes:
                add(row, "kappa_by_true_class", row.get_word("vlm", models), name.replace("_", " "), f"{name}_percent")
    if RESULT_BY_CONDITION not in absent:
        for row in read_table(folder, RESULT_BY_CONDITION, ["image_type", "question", "accuracy_percent"]):
            question_id = row.get_word("question", [q.question_id for q in TRIANGLE_QUESTIONS])
            add(row, "kappa_by_condition", question_id, row.get_word("image_type", CONDITIONS), "accuracy_percent")
    return figures
