"""Sections of the Robustness page: its charts and tables, contradictions, and the worst sets."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import circular_eval, flip_eval, robustness
from core.analyses.phrases import format_coded_value
from core.formatting import escape_markdown, format_number
from core.records import COUNTED, Question
from core.statistics.set_consistency import SET_MEASURES
from core.warehouse.aggregation import Aggregation
from core.warehouse.aggregation_presets import OF_REPLIES
from core.warehouse.aggregation_presets import build_set_aggregation as summed_sets
from core.warehouse.read import Filters
from dashboard.charts.grouped_forest_plot import draw_grouped_forest_plot
from dashboard.components import show_gallery
from dashboard.data.queries import get_benchmark_info, get_model_kinds, get_run_kinds, run_query
from dashboard.pages.robustness.measures_by_run_chart import FORMS, draw_measures_by_run
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, analyse_aggregation, analyse_answers
from dashboard.selection.filters import list_filter_options
from dashboard.selection.run_limit import choose_top_runs, format_limit_note
from dashboard.selection.selectors import choose_option
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.navigation import open_cases, open_photograph, request_full_run
from dashboard.widgets.run_selector import (
    add_coverage_column,
    describe_partial_runs,
    sort_by_rank,
    sort_by_value,
    sort_references_last,
)
from dashboard.widgets.tables import build_decimal_column, show_lazy_expander, show_table, show_table_expander
from dashboard.widgets.thumbnails import build_thumbnail

COHERENT = "without any contradiction"
KINDS = {"coherent": COHERENT} | robustness.KINDS
WORST = 6
WORST_OF, WORST_QUESTION, WORST_SETS = "worst_of", "worst_question", "worst-sets"
"""Keys of the choices of a run and of a question, and of the container with the sets."""

FOUR, LEAST_OF_FOUR_PX, LEAST_PX = 4, 76, 90
"""Images of a set per row; minimum width of each with so many, which fits on a phone, and with more."""

MOST_BESIDE = 3
"""Maximum number of charts of measures side by side."""

MOST_ROWS = 160
"""Maximum rows of a chart by groups: the browser measures each name, which takes seconds for several hundred."""

FEWEST_KINDS = 3
"""Minimum number of kinds of contradiction that are drawn, however many runs there are."""

RARE = 1.0
"""Kinds of contradiction below this share of every run's replies, in percent, are listed but not drawn."""


@dataclass(frozen=True, slots=True)
class RobustnessResults:
    """The page's results for a selection: every measure per run, and per run and question.

    Attributes:
        unreadable: answers that could not be read.
    """

    by_run: pd.DataFrame
    by_question: pd.DataFrame
    unreadable: int


@dataclass(frozen=True, slots=True)
class WorstSets:
    """The worst sets of a run and a question, and its answers by case."""

    sets: pd.DataFrame
    said: dict[str, str]


def build_set_aggregation(right_at: float) -> Aggregation:
    """Build the aggregation of sets that all sections of this page share."""
    wanted = (*robustness.SUMMED_FOR, *circular_eval.SUMMED_FOR, *flip_eval.SUMMED_FOR)
    return summed_sets(robustness.SUMMED_BY, tuple(dict.fromkeys(wanted)), right_at)


def compute_results(filters: Filters, right_at: float) -> RobustnessResults | None:
    """Compute the figures of a selection; None if no set has two cases to compare."""
    if not get_benchmark_info().protocols:
        return None
    unreadable = analyse_aggregation(_count_unreadable, filters, Aggregation(("run_id",), ("score",)))
    return analyse_aggregation(
        _compute_results, filters, build_set_aggregation(right_at), tuple(get_benchmark_info().protocols), unreadable
    )


def _count_unreadable(sums: pd.DataFrame) -> int:
    return int((sums["answers"] - sums[COUNTED.format("score")]).sum())


def _compute_results(sums: pd.DataFrame, protocols: tuple[str, ...], unreadable: int) -> RobustnessResults | None:
    rows = robustness.build_measure_rows(sums, protocols)
    by_run = robustness.compute_set_measures(rows)
    return (
        None
        if by_run.empty
        else RobustnessResults(by_run, robustness.compute_set_measures(rows, ["run_id", "question_id"]), unreadable)
    )


def _find_worst_sets(
    answers: pd.DataFrame, filters: Filters, question: Question, right_at: float, protocol: str
) -> WorstSets:
    sets = run_query("set_cases", filters=filters)
    found = robustness.find_worst_sets(answers, sets[sets["protocol"] == protocol], right_at).head(WORST)
    return WorstSets(found, robustness.describe_answers(answers, question, right_at))


def show_claims(by_run: pd.DataFrame, by_question: pd.DataFrame, *, is_first: bool) -> None:
    """Show the first conclusion or all others, each about one run with a link to the sets in which it varies most.

    Args:
        by_run: as `robustness.measures` returns them.
        by_question: the same by run and question; the link shows the question on which the run's answers change most.
        is_first: whether to show the first conclusion, above the chart, or the others, below it.
    """
    for place, claim in enumerate(robustness.build_robustness_claims(by_run, get_benchmark_info())):
        if (place == 0) != is_first:
            continue
        way = None
        if claim.run_id is not None:
            question_id = robustness.find_most_changing_question(by_question, claim.run_id)
            choose = partial(st.session_state.update, {WORST_OF: claim.run_id, WORST_QUESTION: question_id})
            way = finding_links.link_to_section("See examples", WORST_SETS, choose)
        if claim.is_caution:
            st.markdown(escape_markdown(claim.text))
        else:
            finding_links.show(claim.text, f"robustness-claim-{place}", way)


def show_measures(by_run: pd.DataFrame) -> None:
    """Show one chart with the measures over the sets of the first protocol, and the others in an expander.

    Each chart has at most as many measures as a mark has forms.
    """
    order = sort_by_value(by_run[by_run["measure"] == "binary"], "value")["run_id"]
    ranks = {run_id: rank for rank, run_id in enumerate(order)}
    rows = add_coverage_column(by_run.sort_values("run_id", key=lambda ids: ids.map(ranks), kind="stable"))
    titles = robustness.list_set_measures(get_benchmark_info())
    first = {name: title for name, title in titles.items() if name in SET_MEASURES}
    others = [name for name in titles if name not in first and (rows["measure"] == name).any()]
    rest = [others[place : place + len(FORMS)] for place in range(0, len(others), len(FORMS))]
    if rows["measure"].isin(first).any():
        _show_measures_of(rows, first, 0, len(first))
    if rest:
        charts = [{name: titles[name] for name in names} for names in rest]
        label = f"Other sets: {'; '.join(titles[name] for name in others)}"
        show_lazy_expander(escape_markdown(label), "other_sets", partial(_show_beside, rows, charts))


def _show_beside(rows: pd.DataFrame, charts: Sequence[Mapping[str, str]]) -> None:
    """Show several charts of measures, side by side if there is space."""
    legend_rows = max(map(len, charts))
    columns = st.columns(min(len(charts), MOST_BESIDE), gap="medium")
    for number, (column, measures) in enumerate(zip(cycle(columns), charts, strict=False), start=1):
        with column:
            _show_measures_of(rows, measures, number, legend_rows, is_beside=len(charts) > 1)


def _show_measures_of(
    rows: pd.DataFrame, measures: Mapping[str, str], number: int, legend_rows: int, *, is_beside: bool = False
) -> None:
    """Show one chart; a click on a mark opens the model's cases, also from within an expander."""

    def leave(model_id: str) -> None:
        request_full_run()
        open_cases(model=model_id)

    own, units = rows[rows["measure"].isin(measures)], get_benchmark_info().words.units
    figure = draw_measures_by_run(own, dict(measures), get_model_kinds(), units, legend_rows, is_beside=is_beside)
    show_chart(figure, f"measures-{number}", ", ".join(measures.values()), leave)


def _limit_runs(rows: pd.DataFrame, n_groups: int) -> pd.DataFrame:
    """Return the rows of as many runs as fit in a chart of so many groups: the best ones and the references."""
    wanted = choose_top_runs(rows["run_id"].unique())
    references = [run_id for run_id in wanted if get_run_kinds()[run_id] == "reference"]
    models = [run_id for run_id in wanted if run_id not in references]
    drawn = [*models[: max(MOST_ROWS // n_groups - len(references), 1)], *references]
    return rows[rows["run_id"].isin(drawn)]


def _open_question(mark: Sequence[str]) -> None:
    """Open the cases of a question and a model."""
    question_id, model_id = mark
    open_cases(question=question_id, model=model_id)


def show_by_question(by_question: pd.DataFrame, measure: str) -> None:
    """Show one measure of every run, question by question."""
    title = robustness.list_set_measures(get_benchmark_info())[measure]
    rows = by_question[by_question["measure"] == measure].rename(columns={"question_id": "group"})
    if rows.empty:
        st.caption(escape_markdown(f"This measure does not apply to any set of this selection: {title}."))
        return
    drawn = _limit_runs(rows, rows["group"].nunique())
    figure = draw_grouped_forest_plot(
        sort_by_rank(drawn),
        list_filter_options("question"),
        get_model_kinds(),
        get_benchmark_info().words.units,
        f"{title}, %",
    )
    show_chart(figure, "robustness-by-question", f"{title} by question and model", _open_question)
    if told := format_limit_note(drawn["run_id"].nunique(), rows["run_id"].nunique()):
        st.caption(f"{told}, the best ones; the table below has all.")
    if partial := describe_partial_runs(drawn["run_id"].unique()):
        st.caption(escape_markdown(partial))


def show_table_of(by_question: pd.DataFrame) -> None:
    """Show every measure by run and question as an expandable table with a download."""
    rows = sort_by_rank(by_question)
    named = rows.assign(
        question=[get_benchmark_info().questions[question_id].name for question_id in rows["question_id"]],
        measure=rows["measure"].map(robustness.list_set_measures(get_benchmark_info())),
    )
    columns = {
        "label": "Model",
        "question": "Question",
        "measure": "Measure",
        "value": build_decimal_column("%"),
        "low": build_decimal_column("95% from"),
        "high": build_decimal_column("to"),
        "least": build_decimal_column("unreadable as wrong, %"),
        "most": build_decimal_column("as right, %"),
        "n": "n",
        "n_groups": get_benchmark_info().words.groups,
    }
    marks = list(zip(named["question_id"], named["model_id"], strict=True))
    alt = "Robustness by model and question; a row opens its cases"
    show_table_expander(named, "robustness", columns, alt, lambda place: _open_question(marks[place]))


def choose_contradiction(mark: list[str]) -> None:
    """List the contradictions of the kind and model whose mark was clicked."""
    kind, model_id = mark
    st.session_state["contradiction"] = KINDS[kind] if kind != "coherent" else "any"
    st.session_state["of_model"] = model_id


def show_contradictions(filters: Filters) -> None:
    """Show which replies contradict themselves, by kind and model, and their contradictions."""
    of_replies = {**filters, "question": None}
    shares = analyse_aggregation(robustness.compute_contradiction_shares, of_replies, OF_REPLIES)
    if shares.empty:
        st.caption("No reply of this selection has two readable answers to compare.")
        return
    kinds = {kind: KINDS[kind] for kind in shares["kind"].unique()}
    rows = sort_by_rank(shares.rename(columns={"kind": "group", "kind_of_model": "kind"}))
    drawn = _list_common_kinds(shares)
    shown = _limit_runs(rows[rows["group"].isin(drawn)], len(drawn))
    figure = draw_grouped_forest_plot(
        shown, kinds, get_model_kinds(), get_benchmark_info().words.units, "share of replies, %"
    )
    alt = "Replies that contradict themselves, by kind and model"
    show_chart(figure, "contradictions-chart", alt, choose_contradiction)
    st.caption("The share of replies without any contradiction, and with each kind.")
    show_help_popover(
        "Two answers contradict each other if they cannot both hold, whatever the image shows. All "
        f"answers of a reply count, whatever questions are chosen. Kinds below {RARE:g}% for every model, and with "
        "many models the rarer ones, are only in the list. Click a mark to list its replies."
    )
    titles = ["any", *(title for kind, title in kinds.items() if kind != "coherent")]
    _show_replies(of_replies, rows.drop_duplicates("run_id"), titles)


def _list_common_kinds(shares: pd.DataFrame) -> list[str]:
    """List the kinds of contradiction to draw: the share without any, and as many of the commonest kinds as fit."""
    most = shares.groupby("kind", sort=False)["value"].max().drop("coherent", errors="ignore")
    common = list(most.index[most >= RARE])
    return ["coherent", *common[: max(MOST_ROWS // shares["run_id"].nunique(), FEWEST_KINDS) - 1]]


def _show_replies(filters: Filters, runs: pd.DataFrame, titles: list[str]) -> None:
    """Show the choice of a kind and a model, and the contradictions that fit; a row opens its case.

    Args:
        filters: that select cases.
        runs: run_id, model_id, label.
        titles: of the kinds to choose from.
    """
    names = dict(zip(runs["model_id"], runs["label"], strict=True))
    with st.container(horizontal=True):
        title = choose_option("Contradiction", {title: title for title in titles}, "contradiction", width=320)
        of_model = choose_option("Model", names, "of_model", width=240)
    own = list(runs["run_id"][runs["model_id"] == of_model])
    found = run_query("contradictions", filters={**filters, **NOBODY_CHOSEN, "runs": own, "with_references": True})
    fitting = found.assign(title=found["kind"].map(robustness.KINDS))
    fitting = fitting if title == "any" else fitting[fitting["title"] == title]
    if fitting.empty:
        st.caption(f"{escape_markdown(names[of_model])} does not contradict itself in this way.")
        return
    case_ids = list(fitting["case_id"])
    columns = {
        "case_id": get_benchmark_info().words.case.capitalize(),
        "title": st.column_config.TextColumn("Contradiction", width=220),
        "sentence": st.column_config.TextColumn("Contradiction", width="large"),
    }
    fitting = fitting.assign(question_ids=fitting["question_ids"].map(", ".join))
    alt = "Contradictions; a row opens its case"
    show_table(fitting, "contradictions", columns, alt, on_choose=lambda place: open_photograph(case_ids[place]))


def show_worst(filters: Filters, runs: pd.DataFrame, by_question: pd.DataFrame, right_at: float, at_first: str) -> None:
    """Show the triangles on which a model's answers differ most between the views, the views side by side.

    Args:
        filters: of the page.
        runs: run_id, label, kind.
        by_question: as in `compute_results`; questions without a set are not offered.
        right_at: the lowest score at which a number is right.
        at_first: the run that is chosen at first.
    """
    runs, in_sets = sort_references_last(runs), set(by_question["question_id"])
    labels = dict(zip(runs["run_id"], runs["label"], strict=True))
    asked = {
        question_id: title for question_id, title in list_filter_options("question").items() if question_id in in_sets
    }
    with st.container(horizontal=True):
        run_id = choose_option("Model", labels, WORST_OF, place=list(labels).index(at_first), width=240)
        question_id = choose_option("Question", asked, WORST_QUESTION, width=240)
    described = get_benchmark_info()
    question, protocol = described.questions[question_id], next(iter(described.protocols))
    of_question = {**filters, "question": [question_id]}
    worst = analyse_answers(_find_worst_sets, of_question, (run_id,), filters, question, right_at, protocol)
    if worst.sets.empty:
        whose = f"The {described.words.score} of {escape_markdown(labels[run_id])}"
        st.caption(f"{whose} is the same in all {described.words.cases} of every set.")
        return
    with st.grid("auto", min_column_width=480):
        for row in worst.sets.to_dict("records"):
            with st.container():
                _show_views(row, question, worst.said)


def _show_views(row: Mapping[Hashable, Any], question: Question, said: Mapping[str, str]) -> None:
    """Show the cases of one set side by side, with the model's answer to each."""
    score = get_benchmark_info().words.score
    truth = "" if pd.isna(row["truth"]) else f" · truth {escape_markdown(format_coded_value(question, row['truth']))}"
    st.markdown(
        f"**{escape_markdown(row['set_id'])}**{truth} · right in "
        f"{row['n_right']:.0f} of {row['n_read']} · {score} varies by {format_number(row['swing'], 0)} points"
    )
    key = f"worst-{row['set_id']}"
    siblings = run_query("set_members", set_id=row["set_id"]).to_dict("records")
    pictures = load_tile_rows(said)
    tiles = [
        build_thumbnail(pictures[each["case_id"]], each["slot"] or each["title"], said[each["case_id"]])
        for each in siblings
        if each["case_id"] in said
    ]
    tile_px = LEAST_OF_FOUR_PX if len(tiles) <= FOUR else LEAST_PX
    in_row = max(FOUR, len(tiles))
    show_gallery(tiles, key, open_photograph, tile_px, in_row, page="cases")
