"""The first four findings, each with cases that show it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pandas as pd

from core.analyses.baseline_findings import (
    describe_below_constant,
    describe_leader_against_blind,
    describe_looking,
    describe_text_baseline,
    select_below_constant,
)
from core.analyses.findings import (
    describe_best_model,
    describe_effect,
    describe_effects,
    describe_foil_reading,
    list_reference_findings,
)
from core.analyses.overview import Overview
from core.analyses.phrases import keep_runs_with_enough_groups
from core.analyses.verdicts import LOOKS, ModelVerdicts
from core.formatting import add_ending, split_shared_ending

MOST = 4
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


def list_headlines(overview: Overview, models: Sequence[ModelVerdicts], worst: WorstCase) -> list[Headline]:
    """List what costs the models something, which are below the best constant or do not look, and what the foil does.

    Which model is best is the title of the ranked chart (`describe_leaders`). If the text alone is enough, that comes
    first; if no model has answered, the sentences are about the reference models.

    Args:
        overview: the overview.
        models: as `verdicts.list_model_verdicts` returns them.
        worst: finds the case that shows it.
    """
    scores = overview.scores[overview.scores["run_id"].isin(overview.compared)]
    if scores.empty:
        return [Headline(text) for text in list_reference_findings(overview)[:MOST]]
    judged = [model for model in models if model.verdicts]
    runs = list(scores["run_id"])
    blind = tuple(one.run_id for one in judged if LOOKS in one.verdicts and one.verdicts[LOOKS].tone != "better")
    heads = [Headline(text, blind) for text in describe_text_baseline(overview, runs)]
    looking = [] if heads else [Headline(text, blind) for text in describe_looking(overview, runs)]
    effects = _list_effects(overview, judged, runs)
    heads += [head for head in effects if head.run_ids]
    if below := describe_below_constant(overview, runs):
        heads.append(Headline(below, tuple(select_below_constant(overview, runs)["run_id"])))
    heads += looking
    heads += [Headline(text) for text in describe_foil_reading(overview, runs)]
    heads += [head for head in effects if not head.run_ids]
    return [
        replace(
            head,
            run_ids=head.run_ids[:MOST_RUNS],
            case_id=worst(head.run_ids[0], head.levels) if head.run_ids else None,
        )
        for head in heads[:MOST]
    ]


def list_further_findings(overview: Overview, sentences: Sequence[str], headlines: Sequence[Headline]) -> list[str]:
    """List the findings that neither the title of the ranked chart nor a headline states.

    Args:
        overview: the overview.
        sentences: all findings.
        headlines: as `list_headlines` returns them.
    """
    compared = overview.scores[overview.scores["run_id"].isin(overview.compared)]
    titles = set() if compared.empty else {describe_best_model(overview, compared)}
    visible = {headline.text for headline in headlines} | titles
    effects = describe_effects(overview, overview.compared)
    further = [sentence for sentence in sentences if sentence not in {*visible, *effects}]
    by_contrast = [describe_effect(overview, overview.compared, contrast) for contrast in overview.about.contrasts]
    return further + [text for text in by_contrast if text and text not in visible]


def describe_leaders(overview: Overview) -> str:
    """Describe which model is best, as the title of the ranked chart; empty if no model is compared.

    What all compared runs have in common follows the name of the best one, in brackets, and no other name.
    """
    shortened, ending = _shorten_labels(overview)
    scores = shortened.scores[shortened.scores["run_id"].isin(overview.compared)]
    if scores.empty:
        return ""
    best = keep_runs_with_enough_groups(scores).iloc[0]
    labels = scores["label"].mask(scores["run_id"] == best["run_id"], add_ending(best["label"], ending))
    return describe_best_model(shortened, scores.assign(label=labels))


def describe_blind_comparison(overview: Overview) -> str:
    """Describe how many models beat the best constant answer, and by how much the best does, above the chart."""
    return describe_leader_against_blind(_shorten_labels(overview)[0], overview.compared)


def _shorten_labels(overview: Overview) -> tuple[Overview, str]:
    """Return the overview with the compared runs named without the last part that all labels share, and that part."""
    compared = overview.scores[overview.scores["run_id"].isin(overview.compared)]
    names, ending = split_shared_ending(list(compared["label"]))
    if not ending:
        return overview, ""
    short = dict(zip(compared["run_id"], names, strict=True))

    def rename(rows: pd.DataFrame) -> pd.DataFrame:
        return rows.assign(label=rows["run_id"].map(short).fillna(rows["label"]))

    return replace(overview, scores=rename(overview.scores), skill=rename(overview.skill)), ending


def _list_effects(overview: Overview, judged: Sequence[ModelVerdicts], runs: Sequence[str]) -> list[Headline]:
    """List a sentence per circumstance, with the runs that it costs something."""
    heads = []
    for contrast in overview.about.contrasts:
        if not (text := describe_effect(overview, runs, contrast)):
            continue
        effects = overview.effects[contrast.contrast]
        hurt = set(effects.loc[effects["verdict"] == "lower", "run_id"].dropna())
        hit = tuple(model.run_id for model in judged if model.run_id in hurt)
        levels = {contrast.factor: contrast.first} if hit and contrast.first else {}
        heads.append(Headline(text, hit, levels))
    return heads
