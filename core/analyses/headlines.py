"""The first three findings, each with cases that show it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.analyses.findings import (
    describe_best_model,
    describe_effects,
    describe_looking,
    describe_text_baseline,
    list_reference_findings,
)
from core.analyses.overview import Overview
from core.analyses.verdicts import LOOKS, ModelVerdicts

MOST = 3
MOST_RUNS = 20
"""Maximum number of runs in a headline's link: an address cannot hold a thousand."""

WorstCase = Callable[[str, Mapping[str, tuple[str, ...]]], str | None]
"""Returns the case with the lowest mean score of a run, among those with the given levels by factor; None if there are
none."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A finding and its evidence.

    Attributes:
        run_ids: the first of the runs whose cases show it; empty if it is not about particular runs.
        levels: of these cases, by factor.
        case_id: one of them; None if there is none.
    """

    text: str
    run_ids: tuple[str, ...] = ()
    levels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    case_id: str | None = None


def list_headlines(found: Overview, models: Sequence[ModelVerdicts], worst: WorstCase) -> list[Headline]:
    """List whether the text alone is enough, which model is best, which does not look, and what costs something.

    If no model has answered, the sentences are about the reference models.

    Args:
        found: the overview.
        models: as `verdicts.list_model_verdicts` returns them.
        worst: finds the case that shows it.
    """
    kappa = found.kappa[found.kappa["run_id"].isin(found.compared)]
    if kappa.empty:
        return [Headline(text) for text in list_reference_findings(found)[:MOST]]
    judged = [one for one in models if one.verdicts]
    best = judged[0].run_id if judged else str(kappa["run_id"].iloc[0])
    runs = list(kappa["run_id"])
    blind = tuple(one.run_id for one in judged if LOOKS in one.verdicts and one.verdicts[LOOKS].tone != "better")
    heads = [Headline(text, blind) for text in describe_text_baseline(found, runs)]
    is_told = bool(heads)
    heads.append(Headline(describe_best_model(found, kappa), (best,)))
    heads += [] if is_told else [Headline(text, blind) for text in describe_looking(found, runs)]
    for text in describe_effects(found, runs):
        contrast = found.about.contrasts[0]
        hit = tuple(
            one.run_id
            for one in judged
            if contrast.contrast in one.verdicts and one.verdicts[contrast.contrast].tone == "worse"
        )
        levels = {contrast.factor: contrast.first} if contrast.first else {}
        heads.append(Headline(text, hit, levels if hit else {}))
    return [
        replace(
            head,
            run_ids=head.run_ids[:MOST_RUNS],
            case_id=worst(head.run_ids[0], head.levels) if head.run_ids else None,
        )
        for head in heads[:MOST]
    ]
