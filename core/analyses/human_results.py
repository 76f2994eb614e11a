"""A person's answers beside the models' on the same cases: score, skill and reliance, in percent."""

from collections.abc import Mapping, Sequence

import pandas as pd

from core.analyses.estimates import compute_run_means
from core.analyses.skill import BenchmarkConstants, estimate_skill
from core.benchmarks.info import BenchmarkInfo
from core.records import COUNTED, Reply
from core.scoring.answers import ScoredAnswer
from core.scoring.metrics import compute_reliance, compute_skill
from core.solvers import blind_constant

YOU = "you"


def list_human_measures(about: BenchmarkInfo) -> dict[str, str]:
    """List the measures in display order: names by column."""
    measures = {"score": about.score, "skill": "skill"}
    return measures | ({"reliance": f"reliance, {about.difference}"} if about.foil else {})


def build_human_answers(
    judged: Sequence[tuple[Reply, Sequence[ScoredAnswer]]],
    answers: pd.DataFrame,
    groups: Mapping[str, str],
    about: BenchmarkInfo,
) -> pd.DataFrame:
    """Build a person's answers in the form of the query `answers`; NaN if a question was not answered.

    Args:
        judged: the person's replies and their answers.
        answers: the query `answers_to_cases` of the constant baseline about the same cases, as the reference for skill.
        groups: of the cases, by case.
        about: the benchmark.
    """
    foil = about.foil.frame if about.foil else None
    rows = [
        {
            "run_id": YOU,
            "model_id": YOU,
            "run_label": "You",
            "model_kind": "human",
            "case_id": reply.case_id,
            "question_id": item.answer.question_id,
            "status": item.answer.status,
            "score": item.scores.get(about.truth.frame),
            "foil_score": None if foil is None else item.scores.get(foil),
        }
        for reply, answered in judged
        for item in answered
    ]
    keys = ["case_id", "question_id"]
    blind = answers.loc[answers["model_id"] == blind_constant.MODEL.model_id, [*keys, "score"]]
    blind = blind.rename(columns={"score": "blind"})
    own = pd.DataFrame(rows).merge(blind.drop_duplicates(keys), on=keys, how="left")
    own = own.assign(group_id=own["case_id"].map(groups))
    own[["score", "foil_score", "blind"]] = own[["score", "foil_score", "blind"]].astype(float)
    return own.assign(
        skill=compute_skill(own["score"], own["blind"]), reliance=compute_reliance(own["foil_score"], own["score"])
    )


def compare_with_models(
    own: pd.DataFrame, answers: pd.DataFrame, about: BenchmarkInfo, redrawn: BenchmarkConstants | None = None
) -> dict[str, pd.DataFrame]:
    """Compute per measure of `list_human_measures` the mean of every run on the same answers, with interval.

    The best run is first.

    Args:
        own: as `build_human_answers` returns them.
        answers: as the query `answers` returns them; only answers to what the person has answered too count.
        about: the benchmark.
        redrawn: constants of draws, so that intervals of skill choose them again; None takes the constants as given.
    """
    columns = [
        "run_id",
        "model_id",
        "run_label",
        "model_kind",
        "case_id",
        "question_id",
        "group_id",
        *list_human_measures(about),
    ]
    keys = ["case_id", "question_id"]
    same = answers.merge(own.dropna(subset=["score"])[keys], on=keys)
    both = pd.concat([own[columns], same[columns]], ignore_index=True)
    means = {measure: compute_run_means(both, measure) for measure in list_human_measures(about)}
    if redrawn is not None:
        means["skill"] = _choose_constants_again(means["skill"], both, redrawn)
    return {
        measure: table.sort_values("value", ascending=measure == "reliance", ignore_index=True)
        for measure, table in means.items()
    }


def _choose_constants_again(skills: pd.DataFrame, answers: pd.DataFrame, redrawn: BenchmarkConstants) -> pd.DataFrame:
    """Replace skills and their intervals by those that choose the constants again."""
    sums = answers.dropna(subset=["score"]).assign(**{COUNTED.format("score"): 1})
    estimates = estimate_skill(sums, ["run_id"], redrawn)
    names = skills.drop(columns=[name for name in estimates.columns if name != "run_id"])
    return names.merge(estimates, on="run_id", how="left")
