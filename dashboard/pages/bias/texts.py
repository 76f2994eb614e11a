"""Texts of the page Bias.

Arguments with the benchmark's words are `case`, `cases`, `groups` and `score`.
"""

from core.analyses.phrases import FAMILY
from core.formatting import escape_markdown, format_number

QUESTION = "Does a model prefer some answers, whatever the image shows?"
ONLY_REFERENCES = (
    "Once one has, this page shows which answers it gives more often than they are correct, and whether it scores "
    "higher than the best constant answer."
)
EXAMPLE = "An example until then: a reference model"
CONSTANT_EXAMPLE = "The best constant answer never looks at the image, so its answers are nothing but bias."
DETECTION_AXIS = "d′ (0: cannot distinguish them; 4: hardly any mistake)"
CHANCE = "chance"
ONLY_NAMES = "These filters leave only names, too many for a confusion matrix. Remove filters to see other questions."
TOLERANCES_TITLE = "Would other tolerances change the ranking?"
TOLERANCES_TABLE = "Ranking before and after"
LETTERS_TITLE = "Does it favour a letter?"
LETTERS_TABLE = "Letter by letter"
PARSERS_TITLE = "Would another parser change its scores?"
PARSERS_TABLE = "Parser by parser"

BALANCED_TABLE = "Balanced and plain accuracy of the shown runs"

NUMBERS_TITLE = "Answers against the truth"
NUMBER_HOVER = "%{hovertext}<br>answered %{y:.4g}, true %{x:.4g}<br>click: its case<extra></extra>"
NO_PLACE = "These answers have no place in the image. The table lists their most common values."
NONE_READ = "No answer could be read."
OFFSETS_TITLE = "Misses around the correct place"
OFFSETS_CAPTION = "The cross is the centre of the region or box. Each mark is an answer; click it to open its case."
OFFSET_X_AXIS = "right of the correct place, % of the width"
OFFSET_Y_AXIS = "below it, % of the height"
OFFSET_HOVER = "%{hovertext}<br>%{x:.1f}% right, %{y:.1f}% down<br>click: its case<extra></extra>"
COMMON_AXIS = "share of the readable answers, %"
COMMON_HOVER = "%{y}: %{text}<br>click: these cases, below<extra></extra>"

IMAGE_PLANE_TITLE = "Does the flat image mislead the models?"

CHOSEN_WHEN_RIGHT = "chosen when correct, %"
RECONSTRUCTED = "Its replies are reconstructed, not the model's texts, so parsers are not compared."
PARSERS_HELP = (
    "*Careful* collects all candidate answers with their evidence, and the strongest evidence decides. "
    "*Last letter* takes the last single capital letter (GePBench's own rule). *Can infer* takes the only letter "
    "or the only option's text (VLMEvalKit's rule, which 3DSRBench uses). Reasoning is removed before each."
)

DETECTION_TITLE = "How well do models distinguish two answers?"
NO_DETECTION = "No run has readable answers of both kinds for this choice."

ISOSCELES = "Isosceles: sides are equal within, %"
ISOSCELES_HELP = "The paper: 3%."
RIGHT_ANGLE = "Right angle: within, degrees"
RIGHT_ANGLE_HELP = "The paper: 2 degrees."
NO_CLASS_CHANGES = "At these tolerances no true class changes."
CLASS_QUESTIONS = "Q1 and Q2 alone"
TOLERANCES_HELP = (
    "Other tolerances change the true classes, so Q1 and Q2 are scored again; the scores of Q3 to Q6 stay. The "
    "solvers lose most, since they answered with the paper's tolerances. Two runs differ significantly if their "
    f"paired difference does. {FAMILY}"
)
TOLERANCE_HEADINGS = {
    "label": "Run",
    "rank_before": "rank before",
    "rank_after": "rank now",
    "before": "score before, %",
    "after": "score now, %",
    "rank_before_classes": "rank on Q1, Q2, before",
    "rank_after_classes": "rank on Q1, Q2, now",
    "before_classes": "on Q1, Q2, before, %",
    "after_classes": "on Q1, Q2, now, %",
}


def explain_unreadable(n_answers: int) -> str:
    """Explain why a run has no habits."""
    return f"None of this run's {n_answers:,} answers could be read."


def describe_coverage(
    n_answers: int, case_count: str, n_groups: int, groups: str, unreadable: int, *, explains_constant: bool
) -> str:
    """Describe how many answers of a run count, on how many cases (`case_count` names them) and groups."""
    counts = f"{n_answers:,} answers on {case_count} of {n_groups:,} {groups}, {unreadable:,} unreadable."
    if not explains_constant:
        return counts
    return f"{counts} The best constant answer never looks at the image and is correct whenever it happens to be true."


def name_confusions(noun: str) -> str:
    """Name the section of confusions between classes or letters."""
    return f"Which {noun} is mistaken for which"


def explain_matrix(*, is_choice: bool, has_places: bool) -> str:
    """Explain the rows and columns of a confusion matrix, of letters if the question is a choice."""
    rows, columns = ("correct letter", "chosen letter") if is_choice else ("true class", "answered class")
    places = " A is the first option, whatever its text." if has_places else ""
    return f"Rows: {rows}; columns: {columns}, in % of the row.{places} Click a cell to see its cases below."


def describe_plain_accuracy(percent: float, n: int) -> str:
    """Describe a run's plain accuracy, as hover text."""
    return f"plain accuracy {format_number(percent)}%, n {n:,}"


def name_balanced_accuracy(against: str) -> str:
    """Name the section of balanced accuracy against a truth."""
    return f"Balanced accuracy against {against}"


def name_recall_axis(nouns: str) -> str:
    """Name the axis of balanced accuracy."""
    return f"mean recall of the {nouns}, %"


def describe_balanced_accuracy(label: str, percent: float, interval: str, chance: float) -> str:
    """State a run's balanced accuracy beside chance, both in percent; `interval` is in brackets, or empty."""
    return f"{escape_markdown(label)}: {format_number(percent)}%{interval}; chance is {format_number(chance)}%."


def describe_first_runs(n_first: int, n_runs: int, max_differing: int) -> str:
    """State which runs the first chart shows."""
    return (
        f"{n_first} of {n_runs} runs, baselines included, are shown: the chosen one, the best model's, the baselines, "
        f"and at most {max_differing} whose 95% CI excludes chance (not corrected for the number of runs)."
    )


def name_all_runs(n_runs: int) -> str:
    """Name the expander with the figures of all runs."""
    return f"All {n_runs:,} runs"


def explain_chance(noun: str, n_classes: int, groups: str) -> str:
    """Explain balanced accuracy over classes or letters, and chance."""
    return (
        f"Every true {noun} has the same weight. A run that always gives the same answer gets chance, 1/{n_classes}. "
        f"It has no interval, since all its {groups} show the same."
    )


def name_cell_cases(cases: str) -> str:
    """Name the choice of a cell."""
    return f"{cases.capitalize()} of the selected cell"


def describe_confused(case_count: str, truth: str, against: str, answer: str) -> str:
    """Describe the cases of a cell of classes; `case_count` names them, and `against` has the class `truth`."""
    return f"**{case_count} with {escape_markdown(truth)} in {against} called {escape_markdown(answer)}.**"


def describe_numbers_chart(question: str) -> str:
    """Describe the chart of answered numbers."""
    return f"Answers to {question} against the truth"


def explain_numbers_chart(*, has_band: bool) -> str:
    """Explain the lines of the chart of answered numbers, with a tolerance band or without."""
    band = " Between the thin lines they are within the tolerance." if has_band else ""
    return f"Answers on the dashed line are correct; marks in rows repeat.{band} Click a mark to open its case."


def describe_numbers_table(case: str) -> str:
    """Describe the table of answered numbers."""
    return f"Numbers answered; a row opens its {case}"


def explain_no_repeats(n: int) -> str:
    """State that every answer differs."""
    return f"No answer repeats: all {n:,} differ."


def describe_common_chart(question: str) -> str:
    """Describe the chart of the most frequent answers."""
    return f"Most common answers to {question}"


def describe_common(n_different: int, n: int) -> str:
    """Describe how many answers there are."""
    return f"{n_different:,} different answers, {n:,} in all. Click a bar to see its cases below."


def name_answer_cases(cases: str) -> str:
    """Name the choice of an answer."""
    return f"{cases.capitalize()} of an answer"


def describe_answer_cases(case_count: str, answer: str) -> str:
    """Describe the cases with an answer."""
    return f"**{case_count} with the answer {escape_markdown(answer)}.**"


def describe_offsets_chart(label: str) -> str:
    """Describe the chart of a run's offsets."""
    return f"Misses of {label} around the correct place"


def explain_image_plane(cases: str, phrase: str, groups: str) -> str:
    """Explain how errors show that a model reads the flat image, which `phrase` names."""
    return (
        f"Counts {cases} for which {escape_markdown(phrase)} has its own answer, and questions whose answers are "
        "correct or wrong. A model that reads the image instead of the scene is correct if both agree and gives the "
        "image's answer if they do not: the difference is large, and so is the share of its errors that are that "
        "answer. *Expected by chance* is this share if errors fell equally on all wrong classes or options. It is 100% "
        f"if there is only one wrong option. {groups.capitalize()} are the clusters of intervals."
    )


def explain_letter_bias(groups: str) -> str:
    """Explain the distance between the frequencies of answered and correct letters."""
    return (
        "The distance is half the sum of the differences of shares (total variation). Noise alone puts it above zero; "
        f"the interval is a bootstrap over {groups} and begins at zero unless the distance exceeds that noise."
    )


def describe_parser_changes(n_changed: int, n: int, n_replies: int, few_read: list[float], *, is_sample: bool) -> str:
    """Describe how many scores depend on the parser.

    Args:
        n_changed: largest number of scores that differ between two parsers.
        n: number of parsed replies.
        n_replies: number of all replies.
        few_read: percentages of these replies that the parsers read that read few of them.
        is_sample: whether the parsed replies are a random sample of them.
    """
    sample = f", in a random sample of {n_replies:,} replies" if is_sample else ""
    if not n_changed:
        return f"**The three parsers give the same {n:,} scores{sample}.**"
    strict = [f"{format_number(share, 0)}%" for share in sorted(few_read)]
    parsers = "strictest parser reads" if len(strict) == 1 else "two stricter parsers read"
    note = f"; the {parsers} only {' and '.join(strict)} of these replies" if len(strict) in (1, 2) else ""
    return f"**At most {n_changed:,} of {n:,} scores differ between the three parsers{sample}{note}.**"


def explain_parser_choice(parser: str) -> str:
    """Explain which parser the figures of the benchmark use."""
    return (
        f"Every score of this benchmark uses the parser called *{parser}*. The other two come from published "
        "evaluations, for comparison with their numbers."
    )


def explain_detection(yes: str, no: str, cases: str, groups: str) -> str:
    """Explain d′ and the criterion of two answers."""
    return (
        f"*d′* is how far apart the answers about both kinds of {cases} are, in standard deviations: 0 if the model "
        "cannot distinguish them, above 4 if it misses hardly any. Unlike accuracy it does not change when a model "
        "merely prefers an answer. *Criterion* is that preference: below 0 it leans to "
        f"“{escape_markdown(yes)}”, above 0 to “{escape_markdown(no)}”. Rates of 0 and 100% are moved a little, "
        "so that they stay finite; a run that always gives the same answer has d′ 0, without an interval. "
        f"Lines are 95% CIs with {groups} as clusters; whether a run is shown to discriminate is corrected for "
        "the number of runs (Holm). Unreadable answers count in neither rate. Click a mark to open its cases."
    )


def describe_class_changes(case_count: str, n_angles: int, against: str) -> str:
    """Describe how many true classes change; `case_count` names the cases whose side class does."""
    return f"{case_count} change their side class and {n_angles:,} their angle class against {against}."
