"""What the figures of Overview say, in sentences: the answer before the numbers."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.estimates import are_small, standing_of
from core.analyses.image_statistics_baseline import describe_statistics_baseline
from core.analyses.not_compared import not_compared_named
from core.analyses.overview import Overview, reference_value
from core.analyses.phrases import (
    MAX_NAMED,
    each_with_estimate,
    interval_in_brackets,
    short_phrase,
    too_few_for_a_claim,
    unreadable_caution,
)
from core.benchmarks.data import Words
from core.benchmarks.info import About
from core.formatting import capital, listed, number_text
from core.records import FEW_GROUPS
from core.solvers import blind_constant, blind_text, homography, image_plane
from core.statistics.missing_bounds import WARN_FROM


def findings(found: Overview) -> list[str]:
    """Return up to six sentences with their intervals; none where no vision-language model has a pooled run.

    The first one says that the text alone is enough, where it is: every other score depends on that.

    A claim rests on `FEW_GROUPS` groups or more.
    """
    kappa = found.kappa[found.kappa["run_id"].isin(found.compared)]
    if kappa.empty:
        return []
    runs = list(kappa["run_id"])
    alone = text_alone_sentence(found, runs)
    return [
        *alone,
        best_sentence(found, kappa),
        *_against_blind(found, runs),
        *describe_statistics_baseline(found),
        *([] if alone else without_looking(found, runs)),
        *_reading_the_picture(found, runs),
        *effects_sentence(found, runs),
    ]


def reference_findings(found: Overview) -> list[str]:
    """What the reference solvers show where no model has a pooled run: how much the square helps, what tilt does."""
    of_references = found.kappa[found.kappa["kind"] == "reference"].dropna(subset=["value"])
    is_alone = (found.kappa["kind"] == "reference").all()
    if found.compared or (is_alone and of_references.empty):
        return []
    ranked = ", ".join(
        f"{row['label'].lower()} {number_text(row['value'])} %{interval_in_brackets(row)}{_without_unanswered(row)}"
        for _, row in of_references.iterrows()
    )
    absent = "So far no model has answered" if is_alone else f"No model is compared yet: {not_compared_named(found)}"
    if of_references.empty:
        return [f"{absent}."]
    words, truth = found.about.words, found.about.truth
    only = ", only reference solvers" if is_alone else ""
    first = f"{absent}{only}. Mean {words.score} of the reference solvers against {truth.phrase}: {ranked}"
    if len(_with_enough(of_references)) == 0:
        return [f"{first}. {too_few_for_a_claim(_most_groups(of_references), words)}."]
    reading = _with_enough(found.reading[found.reading["low"] > 0])
    sentences = [f"{first}.", *text_alone_sentence(found, [])]
    for contrast in found.about.contrasts[:1]:
        effect = _with_enough(found.effects[contrast.contrast])
        costly = effect[(effect["kind"] == "reference") & (effect["high"] < 0)].sort_values("value")
        if len(costly):
            start = f"{capital(contrast.phrase)} costs"
            sentences.append(f"{start} {each_with_estimate(costly)}, in points of {found.about.score}.")
    if len(reading) and found.about.foil:
        on = next(iter(found.about.subsets.values())).phrase
        sentences.append(
            f"Looking at {on} makes {each_with_estimate(reading)} fit {found.about.foil.phrase} better than "
            f"{short_phrase(truth.phrase)}, as expected of a solver that reads only the image."
        )
    return [*sentences, *describe_statistics_baseline(found)]


def _without_unanswered(row: pd.Series) -> str:
    """Return between which values a reference's mean is with its unanswered questions; empty if it has few."""
    if not row["share_missing"] >= 100 * WARN_FROM:
        return ""
    ends = f"{number_text(row['least'])} to {number_text(row['most'])} %"
    return f" over the {number_text(100 - row['share_missing'])} % that it answers (with the others {ends})"


def text_alone_sentence(found: Overview, runs: Sequence[str]) -> list[str]:
    """Return that the text alone is enough for many answers, where no model is clearly ahead of it.

    The text-only baseline reads question and options without the image. If it is clearly better than guessing or
    than the best constant answer, these give answers away, and a high score does not show that a model looks.

    Args:
        found: the overview.
        runs: the compared runs.
    """
    rows = _with_enough(found.kappa[found.kappa["model_id"] == blind_text.MODEL.model_id]).dropna(subset=["value"])
    levels = {
        "the best constant answer": reference_value(found.kappa, blind_constant.MODEL.model_id),
        "guessing": found.chance,
    }
    known = {name: value for name, value in levels.items() if value is not None}
    if rows.empty or not known:
        return []
    text = rows.iloc[0]
    lowest = text["value"] if pd.isna(text["low"]) else text["low"]
    below = {name: level for name, level in known.items() if level < lowest}
    looking = found.looking[found.looking["run_id"].isin(runs)]
    standing = standing_of(looking)
    if not below or (standing == "above").any():
        return []
    name, level = max(below.items(), key=lambda item: item[1])
    scored = f"{number_text(text['value'])} %{interval_in_brackets(text)}"
    points = f"{number_text(text['value'] - level)} points above {name}"
    points += "".join(f", no better than {other}" for other in known if other not in below)
    start = (
        f"The text alone scores {scored}, {points}: question and options give so many answers away without the image"
    )
    behind = looking[standing.isin(["below", "unclear"])]
    parts = [f"{each_with_estimate(behind, with_plus=True)} {_is(behind)} not ahead of it"] if len(behind) else []
    parts += _too_few(looking, found.about, _whether_looking(looking, found.about.words))
    return [f"{'; '.join([start, *parts])}."]


def best_sentence(found: Overview, kappa: pd.DataFrame) -> str:
    """Who reads the cases best, how surely, and what measuring with the square would give."""
    words = found.about.words
    enough = _with_enough(kappa)
    sentence = _leader(found, enough) if len(enough) else _no_leader(found, kappa)
    ceiling = reference_value(found.kappa, homography.MODEL.model_id)
    attainable = [f"A solver that measures with the square reaches {number_text(ceiling)} %."] if ceiling else []
    return " ".join([f"{sentence}.", *unreadable_caution(kappa, f"mean {words.score}"), *attainable])


def _leader(found: Overview, kappa: pd.DataFrame) -> str:
    best = kappa.iloc[0]
    words, truth = found.about.words, found.about.truth
    mean = f"mean {words.score} {number_text(best['value'])} %{interval_in_brackets(best)} against {truth.phrase}"
    if len(kappa) == 1:
        return f"{best['label']} reads the {words.groups} with {mean}"
    second = kappa.iloc[1]
    pair = found.pairs.set_index(["first", "second"]).loc[(best["run_id"], second["run_id"])]
    if pair["verdict"] != "higher":
        highest = f"{best['label']} has the highest {mean}"
        return (
            f"{highest}, not significantly different from {second['label']}: of alike models one is highest by chance"
        )
    ahead = f"{number_text(pair['value'])} points{interval_in_brackets(pair)} above {second['label']}"
    return f"{best['label']} reads the {words.groups} best: {mean}, {ahead}"


def _no_leader(found: Overview, kappa: pd.DataFrame) -> str:
    """What can be said of so few groups: the highest mean so far, and that it is no claim."""
    best, words, n_groups = kappa.iloc[0], found.about.words, _most_groups(kappa)
    if n_groups == 0:
        return f"No answer of {listed(list(kappa['label'].head(MAX_NAMED)))} could be read"
    told = "which model reads them best" if len(kappa) > 1 else "how well a model reads them"
    highest = "The highest mean" if len(kappa) > 1 else "The mean"
    return (
        f"{too_few_for_a_claim(n_groups, words, told)}. {highest} {words.score} against {found.about.truth.phrase} is "
        f"{number_text(best['value'])} % so far, of {best['label']}"
    )


def _every_model(found: Overview) -> str:
    """All models, or those that are compared where others have answered too."""
    return "every compared model" if len(found.not_compared) else "every model"


def _with_enough(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with enough groups for a claim."""
    return rows[rows["n_groups"] >= FEW_GROUPS]


def _most_groups(rows: pd.DataFrame) -> int:
    return int(rows["n_groups"].max())


def _against_blind(found: Overview, runs: Sequence[str]) -> list[str]:
    skill = found.skill[found.skill["run_id"].isin(runs)]
    blind = reference_value(found.kappa, blind_constant.MODEL.model_id)
    if blind is None or skill["value"].isna().all():
        return []
    standing = standing_of(skill)
    above, below, unclear = (skill[standing == name] for name in ("above", "below", "unclear"))
    start = f"The best constant answer, which never looks, reaches {number_text(blind)} %"
    if len(above) == len(skill):
        return [f"{start}; {_every_model(found)} does better."]
    parts = [f"{each_with_estimate(below.sort_values('value'))} {_is(below)} below it"] if len(below) else []
    if len(unclear):
        runs_are = f"{each_with_estimate(unclear)} {_is(unclear)}"
        parts.append(f"{runs_are} neither significantly above nor below it")
    return [f"{start}; {'; '.join([*parts, *_too_few(skill, found.about)])}."]


def without_looking(found: Overview, runs: Sequence[str]) -> list[str]:
    """Whose answers show no sign of looking at the case."""
    if len(found.looking):
        return _ahead_of_the_text(found, runs)
    lifts = found.lifts[(found.lifts["against"] == "truth") & found.lifts["run_id"].isin(runs)]
    if lifts.empty:
        return []
    standing, words = standing_of(lifts), found.about.words
    slight = lifts[(standing == "above") & are_small(lifts)]
    if (standing == "above").all() and slight.empty:
        every = capital(_every_model(found))
        return [f"{every} looks at the {words.case}: its answers fit their own {words.groups} better than others."]
    unmoved = lifts[standing.isin(["below", "unclear"])]
    shows, its = ("show", "their") if len(unmoved) > 1 else ("shows", "its")
    parts = (
        [
            f"{each_with_estimate(unmoved)} {shows} no sign of looking at the {words.case}: {its} answers fit other "
            f"{words.groups} as well"
        ]
        if len(unmoved)
        else []
    )
    if len(slight):
        parts.append(
            f"{each_with_estimate(slight)} {'gain' if len(slight) > 1 else 'gains'} less than a point by looking"
        )
    parts += _too_few(lifts, found.about, _whether_looking(lifts, words), is_first=not parts)
    return [f"{'; '.join(parts)}."]


def _ahead_of_the_text(found: Overview, runs: Sequence[str]) -> list[str]:
    """Who is better than a reader of question and options: options differ between cases, so a lift alone is no look."""
    looking = found.looking[found.looking["run_id"].isin(runs)]
    if looking.empty:
        return []
    standing, words = standing_of(looking), found.about.words
    blind = reference_value(found.kappa, blind_text.MODEL.model_id)
    start = f"A reader of question and options alone reaches {number_text(blind)} %"
    if (standing == "above").all():
        return [f"{start}; {_every_model(found)} does better, so it uses the picture."]
    behind = looking[standing.isin(["below", "unclear"])]
    parts = [f"{each_with_estimate(behind, with_plus=True)} {_is(behind)} not ahead of it"] if len(behind) else []
    parts += _too_few(looking, found.about, _whether_looking(looking, words))
    return [f"{start}; {'; '.join(parts)}."]


def _whether_looking(estimates: pd.DataFrame, words: Words) -> str:
    """What cannot be told of the runs that answered about too few groups."""
    who = "it looks" if (standing_of(estimates) == "too few").sum() == 1 else "they look"
    return f"whether {who} at the {words.case}"


def _too_few(estimates: pd.DataFrame, about: About, what: str = "", *, is_first: bool = False) -> list[str]:
    """The runs without an interval to judge by, as part of a sentence."""
    without = list(estimates.loc[standing_of(estimates) == "too few", "label"])
    are_all = len(without) == len(estimates) > 1
    named = without[:MAX_NAMED] + ([f"{len(without) - MAX_NAMED} more"] if len(without) > MAX_NAMED else [])
    who = ("All models" if is_first else "all models") if are_all else listed(named) if named else ""
    return [f"{who} answered about too few {about.words.groups} to tell {what}".rstrip()] if who else []


def _reading_the_picture(found: Overview, runs: Sequence[str]) -> list[str]:
    """Whom the case itself draws towards the foil, and how much of the raw figure is habit."""
    rows = _with_enough(found.reading[found.reading["run_id"].isin(runs)])
    foil = found.about.foil
    if rows.empty or foil is None:
        return []
    reading = rows[rows["verdict"] == "higher"]
    reads = "read" if len(reading) > 1 else "reads"
    who = f"{each_with_estimate(reading)} {reads}" if len(reading) else "no model reads"
    on, truth = next(iter(found.about.subsets.values())).phrase, found.about.truth
    start = f"Looking at {on}, {who} {foil.phrase} significantly more than {short_phrase(truth.phrase)}."
    leaning = rows[rows["raw_low"] > 0].sort_values("raw", ascending=False)
    if leaning.empty:
        return [start]
    most = leaning.iloc[0]
    raw, habit, looking = (number_text(most[part]) for part in ("raw", "habit", "value"))
    perfect = found.reading[found.reading["model_id"] == image_plane.MODEL.model_id]["value"]
    mark = f", and {number_text(perfect.iloc[0])} to a perfect reader of the picture" if len(perfect) else ""
    return [
        f"{start} {most['label']} fits the picture better by {raw} points, but habit alone gives {habit} of them; "
        f"looking adds {looking}{interval_in_brackets(most)}{mark}."
    ]


def effects_sentence(found: Overview, runs: Sequence[str]) -> list[str]:
    """Whom each circumstance costs something."""
    parts = []
    for contrast in found.about.contrasts:
        effects = found.effects[contrast.contrast]
        of_runs = _with_enough(effects[effects["run_id"].isin(runs)])
        if of_runs.empty:
            continue
        hurt = of_runs[of_runs["verdict"] == "lower"].sort_values("value")
        parts.append(f"{contrast.phrase} costs {each_with_estimate(hurt) if len(hurt) else 'no model significantly'}")
    return [f"{capital('; '.join(parts))}."] if parts else []


def _is(rows: pd.DataFrame) -> str:
    return "is" if len(rows) == 1 else "are"
