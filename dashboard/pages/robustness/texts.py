"""Texts of the page Robustness.

Arguments with the benchmark's words are `case`, `cases`, `group`, `groups` and `score`.
"""

from core.benchmarks.data import Terminology
from core.formatting import escape_markdown, format_number

QUESTION_WITHOUT_SETS = "Does a model keep its answer when only the way it is asked changes?"
EXAMPLE = "An example until then: reference models"
NO_COORDINATES = "No model's answers with points or boxes fit these filters."
QUESTIONS_SECTION = "By question"
MODELS_TABLE = "By model"
SEE_WORST_SETS = "See its worst sets"
MEASURES_AXIS = "share, % (line: 95% CI)"
CONSTANT_IN_NO_ORDER = (
    "The best constant answer is not in the chart: it always gives the same letter, at which each order has another "
    "option, so it is right in some orders, never in all."
)
GUESSING_LINE = "guessing without the image"
SEE_EXAMPLES = "See examples"
WORST_TITLE = "Sets, the worst first"
WORST_HELP = (
    "The truth is the same in the whole set, so a change of answer comes from what differs within it: the view, "
    "the noise, the order of the options. A model that is wrong in the same way every time does not vary."
)

UNREADABLE_AS_WRONG = "unreadable as wrong, %"
QUESTIONS_TABLE = "Robustness by model and question; a row opens its cases"

CLASSES_TITLE = "Robust, or always the same answer?"
CLASSES_TABLE = "Shares per true class, and consistency"
ALWAYS_HEADING = "if always this answer, %"

CIRCULAR_TITLE = "Does the answer depend on the order of the options?"
RIGHT_IN_FIRST_ORDER = "Right in the first order, %"
RIGHT_IN_EVERY_ORDER = "In every order, %"
SAME_IN_EVERY_ORDER = "Same option in every order, %"
CIRCULAR_HELP = (
    "Every question is asked several times, each time with another of its options first (CircularEval). A model that "
    "reads the image chooses the same option in every position: its gap is 0. A model that favours a letter is right "
    "in the first order by luck and loses it in another, and its option changes with the order, right or wrong. Sets "
    "with an unreadable or missing answer are left out of all columns."
)

MIRROR_TITLE = "Does the mirror image get the mirrored answer?"
RIGHT_ABOUT_BOTH = "Right about both, %"
MIRROR_HELP = (
    "In the mirror image, left becomes right and right left; all else stays. A model that reads the image changes "
    "its answer accordingly, even if it is wrong. One that prefers a side does not."
)

VIEWS_TITLE = "Does a view that keeps the truth change the answers?"
VIEWS_TABLE = "Changes by model and view; a row opens the cases of both runs"
FLOOR_OF_REPEATS = "Floor of repeats, %"
OVER_THE_FLOOR = "Over the floor, points"
INTERVAL_OVER_THE_FLOOR = "95% over the floor"
RANKS_TITLE = "Models that may change places"
AHEAD_WITH_ORIGINAL = "Ahead with the original"
LEAD_WITH_VIEW = "Lead with the view, points"

READINGS_TITLE = "Would a reply be right with other axes or another scale?"
RIGHT_IF_READ_OTHERWISE = "Right if read otherwise"
RIGHT_IF_EXCHANGED = "With x and y exchanged"
READINGS_CAPTION = "An answer near the image's diagonal can be right both ways by chance. Its case page shows how."

CONTRADICTIONS_TITLE = "Is each reply self-consistent?"
CONTRADICTIONS_SECTION = "Kinds of contradictions, and their replies"
CONTRADICTIONS_AXIS = "share of replies, %"
CONTRADICTIONS_CHART = "Replies that contradict themselves, by kind and model"
CONTRADICTIONS_CAPTION = "The share of replies without any contradiction, and with each kind."
CONTRADICTIONS_TABLE = "Contradictions; a row opens its case"
NO_REPLIES = "No reply of this selection has two readable answers to compare."


def ask_question(whole: str) -> str:
    """Ask what the page answers about sets; `whole` is what a robust model is, such as *right in every order*."""
    return f"Does a model stay {whole}? What changes should not matter."


def explain_no_pairs(cases: str) -> str:
    """Explain why no set can be judged."""
    return f"No two {cases} of a set with readable answers fit these filters."


def explain_no_protocol(cases: str) -> str:
    """Explain why a benchmark has no robustness."""
    return f"This benchmark has no sets of {cases} that count together."


def explain_no_sets(cases: str) -> str:
    """State that no set has readable answers."""
    return f"No set of {cases} with readable answers fits these filters."


def describe_unreadable(n_unreadable: int, n_answers: int, label: str, n_of_run: int) -> str:
    """State how many answers are unreadable, and which run has most of them; empty without any."""
    if not n_unreadable:
        return ""
    most = "all" if n_of_run == n_unreadable else f"{n_of_run:,}"
    return f"{n_unreadable:,} of {n_answers:,} answers are unreadable, {most} of them by {escape_markdown(label)}."


def describe_tolerances(tolerances: str, unreadable: str) -> str:
    """Describe which graded answers are right, and how many answers are unreadable; both may be empty."""
    graded = f"Graded answers are right {tolerances}." if tolerances else ""
    return f"{graded} {unreadable}".strip()


def describe_no_answers(label: str, n_of_run: int) -> str:
    """State how many questions a reference model does not answer."""
    return f"{escape_markdown(label)} gives no answer to {n_of_run:,} questions; they are left out."


def explain_measures(binary: str, graded: str, stable: str, words: Terminology, notes: str) -> str:
    """Explain the three measures over sets, by their titles, and the marks of the chart; `notes` follow."""
    return (
        f"*{binary.capitalize()}* is the share of sets and questions that are right in every {words.case} of the set. "
        f"*{graded.capitalize()}* is the share of {words.cases} that are right. The further it is above the share of "
        f"sets, the more often a model is right in one {words.case} and wrong in another of the same set. "
        f"*{stable.capitalize()}*, under *Other measures*, is the share with one answer, right or wrong: a model that "
        "always gives the same answer is perfectly stable. "
        f"Lines are 95% CIs with {words.groups} as clusters. A set with an unreadable answer is left out; hover over a "
        "mark to see the share with its unreadable answers as wrong and as right ones. Click a mark to open its "
        f"cases.\n\n{notes}"
    )


def name_other_measures(measures: list[str]) -> str:
    """Name the expander with the measures that the first chart leaves out."""
    return f"Other measures: {'; '.join(measures)}"


def explain_no_measure(measure: str) -> str:
    """Explain why a measure has no chart."""
    return f"This measure does not apply to any set of this selection: {measure}."


def describe_questions_chart(measure: str) -> str:
    """Describe the chart of a measure by question."""
    return f"{measure} by question and model"


def explain_run_limit(limit_note: str) -> str:
    """Explain which runs the chart shows if it does not show all."""
    return f"{limit_note}, the best ones; the table below has all."


def explain_order(score: str) -> str:
    """Explain the order of the worst sets."""
    return f"Ordered by how much {score} varies within the set, then by the number of different answers."


def explain_no_variation(score: str, label: str, cases: str) -> str:
    """Explain why a run has no worst set."""
    return f"The {score} of {escape_markdown(label)} is the same in all {cases} of every set."


def describe_set(set_id: str, truth: str, n_right: float, n: int, score: str, swing: float) -> str:
    """Describe a set and a run's answers to it.

    Args:
        set_id: of the set.
        truth: the same in all its cases; empty if it is missing.
        n_right: number of right answers.
        n: number of readable answers.
        score: the benchmark's word for its score.
        swing: highest minus lowest score, in points.
    """
    name = f"**{escape_markdown(set_id)}**" + (f" · truth {escape_markdown(truth)}" if truth else "")
    return f"{name} · right in {n_right:.0f} of {n} · {score} varies by {format_number(swing, 0)} points"


def explain_classes(case: str, cases: str) -> str:
    """Explain the shares by class and the consistency index."""
    return (
        f"The share of sets that are right in every {case}, by their true class. *If always this answer* is "
        "the share over all sets of a model that gives this answer everywhere without looking: the class's share. A "
        "model that is right in one class and wrong in all others is not robust; it repeats itself. The *consistency "
        f"index* is (B − Gᵏ) / (G − Gᵏ) of *all correct* B, *average* G and sets of k {cases}: 0 if the answers "
        "of a set were right independently, 1 if they were a single answer. Sets with an unreadable answer are left "
        "out."
    )


def name_impossible_claims(group: str) -> str:
    """Name the section of claims that cannot all hold."""
    return f"Does a model make impossible claims about a {group}?"


def explain_impossible_claims(group: str, reasons: list[tuple[str, str]]) -> str:
    """Explain why claims cannot all hold; each combination has a title and a reason."""
    combinations = [f"*{escape_markdown(title)}*: {escape_markdown(reason)}" for title, reason in reasons]
    return (
        f"Readable answers to several questions about one {group}. They cannot all hold, so at least one is wrong, "
        f"whatever the image shows. {' '.join(combinations)}"
    )


def explain_views(groups: str) -> str:
    """Explain the changes, flips and ranks with a changed image."""
    return (
        "Each model is compared with itself on the answers that it gave with both views, with the same prompt and "
        "request options. Each of several passes with one view is compared with each one with the other. Intervals "
        f"are 95%, with {groups} as clusters; verdicts are corrected for the number "
        "of changes (Holm). An answer *flips* if another option, class or text is given, or if a number becomes right "
        "or wrong. *Floor* is the share that flips between repeats of the same view (`run --repeats`): only flips over "
        "the floor are due to the view. The probability that two models *change places* is the share of random draws "
        f"of {groups} in which one is ahead with the original and the other with the view. Unreadable answers are left "
        "out. Click a mark or a row for the cases."
    )


def explain_missing_views(benchmark_id: str, views: str) -> str:
    """Explain that no model was asked with a changed image, and how to ask one; views are separated by commas."""
    return (
        "No selected model was asked about the same cases with both the original and a changed image, so it is "
        "unknown whether a small change of the image changes the answers. This command asks one: "
        f"`trilens run --model MODEL --benchmark {benchmark_id} --views {views}`."
    )


def describe_view_chart(view: str) -> str:
    """Describe the chart of changes with a view."""
    return f"Change of the score with the view {view}, by model"


def describe_likeliest(n_shown: int, n_pairs: int) -> str:
    """State that only the pairs most likely to change places are shown."""
    return f"The likeliest {n_shown} of {n_pairs:,} pairs of models and views."


def describe_other_readings(n_otherwise: int, n: int, n_exchanged: int) -> str:
    """Describe how many answers would be right if they were read otherwise."""
    return (
        f"**{n_otherwise:,} of {n:,} answers would be right if read otherwise, {n_exchanged:,} of them with "
        "x and y exchanged.** They are scored as written."
    )


def describe_coherent(estimates: str) -> str:
    """State how many replies have no contradiction; the estimates name the models."""
    return f"Replies without any contradiction, in %: {estimates}."


def explain_contradictions(min_share: float) -> str:
    """Explain when answers contradict each other, and which kinds are drawn; the share is in percent."""
    return (
        "Two answers contradict each other if they cannot both hold, whatever the image shows. All "
        f"answers of a reply count, whatever questions are chosen. Kinds below {min_share:g}% for every model, and "
        "with many models the rarer ones, are only in the list. Click a mark to list its replies."
    )


def explain_no_contradiction(label: str) -> str:
    """State that a model has no contradiction of the chosen kind."""
    return f"{escape_markdown(label)} does not contradict itself in this way."
