"""Sections of the page Items: the scatter, the flagged questions, and the smallest set that keeps the ranks."""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.answers_table import format_with_option
from core.analyses.items import (
    FLAGS,
    ItemAnalysis,
    analyse_items,
    choose_subset,
    describe_curve_width,
    describe_overlap,
    describe_subset,
    is_mostly_noise,
)
from core.formatting import MISSING, escape_markdown, format_interval
from core.scoring.answer_codes import decode_value
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info, get_run_kinds
from dashboard.data.current_benchmark import Generation, require_generation, require_warehouse
from dashboard.data.queries import run_query
from dashboard.pages.items import texts
from dashboard.pages.items.item_scatter_chart import draw_item_scatter
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.runtime.state_keys import items as keys
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, list_displayed_runs
from dashboard.selection.filters import list_filter_options
from dashboard.selection.selectors import choose_segment
from dashboard.widgets.case_chart import show_case_chart
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.tables import DecimalColumn, ThumbnailColumn, show_lazy_expander, show_table, show_table_expander
from dashboard.widgets.thumbnails import load_excerpts

RESULT_COLUMNS = {"question": "About", "right_of_all": "Models correct"}
"""Titles of the columns that both tables have."""

QUESTION_PX, ABOUT_PX, ID_PX = 170, 90, 160
"""Widths of the columns with the text of a question, which has up to three lines, its kind, and the case's id."""


def compute_items(filters: Filters, right_at: float) -> ItemAnalysis:
    """Compute the items of the displayed models, each by its representative run, with the reference models."""
    references = (run_id for run_id, kind in get_run_kinds().items() if kind == "reference")
    runs = tuple(dict.fromkeys((*list_displayed_runs(filters, "models"), *references)))
    return _compute_items(require_generation(), {**filters, **NOBODY_CHOSEN, "runs": list(runs)}, right_at)


def count_models(filters: Filters) -> int:
    """Count the displayed models without the reference models."""
    kinds = get_run_kinds()
    return sum(kinds.get(run_id) != "reference" for run_id in list_displayed_runs(filters, "models"))


@cache_with_limits(max_entries=6, max_mb=60)
def _compute_items(generation: Generation, filters: Filters, right_at: float) -> ItemAnalysis:  # noqa: ARG001 - cache key
    answers = require_warehouse().query("item_answers", filters={**filters, "with_references": True}, right_at=right_at)
    return analyse_items(answers)


def show_scatter(result: ItemAnalysis) -> None:
    """Show difficulty against discrimination, and a table; marks and rows open cases.

    The chart is in a closed expander if its intervals are too wide to read places.
    """
    titles = list_filter_options("question")
    items = result.items.assign(
        question=result.items["question_id"].map(titles), flag=[_list_flags(row) for row in _to_rows(result.items)]
    )
    if is_mostly_noise(result):
        show_lazy_expander(texts.CHART_SECTION, "item_chart", partial(_show_chart, result, items))
    else:
        st.header(texts.CHART_SECTION)
        _show_chart(result, items)
    case_ids = list(items["case_id"])
    show_table_expander(
        _add_intervals(_hide_undefined(items)),
        "items",
        {
            "case_id": get_benchmark_info().words.case.capitalize(),
            **RESULT_COLUMNS,
            "difficulty": DecimalColumn("Difficulty", 2),
            "difficulty_interval": "95% CI",
            "discrimination": DecimalColumn("Discrimination", 2),
            "discrimination_interval": "95% CI of it",
        },
        texts.TABLE,
        lambda row_index: open_photograph(case_ids[row_index]),
    )


def _show_chart(result: ItemAnalysis, items: pd.DataFrame) -> None:
    notes = (texts.AXES, describe_curve_width(result), describe_overlap(result))
    st.caption(escape_markdown(" ".join(filter(None, notes))))
    show_case_chart(draw_item_scatter(items), keys.ITEM_CHART, texts.CHART)
    show_help_popover(texts.explain_chart(describe_parser()))


def show_flagged(result: ItemAnalysis) -> None:
    """Show the flagged questions with their key and the answer that strong models agree on."""
    st.header(texts.FLAGGED_SECTION)
    counts = {flag: int(result.items[flag].sum()) for flag in FLAGS if result.items[flag].any()}
    if not counts:
        st.markdown(texts.NO_FLAGS)
        return
    options = {flag: f"{flag[0].upper()}{flag[1:]}: {count:,}" for flag, count in counts.items()}
    flag = choose_segment("Flag", options, keys.ITEM_FLAG, label_visibility="collapsed")
    st.caption(texts.OPEN_ROW)
    flagged = _hide_undefined(result.items)[result.items[flag]]
    _show_items(flagged.sort_values(["n_agreeing", "n_right", "case_id"], ascending=[False, True, True]))


def _show_items(items: pd.DataFrame) -> None:
    """Show questions with their images, their keys and what strong models agree on; a row opens its case."""
    case_ids, questions = list(items["case_id"]), get_benchmark_info().questions
    excerpts = load_excerpts(case_ids)
    images = run_query("case_pictures", case_ids=case_ids).set_index("case_id")["image_key"]
    options = run_query("asked_truths").set_index(["case_id", "question_id"])["options"]

    def format_code(row: dict[Any, Any], code: float) -> str:
        question, listed = questions[row["question_id"]], options[row["case_id"], row["question_id"]]
        return format_with_option(decode_value(question, code), question.kind, () if listed is None else listed)

    rows = items.assign(
        image=items["case_id"].map(images),
        text=items["case_id"].map(excerpts),
        question=items["question_id"].map(list_filter_options("question")),
        right_of_all=_format_counts(items),
        key=[format_code(row, row["truth"]) for row in _to_rows(items)],
        agreed=[
            texts.describe_agreed(format_code(row, row["other"]), row["n_agreeing"], row["n_strong"])
            if pd.notna(row["other"]) else MISSING
            for row in _to_rows(items)
        ],
    )  # fmt: skip
    columns = {
        **({"image": ThumbnailColumn("Image")} if rows["image"].notna().any() else {}),
        **({"text": st.column_config.TextColumn("Question", width=QUESTION_PX)} if excerpts else {}),
        **RESULT_COLUMNS,
        "question": st.column_config.TextColumn(RESULT_COLUMNS["question"], width=ABOUT_PX),
        "key": "Key",
        "agreed": texts.AGREED_ANSWER,
        "case_id": st.column_config.TextColumn("Id", width=ID_PX),
    }
    alt = texts.FLAGGED_TABLE
    show_table(rows, "flagged_items", columns, alt, lambda row_index: open_photograph(case_ids[row_index]))


def show_subset(result: ItemAnalysis) -> None:
    """Show how many cases keep the ranks within a chosen error, with a download for `run --cases`."""
    words = get_benchmark_info().words
    st.header(f"Fewer {words.cases}")
    max_error = st.slider(
        texts.MAX_ERROR,
        0.25, 3.0, 1.0, 0.25, key=keys.RANK_ERROR, bind="query-params", width=340,
    )  # fmt: skip
    case_ids, subset = choose_subset(result, max_error)
    st.markdown(f"**{escape_markdown(describe_subset(subset, result.items['case_id'].nunique(), words.cases))}**")
    st.caption(texts.explain_draw(words.cases))
    st.download_button(
        texts.DOWNLOAD_IDS,
        f"case={','.join(case_ids)}\n",
        "trilens_cases.txt",
        "text/plain",
        icon=":material/download:",
        on_click="ignore",
        type="tertiary",
        help='trilens run ... --cases "$(cat trilens_cases.txt)"',
    )


def _list_flags(row: dict[Any, Any]) -> str:
    return ", ".join(flag for flag in FLAGS if row[flag])


def _to_rows(items: pd.DataFrame) -> list[dict[Any, Any]]:
    return items.to_dict("records")


def _hide_undefined(items: pd.DataFrame) -> pd.DataFrame:
    """Leave the discrimination out of questions that all models answer correctly, or none: the data do not tell it."""
    is_split = (items["n_right"] > 0) & (items["n_right"] < items["n"])
    names = ["discrimination", "discrimination_low", "discrimination_high"]
    return items.assign(**{name: items[name].where(is_split) for name in names})


def _add_intervals(items: pd.DataFrame) -> pd.DataFrame:
    return items.assign(
        right_of_all=_format_counts(items),
        **{
            f"{name}_interval": [
                format_interval(low, high, 2)
                for low, high in zip(items[f"{name}_low"], items[f"{name}_high"], strict=True)
            ]
            for name in ("difficulty", "discrimination")
        },
    )


def _format_counts(items: pd.DataFrame) -> list[str]:
    """Format how many models are right, as in `0 of 14`; a figure space aligns and sorts numbers of fewer digits."""
    digits = len(str(items["n"].max())) if len(items) else 0
    return [f"{n_right:\u2007>{digits}} of {n}" for n_right, n in items[["n_right", "n"]].itertuples(index=False)]
