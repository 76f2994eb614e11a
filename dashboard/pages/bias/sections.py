"""Parts of the Bias page: what a run says, which class it takes for another, and other tolerances."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import bias, bias_sentences
from core.analyses.compare import pairwise_differences
from core.analyses.estimates import decided
from core.analyses.phrases import FAMILY, coded_text
from core.formatting import MISSING, number_text, plain
from core.records import COUNTED, RUN_COLUMNS, Question, Scored
from core.scoring.answer_codes import in_words, score_column, truth_column
from core.warehouse.aggregation import Sums
from core.warehouse.aggregation_presets import of_pairs
from core.warehouse.read import Filters
from dashboard.charts.forest_plot import forest
from dashboard.data.queries import about, model_kinds, query
from dashboard.pages.bias.class_frequency_chart import class_shares
from dashboard.pages.bias.confusion_matrix_chart import confusion
from dashboard.pages.bias.predicted_vs_true_chart import numbers_against_truth
from dashboard.pages.bias.top_answers_chart import commonest_answers
from dashboard.selection.bootstrap_constants import distance_note
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, shown_of, summed
from dashboard.selection.filters import options_of
from dashboard.selection.selectors import choose_listed
from dashboard.style.palette import Look, look_of
from dashboard.style.theme import theme_of
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import how_to_read, show_chart
from dashboard.widgets.example_gallery import show_examples
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import download, percent, show_data, show_small_table
from dashboard.widgets.truth_labels import name_of, names, score_name, truth_word

CHANCE = "chance"
SAID = "said-so"
"""Key of the container with the cases of a cell, or of an answer."""

_PLURALS = {"class": "classes", "letter": "letters"}


@dataclass(frozen=True, slots=True)
class Judged:
    """The run that the page is about.

    Attributes:
        answers: its own, as the query `answers` gives them.
        habits: as `bias.habits` returns them.
    """

    run_id: str
    label: str
    model_id: str
    against: Scored
    answers: pd.DataFrame
    habits: pd.DataFrame

    @property
    def look(self) -> Look:
        """How the marks of its model look."""
        return look_of(self.model_id, model_kinds())


def title_of(question_id: str) -> str:
    """Number and title of a question."""
    return options_of("question")[question_id]


def _said_word(question: Question | None = None) -> str:
    """What is said to a question, or to any: a class or, of multiple choice, a letter."""
    is_class = bool(about().class_questions) if question is None else question.kind == "class"
    return "class" if is_class else "letter"


def _names_of(rows: pd.DataFrame) -> list[str]:
    return [about().questions[q].name for q in rows["question_id"]]


def show_sentences(judged: Judged, found: Sequence[bias_sentences.Habit]) -> None:
    """The run's habits as sentences, each with the way to the cases that show it."""
    for place, habit in enumerate(found):
        finding_links.show(habit.text, f"habit-{place}-cases", _way_to(judged, habit))


def _way_to(judged: Judged, habit: bias_sentences.Habit) -> finding_links.Way | None:
    """What was said is shown further down the page, questions as a whole on Cases."""
    if habit.said is None:
        return finding_links.to_cases([judged.run_id], question=habit.question_ids) if habit.question_ids else None
    (question_id,), said = habit.question_ids, habit.said
    if isinstance(said, float):
        return finding_links.further_down("With this answer", SAID, _choose_said(question_id, "said", said))
    question = about().questions[question_id]
    truth = bias.commonest_truth_behind(judged.answers, question, judged.against, said)
    if truth is None:
        return None
    word = "answered" if question.kind == "choice" else "called"
    label = f"{truth.capitalize()} {word} {said}"
    chosen = _choose_said(question_id, "cell", (judged.against, truth, said))
    return finding_links.further_down(label, SAID, chosen)


def _choose_said(question_id: str, key: str, value: object) -> Callable[[], None]:
    return partial(st.session_state.update, {"about": question_id, key: value})


def show_habits(judged: Judged, shares: pd.DataFrame) -> None:
    """Classes said and there, and how much the answers repeat, with the blind constant beside them."""
    if len(shares):
        figure = class_shares(shares.assign(question=_names_of(shares)), judged.label, judged.look, names(about()))
        show_chart(figure, "class-shares", f"How often each {_said_word()} is said and is true")
    go_by_id = all(question.name == question.question_id for question in about().questions.values())
    columns = {
        **({"question_id": ""} if go_by_id else {}),
        "title": "Question",
        "commonest": "commonest answer",
        "commonest_share": "share, %",
        "n_different": "different",
        "n": "n",
        "unreadable": "unreadable",
        "blind_answer": "blind constant",
        "blind_kappa": f"its {about().words.score}, %",
        "kappa": f"{about().words.score}, %",
        "value": "difference",
        "verdict": "the run is",
    }
    to_one_decimal = dict.fromkeys(("share, %", columns["blind_kappa"], columns["kappa"], "difference"), "{:.1f}")
    named = judged.habits.assign(
        title=[about().questions[q].title for q in judged.habits["question_id"]],
        blind_answer=judged.habits["blind_answer"].astype(object).fillna(MISSING),
        verdict=decided(judged.habits),
    )
    show_small_table(named[list(columns)].rename(columns=columns), to_one_decimal, ("different", "n", "unreadable"))
    st.caption("A run with few different answers repeats itself rather than looks.")
    how_to_read(
        f"The blind constant is the best constant answer, chosen on other {about().words.groups} without looking. "
        f"Both are {score_name(judged.against)}, on the same answers. The verdict on their difference is "
        f"corrected for the number of questions (Holm). {distance_note(judged.against)}"
    )
    download(named, "habits")


def show_classes(judged: Judged, filters: Filters, question_id: str) -> None:
    """Confusion matrices, a gallery of a cell, and balanced accuracy of every run."""

    def choose_cell(cell: list[str]) -> None:
        st.session_state["cell"] = tuple(cell)

    question = about().questions[question_id]
    table = bias.confusion(judged.answers, question)
    is_choice = question.kind == "choice"
    confused, balanced = st.columns([3, 2], gap="medium")
    with confused:
        st.subheader(f"Which {_said_word(question)} it takes for which")
        cells = zip(table["against"], table["truth"], table["answer"], strict=True)
        texts = [bias_sentences.confused_text(question, *cell[1:], name_of(cell[0])) for cell in cells]
        said = "chosen" if is_choice else "said"
        figure = confusion(table.assign(text=texts), theme_of("Sequential"), names(about()), said)
        show_chart(
            figure, "confusion-matrix", f"{said.capitalize()} by {truth_word() if is_choice else 'true'}", choose_cell
        )
        rows, columns = ("the key", "what the model chose") if is_choice else ("what is true", "what is said")
        st.caption(f"Rows: {rows}; columns: {columns}, in % of the row. A click shows cases below.")
        download(table, "confusion")
    with balanced:
        _show_balanced(judged, filters, question_id)
    with st.container(key=SAID):
        _show_cell(judged, table, question_id)
    finding_links.bring_into_view(SAID)


def _show_balanced(judged: Judged, filters: Filters, question_id: str) -> None:
    """Balanced accuracy of the shown runs, and of the run that the page is about wherever it stands."""
    against, shown = judged.against, shown_of(filters)
    beside = list(dict.fromkeys((*shown, judged.run_id)))
    of_question = {**filters, **NOBODY_CHOSEN, "runs": beside, "question": [question_id]}
    by = (*RUN_COLUMNS, "question_id", "question_kind", truth_column(against), "group_id")
    rows = summed(bias.balanced, of_question, Sums(by, (score_column(against),)), against)
    if rows.empty:
        return
    n_classes, word = int(rows["n_means"].max()), _said_word(about().questions[question_id])
    details = [f"plain accuracy {number_text(row['kappa'])} %, n {row['n']:,}" for row in rows.to_dict("records")]
    st.subheader(f"Balanced accuracy against {name_of(against) if about().foil else about().truth.phrase}")
    lines = {CHANCE: 100 / n_classes}
    axis = f"mean recall of the {_PLURALS[word]}, %"
    figure = forest(rows.assign(detail=details), model_kinds(), about().words.units, axis, lines)
    show_chart(figure, "balanced-accuracy", "Balanced accuracy of the shown runs")
    st.caption(f"Every true {word} counts the same.")
    how_to_read(
        f"A run that always says the same gets chance, 1/{n_classes}. It has no interval, since all its "
        f"{about().words.groups} show the same."
    )
    columns = {
        "label": "Run",
        "value": percent("balanced accuracy, %"),
        "low": percent("from"),
        "high": percent("to"),
        "kappa": percent("plain accuracy, %"),
        "n": "n",
        "n_groups": about().words.groups,
    }
    show_data(rows, "balanced", columns)


def _show_cell(judged: Judged, table: pd.DataFrame, question_id: str) -> None:
    """The cases of a cell: the chosen one, at first the commonest mistake; without any, what is said most often."""
    counts = {(row["against"], row["truth"], row["answer"]): row["n"] for row in table.to_dict("records")}
    mistakes = [cell for cell, n in counts.items() if n and cell[0] == judged.against and cell[1] != cell[2]]
    cells = sorted(counts, key=lambda cell: (cell not in mistakes, -counts[cell]))
    question, words = about().questions[question_id], about().words
    texts = {cell: bias_sentences.confused_text(question, cell[1], cell[2], name_of(cell[0])) for cell in cells}
    against, truth, answer = choose_listed(f"{words.cases.capitalize()} of a cell", texts, "cell", width=360)
    rows = bias.confused_answers(judged.answers, question, against, truth, answer)
    count = about().cases_text(len(rows))
    if question.kind == "choice":
        st.markdown(f"**{count}: {bias_sentences.confused_text(question, truth, answer, name_of(against))}.**")
    else:
        st.markdown(f"**{count} with {plain(truth)} in {name_of(against)} called {plain(answer)}.**")
    if len(rows):
        details = [_truth_text(question, row) for row in rows.to_dict("records")]
        show_examples(rows.assign(caption=rows["case_id"], detail=details), "confused")


def show_numbers(judged: Judged, question_id: str) -> None:
    """Numbers against truth, the commonest answers, and a gallery of one of them."""
    question = about().questions[question_id]
    asked = judged.answers[judged.answers["question_id"] == question_id].dropna(subset=["value"])
    common = bias.commonest_answers(judged.answers, question)
    habit = judged.habits.set_index("question_id").loc[question_id].to_dict()
    scatter, bars = st.columns([3, 2], gap="medium")
    with scatter:
        _show_scatter(judged, question, asked, float(habit["blind_value"]))
    with bars:
        _show_common(judged, question, common, n_different=habit["n_different"], n=habit["n"])
    with st.container(key=SAID):
        _show_repeated(question, asked, dict(zip(common["value"], common["answer"], strict=True)))
    finding_links.bring_into_view(SAID)


def _show_scatter(judged: Judged, question: Question, asked: pd.DataFrame, blind_value: float) -> None:
    """The numbers that were said against the truth; a click opens a case."""
    unit = ", degrees" if question.unit else ""
    lines = {} if pd.isna(blind_value) else {"blind constant": blind_value}
    st.subheader("What it says against the truth")
    figure = numbers_against_truth(
        asked, judged.look.colour, unit, lines, names(about()), is_ratio=question.kind == "ratio"
    )
    show_chart(figure, "numbers-chart", f"Answers to {question.title} against the truth", open_photograph)
    st.caption("On the dashed line an answer is right; marks in rows are repeated answers. A click opens the case.")
    _show_number_table(asked)


def _show_number_table(asked: pd.DataFrame) -> None:
    """The numbers that were said, the worst first; a row opens its case."""
    rows = asked.sort_values("score", kind="stable")
    case_ids, described = list(rows["case_id"]), about()
    foil = described.foil
    columns = {
        "case_id": described.words.case.capitalize(),
        "value": st.column_config.NumberColumn("said", format="%.2f"),
        "truth": st.column_config.NumberColumn(name_of("truth"), format="%.2f"),
        **({"foil": st.column_config.NumberColumn(name_of("foil"), format="%.2f")} if foil else {}),
        "score": st.column_config.NumberColumn(score_name("truth"), format="percent"),
        **({"foil_score": st.column_config.NumberColumn(score_name("foil"), format="percent")} if foil else {}),
    }
    alt = f"Numbers that were said, a row opens its {described.words.case}"
    show_data(rows[list(columns)], "numbers", columns, alt, lambda place: open_photograph(case_ids[place]))


def _show_common(judged: Judged, question: Question, common: pd.DataFrame, *, n_different: int, n: int) -> None:
    """The commonest answers, a click chooses one; none where no answer comes twice."""

    def choose_answer(value: float) -> None:
        st.session_state["said"] = value

    st.subheader("Its commonest answers")
    if n_different == n > 1:
        st.info(f"None: all {n:,} answers differ.")
        return
    figure = commonest_answers(common, judged.look.colour)
    show_chart(figure, "commonest-answers", f"Commonest answers to {question.title}", choose_answer)
    st.caption(f"{n_different:,} different answers, {n:,} in all. A click shows cases below.")


def _show_repeated(question: Question, asked: pd.DataFrame, texts: Mapping[float, str]) -> None:
    """The photographs that got one of the commonest answers."""
    value = choose_listed(f"{about().words.cases.capitalize()} of an answer", texts, "said", width=280)
    rows = asked[asked["value"] == value]
    st.markdown(f"**{about().cases_text(len(rows))} with the answer {plain(texts[value])}.**")
    details = [_truth_text(question, row) for row in rows.to_dict("records")]
    show_examples(rows.assign(caption=rows["case_id"], detail=details), "repeated")


def _truth_text(question: Question, row: Mapping[Hashable, Any]) -> str:
    """The truth of an answer's case, and beside it the foil where there is one."""
    if about().foil is None or pd.isna(row["foil"]):
        return f"{truth_word()} {coded_text(question, row['truth'])}"
    texts = [f"{title} {coded_text(question, row[against])}" for against, title in names(about()).items()]
    return f"truth {' · '.join(texts)}"


@st.fragment
def show_tolerances(filters: Filters, against: Scored) -> None:
    """Sliders of both tolerances, whether the ranking survives, and the ranking before and after.

    A fragment keeps its arguments as long as the session lives, so it takes the filters and no answers.
    """
    with st.container(horizontal=True):
        isosceles = st.slider(
            "Isosceles: sides are equal within, %",
            0.0,
            20.0,
            3.0,
            0.5,
            key="isosceles",
            bind="query-params",
            width=340,
            help="The paper: 3 %.",
        )
        right_angle = st.slider(
            "Right angle: within, degrees",
            0.0,
            15.0,
            2.0,
            0.5,
            key="right_angle",
            bind="query-params",
            width=340,
            help="The paper: 2 degrees.",
        )
    by_case = Sums(("case_id", "question_id", truth_column(against)), ())
    tolerances = (isosceles / 100, right_angle)
    changed, sentences, table = summed(_under_tolerances, filters, by_case, filters, against, *tolerances)
    for sentence in sentences:
        st.markdown(f"**{plain(sentence)}**")
    st.caption(
        f"{about().cases_text(changed['Q1'])} change their side class and {changed['Q2']:,} their angle class against "
        f"{name_of(against)}."
    )
    how_to_read(
        "Other tolerances change the true classes, so Q1 and Q2 are scored again; the scores of Q3 to Q6 stay. The "
        "solvers lose most, since they answered with the paper's tolerances. Two runs differ significantly if their "
        f"paired difference does. {FAMILY}"
    )
    columns = {
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
    names = list(columns.values())
    whole = [name for name in names if name.startswith("rank")]
    percents = {name: "{:.2f}" for name in names if name.endswith("%")}
    show_small_table(table[list(columns)].rename(columns=columns), percents, whole)
    download(table, "tolerances")


def _under_tolerances(
    asked: pd.DataFrame, filters: Filters, against: Scored, isosceles: float, right_angle: float
) -> tuple[dict[str, int], list[str], pd.DataFrame]:
    """How many classes change, what that does to the ranking in sentences, and the ranking before and after."""
    sides = query("photographs")
    rule = bias.side_rule(sides, query("class_rule_differences"), against)
    classes = bias.reclassified(sides, against, isosceles, right_angle, rule)
    changed = bias.changed_truths(asked, classes, against)
    codes = tuple(changed.itertuples(index=False, name=None))
    score, of_runs = score_column(against), {**filters, "runs": sorted(shown_of(filters))}
    by_kind = Sums((*RUN_COLUMNS, "question_kind"), (score,), against=against)
    before, after = (summed(_readable, of_runs, replace(by_kind, changed=each), score) for each in ((), codes))
    kinds = tuple(dict(zip(before["run_id"], before["model_kind"], strict=True)).items())

    def differences(classes_only: bool) -> Iterator[pd.DataFrame]:
        asked_for = {**of_runs, "question": _class_questions(filters)} if classes_only else of_runs
        for each in ((), codes):
            pairs = replace(of_pairs(("first", "second", "group_id"), ("difference",), against), changed=each)
            yield summed(pairwise_differences, asked_for, pairs, kinds)

    sentences = ["At these tolerances no true class changes."]
    if codes:
        sentences = [
            bias_sentences.ranking_sentence(
                bias.overtakings(before, after, against, differences, classes_only=classes_only), words
            )
            for classes_only, words in ((False, "all questions"), (True, "Q1 and Q2 alone"))
        ]
    return bias.changed_classes(changed, classes), sentences, bias.rankings_under(before, after, against)


def _readable(sums: pd.DataFrame, score: str) -> pd.DataFrame:
    """The sums of runs with a readable answer, in order of the runs."""
    return in_words(sums[sums[COUNTED.format(score)] > 0]).sort_values("run_id", ignore_index=True)


def _class_questions(filters: Filters) -> list[str]:
    """The questions with classes that fit the filters."""
    chosen = filters["question"]
    ids = [question.question_id for question in about().class_questions]
    return [question_id for question_id in ids if not isinstance(chosen, list) or question_id in chosen]
