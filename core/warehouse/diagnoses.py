"""What a build finds in answers beyond their scores: it reads base tables and fills four more."""

from collections.abc import Iterator

import duckdb
import pandas as pd

from core.records import SCORED_FRAMES
from core.scoring.agreement import difficulty, disagreement
from core.scoring.baselines import blind_kappas
from core.scoring.coding import coded_answers, coded_truths, kappa_column
from core.scoring.coherence import contradiction_rows
from core.scoring.lift import Score, lift_table
from core.scoring.reliance import with_reads
from core.solvers import blind_constant
from core.warehouse.read import SQL

LIFTED: tuple[tuple[Score, str], ...] = (
    ("3d", "all"), ("2d", "all"), ("reliance", "all"), ("reliance", "planar"), ("reliance", "tilted"),
    ("reliance", "side class changes"), ("reliance", "side class stays"),
)  # fmt: skip
"""The lifts that are kept: of which score, among which photographs."""

_KEYS = ["photograph_id", "question_id"]


def diagnose(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, pd.DataFrame]]:
    """The rows of four tables, by table; nothing in a file without answers."""
    answers = _read(connection, "answers")
    if answers.empty:
        return
    truths = coded_truths(_read(connection, "truths"), _read(connection, "photographs"))
    coded = with_reads(coded_answers(answers, truths))
    yield "photograph_difficulties", _difficulties(coded[coded["is_pooled"] & (coded["model_kind"] == "vlm")])
    yield "diagnosed_answers", _with_blind_kappas(coded, truths)
    yield "contradictions", contradiction_rows(coded)
    among = _photographs_among(coded[coded["model_id"] != blind_constant.MODEL.model_id])
    yield (
        "lifts",
        pd.concat([lift_table(among[name], score).assign(score=score, photographs=name) for score, name in LIFTED]),
    )


def _photographs_among(answers: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The answers by the photographs that they are about.

    The blind constant is not among them: it is chosen on the truths of the other triangles, so that its own truths are
    the ones that it fits least, which is no habit.
    """
    changes = answers["class_change"].isin(["side", "both"])
    by_pose = {pose: answers[answers["pose"] == pose] for pose in ("planar", "tilted")}
    return {"all": answers, **by_pose, "side class changes": answers[changes], "side class stays": answers[~changes]}


def _read(connection: duckdb.DuckDBPyConnection, name: str) -> pd.DataFrame:
    """The result of `sql/diagnosis/<name>.sql`."""
    return connection.execute((SQL / "diagnosis" / f"{name}.sql").read_text(encoding="utf-8")).df()


def _difficulties(answers: pd.DataFrame) -> pd.DataFrame:
    hard = difficulty(answers)[["photograph_id", "share_right", "n_answers"]]
    return hard.merge(disagreement(answers), on="photograph_id", how="left")


def _with_blind_kappas(coded: pd.DataFrame, truths: pd.DataFrame) -> pd.DataFrame:
    diagnosed = coded[["run_id", *_KEYS, "value", "truth_3d", "truth_2d", "reads"]]
    for frame in SCORED_FRAMES:
        kappa = kappa_column(frame)
        blind = blind_kappas(truths, frame)[[*_KEYS, kappa]].rename(columns={kappa: f"blind_{kappa}"})
        diagnosed = diagnosed.merge(blind, on=_KEYS, how="left")
    return diagnosed
