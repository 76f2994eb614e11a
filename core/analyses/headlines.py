"""The first three findings, each with the cases that show it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from core.analyses.findings import best_sentence, effects_sentence, reference_findings, without_looking
from core.analyses.overview import Overview
from core.analyses.telling import of_seen, worst_case
from core.analyses.verdicts import LOOKS, JudgedModel

MOST = 3


@dataclass(frozen=True, slots=True)
class Headline:
    """A finding and what shows it.

    Attributes:
        run_ids: the runs whose cases show it; empty where it is about no run in particular.
        levels: of these cases, by factor.
        case_id: one of them; None where there is none.
    """

    text: str
    run_ids: tuple[str, ...] = ()
    levels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    case_id: str | None = None


def headlines(
    found: Overview, models: Sequence[JudgedModel], answers: pd.DataFrame, seen: Collection[str]
) -> list[Headline]:
    """Who is best, who does not look, what costs something; of the reference models where no other has answered.

    Args:
        found: the overview.
        models: as `verdicts.judged_models` gives them.
        answers: as the query `answers` gives them.
        seen: the cases whose pictures are here.
    """
    answers = of_seen(answers, seen)
    kappa = found.kappa[found.kappa["run_id"].isin(found.compared)]
    if kappa.empty:
        return [Headline(text) for text in reference_findings(found)[:MOST]]
    judged = [one for one in models if one.verdicts]
    best = judged[0].run_id if judged else str(kappa["run_id"].iloc[0])
    heads = [Headline(best_sentence(found, kappa), (best,), case_id=worst_case(answers, best))]
    runs = list(kappa["run_id"])
    for text in without_looking(found, runs):
        blind = tuple(one.run_id for one in judged if LOOKS in one.verdicts and one.verdicts[LOOKS].tone != "better")
        heads.append(Headline(text, blind, case_id=worst_case(answers, blind[0]) if blind else None))
    for text in effects_sentence(found, runs):
        contrast = found.about.contrasts[0]
        hit = tuple(
            one.run_id
            for one in judged
            if contrast.contrast in one.verdicts and one.verdicts[contrast.contrast].tone == "worse"
        )
        levels = {contrast.factor: contrast.first} if contrast.first else {}
        case_id = worst_case(answers, hit[0], contrast.factor, contrast.first) if hit and levels else None
        heads.append(Headline(text, hit, levels if hit else {}, case_id))
    return heads[:MOST]
