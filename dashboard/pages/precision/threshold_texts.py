"""Texts of the Precision page on thresholds."""

from core.benchmarks.info import BenchmarkInfo

CURVES_CAPTION = "Each curve has its model's mark and colour from the chart above."
MARGIN_UNIT = "the unit of the margin"
"""Stands for the unit of a margin that has none."""

FEW_LEVELS = "too few margins to test"
LAPSE_HEADING = "Wrong at any margin, %"
FIT_HEADING = "Fit of the curve"
DIFFERENCE_HEADING = "The first threshold is"
THRESHOLDS_TABLE = "Thresholds by model and question"
THRESHOLDS_EXPANDER = "Curves, biases and fits"


def describe_without_curve(questions: str) -> str:
    """Name the questions that are missing in the chart."""
    return f"Not in the chart, because answers show no rise with the margin or are too few: {questions}."


def explain_threshold(score: str) -> str:
    """Explain what a threshold is.

    Args:
        score: the benchmark's word for its score.
    """
    return (
        f"*Sees a margin*: its {score} there is at least halfway between guessing and 100% (75% with two options), "
        "corrected for a preference for one answer. Brackets: 95% CIs."
    )


def explain_no_threshold(score: str, groups: str) -> str:
    """Explain why no threshold is stated."""
    return (
        f"No threshold is stated: no model's {score} is shown to rise with the margin, or there are too "
        f"few {groups} or margins."
    )


def name_threshold_axis(unit: str) -> str:
    """Name the axis of thresholds; the unit may be empty."""
    return f"threshold, {unit or f'in {MARGIN_UNIT}'} (smaller is better)"


def describe_thresholds_chart(unit: str) -> str:
    """Describe the chart of all thresholds with a unit, which may be empty."""
    return f"Thresholds of all models in {unit or MARGIN_UNIT}"


def name_signed_margin(meaning: str, lower: str, upper: str) -> str:
    """Name the axis of a margin that has a sign.

    Args:
        meaning: what the margin measures.
        lower: the answer that is right left of 0.
        upper: the answer that is right at the right of 0.
    """
    return f"{meaning}; left of 0 {lower} is correct, right of 0 {upper}"


def describe_psychometric_chart(question: str) -> str:
    """Describe the chart of a question's curves."""
    return f"{question}: psychometric function of each model"


def describe_point(label: str, margin: float, percent: float, n: float) -> str:
    """Describe the answers of a model at a margin, as hover text.

    Args:
        label: of the model, escaped.
        margin: in its unit.
        percent: of the answers.
        n: number of answers.
    """
    return f"{label}, margin {margin:.3g}<br>{percent:.0f}% of {n:,.0f} answers"


def explain_thresholds(info: BenchmarkInfo, draws: int, fewer_draws: int, max_fits: int) -> str:
    """Explain curves, thresholds, biases and their intervals.

    Args:
        info: the benchmark's words.
        draws: number of bootstrap draws.
        fewer_draws: number of draws if there are many curves.
        max_fits: largest number of curves with all draws.
    """
    return (
        "A logistic curve is fitted to each model's answers by maximum likelihood. The threshold is the margin at "
        f"which {info.score} is halfway between guessing and 100%.\n\n"
        f"If the same two answers are offered in all {info.words.cases}, the curve is the share of one of them, and "
        "the margin has a sign. A model that prefers an answer then has a **bias**, the margin at which it gives both "
        "equally often. The threshold is half of the distance from 25% to 75% and does not depend on the bias.\n\n"
        f"Lines are 95% CIs from {draws} draws of {info.words.groups} ({fewer_draws} if there are more than "
        f"{max_fits} curves). Differences between models use the same draws and are corrected for their number (Holm). "
        "No threshold is stated if the answers do not show that the curve rises, if it does not reach the level within "
        "the margins asked, which a strong bias can cause, or if it lies below what these margins can show. A dashed "
        "curve does not fit (deviance, p below 0.01)."
    )
