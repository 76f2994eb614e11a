"""Habits of a run: its classes and numbers compared with the true ones and with the constant baseline."""

import pandas as pd

from core.analyses.estimates import add_verdicts, list_run_metadata, to_percent
from core.analyses.phrases import format_coded_value, format_stated_value
from core.analyses.skill import BenchmarkConstants, estimate_skill
from core.parsing.choice.result import get_option_letter
from core.records import CLASS_KINDS, COUNTED, SCORED, Question, Scored
from core.scoring.answer_codes import (
    Questions,
    decode_categories,
    get_score_column,
    get_skill_column,
    get_truth_column,
    has_foil,
    list_answer_labels,
)
from core.scoring.metrics import compute_blind_score
from core.solvers import blind_constant
from core.statistics.agreement import compute_balanced_accuracy, count_confusions, measure_repetition
from core.statistics.grouped_means import compute_grouped_means

ALL_DIFFER = "none: all differ"
"""Text in place of the commonest answer if no answer is repeated."""

MAX_WORDING_LENGTH = 24
"""Maximum length of an option's text that is shown beside its letter."""

MAX_COMMONEST = 10
"""Maximum number of answers in the list of the commonest ones."""


def compute_class_shares(
    answers: pd.DataFrame, run_id: str, questions: Questions, against: Scored = "truth"
) -> pd.DataFrame:
    """Compute how often a run gives each class or letter and how often it is true, per question and class, in percent.

    Args:
        answers: as the query `answers` returns them.
        run_id: the run.
        questions: by id.
        against: what the shares are compared with; against the foil, only cases with a foil count.

    Returns:
        question_id, class, said, in_truth, in_foil, value (said - in_truth, or in_foil), low, high, n, n_groups, and
        the verdict on the value, corrected for the number of classes. in_foil covers the cases with a foil, NaN if
        there are none.
    """
    own = answers[(answers["run_id"] == run_id) & answers["question_kind"].isin(CLASS_KINDS)]
    read = own.dropna(subset=["value"] if against == "truth" else ["value", "foil"])
    parts = []
    for question_id, rows in read.groupby("question_id", observed=True):
        question = questions[str(question_id)]
        for code, name in enumerate(list_answer_labels(question, int(rows[["value", "truth"]].max().max()) + 1)):
            marks = (rows[["value", "truth", "foil"]] == code).astype(float)
            marks.columns = pd.Index(["said", "in_truth", "in_foil"])
            marks["in_foil"] = marks["in_foil"].where(rows["foil"].notna())
            marks.insert(0, "class", name)
            parts.append(marks.assign(place=code, question_id=question_id, group_id=rows["group_id"]))
    if not parts:
        return pd.DataFrame(columns=["question_id", "class", "said", "in_truth", "in_foil", "value", "n", "verdict"])
    expected = get_share_column(against)
    marked = pd.concat(parts).assign(excess=lambda table: table["said"] - table[expected])
    by = ["question_id", "place", "class"]
    shares = 100 * marked.groupby(by)[["said", "in_truth", "in_foil"]].mean()
    excess = add_verdicts(to_percent(compute_grouped_means(marked, "excess", by)))
    return _sort_by_question(shares.reset_index().merge(excess, on=by).drop(columns="place"), questions)


def find_fixed_wordings(answers: pd.DataFrame) -> dict[tuple[str, str], str]:
    """Find the texts of options that are the same in every case, by question and letter.

    A question is left out if an option's text differs between cases, if two letters share a text, or if a text is too
    long for a label.

    Args:
        answers: of one run, as the query `answers` returns them.
    """
    choices = answers[answers["question_kind"] == "choice"]
    pairs = pd.concat([
        choices[["question_id", code, text]].set_axis(["question_id", "code", "text"], axis=1)
        for code, text in (("value", "said"), ("truth", "true_option"))
    ]).dropna()  # fmt: skip
    wordings: dict[tuple[str, str], str] = {}
    for question_id, rows in decode_categories(pairs).drop_duplicates().groupby("question_id"):
        is_unique = rows["code"].is_unique and rows["text"].is_unique
        if is_unique and rows["text"].str.len().max() <= MAX_WORDING_LENGTH:
            wordings |= {
                (str(question_id), get_option_letter(int(code))): str(text)
                for code, text in zip(rows["code"], rows["text"], strict=True)
            }
    return wordings


def get_share_column(against: Scored) -> str:
    """Return the column of how often a class is true, or the foil."""
    return "in_truth" if against == "truth" else "in_foil"


def _sort_by_question(rows: pd.DataFrame, questions: Questions) -> pd.DataFrame:
    """Sort the rows by the order of the questions."""
    order = {question_id: index for index, question_id in enumerate(questions)}
    return rows.sort_values("question_id", key=lambda ids: ids.map(order), kind="stable", ignore_index=True)


def compute_habits(answers: pd.DataFrame, run_id: str, against: Scored, questions: Questions) -> pd.DataFrame:
    """Compute per question how much a run repeats itself, and how it compares with the constant baseline.

    Args:
        answers: of several runs, including the constant baseline's if it exists, as the query `answers` returns them.
        run_id: the run.
        against: against which truth.
        questions: by id; the table has one row for each.

    Returns:
        question_id, commonest (text; `ALL_DIFFER` if no answer is repeated), commonest_value (coded),
        commonest_share, n_different, n, unreadable; score, and blind_score on the same
        answers; blind_value and blind_answer (the constant baseline's commonest answer, coded and as text: the text of
        an option if it is more frequent than any letter; null against the foil, because it is chosen for the truth, and
        if it has not answered); value, low, high (the skill: score -
        blind_score) with its verdict, corrected for the number of questions. Shares and scores are in percent.
    """
    own = answers[answers["run_id"] == run_id]
    score, skill = get_score_column(against), get_skill_column(against)
    table = measure_repetition(own).drop(columns="run_id")
    read = own.dropna(subset=["value"])
    blind = read.assign(blind_score=compute_blind_score(read[score], read[skill]))
    means = 100 * blind.groupby("question_id")[[score, "blind_score"]].mean()
    is_blind = (answers["model_id"] == blind_constant.MODEL.model_id) & (against == "truth")
    fixed = measure_repetition(answers[is_blind], ["question_id"]).set_index("question_id")["commonest"]
    skills = add_verdicts(to_percent(compute_grouped_means(own, skill, ["question_id"]))).drop(columns="n")
    asked = own.groupby("question_id").size()
    ids = table["question_id"]
    return (
        table.assign(
            commonest=[
                ALL_DIFFER if n_different == n > 1 else format_stated_value(questions[q], value)
                for q, value, n_different, n in table[["question_id", "commonest", "n_different", "n"]].to_numpy()
            ],
            commonest_value=table["commonest"],
            commonest_share=100 * table["commonest_share"],
            unreadable=asked.reindex(ids).to_numpy() - table["n"].to_numpy(),
            score=ids.map(means[score]),
            blind_score=ids.map(means["blind_score"]),
            blind_value=ids.map(fixed),
            blind_answer=ids.map(
                {str(q): format_coded_value(questions[str(q)], code) for q, code in fixed.items()}
                | _find_constant_texts(answers[is_blind])
            ),
        )
        .merge(skills, on="question_id")
        .pipe(_sort_by_question, questions)
    )


def _find_constant_texts(answers: pd.DataFrame) -> dict[str, str]:
    """Find, by question, the option that answers repeat whatever its letter; only if it is more frequent than a letter.

    Options change their letters from case to case, and a constant such as "always Yes" follows them.
    """
    choices = decode_categories(answers[answers["question_kind"] == "choice"].dropna(subset=["value", "said"]))
    constant_texts = {}
    for question_id, rows in choices.groupby("question_id"):
        by_text = rows["said"].value_counts()
        if by_text.iloc[0] > rows["value"].value_counts().iloc[0]:
            constant_texts[str(question_id)] = str(by_text.index[0])
    return constant_texts


def choose_constants_again(table: pd.DataFrame, own: pd.DataFrame, constants: BenchmarkConstants) -> pd.DataFrame:
    """Replace the skill in the habits by the one that all pages show, whose interval chooses the constants again.

    The constant's score becomes the one that this skill is measured from: that of the best constant for the same
    answers, without the gain of choosing it in hindsight.

    Args:
        table: as `compute_habits` returns it, against the truth.
        own: the run's answers.
        constants: of draws.
    """
    counted = own.assign(**{COUNTED.format("score"): own["score"].notna().astype(float)})
    skill = estimate_skill(counted, ["question_id"], constants)
    replaced = [name for name in skill if name != "question_id"]
    merged = table.drop(columns=replaced).merge(skill, on="question_id", how="left")
    return add_verdicts(merged.assign(blind_score=(merged["score"] - merged["value"]).fillna(merged["blind_score"])))


def list_commonest_answers(answers: pd.DataFrame, question: Question) -> pd.DataFrame:
    """List the `MAX_COMMONEST` answers that a run gives most often to a question, the commonest first.

    Args:
        answers: of one run, as the query `answers` returns them.
        question: the question.

    Returns:
        value (coded), answer (text), n, share (percent of its readable answers).
    """
    values = answers.loc[answers["question_id"] == question.question_id, "value"].dropna()
    counts = values.value_counts().rename("n").rename_axis("value").reset_index()
    counts = counts.sort_values(["n", "value"], ascending=[False, True], ignore_index=True).head(MAX_COMMONEST)
    texts = [format_stated_value(question, value) for value in counts["value"]]
    return counts.assign(answer=texts, share=100 * counts["n"] / max(len(values), 1))


_CELL = ["against", "truth", "answer"]


def compute_confusion(answers: pd.DataFrame, question: Question) -> pd.DataFrame:
    """Count given classes by true class, against the truth and the foil, one row per pair of truth and answer.

    Args:
        answers: of one run, as the query `answers` returns them.
        question: a class question.

    Returns:
        against, truth, answer, n, share (percent of the truth's answers; NaN if there are none).
    """
    asked = answers[answers["question_id"] == question.question_id]
    questions = {question.question_id: question}
    scored = SCORED if has_foil(asked) else SCORED[:1]
    parts = [count_confusions(asked, questions, against).assign(against=against) for against in scored]
    table = pd.concat(parts, ignore_index=True).assign(share=lambda rows: 100 * rows["share"])
    labels = table["truth"].drop_duplicates()  # of letters, one truth may have fewer than the other
    pairs = pd.MultiIndex.from_product([table["against"].drop_duplicates(), labels, labels])
    whole = table.set_index(["against", "truth", "answer"])[["n", "share"]].reindex(pairs.set_names(_CELL))
    return whole.reset_index().astype({"n": float}).fillna({"n": 0}).astype({"n": int})


def find_commonest_truth(answers: pd.DataFrame, question: Question, against: Scored, said: str) -> str | None:
    """Return the commonest truth among a run's wrong answers of a class or letter; None if all of these are right.

    Args:
        answers: of one run, as the query `answers` returns them.
        question: with classes or options.
        against: the truth against which it is wrong.
        said: the class or letter.
    """
    table = compute_confusion(answers, question)
    wrong = table[(table["against"] == against) & (table["answer"] == said) & (table["truth"] != said)]
    most = wrong[wrong["n"] > 0].sort_values("n", ascending=False, kind="stable").head(1)
    return None if most.empty else str(most["truth"].iloc[0])


def select_confused_answers(
    answers: pd.DataFrame, question: Question, against: Scored, truth: str, answer: str
) -> pd.DataFrame:
    """Select the answers in a cell of the confusion matrix.

    Args:
        answers: of one run, as the query `answers` returns them.
        question: with classes.
        against: against which truth.
        truth: the true class.
        answer: the class that was given.
    """
    options = list_answer_labels(question)
    is_in = (answers[get_truth_column(against)] == options.index(truth)) & (answers["value"] == options.index(answer))
    return answers[is_in & (answers["question_id"] == question.question_id)]


def rank_by_balanced_accuracy(sums: pd.DataFrame, against: Scored) -> pd.DataFrame:
    """Rank runs by balanced accuracy on a class question, in percent, best first, with names and plain accuracy.

    Args:
        sums: of the score against a truth, of one class question, by `RUN_COLUMNS`, its kind, that truth and group, as
            `Warehouse.aggregate` returns them.
        against: which truth.

    Returns:
        run_id, model_id, label, kind, value, low, high, n, n_groups, n_means (number of classes), plain_accuracy.
    """
    score = get_score_column(against)
    wholes = sums.groupby("run_id", observed=True)[[score, COUNTED.format(score)]].sum()
    plain_accuracy = dict(100 * wholes[score] / wholes[COUNTED.format(score)])
    means = compute_balanced_accuracy(sums, ["run_id"], against, counts=COUNTED.format(score))
    table = to_percent(means).merge(list_run_metadata(sums), on="run_id")
    table = table.assign(plain_accuracy=table["run_id"].map(plain_accuracy)).dropna(subset=["value"])
    return table.sort_values("value", ascending=False, kind="stable", ignore_index=True)
