"""One's own answers beside the models' on the same photographs: kappa, skill and reliance, in percent."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.estimates import means_by_run
from core.records import Reply, Truth
from core.scoring.answers import judged
from core.scoring.metrics import reliance, skill
from core.solvers import blind_constant

YOU = "you"
OWN_MEASURES = {"kappa_3d": "kappa 3D", "skill_3d": "skill", "reliance": "reliance, 2D − 3D"}
"""What is shown, in order."""


def own_answers(replies: Sequence[Reply], truths: Sequence[Truth], answers: pd.DataFrame) -> pd.DataFrame:
    """A person's answers as the query `answers` gives those of models; NaN where nothing was answered.

    Args:
        replies: of the person.
        truths: of their photographs, in 3D and 2D.
        answers: as the query `answers` gives them, of all runs about the same photographs; skill is counted from
            those of the blind constant.
    """
    rows = [
        {
            "run_id": YOU,
            "model_id": YOU,
            "run_label": "You",
            "model_kind": "human",
            "photograph_id": reply.photograph_id,
            "question_id": item.answer.question_id,
            "status": item.answer.status,
            "kappa_3d": item.kappas.get("3d"),
            "kappa_2d": item.kappas.get("2d"),
        }
        for reply in replies
        for item in judged(reply, truths)
    ]
    keys = ["photograph_id", "question_id"]
    blind = answers.loc[answers["model_id"] == blind_constant.MODEL.model_id, [*keys, "kappa_3d"]]
    blind = blind.rename(columns={"kappa_3d": "blind"})
    triangles = answers[["photograph_id", "triangle_id"]].drop_duplicates()
    own = pd.DataFrame(rows).merge(blind.drop_duplicates(keys), on=keys, how="left")
    own = own.merge(triangles, on="photograph_id", how="left")
    own[["kappa_3d", "kappa_2d", "blind"]] = own[["kappa_3d", "kappa_2d", "blind"]].astype(float)
    return own.assign(
        skill_3d=skill(own["kappa_3d"], own["blind"]), reliance=reliance(own["kappa_2d"], own["kappa_3d"])
    )


def beside_models(own: pd.DataFrame, answers: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Per measure of `OWN_MEASURES` the mean of every run on the same answers, with its interval, best first.

    Args:
        own: as `own_answers` returns them.
        answers: as the query `answers` gives them; only answers to what the person has answered too count.
    """
    columns = [
        "run_id",
        "model_id",
        "run_label",
        "model_kind",
        "photograph_id",
        "question_id",
        "triangle_id",
        *OWN_MEASURES,
    ]
    keys = ["photograph_id", "question_id"]
    same = answers.merge(own.dropna(subset=["kappa_3d"])[keys], on=keys)
    both = pd.concat([own[columns], same[columns]], ignore_index=True)
    return {
        measure: means_by_run(both, measure).sort_values("value", ascending=measure == "reliance", ignore_index=True)
        for measure in OWN_MEASURES
    }
