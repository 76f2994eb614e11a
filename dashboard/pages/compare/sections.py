"""Sections of the Compare page: all runs, where two differ, which one is right, and their largest disagreements."""

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import compare
from core.analyses.estimates import resolve_verdicts
from core.analyses.phrases import FAMILY, format_coded_value
from core.analyses.skill import ASKED, estimate_skill
from core.formatting import escape_markdown
from core.records import Scored, get_factor_column
from core.scoring.answer_codes import get_score_column, get_truth_column
from core.warehouse.aggregation import Aggregation
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.read import Filters
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.queries import get_benchmark_info, get_model_kinds, list_constant_baseline_runs, run_query
from dashboard.pages.compare.case_scatter_chart import draw_case_scatter
from dashboard.pages.compare.difference_matrix_chart import (
    MOST_WRITTEN,
    NOT_SIGNIFICANT,
    compute_min_width_px,
    draw_difference_matrix,
)
from dashboard.pages.compare.outcome_bars_chart import draw_outcome_bars
from dashboard.selection.bootstrap_constants import describe_distance_interval, load_constants
from dashboard.selection.cached_analyses import analyse_aggregation, analyse_answers
from dashboard.selection.filters import list_filter_options
from dashboard.selection.run_limit import format_limit_note, get_run_limit
from dashboard.selection.selectors import choose_option, choose_optional
from dashboard.style.palette import MarkerStyle, get_marker_style
from dashboard.style.theme import get_heatmap_theme
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.example_gallery import show_examples
from dashboard.widgets.navigation import build_run_filter, open_cases, open_photograph
from dashboard.widgets.run_selector import describe_partial_runs, list_coverage_texts, list_filtered_runs, sort_by_value
from dashboard.widgets.tables import build_percent_column, show_table_expander
from dashboard.widgets.truth_labels import get_score_label, get_truth_label, get_truth_noun


@dataclass(frozen=True, slots=True)
class RunComparison:
    """The two compared runs and the settings of their comparison.

    Attributes:
        first, second: run ids.
        against: the truth to score against.
        right_at: the lowest score at which a number is right.
        of_page: the filters of the page.
        runs: both and those beside them, as `find_closest_runs` returns them.
    """

    first: str
    second: str
    against: Scored
    right_at: float
    of_page: Filters
    runs: pd.DataFrame

    @property
    def filters(self) -> Filters:
        """The page's filters, restricted to the two runs."""
        return {**self.of_page, "runs": [self.first, self.second]}

    @property
    def side_by_side(self) -> Filters:
        """The page's filters, restricted to the runs side by side."""
        return {**self.of_page, "runs": list(self.runs.index)}

    def build_aggregation(self, *by: str) -> Aggregation:
        """Build the aggregation of pairs of answers by these columns."""
        return build_pair_aggregation(by, compare.SUMMED_FOR, self.against, self.right_at)

    @property
    def names(self) -> tuple[str, str]:
        """The labels of the two runs."""
        return self._get_both("run_label")

    @property
    def model_ids(self) -> tuple[str, str]:
        """The models of the two runs."""
        return self._get_both("model_id")

    @property
    def looks(self) -> tuple[MarkerStyle, MarkerStyle]:
        """The marker styles of the two runs' models."""
        first, second = (get_marker_style(model_id, get_model_kinds()) for model_id in self.model_ids)
        return first, second

    @property
    def measure(self) -> str:
        """The score, in words."""
        return get_score_label(self.against)

    @property
    def outcomes(self) -> dict[str, str]:
        """The labels of the outcomes."""
        first, second = self.names
        texts = ("both right", f"only {first}", f"only {second}", "neither right")
        return dict(zip(compare.OUTCOMES, texts, strict=True))

    def _get_both(self, column: str) -> tuple[str, str]:
        first, second = self.runs.loc[[self.first, self.second], column]
        return str(first), str(second)


def find_closest_runs(runs: pd.DataFrame, first: str, second: str) -> pd.DataFrame:
    """Find both runs and, if there are many others, those with the nearest mean scores; then references.

    Args:
        runs: in the order of `run_limit.choose_top_runs`.
        first: a run.
        second: another run.
    """
    scores = runs["score"]
    distance = (scores - scores[first]).abs().combine((scores - scores[second]).abs(), min).fillna(float("inf"))
    others = distance[runs["model_kind"] != "reference"].drop([first, second], errors="ignore")
    n_others = max(get_run_limit() - 2, 0)
    kept = {first, second, *others.sort_values(kind="stable").index[:n_others]}
    return runs[runs.index.isin(kept) | (runs["model_kind"] == "reference")]


def compute_differences(two: RunComparison) -> pd.DataFrame:
    """Compute the difference of every two of the runs side by side, as `compare.compare_run_pairs` returns them."""
    sums = build_pair_aggregation(("first", "second", "group_id"), ("difference",), two.against)
    kinds = tuple((str(run_id), str(kind)) for run_id, kind in two.runs["model_kind"].items())
    pairs = analyse_aggregation(compare.compare_run_pairs, two.side_by_side, sums, kinds)
    baseline = next((run_id for run_id in two.runs.index if run_id in list_constant_baseline_runs()), None)
    constants = load_constants() if baseline and two.against == "truth" else None
    if constants is None:
        return pairs
    by_run = analyse_aggregation(pd.DataFrame.copy, two.side_by_side, Aggregation(("run_id", *ASKED), ("score",)))
    skills = estimate_skill(by_run, ["run_id"], constants)
    return compare.replace_by_skill(pairs, skills, str(baseline), kinds)


def show_conditions(two: RunComparison) -> None:
    """Show differences between the two runs other than the model: prompt and image view."""
    runs = run_query("runs").set_index("run_id").loc[[two.first, two.second]]
    for column, word in (("prompt_id", "Prompts"), ("image_view", "Image views")):
        first, second = runs[column]
        if first != second:
            st.caption(
                f"{word} differ: {escape_markdown(first)} for the first, {escape_markdown(second)} for the second."
            )


def show_answered(two: RunComparison) -> None:
    """Show how much of the benchmark each of the two has answered, unless both answered all."""
    texts = list_coverage_texts()
    named = [(name, texts.get(run_id, "")) for name, run_id in zip(two.names, (two.first, two.second), strict=True)]
    told = [f"{name} has answered {answered}" for name, answered in named if answered]
    if told:
        st.caption(escape_markdown(f"{'; '.join(told)}. Only answers to the same questions are compared."))


def ensure_two_runs(filters: Filters) -> Filters:
    """Return the filters; drop the model filter with a notice if it would leave a single run."""
    if not filters["model"] or len(list_filtered_runs(filters)) != 1:
        return filters
    st.caption("The filter *Model* leaves one model and is ignored here. Choose models with *First* and *Second*.")
    return {**filters, "model": None}


def show_swap() -> None:
    """Show the button that swaps the first and the second run."""
    st.button("Swap", icon=":material/swap_horiz:", key="swap-runs", on_click=_swap)


def _swap() -> None:
    chosen = st.session_state
    chosen["first"], chosen["second"] = chosen["second"], chosen["first"]


def show_matrix(two: RunComparison, pairs: pd.DataFrame, n_all: int) -> None:
    """Show the difference of every two of the runs side by side; a click on a cell compares the two.

    Args:
        two: the two, and the runs beside them.
        pairs: as `compare.compare_run_pairs` returns them.
        n_all: the number of all runs.
    """

    def choose_two(run_ids: list[str]) -> None:
        st.session_state["first"], st.session_state["second"] = run_ids

    ordered = sort_by_value(two.runs.rename_axis("run_id").reset_index(), get_score_column(two.against))
    by_kappa = two.runs.loc[ordered["run_id"]]
    values, is_clear = compare.build_difference_matrix(pairs, list(by_kappa.index))
    references = list(two.runs.index[two.runs["model_kind"] == "reference"])
    figure = draw_difference_matrix(
        values, is_clear, dict(two.runs["run_label"]), (two.first, two.second), get_heatmap_theme("Better"), references
    )
    some = format_limit_note(len(two.runs), n_all)
    st.subheader("The nearest runs" if some else "All runs")
    alt = f"Paired differences of {two.measure} between all runs"
    show_chart(figure, "differences-chart", alt, choose_two, compute_min_width_px(len(values)))
    is_unclear = bool((values.notna() & ~is_clear).any(axis=None))
    partial = describe_partial_runs(two.runs.index)
    st.caption(
        f"Row minus column, points of {two.measure}: below zero the row scores lower."
        + (f" {NOT_SIGNIFICANT}: not significantly different." if is_unclear else "")
        + (" Hover over a cell to see its number." if len(two.runs) > MOST_WRITTEN else "")
        + (f" {some}: the two, and those with the nearest {two.measure}." if some else "")
        + (f" {escape_markdown(partial)}" if partial else "")
    )
    has_blind = two.runs.index.isin(list_constant_baseline_runs()).any()
    n_pairs = pairs["corrected_p"].count()
    of_models = f" Here these are {n_pairs:,} pairs." if n_pairs > 1 else ""
    show_help_popover(
        f"Each difference is taken over the answers that are readable in both runs. {FAMILY}{of_models} Click a "
        "cell to compare the two runs." + (f"\n\n{describe_distance_interval(two.against)}" if has_blind else "")
    )


def show_cases(two: RunComparison, cases: pd.DataFrame) -> None:
    """Show the scatter chart with one mark per case; a click opens the case."""
    word = get_benchmark_info().words.case
    st.subheader(f"By {word}")
    st.markdown(escape_markdown(compare.describe_leads(cases, *two.names)))
    show_chart(
        draw_case_scatter(cases, two.names, two.looks, two.measure),
        "differences-by-case",
        f"Mean {two.measure} of either run, by {word}",
        open_photograph,
    )
    st.caption(
        "Mean over the questions that both answered. Darker: more marks. On the dashed line both score the same."
    )


def show_slices(two: RunComparison, overall: Mapping[Hashable, Any]) -> None:
    """Show the difference by the values of a factor, as a forest plot and a table; a click opens the slice's cases."""
    st.header("Where they differ")
    factors = {key: factor for key, factor in get_benchmark_info().factors.items() if factor.of in ("question", "case")}
    labels = {key: factor.title for key, factor in factors.items() if factor.origin != "answers"}
    factor = choose_option("By", labels, "slice", width=280)
    slices = analyse_aggregation(
        compare.compare_slices, two.filters, two.build_aggregation(get_factor_column(factor), "group_id"), factor
    )
    rows = _build_slice_rows(two, slices, overall, list_filter_options(factor))

    def open_slice(place: int) -> None:
        value = rows["slice"].iloc[place]
        of_slice = {factor: value} if isinstance(value, str) else {}
        open_cases(**of_slice, **build_run_filter((two.first, two.second)))

    first, second = two.names
    group = get_benchmark_info().words.group
    told = compare.describe_slices(slices, labels[factor], list_filter_options(factor), first, second, group)
    st.markdown(f"**{escape_markdown(told)}**")
    figure = draw_forest_plot(
        rows, get_model_kinds(), get_benchmark_info().words.units, "difference, points", {"no difference": 0.0}
    )
    show_chart(figure, "slices-chart", f"Difference of {two.measure} by {labels[factor]}", open_slice)
    st.caption(_describe_slice_marks(rows, *two.names))
    show_help_popover(
        f"Lines are 95 % intervals of each part alone, with {get_benchmark_info().words.groups} as clusters. "
        "Significance is "
        f"corrected for the number of parts (Holm). Click a mark to open the {get_benchmark_info().words.cases} of "
        "the part."
    )
    _show_slice_table(rows, labels[factor], open_slice)


def _describe_slice_marks(rows: pd.DataFrame, first: str, second: str) -> str:
    """Describe the kinds of marks that the forest plot contains."""
    is_reference_ahead = rows["model_id"].map(get_model_kinds()).eq("reference").any()
    meanings = {
        "Filled: significantly different, in the colour and shape of who is ahead.": not rows["is_open"].all(),
        f"Without a line: the same difference on every {get_benchmark_info().words.group}.": (
            rows["verdict"] == "no spread"
        ).any(),
        "Grey with a dotted line: a reference model is ahead.": is_reference_ahead,
        "Open circle: not significantly different, once corrected for the number of parts.": rows["is_open"].any(),
    }
    told = " ".join(meaning for meaning, is_there in meanings.items() if is_there)
    return f"{escape_markdown(first)} minus {escape_markdown(second)}, the mean paired difference. {told}"


def _build_slice_rows(
    two: RunComparison, slices: pd.DataFrame, overall: Mapping[Hashable, Any], names: Mapping[str, str]
) -> pd.DataFrame:
    """Build rows for `draw_forest_plot`: one of all answers, and one per slice in the order of the filter's options."""
    order = [value for value in names if value in set(slices["slice"])]
    rows = pd.concat([pd.DataFrame([overall]), slices.set_index("slice").loc[order].reset_index()], ignore_index=True)
    ahead = resolve_verdicts(rows).map(dict(zip(("higher", "lower"), two.model_ids, strict=True)))
    return rows.assign(
        label=["all", *(names[value] for value in order)],
        model_id=ahead,
        is_open=ahead.isna(),
        detail=[
            f"{row['verdict']}; n {row['n']:,.0f} of {row['n_groups']:,.0f} "
            f"{get_benchmark_info().words.groups}<br>click: its cases"
            for row in rows.to_dict("records")
        ],
    )


def _show_slice_table(rows: pd.DataFrame, factor_label: str, open_slice: Callable[[int], None]) -> None:
    columns = {
        "label": factor_label,
        "value": build_percent_column("difference, points"),
        "low": build_percent_column("from"),
        "high": build_percent_column("to"),
        "corrected_p": st.column_config.NumberColumn("p, corrected", format="%.4f"),
        "verdict": "first is",
        "n": "n",
        "n_groups": get_benchmark_info().words.groups,
    }
    show_table_expander(rows.drop(columns=["model_id", "is_open", "detail"]), "slices", columns, on_choose=open_slice)


def show_outcomes(two: RunComparison, table: pd.DataFrame, *, is_independent: bool) -> None:
    """Show for both right, only one, none: a bar per question, and a table with the phi of errors.

    Args:
        two: the runs.
        table: as `compare.count_joint_outcomes` returns it.
        is_independent: whether each answer is about a different group, so that an exact test may count answers.
    """

    def choose_part(part: list[str]) -> None:
        st.session_state["about"], st.session_state["who"] = part

    titles = list_filter_options("question")
    whole = table[table["truth"].isna()]
    total = whole[list(compare.OUTCOMES)].sum()
    first, second = two.names
    st.markdown(
        f"**Of {whole['n'].sum():,} answers both are right on {total['both']:,}, only {escape_markdown(first)} on "
        f"{total['only_first']:,}, "
        f"only {escape_markdown(second)} on {total['only_second']:,}, neither on "
        f"{total['none']:,}.**"
    )
    if is_independent:
        st.caption(compare.describe_exact_test(table))
    places = {question_id: place for place, question_id in enumerate(titles)}
    ordered = whole.sort_values("question_id", key=lambda ids: ids.map(places))
    labelled = ordered.assign(label=ordered["question_id"].map(titles))
    figure = draw_outcome_bars(
        labelled, two.outcomes, (two.looks[0].colour, two.looks[1].colour), get_heatmap_theme("Sequential").text_colour
    )
    show_chart(figure, "who-is-right", "Shares of answers by who is right, by question", choose_part)
    number = (
        f", a number from the chosen {get_benchmark_info().words.score} on" if get_benchmark_info().has_numbers else ""
    )
    st.caption(f"A class or an option is right if it equals the truth{number}.")
    show_help_popover(
        "Click a part of a bar to see its cases below. The table gives phi, the correlation of being wrong: "
        "at 1 the two always err together, at 0 their errors are independent. Over a whole question phi is high for "
        "any two models with the same habit; within one true class the habit plays no part. Phi is undefined if a run "
        "is always wrong or never wrong."
    )
    columns = {
        "question": "Question",
        "truth": f"true class, {get_truth_label(two.against)}" if get_benchmark_info().foil else get_truth_noun(),
        **two.outcomes,
        "n": "n",
        "phi": build_percent_column("phi of errors"),
    }
    named = table.assign(question=table["question_id"].map(titles), truth=table["truth"].fillna("all"))
    show_table_expander(named, "four_way", columns, label="Show data, with phi within each true class")


def show_disagreements(two: RunComparison, questions: Collection[str], cases: pd.DataFrame) -> None:
    """Show the cases on which the two differ most, or those with a chosen outcome, as a gallery.

    Args:
        two: the runs.
        questions: ids of those that both answered.
        cases: as `compare.by_case` returns them.
    """
    st.header("Largest disagreements")
    asked = {q: title for q, title in list_filter_options("question").items() if q in questions}
    with st.container(horizontal=True):
        who = choose_optional("Who is right", two.outcomes, "who", "any", width=280)
        asked_about = choose_optional("About", asked, "about", "all questions", width=280)
    rows = _build_answer_rows(two, asked_about, who) if asked_about else _build_case_rows(cases, who)
    if rows.empty:
        st.info(f"No {get_benchmark_info().words.case} has this outcome.")
        return
    order = "most such answers first" if who and not asked_about else "largest difference first"
    first, second = two.names
    st.caption(
        f"{get_benchmark_info().format_case_count(len(rows))}, {order}. Below each: {escape_markdown(first)} | "
        f"{escape_markdown(second)}."
    )
    show_examples(rows, "disagreements")
    columns = {
        "case_id": get_benchmark_info().words.case.capitalize(),
        "kappa_first": build_percent_column(f"{first}, %"),
        "kappa_second": build_percent_column(f"{second}, %"),
        "difference": build_percent_column("difference, points"),
        **two.outcomes,
    }
    case_ids = list(cases["case_id"])
    alt = f"{get_benchmark_info().words.cases.capitalize()} that both answered; a row opens one"
    show_table_expander(
        cases[list(columns)], "disagreements", columns, alt, lambda place: open_photograph(case_ids[place])
    )


def _build_case_rows(cases: pd.DataFrame, who: str | None) -> pd.DataFrame:
    if who:
        cases = cases[cases[who] > 0].sort_values(who, ascending=False, kind="stable")
    details = [
        f"{get_benchmark_info().words.score} {row['kappa_first']:.0f} | {row['kappa_second']:.0f}"
        + (f" · {row[who]} answers" if who else "")
        for row in cases.to_dict("records")
    ]
    return cases.assign(caption=cases["case_id"], detail=details)


def _build_answer_rows(two: RunComparison, question_id: str, who: str | None) -> pd.DataFrame:
    """Build a row per case with both answers to a question."""
    both, of_question = (two.first, two.second), {**two.of_page, "question": [question_id]}
    asked = analyse_answers(compare.compare_answers, of_question, both, *both, two.against, two.right_at)
    asked = asked if who is None else asked[asked["outcome"] == who]
    asked = asked.sort_values("difference", key=abs, ascending=False, kind="stable")
    truth, question = get_truth_column(two.against), get_benchmark_info().questions[question_id]
    details = [
        " | ".join(format_coded_value(question, row[name]) for name in ("value", "value_other"))
        + f" · {get_truth_noun()} {format_coded_value(question, row[truth])}"
        for row in asked.to_dict("records")
    ]
    return asked.assign(caption=asked["case_id"], detail=details)
