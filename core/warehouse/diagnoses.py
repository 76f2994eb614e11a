"""What a build finds out about answers beyond their scores: it reads those of the new file and fills three tables."""

from collections.abc import Iterator

import duckdb
import pandas as pd

from core.scoring.baselines import blind_kappas
from core.scoring.coding import coded_answers, coded_truths
from core.scoring.coherence import contradiction_rows
from core.scoring.lift import Score, lift_table
from core.scoring.reliance import with_reliance

SCORES: tuple[Score, ...] = ("3d", "2d", "reliance")
KEYS = ["photograph_id", "question_id"]


def diagnose(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, pd.DataFrame]]:
    """The rows of `diagnosed_answers`, `contradictions` and `lifts`, by table; none where nobody answered."""
    answers = connection.execute("select * from scored_answers").df()
    if answers.empty:
        return
    photographs = connection.execute("select photograph_id, triangle_id, condition from photographs").df()
    truths = coded_truths(connection.execute("select * from truths").df(), photographs)
    plain = answers.drop(columns=[name for name in ("value", "truth_3d", "truth_2d") if name in answers])
    coded = with_reliance(coded_answers(plain, truths))
    yield "diagnosed_answers", _with_blind_kappas(coded, truths)
    yield "contradictions", contradiction_rows(coded)
    yield "lifts", pd.concat([lift_table(coded, score).assign(score=score) for score in SCORES])


def _with_blind_kappas(coded: pd.DataFrame, truths: pd.DataFrame) -> pd.DataFrame:
    columns = ["run_id", *KEYS, "value", "truth_3d", "truth_2d", "reads"]
    diagnosed = coded[columns]
    for frame in ("3d", "2d"):
        blind = blind_kappas(truths, "3d" if frame == "3d" else "2d")[[*KEYS, f"kappa_{frame}"]]
        renamed = blind.rename(columns={f"kappa_{frame}": f"blind_kappa_{frame}"})
        diagnosed = diagnosed.merge(renamed, on=KEYS, how="left")
    return diagnosed
