"""Texts of the result of Ask a model."""

from core.formatting import format_count

CONTRADICTIONS_SECTION = "**Contradictions between the answers of one reply**"
NO_TRUTH = "The answers were read, but the truth is not known."
NO_ANSWER = "No answer could be read."
VIEWS_QUESTION = "Does the answer depend on the view?"
SAME_TRUTHS = "The truths are the same in every view, unless the question asks for left, right, up or down."


def describe_agreement(reply: str, reference: str, percent: str, flat_percent: str, others: str) -> str:
    """Describe the score of the best reply.

    Args:
        reply: label of the best reply.
        reference: name of the truth.
        percent: score against it.
        flat_percent: score against the flat image; empty if there is none.
        others: comparison with the other replies; empty if there is none.
    """
    flat = f", {flat_percent}% against the flat image" if flat_percent else ""
    return f"{reply} scores {percent}% against {reference}{flat}{others}."


def describe_equal_replies(n_replies: int) -> str:
    """Continue a sentence about the best reply: all replies have the same score."""
    return f"; all {n_replies} replies score the same"


def describe_lowest_reply(n_replies: int, reply: str, percent: str) -> str:
    """Continue a sentence about the best reply: name the one with the lowest score."""
    return f"; {reply}: {percent}%" if n_replies == 2 else f"; the lowest of {n_replies} is {reply} with {percent}%"


def explain_scores(
    legend: str, score: str, reference: str, *, right_at_percent: float | None, has_measured_truth: bool
) -> str:
    """Explain the marks and the scores of the table.

    Args:
        legend: of the marks; empty if the table has none.
        score: the benchmark's word for its score.
        reference: names of the truths.
        right_at_percent: score from which a number is correct; None if the table has no numbers.
        has_measured_truth: whether the table also has the measured truth, which does not decide the marks.
    """
    sentences = [f"{legend}."] if legend else []
    if right_at_percent is None:
        sentences.append(f"Below an answer: {score} in %, against {reference}.")
    else:
        sentences.append(f"Below a number: its error, then its {score} in %, against {reference}.")
    if legend and right_at_percent is not None:
        sentences.append(f"A number is correct from {right_at_percent:g}% on.")
    if legend and has_measured_truth:
        sentences.append("The measured truth is for comparison; it does not decide the colours.")
    return " ".join(sentences)


def name_notes(n_notes: int) -> str:
    """Return the title of the notes on how answers were read."""
    return f"{format_count(n_notes, 'note')} on how answers were read"


def describe_equal_views(model: str, n_compared: int, n_questions: int, views: str) -> str:
    """State that a model's answers are the same in every view."""
    return f"**{model}: no.** {n_compared} of {n_questions} answers compared over {views}: all the same."


def describe_different_views(model: str, n_different: int, n_compared: int, views: str) -> str:
    """State how many of a model's answers differ between views."""
    return f"**{model}: yes**, {n_different} of {n_compared} answers differ over {views}."


def explain_differences(ratio_tolerance: float, angle_tolerance_deg: float) -> str:
    """Explain when two answers differ."""
    return (
        f"Two answers differ if the class changes, the ratio by more than {ratio_tolerance:.0%} or the angle by "
        f"more than {angle_tolerance_deg:.0f}°. Many models give different answers to the same view when asked "
        "again."
    )
