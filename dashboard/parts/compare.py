"""Parts of the Compare page: who against whom, where they differ, who is right, and on which photographs they part."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import compare
from core.analyses.wording import coded_text
from core.records import QUESTION_BY_ID, Frame
from core.text import plain
from dashboard import charts
from dashboard.charts import compare as compare_charts
from dashboard.charts.forest import forest
from dashboard.filters import FILTER_BY_KEY, choose, options_of
from dashboard.parts.examples import show_examples
from dashboard.parts.runs import FRAMES, model_of, name_of
from dashboard.parts.thumbnails import open_photograph
from dashboard.queries import model_kinds, query
from dashboard.tables import percent, show_table
from dashboard.theme import theme_of


@dataclass(frozen=True, slots=True)
class Two:
    """The two runs that are compared, and what with.

    Attributes:
        first, second: run ids.
        runs: as `runs.shown_runs` returns them.
    """

    first: str
    second: str
    frame: Frame
    runs: pd.DataFrame

    @property
    def names(self) -> tuple[str, str]:
        """What to write for either run."""
        return name_of(self.runs, self.first), name_of(self.runs, self.second)

    @property
    def model_ids(self) -> tuple[str, str]:
        """The model of either run."""
        return model_of(self.runs, self.first), model_of(self.runs, self.second)

    @property
    def colours(self) -> tuple[str, str]:
        """The colour of either run's model."""
        first, second = (charts.colour_of(model_id, model_kinds()) for model_id in self.model_ids)
        return first, second

    @property
    def measure(self) -> str:
        """The score, in words."""
        return f"kappa {FRAMES[self.frame]}"

    @property
    def outcomes(self) -> dict[str, str]:
        """What to write for who is right."""
        first, second = self.names
        texts = ("both right", f"only {first}", f"only {second}", "none right")
        return dict(zip(compare.OUTCOMES, texts, strict=True))


def show_conditions(two: Two) -> None:
    """In what the two runs differ beside the model: prompt and image view."""
    runs = query("runs").set_index("run_id").loc[[two.first, two.second]]
    for column, word in (("prompt_id", "Prompts"), ("image_view", "Image views")):
        first, second = runs[column]
        if first != second:
            st.caption(f"{word} differ: {plain(first)} for the first, {plain(second)} for the second.")


def show_matrix(two: Two, pairs: pd.DataFrame) -> None:
    """The difference of every two runs; a click on a cell compares the two."""

    def choose_clicked() -> None:
        if points := st.session_state["differences"].selection.points:
            st.session_state["first"], st.session_state["second"] = points[0]["customdata"]

    by_kappa = two.runs.sort_values(f"kappa_{two.frame}", ascending=False, kind="stable")
    values, is_clear = compare.difference_matrix(pairs, list(by_kappa.index))
    st.subheader("Everybody against everybody")
    st.plotly_chart(
        compare_charts.difference_matrix(
            values,
            is_clear,
            dict(two.runs["run_label"]),
            (two.first, two.second),
            theme_of("Diverging"),
            list(two.runs.index[two.runs["model_kind"] == "reference"]),
        ),
        key="differences",
        on_select=choose_clicked,
        selection_mode="points",
        config=charts.CONFIG,
        alt=f"Paired differences of {two.measure} between all runs",
    )
    st.caption(
        f"Row less column, points of {two.measure} on what both answered. {compare_charts.NOT_DISTINGUISHABLE}: not "
        f"distinguishable, after Holm's correction for {pairs['corrected_p'].count():,} pairs. "
        "A click on a cell compares the two."
    )


def show_photographs(two: Two, photographs: pd.DataFrame) -> None:
    """A mark a photograph; a click opens its case."""

    def open_clicked() -> None:
        if points := st.session_state["by_photograph"].selection.points:
            open_photograph(points[0]["customdata"])

    st.subheader("By photograph")
    st.plotly_chart(
        compare_charts.by_photograph(photographs, two.names, two.colours, two.measure),
        key="by_photograph",
        on_select=open_clicked,
        selection_mode="points",
        config=charts.CONFIG,
        alt=f"Mean {two.measure} of either run, by photograph",
    )
    st.caption(
        "Mean over the questions that both answered. On the dashed line both score alike. A click opens the case."
    )


def show_slices(two: Two, pairs: pd.DataFrame, overall: Mapping[Hashable, Any]) -> None:
    """The difference by the values of a factor, as a forest plot and as a table; a click opens the slice's cases."""
    st.header("Where they differ")
    labels = {key: FILTER_BY_KEY[key].label for key in compare.SLICES}
    factor = st.selectbox(
        "By", list(labels), format_func=labels.__getitem__, key="slice", bind="query-params", width=280
    )
    names = options_of(factor)
    slices = compare.differences_by_slice(pairs, factor)
    order = [value for value in names if value in set(slices["slice"])]
    rows = pd.concat([pd.DataFrame([overall]), slices.set_index("slice").loc[order].reset_index()], ignore_index=True)
    leaders = {"higher": two.model_ids[0], "lower": two.model_ids[1]}
    rows = rows.assign(
        label=["all", *(names[value] for value in order)],
        model_id=rows["verdict"].map(leaders),
        detail=[
            f"{row['verdict']}; n {row['n']:,.0f} of {row['n_triangles']:,.0f} triangles<br>click: its cases"
            for row in rows.to_dict("records")
        ],
    )

    def open_clicked() -> None:
        if points := st.session_state["slices"].selection.points:
            _open_slice(two, factor, rows["slice"].iloc[points[0]["customdata"]])

    def open_chosen() -> None:
        if chosen := st.session_state["slices_table"].selection.rows:
            _open_slice(two, factor, rows["slice"].iloc[chosen[0]])

    first, second = two.names
    clear = slices["verdict"].isin(["higher", "lower"]).sum()
    st.markdown(
        f"**By {labels[factor].lower()}, {plain(first)} and {plain(second)} can be told apart in {clear} of "
        f"{len(slices)}** after Holm's correction for {slices['corrected_p'].count()} comparisons."
    )
    st.plotly_chart(
        forest(
            rows,
            model_kinds(),
            f"{charts.short_name(first)} less {charts.short_name(second)}, points",
            {"no difference": 0.0},
        ),
        key="slices",
        on_select=open_clicked,
        selection_mode="points",
        config=charts.CONFIG,
        alt=f"Difference of {two.measure} by {labels[factor]}",
    )
    st.caption(
        "Mean paired difference with its 95 % interval, triangles as clusters. A mark has the colour of the model that "
        "is ahead, grey where the two cannot be told apart. Intervals are those of each slice alone."
    )
    with st.expander("As a table"):
        columns = {
            "label": labels[factor],
            "value": percent("difference, points"),
            "low": percent("from"),
            "high": percent("to"),
            "corrected_p": st.column_config.NumberColumn("p, corrected", format="%.4f"),
            "verdict": "first is",
            "n": "n",
            "n_triangles": "triangles",
        }
        show_table(rows.drop(columns=["model_id", "detail"]), "slices", columns, on_select=open_chosen)


def _open_slice(two: Two, factor: str, value: object) -> None:
    """Opens the cases of both models in a slice, or in all of them where the value is no text."""
    if isinstance(value, str):
        choose(**{factor: value})
    st.session_state["model"] = list(dict.fromkeys(two.model_ids))
    st.switch_page("dashboard/app_pages/cases.py", query_params={})


def show_outcomes(two: Two, table: pd.DataFrame) -> None:
    """Both right, only one, none: a bar per question, and a table with the phi of errors.

    Args:
        two: the runs.
        table: as `compare.four_way_table` returns it.
    """

    def choose_clicked() -> None:
        if points := st.session_state["who_is_right"].selection.points:
            st.session_state["about"], st.session_state["who"] = points[0]["customdata"]

    titles = {q: f"{q} {QUESTION_BY_ID[q].title}" for q in QUESTION_BY_ID}
    whole = table[table["truth"].isna()]
    total = whole[list(compare.OUTCOMES)].sum()
    first, second = two.names
    st.markdown(
        f"**Of {whole['n'].sum():,} answers both are right on {total['both']:,}, only {plain(first)} on "
        f"{total['only_first']:,}, only {plain(second)} on {total['only_second']:,}, none on {total['none']:,}.**"
    )
    st.plotly_chart(
        compare_charts.who_is_right(
            whole.assign(label=whole["question_id"].map(titles)),
            two.outcomes,
            two.colours,
            theme_of("Sequential").text_colour,
        ),
        key="who_is_right",
        on_select=choose_clicked,
        selection_mode="points",
        config=charts.CONFIG,
        alt="Shares of answers by who is right, by question",
    )
    st.caption(
        "Classes are right by equality, numbers from the chosen kappa on. Phi is the correlation of being wrong: at 1 "
        "they always err together, at 0 their errors have nothing to do with each other. Over all of a question it is "
        "high for any two models with the same habit; within one true class the habit is gone. It is not defined where "
        "one is always, or never, wrong."
    )
    with st.expander("As a table, with phi within each true class"):
        columns = {
            "question": "Question",
            "truth": f"true class, {FRAMES[two.frame]}",
            **two.outcomes,
            "n": "n",
            "phi": percent("phi of errors"),
        }
        named = table.assign(question=table["question_id"].map(titles), truth=table["truth"].fillna("all"))
        show_table(named, "four_way", columns)


def show_disagreements(two: Two, pairs: pd.DataFrame, photographs: pd.DataFrame) -> None:
    """The photographs on which the two differ most, or those with a chosen outcome, as a gallery."""
    st.header("Largest disagreements")
    asked = {q: f"{q} {QUESTION_BY_ID[q].title}" for q in sorted(set(pairs["question_id"]))}
    with st.container(horizontal=True):
        who = st.selectbox(
            "Who is right",
            list(two.outcomes),
            index=None,
            format_func=two.outcomes.__getitem__,
            key="who",
            placeholder="any",
            bind="query-params",
            width=280,
        )
        about = st.selectbox(
            "About",
            list(asked),
            index=None,
            format_func=lambda q: asked.get(q, q),
            key="about",
            placeholder="all questions",
            bind="query-params",
            width=280,
        )
    rows = _of_question(two, pairs, about, who) if about else _of_photographs(photographs, who)
    if rows.empty:
        st.info("No photograph has this outcome.")
        return
    order = "those with most such answers first" if who and not about else "the largest difference first"
    first, second = two.names
    st.caption(f"{len(rows):,} photographs, {order}. Below each: {plain(first)} | {plain(second)}.")
    show_examples(rows, "disagreements")
    with st.expander("As a table"):
        columns = {
            "photograph_id": "Photograph",
            "kappa_first": percent(f"{first}, %"),
            "kappa_second": percent(f"{second}, %"),
            "difference": percent("difference, points"),
            **two.outcomes,
        }
        show_table(photographs[list(columns)], "disagreements", columns)


def _of_photographs(photographs: pd.DataFrame, who: str | None) -> pd.DataFrame:
    if who:
        photographs = photographs[photographs[who] > 0].sort_values(who, ascending=False, kind="stable")
    details = [
        f"kappa {row['kappa_first']:.0f} | {row['kappa_second']:.0f}" + (f" · {row[who]} answers" if who else "")
        for row in photographs.to_dict("records")
    ]
    return photographs.assign(caption=photographs["photograph_id"], detail=details)


def _of_question(two: Two, pairs: pd.DataFrame, question_id: str, who: str | None) -> pd.DataFrame:
    asked = pairs[pairs["question_id"] == question_id]
    asked = asked if who is None else asked[asked["outcome"] == who]
    asked = asked.sort_values("difference", key=abs, ascending=False, kind="stable")
    truth = f"truth_{two.frame}"
    details = [
        " | ".join(coded_text(question_id, row[name]) for name in ("value", "value_other"))
        + f" · truth {coded_text(question_id, row[truth])}"
        for row in asked.to_dict("records")
    ]
    return asked.assign(caption=asked["photograph_id"], detail=details)
