"""Texts of the result of a case: how many answers are correct, and whose they are."""

from core.formatting import format_count

ONLY_REFERENCES = "No model has answered yet; these are reference models."


def describe_correct(n_answers: int, n_right: int, n_foil_only: int, foil: str, sources: str = "") -> str:
    """State how many of the models' answers are correct, and how many others match the image plane.

    Args:
        n_answers: of all models to the case.
        n_right: the correct ones.
        n_foil_only: those that are correct only against the image plane.
        foil: its phrase; empty without one.
        sources: of the answers, as `describe_answer_sources` returns them.
    """
    right = (
        f"{n_right} of the models’ {n_answers:,} answers" if n_right else f"None of the models’ {n_answers:,} answers"
    )
    verb = "is" if n_right < 2 else "are"
    others = f"; {n_foil_only:,} {'matches' if n_foil_only == 1 else 'match'} {foil} instead" if n_foil_only else ""
    return f"{right} {verb} correct{others}{sources}."


def describe_answer_sources(n_models: int, n_runs: int, n_prompts: int, n_questions: int) -> str:
    """State in brackets how many answers each model gave, and to what; empty if each gave one.

    Args:
        n_models: that answered.
        n_runs: in which they did.
        n_prompts: of each model, if each was asked once with each of the same number of prompts; else 0.
        n_questions: of the case.
    """
    each = f"{n_questions} questions each" if n_questions > 1 else ""
    if n_runs == n_models:
        return f" ({format_count(n_models, 'model')}, {each})" if each else ""
    models = format_count(n_models, "model")
    runs = f"{models}, {n_prompts} prompts each" if n_prompts else f"{n_runs:,} runs of {models}"
    return f" ({', '.join(filter(None, (runs, each)))})"
