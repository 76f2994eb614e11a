"""Texts of the page Overview.

Arguments with the benchmark's words: `case`, `cases`, `group`, `groups`, `score`; `counted_run` is the run by which a
model counts, `chances` how likely the smallest difference is significant.
"""

from collections.abc import Mapping, Sequence

from core.analyses.phrases import FAMILY, VERDICT_MEANINGS, describe_skill_interval
from core.benchmarks.data import Terminology
from core.benchmarks.info import BenchmarkInfo
from core.formatting import capitalise_first, escape_markdown, format_interval, format_number

REFERENCES_TITLE = "Scores of the solvers and baselines"
REFERENCES_HEADING = "Reference models"
CHARTS_TITLE = "More charts: baselines and effects"
HABIT_CHART = "Habit vs. image use"
TABLE_TITLE = "Answers counted, and unreadable ones"
BOUNDS_HEADING = "score if unreadable = wrong / right, %"
CONTEXT_TITLE = "Compared with the baselines"
SENSITIVITY_TITLE = "How small a difference each question can show"
PAIRS_TITLE = "Which models differ significantly"
COMPARE_LINK = "Differences between two models"
PAPER_LINK = "What the paper prints"
NO_ANSWER = "No visible model answered this question."


def explain_no_models(cases: str) -> str:
    """Explain that there is nothing to rank yet."""
    return f"There are {cases} and truths, but no model has answered yet."


def explain_findings(score_meaning: str, group: str, ceiling: str) -> str:
    """Explain the score and the numbers in brackets of the findings.

    Args:
        score_meaning: of the benchmark.
        group: the benchmark's word for one group.
        ceiling: a sentence on the highest possible score; may be empty.
    """
    brackets = f"In brackets: differences in points, and 95% CIs clustered by {group}."
    return f"{score_meaning} {brackets}" + (f" {ceiling}" if ceiling else "")


def describe_worst_slice(sentence: str) -> str:
    """Introduce the slice of the best model's lowest scores."""
    return f"**Where the best model fails most.** {escape_markdown(sentence)}"


def explain_no_slice(max_cases: int, cases: str) -> str:
    """Explain why a large benchmark has no such slice here."""
    return f"Above {max_cases:,} {cases}, only the page *Slices* searches for where the best model fails most."


def explain_run_choice(n_shown: int, n_ranked: int, n_runs: int) -> str:
    """Explain in the empty list of models which are shown, and how to choose others.

    Args:
        n_shown: maximum number of runs on a page.
        n_ranked: number of runs that answered enough to be ranked.
        n_runs: number of all runs.
    """
    if n_ranked <= n_shown:
        return f"{n_ranked:,} of {n_runs:,} are ranked; choose others for the tables below"
    return f"{n_shown} of {n_runs:,}, the best; choose others"


def describe_marks(info: BenchmarkInfo, *, has_verdicts: bool, has_text_baseline: bool) -> str:
    """Describe the marks of the ranking, and which answers its verdicts call blind.

    Args:
        info: the benchmark.
        has_verdicts: whether a model has one.
        has_text_baseline: whether models are compared with the text-only baseline too.
    """
    frames = f"● {info.truth.phrase}. ○ {info.foil.phrase}. " if info.foil else ""
    blind = (
        f" Blind: best constant answer{' or text-only baseline' if has_text_baseline else ''}." if has_verdicts else ""
    )
    return f"{frames}Line: 95% CI.{blind}"


def explain_ranking(groups: str, verdict_notes: Mapping[str, str], phrases: Sequence[str], parser_note: str) -> str:
    """Explain the intervals of the ranking and those verdicts that it shows.

    Args:
        groups: the benchmark's word for its groups.
        verdict_notes: by the title of a visible question, what its verdict compares.
        phrases: the visible verdicts.
        parser_note: on the parser of the replies.
    """
    intervals = explain_intervals(groups)
    if phrases:
        intervals = f"{intervals} Each verdict is followed by a difference in points and its 95% CI."
    notes = [f"**{title}**: {note}" for title, note in verdict_notes.items()]
    words = [
        meaning for start, meaning in VERDICT_MEANINGS.items() if any(phrase.startswith(start) for phrase in phrases)
    ]
    return "\n\n".join(filter(None, [intervals, *notes, " ".join(words), parser_note]))


def describe_score(score: str, percent: float, low: float | None, high: float | None) -> str:
    """Describe a mean score with its interval, as hover text."""
    return f"{score} {format_number(percent)}%, 95% CI {format_interval(low, high)}"


def describe_blind_score(percent: str, groups: str) -> str:
    """State the score of the best constant answer that verdicts subtract: chosen on other groups."""
    return f"{percent} if chosen on other {groups}, as for the line and the verdicts"


def describe_chart(title: str, *, is_of_best: bool) -> str:
    """Describe a chart by its title and the models in it."""
    return f"{title} of {'the best models' if is_of_best else 'every model'}"


def describe_skill_chart(score: str) -> str:
    """Describe skill as a difference."""
    return f"{capitalise_first(score)} minus that of the best constant answer, or minus chance if that is higher."


def describe_gain_chart(score: str) -> str:
    """Describe the gain over the text-only baseline."""
    return f"{capitalise_first(score)} minus that of the text-only baseline, which sees only question and options."


def describe_frames_chart(info: BenchmarkInfo) -> str:
    """Describe the two truths that answers are scored against; empty if the benchmark has one."""
    return f"{info.truth.title}: {info.truth.phrase}. {info.foil.title}: {info.foil.phrase}." if info.foil else ""


def name_habit_axis(info: BenchmarkInfo) -> str:
    """Name the axis of the chart of habits."""
    return f"{info.foil_score} minus {info.score}, points"


def describe_habit_chart(info: BenchmarkInfo) -> str:
    """Describe the question behind the chart of habit and image use; empty if the benchmark has one truth."""
    if not info.foil:
        return ""
    return (
        f"How much better answers fit {info.foil.phrase} than {info.truth.phrase}, and whether that comes from habit "
        "or from the image."
    )


def explain_intervals(groups: str) -> str:
    """Explain the intervals of a chart.

    Args:
        groups: the benchmark's word for its groups, here and below.
    """
    return f"Lines are 95% CIs. They treat {groups}, not single answers, as independent."


def explain_skill_chart(groups: str) -> str:
    """Explain the chart of skill."""
    return f"Both are taken over the same answers. {explain_intervals(groups)} {describe_skill_interval(groups)}"


def explain_gain_chart(words: Terminology) -> str:
    """Explain the text-only baseline."""
    return (
        f"Both are taken over the same {words.cases}. The text-only baseline learns on one half of the "
        f"{words.groups} which options tend to be correct and answers the other half. A model that does not beat it "
        f"shows no evidence of using the image. {explain_intervals(words.groups)}"
    )


def explain_frames_chart(info: BenchmarkInfo) -> str:
    """Explain what a higher score against the image plane means."""
    return (
        f"{info.words.score_meaning} A model whose {info.foil_score} exceeds its {info.score} fits the image better "
        f"than the scene. Habit alone can cause that: *{HABIT_CHART}* shows how much."
    )


def explain_habit_chart(info: BenchmarkInfo) -> str:
    """Explain stroke and bars of the chart of habit and image use."""
    return (
        f"The stroke is {info.foil_score} minus {info.score}. The striped bar is what the same answers get on other "
        f"{info.words.groups}: a habit, such as always the same class, may fit the flat image better without any "
        "looking. The coloured bar is the difference (lift): what looking at this image adds, with its 95% CI over "
        f"{info.words.groups}. The image-plane solver reads only the image plane; a model that does the same looks "
        "like it."
    )


def explain_effect_chart(groups: str, counted_run: str) -> str:
    """Explain the chart of an effect."""
    return (
        f"Both means are taken over the same {groups} if they have both. *All models, pooled* is the paper's "
        f"statement of the effect. It takes one run per model: {counted_run}. {explain_intervals(groups)}"
    )


def explain_foil_columns(info: BenchmarkInfo, phrase: str) -> str:
    """Explain which answers the columns of the image plane average."""
    return (
        f"{capitalise_first(info.foil_score)} and {info.difference} are means over those {info.words.cases} for which "
        f"{phrase} suggests an answer; others count only in {info.score}."
    )


def list_context_headings(score: str, groups: str) -> dict[str, str]:
    """List the headings of the table that compares scores with baselines, by column."""
    return {
        "label": "Model",
        "score": f"{score} of readable answers, %",
        "least": "unreadable as wrong, %",
        "over_chance": "chance-adjusted accuracy (CAA), %",
        "over_constant": "share of the headroom over the best constant answer, %",
        "over_text": "share of the headroom over the text-only baseline, %",
        "design_effect": "design effect",
        "n": "n",
        "n_groups": groups,
    }


def explain_context(groups: str) -> str:
    """Explain the measures that compare scores with baselines, and the design effect."""
    return (
        "The *share of the headroom* is how much of the distance from the baseline to 100% a score covers: (score − "
        "baseline) / (100 − baseline). The *chance-adjusted accuracy* is the same with chance as the baseline and "
        "unreadable answers as wrong. The text-only baseline sees only question and options. Below 0 the baseline is "
        f"better. The *design effect* is the variance of the score with {groups} as clusters over that of as many "
        "single answers, p (1 − p) / n: at 4 an interval is twice as wide as without clusters. It is computed for "
        "answers that are correct or wrong."
    )


def name_smallest_difference(score: str) -> str:
    """Name the column of smallest detectable differences."""
    return f"smallest difference in {score}, points"


def explain_sensitivity(chances: str, distance_interval: str) -> str:
    """Explain the smallest detectable difference."""
    return (
        f"The smallest difference between a model and the best constant answer that would be significant {chances}, "
        "without correction for multiple comparisons: the median over the models. A smaller one may exist undetected. "
        f"{distance_interval}"
    )


def describe_pairs(score: str, limit_note: str, n_best: int, n_pairs: int) -> str:
    """Describe the table of differences between two models.

    Args:
        score: the benchmark's word for its score.
        limit_note: how many pairs are shown; empty if all are.
        n_best: number of models whose pairs the file has.
        n_pairs: number of all pairs.
    """
    caption = f"Differences of {score}, in points."
    if not limit_note:
        return caption
    file = f"the file has those of the {n_best} best models"
    return f"{caption} {limit_note}; {file}. All {n_pairs:,} count in the correction."


def explain_pairs(groups: str, counted_run: str) -> str:
    """Explain which run represents a model, and how differences are judged."""
    return (
        f"Each model is represented by one run: {counted_run}. On Compare any two runs can be compared.\n\n"
        "Each difference is taken over the answers to the same questions about the same cases; "
        f"{groups} are clusters. {FAMILY} *Not distinguishable* does not mean equal."
    )


def describe_published(title: str) -> str:
    """Describe the order and the origin of the published scores."""
    return f"{title}, best first. The scores are on the paper's own set, which may differ from this one."


def describe_truths(info: BenchmarkInfo, correct: str, foil: str) -> str:
    """State the right answer and the image-plane answer, which may be empty."""
    suggested = f"  \n{capitalise_first(info.foil.phrase)}: **{escape_markdown(foil)}**" if info.foil and foil else ""
    return f"Correct: **{escape_markdown(correct)}**{suggested}"


def describe_triangle(case: str, case_id: str) -> str:
    """Describe the image of a triangle that turns into the board."""
    return f"{case.capitalize()} {case_id} with its triangle; it turns into the board from above"


def describe_image(number: int, n_images: int, case_id: str) -> str:
    """Describe one of the images of a case by its number, from 1."""
    return f"Image {number} of {n_images} of {case_id}" if n_images > 1 else f"Image of {case_id}"


def describe_habit(n_same: int, n: int, cases: str) -> str:
    """State on how many cases a model gives the same answer, as small text after it."""
    count = f"all {n:,}" if n_same == n else f"{n_same:,} of {n:,}"
    return f" :small[(the same on {count} {cases})]"
