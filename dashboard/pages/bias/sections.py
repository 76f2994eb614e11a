"""Sections of the Bias page: a run's answers, its confusions between classes, and other tolerances."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import bias, bias_sentences
from core.analyses.compare import compare_run_pairs
from core.analyses.estimates import resolve_verdicts
from core.analyses.phrases import FAMILY, format_coded_value
from core.formatting import MISSING, escape_markdown, format_number
from core.records import COUNTED, RUN_COLUMNS, Question, Scored, is_text_kind
from core.scoring.answer_codes import decode_categories, get_score_column, get_truth_column
from core.scoring.tolerances import find_tolerance_band
from core.warehouse.aggregation import Aggregation
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.read import Filters
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.queries import get_benchmark_info, get_model_kinds, run_query
from dashboard.pages.bias import miss_cloud
from dashboard.pages.bias.class_frequency_chart import draw_class_frequency
from dashboard.pages.bias.confusion_matrix_chart import draw_confusion_matrix
from dashboard.pages.bias.predicted_vs_true_chart import draw_predicted_vs_true
from dashboard.pages.bias.top_answers_chart import draw_top_answers
from dashboard.selection.bootstrap_constants import describe_distance_interval
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, analyse_aggregation, list_displayed_runs
from dashboard.selection.filters import list_filter_options
from dashboard.selection.selectors import choose_option
from dashboard.style.palette import MarkerStyle, get_marker_style
from dashboard.style.theme import get_heatmap_theme
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.example_gallery import show_examples
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import build_percent_column, download, show_small_table, show_table_expander
from dashboard.widgets.truth_labels import get_score_label, get_truth_label, get_truth_labels, get_truth_noun

CHANCE = "chance"
SAID = "said-so"
"""Key of the container with the cases of a cell or of an answer."""

_PLURALS = {"class": "classes", "letter": "letters"}


@dataclass(frozen=True, slots=True)
class SelectedRun:
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
    def look(self) -> MarkerStyle:
        """The marker style of its model."""
        return get_marker_style(self.model_id, get_model_kinds())


def format_question_title(question_id: str) -> str:
    """Return number and title of a question."""
    return list_filter_options("question")[question_id]


def _get_answer_noun(question: Question | None = None) -> str:
    """Return the noun for answers to a question, or to any: a class or, for multiple choice, a letter."""
    is_class = bool(get_benchmark_info().class_questions) if question is None else question.kind == "class"
    return "class" if is_class else "letter"


def _list_question_names(rows: pd.DataFrame) -> list[str]:
    return [get_benchmark_info().questions[q].name for q in rows["question_id"]]


def show_sentences(judged: SelectedRun, found: Sequence[bias_sentences.HabitSentence]) -> None:
    """Show the run's habits as sentences, each with a link to the cases that show it."""
    for place, habit in enumerate(found):
        finding_links.show(habit.text, f"habit-{place}-cases", _find_link(judged, habit))


def _find_link(judged: SelectedRun, habit: bias_sentences.HabitSentence) -> finding_links.FindingLink | None:
    """Link answers to the section further down the page, and whole questions to Cases."""
    if habit.said is None:
        return finding_links.link_to_cases([judged.run_id], question=habit.question_ids) if habit.question_ids else None
    (question_id,), said = habit.question_ids, habit.said
    if isinstance(said, float):
        return finding_links.link_to_section("With this answer", SAID, _make_answer_chooser(question_id, "said", said))
    question = get_benchmark_info().questions[question_id]
    truth = bias.find_commonest_truth(judged.answers, question, judged.against, said)
    if truth is None:
        return None
    word = "answered" if question.kind == "choice" else "called"
    label = f"{truth.capitalize()} {word} {said}"
    chosen = _make_answer_chooser(question_id, "cell", (judged.against, truth, said))
    return finding_links.link_to_section(label, SAID, chosen)


def _make_answer_chooser(question_id: str, key: str, value: object) -> Callable[[], None]:
    return partial(st.session_state.update, {"about": question_id, key: value})


def show_habits(judged: SelectedRun, shares: pd.DataFrame) -> None:
    """Show the classes answered and true, and the repetition of answers, beside the constant baseline."""
    if len(shares):
        figure = draw_class_frequency(
            shares.assign(question=_list_question_names(shares)),
            judged.label,
            judged.look,
            get_truth_labels(get_benchmark_info()),
        )
        show_chart(figure, "class-shares", f"How often each {_get_answer_noun()} is answered and is true")
    go_by_id = all(question.name == question.question_id for question in get_benchmark_info().questions.values())
    columns = {
        **({"question_id": ""} if go_by_id else {}),
        "title": "Question",
        "commonest": "commonest answer",
        "commonest_share": "share, %",
        "n_different": "different",
        "n": "n",
        "unreadable": "unreadable",
        "blind_answer": "blind constant",
        "blind_kappa": f"its {get_benchmark_info().words.score}, %",
        "kappa": f"{get_benchmark_info().words.score}, %",
        "value": "difference",
        "verdict": "the run is",
    }
    to_one_decimal = dict.fromkeys(("share, %", columns["blind_kappa"], columns["kappa"], "difference"), "{:.1f}")
    named = judged.habits.assign(
        title=[get_benchmark_info().questions[q].title for q in judged.habits["question_id"]],
        blind_answer=judged.habits["blind_answer"].astype(object).fillna(MISSING),
        verdict=resolve_verdicts(judged.habits),
    )
    show_small_table(named[list(columns)].rename(columns=columns), to_one_decimal, ("different", "n", "unreadable"))
    st.caption("A run with few different answers repeats itself rather than looking.")
    show_help_popover(
        f"The blind constant is the best constant answer, chosen on other {get_benchmark_info().words.groups} without "
        "the image. "
        f"Both are {get_score_label(judged.against)}, on the same answers. The verdict on their difference is "
        f"corrected for the number of questions (Holm). {describe_distance_interval(judged.against)}"
    )
    download(named, "habits")


def show_classes(judged: SelectedRun, filters: Filters, question_id: str) -> None:
    """Show confusion matrices, a gallery of a cell, and balanced accuracy of every run."""

    def choose_cell(cell: list[str]) -> None:
        st.session_state["cell"] = tuple(cell)

    question = get_benchmark_info().questions[question_id]
    table = bias.compute_confusion(judged.answers, question)
    is_choice = question.kind == "choice"
    confused, balanced = st.columns([3, 2], gap="medium")
    with confused:
        st.subheader(f"Which {_get_answer_noun(question)} is mistaken for which")
        cells = zip(table["against"], table["truth"], table["answer"], strict=True)
        texts = [bias_sentences.describe_confusion(question, *cell[1:], get_truth_label(cell[0])) for cell in cells]
        said = "chosen" if is_choice else "said"
        figure = draw_confusion_matrix(
            table.assign(text=texts), get_heatmap_theme("Sequential"), get_truth_labels(get_benchmark_info()), said
        )
        show_chart(
            figure,
            "confusion-matrix",
            f"{said.capitalize()} by {get_truth_noun() if is_choice else 'true'}",
            choose_cell,
        )
        rows, columns = ("the key", "what the model chose") if is_choice else ("true class", "answered class")
        st.caption(f"Rows: {rows}; columns: {columns}, in % of the row. Click a cell to see its cases below.")
        download(table, "confusion")
    with balanced:
        _show_balanced(judged, filters, question_id)
    with st.container(key=SAID):
        _show_cell(judged, table, question_id)
    finding_links.show_section_anchor(SAID)


def _show_balanced(judged: SelectedRun, filters: Filters, question_id: str) -> None:
    """Show balanced accuracy of the visible runs, and always of the run that the page is about."""
    against, shown = judged.against, list_displayed_runs(filters)
    beside = list(dict.fromkeys((*shown, judged.run_id)))
    of_question = {**filters, **NOBODY_CHOSEN, "runs": beside, "question": [question_id]}
    by = (*RUN_COLUMNS, "question_id", "question_kind", get_truth_column(against), "group_id")
    rows = analyse_aggregation(
        bias.rank_by_balanced_accuracy, of_question, Aggregation(by, (get_score_column(against),)), against
    )
    if rows.empty:
        return
    n_classes, word = int(rows["n_means"].max()), _get_answer_noun(get_benchmark_info().questions[question_id])
    details = [f"plain accuracy {format_number(row['kappa'])} %, n {row['n']:,}" for row in rows.to_dict("records")]
    st.subheader(
        "Balanced accuracy against "
        f"{get_truth_label(against) if get_benchmark_info().foil else get_benchmark_info().truth.phrase}"
    )
    lines = {CHANCE: 100 / n_classes}
    axis = f"mean recall of the {_PLURALS[word]}, %"
    figure = draw_forest_plot(
        rows.assign(detail=details), get_model_kinds(), get_benchmark_info().words.units, axis, lines
    )
    show_chart(figure, "balanced-accuracy", "Balanced accuracy of the shown runs")
    st.caption(f"Every true {word} has the same weight.")
    show_help_popover(
        f"A run that always gives the same answer gets chance, 1/{n_classes}. It has no interval, since all its "
        f"{get_benchmark_info().words.groups} show the same."
    )
    columns = {
        "label": "Run",
        "value": build_percent_column("balanced accuracy, %"),
        "low": build_percent_column("from"),
        "high": build_percent_column("to"),
        "kappa": build_percent_column("plain accuracy, %"),
        "n": "n",
        "n_groups": get_benchmark_info().words.groups,
    }
    show_table_expander(rows, "balanced", columns)


def _show_cell(judged: SelectedRun, table: pd.DataFrame, question_id: str) -> None:
    """Show the cases of a cell: the chosen one, else the commonest mistake, else the commonest answer."""
    counts = {(row["against"], row["truth"], row["answer"]): row["n"] for row in table.to_dict("records")}
    mistakes = [cell for cell, n in counts.items() if n and cell[0] == judged.against and cell[1] != cell[2]]
    cells = sorted(counts, key=lambda cell: (cell not in mistakes, -counts[cell]))
    question, words = get_benchmark_info().questions[question_id], get_benchmark_info().words
    texts = {
        cell: bias_sentences.describe_confusion(question, cell[1], cell[2], get_truth_label(cell[0])) for cell in cells
    }
    against, truth, answer = choose_option(f"{words.cases.capitalize()} of a cell", texts, "cell", width=360)
    rows = bias.select_confused_answers(judged.answers, question, against, truth, answer)
    count = get_benchmark_info().format_case_count(len(rows))
    if question.kind == "choice":
        st.markdown(
            f"**{count}: {bias_sentences.describe_confusion(question, truth, answer, get_truth_label(against))}.**"
        )
    else:
        st.markdown(
            f"**{count} with {escape_markdown(truth)} in {get_truth_label(against)} called {escape_markdown(answer)}.**"
        )
    if len(rows):
        _show_answered_cases(question, rows, "confused")


def show_numbers(judged: SelectedRun, question_id: str) -> None:
    """Show numbers against truth, the commonest answers, and a gallery of one of them."""
    question = get_benchmark_info().questions[question_id]
    asked = judged.answers[judged.answers["question_id"] == question_id].dropna(subset=["value"])
    common = bias.list_commonest_answers(judged.answers, question)
    habit = judged.habits.set_index("question_id").loc[question_id].to_dict()
    scatter, bars = st.columns([3, 2], gap="medium")
    with scatter:
        if is_text_kind(question.kind):
            miss_cloud.show_misses(judged.label, judged.look.colour, asked, question)
        else:
            _show_scatter(judged, question, asked, float(habit["blind_value"]))
    with bars:
        _show_common(judged, question, common, n_different=habit["n_different"], n=habit["n"])
    with st.container(key=SAID):
        _show_repeated(question, asked, dict(zip(common["value"], common["answer"], strict=True)))
    finding_links.show_section_anchor(SAID)


def _show_scatter(judged: SelectedRun, question: Question, asked: pd.DataFrame, blind_value: float) -> None:
    """Show the answered numbers against the truth; a click opens a case."""
    unit = ", degrees" if question.unit == "deg" else f", {question.unit}" if question.unit else ""
    lines = {} if pd.isna(blind_value) else {"blind constant": blind_value}
    st.subheader("Answers against the truth")
    figure = draw_predicted_vs_true(
        asked,
        judged.look.colour,
        unit,
        lines,
        get_truth_labels(get_benchmark_info()),
        is_ratio=question.kind == "ratio",
        band=find_tolerance_band(question.kind),
    )
    show_chart(figure, "numbers-chart", f"Answers to {question.title} against the truth", open_photograph)
    between = " Between the thin lines they are within the tolerance." if find_tolerance_band(question.kind) else ""
    st.caption(f"Answers on the dashed line are right; marks in rows repeat.{between} Click a mark to open its case.")
    _show_number_table(asked)


def _show_number_table(asked: pd.DataFrame) -> None:
    """Show the answered numbers, the worst first; a row opens its case."""
    rows = asked.sort_values("score", kind="stable")
    case_ids, described = list(rows["case_id"]), get_benchmark_info()
    foil = described.foil
    columns = {
        "case_id": described.words.case.capitalize(),
        "value": st.column_config.NumberColumn("said", format="%.2f"),
        "truth": st.column_config.NumberColumn(get_truth_label("truth"), format="%.2f"),
        **({"foil": st.column_config.NumberColumn(get_truth_label("foil"), format="%.2f")} if foil else {}),
        "score": st.column_config.NumberColumn(get_score_label("truth"), format="percent"),
        **({"foil_score": st.column_config.NumberColumn(get_score_label("foil"), format="percent")} if foil else {}),
    }
    alt = f"Numbers answered; a row opens its {described.words.case}"
    show_table_expander(rows[list(columns)], "numbers", columns, alt, lambda place: open_photograph(case_ids[place]))


def _show_common(judged: SelectedRun, question: Question, common: pd.DataFrame, *, n_different: int, n: int) -> None:
    """Show the commonest answers, which a click chooses; none if no answer occurs twice."""

    def choose_answer(value: float) -> None:
        st.session_state["said"] = value

    st.subheader("Most frequent answers")
    if n_different == n > 1:
        st.info(f"No answer repeats: all {n:,} differ.")
        return
    figure = draw_top_answers(common, judged.look.colour)
    show_chart(figure, "commonest-answers", f"Commonest answers to {question.title}", choose_answer)
    st.caption(f"{n_different:,} different answers, {n:,} in all. Click a bar to see its cases below.")


def _show_repeated(question: Question, asked: pd.DataFrame, texts: Mapping[float, str]) -> None:
    """Show the photographs that got one of the commonest answers."""
    value = choose_option(f"{get_benchmark_info().words.cases.capitalize()} of an answer", texts, "said", width=280)
    rows = asked[asked["value"] == value]
    st.markdown(
        f"**{get_benchmark_info().format_case_count(len(rows))} with the answer {escape_markdown(texts[value])}.**"
    )
    _show_answered_cases(question, rows, "repeated")


def _show_answered_cases(question: Question, rows: pd.DataFrame, name: str) -> None:
    """Show the cases of some answers to a question, each with its truth, which only tiles of the open page need."""

    def format_truths(case_ids: list[str]) -> dict[str, str]:
        part = rows[rows["case_id"].isin(case_ids)]
        return {str(row["case_id"]): _format_truth(question, row) for row in part.to_dict("records")}

    show_examples(rows.assign(caption=rows["case_id"], detail=""), name, format_truths)


def _format_truth(question: Question, row: Mapping[Hashable, Any]) -> str:
    """Format the truth of an answer's case, with the foil if there is one."""
    if get_benchmark_info().foil is None or pd.isna(row["foil"]):
        return f"{get_truth_noun()} {format_coded_value(question, row['truth'])}"
    texts = [
        f"{title} {format_coded_value(question, row[against])}"
        for against, title in get_truth_labels(get_benchmark_info()).items()
    ]
    return f"truth {' · '.join(texts)}"


@st.fragment
def show_tolerances(filters: Filters, against: Scored) -> None:
    """Show sliders of both tolerances, whether the ranking survives, and the ranking before and after.

    A fragment keeps its arguments for the session's lifetime, so it takes the filters and no answers.
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
    by_case = Aggregation(("case_id", "question_id", get_truth_column(against)), ())
    tolerances = (isosceles / 100, right_angle)
    changed, sentences, table = analyse_aggregation(
        _rank_under_tolerances, filters, by_case, filters, against, *tolerances
    )
    for sentence in sentences:
        st.markdown(f"**{escape_markdown(sentence)}**")
    st.caption(
        f"{get_benchmark_info().format_case_count(changed['Q1'])} change their side class and {changed['Q2']:,} their "
        "angle class against "
        f"{get_truth_label(against)}."
    )
    show_help_popover(
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


def _rank_under_tolerances(
    asked: pd.DataFrame, filters: Filters, against: Scored, isosceles: float, right_angle: float
) -> tuple[dict[str, int], list[str], pd.DataFrame]:
    """Count the classes that change, describe the effect on the ranking, and return the ranking before and after."""
    sides = run_query("photographs")
    rule = bias.infer_side_rule(sides, run_query("class_rule_differences"), against)
    classes = bias.reclassify_photographs(sides, against, isosceles, right_angle, rule)
    changed = bias.find_changed_truths(asked, classes, against)
    codes = tuple(changed.itertuples(index=False, name=None))
    score, of_runs = get_score_column(against), {**filters, "runs": sorted(list_displayed_runs(filters))}
    by_kind = Aggregation((*RUN_COLUMNS, "question_kind"), (score,), against=against)
    before, after = (
        analyse_aggregation(_select_readable, of_runs, replace(by_kind, changed=each), score) for each in ((), codes)
    )
    kinds = tuple(dict(zip(before["run_id"], before["model_kind"], strict=True)).items())

    def differences(classes_only: bool) -> Iterator[pd.DataFrame]:
        asked_for = {**of_runs, "question": _list_class_questions(filters)} if classes_only else of_runs
        for each in ((), codes):
            pairs = replace(
                build_pair_aggregation(("first", "second", "group_id"), ("difference",), against), changed=each
            )
            yield analyse_aggregation(compare_run_pairs, asked_for, pairs, kinds)

    sentences = ["At these tolerances no true class changes."]
    if codes:
        sentences = [
            bias_sentences.describe_ranking_change(
                bias.find_overtakings(before, after, against, differences, classes_only=classes_only), words
            )
            for classes_only, words in ((False, "all questions"), (True, "Q1 and Q2 alone"))
        ]
    return bias.count_changed_truths(changed, classes), sentences, bias.rank_under_truths(before, after, against)


def _select_readable(sums: pd.DataFrame, score: str) -> pd.DataFrame:
    """Return the sums of runs with a readable answer, in order of the runs."""
    return decode_categories(sums[sums[COUNTED.format(score)] > 0]).sort_values("run_id", ignore_index=True)


def _list_class_questions(filters: Filters) -> list[str]:
    """List the questions with classes that fit the filters."""
    chosen = filters["question"]
    ids = [question.question_id for question in get_benchmark_info().class_questions]
    return [question_id for question_id in ids if not isinstance(chosen, list) or question_id in chosen]
