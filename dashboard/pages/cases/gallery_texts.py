"""Texts of the gallery of Cases: its sentence, orders and legend."""

from core.formatting import format_count

DISAGREEMENT_ORDER = "largest disagreement first: those on which closest to half of the chosen models are correct"
TILT_ORDER = "largest measured tilt of the camera first"
NOTES_ORDER = "most notes first"
PARTIAL_SCORES = "Near misses earn part of the score, so it can be above 0 with no correct answer."


def ask_for_failures(cases: str, models: str) -> str:
    """Return the question that the page answers.

    Args:
        cases: the benchmark's word for its cases.
        models: who has answered: models or reference models.
    """
    return f"Which {cases} do the {models} get wrong, and how?"


def describe_question_count(n_questions: int, group: str) -> str:
    """State what every case asks, to follow the number of cases; empty if cases ask different questions."""
    return f", each with {format_count(n_questions, 'question')} about its {group}" if n_questions else ""


def explain_count(question_counts: set[int]) -> tuple[str, str]:
    """Return the sign for correct answers of several, and its meaning.

    Args:
        question_counts: of the cases that ask several.
    """
    total = str(next(iter(question_counts))) if len(question_counts) == 1 else "m"
    return f"n/{total}", f"correct of {total} questions"


def describe_gallery(n_cases: str, question_count: str, order: str, coded: str, n_missing: int) -> str:
    """State how many cases are shown, in which order, and how many image files are missing.

    Args:
        n_cases: as `12 photographs`.
        question_count: as `describe_question_count` returns it.
        order: of the cases.
        coded: how many answers have the chosen code; empty without a code.
        n_missing: number of image files.
    """
    files = format_count(n_missing, "image file is", "image files are")
    missing = f" {files} missing; all else still works." if n_missing else ""
    return f"**{n_cases}**{question_count}, {order}.{coded}{missing}"


def describe_extremes(n_none: int, n_all: int, n_answered: int, cases: str) -> str:
    """State on how many cases all models' answers are wrong or unread, and on how many all are correct.

    Args:
        n_none: number of cases without a correct answer.
        n_all: number of cases whose answers are all correct.
        n_answered: number of cases with an answer.
        cases: the benchmark's word for its cases.
    """
    return f"On {n_none:,} of {n_answered:,} {cases}, none of the models’ answers is correct; on {n_all:,}, all are."


def describe_coded(n_answers: int, code: str) -> str:
    """State after a space how many answers have a code."""
    return f" {format_count(n_answers, 'answer has', 'answers have')} the cause *{code}*."


def name_selection(answerers: str, *, has_models: bool, has_questions: bool) -> str:
    """Return the models and questions over which a mean is taken, by whether some of them are chosen.

    Args:
        answerers: "models" or "reference models".
        has_models: whether some are chosen.
        has_questions: whether some questions are chosen.
    """
    models = f"over {'the chosen' if has_models else 'all'} {answerers}"
    return f"{models} and the chosen questions" if has_questions else models


def describe_foil_order(foil: str, truth: str, foil_score: str, score: str, selection: str) -> str:
    """Describe the order by how much more an answer agrees with the image plane."""
    return f"answers closer to {foil} than to {truth} first: largest mean {foil_score} minus {score} {selection}"


def describe_score_order(order: str, score: str, selection: str) -> str:
    """Describe an order by the mean score."""
    return f"{order}, by mean {score} {selection}"


def name_gallery_table(cases: str) -> str:
    """Return the title of the table of the cases in the gallery."""
    return f"The {cases} of the gallery"


def name_wrong_answers(foil: str) -> dict[str, str]:
    """Name wrong answers by verdict.

    Args:
        foil: what suggests one of them, such as `the flat image (2D)`.
    """
    return {"foil_only": f"wrong: fits {foil}", "wrong": "wrong otherwise"}


def describe_strips(ending: str, max_models: int, n_models: int) -> str:
    """State what all models in the strips share, and whether there are more of them; empty if there is nothing.

    Args:
        ending: part of the labels that all models share; may be empty.
        max_models: maximum number of models in the strips.
        n_models: number of all models.
    """
    shared = f"all {ending}" if ending else ""
    best = f"the {max_models} best of {n_models:,}" if n_models > max_models else ""
    return "; ".join(filter(None, [shared, best]))
