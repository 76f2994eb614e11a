"""Numbers, points and boxes that a run answers: against the truth, and the commonest ones."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.analyses import bias
from core.records import Question, is_text_kind
from core.scoring.tolerances import find_tolerance_band
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.bias import point_offset_chart, texts
from dashboard.pages.bias.case_gallery import show_answered_cases
from dashboard.pages.bias.predicted_vs_true_chart import draw_predicted_vs_true
from dashboard.pages.bias.run_context import SelectedRun
from dashboard.pages.bias.top_answers_chart import draw_top_answers
from dashboard.runtime.state_keys import bias as keys
from dashboard.selection.selectors import choose_option
from dashboard.widgets import finding_links
from dashboard.widgets.case_chart import show_case_chart
from dashboard.widgets.chart_display import show_chart
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import DecimalColumn, show_table_expander
from dashboard.widgets.truth_labels import get_score_label, get_truth_label, get_truth_labels


def show_numbers(judged: SelectedRun, question_id: str) -> None:
    """Show numbers against truth, the commonest answers, and a gallery of one of them."""
    question = get_benchmark_info().questions[question_id]
    asked = judged.answers[judged.answers["question_id"] == question_id].dropna(subset=["value"])
    common = bias.list_commonest_answers(judged.answers, question)
    habit = judged.habits.set_index("question_id").loc[question_id].to_dict()
    scatter, bars = st.columns([3, 2], gap="medium")
    with scatter:
        if is_text_kind(question.kind):
            point_offset_chart.show_point_offsets(judged.label, judged.look.colour, asked, question)
        else:
            _show_scatter(judged, question, asked, float(habit["blind_value"]))
    with bars:
        _show_common(judged, question, common, n_different=habit["n_different"], n=habit["n"])
    with st.container(key=keys.ANSWERED_CASES):
        _show_repeated(question, asked, dict(zip(common["value"], common["answer"], strict=True)))
    finding_links.show_section_anchor(keys.ANSWERED_CASES)


def _show_scatter(judged: SelectedRun, question: Question, asked: pd.DataFrame, blind_value: float) -> None:
    """Show the answered numbers against the truth; a click opens a case."""
    unit = ", degrees" if question.unit == "deg" else f", {question.unit}" if question.unit else ""
    lines = {} if pd.isna(blind_value) else {"best constant answer": blind_value}
    st.subheader(texts.NUMBERS_TITLE)
    figure = draw_predicted_vs_true(
        asked,
        judged.look.colour,
        unit,
        lines,
        get_truth_labels(get_benchmark_info()),
        is_ratio=question.kind == "ratio",
        band=find_tolerance_band(question.kind),
    )
    show_case_chart(figure, keys.NUMBERS_CHART, texts.describe_numbers_chart(question.title))
    st.caption(texts.explain_numbers_chart(has_band=bool(find_tolerance_band(question.kind))))
    _show_number_table(asked)


def _show_number_table(asked: pd.DataFrame) -> None:
    """Show the answered numbers, the worst first; a row opens its case."""
    rows = asked.sort_values("score", kind="stable")
    case_ids, described = list(rows["case_id"]), get_benchmark_info()
    foil = described.foil
    columns = {
        "case_id": described.words.case.capitalize(),
        "value": DecimalColumn("said", 2),
        "truth": DecimalColumn(get_truth_label("truth"), 2),
        **({"foil": DecimalColumn(get_truth_label("foil"), 2)} if foil else {}),
        "score": st.column_config.NumberColumn(get_score_label("truth"), format="percent"),
        **({"foil_score": st.column_config.NumberColumn(get_score_label("foil"), format="percent")} if foil else {}),
    }
    alt = texts.describe_numbers_table(described.words.case)
    show_table_expander(rows[list(columns)], "numbers", columns, alt, lambda place: open_photograph(case_ids[place]))


def _show_common(judged: SelectedRun, question: Question, common: pd.DataFrame, *, n_different: int, n: int) -> None:
    """Show the commonest answers, which a click chooses; none if no answer occurs twice."""

    def choose_answer(value: float) -> None:
        keys.ANSWER_VALUE.write(value)

    st.subheader("Most common answers")
    if n_different == n > 1:
        st.info(texts.explain_no_repeats(n))
        return
    figure = draw_top_answers(common, judged.look.colour)
    show_chart(figure, keys.COMMON_ANSWERS_CHART, texts.describe_common_chart(question.title), choose_answer)
    st.caption(texts.describe_common(n_different, n))


def _show_repeated(question: Question, asked: pd.DataFrame, answer_texts: Mapping[float, str]) -> None:
    """Show the photographs that got one of the commonest answers."""
    value = choose_option(
        texts.name_answer_cases(get_benchmark_info().words.cases), answer_texts, keys.ANSWER_VALUE, width=280
    )
    rows = asked[asked["value"] == value]
    case_count = get_benchmark_info().format_case_count(len(rows))
    st.markdown(texts.describe_answer_cases(case_count, answer_texts[value]))
    show_answered_cases(question, rows, "repeated")
