"""The blind constant as a model: for each question the best fixed answer, chosen on the other triangles."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict

import pandas as pd

from core.records import Model, Photograph, Reply, Truth, Value
from core.scoring.baselines import blind_constants
from core.scoring.coding import coded_truths
from core.solvers.replies import reply_text

MODEL = Model("blind_constant", "Blind constant", kind="reference")


def replies(run_id: str, photographs: Iterable[Photograph], truths: Iterable[Truth]) -> Iterator[Reply]:
    """A reply per photograph, the same for all of a triangle; empty if there is no other triangle to choose on."""
    rows = pd.DataFrame.from_records([asdict(photograph) for photograph in photographs])
    constants = _constants(rows, truths)
    for photograph_id, triangle_id in zip(rows["photograph_id"], rows["triangle_id"], strict=True):
        if answers := constants.get(triangle_id):
            yield Reply(run_id, photograph_id, reply_text(answers))


def _constants(photographs: pd.DataFrame, truths: Iterable[Truth]) -> Mapping[str, dict[str, Value]]:
    """The constants by question, by triangle; without the triangles that lack one."""
    table = pd.DataFrame.from_records(
        {
            "photograph_id": truth.photograph_id,
            "frame": truth.frame,
            "question_id": truth.question_id,
            "value_number": None if isinstance(truth.value, str) else truth.value,
            "value_class": truth.value if isinstance(truth.value, str) else None,
        }
        for truth in truths
    )
    chosen = blind_constants(coded_truths(table, photographs))
    return {
        str(triangle_id): {
            row["question_id"]: row["value_class"] if isinstance(row["value_class"], str) else row["value_number"]
            for row in rows.to_dict("records")
        }
        for triangle_id, rows in chosen.groupby("triangle_id")
        if rows["value"].notna().all()
    }
