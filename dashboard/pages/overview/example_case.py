"""One example of the task: a case on which the models differ, with question, truth and the models' answers."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.analyses.answer_habits import FEWEST_ANSWERS, index_commonest_answers
from core.analyses.answers_table import format_with_option
from core.analyses.headlines import Headline
from core.analyses.phrases import format_stated_value
from core.benchmarks.info import BenchmarkInfo
from core.formatting import escape_markdown
from core.overlays.shapes import OverlayShape, PhotographRow, Point, build_outline, find_border_corners
from core.records import RIGHT_AT
from core.warehouse.read import NO_FILTERS
from dashboard.components.warp import show_warp
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.image_urls import find_image_url
from dashboard.data.queries import run_query
from dashboard.pages.cases import question_panel, triangle_panel
from dashboard.pages.cases.case_answers import load_case_answers
from dashboard.pages.overview import texts
from dashboard.runtime.case_parameter import CASE
from dashboard.runtime.state_keys import overview as keys
from dashboard.style.theme import reserve_aspect_ratio
from dashboard.widgets import navigation
from dashboard.widgets.answers_table import highlight_verdict
from dashboard.widgets.navigation import perform_navigation
from dashboard.widgets.thumbnails import get_picture_size

MOST_PX = 340
"""Maximum height of an image on the screen."""

MOST_CASES = 100_000
"""More cases than a benchmark has: all with the levels of a finding."""

ALMOST_ALWAYS = 0.9
"""Share of a run's answers to a question from which the page counts how often it is the same."""

MOST_SAID = 8
"""Maximum number of models whose answers are listed below the case."""


@st.fragment
def show(telling: pd.DataFrame, headlines: Sequence[Headline] = ()) -> None:
    """Show one of the telling cases, those that support the first finding before the others.

    Args:
        telling: cases with a question each, the most telling first.
        headlines: the findings; the first one decides.
    """
    perform_navigation()
    telling = _put_supporting_first(telling, headlines[0]) if headlines else telling
    if telling.empty:
        return
    place = (keys.EXAMPLE_NUMBER.read() or 0) % len(telling)
    case_id, question_id = (str(telling[name].iloc[place]) for name in ("case_id", "question_id"))
    described = get_benchmark_info()
    asked = described.questions[question_id]
    _show_picture(case_id)
    answers = load_case_answers(case_id, RIGHT_AT, with_solvers=False, most=MOST_SAID)
    rows, shown = (table[table["question_id"] == question_id] for table in (answers.rows, answers.answered))
    if asked.kind == "choice":
        question_panel.build(case_id, shown, answers.load_model_counts()).show()
    else:
        truth = _describe_truth(rows, described, asked.kind)
        if ":" in asked.kind:
            question_panel.show_text(case_id)
            st.markdown(truth)
        else:
            st.markdown(f"**{escape_markdown(asked.title)}: {escape_markdown(asked.asks)}?**  \n{truth}")
        st.markdown(_describe_answers(shown, question_id) or texts.NO_ANSWER)
        if told := answers.describe_counts():
            st.caption(escape_markdown(told))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Another", icon=":material/refresh:", key=keys.ANOTHER_EXAMPLE, on_click=_pass_over)
        st.page_link(
            navigation.CASES,
            label=f"Open {escape_markdown(case_id)}",
            icon=":material/open_in_full:",
            query_params={CASE: case_id},
        )


def _show_picture(case_id: str) -> None:
    """Show the case's images side by side; that of a triangle turns into the board from above."""
    if triangle_panel.is_triangle_benchmark():
        row = triangle_panel.load_group_rows(case_id)[case_id]
        alt = texts.describe_triangle(get_benchmark_info().words.case, case_id)
        _show(row, build_outline(row), find_border_corners(row), alt)
        return
    images = run_query("case_images", case_id=case_id).to_dict("records")
    for place, (row, column) in enumerate(zip(images, st.columns(max(len(images), 1), gap="small"), strict=False)):
        with column:
            _show(row, (), None, texts.describe_image(place + 1, len(images), case_id), place)


def _show(
    row: PhotographRow, shapes: Sequence[OverlayShape], square_px: Sequence[Point] | None, alt: str, place: int = 0
) -> None:
    key = keys.EXAMPLE_FURTHER_PICTURE.make_key(place) if place else keys.EXAMPLE_PICTURE
    size = get_picture_size(row)
    reserve_aspect_ratio(key, *size, MOST_PX)
    show_warp(find_image_url(row["image_key"], "large"), *size, shapes, square_px, alt, key)


def _describe_truth(answers: pd.DataFrame, described: BenchmarkInfo, kind: str) -> str:
    row = answers.iloc[0]
    foil = format_answer(row["foil_class"], row["foil_number"], kind) if described.foil else ""
    return texts.describe_truths(described, format_answer(row["true_class"], row["true_number"], kind), foil)


def format_answer(word: object, number: float, kind: str, options: Sequence[str] | None = None) -> str:
    """Format a truth or an answer as one short text, a letter as its option; empty if there is none.

    Args:
        word: a class or a letter; anything else if the answer is a number.
        number: the answer otherwise, or NaN.
        kind: of the question.
        options: of the case; None leaves letters.
    """
    value = word if isinstance(word, str) else number
    text = "" if pd.isna(value) else format_with_option(value, kind, () if options is None else options)
    return text if options is None else text.partition(" · ")[2] or text


def _put_supporting_first(telling: pd.DataFrame, first: Headline) -> pd.DataFrame:
    """Put the cases first that have the levels of a finding."""
    if not first.levels or telling.empty:
        return telling
    among = {**NO_FILTERS, **{factor: list(levels) for factor, levels in first.levels.items()}}
    cases = set(run_query("worst_cases", run_id=first.run_ids[0], filters=among, most=MOST_CASES)["case_id"])
    is_other = ~telling["case_id"].isin(cases)
    return telling.iloc[is_other.to_numpy().argsort(kind="stable")]


def _describe_habits(run_ids: list[str], question_id: str, answers: dict[str, str]) -> dict[str, str]:
    """Describe, by run, that its answer is the one that it almost always gives to this question."""
    common = index_commonest_answers(run_query("commonest_answers", run_ids=run_ids))
    question, cases = get_benchmark_info().questions[question_id], get_benchmark_info().words.cases
    habits = {}
    for run_id in run_ids:
        habit = common.get((run_id, question_id))
        if habit is None or habit.n < FEWEST_ANSWERS or habit.said < ALMOST_ALWAYS * habit.n:
            continue
        if format_stated_value(question, habit.value) == answers[run_id]:
            habits[run_id] = texts.describe_habit(habit.said, habit.n, cases)
    return habits


def _describe_answers(answers: pd.DataFrame, question_id: str) -> str:
    lines = []
    kind = get_benchmark_info().questions[question_id].kind
    stated = answers[answers["value_class"].map(lambda value: isinstance(value, str)).astype(bool)]
    habits = _describe_habits(
        list(stated["run_id"]), question_id, dict(zip(stated["run_id"], stated["value_class"], strict=True))
    )
    for row in answers.to_dict("records"):
        label = escape_markdown(row["run_label"])
        value = escape_markdown(format_answer(row["value_class"], row["value_number"], kind))
        verdict = "right" if row["is_right"] else "foil_only" if row["is_right_in_2d_only"] else "wrong"
        said = (
            highlight_verdict(value, verdict) if value else f":gray[{escape_markdown(row['status'].replace('_', ' '))}]"
        )
        lines.append(f"- {label} says {said}{habits.get(row['run_id'], '')}")
    return "\n".join(lines)


def _pass_over() -> None:
    keys.EXAMPLE_NUMBER.write((keys.EXAMPLE_NUMBER.read() or 0) + 1)
