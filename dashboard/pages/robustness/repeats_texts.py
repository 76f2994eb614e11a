"""Texts on repeats and variants of runs, on the page Robustness."""

from core.benchmarks.data import Terminology

REPEATS_TITLE = "Does the model repeat itself?"
REPEATS_AXIS = "answers that change, %"
REPEATS_CHART = "Answers that change between runs, by what differs and model"
REPEATS_TABLE = "Answers that change, by model and what differs; a row opens the model's cases"
REPEATS_SHARE = "Answers that change, %"
PARTS_TITLE = "Variance of the score, and accuracy over passes"
PASSES_CAPTION = (
    "Over passes that were asked in the same way: the share of single answers that are right (expected accuracy), "
    "of questions that most passes answer correctly (consensus accuracy), that all passes answer correctly "
    "(pass^k), and with the same outcome in all passes (consistency rate); the variance of right and wrong within "
    "a question (internal variance); half of the 95% CI of the mean score with one pass, with all of them, "
    "and with any number of passes. The first, second, fourth and fifth are those of lmms-eval."
)
CONSTANT_NEVER_CHANGES = (
    "A model that always gives the same answer changes none: few changes do not mean that its answers are right."
)


def name_repeats_axis(facet: str) -> str:
    """Name the axis of answers that change if all rows differ in the same thing."""
    return f"answers that change with {facet}, %"


def explain_repeats(groups: str) -> str:
    """Explain which runs are compared, and what chance explains."""
    return (
        "Runs of one model are compared that differ in one thing only. An option or a class changes if another one is "
        "chosen; a number changes if it is right in one run and wrong in the other. Only questions with a readable "
        "answer from all of these runs count. *Asked again* is how many answers change between runs that were asked "
        "in the same way, so chance alone changes them. Only the difference is due to the prompt, the view, or "
        f"whatever differs. Intervals are 95%, with {groups} as clusters. Verdicts are corrected for the number "
        "of comparisons (Holm). Click a mark to open the model's cases.\n\n"
        "`trilens run --repeats 2` asks twice and so shows how many answers change by chance."
    )


def explain_parts(words: Terminology) -> str:
    """Explain the parts of the variance."""
    return (
        f"Standard deviations of one answer's {words.score} in points, with 95% CIs: how much it varies from "
        f"one {words.group} to the next and from one {words.case} to the next, how far the means of the runs are "
        f"apart, how much that differs between {words.cases}, and how much it varies by chance. Without repeats the "
        "last two cannot be separated."
    )


def list_part_titles(case: str, cases: str, groups: str) -> dict[str, str]:
    """List the titles of the parts of the variance."""
    titles = {
        "groups": groups,
        "cases": f"{cases} within them",
        "shift": "Shift of the mean",
        "interaction": f"Shift by {case}",
        "noise": "Chance",
        "rest": f"Shift by {case}, with chance",
    }
    return {name: title.capitalize() for name, title in titles.items()}
