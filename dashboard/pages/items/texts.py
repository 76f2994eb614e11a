"""Texts of the page Items."""

LEAD = (
    "Which questions of the benchmark may be faulty: a wrong key (the answer that counts as correct), no need for the "
    "image, or no difference between strong and weak models?"
)
ANSWERED_BENCHMARKS = "Benchmarks with enough models"
OPEN_ROW = "Tick the box of a row to open it on *Cases*, and check the key against the image."
CHART = "Difficulty and discrimination of each question"
AXES = "Right: harder questions. Up: questions on which strong and weak models differ more sharply."
DIFFICULTY_AXIS = "difficulty, in standard deviations of ability"
TABLE = "Questions, a row opens the case"
NO_FLAGS = "No question is flagged."
FLAGGED_TABLE = "Flagged questions, a row opens the case"
AGREED_ANSWER = "Strong models say"
FLAGGED_SECTION = "Questions to look at"
CHART_SECTION = "Difficulty and discrimination"
ASK_MODELS = "Ask models with this command, one at a time, or use a link below it:"
MAX_ERROR = "Mean change of a model's rank, at most"
DOWNLOAD_IDS = "Ids for trilens run --cases"


def describe_few_models(n_models: int, min_models: int) -> str:
    """State how many models have answered, and how many are needed; with enough of them, readable answers are few."""
    if n_models >= min_models:
        return "Not enough readable answers"
    return f"Not enough models yet: {n_models} of at least {min_models}"


def describe_agreed(answer: str, n_agreeing: float, n_strong: float) -> str:
    """Describe the answer that strong models agree on, and how many of them give it."""
    return f"{answer} ({n_agreeing:.0f} of {n_strong:.0f})"


def explain_chart(parser_note: str) -> str:
    """Explain the chart and the flags."""
    return (
        "**Difficulty** is the ability halfway between guessing and always correct, in standard deviations of the "
        "models' abilities: 0 suits the average model. **Discrimination** is how sharply strong and weak models "
        "differ there. Guessing is fixed at 1 divided by the number of options.\n\n"
        "**Key in doubt**: strong models agree on another answer, and that answer as the key explains all models' "
        "answers a hundred times better, even given how often models choose it anyway. **Answerable without the "
        "image**: the constant and the text-only baseline are correct, and so are nine of ten models. **Separates no "
        "models**: all models are correct, all are wrong, or one probability explains their answers ten times better "
        "than a curve.\n\n"
        "Each model counts once. Unreadable answers count as not given. Questions that the same models answer "
        "correctly have the same place in the chart.\n\n"
        f"{parser_note}"
    )


def explain_draw(cases: str) -> str:
    """Explain how the cases are chosen."""
    return (
        f"The {cases} are drawn, and each kind of question keeps its share. Sets that are chosen to fit these "
        "models do not keep the rank of a new model better."
    )
