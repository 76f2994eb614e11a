"""Texts of the page Ask yourself."""

from core.formatting import format_count

NICKNAME = "Nickname (optional), to save your result beside the models'"
NICKNAME_READ_ONLY = "read-only: answers are shown, not saved"
NICKNAME_EMPTY = "empty: nothing is saved"
OTHER_BENCHMARK = "Your quiz is on another benchmark. Switch back to continue it, or end it to start here."
SLIDER_HELP = "A slider counts as answered once you move it or press its button."
NAME_HINT = "Type part of the name"
SKILL_TITLE = "skill, points above the best constant answer"
UNSAVED_NO_NICKNAME = "Not saved: no nickname was given."
NO_COMPARISON = "You answered no question in time, so nothing can be compared."


def explain_quiz(n_cases: int, cases: str, seconds: float, n_questions: int, *, have_models_answered: bool) -> str:
    """Explain the quiz: what is asked, in which time, and how the result is compared."""
    takers = "the models get" if have_models_answered else "a model would get"
    beside = "theirs" if have_models_answered else "those of the reference models"
    time = f"all {n_questions} questions about each" if n_questions > 1 else "each"
    return (
        f"Can you do better? You see {n_cases} of the {cases} that {takers}. You have {seconds:.0f} seconds for "
        f"{time}; then the next one follows. At the end your result appears beside {beside}, on the same {cases}."
    )


def explain_stopping(case: str) -> str:
    """State when the answers to a case count."""
    return f"The answers to a {case} count once you press *Next* or its time is up. *Stop here* discards the open one."


def describe_nothing_finished(case: str) -> str:
    """State that no answers count, because the quiz was stopped before its first case was finished."""
    return f"Your answers do not count: you stopped before the first {case} was finished."


def describe_missing_images(option: str) -> str:
    """State that the images are missing, and what to do."""
    return f"The images are missing. Run `trilens fetch{option}`, then `trilens build{option}`."


def explain_nickname(case: str) -> str:
    """Explain what a nickname does."""
    return f"Letters and digits. The same nickname continues its run. Only the first answer per {case} counts."


def explain_border(case: str) -> str:
    """Explain the border, and state when the clock starts."""
    return (
        "The border is a square of one metre, which the camera may see at an angle. The clock starts with the "
        f"first {case}."
    )


def name_restart(cases: str) -> str:
    """Return the label of the button that starts again."""
    return f"Start again with other {cases}"


def name_reliance(difference: str) -> str:
    """Return the title of the column of reliance."""
    return f"reliance, points: {difference}"


def name_result_chart(measure: str) -> str:
    """Return the title of the chart."""
    return f"{measure}, yours and the models'"


def describe_result(limit_note: str, cases: str, n_cases: int, counted_cases: str, needed: str) -> str:
    """State which models and questions the result covers, and that it is based on few cases.

    Args:
        limit_note: how many models are shown; empty if all are.
        cases: the benchmark's word for several cases.
        n_cases: number of cases of the quiz.
        counted_cases: the same as `6 photographs`.
        needed: minimum number of groups for an interval, as `10 triangles`.
    """
    shown = f"{limit_note}: the best over all {cases}. " if limit_note else ""
    verb = "is" if n_cases == 1 else "are"
    return (
        f"{shown}Over the questions that you answered, with 95% CIs from {needed} on. {counted_cases} {verb} too few "
        "for firm conclusions."
    )


def explain_result(seconds: float, case: str, score: str, foil_score: str, interval_note: str) -> str:
    """Explain the measures of the result.

    Args:
        seconds: time for each case.
        case: the benchmark's word for a case.
        score: its word for the score.
        foil_score: its word for the score against the flat image; empty without one.
        interval_note: how the intervals of skill are computed.
    """
    reliance = (
        f" Reliance is {foil_score} minus {score}: above zero, answers fit the flat image better than the scene."
        if foil_score
        else ""
    )
    return (
        f"You had {seconds:.0f} s for each {case}; models have no limit. Skill is {score} minus that of the best "
        f"constant answer, which uses no image.{reliance} {interval_note}"
    )


def describe_saved(n_replies: int, nickname: str) -> str:
    """State how many replies are saved, and in whose journal."""
    them = "it" if n_replies == 1 else "them"
    replies = format_count(n_replies, "new reply is", "new replies are")
    return f"{replies} in the journal of {nickname}. The next build includes {them}."


def describe_rank(score: str, percent: float, n_read: int, n_answers: int) -> str:
    """State the person's mean score, without the full stop."""
    return f"Your mean {score} is {percent:.0f}% over {n_read} of {n_answers} answers"


def describe_models_above(n_above: int, n_models: int) -> str:
    """Continue the sentence on the person's mean: state how many models are better."""
    return f"; {n_above} of {n_models} models are above you"


def describe_case_result(score: str, percent: float, n_answered: int, n_questions: int, seconds: str) -> str:
    """Describe the result of a case of the quiz.

    Args:
        score: the benchmark's word for its score.
        percent: mean score of the answered questions.
        n_answered: number of questions answered.
        n_questions: number of questions asked.
        seconds: time taken.
    """
    if not n_answered:
        return f"no answer in {seconds} s"
    return f"{score} {percent:.0f}%, {n_answered} of {n_questions} answered in {seconds} s"
