"""Texts of the page Slices."""

from collections.abc import Sequence

from core.formatting import join_with_and

SMALL_WEAKNESS = "A weakness that is too small for this test is still possible."
CONFIRMATION = "The test that confirms each condition"
HEATMAPS_LINK = "Scores under each condition, without a test"
ONLY_REFERENCES = "Once one has, this page finds the conditions under which it scores lowest."
EXAMPLE = "An example until then: a reference model"
SEARCHES = {"score": "scores are lower", "code": "a failure cause is more frequent"}
"""What a search looks for, and how it is named."""

FORMER_SEARCHES = {"a failure code is more frequent": "code"}
"""Searches by their names in former links."""

SEARCHES_HELP = (
    "On Review, causes were named for wrong answers of this benchmark. So the page can also search for conditions "
    "under which one of these causes is more frequent."
)

REST_OF_ANSWERS = "its own other answers"
SEARCHING = "Comparing slices"


def explain_search(groups: str) -> str:
    """State what the page answers, and how a slice is found.

    Args:
        groups: the benchmark's word for its groups, here and below.
    """
    return (
        f"Under which conditions does a model fail most? Conditions are found on a random half of the {groups}, and "
        "listed only if the other half confirms them."
    )


def explain_confirmation(groups: str, *, is_of_pair: bool) -> str:
    """Explain what the test of a condition compares, and its p-value.

    Args:
        groups: the benchmark's word for its groups.
        is_of_pair: whether two runs are compared.
    """
    questions = "" if is_of_pair else " to equally hard questions"
    return (
        f"Counted on the half of the {groups} that did not choose the condition, against all other answers{questions}. "
        "*By chance*: how likely chance alone gives such a gap (p-value, corrected for the number of conditions)."
    )


def describe_tested(n_tried: int, n_factors: int, titles: Sequence[str]) -> str:
    """Describe what was tested without a result.

    Args:
        n_tried: number of combinations.
        n_factors: largest number of conditions of one.
        titles: of the factors whose levels are conditions, the first ones.
    """
    names = join_with_and([title[:1].lower() + title[1:] for title in titles])
    conditions = "conditions" if n_factors == 1 else f"combinations of up to {n_factors} conditions"
    return f"Tested: {n_tried:,} {conditions} ({names}). {SMALL_WEAKNESS}"


def explain_slices(groups: str, search_note: str, parser_note: str) -> str:
    """Explain what a slice is, what confirms it, and the columns of the table.

    Args:
        groups: the benchmark's word for its groups.
        search_note: on what was compared; may be empty.
        parser_note: on the parser of the replies.
    """
    return (
        f"**A slice** is the answers under one to three conditions, with at least ten {groups}. Scores are "
        "compared within questions, so a slice is not low because its questions are hard. Skill (the score minus that "
        "of the best constant answer) must be lower too: where that fails as much, low scores only show a habit.\n\n"
        f"**Confirmed** means: chosen on one random half of the {groups}, and lower on the other half too, with a "
        "p-value corrected for all candidates. The interval is that of the other half. In data without any slice, "
        "fewer than 5 of 100 searches confirm one.\n\n"
        "**Explained** slices are not listed: a narrower combination that is no worse than the rest of the wider one, "
        "and a wider one whose rest is no worse than everything else.\n\n"
        "**Overall** is the mean of all answers to questions of the same kinds, those here included, with the kinds "
        "as frequent as under the condition: it may differ a little from the mean on Overview. **The test** compares "
        "the answers here with all others, each measured from its question’s mean.\n\n"
        f"{search_note}\n\n"
        f"A slice shows where a model fails, not why.\n\n{parser_note}"
    )


def explain_code_slices(groups: str, search_note: str) -> str:
    """Explain the weights of coded answers, and when a slice of a code is listed.

    Args:
        groups: the benchmark's word for its groups.
        search_note: on what was compared; may be empty.
    """
    return (
        "Each reviewed answer of the sample has the weight of the wrong answers that it represents. A slice is listed "
        f"if the cause was more frequent in it on one random half of the reviewed {groups}, and on the other half "
        "too, with a p-value corrected for all candidates. The interval is that of the other half. Small samples "
        "rarely confirm a slice: review a hundred answers or more. Where one cause is more frequent, the others are "
        f"rarer.\n\n{search_note}"
    )


def describe_wrong_answers(n_wrong: int, n: int) -> str:
    """Describe how many of a case's answers are wrong."""
    if n == 1:
        return "wrong" if n_wrong else "right"
    return f"{n_wrong} of {n} answers wrong"
