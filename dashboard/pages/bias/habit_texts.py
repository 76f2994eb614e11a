"""Texts of the habits of a run, at the head of the page Bias."""

NO_CLEAR_DEVIATION = "No single difference is significant after correction for their number (Holm)."
READING = "The longer a line, the further is the share of an answer from the share in which it is correct."
HABITS_TABLE = "Most common answers, and the best constant answer"
FEW_DISTINCT = "Few distinct answers to an open question suggest that the model does not use the image."
SEE_MISTAKES = "See such mistakes"


def describe_shown_questions(n_shown: int, n_questions: int, questions: str, single: str, *, is_flat: bool) -> str:
    """State which `questions` the chart of shares shows; empty if it shows all.

    Args:
        n_shown: number of questions in the chart.
        n_questions: number of all that the run answers, also of those that the chart cannot have.
        questions: the benchmark's word for them.
        single: names the question if the chart has one only, since its rows do not repeat it; else empty.
        is_flat: whether no answer deviates.
    """
    if n_shown == n_questions:
        return ""
    first = f"{single}, {n_shown}" if single else f"{n_shown}"
    return f"Shown: {first} of {n_questions:,} {questions}{'' if is_flat else ', with the longest lines'}."


def name_all_shares(n_shown: int, n_questions: int, questions: str) -> str:
    """Name the chart with every question that it can have, `n_shown` of all `n_questions`."""
    if n_shown == n_questions:
        return f"All {n_shown:,} {questions}"
    return f"The chart for {n_shown:,} of {n_questions:,} {questions}"


def explain_places(names: str, cases: str) -> str:
    """Explain that options of questions are named by their places; `names` joins the questions, empty if all are."""
    return (
        f"Options{f' of {names}' if names else ''} are named by their place in the list, since their texts are long or "
        f"differ between {cases}."
    )


def describe_left_out(names: str, n_questions: int, noun: str) -> str:
    """Name the questions without a class or letter to count; `names` joins the names of all `n_questions`."""
    verb = "is" if n_questions == 1 else "are"
    return f"{names} {verb} left out, because the answer is not a single {noun}."


def describe_frequency_chart(noun: str) -> str:
    """Describe the chart of answered and true classes or letters."""
    return f"How often each {noun} is answered and is true"


def name_baseline_score(score: str) -> str:
    """Name the column of the constant baseline's score."""
    return f"its baseline {score}, %"


def explain_habits(groups: str, score_label: str, distance_interval: str, parser_note: str) -> str:
    """Explain the best constant answer and the verdict on the difference to it.

    Args:
        groups: the benchmark's word for its groups.
        score_label: name of the score, with its truth.
        distance_interval: explains the interval of the distance to not looking.
        parser_note: on the parser of the replies.
    """
    return (
        f"The best constant answer is chosen on other {groups} without the image. Its score is the one that the "
        f"difference is measured from. Both are {score_label}, on the same answers. The verdict on their difference is "
        f"corrected for the number of questions (Holm). {distance_interval}\n\n{parser_note}"
    )
